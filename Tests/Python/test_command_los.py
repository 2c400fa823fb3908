"""rangekit los: columns under other names, what is wrong with a row, scores, models in files, pictures."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from command import rangekit
from rangekit import los, signal
from test_signal import random_registers

HEADER = "fp_amp1,fp_amp2,fp_amp3,cir_pwr,rxpacc,std_noise,nlos"


def table(count: int = 200, seed: int = 1, header: str = HEADER) -> str:
    """Random receptions; the weak ones are blocked more often."""
    columns = random_registers(seed, count)
    judged = los.judge(signal.registers(**columns)).logit
    blocked = np.random.default_rng(seed).uniform(size=count) < 1 / (1 + np.exp(-(judged - np.median(judged)) / 4))
    names = ("fp_amp1", "fp_amp2", "fp_amp3", "cir_pwr", "rxpacc", "std_noise")
    lines = [",".join(f"{columns[name][i]:.0f}" for name in names) + f",{int(blocked[i])}" for i in range(count)]
    return "\n".join([header, *lines]) + "\n"


def test_every_row_has_its_probability() -> None:
    found = rangekit("los", "-", "--json", stdin=table()).json()
    columns = random_registers(1, 200)
    expected = los.judge(signal.registers(**columns))
    assert [row["row"] for row in found["rows"]] == list(range(1, 201))
    assert [row["line"] for row in found["rows"]] == list(range(2, 202))
    np.testing.assert_array_equal([row["nlos_probability"] for row in found["rows"]], expected.nlos_probability)
    np.testing.assert_array_equal([row["logit"] for row in found["rows"]], expected.logit)
    levels = signal.levels(signal.registers(**columns))
    np.testing.assert_array_equal([row["power_dbm"] for row in found["rows"]], levels.power_dbm)
    assert found["model"] == los.Model.default().to_json()
    summary = found["summary"]
    labels = np.array([row["nlos"] for row in found["rows"]])
    area = los.area_under_curve(expected.logit, labels)
    assert summary["auc"] == pytest.approx(area.auc)
    assert summary["auc_lower_95"] == pytest.approx(area.lower_95)
    assert summary["brier"] == pytest.approx(los.brier_score(expected.nlos_probability, labels))
    assert summary["refit"]["folds"] == 5
    assert 0.5 < summary["refit"]["auc"] < 1


@pytest.mark.parametrize(
    "header",
    [
        "FP_AMP1,FP_AMP2,FP_AMP3,CIR_PWR,RXPACC,STDEV_NOISE,NLOS",
        "firstPathAmp1,firstPathAmp2,firstPathAmp3,maxGrowthCIR,rxPreamCount,stdNoise,isNlos",
        "FP_AMPL1,FP_AMPL2,FP_AMPL3,CIR Power,RX PACC,noise_std,label",
        "fp_amplitude_1,fp_amplitude_2,fp_amplitude_3,cirp,pacc,cir_noise,class",
        "F1,F2,F3,C,N,std.noise,nlos",
        "ipatovF1,ipatovF2,ipatovF3,ipatovPower,ipatovAccumCount,noise,nlos",
    ],
)
def test_names_of_public_sets_and_drivers_are_understood(header: str) -> None:
    plain = rangekit("los", "-", "--json", stdin=table()).json()
    named = rangekit("los", "-", "--json", stdin=table(header=header)).json()
    assert named["rows"] == plain["rows"]
    assert named["summary"]["auc"] == plain["summary"]["auc"]
    semicolons = rangekit("los", "-", "--json", stdin=table(header=header).replace(",", ";")).json()
    assert semicolons["rows"] == plain["rows"]


def test_labels_may_be_words_or_turned_round() -> None:
    plain = rangekit("los", "-", "--json", stdin=table()).json()["summary"]["auc"]
    rows = [line.rsplit(",", 1) for line in table().splitlines()[1:]]
    words = "\n".join([HEADER, *(f"{row},{'NLOS' if label == '1' else 'LOS'}" for row, label in rows)])
    assert rangekit("los", "-", "--json", stdin=words).json()["summary"]["auc"] == plain
    turned = "\n".join([HEADER.replace("nlos", "los"), *(f"{row},{1 - int(label)}" for row, label in rows)])
    assert rangekit("los", "-", "--json", stdin=turned).json()["summary"]["auc"] == plain
    strange = table().rstrip("\n")[:-1] + "maybe\n"
    found = rangekit("los", "-", "--json", stdin=strange).json()
    assert found["summary"]["labels_refused"] == 1
    assert "nlos" not in found["rows"][-1]
    text = rangekit("los", "-", stdin=strange)
    assert "1 label not understood, the first: line 201: column nlos: found 'maybe'" in text.output


def test_a_bad_row_is_named_with_its_line() -> None:
    lines = table(20).splitlines()
    lines[3] = "1,2,x,4,5,6,0"
    lines[5] = "1,2,3,4,0,6,0"
    lines[7] = ",2,3,4,,6,0"
    lines[9] = "1,2,3,4,5,6,0,7"
    found = rangekit("los", "-", "--json", stdin="\n".join(lines)).json()
    errors = {row["line"]: (row["error"], row["message"]) for row in found["rows"] if "error" in row}
    assert errors[4] == ("RANGEKIT_ERROR_INVALID_VALUE", "line 4: column fp_amp3: found 'x', expected a number")
    assert errors[6][0] == "RANGEKIT_ERROR_NO_RECEPTION"
    assert errors[8][1].startswith("line 8: the row has too few registers: fp_amp1 to fp_amp3 and rxpacc")
    assert errors[10][0] == "RANGEKIT_ERROR_INVALID_VALUE"
    assert found["summary"]["refused"] == 4
    assert rangekit("los", "-", "--strict", stdin="\n".join(lines)).status == 1
    assert "line 4: column fp_amp3" in rangekit("los", "-", stdin="\n".join(lines)).output
    rows = list(csv.DictReader(io.StringIO(rangekit("los", "-", "--csv", stdin="\n".join(lines)).output)))
    assert [row["error"] != "" for row in rows].count(True) == 4


def test_missing_columns_fall_back_or_are_named() -> None:
    found = rangekit("los", "-", "--json", stdin="fp_power,rssi\n-85,-80\n-95,-82\n").json()
    assert [row["model"] for row in found["rows"]] == ["first_path", "first_path"]
    assert found["rows"][0]["nlos_probability"] < found["rows"][1]["nlos_probability"]
    assert found["summary"]["auc"] is None
    result = rangekit("los", "-", stdin="fp_amp1,fp_amp2,time\n1,2,3\n")
    assert result.status == 2
    assert "line 1: the columns fp_amp1, fp_amp2, fp_amp3 and rxpacc" in result.errors
    assert "missing: fp_amp3, rxpacc" in result.errors
    twice = rangekit("los", "-", stdin="fp_dbm,FP dBm\n-85,-80\n")
    assert twice.status == 2
    assert "is there 2 times" in twice.errors
    assert "no rows" in rangekit("los", "-", stdin="fp_dbm\n").errors
    thresholds = rangekit("los", "-", "--json", "--method", "thresholds", stdin="fp_power,rssi\n-88,-80\n").json()
    assert thresholds["rows"][0]["nlos_probability"] == pytest.approx(0.5)
    assert thresholds["model"] is None


def test_repetition_frequencies_of_rows_are_used() -> None:
    lines = table(4).splitlines()
    both = "\n".join(
        [lines[0] + ",PRFR", *(f"{line},{prf}" for line, prf in zip(lines[1:], (16, 64, 1, 2), strict=True))]
    )
    found = rangekit("los", "-", "--json", stdin=both).json()["rows"]
    plain = rangekit("los", "-", "--json", stdin=table(4)).json()["rows"]
    slow = rangekit("los", "-", "--json", "--prf", "16", stdin=table(4)).json()["rows"]
    assert found == [slow[0], plain[1], slow[2], plain[3]]
    odd = rangekit("los", "-", "--json", stdin=both.replace(",64\n", ",4\n")).json()["rows"]
    assert "column PRFR: found '4', expected a pulse repetition frequency" in odd[1]["message"]


def test_a_refit_is_written_and_read(tmp_path: Path) -> None:
    data, model = tmp_path / "rooms.csv", tmp_path / "model.json"
    data.write_text(table(400))
    written = rangekit("los", data, "--json", "--refit", model).json()
    assert json.loads(model.read_text()) == written["summary"]["refit"]["model"]
    used = rangekit("los", data, "--json", "--model", model).json()
    assert used["model"] == written["summary"]["refit"]["model"]
    assert used["summary"]["auc"] >= written["summary"]["refit"]["auc"]
    model.write_text("{}")
    result = rangekit("los", data, "--model", model)
    assert result.status == 2
    assert str(model) in result.errors
    assert rangekit("los", data, "--model", tmp_path / "none.json").status == 2
    unlabelled = rangekit("los", "-", "--refit", model, stdin="fp_dbm\n-80\n")
    assert unlabelled.status == 2
    assert "no labels" in unlabelled.errors
    same = rangekit("los", "-", "--refit", model, stdin="fp_dbm,nlos\n-80,1\n-90,1\n")
    assert same.status == 2
    assert "all the same" in same.errors


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_pictures_have_the_format_of_their_ending(ending: str, start: bytes, tmp_path: Path) -> None:
    picture = tmp_path / f"los.{ending}"
    assert rangekit("los", "-", "--plot", picture, stdin=table()).status == 0
    assert picture.read_bytes().startswith(start)
    assert rangekit("los", "-", "--plot", picture, stdin="fp_dbm\n-80\n").status == 0
    assert rangekit("los", "-", "--plot", tmp_path / "x.nothing", stdin=table()).status == 2


def test_a_model_trained_elsewhere_ranks_a_simulated_room_at_any_scale() -> None:
    """Blocked paths weaker by 6 to 12 dB: the default ranks them at 0.80 or more, whatever unit the set has."""
    source = np.random.default_rng(3)
    count = 2000
    blocked = source.uniform(size=count) < 0.5
    distance = source.uniform(2, 15, count)
    level_db = -60 - 20 * np.log10(distance) - blocked * source.uniform(6, 12, count) + source.normal(0, 2, count)
    n = source.integers(100, 120, count).astype(float)
    amplitude = 10 ** ((level_db + 121.74) / 20) * n / np.sqrt(2.2)
    ratios = 1 + 0.3 * source.normal(size=(3, count)).clip(-2, 2)
    power = 10 ** ((level_db + 3 + 121.74) / 10) * n**2 / 2**17
    noise = source.uniform(30, 60, count)
    for scale in (1, 1 / 65536, 1000):
        lines = [
            f"{a1 * scale:.9g},{a2 * scale:.9g},{a3 * scale:.9g},{p * scale:.9g},{c:.0f},{s * scale:.9g},{int(b)}"
            for a1, a2, a3, p, c, s, b in zip(*(amplitude * ratios), power, n, noise, blocked, strict=True)
        ]
        found = rangekit("los", "-", "--json", stdin="\n".join([HEADER, *lines])).json()["summary"]
        assert found["refused"] == 0
        assert found["auc"] >= 0.80
