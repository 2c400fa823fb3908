"""rangekit twr: timestamps to metres."""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from rangekit import twr
from rangekit.base import Status, status_message
from rangekit.command_line.output import CellError, RowError, RowProgress, UnusableInputError, shown
from rangekit.command_line.table import Chunk, Table, cell, check_width, is_plain, not_readable, number
from rangekit.command_line.twr_output import Summary, writer
from rangekit.errors import ArgumentError

DESCRIPTION = """\
Turns the raw timestamps of two-way ranging exchanges into metres, one row per exchange.

columns (any order and case; other columns are ignored; comma, semicolon or tab between them):
  t1 to t6            double-sided: t1 poll sent, t2 poll received, t3 response sent, t4 response
                      received, t5 final sent, t6 final received; t1 t4 t5 by the initiator
  t1 to t4, cfo_ppm   single-sided: cfo_ppm = (initiator's clock / responder's - 1) x 1e6
Stamps are whole device ticks, 0 to 2^64 - 1, that wrap at --bits.

The standard deviation rests on the noise of a receive stamp (100 ps unless --timestamp-noise-ps says
otherwise) and, single-sided, that of the measured clock offset (0.02 ppm unless --clock-offset-noise-ppm does)
alone: what calibration leaves and blocked paths add is not in it.

With --json, standard output is one JSON array with an object per row, in order: "row" (counted from 1)
with "distance_m" and "distance_stddev_m", or with "error" (the name of a status) and "message".
"""

EPILOG = """\
examples:
  rangekit twr exchanges.csv --bits 40 --json
  rangekit twr dw1000.csv --responder-rx-delay 16436 --responder-tx-delay 16436 --csv > ranges.csv
  rangekit simulate | rangekit twr -
"""

SPEEDS = {"vacuum": twr.SPEED_OF_LIGHT_MPS, "air": twr.SPEED_OF_LIGHT_AIR_MPS}
DELAYS = ("initiator_tx", "initiator_rx", "responder_tx", "responder_rx")
METHODS = {"double-sided": ("t1", "t2", "t3", "t4", "t5", "t6"), "single-sided": ("t1", "t2", "t3", "t4")}


class Subparsers(Protocol):
    def add_parser(self, name: str, **arguments: Any) -> argparse.ArgumentParser: ...


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "twr",
        help="timestamps to metres",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("file", help="CSV file with a header line; - reads standard input")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="a JSON array with an object per row")
    form.add_argument("--csv", action="store_true", help="CSV: row, distance_m, distance_stddev_m, error, message")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if any row is refused")
    parser.add_argument(
        "--method", choices=list(METHODS), help="default: double-sided if t5 and t6 are there, else single-sided"
    )
    parser.add_argument("--bits", type=int, default=40, help="width at which the stamps wrap, 32 to 64 (default 40)")
    parser.add_argument(
        "--tick",
        type=float,
        default=twr.UWB_TICK_S,
        metavar="S",
        help=f"seconds per tick (default {twr.UWB_TICK_S!r})",
    )
    parser.add_argument("--speed", type=speed, default="vacuum", help="vacuum (default), air, or metres per second")
    parser.add_argument(
        "--interval-limit", type=int, default=0, metavar="TICKS", help="refuse longer rounds and replies (0: do not)"
    )
    parser.add_argument(
        "--clock-tolerance-ppm",
        type=float,
        default=100.0,
        metavar="PPM",
        help="each clock is true within this (default 100)",
    )
    parser.add_argument(
        "--timestamp-noise-ps",
        type=float,
        default=100.0,
        metavar="PS",
        help="standard deviation of a receive stamp (default 100)",
    )
    parser.add_argument(
        "--clock-offset-noise-ppm",
        type=float,
        default=0.02,
        metavar="PPM",
        help="standard deviation of cfo_ppm (default 0.02)",
    )
    for delay in DELAYS:
        device, direction = delay.split("_")
        what = f"{device}'s antenna delay, {'sending' if direction == 'tx' else 'receiving'} (default 0)"
        parser.add_argument(f"--{device}-{direction}-delay", type=float, default=0.0, metavar="TICKS", help=what)


def speed(text: str) -> float:
    """vacuum, air, or a number."""
    if text.lower() in SPEEDS:
        return SPEEDS[text.lower()]
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not a speed; give vacuum, air, or metres per second"
        ) from None


def run(arguments: argparse.Namespace) -> int:
    options = {
        "timestamp_bits": arguments.bits,
        "tick_s": arguments.tick,
        "speed_mps": arguments.speed,
        "interval_limit_ticks": arguments.interval_limit,
        "clock_tolerance_ppm": arguments.clock_tolerance_ppm,
        "timestamp_stddev_s": arguments.timestamp_noise_ps / 1e12,
        "clock_offset_stddev_ppm": arguments.clock_offset_noise_ppm,
        **{f"{delay}_delay_ticks": getattr(arguments, f"{delay}_delay") for delay in DELAYS},
    }
    check_options(options)
    table = Table(arguments.file)
    method = arguments.method or method_of(table)
    reader = Reader(table, method, options)
    form = "json" if arguments.json else "csv" if arguments.csv else "text"
    noise = f"stamp noise of {arguments.timestamp_noise_ps:g} ps"
    if method == "single-sided":
        noise += f" and clock-offset noise of {arguments.clock_offset_noise_ppm:g} ppm"
    summary = Summary(method, noise)
    with RowProgress("ranging") as progress, writer(form, sys.stdout, summary) as write:
        for chunk in table.chunks():
            ranges, errors = reader.read(chunk)
            summary.add(ranges, errors)
            write(chunk.first_row, ranges, errors)
            progress.advance(len(ranges))
    return 1 if arguments.strict and summary.refused else 0


def method_of(table: Table) -> str:
    """What the columns are for."""
    if table.has("t5", "t6"):
        return "double-sided"
    if table.has("cfo_ppm"):
        return "single-sided"
    raise table.unusable(
        "double-sided ranging needs the columns t1, t2, t3, t4, t5, t6; single-sided ranging needs t1, t2, t3, t4, "
        "cfo_ppm"
    )


def check_options(options: dict[str, Any]) -> None:
    """Refuses options that the library refuses, by the names that they have on the command line."""
    flags = {
        "timestamp_bits": "bits",
        "tick_s": "tick",
        "speed_mps": "speed",
        "timestamp_stddev_s": "timestamp-noise-ps",
        "clock_offset_stddev_ppm": "clock-offset-noise-ppm",
    }
    for name, value in options.items():
        try:
            twr.double_sided([], **{name: value})
        except ArgumentError as error:
            flag = flags.get(name, name.removesuffix("_ticks").replace("_", "-"))
            accepted = twr.OPTION_RANGES[name]
            if name == "timestamp_stddev_s":
                value, accepted = value * 1e12, "0 to 1e12"
            raise UnusableInputError(f"--{flag} {value}: it must be {accepted}") from error


class Reader:
    """Turns rows of text into ranges; 64-bit stamps stay integers all the way."""

    def __init__(self, table: Table, method: str, options: dict[str, Any]) -> None:
        self.header = table.header
        self.names = METHODS[method]
        needed = self.names if method == "double-sided" else (*self.names, "cfo_ppm")
        if missing := [name for name in needed if not table.has(name)]:
            raise table.unusable(
                f"{method} ranging needs the columns {', '.join(needed)}; missing: {', '.join(missing)}"
            )
        self.indices = [table.index(name) for name in self.names]
        self.offset_index = table.index("cfo_ppm") if method == "single-sided" else None
        self.options = options

    def read(self, chunk: Chunk) -> tuple[twr.Ranges, dict[int, RowError]]:
        """The ranges of a chunk, and the error of each refused row by its index in the chunk."""
        stamps, offsets, bad = self._parse(chunk)
        if self.offset_index is None:
            ranges = twr.double_sided(stamps, **self.options)
        else:
            ranges = twr.single_sided(stamps, offsets, **self.options)
        for index, (status, _) in bad.items():
            ranges.rows[index] = (0.0, 0.0, status)
        errors = {}
        for index, refusal in ranges.refusals().items():
            message = bad[index][1] if index in bad else self._explain(refusal, stamps[index], offsets[index])
            line = chunk.lines[index]
            errors[index] = RowError(chunk.first_row + index, line, refusal, f"line {line}: {message}")
        return ranges, errors

    def _parse(
        self, chunk: Chunk
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.float64], dict[int, tuple[Status, str]]]:
        """Whole columns at once; rows with anything unusual in them again, cell by cell."""
        width, rows = len(self.header), chunk.rows
        unusual = {index for index, row in enumerate(rows) if len(row) != width}
        if unusual:
            blank = [""] * width
            rows = [blank if index in unusual else row for index, row in enumerate(rows)]
        stamps = np.zeros((len(rows), len(self.names)), dtype=np.uint64)
        offsets = np.zeros(len(rows))
        for column, index in enumerate(self.indices):
            stamps[:, column] = _stamp_column([row[index] for row in rows], unusual)
        if self.offset_index is not None:
            offsets = _number_column([row[self.offset_index] for row in rows], unusual)
        bad: dict[int, tuple[Status, str]] = {}
        for index in unusual:
            try:
                stamps[index], offsets[index] = self._parse_row(chunk.rows[index])
            except CellError as error:
                stamps[index], offsets[index] = 0, 0.0
                bad[index] = error.status, error.message  # not the error: it would hold on to these rows
        return stamps, offsets, bad

    def _parse_row(self, row: list[str]) -> tuple[list[int], float]:
        check_width(row, self.header)
        stamps = [stamp(cell(row, index, name), name) for index, name in zip(self.indices, self.names, strict=True)]
        if self.offset_index is None:
            return stamps, 0.0
        return stamps, number(cell(row, self.offset_index, "cfo_ppm"), "cfo_ppm")

    def _explain(self, status: int, stamps: npt.NDArray[np.uint64], offset_ppm: float) -> str:
        """The library's sentence for a refused row, with the numbers that it is about."""
        sentence = status_message(status).rstrip(".")
        values = [int(value) for value in stamps]
        bits = self.options["timestamp_bits"]
        if status == Status.ERROR_TIMESTAMP_RANGE:
            wide = [f"{n} = {v}" for n, v in zip(self.names, values, strict=True) if v >> bits]
            return f"{sentence}: {', '.join(wide)}, stamps of {bits} bits end at {(1 << bits) - 1}"
        if status in (Status.ERROR_CLOCK_OFFSET_RANGE, Status.ERROR_NOT_FINITE):
            tolerance_ppm = self.options["clock_tolerance_ppm"]
            limit_ppm = 2 * tolerance_ppm / (1 - tolerance_ppm * 1e-6)  # two clocks, each off by as much as it may
            return f"{sentence}: cfo_ppm = {offset_ppm:g}, at most {limit_ppm:.8g} is accepted"
        intervals = ", ".join(f"{name} {ticks}" for name, ticks in self._intervals(values))
        return f"{sentence}: {intervals} ticks"

    def _intervals(self, stamps: list[int]) -> Iterator[tuple[str, int]]:
        mask = (1 << self.options["timestamp_bits"]) - 1
        for name, later, earlier in (("round", 4, 1), ("reply", 3, 2), ("second round", 6, 3), ("second reply", 5, 4)):
            if later <= len(stamps):
                yield f"{name} t{later} - t{earlier} =", (stamps[later - 1] - stamps[earlier - 1]) & mask


def is_digits(text: str) -> bool:
    """Whether a text is decimal digits alone, of ASCII."""
    return text.isdecimal() and text.isascii()


def _stamp_column(cells: list[str], unusual: set[int]) -> npt.NDArray[np.uint64]:
    """Stamps as exact integers; adds the rows of cells that are anything but digits, and leaves 0 there."""
    cells = list(map(str.strip, cells))
    if not all(map(is_digits, cells)):
        strange = [index for index, text in enumerate(cells) if not is_digits(text)]
        unusual.update(strange)
        for index in strange:
            cells[index] = "0"
    try:
        return np.fromiter(map(int, cells), dtype=np.uint64, count=len(cells))
    except (OverflowError, ValueError):  # beyond 64 bits, or beyond what int() takes
        long = [index for index, text in enumerate(cells) if len(text) > 19]
        unusual.update(long)
        for index in long:
            cells[index] = "0"
        return np.fromiter(map(int, cells), dtype=np.uint64, count=len(cells))


def _number_column(cells: list[str], unusual: set[int]) -> npt.NDArray[np.float64]:
    """Numbers; adds the rows of cells that are not finite decimal numbers, and leaves 0 there."""

    def value(text: str) -> float:
        try:
            return float(text) if is_plain(text) else math.nan
        except ValueError:
            return math.nan

    values = np.fromiter(map(value, cells), dtype=np.float64, count=len(cells))
    strange = np.flatnonzero(~np.isfinite(values))
    unusual.update(strange.tolist())
    values[strange] = 0.0
    return values


def stamp(text: str, name: str) -> int:
    """A stamp as an exact integer."""
    if len(text) < 20 and is_digits(text):
        return int(text)
    if re.fullmatch(r"\+?[0-9]+", text):
        digits = text.lstrip("+").lstrip("0")
        value = int(digits or "0") if len(digits) <= 20 else 1 << 64
        if value < 1 << 64:
            return value
        raise CellError(
            Status.ERROR_TIMESTAMP_RANGE, f"column {name}: found {shown(text)}, beyond 64 bits (2^64 - 1 at most)"
        )
    if re.fullmatch(r"-[0-9]+", text):
        raise CellError(Status.ERROR_OUT_OF_RANGE, f"column {name}: found {shown(text)}; stamps are not negative")
    raise not_readable(text, name, "a whole number of ticks")
