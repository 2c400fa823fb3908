"""The locator from Python: against truth, against NumPy's own linear algebra, and its contract."""

from __future__ import annotations

import copy
from pathlib import Path

import numpy as np
import pytest
import rangekit as rk
from command import rangekit
from rangekit.walk import Walk, simulate_walk


def play(walk: Walk, **options: float) -> rk.Locator:
    """A locator that has seen the walk, poses and distances in the order of their times."""
    locator = rk.Locator(**options)
    events = [(time_s, 0, index) for index, time_s in enumerate(walk.pose_s)]
    events += [(time_s, 1, index) for index, time_s in enumerate(walk.range_s)]
    for time_s, kind, index in sorted(events):
        time_ns = round(time_s * 1e9)
        if kind == 0:
            locator.add_pose(time_ns, walk.position_m[index], walk.orientation[index])
        else:
            locator.measure(time_ns, 5, walk.range_m[index])
    return locator


def test_walks_end_within_what_is_stated() -> None:
    converged = 0
    for seed in range(12):
        walk = simulate_walk(seed=seed, duration_s=40, sweep_m=0.35)
        with play(walk) as locator:
            estimate = locator.estimate(5)
        assert estimate.position_m is not None
        assert estimate.covariance_m2 is not None
        if estimate.convergence != rk.Convergence.CONVERGED:
            assert estimate.transform is None
            continue
        converged += 1
        difference = estimate.position_m - walk.target_m
        assert difference @ np.linalg.solve(estimate.covariance_m2, difference) < 16.3  # chi-square, 3, 99.9 %
        assert estimate.transform is not None
        np.testing.assert_allclose(estimate.transform[:3, 3], estimate.position_m, atol=1e-5)
        np.testing.assert_array_equal(estimate.transform[:3, :3], np.eye(3))
    assert converged >= 7


def test_angles_are_those_of_the_quaternion() -> None:
    walk = simulate_walk(seed=3, duration_s=40, sweep_m=0.4, noise_m=0.02, outlier_share=0.0)
    with play(walk) as locator:
        estimate = locator.estimate(5)
    assert estimate.convergence == rk.Convergence.CONVERGED
    assert estimate.direction is not None
    assert estimate.horizontal_angle_rad is not None
    x, y, z, w = walk.orientation[-1]
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    line = estimate.position_m - walk.position_m[-1]
    device = turn.T @ line / np.linalg.norm(line)
    np.testing.assert_allclose(estimate.direction, device, atol=1e-3)
    assert estimate.horizontal_angle_rad == pytest.approx(np.arctan2(device[0], -device[2]), abs=1e-3)
    assert estimate.distance_m == pytest.approx(np.linalg.norm(line), abs=1e-3)


def test_a_planar_walk_says_above_or_below() -> None:
    walk = simulate_walk(seed=2, duration_s=20, sweep_m=0.0, target_m=(2.0, 3.0, -4.0))
    with play(walk) as locator:
        estimate, places = locator.estimate(5), locator.hypotheses(5)
        session, reasons, peers = locator.session()
    assert estimate.vertical == rk.Vertical.ABOVE_OR_BELOW
    assert len(places) == estimate.hypothesis_count >= 2
    assert sum(place.probability for place in places) == pytest.approx(1, abs=1e-5)
    assert (session, peers) == (rk.Convergence.NOT_CONVERGED, [5])
    assert reasons == estimate.reasons
    assert rk.Reason.INSUFFICIENT_VERTICAL_SWEEP in reasons
    assert estimate.guidance_m is not None
    assert estimate.guidance.message.endswith(".")


def test_batches_are_the_same_as_single_calls() -> None:
    walk = simulate_walk(seed=4, duration_s=10)
    poses = np.zeros(len(walk.pose_s), rk.POSE_DTYPE)
    poses["time_ns"] = np.rint(walk.pose_s * 1e9)
    poses["position_m"], poses["orientation"], poses["fields"] = walk.position_m, walk.orientation, 1
    ranges = np.zeros(1, rk.LOCATOR_MEASUREMENT_DTYPE)
    with rk.Locator() as single, rk.Locator() as batch:
        for index in range(60):
            single.add_pose(int(poses["time_ns"][index]), walk.position_m[index], walk.orientation[index])
        batch.add_poses(poses[:60])
        ranges["sample"]["time_ns"], ranges["sample"]["fields"] = poses["time_ns"][50] + 1000, 1
        ranges["sample"]["distance_m"], ranges["sample"]["peer"] = 3.0, 1
        batch.measure_batch(ranges)
        single.measure(int(poses["time_ns"][50]) + 1000, 1, 3.0)
        np.testing.assert_array_equal(batch.estimate(1).position_m, single.estimate(1).position_m)
        poses["time_ns"][70] = 0
        with pytest.raises(rk.ArgumentError, match="element 10"):
            batch.add_poses(poses[60:])


def test_what_cannot_be_is_refused_by_name() -> None:
    with pytest.raises(rk.ArgumentError, match="bias_stddev_m = 0"):
        rk.Locator(bias_stddev_m=0)
    with pytest.raises(TypeError, match="did you mean bias_m"):
        rk.Locator(bias=0)
    locator = rk.Locator(up=rk.Up.Z)
    assert locator.options["up"] == 1
    with pytest.raises(rk.RangeKitError, match="UNKNOWN_TARGET"):
        locator.estimate(1)
    with pytest.raises(ValueError, match="position_m has 2 numbers"):
        locator.add_pose(0, (1, 2))
    with pytest.raises(rk.ArgumentError, match="NOT_FINITE"):
        locator.measure(0, 1, float("nan"))
    for peer in range(8):
        locator.set_motion(peer, rk.TargetMotion.STATIONARY)
    with pytest.raises(rk.RangeKitError, match="TOO_MANY_TARGETS"):
        locator.set_height(8, 1.0)
    with pytest.raises(TypeError, match="cannot be copied"):
        copy.copy(locator)
    locator.close()
    locator.close()
    with pytest.raises(rk.ArgumentError, match="closed"):
        locator.session()
    assert "closed" in repr(locator)


def test_the_simulator_repeats_itself() -> None:
    first, again, other = (simulate_walk(seed=seed, duration_s=5) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.range_m, again.range_m)
    assert not np.array_equal(first.range_m, other.range_m)
    np.testing.assert_allclose(np.linalg.norm(first.orientation, axis=1), 1)


def test_the_command_locates_a_simulated_walk(tmp_path: Path) -> None:
    walk, truth, picture = tmp_path / "walk.csv", tmp_path / "truth.csv", tmp_path / "walk.png"
    assert rangekit("simulate-walk", "-o", walk, "--truth", truth, "--seed", 1).status == 0
    found = rangekit("locate", walk, "--truth", truth, "--json", "--plot", picture).json()
    last = found["targets"]["tag"]
    assert last["convergence"] == "converged"
    assert last["error_m"] < 0.3
    assert last["score"] < 16.3
    assert len(last["covariance_m2"]) == 3
    assert found["refused"] == []
    assert len(found["updates"]) > 250
    assert found["updates"][0]["convergence"] == "not_converged"
    assert found["updates"][0]["reasons"]
    assert picture.read_bytes().startswith(b"\x89PNG")
    text = rangekit("locate", walk, "--truth", truth)
    assert "converged after" in text.output


def test_the_command_names_what_it_refuses(tmp_path: Path) -> None:
    walk = tmp_path / "walk.csv"
    walk.write_text("t_s,x_m,y_m,z_m,target,range_m\n0,0,0,0,a,3\n1,1,,0,,\n0.5,0,0,0,,\n2,2,0,0,a,nan\n3,3,0,0,a,4\n")
    result = rangekit("locate", walk, "--json")
    found = result.json()
    assert [one["line"] for one in found["refused"]] == [3, 5]
    assert rangekit("locate", walk, "--strict").status == 1
    walk.write_text("t_s,x_m,y_m,z_m\n0,0,0,0\n")
    missing = rangekit("locate", walk)
    assert missing.status == 2
    assert "there is no column range_m" in missing.errors
    walk.write_text("t_s,x_m,y_m,z_m,target,range_m\n0,,,,a,3\n")
    assert "gives no position" in rangekit("locate", walk).errors


def test_a_recorded_drive_with_z_up(tmp_path: Path, shared: Path) -> None:
    """Antenna 0 of the recorded drive, as a file of the documented columns; anchor 5 is the target."""
    drive = np.genfromtxt(shared / "data/uwb/lias_planar_dynamic_fast.csv", delimiter=",", names=True)
    anchors = np.genfromtxt(shared / "data/uwb/lias_anchors.csv", delimiter=",", names=True)
    walk, truth = tmp_path / "walk.csv", tmp_path / "truth.csv"
    with walk.open("w") as file:
        file.write("t_s,x_m,y_m,z_m,target,range_m\n")
        for row in drive:
            if np.isfinite(row["a5t0"]) and np.isfinite(row["t0_x"]):
                file.write(f"{row['t']},{row['t0_x']},{row['t0_y']},{row['t0_z']},5,{row['a5t0']}\n")
    x, y, z = anchors[5]["x_m"], anchors[5]["y_m"], anchors[5]["z_m"]
    truth.write_text(f"target,x_m,y_m,z_m\n5,{x},{y},{z}\n")
    found = rangekit("locate", walk, "--up", "z", "--target-height", z, "--truth", truth, "--json").json()
    assert found["targets"]["5"]["convergence"] == "converged"
    assert found["targets"]["5"]["error_m"] < 0.15
    for update in found["updates"]:
        assert not (update["convergence"] == "converged" and update["error_m"] > 1 and update["score"] > 9)
