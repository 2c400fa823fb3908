"""Levels, tables and path loss against NumPy's formulas, published values and recorded registers."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from rangekit import ArgumentError, MeasurementError, Status, signal
from rangekit.signal import LevelField, Radio, Sequence, Sfd, Table


def random_registers(seed: int, count: int = 500) -> dict[str, np.ndarray]:
    source = np.random.default_rng(seed)
    return {
        "fp_amp1": source.integers(1, 20000, count).astype(float),
        "fp_amp2": source.integers(1, 20000, count).astype(float),
        "fp_amp3": source.integers(1, 20000, count).astype(float),
        "cir_pwr": source.integers(1, 65536, count).astype(float),
        "rxpacc": source.integers(60, 1200, count).astype(float),
        "std_noise": source.integers(20, 200, count).astype(float),
    }


@pytest.mark.parametrize(
    ("radio", "prf", "sequence", "bits", "constant", "unit"),
    [
        (Radio.DW1000, 16, Sequence.IPATOV, 17, 113.77, 1),
        (Radio.DW1000, 64, Sequence.IPATOV, 17, 121.74, 1),
        (Radio.DW3000_C0, 16, Sequence.IPATOV, 21, 113.8, 4),
        (Radio.DW3000_C0, 64, Sequence.IPATOV, 21, 121.7, 4),
        (Radio.DW3000_C0, 64, Sequence.STS, 21, 120.7, 4),
        (Radio.DW3000_D0, 64, Sequence.IPATOV, 17, 121.7, 4),
        (Radio.DW3000_E0, 64, Sequence.STS, 17, 120.7, 4),
    ],
)
def test_levels_equal_numpys_formula(
    radio: Radio, prf: int, sequence: Sequence, bits: int, constant: float, unit: int
) -> None:
    columns = random_registers(1)
    gain = np.zeros(500) if radio == Radio.DW1000 else np.arange(500) % 8
    found = signal.levels(signal.registers(**columns, digital_gain=gain), radio=radio, prf_mhz=prf, sequence=sequence)
    assert found.refused_count == 0
    n2 = columns["rxpacc"] ** 2
    power = 10 * np.log10(columns["cir_pwr"] * 2**bits / n2) - constant + 6 * gain
    squares = sum((columns[f"fp_amp{i}"] / unit) ** 2 for i in (1, 2, 3))
    np.testing.assert_allclose(found.power_dbm, power, atol=1e-9)
    np.testing.assert_allclose(found.first_path_power_dbm, 10 * np.log10(squares / n2) - constant + 6 * gain, atol=1e-9)
    assert found.has(LevelField.INPUT_POWER).all() == (radio == Radio.DW1000)


def test_saturation_is_interpolated_between_the_published_points() -> None:
    for prf, which in ((16, Table.SATURATION_PRF_16), (64, Table.SATURATION_PRF_64)):
        points = signal.table(which)
        powers = np.linspace(-105, points[-1, 0], 400)
        found = signal.levels(signal.registers(power_dbm=powers), prf_mhz=prf)
        np.testing.assert_allclose(found.input_power_dbm, np.interp(powers, *points.T), atol=1e-9)
        assert not found.has(LevelField.SATURATED).any()
        beyond = signal.levels(signal.registers(power_dbm=[points[-1, 0] + 1]), prf_mhz=prf)
        assert beyond.has(LevelField.SATURATED).all()


def test_missing_registers_are_absent_not_zero() -> None:
    received = signal.registers(
        cir_pwr=[6759, np.nan, np.nan, 6759], rxpacc=[230, 230, np.nan, 0], power_dbm=[np.nan, -70, np.nan, np.nan]
    )
    found = signal.levels(received)
    assert found.has(LevelField.POWER).tolist() == [True, True, False, False]
    assert found.power_dbm[1] == -70
    assert found.refusals() == {2: Status.ERROR_MISSING_VALUE, 3: Status.ERROR_NO_RECEPTION}
    assert found.accepted.tolist() == [True, True, False, False]
    assert "2 refused" in repr(found)
    with pytest.raises(AttributeError, match="no column nonsense"):
        _ = found.nonsense


def test_registers_that_cannot_be_are_refused_by_name() -> None:
    with pytest.raises(TypeError, match="no register cirpwr"):
        signal.registers(cirpwr=[1])
    with pytest.raises(TypeError, match="belong together; only fp_amp1 is given"):
        signal.registers(fp_amp1=[1])
    with pytest.raises(ValueError, match="rxpacc has 2 elements; 1 are needed"):
        signal.registers(cir_pwr=[1], rxpacc=[1, 2])
    with pytest.raises(ValueError, match="digital_gain"):
        signal.registers(cir_pwr=[1], digital_gain=[9])
    with pytest.raises(TypeError, match="no register is given"):
        signal.registers()
    with pytest.raises(ArgumentError, match="prf_mhz = 4: it must be 16 or 64"):
        signal.levels(signal.registers(power_dbm=[-80]), prf_mhz=4)
    with pytest.raises(TypeError, match="did you mean prf_mhz"):
        signal.levels(signal.registers(power_dbm=[-80]), prf_mh=4)
    with pytest.raises(ArgumentError, match="STS needs a DW3000"):
        signal.levels(signal.registers(power_dbm=[-80]), sequence=Sequence.STS)


def test_rxpacc_adjustments_are_the_published_ones() -> None:
    assert signal.rxpacc_adjustment(110) == -64
    assert signal.rxpacc_adjustment(6800) == -5
    assert signal.rxpacc_adjustment(110, Sfd.DECAWAVE_64) == -82
    assert signal.rxpacc_adjustment(850, Sfd.DECAWAVE_16) == -18
    with pytest.raises(ArgumentError):
        signal.rxpacc_adjustment(250)


def test_bias_is_subtracted_and_interpolated_as_numpy_does() -> None:
    source = np.random.default_rng(2)
    powers, distances = source.uniform(-110, -50, 1000), source.uniform(0, 60, 1000)
    for which in list(Table)[:4]:
        points = signal.table(which)
        found = signal.correct_ranges(distances, powers, points, 0.5)
        np.testing.assert_allclose(found.distance_m, distances - np.interp(powers, *points.T), atol=1e-12)
        assert (found.clamped == ((powers < -95) | (powers > -61))).all()
        looked_up = signal.lookup(points, powers)
        np.testing.assert_allclose(found.stddev_m, 0.5 * np.abs(looked_up.slope), atol=1e-9)
    with pytest.raises(MeasurementError, match="RANGEKIT_ERROR_TABLE"):
        signal.lookup([[-80, 1], [-90, 2]], [-85])
    with pytest.raises(ValueError, match=r"it must be \(n, 2\)"):
        signal.lookup([1, 2, 3], [-85])


def test_path_loss_is_log_normal() -> None:
    found = signal.path_loss([-63, -83], exponent=2, shadowing_stddev_db=3)
    np.testing.assert_allclose(found.distance_m, [1, 10], rtol=1e-12)
    sigma = 3 * np.log(10) / 20
    np.testing.assert_allclose(found.mean_m, np.exp(sigma**2 / 2) * np.array([1, 10]))
    np.testing.assert_allclose(found.upper_95_m / found.distance_m, np.exp(1.959963984540054 * sigma))
    with pytest.raises(ArgumentError, match=r"exponent = 0: it must be 0\.1 to 10"):
        signal.path_loss([-63], exponent=0)


def outdoor(shared: Path) -> dict[str, np.ndarray]:
    path = shared / "data" / "uwb" / "outdoor_sstwr_static.csv"
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    with path.open() as file:
        rows = list(csv.reader(file))
    return {name: np.array([float(row[i]) for row in rows[1:]]) for i, name in enumerate(rows[0])}


def test_recorded_levels_are_the_reported_ones(shared: Path) -> None:
    data = outdoor(shared)
    found = signal.levels(
        signal.registers(
            cir_pwr=data["cir_pwr"], rxpacc=data["rxpacc"], **{f"fp_amp{i}": data[f"fp_amp{i}"] for i in (1, 2, 3)}
        )
    )
    assert len(found) == 9200
    assert found.refused_count == 0
    worst = np.abs(found.power_dbm - data["rssi_dbm"]).max()
    print(f"worst difference {worst:.6f} dB")
    assert worst < 0.00501  # the reported column is rounded to 0.01


def test_range_bias_of_aps011_lowers_the_spread_of_recorded_ranges(shared: Path) -> None:
    """The published sign: subtracting helps, adding hurts."""
    data = outdoor(shared)
    los = data["nlos"] == 0
    error = (data["range_m"] - data["true_m"])[los]
    powers = data["rssi_dbm"][los]
    points = signal.table(Table.BIAS_500_MHZ_PRF_64)
    bias = signal.lookup(points, powers).value
    assert np.std(error - bias) < np.std(error) < np.std(error + bias)


def test_path_loss_fitted_to_odd_places_holds_at_even_ones(shared: Path) -> None:
    """A reference, an exponent and a spread from half the distances; the stated 95 % on the others."""
    data = outdoor(shared)
    place = np.unique(data["horiz_m"], return_inverse=True)[1]
    power = signal.levels(signal.registers(cir_pwr=data["cir_pwr"], rxpacc=data["rxpacc"])).input_power_dbm
    train, test = place % 2 == 1, place % 2 == 0
    design = np.column_stack([np.ones(train.sum()), -10 * np.log10(data["true_m"][train])])
    (reference, exponent), *_ = np.linalg.lstsq(design, power[train], rcond=None)
    spread = float(np.std(power[train] - design @ [reference, exponent]))
    found = signal.path_loss(power[test], reference_power_dbm=reference, exponent=exponent, shadowing_stddev_db=spread)
    truth = data["true_m"][test]
    share = np.mean((truth >= found.lower_95_m) & (truth <= found.upper_95_m))
    print(f"reference {reference:.1f} dBm, exponent {exponent:.2f}, spread {spread:.1f} dB: {share:.3f} inside")
    assert 0.90 <= share <= 0.99
