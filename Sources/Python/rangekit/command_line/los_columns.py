"""Reads receivers' registers from delimited text, under the names that public sets and drivers give them."""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import signal
from rangekit.base import Status
from rangekit.command_line.output import CellError, RowError, UnusableInputError, shown
from rangekit.command_line.table import Table, check_width, not_readable, number

# What a register is called elsewhere: lower case, without spaces, points and underscores.
NAMES: Final = {
    "fp_amp1": "fpamp1 fpampl1 fpamplitude1 firstpathamp1 firstpathampl1 firstpathamplitude1 fppamp1 ipatovf1 "
    "fppoint1 amp1 f1",
    "fp_amp2": "fpamp2 fpampl2 fpamplitude2 firstpathamp2 firstpathampl2 firstpathamplitude2 fppamp2 ipatovf2 "
    "fppoint2 amp2 f2",
    "fp_amp3": "fpamp3 fpampl3 fpamplitude3 firstpathamp3 firstpathampl3 firstpathamplitude3 fppamp3 ipatovf3 "
    "fppoint3 amp3 f3",
    "cir_pwr": "cirpwr cirpower cirp maxgrowthcir cirmaxgrowth channelimpulseresponsepower ipatovpower c",
    "rxpacc": "rxpacc pacc rxpreamcount rxpreamblecount preamcount preamblecount preambleaccumulationcount "
    "preambleaccumulation pac accumulatedcount accumcount ipatovaccumcount n",
    "rxpacc_nosat": "rxpaccnosat paccnosat",
    "std_noise": "stdnoise stdevnoise stddevnoise noisestd noisestdev cirnoise cirnoisestd cnoisestd stdofnoise noise",
    "power_dbm": "rssidbm powerdbm rxdbm rxpower rxpowerdbm rxlevel rxleveldbm rxpwr rssi rss rsl rsldbm prx",
    "first_path_power_dbm": "fpdbm fppower fppowerdbm firstpathpower firstpathpowerdbm fprssi rssifpdbm rssifp fppwr "
    "rssfp fpl firstpathlevel fplevel",
    "first_path_index": "fpidx fpindex firstpath firstpathindex firstpathidx",
    "peak_index": "peakidx peakindex peakpathindex",
}
PRF: Final = "prf prfr prfmhz rxprf pulserepetitionfrequency"
BLOCKED: Final = "nlos isnlos nlosflag label class"
OPEN: Final = "los islos losflag"
# As the registers' numbers for them, too.
PRF_VALUES: Final = {"16": 16, "64": 64, "1": 16, "2": 64, "16mhz": 16, "64mhz": 64, "15.6": 16, "62.4": 64}
TRUE: Final = frozenset({"1", "1.0", "true", "yes", "y"})
FALSE: Final = frozenset({"0", "0.0", "false", "no", "n", "-1"})


@dataclasses.dataclass(frozen=True, eq=False)
class Receptions:
    """The rows of a file, in order."""

    name: str
    columns: dict[str, str]  #: register -> header of the column that it came from
    rows: npt.NDArray[np.int64]  #: (n,) counted from 1, without the header
    lines: npt.NDArray[np.int64]  #: (n,) in the file, counted from 1
    registers: npt.NDArray[Any]  #: (n,) of REGISTERS_DTYPE
    prf_mhz: npt.NDArray[np.int64]  #: (n,)
    is_blocked: npt.NDArray[np.bool_]  #: (n,) see is_labelled
    is_labelled: npt.NDArray[np.bool_]  #: (n,)
    distance_m: npt.NDArray[np.float64]  #: (n,) for pictures; NaN where unknown
    errors: dict[int, RowError]  #: rows that could not be read, by index
    label_errors: list[RowError]  #: rows that are judged, but whose label could not be read


def plain(name: str) -> str:
    """A header without what people write differently."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


class Columns:
    """Which column holds what."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._found: dict[str, list[int]] = {}
        for index, header in enumerate(table.header):
            self._found.setdefault(plain(header), []).append(index)
        found = {register: self.find(names) for register, names in NAMES.items()}
        self.registers = {register: column for register, column in found.items() if column is not None}
        self.prf = self.find(PRF)
        self.blocked, self.open = self.find(BLOCKED), self.find(OPEN)
        self.distance = self.find("truem truerange distance distancem range rangem")
        has_first_path = {"fp_amp1", "fp_amp2", "fp_amp3", "rxpacc"} <= self.registers.keys()
        if not has_first_path and "first_path_power_dbm" not in self.registers:
            missing = [name for name in ("fp_amp1", "fp_amp2", "fp_amp3", "rxpacc") if name not in self.registers]
            raise table.unusable(
                f"the columns fp_amp1, fp_amp2, fp_amp3 and rxpacc (better with cir_pwr and std_noise), or fp_dbm, are "
                f"needed; missing: {', '.join(missing)}"
            )
        amplitudes = [name for name in ("fp_amp1", "fp_amp2", "fp_amp3") if name in self.registers]
        if 0 < len(amplitudes) < 3:
            for amplitude in amplitudes:
                del self.registers[amplitude]
        for name, other in (("first_path_index", "peak_index"), ("peak_index", "first_path_index")):
            if other not in self.registers:
                self.registers.pop(name, None)

    def find(self, names: str) -> int | None:
        """The column under the first of these names that is there."""
        for name in names.split():
            found = self._found.get(name, [])
            if len(found) > 1:
                raise self._table.unusable(f"the column {self._table.header[found[0]]} is there {len(found)} times")
            if found:
                return found[0]
        return None


def read_receptions(path: str, prf_mhz: int) -> Receptions:
    """Reads all rows; one that cannot be read has an error with its line."""
    table = Table(path)
    columns = Columns(table)
    cells: list[list[str]] = []
    lines: list[int] = []
    for chunk in table.chunks():
        cells += chunk.rows
        lines += chunk.lines
    if not cells:
        raise UnusableInputError(f"{table.name} has a header and no rows")
    reader = _Reader(table, columns, cells, lines)
    values = {register: reader.numbers(index) for register, index in columns.registers.items()}
    prf = np.full(len(cells), prf_mhz, dtype=np.int64)
    if columns.prf is not None:
        given = reader.each(columns.prf, _prf)
        prf = np.where(np.isnan(given), prf, np.nan_to_num(given)).astype(np.int64)
    label = np.full(len(cells), np.nan)
    label_errors: dict[int, RowError] = {}
    if columns.blocked is not None:
        label = reader.each(columns.blocked, _blocked, label_errors)
    elif columns.open is not None:
        label = 1 - reader.each(columns.open, _open, label_errors)
    distance = np.full(len(cells), np.nan)
    if columns.distance is not None:
        distance = reader.numbers(columns.distance, required=False)
    for index in reader.errors:
        for column in values.values():
            column[index] = np.nan
    return Receptions(
        table.name,
        {register: table.header[index] for register, index in columns.registers.items()},
        np.arange(1, len(cells) + 1),
        np.array(lines, dtype=np.int64),
        signal.registers(**values),
        prf,
        label == 1,
        ~np.isnan(label),
        distance,
        reader.errors,
        list(label_errors.values()),
    )


class _Reader:
    def __init__(self, table: Table, columns: Columns, cells: list[list[str]], lines: list[int]) -> None:
        self._header, self._cells, self._lines = table.header, cells, lines
        self.errors: dict[int, RowError] = {}
        for index, row in enumerate(cells):
            if len(row) > len(self._header):
                try:
                    check_width(row, self._header)
                except CellError as error:
                    self._note(index, error)

    def _note(self, index: int, error: CellError, errors: dict[int, RowError] | None = None) -> None:
        target = self.errors if errors is None else errors
        target.setdefault(index, error.at(index + 1, self._lines[index]))

    def numbers(self, column: int, required: bool = True) -> npt.NDArray[np.float64]:
        """A column of numbers; NaN where the cell is empty or cannot be read."""
        texts = [row[column] if column < len(row) else "" for row in self._cells]
        try:
            if not any("_" in text for text in texts):
                values = np.array(texts, dtype=np.float64)
                if np.isfinite(values).all():
                    return values
        except ValueError:
            pass  # cell by cell, to say which
        return self.each(column, number if required else _optional)

    def each(self, column: int, read: Any, errors: dict[int, RowError] | None = None) -> npt.NDArray[np.float64]:
        """A column through a function of cell and name; NaN where the cell is empty or cannot be read."""
        name = self._header[column]
        values = np.full(len(self._cells), np.nan)
        for index, row in enumerate(self._cells):
            text = row[column].strip() if column < len(row) else ""
            if not text or text.lower() == "nan":
                continue
            try:
                values[index] = read(text, name)
            except CellError as error:
                self._note(index, error, errors)
        return values


def _optional(text: str, name: str) -> float:
    try:
        return number(text, name)
    except CellError:
        return float("nan")


def _prf(text: str, name: str) -> float:
    key = text.lower().replace(" ", "").removesuffix(".0")
    if key not in PRF_VALUES:
        raise not_readable(text, name, "a pulse repetition frequency: 16 or 64 (MHz)")
    return PRF_VALUES[key]


def _blocked(text: str, name: str) -> float:
    return _truth(text, name, {"nlos": 1.0, "los": 0.0})


def _open(text: str, name: str) -> float:
    return _truth(text, name, {"los": 1.0, "nlos": 0.0})


def _truth(text: str, name: str, words: dict[str, float]) -> float:
    key = text.lower()
    if plain(key) in words:
        return words[plain(key)]
    if key in TRUE:
        return 1.0
    if key in FALSE:
        return 0.0
    raise CellError(
        Status.ERROR_INVALID_VALUE, f"column {name}: found {shown(text)}, expected a label: 0 or 1, los or nlos"
    )
