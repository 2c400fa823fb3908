"""rangekit twr: what it reads, what it writes, and how it names what it cannot use."""

from __future__ import annotations

import csv
import io
import random
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import rangekit as rk
from command import SCRIPT, rangekit
from exact_ranging import Clock, double_sided_ticks, exchange, single_sided_ticks

GOOD = [57055236684, 56459561043, 69652782156, 70248523212, 70601671244, 70005933158]
DISTANCE_M = 10.786170904986653
HEADER = "t1,t2,t3,t4,t5,t6"
GOOD_LINE = ",".join(map(str, GOOD))


def ranged(text: str | bytes, *arguments: object) -> list[dict[str, Any]]:
    return rangekit("twr", "-", "--json", *arguments, stdin=text).json()


def test_json_is_an_array_with_an_object_per_row(tmp_path: Path) -> None:
    file = tmp_path / "exchanges.csv"
    file.write_text(f"{HEADER}\n{GOOD_LINE}\n0,0,0,0,0,0\n")
    first, second = rangekit("twr", file, "--bits", 40, "--json").json()
    assert set(first) == {"row", "distance_m", "distance_stddev_m"}
    assert first["row"] == 1
    assert first["distance_m"] == DISTANCE_M
    u, v = (GOOD[3] - GOOD[0] + GOOD[2] - GOOD[1], GOOD[5] - GOOD[2] + GOOD[4] - GOOD[3])
    stddev_s = 100e-12 * (0.25 + (u**2 + v**2) / (4 * (u + v) ** 2)) ** 0.5
    assert first["distance_stddev_m"] == pytest.approx(stddev_s * rk.SPEED_OF_LIGHT_MPS, rel=1e-6)
    assert set(second) == {"row", "error", "message"}
    assert second["row"] == 2
    assert second["error"] == "RANGEKIT_ERROR_INTERVAL_ZERO"
    assert second["message"].startswith("line 3: ")


def test_distances_equal_rational_arithmetic_at_64_bits() -> None:
    """Stamps above 2^53 that any float on the way would spoil."""
    draw = random.Random(5)
    rows = []
    for _ in range(500):
        clocks = [Clock(draw.randint(-100_000, 100_000), draw.getrandbits(64), 64) for _ in range(2)]
        rows.append(exchange(*clocks, Fraction(draw.randint(0, 10_000)), draw.randint(10**4, 10**13), 10**7))
    text = "\n".join([HEADER, *(",".join(map(str, row)) for row in rows)])
    for row, found in zip(rows, ranged(text, "--bits", 64), strict=True):
        ticks = Fraction(found["distance_m"]) / (Fraction(rk.UWB_TICK_S) * Fraction(rk.SPEED_OF_LIGHT_MPS))
        assert abs(ticks - double_sided_ticks(row, 64)) < Fraction(1, 10**6)


def test_single_sided_takes_the_clock_offset() -> None:
    """The first value of uwb-core's test, 32 bits, and the same with an offset."""
    stamps = [175480898, 1391575515, 1470169168, 254076713]
    lines = [f"{','.join(map(str, stamps))},{ppm}" for ppm in (0, 1.5, -2e1)]
    found = ranged("t1,t2,t3,t4,cfo_ppm\n" + "\n".join(lines), "--bits", 32)
    assert found[0]["distance_m"] == pytest.approx(1081.0 * rk.UWB_TICK_S * rk.SPEED_OF_LIGHT_MPS, abs=1e-9)
    for row, ppm in zip(found, (0, 1.5, -20.0), strict=True):
        ticks = float(single_sided_ticks(stamps, ppm, 32))
        assert row["distance_m"] == pytest.approx(ticks * rk.UWB_TICK_S * rk.SPEED_OF_LIGHT_MPS, abs=1e-9)


@pytest.mark.parametrize(
    "text",
    [
        f"{HEADER}\r\n{GOOD_LINE}\r\n",
        f"\ufeff{HEADER}\n{GOOD_LINE}\n",
        f" T1 , T2,t3 ,\tT4,T5 ,t6\n{GOOD_LINE}\n",
        f"{HEADER}\n{GOOD_LINE}",
        f"\n\n{HEADER}\n\n{GOOD_LINE}\n\n",
        f"{HEADER}\n{GOOD_LINE.replace(',', ' , ')}\n",
        f"{HEADER.replace(',', ';')}\n{GOOD_LINE.replace(',', ';')}\n",
        "t1\tt2\tt3\tt4\tt5\tt6\n" + GOOD_LINE.replace(",", "\t"),
        "note,t6,t5,t4,t3,t2,t1,more\nx," + ",".join(map(str, GOOD[::-1])) + ",y\n",
        '"t1","t2","t3","t4","t5","t6","note"\n' + ",".join(f'"{stamp}"' for stamp in GOOD) + ',"a, b"\n',
        f"{HEADER},\n{GOOD_LINE},\n",
        f"{HEADER}\n{GOOD_LINE},\n",
        f"{HEADER}\n" + ",".join(f"+{stamp}" for stamp in GOOD) + "\n",
        f"{HEADER}\n" + ",".join(f"000{stamp}" for stamp in GOOD) + "\n",
        f"{HEADER},cfo_ppm\n{GOOD_LINE},nan\n",
    ],
)
def test_people_write_csv_in_many_ways(text: str) -> None:
    (row,) = ranged(text)
    assert row["distance_m"] == DISTANCE_M


@pytest.mark.parametrize(
    ("line", "error", "words"),
    [
        (GOOD_LINE.replace("56459561043", ""), "MISSING_VALUE", "column t2: the cell is empty"),
        ("1,2,3", "MISSING_VALUE", "column t4: the row ends after 3 of its cells"),
        (",,,,,", "MISSING_VALUE", "column t1"),
        (GOOD_LINE.replace("56459561043", "abc"), "INVALID_VALUE", "column t2: found 'abc', expected a whole number"),
        (GOOD_LINE.replace("56459561043", "56459561043.0"), "INVALID_VALUE", "found '56459561043.0'"),
        (GOOD_LINE.replace("56459561043", "5.6e10"), "INVALID_VALUE", "found '5.6e10'"),
        (GOOD_LINE.replace("56459561043", "0x10"), "INVALID_VALUE", "found '0x10'"),
        (GOOD_LINE.replace("56459561043", "56_459"), "INVALID_VALUE", "found '56_459'"),
        (GOOD_LINE.replace("56459561043", "nan"), "INVALID_VALUE", "found 'nan'"),
        (GOOD_LINE.replace("56459561043", "\uff15\uff16"), "INVALID_VALUE", "expected a whole number of ticks"),
        (GOOD_LINE.replace("56459561043", "\u0665\u0666"), "INVALID_VALUE", "expected a whole number of ticks"),
        (GOOD_LINE.replace(",", ";"), "INVALID_VALUE", "this row is separated by semicolons, the header is not"),
        (GOOD_LINE.replace("56459561043", "-1"), "OUT_OF_RANGE", "found '-1'; stamps are not negative"),
        (GOOD_LINE.replace("56459561043", str(2**64)), "TIMESTAMP_RANGE", "beyond 64 bits"),
        (GOOD_LINE.replace("56459561043", "9" * 5000), "TIMESTAMP_RANGE", "beyond 64 bits"),
        (GOOD_LINE.replace("56459561043", str(2**40)), "TIMESTAMP_RANGE", "t2 = 1099511627776, stamps of 40 bits"),
        (GOOD_LINE + ",7", "INVALID_VALUE", "the row has 7 cells and the header 6"),
        ("1,2,3,1,5,6", "INTERVAL_ZERO", "round t4 - t1 = 0"),
        (f'"{GOOD_LINE}', "INVALID_VALUE", "column t1: found '57055236684,56459561043"),
    ],
)
def test_a_bad_row_is_named_and_leaves_the_others_alone(line: str, error: str, words: str) -> None:
    rows = ranged(f"{HEADER}\n{GOOD_LINE}\n{line}\n{GOOD_LINE}\n")
    assert [row["row"] for row in rows] == [1, 2, 3]
    assert rows[0]["distance_m"] == rows[2]["distance_m"] == DISTANCE_M
    assert rows[1]["error"] == f"RANGEKIT_ERROR_{error}"
    assert rows[1]["message"].startswith("line 3: ")
    assert words in rows[1]["message"]


def test_bytes_that_are_not_utf_8_spoil_their_own_cell() -> None:
    text = f"{HEADER},note\n{GOOD_LINE},\xff\n".encode("latin-1") + b"\xfe\xff" + f"{GOOD_LINE},x\n".encode()
    first, second = ranged(text)
    assert first["distance_m"] == DISTANCE_M
    assert second["error"] == "RANGEKIT_ERROR_INVALID_VALUE"


@pytest.mark.parametrize(
    ("offset", "error"),
    [
        ("", "MISSING_VALUE"),
        ("fast", "INVALID_VALUE"),
        ("1_0", "INVALID_VALUE"),
        ("\uff11", "INVALID_VALUE"),
        ("nan", "NOT_FINITE"),
        ("inf", "NOT_FINITE"),
        ("-Infinity", "NOT_FINITE"),
        ("1e999", "NOT_FINITE"),
        ("200.5", "CLOCK_OFFSET_RANGE"),
        ("-1e9", "CLOCK_OFFSET_RANGE"),
        ("200.0201", "CLOCK_OFFSET_RANGE"),
    ],
)
def test_a_bad_clock_offset_is_named_in_its_row(offset: str, error: str) -> None:
    line = ",".join(map(str, GOOD[:4]))
    rows = ranged(f"t1,t2,t3,t4,CFO_ppm\n{line},0\n{line},{offset}\n{line},0\n")
    assert [set(row) for row in rows][::2] == [{"row", "distance_m", "distance_stddev_m"}] * 2
    assert rows[1]["error"] == f"RANGEKIT_ERROR_{error}"
    assert "cfo_ppm" in rows[1]["message"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--speed", "air"], DISTANCE_M * rk.SPEED_OF_LIGHT_AIR_MPS / rk.SPEED_OF_LIGHT_MPS),
        (["--speed", "3e8"], DISTANCE_M * 3e8 / rk.SPEED_OF_LIGHT_MPS),
        (["--tick", 2 * rk.UWB_TICK_S], DISTANCE_M * 2),
        (["--initiator-tx-delay", 100, "--responder-rx-delay", 100], None),
        (["--method", "double-sided", "--clock-tolerance-ppm", 50, "--interval-limit", 14_000_000_000], DISTANCE_M),
    ],
)
def test_options_reach_the_library(arguments: list[object], expected: float | None) -> None:
    (row,) = ranged(f"{HEADER}\n{GOOD_LINE}\n", *arguments)
    if expected is None:
        delays = {"initiator_tx_delay_ticks": 100.0, "responder_rx_delay_ticks": 100.0}
        expected = rk.double_sided_range(GOOD, **delays).distance_m
        assert expected != DISTANCE_M
    assert row["distance_m"] == pytest.approx(expected, rel=1e-12)


def test_the_interval_limit_names_what_is_longer() -> None:
    (row,) = ranged(f"{HEADER}\n{GOOD_LINE}\n", "--interval-limit", 13_000_000_000)
    assert row["error"] == "RANGEKIT_ERROR_INTERVAL_OVER_LIMIT"
    assert "round t4 - t1 = 13193286528" in row["message"]


def test_the_method_can_be_chosen() -> None:
    text = f"{HEADER},cfo_ppm\n{GOOD_LINE},-4.5\n"
    (single,) = ranged(text, "--method", "single-sided")
    assert single["distance_m"] == rk.single_sided_range(GOOD[:4], -4.5).distance_m
    assert ranged(text)[0]["distance_m"] == DISTANCE_M


def test_csv_output_reads_back() -> None:
    result = rangekit("twr", "-", "--csv", stdin=f"{HEADER}\n{GOOD_LINE}\n1,2\n")
    rows = list(csv.DictReader(io.StringIO(result.output)))
    assert list(rows[0]) == ["row", "distance_m", "distance_stddev_m", "error", "message"]
    assert float(rows[0]["distance_m"]) == DISTANCE_M
    assert rows[0]["error"] == ""
    assert (rows[1]["distance_m"], rows[1]["error"]) == ("", "RANGEKIT_ERROR_MISSING_VALUE")


def test_text_output_has_every_row_and_a_summary() -> None:
    text = "\n".join([HEADER, *[GOOD_LINE] * 100, "x,1,1,1,1,1"])
    result = rangekit("twr", "-", stdin=text)
    assert result.status == 0
    assert result.output.count("10.7862") >= 100
    assert "101 double-sided exchanges, 1 refused" in result.output
    assert "1 RANGEKIT_ERROR_INVALID_VALUE" in result.output
    assert "line 102: column t1: found 'x'" in result.output
    assert "median 10.7862 m" in result.output
    assert "\x1b" not in result.output


def test_nothing_but_a_header_is_an_empty_array() -> None:
    assert ranged(HEADER) == []
    assert "0 double-sided exchanges, 0 refused" in rangekit("twr", "-", stdin=HEADER).output


def test_many_rows_come_out_in_order() -> None:
    """More than one chunk, with bad rows at the edges of chunks."""
    lines = [GOOD_LINE] * 40_000
    for bad in (0, 16_383, 16_384, 39_999):
        lines[bad] = "oops"
    rows = ranged("\n".join([HEADER, *lines]))
    assert [row["row"] for row in rows] == list(range(1, 40_001))
    assert [row["row"] for row in rows if "error" in row] == [1, 16_384, 16_385, 40_000]
    assert rows[16_384]["message"].startswith("line 16386: ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "standard input is empty; its first line must name the columns"),
        ("\n\n\n", "standard input is empty"),
        (
            "1,2,3,4,5,6\n",
            "double-sided ranging needs the columns t1, t2, t3, t4, t5, t6; single-sided ranging needs t1, t2, t3, "
            "t4, cfo_ppm; the header has: 1, 2, 3, 4, 5, 6",
        ),
        (
            "t1,t2,t3,t4\n1,2,3,4\n",
            "single-sided ranging needs t1, t2, t3, t4, cfo_ppm; the header has: t1, t2, t3, t4",
        ),
        ("t1,t2,cfo_ppm\n", "single-sided ranging needs the columns t1, t2, t3, t4, cfo_ppm; missing: t3, t4"),
        ("t1,t2,t3,t5,t6\n", "missing: t4"),
        ("t1,t2,t3,t4,t5,t6,T1\n", "the column t1 is there 2 times"),
    ],
)
def test_input_that_cannot_be_used_ends_with_status_2(text: str, words: str) -> None:
    result = rangekit("twr", "-", "--json", stdin=text)
    assert result.status == 2
    assert result.output == ""
    assert words in result.errors
    assert result.errors.startswith("rangekit twr: standard input")


def test_utf_16_is_recognised(tmp_path: Path) -> None:
    file = tmp_path / "excel.csv"
    file.write_text(f"{HEADER}\n{GOOD_LINE}\n", encoding="utf-16")
    result = rangekit("twr", file)
    assert result.status == 2
    assert "save it as UTF-8 CSV" in result.errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothere.csv"], "nothere.csv cannot be read: No such file or directory"),
        (["/"], "/ cannot be read: Is a directory"),
        (["-", "--bits", "70"], "--bits 70: it must be 32 to 64"),
        (["-", "--bits", "x"], "invalid int value: 'x'"),
        (["-", "--tick", "0"], "--tick 0.0: it must be 1e-15 to 1"),
        (["-", "--tick", "nan"], "--tick nan"),
        (["-", "--speed", "fast"], "'fast' is not a speed; give vacuum, air, or metres per second"),
        (["-", "--speed", "-1"], "--speed -1.0: it must be 1 to 3e8"),
        (["-", "--interval-limit", "-1"], "--interval-limit -1: it must be 0 to 2^64 - 1"),
        (["-", "--clock-tolerance-ppm", "20000"], "--clock-tolerance-ppm 20000.0: it must be 0 to 10000"),
        (["-", "--timestamp-noise-ps", "-1"], "--timestamp-noise-ps -1.0: it must be 0 to 1e12"),
        (["-", "--clock-offset-noise-ppm", "nan"], "--clock-offset-noise-ppm nan: it must be 0 to 10000"),
        (["-", "--method", "single-sided"], "t1, t2, t3, t4, cfo_ppm; missing: cfo_ppm"),
        (["-", "--responder-tx-delay", "1e10"], "--responder-tx-delay 10000000000.0: it must be -1e9 to 1e9"),
        (["-", "--json", "--csv"], "not allowed with"),
        ([], "the following arguments are required: file"),
    ],
)
def test_arguments_that_cannot_be_used_end_with_status_2(arguments: list[str], words: str) -> None:
    result = rangekit("twr", *arguments, stdin=f"{HEADER}\n")
    assert result.status == 2
    assert words in result.errors


def test_strict_tells_of_refused_rows_by_the_status() -> None:
    good, bad = f"{HEADER}\n{GOOD_LINE}\n", f"{HEADER}\n1,2\n"
    assert rangekit("twr", "-", "--strict", stdin=good).status == 0
    assert rangekit("twr", "-", "--strict", stdin=bad).status == 1
    assert rangekit("twr", "-", stdin=bad).status == 0


def test_a_reader_that_stops_early_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    file.write_text("\n".join([HEADER, *[GOOD_LINE] * 50_000]))
    with subprocess.Popen([str(SCRIPT), "twr", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().split()[0] == b"row"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_the_standard_deviation_rests_on_noise_that_is_said_and_can_be_set() -> None:
    text = f"{HEADER},cfo_ppm\n{GOOD_LINE},-4.5\n"
    base, doubled = (ranged(text, "--timestamp-noise-ps", ps)[0] for ps in (100, 200))
    assert base == ranged(text)[0]
    assert doubled["distance_stddev_m"] == pytest.approx(2 * base["distance_stddev_m"], rel=1e-6)
    offset = ["--method", "single-sided", "--timestamp-noise-ps", 0, "--clock-offset-noise-ppm", 0.5]
    reply_s = (GOOD[2] - GOOD[1]) * rk.UWB_TICK_S
    (single,) = ranged(text, *offset)
    assert single["distance_stddev_m"] == pytest.approx(reply_s * 0.5e-6 / 2 * rk.SPEED_OF_LIGHT_MPS, rel=1e-6)
    assert "\nstddev_m rests on stamp noise of 100 ps alone\n" in rangekit("twr", "-", stdin=text).output
    words = "\nstddev_m rests on stamp noise of 0 ps and clock-offset noise of 0.5 ppm alone\n"
    assert words in rangekit("twr", "-", *offset, stdin=text).output
    help_text = rangekit("twr", "--help").output
    assert "default 100)" in help_text
    assert "default 0.02)" in help_text
    assert f"(default {rk.UWB_TICK_S!r})" in help_text


def test_decimal_commas_get_a_hint() -> None:
    line = ";".join(map(str, GOOD[:4]))
    (row,) = ranged(f"t1;t2;t3;t4;cfo_ppm\n{line};-4,5\n")
    assert row["message"] == "line 2: column cfo_ppm: found '-4,5', expected a number; decimals need a point: -4.5"
