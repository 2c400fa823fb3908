"""direction.h: where the other device is, what to do, and how to say it.

    direction = Direction.of(distance_m=3.2, azimuth_rad=0.6)
    direction.guidance()        # (Guidance.TURN_RIGHT, 0.6)
    print(direction)            # 3.2 m, right

Device frame: x right, y up, z towards the user, so straight ahead is -z. Azimuth is positive to the right,
elevation positive up, both radians.

Options of every function, by keyword: same_level_m, field_of_view_rad, straight_rad, arrived_m, behind_rad.
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_float, as_integer, assign, default
from rangekit.base import status_message
from rangekit.errors import check


class Vertical(enum.IntEnum):
    """The height of the other device against this one."""

    UNKNOWN = c.RANGEKIT_VERTICAL_UNKNOWN
    SAME = c.RANGEKIT_VERTICAL_SAME
    ABOVE = c.RANGEKIT_VERTICAL_ABOVE
    BELOW = c.RANGEKIT_VERTICAL_BELOW
    ABOVE_OR_BELOW = c.RANGEKIT_VERTICAL_ABOVE_OR_BELOW


class Guidance(enum.IntEnum):
    """The next instruction to a person: level first, then horizontal, then distance."""

    MOVE = c.RANGEKIT_GUIDANCE_MOVE
    GO_UP = c.RANGEKIT_GUIDANCE_GO_UP
    GO_DOWN = c.RANGEKIT_GUIDANCE_GO_DOWN
    CHANGE_LEVEL = c.RANGEKIT_GUIDANCE_CHANGE_LEVEL
    TURN_LEFT = c.RANGEKIT_GUIDANCE_TURN_LEFT
    TURN_RIGHT = c.RANGEKIT_GUIDANCE_TURN_RIGHT
    TURN_AROUND = c.RANGEKIT_GUIDANCE_TURN_AROUND
    GO_AHEAD = c.RANGEKIT_GUIDANCE_GO_AHEAD
    ARRIVED = c.RANGEKIT_GUIDANCE_ARRIVED


@dataclasses.dataclass(frozen=True)
class Direction:
    """Where the other device is. None stands for what is not known."""

    distance_m: float | None
    vector: tuple[float, float, float] | None  #: unit, device frame
    azimuth_rad: float | None  #: (-pi, pi], positive to the right
    elevation_rad: float | None
    height_m: float | None  #: of the other device above this one
    vertical: Vertical
    is_in_view: bool  #: within the field of view, ahead or behind

    @staticmethod
    def of(
        *,
        distance_m: float | None = None,
        azimuth_rad: float | None = None,
        elevation_rad: float | None = None,
        vector: npt.ArrayLike | None = None,
        **options: Any,
    ) -> Direction:
        """What one measurement says; `vector` (3 numbers, any length) goes before the angles."""
        sample = c.rangekit_range_sample()
        for name, value, bit in (
            ("distance_m", distance_m, c.RANGEKIT_SAMPLE_HAS_DISTANCE),
            ("azimuth_rad", azimuth_rad, c.RANGEKIT_SAMPLE_HAS_AZIMUTH),
            ("elevation_rad", elevation_rad, c.RANGEKIT_SAMPLE_HAS_ELEVATION),
        ):
            if value is not None:
                setattr(sample, name, as_float(name, value, ctypes.c_float))
                sample.fields |= bit
        result = _empty()
        status = library.rangekit_direction_from_sample(
            _options(options), sample, None if vector is None else _floats("vector", vector, 3), result
        )
        given = f"distance_m = {distance_m}, azimuth_rad = {azimuth_rad}, elevation_rad = {elevation_rad}"
        check(status, f"{status_message(status).rstrip('.')} ({given}, vector = {vector!r})")
        return _direction(result)

    def with_height(self, height_m: float, *, is_signed: bool = True, **options: Any) -> Direction:
        """The same, with a height difference that is known otherwise (barometer, locator, pose)."""
        result = self._structure()
        status = library.rangekit_direction_set_height(
            _options(options), as_float("height_m", height_m), int(is_signed), result
        )
        check(status, f"{status_message(status).rstrip('.')} (height_m = {height_m})")
        return _direction(result)

    def guidance(self, **options: Any) -> tuple[Guidance, float]:
        """The next instruction and how much of it: metres for levels and distance, radians for turns."""
        guidance, amount = ctypes.c_int32(), ctypes.c_float()
        check(library.rangekit_direction_guidance(_options(options), self._structure(), guidance, amount))
        return Guidance(guidance.value), amount.value

    def describe(self, **options: Any) -> str:
        """In words: "0.3 m, left"."""
        text = ctypes.create_string_buffer(c.RANGEKIT_DIRECTION_TEXT_MAX_SIZE)
        length = ctypes.c_size_t()
        check(library.rangekit_direction_describe(_options(options), self._structure(), text, len(text), length))
        return text.value.decode("ascii")

    def sound(self, reference_m: float = 1.0) -> tuple[float, float]:
        """Loudness (left, right) of a sound that seems to come from there."""
        gains = (ctypes.c_float * 2)()
        check(library.rangekit_direction_sound(self._structure(), as_float("reference_m", reference_m), gains))
        return gains[0], gains[1]

    def __str__(self) -> str:
        return self.describe()

    def _structure(self) -> c.rangekit_direction:
        result = _empty()
        result.vertical = self.vertical
        for name, value, bit in (
            ("distance_m", self.distance_m, c.RANGEKIT_DIRECTION_HAS_DISTANCE),
            ("azimuth_rad", self.azimuth_rad, c.RANGEKIT_DIRECTION_HAS_AZIMUTH),
            ("elevation_rad", self.elevation_rad, c.RANGEKIT_DIRECTION_HAS_VECTOR),
            ("height_m", self.height_m, c.RANGEKIT_DIRECTION_HAS_HEIGHT),
        ):
            if value is not None:
                setattr(result, name, value)
                result.fields |= bit
        if self.vector is not None:
            result.vector[:] = self.vector
        if self.is_in_view:
            result.fields |= c.RANGEKIT_DIRECTION_IN_VIEW
        return result


def to_world(orientation: npt.ArrayLike, vector: npt.ArrayLike) -> npt.NDArray[np.float32]:
    """A vector of the device frame as a unit vector of the world frame.

    Args:
        orientation: quaternion (x, y, z, w), device to world.
        vector: 3 numbers, any length.
    """
    world = (ctypes.c_float * 3)()
    status = library.rangekit_direction_to_world(
        _floats("orientation", orientation, 4), _floats("vector", vector, 3), world
    )
    check(status, f"{status_message(status).rstrip('.')} (orientation = {orientation!r}, vector = {vector!r})")
    return np.array(world, np.float32)


def mirrored(azimuth_rad: float) -> float:
    """The azimuth of the mirror image behind."""
    return float(library.rangekit_direction_mirrored(as_float("azimuth_rad", azimuth_rad)))


class FrontBack(Handle):
    """Whether a target that two antennas see is ahead, or mirrored behind: it shows when the device turns.

    Args:
        **options: azimuth_stddev_rad, turn_stddev_rad, memory_s.
    """

    _part: ClassVar[str] = "front_back"
    _noun: ClassVar[str] = "front_back"
    _option_ranges: ClassVar[Mapping[str, str]] = {
        "azimuth_stddev_rad": "above 0, up to 10",
        "turn_stddev_rad": "above 0, up to 10",
        "memory_s": "above 0, up to 1e9",
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(options)

    def update(self, time_ns: int, azimuth_rad: float, yaw_rad: float) -> float:
        """Takes an azimuth, as if the target were ahead, and the device's yaw, positive to the left.

        Returns:
            The probability that the target is ahead; 0.5 until the device has turned.
        """
        probability = ctypes.c_float()
        with self._lock:
            status = library.rangekit_front_back_update(
                self._open(),
                as_integer("time_ns", time_ns, ctypes.c_int64),
                as_float("azimuth_rad", azimuth_rad),
                as_float("yaw_rad", yaw_rad),
                probability,
            )
        check(status, f"{status_message(status).rstrip('.')} (time_ns = {time_ns}, azimuth_rad = {azimuth_rad})")
        return probability.value


def _options(options: dict[str, Any]) -> c.rangekit_direction_options:
    structure = default(c.rangekit_direction_options, library.rangekit_direction_options_default)
    assign(structure, options)
    return structure


def _empty() -> c.rangekit_direction:
    return default(c.rangekit_direction, library.rangekit_direction_default)


def _floats(name: str, values: npt.ArrayLike, count: int) -> ctypes.Array[ctypes.c_float]:
    parts = [as_float(name, value) for value in np.ravel(values)]
    if len(parts) != count:
        raise ValueError(f"{name} has {len(parts)} numbers; it must have {count}")
    return (ctypes.c_float * count)(*parts)


def _direction(result: c.rangekit_direction) -> Direction:
    fields = result.fields
    has_vector = fields & c.RANGEKIT_DIRECTION_HAS_VECTOR
    return Direction(
        result.distance_m if fields & c.RANGEKIT_DIRECTION_HAS_DISTANCE else None,
        (result.vector[0], result.vector[1], result.vector[2]) if has_vector else None,
        result.azimuth_rad if fields & c.RANGEKIT_DIRECTION_HAS_AZIMUTH else None,
        result.elevation_rad if has_vector else None,
        result.height_m if fields & c.RANGEKIT_DIRECTION_HAS_HEIGHT else None,
        Vertical(result.vertical),
        bool(fields & c.RANGEKIT_DIRECTION_IN_VIEW),
    )
