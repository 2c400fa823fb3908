"""What two-way ranging takes and refuses from Python: arrays, options, limits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import rangekit as rk
from rangekit import twr

STAMPS = [57055236684, 56459561043, 69652782156, 70248523212, 70601671244, 70005933158]
DISTANCE_M = 10.786170904986653


def address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def test_results_are_views_of_one_structured_array() -> None:
    ranges = rk.double_sided(np.array([STAMPS, [0] * 6], dtype=np.uint64))
    assert ranges.rows.dtype == twr.RANGE_DTYPE
    assert ranges.rows.dtype.itemsize == 16
    for name, dtype in (("distance_m", np.float64), ("distance_stddev_m", np.float32), ("status", np.int32)):
        column = getattr(ranges, name)
        assert column.dtype == dtype
        assert column.shape == (2,)
        assert np.shares_memory(column, ranges.rows)
    assert ranges.distance_m[0] == pytest.approx(DISTANCE_M, abs=1e-9)
    assert ranges.accepted.tolist() == [True, False]
    assert ranges.refused_count == 1
    assert ranges.refusals() == {1: rk.Status.ERROR_INTERVAL_ZERO}
    assert len(ranges) == 2
    assert "2 exchanges" in repr(ranges)
    assert "1 RANGEKIT_ERROR_INTERVAL_ZERO" in repr(ranges)


def test_fitting_arrays_are_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    library = twr.library

    class Spy:
        def __getattr__(self, name: str) -> Any:
            function = getattr(library, name)
            if not name.endswith("_batch"):
                return function

            def batch(options: Any, exchanges: Any, *rest: Any) -> int:
                if exchanges is not None:
                    seen.append(address(np.ctypeslib.as_array(exchanges, (1,))))
                return function(options, exchanges, *rest)

            return batch

    monkeypatch.setattr(twr, "library", Spy())
    unsigned = np.array([STAMPS] * 3, dtype=np.uint64)
    signed = unsigned.astype(np.int64)
    records = unsigned.view(twr.DOUBLE_SIDED_DTYPE).reshape(3)
    singles = np.zeros(3, dtype=twr.SINGLE_SIDED_DTYPE)
    for array in (unsigned, signed, records):
        rk.double_sided(array)
        assert seen.pop() == address(array)
    rk.single_sided(singles)
    assert seen.pop() == address(singles)
    strided = np.repeat(unsigned, 2, axis=0)[::2]
    assert rk.double_sided(strided).distance_m == pytest.approx(DISTANCE_M)
    assert seen.pop() != address(strided)


@pytest.mark.parametrize(
    "form",
    [
        lambda: [STAMPS],
        lambda: (tuple(STAMPS),),
        lambda: np.array([STAMPS], dtype=np.uint64),
        lambda: np.array([STAMPS], dtype=np.int64),
        lambda: np.array([STAMPS], dtype=">u8"),
        lambda: np.asfortranarray(np.array([STAMPS], dtype=np.uint64)),
        lambda: np.array([STAMPS[::-1]], dtype=np.uint64)[:, ::-1],
        lambda: [[np.uint64(stamp) for stamp in STAMPS]],
        lambda: np.array([STAMPS], dtype=np.uint64).view(twr.DOUBLE_SIDED_DTYPE).reshape(1),
    ],
)
def test_every_integer_form_gives_the_same_distance(form: Any) -> None:
    ranges = rk.double_sided(form())
    assert ranges.refused_count == 0
    assert ranges.distance_m[0] == pytest.approx(DISTANCE_M, abs=1e-12)


def test_lists_of_large_integers_stay_exact() -> None:
    """NumPy alone would make floats of these, and lose up to 1024 ticks."""
    top = (1 << 64) - 1
    rows = [[top - 6, 1, 1001, top - 2, top, 1007]]
    found = rk.double_sided(rows, timestamp_bits=64, clock_tolerance_ppm=10000)
    expected = rk.double_sided([[3, 1, 1001, 7, 9, 1007]], timestamp_bits=64, clock_tolerance_ppm=10000)
    assert found.rows.tolist() == expected.rows.tolist()


@pytest.mark.parametrize(
    ("exchanges", "error", "words"),
    [
        (np.zeros((2, 6)), TypeError, "stamps must stay integers"),
        ([[1.5, 2, 3, 4, 5, 6]], TypeError, r"exchanges\[0, 0\] is 1.5"),
        (np.zeros((2, 6), dtype=object), TypeError, "dtype object"),
        (np.zeros((2, 6), dtype=bool), TypeError, "dtype bool"),
        (np.zeros((2, 6), dtype=complex), TypeError, "dtype complex128"),
        ([[True] * 6], TypeError, "True; stamps must be integers"),
        ([["1"] * 6], TypeError, "'1'; stamps must be integers"),
        (None, TypeError, "exchanges is None"),
        ("123456", TypeError, "exchanges is '123456'"),
        (np.zeros((2, 5), np.uint64), ValueError, r"shape \(2, 5\).*\(n, 6\)"),
        (np.zeros(6, np.uint64), ValueError, r"shape \(6,\)"),
        (np.zeros((1, 2, 6), np.uint64), ValueError, r"shape \(1, 2, 6\)"),
        ([[1, 2, 3], [4, 5, 6, 7]], ValueError, "rows of different lengths"),
        ([[1, 2, 3, 4, 5, -6]], rk.ArgumentError, r"exchanges\[0, 5\] = -6"),
        ([[1, 2, 3, 4, 5, 1 << 64]], rk.ArgumentError, r"exchanges\[0, 5\] = 18446744073709551616"),
        (np.array([[1, 2, 3, 4, 5, 6], [1, 2, -3, 4, 5, 6]]), rk.ArgumentError, "row 1, t3: -3 is negative"),
        (np.zeros(3, twr.SINGLE_SIDED_DTYPE), TypeError, "poll_tx"),
        (np.ma.masked_equal(np.ones((1, 6), np.uint64), 1), rk.ArgumentError, "masked"),
    ],
)
def test_exchanges_that_cannot_be_used_are_refused_by_name(exchanges: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        rk.double_sided(exchanges)


def test_single_sided_needs_an_offset_for_each_row() -> None:
    stamps = np.array([STAMPS[:4]] * 2, dtype=np.uint64)
    with pytest.raises(TypeError, match="clock_offset_ppm is missing"):
        rk.single_sided(stamps)
    with pytest.raises(ValueError, match="clock_offset_ppm has 3 elements; 2 are needed"):
        rk.single_sided(stamps, [1.0, 2.0, 3.0])
    with pytest.raises(TypeError, match="must hold real numbers"):
        rk.single_sided(stamps, ["a", "b"])
    with pytest.raises(TypeError, match="do not pass it twice"):
        rk.single_sided(np.zeros(2, twr.SINGLE_SIDED_DTYPE), [1.0, 2.0])


def test_a_bad_offset_is_named_in_its_own_row() -> None:
    reply = 10_000_000
    ranges = rk.single_sided([[0, 0, reply, reply + 400]] * 5, [0.0, np.nan, np.inf, 200.0, 200.1])
    assert ranges.status.tolist() == [
        rk.Status.OK,
        rk.Status.ERROR_NOT_FINITE,
        rk.Status.ERROR_NOT_FINITE,
        rk.Status.OK,
        rk.Status.ERROR_CLOCK_OFFSET_RANGE,
    ]
    assert ranges.distance_m[0] == pytest.approx(200 * twr.UWB_TICK_S * twr.SPEED_OF_LIGHT_MPS)


@pytest.mark.parametrize("tolerance_ppm", [10.0, 100.0, 10_000.0])
def test_the_offset_of_two_clocks_that_are_both_off_by_the_tolerance_is_the_last_to_be_taken(
    tolerance_ppm: float,
) -> None:
    """A fast initiator beside a slow responder: (1 + e) / (1 - e) - 1 = 2 e / (1 - e)."""
    error = Fraction(tolerance_ppm) / 1_000_000
    limit_ppm = float(((1 + error) / (1 - error) - 1) * 1_000_000)
    offsets = [limit_ppm * (1 - 1e-9), -limit_ppm * (1 - 1e-9), limit_ppm * (1 + 1e-9), -limit_ppm * (1 + 1e-9)]
    ranges = rk.single_sided([[0, 0, 1000, 1400]] * 4, offsets, clock_tolerance_ppm=tolerance_ppm)
    assert ranges.status.tolist() == [0, 0, *[rk.Status.ERROR_CLOCK_OFFSET_RANGE] * 2]


def test_empty_batches_are_fine() -> None:
    for empty in ([], np.empty((0, 6), np.uint64), np.empty((0, 6), np.int64)):
        assert len(rk.double_sided(empty)) == 0
    assert len(rk.single_sided([], [])) == 0
    assert repr(rk.double_sided([])) == "<Ranges: 0 exchanges>"


def test_out_reuses_the_rows_of_an_earlier_batch() -> None:
    first = rk.double_sided([[0] * 6, STAMPS])
    again = rk.double_sided([STAMPS, STAMPS], out=first)
    assert again.rows is first.rows
    assert again.refused_count == 0
    assert again.distance_m == pytest.approx(DISTANCE_M)
    with pytest.raises(ValueError, match="out has 2 rows; the batch has 1"):
        rk.double_sided([STAMPS], out=first)


# Every option at both ends of its range (accepted) and beyond (refused by name).
BOUNDS = {
    "timestamp_bits": (32, 64, 31, 65),
    "tick_s": (1e-15, 1.0, 9.9e-16, 1.0000001),
    "speed_mps": (1.0, 3e8, 0.999, 3.0000001e8),
    "clock_tolerance_ppm": (0.0, 10000.0, -1e-9, 10000.001),
    "initiator_tx_delay_ticks": (-1e9, 1e9, -1.0000001e9, 1.0000001e9),
    "initiator_rx_delay_ticks": (-1e9, 1e9, -1.0000001e9, 1.0000001e9),
    "responder_tx_delay_ticks": (-1e9, 1e9, -1.0000001e9, 1.0000001e9),
    "responder_rx_delay_ticks": (-1e9, 1e9, -1.0000001e9, 1.0000001e9),
    "timestamp_stddev_s": (0.0, 1.0, -1e-30, 1.0000001),
    "clock_offset_stddev_ppm": (0.0, 10000.0, -1e-30, 10000.001),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_options_are_accepted_in_their_range_and_named_beyond(name: str) -> None:
    lowest, highest, below, above = BOUNDS[name]
    for value in (lowest, highest):
        rk.double_sided([], **{name: value})
    for value in (below, above):
        with pytest.raises(rk.ArgumentError, match=f"{name} = .*{twr.OPTION_RANGES[name].split()[-1]}") as caught:
            rk.double_sided([STAMPS], interval_limit_ticks=10**12, **{name: value})
        assert caught.value.status == rk.Status.ERROR_OUT_OF_RANGE
    if isinstance(lowest, float):
        for value in (np.nan, np.inf):
            with pytest.raises(rk.ArgumentError, match=name) as caught:
                rk.double_sided([STAMPS], **{name: value})
            assert caught.value.status == rk.Status.ERROR_NOT_FINITE


def test_unknown_and_unusable_options_are_named() -> None:
    with pytest.raises(TypeError, match=r"no option timestamp_bit: did you mean timestamp_bits\?"):
        rk.double_sided([], timestamp_bit=40)
    with pytest.raises(TypeError, match="no option struct_size"):
        rk.double_sided([], struct_size=40)
    with pytest.raises(TypeError, match="timestamp_bits must be an integer, not 40.0"):
        rk.double_sided([], timestamp_bits=40.0)
    with pytest.raises(TypeError, match="tick_s must be a number, not '1'"):
        rk.double_sided([], tick_s="1")
    with pytest.raises(rk.ArgumentError, match="timestamp_bits = 4294967336 does not fit"):
        rk.double_sided([], timestamp_bits=(1 << 32) + 40)
    with pytest.raises(rk.ArgumentError, match="interval_limit_ticks = -1 does not fit"):
        rk.double_sided([], interval_limit_ticks=-1)


def test_the_longest_interval_is_exact() -> None:
    def exchange(interval: int) -> list[int]:
        return [0, 0, interval, interval, interval + 1, interval + 1]

    assert rk.double_sided_range(exchange((1 << 47) - 1), timestamp_bits=64).distance_m == 0
    with pytest.raises(rk.ExchangeError) as caught:
        rk.double_sided_range(exchange(1 << 47), timestamp_bits=64)
    assert caught.value.status == rk.Status.ERROR_INTERVAL_TOO_LONG
    assert rk.double_sided_range(exchange(1000), interval_limit_ticks=1000).distance_m == 0
    with pytest.raises(rk.ExchangeError) as caught:
        rk.double_sided_range(exchange(1001), interval_limit_ticks=1000)
    assert caught.value.status == rk.Status.ERROR_INTERVAL_OVER_LIMIT


def test_a_reply_may_exceed_its_round_by_clocks_delays_and_noise() -> None:
    reply = 10_000_000  # 2 x 100 ppm of it: 2000 ticks
    for excess, delay, accepted in ((2063, 0.0, True), (2066, 0.0, False), (2163, 100.0, True), (2166, 100.0, False)):
        stamps = [0, 0, reply, reply - excess]
        ranges = rk.single_sided([stamps], [0.0], initiator_tx_delay_ticks=delay)
        assert ranges.accepted[0] == accepted, (excess, delay)
        double = rk.double_sided([[*stamps, reply - excess + 1000, reply + 1000]], initiator_tx_delay_ticks=delay)
        assert double.accepted[0] == accepted, (excess, delay)


def test_one_exchange_raises_what_a_batch_names() -> None:
    with pytest.raises(rk.ExchangeError, match="RANGEKIT_ERROR_TIMESTAMP_RANGE"):
        rk.double_sided_range([*STAMPS[:5], 1 << 40])
    with pytest.raises(ValueError, match="stamps has 4 elements; 6 are needed"):
        rk.double_sided_range(STAMPS[:4])
    with pytest.raises(TypeError, match="t2 must be an integer, not 1.0"):
        rk.single_sided_range([1, 1.0, 2, 3], 0.0)
    with pytest.raises(rk.ArgumentError, match="t1 = -1 does not fit"):
        rk.single_sided_range([-1, 1, 2, 3], 0.0)
    assert rk.double_sided_range(STAMPS).distance_m == pytest.approx(DISTANCE_M)
