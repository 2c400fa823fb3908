"""rangekit replay: the estimator over a recording, the summary against truth, refused rows, pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import rangekit
from published_estimator import PublishedEstimator

LEVELS = ("unknown", "good", "close")


def replayed(text: str, *arguments: object) -> dict[str, Any]:
    return rangekit("replay", "-", "--json", *arguments, stdin=text).json()


def steady(count: int, *, distance_m: float = 5.0, step_s: float = 0.1) -> str:
    rows = [f"{index * step_s:.3f},{distance_m + 0.01 * (index % 5):.3f},{distance_m}" for index in range(count)]
    return "\n".join(["t_s,range_m,true_m", *rows])


def test_a_line_per_second_and_a_summary() -> None:
    result = rangekit("replay", "-", stdin=steady(50))
    assert result.status == 0
    lines = result.output.splitlines()
    assert lines[0].split() == ["t_s", "distance_m", "spread_m", "rate_hz", "quality", "error_m"]
    assert [line.split()[0] for line in lines[1:6]] == ["0.90", "1.90", "2.90", "3.90", "4.90"]
    assert lines[5].split()[4:] == ["close", "+0.040"]
    assert "50 distances in 50 rows over 4.9 s, 0 rows refused" in result.output
    assert "rate     10.0 a second" in result.output
    assert "close 84.0%" in result.output


def test_json_has_the_same_in_one_object() -> None:
    found = replayed(steady(50))
    assert set(found) == {"recording", "anchor", "preset", "seconds", "refused", "summary"}
    assert found["anchor"] is None
    assert found["seconds"][-1] == pytest.approx(
        {"t_s": 4.9, "distance_m": 5.04, "spread_m": 0.0151, "rate_hz": 10.0, "quality": "close", "samples": 21}
        | {"error_m": 0.04},
        abs=1e-4,
    )
    summary = found["summary"]
    assert summary["rows"] == summary["measurements"] == 50
    assert summary["quality_share"] == {"unknown": 0.16, "good": 0.0, "close": 0.84}
    errors = np.array([0.0, 0.01, 0.02, 0.03, 0.04] * 10)
    assert summary["error"]["rmse_m"] == pytest.approx(np.sqrt(np.mean(errors**2)), abs=1e-9)
    assert summary["error"]["median_absolute_m"] == pytest.approx(0.02, abs=1e-9)
    assert summary["error"]["p95_absolute_m"] == pytest.approx(0.04, abs=1e-9)
    assert summary["error"]["mean_m"] == pytest.approx(0.02, abs=1e-9)


@pytest.mark.parametrize(("preset", "first"), [("published_code", 8), ("published_text", 7)])
def test_presets_differ_as_published(preset: str, first: int) -> None:
    share = replayed(steady(100), "--preset", preset)["summary"]["quality_share"]["unknown"]
    assert share == pytest.approx(first / 100)


def test_times_are_exact_to_the_nanosecond() -> None:
    """1700000000.1 + 2.0 s: floats of that size would be off by 200 ns, and the first sample would leave."""
    rows = [f"{1700000000 + index // 4}.{(100 + 250 * (index % 4)) % 1000:03d},{5 + index}" for index in range(9)]
    times = [f"1700000000.{digits}" for digits in ("100", "350", "600", "850")]
    times += [f"1700000001.{digits}" for digits in ("100", "350", "600", "850")] + ["1700000002.100"]
    rows = [f"{time},{5 + index}" for index, time in enumerate(times)]
    assert replayed("\n".join(["t_s,range_m", *rows]))["seconds"][-1]["samples"] == 9
    rows[-1] = rows[-1].replace("2.100", "2.100000001")
    assert replayed("\n".join(["t_s,range_m", *rows]))["seconds"][-1]["samples"] == 8


def test_empty_ranges_age_the_window() -> None:
    text = steady(20) + "\n3.0,,\n5.0,,\n"
    seconds = replayed(text)["seconds"]
    assert [second["samples"] for second in seconds] == [10, 20, 10, 0]
    assert seconds[-1]["distance_m"] is None
    assert seconds[-1]["error_m"] is None
    assert seconds[-1]["quality"] == "unknown"


@pytest.mark.parametrize(
    ("line", "error", "words"),
    [
        ("0.5,5,5", "TIME_BACKWARDS", "t_s = 0.5 comes after 0.9"),
        ("x,5,5", "INVALID_VALUE", "column t_s: found 'x', expected seconds"),
        (",5,5", "MISSING_VALUE", "column t_s: the cell is empty"),
        ("nan,5,5", "NOT_FINITE", "column t_s: found 'nan'"),
        ("1e999999999,5,5", "OUT_OF_RANGE", "beyond 2^63 ns"),
        ("9223372037,5,5", "OUT_OF_RANGE", "beyond 2^63 ns"),
        ("0e999999999,5,5", "TIME_BACKWARDS", "t_s = 0 comes after 0.9"),
        ("1e-999999999,5,5", "TIME_BACKWARDS", "t_s = 0 comes after 0.9"),
        ("0.95,far,5", "INVALID_VALUE", "column range_m: found 'far', expected a number"),
        ("0.95,nan,5", "NOT_FINITE", "column range_m: found 'nan'"),
        ("0.95,inf,5", "NOT_FINITE", "column range_m: found 'inf'"),
        ("0.95,1e39,5", "NOT_FINITE", "range_m = 1e+39"),
        ("0.95,5,5,9", "INVALID_VALUE", "the row has 4 cells and the header 3"),
    ],
)
def test_a_bad_row_is_named_skipped_and_counted(line: str, error: str, words: str) -> None:
    before, after = steady(10), steady(20).splitlines()[11:]
    text = "\n".join([before, line, *after])
    found = replayed(text)
    (refused,) = found["refused"]
    assert (refused["row"], refused["line"]) == (11, 12)
    assert refused["error"] == f"RANGEKIT_ERROR_{error}"
    assert refused["message"].startswith("line 12: ")
    assert words in refused["message"]
    assert found["summary"]["rows"] == 21
    assert found["summary"]["refused"] == 1
    clean = replayed(steady(20))
    assert found["seconds"] == clean["seconds"]
    assert found["summary"]["error"] == clean["summary"]["error"]
    result = rangekit("replay", "-", "--strict", stdin=text)
    assert result.status == 1
    assert f"[RANGEKIT_ERROR_{error}]" in result.output
    assert "1 rows refused" in result.output


def test_only_finite_truth_counts() -> None:
    rows = steady(20).splitlines()
    for index, truth in ((3, "nan"), (4, "inf"), (5, ""), (6, "unknown")):
        rows[index] = ",".join([*rows[index].split(",")[:2], truth])
    found = replayed("\n".join(rows))
    assert found["summary"]["measurements"] == 20
    assert found["summary"]["error"]["count"] == 16
    assert found["refused"] == []


def test_without_truth_there_is_no_error() -> None:
    found = replayed("t_s,range_m\n0,5\n1,6\n")
    assert found["summary"]["error"] is None
    assert found["summary"]["truth"] is None
    assert "error" not in rangekit("replay", "-", stdin="t_s,range_m\n0,5\n1,6\n").output


POSITIONS = "t_s,range_m,ax,ay,az,true_x,true_y,true_z\n0,3.1,0,0,2,2,1,0\n0.1,3.2,0,0,2,2,1,0\n"


@pytest.mark.parametrize(
    ("text", "arguments", "true_m", "truth"),
    [
        (POSITIONS, [], 3.0, "positions"),
        (POSITIONS, ["--tag-height", "2"], 5**0.5, "positions, tag 2 m high"),
        (POSITIONS.replace("true_z", "other"), ["--tag-height", "0"], 3.0, "positions, tag 0 m high"),
        (POSITIONS.replace("true_z", "other"), [], 5**0.5, "positions in the plane, for want of heights"),
        (POSITIONS.replace("az", "other"), [], 5**0.5, "positions in the plane, for want of heights"),
        (POSITIONS.replace("other", "x").replace("true_z", "true_m"), [], 0.0, "true_m"),
    ],
)
def test_truth_comes_from_distances_or_positions(text: str, arguments: list[str], true_m: float, truth: str) -> None:
    summary = replayed(text, *arguments)["summary"]
    assert summary["truth"] == truth
    assert summary["error"]["mean_m"] == pytest.approx(3.15 - true_m, abs=1e-9)


ANCHORS = "t_s,range_m,anchor\n0,1,A\n0.1,2,B\n0.2,3,B\n0.3,4,C\n"


def test_one_anchor_is_played_and_the_choice_is_said() -> None:
    result = rangekit("replay", "-", stdin=ANCHORS)
    assert "standard input has 3 anchors; playing B, the one with the most rows (2)" in result.errors
    assert "A" in result.errors.split("--anchor")[1]
    assert "\nanchor B: 2 distances in 2 rows" in result.output
    chosen = rangekit("replay", "-", "--anchor", "C", stdin=ANCHORS)
    assert chosen.errors == ""
    assert "anchor C: 1 distances" in chosen.output
    assert replayed(ANCHORS, "--anchor", "A")["anchor"] == "A"


@pytest.mark.parametrize(
    ("text", "arguments", "words"),
    [
        (ANCHORS, ["--anchor", "D"], "no anchor 'D'; anchors are: B (2 rows), A (1 rows), C (1 rows)"),
        ("t_s,range_m\n0,1\n", ["--anchor", "D"], "there is no column anchor"),
        ("time,range_m\n0,1\n", [], "there is no column t_s; the header has: time, range_m"),
        ("t_s,distance\n0,1\n", [], "there is no column range_m; the header has: t_s, distance"),
        ("t_s,range_m\n", [], "standard input has a header and no rows"),
        ("", [], "standard input is empty"),
        ("t_s,range_m\n0,1\n", ["--tag-height", "0.5"], "--tag-height needs the columns true_x, true_y"),
        (POSITIONS.replace("az", "h"), ["--tag-height", "0.5"], "there is no column az"),
        (POSITIONS, ["--tag-height", "nan"], "--tag-height nan: expected a finite number of metres"),
        (POSITIONS, ["--preset", "mine"], "invalid choice: 'mine'"),
        (POSITIONS, ["--plot", "/nowhere/x.png"], "the picture /nowhere/x.png cannot be written"),
        (POSITIONS, ["--plot", "x.doc"], "the picture x.doc cannot be written: Format 'doc' is not supported"),
    ],
)
def test_what_cannot_be_used_ends_with_status_2(text: str, arguments: list[str], words: str, tmp_path: Path) -> None:
    result = rangekit("replay", "-", *arguments, stdin=text, cwd=tmp_path)
    assert result.status == 2
    assert words in result.errors


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_pictures_have_the_format_of_their_ending(ending: str, start: bytes, tmp_path: Path) -> None:
    picture = tmp_path / f"distance.{ending}"
    result = rangekit("replay", "-", "--plot", picture, stdin=steady(200))
    assert result.status == 0, result.errors
    assert picture.read_bytes().startswith(start)


def test_the_picture_is_titled_and_coloured_by_quality(tmp_path: Path) -> None:
    file, picture = tmp_path / "hallway.csv", tmp_path / "hallway.svg"
    file.write_text(steady(100) + "\n" + "\n".join(f"{20 + index / 10},{20 + index / 10}," for index in range(30)))
    assert rangekit("replay", file, "--plot", picture).status == 0
    text = picture.read_text()
    for label in ("hallway.csv", "truth", "close", "good", "unknown", "distance (m)", "error (m)", "time (s)"):
        assert f"<!-- {label}" in text, label


def test_a_recording_without_any_distance_can_be_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "empty.png"
    result = rangekit("replay", "-", "--plot", picture, stdin="t_s,range_m\n0,\n1,\n")
    assert result.status == 0
    assert result.errors == ""
    assert "0 distances in 2 rows" in result.output


def test_a_recording_of_refused_rows_alone_is_said_to_be_that(tmp_path: Path) -> None:
    result = rangekit("replay", "-", "--plot", tmp_path / "x.png", stdin="t_s,range_m\nx,1\ny,2\n")
    assert result.status == 0
    assert "0 distances in 2 rows over 0.0 s, 2 rows refused" in result.output


@pytest.mark.parametrize("name", ["outdoor_twr_dynamic_los.csv", "outdoor_twr_dynamic_nlos.csv"])
@pytest.mark.parametrize("preset", ["published_code", "published_text"])
def test_real_recordings_give_what_the_plain_model_gives(shared: Path, name: str, preset: str) -> None:
    """Every second of the anchor with the most rows, and the error against the surveyed track."""
    file = shared / "data" / "uwb" / name
    if not file.is_file():
        pytest.skip(f"{file} is not there")
    found = rangekit("replay", file, "--tag-height", 0.5, "--preset", preset, "--json").json()
    model = PublishedEstimator() if preset == "published_code" else PublishedEstimator.text()
    shares = dict.fromkeys(LEVELS, 0)
    state: dict[int, tuple[int, int]] = {}
    errors, first_ns = [], None
    for line in file.read_text().splitlines()[1:]:
        cells = line.split(",")
        if cells[1] != found["anchor"]:
            continue
        time_ns = round(float(cells[0]) * 10_000) * 100_000
        first_ns = time_ns if first_ns is None else first_ns
        assert model.update(time_ns, float(cells[5]))
        shares[LEVELS[model.level]] += 1
        state[(time_ns - first_ns) // 10**9] = (model.level, len(model.buffer))
        ax, ay, az, x, y = (float(cells[index]) for index in (2, 3, 4, 8, 9))
        errors.append(float(cells[5]) - ((ax - x) ** 2 + (ay - y) ** 2 + (az - 0.5) ** 2) ** 0.5)
    assert [(second["quality"], second["samples"]) for second in found["seconds"]] == [
        (LEVELS[level], count) for level, count in state.values()
    ]
    rows = sum(shares.values())
    assert found["summary"]["quality_share"] == pytest.approx({name: n / rows for name, n in shares.items()})
    assert found["summary"]["error"]["median_absolute_m"] == pytest.approx(np.median(np.abs(errors)), abs=1e-9)
    assert found["summary"]["error"]["rmse_m"] == pytest.approx(np.sqrt(np.mean(np.square(errors))), abs=1e-9)
    assert found["summary"]["error"]["p95_absolute_m"] == pytest.approx(np.percentile(np.abs(errors), 95), abs=1e-9)
    assert found["summary"]["error"]["median_absolute_m"] < 0.3  # a radio that works


def test_values_in_json_are_finite(shared: Path) -> None:
    file = shared / "data" / "uwb" / "labyrinth_twr.csv"
    if not file.is_file():
        pytest.skip(f"{file} is not there")
    output = rangekit("replay", file, "--json").output
    found = json.loads(output, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
    assert found["summary"]["measurements"] > 40
