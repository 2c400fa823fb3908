"""sounding.h: Channel Sounding: from tones and round-trip times to a distance that says how good it is.

    with Sounding(offset_m=0.3) as sounding:
        result = sounding.estimate(time_ns, tones(products, channels), round_trips(differences_halfns))
        print(result)
        for procedure in collector:
            print(sounding.estimate(procedure.end_time_ns, *measured(procedure)))

Options, by keyword: tier (`Tier`), phase_only, minimum_tones, offset_m, round_trip_offset_m, limit_m,
lowest_distance_m, attack_limit, average_count, stale_after_ns.
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_integer, default
from rangekit.base import flag_names, status_message
from rangekit.channel_sounding import TONE_DTYPE, Procedure
from rangekit.errors import check

#: One packet's round trip: `rangekit_sounding_round_trip`.
ROUND_TRIP_DTYPE: Final = np.dtype(c.rangekit_sounding_round_trip)
UNKNOWN_ATTACK_LEVEL: Final = int(c.RANGEKIT_SOUNDING_ATTACK_UNKNOWN)


class Tier(enum.IntEnum):
    """How much work an estimate is."""

    FULL = c.RANGEKIT_SOUNDING_TIER_FULL
    FAST = c.RANGEKIT_SOUNDING_TIER_FAST


class Source(enum.IntEnum):
    """What a distance comes from."""

    NONE = c.RANGEKIT_SOUNDING_SOURCE_NONE
    PHASE = c.RANGEKIT_SOUNDING_SOURCE_PHASE
    ROUND_TRIP = c.RANGEKIT_SOUNDING_SOURCE_ROUND_TRIP


class Cause(enum.IntFlag):
    """Why a result is less sure than it could be."""

    NO_TONES = c.RANGEKIT_SOUNDING_CAUSE_NO_TONES
    FEW_TONES = c.RANGEKIT_SOUNDING_CAUSE_FEW_TONES
    MULTIPATH = c.RANGEKIT_SOUNDING_CAUSE_MULTIPATH
    WEAK = c.RANGEKIT_SOUNDING_CAUSE_WEAK
    INCONSISTENT = c.RANGEKIT_SOUNDING_CAUSE_INCONSISTENT
    BELOW_ROUND_TRIP = c.RANGEKIT_SOUNDING_CAUSE_BELOW_ROUND_TRIP
    ATTACK = c.RANGEKIT_SOUNDING_CAUSE_ATTACK
    AMBIGUOUS = c.RANGEKIT_SOUNDING_CAUSE_AMBIGUOUS
    STALE = c.RANGEKIT_SOUNDING_CAUSE_STALE
    REPEATED = c.RANGEKIT_SOUNDING_CAUSE_REPEATED
    FEW_ROUND_TRIPS = c.RANGEKIT_SOUNDING_CAUSE_FEW_ROUND_TRIPS


@dataclasses.dataclass(frozen=True)
class Path:
    """What one antenna path says alone; None where it has too few tones."""

    distance_m: float | None
    stddev_m: float | None
    delay_spread_m: float | None
    snr_db: float | None
    tone_count: int


@dataclasses.dataclass(frozen=True)
class RoundTrip:
    """What round trips say alone, metres."""

    distance_m: float  #: robust mean
    stddev_m: float
    median_m: float  #: upper median


@dataclasses.dataclass(frozen=True)
class Result:
    """One procedure's estimate. None stands for a value that is not there; metres, metres a second."""

    time_ns: int
    age_ns: int
    causes: Cause
    source: Source
    distance_m: float | None
    stddev_m: float | None
    low_m: float | None  #: of the 95 % interval
    high_m: float | None
    probability: float | None  #: that the error is within limit_m
    phase_distance_m: float | None
    phase_stddev_m: float | None
    delay_spread_m: float | None
    ambiguity_m: float | None
    round_trip: RoundTrip | None
    round_trip_count: int
    velocity_mps: float | None
    velocity_stddev_mps: float | None
    attack_level: int | None
    paths: tuple[Path, ...]

    def __str__(self) -> str:
        parts = ["no distance"]
        if self.distance_m is not None:
            parts = [f"{self.distance_m:.2f} m +- {self.stddev_m:.2f} m", f"by {self.source.name.lower()}"]
        if self.causes:
            parts.append(f"because {', '.join(flag_names(self.causes))}")
        return ", ".join(parts)


def tones(
    values: npt.ArrayLike, channels: npt.ArrayLike, paths: npt.ArrayLike = 0, weights: npt.ArrayLike = 1.0
) -> npt.NDArray[Any]:
    """Tones as the library takes them.

    Args:
        values: (n,) complex: the product of both sides' readings, or the inline PCT; any common scale.
        channels: (n,) 0 to 78; the frequency is 2402 MHz + channel.
        paths: antenna paths, 0 to 3; (n,) or one for all.
        weights: inverse noise variances, relative; 0 leaves a tone out; (n,) or one for all.
    """
    z = np.asarray(values, dtype=np.complex128)
    if z.ndim != 1:
        raise TypeError(f"values must have one dimension, not the shape {z.shape}")
    found = np.zeros(len(z), dtype=TONE_DTYPE)
    found["i"], found["q"] = z.real, z.imag
    found["channel"] = _small("channels", channels, len(z), 78)
    found["antenna_path"] = _small("paths", paths, len(z), 3)
    found["weight"] = weights
    found["quality_initiator"] = found["quality_reflector"] = c.RANGEKIT_CS_QUALITY_NOT_AVAILABLE
    return found


def round_trips(
    differences_halfns: npt.ArrayLike,
    attack_levels: npt.ArrayLike = UNKNOWN_ATTACK_LEVEL,
    bit_errors: npt.ArrayLike = 0,
) -> npt.NDArray[Any]:
    """Round trips as the library takes them.

    Args:
        differences_halfns: (n,) integers: the initiator's ToA - ToD minus the reflector's ToD - ToA, 0.5 ns.
        attack_levels: 0 to 6, 255 unknown; (n,) or one for all.
        bit_errors: of the access address; (n,) or one for all.
    """
    differences = np.asarray(differences_halfns)
    if differences.ndim != 1 or (differences.size and differences.dtype.kind not in "iu"):
        raise TypeError("differences_halfns must be integers in one dimension")
    found = np.zeros(len(differences), dtype=ROUND_TRIP_DTYPE)
    found["difference_halfns"] = np.clip(differences, -(2**31), 2**31 - 1)
    found["attack_level"] = _small("attack_levels", attack_levels, len(differences), 255)
    found["bit_errors"] = _small("bit_errors", bit_errors, len(differences), 255)
    return found


def measured(procedure: Procedure) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """The tones and round trips of a procedure that a `channel_sounding.Collector` gathered, as `estimate` takes them.

    Every tone counts alike: the quality that controllers state is not used. A packet's bit errors and attack level are
    the larger of both sides'.
    """
    given = procedure.rtts
    levels = np.stack([given["nadm_initiator"], given["nadm_reflector"]])
    known = np.where(levels <= 6, levels, 0).max(axis=0)
    level = np.where((levels <= 6).any(axis=0), known, UNKNOWN_ATTACK_LEVEL)
    errors = np.maximum(given["quality_initiator"], given["quality_reflector"]) >> 4
    return procedure.tones, round_trips(given["difference_halfns"], level, errors)


def _small(name: str, values: npt.ArrayLike, count: int, largest: int) -> npt.NDArray[Any]:
    numbers = np.asarray(values)
    if numbers.size and (numbers.dtype.kind not in "iu" or numbers.min() < 0 or numbers.max() > largest):
        raise ValueError(f"{name} must be integers from 0 to {largest}")
    return np.broadcast_to(numbers, (count,)).astype(np.uint8)


def round_trip_distance(given: npt.NDArray[Any]) -> RoundTrip:
    """The distance of round trips alone. Raises `RangeKitError` when there is none (ERROR_NO_ROUND_TRIP)."""
    given = np.ascontiguousarray(given, dtype=ROUND_TRIP_DTYPE)
    values = [ctypes.c_float() for _ in range(3)]
    median, robust, stddev = values
    check(
        library.rangekit_sounding_round_trip_distance(
            given.ctypes.data_as(ctypes.POINTER(c.rangekit_sounding_round_trip)), len(given), median, robust, stddev
        )
    )
    return RoundTrip(robust.value, stddev.value, median.value)


class Sounding(Handle):
    """Estimates one peer's distance, procedure by procedure. Close it, or use it with `with`."""

    _part: ClassVar[str] = "sounding"
    _noun: ClassVar[str] = "estimator"
    _option_ranges: ClassVar[Mapping[str, str]] = {
        "tier": "Tier.FULL or Tier.FAST",
        "phase_only": "0 or 1",
        "minimum_tones": "5 to 79",
        "offset_m": "-100 to 100",
        "round_trip_offset_m": "-1000 to 1000",
        "limit_m": "above 0, up to 100",
        "lowest_distance_m": "-10 to 0",
        "attack_limit": "1 to 6",
        "average_count": "1 to 64",
        "stale_after_ns": "1 to 3600e9",
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(options)
        self._result = default(c.rangekit_sounding_result, library.rangekit_sounding_result_default)

    def estimate(self, time_ns: int, tones: npt.NDArray[Any], round_trips: npt.NDArray[Any] | None = None) -> Result:
        """Takes one procedure.

        Args:
            time_ns: of the procedure, nanoseconds, monotonic, any origin.
            tones: from `tones`; may be empty.
            round_trips: from `round_trips`; None for none.

        Raises:
            ArgumentError: time before that of the last procedure, or a number that is not finite or out of
                range. Nothing changes then.
        """
        time_ns = as_integer("time_ns", time_ns, ctypes.c_int64)
        given = np.ascontiguousarray(tones, dtype=TONE_DTYPE)
        none = np.zeros(0, dtype=ROUND_TRIP_DTYPE)
        trips = np.ascontiguousarray(none if round_trips is None else round_trips, dtype=ROUND_TRIP_DTYPE)
        with self._lock:
            status = library.rangekit_sounding_estimate(
                self._open(),
                time_ns,
                given.ctypes.data_as(ctypes.POINTER(c.rangekit_cs_tone)),
                len(given),
                trips.ctypes.data_as(ctypes.POINTER(c.rangekit_sounding_round_trip)),
                len(trips),
                self._result,
            )
            check(status, f"{status_message(status).rstrip('.')} (time_ns = {time_ns}, {len(given)} tones)")
            return _result(self._result)

    def latest(self, now_ns: int) -> Result:
        """The last result with its age, and STALE beyond stale_after_ns."""
        now_ns = as_integer("now_ns", now_ns, ctypes.c_int64)
        with self._lock:
            check(library.rangekit_sounding_latest(self._open(), now_ns, self._result))
            return _result(self._result)


def _result(result: c.rangekit_sounding_result) -> Result:
    def value(name: str, bit: int) -> float | None:
        return float(getattr(result, name)) if result.fields & bit else None

    distance, phase = c.RANGEKIT_SOUNDING_HAS_DISTANCE, c.RANGEKIT_SOUNDING_HAS_PHASE
    velocity = c.RANGEKIT_SOUNDING_HAS_VELOCITY
    trip = None
    if result.fields & c.RANGEKIT_SOUNDING_HAS_ROUND_TRIP:
        trip = RoundTrip(result.round_trip_distance_m, result.round_trip_stddev_m, result.round_trip_median_m)
    ranges = ("distance_m", "stddev_m", "low_m", "high_m", "probability")
    phases = ("phase_distance_m", "phase_stddev_m", "delay_spread_m", "ambiguity_m")
    values = {name: value(name, distance) for name in ranges} | {name: value(name, phase) for name in phases}
    return Result(
        result.time_ns,
        result.age_ns,
        Cause(result.causes),
        Source(result.source),
        **values,
        round_trip=trip,
        round_trip_count=result.round_trip_count,
        velocity_mps=value("velocity_mps", velocity),
        velocity_stddev_mps=value("velocity_stddev_mps", velocity),
        attack_level=result.attack_level if result.fields & c.RANGEKIT_SOUNDING_HAS_ATTACK_LEVEL else None,
        paths=tuple(_path(result.paths[index]) for index in range(result.path_count)),
    )


def _path(path: c.rangekit_sounding_path) -> Path:
    if not path.fields & c.RANGEKIT_SOUNDING_PATH_HAS_DISTANCE:
        return Path(None, None, None, None, path.tone_count)
    return Path(path.distance_m, path.stddev_m, path.delay_spread_m, path.snr_db, path.tone_count)
