"""rangekit import: rows of CSV as a recording."""

from __future__ import annotations

import argparse
import dataclasses
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO

import numpy as np

from rangekit import _bindings as c
from rangekit.base import Status
from rangekit.command_line.output import (
    CellError,
    RowError,
    RowProgress,
    UnusableInputError,
    counted,
    note,
    say,
    writing,
)
from rangekit.command_line.ranging_csv import read_anchors
from rangekit.command_line.table import Table, cell, check_width, not_readable, number
from rangekit.command_line.times import nanoseconds
from rangekit.command_line.twr import Subparsers
from rangekit.errors import RangeKitError
from rangekit.record import RecordKind, empty_body
from rangekit.recording import RecordingWriter, Sink
from rangekit.replay import ResultsWriter

DESCRIPTION = """\
Makes a recording of the rows of a CSV file: exact, checked record by record, and read by every command that reads
such rows.

columns (any order and case; other columns are ignored):
  t_s                   time in seconds
  anchor, link, target  whose distance it is; tag: who measured it
  range_m               measured distance; std_m, level_dbm, fp_level_dbm, nlos_probability, velocity_mps beside it
  idA idB dd_m          distance to idB minus distance to idA
  t1 to t6              stamps of a double-sided exchange; t1 to t4 and cfo_ppm: of a single-sided one
  true_m                the true distance; true_x true_y [true_z]: where the tag truly was
  ax ay [az]            where the anchor is (or --anchors)
  x_m y_m z_m           pose of an observer, with qx qy qz qw and light_lux; observer and antenna of a distance

A row with the column range_m and no measurement is a sample without a distance, which ages what is known. With
--results the recording also holds what two-way ranging and the quality estimator make of it, for `rangekit replay`
to compare with.

With --json, standard output is one JSON object: "output", "rows" (how many are recorded), "refused" (an array of "row",
"line", "error", "message").
"""

EPILOG = """\
examples:
  rangekit import recording.csv -o recording.rangekit
  rangekit import samples.csv --anchors anchors.csv -o samples.rangekit
"""

#: What a recording's name ends in.
SUFFIX: Final = ".rangekit"
_NAMES: Final = ("anchor", "link", "target")
_OF_SAMPLE: Final = (
    ("range_m", "distance_m", c.RANGEKIT_SAMPLE_HAS_DISTANCE),
    ("std_m", "distance_stddev_m", c.RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV),
    ("level_dbm", "power_dbm", c.RANGEKIT_SAMPLE_HAS_POWER),
    ("fp_level_dbm", "first_path_power_dbm", c.RANGEKIT_SAMPLE_HAS_FIRST_PATH_POWER),
    ("nlos_probability", "nlos_probability", c.RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY),
    ("velocity_mps", "velocity_mps", c.RANGEKIT_SAMPLE_HAS_VELOCITY),
)
_SIX: Final = tuple(f"t{n}" for n in range(1, 7))


def known_columns() -> list[str]:
    """The columns that are read."""
    names = ["t_s", "tag", *_NAMES, *_SIX, "cfo_ppm", *(name for name, _, _ in _OF_SAMPLE)]
    names += ["idA", "idB", "dd_m", "true_m", "true_x", "true_y", "true_z", "ax", "ay", "az"]
    return [*names, "x_m", "y_m", "z_m", "qx", "qy", "qz", "qw", "light_lux", "observer", "antenna"]


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "import",
        help="rows of CSV as a recording",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("file", help="CSV file with a header line; - reads standard input")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the recording; - for standard output")
    parser.add_argument("--anchors", metavar="FILE", help="CSV with the columns anchor, x_m, y_m and z_m")
    parser.add_argument("--results", action="store_true", help="record what estimators make of the rows as well")
    parser.add_argument("--device", default="", metavar="NAME", help="what measured, for the recording's header")
    parser.add_argument("--note", default="", metavar="TEXT", help="anything, for the recording's header")
    parser.add_argument("--json", action="store_true", help="what was recorded as one JSON object; -o is then a file")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if any row is refused")


def run(arguments: argparse.Namespace) -> int:
    if arguments.json and arguments.output == "-":
        raise UnusableInputError("--json and -o - both want standard output")
    table = Table(arguments.file)
    anchors = read_anchors(arguments.anchors) if arguments.anchors else None
    errors: list[RowError] = []
    with open_recording(arguments.output, arguments.device, arguments.note) as writer:
        rows = Rows(table, writer, results=arguments.results)
        if anchors is not None:
            for name, place in zip(anchors.names, anchors.xyz_m.tolist(), strict=True):
                rows.anchor(rows.source(name), place if anchors.has_z else place[:2])
        count = record_rows(table, rows, errors)
    for error in [] if arguments.json else errors[:20]:
        say(str(error), "red", sys.stderr)
    if count == 0:
        raise UnusableInputError(f"{table.name} has no row that can be recorded")
    if arguments.json:
        refusals = [
            {"row": error.row, "line": error.line, "error": error.name, "message": error.message} for error in errors
        ]
        print(json.dumps({"output": arguments.output, "rows": count, "refused": refusals}, indent=1))
    elif arguments.output != "-":
        refused = f", {counted(len(errors), 'row')} refused" if errors else ""
        note(f"{arguments.output}: {counted(count, 'row')} recorded{refused}")
    return 1 if arguments.strict and errors else 0


def open_recording(path: str, device: str = "", text: str = "") -> RecordingWriter:
    """A recording to write to, a file or standard output."""
    if path == "-" and sys.stdout.isatty():
        raise UnusableInputError("a recording is not text: give -o a file, or a pipe")
    try:
        file: Path | BinaryIO = sys.stdout.buffer if path == "-" else Path(path)
        return RecordingWriter(file, device=device, note=text)
    except OSError as error:
        raise UnusableInputError(f"{path} cannot be written: {error.strerror}") from error
    except ValueError as error:
        raise UnusableInputError(f"--{error}") from error


def write_rows(path: str | None, write: Callable[[TextIO], None], text: str) -> None:
    """Rows that a command makes, as CSV, or, where the name ends so, as a recording with results."""
    if path is None or not path.endswith(SUFFIX):
        with writing(path) as stream:
            write(stream)
        return
    stream = io.StringIO()
    write(stream)
    stream.seek(0)
    table = Table(path, stream=stream)
    errors: list[RowError] = []
    with open_recording(path, "rangekit simulate", text) as writer:
        record_rows(table, Rows(table, writer, results=True), errors)
    if errors:
        raise UnusableInputError(str(errors[0]))


def record_rows(table: Table, rows: Rows, errors: list[RowError]) -> int:
    """Records all rows but those that are refused; gives how many."""
    count = 0
    with RowProgress("recording") as progress:
        for chunk in table.chunks():
            for index, (cells, line) in enumerate(zip(chunk.rows, chunk.lines, strict=True)):
                try:
                    check_width(cells, table.header)
                    refused = rows.write(cells)
                    count += 1
                    if refused is not None:
                        errors.append(refused.at(chunk.first_row + index, line))
                except CellError as error:
                    errors.append(error.at(chunk.first_row + index, line))
                except RangeKitError as error:
                    row = chunk.first_row + index
                    errors.append(RowError(row, line, error.status, f"line {line}: {error.message}"))
            progress.advance(len(chunk.rows))
    return count


@dataclasses.dataclass
class _Measured:
    """What a row holds, read before anything is written of it."""

    records: list[tuple[RecordKind, Any, int, int]] = dataclasses.field(default_factory=list)

    def add(self, kind: RecordKind, body: Any, source: int = 0, code: int = 0) -> None:
        self.records.append((kind, body, source, code))


class Rows:
    """Records rows of a table."""

    def __init__(self, table: Table, writer: Sink, *, results: bool = False) -> None:
        self._writer = writer
        self._write = ResultsWriter(writer).write if results else writer.write
        self._indices = {name: table.index(name) for name in known_columns() if table.has(name)}
        if "t_s" not in self._indices:
            raise table.unusable("there is no column t_s")
        self._named = next((name for name in _NAMES if name in self._indices), None)
        self._sources: dict[str, int] = {}
        self._anchors: dict[int, list[float]] = {}

    def source(self, name: str) -> int:
        """The number of a name; a new one is written down."""
        if name not in self._sources:
            number = len(self._sources) + 1
            self._writer.name(number, name)
            self._sources[name] = number
        return self._sources[name]

    def anchor(self, source: int, place: list[float]) -> None:
        """Writes down where an anchor is, unless it is known there."""
        if self._anchors.get(source) == place:
            return
        self._anchors[source] = place
        body = empty_body(RecordKind.ANCHOR)
        body["id"] = source
        for name, value in zip(("x_m", "y_m", "z_m"), place, strict=False):
            body[name] = value
        self._writer.write(RecordKind.ANCHOR, body, source=source, code=2 if len(place) == 2 else 0)

    def write(self, cells: list[str]) -> CellError | None:
        """Records one row; one that cannot be read is refused as a whole, but for a truth, which is left out."""
        time_ns = nanoseconds(cell(cells, self._indices["t_s"], "t_s"))
        name = self._text(cells, self._named) if self._named else ""
        tag_name = self._text(cells, "tag")
        source = self.source(name) if name else 0
        tag = self.source(tag_name) if tag_name else 0
        measured = _Measured()
        self._pose(cells, measured, time_ns)
        self._stamps(cells, measured, source)
        self._sample(cells, measured, time_ns, source, tag)
        self._difference(cells, measured, time_ns, tag)
        if not measured.records:
            raise CellError(Status.ERROR_MISSING_VALUE, "the row holds no measurement")
        truth, refused = _Measured(), None
        try:
            self._truth(cells, truth, time_ns, source, tag)
        except CellError as error:
            refused = error
        place = self._numbers(cells, ("ax", "ay", "az")) or self._numbers(cells, ("ax", "ay"))
        if place and source:
            self.anchor(source, place)
        for kind, body, owner, code in truth.records + measured.records:
            self._write(kind, body, time_ns=time_ns, source=owner, code=code)
        return refused

    def _truth(self, cells: list[str], measured: _Measured, time_ns: int, source: int, tag: int) -> None:
        true_m = self._number(cells, "true_m")
        if true_m is not None:
            body = empty_body(RecordKind.TRUE_SAMPLE)
            body["time_ns"], body["distance_m"], body["fields"] = time_ns, true_m, c.RANGEKIT_SAMPLE_HAS_DISTANCE
            measured.add(RecordKind.TRUE_SAMPLE, body, source)
        place = self._numbers(cells, ("true_x", "true_y", "true_z")) or self._numbers(cells, ("true_x", "true_y"))
        if place:
            body = empty_body(RecordKind.TRUE_POSE)
            body["time_ns"], body["orientation"] = time_ns, (0, 0, 0, 1)
            body["position_m"][0, : len(place)] = place
            measured.add(RecordKind.TRUE_POSE, body, tag, 2 if len(place) == 2 else 0)

    def _pose(self, cells: list[str], measured: _Measured, time_ns: int) -> None:
        place = self._numbers(cells, ("x_m", "y_m", "z_m"))
        if not place:
            return
        body = empty_body(RecordKind.POSE)
        body["time_ns"], body["position_m"][0], body["orientation"] = time_ns, place, (0, 0, 0, 1)
        if orientation := self._numbers(cells, ("qx", "qy", "qz", "qw")):
            body["orientation"], body["fields"] = orientation, body["fields"] | c.RANGEKIT_POSE_HAS_ORIENTATION
        if (light := self._number(cells, "light_lux")) is not None:
            body["light_lux"], body["fields"] = light, body["fields"] | c.RANGEKIT_POSE_HAS_LIGHT
        body["observer"] = self._whole(cells, "observer", 2**32) or 0
        measured.add(RecordKind.POSE, body)

    def _stamps(self, cells: list[str], measured: _Measured, source: int) -> None:
        stamps = [self._whole(cells, name, 2**64) for name in _SIX]
        if all(stamp is not None for stamp in stamps):
            body = empty_body(RecordKind.DOUBLE_SIDED)
            for name, stamp in zip(body.dtype.names or (), stamps, strict=True):
                body[name] = stamp
            measured.add(RecordKind.DOUBLE_SIDED, body, source)
            return
        offset = self._number(cells, "cfo_ppm")
        if offset is not None and all(stamp is not None for stamp in stamps[:4]):
            body = empty_body(RecordKind.SINGLE_SIDED)
            for name, stamp in zip((body.dtype.names or ())[:4], stamps[:4], strict=True):
                body[name] = stamp
            body["clock_offset_ppm"] = offset
            measured.add(RecordKind.SINGLE_SIDED, body, source)

    def _sample(self, cells: list[str], measured: _Measured, time_ns: int, source: int, tag: int) -> None:
        if "range_m" not in self._indices or (self._number(cells, "range_m") is None and measured.records):
            return  # without any measurement it is an update that ages what is known
        sample = empty_body(RecordKind.SAMPLE)
        sample["time_ns"], sample["peer"] = time_ns, tag
        for name, field, bit in _OF_SAMPLE:
            value = self._number(cells, name)
            if value is not None:
                if not np.isfinite(np.float32(value)):
                    raise CellError(Status.ERROR_OUT_OF_RANGE, f"column {name}: {value:g} is beyond single precision")
                sample[field], sample["fields"] = value, sample["fields"] | bit
        observer, antenna = self._whole(cells, "observer", 2**32), self._whole(cells, "antenna", 2**32)
        if not observer and not antenna:
            measured.add(RecordKind.SAMPLE, sample, source)
            return
        body = empty_body(RecordKind.LOCATOR_MEASUREMENT)
        body["sample"], body["observer"], body["antenna"] = sample, observer or 0, antenna or 0
        measured.add(RecordKind.LOCATOR_MEASUREMENT, body, source)

    def _difference(self, cells: list[str], measured: _Measured, time_ns: int, tag: int) -> None:
        value = self._number(cells, "dd_m")
        if value is None:
            return
        body = empty_body(RecordKind.TRACKER_MEASUREMENT)
        body["time_ns"], body["value"], body["kind"] = time_ns, value, c.RANGEKIT_TRACKER_DIFFERENCE
        body["stddev"] = self._number(cells, "std_m") or 0
        for name, field in (("idA", "anchor"), ("idB", "anchor_b")):
            if name not in self._indices:
                raise CellError(Status.ERROR_MISSING_VALUE, f"column {name}: dd_m is there without it")
            body[field] = self.source(cell(cells, self._indices[name], name))
        measured.add(RecordKind.TRACKER_MEASUREMENT, body, tag)

    def _text(self, cells: list[str], name: str) -> str:
        index = self._indices.get(name, len(cells))
        return cells[index].strip() if index < len(cells) else ""

    def _number(self, cells: list[str], name: str) -> float | None:
        text = self._text(cells, name)
        return number(text, name) if text else None

    def _numbers(self, cells: list[str], names: tuple[str, ...]) -> list[float]:
        """All of these, or none."""
        values = [self._number(cells, name) for name in names]
        return [value for value in values if value is not None] if None not in values else []

    def _whole(self, cells: list[str], name: str, limit: int) -> int | None:
        text = self._text(cells, name)
        if not text:
            return None
        if not (text.isascii() and text.isdigit()):
            raise not_readable(text, name, "a whole number")
        if int(text) >= limit:
            raise CellError(Status.ERROR_OUT_OF_RANGE, f"column {name}: {text} is beyond {limit - 1}")
        return int(text)
