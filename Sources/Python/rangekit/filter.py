"""filter.h: raw samples made smooth, without smoothing away what happened.

    with Filter() as smooth:
        estimate = smooth.update(time_ns, distance_m)
        print(estimate.value, estimate.stddev, estimate.latency_ns)

    filtered = Filter(domain=FilterDomain.CIRCULAR).update_batch(times_ns, azimuths_rad)

Options, by keyword, with their units:

    method                kalman (default), hampel_kalman, hampel, exponential, moving_average, median, trimmed_mean
    domain                linear, circular (angles in radians) or direction (vectors)
    window_count          samples in the window, 1 to 64
    window_ns, gap_ns     older samples leave the window; a longer silence starts the filter anew
    keep_ratio            trimmed mean: the middle part that counts, 0 (median) to 1 (mean)
    time_constant_s       exponential
    stddev                of a sample that states none; 0: learned from the samples
    stddev_floor          what is learned is never less
    shared_stddev         of the error that consecutive samples have in common; part of every stddev that comes out
    acceleration_density  Kalman: power spectral density of the acceleration, unit^2 / s^3
    outlier_stddevs       beyond this many standard deviations a sample is an outlier
    reopen_count          Kalman: so many outliers in a row that agree become the new state
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
from rangekit._arrays import as_numbers, as_times
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_float, as_integer
from rangekit.base import status_message
from rangekit.errors import ArgumentError, check, error_for

#: One sample in, `rangekit_filter_sample`.
FILTER_SAMPLE_DTYPE: Final = np.dtype(c.rangekit_filter_sample)
#: What a filter shows, `rangekit_filter_result`.
FILTER_RESULT_DTYPE: Final = np.dtype(c.rangekit_filter_result)


class FilterMethod(enum.IntEnum):
    """How a filter makes its samples smooth; see filter.h."""

    KALMAN = c.RANGEKIT_FILTER_KALMAN
    HAMPEL_KALMAN = c.RANGEKIT_FILTER_HAMPEL_KALMAN
    HAMPEL = c.RANGEKIT_FILTER_HAMPEL
    EXPONENTIAL = c.RANGEKIT_FILTER_EXPONENTIAL
    MOVING_AVERAGE = c.RANGEKIT_FILTER_MOVING_AVERAGE
    MEDIAN = c.RANGEKIT_FILTER_MEDIAN
    TRIMMED_MEAN = c.RANGEKIT_FILTER_TRIMMED_MEAN


class FilterDomain(enum.IntEnum):
    """What the values are."""

    LINEAR = c.RANGEKIT_FILTER_LINEAR  #: any number: metres, for example
    CIRCULAR = c.RANGEKIT_FILTER_CIRCULAR  #: angles in radians
    DIRECTION = c.RANGEKIT_FILTER_DIRECTION  #: vectors whose direction counts


class FilterFlag(enum.IntFlag):
    """What became of a sample."""

    OUTLIER = c.RANGEKIT_FILTER_FLAG_OUTLIER  #: taken for an outlier
    REOPENED = c.RANGEKIT_FILTER_FLAG_REOPENED  #: outliers that agree became the new state
    RESTARTED = c.RANGEKIT_FILTER_FLAG_RESTARTED  #: the first sample, or the first after a gap


@dataclasses.dataclass(frozen=True)
class FilterEstimate:
    """What a filter shows. None stands for a value that is not there."""

    value: float | npt.NDArray[np.float32] | None  #: a number, or a (3,) unit vector for directions
    stddev: float | None  #: one sigma, in the value's unit; directions: radians about each axis
    rate: float | npt.NDArray[np.float32] | None  #: change per second; directions: (3,) rotation vector
    weight: float  #: figure of merit, 0 to 1
    latency_ns: int | None  #: now minus the time that the value stands for
    flags: FilterFlag  #: what became of the last sample


@dataclasses.dataclass(frozen=True)
class FilterBatch:
    """What a filter showed after each sample; NaN where `records` says that a value is absent."""

    records: npt.NDArray[Any]  #: (n,) FILTER_RESULT_DTYPE, the library's own answers
    is_direction: bool = False

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """(n,) filtered values, or (n, 3) directions."""
        return self._column("value", c.RANGEKIT_FILTER_HAS_VALUE)

    @property
    def stddevs(self) -> npt.NDArray[np.float64]:
        """(n,) standard deviations."""
        return self._column("stddev", c.RANGEKIT_FILTER_HAS_STDDEV)

    @property
    def rates(self) -> npt.NDArray[np.float64]:
        """(n,) changes per second, or (n, 3) rotation vectors per second."""
        return self._column("rate", c.RANGEKIT_FILTER_HAS_RATE)

    @property
    def latencies_ns(self) -> npt.NDArray[np.int64]:
        """(n,) how old what is shown is."""
        return self.records["latency_ns"]

    @property
    def outliers(self) -> npt.NDArray[np.bool_]:
        """(n,) whether the sample was taken for an outlier."""
        return np.asarray(self.records["flags"] & c.RANGEKIT_FILTER_FLAG_OUTLIER != 0)

    def _column(self, name: str, bit: int) -> npt.NDArray[np.float64]:
        column = self.records[name].astype(np.float64)
        if column.ndim == 2 and not self.is_direction:
            column = column[:, 0]
        column[(self.records["fields"] & bit) == 0] = np.nan
        return column


class Filter(Handle):
    """One filter. Close it, or use it with `with`.

    Args:
        **options: see the module's table.
    """

    _part: ClassVar[str] = "filter"
    _noun: ClassVar[str] = "filter"
    _option_ranges: ClassVar[Mapping[str, str]] = {
        "method": f"{', '.join(f'{member.value} ({member.name.lower()})' for member in FilterMethod)}",
        "domain": f"{', '.join(f'{member.value} ({member.name.lower()})' for member in FilterDomain)}",
        "window_count": "1 to 64",
        "window_ns": "above 0",
        "gap_ns": "above 0",
        "keep_ratio": "0 to 1",
        "time_constant_s": "above 0",
        "stddev": "0 (learned) or above, up to 1e9",
        "stddev_floor": "above 0, up to 1e9",
        "shared_stddev": "0 to 1e9",
        "acceleration_density": "above 0, up to 1e9",
        "outlier_stddevs": "1 to 100",
        "reopen_count": "1 to 1000",
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(options)
        self._is_direction = self._options.domain == FilterDomain.DIRECTION
        self._sample = c.rangekit_filter_sample()
        self._result = c.rangekit_filter_result()

    def update(
        self,
        time_ns: int,
        value: float | npt.ArrayLike | None = None,
        *,
        stddev: float | None = None,
        weight: float | None = None,
    ) -> FilterEstimate:
        """Takes one sample and gives what the filter then shows.

        Args:
            time_ns: now, nanoseconds, monotonic, any origin.
            value: a number, or a vector of 3 for directions; None says that time has passed.
            stddev: one sigma in the value's unit (directions: radians).
            weight: figure of merit, 0 to 1; 0 leaves the sample out.

        Raises:
            ArgumentError: time before that of an earlier call, a number that is not finite or out of range.
                Nothing changes then.
        """
        sample = self._sample
        with self._lock:
            sample.time_ns = as_integer("time_ns", time_ns, ctypes.c_int64)
            sample.fields = 0
            if value is not None:
                parts = [
                    as_float("value", part, ctypes.c_float)
                    for part in (np.ravel(value) if self._is_direction else [value])
                ]
                if self._is_direction and len(parts) != 3:
                    raise ValueError(f"value has {len(parts)} numbers; a direction has 3")
                sample.value[: len(parts)] = parts
                sample.fields |= c.RANGEKIT_FILTER_SAMPLE_HAS_VALUE
            if stddev is not None:
                sample.stddev = as_float("stddev", stddev, ctypes.c_float)
                sample.fields |= c.RANGEKIT_FILTER_SAMPLE_HAS_STDDEV
            if weight is not None:
                sample.weight = as_float("weight", weight, ctypes.c_float)
                sample.fields |= c.RANGEKIT_FILTER_SAMPLE_HAS_WEIGHT
            status = library.rangekit_filter_update(self._open(), sample, self._result)
            check(status, f"{status_message(status).rstrip('.')} (time_ns = {time_ns}, value = {value!r})")
            return self._estimate()

    def update_batch(
        self,
        times_ns: npt.ArrayLike,
        values: npt.ArrayLike,
        *,
        stddevs: npt.ArrayLike | None = None,
        weights: npt.ArrayLike | None = None,
    ) -> FilterBatch:
        """Takes many samples in order, in one call.

        Args:
            times_ns: (n,) integers, nanoseconds, never falling.
            values: (n,) numbers, or (n, 3) directions. A masked array says which are absent.
            stddevs, weights: (n,), as in `update`.

        Raises:
            ArgumentError: the first sample that is refused; the message gives its index, `accepted_count` how
                many were taken, `accepted` their `FilterBatch`.
        """
        times = as_times("times_ns", times_ns)
        samples = np.zeros(len(times), dtype=FILTER_SAMPLE_DTYPE)
        samples["time_ns"] = times
        array: npt.NDArray[Any] = np.asarray(np.ma.getdata(values))
        present: npt.NDArray[np.bool_] = ~np.ma.getmaskarray(np.ma.asarray(values))
        if self._is_direction:
            array = np.asarray(array, np.float64)
            if array.shape != (len(times), 3):
                raise ValueError(f"values has shape {array.shape}; directions need ({len(times)}, 3)")
            present = np.asarray(present.all(axis=1))
            samples["value"] = array
        else:
            samples["value"][:, 0] = as_numbers("values", array, np.float32, len(times))
        samples["fields"] = np.where(present, c.RANGEKIT_FILTER_SAMPLE_HAS_VALUE, 0)
        for name, column, bit in (
            ("stddev", stddevs, c.RANGEKIT_FILTER_SAMPLE_HAS_STDDEV),
            ("weight", weights, c.RANGEKIT_FILTER_SAMPLE_HAS_WEIGHT),
        ):
            if column is not None:
                samples[name] = as_numbers(f"{name}s", column, np.float32, len(times))
                samples["fields"] |= bit
        results = np.zeros(len(times), dtype=FILTER_RESULT_DTYPE)
        accepted = ctypes.c_size_t()
        with self._lock:
            status = library.rangekit_filter_update_batch(
                self._open(),
                samples.ctypes.data_as(ctypes.POINTER(c.rangekit_filter_sample)),
                len(samples),
                results.ctypes.data_as(ctypes.POINTER(c.rangekit_filter_result)),
                accepted,
            )
        if status:
            message = status_message(status).rstrip(".")
            if accepted.value < len(samples):
                message += f" (sample {accepted.value}: time_ns = {times[accepted.value]})"
            error = error_for(status, message)
            if isinstance(error, ArgumentError):
                error.accepted_count = accepted.value
                error.accepted = FilterBatch(results[: accepted.value], self._is_direction)
            raise error
        return FilterBatch(results, self._is_direction)

    def predict(self, time_ns: int) -> FilterEstimate:
        """What the filter says of a time at or after its last sample; nothing changes."""
        with self._lock:
            status = library.rangekit_filter_predict(
                self._open(), as_integer("time_ns", time_ns, ctypes.c_int64), self._result
            )
            check(status, f"{status_message(status).rstrip('.')} (time_ns = {time_ns})")
            return self._estimate()

    def shift(self, delta: float) -> None:
        """Adds `delta` to all that the filter remembers: the device itself moved or turned."""
        with self._lock:
            check(library.rangekit_filter_shift(self._open(), as_float("delta", delta)))

    def rotate(self, quaternion: npt.ArrayLike) -> None:
        """Turns all directions that the filter remembers by a quaternion (x, y, z, w)."""
        parts = [as_float("quaternion", part) for part in np.ravel(quaternion)]
        if len(parts) != 4:
            raise ValueError(f"quaternion has {len(parts)} numbers; it must have 4: x, y, z, w")
        with self._lock:
            check(library.rangekit_filter_rotate(self._open(), (ctypes.c_float * 4)(*parts)))

    def _estimate(self) -> FilterEstimate:
        result = self._result

        def shaped(vector: Any, bit: int) -> float | npt.NDArray[np.float32] | None:
            if not result.fields & bit:
                return None
            return np.array(vector, np.float32) if self._is_direction else float(vector[0])

        has_value = bool(result.fields & c.RANGEKIT_FILTER_HAS_VALUE)
        return FilterEstimate(
            value=shaped(result.value, c.RANGEKIT_FILTER_HAS_VALUE),
            stddev=float(result.stddev) if result.fields & c.RANGEKIT_FILTER_HAS_STDDEV else None,
            rate=shaped(result.rate, c.RANGEKIT_FILTER_HAS_RATE),
            weight=float(result.weight),
            latency_ns=int(result.latency_ns) if has_value else None,
            flags=FilterFlag(result.flags),
        )
