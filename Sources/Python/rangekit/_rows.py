"""Batches that come out of the library: one record per row, each with its own status."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from rangekit.base import Status, status_name
from rangekit.errors import check


class Rows:
    """The rows of a batch. A row whose `status` is not 0 was refused: its numbers are 0 and mean nothing.

    The columns are attributes, named as in the C structure: `rows.power_dbm`, (n,), a view. `accepted` selects the
    rows that hold something: `rows.power_dbm[rows.accepted]`.
    """

    rows: npt.NDArray[Any]  #: (n,) as the library wrote them
    refused_count: int  #: rows with a status other than 0

    def __init__(self, rows: npt.NDArray[Any], refused_count: int) -> None:
        self.rows = rows
        self.refused_count = refused_count

    def __getattr__(self, name: str) -> npt.NDArray[Any]:
        rows = self.__dict__.get("rows")
        if rows is not None and name in (rows.dtype.names or ()):
            column: npt.NDArray[Any] = rows[name]
            return column
        raise AttributeError(f"{type(self).__name__} has no column {name}")

    @property
    def accepted(self) -> npt.NDArray[np.bool_]:
        """Which rows hold something, (n,) bool."""
        return np.asarray(self.rows["status"] == Status.OK)

    def refusals(self) -> dict[int, Status | int]:
        """The refused rows: index -> status."""
        indices = np.flatnonzero(self.rows["status"])
        numbers = self.rows["status"][indices].tolist()
        return {
            int(index): Status(number) if number in Status._value2member_map_ else number
            for index, number in zip(indices, numbers, strict=True)
        }

    def has(self, bit: int) -> npt.NDArray[np.bool_]:
        """Which rows have a bit of `fields` set, (n,) bool."""
        return np.asarray((self.rows["fields"] & np.uint32(bit)) != 0)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        parts = [f"{len(self)} rows"]
        if self.refused_count:
            names = sorted({status_name(status) for status in self.refusals().values()})
            parts.append(f"{self.refused_count} refused ({', '.join(names)})")
        return f"<{type(self).__name__}: {'; '.join(parts)}>"


def pointer(array: npt.NDArray[Any], element: Any) -> Any:
    """An array as a pointer to the elements of the C contract."""
    return array.ctypes.data_as(ctypes.POINTER(element))


def run(
    function: Any, before: tuple[Any, ...], inputs: npt.NDArray[Any], input_type: Any, output_type: Any, *more: Any
) -> tuple[npt.NDArray[Any], int]:
    """Calls a batch function: what stands before the rows, then the rows, other arrays, the count, what comes out."""
    inputs = np.require(inputs, requirements=["C", "A"])
    rows = np.zeros(len(inputs), dtype=np.dtype(output_type))
    refused_count = ctypes.c_size_t()
    check(function(*before, pointer(inputs, input_type), *more, len(inputs), pointer(rows, output_type), refused_count))
    return rows, refused_count.value


def points(name: str, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """A table of pairs as a C-contiguous (n, 2) float64 array."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError(f"{name} has shape {array.shape}; it must be (n, 2), a point in each row")
    return np.require(array, requirements=["C", "A"])


def published(function: Any, number: int, point_type: Any) -> npt.NDArray[np.float64]:
    """A table of the library's own, (n, 2)."""
    count = ctypes.c_size_t()
    check(function(int(number), None, 0, count))
    table = np.empty((count.value, 2))
    check(function(int(number), pointer(table, point_type), count.value, count))
    return table
