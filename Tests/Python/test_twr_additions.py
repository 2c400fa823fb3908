"""Three messages, one to many, clock registers and filter, delayed transmission, diagnosis, from Python."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import rangekit as rk
from rangekit.twr_clock import DW1000_RATE_110K

MASK = (1 << 40) - 1


def _three(random: np.random.Generator, tof: float, reply: float, second: float, ea: float, eb: float) -> list[int]:
    a, b = (int(value) for value in random.integers(0, MASK, 2))
    return [
        a,
        (b + round(tof * (1 + eb))) & MASK,
        (b + round((tof + reply) * (1 + eb))) & MASK,
        (a + round((2 * tof + reply) * (1 + ea))) & MASK,
        (b + round((tof + reply + second) * (1 + eb))) & MASK,
        (a + round((2 * tof + reply + second) * (1 + ea))) & MASK,
    ]


def test_three_messages_equal_rational_arithmetic() -> None:
    random = np.random.default_rng(1)
    rows = [
        _three(random, *random.uniform([0, 1e5, 1e6], [3e4, 1e9, 1e10]), *random.uniform(-5e-5, 5e-5, 2))
        for _ in range(500)
    ]
    ranges = rk.three_message(np.array(rows, dtype=np.uint64))
    assert ranges.refused_count == 0
    for row, distance in zip(rows, ranges.distance_m.tolist(), strict=True):
        t1, t2, t3, t4, t5, t6 = row
        ratio = Fraction((t6 - t4) & MASK, (t5 - t3) & MASK)
        tof = (((t4 - t1) & MASK) - ratio * ((t3 - t2) & MASK)) / 2
        assert abs(distance / 0.004691763978615785 - float(tof)) < 1e-5
        assert rk.three_message_range(row).distance_m == distance


def test_one_to_many_is_double_sided_for_each_responder() -> None:
    rounds = [[1000, 201100], [1000, 201100]]
    responder = [5000, 105000, 101100, 205100]
    ranges = rk.one_to_many(rounds, [[responder, responder], [responder, [0, 0, 0, 0]]], delay_ticks=[0, 100])
    alone = [
        rk.double_sided_range([1000, 5000, 105000, 101100, 201100, 205100], responder_rx_delay_ticks=delay).distance_m
        for delay in (0, 100)
    ]
    assert ranges.distance_m.tolist() == [*alone, alone[0], 0.0]
    assert ranges.refusals() == {3: rk.Status.ERROR_INTERVAL_ZERO}
    with pytest.raises(ValueError, match=r"responders has shape \(1, 1, 4\)"):
        rk.one_to_many(rounds, [[responder]])


def test_registers_have_their_published_ppm() -> None:
    kind = rk.ClockRegister
    for register, value, ppm in (
        (kind.DW3000_CLOCK_OFFSET, 1000, 14.901161),
        (kind.DW1000_CARRIER_CHANNEL_1, 1000, -1.064369),
        (kind.DW1000_CARRIER_CHANNEL_2, 1000, -0.9313226),
        (kind.DW1000_CARRIER_CHANNEL_3, 1000, -0.8278423),
        (kind.DW1000_CARRIER_CHANNEL_5, 1000, -0.5731216),
        (kind.DW1000_CARRIER_CHANNEL_3 + DW1000_RATE_110K, 1000, -0.1034803),
        (kind.DW1000_TRACKING_PRF_16, 0xE4, 228 / 0x01F00000 * 1e6),
        (kind.DW1000_TRACKING_PRF_64, 0x7FF5C, -164 / 0x01FC0000 * 1e6),
    ):
        assert rk.register_to_ppm(register, [value, 0]).tolist() == pytest.approx([ppm, 0], rel=1e-6)
    with pytest.raises(rk.ArgumentError):
        rk.register_to_ppm(6, [0])
    with pytest.raises(TypeError, match="integers"):
        rk.register_to_ppm(kind.DW3000_CLOCK_OFFSET, [0.5])


def test_clock_ratio_over_a_wrap() -> None:
    old, new = (1 << 40) - 1 - 5000, 4999
    assert rk.clock_ratio_ppm(56789, 56789 + 10057, old, new) == pytest.approx(5700)
    with pytest.raises(rk.ExchangeError, match="half a wrap|too long|longer"):
        rk.clock_ratio_ppm(56789, 56789 + 10057, old, new, timestamp_bits=41)


def test_the_filter_outlives_wild_stamps() -> None:
    ticks = np.arange(20, dtype=np.uint64) * np.uint64(640_000_000)
    local = (ticks + (ticks.astype(float) * 7e-6).astype(np.uint64)) & np.uint64(MASK)
    local[10] += np.uint64(50_000)
    clock = rk.ClockFilter()
    estimates = clock.update(local, ticks & np.uint64(MASK), np.arange(20) * 10_016_000)
    outcome = rk.ClockOutcome
    assert estimates.outcome.tolist()[:3] == [outcome.FIRST, outcome.REPLACED, outcome.ACCEPTED]
    assert estimates.outcome.tolist()[10:13] == [outcome.REJECTED, outcome.REJECTED, outcome.ACCEPTED]
    assert clock.clock_offset_ppm == pytest.approx(7, abs=0.005)
    assert clock.is_reliable
    assert estimates.reliable.sum() == 16
    assert 0 < estimates.clock_offset_stddev_ppm[-1] < 0.02
    with pytest.raises(rk.ArgumentError, match="trust_max = 0: it must be 1 to 1000000"):
        rk.ClockFilter(trust_max=0)


def test_delayed_transmissions_are_on_the_grid() -> None:
    scheduled, transmitted = rk.delayed_transmit([511, 512, MASK], 16436)
    assert scheduled.tolist() == [0, 512, MASK - 511]
    assert transmitted.tolist() == [16436, 16948, (MASK - 511 + 16436) & MASK]


def _single(random: np.random.Generator, count: int, initiator_ppm: float, responder_ppm: float) -> np.ndarray:
    a, b = 1 + initiator_ppm * 1e-6, 1 + responder_ppm * 1e-6
    start = np.arange(count) * 3.2e9
    reply = random.uniform(6e7, 6.1e7, count)
    tof = 12 / 299792458 / rk.UWB_TICK_S
    stamps = [start * a, (start + tof) * b + random.normal(0, 6, count), (start + tof + reply) * b]
    stamps.append((start + 2 * tof + reply) * a + random.normal(0, 6, count))
    return np.rint(np.stack(stamps, axis=1)).astype(np.int64).astype(np.uint64) & np.uint64(MASK)


def test_diagnosis_names_a_missing_correction() -> None:
    random = np.random.default_rng(2)
    forward, backward = _single(random, 100, 17, 0), _single(random, 100, 0, 17)
    zero = np.zeros(100)
    diagnosis = rk.diagnose(forward, zero, backward, zero)
    assert diagnosis.causes == rk.TwrCause.OFFSET_MISSING
    assert diagnosis.implied_offset_ppm == pytest.approx(17, abs=0.05)
    assert diagnosis.distance_m == pytest.approx(12, abs=0.02)
    assert "no clock-offset correction" in str(diagnosis)
    assert rk.diagnose(forward, zero - 17, backward, zero + 17).causes == rk.TwrCause.OFFSET_SIGN
    assert rk.diagnose(forward, zero + 17, backward, zero - 17).causes == 0
    forward[::3, [1, 2]] = forward[::3, [2, 1]]
    swapped = rk.diagnose(forward, zero + 17, [], zero[:0])
    assert swapped.causes == rk.TwrCause.SWAPPED
    assert swapped.swapped_stamps == ("t2", "t3")
    assert swapped.backward_m is None
