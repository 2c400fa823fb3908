"""rangekit position --method ekf: recordings against truth, odometry in both forms, what is gated and why."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import recorded_tracks
from command import rangekit

CORNERS = {"a": (0, 0), "b": (6, 0), "c": (6, 4), "d": (0, 4)}
ANCHORS = "anchor,x_m,y_m\n" + "\n".join(f"{name},{x},{y}" for name, (x, y) in CORNERS.items())


@pytest.fixture
def anchors(tmp_path: Path) -> Path:
    path = tmp_path / "anchors.csv"
    path.write_text(ANCHORS)
    return path


def drive(wild: tuple[int, ...] = ()) -> tuple[list[str], list[str], list[str]]:
    """Samples of a robot on a circle, its motion, and the same from its wheels."""
    source = np.random.default_rng(2)
    samples, motion = ["t_s,anchor,range_m,true_x,true_y"], ["t_s,forward_mps,turn_rad_s,std_mps"]
    wheels = ["t_s,v_right,v_left,track_m"]
    heading, place = 2.0, np.array([3.0, 1.0])
    for index in range(400):
        t_s, forward, turn = 0.1 * index, 0.3 if index > 10 else 0.0, 0.25 if index > 10 else 0.0
        name = "abcd"[index % 4]
        value = math.dist(place, CORNERS[name]) + source.normal(0, 0.05) + (9 if index in wild else 0)
        samples.append(f"{t_s:.1f},{name},{value:.4f},{place[0]:.4f},{place[1]:.4f}")
        motion.append(f"{t_s:.1f},{forward},{turn},0.02")
        wheels.append(f"{t_s:.1f},{forward - 0.1 * turn},{forward + 0.1 * turn},0.1")
        heading += turn * 0.05
        place = place + 0.1 * forward * np.array([math.cos(heading), math.sin(heading)])
        heading += turn * 0.05
    return samples, motion, wheels


def tracked(rows: list[str], anchors: Path, *arguments: object) -> dict[str, Any]:
    command = ("position", "-", "--anchors", anchors, "--dim", 2, "--method", "ekf", "--json", *arguments)
    return rangekit(*command, stdin="\n".join(rows)).json()


def test_a_track_has_a_position_for_every_sample_and_says_what_was_gated(anchors: Path) -> None:
    samples, _, _ = drive(wild=(100, 201))
    found = tracked(samples, anchors)
    assert len(found["positions"]) >= 396
    assert found["rmse_m"] < 0.15
    assert found["coverage"] >= 0.9
    gated = [row["line"] for row in found["left_out"] if row["error"] == "RANGEKIT_ERROR_GATED"]
    assert gated == [102, 203]
    assert all(np.linalg.eigvalsh(np.array(row["covariance_m2"])[:2, :2]).min() > 0 for row in found["positions"])


def test_odometry_in_both_forms_gives_the_same_and_helps(anchors: Path, tmp_path: Path) -> None:
    samples, motion, wheels = drive()
    alone = tracked(samples, anchors)["rmse_m"]
    results = []
    for name, rows in (("motion.csv", motion), ("wheels.csv", wheels)):
        (tmp_path / name).write_text("\n".join(rows))
        results.append(tracked(samples, anchors, "--odometry", tmp_path / name)["rmse_m"])
    assert results[0] < alone
    assert results[1] == pytest.approx(results[0], abs=0.02)  # wheels state no deviation


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("t_s,speed\n0,1\n", "odometry needs the columns"),
        ("t_s,forward_mps,turn_rad_s\n", "has a header and no rows"),
        ("t_s,forward_mps,turn_rad_s\n0,1,0\n1,fast,0\n", "line 3: column forward_mps: found 'fast'"),
        ("t_s,v_right,v_left,track_m\n0,1,1,0\n", "line 2: column track_m: 0, expected more than 0"),
        ("t_s,forward_mps,turn_rad_s\n0,5000,0\n", "beyond 1000"),
    ],
)
def test_odometry_that_cannot_be_used_is_named(anchors: Path, tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "odometry.csv"
    path.write_text(text)
    samples, _, _ = drive()
    command = ("position", "-", "--anchors", anchors, "--dim", 2, "--method", "ekf", "--odometry", path)
    done = rangekit(*command, stdin="\n".join(samples))
    assert done.status == 2
    assert why in done.errors
    assert "odometry.csv" in done.errors


def test_more_anchors_than_a_track_takes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "anchors.csv"
    path.write_text("anchor,x_m,y_m\n" + "\n".join(f"{i},{i},{i % 7}" for i in range(40)))
    rows = ["t_s,anchor,range_m", *(f"{i / 10},{i},3" for i in range(40))]
    command = ("position", "-", "--anchors", path, "--dim", 2, "--method", "ekf")
    done = rangekit(*command, stdin="\n".join(rows))
    assert done.status == 2
    assert "samples of 40 anchors; a track takes at most 32" in done.errors


@pytest.mark.parametrize(("odometry", "most_m"), [(False, 0.14), (True, 0.12)])
def test_the_recorded_labyrinth(tmp_path: Path, odometry: bool, most_m: float) -> None:
    if not recorded_tracks.SHARED.is_dir():
        pytest.skip("no recordings at ../shared/data")
    with (recorded_tracks.SHARED / "labyrinth_twr.csv").open() as file:
        rows = list(csv.DictReader(file))
    anchors = tmp_path / "anchors.csv"
    places = {row["anchor"]: (row["ax"], row["ay"]) for row in rows}
    anchors.write_text("anchor,x_m,y_m\n" + "\n".join(f"{name},{x},{y}" for name, (x, y) in places.items()))
    names = ("t_s", "anchor", "range_m", "true_x", "true_y")
    samples = [
        "t_s,anchor,range_m,true_x,true_y,std_m",
        *(",".join([*(row[name] for name in names), str(math.sqrt(float(row["var_m2"])))]) for row in rows),
    ]
    extra = ("--odometry", recorded_tracks.SHARED / "labyrinth_odom.csv") if odometry else ()
    found = tracked(samples, anchors, *extra)
    assert found["rmse_m"] <= most_m
    assert found["coverage"] >= 0.9
