"""tracker.h: where a tag is while it moves, and how well that is known.

    with Tracker({"a": (0, 0, 2), "b": (5, 0, 2), "c": (0, 4, 2)}, dimensions=2) as tracker:
        result = tracker.update_range(time_ns, "a", 3.2)
        track = tracker.update_batch(tracker.ranges(times_ns, anchors, ranges_m))
        print(tracker.state())

Options are those of `rangekit_tracker_options`, by keyword, with their units; tracker.h says what each means
and its default. The frame: x and y horizontal, z up, metres; headings and azimuths from x towards y.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, NoReturn

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_numbers, as_records, as_times
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_float, as_integer, default
from rangekit._tracker_values import (
    TrackedAnchor,
    TrackerBatch,
    TrackerEstimate,
    TrackerKind,
    TrackerResult,
    TrackerState,
    TrackerStates,
)
from rangekit.base import Status, status_message
from rangekit.errors import ArgumentError, check, error_for

TRACKER_CAPACITY: Final = c.RANGEKIT_TRACKER_CAPACITY

#: What each option may be, in words.
OPTION_RANGES: Final[dict[str, str]] = {
    "height_m": "within 1e7 m, and for 2 dimensions alone",
    "lateness_ns": "0 to 10e9",
    "gap_ns": "1e6 to 60e9",
    "dimensions": "2 or 3",
    "states": "an OR of TrackerStates",
    "reopen_count": "1 to 1000",
    "height_stddev_m": "0 to 1000",
    "acceleration_density": "1e-4 to 1000",
    "turn_density": "0 to 100",
    "start_speed_mps": "1e-3 to 1000",
    "stddev_m": "1e-4 to 1000",
    "common_bias_stddev_m": "0 to 1000",
    "common_bias_time_s": "1e-3 to 1e6",
    "link_bias_stddev_m": "0 to 1000",
    "link_bias_time_s": "1e-3 to 1e6",
    "reflection_stddev_m": "0 to 1000",
    "reflection_time_s": "1e-3 to 1e6",
    "clock_offset_stddev_m": "1e-3 to 1e5",
    "clock_drift_stddev_mps": "1e-6 to 1e4",
    "clock_drift_density": "0 to 1000",
    "heading_density": "0 to 100",
    "odometry_scale_stddev": "1e-4 to 1",
    "gate_stddevs": "1 to 100",
    "long_stddevs": "0.1 to 100",
    "short_stddevs": "0.1 to 100",
}

#: `rangekit_tracker_measurement` as NumPy records; `anchor` and `anchor_b` are indices of the tracker's anchors.
TRACKER_MEASUREMENT_DTYPE: Final = np.dtype(
    [
        ("time_ns", np.int64),
        ("value", np.float64),
        ("value_2", np.float64),
        ("value_3", np.float64),
        ("stddev", np.float32),
        ("kind", np.int32),
        ("anchor", np.uint32),
        ("anchor_b", np.uint32),
        ("antenna_x_m", np.float32),
        ("antenna_y_m", np.float32),
        ("antenna_z_m", np.float32),
        ("reserved", np.uint32),
    ]
)
_RESULT_DTYPE: Final = np.dtype(
    [("innovation", np.float32), ("stddev", np.float32), ("weight", np.float32), ("status", np.int32)]
)
_POINT_DTYPE: Final = np.dtype(
    [
        ("place", np.float64, 3),
        ("covariance", np.float32, 6),
        ("velocity", np.float32, 3),
        ("fields", np.uint32),
    ]
)
_XX_TO_ZZ: Final = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])


Place = Sequence[float] | npt.NDArray[Any] | TrackedAnchor


class Tracker(Handle):
    """Tracks one tag.

    Close it, or use it with `with`; the calls of one tracker wait for each other when threads share it.

    Args:
        anchors: name to place (x, y or x, y, z, metres) or `TrackedAnchor`. Names may be anything hashable;
            measurements name them. At most 32; more can be set later.
        **options: see tracker.h; `height_m` may be None.
    """

    _part = "tracker"
    _noun = "tracker"
    _option_ranges = OPTION_RANGES

    def __init__(self, anchors: Mapping[Any, Place] | None = None, **options: Any) -> None:
        if options.get("height_m", 0) is None:
            del options["height_m"]

        def height_is_given(structure: Any) -> None:
            structure.fields |= c.RANGEKIT_TRACKER_HAS_HEIGHT
            if options.get("dimensions") == 2:
                structure.dimensions = 2

        super().__init__(options, height_is_given if "height_m" in options else None)
        self._ids: dict[Any, int] = {}
        self._result = c.rangekit_tracker_result()
        if anchors:
            self.set_anchors(anchors)

    @property
    def options(self) -> dict[str, Any]:
        """The options in use, by the names of the header; height_m is None where no height is known."""
        options: dict[str, Any] = super().options
        if not self._options.fields & c.RANGEKIT_TRACKER_HAS_HEIGHT:
            options["height_m"] = None
        return options

    @property
    def anchors(self) -> list[Any]:
        """The anchors' names; a name's index is what records of a batch hold."""
        return list(self._ids)

    def set_anchors(self, anchors: Mapping[Any, Place]) -> None:
        """States where anchors are, or moves them; what was learnt of their biases stays.

        Raises:
            ArgumentError: coordinates that are not finite or too far away; the message names the anchor.
            RangeKitError: ERROR_TRACKER_FULL beyond 32 anchors.
        """
        with self._lock:
            for name, place in anchors.items():
                index = self._ids.get(name, len(self._ids))
                anchor = _anchor(name, index, place)
                status = library.rangekit_tracker_set_anchors(self._open(), anchor, 1, None)
                check(status, f"anchor {name!r}: {status_message(status)}")
                self._ids[name] = index

    # ---- Measurements ----

    def ranges(
        self,
        times_ns: npt.ArrayLike,
        anchors: Iterable[Any],
        ranges_m: npt.ArrayLike,
        stddevs_m: npt.ArrayLike | float = 0.0,
        antennas_m: npt.ArrayLike | None = None,
    ) -> npt.NDArray[Any]:
        """Records for a batch: ranges to anchors by name; stddev 0 means the option stddev_m.

        antennas_m: (n, 3) from the point that is tracked to the antenna, in the axes of the world.
        """
        records = self._records(TrackerKind.RANGE, times_ns, ranges_m, stddevs_m, antennas_m)
        records["anchor"] = self._indices(anchors, len(records))
        return records

    def differences(
        self,
        times_ns: npt.ArrayLike,
        anchors: Iterable[Any],
        anchors_b: Iterable[Any],
        differences_m: npt.ArrayLike,
        stddevs_m: npt.ArrayLike | float = 0.0,
        antennas_m: npt.ArrayLike | None = None,
    ) -> npt.NDArray[Any]:
        """Records for a batch: distance to anchors_b minus distance to anchors."""
        records = self._records(TrackerKind.DIFFERENCE, times_ns, differences_m, stddevs_m, antennas_m)
        records["anchor"] = self._indices(anchors, len(records))
        records["anchor_b"] = self._indices(anchors_b, len(records))
        return records

    def odometry(
        self,
        times_ns: npt.ArrayLike,
        forward_mps: npt.ArrayLike,
        left_mps: npt.ArrayLike,
        turn_left_rad_s: npt.ArrayLike,
        stddevs_mps: npt.ArrayLike | float,
    ) -> npt.NDArray[Any]:
        """Records for a batch: what the body itself knows of its motion. Needs `TrackerStates.HEADING`."""
        records = self._records(TrackerKind.ODOMETRY, times_ns, forward_mps, stddevs_mps, None)
        records["value_2"] = as_numbers("left_mps", left_mps, np.float64, len(records))
        records["value_3"] = as_numbers("turn_left_rad_s", turn_left_rad_s, np.float64, len(records))
        return records

    @staticmethod
    def _records(
        kind: TrackerKind,
        times_ns: npt.ArrayLike,
        values: npt.ArrayLike,
        stddevs: npt.ArrayLike | float,
        antennas_m: npt.ArrayLike | None,
    ) -> npt.NDArray[Any]:
        times = as_times("times_ns", times_ns)
        records = np.zeros(len(times), dtype=TRACKER_MEASUREMENT_DTYPE)
        records["time_ns"] = times
        records["kind"] = kind
        records["value"] = as_numbers("values", values, np.float64, len(times))
        spread = np.broadcast_to(stddevs, len(times)) if np.ndim(stddevs) == 0 else stddevs
        records["stddev"] = as_numbers("stddevs", spread, np.float32, len(times))
        if antennas_m is not None:
            antennas = np.asarray(antennas_m, dtype=np.float32)
            if antennas.shape != (len(times), 3):
                raise ValueError(f"antennas_m has shape {antennas.shape}; ({len(times)}, 3) is needed")
            for axis, name in enumerate(("antenna_x_m", "antenna_y_m", "antenna_z_m")):
                records[name] = antennas[:, axis]
        return records

    def _indices(self, names: Iterable[Any], count: int) -> npt.NDArray[np.uint32]:
        indices = [self._index(name) for name in names]
        if len(indices) != count:
            raise ValueError(f"there are {len(indices)} anchors for {count} measurements")
        return np.array(indices, dtype=np.uint32)

    def _index(self, name: Hashable) -> int:
        try:
            return self._ids[name]
        except KeyError:
            known = ", ".join(repr(name) for name in self._ids) or "none"
            raise ArgumentError(
                Status.ERROR_ANCHOR_INVALID, f"there is no anchor {name!r}; anchors are {known}"
            ) from None

    # ---- Updating ----

    def update(
        self,
        kind: TrackerKind,
        time_ns: int,
        value: float,
        value_2: float = 0.0,
        value_3: float = 0.0,
        *,
        stddev: float = 0.0,
        anchor: Any = None,
        anchor_b: Any = None,
        antenna_m: Sequence[float] = (0.0, 0.0, 0.0),
    ) -> TrackerResult:
        """Takes one measurement. One that is beyond the gate, or kept for a start, is no exception: see `status`.

        Raises:
            ArgumentError, RangeKitError: it cannot be used at all (numbers, time backwards, states that the
                options leave out). Nothing changes then.
        """
        record = c.rangekit_tracker_measurement(
            time_ns=as_integer("time_ns", time_ns, ctypes.c_int64),
            value=as_float("value", value),
            value_2=as_float("value_2", value_2),
            value_3=as_float("value_3", value_3),
            stddev=as_float("stddev", stddev),
            kind=as_integer("kind", kind, ctypes.c_int32),
            anchor=0 if anchor is None else self._index(anchor),
            anchor_b=0 if anchor_b is None else self._index(anchor_b),
            antenna_x_m=antenna_m[0],
            antenna_y_m=antenna_m[1],
            antenna_z_m=antenna_m[2],
        )
        with self._lock:
            status = library.rangekit_tracker_update(self._open(), record, self._result)
            if status not in (Status.OK, Status.ERROR_GATED, Status.ERROR_TRACKER_COLLECTING):
                raise error_for(status, f"{status_message(status).rstrip('.')} (time_ns = {time_ns}, value = {value})")
            result = self._result
            return TrackerResult(result.status, result.innovation, result.stddev, result.weight)

    def update_range(self, time_ns: int, anchor: Any, range_m: float, stddev_m: float = 0.0) -> TrackerResult:
        """Takes one range; see `update`."""
        return self.update(TrackerKind.RANGE, time_ns, range_m, stddev=stddev_m, anchor=anchor)

    def update_batch(self, measurements: npt.NDArray[Any]) -> TrackerBatch:
        """Takes many measurements in order, in one call.

        Args:
            measurements: records of `TRACKER_MEASUREMENT_DTYPE`, by time; `ranges`, `differences` and `odometry`
                make them, `np.concatenate` and a stable sort by time join them.

        No measurement raises here: each row of the result has its own status.
        """
        records = as_records("measurements", measurements, TRACKER_MEASUREMENT_DTYPE)
        results = np.zeros(len(records), dtype=_RESULT_DTYPE)
        points = np.zeros(len(records), dtype=_POINT_DTYPE)
        with self._lock:
            check(
                library.rangekit_tracker_update_batch(
                    self._open(),
                    records.ctypes.data_as(ctypes.POINTER(c.rangekit_tracker_measurement)),
                    len(records),
                    results.ctypes.data_as(ctypes.POINTER(c.rangekit_tracker_result)),
                    points.ctypes.data_as(ctypes.POINTER(c.rangekit_tracker_point)),
                    None,
                )
            )
        has_track = points["fields"] & c.RANGEKIT_TRACKER_HAS_TRACK != 0
        return TrackerBatch(
            np.where(has_track[:, None], points["place"], np.nan),
            points["velocity"].copy(),
            points["covariance"].astype(np.float64)[:, _XX_TO_ZZ],
            has_track,
            results["status"].copy(),
            results["innovation"].copy(),
            results["stddev"].copy(),
            results["weight"].copy(),
        )

    def predict(self, time_ns: int) -> None:
        """Moves the estimate forward to a time, as when nothing was measured.

        Raises:
            ArgumentError: ERROR_TIME_BACKWARDS.
            RangeKitError: ERROR_TRACKER_COLLECTING: there is no track, or it has ended in silence.
        """
        time_ns = as_integer("time_ns", time_ns, ctypes.c_int64)
        with self._lock:
            status = library.rangekit_tracker_predict(self._open(), time_ns)
            check(status, f"{status_message(status).rstrip('.')} (time_ns = {time_ns})")

    # ---- The estimate ----

    def state(self) -> TrackerState:
        """The estimate as it stands."""
        state = default(c.rangekit_tracker_state, library.rangekit_tracker_state_default)
        with self._lock:
            check(library.rangekit_tracker_get_state(self._open(), state))
        return _state(state)

    def link_bias_m(self, anchor: Any) -> TrackerEstimate | None:
        """What one anchor's ranges read too much beyond known and common bias; None without such states."""
        bias, stddev = ctypes.c_float(), ctypes.c_float()
        with self._lock:
            status = library.rangekit_tracker_get_link_bias(self._open(), self._index(anchor), bias, stddev)
        if status == Status.ERROR_MISSING_VALUE:
            return None
        check(status)
        return TrackerEstimate(bias.value, stddev.value)

    def __reduce__(self) -> NoReturn:  # copy.copy, copy.deepcopy and pickle all ask here
        raise TypeError(
            "a Tracker cannot be copied or pickled: its state is in the library's memory. "
            "Tracker(anchors, **tracker.options) makes a new one with the same options"
        )

    def __repr__(self) -> str:
        return f"<Tracker: {'' if self._handle else 'closed, '}{len(self._ids)} anchors>"

    def _try(self, name: str, value: Any, preset: Callable[[ctypes.Structure], None] | None) -> int:
        """A height needs its two dimensions beside it; other options are tried without it."""
        return super()._try(name, value, preset if name == "height_m" else None)


def _anchor(name: Any, index: int, place: Place) -> c.rangekit_tracker_anchor:
    given = place if isinstance(place, TrackedAnchor) else None
    coordinates = [as_float(f"anchor {name!r}", number) for number in (given.place_m if given else place)]  # type: ignore[union-attr]
    if len(coordinates) not in (2, 3):
        raise ValueError(f"anchor {name!r} has {len(coordinates)} coordinates; x, y and perhaps z are needed")
    anchor = c.rangekit_tracker_anchor(
        x_m=coordinates[0], y_m=coordinates[1], z_m=coordinates[2] if len(coordinates) == 3 else 0.0, id=index
    )
    if given is not None and given.bias_m is not None:
        anchor.fields = c.RANGEKIT_TRACKER_ANCHOR_HAS_BIAS
        anchor.bias_m, anchor.bias_stddev_m = given.bias_m, given.bias_stddev_m
    return anchor


def _state(state: c.rangekit_tracker_state) -> TrackerState:
    has_track = bool(state.fields & c.RANGEKIT_TRACKER_HAS_TRACK)
    covariance = np.zeros((6, 6))
    covariance[np.tril_indices(6)] = list(state.covariance)
    covariance = covariance + np.tril(covariance, -1).T

    def estimate(field: int, value: float, stddev: float) -> TrackerEstimate | None:
        return TrackerEstimate(value, stddev) if state.fields & field else None

    return TrackerState(
        state.time_ns if state.fields & c.RANGEKIT_TRACKER_HAS_TIME else None,
        np.array([state.x_m, state.y_m, state.z_m]) if has_track else None,
        np.array([state.velocity_x_mps, state.velocity_y_mps, state.velocity_z_mps]) if has_track else None,
        covariance if has_track else None,
        estimate(c.RANGEKIT_TRACKER_HAS_COMMON_BIAS, state.common_bias_m, state.common_bias_stddev_m),
        estimate(c.RANGEKIT_TRACKER_HAS_HEADING, state.heading_rad, state.heading_stddev_rad),
        estimate(c.RANGEKIT_TRACKER_HAS_CLOCK, state.clock_offset_m, state.clock_offset_stddev_m),
        estimate(c.RANGEKIT_TRACKER_HAS_CLOCK, state.clock_drift_mps, state.clock_drift_stddev_mps),
        bool(state.fields & c.RANGEKIT_TRACKER_MAY_BE_MIRRORED),
        state.accepted_count,
        state.refused_count,
        state.start_count,
        state.state_count,
    )


__all__ = [
    "OPTION_RANGES",
    "TRACKER_CAPACITY",
    "TRACKER_MEASUREMENT_DTYPE",
    "TrackedAnchor",
    "Tracker",
    "TrackerBatch",
    "TrackerEstimate",
    "TrackerKind",
    "TrackerResult",
    "TrackerState",
    "TrackerStates",
]
