"""transport.h: fragments for small payloads, NDEF for tap-to-pair, advertisements with a device hint.

for fragment in fragments(message, payload_size=20, message_id=7, crc=True):
    link.write(fragment)

reassembler = Reassembler(message_capacity=512)
if reassembler.receive(fragment, time_ns, peer=3).event == ReassemblyEvent.COMPLETE:
    message = reassembler.take(peer=3)
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from typing import Any

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_bytes, as_integer, assign, default, known
from rangekit.base import Status
from rangekit.errors import check, check_message, new_diagnostic
from rangekit.token import Token

TOKEN_TYPE: str = c.RANGEKIT_NDEF_TOKEN_TYPE
TOKEN_MIME_TYPE: str = c.RANGEKIT_NDEF_TOKEN_MIME_TYPE


def fragments(message: bytes, payload_size: int, message_id: int = 0, *, crc: bool = False) -> list[bytes]:
    """Cuts a message for a link with `payload_size` bytes a packet, 20 or more.

    Args:
        message: 1 byte or more.
        payload_size: bytes that a packet carries; 20 with Bluetooth LE's smallest MTU.
        message_id: 0 to 255; count it up with every message.
        crc: end the message with a CRC-32.
    """
    data = as_bytes("message", message)
    size = as_integer("payload_size", payload_size, ctypes.c_size_t)
    number = as_integer("message_id", message_id, ctypes.c_uint8)
    options, count = c.RANGEKIT_FRAGMENT_CRC if crc else 0, ctypes.c_size_t()
    check(library.rangekit_fragment_count(len(data), size, options, count))
    out, length = (ctypes.c_uint8 * min(size, len(data) + 8))(), ctypes.c_size_t()
    cut = []
    for index in range(count.value):
        check(library.rangekit_fragment_encode(data, len(data), size, options, number, index, out, len(out), length))
        cut.append(bytes(out[: length.value]))
    return cut


class ReassemblyEvent(enum.IntEnum):
    """What became of a fragment."""

    NOTHING = c.RANGEKIT_REASSEMBLY_NOTHING
    INCOMPLETE = c.RANGEKIT_REASSEMBLY_INCOMPLETE
    COMPLETE = c.RANGEKIT_REASSEMBLY_COMPLETE
    DUPLICATE = c.RANGEKIT_REASSEMBLY_DUPLICATE
    TIMED_OUT = c.RANGEKIT_REASSEMBLY_TIMED_OUT


@dataclasses.dataclass(frozen=True)
class LostMessage:
    """A message that was given up."""

    peer: int
    message_id: int
    missing_count: int


@dataclasses.dataclass(frozen=True)
class Reassembly:
    """What became of a fragment, or of a message that waited too long."""

    event: ReassemblyEvent
    peer: int
    message_id: int
    message_length: int  #: bytes of a complete message, else 0
    missing_count: int  #: fragments that are still missing
    reordered: bool  #: not in the order in which they were sent
    lost: LostMessage | None  #: another message that was given up for this one


class Reassembler:
    """Puts messages together again, from several peers at once, in memory of a fixed size.

    Args:
        **options: slot_count (1 to 64, default 4), message_capacity (1 to 65535, default 512), timeout_ns.
    """

    def __init__(self, **options: Any) -> None:
        structure = default(c.rangekit_reassembler_options, library.rangekit_reassembler_options_default)
        assign(structure, options)
        size = library.rangekit_reassembler_size(structure)
        # Without a size init says what is wrong with the options.
        self._memory = (ctypes.c_uint64 * (max(size, 8) // 8 + 1))()
        self._handle: Any = ctypes.POINTER(c.rangekit_reassembler)()
        status = library.rangekit_reassembler_init(self._memory, ctypes.sizeof(self._memory), structure, self._handle)
        check(status, f"{options}: slot_count is 1 to 64, message_capacity 1 to 65535, timeout_ns 1 to 3600e9")
        self._result = default(c.rangekit_reassembly, library.rangekit_reassembly_default)

    def receive(self, fragment: bytes, time_ns: int, peer: int = 0) -> Reassembly:
        """Takes one fragment; raises MessageError for one that does not fit, and keeps the message under way."""
        data = as_bytes("fragment", fragment)
        number = as_integer("peer", peer, ctypes.c_uint64)
        now = as_integer("time_ns", time_ns, ctypes.c_int64)
        check(library.rangekit_reassembler_receive(self._handle, number, data, len(data), now, self._result))
        return _reassembly(self._result)

    def take(self, peer: int = 0) -> bytes:
        """A peer's complete message, once; raises MessageError (ERROR_NO_MESSAGE) if there is none."""
        number, length = as_integer("peer", peer, ctypes.c_uint64), ctypes.c_size_t()
        check(library.rangekit_reassembler_take(self._handle, number, None, 0, length))
        out = (ctypes.c_uint8 * length.value)()
        check(library.rangekit_reassembler_take(self._handle, number, out, len(out), length))
        return bytes(out)

    def advance(self, time_ns: int) -> list[Reassembly]:
        """Tells the time; gives every message that has timed out."""
        now = as_integer("time_ns", time_ns, ctypes.c_int64)
        gone: list[Reassembly] = []
        while True:
            check(library.rangekit_reassembler_advance(self._handle, now, self._result))
            if self._result.event == c.RANGEKIT_REASSEMBLY_NOTHING:
                return gone
            gone.append(_reassembly(self._result))


def _reassembly(result: c.rangekit_reassembly) -> Reassembly:
    lost = result.flags & c.RANGEKIT_REASSEMBLY_LOST
    return Reassembly(
        ReassemblyEvent(result.event),
        result.peer,
        result.message_id,
        result.message_length,
        result.missing_count,
        bool(result.flags & c.RANGEKIT_REASSEMBLY_REORDERED),
        LostMessage(result.lost_peer, result.lost_message_id, result.lost_missing_count) if lost else None,
    )


class TypeNameFormat(enum.IntEnum):
    """How an NDEF record's type is named."""

    EMPTY = c.RANGEKIT_NDEF_TNF_EMPTY
    WELL_KNOWN = c.RANGEKIT_NDEF_TNF_WELL_KNOWN
    MIME = c.RANGEKIT_NDEF_TNF_MIME
    URI = c.RANGEKIT_NDEF_TNF_URI
    EXTERNAL = c.RANGEKIT_NDEF_TNF_EXTERNAL
    UNKNOWN = c.RANGEKIT_NDEF_TNF_UNKNOWN


@dataclasses.dataclass(frozen=True)
class NdefRecord:
    """One record of an NDEF message."""

    type_name_format: int
    type: bytes
    id: bytes
    payload: bytes
    is_token: bool  #: one of RangeKit's records


def ndef_message(payload: bytes, type_name: str = TOKEN_TYPE, type_name_format: int = TypeNameFormat.EXTERNAL) -> bytes:
    """An NDEF message of one record; with the defaults a RangeKit token."""
    data, name = as_bytes("payload", payload), type_name.encode("ascii")
    out, length = (ctypes.c_uint8 * (len(data) + len(name) + 6))(), ctypes.c_size_t()
    number = as_integer("type_name_format", type_name_format, ctypes.c_int32)
    check(library.rangekit_ndef_encode(number, name, len(name), data, len(data), out, len(out), length))
    return bytes(out[: length.value])


def ndef_records(data: bytes) -> list[NdefRecord]:
    """The records of an NDEF message; raises MessageError for what is not well-formed, chunks too."""
    data, records, offset = as_bytes("data", data), [], 0
    record = default(c.rangekit_ndef_record, library.rangekit_ndef_record_default)
    while True:
        diagnostic = new_diagnostic()
        status = library.rangekit_ndef_record_decode(data, len(data), offset, record, diagnostic)
        check_message(status, diagnostic)
        records.append(
            NdefRecord(
                known(TypeNameFormat, record.type_name_format),
                data[record.type_offset : record.type_offset + record.type_length],
                data[record.id_offset : record.id_offset + record.id_length],
                data[record.payload_offset : record.payload_offset + record.payload_length],
                bool(record.is_token),
            )
        )
        offset = record.next_offset
        if offset == 0:
            return records


def ndef_token(data: bytes) -> bytes:
    """The token in an NDEF message; raises MessageError (ERROR_NDEF_NO_TOKEN) if there is none."""
    data = as_bytes("data", data)
    offset, length, diagnostic = ctypes.c_size_t(), ctypes.c_size_t(), new_diagnostic()
    check_message(library.rangekit_ndef_find_token(data, len(data), offset, length, diagnostic), diagnostic)
    return data[offset.value : offset.value + length.value]


def device_hint(token: Token) -> bytes:
    """4 bytes that tell devices apart in a scan: no secret, and no proof."""
    out, length = (ctypes.c_uint8 * c.RANGEKIT_DEVICE_HINT_SIZE)(), ctypes.c_size_t()
    check(library.rangekit_device_hint(token._structure(), out, len(out), length))
    return bytes(out)


def advertisement(uuid: bytes, data: bytes, *, flags: bool = True) -> bytes:
    """Advertising data with service data, at most 31 bytes. `uuid` is 2 or 16 bytes, little-endian."""
    key, content = as_bytes("uuid", uuid), as_bytes("data", data)
    out, length = (ctypes.c_uint8 * c.RANGEKIT_ADVERTISEMENT_MAX_SIZE)(), ctypes.c_size_t()
    options = c.RANGEKIT_ADVERTISEMENT_FLAGS if flags else 0
    status = library.rangekit_advertisement_encode(options, key, len(key), content, len(content), out, len(out), length)
    check(status)
    return bytes(out[: length.value])


def service_data(advertising_data: bytes, uuid: bytes) -> bytes | None:
    """The service data of a UUID; None if there is none. Raises MessageError for damaged advertising data."""
    data, key = as_bytes("advertising_data", advertising_data), as_bytes("uuid", uuid)
    offset, length, diagnostic = ctypes.c_size_t(), ctypes.c_size_t(), new_diagnostic()
    status = library.rangekit_advertisement_find(data, len(data), key, len(key), offset, length, diagnostic)
    if status == Status.ERROR_NO_SERVICE_DATA:
        return None
    check_message(status, diagnostic)
    return data[offset.value : offset.value + length.value]


def advertisement_matches(advertising_data: bytes, uuid: bytes, hint: bytes) -> bool:
    """Whether the service data of a UUID begins with the hint."""
    data, key = as_bytes("advertising_data", advertising_data), as_bytes("uuid", uuid)
    wanted, matches = as_bytes("hint", hint), ctypes.c_int32()
    status = library.rangekit_advertisement_matches(data, len(data), key, len(key), wanted, len(wanted), matches)
    check(status)
    return bool(matches.value)
