"""locator.h: where another device is, from distances to it while you move.

    with Locator() as locator:
        locator.add_pose(time_ns, (x, y, z), (qx, qy, qz, qw))
        locator.measure(time_ns, peer=7, distance_m=3.2)
        estimate = locator.estimate(7)
        if estimate.convergence == Convergence.CONVERGED:
            print(estimate.position_m, estimate.transform)
        else:
            print(estimate.reasons, estimate.guidance.message)

World: right-handed, gravity-aligned, y up by default. Device: x right, y up, z towards the user.

Options, by keyword, with their units:

    up                  Up.Y or Up.Z, the world's vertical axis
    distance_stddev_m   of a distance that states none, 0.001 to 10
    angle_stddev_rad    of an angle that states none, 0.001 to 3
    bias_m              prior of a link's bias, measured minus true, -10 to 10
    bias_stddev_m       of that prior, 0.001 to 10
    converged_stddev_m  converged at this largest standard deviation, 0.01 to 10
    maximum_speed_mps   of an observer; a pose farther off is a jump, 0.1 to 1000
    target_speed_mps    of a target that moves, 0.01 to 100
    minimum_light_lux   less is insufficient lighting, 0 to 1e6
    pose_gap_ns         longest time between two poses to interpolate over, 1e6 to 60e9
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_records
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_float, as_integer, default
from rangekit.base import flag_names, status_message
from rangekit.direction import Vertical
from rangekit.errors import ArgumentError, check, error_for

#: What each option may be, in words.
OPTION_RANGES: Final[dict[str, str]] = {
    "up": "Up.Y or Up.Z",
    "distance_stddev_m": "0.001 to 10",
    "angle_stddev_rad": "0.001 to 3",
    "bias_m": "-10 to 10",
    "bias_stddev_m": "0.001 to 10",
    "converged_stddev_m": "0.01 to 10",
    "maximum_speed_mps": "0.1 to 1000",
    "target_speed_mps": "0.01 to 100",
    "minimum_light_lux": "0 to 1e6",
    "pose_gap_ns": "1e6 to 60e9",
}

#: A pose and a measurement as NumPy records, in the layout of the C structures.
POSE_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_pose)
LOCATOR_MEASUREMENT_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_locator_measurement)


class Up(enum.IntEnum):
    """The world's vertical axis."""

    Y = c.RANGEKIT_LOCATOR_UP_Y
    Z = c.RANGEKIT_LOCATOR_UP_Z


class Tracking(enum.IntEnum):
    """How good the source of a pose says it is."""

    UNKNOWN = c.RANGEKIT_TRACKING_UNKNOWN
    NOT_AVAILABLE = c.RANGEKIT_TRACKING_NOT_AVAILABLE
    LIMITED = c.RANGEKIT_TRACKING_LIMITED
    NORMAL = c.RANGEKIT_TRACKING_NORMAL


class TargetMotion(enum.IntEnum):
    """What a target says of its own motion."""

    UNKNOWN = c.RANGEKIT_LOCATOR_TARGET_UNKNOWN
    STATIONARY = c.RANGEKIT_LOCATOR_TARGET_STATIONARY
    MOVING = c.RANGEKIT_LOCATOR_TARGET_MOVING


class Convergence(enum.IntEnum):
    """How far a locator is."""

    UNKNOWN = c.RANGEKIT_CONVERGENCE_UNKNOWN
    NOT_CONVERGED = c.RANGEKIT_CONVERGENCE_NOT_CONVERGED
    CONVERGED = c.RANGEKIT_CONVERGENCE_CONVERGED


class Reason(enum.IntFlag):
    """Why there is no convergence."""

    INSUFFICIENT_HORIZONTAL_SWEEP = c.RANGEKIT_REASON_HORIZONTAL_SWEEP
    INSUFFICIENT_VERTICAL_SWEEP = c.RANGEKIT_REASON_VERTICAL_SWEEP
    INSUFFICIENT_MOVEMENT = c.RANGEKIT_REASON_MOVEMENT
    INSUFFICIENT_LIGHTING = c.RANGEKIT_REASON_LIGHTING
    INSUFFICIENT_SIGNAL_STRENGTH = c.RANGEKIT_REASON_SIGNAL_STRENGTH
    INSUFFICIENT_TRACKING = c.RANGEKIT_REASON_TRACKING
    TARGET_MOVING = c.RANGEKIT_REASON_TARGET_MOVING


class LocatorGuidance(enum.IntEnum):
    """What would help most."""

    NONE = c.RANGEKIT_LOCATOR_GUIDANCE_NONE
    WALK = c.RANGEKIT_LOCATOR_GUIDANCE_WALK
    SIDEWAYS = c.RANGEKIT_LOCATOR_GUIDANCE_SIDEWAYS
    RAISE_OR_LOWER = c.RANGEKIT_LOCATOR_GUIDANCE_RAISE_OR_LOWER
    WAIT = c.RANGEKIT_LOCATOR_GUIDANCE_WAIT
    NEARER = c.RANGEKIT_LOCATOR_GUIDANCE_NEARER

    @property
    def message(self) -> str:
        """A sentence for the user."""
        return str(library.rangekit_locator_guidance_message(self.value).decode())


class LocatorEvent(enum.IntFlag):
    """What happened since a target was first seen."""

    TARGET_MOVED = c.RANGEKIT_LOCATOR_EVENT_TARGET_MOVED
    POSE_JUMP = c.RANGEKIT_LOCATOR_EVENT_POSE_JUMP


@dataclasses.dataclass(frozen=True)
class Hypothesis:
    """A place that the measurements do not tell apart from others."""

    position_m: npt.NDArray[np.float64]  #: (3,) in the world
    covariance_m2: npt.NDArray[np.float64]  #: (3, 3)
    probability: float  #: they add up to 1


@dataclasses.dataclass(frozen=True)
class LocatorEstimate:
    """What is known of a target now. None stands for a value that does not hold; `reasons` says why."""

    time_ns: int  #: of the observer's newest pose
    position_m: npt.NDArray[np.float64] | None  #: (3,) of the likeliest hypothesis, in the world
    covariance_m2: npt.NDArray[np.float64] | None  #: (3, 3) of that hypothesis
    probability: float | None  #: of that hypothesis
    transform: npt.NDArray[np.float64] | None  #: (4, 4) target to world, only when converged
    distance_m: float | None  #: from the newest pose
    distance_stddev_m: float | None
    direction: npt.NDArray[np.float64] | None  #: (3,) unit vector in the device frame
    horizontal_angle_rad: float | None  #: positive to the right
    vertical: Vertical
    convergence: Convergence
    reasons: Reason  #: empty when converged
    guidance: LocatorGuidance
    guidance_m: npt.NDArray[np.float64] | None  #: (3,) the motion that would help most, in the world
    bias_m: float | None  #: of the link that measured last
    bias_stddev_m: float | None
    events: LocatorEvent
    target_is_moving: bool
    hypothesis_count: int
    used_count: int
    outlier_count: int
    dropped_count: int
    held_count: int

    def __str__(self) -> str:
        parts = [self.convergence.name.lower()]
        if self.position_m is not None and self.covariance_m2 is not None:
            stddev_m = np.sqrt(np.diag(self.covariance_m2))
            parts.append("(" + ", ".join(f"{x:.2f}" for x in self.position_m) + ") m")
            parts.append("+-(" + ", ".join(f"{x:.2f}" for x in stddev_m) + ") m")
        if self.vertical:
            parts.append(self.vertical.name.lower())
        if self.reasons:
            parts.append(f"because {', '.join(flag_names(self.reasons))}")
        return ", ".join(parts)


class Locator(Handle):
    """Finds where targets are, from distances and the poses of the observers that measured them.

    Close it, or use it with `with`; the calls of one locator wait for each other when threads share it.

    Args:
        **options: see the module's table.
    """

    _part = "locator"
    _noun = "locator"
    _option_ranges = OPTION_RANGES

    def __init__(self, **options: Any) -> None:
        super().__init__(options)
        self._estimate = default(c.rangekit_locator_estimate, library.rangekit_locator_estimate_default)

    def set_antenna(self, antenna: int, offset_m: Sequence[float], observer: int = 0) -> None:
        """Says where an antenna sits on its observer: (x, y, z) in the device frame, metres, within 100 m."""
        offset = (ctypes.c_float * 3)(*_vector("offset_m", offset_m, 3))
        self._run("rangekit_locator_set_antenna", _number("observer", observer), _number("antenna", antenna), offset)

    def set_height(self, peer: int, height_m: float, stddev_m: float = 0.05) -> None:
        """Says how high a target is along the world's up axis."""
        height, stddev = as_float("height_m", height_m), as_float("stddev_m", stddev_m)
        self._run("rangekit_locator_set_height", _number("peer", peer), height, stddev)

    def set_motion(self, peer: int, motion: TargetMotion) -> None:
        """Says whether a target moves."""
        self._run("rangekit_locator_set_motion", _number("peer", peer), as_integer("motion", motion, ctypes.c_int32))

    def remove(self, peer: int) -> None:
        """Forgets a target."""
        self._run("rangekit_locator_remove", _number("peer", peer))

    def add_pose(
        self,
        time_ns: int,
        position_m: Sequence[float] | npt.NDArray[Any],
        orientation: Sequence[float] | npt.NDArray[Any] | None = None,
        *,
        tracking: Tracking = Tracking.UNKNOWN,
        light_lux: float | None = None,
        observer: int = 0,
    ) -> None:
        """Takes a pose of an observer.

        Args:
            time_ns: nanoseconds, on the clock of the distances; never falling.
            position_m: (3,) in the world.
            orientation: (4,) quaternion x, y, z, w, device to world; None: not known.
            tracking: how good the source says it is.
            light_lux: ambient light.
            observer: 0 to 3.
        """
        pose = c.rangekit_pose(
            time_ns=as_integer("time_ns", time_ns, ctypes.c_int64),
            tracking=as_integer("tracking", tracking, ctypes.c_int32),
            observer=_number("observer", observer),
        )
        pose.position_m[:] = _vector("position_m", position_m, 3)
        if orientation is not None:
            pose.orientation[:] = _vector("orientation", orientation, 4)
            pose.fields |= c.RANGEKIT_POSE_HAS_ORIENTATION
        if light_lux is not None:
            pose.light_lux = as_float("light_lux", light_lux)
            pose.fields |= c.RANGEKIT_POSE_HAS_LIGHT
        self._run("rangekit_locator_add_poses", pose, 1, None)

    def measure(
        self,
        time_ns: int,
        peer: int,
        distance_m: float | None = None,
        *,
        stddev_m: float | None = None,
        azimuth_rad: float | None = None,
        elevation_rad: float | None = None,
        angle_stddev_rad: float | None = None,
        observer: int = 0,
        antenna: int = 0,
    ) -> None:
        """Takes a distance, or angles, or both, of one target.

        Raises:
            ArgumentError: a value that is not finite or outside its range; nothing changes then.
            RangeKitError: ERROR_TOO_MANY_TARGETS.
        """
        one = c.rangekit_locator_measurement(
            observer=_number("observer", observer), antenna=_number("antenna", antenna)
        )
        one.sample.time_ns = as_integer("time_ns", time_ns, ctypes.c_int64)
        one.sample.peer = _number("peer", peer)
        values = {
            "distance_m": (distance_m, c.RANGEKIT_SAMPLE_HAS_DISTANCE),
            "distance_stddev_m": (stddev_m, c.RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV),
            "azimuth_rad": (azimuth_rad, c.RANGEKIT_SAMPLE_HAS_AZIMUTH),
            "azimuth_stddev_rad": (angle_stddev_rad, c.RANGEKIT_SAMPLE_HAS_AZIMUTH_STDDEV),
            "elevation_rad": (elevation_rad, c.RANGEKIT_SAMPLE_HAS_ELEVATION),
            "elevation_stddev_rad": (angle_stddev_rad, c.RANGEKIT_SAMPLE_HAS_ELEVATION_STDDEV),
        }
        for name, (value, field) in values.items():
            if value is not None:
                setattr(one.sample, name, as_float(name, value, ctypes.c_float))
                one.sample.fields |= field
        self._run("rangekit_locator_measure", one, 1, None)

    def add_poses(self, poses: npt.NDArray[Any]) -> None:
        """Takes many poses in order, records of `POSE_DTYPE`, in one call.

        Raises:
            ArgumentError: the first that is refused; `accepted_count` says how many were taken before it.
        """
        self._batch("rangekit_locator_add_poses", as_records("poses", poses, POSE_DTYPE), c.rangekit_pose)

    def measure_batch(self, measurements: npt.NDArray[Any]) -> None:
        """Takes many measurements in order, records of `LOCATOR_MEASUREMENT_DTYPE`, as `add_poses`."""
        records = as_records("measurements", measurements, LOCATOR_MEASUREMENT_DTYPE)
        self._batch("rangekit_locator_measure", records, c.rangekit_locator_measurement)

    def _batch(self, function: str, records: npt.NDArray[Any], c_type: Any) -> None:
        accepted = ctypes.c_size_t()
        pointer = records.ctypes.data_as(ctypes.POINTER(c_type))
        with self._lock:
            status = getattr(library, function)(self._open(), pointer, len(records), accepted)
        if status:
            error = error_for(status, f"element {accepted.value}: {status_message(status)}")
            if isinstance(error, ArgumentError):
                error.accepted_count = accepted.value
            raise error

    def estimate(self, peer: int, observer: int = 0) -> LocatorEstimate:
        """What is known of a target now, for an observer's newest pose.

        Raises:
            RangeKitError: ERROR_UNKNOWN_TARGET, nothing has named it.
        """
        with self._lock:
            handle = self._open()
            numbers = _number("peer", peer), _number("observer", observer)
            check(library.rangekit_locator_get_estimate(handle, *numbers, self._estimate))
            return _estimate(self._estimate)

    def hypotheses(self, peer: int) -> list[Hypothesis]:
        """All places that the measurements do not tell apart, the likeliest first."""
        found = (c.rangekit_locator_hypothesis * c.RANGEKIT_LOCATOR_HYPOTHESES)()
        count = ctypes.c_size_t()
        self._run("rangekit_locator_hypotheses", _number("peer", peer), found, len(found), count)
        return [
            Hypothesis(np.array(one.position_m), np.array(one.covariance_m2).reshape(3, 3), one.probability)
            for one in found[: count.value]
        ]

    def session(self) -> tuple[Convergence, Reason, list[int]]:
        """Convergence of the session as a whole, all reasons, and its targets in the order they were named."""
        convergence, reasons, count = ctypes.c_int32(), ctypes.c_uint32(), ctypes.c_size_t()
        peers = (ctypes.c_uint32 * c.RANGEKIT_LOCATOR_TARGETS)()
        self._run("rangekit_locator_session", convergence, reasons, peers, len(peers), count)
        return Convergence(convergence.value), Reason(reasons.value), list(peers[: count.value])

    def _run(self, function: str, *arguments: Any) -> None:
        with self._lock:
            check(getattr(library, function)(self._open(), *arguments))


def _number(name: str, value: int) -> int:
    return as_integer(name, value, ctypes.c_uint32)


def _vector(name: str, values: Sequence[float] | npt.NDArray[Any], count: int) -> list[float]:
    numbers = [as_float(name, value) for value in values]
    if len(numbers) != count:
        raise ValueError(f"{name} has {len(numbers)} numbers; {count} are needed")
    return numbers


def _estimate(found: c.rangekit_locator_estimate) -> LocatorEstimate:
    def given(field: int, value: Any) -> Any:
        return value if found.fields & field else None

    def array(field: int, values: Any, *shape: int) -> Any:
        return np.array(values, dtype=np.float64).reshape(shape) if found.fields & field else None

    transform = array(c.RANGEKIT_LOCATOR_HAS_TRANSFORM, found.transform, 4, 4)
    return LocatorEstimate(
        time_ns=found.time_ns,
        position_m=array(c.RANGEKIT_LOCATOR_HAS_POSITION, found.position_m, 3),
        covariance_m2=array(c.RANGEKIT_LOCATOR_HAS_POSITION, found.covariance_m2, 3, 3),
        probability=given(c.RANGEKIT_LOCATOR_HAS_POSITION, found.probability),
        transform=None if transform is None else transform.T,  # columns lie one after the other
        distance_m=given(c.RANGEKIT_LOCATOR_HAS_DISTANCE, found.distance_m),
        distance_stddev_m=given(c.RANGEKIT_LOCATOR_HAS_DISTANCE, found.distance_stddev_m),
        direction=array(c.RANGEKIT_LOCATOR_HAS_DIRECTION, found.direction, 3),
        horizontal_angle_rad=given(c.RANGEKIT_LOCATOR_HAS_HORIZONTAL_ANGLE, found.horizontal_angle_rad),
        vertical=Vertical(found.vertical),
        convergence=Convergence(found.convergence),
        reasons=Reason(found.reasons),
        guidance=LocatorGuidance(found.guidance),
        guidance_m=array(c.RANGEKIT_LOCATOR_HAS_GUIDANCE, found.guidance_m, 3),
        bias_m=given(c.RANGEKIT_LOCATOR_HAS_BIAS, found.bias_m),
        bias_stddev_m=given(c.RANGEKIT_LOCATOR_HAS_BIAS, found.bias_stddev_m),
        events=LocatorEvent(found.events),
        target_is_moving=bool(found.target_is_moving),
        hypothesis_count=found.hypothesis_count,
        used_count=found.used_count,
        outlier_count=found.outlier_count,
        dropped_count=found.dropped_count,
        held_count=found.held_count,
    )
