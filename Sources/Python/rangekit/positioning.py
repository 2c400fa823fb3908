"""positioning.h: from ranges, range differences and angles to a position that knows its error.

    fix = rk.fix(anchors, rk.Measurements.ranges([4.1, 7.3, 6.2, 9.0], stddev=0.1))
    fix.place_m, fix.covariance_m2, fix.mirror_m
    fixes = rk.fix_batch(anchors, measurements, offsets)       # many fixes, one call

The frame is that of a floor plan: x and y horizontal, z up, metres. Options, by keyword:

    dimensions      3      1 (x), 2 (x, y) or 3
    height_m        None   the tag's height, for 2 dimensions; None: anchors and tag as in one plane
    start_m         None   a place the tag is near
    loss            HUBER  a `Loss`
    loss_scale      1.345  where the loss turns, standard deviations
    gate_stddevs    6      what is farther off is left out; 0: nothing is
    stated_weight   4      degrees of freedom that stated deviations are worth against the residuals
    iterations_max  200
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_numbers, as_records
from rangekit._library import library
from rangekit._structures import assign, default, name_refused_option
from rangekit.base import Status, status_name
from rangekit.errors import ArgumentError, check

#: One measurement as the C contract has it: value, stddev, kind, anchor, anchor_b.
MEASUREMENT_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_measurement)
#: What became of a measurement: residual, weight, status.
MEASUREMENT_RESULT_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_measurement_result)
#: One position as the C contract has it.
POSITION_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_position)

#: What each option may be, in words.
OPTION_RANGES: Final[dict[str, str]] = {
    "dimensions": "1, 2 or 3",
    "height_m": "-1e7 to 1e7, with 2 dimensions",
    "start_m": "three numbers within -1e7 to 1e7",
    "loss": "a Loss",
    "loss_scale": "0.001 to 1e6",
    "gate_stddevs": "0 to 1e6",
    "stated_weight": "0 to 1e9",
    "iterations_max": "1 to 1000",
}

#: Where xx, xy, xz, yy, yz, zz go in a 3 x 3 matrix.
_SYMMETRIC: Final = np.array([[0, 1, 2], [1, 3, 4], [2, 4, 5]])


class Loss(enum.IntEnum):
    """How a residual counts."""

    SQUARE = c.RANGEKIT_LOSS_SQUARE  #: plain least squares
    HUBER = c.RANGEKIT_LOSS_HUBER  #: linear beyond the scale
    CAUCHY = c.RANGEKIT_LOSS_CAUCHY  #: forgets what is far off


class MeasurementKind(enum.IntEnum):
    """What a measurement's value is."""

    RANGE = c.RANGEKIT_MEASUREMENT_RANGE  #: |x - a|, metres
    DIFFERENCE = c.RANGEKIT_MEASUREMENT_DIFFERENCE  #: |x - b| - |x - a|, metres
    AZIMUTH = c.RANGEKIT_MEASUREMENT_AZIMUTH  #: atan2(y - ay, x - ax), radians
    ELEVATION = c.RANGEKIT_MEASUREMENT_ELEVATION  #: above the anchor's horizontal plane, radians


class Measurements:
    """Measurements of any mix of kinds: an array of MEASUREMENT_DTYPE, made by kind and added together."""

    def __init__(self, rows: npt.NDArray[Any]) -> None:
        self.rows = as_records("rows", rows, MEASUREMENT_DTYPE)

    @classmethod
    def _make(cls, kind: MeasurementKind, values: Any, stddev: Any, anchors: Any, anchors_b: Any = 0) -> Measurements:
        values = as_numbers("values", np.atleast_1d(values), np.float64)
        rows = np.zeros(len(values), dtype=MEASUREMENT_DTYPE)
        rows["value"], rows["stddev"], rows["kind"] = values, stddev, kind
        rows["anchor"] = np.arange(len(values)) if anchors is None else _indices("anchors", anchors)
        rows["anchor_b"] = _indices("anchors_b", anchors_b)
        return cls(rows)

    @classmethod
    def ranges(
        cls, values_m: npt.ArrayLike, *, stddev: npt.ArrayLike, anchors: npt.ArrayLike | None = None
    ) -> Measurements:
        """Ranges, metres; `anchors` are indices, one for each; None: the first to the first anchor, and so on."""
        return cls._make(MeasurementKind.RANGE, values_m, stddev, anchors)

    @classmethod
    def differences(
        cls, values_m: npt.ArrayLike, *, stddev: npt.ArrayLike, anchors: npt.ArrayLike, anchors_b: npt.ArrayLike
    ) -> Measurements:
        """Distance to `anchors_b` minus distance to `anchors`, metres."""
        return cls._make(MeasurementKind.DIFFERENCE, values_m, stddev, anchors, anchors_b)

    @classmethod
    def azimuths(cls, values_rad: npt.ArrayLike, *, stddev: npt.ArrayLike, anchors: npt.ArrayLike) -> Measurements:
        """Azimuths of the tag at anchors, radians, from x towards y."""
        return cls._make(MeasurementKind.AZIMUTH, values_rad, stddev, anchors)

    @classmethod
    def elevations(cls, values_rad: npt.ArrayLike, *, stddev: npt.ArrayLike, anchors: npt.ArrayLike) -> Measurements:
        """Elevations of the tag at anchors, radians, up is positive."""
        return cls._make(MeasurementKind.ELEVATION, values_rad, stddev, anchors)

    def __add__(self, other: Measurements) -> Measurements:
        return Measurements(np.concatenate([self.rows, other.rows]))

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        counts = {kind.name.lower(): int(np.count_nonzero(self.rows["kind"] == kind)) for kind in MeasurementKind}
        return f"<Measurements: {', '.join(f'{count} {name}' for name, count in counts.items() if count) or 'none'}>"


@dataclasses.dataclass(frozen=True, eq=False)
class Fix:
    """A position that knows its error."""

    place_m: npt.NDArray[np.float64]  #: (3,) x, y, z
    covariance_m2: npt.NDArray[np.float64]  #: (3, 3); 0 for axes that are not solved
    mirror_m: npt.NDArray[np.float64] | None  #: (3,) the other place that fits as well
    gdop: float | None  #: None where there are only angles
    hdop: float | None
    vdop: float | None
    noise_scale: float  #: above 1: residuals show more noise than stated
    in_anchor_plane: bool  #: the tag lies in the anchors' plane (on their line), to within noise
    used_count: int
    residual: npt.NDArray[np.float64]  #: (n,) measured minus expected
    weight: npt.NDArray[np.float32]  #: (n,) 0: left out; below 1: by the robust loss
    status: npt.NDArray[np.int32]  #: (n,) why a measurement was left out; 0: it was not


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Fixes:
    """The fixes of a batch. A row whose `status` is not 0 has no position: its numbers are 0."""

    rows: npt.NDArray[Any]  #: (m,) of POSITION_DTYPE, as the library wrote them
    results: npt.NDArray[Any]  #: (n,) of MEASUREMENT_RESULT_DTYPE, one for each measurement
    refused_count: int

    @property
    def place_m(self) -> npt.NDArray[np.float64]:
        """(m, 3) x, y, z."""
        return _three(self.rows, "x_m", "y_m", "z_m")

    @property
    def mirror_m(self) -> npt.NDArray[np.float64]:
        """(m, 3) the other place; see `has_mirror`."""
        return _three(self.rows, "mirror_x_m", "mirror_y_m", "mirror_z_m")

    @property
    def has_mirror(self) -> npt.NDArray[np.bool_]:
        """(m,) whether another place fits as well."""
        return np.asarray(self.rows["fields"] & c.RANGEKIT_POSITION_HAS_MIRROR != 0)

    @property
    def covariance_m2(self) -> npt.NDArray[np.float64]:
        """(m, 3, 3)."""
        return np.asarray(self.rows["covariance_m2"][:, _SYMMETRIC])

    @property
    def status(self) -> npt.NDArray[np.int32]:
        """(m,) the status of each fix."""
        return self.rows["status"]

    @property
    def accepted(self) -> npt.NDArray[np.bool_]:
        """(m,) which rows hold a position."""
        return np.asarray(self.status == Status.OK)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        numbers, counts = np.unique(self.status[~self.accepted], return_counts=True)
        reasons = "".join(f", {count} {status_name(number)}" for number, count in zip(numbers, counts, strict=True))
        return f"<Fixes: {len(self)} positions{reasons}>"


@dataclasses.dataclass(frozen=True)
class Dilution:
    """What geometry alone does to the error."""

    gdop: float
    hdop: float
    vdop: float  #: 0 in 2 dimensions


def fix(anchors_m: npt.ArrayLike, measurements: Measurements, **options: Any) -> Fix:
    """One position from measurements to anchors.

    Args:
        anchors_m: (k, 3) or (k, 2) places, metres; z is 0 where there is none.
        measurements: see `Measurements`.
        **options: see the module's table.

    Raises:
        PositionError: the measurements give no position; the name says why.
        TypeError, ValueError: arguments that cannot be used.
    """
    fixes = fix_batch(anchors_m, measurements, np.array([0, len(measurements)]), **options)
    row = fixes.rows[0]
    check(int(row["status"]))
    has_dop = bool(row["fields"] & c.RANGEKIT_POSITION_HAS_DOP)
    gdop, hdop, vdop = ((float(row[name]) if has_dop else None) for name in ("gdop", "hdop", "vdop"))
    return Fix(
        fixes.place_m[0],
        fixes.covariance_m2[0],
        fixes.mirror_m[0] if fixes.has_mirror[0] else None,
        gdop,
        hdop,
        vdop,
        float(row["noise_scale"]),
        bool(row["fields"] & c.RANGEKIT_POSITION_IN_ANCHOR_PLANE),
        int(row["used_count"]),
        fixes.results["residual"],
        fixes.results["weight"],
        fixes.results["status"],
    )


def fix_batch(
    anchors_m: npt.ArrayLike,
    measurements: Measurements,
    offsets: npt.ArrayLike,
    *,
    out: Fixes | None = None,
    **options: Any,
) -> Fixes:
    """Many positions that share anchors.

    Args:
        anchors_m: (k, 3) or (k, 2) places, metres.
        measurements: those of all fixes, one after the other.
        offsets: (m + 1,) integers: fix i takes measurements[offsets[i]:offsets[i + 1]].
        out: the fixes of an earlier batch of the same shape, to be overwritten and returned.
        **options: see the module's table.

    Returns:
        One row for each fix, each with its own status; a bad one does not disturb the others.
    """
    anchors = as_places("anchors_m", anchors_m)
    ends = np.asarray(offsets)
    if ends.ndim != 1 or len(ends) < 1 or ends.dtype.kind not in "iu":
        raise ValueError(f"offsets has shape {ends.shape} and dtype {ends.dtype}; it must be integers, (m + 1,)")
    if ends.dtype.kind == "i" and ends.size and int(ends.min()) < 0:
        raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"offsets holds {int(ends.min())}; they count from 0")
    ends = np.ascontiguousarray(ends, dtype=np.uint64)
    structure = _options(options)
    count = len(ends) - 1
    if out is None:
        rows = np.empty(count, dtype=POSITION_DTYPE)
        results = np.zeros(len(measurements), dtype=MEASUREMENT_RESULT_DTYPE)
    elif len(out) == count and len(out.results) == len(measurements):
        rows, results = out.rows, out.results
    else:
        raise ValueError(
            f"out has {len(out)} rows and {len(out.results)} results; {count} and {len(measurements)} are needed"
        )
    refused_count = ctypes.c_size_t()
    status = library.rangekit_position_fix_batch(
        structure,
        _pointer(anchors, c.rangekit_anchor),
        len(anchors),
        _pointer(measurements.rows, c.rangekit_measurement),
        len(measurements),
        _pointer(ends, ctypes.c_uint64),
        count,
        _pointer(results, c.rangekit_measurement_result),
        _pointer(rows, c.rangekit_position),
        refused_count,
    )
    check(
        status,
        "offsets must not fall, and end at the number of measurements at most"
        if status == Status.ERROR_OUT_OF_RANGE
        else "",
    )
    return Fixes(rows, results, refused_count.value)


def dilution(
    anchors_m: npt.ArrayLike, place_m: npt.ArrayLike, *, dimensions: int = 3, differences: bool = False
) -> Dilution:
    """Dilution of precision at a place with a range to every anchor, or arrival times with a common offset."""
    anchors = as_places("anchors_m", anchors_m)
    place = as_places("place_m", np.atleast_2d(np.asarray(place_m, dtype=np.float64)))
    if len(place) != 1:
        raise ValueError(f"place_m has shape {np.shape(place_m)}; it must be one place")
    result = c.rangekit_dop()
    check(
        library.rangekit_position_dop(
            _pointer(anchors, c.rangekit_anchor),
            len(anchors),
            _pointer(place, c.rangekit_anchor),
            c.RANGEKIT_DOP_DIFFERENCES if differences else c.RANGEKIT_DOP_RANGES,
            dimensions,
            result,
        )
    )
    return Dilution(result.gdop, result.hdop, result.vdop)


def as_places(name: str, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Places as a C-contiguous (n, 3) float64 array; two columns get a z of 0."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] not in (2, 3):
        raise ValueError(f"{name} has shape {array.shape}; one place a row is needed, shape (n, 3) or (n, 2)")
    if array.shape[1] == 2:
        array = np.column_stack([array, np.zeros(len(array))])
    return np.require(array, requirements=["C", "A"])


def _three(rows: npt.NDArray[Any], *names: str) -> npt.NDArray[np.float64]:
    return np.stack([rows[name] for name in names], axis=-1)


def _indices(name: str, values: Any) -> npt.NDArray[np.int64]:
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name} has dtype {array.dtype}; indices are integers")
    if array.size and not 0 <= int(array.min()) <= int(array.max()) < 1 << 32:
        raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"{name} holds an index that is not within 0 to 2^32 - 1")
    return array.astype(np.int64)


def _pointer(array: npt.NDArray[Any], c_type: Any) -> Any:
    return array.ctypes.data_as(ctypes.POINTER(c_type))


def _options(options: dict[str, Any]) -> c.rangekit_position_options:
    structure = _options_unchecked(options)
    if status := _options_status(structure):
        raise name_refused_option(
            ArgumentError(status),
            options,
            OPTION_RANGES,
            lambda name: _options_status(
                _options_unchecked({name: options[name], **({"dimensions": 2} if name == "height_m" else {})})
            ),
        )
    return structure


def _options_unchecked(options: dict[str, Any]) -> c.rangekit_position_options:
    structure = default(c.rangekit_position_options, library.rangekit_position_options_default)
    given = dict(options)
    start, height = given.pop("start_m", None), given.pop("height_m", None)
    if start is not None:
        place = as_places("start_m", np.atleast_2d(np.asarray(start, dtype=np.float64)))[0]
        given |= dict(zip(("start_x_m", "start_y_m", "start_z_m"), map(float, place), strict=True))
        structure.fields |= c.RANGEKIT_POSITION_HAS_START
    if height is not None:
        given["height_m"] = height
        structure.fields |= c.RANGEKIT_POSITION_HAS_HEIGHT
    assign(structure, given)
    return structure


def _options_status(structure: c.rangekit_position_options) -> int:
    """What the library says to options: it checks them before it looks at any measurement."""
    return int(library.rangekit_position_fix_batch(structure, None, 0, None, 0, None, 0, None, None, None))
