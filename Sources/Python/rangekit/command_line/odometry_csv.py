"""Reads what a body knows of its own motion."""

from __future__ import annotations

import dataclasses
import math
from typing import Final

import numpy as np
import numpy.typing as npt

from rangekit.base import Status
from rangekit.command_line.output import CellError, UnusableInputError
from rangekit.command_line.table import Table, cell, check_width, number

#: One standard deviation of a speed that states none, metres a second.
USUAL_STD_MPS: Final = 0.05
#: No wheel is taken to be better than this: it slips.
LEAST_STD_MPS: Final = 0.01
FASTEST: Final = 1000.0  # where the tracker ends, too

BODY: Final = ("forward_mps", "turn_rad_s")
WHEELS: Final = ("v_right", "v_left", "track_m")


@dataclasses.dataclass(frozen=True)
class Odometry:
    """Motion in the axes of the body, by time."""

    t_s: npt.NDArray[np.float64]
    forward_mps: npt.NDArray[np.float64]
    left_mps: npt.NDArray[np.float64]
    turn_rad_s: npt.NDArray[np.float64]  #: to the left, seen from above
    std_mps: npt.NDArray[np.float64]


def read_odometry(path: str) -> Odometry:
    """Reads one of two forms; a row that cannot be used ends the command.

    Body: `t_s, forward_mps, turn_rad_s` with optional `left_mps` and `std_mps`.
    Wheels: `t_s, v_right, v_left, track_m` with optional `v_y`, `var_r` and `var_l`, in the convention of the data
    sets of TU Chemnitz (libRSF's "odom2diff"): `track_m` is half the distance between the wheels, and the turn to the
    left is (v_left - v_right) / (2 track_m). Where right and left are the other way round, swap the two columns.
    """
    table = Table(path)
    if not table.has("t_s") or not (table.has(*BODY) or table.has(*WHEELS)):
        raise table.unusable(
            "odometry needs the columns t_s, forward_mps and turn_rad_s, or t_s, v_right, v_left and track_m"
        )
    rows: list[tuple[float, float, float, float, float]] = []
    for chunk in table.chunks():
        for cells, line in zip(chunk.rows, chunk.lines, strict=True):
            try:
                check_width(cells, table.header)
                rows.append(_row(table, cells))
            except CellError as error:
                raise UnusableInputError(f"{table.name}, line {line}: {error.message}") from None
    if not rows:
        raise UnusableInputError(f"{table.name} has a header and no rows")
    rows.sort(key=lambda row: row[0])
    return Odometry(*(np.array(column) for column in zip(*rows, strict=True)))


def _row(table: Table, cells: list[str]) -> tuple[float, float, float, float, float]:
    def value(name: str, default: float | None = None) -> float:
        if default is not None and not table.has(name):
            return default
        return number(cell(cells, table.index(name), name), name)

    if table.has(*BODY):
        motion = value("forward_mps"), value("left_mps", 0.0), value("turn_rad_s")
        std = value("std_mps", USUAL_STD_MPS)
    else:
        right, left, track = value("v_right"), value("v_left"), value("track_m")
        if track <= 0:
            raise CellError(Status.ERROR_OUT_OF_RANGE, f"column track_m: {track:g}, expected more than 0")
        motion = (right + left) / 2, value("v_y", 0.0), (left - right) / (2 * track)
        variance = value("var_r", USUAL_STD_MPS**2) + value("var_l", USUAL_STD_MPS**2)
        if variance < 0:
            raise CellError(Status.ERROR_OUT_OF_RANGE, "columns var_r and var_l: a variance is never below 0")
        std = math.sqrt(variance / 2)
    if max(map(abs, motion)) > FASTEST:
        raise CellError(Status.ERROR_OUT_OF_RANGE, f"a speed beyond {FASTEST:g} m/s or rad/s")
    if not 0 <= std <= FASTEST:
        raise CellError(Status.ERROR_OUT_OF_RANGE, f"column std_mps: {std:g}, expected 0 to {FASTEST:g}")
    return (value("t_s"), *motion, max(std, LEAST_STD_MPS))
