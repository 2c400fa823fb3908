"""pointing.h: point at one of several devices, and twist to act.

    with Pointing() as pointing:
        result = pointing.update(time_ns, [PointingTarget(7, azimuth_rad=0.05, distance_m=2.0)], roll_rad=0.0)
        if result.did_lock:
            print("locked on", result.target_id)

Options, by keyword: cone_in_rad, cone_out_rad, distance_in_m, distance_out_m, frames_in, frames_out,
switch_advantage_rad, twist_rad, timeout_ns.
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rangekit import _bindings as c
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_float, as_integer
from rangekit.base import status_message
from rangekit.errors import check


class PointingState(enum.IntEnum):
    """How far pointing has come."""

    NOT_POINTING = c.RANGEKIT_POINTING_NOT_POINTING
    ACQUIRING = c.RANGEKIT_POINTING_ACQUIRING
    LOCKED = c.RANGEKIT_POINTING_LOCKED


class PointingGesture(enum.IntEnum):
    """A twist about the pointing axis while locked, as the user sees it."""

    NONE = c.RANGEKIT_POINTING_GESTURE_NONE
    TWIST_RIGHT = c.RANGEKIT_POINTING_GESTURE_TWIST_RIGHT
    TWIST_LEFT = c.RANGEKIT_POINTING_GESTURE_TWIST_LEFT


@dataclasses.dataclass(frozen=True)
class PointingTarget:
    """One target in one frame. None: not measured."""

    id: int  #: yours
    azimuth_rad: float | None = None  #: positive to the right; without it the target is out of the cone
    elevation_rad: float | None = None  #: positive up; without it 0
    distance_m: float | None = None  #: without it the target counts as near
    angle_stddev_rad: float | None = None


@dataclasses.dataclass(frozen=True)
class PointingResult:
    """What a frame did."""

    state: PointingState
    target_id: int | None  #: acquired or locked
    angle_rad: float | None  #: between the target and the pointing axis
    progress: float  #: of acquiring, 0 to 1
    twist_rad: float | None  #: since the lock
    gesture: PointingGesture
    did_lock: bool
    did_release: bool


class Pointing(Handle):
    """Watches up to eight targets. Close it, or use it with `with`.

    Args:
        **options: see the module's list.
    """

    _part: ClassVar[str] = "pointing"
    _noun: ClassVar[str] = "pointing"
    _option_ranges: ClassVar[Mapping[str, str]] = {
        "cone_in_rad": "above 0, and not above cone_out_rad",
        "cone_out_rad": "at least cone_in_rad, below pi",
        "distance_in_m": "above 0, and not above distance_out_m",
        "distance_out_m": "at least distance_in_m",
        "frames_in": "1 to 1000",
        "frames_out": "1 to 1000",
        "switch_advantage_rad": "0 or above",
        "twist_rad": "above 0, below pi",
        "timeout_ns": "above 0",
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(options)
        self._result = c.rangekit_pointing_result()

    def update(
        self, time_ns: int, targets: Sequence[PointingTarget] = (), *, roll_rad: float | None = None
    ) -> PointingResult:
        """Takes one frame: at most eight targets at one time, each id once.

        Args:
            roll_rad: the device's roll about the pointing axis, positive clockwise as the user sees it.

        Raises:
            ArgumentError: time before that of an earlier frame, too many targets, an id twice, or a number
                that is not finite or out of range. Nothing changes then.
        """
        frame = (c.rangekit_pointing_target * len(targets))()
        for row, target in zip(frame, targets, strict=True):
            row.id = as_integer("id", target.id, ctypes.c_uint32)
            for name, bit in (
                ("azimuth_rad", c.RANGEKIT_POINTING_TARGET_HAS_AZIMUTH),
                ("elevation_rad", c.RANGEKIT_POINTING_TARGET_HAS_ELEVATION),
                ("distance_m", c.RANGEKIT_POINTING_TARGET_HAS_DISTANCE),
                ("angle_stddev_rad", c.RANGEKIT_POINTING_TARGET_HAS_STDDEV),
            ):
                value = getattr(target, name)
                if value is not None:
                    setattr(row, name, as_float(name, value, ctypes.c_float))
                    row.fields |= bit
        roll = None if roll_rad is None else ctypes.c_float(as_float("roll_rad", roll_rad))
        with self._lock:
            status = library.rangekit_pointing_update(
                self._open(), as_integer("time_ns", time_ns, ctypes.c_int64), frame, len(frame), roll, self._result
            )
            check(status, f"{status_message(status).rstrip('.')} (time_ns = {time_ns}, {len(targets)} targets)")
            result = self._result
            fields = result.fields
            return PointingResult(
                PointingState(result.state),
                result.target_id if fields & c.RANGEKIT_POINTING_HAS_TARGET else None,
                result.angle_rad if fields & c.RANGEKIT_POINTING_HAS_ANGLE else None,
                result.progress,
                result.twist_rad if fields & c.RANGEKIT_POINTING_HAS_TWIST else None,
                PointingGesture(result.gesture),
                bool(fields & c.RANGEKIT_POINTING_DID_LOCK),
                bool(fields & c.RANGEKIT_POINTING_DID_RELEASE),
            )
