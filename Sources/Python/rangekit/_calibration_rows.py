"""The values of a calibration, and how they lie in memory: Python's, and the C contract's."""

from __future__ import annotations

import ctypes
import dataclasses
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_numbers
from rangekit.base import Status
from rangekit.errors import ArgumentError

#: Bytes of a name in UTF-8 at most.
NAME_MAX_BYTES: Final[int] = c.RANGEKIT_CALIBRATION_NAME_SIZE - 1


@dataclasses.dataclass(frozen=True)
class LinkBias:
    """What one link's ranges are off by. None stands for a value that is not there."""

    anchor: str
    bias_m: float  #: measured - true: subtract it
    tag: str | None = None  #: None: any tag
    bias_stddev_m: float | None = None  #: of the bias; rests on effective_count
    stddev_m: float | None = None  #: scatter of one range about it
    count: int | None = None  #: ranges; 0: too few for a calibration
    effective_count: int | None = None  #: independent ranges that they are worth


@dataclasses.dataclass(frozen=True)
class DeviceDelay:
    """One device's sending and receiving antenna delay together."""

    name: str
    delay_ticks: float
    delay_stddev_ticks: float | None = None
    component: int = 0  #: devices of one component are connected by ranges
    count: int = 0  #: ranges that it took part in
    observable: bool = True  #: False: only its sums with the devices on the other side are


@dataclasses.dataclass(frozen=True)
class LevelBias:
    """One knot of bias against receive level."""

    level_dbm: float
    bias_m: float
    bias_stddev_m: float | None = None
    count: int | None = None  #: rows nearer to this knot than to another


def dtype(structure: type[ctypes.Structure]) -> np.dtype[Any]:
    """The layout of a C structure, its names as byte strings (NumPy would make them arrays of single bytes)."""
    plain: np.dtype[Any] = np.dtype(structure)
    names = list(plain.names or ())
    parts = [plain.fields[name][0] for name in names] if plain.fields else []
    formats = [np.dtype(f"S{part.itemsize}") if part.subdtype else part for part in parts]
    offsets = [getattr(structure, name).offset for name in names]
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": plain.itemsize})


LINK = dtype(c.rangekit_calibration_link)
DEVICE = dtype(c.rangekit_calibration_device)
LEVEL = dtype(c.rangekit_calibration_level)
SAMPLE = dtype(c.rangekit_calibration_sample)
PAIR = dtype(c.rangekit_calibration_pair)


def put(row: Any, name: str, value: float | None, bit: int) -> None:
    if value is not None:
        row[name] = value
        row["fields"] |= bit


def get(row: Any, name: str, bit: int) -> Any:
    return row[name].item() if row["fields"] & bit else None


def link(row: Any) -> LinkBias:
    return LinkBias(
        anchor=row["anchor"].decode(),
        tag=row["tag"].decode() or None,
        bias_m=row["bias_m"].item(),
        bias_stddev_m=get(row, "bias_stddev_m", c.RANGEKIT_CALIBRATION_LINK_HAS_BIAS_STDDEV),
        stddev_m=get(row, "stddev_m", c.RANGEKIT_CALIBRATION_LINK_HAS_STDDEV),
        count=get(row, "count", c.RANGEKIT_CALIBRATION_LINK_HAS_COUNT),
        effective_count=row["effective_count"].item() or None,
    )


def device(row: Any) -> DeviceDelay:
    return DeviceDelay(
        name=row["name"].decode(),
        delay_ticks=row["delay_ticks"].item(),
        delay_stddev_ticks=get(row, "delay_stddev_ticks", c.RANGEKIT_CALIBRATION_DEVICE_HAS_STDDEV),
        component=row["component"].item(),
        count=row["count"].item(),
        observable=not row["fields"] & c.RANGEKIT_CALIBRATION_DEVICE_ONLY_SUMS,
    )


def level(row: Any) -> LevelBias:
    return LevelBias(
        level_dbm=row["level_dbm"].item(),
        bias_m=row["bias_m"].item(),
        bias_stddev_m=get(row, "bias_stddev_m", c.RANGEKIT_CALIBRATION_LEVEL_HAS_BIAS_STDDEV),
        count=get(row, "count", c.RANGEKIT_CALIBRATION_LEVEL_HAS_COUNT),
    )


def encoded_name(what: str, name: str) -> bytes:
    if not isinstance(name, str):
        raise TypeError(f"{what} must be a name (str), not {name!r}")
    encoded = name.encode(errors="strict")
    if len(encoded) > NAME_MAX_BYTES or b"\0" in encoded:
        raise ArgumentError(
            Status.ERROR_OUT_OF_RANGE, f"{what} {name!r}: a name has at most {NAME_MAX_BYTES} bytes of UTF-8 and no NUL"
        )
    return encoded


def samples(
    measured_m: npt.ArrayLike,
    true_m: npt.ArrayLike | None,
    index: npt.NDArray[np.uint32],
    *,
    stddev_m: npt.ArrayLike | None = None,
    level_dbm: npt.ArrayLike | None = None,
) -> npt.NDArray[Any]:
    measured = as_numbers("measured_m", measured_m, np.float64, len(index))
    samples = np.zeros(len(measured), dtype=SAMPLE)
    samples["measured_m"] = measured
    samples["link"] = index
    if true_m is not None:
        samples["true_m"] = as_numbers("true_m", true_m, np.float64, len(measured))
        for name in ("measured_m", "true_m"):
            bad = np.flatnonzero(~np.isfinite(samples[name]))
            if len(bad):
                message = f"{name}, row {bad[0]}: {samples[name][bad[0]]} is not finite"
                raise ArgumentError(Status.ERROR_NOT_FINITE, message)
    for name, values, bit in (
        ("stddev_m", stddev_m, c.RANGEKIT_CALIBRATION_SAMPLE_HAS_STDDEV),
        ("level_dbm", level_dbm, c.RANGEKIT_CALIBRATION_SAMPLE_HAS_LEVEL),
    ):
        if values is not None:
            numbers = as_numbers(name, values, np.float64, len(measured))
            known = ~np.isnan(numbers)
            samples[name][known] = numbers[known]
            samples["fields"][known] |= bit
    return samples


def pointer(array: npt.NDArray[Any], kind: type[ctypes.Structure]) -> Any:
    return array.ctypes.data_as(ctypes.POINTER(kind))
