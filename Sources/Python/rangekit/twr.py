"""twr.h: two-way ranging, from raw device timestamps to metres.

    ranges = double_sided(stamps, timestamp_bits=40)      # stamps: (n, 6) uint64, t1 to t6
    ranges.distance_m[ranges.accepted].mean()

      double-sided, asymmetric                     single-sided

      initiator        responder                   initiator        responder
      t1 --- poll -------> t2                      t1 --- poll -------> t2
      t4 <-- response ---- t3                      t4 <-- response ---- t3
      t5 --- final ------> t6

Options, by keyword, with their units and defaults (see OPTION_RANGES for what is accepted):

    timestamp_bits            40          width at which the stamps wrap
    interval_limit_ticks      0           longer rounds and replies are refused; 0: no such limit
    tick_s                    UWB_TICK_S  length of a tick, seconds
    speed_mps                 SPEED_OF_LIGHT_MPS
    clock_tolerance_ppm       100         each clock is true within this
    initiator_tx_delay_ticks  0           antenna delays; likewise initiator_rx_delay_ticks,
                                          responder_tx_delay_ticks and responder_rx_delay_ticks
    timestamp_stddev_s        100e-12     noise of one receive stamp, seconds
    clock_offset_stddev_ppm   0.02        noise of a measured clock offset
"""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_numbers, as_records, as_ticks
from rangekit._library import library
from rangekit._structures import as_float, as_integer, assign, default, name_refused_option
from rangekit.base import Status, status_name
from rangekit.errors import ArgumentError, check

#: Metres per second in vacuum.
SPEED_OF_LIGHT_MPS: Final[float] = c.RANGEKIT_SPEED_OF_LIGHT_MPS
#: Metres per second in air, as Decawave's software has it.
SPEED_OF_LIGHT_AIR_MPS: Final[float] = c.RANGEKIT_SPEED_OF_LIGHT_AIR_MPS
#: Seconds: 1 / (128 x 499.2 MHz), the tick of IEEE 802.15.4 HRP timestamps.
UWB_TICK_S: Final[float] = c.RANGEKIT_UWB_TICK_S
#: Intervals from here on are refused, in ticks.
INTERVAL_MAX_TICKS: Final[int] = c.RANGEKIT_TWR_INTERVAL_MAX_TICKS

#: What each option may be, in words.
OPTION_RANGES: Final[dict[str, str]] = {
    "timestamp_bits": "32 to 64",
    "interval_limit_ticks": "0 to 2^64 - 1",
    "tick_s": "1e-15 to 1",
    "speed_mps": "1 to 3e8",
    "clock_tolerance_ppm": "0 to 10000",
    "initiator_tx_delay_ticks": "-1e9 to 1e9",
    "initiator_rx_delay_ticks": "-1e9 to 1e9",
    "responder_tx_delay_ticks": "-1e9 to 1e9",
    "responder_rx_delay_ticks": "-1e9 to 1e9",
    "timestamp_stddev_s": "0 to 1",
    "clock_offset_stddev_ppm": "0 to 10000",
}

#: One double-sided exchange as the C contract has it: poll_tx, poll_rx, response_tx, response_rx, final_tx, final_rx.
DOUBLE_SIDED_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_twr_double_sided_exchange)
#: One single-sided exchange as the C contract has it: four stamps and clock_offset_ppm.
SINGLE_SIDED_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_twr_single_sided_exchange)
#: One three-message exchange as the C contract has it: poll_tx, poll_rx, response_tx, response_rx, second_tx and
#: second_rx.
THREE_MESSAGE_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_twr_three_message_exchange)
#: One responder of a round as the C contract has it: poll_rx, response_tx, response_rx, final_rx, delay_ticks.
RESPONDER_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_twr_responder)
#: One range as the C contract has it: distance_m, distance_stddev_m, status.
RANGE_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_twr_range)

_STAMPS = ("t1", "t2", "t3", "t4", "t5", "t6")


@dataclasses.dataclass(frozen=True)
class Range:
    """One distance with its uncertainty."""

    distance_m: float
    distance_stddev_m: float  #: from stamp and clock-offset noise alone


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Ranges:
    """The ranges of a batch, one row per exchange.

    A row whose `status` is not 0 was refused: its numbers are 0 and mean nothing. `accepted` selects the
    others: `ranges.distance_m[ranges.accepted]`.
    """

    rows: npt.NDArray[Any]  #: (n,) of RANGE_DTYPE, as the library wrote them
    refused_count: int  #: rows with a status other than 0

    @property
    def distance_m(self) -> npt.NDArray[np.float64]:
        """Distances, metres, (n,) float64: a view. Calibration errors and noise can make them negative."""
        return self.rows["distance_m"]

    @property
    def distance_stddev_m(self) -> npt.NDArray[np.float32]:
        """One standard deviation from stamp and clock-offset noise, metres, (n,) float32: a view."""
        return self.rows["distance_stddev_m"]

    @property
    def status(self) -> npt.NDArray[np.int32]:
        """The status of each row, (n,) int32: a view. See `Status`."""
        return self.rows["status"]

    @property
    def accepted(self) -> npt.NDArray[np.bool_]:
        """Which rows hold a distance, (n,) bool."""
        return np.asarray(self.status == Status.OK)

    def refusals(self) -> dict[int, Status | int]:
        """The refused rows: index -> status."""
        indices = np.flatnonzero(self.status)
        numbers = self.status[indices].tolist()
        return {
            int(index): Status(number) if number in Status._value2member_map_ else number
            for index, number in zip(indices, numbers, strict=True)
        }

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        distances = self.distance_m[self.accepted]
        parts = [f"{len(self)} exchanges"]
        if len(distances):
            parts.append(f"median {np.median(distances):.3f} m, {distances.min():.3f} to {distances.max():.3f} m")
        if self.refused_count:
            numbers, counts = np.unique(self.status[self.status != Status.OK], return_counts=True)
            reasons = ", ".join(f"{count} {status_name(number)}" for number, count in zip(numbers, counts, strict=True))
            parts.append(f"{self.refused_count} refused ({reasons})")
        return f"<Ranges: {'; '.join(parts)}>"


def double_sided(exchanges: npt.ArrayLike, *, out: Ranges | None = None, **options: Any) -> Ranges:
    """Ranges double-sided exchanges (asymmetric, in the form that keeps every product's difference small).

    Args:
        exchanges: (n, 6) integers, ticks: t1 to t6 of each exchange; or (n,) of DOUBLE_SIDED_DTYPE. uint64 in
            C order is used where it is, other integers are converted, floats are refused.
        out: the ranges of an earlier batch of the same length, to be overwritten and returned: saves the
            allocation in a loop.
        **options: see the module's table.

    Returns:
        One row per exchange, each with its own status; a bad row does not disturb the others.

    Raises:
        TypeError, ValueError: exchanges or options that cannot be used, by name.
    """
    if isinstance(exchanges, np.ndarray) and exchanges.dtype.names:
        records = as_records("exchanges", exchanges, DOUBLE_SIDED_DTYPE)
    else:
        records = as_ticks("exchanges", exchanges, _STAMPS)
    return _batch(library.rangekit_twr_double_sided_batch, c.rangekit_twr_double_sided_exchange, records, out, options)


def single_sided(
    stamps: npt.ArrayLike,
    clock_offset_ppm: npt.ArrayLike | None = None,
    *,
    out: Ranges | None = None,
    **options: Any,
) -> Ranges:
    """Ranges single-sided exchanges, corrected by the clock offset that the initiator's radio measured.

    Args:
        stamps: (n, 4) integers, ticks: t1 to t4 of each exchange; or (n,) of SINGLE_SIDED_DTYPE, used where
            it is, which holds the offsets too.
        clock_offset_ppm: (n,) numbers: (initiator's clock rate / responder's - 1) x 1e6, positive when the
            initiator's is faster. The sign matters: the wrong one doubles the error it should remove.
        out: as for `double_sided`.
        **options: see the module's table.

    Returns:
        One row per exchange, each with its own status.

    Raises:
        TypeError, ValueError: stamps, offsets or options that cannot be used, by name.
    """
    records = single_sided_records(stamps, clock_offset_ppm)
    return _batch(library.rangekit_twr_single_sided_batch, c.rangekit_twr_single_sided_exchange, records, out, options)


def three_message(exchanges: npt.ArrayLike, *, out: Ranges | None = None, **options: Any) -> Ranges:
    """Ranges three-message exchanges: the responder sends twice, so the clock ratio comes from two packets in the same
    direction and no radio has to measure it.

    Args:
        exchanges: (n, 6) integers, ticks: t1 poll sent, t2 poll received, t3 response sent, t4 response received,
            t5 second response sent (by the responder), t6 second response received; or (n,) of THREE_MESSAGE_DTYPE.
        out: as for `double_sided`.
        **options: see the module's table.

    Returns:
        One row per exchange, each with its own status.

    Raises:
        TypeError, ValueError: exchanges or options that cannot be used, by name.
    """
    if isinstance(exchanges, np.ndarray) and exchanges.dtype.names:
        records = as_records("exchanges", exchanges, THREE_MESSAGE_DTYPE)
    else:
        records = as_ticks("exchanges", exchanges, _STAMPS)
    function = library.rangekit_twr_three_message_batch
    return _batch(function, c.rangekit_twr_three_message_exchange, records, out, options)


def one_to_many(
    rounds: npt.ArrayLike, responders: npt.ArrayLike, delay_ticks: npt.ArrayLike | None = None, **options: Any
) -> Ranges:
    """Ranges several responders from one poll and one final of the initiator, double-sided.

    Args:
        rounds: (r, 2) integers, ticks: t1 poll sent and t5 final sent of each round.
        responders: (r, n, 4) integers, ticks: t2 poll received, t3 response sent, t4 response received, t6 final
            received, of each responder in each round. One that did not answer is zero: its row is refused.
        delay_ticks: (n,) numbers: each responder's antenna delays, sending and receiving together, on top of those
            in the options.
        **options: see `double_sided`.

    Returns:
        r x n rows, round after round: `ranges.distance_m.reshape(r, n)`.

    Raises:
        TypeError, ValueError: stamps, delays or options that cannot be used, by name.
    """
    sent = as_ticks("rounds", rounds, ("t1", "t5"))
    stamps = np.asarray(responders)
    if stamps.ndim != 3 or stamps.shape[0] != len(sent) or stamps.shape[2] != 4:
        raise ValueError(
            f"responders has shape {stamps.shape}; ({len(sent)}, n, 4) is needed: t2, t3, t4 and t6 of n responders "
            f"in each of {len(sent)} rounds"
        )
    round_count, responder_count = stamps.shape[:2]
    ticks = as_ticks("responders", stamps.reshape(-1, 4), ("t2", "t3", "t4", "t6"))
    records = np.zeros(len(ticks), dtype=RESPONDER_DTYPE)
    for column, name in enumerate(("poll_rx", "response_tx", "response_rx", "final_rx")):
        records[name] = ticks[:, column]
    if delay_ticks is not None:
        delays = as_numbers("delay_ticks", delay_ticks, np.float64, responder_count)
        records["delay_ticks"] = np.tile(delays, round_count)
    rows = np.empty(len(records), dtype=RANGE_DTYPE)
    refused_count = ctypes.c_size_t()
    check(
        library.rangekit_twr_one_to_many(
            prepared_options(options),
            sent.ctypes.data_as(ctypes.POINTER(c.rangekit_twr_round)),
            round_count,
            records.ctypes.data_as(ctypes.POINTER(c.rangekit_twr_responder)),
            responder_count,
            rows.ctypes.data_as(ctypes.POINTER(c.rangekit_twr_range)),
            refused_count,
        )
    )
    return Ranges(rows, refused_count.value)


def double_sided_range(stamps: Sequence[int], **options: Any) -> Range:
    """Ranges one double-sided exchange, t1 to t6 in ticks; raises `ExchangeError` if they cannot be what they say."""
    exchange = c.rangekit_twr_double_sided_exchange(*_stamps(stamps, 6))
    return _one(library.rangekit_twr_double_sided, exchange, options)


def single_sided_range(stamps: Sequence[int], clock_offset_ppm: float, **options: Any) -> Range:
    """Ranges one single-sided exchange, t1 to t4 in ticks; raises `ExchangeError` if they cannot be what they say."""
    exchange = c.rangekit_twr_single_sided_exchange(*_stamps(stamps, 4), as_float("clock_offset_ppm", clock_offset_ppm))
    return _one(library.rangekit_twr_single_sided, exchange, options)


def three_message_range(stamps: Sequence[int], **options: Any) -> Range:
    """Ranges one three-message exchange, t1 to t6 in ticks; raises `ExchangeError` if they cannot be what they say."""
    exchange = c.rangekit_twr_three_message_exchange(*_stamps(stamps, 6))
    return _one(library.rangekit_twr_three_message, exchange, options)


def single_sided_records(stamps: npt.ArrayLike, clock_offset_ppm: npt.ArrayLike | None) -> npt.NDArray[Any]:
    """Single-sided exchanges as the C contract has them: (n,) of SINGLE_SIDED_DTYPE."""
    if isinstance(stamps, np.ndarray) and stamps.dtype.names:
        if clock_offset_ppm is not None:
            raise TypeError("stamps are records that hold clock_offset_ppm already; do not pass it twice")
        return as_records("stamps", stamps, SINGLE_SIDED_DTYPE)
    if clock_offset_ppm is None:
        raise TypeError("clock_offset_ppm is missing: without it, single-sided ranging is wrong by metres")
    ticks = as_ticks("stamps", stamps, _STAMPS[:4])
    records = np.empty(len(ticks), dtype=SINGLE_SIDED_DTYPE)
    for column, name in enumerate(("poll_tx", "poll_rx", "response_tx", "response_rx")):
        records[name] = ticks[:, column]
    records["clock_offset_ppm"] = as_numbers("clock_offset_ppm", clock_offset_ppm, np.float64, len(ticks))
    return records


def _stamps(stamps: Sequence[int], count: int) -> list[int]:
    if len(stamps) != count:
        raise ValueError(f"stamps has {len(stamps)} elements; {count} are needed: t1 to t{count}")
    return [as_integer(name, stamp, ctypes.c_uint64) for name, stamp in zip(_STAMPS, stamps, strict=False)]


def prepared_options(options: dict[str, Any]) -> c.rangekit_twr_options:
    """Options as the library takes them; one that it refuses is named."""
    structure = _options_unchecked(options)
    if status := _options_status(structure):
        raise name_refused_option(
            ArgumentError(status),
            options,
            OPTION_RANGES,
            lambda name: _options_status(_options_unchecked({name: options[name]})),
        )
    return structure


def _options_unchecked(options: dict[str, Any]) -> c.rangekit_twr_options:
    structure = default(c.rangekit_twr_options, library.rangekit_twr_options_default)
    assign(structure, options)
    return structure


def _options_status(structure: c.rangekit_twr_options) -> int:
    """What the library says to options: it checks them before it looks at any exchange."""
    return int(library.rangekit_twr_double_sided_batch(structure, None, 0, None, None))


def _one(function: Any, exchange: ctypes.Structure, options: dict[str, Any]) -> Range:
    row = c.rangekit_twr_range()
    check(function(prepared_options(options), exchange, row))
    return Range(row.distance_m, row.distance_stddev_m)


def _batch(
    function: Any,
    row_type: type[ctypes.Structure],
    records: npt.NDArray[Any],
    out: Ranges | None,
    options: dict[str, Any],
) -> Ranges:
    if out is None:
        rows = np.empty(len(records), dtype=RANGE_DTYPE)
    elif len(out) == len(records):
        rows = out.rows
    else:
        raise ValueError(f"out has {len(out)} rows; the batch has {len(records)}")
    refused_count = ctypes.c_size_t()
    check(
        function(
            prepared_options(options),
            records.ctypes.data_as(ctypes.POINTER(row_type)),
            len(records),
            rows.ctypes.data_as(ctypes.POINTER(c.rangekit_twr_range)),
            refused_count,
        )
    )
    return Ranges(rows, refused_count.value)
