"""Reads delimited text with a header line, in chunks, one row to a line.

A line is one row even where a quotation mark is left open, so that one broken row never takes the next
ones with it. Bytes that are not UTF-8 stay readable as escapes: they spoil their own cell, not the file.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import itertools
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from rangekit.base import Status
from rangekit.command_line.output import CellError, UnusableInputError, shown
from rangekit.recording import is_recording

CHUNK_ROWS = 1 << 14
DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs"}

csv.field_size_limit(sys.maxsize)


def normal_name(name: str) -> str:
    """A column's name without what people write differently: case, spaces, underscores."""
    return re.sub(r"[\s_]+", "", name).lower()


@dataclasses.dataclass
class Chunk:
    """Some rows that follow each other."""

    first_row: int  #: counted from 1, without the header
    rows: list[list[str]]
    lines: Sequence[int]  #: the line of each row, counted from 1


class Table:
    """A file, or standard input, whose first line names the columns; or a recording, whose rows are counted so.

    `anchors` says which of a recording's rows: where its anchors are, or its measurements.
    """

    def __init__(self, path: str, *, anchors: bool = False, stream: TextIO | None = None) -> None:
        self.name = "standard input" if path == "-" else path
        self._file = stream or _open(path, self.name, anchors)
        first = self._file.readline()
        self._line = 1
        while first and not first.strip():
            first = self._file.readline()
            self._line += 1
        if not first:
            raise UnusableInputError(f"{self.name} is empty; its first line must name the columns")
        if "\0" in first:
            raise UnusableInputError(f"{self.name} is not text in UTF-8 (it may be UTF-16): save it as UTF-8 CSV")
        self._delimiter = max(DELIMITERS, key=first.count)
        self.header = [cell.strip() for cell in self.split(first)]
        self._indices: dict[str, list[int]] = {}
        for index, name in enumerate(self.header):
            self._indices.setdefault(normal_name(name), []).append(index)

    def has(self, *names: str) -> bool:
        """Whether all these columns are there."""
        return all(normal_name(name) in self._indices for name in names)

    def index(self, name: str) -> int:
        """Where a column stands in a row."""
        found = self._indices.get(normal_name(name), [])
        if not found:
            raise self.unusable(f"there is no column {name}")
        if len(found) > 1:
            raise self.unusable(f"the column {name} is there {len(found)} times")
        return found[0]

    def unusable(self, reason: str) -> UnusableInputError:
        """The error for a header that does not fit, with what it holds."""
        names = ", ".join(shown(name, 24)[1:-1] for name in self.header[:20])
        more = f" and {len(self.header) - 20} more" if len(self.header) > 20 else ""
        return UnusableInputError(f"{self.name}, line {self._line}: {reason}; the header has: {names}{more}")

    def chunks(self) -> Iterator[Chunk]:
        """All rows, in order; lines without a character are not rows."""
        row = 1
        while lines := list(itertools.islice(self._file, CHUNK_ROWS)):
            numbers: Sequence[int] = range(self._line + 1, self._line + 1 + len(lines))
            self._line += len(lines)
            if not all(map(str.strip, lines)):
                kept = [(line, number) for line, number in zip(lines, numbers, strict=True) if line.strip()]
                lines, numbers = [line for line, _ in kept], [number for _, number in kept]
            if lines:
                yield Chunk(row, self._split_all(lines), numbers)
            row += len(lines)

    def _split_all(self, lines: list[str]) -> list[list[str]]:
        if any('"' in line for line in lines):
            return [self.split(line) for line in lines]
        delimiter = self._delimiter
        return [line.rstrip("\n").split(delimiter) for line in lines]

    def split(self, line: str) -> list[str]:
        """The cells of a line."""
        line = line.rstrip("\n")
        if '"' not in line:
            return line.split(self._delimiter)
        return next(csv.reader([line], delimiter=self._delimiter, skipinitialspace=True))


def cell(row: list[str], index: int, name: str) -> str:
    """One cell without the space around it; raises if the row ends before it, or if it is empty."""
    text = row[index].strip() if index < len(row) else ""
    if not text:
        why = f"the row ends after {len(row)} of its cells" if index >= len(row) else "the cell is empty"
        raise CellError(Status.ERROR_MISSING_VALUE, f"column {name}: {why}")
    return text


def check_width(row: list[str], header: list[str]) -> None:
    """Refuses a row with more cells than columns: no one can say which of them moved."""
    if len(row) > len(header) and any(extra.strip() for extra in row[len(header) :]):
        raise CellError(
            Status.ERROR_INVALID_VALUE,
            f"the row has {len(row)} cells and the header {len(header)}; one separator too many, or decimal commas? "
            "Numbers need a decimal point",
        )


def is_plain(text: str) -> bool:
    """Whether a number is written as CSV has it: Python alone would also take 1_000 and other scripts' digits."""
    return text.isascii() and "_" not in text


def not_readable(text: str, name: str, expected: str) -> CellError:
    """The error for a cell that is not what its column holds, with what its writer probably did."""
    hint = ""
    if re.fullmatch(r"[+-]?[0-9]*,[0-9]+", text):
        hint = f"; decimals need a point: {text.replace(',', '.')}"
    elif other := next((delimiter for delimiter in DELIMITERS if delimiter in text), ""):
        hint = f"; this row is separated by {DELIMITERS[other]}, the header is not"
    return CellError(Status.ERROR_INVALID_VALUE, f"column {name}: found {shown(text)}, expected {expected}{hint}")


def number(text: str, name: str) -> float:
    """A finite decimal number."""
    try:
        value = float(text) if is_plain(text) else None
    except ValueError:
        value = None
    if value is None:
        raise not_readable(text, name, "a number")
    if value - value != 0:
        raise CellError(Status.ERROR_NOT_FINITE, f"column {name}: found {shown(text)}, expected a finite number")
    return value


def open_binary(path: str) -> io.BufferedReader:
    """A file by its name, or standard input."""
    if path == "-":
        return sys.stdin.buffer  # type: ignore[return-value]
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise UnusableInputError(f"{path} cannot be read: {error.strerror}") from error


def _open(path: str, name: str, anchors: bool) -> TextIO:
    file = open_binary(path)
    try:
        if is_recording(file.peek(1)):
            from rangekit.command_line.recorded_table import as_csv  # which reads times, as tables do

            return io.StringIO(as_csv(file.read(), name, anchors=anchors))
    except OSError as error:
        raise UnusableInputError(f"{path} cannot be read: {error.strerror}") from error
    return io.TextIOWrapper(file, encoding="utf-8-sig", errors="surrogateescape")
