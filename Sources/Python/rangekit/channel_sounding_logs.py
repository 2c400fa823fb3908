"""Recordings of Channel Sounding, read into procedures.

recording = read("log.json")                          # whichever of these it is; - is standard input
for entry in read_json("silabs_xg24_pbr.json"):       # paired procedures as hex steps
    print(entry.procedure, entry.reference)
recording = read_btsnoop("btsnoop_hci.log")           # one host's traffic, both sides in it
recording = read_dump("dump.txt")                     # a line a message: time, kind, hexadecimal bytes
"""

from __future__ import annotations

import dataclasses
import json
import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rangekit.base import Status
from rangekit.channel_sounding import Collector, Input, Procedure, Role, encode_events
from rangekit.errors import ChannelSoundingError, MessageError


class LogError(ValueError):
    """A recording that cannot be read; the message says which file, where, and what would be right."""


@dataclasses.dataclass(frozen=True)
class LogEntry:
    """One procedure of a JSON log."""

    procedure: Procedure
    reference: dict[str, Any] | None  #: what another estimator made of it, as it stands there
    cut: int = 0  #: sides whose last step ends early; it is left out


@dataclasses.dataclass(frozen=True)
class Recording:
    """What a recording of messages holds."""

    procedures: list[Procedure]
    refused: list[str]  #: messages that could not be used: where, and why
    has_times: bool = True  #: False: the recording has none, and the procedures count nanoseconds from 0


def read(
    path: str | os.PathLike[str],
    *,
    role: Role = Role.INITIATOR,
    input: Input = Input.PAIRED,
    ranging_handles: tuple[int, ...] = (),
    **options: Any,
) -> Recording:
    """Reads a recording of any kind: btsnoop by its first bytes, JSON by its brace, a text dump otherwise.

    `-` is standard input. Procedures come in the order of their times; those of a JSON log have none. `role` is the
    local side's where messages say no more than local and remote; other options are those of `Collector`.
    """
    name, content = _content(path)
    if content.startswith(_SNOOP_MAGIC):
        return _btsnoop(name, content, ranging_handles, role=role, input=input, **options)
    if content.lstrip()[:1] in (b"{", b"["):
        entries = _json(name, content, input)
        cut = [f"{name}, procedure {number}: a side ends inside a step" for number, e in enumerate(entries) if e.cut]
        return Recording([entry.procedure for entry in entries], cut, has_times=False)
    return _dump(name, content, role=role, input=input, **options)


def _content(path: str | os.PathLike[str]) -> tuple[str, bytes]:
    """The name to speak of, and all bytes."""
    if str(path) == "-":
        return "standard input", sys.stdin.buffer.read()
    try:
        return str(path), Path(path).read_bytes()
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}") from error


def _text(name: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise LogError(f"{name} is not text in UTF-8: byte {error.start}") from error


def read_json(path: str | os.PathLike[str], *, input: Input = Input.PAIRED) -> list[LogEntry]:
    """Reads a log of paired procedures.

    An object with `procedures`, each with `procedure_counter`, `initiator` and `reflector`: `steps_hex` (mode,
    channel, length, data a step) and, where known, `reference_power_level_dbm` and
    `frequency_compensation_0p01ppm`; `rtl_output` is kept as reference. `num_antenna_paths` stands at the
    top, or is found from the first tone step. With `input=Input.INLINE` only the initiator is read.
    """
    return _json(*_content(path), input)


def _json(name: str, content: bytes, kind: Input) -> list[LogEntry]:
    try:
        given = json.loads(_text(name, content))
    except (json.JSONDecodeError, RecursionError) as error:
        where = f"line {error.lineno}: {error.msg}" if isinstance(error, json.JSONDecodeError) else "nested too deep"
        raise LogError(f"{name} is not JSON: {where}") from error
    procedures = given.get("procedures") if isinstance(given, dict) else None
    if not isinstance(procedures, list):
        raise LogError(f'{name} has no list "procedures"; see rangekit sounding --help')
    entries = []
    with Collector(role=Role.INITIATOR, input=kind) as collector:
        for number, procedure in enumerate(procedures):
            try:
                entries.append(_entry(collector, procedure, given.get("num_antenna_paths"), number, kind))
            except (ValueError, OverflowError) as error:
                raise LogError(f"{name}, procedure {number}: {error}") from error
    return entries


def _entry(collector: Collector, given: Any, path_count: Any, number: int, kind: Input) -> LogEntry:
    if not isinstance(given, dict):
        raise ValueError("not an object")
    collector.reset()
    cut = 0
    for remote, name in [(False, "initiator"), (True, "reflector")]:
        if remote and kind == Input.INLINE:
            continue
        side = given.get(name)
        text = side.get("steps_hex") if isinstance(side, dict) else None
        if not isinstance(side, dict) or not isinstance(text, str):
            raise ValueError(f"{name}.steps_hex is missing")
        try:
            steps = bytes.fromhex(text)
        except ValueError as error:
            raise ValueError(f"{name}.steps_hex is not hexadecimal: {error}") from error
        whole = _whole_size(steps)
        cut += whole < len(steps)
        compensation = _integer(side, "frequency_compensation_0p01ppm", None)
        events = encode_events(
            steps[:whole],
            procedure_counter=(_integer(given, "procedure_counter", 0) or 0) & 0xFFFF,
            antenna_path_count=path_count
            if isinstance(path_count, int) and 0 <= path_count <= 4
            else _path_count(steps),
            frequency_compensation=0xC000 if compensation is None else compensation & 0x7FFF,
            reference_power_dbm=_integer(side, "reference_power_level_dbm", 127),
        )
        for event in events:
            collector.event(number, event, remote=remote)
    procedure = collector.next()
    if procedure is None:  # encode_events ends every procedure
        raise MessageError(Status.ERROR_MISSING_FIELD, "a side is not complete")
    return LogEntry(procedure, given.get("rtl_output"), cut)


def _integer(given: dict[str, Any], name: str, absent: Any) -> Any:
    value = given.get(name, absent)
    if value is not absent and not isinstance(value, int):
        raise ValueError(f"{name} is not an integer")
    return value


def _whole_size(steps: bytes) -> int:
    """The bytes up to the end of the last step that is whole."""
    at = 0
    while at + 3 <= len(steps) and at + 3 + steps[at + 2] <= len(steps):
        at += 3 + steps[at + 2]
    return at


def _path_count(steps: bytes) -> int:
    """The antenna paths of the first step of mode 2; 0 without one."""
    at = 0
    while at + 2 < len(steps):
        if steps[at] == 2:
            return (steps[at + 2] - 1) // 4 - 1
        at += 3 + steps[at + 2]
    return 0


# ---- Messages, one after the other ----------------------------------------------------------------

EVENT, REMOTE_EVENT, SEGMENT = "event", "remote-event", "segment"
KINDS: Final = (EVENT, REMOTE_EVENT, SEGMENT)


def read_dump(path: str | os.PathLike[str], **options: Any) -> Recording:
    """Reads a text dump: a line a message, `TIME_NS KIND HEX`; `#` begins a comment.

    KIND is `event` (an HCI event of the local controller), `remote-event` (of the other one) or `segment` (a
    notification of the other side's Ranging Service). Options are those of `Collector`.
    """
    return _dump(*_content(path), **options)


def _dump(name: str, content: bytes, **options: Any) -> Recording:
    messages = []
    for number, line in enumerate(_text(name, content).splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            time_ns, kind, data = int(words[0]), words[1], bytes.fromhex("".join(words[2:]))
            if kind not in KINDS:
                raise ValueError(f"kind {kind!r}")
        except (ValueError, IndexError) as error:
            raise LogError(
                f"{name}, line {number}: {error}; a line is TIME_NS, one of {', '.join(KINDS)}, and hexadecimal bytes"
            ) from error
        messages.append((time_ns, kind, data, f"line {number}"))
    return collect(messages, **options)


def collect(messages: list[tuple[int, str, bytes, str]], **options: Any) -> Recording:
    """Feeds messages (time in nanoseconds, kind, bytes, where it stands) to a collector, waits out the time-out."""
    procedures: list[Procedure] = []
    refused: list[str] = []
    with Collector(**options) as collector:
        last = 0
        for time_ns, kind, data, where in messages:
            last = time_ns
            try:
                if kind == SEGMENT:
                    collector.segment(time_ns, data)
                else:
                    collector.event(time_ns, data, remote=kind == REMOTE_EVENT)
            except (MessageError, ChannelSoundingError) as error:
                refused.append(f"{where}: {error}")
            except ValueError as error:
                raise LogError(f"{where}: {error}") from error
            procedures += collector
        if messages:
            collector.advance(last + int(collector.options["timeout_ns"]) + 1)
            procedures += collector
    procedures.sort(key=lambda procedure: procedure.end_time_ns)
    return Recording(procedures, refused)


# ---- btsnoop: what Android and BlueZ record --------------------------------------------------------

_SNOOP_MAGIC: Final = b"btsnoop\0"
#: Microseconds from the year 0 to 1970.
_SNOOP_EPOCH_US: Final = 0x00DCDDB30F2F8000
_H1, _H4, _MONITOR = 1001, 1002, 2001
_ACL, _EVENT_PACKET = 2, 4
#: Of the monitor format: the opcode of each packet.
_MONITOR_EVENT, _MONITOR_ACL_OUT, _MONITOR_ACL_IN = 3, 4, 5
_ATT_CHANNEL, _NOTIFICATION, _INDICATION, _READ_BY_TYPE_RESPONSE = 4, 0x1B, 0x1D, 0x09
_RANGING_DATA_UUIDS: Final = (0x2C15, 0x2C16)


def read_btsnoop(path: str | os.PathLike[str], *, ranging_handles: tuple[int, ...] = (), **options: Any) -> Recording:
    """Reads a btsnoop file: the local controller's events and the Ranging Service's notifications.

    Which ATT handles carry ranging data is found from the service's discovery in the recording; if that was before
    it began, say it with `ranging_handles`. One collector for each connection; options are those of `Collector`.
    """
    return _btsnoop(*_content(path), ranging_handles, **options)


def _btsnoop(name: str, content: bytes, ranging_handles: tuple[int, ...], **options: Any) -> Recording:
    handles = set(ranging_handles)
    connections: dict[int, list[tuple[int, str, bytes, str]]] = {}
    partial: dict[int, bytes] = {}
    for offset, time_ns, packet_type, received, data in _snoop_packets(name, content):
        where = f"{name}, byte {offset}"
        if packet_type == _EVENT_PACKET and len(data) > 4 and data[0] == 0x3E and data[2] in (0x31, 0x32):
            connection = (data[3] | data[4] << 8) & 0xFFF if len(data) > 4 else 0
            connections.setdefault(connection, []).append((time_ns, EVENT, data, where))
        elif packet_type == _ACL and received and len(data) >= 4:
            word, _ = struct.unpack_from("<HH", data)
            connection = word & 0xFFF
            continues = word >> 12 & 3 == 1
            frame = (partial.get(connection, b"") if continues else b"") + data[4:]
            partial[connection] = frame
            if len(frame) < 4 or len(frame) < 4 + struct.unpack_from("<H", frame)[0]:
                continue
            del partial[connection]
            if struct.unpack_from("<H", frame, 2)[0] == _ATT_CHANNEL:
                value = _ranging_data(frame[4:], handles)
                if value is not None:
                    connections.setdefault(connection, []).append((time_ns, SEGMENT, value, where))
    recording = Recording([], [])
    for messages in connections.values():
        part = collect(messages, **options)
        recording.procedures.extend(part.procedures)
        recording.refused.extend(part.refused)
    recording.procedures.sort(key=lambda procedure: procedure.end_time_ns)
    return recording


def _ranging_data(att: bytes, handles: set[int]) -> bytes | None:
    """The value of a notification of ranging data; discovery adds to `handles`."""
    if len(att) >= 2 and att[0] == _READ_BY_TYPE_RESPONSE and att[1] == 7:
        for at in range(2, len(att) - 6, 7):
            _, _, handle, uuid = struct.unpack_from("<HBHH", att, at)
            if uuid in _RANGING_DATA_UUIDS:
                handles.add(handle)
    if len(att) >= 3 and att[0] in (_NOTIFICATION, _INDICATION) and struct.unpack_from("<H", att, 1)[0] in handles:
        return att[3:]
    return None


def _snoop_packets(name: str, content: bytes) -> Iterator[tuple[int, int, int, bool, bytes]]:
    """Offset, time in nanoseconds, packet type, whether it came from the controller, bytes after the type."""
    if len(content) < 16 or content[:8] != _SNOOP_MAGIC:
        raise LogError(f"{name}: not a btsnoop file (it does not begin with `btsnoop` and a zero byte)")
    version, link = struct.unpack_from(">II", content, 8)
    if version != 1 or link not in (_H1, _H4, _MONITOR):
        raise LogError(
            f"{name}: btsnoop version {version}, data link {link}; version 1 with 1001, 1002 or 2001 is read"
        )
    at = 16
    while at < len(content):
        if len(content) - at < 24:
            raise LogError(f"{name}, byte {at}: the file ends inside a record header")
        _, size, flags, _, time_us = struct.unpack_from(">IIIIq", content, at)
        start, end = at + 24, at + 24 + size
        if end > len(content):
            raise LogError(f"{name}, byte {at}: the record has {size} bytes, the file ends before")
        time_ns = (time_us - _SNOOP_EPOCH_US) * 1000
        data, received = content[start:end], bool(flags & 1)
        if link == _H4:
            packet_type, data = (data[0], data[1:]) if data else (0, b"")
        elif link == _H1:
            packet_type = _EVENT_PACKET if flags & 2 else _ACL
        else:
            opcode = flags & 0xFFFF
            packet_type = {_MONITOR_EVENT: _EVENT_PACKET, _MONITOR_ACL_IN: _ACL, _MONITOR_ACL_OUT: _ACL}.get(opcode, 0)
            received = opcode != _MONITOR_ACL_OUT
        yield at, time_ns, packet_type, received, data
        at = end


__all__ = [
    "EVENT",
    "KINDS",
    "REMOTE_EVENT",
    "SEGMENT",
    "LogEntry",
    "LogError",
    "Recording",
    "collect",
    "read",
    "read_btsnoop",
    "read_dump",
    "read_json",
]
