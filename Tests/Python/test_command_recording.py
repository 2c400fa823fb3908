"""rangekit import, and every command on recordings: they read what they read from the table that was recorded."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest
import rangekit as rk
from command import rangekit
from rangekit.record import RecordKind

SHARED = Path(os.environ.get("RANGEKIT_SHARED", Path(__file__).resolve().parents[3] / "shared"))


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trace") / "trace.rangekit"
    assert rangekit("simulate", "-o", path, "--seed", 3, "--duration", 30).status == 0
    return path


def table(path: Path, name: str) -> list[dict[str, str]]:
    result = rangekit("replay", path, "--table", name)
    assert result.status == 0, result.errors
    return list(csv.DictReader(io.StringIO(result.output)))


def test_a_simulated_recording_and_its_table_say_the_same(trace: Path) -> None:
    plain = trace.with_suffix(".csv")
    rangekit("simulate", "-o", plain, "--seed", 3, "--duration", 30)
    rows = table(trace, "rows")
    expected = list(csv.DictReader(plain.open()))
    assert len(rows) == len(expected)
    for row, other in zip(rows, expected, strict=True):
        assert float(row["t_s"]) == float(other["t_s"])
        complete = all(other[f"t{n}"] for n in range(1, 7))
        assert [row[f"t{n}"] for n in range(1, 7)] == [other[f"t{n}"] if complete else "" for n in range(1, 7)]
        for name in ("range_m", "true_m"):
            assert np.float32(row[name] or 0) == np.float32(other[name] or 0)
    from_recording, from_table = (rangekit("replay", path, "--json").json() for path in (trace, plain))
    assert from_recording["seconds"] == from_table["seconds"]
    assert from_recording["summary"]["quality_time_share"] == from_table["summary"]["quality_time_share"]
    recorded = from_recording["recorded"]
    assert recorded["closed"]
    assert recorded["damage"] == []
    assert recorded["results"]["different"] == []
    assert recorded["results"]["equal"]["quality_result"] == len(rows)
    ranged = [row["distance_m"] for row in rangekit("twr", trace, "--json").json() if "distance_m" in row]
    assert ranged == [row["distance_m"] for row in rangekit("twr", plain, "--json").json() if "distance_m" in row]


def test_through_a_pipe(trace: Path) -> None:
    result = rangekit("replay", "-", "--json", stdin=trace.read_bytes())
    assert result.json()["recorded"]["device"] == "rangekit simulate"
    assert rangekit("replay", "-", stdin=trace.read_bytes()).output.startswith("standard input: a recording of")


@pytest.mark.parametrize(
    "name", ["outdoor_twr_dynamic_los", "outdoor_twr_dynamic_nlos", "labyrinth_twr", "outdoor_sstwr_static"]
)
def test_public_recordings_come_back(name: str, tmp_path: Path) -> None:
    source = SHARED / "data" / "uwb" / f"{name}.csv"
    if not source.exists():
        pytest.skip("the recording is not at hand")
    text = source.read_text()
    if not text.startswith("t_s"):  # of places without times
        lines = text.splitlines()
        text = "\n".join(["t_s," + lines[0], *(f"{n}," + line for n, line in enumerate(lines[1:]))])
    path = tmp_path / "a.rangekit"
    result = rangekit("import", "-", "-o", path, "--results", "--strict", stdin=text)
    assert result.status == 0, result.errors
    expected = list(csv.DictReader(io.StringIO(text)))
    rows = table(path, "rows")
    assert len(rows) == len(expected)
    for row, other in zip(rows, expected, strict=True):
        for column in set(row) & set(other):
            assert float(row[column]) == pytest.approx(float(other[column]), rel=1e-7), column
        assert np.float32(row["range_m"]) == np.float32(other["range_m"])
    if "anchor" in expected[0]:
        played, plain = (rangekit("replay", source_, "--json").json() for source_ in (path, source))
        assert played["recorded"]["results"]["different"] == []
        assert played["recorded"]["results"]["equal"]["quality_result"] == len(expected)
        assert played["summary"]["quality_time_share"] == plain["summary"]["quality_time_share"]
        assert played["summary"]["error"]["median_absolute_m"] == pytest.approx(
            plain["summary"]["error"]["median_absolute_m"], abs=1e-6
        )


def test_positions_from_a_recording(tmp_path: Path) -> None:
    corners = [(0, 0, 0.2), (8, 0, 2.5), (8, 6, 0.3), (0, 6, 2.6), (4, 0, 2.4)]
    anchors, samples = tmp_path / "anchors.csv", tmp_path / "samples.csv"
    anchors.write_text("anchor,x_m,y_m,z_m\n" + "\n".join(f"c{n},{x},{y},{z}" for n, (x, y, z) in enumerate(corners)))
    rows = [
        f"{t},c{n},{np.linalg.norm(np.subtract(corner, (3 + t / 9, 2, 0.9))):.4f},0.1,{3 + t / 9},2,0.9,tag"
        for t in range(9)
        for n, corner in enumerate(corners)
    ]
    samples.write_text("t_s,anchor,range_m,std_m,true_x,true_y,true_z,tag\n" + "\n".join(rows))
    path = tmp_path / "a.rangekit"
    assert rangekit("import", samples, "--anchors", anchors, "-o", path).status == 0
    found, expected = (
        rangekit("position", source, "--anchors", where, "--dim", 3, "--json").json()
        for source, where in ((path, path), (samples, anchors))
    )
    assert len(found["positions"]) == len(expected["positions"]) == 9
    for one, other in zip(found["positions"], expected["positions"], strict=True):
        for axis in ("x_m", "y_m", "z_m"):
            assert one[axis] == pytest.approx(other[axis], abs=1e-5)
        assert one["tag"] == other["tag"]
    assert found["rmse_m"] == pytest.approx(expected["rmse_m"], abs=1e-5)


def test_differences_come_back(tmp_path: Path) -> None:
    source, path = tmp_path / "tdoa.csv", tmp_path / "a.rangekit"
    source.write_text('t_s,idA,idB,dd_m,tag\n0,a,"b,c",1.23456789012,t\n0.5,a,d,-2,t\n')
    assert rangekit("import", source, "-o", path).status == 0
    assert table(path, "rows") == [
        {"t_s": "0", "tag": "t", "idA": "a", "idB": "b,c", "dd_m": "1.23456789012"},
        {"t_s": "0.5", "tag": "t", "idA": "a", "idB": "d", "dd_m": "-2.0"},
    ]


def test_a_walk_from_a_recording(tmp_path: Path) -> None:
    path, plain = tmp_path / "walk.rangekit", tmp_path / "walk.csv"
    for file in (path, plain):
        assert rangekit("simulate-walk", "-o", file, "--seed", 2).status == 0
    found, expected = (rangekit("locate", file, "--json").json() for file in (path, plain))
    assert len(found["updates"]) == len(expected["updates"]) > 200
    one, other = found["updates"][-1], expected["updates"][-1]
    assert one["target"] == other["target"] == "tag"
    np.testing.assert_allclose(one["position_m"], other["position_m"], atol=1e-3)


def test_a_result_that_comes_out_otherwise_is_status_1(trace: Path, tmp_path: Path) -> None:
    records = list(rk.RecordingReader(trace))
    index = next(n for n, record in enumerate(records) if record.kind == RecordKind.QUALITY_RESULT and n > 200)
    body = records[index].body.copy()
    body["sample_count"] += 1
    wrong = rk.Record(
        body=body, **{k: getattr(records[index], k) for k in ("kind", "time_ns", "sequence", "source", "code")}
    )
    path = tmp_path / "wrong.rangekit"
    path.write_bytes(b"".join(record.encode() for record in [*records[:index], wrong, *records[index + 1 :]]))
    result = rangekit("replay", path)
    assert result.status == 1
    assert f"differs: record {index}, byte" in result.output
    assert "quality_result.sample_count of source 0 was" in result.output
    objects = json.loads(rangekit("replay", path, "--json").output)["recorded"]["results"]["different"]
    assert [one["record"] for one in objects] == [index]


def test_damage_is_said_and_the_rest_is_read(trace: Path, tmp_path: Path) -> None:
    data = bytearray(trace.read_bytes())
    path = tmp_path / "damaged.rangekit"
    data[5000] ^= 4
    path.write_bytes(data)
    result = rangekit("replay", path)
    assert result.status == 0
    assert "damaged: byte 4" in result.output
    assert "it was read up to there" in result.output
    assert rangekit("replay", path, "--strict").status == 1
    resumed = json.loads(rangekit("replay", path, "--resume", "--json").output)["recorded"]
    assert len(resumed["damage"]) == 1
    assert resumed["records"]["sample"] == 300 or resumed["records"]["true_sample"] >= 299
    assert "is damaged: byte 4" in rangekit("twr", path).errors
    path.write_bytes(data[:4000])
    assert "ERROR_TRUNCATED" in str(json.loads(rangekit("replay", path, "--json").output)["recorded"]["damage"])


def test_records_and_tables_in_every_format(trace: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in rangekit("replay", trace, "--records", "--json").output.splitlines()]
    assert [line["record"] for line in lines] == list(range(len(lines)))
    assert lines[0]["body"][0]["device"] == "rangekit simulate"
    text = rangekit("replay", trace, "--records").output.splitlines()
    assert len(text) == len(lines)
    rows = table(trace, "quality_result")
    assert rangekit("replay", trace, "--table", "quality_result", "--output", tmp_path / "a.json").status == 0
    objects = json.loads((tmp_path / "a.json").read_text())
    assert len(objects) == len(rows) == sum(line["kind"] == "quality_result" for line in lines)
    assert [one["record"] for one in objects] == [int(row["record"]) for row in rows]
    for one, row in zip(objects, rows, strict=True):
        assert np.float32(one["distance_m"]) == np.float32(row["distance_m"])
    result = rangekit("replay", trace, "--output", tmp_path / "rows.json")
    assert result.status == 0
    assert len(json.loads((tmp_path / "rows.json").read_text())) == 300


def test_a_picture_of_a_recording(trace: Path, tmp_path: Path) -> None:
    assert rangekit("replay", trace, "--plot", tmp_path / "a.png").status == 0
    assert (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"


def test_parquet(trace: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert rangekit("replay", trace, "--output", tmp_path / "rows.parquet").status == 0
    assert rangekit("replay", trace, "--table", "double_sided", "--output", tmp_path / "a.parquet").status == 0
    rows = parquet.read_table(tmp_path / "a.parquet").to_pydict()
    assert rows["poll_tx"] == [int(row["poll_tx"]) for row in table(trace, "double_sided")]
    assert parquet.read_table(tmp_path / "rows.parquet").num_rows == 300


def test_without_pyarrow_it_is_said_what_to_install(
    trace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = rangekit("replay", trace, "--output", tmp_path / "a.parquet")
    assert result.status == 2
    assert "pip install pyarrow" in result.errors


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["import", "-", "-o", "a.rangekit"], "a,b\n1,2\n", "there is no column t_s"),
        (["import", "-", "-o", "a.rangekit"], "t_s,range_m\nx,2\n", "line 2: column t_s: found 'x'"),
        (["import", "-", "-o", "a.rangekit"], "t_s,other\n1,2\n", "line 2: the row holds no measurement"),
        (["import", "-", "-o", "/nowhere/a"], "t_s,range_m\n1,2\n", "/nowhere/a cannot be written"),
        (
            ["import", "-", "-o", "a.rangekit", "--device", "x" * 65],
            "t_s,range_m\n1,2\n",
            "--device must be at most 64",
        ),
        (["replay", "-", "--records"], "t_s,range_m\n1,2\n", "is no recording"),
        (["replay", "-", "--output", "a.xls"], b"\x87", "must end in .csv, .json, .parquet"),
    ],
)
def test_what_cannot_be_used(arguments: list[str], stdin: str | bytes, words: str, tmp_path: Path) -> None:
    result = rangekit(*arguments, stdin=stdin, cwd=tmp_path)
    assert result.status == 2
    assert words in result.errors


def test_refused_rows_are_named(tmp_path: Path) -> None:
    rows = ["1,2,0.1,x,,,,,,", "2,1e39,,,,,,,,", "3,,,,1,2,3,4,5,-6", "4,5,,5,1,2,3,4,5,6"]
    text = "\n".join(["t_s,range_m,std_m,true_m,t1,t2,t3,t4,t5,t6", *rows])
    result = rangekit("import", "-", "-o", tmp_path / "a.rangekit", "--strict", stdin=text)
    assert result.status == 1
    assert "line 2: column true_m: found 'x', expected a number" in result.errors
    assert "line 3: column range_m: 1e+39 is beyond single precision" in result.errors
    assert "line 4: column t6: found '-6', expected a whole number" in result.errors
    assert [row["t_s"] for row in table(tmp_path / "a.rangekit", "rows")] == ["1", "4"]
    found = rangekit("import", "-", "-o", tmp_path / "b.rangekit", "--json", stdin=text).json()
    assert found["rows"] == 2
    assert [(one["line"], one["error"]) for one in found["refused"]] == [
        (2, "RANGEKIT_ERROR_INVALID_VALUE"),
        (3, "RANGEKIT_ERROR_OUT_OF_RANGE"),
        (4, "RANGEKIT_ERROR_INVALID_VALUE"),
    ]
    assert rangekit("import", "-", "-o", "-", "--json", stdin=text).status == 2
