"""The project's own generator: deterministic, and honest about clocks, noise and distance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rangekit as rk
from command import rangekit
from rangekit.simulation import FARTHEST_M, NEAREST_M, simulate


def test_the_same_seed_gives_the_same_recording() -> None:
    first, again, other = simulate(seed=3), simulate(seed=3), simulate(seed=4)
    np.testing.assert_array_equal(first.stamps, again.stamps)
    np.testing.assert_array_equal(first.received, again.received)
    assert not np.array_equal(first.stamps, other.stamps)


@pytest.mark.parametrize("bits", [32, 40, 64])
@pytest.mark.parametrize("clock_ppm", [(0.0, 0.0), (20.0, -20.0), (-90.0, 95.0)])
def test_distances_are_true_but_for_the_noise(bits: int, clock_ppm: tuple[float, float]) -> None:
    recording = simulate(duration_s=80, rate_hz=50, clock_ppm=clock_ppm, timestamp_bits=bits, blocking=False)
    assert recording.ranges.refused_count == 0
    assert int(recording.stamps.max()).bit_length() <= bits
    error_m = recording.ranges.distance_m - recording.true_m
    scale_m = recording.true_m.max() * max(map(abs, clock_ppm)) * 1e-6
    assert abs(error_m.mean()) < 3e-3 + scale_m  # whole ticks are 4.7 mm
    stated_m = recording.ranges.distance_stddev_m.mean()
    assert error_m.std() == pytest.approx(stated_m, rel=0.06)


def test_without_noise_only_the_ticks_are_left() -> None:
    recording = simulate(noise_ps=0, blocking=False, duration_s=80)
    error_m = recording.ranges.distance_m - recording.true_m
    assert np.abs(error_m).max() < 2 * rk.UWB_TICK_S * rk.SPEED_OF_LIGHT_MPS


def test_the_walk_goes_away_and_back() -> None:
    recording = simulate(duration_s=160)
    assert recording.true_m.min() == pytest.approx(NEAREST_M, abs=0.01)
    assert recording.true_m.max() == pytest.approx(FARTHEST_M, abs=0.01)
    assert np.abs(np.diff(recording.true_m)).max() * 10 < 1.6  # a walking pace


def test_stamps_wrap_on_both_sides() -> None:
    recording = simulate(duration_s=60)  # 40 bits wrap every 17.2 s
    for column in (0, 1):
        assert np.count_nonzero(np.diff(recording.stamps[:, column].astype(np.int64)) < 0) >= 3


def test_blocked_paths_come_late_and_get_lost() -> None:
    recording = simulate(duration_s=2000)
    complete = recording.complete
    assert len(recording.ranges) == np.count_nonzero(complete)
    error_m = recording.ranges.distance_m - recording.true_m[complete]
    blocked = recording.blocked[complete]
    assert error_m[blocked].mean() > 0.2
    assert abs(error_m[~blocked].mean()) < 0.01
    lost_blocked = 1 - complete[recording.blocked].mean()
    lost_clear = 1 - complete[~recording.blocked].mean()
    assert lost_blocked == pytest.approx(0.75, abs=0.05)
    assert lost_clear == pytest.approx(0.01, abs=0.005)


def test_a_lost_message_leaves_no_stamp_after_it() -> None:
    received = simulate(duration_s=2000).received
    kinds: dict[tuple[Any, ...], int] = {}
    for row in received.tolist():
        kinds[tuple(row)] = kinds.get(tuple(row), 0) + 1
    t, f = True, False
    assert set(kinds) == {(t, f, f, f, f, f), (t, t, t, f, f, f), (t, t, t, t, t, f), (t, t, t, t, t, t)}


def test_scheduled_transmissions_stand_on_the_chips_grid() -> None:
    """DW1000 and DW3000 ignore the low nine bits of a delayed transmission's time, so their stamps have none."""
    stamps = simulate(duration_s=10).stamps
    for column in (0, 2, 4):
        assert not (stamps[:, column] & np.uint64(0x1FF)).any()
    for column in (1, 3, 5):
        assert (stamps[:, column] & np.uint64(0x1FF)).any()


def test_the_commands_say_as_json_what_they_made(tmp_path: Path) -> None:
    made = rangekit("simulate", "-o", tmp_path / "a.csv", "--duration", 30, "--json").json()
    lines = (tmp_path / "a.csv").read_text().splitlines()[1:]
    assert made["exchanges"] == len(lines) == 300
    assert made["lost"] == sum(",," in line for line in lines)
    walk = rangekit("simulate-walk", "-o", tmp_path / "w.csv", "--truth", tmp_path / "t.csv", "--json").json()
    assert walk["poses"] + walk["distances"] == len((tmp_path / "w.csv").read_text().splitlines()) - 1
    truth = (tmp_path / "t.csv").read_text().splitlines()[1].split(",")[1:]
    assert walk["target_m"] == pytest.approx([float(value) for value in truth], abs=1e-4)
    for command in ("simulate", "simulate-walk"):
        refused = rangekit(command, "--json")
        assert refused.status == 2 and "-o" in refused.errors and not refused.output
