"""Calibration against scipy, against truth that was put in, and on recorded ranges; its file."""

from __future__ import annotations

import json
from pathlib import Path

import lias
import numpy as np
import pytest
import rangekit as rk
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import least_squares

METRES_PER_TICK = 0.004691763978615785


def _pairs(seed: int, noise_m: float = 0.03, outliers: float = 0.1, devices: int = 6, repeats: int = 20):
    random = np.random.default_rng(seed)
    delays = random.normal(32900, 40, devices)
    a, b = (np.repeat(index, repeats) for index in np.triu_indices(devices, 1))
    truth = random.uniform(2, 20, len(a))
    measured = truth + METRES_PER_TICK * (delays[a] + delays[b]) / 2 + random.normal(0, noise_m, len(a))
    measured += (random.random(len(a)) < outliers) * random.exponential(1.0, len(a))
    return delays, a, b, truth, measured


@pytest.mark.parametrize(("loss", "name", "width"), [(0, "linear", 1.0), (1, "huber", 1.345), (2, "cauchy", 2.385)])
def test_delays_are_those_of_scipy_with_the_same_loss(loss: int, name: str, width: float) -> None:
    delays, a, b, truth, measured = _pairs(1)
    devices, fit = rk.fit_delays(measured, truth, [f"d{i}" for i in a], [f"d{i}" for i in b], loss=loss)
    scale_m = width * fit.scale_m * np.sqrt(len(a) / (len(a) - len(delays)))
    solution = least_squares(
        lambda x: measured - truth - METRES_PER_TICK * (x[a] + x[b]) / 2,
        np.full(len(delays), 33000.0),
        loss=name,
        f_scale=scale_m,
        x_scale=100,
        xtol=1e-15,
        ftol=1e-15,
        gtol=1e-15,
    )
    assert [device.name for device in devices] == [f"d{i}" for i in range(6)]
    assert np.abs(solution.x - [device.delay_ticks for device in devices]).max() < 1e-4
    assert all(device.observable and device.count == 100 for device in devices)
    assert fit.rank == fit.unknown_count == 6


def test_two_sides_give_the_solution_of_minimum_norm() -> None:
    _, a, b, truth, measured = _pairs(2, outliers=0)
    across = (a < 2) != (b < 2)
    devices, fit = rk.fit_delays(
        measured[across], truth[across], [f"d{i}" for i in a[across]], [f"d{i}" for i in b[across]], loss=0
    )
    order = [int(device.name[1:]) for device in devices]
    matrix = np.zeros((np.count_nonzero(across), 6))
    rows = np.arange(len(matrix))
    matrix[rows, a[across]] = matrix[rows, b[across]] = METRES_PER_TICK / 2
    error = (measured - truth)[across]
    solution = np.linalg.lstsq(matrix, error, rcond=None)[0]
    covariance = np.linalg.pinv(matrix.T @ matrix) * np.sum((error - matrix @ solution) ** 2) / (len(error) - 5)
    assert np.allclose([device.delay_ticks for device in devices], solution[order], atol=1e-6)
    assert np.allclose([d.delay_stddev_ticks for d in devices], np.sqrt(np.diag(covariance))[order], rtol=1e-6)
    assert (fit.rank, fit.unknown_count, fit.component_count) == (5, 6, 1)
    assert not any(device.observable for device in devices)


def test_known_standard_deviations_weigh_the_rows() -> None:
    _, a, b, truth, measured = _pairs(3, outliers=0)
    random = np.random.default_rng(3)
    stddev = random.uniform(0.01, 0.2, len(a))
    measured = measured + random.normal(0, stddev)
    devices, _ = rk.fit_delays(measured, truth, [f"d{i}" for i in a], [f"d{i}" for i in b], stddev, loss=0)
    matrix = np.zeros((len(a), 6))
    rows = np.arange(len(a))
    matrix[rows, a] = matrix[rows, b] = METRES_PER_TICK / 2
    solution = np.linalg.lstsq(matrix / stddev[:, None], (measured - truth) / stddev, rcond=None)[0]
    assert np.allclose([device.delay_ticks for device in devices], solution, atol=1e-5)


def test_links_of_odd_poses_make_even_poses_right() -> None:
    rows = lias.ranges("lias_planar_static.csv")
    poses = list(dict.fromkeys(row["pose"] for row in rows))
    odd = np.array([poses.index(row["pose"]) % 2 == 0 for row in rows])
    measured, truth = (np.array([row[name] for row in rows]) for name in ("range_m", "true_m"))
    anchor, tag = (np.array([row[name] for row in rows]) for name in ("anchor", "tag"))
    links, _ = rk.fit_links(measured[odd], truth[odd], anchor[odd], tag[odd])
    ranges = rk.Calibration(links=links).apply(measured[~odd], anchor[~odd], tag[~odd])
    before, after = (np.sqrt(np.mean((m - truth[~odd]) ** 2)) for m in (measured[~odd], ranges.distance_m))
    coverage = np.mean(np.abs(ranges.distance_m - truth[~odd]) <= 1.96 * ranges.distance_stddev_m)
    print(f"LIAS, odd poses to even: RMSE {before:.4f} m before, {after:.4f} m after; 95 % hold {100 * coverage:.1f} %")
    assert len(links) == 24
    assert before > 0.2
    assert after < 0.08
    assert 0.85 < coverage < 0.99  # five poses teach what five more are held to
    # The biases of two halves differ by what they say they are uncertain.
    others, _ = rk.fit_links(measured[~odd], truth[~odd], anchor[~odd], tag[~odd])
    z = [(a.bias_m - b.bias_m) / np.hypot(a.bias_stddev_m, b.bias_stddev_m) for a, b in zip(links, others, strict=True)]
    assert 0.6 < np.std(z) < 1.5


def test_links_of_the_tag_at_rest_make_the_moving_tag_right() -> None:
    still, moving = (lias.ranges(name) for name in ("lias_planar_static.csv", "lias_planar_dynamic_fast.csv"))
    links, _ = rk.fit_links(*([row[name] for row in still] for name in ("range_m", "true_m", "anchor", "tag")))
    measured, truth = (np.array([row[name] for row in moving]) for name in ("range_m", "true_m"))
    ranges = rk.Calibration(links=links).apply(measured, *([row[name] for row in moving] for name in ("anchor", "tag")))
    before, after = (np.sqrt(np.mean((m - truth) ** 2)) for m in (measured, ranges.distance_m))
    coverage = np.mean(np.abs(ranges.distance_m - truth) <= 1.96 * ranges.distance_stddev_m)
    print(f"LIAS, rest to motion: RMSE {before:.4f} m before, {after:.4f} m after; 95 % hold {100 * coverage:.1f} %")
    assert before > 0.2
    assert after < 0.09
    assert 0.90 <= coverage <= 0.99


def test_level_tables_are_those_of_scipy() -> None:
    random = np.random.default_rng(5)
    level = random.uniform(-100, -70, 3000).astype(np.float32).astype(float)
    error = np.interp(level, [-100, -85, -70], [0.1, 0.1, -0.2]) + random.standard_t(3, 3000) * 0.03
    levels, fit = rk.fit_levels(5 + error, np.full(3000, 5.0), level)
    knots = np.array([knot.level_dbm for knot in levels])
    scale_m = 1.345 * fit.scale_m * np.sqrt(3000 / (3000 - len(knots)))
    solution = least_squares(
        lambda x: error - np.interp(level, knots, x), np.zeros(len(knots)), loss="huber", f_scale=scale_m, xtol=1e-14
    )
    assert len(knots) == 8
    # The scale of the last residuals is not quite that of the iterations' end: a part in a thousand of the noise.
    assert np.abs(solution.x - [knot.bias_m for knot in levels]).max() < 2e-4
    assert sum(knot.count for knot in levels) == 3000
    fallen, _ = rk.fit_levels(5 + error, np.full(3000, 5.0), level, falling=1)
    assert np.all(np.diff([knot.bias_m for knot in fallen]) <= 0)
    with pytest.raises(rk.ArgumentError, match="too few rows"):
        rk.fit_levels([1, 2], [1, 2], [-80, -90])


def test_apply_takes_the_most_specific_link() -> None:
    calibration = rk.Calibration(
        links=(
            rk.LinkBias("a", 0.1, tag="t", stddev_m=0.03),
            rk.LinkBias("a", 0.2, stddev_m=0.05, bias_stddev_m=0.12),
        ),
        levels=(rk.LevelBias(-90, 0.04), rk.LevelBias(-80, 0.0, 0.01)),
    )
    ranges = calibration.apply([5.0, 5.0, 5.0, 5.0], ["a", "a", "b", "b"], ["t", "u", "t", "t"])
    assert ranges.distance_m.tolist()[:2] == pytest.approx([4.9, 4.8])
    assert ranges.distance_stddev_m.tolist()[:2] == pytest.approx([0.03, 0.13])
    assert ranges.refusals() == {2: rk.Status.ERROR_MISSING_VALUE, 3: rk.Status.ERROR_MISSING_VALUE}
    known = calibration.apply([5.0, 5.0], ["b", "b"], stddev_m=[0.1, 0.1], level_dbm=[-85, np.nan])
    assert known.distance_m.tolist() == pytest.approx([4.98, 5.0])


def test_files_are_json_that_others_read(tmp_path: Path) -> None:
    calibration = rk.Calibration(
        links=(rk.LinkBias('a "0"\\', 0.123456789, tag="täg\t", stddev_m=0.03, count=7, effective_count=3),),
        devices=(rk.DeviceDelay("d", 32890.5, 1.25, component=1, count=9, observable=False),),
        levels=(rk.LevelBias(-90.5, 0.04, 0.001, 12), rk.LevelBias(-80, -1e-9)),
    )
    path = tmp_path / "calibration.json"
    calibration.save(path)
    assert rk.Calibration.load(path) == calibration
    read = json.loads(path.read_text())
    assert read["rangekit_calibration"] == 1
    assert read["links"] == [
        {"anchor": 'a "0"\\', "tag": "täg\t", "bias_m": 0.123456789, "stddev_m": 0.03, "count": 7, "effective_count": 3}
    ]
    assert read["bias_by_level"][1] == {"level_dbm": -80, "bias_m": -1e-9}
    # Any program's spelling, unknown keys and all.
    read["made_by"] = {"name": "x" * 100, "list": [1e400, -0.0, "\U0001f600", None]}
    for options in ({}, {"indent": 3}, {"separators": (",", ":")}, {"ensure_ascii": False}):
        text = json.dumps(read, **options).replace("Infinity", "1e400")
        assert rk.Calibration.from_json(text.encode()) == calibration
    assert rk.Calibration.from_json(rk.Calibration().to_json()) == rk.Calibration()


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=8,
    ),
    st.booleans(),
)
def test_unknown_keys_of_any_value_are_skipped(value: object, ascii_only: bool) -> None:
    text = json.dumps(
        {"x": value, "rangekit_calibration": 1, "links": [{"y": value, "anchor": "a", "bias_m": 1}]},
        ensure_ascii=ascii_only,
    )
    try:
        data = text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return
    try:
        calibration = rk.Calibration.from_json(data)
    except rk.MessageError as error:
        # JSON of Python may hold lone surrogates in escapes and nest deeper than 8: both are refused by name.
        assert error.status in (rk.Status.ERROR_INVALID_UTF8, rk.Status.ERROR_TOO_DEEP)
        return
    assert calibration.links == (rk.LinkBias("a", 1.0),)


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_numbers_come_back_to_a_billionth(bias_m: float, stddev_m: float) -> None:
    link = rk.LinkBias("a", bias_m, stddev_m=stddev_m)
    read = rk.Calibration.from_json(rk.Calibration(links=(link,)).to_json()).links[0]
    assert abs(read.bias_m - bias_m) <= 0.6e-9
    assert abs(read.stddev_m - stddev_m) <= 0.6e-9


def test_faults_of_files_are_named_with_their_place() -> None:
    with pytest.raises(rk.MessageError, match="bias_m at byte 64") as caught:
        rk.Calibration.from_json(b'{"rangekit_calibration": 1, "links": [{"anchor": "a", "bias_m": "0.1"}]}')
    assert (caught.value.status, caught.value.field) == (rk.Status.ERROR_JSON_TYPE, "calibration.bias_m")
    with pytest.raises(rk.MessageError, match="version 7") as caught:
        rk.Calibration.from_json(b'{"rangekit_calibration": 7}')
    assert (caught.value.expected, caught.value.found) == (1, 7)
    with pytest.raises(rk.MessageError, match=r"calibration\.bias_m"):
        rk.Calibration(links=(rk.LinkBias("a", float("nan")),)).to_json()


def test_arguments_are_refused_by_name() -> None:
    with pytest.raises(rk.ArgumentError, match="31 bytes"):
        rk.fit_links([1] * 10, [1] * 10, ["x" * 32] * 10)
    with pytest.raises(rk.ArgumentError, match="measured_m, row 1"):
        rk.fit_links([1, np.nan], [1, 1], ["a", "a"])
    with pytest.raises(ValueError, match="true_m has 1 elements"):
        rk.fit_links([1, 2], [1], ["a", "a"])
    with pytest.raises(rk.ArgumentError, match="loss_width = 1000"):
        rk.fit_links([1], [1], ["a"], loss_width=1000)
    with pytest.raises(TypeError, match="did you mean minimum_count"):
        rk.fit_links([1], [1], ["a"], minimum_cont=3)
    with pytest.raises(rk.ArgumentError, match="cannot range with itself"):
        rk.fit_delays([1], [1], ["a"], ["a"])
    with pytest.raises(rk.ArgumentError, match="too few"):
        rk.fit_delays([], [], [], [])
