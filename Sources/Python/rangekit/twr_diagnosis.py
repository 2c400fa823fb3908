"""twr.h: what is wrong when single-sided ranges depend on who asks.

diagnosis = diagnose(stamps_ab, offsets_ab, stamps_ba, offsets_ba)
print(diagnosis)          # single-sided ranges without clock-offset correction: ...
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from typing import Any

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._library import library
from rangekit.errors import check
from rangekit.twr import prepared_options, single_sided_records


class TwrCause(enum.IntFlag):
    """What spoils single-sided ranges."""

    OFFSET_MISSING = c.RANGEKIT_TWR_CAUSE_OFFSET_MISSING  #: no clock-offset correction
    OFFSET_SIGN = c.RANGEKIT_TWR_CAUSE_OFFSET_SIGN  #: corrected with the wrong sign: the error is doubled
    OFFSET_WRONG = c.RANGEKIT_TWR_CAUSE_OFFSET_WRONG  #: corrected by a wrong amount
    SWAPPED = c.RANGEKIT_TWR_CAUSE_SWAPPED  #: two stamps of one device have changed places
    STALE = c.RANGEKIT_TWR_CAUSE_STALE  #: a stamp belongs to the exchange before
    IMPLAUSIBLE = c.RANGEKIT_TWR_CAUSE_IMPLAUSIBLE  #: rows make no sense for another reason
    TRANSMIT_GRID = c.RANGEKIT_TWR_CAUSE_TRANSMIT_GRID  #: transmit stamps carry the low 9 bits that the radio ignored


@dataclasses.dataclass(frozen=True)
class Diagnosis:
    """The causes, and the numbers that show them. None stands for a value that is not there."""

    causes: TwrCause
    forward_m: float | None  #: mean distance of the first device's exchanges, as corrected by the caller
    forward_stddev_m: float | None  #: scatter of one of them
    backward_m: float | None
    backward_stddev_m: float | None
    distance_m: float | None  #: from both together: no clock offset is in it
    applied_offset_ppm: float | None  #: mean correction that the rows carry, first clock by second - 1
    implied_offset_ppm: float | None  #: what it must be for both directions to agree
    implied_offset_stddev_ppm: float | None
    plausible_count: int
    implausible_count: int
    swapped_count: int
    stale_count: int
    swapped_stamps: tuple[str, ...]  #: "t1" to "t4"
    stale_stamps: tuple[str, ...]

    def __str__(self) -> str:
        return "; ".join(self._sentences()) or "nothing is wrong that these exchanges show"

    def _sentences(self) -> list[str]:
        offsets = (
            f"{self.forward_m:.3f} m one way, {self.backward_m:.3f} m the other, {self.distance_m:.3f} m together; "
            f"offset applied {self.applied_offset_ppm:.3f} ppm, implied {self.implied_offset_ppm:.3f} +- "
            f"{self.implied_offset_stddev_ppm:.3f} ppm"
            if self.distance_m is not None
            else ""
        )
        rows = self.plausible_count + self.implausible_count
        texts = {
            TwrCause.OFFSET_MISSING: f"no clock-offset correction: {offsets}",
            TwrCause.OFFSET_SIGN: f"clock-offset correction with the wrong sign: {offsets}",
            TwrCause.OFFSET_WRONG: f"clock-offset correction by a wrong amount: {offsets}",
            TwrCause.SWAPPED: f"swapped stamps {', '.join(self.swapped_stamps)} in {self.swapped_count} of {rows} rows",
            TwrCause.STALE: f"stale stamp {', '.join(self.stale_stamps)} in {self.stale_count} of {rows} rows",
            TwrCause.IMPLAUSIBLE: f"stamps that cannot be in {self.implausible_count} of {rows} rows",
            TwrCause.TRANSMIT_GRID: "transmit stamps of the responder whose low 9 bits the radio ignored: clear them "
            "(rangekit.delayed_transmit)",
        }
        return [text for cause, text in texts.items() if cause in self.causes]


def diagnose(
    forward: npt.ArrayLike,
    forward_offset_ppm: npt.ArrayLike | None,
    backward: npt.ArrayLike,
    backward_offset_ppm: npt.ArrayLike | None,
    **options: Any,
) -> Diagnosis:
    """Looks for what spoils single-sided ranging between two devices at rest.

    Args:
        forward: (n, 4) integers, ticks: exchanges that the first device began, in order of time; or (n,) of
            SINGLE_SIDED_DTYPE.
        forward_offset_ppm: (n,) the clock offset that was applied to each, zero where none was; None with records.
        backward: the exchanges that the second device began; may be empty.
        backward_offset_ppm: likewise.
        **options: those of `double_sided`.

    Raises:
        TypeError, ValueError: stamps, offsets or options that cannot be used, by name.
    """
    rows = [
        single_sided_records(np.empty((0, 4), np.uint64) if np.size(stamps) == 0 else stamps, offsets)
        for stamps, offsets in ((forward, forward_offset_ppm), (backward, backward_offset_ppm))
    ]
    pointers = [row.ctypes.data_as(ctypes.POINTER(c.rangekit_twr_single_sided_exchange)) for row in rows]
    result = c.rangekit_twr_diagnosis()
    result.struct_size = ctypes.sizeof(result)
    check(
        library.rangekit_twr_diagnose(
            prepared_options(options), pointers[0], len(rows[0]), pointers[1], len(rows[1]), result
        )
    )

    def optional(name: str, bit: int) -> float | None:
        return float(getattr(result, name)) if result.fields & bit else None

    return Diagnosis(
        causes=TwrCause(result.causes),
        forward_m=optional("forward_m", c.RANGEKIT_TWR_DIAGNOSIS_HAS_FORWARD),
        forward_stddev_m=optional("forward_stddev_m", c.RANGEKIT_TWR_DIAGNOSIS_HAS_FORWARD),
        backward_m=optional("backward_m", c.RANGEKIT_TWR_DIAGNOSIS_HAS_BACKWARD),
        backward_stddev_m=optional("backward_stddev_m", c.RANGEKIT_TWR_DIAGNOSIS_HAS_BACKWARD),
        distance_m=optional("distance_m", c.RANGEKIT_TWR_DIAGNOSIS_HAS_OFFSET),
        applied_offset_ppm=optional("applied_offset_ppm", c.RANGEKIT_TWR_DIAGNOSIS_HAS_OFFSET),
        implied_offset_ppm=optional("implied_offset_ppm", c.RANGEKIT_TWR_DIAGNOSIS_HAS_OFFSET),
        implied_offset_stddev_ppm=optional("implied_offset_stddev_ppm", c.RANGEKIT_TWR_DIAGNOSIS_HAS_OFFSET),
        plausible_count=result.plausible_count,
        implausible_count=result.implausible_count,
        swapped_count=result.swapped_count,
        stale_count=result.stale_count,
        swapped_stamps=_stamp_names(result.swapped_stamps),
        stale_stamps=_stamp_names(result.stale_stamps),
    )


def _stamp_names(bits: int) -> tuple[str, ...]:
    return tuple(f"t{number + 1}" for number in range(4) if bits >> number & 1)
