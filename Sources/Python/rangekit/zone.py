"""zone.h: rings around a device: enter, dwell, leave, approach, recede.

with Zone([ZoneRing(enter_m=1.5, leave_m=2.5)]) as zone:
    result = zone.update(time_ns, distance_m)
    if 0 in result.entered:
        unlock()

with Zone.preset(ZonePreset.UNLOCK) as zone: ...
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_mask, as_numbers, as_times
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_float, as_integer, assign
from rangekit.base import Status, flag_names, status_message
from rangekit.errors import ArgumentError, check, error_for
from rangekit.sample import RANGE_SAMPLE_DTYPE

#: What a sample did, `rangekit_zone_result`; bit n of each mask stands for ring n.
ZONE_RESULT_DTYPE: Final = np.dtype(c.rangekit_zone_result)


class ZonePreset(enum.IntEnum):
    """Rings for common jobs; zone.h says what each is, and what UNLOCK is safe against."""

    PRESENCE = c.RANGEKIT_ZONE_PRESET_PRESENCE
    UNLOCK = c.RANGEKIT_ZONE_PRESET_UNLOCK
    GUIDE = c.RANGEKIT_ZONE_PRESET_GUIDE


class Trend(enum.IntEnum):
    """Where the device is going."""

    UNKNOWN = c.RANGEKIT_ZONE_TREND_UNKNOWN
    STILL = c.RANGEKIT_ZONE_TREND_STILL
    APPROACHING = c.RANGEKIT_ZONE_TREND_APPROACHING
    RECEDING = c.RANGEKIT_ZONE_TREND_RECEDING


class ZoneCause(enum.IntFlag):
    """Why a ring was left, or a sample did not count."""

    TIMEOUT = c.RANGEKIT_ZONE_CAUSE_TIMEOUT  #: no distance for timeout_ns
    JUMP = c.RANGEKIT_ZONE_CAUSE_JUMP  #: farther from the last sample than anything moves
    TOO_FAST = c.RANGEKIT_ZONE_CAUSE_TOO_FAST  #: above the ring's max_speed_mps
    UNCERTAIN = c.RANGEKIT_ZONE_CAUSE_UNCERTAIN  #: inside by its distance, not by its standard deviation


@dataclasses.dataclass(frozen=True)
class ZoneRing:
    """One ring."""

    enter_m: float  #: above 0
    leave_m: float  #: at least enter_m
    enter_count: int = 2  #: samples in a row, 1 to 100
    leave_count: int = 2  #: samples in a row, 1 to 100
    dwell_ns: int = 0  #: inside for this long: the ring dwells
    max_speed_mps: float = 0.0  #: not entered faster than this; 0: any speed
    stddevs: float = 0.0  #: standard deviations added to a distance before it counts as inside, 0 to 10


@dataclasses.dataclass(frozen=True)
class ZoneResult:
    """What a sample did; rings by their index."""

    inside: tuple[int, ...]
    dwelling: tuple[int, ...]
    entered: tuple[int, ...]
    dwelt: tuple[int, ...]
    left: tuple[int, ...]
    causes: ZoneCause
    trend: Trend
    distance_m: float | None  #: the last believed distance
    speed_mps: float | None  #: negative: approaching

    def __str__(self) -> str:
        parts = [f"in {', '.join(map(str, self.inside))}" if self.inside else "outside"]
        if self.distance_m is not None:
            parts.append(f"{self.distance_m:.2f} m")
        if self.trend is not Trend.UNKNOWN:
            parts.append(self.trend.name.lower())
        for word, rings in (("entered", self.entered), ("dwelt in", self.dwelt), ("left", self.left)):
            if rings:
                parts.append(f"{word} {', '.join(map(str, rings))}")
        if self.causes:
            parts.append(f"because {', '.join(flag_names(self.causes))}")
        return "; ".join(parts)


class Zone(Handle):
    """Rings around one device. Close it, or use it with `with`.

    Args:
        rings: 1 to 8 of them; None: one ring, enter 2 m, leave 3 m.
        **options: timeout_ns, approach_speed_mps, jump_speed_mps, default_stddev_m.
    """

    _part: ClassVar[str] = "zone"
    _noun: ClassVar[str] = "zone"
    _option_ranges: ClassVar[Mapping[str, str]] = {
        "timeout_ns": "above 0",
        "approach_speed_mps": "above 0",
        "jump_speed_mps": "above 0, up to 1e9",
        "default_stddev_m": "0 to 1e9",
    }
    _hidden_options: ClassVar[frozenset[str]] = frozenset({"ring_count", "rings"})

    def __init__(self, rings: Sequence[ZoneRing] | None = None, **options: Any) -> None:
        self._start(None if rings is None else tuple(rings), None, options)

    @classmethod
    def preset(cls, preset: ZonePreset, **options: Any) -> Zone:
        """A zone with the rings of a preset."""
        zone = cls.__new__(cls)
        zone._start(None, preset, options)
        return zone

    def _start(self, rings: tuple[ZoneRing, ...] | None, preset: ZonePreset | None, options: dict[str, Any]) -> None:
        def fill(structure: Any) -> None:
            if preset is not None:
                number = as_integer("preset", preset, ctypes.c_int32)
                check(library.rangekit_zone_options_preset(number, structure), f"there is no preset {number}")
            if rings is not None:
                if not 1 <= len(rings) <= c.RANGEKIT_ZONE_RING_CAPACITY:
                    raise ArgumentError(
                        Status.ERROR_OUT_OF_RANGE,
                        f"there are {len(rings)} rings; a zone has 1 to {c.RANGEKIT_ZONE_RING_CAPACITY}",
                    )
                structure.ring_count = len(rings)
                for target, ring in zip(structure.rings, rings, strict=False):
                    assign(target, dataclasses.asdict(ring))

        super().__init__(options, fill)
        self._sample = c.rangekit_range_sample()
        self._result = c.rangekit_zone_result()

    @property
    def rings(self) -> tuple[ZoneRing, ...]:
        """The rings in use."""
        names = [field.name for field in dataclasses.fields(ZoneRing)]
        used = self._options.rings[: self._options.ring_count]
        return tuple(ZoneRing(**{name: getattr(ring, name) for name in names}) for ring in used)

    def update(
        self,
        time_ns: int,
        distance_m: float | None = None,
        *,
        stddev_m: float | None = None,
        velocity_mps: float | None = None,
    ) -> ZoneResult:
        """Takes one sample; without a distance time passes.

        Raises:
            ArgumentError: time before that of an earlier call, or a number that is not finite or out of
                range. Nothing changes then.
        """
        sample = self._sample
        with self._lock:
            sample.time_ns = as_integer("time_ns", time_ns, ctypes.c_int64)
            sample.fields = 0
            for name, value, bit in (
                ("distance_m", distance_m, c.RANGEKIT_SAMPLE_HAS_DISTANCE),
                ("distance_stddev_m", stddev_m, c.RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV),
                ("velocity_mps", velocity_mps, c.RANGEKIT_SAMPLE_HAS_VELOCITY),
            ):
                if value is not None:
                    setattr(sample, name, as_float(name, value, ctypes.c_float))
                    sample.fields |= bit
            status = library.rangekit_zone_update(self._open(), sample, self._result)
            check(status, f"{status_message(status).rstrip('.')} (time_ns = {time_ns}, distance_m = {distance_m})")
            result = self._result
            return ZoneResult(
                _rings(result.inside),
                _rings(result.dwelling),
                _rings(result.entered),
                _rings(result.dwelt),
                _rings(result.left),
                ZoneCause(result.causes),
                Trend(result.trend),
                result.distance_m if result.fields & c.RANGEKIT_ZONE_HAS_DISTANCE else None,
                result.speed_mps if result.fields & c.RANGEKIT_ZONE_HAS_SPEED else None,
            )

    def update_batch(
        self,
        times_ns: npt.ArrayLike,
        distances_m: npt.ArrayLike,
        *,
        stddevs_m: npt.ArrayLike | None = None,
        present: npt.ArrayLike | None = None,
    ) -> npt.NDArray[Any]:
        """Takes many samples in order, in one call.

        Args:
            times_ns: (n,) integers, nanoseconds, never falling.
            distances_m, stddevs_m: (n,) metres.
            present: (n,) bool, whether there is a distance.

        Returns:
            (n,) `ZONE_RESULT_DTYPE`.

        Raises:
            ArgumentError: the first sample that is refused; `accepted_count` says how many were taken, and
                `accepted` are their results.
        """
        times = as_times("times_ns", times_ns)
        samples = np.zeros(len(times), dtype=RANGE_SAMPLE_DTYPE)
        there = np.ones(len(times), np.bool_) if present is None else as_mask("present", present, len(times))
        samples["time_ns"] = times
        samples["distance_m"] = np.where(there, as_numbers("distances_m", distances_m, np.float32, len(times)), 0)
        samples["fields"] = np.where(there, c.RANGEKIT_SAMPLE_HAS_DISTANCE, 0)
        if stddevs_m is not None:
            samples["distance_stddev_m"] = as_numbers("stddevs_m", stddevs_m, np.float32, len(times))
            samples["fields"] |= c.RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV
        results = np.zeros(len(times), dtype=ZONE_RESULT_DTYPE)
        accepted = ctypes.c_size_t()
        with self._lock:
            status = library.rangekit_zone_update_batch(
                self._open(),
                samples.ctypes.data_as(ctypes.POINTER(c.rangekit_range_sample)),
                len(samples),
                results.ctypes.data_as(ctypes.POINTER(c.rangekit_zone_result)),
                accepted,
            )
        if status:
            message = status_message(status).rstrip(".")
            if accepted.value < len(samples):
                row = samples[accepted.value]
                message += f" (sample {accepted.value}: time_ns = {row['time_ns']}, distance_m = {row['distance_m']})"
            error = error_for(status, message)
            if isinstance(error, ArgumentError):
                error.accepted_count = accepted.value
                error.accepted = results[: accepted.value]
            raise error
        return results


def _rings(mask: int) -> tuple[int, ...]:
    return tuple(index for index in range(c.RANGEKIT_ZONE_RING_CAPACITY) if mask & (1 << index))
