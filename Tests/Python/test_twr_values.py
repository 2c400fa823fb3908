"""Two-way ranging against values from elsewhere: other projects' tests, a real exchange, the error model."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import rangekit as rk

METRES_A_TICK = rk.UWB_TICK_S * rk.SPEED_OF_LIGHT_MPS

# Single-sided, 32-bit stamps, no clock offset: response received, poll sent, response sent, poll received ->
# ticks, metres at c / 1.000293. Inputs from Decawave/uwb-core, lib/rng_math/selftest/src/testcases/
# calc_tof_test.c (Apache-2.0), which asserts the whole metres; results recomputed in rational arithmetic.
SINGLE_SIDED = [
    ((254076713, 175480898, 1470169168, 1391575515), 1081.0, 5.070311),
    ((1912245852, 1833647682, 786803792, 708209934), 2156.0, 10.112480),
    ((1075470169, 996872258, 1024692304, 946098392), 1999.5, 9.378434),
    ((0xCAFE80D8, 0xC74F4042, 0x00745650, 0xFCC517A4), 245.0, 1.149145),
]

# Double-sided: round_a, reply_b, round_b, reply_a -> ticks, metres in vacuum. Same file.
DOUBLE_SIDED = [
    ((78597821, 78593912, 78597911, 78593912), 1976.999993559, 9.275617),
    ((78598186, 78593871, 79188106, 79183844), 2144.299541715, 10.060547),
    ((61818954, 61816782, 62408694, 62406596), 1067.587831189, 5.008870),
    ((61817042, 61816574, 62407330, 62406460), 334.022605251, 1.567155),
]


@pytest.mark.parametrize(("words", "expected_ticks", "expected_m"), SINGLE_SIDED)
def test_single_sided_values_of_uwb_core(words: tuple[int, ...], expected_ticks: float, expected_m: float) -> None:
    response_received, poll_sent, response_sent, poll_received = words
    stamps = [poll_sent, poll_received, response_sent, response_received]
    found = rk.single_sided_range(stamps, 0.0, timestamp_bits=32, speed_mps=rk.SPEED_OF_LIGHT_MPS / 1.000293)
    assert found.distance_m == pytest.approx(expected_m, abs=1e-6)
    in_vacuum = rk.single_sided_range(stamps, 0.0, timestamp_bits=32)
    assert in_vacuum.distance_m / METRES_A_TICK == pytest.approx(expected_ticks, abs=1e-6)


def test_single_sided_value_holds_at_every_wrap_position_of_uwb_cores_sweep() -> None:
    response_received, poll_sent, response_sent, poll_received = SINGLE_SIDED[1][0]
    stamps = np.array([poll_sent, poll_received, response_sent, response_received], dtype=np.uint64)
    offsets = np.arange(0, 1 << 32, 0x100, dtype=np.uint64)
    for part in np.array_split(offsets, 16):
        rows = (stamps[None, :] + part[:, None]) & np.uint64(0xFFFFFFFF)
        ranges = rk.single_sided(rows, np.zeros(len(rows)), timestamp_bits=32)
        assert ranges.refused_count == 0
        assert np.abs(ranges.distance_m / METRES_A_TICK - 2156.0).max() <= 1e-6


@pytest.mark.parametrize(("spans", "expected_ticks", "expected_m"), DOUBLE_SIDED)
def test_double_sided_values_of_uwb_core(spans: tuple[int, ...], expected_ticks: float, expected_m: float) -> None:
    round_a, reply_b, round_b, reply_a = spans
    t1, t2 = 0xFC417642, 0xB439F952
    t4, t3 = t1 + round_a, t2 + reply_b
    t6, t5 = t3 + round_b, t4 + reply_a
    stamps = [stamp % (1 << 32) for stamp in (t1, t2, t3, t4, t5, t6)]
    found = rk.double_sided_range(stamps, timestamp_bits=32)
    assert found.distance_m / METRES_A_TICK == pytest.approx(expected_ticks, abs=1e-6)
    assert found.distance_m == pytest.approx(expected_m, abs=1e-6)


def test_uwb_cores_exchange_without_intervals_is_refused() -> None:
    with pytest.raises(rk.ExchangeError) as caught:
        rk.double_sided_range([0] * 6, timestamp_bits=32)
    assert caught.value.status == rk.Status.ERROR_INTERVAL_ZERO
    assert caught.value.name == "RANGEKIT_ERROR_INTERVAL_ZERO"


def test_a_real_double_sided_exchange() -> None:
    """Recorded stamps, 40 bits (the public set that reference section 6 item 3 quotes); its own result: 10786 mm."""
    stamps = [57055236684, 56459561043, 69652782156, 70248523212, 70601671244, 70005933158]
    found = rk.double_sided_range(stamps)
    assert math.floor(found.distance_m * 1000) == 10786
    assert abs(found.distance_m - 10.96941) < 0.25  # the surveyed distance; the set's own RMSE is 0.14 m


@pytest.mark.parametrize(
    ("flight_m", "reply_b_us", "reply_a_us", "ppm_a", "ppm_b", "single_m", "double_m"),
    [
        (10, 300, 300, 10, -10, 0.8995, 0.0),
        (100, 300, 600, 20, 0, 0.9014, 0.001),
        (10, 200, 5000, 10, -10, 0.5997, 0.0),
    ],
)
def test_clock_errors_do_what_the_error_model_says(
    flight_m: float, reply_b_us: int, reply_a_us: int, ppm_a: int, ppm_b: int, single_m: float, double_m: float
) -> None:
    """Single-sided, uncorrected: reply (ea - eb) / 2 + tof ea; double-sided: tof (ea + eb) / 2.

    The figures are those of reference section 6 item 10, from a simulation that agrees with the formulas.
    Ticks are femtoseconds here, so that whole ticks do not hide what is looked for.
    """
    flight = flight_m / rk.SPEED_OF_LIGHT_MPS * 1e15
    times = list(itertools.accumulate([0, flight, reply_b_us * 1e9, flight, reply_a_us * 1e9, flight]))
    rates = [1 + ppm * 1e-6 for ppm in (ppm_a, ppm_b, ppm_b, ppm_a, ppm_a, ppm_b)]
    stamps = [round(time * rate) for time, rate in zip(times, rates, strict=True)]
    options = {"tick_s": 1e-15, "timestamp_bits": 64}
    single = rk.single_sided_range(stamps[:4], 0.0, **options).distance_m - flight_m
    double = rk.double_sided_range(stamps, **options).distance_m - flight_m
    assert single == pytest.approx(single_m, abs=5e-5)
    assert double == pytest.approx(double_m, abs=5e-6)
    corrected = rk.single_sided_range(stamps[:4], (rates[0] / rates[1] - 1) * 1e6, **options).distance_m - flight_m
    assert corrected == pytest.approx(flight_m * ppm_a * 1e-6, abs=5e-6)


@pytest.mark.parametrize(
    ("reply_b", "reply_a", "single", "expected_ps"),
    [(1.0, None, True, 70.7), (1.0, 1.0, False, 61.2), (1.0, 10.0, False, 67.7)],
)
def test_stated_deviation_is_that_of_the_error_model_and_of_many_noisy_exchanges(
    reply_b: float, reply_a: float | None, single: bool, expected_ps: float
) -> None:
    """100 ps on each receive stamp give 70.7, 61.2 and 67.7 ps (reference section 6 item 10)."""
    random = np.random.default_rng(20)
    count, tick_s = 200_000, 1e-13
    flight, unit = 30e-9, 300e-6
    noise = random.normal(0, 100e-12, (count, 3))
    t1, t2 = np.zeros(count), flight + noise[:, 0]
    t3 = np.full(count, flight + reply_b * unit)
    t4 = t3 + flight + noise[:, 1]
    t5 = t3 + flight + (reply_a or 1.0) * unit
    t6 = t5 + flight + noise[:, 2]
    stamps = np.rint(np.stack([t1, t2, t3, t4, t5, t6], axis=1) / tick_s).astype(np.uint64)
    options = {"tick_s": tick_s, "timestamp_bits": 64, "clock_offset_stddev_ppm": 0.0}
    if single:
        ranges = rk.single_sided(stamps[:, :4], np.zeros(count), **options)
    else:
        ranges = rk.double_sided(stamps, **options)
    assert ranges.refused_count == 0
    stated_ps = ranges.distance_stddev_m / rk.SPEED_OF_LIGHT_MPS * 1e12
    np.testing.assert_allclose(stated_ps, expected_ps, atol=0.06)
    measured_ps = ranges.distance_m.std() / rk.SPEED_OF_LIGHT_MPS * 1e12
    assert measured_ps == pytest.approx(expected_ps, rel=0.01)


def test_clock_offset_noise_widens_the_single_sided_deviation() -> None:
    """s^2/2 + (reply s_offset / 2)^2: 5.8 ms and 0.017 ppm, as on the DW1000's carrier integrator."""
    reply_s, offset_stddev_ppm, stamp_stddev_s = 5.8e-3, 0.017, 100e-12
    reply = round(reply_s / rk.UWB_TICK_S)
    found = rk.single_sided_range([1, 1, 1 + reply, 1 + reply], 0.0, clock_offset_stddev_ppm=offset_stddev_ppm)
    variance_s2 = stamp_stddev_s**2 / 2 + (reply_s * offset_stddev_ppm * 1e-6 / 2) ** 2
    assert found.distance_stddev_m == pytest.approx(math.sqrt(variance_s2) * rk.SPEED_OF_LIGHT_MPS, rel=1e-5)


def test_wrong_sign_of_the_clock_offset_doubles_the_error() -> None:
    reply = round(300e-6 / rk.UWB_TICK_S)
    stamps = [0, 0, reply, round(reply * 1.00002) + 1]
    right, none, wrong = (rk.single_sided_range(stamps, ppm).distance_m for ppm in (20.0, 0.0, -20.0))
    assert abs(right) < 0.01
    assert wrong - right == pytest.approx(2 * (none - right), rel=1e-6)


def test_constants_are_the_defined_ones() -> None:
    assert rk.SPEED_OF_LIGHT_MPS == 299792458.0
    assert rk.UWB_TICK_S == 1 / (128 * 499.2e6)
    assert pytest.approx(4.691763978615785e-3, rel=1e-15) == METRES_A_TICK
