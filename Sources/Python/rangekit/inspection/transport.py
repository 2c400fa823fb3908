"""Layouts of what carries messages: fragments, NDEF messages, advertisements."""

from __future__ import annotations

import functools

from rangekit.inspection import cbor
from rangekit.inspection._dump import Dump, bits
from rangekit.transport import Reassembler, ReassemblyEvent, TypeNameFormat, ndef_records, service_data

FRAGMENT_HEADER = 4
NDEF_FLAGS = {7: "message begin", 6: "message end", 5: "chunk", 4: "short", 3: "id length"}
ADVERTISEMENT_TYPES = {
    0x01: "flags",
    0x02: "incomplete list of 16-bit services",
    0x03: "16-bit services",
    0x06: "incomplete list of 128-bit services",
    0x07: "128-bit services",
    0x08: "shortened local name",
    0x09: "local name",
    0x0A: "transmit power",
    0x16: "service data, 16-bit UUID",
    0x20: "service data, 32-bit UUID",
    0x21: "service data, 128-bit UUID",
    0xFF: "manufacturer's data",
}
UUID_SIZES = {0x16: 2, 0x20: 4, 0x21: 16}
FLAGS = {0: "limited discoverable", 1: "general discoverable", 2: "no BR/EDR", 3: "LE and BR/EDR, controller"}


def fragment_size(data: bytes) -> int:
    """How long each fragment but the last is, if the bytes are fragments of one message in order; else all of them.

    Every fragment but the last is full, so their headers stand at multiples of that size.
    """
    if len(data) < FRAGMENT_HEADER or data[2] != 0 or data[3] == 0:
        return len(data)
    last = data[3]
    for size in range(FRAGMENT_HEADER + 1, len(data)):
        if last * size + FRAGMENT_HEADER >= len(data) or len(data) > (last + 1) * size:
            continue
        heads = [data[index * size : index * size + FRAGMENT_HEADER] for index in range(last + 1)]
        if all(head == bytes((data[0], data[1], index, last)) for index, head in enumerate(heads)):
            return size
    return len(data)


def fragments(dump: Dump) -> None:
    """One fragment, or all of a message; whole messages are put together and told."""
    size = max(fragment_size(dump.remaining), 1)
    dump.title = "transport fragment" if size >= dump.left else "transport fragments"
    reassembler = Reassembler(slot_count=1, message_capacity=65535)
    count = 0
    while dump.left:
        count += 1
        start, data = dump.position, dump.remaining[:size]
        result = dump.check(functools.partial(reassembler.receive, data, 0), start)
        with dump.group(f"fragment {count}"), dump.within(size):
            dump.number(1, "header", {0xF0: "fragment", 0xF1: "fragment, the message ends with a CRC-32"})
            dump.number(1, "message_id")
            dump.number(1, "index", "from 0")
            dump.number(1, "last_index", lambda value: f"{value + 1} fragments in all")
            dump.rest("content", "of the message")
        if result is not None and result.event == ReassemblyEvent.COMPLETE:
            dump.parts.append(("message, put together", Dump(reassembler.take())))


def ndef(dump: Dump) -> None:
    """An NDEF message."""
    start, data = dump.position, dump.remaining
    records = dump.check(lambda: ndef_records(data), start)
    dump.title = "NDEF message"
    count = 0
    while dump.left:
        count += 1
        with dump.group(f"record {count}"):
            flags = dump.number(1, "flags", lambda value: f"{bits(NDEF_FLAGS)(value & 0xF8)}; {_type_name(value & 7)}")
            type_length = dump.number(1, "type_length", "bytes") or 0
            short = bool((flags or 0) & 0x10)
            length = dump.number(1 if short else 4, "payload_length", "bytes", big=True) or 0
            id_length = (dump.number(1, "id_length", "bytes") or 0) if (flags or 0) & 0x08 else 0
            kind = dump.text(type_length, "type")
            dump.octets(id_length, "id")
            with dump.within(length, "payload", "the record's"):
                is_token = records is not None and count <= len(records) and records[count - 1].is_token
                if is_token or kind == b"rangekit:token":
                    inner = dump.title
                    cbor.token(dump)
                    dump.title = f"{inner} with a token"
        if (flags or 0) & 0x40:
            break
    dump.rest("trailing", "bytes behind the last record")


def _type_name(value: int) -> str:
    names = {int(each): each.name.lower().replace("_", " ") for each in TypeNameFormat}
    return f"type name: {names.get(value, 'reserved')}"


def advertisement(dump: Dump) -> None:
    """Bluetooth advertising data."""
    start, data = dump.position, dump.remaining
    # Any UUID makes the library check every structure.
    dump.check(lambda: service_data(data, b"\xff\xff"), start)
    dump.title = "advertising data"
    while dump.left:
        size = dump.data[dump.position]
        kind = dump.data[dump.position + 1] if dump.left > 1 else 0
        with dump.group(ADVERTISEMENT_TYPES.get(kind, f"type 0x{kind:02x}") if size else "padding"):
            if size == 0:
                dump.rest("padding", "zero to the end")
                break
            dump.number(1, "length", "bytes that follow")
            with dump.within(size):
                dump.number(1, "type", lambda value: ADVERTISEMENT_TYPES.get(value, "another type"))
                if kind == 0x01:
                    dump.number(1, "flags", bits(FLAGS))
                elif kind in (0x08, 0x09):
                    dump.text(dump.left, "name")
                elif kind in UUID_SIZES:
                    dump.octets(UUID_SIZES[kind], "uuid", lambda uuid: f"UUID {uuid[::-1].hex()}, little-endian")
                    dump.rest("service_data", _hint)
                dump.rest("data", "of this type")


def _hint(content: bytes) -> str:
    return (
        f"{len(content)} bytes; RangeKit's begin with a device hint, {content[:4].hex()}" if len(content) >= 4 else ""
    )
