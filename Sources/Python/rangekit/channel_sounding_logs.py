"""Recordings of Channel Sounding, read into procedures.

for entry in read_json("silabs_xg24_pbr.json"):     # paired procedures as hex steps
    print(entry.procedure, entry.reference)

procedures = read_btsnoop("btsnoop_hci.log")          # one host's traffic, both sides in it
procedures = read_dump("dump.txt")                    # a line a message: time, kind, hexadecimal bytes
"""

from __future__ import annotations

import dataclasses
import json
import os
import struct
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


@dataclasses.dataclass(frozen=True)
class Recording:
    """What a recording of messages holds."""

    procedures: list[Procedure]
    refused: list[str]  #: messages that could not be used: where, and why


def read_json(path: str | os.PathLike[str], *, input: Input = Input.PAIRED) -> list[LogEntry]:
    """Reads a log of paired procedures.

    An object with `procedures`, each with `procedure_counter`, `initiator` and `reflector`: `steps_hex` (mode,
    channel, length, data a step) and, where known, `reference_power_level_dbm` and
    `frequency_compensation_0p01ppm`; `rtl_output` is kept as reference. `num_antenna_paths` stands at the
    top, or is found from the first tone step. With `input=Input.INLINE` only the initiator is read.
    """
    path = Path(path)
    try:
        content = json.loads(path.read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(f"{path} cannot be read: {error}") from error
    except json.JSONDecodeError as error:
        raise LogError(f"{path}, line {error.lineno}: not JSON: {error.msg}") from error
    if not isinstance(content, dict) or not isinstance(content.get("procedures"), list):
        raise LogError(f"{path}: an object with a list `procedures` is needed")
    entries = []
    with Collector(role=Role.INITIATOR, input=input) as collector:
        for number, given in enumerate(content["procedures"]):
            where = f"{path}, procedure {number}"
            try:
                entries.append(LogEntry(_paired(collector, given, content, number, input), given.get("rtl_output")))
            except (KeyError, TypeError, AttributeError) as error:
                raise LogError(f"{where}: {error!r}; each has procedure_counter, initiator, reflector") from error
            except ValueError as error:
                raise LogError(f"{where}: {error}") from error
    return entries


def _paired(
    collector: Collector, given: dict[str, Any], content: dict[str, Any], number: int, kind: Input
) -> Procedure:
    collector.reset()
    for remote, name in [(False, "initiator"), (True, "reflector")]:
        if remote and kind == Input.INLINE:
            continue
        side = given[name]
        steps = bytes.fromhex(side["steps_hex"])
        compensation = side.get("frequency_compensation_0p01ppm")
        events = encode_events(
            steps,
            procedure_counter=given["procedure_counter"] & 0xFFFF,
            antenna_path_count=content.get("num_antenna_paths") or _path_count(steps),
            frequency_compensation=0xC000 if compensation is None else compensation & 0x7FFF,
            reference_power_dbm=side.get("reference_power_level_dbm", 127),
        )
        for event in events:
            collector.event(number, event, remote=remote)
    procedure = collector.next()
    if procedure is None:  # encode_events ends every procedure
        raise MessageError(Status.ERROR_MISSING_FIELD, "a side is not complete")
    return procedure


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
    path = Path(path)
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise LogError(f"{path} cannot be read: {error}") from error
    messages = []
    for number, line in enumerate(lines, 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            time_ns, kind, data = int(words[0]), words[1], bytes.fromhex("".join(words[2:]))
            if kind not in KINDS:
                raise ValueError(f"kind {kind!r}")
        except (ValueError, IndexError) as error:
            raise LogError(
                f"{path}, line {number}: {error}; a line is TIME_NS, one of {', '.join(KINDS)}, and hexadecimal bytes"
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
    path = Path(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error}") from error
    handles = set(ranging_handles)
    connections: dict[int, list[tuple[int, str, bytes, str]]] = {}
    partial: dict[int, bytes] = {}
    for offset, time_ns, packet_type, received, data in _snoop_packets(path, content):
        where = f"{path}, byte {offset}"
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


def _snoop_packets(path: Path, content: bytes) -> Iterator[tuple[int, int, int, bool, bytes]]:
    """Offset, time in nanoseconds, packet type, whether it came from the controller, bytes after the type."""
    if len(content) < 16 or content[:8] != _SNOOP_MAGIC:
        raise LogError(f"{path}: not a btsnoop file (it does not begin with `btsnoop` and a zero byte)")
    version, link = struct.unpack_from(">II", content, 8)
    if version != 1 or link not in (_H1, _H4, _MONITOR):
        raise LogError(
            f"{path}: btsnoop version {version}, data link {link}; version 1 with 1001, 1002 or 2001 is read"
        )
    at = 16
    while at < len(content):
        if len(content) - at < 24:
            raise LogError(f"{path}, byte {at}: the file ends inside a record header")
        _, size, flags, _, time_us = struct.unpack_from(">IIIIq", content, at)
        start, end = at + 24, at + 24 + size
        if end > len(content):
            raise LogError(f"{path}, byte {at}: the record has {size} bytes, the file ends before")
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
    "read_btsnoop",
    "read_dump",
    "read_json",
]
