"""What comes in live, as records: lines of CSV, JSON objects, or a recording as it is written."""

from __future__ import annotations

import ctypes
import io
import json
import time
from collections.abc import Callable
from typing import Any, Final

from rangekit._library import library
from rangekit.base import Status
from rangekit.command_line.import_csv import Rows, known_columns
from rangekit.command_line.output import CellError, shown
from rangekit.command_line.table import Table, check_width, normal_name
from rangekit.errors import RangeKitError
from rangekit.record import MAX_SIZE, Record, RecordDecoder
from rangekit.recording import Sink, is_recording
from rangekit.replay import RESULTS, ResultsWriter

#: A line that does not end is no line.
LONGEST_LINE: Final = 65536


class LiveInput:
    """Bytes in, records out.

    Args:
        live: takes every record and what the estimators make of it.
        log: takes what is to be kept; None: nothing is.
        columns: names for lines without a header; None: the first line has them.
        problem: told of lines and bytes that cannot be read.
        is_enough: whether what has come is all that is wanted.
    """

    def __init__(
        self,
        live: Sink,
        log: Sink | None,
        columns: list[str] | None,
        problem: Callable[[str], None],
        is_enough: Callable[[], bool] = lambda: False,
    ) -> None:
        self._live, self._log = live, log
        self._results = ResultsWriter(live)
        self._problem = problem
        self._is_enough = is_enough
        self._columns = columns
        self._start_s = time.monotonic()
        self._buffer = b""
        self._is_recording: bool | None = None
        self._decoder = RecordDecoder()
        self._line = 0
        self._table: Table | None = None
        self._rows: Rows | None = None
        self._has_time = True
        self._json: Rows | None = None

    def take(self, data: bytes, *, whole: bool = False) -> None:
        """Takes bytes as they came; `whole` says that a message ends with them."""
        if whole:
            self._buffer, self._is_recording = b"", None
        self._buffer += data
        if self._is_recording is None:
            self._is_recording = is_recording(self._buffer)
        if self._is_recording:
            self._take_records()
            return
        *lines, self._buffer = self._buffer.split(b"\n")
        if whole or len(self._buffer) > LONGEST_LINE:
            lines, self._buffer = [*lines, self._buffer], b""
        for line in lines:
            if self._is_enough():
                return
            self._line += 1
            text = line.decode("utf-8-sig", errors="replace").strip()
            if text:
                self._take_line(text)

    def finish(self) -> None:
        """Takes a last line that does not end."""
        if self._is_recording:
            if self._buffer:
                self._problem(f"the recording ends inside a record: {len(self._buffer)} bytes are left")
        elif self._buffer:
            self.take(b"\n")

    # ---- Lines ----

    def _take_line(self, text: str) -> None:
        try:
            if text.startswith("{"):
                self._take_object(text)
            else:
                self._take_cells(text)
        except CellError as error:
            self._problem(f"line {self._line}: {error.message}")
        except RangeKitError as error:
            self._problem(f"line {self._line}: {error.message}")

    def _take_object(self, text: str) -> None:
        try:
            found = json.loads(text)
        except ValueError as error:
            raise CellError(Status.ERROR_JSON_SYNTAX, f"{shown(text)} is not JSON: {error}") from None
        columns = known_columns()
        if self._json is None:
            self._json = self._new_rows(columns)
        cells = {normal_name(str(name)): value for name, value in found.items()}
        cells.setdefault("ts", self._now())
        row = [cells.get(normal_name(name)) for name in columns]
        self._json.write(["" if value is None else str(value) for value in row])

    def _take_cells(self, text: str) -> None:
        if self._table is None:
            header = ",".join(self._columns) if self._columns else text
            self._table = Table("", stream=io.StringIO(header + "\n"))
            self._has_time = self._table.has("t_s")
            if not any(self._table.has(name) for name in known_columns()):
                self._table = None
                raise CellError(
                    Status.ERROR_INVALID_VALUE,
                    f"{shown(text)} names no column that is known. The first line must, or --columns, or each line is "
                    "a JSON object",
                )
            self._rows = self._new_rows(self._table.header if self._has_time else ["t_s", *self._table.header])
            if not self._columns:
                return
        assert self._rows is not None
        cells = self._table.split(text)
        check_width(cells, self._table.header)
        self._rows.write(cells if self._has_time else [self._now(), *cells])

    def _new_rows(self, columns: list[str]) -> Rows:
        table = Table("", stream=io.StringIO(",".join(columns) + "\n"))
        return Rows(table, _Both(self._live, self._log, self._results))

    def _now(self) -> str:
        return f"{time.monotonic() - self._start_s:.9f}"

    # ---- Records ----

    def _take_records(self) -> None:
        offset = 0
        while offset < len(self._buffer) and not self._is_enough():
            try:
                record, used = self._decoder.decode(self._buffer, offset)
            except RangeKitError as error:
                if error.status == Status.ERROR_TRUNCATED and len(self._buffer) - offset < MAX_SIZE:
                    break
                rest, found = self._buffer[offset + 1 :], ctypes.c_size_t()
                skipped = self._decoder.used
                if not skipped:
                    none = library.rangekit_record_find(rest, len(rest), 0, found)
                    skipped = 1 + (len(rest) if none else found.value)
                self._problem(f"{error.message}; {skipped} bytes are passed over")
                offset += skipped
                continue
            offset += used
            self._take_record(record)
        self._buffer = self._buffer[offset:]

    def _take_record(self, record: Record) -> None:
        where = {"time_ns": record.time_ns, "source": record.source, "code": record.code}
        if self._log is not None and record.kind > 1:  # the log has a header and an end of its own
            self._log.write(record.kind, record.body, **where)
        if record.kind == 2 and isinstance(record.body, str):
            self._live.name(record.source, record.body)
        elif record.kind not in RESULTS and record.kind > 1:
            self._results.write(record.kind, record.body, **where)


class _Both:
    """Rows go to the log, and with what the estimators make of them to the display."""

    def __init__(self, live: Sink, log: Sink | None, results: ResultsWriter) -> None:
        self._live, self._log, self._results = live, log, results

    def name(self, source: int, text: str) -> None:
        self._live.name(source, text)
        if self._log is not None:
            self._log.name(source, text)

    def write(
        self, kind: int, body: Any = b"", *, time_ns: int | None = None, source: int = 0, code: int = 0
    ) -> Record:
        if self._log is not None:
            self._log.write(kind, body, time_ns=time_ns, source=source, code=code)
        return self._results.write(kind, body, time_ns=time_ns, source=source, code=code)
