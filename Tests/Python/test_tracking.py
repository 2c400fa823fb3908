"""Filters, zones, directions, pointing, fusion and the quality model through Python: values against closed forms and
against recorded truth, and what is refused."""

from __future__ import annotations

import csv
import math
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import rangekit as rk

SHARED = Path(os.environ.get("RANGEKIT_SHARED", Path(__file__).resolve().parents[2].parent / "shared"))
RECORDINGS = SHARED / "data" / "uwb"
needs_recordings = pytest.mark.skipif(not RECORDINGS.is_dir(), reason="the recorded data is not there")

Link = tuple[npt.NDArray[np.int64], npt.NDArray[np.float64], npt.NDArray[np.float64]]


def table(name: str) -> dict[str, npt.NDArray[np.float64]]:
    with (RECORDINGS / name).open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {key: np.array([float(row[key]) if row[key] else np.nan for row in rows]) for key in rows[0]}


def lias_links() -> Iterator[Link]:
    """Times, ranges and true distances of each anchor to each antenna of the moving tag."""
    walk, anchors = table("lias_planar_dynamic_fast.csv"), table("lias_anchors.csv")
    for anchor in range(8):
        place = [anchors[f"{axis}_m"][anchor] for axis in "xyz"]
        for antenna in range(3):
            ranges = walk[f"a{anchor}t{antenna}"]
            truth = np.sqrt(sum((walk[f"t{antenna}_{axis}"] - place[i]) ** 2 for i, axis in enumerate("xyz")))
            there = np.isfinite(ranges) & np.isfinite(truth)
            yield np.round(walk["t"][there] * 1e9).astype(np.int64), ranges[there], truth[there]


def outdoor_links(name: str) -> Iterator[Link]:
    """The same of each anchor of the outdoor set; the tag's height is about 0.5 m."""
    rows = table(f"outdoor_twr_dynamic_{name}.csv")
    for anchor in np.unique(rows["anchor"]):
        mine = rows["anchor"] == anchor
        order = np.argsort(rows["t_s"][mine], kind="stable")
        column = {key: values[mine][order] for key, values in rows.items()}
        truth = np.sqrt(
            (column["ax"] - column["true_x"]) ** 2 + (column["ay"] - column["true_y"]) ** 2 + (column["az"] - 0.5) ** 2
        )
        there = np.isfinite(truth) & np.isfinite(column["range_m"])
        yield np.round(column["t_s"][there] * 1e9).astype(np.int64), column["range_m"][there], truth[there]


def rmse(errors: npt.NDArray[np.float64]) -> float:
    return float(np.sqrt(np.mean(errors**2)))


@needs_recordings
def test_the_default_filter_on_recorded_links() -> None:
    """RMSE falls on every link and the median error does not rise; most links gain a tenth or more."""
    ratios, medians = [], []
    for times, ranges, truth in lias_links():
        ranges = ranges - np.mean(ranges - truth)
        with rk.Filter() as smooth:
            filtered = smooth.update_batch(times, ranges).values
        ratios.append(rmse(filtered - truth) / rmse(ranges - truth))
        medians.append(np.median(np.abs(filtered - truth)) / np.median(np.abs(ranges - truth)))
    gained = sum(ratio <= 0.9 for ratio in ratios)
    print(f"LIAS: {gained} of {len(ratios)} links at 0.9 or below, {max(ratios):.3f} at worst")
    assert gained >= 20
    assert max(ratios) < 0.95
    assert max(medians) <= 1.0


@needs_recordings
@pytest.mark.parametrize("name", ["los", "nlos"])
def test_the_default_filter_outdoors(name: str) -> None:
    before, after = [], []
    for times, ranges, truth in outdoor_links(name):
        with rk.Filter() as smooth:
            after.append(smooth.update_batch(times, ranges).values - truth)
        before.append(ranges - truth)
    ratio = rmse(np.concatenate(after)) / rmse(np.concatenate(before))
    print(f"outdoor {name}: RMSE times {ratio:.3f}")
    assert ratio <= 0.9


def judged(links: Iterator[Link], step: int = 1) -> tuple[npt.NDArray[np.float64], list[npt.NDArray[np.float64]]]:
    """Errors, and the probabilities stated for limits of 0.3, 0.5, 0.75 and 1 m."""
    errors, stated = [], []
    for number, (times, ranges, truth) in enumerate(links):
        if number % step:
            continue
        with rk.QualityModel() as model:
            for time, distance, true in zip(times[:2000].tolist(), ranges.tolist(), truth.tolist(), strict=False):
                result = model.update(time, distance)
                assert result.distance_m is not None
                errors.append(abs(result.distance_m - true))
                stated.append([model.probability(limit) for limit in LIMITS])
    return np.array(errors), list(np.array(stated).T)


LIMITS = (0.3, 0.5, 0.75, 1.0)


@needs_recordings
@pytest.mark.parametrize("name", ["lias", "los", "nlos"])
def test_stated_probabilities_are_observed(name: str) -> None:
    """In ten bins, for limits of 0.3 m and more; the model's parameters are the defaults."""
    errors, stated = judged(lias_links(), 5) if name == "lias" else judged(outdoor_links(name))
    probability = np.concatenate(stated)
    within = np.concatenate([errors <= limit for limit in LIMITS])
    worst = 0.0
    for low in np.arange(0, 1, 0.1):
        chosen = (probability >= low) & (probability < low + 0.1 + (low > 0.85))
        if chosen.sum() >= 200:
            worst = max(worst, abs(float(probability[chosen].mean() - within[chosen].mean())))
            print(
                f"{name}: stated {probability[chosen].mean():.2f}, observed {within[chosen].mean():.2f}, {chosen.sum()}"
            )
    assert worst <= 0.17


@needs_recordings
def test_the_level_agrees_with_the_error_more_often_than_the_presets() -> None:
    """Good is to mean that the error is within 0.3 m."""
    agreed = {"model": 0, "published_code": 0, "published_text": 0}
    count = 0
    for times, ranges, truth in [*outdoor_links("los"), *outdoor_links("nlos")]:
        with (
            rk.QualityModel(limit_m=0.3) as model,
            rk.QualityEstimator(rk.QualityPreset.PUBLISHED_CODE) as code,
            rk.QualityEstimator(rk.QualityPreset.PUBLISHED_TEXT) as text,
        ):
            for time, distance, true in zip(times.tolist(), ranges.tolist(), truth.tolist(), strict=True):
                result = model.update(time, distance)
                assert result.distance_m is not None
                agreed["model"] += (result.level >= rk.QualityModelLevel.GOOD) == (abs(result.distance_m - true) <= 0.3)
                is_near = abs(distance - true) <= 0.3
                agreed["published_code"] += (code.update(time, distance).level > 0) == is_near
                agreed["published_text"] += (text.update(time, distance).level > 0) == is_near
                count += 1
    print({name: round(number / count, 4) for name, number in agreed.items()})
    assert agreed["model"] > max(agreed["published_code"], agreed["published_text"])


def test_a_filter_takes_numbers_angles_and_directions() -> None:
    with rk.Filter(method=rk.FilterMethod.MEDIAN, window_count=3) as smooth:
        assert [smooth.update(i, value).value for i, value in enumerate([1.0, 9.0, 2.0])][-1] == 2.0
    with rk.Filter(domain=rk.FilterDomain.DIRECTION) as smooth:
        batch = smooth.update_batch([0, 1], [[0, 0, -2], [0, 0, -1]])
        np.testing.assert_allclose(batch.values, [[0, 0, -1], [0, 0, -1]], atol=1e-6)
        smooth.rotate([0, math.sqrt(0.5), 0, math.sqrt(0.5)])
        estimate = smooth.predict(2)
        np.testing.assert_allclose(estimate.value, [-1, 0, 0], atol=1e-6)
    masked = np.ma.masked_array([1.0, 5.0, 1.0], mask=[False, True, False])
    with rk.Filter() as smooth:
        np.testing.assert_allclose(smooth.update_batch([0, 1, 2], masked).values, [1, 1, 1])


def test_a_refused_sample_of_a_batch_is_named() -> None:
    with rk.Filter() as smooth, pytest.raises(rk.ArgumentError, match=r"sample 1: time_ns = 1") as caught:
        smooth.update_batch([2, 1, 3], [1, 1, 1])
    assert caught.value.accepted_count == 1
    assert len(caught.value.accepted.values) == 1


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: rk.Filter(window_count=65), "window_count = 65: it must be 1 to 64"),
        (lambda: rk.Filter(windw_count=5), "did you mean window_count"),
        (lambda: rk.Zone([rk.ZoneRing(1, 2)] * 9), "there are 9 rings; a zone has 1 to 8"),
        (lambda: rk.Pointing(twist_rad=4), "twist_rad = 4: it must be above 0, below pi"),
        (lambda: rk.Fusion([]), "there are 0 technologies"),
        (lambda: rk.QualityModel(limit_m=-1), "limit_m = -1: it must be above 0"),
        (lambda: rk.FrontBack(memory_s=math.nan), "memory_s = nan"),
    ],
)
def test_options_are_refused_by_name(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises((rk.ArgumentError, TypeError), match=message):
        make()


@pytest.mark.parametrize("make", [rk.Filter, rk.Zone, rk.Pointing, rk.Fusion, rk.QualityModel, rk.FrontBack])
def test_handles_close_and_are_not_copied(make: type) -> None:
    import copy

    with make() as handle:
        assert handle.options
        assert make.__name__ in repr(handle)
        with pytest.raises(TypeError, match="cannot be copied"):
            copy.copy(handle)
        handle.reset()
    handle.close()
    with pytest.raises(rk.ArgumentError, match="closed"):
        handle.reset()


def test_zones_say_what_happened() -> None:
    with rk.Zone([rk.ZoneRing(enter_m=1.5, leave_m=2.5)]) as zone:
        results = [zone.update(i * 200_000_000, 3 - 0.25 * i) for i in range(9)]
        assert [result.entered for result in results].count((0,)) == 1
        assert str(results[-1]) == "in 0; 1.00 m; approaching"
        rows = zone.update_batch([2_000_000_000, 2_200_000_000], [3.0, 3.0])
        assert rows["left"].tolist() == [0, 1]


def test_directions_speak() -> None:
    near = rk.Direction.of(distance_m=0.3, azimuth_rad=-1.0)
    assert str(near) == "0.3 m, left"
    assert near.guidance() == (rk.Guidance.ARRIVED, pytest.approx(0.3))
    far = rk.Direction.of(distance_m=9.0, vector=[1, 0, -1]).with_height(4.0, is_signed=False)
    assert far.vertical is rk.Vertical.ABOVE_OR_BELOW
    assert far.guidance()[0] is rk.Guidance.CHANGE_LEVEL
    left, right = rk.Direction.of(azimuth_rad=math.pi / 2).sound()
    assert left == pytest.approx(0, abs=1e-6) and right == pytest.approx(1)
    np.testing.assert_allclose(rk.to_world([0, 0, 0, 2], [0, 3, 0]), [0, 1, 0])
    assert rk.mirrored(0.5) == pytest.approx(math.pi - 0.5)


def test_fusion_learns_a_bias() -> None:
    generator = np.random.default_rng(3)
    with rk.Fusion() as fusion:
        for i in range(400):
            fusion.update(i * 100_000_000, rk.Technology.OPTICAL, 5 + 0.02 * generator.normal())
            result = fusion.update(i * 100_000_000, rk.Technology.UWB, 5.3 + 0.1 * generator.normal())
        bias, stddev = fusion.bias(rk.Technology.UWB)
        assert bias == pytest.approx(0.3, abs=3 * stddev)
        assert stddev < 0.08
        assert result.primary is rk.Technology.OPTICAL
        with pytest.raises(rk.ArgumentError, match="technology = 17"):
            fusion.bias(17)


def test_words_and_huge_numbers_are_refused_with_what_would_be_right() -> None:
    with pytest.raises(TypeError, match=r"method = 'median': it must be .*5 \(median\)"):
        rk.Filter(method="median")
    with pytest.raises(TypeError, match="up = 'z': it must be Up.Y or Up.Z"):
        rk.Locator(up="z")
    with pytest.raises(rk.ArgumentError, match=r"OUT_OF_RANGE: stddev = 1e\+300 is beyond what single precision holds"):
        rk.Filter(stddev=1e300)


@pytest.mark.parametrize("run", [1, 2, 5])
def test_a_stream_between_two_places_is_known_by_half_at_most(run: int) -> None:
    """Half of the samples say 5 m, half 15 m: which of them are the outliers is a guess."""
    random = np.random.default_rng(1)
    with rk.QualityModel() as model:
        said = []
        for index in range(100):
            model.update(index * 100_000_000, 5 + 10 * (index // run % 2) + 0.05 * random.normal())
            said.append(model.probability(1.0))
    assert np.mean(said[20:]) < 0.52
    assert max(said[20:]) < 0.65
