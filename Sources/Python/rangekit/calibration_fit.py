"""calibration.h: what ranges at known distances teach.

    links, fit = fit_links(measured_m, true_m, anchor)       # anchor: a name for each range

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
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit import _calibration_rows as rows_of
from rangekit._arrays import as_numbers
from rangekit._calibration_rows import DeviceDelay, LevelBias, LinkBias, pointer
from rangekit._library import library
from rangekit._structures import assign, default, name_refused_option
from rangekit.base import Status
from rangekit.calibration import Calibration
from rangekit.errors import ArgumentError, check
from rangekit.twr import SPEED_OF_LIGHT_MPS, UWB_TICK_S

#: What each option may be, in words.
OPTION_RANGES: Final[dict[str, str]] = {
    "loss": "a RobustLoss",
    "loss_width": "0, or 0.1 to 100",
    "metres_per_tick": "1e-9 to 1e6",
    "minimum_count": "1 to 1000000",
    "knot_count": "2 to 64",
    "falling": "0 or 1",
}

#: Devices, or knots of a table, that one fit solves for.
UNKNOWNS_MAX: Final[int] = c.RANGEKIT_CALIBRATION_MAX_UNKNOWNS

#: Metres in a tick of UWB at the speed of light in vacuum: the default of metres_per_tick.
METRES_PER_TICK: Final[float] = UWB_TICK_S * SPEED_OF_LIGHT_MPS


class RobustLoss(enum.IntEnum):
    """How a residual counts."""

    SQUARES = c.RANGEKIT_CALIBRATION_LOSS_SQUARES  #: plain least squares, means
    HUBER = c.RANGEKIT_CALIBRATION_LOSS_HUBER
    CAUCHY = c.RANGEKIT_CALIBRATION_LOSS_CAUCHY  #: outliers have no say


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
    samples = rows_of.samples(measured_m, true_m, index)
    rows = np.zeros(len(names), dtype=rows_of.LINK)
    for row, (anchor_name, tag_name) in zip(rows, names, strict=True):
        row["anchor"], row["tag"] = rows_of.encoded_name("anchor", anchor_name), rows_of.encoded_name("tag", tag_name)
    fit = _fit_result()
    workspace = _workspace(len(rows), len(samples))
    check(
        library.rangekit_calibration_fit_links(
            _options(options),
            pointer(samples, c.rangekit_calibration_sample),
            len(samples),
            pointer(rows, c.rangekit_calibration_link),
            len(rows),
            workspace.ctypes.data,
            workspace.nbytes,
            fit,
        )
    )
    return tuple(map(rows_of.link, rows)), _summary(fit)


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
    samples = rows_of.samples(
        measured_m, true_m, calibration.link_indices(anchor, tag, np.size(measured_m)), level_dbm=level_dbm
    )
    structure = _options(options)
    rows = np.zeros(structure.knot_count, dtype=rows_of.LEVEL)
    count = ctypes.c_size_t()
    fit = _fit_result()
    workspace = _workspace(len(rows), len(samples))
    link_rows = calibration.link_rows()
    check(
        library.rangekit_calibration_fit_levels(
            structure,
            pointer(samples, c.rangekit_calibration_sample),
            len(samples),
            pointer(link_rows, c.rangekit_calibration_link),
            len(link_rows),
            pointer(rows, c.rangekit_calibration_level),
            len(rows),
            count,
            workspace.ctypes.data,
            workspace.nbytes,
            fit,
        )
    )
    return tuple(map(rows_of.level, rows[: count.value])), _summary(fit)


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
    pairs = np.zeros(len(measured), dtype=rows_of.PAIR)
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
    rows = np.zeros(len(names), dtype=rows_of.DEVICE)
    for row, name in zip(rows, names, strict=True):
        row["name"] = rows_of.encoded_name("device", name)
    fit = _fit_result()
    workspace = _workspace(len(rows), len(pairs))
    check(
        library.rangekit_calibration_fit_delays(
            _options(options),
            pointer(pairs, c.rangekit_calibration_pair),
            len(pairs),
            pointer(rows, c.rangekit_calibration_device),
            len(rows),
            workspace.ctypes.data,
            workspace.nbytes,
            fit,
        )
    )
    return tuple(map(rows_of.device, rows)), _summary(fit)


def _link_indices(
    anchor: Sequence[str], tag: Sequence[str] | None
) -> tuple[list[tuple[str, str]], npt.NDArray[np.uint32]]:
    """The links in order of first appearance, and which one each row belongs to."""
    pairs = list(zip(anchor, tag if tag is not None else [""] * len(anchor), strict=True))
    index = {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}
    return list(index), np.array([index[pair] for pair in pairs], dtype=np.uint32)


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
