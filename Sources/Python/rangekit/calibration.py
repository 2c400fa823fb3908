"""calibration.h: what ranges at known distances teach, taking it from later ranges, and the file that keeps it.

    links, fit = fit_links(measured_m, true_m, anchor)       # anchor: a name for each range
    Calibration(links=links).save("calibration.json")

    ranges = Calibration.load("calibration.json").apply(measured_m, anchor)

Options of the fits, by keyword, with their defaults:

    loss             RobustLoss.HUBER  how a residual counts
    loss_width       0                 where the loss bends, in robust standard deviations; 0: 95 % efficient
    metres_per_tick  0.00469           for delays
    minimum_count    10                rows that a link, or a stretch between two knots, needs
    knot_count       8                 knots of a level table at most
    falling          False             whether bias must not rise with the level, as APS011 has it
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_numbers
from rangekit._library import library
from rangekit._structures import as_bytes, assign, default, name_refused_option
from rangekit.base import Status
from rangekit.errors import ArgumentError, check, check_message, new_diagnostic
from rangekit.twr import RANGE_DTYPE, SPEED_OF_LIGHT_MPS, UWB_TICK_S, Ranges

#: What each option may be, in words.
OPTION_RANGES: Final[dict[str, str]] = {
    "loss": "a RobustLoss",
    "loss_width": "0, or 0.1 to 100",
    "metres_per_tick": "1e-9 to 1e6",
    "minimum_count": "1 to 1000000",
    "knot_count": "2 to 64",
    "falling": "0 or 1",
}

#: Metres in a tick of UWB at the speed of light in vacuum: the default of metres_per_tick.
METRES_PER_TICK: Final[float] = UWB_TICK_S * SPEED_OF_LIGHT_MPS

#: Bytes of a name in UTF-8 at most.
NAME_MAX_BYTES: Final[int] = c.RANGEKIT_CALIBRATION_NAME_SIZE - 1


def _dtype(structure: type[ctypes.Structure]) -> np.dtype[Any]:
    """The layout of a C structure, its names as byte strings (NumPy would make them arrays of single bytes)."""
    plain: np.dtype[Any] = np.dtype(structure)
    names = list(plain.names or ())
    parts = [plain.fields[name][0] for name in names] if plain.fields else []
    formats = [np.dtype(f"S{part.itemsize}") if part.subdtype else part for part in parts]
    offsets = [getattr(structure, name).offset for name in names]
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": plain.itemsize})


_LINK = _dtype(c.rangekit_calibration_link)
_DEVICE = _dtype(c.rangekit_calibration_device)
_LEVEL = _dtype(c.rangekit_calibration_level)
_SAMPLE = _dtype(c.rangekit_calibration_sample)
_PAIR = _dtype(c.rangekit_calibration_pair)


class RobustLoss(enum.IntEnum):
    """How a residual counts."""

    SQUARES = c.RANGEKIT_CALIBRATION_LOSS_SQUARES  #: plain least squares, means
    HUBER = c.RANGEKIT_CALIBRATION_LOSS_HUBER
    CAUCHY = c.RANGEKIT_CALIBRATION_LOSS_CAUCHY  #: outliers have no say


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


@dataclasses.dataclass(frozen=True)
class CalibrationFit:
    """What a fit came to."""

    unknown_count: int  #: devices, links with a calibration, or knots
    rank: int  #: how many combinations of them the rows determine
    component_count: int  #: groups of devices that ranges connect
    row_count: int
    outlier_count: int  #: rows beyond 3 robust standard deviations
    rmse_before_m: float
    rmse_after_m: float
    scale_m: float  #: robust standard deviation of what the fit leaves


def fit_links(
    measured_m: npt.ArrayLike,
    true_m: npt.ArrayLike,
    anchor: Sequence[str],
    tag: Sequence[str] | None = None,
    **options: Any,
) -> tuple[tuple[LinkBias, ...], CalibrationFit]:
    """Robust bias and scatter of each link, from ranges at known distances.

    Args:
        measured_m, true_m: (n,) numbers, metres, in order of time.
        anchor: (n,) names, up to 31 bytes of UTF-8; with `tag`, (n,) names too, the pair is the link.
        **options: see the module's table.

    Returns:
        The links in order of first appearance, and what the fit came to. A link with fewer than minimum_count ranges
        has count 0.

    Raises:
        TypeError, ValueError: arrays, names or options that cannot be used, by name.
    """
    names, index = _link_indices(anchor, tag)
    samples = _samples(measured_m, true_m, index)
    rows = np.zeros(len(names), dtype=_LINK)
    for row, (anchor_name, tag_name) in zip(rows, names, strict=True):
        row["anchor"], row["tag"] = _name("anchor", anchor_name), _name("tag", tag_name)
    fit = _fit_result()
    workspace = _workspace(len(rows), len(samples))
    check(
        library.rangekit_calibration_fit_links(
            _options(options),
            _pointer(samples, c.rangekit_calibration_sample),
            len(samples),
            _pointer(rows, c.rangekit_calibration_link),
            len(rows),
            workspace.ctypes.data,
            workspace.nbytes,
            fit,
        )
    )
    return tuple(map(_link, rows)), _summary(fit)


def fit_levels(
    measured_m: npt.ArrayLike,
    true_m: npt.ArrayLike,
    level_dbm: npt.ArrayLike,
    *,
    links: Sequence[LinkBias] = (),
    anchor: Sequence[str] | None = None,
    tag: Sequence[str] | None = None,
    **options: Any,
) -> tuple[tuple[LevelBias, ...], CalibrationFit]:
    """Bias against receive level, from ranges at known distances: linear between knots.

    Args:
        measured_m, true_m, level_dbm: (n,) numbers; a level that is NaN is not there.
        links: biases that are taken off first, by `anchor` and `tag` as in `Calibration.apply`.
        **options: see the module's table.

    Raises:
        TypeError, ValueError: arrays or options that cannot be used, by name; too few rows.
    """
    calibration = Calibration(links=tuple(links))
    samples = _samples(measured_m, true_m, calibration._indices(anchor, tag, np.size(measured_m)), level_dbm=level_dbm)
    structure = _options(options)
    rows = np.zeros(structure.knot_count, dtype=_LEVEL)
    count = ctypes.c_size_t()
    fit = _fit_result()
    workspace = _workspace(len(rows), len(samples))
    link_rows = calibration._link_rows()
    check(
        library.rangekit_calibration_fit_levels(
            structure,
            _pointer(samples, c.rangekit_calibration_sample),
            len(samples),
            _pointer(link_rows, c.rangekit_calibration_link),
            len(link_rows),
            _pointer(rows, c.rangekit_calibration_level),
            len(rows),
            count,
            workspace.ctypes.data,
            workspace.nbytes,
            fit,
        )
    )
    return tuple(map(_level, rows[: count.value])), _summary(fit)


def fit_delays(
    measured_m: npt.ArrayLike,
    true_m: npt.ArrayLike,
    device_a: Sequence[str],
    device_b: Sequence[str],
    stddev_m: npt.ArrayLike | None = None,
    **options: Any,
) -> tuple[tuple[DeviceDelay, ...], CalibrationFit]:
    """Antenna delays of devices from ranges among them at known distances.

    Where devices range only across two sides (tags with anchors), only sums of delays are observable: such devices
    have observable = False, and the solution of minimum norm is given.

    Args:
        measured_m, true_m: (n,) numbers, metres; measured with antenna delays of zero.
        device_a, device_b: (n,) names of the two devices of each range.
        stddev_m: (n,) of measured_m; None: all alike.
        **options: see the module's table.

    Raises:
        TypeError, ValueError: arrays, names or options that cannot be used, by name.
    """
    names = list(dict.fromkeys(name for pair in zip(device_a, device_b, strict=True) for name in pair))
    index = {name: number for number, name in enumerate(names)}
    measured = as_numbers("measured_m", measured_m, np.float64)
    pairs = np.zeros(len(measured), dtype=_PAIR)
    pairs["measured_m"] = measured
    pairs["true_m"] = as_numbers("true_m", true_m, np.float64, len(measured))
    if stddev_m is not None:
        pairs["stddev_m"] = as_numbers("stddev_m", stddev_m, np.float64, len(measured))
    for field, given in (("device_a", device_a), ("device_b", device_b)):
        if len(given) != len(measured):
            raise ValueError(f"{field} has {len(given)} elements; {len(measured)} are needed, one for each row")
        pairs[field] = [index[name] for name in given]
    if (pairs["device_a"] == pairs["device_b"]).any():
        row = int(np.flatnonzero(pairs["device_a"] == pairs["device_b"])[0])
        raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"row {row}: {device_a[row]!r} cannot range with itself")
    rows = np.zeros(len(names), dtype=_DEVICE)
    for row, name in zip(rows, names, strict=True):
        row["name"] = _name("device", name)
    fit = _fit_result()
    workspace = _workspace(len(rows), len(pairs))
    check(
        library.rangekit_calibration_fit_delays(
            _options(options),
            _pointer(pairs, c.rangekit_calibration_pair),
            len(pairs),
            _pointer(rows, c.rangekit_calibration_device),
            len(rows),
            workspace.ctypes.data,
            workspace.nbytes,
            fit,
        )
    )
    return tuple(map(_device, rows)), _summary(fit)


@dataclasses.dataclass(frozen=True)
class Calibration:
    """What a calibration file holds."""

    links: tuple[LinkBias, ...] = ()
    devices: tuple[DeviceDelay, ...] = ()
    levels: tuple[LevelBias, ...] = ()

    def to_json(self) -> bytes:
        """The file's bytes; raises `MessageError` for a value that it cannot hold, by field."""
        links, devices, levels = self._link_rows(), self._device_rows(), self._level_rows()
        length = ctypes.c_size_t()
        arguments = (
            *(_pointer(links, c.rangekit_calibration_link), len(links)),
            *(_pointer(devices, c.rangekit_calibration_device), len(devices)),
            *(_pointer(levels, c.rangekit_calibration_level), len(levels)),
        )
        diagnostic = new_diagnostic()
        check_message(library.rangekit_calibration_encode(*arguments, None, 0, length, diagnostic), diagnostic)
        out = (ctypes.c_uint8 * length.value)()
        check_message(library.rangekit_calibration_encode(*arguments, out, len(out), length, diagnostic), diagnostic)
        return bytes(out)

    @classmethod
    def from_json(cls, data: bytes) -> Calibration:
        """Reads a file's bytes; raises `MessageError` with offset and field."""
        data = as_bytes("data", data)
        counts = [ctypes.c_size_t() for _ in range(3)]
        diagnostic = new_diagnostic()
        empty = [value for count in counts for value in (None, 0, count)]
        check_message(library.rangekit_calibration_decode(data, len(data), *empty, diagnostic), diagnostic)
        types = (c.rangekit_calibration_link, c.rangekit_calibration_device, c.rangekit_calibration_level)
        rows = [np.zeros(count.value, dtype=_dtype(kind)) for count, kind in zip(counts, types, strict=True)]
        room = [
            value
            for row, kind, count in zip(rows, types, counts, strict=True)
            for value in ((_pointer(row, kind), len(row), count) if len(row) else (None, 0, count))
        ]
        check_message(library.rangekit_calibration_decode(data, len(data), *room, diagnostic), diagnostic)
        return cls(tuple(map(_link, rows[0])), tuple(map(_device, rows[1])), tuple(map(_level, rows[2])))

    def save(self, path: str | Path) -> None:
        """Writes the file."""
        Path(path).write_bytes(self.to_json())

    @classmethod
    def load(cls, path: str | Path) -> Calibration:
        """Reads a file; raises `MessageError` with offset and field."""
        return cls.from_json(Path(path).read_bytes())

    def apply(
        self,
        measured_m: npt.ArrayLike,
        anchor: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        *,
        stddev_m: npt.ArrayLike | None = None,
        level_dbm: npt.ArrayLike | None = None,
    ) -> Ranges:
        """Takes the biases of links and levels from ranges and adds their variances.

        Args:
            measured_m: (n,) numbers, metres.
            anchor, tag: (n,) names. A range takes the bias of its anchor and tag, else of its anchor with any tag, else
                none.
            stddev_m: (n,) standard deviations of measured_m; None, or NaN in a row: the link's scatter.
            level_dbm: (n,) receive levels; None, or NaN in a row: no level's bias.

        Returns:
            One row per range; one about whose uncertainty nothing is known is refused, by its own status.
        """
        count = np.size(measured_m)
        samples = _samples(measured_m, None, self._indices(anchor, tag, count), stddev_m=stddev_m, level_dbm=level_dbm)
        links, levels = self._link_rows(), self._level_rows()
        rows = np.empty(len(samples), dtype=RANGE_DTYPE)
        refused = ctypes.c_size_t()
        check(
            library.rangekit_calibration_apply(
                _pointer(links, c.rangekit_calibration_link),
                len(links),
                _pointer(levels, c.rangekit_calibration_level),
                len(levels),
                _pointer(samples, c.rangekit_calibration_sample),
                len(samples),
                _pointer(rows, c.rangekit_twr_range),
                refused,
            )
        )
        return Ranges(rows, refused.value)

    def _indices(self, anchor: Sequence[str] | None, tag: Sequence[str] | None, count: int) -> npt.NDArray[np.uint32]:
        index = np.full(count, c.RANGEKIT_CALIBRATION_NO_LINK, dtype=np.uint32)
        if anchor is None:
            return index
        known = {(link.anchor, link.tag or ""): number for number, link in enumerate(self.links)}
        tags = tag if tag is not None else [""] * len(anchor)
        for row, (anchor_name, tag_name) in enumerate(zip(anchor, tags, strict=True)):
            number = known.get((anchor_name, tag_name), known.get((anchor_name, "")))
            if number is not None and row < count:
                index[row] = number
        if len(anchor) != count:
            raise ValueError(f"anchor has {len(anchor)} elements; {count} are needed, one for each row")
        return index

    def _link_rows(self) -> npt.NDArray[Any]:
        rows = np.zeros(len(self.links), dtype=_LINK)
        for row, link in zip(rows, self.links, strict=True):
            row["anchor"], row["tag"] = _name("anchor", link.anchor), _name("tag", link.tag or "")
            row["bias_m"] = link.bias_m
            row["effective_count"] = link.effective_count or 0
            _put(row, "bias_stddev_m", link.bias_stddev_m, c.RANGEKIT_CALIBRATION_LINK_HAS_BIAS_STDDEV)
            _put(row, "stddev_m", link.stddev_m, c.RANGEKIT_CALIBRATION_LINK_HAS_STDDEV)
            _put(row, "count", link.count, c.RANGEKIT_CALIBRATION_LINK_HAS_COUNT)
        return rows

    def _device_rows(self) -> npt.NDArray[Any]:
        rows = np.zeros(len(self.devices), dtype=_DEVICE)
        for row, device in zip(rows, self.devices, strict=True):
            row["name"] = _name("name", device.name)
            row["delay_ticks"], row["component"], row["count"] = device.delay_ticks, device.component, device.count
            _put(row, "delay_stddev_ticks", device.delay_stddev_ticks, c.RANGEKIT_CALIBRATION_DEVICE_HAS_STDDEV)
            if not device.observable:
                row["fields"] |= c.RANGEKIT_CALIBRATION_DEVICE_ONLY_SUMS
        return rows

    def _level_rows(self) -> npt.NDArray[Any]:
        rows = np.zeros(len(self.levels), dtype=_LEVEL)
        for row, level in zip(rows, self.levels, strict=True):
            row["level_dbm"], row["bias_m"] = level.level_dbm, level.bias_m
            _put(row, "bias_stddev_m", level.bias_stddev_m, c.RANGEKIT_CALIBRATION_LEVEL_HAS_BIAS_STDDEV)
            _put(row, "count", level.count, c.RANGEKIT_CALIBRATION_LEVEL_HAS_COUNT)
        return rows


def _put(row: Any, name: str, value: float | None, bit: int) -> None:
    if value is not None:
        row[name] = value
        row["fields"] |= bit


def _get(row: Any, name: str, bit: int) -> Any:
    return row[name].item() if row["fields"] & bit else None


def _link(row: Any) -> LinkBias:
    return LinkBias(
        anchor=row["anchor"].decode(),
        tag=row["tag"].decode() or None,
        bias_m=row["bias_m"].item(),
        bias_stddev_m=_get(row, "bias_stddev_m", c.RANGEKIT_CALIBRATION_LINK_HAS_BIAS_STDDEV),
        stddev_m=_get(row, "stddev_m", c.RANGEKIT_CALIBRATION_LINK_HAS_STDDEV),
        count=_get(row, "count", c.RANGEKIT_CALIBRATION_LINK_HAS_COUNT),
        effective_count=row["effective_count"].item() or None,
    )


def _device(row: Any) -> DeviceDelay:
    return DeviceDelay(
        name=row["name"].decode(),
        delay_ticks=row["delay_ticks"].item(),
        delay_stddev_ticks=_get(row, "delay_stddev_ticks", c.RANGEKIT_CALIBRATION_DEVICE_HAS_STDDEV),
        component=row["component"].item(),
        count=row["count"].item(),
        observable=not row["fields"] & c.RANGEKIT_CALIBRATION_DEVICE_ONLY_SUMS,
    )


def _level(row: Any) -> LevelBias:
    return LevelBias(
        level_dbm=row["level_dbm"].item(),
        bias_m=row["bias_m"].item(),
        bias_stddev_m=_get(row, "bias_stddev_m", c.RANGEKIT_CALIBRATION_LEVEL_HAS_BIAS_STDDEV),
        count=_get(row, "count", c.RANGEKIT_CALIBRATION_LEVEL_HAS_COUNT),
    )


def _name(what: str, name: str) -> bytes:
    if not isinstance(name, str):
        raise TypeError(f"{what} must be a name (str), not {name!r}")
    encoded = name.encode(errors="strict")
    if len(encoded) > NAME_MAX_BYTES or b"\0" in encoded:
        raise ArgumentError(
            Status.ERROR_OUT_OF_RANGE, f"{what} {name!r}: a name has at most {NAME_MAX_BYTES} bytes of UTF-8 and no NUL"
        )
    return encoded


def _link_indices(
    anchor: Sequence[str], tag: Sequence[str] | None
) -> tuple[list[tuple[str, str]], npt.NDArray[np.uint32]]:
    """The links in order of first appearance, and which one each row belongs to."""
    pairs = list(zip(anchor, tag if tag is not None else [""] * len(anchor), strict=True))
    index = {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}
    return list(index), np.array([index[pair] for pair in pairs], dtype=np.uint32)


def _samples(
    measured_m: npt.ArrayLike,
    true_m: npt.ArrayLike | None,
    index: npt.NDArray[np.uint32],
    *,
    stddev_m: npt.ArrayLike | None = None,
    level_dbm: npt.ArrayLike | None = None,
) -> npt.NDArray[Any]:
    measured = as_numbers("measured_m", measured_m, np.float64, len(index))
    samples = np.zeros(len(measured), dtype=_SAMPLE)
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


def _options(options: dict[str, Any]) -> c.rangekit_calibration_options:
    structure = _unchecked(options)
    if status := _options_status(structure):
        raise name_refused_option(
            ArgumentError(status),
            options,
            OPTION_RANGES,
            lambda name: _options_status(_unchecked({name: options[name]})),
        )
    return structure


def _unchecked(options: dict[str, Any]) -> c.rangekit_calibration_options:
    structure = default(c.rangekit_calibration_options, library.rangekit_calibration_options_default)
    assign(structure, options)
    return structure


def _options_status(structure: c.rangekit_calibration_options) -> int:
    """What the library says to options: it checks them before it looks at any row."""
    word = ctypes.c_uint64()
    status = int(library.rangekit_calibration_fit_links(structure, None, 0, None, 0, ctypes.addressof(word), 8, None))
    return 0 if status == Status.ERROR_TOO_FEW_SAMPLES else status


def _workspace(unknowns: int, rows: int) -> npt.NDArray[np.uint64]:
    return np.empty(library.rangekit_calibration_workspace_size(unknowns, rows) // 8 + 1, dtype=np.uint64)


def _fit_result() -> c.rangekit_calibration_fit:
    return default(c.rangekit_calibration_fit, library.rangekit_calibration_fit_default)


def _summary(fit: c.rangekit_calibration_fit) -> CalibrationFit:
    return CalibrationFit(**{field.name: getattr(fit, field.name) for field in dataclasses.fields(CalibrationFit)})


def _pointer(array: npt.NDArray[Any], kind: type[ctypes.Structure]) -> Any:
    return array.ctypes.data_as(ctypes.POINTER(kind))
