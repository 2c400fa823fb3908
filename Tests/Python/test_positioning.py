"""positioning.h and survey.h from Python: against SciPy's least squares, against truth, and what is refused."""

from __future__ import annotations

import time

import numpy as np
import numpy.typing as npt
import pytest
import rangekit as rk

ROOM = np.array(
    [[0, 0, 0.3], [10, 0, 2.8], [10, 8, 0.2], [0, 8, 2.9], [5, 0, 2.5], [5, 8, 0.5], [0, 4, 1.0], [10, 4, 2.0]]
)
STDDEV = 0.1


def distances(place: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.linalg.norm(ROOM - place, axis=1)


def noisy(seed: int, count: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    rng = np.random.default_rng(seed)
    places = rng.uniform([1, 1, 0.5], [9, 7, 2], (count, 3))
    ranges = np.linalg.norm(places[:, None] - ROOM, axis=2) + rng.normal(0, STDDEV, (count, 8))
    return places, ranges


@pytest.mark.parametrize(("loss", "name"), [(rk.Loss.SQUARE, "linear"), (rk.Loss.HUBER, "huber")])
def test_a_fix_is_scipys(loss: rk.Loss, name: str) -> None:
    optimize = pytest.importorskip("scipy.optimize")
    places, ranges = noisy(1, 60)
    for place, row in zip(places, ranges, strict=True):
        fix = rk.fix(ROOM, rk.Measurements.ranges(row, stddev=STDDEV), loss=loss, gate_stddevs=0, stated_weight=1e9)

        def residuals(x: npt.NDArray[np.float64], row: npt.NDArray[np.float64] = row) -> npt.NDArray[np.float64]:
            return (row - distances(x)) / STDDEV

        found = optimize.least_squares(residuals, place, loss=name, f_scale=1.345, xtol=1e-12, ftol=1e-12, gtol=1e-12)
        assert np.abs(fix.place_m - found.x).max() < 2e-4
        assert np.allclose(fix.residual, row - distances(fix.place_m), atol=1e-12)
        if loss == rk.Loss.SQUARE:
            slope = (fix.place_m - ROOM) / distances(fix.place_m)[:, None]
            assert np.allclose(fix.covariance_m2, STDDEV**2 * np.linalg.inv(slope.T @ slope), rtol=1e-6)


def test_mixed_kinds_are_scipys() -> None:
    optimize = pytest.importorskip("scipy.optimize")
    rng = np.random.default_rng(2)
    place = np.array([3.0, 5.0, 1.2])
    d = distances(place)
    offset = place - ROOM
    measurements = (
        rk.Measurements.ranges(d[:2] + rng.normal(0, 0.1, 2), stddev=0.1, anchors=[0, 1])
        + rk.Measurements.differences(d[3:6] - d[2], stddev=0.15, anchors=[2, 2, 2], anchors_b=[3, 4, 5])
        + rk.Measurements.azimuths(np.arctan2(offset[:2, 1], offset[:2, 0]) + 0.01, stddev=0.03, anchors=[0, 1])
        + rk.Measurements.elevations(
            np.arctan2(offset[6:, 2], np.hypot(offset[6:, 0], offset[6:, 1])), stddev=0.05, anchors=[6, 7]
        )
    )
    rows = measurements.rows

    def residuals(x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        a, b = x - ROOM[rows["anchor"]], x - ROOM[rows["anchor_b"]]
        ra, rb = np.linalg.norm(a, axis=1), np.linalg.norm(b, axis=1)
        choices = [ra, rb - ra, np.arctan2(a[:, 1], a[:, 0]), np.arctan2(a[:, 2], np.hypot(a[:, 0], a[:, 1]))]
        return (rows["value"] - np.choose(rows["kind"], choices)) / rows["stddev"]

    fix = rk.fix(ROOM, measurements, loss=rk.Loss.SQUARE, gate_stddevs=0)
    found = optimize.least_squares(residuals, place, xtol=1e-14, ftol=1e-14, gtol=1e-14)
    assert np.abs(fix.place_m - found.x).max() < 1e-5
    assert repr(measurements) == "<Measurements: 2 range, 3 difference, 2 azimuth, 2 elevation>"


def test_a_batch_holds_single_fixes_and_names_bad_ones() -> None:
    _, ranges = noisy(3, 5)
    anchors = np.tile(np.arange(8), 5)
    measurements = rk.Measurements.ranges(ranges.ravel(), stddev=STDDEV, anchors=anchors)
    fixes = rk.fix_batch(ROOM, measurements, [0, 8, 16, 18, 32, 40])
    assert fixes.refused_count == 1
    assert fixes.status[2] == rk.Status.ERROR_TOO_FEW_MEASUREMENTS
    assert "1 RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS" in repr(fixes)
    alone = rk.fix(ROOM, rk.Measurements.ranges(ranges[1], stddev=STDDEV))
    assert (fixes.place_m[1] == alone.place_m).all()
    assert (fixes.covariance_m2[1] == alone.covariance_m2).all()
    again = rk.fix_batch(ROOM, measurements, [0, 8, 16, 18, 32, 40], out=fixes)
    assert again.rows is fixes.rows


def test_stated_regions_hold_the_truth() -> None:
    places, ranges = noisy(4, 4000)
    measurements = rk.Measurements.ranges(ranges.ravel(), stddev=STDDEV, anchors=np.tile(np.arange(8), 4000))
    fixes = rk.fix_batch(ROOM, measurements, np.arange(4001) * 8)
    error = fixes.place_m - places
    squared = np.einsum("ni,nij,nj->n", error, np.linalg.inv(fixes.covariance_m2), error)
    assert 0.90 <= np.mean(squared[fixes.accepted] <= 7.815) <= 0.99


def test_mirror_and_dilution() -> None:
    ceiling = ROOM * [1, 1, 0] + [0, 0, 3]
    place = np.array([3.0, 5.0, 1.2])
    fix = rk.fix(ceiling, rk.Measurements.ranges(np.linalg.norm(ceiling - place, axis=1), stddev=STDDEV))
    assert fix.mirror_m is not None
    assert fix.place_m == pytest.approx(place, abs=1e-5)
    assert fix.mirror_m == pytest.approx([3, 5, 4.8], abs=1e-5)
    square = [[0, 0], [10, 0], [10, 10], [0, 10]]
    assert rk.dilution(square, [15, 5], dimensions=2).hdop == pytest.approx(1.091089, abs=1e-6)
    assert rk.dilution(square, [15, 5], dimensions=2, differences=True).hdop == pytest.approx(4.238937, abs=1e-6)


def test_what_cannot_be_fixed_says_so() -> None:
    one = rk.Measurements.ranges([1.0], stddev=STDDEV)
    with pytest.raises(rk.PositionError, match="TOO_FEW_MEASUREMENTS"):
        rk.fix(ROOM, one)
    with pytest.raises(rk.PositionError, match="GEOMETRY_DEGENERATE"):
        rk.fix(np.zeros((4, 3)), rk.Measurements.ranges([1, 1, 1, 1], stddev=STDDEV))
    with pytest.raises(TypeError, match="did you mean dimensions"):
        rk.fix(ROOM, one, dimension=2)
    with pytest.raises(rk.ArgumentError, match="dimensions = 4: it must be 1, 2 or 3"):
        rk.fix(ROOM, one, dimensions=4)
    with pytest.raises(ValueError, match="one place a row"):
        rk.fix([1, 2, 3], one)
    with pytest.raises(ValueError, match="count from 0"):
        rk.fix_batch(ROOM, one, [-1, 1])
    with pytest.raises(ValueError, match="must not fall"):
        rk.fix_batch(ROOM, one, [0, 2])
    with pytest.raises(TypeError, match="indices are integers"):
        rk.Measurements.ranges([1.0], stddev=1, anchors=[0.5])
    with pytest.raises(ValueError, match="not within 0"):
        rk.Measurements.ranges([1.0], stddev=1, anchors=[-1])


def test_a_survey_finds_the_anchors() -> None:
    rng = np.random.default_rng(5)
    pairs = [(i, j) for i in range(8) for j in range(i)]
    ranges = [(i, j, np.linalg.norm(ROOM[i] - ROOM[j]) + rng.normal(0, 0.02)) for i, j in pairs]
    ranges[7] = (*pairs[7], ranges[7][2] + 1.0)  # one blocked path
    known = {0: ROOM[0], 1: ROOM[1], 2: ROOM[2], 6: ROOM[6]}
    found = rk.survey(ranges, anchor_count=8, stddev=0.02, known_m=known)
    deviation = np.sqrt(np.diagonal(found.covariances_m2, axis1=1, axis2=2))
    assert (np.abs(found.places_m - ROOM) <= 4 * deviation + 1e-12).all()
    assert np.abs(found.places_m - ROOM)[:, :2].max() < 0.08
    assert found.status[7] == rk.Status.ERROR_GATED
    assert found.weight[7] == 0
    free = rk.survey(ranges, anchor_count=8, stddev=0.02)
    assert free.is_mirrored
    assert free.places_m[0] == pytest.approx(0, abs=1e-12)
    assert free.places_m[1, 1:] == pytest.approx(0, abs=1e-12)
    shape = np.linalg.norm(free.places_m[:, None] - free.places_m, axis=2)
    assert np.abs(shape - np.linalg.norm(ROOM[:, None] - ROOM, axis=2)).max() < 0.2
    with pytest.raises(rk.PositionError, match="SURVEY_DISCONNECTED"):
        rk.survey(ranges[:3], anchor_count=8)
    with pytest.raises(ValueError, match="anchor_count = 129"):
        rk.survey(ranges, anchor_count=129)


@pytest.mark.parametrize(("loss", "name"), [(rk.Loss.SQUARE, "linear"), (rk.Loss.HUBER, "huber")])
def test_fixes_are_400_times_as_fast_as_scipys(loss: rk.Loss, name: str) -> None:
    """Processor time of a batch against least_squares with the same loss; the best of several rounds of each."""
    optimize = pytest.importorskip("scipy.optimize")
    places, ranges = noisy(6, 20_000)
    measurements = rk.Measurements.ranges(ranges.ravel(), stddev=STDDEV, anchors=np.tile(np.arange(8), len(ranges)))
    offsets = np.arange(len(ranges) + 1) * 8
    fixes = rk.fix_batch(ROOM, measurements, offsets, loss=loss)

    def residuals(x: npt.NDArray[np.float64], row: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return (row - distances(x)) / STDDEV

    ours = theirs = float("inf")
    for _ in range(8):
        start = time.thread_time()
        rk.fix_batch(ROOM, measurements, offsets, out=fixes, loss=loss)
        ours = min(ours, (time.thread_time() - start) / len(ranges))
        start = time.thread_time()
        for row in ranges[:30]:
            optimize.least_squares(residuals, ROOM.mean(axis=0), loss=name, f_scale=1.345, args=(row,))
        theirs = min(theirs, (time.thread_time() - start) / 30)
    print(f"{1e-6 / ours:.2f} M fixes/s, {theirs / ours:.0f} times scipy")
    assert theirs / ours >= 400
    assert np.abs(fixes.place_m - places).mean() < 0.2
