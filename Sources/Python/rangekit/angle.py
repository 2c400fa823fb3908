"""angle.h: from phase differences and direction vectors to angles, and back. Radians, but for the `_deg` helper.

    found = from_pdoa(pdoa_rad, spacing_m=0.0208, wavelength_m=wavelength(5))
    found.angle_rad, found.stddev_rad, found.mirror_rad
    pairs = from_vectors(directions)                        # (n, 3), Nearby Interaction's frame
    pairs.azimuth_rad, pairs.elevation_rad

Options of `from_pdoa`, by keyword, with their defaults:

    spacing_m        0.0208      between the antennas
    wavelength_m     0.0461958   channel 5; see `wavelength`
    offset_rad       0           phase difference of a source straight ahead
    pdoa_stddev_rad  0.1         noise of a phase difference; also (n,) numbers
    clamp_sigmas     3           how far beyond the edge a phase is still clamped to it
"""

from __future__ import annotations

import ctypes
import enum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_numbers
from rangekit._library import library
from rangekit._rows import Rows, pointer, points, published, run
from rangekit._structures import as_float, as_integer, assign, default, name_refused_option
from rangekit.errors import ArgumentError, check

#: What each option of `from_pdoa` may be, in words.
OPTION_RANGES: Final[dict[str, str]] = {
    "spacing_m": "1e-4 to 100, and at most 32 wavelengths",
    "wavelength_m": "1e-4 to 100, and at least spacing_m / 32",
    "offset_rad": "-1000 to 1000",
    "pdoa_stddev_rad": "0 to 10",
    "clamp_sigmas": "0 to 100",
}


class Convention(enum.IntEnum):
    """How azimuth and elevation describe a direction (formulas in angle.h)."""

    NEARBY_INTERACTION = c.RANGEKIT_ANGLE_CONVENTION_NEARBY_INTERACTION  #: azimuth atan2(x, -z), elevation asin(y)
    PUBLISHED_SAMPLE = c.RANGEKIT_ANGLE_CONVENTION_PUBLISHED_SAMPLE  #: azimuth asin(x), elevation atan2(z, y) + pi/2
    PUBLISHED_ARTICLE = c.RANGEKIT_ANGLE_CONVENTION_PUBLISHED_ARTICLE  #: azimuth atan2(x, z): ahead is 180 degrees
    ROBOT_ENU = c.RANGEKIT_ANGLE_CONVENTION_ROBOT_ENU  #: z up: azimuth atan2(y, x), positive to the left
    FIRA_AOA = c.RANGEKIT_ANGLE_CONVENTION_FIRA_AOA  #: cones about x and y


class AngleField(enum.IntFlag):
    """Bits of `Angles.fields`."""

    CLAMPED = c.RANGEKIT_ANGLE_CLAMPED  #: beyond the edge within noise: the edge
    WRAP_OPEN = c.RANGEKIT_ANGLE_WRAP_OPEN  #: another whole turn is possible too
    FRONT_BACK_OPEN = c.RANGEKIT_ANGLE_FRONT_BACK_OPEN  #: the mirror image is possible too


class PairField(enum.IntFlag):
    """Bits of `Pairs.fields`."""

    AZIMUTH_FREE = c.RANGEKIT_ANGLE_AZIMUTH_FREE  #: straight up or down
    SCALED = c.RANGEKIT_ANGLE_SCALED  #: an impossible pair of cones, scaled down


class AngleTable(enum.IntEnum):
    """Published tables of phase difference against angle."""

    QORVO_CHANNEL_9 = c.RANGEKIT_ANGLE_TABLE_QORVO_CHANNEL_9


class Angles(Rows):
    """Angles: angle_rad, mirror_rad, stddev_rad, probability, turns, candidates, fields, status."""


class Pairs(Rows):
    """Azimuth and elevation: azimuth_rad, elevation_rad, azimuth_stddev_rad, elevation_stddev_rad, fields, status."""


class Vectors(Rows):
    """Directions: x, y, z, stddev_rad, status. `xyz` is (n, 3)."""

    @property
    def xyz(self) -> npt.NDArray[np.float64]:
        return np.stack([self.rows["x"], self.rows["y"], self.rows["z"]], axis=-1)


def normalize(angle_rad: float) -> float:
    """An angle brought into (-pi, pi]."""
    return _number(library.rangekit_angle_normalize, as_float("angle_rad", angle_rad))


def normalize_deg(angle_deg: float) -> float:
    """An angle in degrees brought into (-180, 180]."""
    return _number(library.rangekit_angle_normalize_deg, as_float("angle_deg", angle_deg))


def wavelength(uwb_channel: int) -> float:
    """The centre wavelength of an IEEE 802.15.4 HRP UWB channel, 0 to 15, metres."""
    return _number(library.rangekit_angle_wavelength, as_integer("uwb_channel", uwb_channel, ctypes.c_uint32))


def pdoa_from_dw3000(register_value: int) -> float:
    """The DW3000's PDoA register (signed, 11 fraction bits; sign-extended or the bare 14 bits), radians."""
    value = as_integer("register_value", register_value, ctypes.c_int32)
    return _number(library.rangekit_angle_pdoa_from_dw3000, value)


def table(which: AngleTable = AngleTable.QORVO_CHANNEL_9) -> npt.NDArray[np.float64]:
    """A published table: (n, 2), phase difference (ascending) and angle, radians."""
    return published(library.rangekit_angle_table, which, c.rangekit_angle_table_point)


def from_pdoa(
    pdoa_rad: npt.ArrayLike,
    *,
    table: npt.ArrayLike | None = None,
    pdoa_stddev_rad: npt.ArrayLike | None = None,
    prior_rad: npt.ArrayLike | None = None,
    prior_stddev_rad: npt.ArrayLike | None = None,
    path_difference_m: npt.ArrayLike | None = None,
    path_difference_stddev_m: npt.ArrayLike | None = None,
    **options: Any,
) -> Angles:
    """Angles of phase differences.

    Args:
        pdoa_rad: (n,) phase differences, wrapped or not.
        table: (m, 2), phase difference and angle of a real antenna; it stands in for the formula.
        pdoa_stddev_rad: noise, one number or (n,).
        prior_rad, prior_stddev_rad: about where each should be, one number or (n,): resolves whole turns and front
            from back. NaN: not known in that row.
        path_difference_m, path_difference_stddev_m: spacing times sin(angle), from ranges or arrival times: resolves
            whole turns. NaN: not known in that row.
        **options: see the module's table.
    """
    phases = np.atleast_1d(np.asarray(pdoa_rad))
    rows = np.zeros(len(phases) if phases.ndim else 1, dtype=np.dtype(c.rangekit_angle_measurement))
    rows["pdoa_rad"] = as_numbers("pdoa_rad", phases, np.float64)
    if pdoa_stddev_rad is not None:
        _evidence(rows, c.RANGEKIT_ANGLE_HAS_PDOA_STDDEV, pdoa_stddev_rad=pdoa_stddev_rad)
    for bit, names in (
        (c.RANGEKIT_ANGLE_HAS_PRIOR, {"prior_rad": prior_rad, "prior_stddev_rad": prior_stddev_rad}),
        (
            c.RANGEKIT_ANGLE_HAS_PATH_DIFFERENCE,
            {"path_difference_m": path_difference_m, "path_difference_stddev_m": path_difference_stddev_m},
        ),
    ):
        given = {name: value for name, value in names.items() if value is not None}
        if len(given) == 1:
            raise TypeError(f"{' and '.join(names)} belong together; only {next(iter(given))} is given")
        if given:
            _evidence(rows, bit, **given)
    pairs = np.zeros((0, 2)) if table is None else points("table", table)
    if table is not None and not len(pairs):
        raise ValueError("table has no points; 2 to 4096 are needed")
    where = pointer(pairs, c.rangekit_angle_table_point) if len(pairs) else None
    before = (_options(options), where, len(pairs))
    function = library.rangekit_angle_from_pdoa_batch
    return Angles(*run(function, before, rows, c.rangekit_angle_measurement, c.rangekit_angle_result))


def from_vectors(
    vectors: npt.ArrayLike,
    convention: Convention = Convention.NEARBY_INTERACTION,
    *,
    stddev_rad: npt.ArrayLike = 0.0,
) -> Pairs:
    """Azimuth and elevation of directions, (n, 3); `stddev_rad`: of each direction, each way across it."""
    rows = _vectors(vectors, stddev_rad)
    function = library.rangekit_angle_from_vector_batch
    return Pairs(*run(function, (int(convention),), rows, c.rangekit_angle_vector, c.rangekit_angle_pair))


def to_vectors(
    azimuth_rad: npt.ArrayLike,
    elevation_rad: npt.ArrayLike,
    convention: Convention = Convention.NEARBY_INTERACTION,
    *,
    azimuth_stddev_rad: npt.ArrayLike = 0.0,
    elevation_stddev_rad: npt.ArrayLike = 0.0,
) -> Vectors:
    """Unit vectors of azimuth and elevation."""
    rows = _pairs(azimuth_rad, elevation_rad, azimuth_stddev_rad, elevation_stddev_rad)
    function = library.rangekit_angle_to_vector_batch
    return Vectors(*run(function, (int(convention),), rows, c.rangekit_angle_pair, c.rangekit_angle_vector))


def normalize_pairs(azimuth_rad: npt.ArrayLike, elevation_rad: npt.ArrayLike) -> Pairs:
    """Azimuth in (-pi, pi] and elevation in [-pi/2, pi/2]; past the pole it comes down on the other side."""
    rows = _pairs(azimuth_rad, elevation_rad, 0.0, 0.0)
    function = library.rangekit_angle_normalize_pair_batch
    return Pairs(*run(function, (), rows, c.rangekit_angle_pair, c.rangekit_angle_pair))


def from_cones(
    azimuth_rad: npt.ArrayLike,
    elevation_rad: npt.ArrayLike,
    *,
    azimuth_stddev_rad: npt.ArrayLike = 0.0,
    elevation_stddev_rad: npt.ArrayLike = 0.0,
) -> Pairs:
    """Cones about x and y, as FiRa devices report them, to azimuth and elevation."""
    rows = _pairs(azimuth_rad, elevation_rad, azimuth_stddev_rad, elevation_stddev_rad)
    function = library.rangekit_angle_from_cones_batch
    return Pairs(*run(function, (), rows, c.rangekit_angle_pair, c.rangekit_angle_pair))


def to_cones(
    azimuth_rad: npt.ArrayLike,
    elevation_rad: npt.ArrayLike,
    *,
    azimuth_stddev_rad: npt.ArrayLike = 0.0,
    elevation_stddev_rad: npt.ArrayLike = 0.0,
) -> Pairs:
    """Azimuth and elevation to cones about x and y."""
    rows = _pairs(azimuth_rad, elevation_rad, azimuth_stddev_rad, elevation_stddev_rad)
    function = library.rangekit_angle_to_cones_batch
    return Pairs(*run(function, (), rows, c.rangekit_angle_pair, c.rangekit_angle_pair))


def quaternion(yaw_rad: float, pitch_rad: float, roll_rad: float) -> npt.NDArray[np.float64]:
    """Yaw about y, then pitch about the turned x, then roll about the turned z: (x, y, z, w)."""
    out = c.rangekit_angle_quaternion()
    turns = (as_float(name, value) for name, value in zip(_TURNS, (yaw_rad, pitch_rad, roll_rad), strict=True))
    check(library.rangekit_angle_quaternion_from_turns(*turns, out))
    return np.array([out.x, out.y, out.z, out.w])


def turns(quaternion: npt.ArrayLike) -> tuple[float, float, float]:
    """Yaw, pitch and roll of a quaternion (x, y, z, w)."""
    yaw, pitch, roll = ctypes.c_double(), ctypes.c_double(), ctypes.c_double()
    check(library.rangekit_angle_quaternion_to_turns(_quaternion(quaternion), yaw, pitch, roll))
    return yaw.value, pitch.value, roll.value


def turn(quaternion: npt.ArrayLike, vectors: npt.ArrayLike) -> Vectors:
    """Turns vectors, (n, 3), by a quaternion (x, y, z, w)."""
    rows = _vectors(vectors, 0.0)
    function = library.rangekit_angle_turn_batch
    before = (_quaternion(quaternion),)
    return Vectors(*run(function, before, rows, c.rangekit_angle_vector, c.rangekit_angle_vector))


def between(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """The angle between two directions, (3,) each: 0 to pi."""
    a, b = (_vectors(np.atleast_2d(np.asarray(vector)), 0.0) for vector in (first, second))
    if len(a) != 1 or len(b) != 1:
        raise ValueError("between takes two directions of three numbers each")
    out = ctypes.c_double()
    vector = c.rangekit_angle_vector
    check(library.rangekit_angle_between(pointer(a, vector), pointer(b, vector), out))
    return out.value


_TURNS = ("yaw_rad", "pitch_rad", "roll_rad")


def _number(function: Any, value: float) -> float:
    out = ctypes.c_double()
    check(function(value, out))
    return out.value


def _quaternion(values: npt.ArrayLike) -> c.rangekit_angle_quaternion:
    array = as_numbers("quaternion", values, np.float64, 4)
    return c.rangekit_angle_quaternion(*array.tolist())


def _broadcast(name: str, values: npt.ArrayLike, count: int) -> npt.NDArray[np.float64]:
    array = np.asarray(values)
    return as_numbers(name, np.full(count, array) if array.ndim == 0 else array, np.float64, count)


def _evidence(rows: npt.NDArray[Any], bit: int, **columns: npt.ArrayLike) -> None:
    missing = np.zeros(len(rows), dtype=np.bool_)
    for name, values in columns.items():
        rows[name] = _broadcast(name, values, len(rows))
        missing |= np.isnan(rows[name])
    rows["fields"] |= np.where(missing, 0, bit).astype(np.uint32)


def _vectors(vectors: npt.ArrayLike, stddev_rad: npt.ArrayLike) -> npt.NDArray[Any]:
    array = np.asarray(vectors)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"vectors has shape {array.shape}; it must be (n, 3): x, y, z in each row")
    rows = np.zeros(len(array), dtype=np.dtype(c.rangekit_angle_vector))
    for index, name in enumerate("xyz"):
        rows[name] = as_numbers("vectors", array[:, index], np.float64)
    rows["stddev_rad"] = _broadcast("stddev_rad", stddev_rad, len(rows))
    return rows


def _pairs(azimuth: npt.ArrayLike, elevation: npt.ArrayLike, *stddevs: npt.ArrayLike) -> npt.NDArray[Any]:
    azimuths = as_numbers("azimuth_rad", np.atleast_1d(np.asarray(azimuth)), np.float64)
    rows = np.zeros(len(azimuths), dtype=np.dtype(c.rangekit_angle_pair))
    rows["azimuth_rad"] = azimuths
    rows["elevation_rad"] = as_numbers("elevation_rad", np.atleast_1d(np.asarray(elevation)), np.float64, len(rows))
    for name, values in zip(("azimuth_stddev_rad", "elevation_stddev_rad"), stddevs, strict=True):
        rows[name] = _broadcast(name, values, len(rows))
    return rows


def _options(options: dict[str, Any]) -> c.rangekit_angle_options:
    def made(given: dict[str, Any]) -> c.rangekit_angle_options:
        structure = default(c.rangekit_angle_options, library.rangekit_angle_options_default)
        assign(structure, given)
        return structure

    def status(given: dict[str, Any]) -> int:
        return int(library.rangekit_angle_from_pdoa_batch(made(given), None, 0, None, 0, None, None))

    if refused := status(options):
        raise name_refused_option(
            ArgumentError(refused), options, OPTION_RANGES, lambda name: status({name: options[name]})
        )
    return made(options)
