"""Filling C structures from Python values: defaults from the library, every value checked on the way in."""

from __future__ import annotations

import ctypes
import difflib
import enum
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rangekit.base import Status
from rangekit.errors import ArgumentError, check

StructureType = TypeVar("StructureType", bound=ctypes.Structure)

_FLOATS = (ctypes.c_float, ctypes.c_double)
_FIXED = frozenset({"struct_size", "reserved", "fields"})


def default(structure_type: type[StructureType], fill: Callable[[Any], int]) -> StructureType:
    """A structure that the library's own _default function has filled."""
    structure = structure_type()
    structure.struct_size = ctypes.sizeof(structure)
    check(fill(structure))
    return structure


def field_types(structure: Any) -> dict[str, Any]:
    """The ctypes type of each field of a structure or its class, in the header's order."""
    return {field[0]: field[1] for field in structure._fields_}


def option_names(structure_type: type[ctypes.Structure]) -> list[str]:
    """The options that a caller may set."""
    return [field[0] for field in structure_type._fields_ if field[0] not in _FIXED]


def assign(structure: ctypes.Structure, options: Mapping[str, Any], ranges: Mapping[str, str] | None = None) -> None:
    """Sets options by the names of the header; a name or a value that cannot be is refused by name.

    `ranges` says what each may be, for words where a member of an enumeration belongs.
    """
    types = field_types(structure)
    names = option_names(type(structure))
    for name, value in options.items():
        if name not in names:
            close = difflib.get_close_matches(name, names, n=1)
            hint = f"did you mean {close[0]}?" if close else f"options are {', '.join(names)}"
            raise TypeError(f"there is no option {name}: {hint}")
        c_type = types[name]
        if isinstance(value, str) and ranges is not None and c_type not in _FLOATS:
            raise TypeError(
                f"{name} = {value!r}: it must be {ranges.get(name, 'an integer')}; a name alone is no value"
            )
        setattr(
            structure, name, as_float(name, value, c_type) if c_type in _FLOATS else as_integer(name, value, c_type)
        )


def name_refused_option(
    error: ArgumentError, options: Mapping[str, Any], ranges: Mapping[str, str], try_one: Callable[[str], int]
) -> ArgumentError:
    """The library's refusal of options, with the name of the one that it is about.

    `try_one` gives the status that the library has for one of the options alone.
    """
    for name, value in options.items():
        if try_one(name) == error.status:
            return ArgumentError(error.status, f"{name} = {value!r}: it must be {ranges[name]}")
    return error


#: The largest number of single precision: beyond it, what is finite would reach the library as infinity.
_LARGEST_SINGLE = 3.4028235e38


def as_float(name: str, value: Any, c_type: Any = ctypes.c_double) -> float:
    """`value` as a float that fits `c_type`; what is not a number is refused by name."""
    if isinstance(value, (str, bytes, bool)):
        raise TypeError(f"{name} must be a number, not {value!r}")
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, not {value!r}") from None
    except OverflowError:
        raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"{name} = {value!r} is beyond what a double holds") from None
    if c_type is ctypes.c_float and _LARGEST_SINGLE < abs(number) < math.inf:
        raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"{name} = {value!r} is beyond what single precision holds")
    return number


def as_integer(name: str, value: Any, c_type: Any) -> int:
    """`value` as an int that fits `c_type` (ctypes itself would cut it off silently)."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {value!r}") from None
    bits = 8 * ctypes.sizeof(c_type)
    signed = c_type(-1).value == -1
    lowest, highest = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if not lowest <= number <= highest:
        raise ArgumentError(
            Status.ERROR_OUT_OF_RANGE, f"{name} = {number} does not fit: it must be within {lowest} to {highest}"
        )
    return number


def as_bytes(name: str, value: object) -> bytes:
    """`value` as bytes; what is not bytes is refused by name."""
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"{name} must be bytes, not {value!r}")
    return bytes(value)


def known(enumeration: type[enum.IntEnum], number: int) -> int:
    """The named member, or the plain number where there is no name (such numbers are kept)."""
    return enumeration(number) if number in enumeration._value2member_map_ else number
