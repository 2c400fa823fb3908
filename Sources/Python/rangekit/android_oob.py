"""android_oob.h: Android's out-of-band ranging messages, versions 1 to 3, and the FiRa connector.

request = Message.decode(data)
answer = Message(MessageID.CAPABILITY_RESPONSE, reply_version(request.version), technologies=1, contents=[...])
send(answer.encode())
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from typing import Any

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_bytes, as_integer, default, known
from rangekit.base import Status
from rangekit.errors import MessageError, check, check_message, new_diagnostic
from rangekit.uci import bytes_out

#: The newest version that this library knows.
VERSION: int = c.RANGEKIT_ANDROID_OOB_VERSION


class MessageID(enum.IntEnum):
    """What a message is about."""

    CAPABILITY_REQUEST = c.RANGEKIT_ANDROID_OOB_CAPABILITY_REQUEST
    CAPABILITY_RESPONSE = c.RANGEKIT_ANDROID_OOB_CAPABILITY_RESPONSE
    CONFIGURATION = c.RANGEKIT_ANDROID_OOB_CONFIGURATION
    CONFIGURATION_RESPONSE = c.RANGEKIT_ANDROID_OOB_CONFIGURATION_RESPONSE
    STOP = c.RANGEKIT_ANDROID_OOB_STOP
    STOP_RESPONSE = c.RANGEKIT_ANDROID_OOB_STOP_RESPONSE
    MOTION = c.RANGEKIT_ANDROID_OOB_MOTION


class AndroidTechnology(enum.IntEnum):
    """Android's numbers of technologies; bit n of a set is technology n."""

    UWB = c.RANGEKIT_ANDROID_TECHNOLOGY_UWB
    BLE_CS = c.RANGEKIT_ANDROID_TECHNOLOGY_BLE_CS
    WIFI_NAN_RTT = c.RANGEKIT_ANDROID_TECHNOLOGY_WIFI_NAN_RTT
    BLE_RSSI = c.RANGEKIT_ANDROID_TECHNOLOGY_BLE_RSSI
    WIFI_PD = c.RANGEKIT_ANDROID_TECHNOLOGY_WIFI_PD


class ContentField(enum.IntFlag):
    """What a technology's content holds: one of these, with or without ADDRESS."""

    ADDRESS = c.RANGEKIT_ANDROID_TECHNOLOGY_HAS_ADDRESS
    UWB_CAPABILITY = c.RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CAPABILITY
    UWB_CONFIGURATION = c.RANGEKIT_ANDROID_TECHNOLOGY_HAS_UWB_CONFIGURATION
    SECURITY = c.RANGEKIT_ANDROID_TECHNOLOGY_HAS_SECURITY
    RTT_CAPABILITY = c.RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CAPABILITY
    RTT_CONFIGURATION = c.RANGEKIT_ANDROID_TECHNOLOGY_HAS_RTT_CONFIGURATION
    UNREAD = c.RANGEKIT_ANDROID_TECHNOLOGY_HAS_UNREAD


_OPTIONAL = ("technologies", "technologies_to_start", "transitioning", "device_type", "motion")
_HAS = (
    c.RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES,
    c.RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES_TO_START,
    c.RANGEKIT_ANDROID_OOB_HAS_TRANSITIONING,
    c.RANGEKIT_ANDROID_OOB_HAS_DEVICE_TYPE,
    c.RANGEKIT_ANDROID_OOB_HAS_MOTION,
)
_NUMBERS = [
    field[0]
    for field in c.rangekit_android_technology._fields_
    if field[0] not in ("technology", "fields", "bytes_length", "address", "country", "bytes")
]


def reply_version(version: int) -> int:
    """The version to answer a message of `version` in."""
    out = ctypes.c_uint32()
    check(library.rangekit_android_oob_reply_version(as_integer("version", version, ctypes.c_uint32), out))
    return out.value


@dataclasses.dataclass(frozen=True)
class Content:
    """One technology's capabilities or configuration. `fields` says which values are there; the rest is 0."""

    technology: int  #: an `AndroidTechnology`, or another number from 0 to 255
    fields: ContentField
    address: bytes = b""  #: UWB: 2 bytes, as Android's UwbAddress has them; Bluetooth: 6, as written
    channels: int = 0  #: bit n = channel n
    preamble_indexes: int = 0  #: bit n = preamble code index n + 1
    config_ids: int = 0  #: bit n = configuration id n
    interval_ms: int = 0
    slot_ms: int = 0
    role: int = 0
    session_id: int = 0
    config_id: int = 0
    channel: int = 0
    preamble_index: int = 0
    mode: int = 0
    security: int = 0
    features: int = 0
    periodic: int = 0
    bandwidth: int = 0
    receive_chains: int = 0
    country: bytes = b"\0\0"
    data: bytes = b""  #: UWB session key, RTT service name, or content that is kept unread

    @classmethod
    def decode(cls, data: bytes, message: int, *, version: int = VERSION) -> Content:
        """Reads one technology's bytes; `message` is the message they belong to."""
        data = as_bytes("data", data)
        out, diagnostic = c.rangekit_android_technology(), new_diagnostic()
        status = library.rangekit_android_technology_decode(
            data,
            len(data),
            as_integer("message", message, ctypes.c_int32),
            as_integer("version", version, ctypes.c_uint32),
            out,
            diagnostic,
        )
        check_message(status, diagnostic)
        return cls._from_structure(out)

    def encode(self, message: int) -> bytes:
        """The technology's bytes alone."""
        structure, kind = self._structure(), as_integer("message", message, ctypes.c_int32)
        return bytes_out(lambda *out: library.rangekit_android_technology_encode(structure, kind, *out))

    @classmethod
    def _from_structure(cls, out: c.rangekit_android_technology) -> Content:
        size = 0
        if out.fields & ContentField.ADDRESS:
            size = 2 if out.technology == AndroidTechnology.UWB else 6
        return cls(
            known(AndroidTechnology, out.technology),
            ContentField(out.fields),
            bytes(out.address)[:size],
            **{name: getattr(out, name) for name in _NUMBERS},
            country=bytes(out.country),
            data=bytes(out.bytes)[: out.bytes_length],
        )

    def _structure(self) -> c.rangekit_android_technology:
        out = c.rangekit_android_technology()
        out.technology = as_integer("technology", self.technology, ctypes.c_int32)
        out.fields = as_integer("fields", self.fields, ctypes.c_uint32)
        for name in _NUMBERS:
            setattr(out, name, as_integer(name, getattr(self, name), ctypes.c_uint32))
        for name, room, given in (
            ("address", out.address, self.address),
            ("country", out.country, self.country),
            ("data", out.bytes, self.data),
        ):
            if len(given) > len(room):
                raise MessageError(Status.ERROR_TOO_LARGE, f"{name} is {len(given)} bytes long, at most {len(room)}")
            ctypes.memmove(room, given, len(given))
        out.bytes_length = len(self.data)
        return out


@dataclasses.dataclass(frozen=True)
class Message:
    """One message. What it does not have in its version is None."""

    id: int  #: a `MessageID`
    version: int = VERSION
    technologies: int | None = None  #: a set: bit n = technology n
    technologies_to_start: int | None = None
    transitioning: int | None = None
    device_type: int | None = None
    motion: int | None = None
    contents: list[Content] = dataclasses.field(default_factory=list)
    tail: bytes = b""  #: what a version above 3 adds

    @classmethod
    def decode(cls, data: bytes) -> Message:
        """Reads bytes that are one message and nothing else.

        Raises:
            MessageError: the bytes are not a message; it says where, which field, and what was expected.
        """
        data = as_bytes("data", data)
        message = default(c.rangekit_android_oob_message, library.rangekit_android_oob_message_default)
        rows = (c.rangekit_android_technology * (len(data) // 2 + 1))()
        count, diagnostic = ctypes.c_size_t(), new_diagnostic()
        status = library.rangekit_android_oob_decode(data, len(data), message, rows, len(rows), count, diagnostic)
        check_message(status, diagnostic)
        optional: dict[str, Any] = {
            name: getattr(message, name) for name, bit in zip(_OPTIONAL, _HAS, strict=True) if message.fields & bit
        }
        return cls(
            known(MessageID, message.message),
            message.version,
            contents=[Content._from_structure(row) for row in rows[: count.value]],
            tail=bytes(message.tail)[: message.tail_length],
            **optional,
        )

    def encode(self) -> bytes:
        """The message's bytes."""
        message = default(c.rangekit_android_oob_message, library.rangekit_android_oob_message_default)
        message.message = as_integer("id", self.id, ctypes.c_int32)
        message.version = as_integer("version", self.version, ctypes.c_uint32)
        for name, bit in zip(_OPTIONAL, _HAS, strict=True):
            value = getattr(self, name)
            if value is not None:
                setattr(message, name, as_integer(name, value, ctypes.c_uint32))
                message.fields |= bit
        if len(self.tail) > len(message.tail):
            raise MessageError(Status.ERROR_TOO_LARGE, f"tail is {len(self.tail)} bytes long, at most 32")
        message.tail_length = len(self.tail)
        ctypes.memmove(message.tail, self.tail, len(self.tail))
        rows = (c.rangekit_android_technology * max(len(self.contents), 1))()
        for index, content in enumerate(self.contents):
            rows[index] = content._structure()
        return bytes_out(lambda *out: library.rangekit_android_oob_encode(message, rows, len(self.contents), *out))


@dataclasses.dataclass(frozen=True)
class ConnectorCapabilities:
    """What a FiRa connector says about itself."""

    version: tuple[int, int] = (1, 0)
    packet_size: int = 20
    message_size: int = 263
    sessions: int = 1
    components: tuple[tuple[int, int], ...] = ()  #: SECID with bit 7 for always available; type and protocol

    @classmethod
    def decode(cls, data: bytes) -> ConnectorCapabilities:
        """Reads them."""
        data = as_bytes("data", data)
        out = default(c.rangekit_connector_capabilities, library.rangekit_connector_capabilities_default)
        diagnostic = new_diagnostic()
        check_message(library.rangekit_connector_capabilities_decode(data, len(data), out, diagnostic), diagnostic)
        pairs = zip(out.component_ids[: out.component_count], out.component_types, strict=False)
        return cls(
            (out.version_major, out.version_minor), out.packet_size, out.message_size, out.sessions, tuple(pairs)
        )

    def encode(self) -> bytes:
        """Their bytes."""
        out = default(c.rangekit_connector_capabilities, library.rangekit_connector_capabilities_default)
        out.version_major, out.version_minor = self.version
        out.packet_size, out.message_size, out.sessions = self.packet_size, self.message_size, self.sessions
        if len(self.components) > len(out.component_ids):
            raise MessageError(Status.ERROR_TOO_LARGE, f"{len(self.components)} components; at most 16 fit")
        out.component_count = len(self.components)
        for index, (number, kind) in enumerate(self.components):
            out.component_ids[index], out.component_types[index] = number, kind
        return bytes_out(lambda *args: library.rangekit_connector_capabilities_encode(out, *args))


def _connector_decode(kind: int, data: bytes) -> tuple[int, int, bytes]:
    data = as_bytes("data", data)
    high, low, diagnostic = ctypes.c_uint32(), ctypes.c_uint32(), new_diagnostic()
    check_message(library.rangekit_connector_header_decode(kind, data, len(data), high, low, diagnostic), diagnostic)
    return high.value, low.value, data[1:]


def _connector_encode(kind: int, high: int, low: int, payload: bytes) -> bytes:
    high, low = (as_integer(name, value, ctypes.c_uint32) for name, value in (("high", high), ("low", low)))
    payload = as_bytes("payload", payload)
    return bytes_out(lambda *out: library.rangekit_connector_encode(kind, high, low, payload, len(payload), *out))


def decode_connector_packet(data: bytes) -> tuple[bool, int, bytes]:
    """A connector's data packet: whether it is the last of its chain, the SECID, the payload."""
    is_last, component, payload = _connector_decode(c.RANGEKIT_CONNECTOR_PACKET, data)
    return bool(is_last), component, payload


def encode_connector_packet(is_last: bool, component: int, payload: bytes) -> bytes:
    """A connector's data packet."""
    return _connector_encode(c.RANGEKIT_CONNECTOR_PACKET, int(is_last), component, payload)


def decode_connector_message(data: bytes) -> tuple[int, int, bytes]:
    """A connector's message: type (0 command, 1 event, 2 response), instruction, payload."""
    return _connector_decode(c.RANGEKIT_CONNECTOR_MESSAGE, data)


def encode_connector_message(kind: int, instruction: int, payload: bytes) -> bytes:
    """A connector's message."""
    return _connector_encode(c.RANGEKIT_CONNECTOR_MESSAGE, kind, instruction, payload)
