"""The columns that every file of samples has, and the one reader of them: anchor, tag, range, deviation, level."""

from __future__ import annotations

import math
from typing import Final

from rangekit.base import Status
from rangekit.command_line.output import CellError
from rangekit.command_line.table import Table, cell, number

LEVEL_LIMIT_DBM: Final = 1000.0


class SampleCells:
    """Reads the cells of a row of a table with samples. A column that is not there reads as empty."""

    def __init__(self, table: Table, farthest_m: float) -> None:
        self._farthest_m = farthest_m
        names = ("anchor", "tag", "range_m", "std_m", "level_dbm")
        self._indices = {name: table.index(name) for name in names if table.has(name)}

    def has(self, name: str) -> bool:
        """Whether the column is there."""
        return name in self._indices

    def anchor(self, cells: list[str]) -> str:
        """The anchor's name."""
        return cell(cells, self._indices["anchor"], "anchor")

    def tag(self, cells: list[str]) -> str:
        """The tag's name, "" where none is given."""
        return self._text(cells, "tag")

    def range_m(self, cells: list[str]) -> float:
        """The measured range."""
        return self.distance(number(cell(cells, self._indices["range_m"], "range_m"), "range_m"), "range_m")

    def distance(self, value: float, name: str) -> float:
        """A distance, if it is one that may be."""
        if abs(value) > self._farthest_m:
            raise CellError(Status.ERROR_OUT_OF_RANGE, f"column {name}: {value:g} m is beyond {self._farthest_m:g} m")
        return value

    def std_m(self, cells: list[str]) -> float:
        """The stated deviation, NaN where there is none."""
        value = self._number(cells, "std_m")
        if value < 0 or value > self._farthest_m:
            raise CellError(
                Status.ERROR_OUT_OF_RANGE, f"column std_m: found {value:g}, expected 0 to {self._farthest_m:g}"
            )
        return value

    def level_dbm(self, cells: list[str]) -> float:
        """The receive level, NaN where there is none."""
        value = self._number(cells, "level_dbm")
        if abs(value) > LEVEL_LIMIT_DBM:
            raise CellError(Status.ERROR_OUT_OF_RANGE, f"column level_dbm: {value:g} is beyond {LEVEL_LIMIT_DBM:g} dBm")
        return value

    def _text(self, cells: list[str], name: str) -> str:
        index = self._indices.get(name, len(cells))
        return cells[index].strip() if index < len(cells) else ""

    def _number(self, cells: list[str], name: str) -> float:
        text = self._text(cells, name)
        return number(text, name) if text else math.nan
