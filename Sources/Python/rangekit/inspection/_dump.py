"""A dump: every byte of some bytes as a field with a value and a meaning, and what is wrong at its place."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from rangekit.accessory import Problem
from rangekit.base import status_message
from rangekit.errors import RangeKitError

#: A field's meaning: text, text with {} for the value, names by value, or a function of the value.
Meaning: TypeAlias = "str | Mapping[int, str] | Callable[[Any], str]"


@dataclasses.dataclass(frozen=True)
class Fault:
    """One thing that is wrong, as the library names it."""

    status: str  #: "RANGEKIT_ERROR_ACD_ROLE" for example
    text: str  #: what is wrong, where, and what would be right
    offset: int | None  #: in the bytes that are inspected
    field: str | None  #: the library's name of the field
    expected: int | None
    found: int | None
    is_refused: bool = True  #: whether a receiver refuses the bytes for it

    @classmethod
    def of_error(cls, error: RangeKitError, base: int = 0) -> Fault:
        """What a decoder raised for bytes that begin at `base`."""
        offset = None if error.byte_offset is None else error.byte_offset + base
        text = error.message or status_message(error.status)
        return cls(error.name, _moved(text, error.byte_offset, base), offset, error.field, error.expected, error.found)

    @classmethod
    def of_problem(cls, problem: Problem, base: int = 0) -> Fault:
        """What a reader listed for bytes that begin at `base`."""
        offset = None if problem.byte_offset is None else problem.byte_offset + base
        text = _moved(problem.text, problem.byte_offset, base)
        return cls(problem.name, text, offset, problem.field, problem.expected, problem.found, problem.is_refused)


def _moved(text: str, offset: int | None, base: int) -> str:
    """The library counts in the part that it was given; here the offset is that in the whole."""
    return text if offset is None else text.replace(f"byte {offset}", f"byte {offset + base}", 1)


@dataclasses.dataclass
class Field:
    """A piece of the bytes: one value."""

    offset: int
    data: bytes
    path: tuple[str, ...]  #: what it is part of, outermost first
    name: str
    value: Any  #: int, str, or None: then the bytes are all that is known
    meaning: str
    faults: list[Fault] = dataclasses.field(default_factory=list)

    @property
    def end(self) -> int:
        return self.offset + len(self.data)


class Dump:
    """Takes fields off the bytes in order; they tile what was taken.

    What is cut off becomes a field with the bytes that are there and without a value, so a layout can simply go on.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.fields: list[Field] = []
        self.faults: list[Fault] = []
        self.parts: list[tuple[str, Dump]] = []  #: what was put together from several pieces, with its own offsets
        self.position = 0
        self.title = ""
        self.format = ""  # the name of the format, where it is not the caller's
        self._end = len(data)
        self._path: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        return self._end - self.position

    @property
    def remaining(self) -> bytes:
        return self.data[self.position : self._end]

    @contextmanager
    def group(self, name: str) -> Iterator[None]:
        """Fields inside are part of `name`."""
        outer, self._path = self._path, (*self._path, name)
        yield
        self._path = outer

    @contextmanager
    def within(self, size: int, name: str = "unread", meaning: Meaning = "not part of the format") -> Iterator[None]:
        """A part of `size` bytes; what the fields inside leave of it becomes a field `name`."""
        outer, self._end = self._end, min(self._end, self.position + max(size, 0))
        yield
        self.rest(name, meaning)
        self._end = outer

    def octets(self, size: int, name: str, meaning: Meaning = "", *, hexadecimal: bool = True) -> bytes:
        """Takes `size` bytes; the value is their hexadecimal."""
        data = self._take(size)
        if len(data) < size:
            self._cut(data, size, name)
        elif size:
            value = data.hex() if hexadecimal else data.decode("utf-8", "backslashreplace")
            self._add(data, name, value, _said(meaning, data))
        return data

    def text(self, size: int, name: str, meaning: Meaning = "") -> bytes:
        """Takes `size` bytes of text."""
        return self.octets(size, name, meaning, hexadecimal=False)

    def number(
        self, size: int, name: str, meaning: Meaning = "", *, signed: bool = False, big: bool = False
    ) -> int | None:
        """Takes a number of `size` bytes, little-endian unless `big`; None if it is cut off, 0 of no bytes."""
        data = self._take(size)
        if not size:
            return 0
        if len(data) < size:
            self._cut(data, size, name)
            return None
        value = int.from_bytes(data, "big" if big else "little", signed=signed)
        self._add(data, name, value, _said(meaning, value))
        return value

    def field(self, size: int, name: str, value: Any, meaning: Meaning = "") -> None:
        """Takes `size` bytes whose value is known already."""
        data = self._take(size)
        if len(data) < size:
            self._cut(data, size, name)
        else:
            self._add(data, name, value, _said(meaning, value))

    def rest(self, name: str = "unread", meaning: Meaning = "not part of the format") -> None:
        """Takes what is left, if anything is."""
        if self.left:
            self.octets(self.left, name, meaning)

    def fault(self, fault: Fault) -> None:
        """Notes what is wrong; the same fault of an outer and an inner reader is one."""
        if all((known.status, known.offset) != (fault.status, fault.offset) for known in self.faults):
            self.faults.append(fault)

    def check(self, decode: Callable[[], Any], base: int = 0) -> Any:
        """Runs a decoder of the library for the part that begins at `base`; a refusal is noted. None if refused."""
        try:
            return decode()
        except RangeKitError as error:
            self.fault(Fault.of_error(error, base))
            return None

    def place_faults(self) -> None:
        """Gives every fault to the field that it is about: the innermost at its offset, at the end the last one."""
        for fault in self.faults:
            at = len(self.data) if fault.offset is None else fault.offset
            holding = [field for field in self.fields if field.offset <= at < max(field.end, field.offset + 1)]
            target = holding[-1] if holding else self.fields[-1] if self.fields else None
            if target is not None:
                target.faults.append(fault)

    def _take(self, size: int) -> bytes:
        return self.data[self.position : min(self.position + max(size, 0), self._end)]

    def _add(self, data: bytes, name: str, value: Any, meaning: str) -> None:
        self.fields.append(Field(self.position, data, self._path, name, value, meaning))
        self.position += len(data)

    def _cut(self, data: bytes, size: int, name: str) -> None:
        if data:
            self._add(data, name, None, f"cut off: {len(data)} of {size} bytes")


def _said(meaning: Meaning, value: Any) -> str:
    if isinstance(meaning, str):
        return meaning.replace("{}", str(value))
    if isinstance(meaning, Mapping):
        return meaning.get(value, "no known value")
    return meaning(value)


def bits(names: Mapping[int, str], none: str = "none") -> Callable[[int], str]:
    """A meaning: the names of the set bits, by bit number."""

    def said(value: int) -> str:
        numbers = [number for number in range(value.bit_length()) if value >> number & 1]
        return ", ".join(names.get(number, f"bit {number}") for number in numbers) or none

    return said


def numbered(first: int) -> Callable[[int], str]:
    """A meaning: the numbers of the set bits, bit 0 being `first`."""
    return bits({number: str(number + first) for number in range(64)})
