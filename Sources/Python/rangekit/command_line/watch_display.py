"""What `rangekit watch` shows: a table that lives on a terminal, plain lines in a pipe, JSON objects."""

from __future__ import annotations

import json
import sys
import time
from collections import deque
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.live import Live
from rich.table import Table as RichTable

from rangekit import _bindings as c
from rangekit.command_line.times import seconds_text
from rangekit.quality import QualityLevel
from rangekit.record import Record, RecordKind

#: Distances in a picture of one line.
PLOT_COUNT: Final = 40
_BARS: Final = "▁▂▃▄▅▆▇█"
_STYLES: Final = {"close": "green", "good": "green", "unknown": "yellow"}


class _Seen:
    """What is known of one source."""

    def __init__(self) -> None:
        self.count = 0
        self.distance_m: float | None = None
        self.is_fresh = False  #: whether the last update had a distance
        self.stddev_m: float | None = None
        self.rate_hz: float | None = None
        self.quality = "unknown"
        self.at_s = time.monotonic()
        self.distances: deque[float] = deque(maxlen=PLOT_COUNT)


class Display:
    """A sink of records that shows the distances among them. Use it with `with`."""

    def __init__(self, name: str, *, as_json: bool) -> None:
        self.count = 0  #: distances so far
        self._name = name
        self._as_json = as_json
        self._names: dict[int, str] = {}
        self._seen: dict[int, _Seen] = {}
        self._sequence = 0
        self._problems = 0
        self._last_problem = ""
        self._pending: Record | None = None
        self._is_live = sys.stdout.isatty() and not as_json
        self._live = Live(console=Console(), refresh_per_second=8, auto_refresh=False) if self._is_live else None

    def __enter__(self) -> Display:
        if self._live:
            self._live.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._settle(None)
        self.refresh()
        if self._live:
            self._live.stop()

    def name(self, source: int, text: str) -> None:
        """Says what a source is called."""
        self._names[source] = text

    def problem(self, text: str) -> None:
        """Shows what cannot be read: below the table, or beside the output proper."""
        self._problems += 1
        self._last_problem = text
        if not self._live:
            sys.stdout.flush()
            print(f"rangekit watch: {text}", file=sys.stderr)

    def write(
        self, kind: int, body: Any = b"", *, time_ns: int | None = None, source: int = 0, code: int = 0
    ) -> Record:
        """Takes one record; a distance is shown when the estimator has judged it."""
        if time_ns is None:
            has_time = isinstance(body, np.ndarray) and "time_ns" in (body.dtype.names or ())
            time_ns = int(body["time_ns"][0]) if has_time else 0
        record = Record(kind, time_ns, self._sequence, source, code, body)
        self._sequence += 1
        self._settle(record)
        if kind == RecordKind.SAMPLE:
            self._sample(record, body[0])
        elif kind == RecordKind.LOCATOR_MEASUREMENT:
            self._sample(record, body["sample"][0])
            self._show(record, None)
        elif kind == RecordKind.TWR_RANGE and not code and not body["status"][0]:
            self._pending = record
        elif kind == RecordKind.QUALITY_RESULT:
            self._show(record, body[0] if not code else None)
        return record

    def _settle(self, record: Record | None) -> None:
        """Shows a range of two-way ranging, unless the sample that was made of it comes next."""
        pending = self._pending
        if pending is None or not isinstance(pending.body, np.ndarray):
            return
        if record is not None and (record.source, record.time_ns) == (pending.source, pending.time_ns):
            if record.kind in (RecordKind.SAMPLE, RecordKind.LOCATOR_MEASUREMENT):
                self._pending = None
            return
        self._pending = None
        row = pending.body[0]
        self._distance(pending.source, float(row["distance_m"]), float(row["distance_stddev_m"]))
        self._show(pending, None)

    def _sample(self, record: Record, row: Any) -> None:
        if row["fields"] & c.RANGEKIT_SAMPLE_HAS_DISTANCE:
            stddev = row["distance_stddev_m"] if row["fields"] & c.RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV else None
            self._distance(record.source, float(row["distance_m"]), None if stddev is None else float(stddev))
        elif record.source in self._seen:
            self._seen[record.source].is_fresh = False

    def _distance(self, source: int, distance_m: float, stddev_m: float | None) -> None:
        seen = self._seen.setdefault(source, _Seen())
        seen.count += 1
        seen.is_fresh = True
        seen.distance_m, seen.stddev_m, seen.at_s = distance_m, stddev_m, time.monotonic()
        seen.distances.append(distance_m)
        self.count += 1

    def _show(self, record: Record, result: Any) -> None:
        seen = self._seen.get(record.source)
        if seen is None:
            return
        if result is not None:
            level = int(result["level"])
            seen.quality = QualityLevel(level).name.lower() if level in list(QualityLevel) else str(level)
            seen.rate_hz = float(result["rate_hz"]) if result["fields"] & c.RANGEKIT_QUALITY_HAS_RATE else None
        name = self._names.get(record.source, str(record.source))
        if self._as_json:
            content = {
                "t_s": float(seconds_text(record.time_ns)),
                "source": name,
                "distance_m": _short(seen.distance_m if seen.is_fresh else None),
                "stddev_m": _short(seen.stddev_m if seen.is_fresh else None),
                "rate_hz": _short(seen.rate_hz),
                "quality": seen.quality,
            }
            print(json.dumps(content), flush=True)
        elif not self._live:
            distance = f"{seen.distance_m:8.3f} m" if seen.is_fresh else f"{'-':>8}  "
            print(f"{record.time_ns / 1e9:10.3f}  {name:<12} {distance}  {seen.quality}", flush=True)

    def refresh(self) -> None:
        """Draws the table anew, on a terminal."""
        if self._live:
            self._live.update(self._table(), refresh=True)

    def _table(self) -> RichTable:
        caption = f"{self.count:,} distances"
        if self._problems:
            caption += f"; {self._problems:,} lines or records cannot be read, the last: {self._last_problem}"
        table = RichTable(title=self._name, caption=caption)
        for column in ("source", "distance", "± 1 sd", "rate", "quality", "age", f"last {PLOT_COUNT}"):
            table.add_column(column, justify="left" if column in ("source", "quality") or "last" in column else "right")
        for source, seen in sorted(self._seen.items()):
            style = _STYLES.get(seen.quality, "")
            table.add_row(
                self._names.get(source, str(source)),
                f"{seen.distance_m:.3f} m",
                "" if seen.stddev_m is None else f"{seen.stddev_m:.3f} m",
                "" if seen.rate_hz is None else f"{seen.rate_hz:.1f} Hz",
                f"[{style}]{seen.quality}[/]" if style else seen.quality,
                f"{time.monotonic() - seen.at_s:.1f} s",
                bars(list(seen.distances)),
            )
        return table


def bars(values: list[float]) -> str:
    """Values as a picture of one line, from their least to their largest."""
    if not values:
        return ""
    low, high = min(values), max(values)
    scale = (len(_BARS) - 1) / (high - low) if high > low else 0.0
    return "".join(_BARS[round((value - low) * scale)] for value in values)


def _short(value: float | None) -> float | None:
    """A single-precision number as short as it is."""
    return None if value is None else float(str(np.float32(value)))
