"""quality.h: how good the last seconds of ranging were.

    with QualityEstimator() as estimator:
        result = estimator.update(time_ns, distance_m)
        print(result.level.name, result.distance_m)

Options, by keyword, with their units; `preset` sets all of them, keywords change single ones:

    minimum_count        measurements needed in the window, 1 to 128
    window_ns            0 to 3600e9; a sample exactly this old stays
    close_limit_m        close at this distance or nearer
    good_limit_m         good below this distance
    good_limit_included  whether good_limit_m itself is good
    judge_all            whether every distance in the window must be good, or the newest alone
    keep_repeated        whether a distance equal to the newest is kept, or dropped
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
from rangekit._arrays import as_mask, as_numbers, as_times
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_float, as_integer, default
from rangekit.base import Status, flag_names, status_message
from rangekit.errors import ArgumentError, RangeKitError, check, error_for
from rangekit.sample import RANGE_SAMPLE_DTYPE

#: What each option may be, in words.
OPTION_RANGES: Final[dict[str, str]] = {
    "minimum_count": "1 to 128",
    "window_ns": "0 to 3600e9",
    "close_limit_m": "finite, and not above good_limit_m",
    "good_limit_m": "finite, and not below close_limit_m",
    "good_limit_included": "0 or 1",
    "judge_all": "0 or 1",
    "keep_repeated": "0 or 1",
}


class QualityLevel(enum.IntEnum):
    """How good the last seconds of ranging were."""

    UNKNOWN = c.RANGEKIT_QUALITY_UNKNOWN
    GOOD = c.RANGEKIT_QUALITY_GOOD
    CLOSE = c.RANGEKIT_QUALITY_CLOSE


class QualityCause(enum.IntFlag):
    """Why the level is not better."""

    NO_MEASUREMENT = c.RANGEKIT_QUALITY_CAUSE_NO_MEASUREMENT  #: the window is empty
    FEW_MEASUREMENTS = c.RANGEKIT_QUALITY_CAUSE_FEW_MEASUREMENTS  #: fewer than minimum_count
    FAR = c.RANGEKIT_QUALITY_CAUSE_FAR  #: beyond good_limit_m
    WINDOW_FULL = c.RANGEKIT_QUALITY_CAUSE_WINDOW_FULL  #: more measurements than an estimator holds


class QualityPreset(enum.IntEnum):
    """The published code and the text beside it differ; both are here."""

    PUBLISHED_CODE = c.RANGEKIT_QUALITY_PRESET_PUBLISHED_CODE  #: 9 measurements; the newest is below 50 m
    PUBLISHED_TEXT = c.RANGEKIT_QUALITY_PRESET_PUBLISHED_TEXT  #: 8 measurements; all are at 50 m or nearer


@dataclasses.dataclass(frozen=True)
class QualityResult:
    """One judgement. None stands for a value that is not there."""

    level: QualityLevel
    causes: QualityCause  #: why the level is not better
    sample_count: int  #: measurements in the window
    distance_m: float | None  #: the newest measurement, metres
    age_ns: int | None  #: how old it is, nanoseconds
    spread_m: float | None  #: standard deviation about a straight line over time, metres
    rate_hz: float | None  #: measurements a second

    def __str__(self) -> str:
        parts = [self.level.name.lower()]
        if self.distance_m is not None:
            parts.append(f"{self.distance_m:.2f} m")
        if self.spread_m is not None:
            parts.append(f"spread {self.spread_m:.3f} m")
        if self.rate_hz is not None:
            parts.append(f"{self.rate_hz:.1f} Hz")
        if self.causes:
            parts.append(f"because {', '.join(flag_names(self.causes))}")
        return ", ".join(parts)


@dataclasses.dataclass(frozen=True)
class QualityBatch:
    """The judgements of a batch."""

    levels: npt.NDArray[np.int32]  #: (n,) the `QualityLevel` after each sample
    result: QualityResult | None  #: the last judgement; None for an empty batch


class QualityEstimator(Handle):
    """Judges one peer's ranging over a sliding window.

    Close it, or use it with `with`; the calls of one estimator wait for each other when threads share it.

    Args:
        preset: where the options start from.
        **options: see the module's table.
    """

    _part: ClassVar[str] = "quality"
    _noun: ClassVar[str] = "estimator"
    _option_ranges: ClassVar[Mapping[str, str]] = OPTION_RANGES

    def __init__(self, preset: QualityPreset = QualityPreset.PUBLISHED_CODE, **options: Any) -> None:
        number = as_integer("preset", preset, ctypes.c_int32)

        def fill(structure: Any) -> None:
            check(
                library.rangekit_quality_options_preset(number, structure),
                f"there is no preset {number}; presets are {', '.join(preset.name for preset in QualityPreset)}",
            )

        super().__init__(options, fill)
        self._sample = c.rangekit_range_sample()
        self._result = default(c.rangekit_quality_result, library.rangekit_quality_result_default)

    def update(self, time_ns: int, distance_m: float | None = None) -> QualityResult:
        """Takes one measurement and judges.

        Args:
            time_ns: now, nanoseconds, monotonic, any origin.
            distance_m: metres (kept as a 32-bit float); None ages the window only.

        Raises:
            ArgumentError: time before that of an earlier call (ERROR_TIME_BACKWARDS), or a distance that is
                NaN or infinite (ERROR_NOT_FINITE) or beyond 1e9 m (ERROR_OUT_OF_RANGE). Nothing changes then.
        """
        time_ns = as_integer("time_ns", time_ns, ctypes.c_int64)
        distance = 0.0 if distance_m is None else as_float("distance_m", distance_m, ctypes.c_float)
        with self._lock:
            self._sample.time_ns = time_ns
            self._sample.distance_m = distance
            self._sample.fields = 0 if distance_m is None else c.RANGEKIT_SAMPLE_HAS_DISTANCE
            status = library.rangekit_quality_update(self._open(), self._sample, self._result)
            check(status, f"{status_message(status).rstrip('.')} (time_ns = {time_ns}, distance_m = {distance_m})")
            return _result(self._result)

    def update_batch(
        self, times_ns: npt.ArrayLike, distances_m: npt.ArrayLike, present: npt.ArrayLike | None = None
    ) -> QualityBatch:
        """Takes many measurements in order, in one call.

        Args:
            times_ns: (n,) integers, nanoseconds, never falling.
            distances_m: (n,) metres. NaN does not mean absent and is refused; say what is absent with
                `present`, or pass a masked array.
            present: (n,) bool, whether there is a distance; where there is none, the sample ages the window
                and the number beside it is not read.

        Raises:
            ArgumentError: the first sample that is refused; the message gives its index. Those before it
                were taken: the exception's `accepted_count` says how many, and `accepted` is their
                `QualityBatch`.
        """
        times = as_times("times_ns", times_ns)
        samples = np.zeros(len(times), dtype=RANGE_SAMPLE_DTYPE)
        if np.ma.isMaskedArray(distances_m):
            if present is not None:
                raise TypeError("distances_m is masked already; do not pass present too")
            present = ~np.ma.getmaskarray(distances_m)
            distances_m = np.ma.getdata(distances_m)
        distances = as_numbers("distances_m", distances_m, np.float64, len(times))
        there = np.ones(len(times), np.bool_) if present is None else as_mask("present", present, len(times))
        samples["time_ns"] = times
        with np.errstate(over="ignore"):  # what is beyond a float becomes infinite, and is refused as that
            samples["distance_m"] = np.where(there, distances, 0.0)
        samples["fields"] = np.where(there, c.RANGEKIT_SAMPLE_HAS_DISTANCE, 0)
        return self._take(samples)

    def _take(self, samples: npt.NDArray[Any]) -> QualityBatch:
        levels = np.zeros(len(samples), dtype=np.int32)
        accepted = ctypes.c_size_t()
        with self._lock:
            status = library.rangekit_quality_update_batch(
                self._open(),
                samples.ctypes.data_as(ctypes.POINTER(c.rangekit_range_sample)),
                len(samples),
                levels.ctypes.data_as(ctypes.POINTER(ctypes.c_int32)),
                accepted,
                self._result,
            )
            if status:
                error = _refused_sample(status, samples, accepted.value)
                if isinstance(error, ArgumentError):
                    error.accepted_count = accepted.value
                    error.accepted = self._batch(levels[: accepted.value])
                raise error
            return self._batch(levels)

    def _batch(self, levels: npt.NDArray[np.int32]) -> QualityBatch:
        return QualityBatch(levels, _result(self._result) if len(levels) else None)


def _result(result: c.rangekit_quality_result) -> QualityResult:
    has_distance = result.fields & c.RANGEKIT_QUALITY_HAS_DISTANCE
    return QualityResult(
        QualityLevel(result.level),
        QualityCause(result.causes),
        result.sample_count,
        result.distance_m if has_distance else None,
        result.age_ns if has_distance else None,
        result.spread_m if result.fields & c.RANGEKIT_QUALITY_HAS_SPREAD else None,
        result.rate_hz if result.fields & c.RANGEKIT_QUALITY_HAS_RATE else None,
    )


def _refused_sample(status: int, samples: npt.NDArray[Any], accepted_count: int) -> RangeKitError:
    message = status_message(status).rstrip(".")
    if accepted_count < len(samples):
        row = samples[accepted_count]
        message += f" (sample {accepted_count}: time_ns = {row['time_ns']}, distance_m = {row['distance_m']})"
    if status == Status.ERROR_NOT_FINITE:
        message += "; a distance that is absent is marked by `present`, not by NaN"
    return error_for(status, message)
