"""Two-way ranging against rational arithmetic: below 1e-6 of a tick, at every width and wrap position."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import rangekit as rk
from exact_ranging import Clock, Delays, double_sided_ticks, exchange, single_sided_ticks
from hypothesis import assume, given, settings
from hypothesis import strategies as st

TOLERANCE_TICKS = Fraction(1, 1_000_000)
LONGEST = (1 << 47) - 1
METRES_A_TICK = Fraction(rk.UWB_TICK_S) * Fraction(rk.SPEED_OF_LIGHT_MPS)
BITS = st.integers(32, 64)
PPB = st.integers(-100_000, 100_000)
FLIGHT = st.fractions(0, 1_000_000, max_denominator=1000)
DELAY = st.floats(-1e6, 1e6, allow_subnormal=False)


def ticks(distance_m: float) -> Fraction:
    return Fraction(distance_m) / METRES_A_TICK


def longest_reply(bits: int) -> int:
    """Leaves room for flights and fast clocks below both the wrap and the longest interval."""
    return min(1 << bits, LONGEST + 1) * 9998 // 10000 - 4_000_000


@st.composite
def replies(draw: st.DrawFn, bits: int) -> int:
    """Short and long ones alike: the number of digits is drawn first."""
    most = longest_reply(bits)
    return draw(st.integers(1_000, min(most, 10 ** draw(st.integers(4, 15)))))


@st.composite
def exchanges(draw: st.DrawFn) -> tuple[int, list[int]]:
    bits = draw(BITS)
    start = st.integers(0, (1 << bits) - 1)
    clocks = [Clock(draw(PPB), draw(start), bits) for _ in range(2)]
    return bits, exchange(*clocks, draw(FLIGHT), draw(replies(bits)), draw(replies(bits)))


@settings(max_examples=500)
@given(exchanges())
def test_double_sided_equals_rational_arithmetic(case: tuple[int, list[int]]) -> None:
    bits, stamps = case
    found = rk.double_sided_range(stamps, timestamp_bits=bits)
    assert abs(ticks(found.distance_m) - double_sided_ticks(stamps, bits)) <= TOLERANCE_TICKS


@settings(max_examples=500)
@given(exchanges(), st.floats(-200, 200))
def test_single_sided_equals_rational_arithmetic(case: tuple[int, list[int]], offset_ppm: float) -> None:
    bits, stamps = case
    found = rk.single_sided_range(stamps[:4], offset_ppm, timestamp_bits=bits)
    expected = single_sided_ticks(stamps[:4], offset_ppm, bits)
    # An offset that is not the clocks' own leaves a distance of many kilometres, which a double holds to 2^-52.
    assert abs(ticks(found.distance_m) - expected) <= TOLERANCE_TICKS + abs(expected) / (1 << 50)


@settings(max_examples=500)
@given(BITS, PPB, PPB, FLIGHT, st.data())
def test_single_sided_with_the_true_offset_finds_the_flight(
    bits: int, initiator_ppb: int, responder_ppb: int, flight: Fraction, data: st.DataObject
) -> None:
    starts = [data.draw(st.integers(0, (1 << bits) - 1)) for _ in range(2)]
    reply = data.draw(replies(bits))
    stamps = exchange(Clock(initiator_ppb, starts[0], bits), Clock(responder_ppb, starts[1], bits), flight, reply, 1000)
    rate = Fraction(1_000_000_000 + initiator_ppb, 1_000_000_000 + responder_ppb)
    offset_ppm = float((rate - 1) * 1_000_000)
    found = ticks(rk.single_sided_range(stamps[:4], offset_ppm, timestamp_bits=bits).distance_m)
    assert abs(found - single_sided_ticks(stamps[:4], offset_ppm, bits)) <= TOLERANCE_TICKS
    # Against the truth: stamps are whole ticks, the initiator's clock measures the flight, the offset is a double.
    truth = flight * (1_000_000_000 + initiator_ppb) / 1_000_000_000
    assert abs(found - truth) <= 2 + Fraction(reply) * Fraction(offset_ppm) / 1_000_000 / (1 << 52)


@settings(max_examples=300)
@given(exchanges(), st.tuples(DELAY, DELAY, DELAY, DELAY))
def test_antenna_delays_equal_rational_arithmetic(case: tuple[int, list[int]], delays: tuple[float, ...]) -> None:
    bits, stamps = case
    names = ("initiator_tx", "initiator_rx", "responder_tx", "responder_rx")
    options = {f"{name}_delay_ticks": value for name, value in zip(names, delays, strict=True)}
    exact = Delays(*map(Fraction, delays))
    double = rk.double_sided_range(stamps, timestamp_bits=bits, **options)
    assert abs(ticks(double.distance_m) - double_sided_ticks(stamps, bits, exact)) <= TOLERANCE_TICKS
    single = rk.single_sided_range(stamps[:4], 0.0, timestamp_bits=bits, **options)
    expected = single_sided_ticks(stamps[:4], 0.0, bits, exact)
    assert abs(ticks(single.distance_m) - expected) <= TOLERANCE_TICKS + abs(expected) / (1 << 50)


@pytest.mark.parametrize("bits", [32, 33, 40, 47, 48, 63, 64])
def test_every_wrap_position_gives_the_same_distance(bits: int) -> None:
    base = exchange(Clock(40_000, 0, 200), Clock(-25_000, 0, 200), Fraction(2131, 2), 57_600_000, 61_000_000)
    shifts = [-1, 0, 1]
    # Each device's wrap is put right before, at and right after each of its stamps.
    initiator = [(shift - base[stamp]) % (1 << bits) for stamp in (0, 3, 4) for shift in shifts]
    responder = [(shift - base[stamp]) % (1 << bits) for stamp in (1, 2, 5) for shift in shifts]
    rows = [
        [(stamp + (a if index in (0, 3, 4) else b)) % (1 << bits) for index, stamp in enumerate(base)]
        for a in initiator
        for b in responder
    ]
    ranges = rk.double_sided(rows, timestamp_bits=bits)
    assert ranges.refused_count == 0
    assert len(set(ranges.distance_m.tolist())) == 1
    assert abs(ticks(ranges.distance_m[0]) - double_sided_ticks(base, 200)) <= TOLERANCE_TICKS
    singles = rk.single_sided(np.array(rows, dtype=np.uint64)[:, :4], np.full(len(rows), 65.0), timestamp_bits=bits)
    assert singles.refused_count == 0
    assert len(set(singles.distance_m.tolist())) == 1


@settings(max_examples=100)
@given(st.lists(exchanges(), min_size=1, max_size=12), st.floats(-200, 200))
def test_a_batch_equals_its_single_exchanges(cases: list[tuple[int, list[int]]], offset_ppm: float) -> None:
    rows = [[stamp % (1 << 40) for stamp in stamps] for _, stamps in cases]
    double = rk.double_sided(rows)
    single = rk.single_sided([row[:4] for row in rows], np.full(len(rows), offset_ppm))
    for index, row in enumerate(rows):
        check_row(double, index, lambda row=row: rk.double_sided_range(row))
        check_row(single, index, lambda row=row: rk.single_sided_range(row[:4], offset_ppm))


def check_row(ranges: rk.Ranges, index: int, one: object) -> None:
    try:
        found = one()  # type: ignore[operator]
    except rk.RangeKitError as error:
        assert ranges.status[index] == error.status
        assert ranges.distance_m[index] == 0
        assert ranges.distance_stddev_m[index] == 0
    else:
        assert ranges.status[index] == rk.Status.OK
        assert ranges.distance_m[index] == found.distance_m
        assert ranges.distance_stddev_m[index] == np.float32(found.distance_stddev_m)


@settings(max_examples=600)
@given(st.lists(st.integers(0, (1 << 40) - 1), min_size=6, max_size=6), st.sampled_from([32, 38, 40]))
def test_any_stamps_give_the_formula_or_the_status_that_names_them(stamps: list[int], bits: int) -> None:
    possible = set()
    spans = [(later - earlier) % (1 << bits) for later, earlier in pairs(stamps)]
    round_a, reply_b, round_b, reply_a = spans
    if any(stamp >> bits for stamp in stamps):
        possible.add(rk.Status.ERROR_TIMESTAMP_RANGE)
    if 0 in spans:
        possible.add(rk.Status.ERROR_INTERVAL_ZERO)
    excesses = [
        reply - reference - 64 - reply * Fraction(2, 10_000)
        for reply, reference in ((reply_b, round_a), (reply_a, round_b))
    ]
    assume(all(abs(excess) > 1 for excess in excesses))
    if any(excess > 0 for excess in excesses):
        possible.add(rk.Status.ERROR_REPLY_EXCEEDS_ROUND)
    try:
        found = rk.double_sided_range(stamps, timestamp_bits=bits)
    except rk.ExchangeError as error:
        assert error.status in possible
    else:
        assert not possible
        expected = double_sided_ticks(stamps, bits)
        assert abs(ticks(found.distance_m) - expected) <= TOLERANCE_TICKS + abs(expected) / (1 << 50)


def pairs(stamps: list[int]) -> list[tuple[int, int]]:
    return [(stamps[later - 1], stamps[earlier - 1]) for later, earlier in ((4, 1), (3, 2), (6, 3), (5, 4))]
