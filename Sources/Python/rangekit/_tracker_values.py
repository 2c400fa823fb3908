"""The values that a tracker takes and gives."""

from __future__ import annotations

import dataclasses
import enum

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit.base import Status


class TrackerKind(enum.IntEnum):
    """What a measurement says."""

    RANGE = c.RANGEKIT_TRACKER_RANGE  #: distance to the anchor, metres
    DIFFERENCE = c.RANGEKIT_TRACKER_DIFFERENCE  #: distance to anchor_b minus distance to the anchor, metres
    AZIMUTH = c.RANGEKIT_TRACKER_AZIMUTH  #: from the anchor to the tag, radians
    ELEVATION = c.RANGEKIT_TRACKER_ELEVATION  #: from the anchor to the tag, radians
    ARRIVAL = c.RANGEKIT_TRACKER_ARRIVAL  #: distance plus the tag's clock offset, metres
    HEIGHT = c.RANGEKIT_TRACKER_HEIGHT  #: z of the tag, metres
    VELOCITY = c.RANGEKIT_TRACKER_VELOCITY  #: along x, y, z, metres a second
    ODOMETRY = c.RANGEKIT_TRACKER_ODOMETRY  #: forward, left (m/s), turn to the left (rad/s)
    HEADING = c.RANGEKIT_TRACKER_HEADING  #: the direction the body faces, radians


class TrackerStates(enum.IntFlag):
    """States beside position, velocity and biases."""

    HEADING = c.RANGEKIT_TRACKER_STATE_HEADING  #: for odometry and headings
    CLOCK = c.RANGEKIT_TRACKER_STATE_CLOCK  #: for arrivals
    FIXED_NOISE = c.RANGEKIT_TRACKER_FIXED_NOISE  #: deviations are exact: nothing is learnt of them


@dataclasses.dataclass(frozen=True)
class TrackedAnchor:
    """Where an anchor is, and what its ranges are known to read too much."""

    place_m: tuple[float, float, float]
    bias_m: float | None = None  #: subtracted; None: not known
    bias_stddev_m: float = 0.0  #: how well bias_m is known


@dataclasses.dataclass(frozen=True)
class TrackerResult:
    """What became of one measurement."""

    status: int  #: `Status.OK`: taken; else why not
    innovation: float  #: measured minus expected
    stddev: float  #: what the innovation's standard deviation should be
    weight: float  #: 1: counted in full; below: less; 0: not taken

    @property
    def accepted(self) -> bool:
        return self.status == Status.OK


@dataclasses.dataclass(frozen=True)
class TrackerBatch:
    """A batch: a row for each measurement."""

    place_m: npt.NDArray[np.float64]  #: (n, 3) after each measurement; NaN while there is no track
    velocity_mps: npt.NDArray[np.float32]  #: (n, 3)
    covariance_m2: npt.NDArray[np.float64]  #: (n, 3, 3) of the place; 0 for axes that are not tracked
    has_track: npt.NDArray[np.bool_]  #: (n,)
    status: npt.NDArray[np.int32]  #: (n,) 0: taken; else why not
    innovation: npt.NDArray[np.float32]  #: (n,) measured minus expected
    stddev: npt.NDArray[np.float32]  #: (n,) what its standard deviation should be
    weight: npt.NDArray[np.float32]  #: (n,) 1: counted in full; 0: not taken


@dataclasses.dataclass(frozen=True)
class TrackerEstimate:
    """A number with its standard deviation."""

    value: float
    stddev: float


@dataclasses.dataclass(frozen=True)
class TrackerState:
    """The estimate as it stands. None stands for a value that is not there."""

    time_ns: int | None
    place_m: npt.NDArray[np.float64] | None  #: (3,)
    velocity_mps: npt.NDArray[np.float64] | None  #: (3,)
    covariance: npt.NDArray[np.float64] | None  #: (6, 6) of place and velocity
    common_bias_m: TrackerEstimate | None
    heading_rad: TrackerEstimate | None  #: None while it may be any direction
    clock_offset_m: TrackerEstimate | None
    clock_drift_mps: TrackerEstimate | None
    may_be_mirrored: bool  #: at the start another place fitted alike
    accepted_count: int
    refused_count: int
    start_count: int  #: 2 and more: the track had to begin anew
    state_count: int  #: numbers that the filter estimates
