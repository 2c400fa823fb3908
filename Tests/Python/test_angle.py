"""Angles against NumPy's formulas, published vectors, and simulated antennas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rangekit import ArgumentError, MeasurementError, Status, angle
from rangekit.angle import AngleField, Convention, PairField


def test_angles_are_the_published_ones() -> None:
    assert angle.wavelength(5) == pytest.approx(46.1958e-3, abs=5e-8)
    assert angle.wavelength(9) == pytest.approx(37.5341e-3, abs=5e-8)
    wave = angle.wavelength(5)
    found = angle.from_pdoa([0.5, 1.5], spacing_m=wave / 2, wavelength_m=wave)
    np.testing.assert_allclose(np.degrees(found.angle_rad), [9.1578, 28.5200], atol=5e-5)
    narrow = angle.from_pdoa([-2.0], spacing_m=0.42 * wave, wavelength_m=wave)
    assert np.degrees(narrow.angle_rad[0]) == pytest.approx(-49.2777, abs=5e-5)
    assert angle.pdoa_from_dw3000(-2048) == -1
    assert angle.pdoa_from_dw3000(0x3800) == -1
    with pytest.raises(ArgumentError):
        angle.pdoa_from_dw3000(20000)
    with pytest.raises(ArgumentError):
        angle.wavelength(16)


def test_batches_equal_numpys_formula() -> None:
    phases = np.random.default_rng(1).uniform(-2.7, 2.7, 1000)
    found = angle.from_pdoa(phases, spacing_m=0.02, wavelength_m=0.0461958, pdoa_stddev_rad=0.05)
    edge = 2 * np.pi * 0.02 / 0.0461958
    np.testing.assert_allclose(found.angle_rad, np.arcsin(phases / edge), atol=1e-12)
    np.testing.assert_allclose(found.stddev_rad, 0.05 / (edge * np.sqrt(1 - (phases / edge) ** 2)), rtol=1e-6)
    np.testing.assert_allclose(np.cos(found.mirror_rad), -np.cos(found.angle_rad), atol=1e-12)
    np.testing.assert_allclose(np.sin(found.mirror_rad), np.sin(found.angle_rad), atol=1e-12)
    assert found.has(AngleField.FRONT_BACK_OPEN).all()
    assert not found.has(AngleField.WRAP_OPEN).any()


def test_evidence_resolves_turns_and_may_be_missing_in_a_row() -> None:
    truth = np.radians([50.0, -20.0, 70.0])
    phases = (4 * np.pi * np.sin(truth) + np.pi) % (2 * np.pi) - np.pi
    wide = {"spacing_m": 0.1, "wavelength_m": 0.05}
    found = angle.from_pdoa(phases, prior_rad=truth + 0.02, prior_stddev_rad=0.05, **wide)
    np.testing.assert_allclose(found.angle_rad, truth, atol=1e-9)
    found = angle.from_pdoa(
        phases, path_difference_m=[*(0.1 * np.sin(truth[:2])), np.nan], path_difference_stddev_m=0.005, **wide
    )
    np.testing.assert_allclose(found.angle_rad[:2], truth[:2], atol=1e-9)
    assert found.has(AngleField.WRAP_OPEN).tolist() == [False, False, True]
    with pytest.raises(TypeError, match="prior_rad and prior_stddev_rad belong together"):
        angle.from_pdoa(phases, prior_rad=truth)
    refused = angle.from_pdoa([3.1, np.nan], spacing_m=0.01, wavelength_m=0.05)
    assert refused.refusals() == {0: Status.ERROR_PHASE_RANGE, 1: Status.ERROR_NOT_FINITE}
    with pytest.raises(ArgumentError, match="spacing_m = 0: it must be 1e-4 to 100"):
        angle.from_pdoa([0.1], spacing_m=0)


def test_tables_are_interpolated_as_numpy_does() -> None:
    table = angle.table()
    assert table.shape == (31, 2)
    phases = np.random.default_rng(2).uniform(-2.7, 2.7, 500)
    found = angle.from_pdoa(phases, table=table, pdoa_stddev_rad=0.01)
    plain = found.turns == 0
    assert plain.sum() > 400
    np.testing.assert_allclose(found.angle_rad[plain], np.interp(phases, *table.T)[plain], atol=1e-9)
    with pytest.raises(MeasurementError, match="ERROR_TABLE"):
        angle.from_pdoa([0.1], table=table[::-1])
    with pytest.raises(ValueError, match="no points"):
        angle.from_pdoa([0.1], table=np.zeros((0, 2)))


def test_a_real_antennas_interval_holds_the_truth() -> None:
    """The table's antenna with phase noise, a prior from tracking: 95 % within 1.96 stated deviations."""
    source, table = np.random.default_rng(3), angle.table()
    truth = source.uniform(-1.3, 1.3, 20000)
    phases = np.interp(truth, table[:, 1], table[:, 0]) + 0.05 * source.normal(size=20000)
    prior = truth + 0.2 * source.normal(size=20000)
    found = angle.from_pdoa(phases, table=table, pdoa_stddev_rad=0.05, prior_rad=prior, prior_stddev_rad=0.2)
    inside = np.mean(np.abs(found.angle_rad - truth) <= 1.96 * found.stddev_rad)
    assert found.refused_count == 0
    assert 0.93 <= inside <= 0.97


def formulas(x: Any, y: Any, z: Any, convention: Convention) -> tuple[Any, Any]:
    return {
        Convention.NEARBY_INTERACTION: (np.arctan2(x, -z), np.arcsin(y)),
        Convention.PUBLISHED_SAMPLE: (np.arcsin(x), np.arctan2(z, y) + np.pi / 2),
        Convention.PUBLISHED_ARTICLE: (np.arctan2(x, z), np.arcsin(y)),
        Convention.ROBOT_ENU: (np.arctan2(y, x), np.arcsin(z)),
        Convention.FIRA_AOA: (np.where(z <= 0, np.arcsin(x), np.sign(x) * np.pi - np.arcsin(x)), np.arcsin(y)),
    }[convention]


@pytest.mark.parametrize("convention", list(Convention))
def test_directions_equal_the_stated_formulas(convention: Convention) -> None:
    vectors = np.random.default_rng(4).normal(size=(2000, 3))
    x, y, z = (vectors / np.linalg.norm(vectors, axis=1)[:, None]).T
    found = angle.from_vectors(vectors, convention, stddev_rad=0.01)
    azimuth, elevation = formulas(x, y, z, convention)
    np.testing.assert_allclose(found.azimuth_rad, azimuth, atol=1e-9)
    np.testing.assert_allclose(found.elevation_rad, elevation, atol=1e-9)
    back = angle.to_vectors(found.azimuth_rad, found.elevation_rad, convention)
    np.testing.assert_allclose(back.xyz, np.stack([x, y, z], axis=1), atol=1e-6)


@pytest.mark.parametrize(
    "convention",
    [Convention.NEARBY_INTERACTION, Convention.ROBOT_ENU, Convention.FIRA_AOA, Convention.PUBLISHED_SAMPLE],
)
def test_noise_of_directions_is_propagated(convention: Convention) -> None:
    source = np.random.default_rng(5)
    for center in ((0.3, 0.4, -0.8), (0.6, -0.5, -0.4), (-0.2, 0.1, -0.9)):
        unit = np.array(center) / np.linalg.norm(center)
        noisy = unit + 0.01 * source.normal(size=(20000, 3))
        stated = angle.from_vectors([unit], convention, stddev_rad=0.01)
        found = angle.from_vectors(noisy, convention)
        for name in ("azimuth", "elevation"):
            scatter = np.std(getattr(found, f"{name}_rad"))
            ratio = scatter / getattr(stated, f"{name}_stddev_rad")[0]
            # Cones about x and y narrow towards their axes: there the stated one is a bound.
            assert 0.70 < ratio < 1.05 if convention == Convention.FIRA_AOA else 0.95 < ratio < 1.05, (name, ratio)


def vectors(shared: Path) -> list[dict[str, Any]]:
    path = shared / "vectors" / "filters.json"
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    return json.loads(path.read_text())


def test_shared_vectors_of_angles_and_geometry_hold(shared: Path) -> None:
    """Every case of the groups that are about angles and geometry."""
    seen = []
    for case in vectors(shared):
        group, given, expected, tolerance = case["group"], case["input"], case["expect"], case["tol"]
        found: Any
        if group == "normalizeDegrees":
            found = angle.normalize_deg(given)
        elif group == "Spherical ctor (deg)":
            pair = angle.normalize_pairs(np.radians(given[0]), np.radians(given[1]))
            found = [*degrees(pair), given[2]]
        elif group == "Cartesian->Spherical (deg)":
            pair = angle.from_vectors([given])
            found = [*degrees(pair), np.linalg.norm(given)]
            if expected[0] is None:
                assert pair.has(PairField.AZIMUTH_FREE).all()
                found, expected = found[1:], expected[1:]
        elif group == "Spherical round trip":
            back = angle.from_vectors(angle.to_vectors(np.radians(given[0]), np.radians(given[1])).xyz * given[2])
            found = [*degrees(back), given[2]]
        elif group == "AoA ctor (deg)":
            pair = angle.from_cones(np.radians(given[0]), np.radians(given[1]))
            cones = angle.to_cones(pair.azimuth_rad, pair.elevation_rad)
            found = degrees(cones)
            if pair.has(PairField.SCALED).any():
                # Scaled cones just touch: front and back are the same there.
                found = [180 - abs(found[0]) if abs(expected[0]) > 90 > abs(found[0]) else found[0], found[1]]
        elif group == "AoA->Spherical":
            pair = angle.from_cones(given["az_rad"], given["el_rad"])
            found, expected = float(np.isfinite(degrees(pair)).all()), 1.0
        elif group == "AoaPrimer (deg)":
            found = degrees(angle.from_cones(np.radians(given[0]), np.radians(given[1])))
        elif group == "Quaternion.rotate YPR(rad) of (1,2,3)":
            found = angle.turn(angle.quaternion(*given), [[1, 2, 3]]).xyz[0]
        elif group == "Quaternion YPR round trip (rad)":
            found = angle.turns(angle.quaternion(*given))
        elif group == "Vector3" and case["name"] == "angle":
            found = angle.between(*given)
        else:
            continue
        seen.append(group)
        np.testing.assert_allclose(
            found, expected, atol=max(tolerance, 1e-5), err_msg=f"{group} {case['name']} {given}"
        )
    assert len(seen) == 27


def degrees(pair: angle.Pairs) -> list[float]:
    return [float(np.degrees(pair.azimuth_rad[0])), float(np.degrees(pair.elevation_rad[0]))]


def test_arrays_that_cannot_be_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"vectors has shape \(3,\); it must be \(n, 3\)"):
        angle.from_vectors([1, 2, 3])
    with pytest.raises(ArgumentError):
        angle.from_vectors([[1, 2, 3]], 9)  # type: ignore[arg-type]
    with pytest.raises(MeasurementError, match="NO_DIRECTION"):
        angle.turns([0, 0, 0, 0])
    assert angle.from_vectors([[0, 0, 0]]).refusals() == {0: Status.ERROR_NO_DIRECTION}
    with pytest.raises(ArgumentError):
        angle.normalize(float("nan"))
