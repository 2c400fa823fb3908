"""twr_clock.h: what a radio's register says about two clocks, their ratio from stamps over time, and transmit times.

    offset_ppm = register_to_ppm(ClockRegister.DW3000_CLOCK_OFFSET, values)

SIGN. A register is about the packet it has just received: `register_to_ppm` gives (sender's clock / receiver's - 1)
x 1e6. `single_sided` wants (initiator's / responder's - 1) x 1e6: that is the same number where the responder read it
(on the poll), and minus that number where the initiator did (on the response).
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_numbers, as_ticks, as_times
from rangekit._library import library
from rangekit._structures import as_integer, assign, default, name_refused_option
from rangekit.base import Status
from rangekit.errors import ArgumentError, check

#: What each option of the filter may be, in words.
FILTER_OPTION_RANGES: Final[dict[str, str]] = {
    "timestamp_bits": "32 to 64",
    "tick_s": "1e-15 to 1",
    "limit_ppm": "0 to 10000",
    "noise_ppm": "0 to 10000",
    "old_weight": "0 to 1",
    "timestamp_stddev_s": "0 to 1",
    "trust_max": "1 to 1000000",
}

_ESTIMATE_DTYPE = np.dtype(c.rangekit_twr_clock_estimate)
_PAIR_DTYPE = np.dtype(c.rangekit_twr_clock_pair)


class ClockRegister(enum.IntEnum):
    """What a register counts, by chip and setting. DW1000_RATE_110K is added to a carrier's."""

    DW1000_CARRIER_CHANNEL_1 = c.RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_1
    DW1000_CARRIER_CHANNEL_2 = c.RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_2
    DW1000_CARRIER_CHANNEL_3 = c.RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_3
    DW1000_CARRIER_CHANNEL_4 = c.RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_4
    DW1000_CARRIER_CHANNEL_5 = c.RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_5
    DW1000_CARRIER_CHANNEL_7 = c.RANGEKIT_TWR_REGISTER_DW1000_CARRIER_CHANNEL_7
    DW1000_TRACKING_PRF_16 = c.RANGEKIT_TWR_REGISTER_DW1000_TRACKING_PRF_16
    DW1000_TRACKING_PRF_64 = c.RANGEKIT_TWR_REGISTER_DW1000_TRACKING_PRF_64
    DW3000_CLOCK_OFFSET = c.RANGEKIT_TWR_REGISTER_DW3000_CLOCK_OFFSET


#: Added to a DW1000 carrier register at 110 kbit/s.
DW1000_RATE_110K: Final[int] = c.RANGEKIT_TWR_REGISTER_DW1000_RATE_110K


def register_to_ppm(kind: int, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Register values to (sender's clock rate / receiver's - 1) x 1e6: see SIGN above.

    Args:
        kind: a `ClockRegister`, plus DW1000_RATE_110K for a carrier integrator at 110 kbit/s.
        values: (n,) integers, extended by their sign or as the field's bits were read.

    Raises:
        TypeError, ValueError: another kind, or values that do not fit the register.
    """
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"values has dtype {array.dtype}; registers hold integers")
    if array.ndim != 1:
        raise ValueError(f"values has shape {array.shape}; it must have one dimension")
    limits = np.iinfo(np.int32)
    if array.size and not (limits.min <= int(array.min()) and int(array.max()) <= limits.max):
        raise ArgumentError(Status.ERROR_OUT_OF_RANGE, "values holds numbers that no register of 32 bits does")
    array = np.require(array, dtype=np.int32, requirements=["C", "A"])
    ppm = np.empty(len(array))
    check(
        library.rangekit_twr_register_to_ppm(
            as_integer("kind", kind, ctypes.c_int32),
            array.ctypes.data_as(ctypes.POINTER(ctypes.c_int32)),
            len(array),
            ppm.ctypes.data_as(ctypes.POINTER(ctypes.c_double)),
        )
    )
    return ppm


def clock_ratio_ppm(
    local_earlier: int, local_later: int, remote_earlier: int, remote_later: int, *, timestamp_bits: int = 40
) -> float:
    """(local clock / remote clock - 1) x 1e6 from two packets that the remote sent and the local device received.

    Raises:
        ExchangeError: stamps wider than timestamp_bits, an interval of zero, or of half a wrap and more.
    """
    ppm = ctypes.c_double()
    stamps = [
        as_integer(name, value, ctypes.c_uint64)
        for name, value in (
            ("local_earlier", local_earlier),
            ("local_later", local_later),
            ("remote_earlier", remote_earlier),
            ("remote_later", remote_later),
        )
    ]
    check(library.rangekit_twr_clock_ratio(as_integer("timestamp_bits", timestamp_bits, ctypes.c_uint32), *stamps, ppm))
    return ppm.value


class ClockOutcome(enum.IntEnum):
    """What became of a pair of stamps. Refused ones have a negative `Status` instead."""

    FIRST = c.RANGEKIT_TWR_CLOCK_FIRST  #: no pair before it to compare with
    ACCEPTED = c.RANGEKIT_TWR_CLOCK_ACCEPTED  #: agrees: the offset is reliable
    REPLACED = c.RANGEKIT_TWR_CLOCK_REPLACED  #: taken as the new offset, not yet reliable
    REJECTED = c.RANGEKIT_TWR_CLOCK_REJECTED  #: contradicts, or beyond the limit: the offset stays
    STALE = c.RANGEKIT_TWR_CLOCK_STALE  #: half a wrap or more after the pair before: begins anew


@dataclasses.dataclass(frozen=True, eq=False)
class ClockEstimates:
    """The filter after each pair."""

    rows: npt.NDArray[Any]

    @property
    def clock_offset_ppm(self) -> npt.NDArray[np.float64]:
        """What the filter holds, 0 where it holds nothing, (n,) float64: a view."""
        return self.rows["clock_offset_ppm"]

    @property
    def clock_offset_stddev_ppm(self) -> npt.NDArray[np.float32]:
        """From stamp noise over the intervals, (n,) float32: a view."""
        return self.rows["clock_offset_stddev_ppm"]

    @property
    def outcome(self) -> npt.NDArray[np.int32]:
        """`ClockOutcome`, or below 0 the `Status` that refused the pair, (n,) int32: a view."""
        return self.rows["outcome"]

    @property
    def reliable(self) -> npt.NDArray[np.bool_]:
        """After which pairs the offset can be relied on, (n,) bool."""
        return np.asarray(self.outcome == ClockOutcome.ACCEPTED)

    def __len__(self) -> int:
        return len(self.rows)


class ClockFilter:
    """The local clock's rate by one remote device's, robust against wild stamps. One thread at a time.

    Options, by keyword: timestamp_bits (40), tick_s, limit_ppm (20), noise_ppm (0.03), old_weight (0.1),
    timestamp_stddev_s (100e-12), trust_max (4); twr_clock.h says what they do.
    """

    def __init__(self, **options: Any) -> None:
        self._options = _filter_options(options)
        if status := self._try(self._options):
            raise name_refused_option(
                ArgumentError(status),
                options,
                FILTER_OPTION_RANGES,
                lambda name: self._try(_filter_options({name: options[name]})),
            )
        self._state = c.rangekit_twr_clock_filter()

    @staticmethod
    def _try(options: c.rangekit_twr_clock_filter_options) -> int:
        state = c.rangekit_twr_clock_filter()
        return int(library.rangekit_twr_clock_filter_update(options, state, None, 0, None))

    @property
    def clock_offset_ppm(self) -> float | None:
        """(local clock / remote - 1) x 1e6; None before there is one."""
        has = self._state.fields & c.RANGEKIT_TWR_CLOCK_FILTER_HAS_OFFSET
        return float(self._state.clock_offset_ppm) if has else None

    @property
    def is_reliable(self) -> bool:
        """Whether the last pair agreed."""
        return bool(self._state.fields & c.RANGEKIT_TWR_CLOCK_FILTER_RELIABLE)

    def update(self, local_ticks: npt.ArrayLike, remote_ticks: npt.ArrayLike, time_ns: npt.ArrayLike) -> ClockEstimates:
        """Feeds packets in order: sent by the remote at remote_ticks, received at local_ticks, (n,) integers each.

        `time_ns` is the host's monotonic time of each: only it can tell that stamps have wrapped unseen.
        """
        local, remote = np.atleast_1d(np.asarray(local_ticks)), np.atleast_1d(np.asarray(remote_ticks))
        stamps = as_ticks("local_ticks, remote_ticks", np.stack([local, remote], axis=1), ("local", "remote"))
        pairs = np.empty(len(stamps), dtype=_PAIR_DTYPE)
        pairs["local_ticks"], pairs["remote_ticks"] = stamps[:, 0], stamps[:, 1]
        pairs["time_ns"] = as_numbers(
            "time_ns", as_times("time_ns", np.atleast_1d(np.asarray(time_ns))), np.int64, len(stamps)
        )
        rows = np.empty(len(pairs), dtype=_ESTIMATE_DTYPE)
        check(
            library.rangekit_twr_clock_filter_update(
                self._options,
                self._state,
                pairs.ctypes.data_as(ctypes.POINTER(c.rangekit_twr_clock_pair)),
                len(pairs),
                rows.ctypes.data_as(ctypes.POINTER(c.rangekit_twr_clock_estimate)),
            )
        )
        return ClockEstimates(rows)


def _filter_options(options: dict[str, Any]) -> c.rangekit_twr_clock_filter_options:
    structure = default(c.rangekit_twr_clock_filter_options, library.rangekit_twr_clock_filter_options_default)
    assign(structure, options)
    return structure


def delayed_transmit(
    not_before_ticks: npt.ArrayLike, antenna_delay_ticks: int
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
    """Times for delayed transmissions of a DW1000 or DW3000, which ignore the low 9 bits.

    Args:
        not_before_ticks: (n,) integers of 40 bits: when to send.
        antenna_delay_ticks: the transmit antenna delay.

    Returns:
        What to program, with the low 9 bits clear (up to 511 ticks early); and the stamps that the packets then
        really have, antenna delay included: what to put into the message.
    """
    times = as_ticks("not_before_ticks", np.asarray(not_before_ticks).reshape(-1, 1), ("time",)).reshape(-1)
    scheduled, transmitted = np.empty_like(times), np.empty_like(times)
    pointer = ctypes.POINTER(ctypes.c_uint64)
    check(
        library.rangekit_twr_delayed_transmit(
            times.ctypes.data_as(pointer),
            len(times),
            as_integer("antenna_delay_ticks", antenna_delay_ticks, ctypes.c_uint32),
            scheduled.ctypes.data_as(pointer),
            transmitted.ctypes.data_as(pointer),
        )
    )
    return scheduled, transmitted
