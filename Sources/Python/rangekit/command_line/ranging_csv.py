"""Reads ranges and range differences to anchors, and where the anchors are."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit.base import Status
from rangekit.command_line.output import CellError, RowError, UnusableInputError, shown
from rangekit.command_line.sample_cells import SampleCells
from rangekit.command_line.table import Table, cell, check_width, number

FARTHEST_M: Final = 1e7  # where the solvers end, too
LATEST_S: Final = 9.2e9  # 2^63 ns
NO_ANCHOR: Final = -1


@dataclasses.dataclass(frozen=True)
class Anchors:
    """Where the anchors are."""

    name: str  #: of the file
    names: list[str]
    xyz_m: npt.NDArray[np.float64]  #: (m, 3); z is 0 where the file has none
    has_z: bool

    def index(self, name: str) -> int:
        """The index of an anchor, or NO_ANCHOR."""
        return self._indices.get(name, NO_ANCHOR)

    @property
    def _indices(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.names)}


@dataclasses.dataclass(frozen=True)
class Samples:
    """The rows that could be read, by time; rows of equal time keep the order of the file."""

    name: str  #: of the file
    t_s: npt.NDArray[np.float64]  #: (n,) rising
    tag: npt.NDArray[np.int64]  #: (n,) index into tags
    anchor: npt.NDArray[np.int64]  #: (n,) index into the anchors; of a difference: idA
    anchor_b: npt.NDArray[np.int64]  #: (n,) of a difference: idB; of a range: NO_ANCHOR
    range_m: npt.NDArray[np.float64]  #: (n,) range, or distance to idB minus distance to idA
    is_difference: npt.NDArray[np.bool_]  #: (n,)
    std_m: npt.NDArray[np.float64]  #: (n,) standard deviation; see has_std
    has_std: npt.NDArray[np.bool_]  #: (n,) whether the file (or a calibration) states it
    true_xyz_m: npt.NDArray[np.float64] | None  #: (n, 3), None without true_x and true_y; see has_truth
    has_truth: npt.NDArray[np.bool_]  #: (n,)
    true_dimensions: int  #: 3 with true_z, 2 without it, 0 without any truth
    level_dbm: npt.NDArray[np.float64]  #: (n,) receive level, NaN where the file states none
    lines: npt.NDArray[np.int64]  #: (n,) in the file, counted from 1
    tags: list[str]  #: [""] where the file has no column for it
    errors: list[RowError]  #: rows that could not be read, in the order of the file
    notes: list[str] = dataclasses.field(default_factory=list)  #: what a calibration could not do for them

    def __len__(self) -> int:
        return len(self.t_s)

    def select(self, which: npt.NDArray[Any]) -> Samples:
        """These rows alone, by mask or by indices."""
        names = (
            "t_s",
            "tag",
            "anchor",
            "anchor_b",
            "range_m",
            "is_difference",
            "std_m",
            "has_std",
            "has_truth",
            "level_dbm",
            "lines",
        )
        changes: dict[str, Any] = {name: getattr(self, name)[which] for name in names}
        if self.true_xyz_m is not None:
            changes["true_xyz_m"] = self.true_xyz_m[which]
        return dataclasses.replace(self, **changes)


@dataclasses.dataclass(frozen=True)
class Positions:
    """What a method makes of samples: positions over time, and what became of every sample."""

    t_s: npt.NDArray[np.float64]  #: (m,)
    tag: npt.NDArray[np.int64]  #: (m,) index into the samples' tags
    xyz_m: npt.NDArray[np.float64]  #: (m, 3)
    covariance_m2: npt.NDArray[np.float64]  #: (m, 3, 3); zero rows for axes that are not solved
    dimensions: int  #: 2 or 3: how many axes are solved
    true_xyz_m: npt.NDArray[np.float64]  #: (m, 3); see has_truth
    has_truth: npt.NDArray[np.bool_]  #: (m,)
    accepted: npt.NDArray[np.bool_]  #: (n,) of the samples: whether a position rests on it
    reason: npt.NDArray[np.int64]  #: (n,) status of each sample that is not accepted, 0 for the others
    sample_position: npt.NDArray[np.int64]  #: (n,) index of the position that a sample went to, -1 for none
    residual_m: npt.NDArray[np.float64]  #: (n,) measured minus expected, 0 where there is no position
    mirror_xyz_m: npt.NDArray[np.float64]  #: (m, 3) the other solution; see has_mirror
    has_mirror: npt.NDArray[np.bool_]  #: (m,)
    failures: list[tuple[float, int, int]]  #: (t_s, tag, status) of epochs without a position
    bias_m: npt.NDArray[np.float64]  #: (anchors,) what was estimated and subtracted; 0 where nothing was


@dataclasses.dataclass(frozen=True)
class PositionOptions:
    """What the command's arguments say."""

    dimensions: int = 2
    height_m: float | None = None  #: known height; None: the anchors' plane in 2-D, unknown in 3-D
    epoch_s: float | None = None  #: None: from the data
    std_m: float | None = None  #: of samples that state none; None: from the residuals
    odometry: str | None = None  #: file
    estimate_bias: bool = False  #: each anchor's bias from the samples themselves


@dataclasses.dataclass(frozen=True)
class Score:
    """How near to the truth, and how honest."""

    count: int
    dimensions: int
    rmse_m: float
    median_m: float
    p95_m: float
    coverage95: float  #: share of the truths inside the stated 95 % region
    region95_m: float  #: median radius of a circle or sphere as large as that region


#: 95 % quantiles of chi squared with 1, 2 and 3 degrees of freedom.
CHI2_95: Final = {1: 3.841458820694124, 2: 5.991464547107979, 3: 7.814727903251179}


def score(positions: Positions, true_dimensions: int) -> Score | None:
    """Compares positions with the truth in the axes that both have; None where no truth is known."""
    dimensions = min(positions.dimensions, true_dimensions)
    which = positions.has_truth
    if not dimensions or not which.any():
        return None
    error = (positions.xyz_m - positions.true_xyz_m)[which, :dimensions]
    covariance = positions.covariance_m2[which, :dimensions, :dimensions]
    distance = np.sqrt(np.square(error).sum(axis=1))
    squared = np.einsum("ni,ni->n", error, np.linalg.solve(covariance, error[..., None])[..., 0])
    volume = np.sqrt(np.linalg.det(covariance)) * CHI2_95[dimensions] ** (dimensions / 2)
    return Score(
        len(error),
        dimensions,
        float(np.sqrt(np.mean(np.square(distance)))),
        float(np.median(distance)),
        float(np.percentile(distance, 95)),
        float(np.mean(squared <= CHI2_95[dimensions])),
        float(np.median(volume ** (1 / dimensions))),
    )


def read_anchors(path: str) -> Anchors:
    """Reads `anchor, x_m, y_m[, z_m]`; an anchor that cannot be used ends the command."""
    table = Table(path, anchors=True)
    columns = [table.index(name) for name in ("anchor", "x_m", "y_m")]
    has_z = table.has("z_m")
    names: dict[str, int] = {}
    places: list[list[float]] = []
    for chunk in table.chunks():
        for cells, line in zip(chunk.rows, chunk.lines, strict=True):
            try:
                check_width(cells, table.header)
                name = cell(cells, columns[0], "anchor")
                place = [_coordinate(cells, columns[axis + 1], f"{'xy'[axis]}_m") for axis in range(2)]
                place.append(_coordinate(cells, table.index("z_m"), "z_m") if has_z else 0.0)
            except CellError as error:
                raise UnusableInputError(f"{table.name}, line {line}: {error.message}") from None
            if name in names:
                raise UnusableInputError(
                    f"{table.name}, line {line}: anchor {shown(name)} is there already, in line {names[name]}"
                )
            names[name] = line
            places.append(place)
    if not names:
        raise UnusableInputError(f"{table.name} has a header and no anchors")
    return Anchors(table.name, list(names), np.array(places), has_z)


def _coordinate(cells: list[str], index: int, name: str) -> float:
    value = number(cell(cells, index, name), name)
    if abs(value) > FARTHEST_M:
        raise CellError(Status.ERROR_OUT_OF_RANGE, f"column {name}: {value:g} m is beyond {FARTHEST_M:g} m")
    return value


def read_samples(path: str, anchors: Anchors) -> Samples:
    """Reads ranges (`t_s, anchor, range_m`), differences (`t_s, idA, idB, dd_m`) or both from one file.

    Rows may stand in any order. Where both kinds stand in one file, a row is of the kind whose cells it fills.
    """
    table = Table(path)
    reader = _SampleReader(table, anchors)
    rows: list[tuple[Any, ...]] = []
    errors: list[RowError] = []
    for chunk in table.chunks():
        for index, (cells, line) in enumerate(zip(chunk.rows, chunk.lines, strict=True)):
            try:
                check_width(cells, table.header)
                rows.append((*reader.row(cells), line))
            except CellError as error:
                errors.append(error.at(chunk.first_row + index, line))
    if not rows and not errors:
        raise UnusableInputError(f"{table.name} has a header and no rows")
    if not rows:
        raise UnusableInputError(f"every row of {table.name} is refused. The first: {errors[0]}")
    rows.sort(key=lambda row: row[0])
    t_s, tag, a, b, value, std, has_std, truth, level, lines = (list(column) for column in zip(*rows, strict=True))
    true_xyz = np.array([place or (0.0, 0.0, 0.0) for place in truth])
    return Samples(
        table.name,
        np.array(t_s),
        np.array(tag, dtype=np.int64),
        np.array(a, dtype=np.int64),
        np.array(b, dtype=np.int64),
        np.array(value),
        np.array(b) != NO_ANCHOR,
        np.array(std),
        np.array(has_std, dtype=np.bool_),
        true_xyz if reader.true_dimensions else None,
        np.array([place is not None for place in truth], dtype=np.bool_),
        reader.true_dimensions,
        np.array(level),
        np.array(lines, dtype=np.int64),
        list(reader.tags) or [""],
        errors,
    )


class _SampleReader:
    def __init__(self, table: Table, anchors: Anchors) -> None:
        self._anchors, self._indices = anchors, {name: index for index, name in enumerate(anchors.names)}
        self._time = table.index("t_s")
        self._cells = SampleCells(table, FARTHEST_M)
        self._has_range = table.has("anchor", "range_m")
        self._difference = self._pair(table, ("idA", "idB", "dd_m"))
        if not self._has_range and not self._difference:
            raise table.unusable("there are neither the columns anchor and range_m, nor idA, idB and dd_m")
        axes = [f"true_{axis}" for axis in "xyz" if table.has(f"true_{axis}")]
        self.true_dimensions = len(axes) if axes[:2] == ["true_x", "true_y"] else 0
        self._truth = [(table.index(name), name) for name in axes] if self.true_dimensions else []
        self.tags: dict[str, int] = {}

    @staticmethod
    def _pair(table: Table, names: tuple[str, ...]) -> list[tuple[int, str]]:
        return [(table.index(name), name) for name in names] if table.has(*names) else []

    def row(self, cells: list[str]) -> tuple[Any, ...]:
        t_s = number(cell(cells, self._time, "t_s"), "t_s")
        if abs(t_s) > LATEST_S:
            raise CellError(Status.ERROR_OUT_OF_RANGE, f"column t_s: {t_s:g} s is beyond {LATEST_S:g} s")
        if self._difference and (not self._has_range or _filled(cells, self._difference[2][0])):
            a, b = (self._anchor(cells, *column) for column in self._difference[:2])
            if a == b:
                raise CellError(Status.ERROR_INVALID_VALUE, "columns idA and idB: both name the same anchor")
            value = self._cells.distance(number(cell(cells, *self._difference[2]), "dd_m"), "dd_m")
        else:
            a, b = self._known(self._cells.anchor(cells), "anchor"), NO_ANCHOR
            value = self._cells.range_m(cells)
        std = self._cells.std_m(cells)
        if std == 0:
            raise CellError(Status.ERROR_OUT_OF_RANGE, f"column std_m: {std:g}, expected more than 0")
        has_std = not math.isnan(std)
        tag = self._cells.tag(cells)
        number_of_tag = self.tags.setdefault(tag, len(self.tags))
        level = self._cells.level_dbm(cells)
        return t_s, number_of_tag, a, b, value, std if has_std else 0.0, has_std, self._true(cells), level

    def _anchor(self, cells: list[str], index: int, name: str) -> int:
        return self._known(cell(cells, index, name), name)

    def _known(self, text: str, name: str) -> int:
        if text not in self._indices:
            known = ", ".join(self._anchors.names[:20])
            raise CellError(
                Status.ERROR_INVALID_VALUE,
                f"column {name}: {self._anchors.name} has no anchor {shown(text)}; it has {known}",
            )
        return self._indices[text]

    def _true(self, cells: list[str]) -> tuple[float, float, float] | None:
        """The true position; None where one of its numbers is empty or none."""
        place = [0.0, 0.0, 0.0]
        for axis, (index, name) in enumerate(self._truth):
            try:
                place[axis] = number(cell(cells, index, name), name)
            except CellError:
                return None
        return (place[0], place[1], place[2]) if self._truth else None


def _filled(cells: list[str], index: int) -> bool:
    return index < len(cells) and bool(cells[index].strip())


#: A method: what `--method` runs.
Method = Callable[[Samples, Anchors, PositionOptions], Positions]
