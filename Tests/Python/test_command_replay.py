"""rangekit replay: the estimator over a recording, the summary against truth, refused rows, pictures."""

from __future__ import annotations

import json
import math
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
    assert lines[0].split() == ["t_s", "distance_m", "spread_m", "rate_hz", "error_m", "quality"]
    assert [line.split()[0] for line in lines[1:6]] == ["0.90", "1.90", "2.90", "3.90", "4.90"]
    assert lines[5].split()[4:] == ["+0.040", "close"]
    assert "50 distances in 50 rows over 4.9 s, 0 rows refused" in result.output
    assert "rate     10.0 measurements a second on average" in result.output
    assert "quality  close 83.7 %, good 0.0 %, unknown 16.3 % of the time" in result.output
    assert "repeats" not in result.output


def test_json_has_the_same_in_one_object() -> None:
    found = replayed(steady(50))
    assert set(found) == {
        *("recording", "anchor", "preset", "keep_repeated", "seconds", "refused", "truth_refused", "summary")
    }
    assert found["anchor"] is None
    last = found["seconds"][-1]
    assert last.pop("causes") == []
    assert last == pytest.approx(
        {"t_s": 4.9, "distance_m": 5.04, "spread_m": 0.0151, "rate_hz": 10.0, "quality": "close", "samples": 21}
        | {"error_m": 0.04},
        abs=1e-4,
    )
    summary = found["summary"]
    assert summary["rows"] == summary["measurements"] == 50
    assert summary["quality_time_share"] == pytest.approx({"unknown": 0.8 / 4.9, "good": 0.0, "close": 4.1 / 4.9})
    assert summary["repeats_dropped"] == 0
    errors = np.array([0.0, 0.01, 0.02, 0.03, 0.04] * 10)
    assert summary["error"]["rmse_m"] == pytest.approx(np.sqrt(np.mean(errors**2)), abs=1e-9)
    assert summary["error"]["median_absolute_m"] == pytest.approx(0.02, abs=1e-9)
    assert summary["error"]["p95_absolute_m"] == pytest.approx(0.04, abs=1e-9)
    assert summary["error"]["mean_m"] == pytest.approx(0.02, abs=1e-9)


@pytest.mark.parametrize(("preset", "first"), [("published_code", 8), ("published_text", 7)])
def test_presets_differ_as_published(preset: str, first: int) -> None:
    share = replayed(steady(101), "--preset", preset)["summary"]["quality_time_share"]["unknown"]
    assert share == pytest.approx(first / 100)


def test_shares_are_of_the_time_that_a_level_lasted() -> None:
    """Nine measurements within 0.8 s make it close, and a silent window of 9.2 s makes it last."""
    rows = "".join(f"{index / 10},{5 + index / 10}\n" for index in range(9))
    found = replayed(f"t_s,range_m\n{rows}10,\n12,\n")["summary"]
    assert found["duration_s"] == 12.0
    assert found["rate_hz"] == pytest.approx(10.0)
    assert found["quality_time_share"] == pytest.approx({"close": 9.2 / 12, "good": 0.0, "unknown": 2.8 / 12})


def test_without_any_time_there_are_no_shares() -> None:
    assert replayed("t_s,range_m\n5,1\n")["summary"]["quality_time_share"] is None
    assert "\nquality  unknown\n" in rangekit("replay", "-", stdin="t_s,range_m\n5,1\n").output


def test_every_second_says_why_it_is_not_better() -> None:
    rows = steady(5) + "\n" + "\n".join(f"{1 + index / 10},{60 + index / 10},60" for index in range(10)) + "\n9,,\n"
    found = replayed(rows)["seconds"]
    assert [second["causes"] for second in found] == [["few_measurements"], ["far"], ["no_measurement"]]
    output = rangekit("replay", "-", stdin=rows).output
    for words in ("unknown: few_measurements\n", "unknown: far\n", "unknown: no_measurement\n"):
        assert words in output


STILL = "t_s,range_m\n" + "".join(f"{index / 10},5.02\n" for index in range(30))


def test_repeats_that_were_dropped_are_counted_and_can_be_kept() -> None:
    """5.02 m all the time: the first is kept, and the one after it has left the window at 2.1 s."""
    model = PublishedEstimator()
    kept, newest = 0, None
    for index in range(30):
        assert model.update(index * 100_000_000, 5.02)
        kept += bool(model.buffer) and model.buffer[-1] != newest
        newest = model.buffer[-1] if model.buffer else None
    found = replayed(STILL)
    assert found["summary"]["repeats_dropped"] == 30 - kept == 28
    assert found["summary"]["quality_time_share"]["unknown"] == 1
    output = rangekit("replay", "-", stdin=STILL).output
    assert (
        "dropped 28 distances that equal the newest, so that a still peer can look unknown; --keep-repeated" in output
    )
    found = replayed(STILL, "--keep-repeated")
    assert found["keep_repeated"] is True
    assert found["summary"]["repeats_dropped"] == 0
    assert found["seconds"][-1]["quality"] == "close"
    assert "repeats" not in rangekit("replay", "-", "--keep-repeated", stdin=STILL).output


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
        ("0.5,5,5", "TIME_BACKWARDS", "t_s = 0.5 comes after 0.9 in line 11"),
        ("0.899999999,5,5", "TIME_BACKWARDS", "t_s = 0.899999999 comes after 0.9 in line 11"),
        ("\uff11,5,5", "INVALID_VALUE", "column t_s: found"),
        ("0;95;5", "INVALID_VALUE", "this row is separated by semicolons, the header is not"),
        ("0,95,5,02,5", "INVALID_VALUE", "decimal commas? Numbers need a decimal point"),
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
        ("0.95,1e39,5", "OUT_OF_RANGE", "range_m = 1e+39"),
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
    assert "1 row refused" in result.output


def test_the_backward_time_is_that_of_the_last_row_that_was_taken() -> None:
    rows = ["1700000000.1,5", "1700000000.3,1e39", "1700000000.2,6", "1700000000.15,7"]
    first, second = replayed("\n".join(["t_s,range_m", *rows]))["refused"]
    assert first["line"] == 3
    assert second["message"].endswith("t_s = 1700000000.15 comes after 1700000000.2 in line 4")


@pytest.mark.parametrize("text", ["t_s;range_m\n0,1;5,02\n0.2;5\n", "t_s\trange_m\n0,1\t5,02\n0.2\t5\n"])
def test_decimal_commas_get_a_hint(text: str) -> None:
    (refused,) = replayed(text)["refused"]
    assert refused["message"] == "line 2: column t_s: found '0,1', expected seconds; decimals need a point: 0.1"


def test_truth_that_is_not_a_number_is_named_and_its_row_is_played() -> None:
    rows = steady(20).splitlines()
    truths = {3: "nan", 4: "inf", 5: "", 6: "unknown", 7: "1e10", 8: "5,02"}
    for index, truth in truths.items():
        rows[index] = ",".join([*rows[index].split(",")[:2], truth])
    rows = [row.replace(",", ";", 2) for row in rows]
    found = replayed("\n".join(rows))
    assert found["summary"]["measurements"] == 20
    assert found["summary"]["error"]["count"] == 14
    assert found["refused"] == []
    assert found["summary"]["truth_refused"] == 5
    errors = {problem["line"]: problem["error"].removeprefix("RANGEKIT_ERROR_") for problem in found["truth_refused"]}
    assert errors == {4: "NOT_FINITE", 5: "NOT_FINITE", 7: "INVALID_VALUE", 8: "OUT_OF_RANGE", 9: "INVALID_VALUE"}
    assert found["truth_refused"][2]["message"] == "line 7: column true_m: found 'unknown', expected a number"
    result = rangekit("replay", "-", "--strict", stdin="\n".join(rows))
    assert result.status == 1
    assert "truth refused: line 8: the true distance, 1e+10 m, is beyond 1e+09 m" in result.output
    positions = replayed(POSITIONS + "0.2,3.1,0,0,2,2,x,0\n0.3,3.1,0,0,,2,1,0\n")
    (problem,) = positions["truth_refused"]
    assert "line 4: column true_y: found 'x'" in problem["message"]
    assert positions["summary"]["error"]["count"] == 2


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
    assert "anchor C: 1 distance in 1 row over 0.0 s, 0 rows refused" in chosen.output
    assert replayed(ANCHORS, "--anchor", "A")["anchor"] == "A"


@pytest.mark.parametrize(
    ("text", "arguments", "words"),
    [
        (ANCHORS, ["--anchor", "D"], "no anchor 'D'; anchors are: B (2 rows), A (1 row), C (1 row)"),
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


def test_a_recording_of_refused_rows_alone_cannot_be_played(tmp_path: Path) -> None:
    picture = tmp_path / "x.png"
    for arguments in ([], ["--json"], ["--plot", picture]):
        result = rangekit("replay", "-", *arguments, stdin="t_s,range_m\nx,1\n0,1e39\n")
        assert result.status == 2
        assert result.output == ""
        assert "nothing to play: every row in standard input is refused (2 rows)" in result.errors
        assert "The first: line 2: column t_s: found 'x', expected seconds [RANGEKIT_ERROR_INV" in result.errors
    assert not picture.exists()
    result = rangekit("replay", "-", "--anchor", "B", stdin="t_s,range_m,anchor\n0,1,A\nx,1,B\n")
    assert result.status == 2
    assert "every row of anchor B in standard input is refused (1 row)" in result.errors


@pytest.mark.parametrize("name", ["outdoor_twr_dynamic_los.csv", "outdoor_twr_dynamic_nlos.csv"])
@pytest.mark.parametrize("preset", ["published_code", "published_text"])
def test_real_recordings_give_what_the_plain_model_gives(shared: Path, name: str, preset: str) -> None:
    """Every second of the anchor with the most rows, and the error against the surveyed track."""
    file = shared / "data" / "uwb" / name
    if not file.is_file():
        pytest.skip(f"{file} is not there")
    found = rangekit("replay", file, "--tag-height", 0.5, "--preset", preset, "--json").json()
    model = PublishedEstimator() if preset == "published_code" else PublishedEstimator.text()
    lasted_ns = dict.fromkeys(LEVELS, 0)
    state: dict[int, tuple[int, int]] = {}
    errors, first_ns, last_ns = [], None, None
    for line in file.read_text().splitlines()[1:]:
        cells = line.split(",")
        if cells[1] != found["anchor"]:
            continue
        time_ns = round(float(cells[0]) * 10_000) * 100_000
        first_ns = time_ns if first_ns is None else first_ns
        if last_ns is not None:
            lasted_ns[LEVELS[model.level]] += time_ns - last_ns
        last_ns = time_ns
        assert model.update(time_ns, float(cells[5]))
        state[(time_ns - first_ns) // 10**9] = (model.level, len(model.buffer))
        ax, ay, az, x, y = (float(cells[index]) for index in (2, 3, 4, 8, 9))
        errors.append(float(cells[5]) - ((ax - x) ** 2 + (ay - y) ** 2 + (az - 0.5) ** 2) ** 0.5)
    assert [(second["quality"], second["samples"]) for second in found["seconds"]] == [
        (LEVELS[level], count) for level, count in state.values()
    ]
    span_ns = sum(lasted_ns.values())
    shares = {name: nanoseconds / span_ns for name, nanoseconds in lasted_ns.items()}
    assert found["summary"]["quality_time_share"] == pytest.approx(shares)
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


def visit() -> str:
    """10 m to 1 m and back, 5 times a second, one spike; the truth beside it."""
    true_m = [10 - 9 * math.sin(math.pi * index / 200) for index in range(201)]
    noise = [0.05 if index % 2 else -0.05 for index in range(201)]
    rows = [f"{i / 5},{true_m[i] + noise[i] + 20 * (i == 60):.3f},{true_m[i]:.4f}" for i in range(201)]
    return "\n".join(["t_s,range_m,true_m", *rows])


def test_filter_and_zones_join_the_json() -> None:
    found = rangekit("replay", "-", "--json", "--filter", "kalman", "--zones", "presence", stdin=visit()).json()
    assert found["filter"] == "kalman"
    summary = found["summary"]
    assert summary["filtered_error"]["rmse_m"] < 0.5 * summary["error"]["rmse_m"]
    assert summary["filtered_error"]["count"] == summary["error"]["count"]
    last = found["seconds"][-1]
    assert abs(last["filtered_m"] - 10) < 0.3
    assert [(event["event"], event["ring"]) for event in found["zone_events"] if event["event"] != "dwelt"] == [
        ("entered", 0),
        ("left", 0),
    ]
    entered, left = (event for event in found["zone_events"] if event["event"] != "dwelt")
    assert entered["distance_m"] <= 2 and left["distance_m"] > 3
    assert found["zones"][0]["enter_m"] == 2


def test_without_the_options_nothing_is_added() -> None:
    found = rangekit("replay", "-", "--json", stdin=visit()).json()
    assert "filter" not in found and "zone_events" not in found
    assert "filtered_m" not in found["seconds"][0]


def test_filter_and_zones_join_the_table() -> None:
    result = rangekit("replay", "-", "--filter", "median", "--zones", "presence", stdin=visit())
    lines = result.output.splitlines()
    assert lines[0].split() == ["t_s", "distance_m", "spread_m", "rate_hz", "filtered_m", "error_m", "quality"]
    assert sum("entered ring 0 at" in line for line in lines) == 1
    assert sum("left ring 0 at" in line for line in lines) == 1
    assert any(line.startswith("zones    presence: ") for line in lines)
    assert any(line.startswith("filtered median ") for line in lines)
    refused = rangekit("replay", "-", "--filter", "mean", stdin=visit())
    assert refused.status == 2 and "invalid choice" in refused.errors
