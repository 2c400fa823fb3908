"""rangekit position --calibration: delays, biases of links and of levels, taken off as they were fitted."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import rangekit
from rangekit.calibration import Calibration, DeviceDelay, LevelBias, LinkBias
from rangekit.calibration_fit import METRES_PER_TICK

CORNERS = {"a": (0.0, 0.0), "b": (8.0, 0.0), "c": (8.0, 6.0), "d": (0.0, 6.0)}


@pytest.fixture
def anchors(tmp_path: Path) -> Path:
    path = tmp_path / "anchors.csv"
    path.write_text("anchor,x_m,y_m\n" + "\n".join(f"{name},{x},{y}" for name, (x, y) in CORNERS.items()))
    return path


def samples(error: Any, columns: str = "tag", tag: str = "t", level: Any = lambda d: "") -> str:
    rows = [f"t_s,anchor,range_m,true_x,true_y,std_m,{columns}"]
    for index in range(60):
        place = (1 + 0.1 * index, 2 + 0.05 * index)
        for name, corner in CORNERS.items():
            true_m = math.dist(place, corner)
            last = tag if columns == "tag" else level(true_m)
            rows.append(f"{index},{name},{true_m + error(name, true_m):.6f},{place[0]},{place[1]},0.05,{last}")
    return "\n".join(rows)


def located(text: str, anchors: Path, calibration: Calibration, tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "calibration.json"
    calibration.save(path)
    command = ("position", "-", "--anchors", anchors, "--dim", 2, "--calibration", path, "--json")
    return rangekit(*command, stdin=text).json()


def test_links_and_delays_are_taken_off(anchors: Path, tmp_path: Path) -> None:
    ticks = {"a": 10.0, "b": 20.0, "c": -5.0, "d": 40.0, "t": 100.0}
    links = {"a": 0.3, "b": -0.1, "c": 0.2, "d": 0.0}
    calibration = Calibration(
        tuple(LinkBias(anchor=name, bias_m=bias) for name, bias in links.items()),
        tuple(DeviceDelay(name=name, delay_ticks=delay) for name, delay in ticks.items()),
    )
    text = samples(lambda name, _: links[name] + (ticks[name] + ticks["t"]) * METRES_PER_TICK / 2)
    found = located(text, anchors, calibration, tmp_path)
    assert found["rmse_m"] < 1e-5
    assert found["notes"] == []


def test_a_delay_that_is_not_there_is_said(anchors: Path, tmp_path: Path) -> None:
    calibration = Calibration((), tuple(DeviceDelay(name=name, delay_ticks=9.0) for name in "abcd"))
    found = located(samples(lambda *_: 0.0, tag="new"), anchors, calibration, tmp_path)
    assert found["rmse_m"] < 1e-5
    (note,) = found["notes"]
    assert "the antenna delay of new is not there: 240 ranges kept theirs" in note


def test_biases_by_level_need_the_levels(anchors: Path, tmp_path: Path) -> None:
    knots = tuple(LevelBias(level_dbm=level, bias_m=bias) for level, bias in ((-95.0, 0.5), (-75.0, 0.1)))
    calibration = Calibration((), (), knots)

    def level(true_m: float) -> str:
        return f"{-75 - 2 * true_m:.9f}"

    def error(_: str, true_m: float) -> float:
        return float(np.interp(-75 - 2 * true_m, [-95, -75], [0.5, 0.1]))

    assert located(samples(error, "level_dbm", level=level), anchors, calibration, tmp_path)["rmse_m"] < 1e-4
    without = located(samples(error), anchors, calibration, tmp_path)
    assert without["rmse_m"] > 0.01
    assert "bias_by_level is not used: the samples have no column level_dbm" in without["notes"][0]


def test_differences_take_the_biases_of_both_ends(anchors: Path, tmp_path: Path) -> None:
    links = {"a": 0.3, "b": -0.1, "c": 0.2, "d": 0.5}
    calibration = Calibration(tuple(LinkBias(anchor=name, bias_m=bias) for name, bias in links.items()))
    rows = ["t_s,idA,idB,dd_m,std_m,true_x,true_y"]
    for index in range(20):
        place = (2 + 0.1 * index, 2 + 0.1 * index)
        for name in "bcd":
            value = math.dist(place, CORNERS[name]) - math.dist(place, CORNERS["a"]) + links[name] - links["a"]
            rows.append(f"{index},a,{name},{value:.6f},0.05,{place[0]},{place[1]}")
    assert located("\n".join(rows), anchors, calibration, tmp_path)["rmse_m"] < 1e-4


def test_a_file_that_is_no_calibration_is_named(anchors: Path, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"links": 3}')
    done = rangekit("position", "-", "--anchors", anchors, "--calibration", path, stdin="t_s,anchor,range_m\n0,a,1\n")
    assert done.status == 2
    assert "other.json is not a calibration: RANGEKIT_ERROR_JSON_TYPE: calibration.links at byte 10" in done.errors
