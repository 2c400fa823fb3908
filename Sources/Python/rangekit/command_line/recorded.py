"""What is in a recording: its records counted, what is damaged, and whether its results come out again."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from typing import Any

import numpy as np

from rangekit.base import status_name
from rangekit.command_line.output import RowProgress, UnusableInputError, counted, say
from rangekit.command_line.table import open_binary
from rangekit.command_line.times import seconds_text
from rangekit.errors import RangeKitError
from rangekit.record import Record, RecordKind, TimeBase, kind_name
from rangekit.recording import Damage, RecordingReader, is_recording
from rangekit.replay import RESULTS, Difference, Replayer

MOST_SHOWN = 20


@dataclasses.dataclass
class Recorded:
    """A recording that was read to its end or to its damage."""

    name: str
    data: bytes
    records: Counter[str] = dataclasses.field(default_factory=Counter)
    first_ns: int | None = None
    last_ns: int | None = None
    device: str = ""
    note: str = ""
    library_version: str = ""
    time_base: str = "unknown"
    names: dict[int, str] = dataclasses.field(default_factory=dict)
    sources: set[int] = dataclasses.field(default_factory=set)
    damages: list[Damage] = dataclasses.field(default_factory=list)
    is_closed: bool = False
    equal: Counter[str] = dataclasses.field(default_factory=Counter)
    unchecked: Counter[str] = dataclasses.field(default_factory=Counter)
    differences: list[Difference] = dataclasses.field(default_factory=list)

    @property
    def has_ranges(self) -> bool:
        """Whether there are distances over time to judge."""
        return any(kind in self.records for kind in ("sample", "locator_measurement"))


def read_data(path: str) -> bytes | None:
    """The bytes of a recording; None, and nothing is read, if it is none."""
    file = open_binary(path)
    try:
        return file.read() if is_recording(file.peek(1)) else None
    except OSError as error:
        raise UnusableInputError(f"{path} cannot be read: {error.strerror}") from error
    finally:
        if path != "-":
            file.close()


def examine(name: str, data: bytes, *, resume: bool = False) -> Recorded:
    """Reads and replays a recording."""
    found = Recorded(name, data)
    reader = RecordingReader(data, resume=resume)
    with Replayer() as replayer, RowProgress("replaying") as progress:
        for record in reader:
            progress.advance(1)
            _count(found, record)
            if record.kind in RESULTS:
                compared = replayer.compare(record)
                if isinstance(compared, Difference):
                    found.differences.append(compared)
                else:
                    (found.equal if compared else found.unchecked)[kind_name(record.kind)] += 1
                continue
            try:
                replayer.feed(record)
            except RangeKitError as error:
                raise UnusableInputError(
                    f"{name}: record {record.sequence}, byte {record.offset}, {kind_name(record.kind)}: {error}"
                ) from error
    found.names, found.damages, found.is_closed = reader.names, reader.damages, reader.is_closed
    return found


def _count(found: Recorded, record: Record) -> None:
    found.records[kind_name(record.kind)] += 1
    if record.kind == RecordKind.HEADER and isinstance(record.body, np.ndarray):
        header = record.body[0]
        found.device, found.note = header["device"].decode(), header["note"].decode()
        found.library_version = header["library_version"].decode()
        found.time_base = TimeBase(header["time_base"]).name.lower() if header["time_base"] in range(4) else "unknown"
        return
    if record.kind in (RecordKind.END, RecordKind.NAME, RecordKind.ANCHOR):
        return
    found.sources.add(record.source)
    found.first_ns = record.time_ns if found.first_ns is None else min(found.first_ns, record.time_ns)
    found.last_ns = record.time_ns if found.last_ns is None else max(found.last_ns, record.time_ns)


def as_object(found: Recorded) -> dict[str, Any]:
    """For --json."""
    return {
        "device": found.device,
        "note": found.note,
        "library_version": found.library_version,
        "time_base": found.time_base,
        "first_ns": found.first_ns,
        "last_ns": found.last_ns,
        "closed": found.is_closed,
        "records": dict(found.records),
        "names": {str(source): name for source, name in sorted(found.names.items())},
        "results": {
            "equal": dict(found.equal),
            "unchecked": dict(found.unchecked),
            "different": [
                {
                    "record": one.record.sequence,
                    "byte": one.record.offset,
                    "kind": kind_name(one.record.kind),
                    "source": one.record.source,
                    "field": one.field,
                    "recorded": _plain(one.recorded),
                    "replayed": _plain(one.replayed),
                }
                for one in found.differences
            ],
        },
        "damage": [
            {
                "byte": one.offset,
                "record": one.sequence,
                "resumed_at": one.end,
                "error": status_name(one.status),
                "message": one.message,
            }
            for one in found.damages
        ],
    }


def write_summary(found: Recorded) -> None:
    """For people."""
    of = f" of {found.device}" if found.device else ""
    span = ""
    if found.first_ns is not None and found.last_ns is not None:
        span = f", {seconds_text(found.last_ns - found.first_ns)} s"
    count = found.records.total()
    say(f"{found.name}: a recording{of}, {counted(count, 'record')}{span}", "bold")
    if found.note:
        say(f"  {found.note}")
    for kind, number in sorted(found.records.items(), key=lambda one: -one[1]):
        say(f"  {number:>9,}  {kind}")
    if named := [f"{source} {name}" for source, name in sorted(found.names.items())]:
        more = f" and {len(named) - MOST_SHOWN} more" if len(named) > MOST_SHOWN else ""
        say(f"  sources: {', '.join(named[:MOST_SHOWN])}{more}")
    if found.equal:
        say(f"  the same again: {', '.join(counted(n, kind) for kind, n in found.equal.items())}", "green")
    if found.unchecked:
        say(f"  not compared, without options: {', '.join(counted(n, kind) for kind, n in found.unchecked.items())}")
    for difference in found.differences[:MOST_SHOWN]:
        say(f"  differs: {difference}", "red")
    if len(found.differences) > MOST_SHOWN:
        say(f"  and {len(found.differences) - MOST_SHOWN:,} results more differ", "red")
    for damage in found.damages:
        after = f"; it goes on at byte {damage.end}" if damage.end is not None else "; it was read up to there"
        say(f"  damaged: {damage}{after}", "red")
    if not found.is_closed and not found.damages:
        say("  it has no last record: it was not closed, or it is cut off between two records", "yellow")


def write_records(found: Recorded, *, resume: bool, as_json: bool) -> None:
    """Every record, one a line."""
    for record in RecordingReader(found.data, resume=resume):
        shown = _shown(record)
        if as_json:
            print(json.dumps(shown))
            continue
        body = shown["body"]
        text = ", ".join(f"{name} {value}" for name, value in body[0].items()) if isinstance(body, list) else body
        more = f" and {len(body) - 1} more" if isinstance(body, list) and len(body) > 1 else ""
        code = f" code {record.code}" if record.code else ""
        where = f"{record.sequence:>7} {seconds_text(record.time_ns):>14} {record.source:>4}"
        say(f"{where} {shown['kind']}{code}: {text}{more}")


def _shown(record: Record) -> dict[str, Any]:
    body: Any
    if isinstance(record.body, np.ndarray):
        body = [_values(row) for row in record.body]
    else:
        body = record.body.hex() if isinstance(record.body, bytes) else record.body
    return {
        "record": record.sequence,
        "byte": record.offset,
        "time_ns": record.time_ns,
        "source": record.source,
        "kind": kind_name(record.kind),
        "code": record.code,
        "body": body,
    }


def _values(row: Any) -> dict[str, Any]:
    """The values of one structure that are not zero."""
    names = [name for name in row.dtype.names if name not in ("struct_size", "reserved")]
    return {name: _plain(row[name]) for name in names if row[name].tobytes().strip(b"\0")}


def _plain(value: Any) -> Any:
    """A value as JSON has it; single-precision numbers as short as they are."""
    if isinstance(value, np.void) and value.dtype.names:
        return _values(value)
    if isinstance(value, np.ndarray):
        return [_plain(one) for one in value]
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    if isinstance(value, np.floating):
        number = float(str(value))
        return number if np.isfinite(number) else str(value)
    return value.item() if isinstance(value, np.generic) else value
