"""The quality estimator against the published algorithm in plain Python, and at its edges."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rangekit as rk
from hypothesis import given, settings
from hypothesis import strategies as st
from published_estimator import PublishedEstimator, float32
from rangekit import QualityCause, QualityLevel, QualityPreset

SECOND = 1_000_000_000
PRESETS = {QualityPreset.PUBLISHED_CODE: PublishedEstimator, QualityPreset.PUBLISHED_TEXT: PublishedEstimator.text}

# Distances repeat often, stand on the limits, and beside them in 32-bit floats.
DISTANCES = (
    st.none()
    | st.sampled_from(
        [
            3.0,
            3.1,
            10.0,
            float(np.nextafter(np.float32(10), np.float32(11))),
            49.9,
            50.0,
            float(np.nextafter(np.float32(50), np.float32(51))),
            50.1,
            -0.2,
            0.1,
        ]
    )
    | st.floats(-1, 60, width=32)
)
STEPS = st.sampled_from(
    [0, 1, 50_000_000, 100_000_000, 250_000_000, SECOND, 2 * SECOND - 1, 2 * SECOND, 2 * SECOND + 1, -1, -SECOND]
) | st.integers(0, 300_000_000)
SEQUENCES = st.lists(st.tuples(STEPS, DISTANCES), max_size=80)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "minimum_count": st.integers(1, 12),
        "window_ns": st.sampled_from([0, 1, 500_000_000, 2 * SECOND, 5 * SECOND]),
        "good_limit_included": st.booleans(),
        "judge_all": st.booleans(),
        "keep_repeated": st.booleans(),
        "close_limit_m": st.sampled_from([3.0, 10.0, 40.0]),
        "good_limit_m": st.sampled_from([50.0, 49.9, 60.0]),
    },
)


def check_against(model: PublishedEstimator, result: rk.QualityResult) -> None:
    assert result.level == model.level
    assert result.sample_count == len(model.buffer)
    if not model.buffer:
        assert (result.distance_m, result.age_ns, result.spread_m, result.rate_hz) == (None, None, None, None)
        assert result.causes == QualityCause.NO_MEASUREMENT
        return
    time_ns, distance_m = model.buffer[-1]
    assert model.now_ns is not None
    assert result.distance_m == distance_m
    assert result.age_ns == model.now_ns - time_ns
    assert (QualityCause.FEW_MEASUREMENTS in result.causes) == (len(model.buffer) < model.minimum_count)
    if model.rate_hz is None:
        assert result.rate_hz is None
    else:
        assert result.rate_hz == pytest.approx(float(model.rate_hz), rel=1e-5)
    if model.spread_m is None:
        assert result.spread_m is None
    else:
        extent = max(abs(distance - distance_m) for _, distance in model.buffer)
        assert result.spread_m == pytest.approx(model.spread_m, abs=2e-3 * extent + 1e-6)


@settings(max_examples=400)
@given(st.sampled_from(list(QualityPreset)), OPTIONS, st.integers(-(2**62), 2**62), SEQUENCES)
def test_any_sequence_gives_what_the_published_algorithm_gives(
    preset: QualityPreset, options: dict[str, Any], start_ns: int, sequence: list[tuple[int, float | None]]
) -> None:
    model = PRESETS[preset]()
    for name, value in options.items():
        setattr(model, name, value)
    time_ns = start_ns
    with rk.QualityEstimator(preset, **options) as estimator:
        for step, distance_m in sequence:
            time_ns += step
            if not model.update(time_ns, distance_m):
                with pytest.raises(rk.ArgumentError, match="RANGEKIT_ERROR_TIME_BACKWARDS"):
                    estimator.update(time_ns, distance_m)
                time_ns -= step
                continue
            check_against(model, estimator.update(time_ns, distance_m))


@settings(max_examples=250)
@given(st.sampled_from(list(QualityPreset)), SEQUENCES)
def test_a_batch_gives_what_single_updates_give(
    preset: QualityPreset, sequence: list[tuple[int, float | None]]
) -> None:
    times = np.cumsum([abs(step) for step, _ in sequence], dtype=np.int64)
    distances = np.array([0.0 if distance is None else distance for _, distance in sequence])
    present = np.array([distance is not None for _, distance in sequence], dtype=bool)
    with rk.QualityEstimator(preset) as one, rk.QualityEstimator(preset) as many:
        results = [one.update(int(time), distance) for time, (_, distance) in zip(times, sequence, strict=True)]
        batch = many.update_batch(times, distances, present)
        assert batch.levels.tolist() == [result.level for result in results]
        assert batch.result == (results[-1] if results else None)
        many.reset()
        masked = many.update_batch(times, np.ma.masked_array(distances, mask=~present))
        assert masked.levels.tolist() == batch.levels.tolist()


def feed(estimator: rk.QualityEstimator, count: int, start_m: float = 5.0, step_ns: int = 100_000_000) -> Any:
    result = None
    for index in range(count):
        result = estimator.update(index * step_ns, start_m + index * 0.01)
    return result


def test_the_code_needs_nine_and_the_text_eight() -> None:
    for preset, needed in ((QualityPreset.PUBLISHED_CODE, 9), (QualityPreset.PUBLISHED_TEXT, 8)):
        with rk.QualityEstimator(preset) as estimator:
            assert feed(estimator, needed - 1).level == QualityLevel.UNKNOWN
            estimator.reset()
            assert feed(estimator, needed).level == QualityLevel.CLOSE


def test_a_sample_exactly_two_seconds_old_stays() -> None:
    with rk.QualityEstimator(minimum_count=1) as estimator:
        estimator.update(0, 5.0)
        assert estimator.update(2 * SECOND).sample_count == 1
        assert estimator.update(2 * SECOND + 1).sample_count == 0
    with rk.QualityEstimator() as estimator:
        for index in range(9):
            estimator.update(index * 250_000_000, 5.0 + index)
        assert estimator.update(2 * SECOND).level == QualityLevel.GOOD
        assert estimator.update(2 * SECOND + 1).level == QualityLevel.UNKNOWN


def test_a_repeated_distance_is_dropped_even_when_the_one_it_repeats_then_expires() -> None:
    with rk.QualityEstimator(minimum_count=1) as estimator:
        estimator.update(0, 5.0)
        result = estimator.update(3 * SECOND, 5.0)
        assert result.sample_count == 0
        assert result.level == QualityLevel.UNKNOWN
        assert result.causes & QualityCause.NO_MEASUREMENT
        assert estimator.update(3 * SECOND, 5.0).sample_count == 1
    with rk.QualityEstimator(minimum_count=1, keep_repeated=1) as estimator:
        estimator.update(0, 5.0)
        assert estimator.update(3 * SECOND, 5.0).sample_count == 1


def test_distances_are_compared_as_the_32_bit_floats_that_samples_hold() -> None:
    with rk.QualityEstimator() as estimator:
        estimator.update(0, 0.1)
        assert estimator.update(1, float32(0.1)).sample_count == 1
        assert estimator.update(2, 0.1 + 1e-10).sample_count == 1
        assert estimator.update(3, 0.1 + 1e-7).sample_count == 2


def test_limits_are_where_the_presets_say() -> None:
    beyond_50 = float(np.nextafter(np.float32(50), np.float32(51)))
    below_50 = float(np.nextafter(np.float32(50), np.float32(49)))
    cases = {
        QualityPreset.PUBLISHED_CODE: {10.0: "CLOSE", 10.1: "GOOD", below_50: "GOOD", 50.0: "UNKNOWN"},
        QualityPreset.PUBLISHED_TEXT: {10.0: "CLOSE", 10.1: "GOOD", 50.0: "GOOD", beyond_50: "UNKNOWN"},
    }
    for preset, levels in cases.items():
        for newest, level in levels.items():
            with rk.QualityEstimator(preset) as estimator:
                feed(estimator, 8, start_m=20.0)
                assert estimator.update(SECOND, newest).level.name == level, (preset, newest)


def test_the_text_judges_every_distance_and_the_code_the_newest() -> None:
    for preset, level in ((QualityPreset.PUBLISHED_CODE, "CLOSE"), (QualityPreset.PUBLISHED_TEXT, "UNKNOWN")):
        with rk.QualityEstimator(preset) as estimator:
            estimator.update(0, 55.0)
            for index in range(1, 12):
                result = estimator.update(index * 100_000_000, 5.0 + index * 0.01)
            assert result.level.name == level
            assert bool(result.causes & QualityCause.FAR) == (level == "UNKNOWN")


def test_time_that_runs_backwards_changes_nothing() -> None:
    with rk.QualityEstimator(minimum_count=1) as estimator:
        before = estimator.update(SECOND, 5.0)
        with pytest.raises(rk.ArgumentError, match="time_ns = 999999999") as caught:
            estimator.update(SECOND - 1, 6.0)
        assert caught.value.status == rk.Status.ERROR_TIME_BACKWARDS
        assert estimator.update(SECOND) == before


@pytest.mark.parametrize(
    ("distance_m", "status"),
    [
        (float("nan"), "NOT_FINITE"),
        (float("inf"), "NOT_FINITE"),
        (float("-inf"), "NOT_FINITE"),
        (1e300, "OUT_OF_RANGE"),
        (1.0001e9, "OUT_OF_RANGE"),
        (-1.0001e9, "OUT_OF_RANGE"),
    ],
)
def test_distances_that_no_radio_gives_are_refused_by_name(distance_m: float, status: str) -> None:
    with rk.QualityEstimator(minimum_count=1) as estimator:
        before = estimator.update(0, 5.0)
        with pytest.raises(rk.ArgumentError) as caught:
            estimator.update(1, distance_m)
        assert caught.value.name == f"RANGEKIT_ERROR_{status}"
        assert estimator.update(0) == before


def test_a_batch_stops_at_the_first_refused_sample_and_says_which() -> None:
    with rk.QualityEstimator(minimum_count=1) as estimator:
        with pytest.raises(rk.ArgumentError, match=r"sample 2: .*nan.*marked by `present`, not by NaN") as caught:
            estimator.update_batch([0, 1, 2, 3], [5.0, 6.0, np.nan, 7.0])
        assert caught.value.status == rk.Status.ERROR_NOT_FINITE
        assert caught.value.accepted_count == 2
        assert caught.value.accepted is not None
        assert caught.value.accepted.levels.tolist() == [QualityLevel.CLOSE] * 2
        assert caught.value.accepted.result is not None
        assert caught.value.accepted.result.distance_m == 6.0
        assert estimator.update(3).sample_count == 2
        with pytest.raises(rk.ArgumentError, match="sample 1: time_ns = 3") as caught:
            estimator.update_batch([4, 3], [5.0, 6.0])
        assert caught.value.accepted_count == 1
        with pytest.raises(rk.ArgumentError) as caught:
            estimator.update_batch([3], [5.0])
        assert caught.value.accepted == rk.QualityBatch(caught.value.accepted.levels, None)  # type: ignore[union-attr]
        assert len(caught.value.accepted.levels) == 0  # type: ignore[union-attr]
        absent = estimator.update_batch([5, 6], [np.nan, np.nan], present=[False, False])
        assert absent.levels.tolist() == [QualityLevel.CLOSE] * 2


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (([0.0, 1.0], [1, 2]), TypeError, "times_ns has dtype float64; times are integers, nanoseconds"),
        (([0, 1], [1.0]), ValueError, "distances_m has 1 elements; 2 are needed"),
        (([[0, 1]], [1.0, 2.0]), ValueError, r"times_ns has shape \(1, 2\)"),
        (([0, 1], ["a", "b"]), TypeError, "distances_m has dtype <U1"),
        (([0, 1], [1.0, 2.0], [1, 0]), TypeError, "present has dtype int64; it must hold truth values"),
        (([0, 1], np.ma.masked_array([1.0, 2.0]), [True, True]), TypeError, "masked already"),
        ((np.array([2**63], np.uint64), [1.0]), rk.ArgumentError, "2\\^63 ns"),
    ],
)
def test_batches_that_cannot_be_used_are_refused_by_name(
    arguments: tuple[Any, ...], error: type[Exception], words: str
) -> None:
    with rk.QualityEstimator() as estimator, pytest.raises(error, match=words):
        estimator.update_batch(*arguments)


def test_single_updates_refuse_wrong_types_by_name() -> None:
    with rk.QualityEstimator() as estimator:
        with pytest.raises(TypeError, match="time_ns must be an integer, not 1.0"):
            estimator.update(1.0, 5.0)  # type: ignore[arg-type]
        with pytest.raises(rk.ArgumentError, match="time_ns = 9223372036854775808"):
            estimator.update(1 << 63, 5.0)
        with pytest.raises(TypeError, match="distance_m must be a number, not 'far'"):
            estimator.update(1, "far")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"minimum_count": 0}, "minimum_count = 0: it must be 1 to 128"),
        ({"minimum_count": 129}, "minimum_count = 129"),
        ({"window_ns": -1}, "window_ns = -1: it must be 0 to 3600e9"),
        ({"window_ns": 3600 * SECOND + 1}, "window_ns"),
        ({"close_limit_m": float("nan")}, "close_limit_m = nan"),
        ({"good_limit_m": 9.0}, "good_limit_m = 9.0: it must be finite, and not below close_limit_m"),
        ({"good_limit_m": float("inf")}, "good_limit_m = inf"),
    ],
)
def test_options_out_of_range_are_named(options: dict[str, Any], words: str) -> None:
    with pytest.raises(rk.ArgumentError, match=words):
        rk.QualityEstimator(**options)


def test_presets_and_options_can_be_read_back() -> None:
    assert rk.QualityEstimator().options == {
        "minimum_count": 9,
        "window_ns": 2 * SECOND,
        "close_limit_m": 10.0,
        "good_limit_m": 50.0,
        "good_limit_included": 0,
        "judge_all": 0,
        "keep_repeated": 0,
    }
    text = rk.QualityEstimator(QualityPreset.PUBLISHED_TEXT, minimum_count=5).options
    assert (text["minimum_count"], text["judge_all"], text["good_limit_included"]) == (5, 1, 1)
    with pytest.raises(rk.ArgumentError, match="there is no preset 7; presets are PUBLISHED_CODE, PUBLISHED_TEXT"):
        rk.QualityEstimator(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="no option window: did you mean window_ns"):
        rk.QualityEstimator(window=3)


def test_a_full_window_loses_its_oldest_and_says_so() -> None:
    with rk.QualityEstimator() as estimator:
        result = feed(estimator, 128, step_ns=1000)
        assert result.sample_count == 128
        assert not result.causes & QualityCause.WINDOW_FULL
        result = estimator.update(128_000, 4.0)
        assert result.sample_count == 128
        assert result.causes & QualityCause.WINDOW_FULL
        assert result.level == QualityLevel.CLOSE


def test_motion_is_not_spread() -> None:
    with rk.QualityEstimator() as estimator:
        for index in range(20):
            result = estimator.update(index * 100_000_000, 5.0 + index * 0.5 + (-1) ** index * 0.125)
        assert result.spread_m == pytest.approx(0.125 * (20 / 18) ** 0.5, rel=0.02)
        assert result.rate_hz == pytest.approx(10.0)


def test_a_closed_estimator_says_so() -> None:
    estimator = rk.QualityEstimator()
    with estimator:
        pass
    estimator.close()
    for use in (lambda: estimator.update(0), lambda: estimator.update_batch([], []), estimator.reset):
        with pytest.raises(rk.ArgumentError, match="this estimator is closed") as caught:
            use()
        assert caught.value.status == rk.Status.ERROR_INVALID_HANDLE
    assert "closed" in repr(estimator)


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickle.dumps])
def test_an_estimator_is_not_copied(make: Callable[[Any], Any]) -> None:
    with rk.QualityEstimator(QualityPreset.PUBLISHED_TEXT, window_ns=SECOND) as estimator:
        with pytest.raises(TypeError, match=r"cannot be copied .*QualityEstimator\(\*\*estimator.options\)"):
            make(estimator)
        with rk.QualityEstimator(**estimator.options) as other:  # type: ignore[arg-type]
            assert other.options == estimator.options
            estimator.update(0, 5.0)
            assert other.update(0).sample_count == 0


def test_forgotten_estimators_give_their_memory_back() -> None:
    def resident_kilobytes() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4

    def churn() -> None:
        for _ in range(2000):
            rk.QualityEstimator()
        gc.collect()

    churn()
    before = resident_kilobytes()
    for _ in range(5):
        churn()
    assert resident_kilobytes() - before < 4000  # 10,000 handles would be 20 MB


def test_threads_may_share_an_estimator() -> None:
    with rk.QualityEstimator(minimum_count=1) as estimator:
        failures: list[BaseException] = []

        def work(seed: int) -> None:
            try:
                for index in range(2000):
                    assert estimator.update(0, float(index % 7 + seed)).sample_count <= 128
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures


def test_results_read_well() -> None:
    with rk.QualityEstimator() as estimator:
        assert str(estimator.update(0)) == "unknown, because no_measurement"
        text = str(feed(estimator, 10))
        assert text == "close, 5.09 m, spread 0.000 m, 10.0 Hz"
        assert repr(estimator).startswith("<QualityEstimator: minimum_count=9, window_ns=2e+09")
