"""rangekit position: recorded rooms against truth, both kinds of samples, calibration, refused rows, pictures."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import rangekit

ANCHORS = "anchor,x_m,y_m,z_m\n" + "\n".join(
    f"a{index},{x},{y},{z}"
    for index, (x, y, z) in enumerate(
        [(0, 0, 0.2), (8, 0, 2.5), (8, 6, 0.3), (0, 6, 2.6), (4, 0, 2.4), (4, 6, 0.4), (0, 3, 1.0), (8, 3, 2.0)]
    )
)
PLACES = np.array([[float(v) for v in line.split(",")[1:]] for line in ANCHORS.splitlines()[1:]])


@pytest.fixture
def anchors(tmp_path: Path) -> Path:
    path = tmp_path / "anchors.csv"
    path.write_text(ANCHORS)
    return path


def walk(seconds: float, step_s: float) -> Iterator[tuple[float, np.ndarray]]:
    for t_s in np.arange(0, seconds, step_s):
        yield t_s, np.array([4 + 2.5 * np.cos(0.3 * t_s), 3 + 2 * np.sin(0.3 * t_s), 1.2 + 0.3 * np.sin(0.2 * t_s)])


def ranged(seconds: float = 30, *, noise_m: float = 0.08, seed: int = 1, bias_m: Any = 0.0) -> list[str]:
    """One range after the other, round the anchors, in three dimensions."""
    rng = np.random.default_rng(seed)
    bias = np.broadcast_to(bias_m, len(PLACES))
    rows = ["t_s,anchor,range_m,true_x,true_y,true_z"]
    for index, (t_s, place) in enumerate(walk(seconds, 0.0125)):
        anchor = index % len(PLACES)
        value = np.linalg.norm(place - PLACES[anchor]) + bias[anchor] + rng.normal(0, noise_m)
        rows.append(f"{t_s:.4f},a{anchor},{value:.4f},{place[0]:.4f},{place[1]:.4f},{place[2]:.4f}")
    return rows


def positioned(rows: list[str], anchors: Path, *arguments: object) -> dict[str, Any]:
    return rangekit("position", "-", "--anchors", anchors, "--json", *arguments, stdin="\n".join(rows)).json()


def test_ranges_in_three_dimensions(anchors: Path) -> None:
    found = positioned(ranged(), anchors)
    assert found["dimensions"] == 3
    assert found["rmse_m"] < 0.15
    assert 0.90 <= found["coverage"] <= 1.0
    assert found["failed"] == []
    position = found["positions"][10]
    assert set(position) == {"t_s", "tag", "x_m", "y_m", "z_m", "covariance_m2", "used", "mirror_m"}
    assert position["used"] == 8
    assert np.linalg.eigvalsh(position["covariance_m2"]).min() > 0


def test_biases_are_found_without_any_truth(anchors: Path) -> None:
    bias = np.array([0.3, -0.2, 0.1, 0.25, 0.0, -0.1, 0.2, 0.15])
    rows = ranged(bias_m=bias)
    found, plain = positioned(rows, anchors), positioned(rows, anchors, "--bias", "none")
    assert found["rmse_m"] < 0.6 * plain["rmse_m"]
    assert np.abs(np.array(list(found["biases_m"].values())) - bias).max() < 0.1
    assert set(plain["biases_m"].values()) == {0.0}
    blind = [",".join(row.split(",")[:3]) for row in rows]
    assert positioned(blind, anchors)["biases_m"] == found["biases_m"]


def test_rows_in_any_order_are_the_same(anchors: Path) -> None:
    rows = ranged(10)
    shuffled = [rows[0], *np.random.default_rng(0).permutation(rows[1:]).tolist()]
    assert positioned(shuffled, anchors)["positions"] == positioned(rows, anchors)["positions"]


def test_differences_and_both_kinds_in_one_file(anchors: Path) -> None:
    rng = np.random.default_rng(2)
    rows = ["t_s,idA,idB,dd_m,anchor,range_m,true_x,true_y,true_z"]
    for index, (t_s, place) in enumerate(walk(20, 0.0125)):
        a, b = index % 8, (index + 1) % 8
        d = np.linalg.norm(PLACES - place, axis=1)
        truth = ",".join(f"{value:.4f}" for value in place)
        rows.append(f"{t_s:.4f},a{a},a{b},{d[b] - d[a] + rng.normal(0, 0.1):.4f},,,{truth}")
        if index % 4 == 0:
            rows.append(f"{t_s:.4f},,,,a{a},{d[a] + rng.normal(0, 0.1):.4f},{truth}")
    both = positioned(rows, anchors)
    assert both["rmse_m"] < 0.25
    assert 0.90 <= both["coverage"] <= 1.0
    alone = positioned([row for row in rows if ",,,a" not in row], anchors)
    assert alone["rmse_m"] < 0.45


def test_impossible_and_wild_samples_are_named(anchors: Path) -> None:
    rows = ranged(10)
    rows[100] = "1.2375,a3,45.0,,,"
    rows.append("5.0,zz,3.0,1,1,1")
    rows.append("5.0,a1,nan,1,1,1")
    rows.append("x,a1,3.0,1,1,1")
    found = positioned(rows, anchors)
    left_out = {row["line"]: row for row in found["left_out"]}
    assert left_out[101]["error"] == "RANGEKIT_ERROR_GATED"
    assert "range a3 = 45.000 m" in left_out[101]["message"]
    assert "has no anchor 'zz'; it has a0, a1" in left_out[len(rows) - 2]["message"]
    assert left_out[len(rows) - 1]["error"] == "RANGEKIT_ERROR_NOT_FINITE"
    assert "expected a number" in left_out[len(rows)]["message"]
    assert rangekit("position", "-", "--anchors", anchors, "--strict", stdin="\n".join(rows)).status == 1
    impossible = ["t_s,idA,idB,dd_m", *(f"{t},a0,a1,9.5" for t in range(5)), "9,a0,a2,1"]
    result = rangekit("position", "-", "--anchors", anchors, stdin="\n".join(impossible))
    assert result.status == 2
    assert "no position from 6 samples" in result.errors


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("anchor,x_m,y_m\na,1,nan", "line 2: column y_m: found 'nan', expected a finite number"),
        ("anchor,x_m,y_m\na,1,1\na,2,2", "line 3: anchor 'a' is there already, in line 2"),
        ("anchor,x_m\na,1", "there is no column y_m"),
        ("anchor,x_m,y_m", "has a header and no anchors"),
        ("anchor,x_m,y_m\na,1e9,0", "beyond 1e+07 m"),
    ],
)
def test_anchors_that_cannot_be_used(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(content)
    result = rangekit("position", "-", "--anchors", path, stdin="t_s,anchor,range_m\n0,a,1")
    assert result.status == 2
    assert message in result.errors


def test_arguments_that_do_not_fit(anchors: Path) -> None:
    rows = "\n".join(ranged(1))
    for arguments, message in [
        (("--dim", "3", "--height", "1"), "--height is for --dim 2"),
        (("--epoch", "-1"), "--epoch -1.0: expected a number from 0 to 1e6, s"),
        (("--odometry", "x.csv"), "--odometry needs --method ekf"),
        (("--calibration", "missing.json"), "missing.json cannot be read"),
    ]:
        result = rangekit("position", "-", "--anchors", anchors, *arguments, stdin=rows)
        assert (result.status, message in result.errors) == (2, True), result.errors


def test_one_anchor_gives_no_position(anchors: Path) -> None:
    rows = ["t_s,anchor,range_m", *(f"{t / 10},a0,3.0" for t in range(30))]
    result = rangekit("position", "-", "--anchors", anchors, "--dim", "2", stdin="\n".join(rows))
    assert result.status == 2
    assert "no position from 30 samples" in result.errors


def test_table_and_picture(anchors: Path, tmp_path: Path) -> None:
    picture = tmp_path / "plan.png"
    result = rangekit("position", "-", "--anchors", anchors, "--plot", picture, stdin="\n".join(ranged(10)))
    assert result.status == 0
    assert result.output.splitlines()[0].split() == ["t_s", "x_m", "y_m", "z_m", "std_x", "std_y", "std_z"]
    assert "stated 95 % regions hold the truth in" in result.output
    assert "estimated biases (m): a0 " in result.output
    assert picture.read_bytes()[:4] == b"\x89PNG"


# ---- A recorded room: 8 anchors, three antennas on a tag, standing and moving ----


def _lias(shared: Path, tmp_path: Path, name: str, keep: Any = lambda number: True) -> Path:
    folder = shared / "data" / "uwb"
    if not folder.is_dir():
        pytest.skip("the recorded rooms are not there")
    path = tmp_path / f"{name}.csv"
    poses: dict[str, int] = {}
    with (folder / f"lias_planar_{name}.csv").open() as source, path.open("w") as target:
        target.write("t_s,anchor,tag,range_m,true_x,true_y\n")
        for index, row in enumerate(csv.DictReader(source)):
            if "pose" in row and not keep(poses.setdefault(row["pose"], len(poses))):
                continue
            t_s = row.get("t") or f"{index * 0.05:.2f}"
            for tag in range(3):
                for anchor in range(8):
                    if row[f"a{anchor}t{tag}"]:
                        target.write(
                            f"{t_s},{anchor},{tag},{row[f'a{anchor}t{tag}']},{row[f't{tag}_x']},{row[f't{tag}_y']}\n"
                        )
    return path


def _calibration(samples: Path, anchors: Path, path: Path) -> Path:
    with anchors.open() as file:
        places = {row["anchor"]: (float(row["x_m"]), float(row["y_m"])) for row in csv.DictReader(file)}
    errors: dict[tuple[str, str], list[float]] = {}
    with samples.open() as file:
        for row in csv.DictReader(file):
            x, y = places[row["anchor"]]
            true_m = float(np.hypot(float(row["true_x"]) - x, float(row["true_y"]) - y))
            errors.setdefault((row["anchor"], row["tag"]), []).append(float(row["range_m"]) - true_m)
    links = [
        {"anchor": anchor, "tag": tag, "bias_m": float(np.mean(e)), "stddev_m": float(np.std(e)), "count": len(e)}
        for (anchor, tag), e in errors.items()
    ]
    path.write_text(json.dumps({"rangekit_calibration": 1, "links": links, "devices": [], "bias_by_level": []}))
    return path


def test_a_recorded_room_with_its_calibration(shared: Path, tmp_path: Path) -> None:
    anchors = shared / "data" / "uwb" / "lias_anchors.csv"
    static, moving = _lias(shared, tmp_path, "static"), _lias(shared, tmp_path, "dynamic_fast")
    room = _calibration(static, anchors, tmp_path / "room.json")
    for samples, most_m in ((static, 0.062), (moving, 0.085)):
        found = rangekit("position", samples, "--anchors", anchors, "--calibration", room, "--json").json()
        print(samples.name, {key: found[key] for key in ("rmse_m", "median_m", "p95_m", "coverage", "region95_m")})
        assert found["rmse_m"] <= most_m
        assert 0.90 <= found["coverage"] <= 0.99
    # The fair split: biases from the odd poses, score on the even ones.
    odd = _calibration(_lias(shared, tmp_path, "static", lambda pose: pose % 2), anchors, tmp_path / "odd.json")
    even = _lias(shared, tmp_path, "static", lambda pose: pose % 2 == 0)
    found = rangekit("position", even, "--anchors", anchors, "--calibration", odd, "--json").json()
    print("even poses", {key: found[key] for key in ("rmse_m", "median_m", "p95_m", "coverage", "region95_m")})
    assert found["rmse_m"] <= 0.068
    assert 0.90 <= found["coverage"] <= 0.99


def test_a_recorded_room_without_any_calibration(shared: Path, tmp_path: Path) -> None:
    anchors = shared / "data" / "uwb" / "lias_anchors.csv"
    for name, most_m in (("static", 0.08), ("dynamic_fast", 0.08)):
        found = rangekit("position", _lias(shared, tmp_path, name), "--anchors", anchors, "--json").json()
        print(name, {key: found[key] for key in ("rmse_m", "median_m", "p95_m", "coverage", "region95_m")})
        assert found["rmse_m"] <= most_m
        # What biases leave open is not known to be small here, so regions are wide; not so wide that they say nothing.
        assert found["coverage"] >= 0.90
        assert found["region95_m"] <= 0.18


@pytest.mark.parametrize("kind", ["los", "nlos"])
@pytest.mark.parametrize("height", [(), ("--height", 0.5)])
def test_a_recorded_square_seen_from_one_corner(
    shared: Path, tmp_path: Path, kind: str, height: tuple[object, ...]
) -> None:
    """Four anchors within 5 m, the tag up to 25 m away, wrong ranges in runs, often two or three anchors alone."""
    source = shared / "data" / "uwb" / f"outdoor_twr_dynamic_{kind}.csv"
    if not source.is_file():
        pytest.skip("the recorded tracks are not there")
    with source.open() as file:
        places = {row["anchor"]: (row["ax"], row["ay"], row["az"]) for row in csv.DictReader(file)}
    anchors = tmp_path / "anchors.csv"
    anchors.write_text("anchor,x_m,y_m,z_m\n" + "\n".join(",".join([name, *xyz]) for name, xyz in places.items()))
    found = rangekit("position", source, "--anchors", anchors, "--dim", 2, *height, "--json").json()
    print(kind, height, {key: found[key] for key in ("rmse_m", "median_m", "p95_m", "coverage", "region95_m")})
    assert found["median_m"] <= 0.36
    assert 0.90 <= found["coverage"] <= 0.99
