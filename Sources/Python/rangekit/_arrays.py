"""NumPy arrays on their way into C: checked by name, copied only where type or layout does not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rangekit.base import Status
from rangekit.errors import ArgumentError


def as_ticks(name: str, values: Any, columns: tuple[str, ...]) -> npt.NDArray[np.uint64]:
    """Timestamps as a C-contiguous (n, columns) uint64 array.

    uint64 and non-negative int64 arrays in C order are used where they are. Floats are refused: 64-bit
    stamps do not fit into a double's 53 bits, and the error would be silent.
    """
    array = values if isinstance(values, np.ndarray) else _from_sequence(name, values, columns)
    if np.ma.isMaskedArray(array) and np.ma.is_masked(array):
        raise ArgumentError(Status.ERROR_MISSING_VALUE, f"{name} has masked stamps; leave those exchanges out")
    if array.dtype.kind not in "iu":
        raise TypeError(
            f"{name} has dtype {array.dtype}; stamps must stay integers (uint64), because other types lose ticks"
        )
    if array.ndim != 2 or array.shape[1] != len(columns):
        raise ValueError(
            f"{name} has shape {array.shape}; one row per exchange is needed, shape (n, {len(columns)}), "
            f"with the columns {', '.join(columns)}"
        )
    if array.dtype.kind == "i" and array.size and int(array.min()) < 0:
        row, column = (int(index) for index in np.argwhere(array < 0)[0])
        raise ArgumentError(
            Status.ERROR_OUT_OF_RANGE,
            f"{name}, row {row}, {columns[column]}: {int(array[row, column])} is negative; stamps count from 0",
        )
    if array.dtype == np.int64:
        array = array.view(np.uint64)
    return np.require(array, dtype=np.uint64, requirements=["C", "A"])


def as_numbers(name: str, values: Any, dtype: npt.DTypeLike, count: int | None = None) -> npt.NDArray[Any]:
    """Real numbers as a one-dimensional array of `dtype`, of `count` elements if that is given."""
    array = np.asarray(values)
    if array.dtype.kind not in "iuf":
        if array.size:
            raise TypeError(f"{name} has dtype {array.dtype}; it must hold real numbers")
        array = array.astype(np.float64)
    _check_vector(name, array, count)
    return array.astype(dtype, copy=False)


def as_times(name: str, values: Any) -> npt.NDArray[np.int64]:
    """Times in nanoseconds as a one-dimensional int64 array."""
    array = np.asarray(values)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} has dtype {array.dtype}; times are integers, nanoseconds")
    _check_vector(name, array, None)
    if array.dtype == np.uint64 and int(array.max()) > np.iinfo(np.int64).max:
        raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"{name} holds a time of 2^63 ns or more")
    return array.astype(np.int64, copy=False)


def as_mask(name: str, values: Any, count: int) -> npt.NDArray[np.bool_]:
    """Truth values as a one-dimensional bool array of `count` elements."""
    array = np.asarray(values)
    if array.dtype != np.bool_ and array.size:
        raise TypeError(f"{name} has dtype {array.dtype}; it must hold truth values (bool)")
    _check_vector(name, array, count)
    return array.astype(np.bool_, copy=False)


def as_records(name: str, values: npt.NDArray[Any], dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Records of the C contract's own layout, one-dimensional and C-contiguous."""
    if values.dtype != dtype:
        raise TypeError(f"{name} has fields {values.dtype.names}; they must be {dtype.names}, as in the C structure")
    _check_vector(name, values, None)
    return np.require(values, requirements=["C", "A"])


def _check_vector(name: str, array: npt.NDArray[Any], count: int | None) -> None:
    if array.ndim != 1:
        raise ValueError(f"{name} has shape {array.shape}; it must have one dimension")
    if count is not None and len(array) != count:
        raise ValueError(f"{name} has {len(array)} elements; {count} are needed, one for each row")


def _from_sequence(name: str, values: Any, columns: tuple[str, ...]) -> npt.NDArray[Any]:
    """Python numbers as an array, exactly: NumPy alone would turn large ones into floats."""
    try:
        array = np.asarray(values, dtype=object)
    except ValueError:
        raise _ragged(name, columns) from None
    if array.size == 0:
        return np.empty((0, len(columns)), dtype=np.uint64)
    for index, value in np.ndenumerate(array):
        if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
            if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
                raise _ragged(name, columns)
            raise TypeError(f"{_place(name, index)} is {value!r}; stamps must be integers")
        if not 0 <= value < 1 << 64:
            raise ArgumentError(
                Status.ERROR_OUT_OF_RANGE, f"{_place(name, index)} = {value} is not within 0 to {(1 << 64) - 1}"
            )
    return array.astype(np.uint64)


def _ragged(name: str, columns: tuple[str, ...]) -> ValueError:
    return ValueError(f"{name} has rows of different lengths; each needs {len(columns)} stamps: {', '.join(columns)}")


def _place(name: str, index: tuple[int, ...]) -> str:
    return f"{name}[{', '.join(map(str, index))}]" if index else name
