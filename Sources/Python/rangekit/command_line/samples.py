"""Reads ranges at known distances: one row a range, with the truth as a distance or as positions."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import numpy.typing as npt

from rangekit.base import Status
from rangekit.calibration import NAME_MAX_BYTES
from rangekit.command_line import ranging_csv
from rangekit.command_line.output import CellError, RowError, UnusableInputError, counted, shown
from rangekit.command_line.sample_cells import SampleCells
from rangekit.command_line.table import Table, cell, check_width, number

FARTHEST_M = 1e9  # where the library ends, too


@dataclasses.dataclass(frozen=True)
class Samples:
    """The rows that could be read, in the order of the file."""

    name: str
    anchor: list[str]
    tag: list[str] | None  #: None where the file has no such column
    measured_m: npt.NDArray[np.float64]
    true_m: npt.NDArray[np.float64]
    stddev_m: npt.NDArray[np.float64] | None  #: NaN in rows without; None where the file has no such column
    level_dbm: npt.NDArray[np.float64] | None  #: likewise
    truth: str  #: where the truth comes from, in words
    errors: list[RowError]

    def __len__(self) -> int:
        return len(self.anchor)


def read_anchors(path: str) -> dict[str, tuple[float, ...]]:
    """Positions of anchors: anchor, x_m, y_m and, if the file has it, z_m."""
    anchors = ranging_csv.read_anchors(path)
    axes = 3 if anchors.has_z else 2
    return {name: tuple(place[:axes]) for name, place in zip(anchors.names, anchors.xyz_m.tolist(), strict=True)}


def read_samples(path: str, anchors: dict[str, tuple[float, ...]] | None, tag_height_m: float | None) -> Samples:
    """Reads every row; one without a usable range or truth is refused by name."""
    reader = _Reader(Table(path), anchors, tag_height_m)
    rows: list[_Row] = []
    errors: list[RowError] = []
    for chunk in reader.table.chunks():
        for index, (cells, line) in enumerate(zip(chunk.rows, chunk.lines, strict=True)):
            try:
                rows.append(reader.row(cells))
            except CellError as error:
                errors.append(error.at(chunk.first_row + index, line))
    if not rows:
        why = f"; all {counted(len(errors), 'row')} refused. The first: {errors[0]}" if errors else ""
        raise UnusableInputError(f"{reader.table.name} has no range at a known distance{why}")

    def column(name: str) -> npt.NDArray[np.float64] | None:
        values = np.array([getattr(row, name) for row in rows])
        return None if np.isnan(values).all() else values

    return Samples(
        reader.table.name,
        [row.anchor for row in rows],
        [row.tag for row in rows] if reader.has_tag else None,
        np.array([row.measured_m for row in rows]),
        np.array([row.true_m for row in rows]),
        column("stddev_m"),
        column("level_dbm"),
        reader.truth,
        errors,
    )


@dataclasses.dataclass(frozen=True)
class _Row:
    anchor: str
    tag: str
    measured_m: float
    true_m: float
    stddev_m: float
    level_dbm: float


class _Reader:
    def __init__(self, table: Table, anchors: dict[str, tuple[float, ...]] | None, tag_height_m: float | None) -> None:
        self.table = table
        self._cells = SampleCells(table, FARTHEST_M)
        self.has_tag = self._cells.has("tag")
        for name in ("anchor", "range_m"):
            table.index(name)  # which says that one is missing
        self._anchors, self._tag_height_m = anchors, tag_height_m
        self._true_m = table.index("true_m") if table.has("true_m") else None
        self._tag_axes: list[int] = []
        self._anchor_axes: list[int] = []
        if self._true_m is not None:
            self.truth = "true_m"
            return
        if not table.has("true_x", "true_y") or (anchors is None and not table.has("ax", "ay")):
            raise table.unusable(
                "the true distance is not there: it takes true_m, or true_x and true_y with --anchors (or ax and ay)"
            )
        self._use_positions()

    def _use_positions(self) -> None:
        table = self.table
        in_space = (
            len(next(iter(self._anchors.values()))) == 3 if self._anchors is not None else table.has("az")
        ) and (self._tag_height_m is not None or table.has("true_z"))
        axes = "xyz" if in_space else "xy"
        self._tag_axes = [table.index(f"true_{axis}") for axis in axes if axis != "z" or self._tag_height_m is None]
        if self._anchors is None:
            self._anchor_axes = [table.index(f"a{axis}") for axis in axes]
        self.truth = "positions" if in_space else "positions in the plane, for want of heights"
        self._dimensions = len(axes)

    def row(self, cells: list[str]) -> _Row:
        check_width(cells, self.table.header)
        anchor = self._name(self._cells.anchor(cells), "anchor")
        if self.has_tag:
            cell(cells, self.table.index("tag"), "tag")
        tag = self._name(self._cells.tag(cells), "tag")
        measured, level, stddev = self._cells.range_m(cells), self._cells.level_dbm(cells), self._cells.std_m(cells)
        true_m = self._cells.distance(self._true(cells, anchor), "true distance")
        return _Row(anchor, tag, measured, true_m, stddev, level)

    def _name(self, name: str, what: str) -> str:
        if len(name.encode(errors="surrogateescape")) > NAME_MAX_BYTES or not name.isprintable():
            raise CellError(
                Status.ERROR_INVALID_VALUE,
                f"column {what}: found {shown(name)}, expected a name of at most {NAME_MAX_BYTES} bytes of UTF-8",
            )
        return name

    def _true(self, cells: list[str], anchor: str) -> float:
        if self._true_m is not None:
            return number(cell(cells, self._true_m, "true_m"), "true_m")
        tag = [number(cell(cells, i, self.table.header[i]), self.table.header[i]) for i in self._tag_axes]
        if self._tag_height_m is not None and self._dimensions == 3:
            tag.append(self._tag_height_m)
        if self._anchors is not None:
            if anchor not in self._anchors:
                known = ", ".join(list(self._anchors)[:20])
                raise CellError(
                    Status.ERROR_INVALID_VALUE, f"column anchor: {shown(anchor)} has no position; anchors are: {known}"
                )
            return math.dist(tag, self._anchors[anchor][: self._dimensions])
        return math.dist(
            tag, [number(cell(cells, i, self.table.header[i]), self.table.header[i]) for i in self._anchor_axes]
        )
