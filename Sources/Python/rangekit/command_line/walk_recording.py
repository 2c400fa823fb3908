"""Reads a walk: poses of an observer and distances to targets, with the truth where it is known."""

from __future__ import annotations

import dataclasses

from rangekit.base import Status
from rangekit.command_line.output import CellError, RowError, UnusableInputError, counted, shown
from rangekit.command_line.table import Table, cell, check_width, number
from rangekit.command_line.times import nanoseconds

POSITION = ("x_m", "y_m", "z_m")
ORIENTATION = ("qx", "qy", "qz", "qw")


@dataclasses.dataclass(frozen=True)
class Row:
    """One row that could be read: a pose, a distance, or both."""

    row: int  #: counted from 1, without the header
    line: int  #: in the file, counted from 1
    time_ns: int
    position_m: tuple[float, ...] | None
    orientation: tuple[float, ...] | None
    target: str
    range_m: float | None
    stddev_m: float | None
    light_lux: float | None
    observer: int
    antenna: int


@dataclasses.dataclass(frozen=True)
class WalkRecording:
    """The rows that could be read, in the order of the file."""

    name: str
    rows: list[Row]
    errors: list[RowError]


class _Reader:
    def __init__(self, table: Table) -> None:
        self._time = table.index("t_s")
        self._position = [table.index(name) for name in POSITION]
        known = [name for name in ORIENTATION if table.has(name)]
        if known and len(known) < 4:
            raise table.unusable(f"of the columns {', '.join(ORIENTATION)} only {', '.join(known)} are there")
        self._orientation = [table.index(name) for name in known]
        self._range = table.index("range_m")
        names = ("target", "std_m", "light_lux", "observer", "antenna")
        self._optional = {name: table.index(name) for name in names if table.has(name)}

    def row(self, cells: list[str], row: int, line: int) -> Row:
        time_ns = nanoseconds(cell(cells, self._time, "t_s"))
        position = self._all(cells, self._position, POSITION)
        orientation = self._all(cells, self._orientation, ORIENTATION) if self._orientation else None
        range_text = _text(cells, self._range)
        return Row(
            row,
            line,
            time_ns,
            position,
            orientation if position is not None else None,
            self._text(cells, "target"),
            number(range_text, "range_m") if range_text else None,
            self._number(cells, "std_m"),
            self._number(cells, "light_lux"),
            self._index(cells, "observer", 3),
            self._index(cells, "antenna", 7),
        )

    def _all(self, cells: list[str], indices: list[int], names: tuple[str, ...]) -> tuple[float, ...] | None:
        """All numbers, or None where all are empty."""
        texts = [_text(cells, index) for index in indices]
        if not any(texts):
            return None
        for text, name in zip(texts, names, strict=True):
            if not text:
                raise CellError(Status.ERROR_MISSING_VALUE, f"column {name}: the cell is empty, others of it are not")
        return tuple(number(text, name) for text, name in zip(texts, names, strict=True))

    def _text(self, cells: list[str], name: str) -> str:
        return _text(cells, self._optional[name]) if name in self._optional else ""

    def _number(self, cells: list[str], name: str) -> float | None:
        text = self._text(cells, name)
        return number(text, name) if text else None

    def _index(self, cells: list[str], name: str, highest: int) -> int:
        text = self._text(cells, name)
        if not text:
            return 0
        if not (text.isascii() and text.isdigit() and int(text) <= highest):
            raise CellError(Status.ERROR_OUT_OF_RANGE, f"column {name}: found {shown(text)}, expected 0 to {highest}")
        return int(text)


def read_walk(path: str) -> WalkRecording:
    """Reads all rows; those that cannot be read are named."""
    table = Table(path)
    reader = _Reader(table)
    rows: list[Row] = []
    errors: list[RowError] = []
    for chunk in table.chunks():
        for index, (cells, line) in enumerate(zip(chunk.rows, chunk.lines, strict=True)):
            try:
                check_width(cells, table.header)
                rows.append(reader.row(cells, chunk.first_row + index, line))
            except CellError as error:
                errors.append(error.at(chunk.first_row + index, line))
    if not rows:
        reason = f"; {counted(len(errors), 'row')} cannot be read, the first: {errors[0]}" if errors else ""
        raise UnusableInputError(f"{table.name} has a header and no rows that can be read{reason}")
    return WalkRecording(table.name, rows, errors)


def read_truth(path: str) -> dict[str, tuple[float, float, float]]:
    """Reads where each target truly is."""
    table = Table(path)
    name, axes = table.index("target"), [table.index(axis) for axis in POSITION]
    truth: dict[str, tuple[float, float, float]] = {}
    for chunk in table.chunks():
        for cells, line in zip(chunk.rows, chunk.lines, strict=True):
            try:
                x, y, z = (number(cell(cells, index, axis), axis) for index, axis in zip(axes, POSITION, strict=True))
                truth[cells[name].strip()] = (x, y, z)
            except CellError as error:
                raise UnusableInputError(f"{table.name}, line {line}: {error.message}") from error
    return truth


def _text(cells: list[str], index: int) -> str:
    return cells[index].strip() if index < len(cells) else ""
