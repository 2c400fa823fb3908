"""The tracker: against a plain model, against recordings with their truth, and its own errors."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
import rangekit as rk
import recorded_tracks
from tracker_model import TrackerModel

ANCHORS = {"a": (0, 0, 2.2), "b": (8, 0, 0.4), "c": (8, 6, 2.6), "d": (0, 6, 0.8), "e": (4, 0, 1.2)}
MS = 1_000_000


def flight(seed, count=5000, differences=False, wild=0.02):
    """Measurements of a tag on a closed path, with biases, noise and some wild values."""
    source = np.random.default_rng(seed)
    places = np.array(list(ANCHORS.values()), float)
    t = np.arange(count) * 0.02
    truth = np.stack([4 + 2 * np.cos(0.5 * t), 3 + 1.5 * np.sin(0.5 * t), 1.3 + 0.3 * np.sin(0.9 * t)], axis=1)
    a = np.arange(count) % len(places)
    b = (a + 2) % len(places)
    bias = source.normal(0.05, 0.05, len(places))
    distance = np.linalg.norm(truth[:, None] - places, axis=2) + bias
    index = np.arange(count)
    value = distance[index, b] - distance[index, a] if differences else distance[index, a]
    value = value + source.normal(0, 0.07, count) + np.where(source.random(count) < wild, source.normal(0, 4, count), 0)
    return (t * 1e9).astype(np.int64), a, b, value, truth


@pytest.mark.parametrize("differences", [False, True])
def test_the_filter_is_that_of_the_plain_model(differences):
    times, a, b, value, truth = flight(3, differences=differences)
    names = list(ANCHORS)
    with rk.Tracker(ANCHORS) as tracker:
        if differences:
            impossible = np.abs(value) > np.linalg.norm(
                np.array(list(ANCHORS.values()))[a] - np.array(list(ANCHORS.values()))[b], axis=1
            )
            keep = ~impossible
            times, a, b, value, truth = times[keep], a[keep], b[keep], value[keep], truth[keep]
            records = tracker.differences(times, [names[i] for i in a], [names[i] for i in b], value, 0.1)
        else:
            records = tracker.ranges(times, [names[i] for i in a], value, 0.1)
        track = tracker.update_batch(records)
        model = TrackerModel(list(ANCHORS.values()), tracker.options, truth[0], int(times[0]))
        differing = 0
        for i in range(len(times)):
            _, stddev, weight = model.update(int(times[i]), a[i], value[i], 0.1, b[i] if differences else None)
            if i < 2000:
                continue  # until both have forgotten how they started
            differing += abs(weight - track.weight[i]) > 0.05
            assert track.stddev[i] == pytest.approx(stddev, rel=0.02)
        assert differing <= 10
        state = tracker.state()
        assert np.abs(state.place_m - model.x[:3]).max() < 0.01
        assert np.abs(state.covariance - model.p[:6, :6]).max() < 0.02 * model.p[:6, :6].max()
        link = tracker.link_bias_m("b")
        assert link.value == pytest.approx(model.x[model.slow[1]] + model.x[model.quick[1]], abs=0.01)
        both = [model.slow[1], model.quick[1]]
        assert link.stddev == pytest.approx(np.sqrt(model.p[np.ix_(both, both)].sum()), rel=0.03)


RECORDED = [
    ("outdoor_los", lambda: recorded_tracks.outdoor("los"), 0.30, 0.99),
    ("outdoor_nlos", lambda: recorded_tracks.outdoor("nlos"), 0.40, 0.99),
    ("labyrinth", lambda: recorded_tracks.labyrinth(False), 0.14, 0.99),
    ("labyrinth_odometry", lambda: recorded_tracks.labyrinth(True), 0.12, 0.99),
    ("lias", recorded_tracks.lias, 0.085, 0.99),
]


@pytest.mark.parametrize(("name", "load", "rmse_m", "most"), RECORDED, ids=[row[0] for row in RECORDED])
def test_recorded_tracks_are_near_the_truth_and_know_how_near(name, load, rmse_m, most, capsys):
    if not recorded_tracks.SHARED.is_dir():
        pytest.skip("no recordings at ../shared/data")
    tracker, records, truth, scored = load()
    with tracker:
        track = tracker.update_batch(records)
        error, coverage, radius = recorded_tracks.score(track, truth, scored)
        with capsys.disabled():
            print(f"\n  {name}: RMSE {error:.3f} m, coverage {coverage:.3f}, radius {radius:.3f} m", end="")
        assert (track.has_track & scored).sum() > 0.99 * scored.sum()
        assert error <= rmse_m
        assert 0.90 <= coverage <= most
        assert tracker.state().start_count == 1


def test_update_says_what_became_of_a_measurement():
    with rk.Tracker({"a": (0, 0), "b": (5, 0), "c": (0, 4)}, dimensions=2) as tracker:
        assert tracker.state().place_m is None
        assert tracker.update_range(0, "a", 2.5).status == rk.Status.ERROR_TRACKER_COLLECTING
        for i in range(1, 60):
            name = "abc"[i % 3]
            distance = np.linalg.norm(np.array([1.5, 2.0]) - {"a": (0, 0), "b": (5, 0), "c": (0, 4)}[name])
            result = tracker.update_range(i * 20 * MS, name, distance)
        assert result.accepted
        assert result.weight == 1
        assert abs(result.innovation) < 0.05
        assert tracker.update_range(1300 * MS, "a", 30.0).status == rk.Status.ERROR_GATED
        state = tracker.state()
        assert state.place_m[:2] == pytest.approx([1.5, 2.0], abs=0.05)
        assert state.refused_count == 1
        assert state.heading_rad is None
        assert state.clock_offset_m is None
        assert state.common_bias_m.stddev > 0
        tracker.predict(2300 * MS)
        assert tracker.state().covariance[0, 0] > state.covariance[0, 0]
        with pytest.raises(rk.ArgumentError, match="before that of an earlier call"):
            tracker.predict(0)
        with pytest.raises(rk.ArgumentError, match="time_ns = 0"):
            tracker.update_range(0, "a", 1.0)
        with pytest.raises(rk.RangeKitError, match="options leave out"):
            tracker.update(rk.TrackerKind.ODOMETRY, 2400 * MS, 1.0)
        with pytest.raises(rk.ArgumentError, match="no anchor 'x'; anchors are 'a', 'b', 'c'"):
            tracker.update_range(2400 * MS, "x", 1.0)
        with pytest.raises(rk.ArgumentError):
            tracker.update_range(2400 * MS, "a", float("nan"))
        tracker.reset()
        assert tracker.state().time_ns is None


def test_a_batch_never_raises_for_a_measurement():
    with rk.Tracker(ANCHORS) as tracker:
        records = tracker.ranges([0, 20 * MS, 10 * MS], ["a", "b", "c"], [1.0, float("nan"), 1e9])
        records["kind"][2] = 77
        track = tracker.update_batch(records)
        names = [rk.Status(status).name for status in track.status]
        assert names == ["ERROR_TRACKER_COLLECTING", "ERROR_NOT_FINITE", "ERROR_OUT_OF_RANGE"]
        assert not track.has_track.any()
        assert np.isnan(track.place_m).all()
        assert tracker.update_batch(records[:0]).status.shape == (0,)
        with pytest.raises(TypeError, match="fields"):
            tracker.update_batch(np.zeros(3))


def test_a_million_anchors_are_refused_by_name():
    with pytest.raises(rk.RangeKitError, match="anchor 32: .*as many anchors as it can"):
        rk.Tracker({index: (index % 1000, index // 1000) for index in range(1_000_000)}, dimensions=2)
    with pytest.raises(rk.ArgumentError, match="anchor 'far'"):
        rk.Tracker({"near": (0, 0, 0), "far": (1e6, 0, 0)})
    with pytest.raises(rk.ArgumentError, match="anchor 'x'"):
        rk.Tracker({"x": (float("nan"), 0, 0)})


def test_options_are_refused_by_name():
    with pytest.raises(TypeError, match="did you mean turn_density"):
        rk.Tracker(turn_densty=1)
    with pytest.raises(rk.ArgumentError, match=r"gate_stddevs = 0: it must be 1 to 100"):
        rk.Tracker(gate_stddevs=0)
    with pytest.raises(rk.ArgumentError, match="height_m"):
        rk.Tracker(dimensions=3, height_m=1.0)
    with pytest.raises(rk.ArgumentError, match="states = 8"):
        rk.Tracker(states=8)
    with rk.Tracker(dimensions=2, height_m=None) as tracker:
        assert tracker.options["height_m"] is None
    with rk.Tracker(dimensions=2, height_m=0.5, states=rk.TrackerStates.CLOCK) as tracker:
        again = rk.Tracker(**tracker.options)
        assert again.options == tracker.options
        assert again.options["height_m"] == 0.5


def test_handles_are_not_copied_and_close():
    tracker = rk.Tracker(ANCHORS)
    for copying in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="cannot be copied"):
            copying(tracker)
    assert repr(tracker) == "<Tracker: 5 anchors>"
    tracker.close()
    tracker.close()
    assert "closed" in repr(tracker)
    with pytest.raises(rk.RangeKitError, match="closed"):
        tracker.state()


def test_wheels_may_start_in_any_direction():
    """The heading needs no guess: every start comes out the same."""
    for heading in np.arange(-180, 180, 45):
        with rk.Tracker(
            {n: p[:2] for n, p in ANCHORS.items()}, dimensions=2, states=rk.TrackerStates.HEADING
        ) as tracker:
            place, angle = np.array([3.0, 2.0]), np.radians(heading)
            for i in range(240):
                tracker.update(rk.TrackerKind.ODOMETRY, i * 50 * MS, 0.3, 0.0, 0.4, stddev=0.02)
                name = "abcde"[i % 5]
                tracker.update_range(i * 50 * MS, name, float(np.linalg.norm(place - np.array(ANCHORS[name][:2]))))
                angle += 0.02 / 2
                place = place + 0.015 * np.array([np.cos(angle), np.sin(angle)])
                angle += 0.02 / 2
            state = tracker.state()
            off = (state.heading_rad.value - angle + np.pi) % (2 * np.pi) - np.pi
            assert abs(off) < 0.15
            assert abs(off) < 4 * state.heading_rad.stddev
            assert np.linalg.norm(state.place_m[:2] - place) < 0.1


@pytest.mark.parametrize(("anchor_count", "noise_m"), [(6, 0.05), (8, 0.1)])
def test_a_link_that_is_steadily_blocked_is_not_believed(anchor_count: int, noise_m: float) -> None:
    """One link reads 0.8 m too much for half a minute: the regions stated meanwhile hold the truth."""
    turns = np.arange(anchor_count) / anchor_count * 2 * np.pi
    places = {index: (6 + 7 * np.cos(turn), 5 + 6 * np.sin(turn), 2.0) for index, turn in enumerate(turns)}
    held, errors_m = [], []
    for seed in range(4):
        random = np.random.default_rng(seed)
        tag_m, velocity_mps = np.array([5.0, 5.0, 1.0]), np.array([0.5, 0.2, 0.0])
        biases_m = 0.1 + 0.03 * random.normal(size=anchor_count)
        with rk.Tracker(places, dimensions=2, height_m=1.0) as tracker:
            for step in range(500):
                now_s = step / 10
                velocity_mps[:2] += -0.01 * (tag_m[:2] - [6, 5]) + 0.1 * random.normal(size=2)
                velocity_mps *= min(1, 1.2 / np.linalg.norm(velocity_mps))
                tag_m += velocity_mps / 10
                for index, place in places.items():
                    range_m = np.linalg.norm(tag_m - place) + biases_m[index] + noise_m * random.normal()
                    blocked = index == 0 and now_s >= 20
                    tracker.update_range(int(now_s * 1e9), index, range_m + (0.8 if blocked else 0), noise_m)
                state = tracker.state()
                assert state.place_m is not None
                assert state.covariance is not None
                error = (state.place_m - tag_m)[:2]
                if now_s >= 20:
                    held.append(error @ np.linalg.solve(state.covariance[:2, :2], error) < 5.991)
                    errors_m.append(np.linalg.norm(error))
    assert np.mean(held) > 0.9
    assert np.sqrt(np.mean(np.square(errors_m))) < 0.1
