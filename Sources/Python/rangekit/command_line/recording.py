"""Reads a recording of distances over time, with the truth where it is known."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter, defaultdict

import numpy as np
import numpy.typing as npt

from rangekit.base import Status
from rangekit.command_line.output import CellError, RowError, UnusableInputError, counted, shown
from rangekit.command_line.table import Table, cell, check_width, number
from rangekit.command_line.times import nanoseconds

FARTHEST_M = 1e9  # where the estimator ends, too


@dataclasses.dataclass(frozen=True)
class Recording:
    """The rows of one anchor that could be read, in the order of the file."""

    name: str
    anchor: str | None  #: None where the file has no column for it
    anchor_counts: dict[str, int]  #: rows of every anchor in the file
    rows: npt.NDArray[np.int64]  #: (n,) counted from 1, without the header
    lines: npt.NDArray[np.int64]  #: (n,) in the file, counted from 1
    time_ns: npt.NDArray[np.int64]  #: (n,) exact to the nanosecond
    distance_m: npt.NDArray[np.float64]  #: (n,) see present
    present: npt.NDArray[np.bool_]  #: (n,) whether the row has a distance
    true_m: npt.NDArray[np.float64]  #: (n,) see has_truth
    has_truth: npt.NDArray[np.bool_]  #: (n,) whether a finite true distance is known
    truth: str  #: where the truth comes from, in words; empty where there is none
    errors: list[RowError]  #: rows that could not be read
    truth_errors: list[RowError]  #: rows that are there, but whose truth could not be read

    def select(self, which: npt.NDArray[np.bool_]) -> Recording:
        """The recording with these rows alone."""
        names = ("rows", "lines", "time_ns", "distance_m", "present", "true_m", "has_truth")
        return dataclasses.replace(self, **{name: getattr(self, name)[which] for name in names})


def read_recording(source: str | Table, anchor: str | None, tag_height_m: float | None) -> Recording:
    """Reads the rows of one anchor: the named one, else the one with the most rows."""
    table = Table(source) if isinstance(source, str) else source
    reader = _Reader(table, tag_height_m)
    entries: list[_Entry] = []
    errors: dict[str, list[RowError]] = defaultdict(list)
    truth_errors: dict[str, list[RowError]] = defaultdict(list)
    counts: Counter[str] = Counter()
    for chunk in table.chunks():
        for index, (cells, line) in enumerate(zip(chunk.rows, chunk.lines, strict=True)):
            name, row = reader.anchor(cells), chunk.first_row + index
            counts[name] += 1
            try:
                check_width(cells, table.header)
                time_ns, distance_m = reader.measurement(cells)
            except CellError as error:
                errors[name].append(error.at(row, line))
                continue
            true_m = None
            try:
                true_m = reader.truth(cells)
            except CellError as error:
                truth_errors[name].append(error.at(row, line))
            entries.append(_Entry(name, row, line, time_ns, distance_m, true_m))
    if not counts:
        raise UnusableInputError(f"{table.name} has a header and no rows")
    chosen = _choose(table, counts, anchor)
    kept = [entry for entry in entries if entry.anchor == chosen]
    return Recording(
        table.name,
        chosen if reader.has_anchor else None,
        dict(counts.most_common()),
        np.array([entry.row for entry in kept], dtype=np.int64),
        np.array([entry.line for entry in kept], dtype=np.int64),
        np.array([entry.time_ns for entry in kept], dtype=np.int64),
        np.array([entry.distance_m or 0.0 for entry in kept]),
        np.array([entry.distance_m is not None for entry in kept], dtype=np.bool_),
        np.array([entry.true_m or 0.0 for entry in kept]),
        np.array([entry.true_m is not None for entry in kept], dtype=np.bool_),
        reader.truth_text,
        errors[chosen],
        truth_errors[chosen],
    )


@dataclasses.dataclass(frozen=True)
class _Entry:
    anchor: str
    row: int
    line: int
    time_ns: int
    distance_m: float | None
    true_m: float | None


class _Reader:
    def __init__(self, table: Table, tag_height_m: float | None) -> None:
        self._header = table.header
        self._time, self._range = table.index("t_s"), table.index("range_m")
        column = next((name for name in ("anchor", "link") if table.has(name)), None)
        self.has_anchor = column is not None
        self._anchor = table.index(column) if column is not None else -1
        self._true_m = table.index("true_m") if table.has("true_m") else None
        self._tag_height_m = tag_height_m
        self._axes: list[tuple[int, int]] = []  # (anchor's column, tag's column)
        self._anchor_height: int | None = None  # used with the tag's height
        self.truth_text = "true_m" if self._true_m is not None else ""
        if self._true_m is None and table.has("true_x", "true_y", "ax", "ay"):
            self._use_positions(table)
        elif tag_height_m is not None:
            raise table.unusable("--tag-height needs the columns true_x, true_y, ax, ay and az, and no true_m")

    def _use_positions(self, table: Table) -> None:
        self._axes = [(table.index(f"a{axis}"), table.index(f"true_{axis}")) for axis in "xy"]
        if self._tag_height_m is not None:
            self._anchor_height = table.index("az")
            self.truth_text = f"positions, tag {self._tag_height_m:g} m high"
        elif table.has("true_z", "az"):
            self._axes.append((table.index("az"), table.index("true_z")))
            self.truth_text = "positions"
        else:
            self.truth_text = "positions in the plane, for want of heights"

    def anchor(self, cells: list[str]) -> str:
        return cells[self._anchor].strip() if self.has_anchor and self._anchor < len(cells) else ""

    def measurement(self, cells: list[str]) -> tuple[int, float | None]:
        """Time in nanoseconds, and the distance where there is one."""
        return nanoseconds(cell(cells, self._time, "t_s")), self._optional(cells, self._range)

    def truth(self, cells: list[str]) -> float | None:
        """The true distance; None where a number that it takes is left empty."""
        true_m = self._optional(cells, self._true_m) if self._true_m is not None else self._between(cells)
        if true_m is not None and not abs(true_m) <= FARTHEST_M:
            raise CellError(Status.ERROR_OUT_OF_RANGE, f"the true distance, {true_m:g} m, is beyond {FARTHEST_M:g} m")
        return true_m

    def _between(self, cells: list[str]) -> float | None:
        """From the anchor to the tag."""
        differences = []
        for mine, tag in self._axes:
            anchor_m, tag_m = self._optional(cells, mine), self._optional(cells, tag)
            if anchor_m is None or tag_m is None:
                return None
            differences.append(anchor_m - tag_m)
        if self._anchor_height is not None and self._tag_height_m is not None:
            anchor_m = self._optional(cells, self._anchor_height)
            if anchor_m is None:
                return None
            differences.append(anchor_m - self._tag_height_m)
        return math.hypot(*differences) if differences else None

    def _optional(self, cells: list[str], index: int) -> float | None:
        text = cells[index].strip() if index < len(cells) else ""
        return number(text, self._header[index]) if text else None


def _choose(table: Table, counts: Counter[str], anchor: str | None) -> str:
    if anchor is None:
        return counts.most_common(1)[0][0]
    if anchor not in counts:
        known = ", ".join(f"{name or '(none)'} ({counted(count, 'row')})" for name, count in counts.most_common(20))
        has = "there is no column anchor" if set(counts) == {""} else f"anchors are: {known}"
        raise UnusableInputError(f"{table.name} has no anchor {shown(anchor)}; {has}")
    return anchor
