"""signal.h: how strong a reception was, range bias against level, and distance from level alone.

    received = registers(fp_amp1=a1, fp_amp2=a2, fp_amp3=a3, cir_pwr=power, rxpacc=count)
    found = levels(received)                                # DW1000, PRF 64
    found.power_dbm, found.first_path_power_dbm
    better = correct_ranges(range_m, found.power_dbm, table(Table.BIAS_500_MHZ_PRF_64))

Options of `levels`, by keyword, with their defaults:

    radio            Radio.DW1000
    prf_mhz          64                   16 or 64
    sequence         Sequence.IPATOV      or STS (DW3000)
    data_rate_kbps   6800                 110, 850 or 6800
    sfd              Sfd.STANDARD
    level_stddev_db  0.6                  noise of one level, dB
"""

from __future__ import annotations

import ctypes
import enum
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_numbers, as_records
from rangekit._library import library
from rangekit._rows import Rows, pointer, points, published, run
from rangekit._structures import as_float, as_integer, assign, default, name_refused_option
from rangekit.errors import ArgumentError, check

#: What each option of `levels` may be, in words.
OPTION_RANGES: Final[dict[str, str]] = {
    "radio": "a Radio",
    "prf_mhz": "16 or 64",
    "sequence": "a Sequence; STS needs a DW3000 and PRF 64",
    "data_rate_kbps": "110, 850 or 6800",
    "sfd": "an Sfd",
    "level_stddev_db": "0 to 100",
}

#: What each option of `path_loss` may be, in words.
PATH_LOSS_RANGES: Final[dict[str, str]] = {
    "reference_power_dbm": "-200 to 100",
    "exponent": "0.1 to 10",
    "shadowing_stddev_db": "0 to 100",
}

#: One reception as the C contract has it.
REGISTERS_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_signal_registers)


class Radio(enum.IntEnum):
    """Receivers whose registers are understood."""

    DW1000 = c.RANGEKIT_SIGNAL_RADIO_DW1000
    DW3000_C0 = c.RANGEKIT_SIGNAL_RADIO_DW3000_C0
    DW3000_D0 = c.RANGEKIT_SIGNAL_RADIO_DW3000_D0
    DW3000_E0 = c.RANGEKIT_SIGNAL_RADIO_DW3000_E0


class Sequence(enum.IntEnum):
    """Which part of a frame the registers are about."""

    IPATOV = c.RANGEKIT_SIGNAL_SEQUENCE_IPATOV
    STS = c.RANGEKIT_SIGNAL_SEQUENCE_STS


class Sfd(enum.IntEnum):
    """Start-of-frame delimiters."""

    STANDARD = c.RANGEKIT_SIGNAL_SFD_STANDARD
    DECAWAVE_8 = c.RANGEKIT_SIGNAL_SFD_DECAWAVE_8
    DECAWAVE_16 = c.RANGEKIT_SIGNAL_SFD_DECAWAVE_16
    DECAWAVE_64 = c.RANGEKIT_SIGNAL_SFD_DECAWAVE_64


class Table(enum.IntEnum):
    """Published tables over the receive level."""

    BIAS_500_MHZ_PRF_16 = c.RANGEKIT_SIGNAL_TABLE_BIAS_500_MHZ_PRF_16  #: APS011, metres, to be subtracted
    BIAS_500_MHZ_PRF_64 = c.RANGEKIT_SIGNAL_TABLE_BIAS_500_MHZ_PRF_64
    BIAS_900_MHZ_PRF_16 = c.RANGEKIT_SIGNAL_TABLE_BIAS_900_MHZ_PRF_16
    BIAS_900_MHZ_PRF_64 = c.RANGEKIT_SIGNAL_TABLE_BIAS_900_MHZ_PRF_64
    SATURATION_PRF_16 = c.RANGEKIT_SIGNAL_TABLE_SATURATION_PRF_16  #: estimated level -> level at the input, dBm
    SATURATION_PRF_64 = c.RANGEKIT_SIGNAL_TABLE_SATURATION_PRF_64


class LevelField(enum.IntFlag):
    """Bits of `Levels.fields`."""

    POWER = c.RANGEKIT_SIGNAL_LEVEL_HAS_POWER
    FIRST_PATH_POWER = c.RANGEKIT_SIGNAL_LEVEL_HAS_FIRST_PATH_POWER
    INPUT_POWER = c.RANGEKIT_SIGNAL_LEVEL_HAS_INPUT_POWER
    SATURATED = c.RANGEKIT_SIGNAL_LEVEL_SATURATED  #: the input is at input_power_dbm or above
    ADJUSTED = c.RANGEKIT_SIGNAL_LEVEL_ADJUSTED  #: rxpacc was lowered by the SFD's symbols


class Levels(Rows):
    """Levels: power_dbm, first_path_power_dbm, input_power_dbm, level_stddev_db, input_stddev_db, fields, status."""


class Lookups(Rows):
    """What a table says: value, slope (per dB), fields, status. `clamped`: outside the table."""

    @property
    def clamped(self) -> npt.NDArray[np.bool_]:
        return self.has(c.RANGEKIT_SIGNAL_LOOKUP_CLAMPED)


class CorrectedRanges(Lookups):
    """Distances freed of their bias: distance_m, bias_m, stddev_m (from the level's noise), fields, status."""


class PathLossDistances(Rows):
    """Log-normal distances: distance_m (the median), mean_m, distance_stddev_m, lower_95_m, upper_95_m, status."""


# Keyword -> bit, fields of the structure.
_COLUMNS: Final = {
    "cir_pwr": (c.RANGEKIT_SIGNAL_HAS_CIR_POWER, "cir_power"),
    "rxpacc": (c.RANGEKIT_SIGNAL_HAS_COUNT, "accumulated_count"),
    "rxpacc_nosat": (c.RANGEKIT_SIGNAL_HAS_UNSATURATED_COUNT, "unsaturated_count"),
    "std_noise": (c.RANGEKIT_SIGNAL_HAS_NOISE, "std_noise"),
    "power_dbm": (c.RANGEKIT_SIGNAL_HAS_POWER, "power_dbm"),
    "first_path_power_dbm": (c.RANGEKIT_SIGNAL_HAS_FIRST_PATH_POWER, "first_path_power_dbm"),
}
_GROUPS: Final = {
    ("fp_amp1", "fp_amp2", "fp_amp3"): (
        c.RANGEKIT_SIGNAL_HAS_AMPLITUDES,
        ("fp_amplitude_1", "fp_amplitude_2", "fp_amplitude_3"),
    ),
    ("first_path_index", "peak_index"): (c.RANGEKIT_SIGNAL_HAS_PATH_INDEX, ("first_path_index", "peak_index")),
}
REGISTER_NAMES: Final = (*(name for group in _GROUPS for name in group), *_COLUMNS, "digital_gain")


def registers(**columns: npt.ArrayLike) -> npt.NDArray[Any]:
    """Receptions from columns, as (n,) of REGISTERS_DTYPE.

    Args:
        **columns: (n,) numbers each, by the names of the registers: fp_amp1, fp_amp2, fp_amp3 (all or none),
            cir_pwr, rxpacc, rxpacc_nosat, std_noise, first_path_index and peak_index (both or none), digital_gain;
            and power_dbm, first_path_power_dbm, used where registers are missing. NaN: missing in that row.
    """
    if unknown := [name for name in columns if name not in REGISTER_NAMES]:
        raise TypeError(f"there is no register {unknown[0]}; registers are {', '.join(REGISTER_NAMES)}")
    if not columns:
        raise TypeError(f"no register is given; registers are {', '.join(REGISTER_NAMES)}")
    count = len(np.atleast_1d(next(iter(columns.values()))))
    values = {name: as_numbers(name, np.atleast_1d(value), np.float64, count) for name, value in columns.items()}
    rows = np.zeros(count, dtype=REGISTERS_DTYPE)
    for name, (bit, field) in _COLUMNS.items():
        if name in values:
            rows[field] = values[name]
            rows["fields"] |= np.where(np.isnan(values[name]), 0, bit).astype(np.uint32)
    for names, (bit, fields) in _GROUPS.items():
        given = [name for name in names if name in values]
        if given and len(given) < len(names):
            raise TypeError(f"{', '.join(names)} belong together; only {', '.join(given)} is given")
        if given:
            missing = np.isnan([values[name] for name in names]).any(axis=0)
            rows["fields"] |= np.where(missing, 0, bit).astype(np.uint32)
            for name, field in zip(names, fields, strict=True):
                rows[field] = values[name]
    if "digital_gain" in values:
        gain = values["digital_gain"]
        if not np.all((gain >= 0) & (gain <= 7) & (gain == np.floor(gain))):
            raise ValueError("digital_gain must be whole numbers from 0 to 7")
        rows["digital_gain"] = gain.astype(np.uint32)
    return rows


def levels(received: npt.NDArray[Any], **options: Any) -> Levels:
    """The levels of receptions, (n,) of REGISTERS_DTYPE: see `registers`. Options: see the module's table.

    What the registers of a row are missing for is absent there: ask `found.has(LevelField.POWER)`.
    """
    rows = as_records("received", received, REGISTERS_DTYPE)
    function = library.rangekit_signal_levels_batch
    before = (signal_options(options),)
    return Levels(*run(function, before, rows, c.rangekit_signal_registers, c.rangekit_signal_level))


def rxpacc_adjustment(data_rate_kbps: int, sfd: Sfd = Sfd.STANDARD) -> int:
    """What to add to RXPACC where it equals RXPACC_NOSAT: 0 or a negative number of symbols."""
    adjustment = ctypes.c_int32()
    rate = as_integer("data_rate_kbps", data_rate_kbps, ctypes.c_uint32)
    check(library.rangekit_signal_rxpacc_adjustment(rate, int(sfd), adjustment))
    return adjustment.value


def table(which: Table) -> npt.NDArray[np.float64]:
    """A published table: (n, 2), level in dBm (ascending) and value."""
    return published(library.rangekit_signal_table, which, c.rangekit_signal_table_point)


def lookup(points_: npt.ArrayLike, powers_dbm: npt.ArrayLike) -> Lookups:
    """Looks levels up in a table, (n, 2) of level and value: linear between points, clamped at the ends."""
    pairs, powers = points("points", points_), as_numbers("powers_dbm", powers_dbm, np.float64)
    before = (pointer(pairs, c.rangekit_signal_table_point), len(pairs))
    function = library.rangekit_signal_table_lookup_batch
    return Lookups(*run(function, before, powers, ctypes.c_double, c.rangekit_signal_lookup))


def correct_ranges(
    distances_m: npt.ArrayLike, powers_dbm: npt.ArrayLike, points_: npt.ArrayLike, power_stddev_db: float = 0.6
) -> CorrectedRanges:
    """Subtracts the bias that a table, (n, 2) of level and metres, has for the levels of distances."""
    pairs = points("points", points_)
    distances = np.require(as_numbers("distances_m", distances_m, np.float64), requirements=["C", "A"])
    powers = as_numbers("powers_dbm", powers_dbm, np.float64, len(distances))
    before = (
        pointer(pairs, c.rangekit_signal_table_point),
        len(pairs),
        as_float("power_stddev_db", power_stddev_db),
    )
    function = library.rangekit_signal_correct_ranges_batch
    return CorrectedRanges(
        *run(
            function,
            before,
            powers,
            ctypes.c_double,
            c.rangekit_signal_corrected,
            pointer(distances, ctypes.c_double),
        )
    )


def path_loss(powers_dbm: npt.ArrayLike, **options: Any) -> PathLossDistances:
    """Distances from levels alone, log-normal.

    Options, by keyword, with their defaults: reference_power_dbm at 1 m (-63), exponent (2), shadowing_stddev_db (6).
    """

    def made(given: dict[str, Any]) -> c.rangekit_signal_path_loss_options:
        structure = default(c.rangekit_signal_path_loss_options, library.rangekit_signal_path_loss_options_default)
        assign(structure, given)
        return structure

    def status(given: dict[str, Any]) -> int:
        return int(library.rangekit_signal_path_loss_batch(made(given), None, 0, None, None))

    if refused := status(options):
        raise name_refused_option(
            ArgumentError(refused), options, PATH_LOSS_RANGES, lambda name: status({name: options[name]})
        )
    powers = as_numbers("powers_dbm", powers_dbm, np.float64)
    function = library.rangekit_signal_path_loss_batch
    return PathLossDistances(*run(function, (made(options),), powers, ctypes.c_double, c.rangekit_signal_distance))


def signal_options(options: dict[str, Any]) -> c.rangekit_signal_options:
    """Options that the library takes; one that it refuses is named."""
    structure = _made(options)
    if refused := _status(structure):
        raise name_refused_option(
            ArgumentError(refused), options, OPTION_RANGES, lambda name: _status(_made({name: options[name]}))
        )
    return structure


def _made(options: dict[str, Any]) -> c.rangekit_signal_options:
    structure = default(c.rangekit_signal_options, library.rangekit_signal_options_default)
    assign(structure, options)
    return structure


def _status(structure: c.rangekit_signal_options) -> int:
    return int(library.rangekit_signal_levels_batch(structure, None, 0, None, None))
