"""uci.h: FiRa UCI, the interface between a host and a UWB chip.

    assembler = uci.Assembler()
    for message in assembler.feed(data):
        if message.is_session_info:
            samples = uci.samples(message.payload, time_ns)       # RANGE_SAMPLE_DTYPE

Payloads are little-endian. Measurements keep the numbers of the wire (MEASUREMENT_DTYPE: degrees x 128, cm,
half dB); samples are metres, radians and dBm, with a mask that says what is there.
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_bytes, as_integer, default, known
from rangekit.base import Status
from rangekit.errors import MessageError, check, check_message, new_diagnostic
from rangekit.sample import RANGE_SAMPLE_DTYPE

#: One measurement as the C contract has it; `type` (`MeasurementType`) says which values are there.
MEASUREMENT_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_uci_measurement)

#: In a measurement's distance_cm: there is no distance.
DISTANCE_NONE: Final[int] = c.RANGEKIT_UCI_DISTANCE_NONE


class MessageType(enum.IntEnum):
    """What kind of packet or message it is."""

    DATA = c.RANGEKIT_UCI_DATA
    COMMAND = c.RANGEKIT_UCI_COMMAND
    RESPONSE = c.RANGEKIT_UCI_RESPONSE
    NOTIFICATION = c.RANGEKIT_UCI_NOTIFICATION


class Group(enum.IntEnum):
    """Groups of opcodes."""

    CORE = c.RANGEKIT_UCI_GROUP_CORE
    SESSION_CONFIG = c.RANGEKIT_UCI_GROUP_SESSION_CONFIG
    SESSION_CONTROL = c.RANGEKIT_UCI_GROUP_SESSION_CONTROL
    DATA_CONTROL = c.RANGEKIT_UCI_GROUP_DATA_CONTROL
    ANDROID = c.RANGEKIT_UCI_GROUP_ANDROID
    TEST = c.RANGEKIT_UCI_GROUP_TEST


class MeasurementType(enum.IntEnum):
    """Types of measurements; the layout of ONE_WAY is not known."""

    ONE_WAY = c.RANGEKIT_UCI_MEASUREMENT_ONE_WAY
    TWO_WAY = c.RANGEKIT_UCI_MEASUREMENT_TWO_WAY
    DL_TDOA = c.RANGEKIT_UCI_MEASUREMENT_DL_TDOA
    OWR_AOA = c.RANGEKIT_UCI_MEASUREMENT_OWR_AOA


class Names(enum.IntEnum):
    """Tables of names."""

    OPCODE = c.RANGEKIT_UCI_NAMES_OPCODE  #: code: group * 64 + opcode
    STATUS = c.RANGEKIT_UCI_NAMES_STATUS
    APP_CONFIG = c.RANGEKIT_UCI_NAMES_APP_CONFIG
    CAPABILITY_1 = c.RANGEKIT_UCI_NAMES_CAPABILITY_1  #: UCI 1.x
    CAPABILITY_2 = c.RANGEKIT_UCI_NAMES_CAPABILITY_2  #: UCI 2.x: the same numbers mean other things
    DEVICE_STATE = c.RANGEKIT_UCI_NAMES_DEVICE_STATE
    SESSION_STATE = c.RANGEKIT_UCI_NAMES_SESSION_STATE
    REASON = c.RANGEKIT_UCI_NAMES_REASON
    MEASUREMENT_TYPE = c.RANGEKIT_UCI_NAMES_MEASUREMENT_TYPE
    MESSAGE_TYPE = c.RANGEKIT_UCI_NAMES_MESSAGE_TYPE
    GROUP = c.RANGEKIT_UCI_NAMES_GROUP


class TLVForm(enum.IntEnum):
    """What stands before a list of TLVs."""

    BARE = c.RANGEKIT_UCI_TLVS_BARE  #: nothing
    COUNT = c.RANGEKIT_UCI_TLVS_COUNT  #: a count: CORE_SET_CONFIG command
    STATUS = c.RANGEKIT_UCI_TLVS_STATUS  #: status, count: CORE_GET_CAPS_INFO and _GET_CONFIG responses
    SESSION = c.RANGEKIT_UCI_TLVS_SESSION  #: session, count: SESSION_SET_APP_CONFIG command


class MulticastAction(enum.IntEnum):
    """What happens to a controller's multicast list."""

    ADD = c.RANGEKIT_UCI_MULTICAST_ADD
    REMOVE = c.RANGEKIT_UCI_MULTICAST_REMOVE
    ADD_KEY_16 = c.RANGEKIT_UCI_MULTICAST_ADD_KEY_16
    ADD_KEY_32 = c.RANGEKIT_UCI_MULTICAST_ADD_KEY_32


def name(table: int, code: int) -> str:
    """The name of a code, "RANGING_RX_TIMEOUT" for example; the number as text where the sources name none."""
    number = as_integer("code", code, ctypes.c_uint32)
    return str(library.rangekit_uci_name(as_integer("table", table, ctypes.c_int32), number).decode()) or str(number)


# ---- Packets and messages ----


@dataclasses.dataclass(frozen=True)
class Message:
    """One message, whole."""

    message_type: int  #: a `MessageType`
    group: int  #: a `Group`; of data: its data packet format
    opcode: int
    payload: bytes = b""

    @property
    def name(self) -> str:
        """ "SESSION_INFO notification" for example."""
        kind = name(Names.MESSAGE_TYPE, self.message_type).lower()
        if self.message_type == MessageType.DATA:
            return f"data {self.group}"
        if self.is_session_info:
            return f"SESSION_INFO {kind}"
        code = self.group * 64 + self.opcode
        text = name(Names.OPCODE, code)
        return f"{f'{self.group:X}/{self.opcode:02X}' if text == str(code) else text} {kind}"

    @property
    def is_session_info(self) -> bool:
        """Whether the payload holds measurements."""
        return (self.message_type, self.group, self.opcode) == (
            MessageType.NOTIFICATION,
            Group.SESSION_CONTROL,
            c.RANGEKIT_UCI_SESSION_INFO,
        )

    def encode(self) -> bytes:
        """The message as one packet, or as several where the payload is longer than 255 bytes."""
        header = default(c.rangekit_uci_header, library.rangekit_uci_header_default)
        header.message_type = as_integer("message_type", self.message_type, ctypes.c_int32)
        header.group = as_integer("group", self.group, ctypes.c_uint32)
        header.opcode = as_integer("opcode", self.opcode, ctypes.c_uint32)
        payload = as_bytes("payload", self.payload)
        return bytes_out(lambda *out: library.rangekit_uci_encode(header, payload, len(payload), *out))


def bytes_out(call: Callable[..., int]) -> bytes:
    """Runs an encoder: once for the length, once for the bytes."""
    length, diagnostic = ctypes.c_size_t(), new_diagnostic()
    check_message(call(None, 0, length, diagnostic), diagnostic)
    out = (ctypes.c_uint8 * max(length.value, 1))()
    check_message(call(out, length.value, length, diagnostic), diagnostic)
    return bytes(out[: length.value])


class Assembler:
    """Puts messages together from a stream of packets.

    Attributes:
        refusals: what was refused so far, in order: segments of a second message while one is unfinished, messages
            that are too large, bytes that are no packet (with them, all that were there at the time are dropped).
    """

    def __init__(self) -> None:
        words = (library.rangekit_uci_assembler_size() + 7) // 8
        self._memory = (ctypes.c_uint64 * words)()
        self._handle = ctypes.POINTER(c.rangekit_uci_assembler)()
        size = ctypes.sizeof(self._memory)
        check(library.rangekit_uci_assembler_init(self._memory, size, ctypes.byref(self._handle)))
        self._rest = b""
        self.refusals: list[MessageError] = []

    def reset(self) -> None:
        """Forgets an unfinished message and bytes that are no whole packet yet: after the chip was reset."""
        check(library.rangekit_uci_assembler_reset(self._handle))
        self._rest = b""

    @property
    def pending(self) -> int:
        """Bytes that are no whole packet yet."""
        return len(self._rest)

    def feed(self, data: bytes) -> list[Message]:
        """Takes bytes, cut anywhere, and gives the messages that they complete."""
        buffer = self._rest + as_bytes("data", data)
        messages: list[Message] = []
        header = default(c.rangekit_uci_header, library.rangekit_uci_header_default)
        used, payload, diagnostic = ctypes.c_size_t(), ctypes.c_char_p(), new_diagnostic()
        start = 0
        while start < len(buffer):
            rest = buffer[start:]
            status = library.rangekit_uci_assembler_receive(
                self._handle, rest, len(rest), used, header, ctypes.byref(payload), diagnostic
            )
            if status == Status.ERROR_TRUNCATED:
                break
            if status:
                try:
                    check_message(status, diagnostic)
                except MessageError as error:
                    self.refusals.append(error)
            elif payload.value is not None:
                content = ctypes.string_at(payload, header.payload_length)
                kind, group = known(MessageType, header.message_type), known(Group, header.group)
                messages.append(Message(kind, group, header.opcode, content))
            start = start + used.value if used.value else len(buffer)
        self._rest = buffer[start:]
        return messages


# ---- Session information ----


@dataclasses.dataclass(frozen=True, eq=False)
class SessionInfo:
    """A SESSION_INFO notification (RANGE_DATA before FiRa 2.0)."""

    sequence: int = 0
    session: int = 0  #: session id in UCI 1.x, session handle from 2.0 on
    interval_ms: int = 0
    measurement_type: int = MeasurementType.TWO_WAY  #: a `MeasurementType`
    mac_mode: int = 0  #: 0: addresses of 2 bytes, 1: of 8
    measurements: npt.NDArray[Any] = dataclasses.field(default_factory=lambda: np.zeros(0, MEASUREMENT_DTYPE))
    rest: bytes = b""  #: what follows: the vendor's bytes, or measurements of an unknown layout
    rcr_indicator: int = 0
    hybrid: int = 0
    reserved_byte: int = 0
    dl_tdoa_layout: int = 1  #: of DL-TDoA measurements: 1 or 2
    measurement_count: int | None = None  #: as stated, where the layout is not known; else None

    @classmethod
    def decode(cls, payload: bytes, *, dl_tdoa_layout: int = 1) -> SessionInfo:
        """Reads a notification's payload.

        Raises:
            MessageError: it is none; the error says where, which field, and what was expected.
        """
        payload = as_bytes("payload", payload)
        info = default(c.rangekit_uci_session_info, library.rangekit_uci_session_info_default)
        info.dl_tdoa_layout = as_integer("dl_tdoa_layout", dl_tdoa_layout, ctypes.c_uint32)
        rows = np.zeros(255, MEASUREMENT_DTYPE)
        count, diagnostic = ctypes.c_size_t(), new_diagnostic()
        status = library.rangekit_uci_session_info_decode(
            payload, len(payload), info, _pointer(rows, c.rangekit_uci_measurement), len(rows), count, diagnostic
        )
        check_message(status, diagnostic)
        return cls(
            info.sequence,
            info.session,
            info.interval_ms,
            known(MeasurementType, info.measurement_type),
            info.mac_mode,
            rows[: count.value].copy(),
            payload[info.rest_offset : info.rest_offset + info.rest_length],
            info.rcr_indicator,
            info.hybrid,
            info.reserved_byte,
            info.dl_tdoa_layout,
            info.measurement_count if info.measurement_count != count.value else None,
        )

    def encode(self) -> bytes:
        """The notification's payload."""
        if self.measurement_count is not None:
            raise MessageError(Status.ERROR_UCI_MEASUREMENT_TYPE, "measurements of an unknown layout cannot be written")
        info = default(c.rangekit_uci_session_info, library.rangekit_uci_session_info_default)
        for field in ("sequence", "session", "interval_ms", "mac_mode", "rcr_indicator", "reserved_byte"):
            setattr(info, field, as_integer(field, getattr(self, field), ctypes.c_uint32))
        info.hybrid = as_integer("hybrid", self.hybrid, ctypes.c_uint64)
        info.measurement_type = as_integer("measurement_type", self.measurement_type, ctypes.c_int32)
        info.dl_tdoa_layout = as_integer("dl_tdoa_layout", self.dl_tdoa_layout, ctypes.c_uint32)
        rows = _rows(self.measurements)
        rest = as_bytes("rest", self.rest)
        pointer = _pointer(rows, c.rangekit_uci_measurement)
        return bytes_out(
            lambda *out: library.rangekit_uci_session_info_encode(info, pointer, len(rows), rest, len(rest), *out)
        )


def _rows(measurements: npt.NDArray[Any]) -> npt.NDArray[Any]:
    rows = np.ascontiguousarray(measurements)
    if rows.dtype != MEASUREMENT_DTYPE or rows.ndim != 1:
        raise TypeError("measurements must be a one-dimensional array of MEASUREMENT_DTYPE")
    return rows


def _pointer(rows: npt.NDArray[Any], structure: Any) -> Any:
    return rows.ctypes.data_as(ctypes.POINTER(structure))


def samples(payload: bytes, time_ns: int, *, dl_tdoa_layout: int = 1) -> npt.NDArray[Any]:
    """A SESSION_INFO payload as range samples, (n,) of RANGE_SAMPLE_DTYPE: one for each measurement that succeeded.

    `fields` says what is there: no distance where the chip states none, no angle without a figure of merit. UCI
    states no uncertainty, so no standard deviation is there. `peer` is the short address, or the low 32 bits of an
    extended one: `addresses` gives those whole.
    """
    payload = as_bytes("payload", payload)
    out = np.zeros(255, RANGE_SAMPLE_DTYPE)
    count, diagnostic = ctypes.c_size_t(), new_diagnostic()
    status = library.rangekit_uci_session_info_samples(
        payload,
        len(payload),
        as_integer("dl_tdoa_layout", dl_tdoa_layout, ctypes.c_uint32),
        as_integer("time_ns", time_ns, ctypes.c_int64),
        _pointer(out, c.rangekit_range_sample),
        len(out),
        count,
        diagnostic,
    )
    check_message(status, diagnostic)
    return out[: count.value].copy()


def addresses(payload: bytes, *, dl_tdoa_layout: int = 1) -> npt.NDArray[np.uint64]:
    """The whole MAC addresses of what `samples` gives for the same payload, in the same order, (n,) of uint64."""
    payload = as_bytes("payload", payload)
    out = np.zeros(255, np.uint64)
    count, diagnostic = ctypes.c_size_t(), new_diagnostic()
    status = library.rangekit_uci_session_info_addresses(
        payload,
        len(payload),
        as_integer("dl_tdoa_layout", dl_tdoa_layout, ctypes.c_uint32),
        _pointer(out, ctypes.c_uint64),
        len(out),
        count,
        diagnostic,
    )
    check_message(status, diagnostic)
    return out[: count.value].copy()


def decode_dl_tdoa(data: bytes, *, layout: int, mac_mode: int = 0) -> tuple[npt.NDArray[Any], int]:
    """One DL-TDoA measurement at the start of `data`, (1,) of MEASUREMENT_DTYPE, and its size in bytes."""
    data = as_bytes("data", data)
    rows = np.zeros(1, MEASUREMENT_DTYPE)
    used, diagnostic = ctypes.c_size_t(), new_diagnostic()
    layout, mac_mode = (as_integer(n, v, ctypes.c_uint32) for n, v in (("layout", layout), ("mac_mode", mac_mode)))
    status = library.rangekit_uci_dl_tdoa_decode(
        data, len(data), layout, mac_mode, _pointer(rows, c.rangekit_uci_measurement), used, diagnostic
    )
    check_message(status, diagnostic)
    return rows, used.value


def encode_measurement(measurement: npt.NDArray[Any]) -> bytes:
    """One measurement of any type, with its own type, MAC mode and layout."""
    pointer = _pointer(_rows(measurement[:1]), c.rangekit_uci_measurement)
    return bytes_out(lambda *out: library.rangekit_uci_measurement_encode(pointer, *out))


@dataclasses.dataclass(frozen=True)
class Location:
    """Where a DL-TDoA anchor is: WGS84 (degrees, degrees, metres) or relative (metres)."""

    is_relative: bool
    values: tuple[float, float, float]  #: latitude, longitude, altitude; or x, y, z

    @classmethod
    def decode(cls, data: bytes) -> Location:
        """Reads 12 (WGS84) or 10 bytes (relative)."""
        data = as_bytes("data", data)
        location, diagnostic = c.rangekit_uci_location(), new_diagnostic()
        check_message(library.rangekit_uci_location_decode(data, len(data), location, diagnostic), diagnostic)
        if location.kind == c.RANGEKIT_UCI_LOCATION_RELATIVE:
            return cls(True, (location.x_m, location.y_m, location.z_m))
        return cls(False, (location.latitude_deg, location.longitude_deg, location.altitude_m))

    def encode(self) -> bytes:
        """The location, rounded to the format's steps."""
        location = c.rangekit_uci_location()
        if self.is_relative:
            location.kind = c.RANGEKIT_UCI_LOCATION_RELATIVE
            location.x_m, location.y_m, location.z_m = self.values
        else:
            location.kind = c.RANGEKIT_UCI_LOCATION_WGS84
            location.latitude_deg, location.longitude_deg, location.altitude_m = self.values
        out, length = (ctypes.c_uint8 * 12)(), ctypes.c_size_t()
        check(library.rangekit_uci_location_encode(location, out, len(out), length))
        return bytes(out[: length.value])


# ---- TLVs and the other messages ----


@dataclasses.dataclass(frozen=True)
class TLV:
    """A configuration or capability TLV."""

    id: int
    value: bytes

    @property
    def number(self) -> int:
        """The value as a little-endian number."""
        return int.from_bytes(self.value, "little")


def decode_tlvs(payload: bytes, form: int = TLVForm.BARE) -> tuple[int, list[TLV]]:
    """A list of TLVs, and the session or status before it (0 where there is none)."""
    payload = as_bytes("payload", payload)
    form = as_integer("form", form, ctypes.c_int32)
    prefix, count, diagnostic = ctypes.c_uint32(), ctypes.c_size_t(), new_diagnostic()
    tlvs = (c.rangekit_uci_tlv * (len(payload) // 2 + 1))()
    status = library.rangekit_uci_tlvs_decode(payload, len(payload), form, prefix, tlvs, len(tlvs), count, diagnostic)
    check_message(status, diagnostic)
    found = tlvs[: count.value]
    return prefix.value, [TLV(tlv.id, payload[tlv.offset : tlv.offset + tlv.length]) for tlv in found]


def encode_tlvs(tlvs: Sequence[TLV], form: int = TLVForm.BARE, prefix: int = 0) -> bytes:
    """A list of TLVs with what stands before it."""
    rows = (c.rangekit_uci_tlv * max(len(tlvs), 1))()
    values = b""
    for row, tlv in zip(rows, tlvs, strict=False):
        row.id = as_integer("id", tlv.id, ctypes.c_uint32)
        row.offset, row.length = len(values), len(as_bytes("value", tlv.value))
        values += tlv.value
    form, prefix = as_integer("form", form, ctypes.c_int32), as_integer("prefix", prefix, ctypes.c_uint32)
    return bytes_out(
        lambda *out: library.rangekit_uci_tlvs_encode(form, prefix, rows, len(tlvs), values, len(values), *out)
    )


@dataclasses.dataclass(frozen=True)
class SessionStatus:
    """A SESSION_STATUS notification."""

    session: int
    state: int  #: Names.SESSION_STATE
    reason: int  #: Names.REASON

    @classmethod
    def decode(cls, payload: bytes) -> SessionStatus:
        """Reads its 6 bytes."""
        payload = as_bytes("payload", payload)
        status, diagnostic = c.rangekit_uci_session_status(), new_diagnostic()
        check_message(library.rangekit_uci_session_status_decode(payload, len(payload), status, diagnostic), diagnostic)
        return cls(status.session, status.state, status.reason)


@dataclasses.dataclass(frozen=True)
class DeviceInfo:
    """A CORE_DEVICE_INFO response. The low byte of a version is the major one."""

    status: int
    uci_version: int
    mac_version: int
    phy_version: int
    test_version: int
    vendor: bytes

    @classmethod
    def decode(cls, payload: bytes) -> DeviceInfo:
        """Reads its payload."""
        payload = as_bytes("payload", payload)
        info, diagnostic = c.rangekit_uci_device_info(), new_diagnostic()
        check_message(library.rangekit_uci_device_info_decode(payload, len(payload), info, diagnostic), diagnostic)
        vendor = payload[info.vendor_offset : info.vendor_offset + info.vendor_length]
        return cls(info.status, info.uci_version, info.mac_version, info.phy_version, info.test_version, vendor)


@dataclasses.dataclass(frozen=True)
class Controlee:
    """One controlee of a multicast list."""

    address: bytes  #: 2 bytes as they stand on the wire
    sub_session: int
    key: bytes = b""  #: none, 16 or 32 bytes, as the action says


_KEY_SIZES = {MulticastAction.ADD_KEY_16: 16, MulticastAction.ADD_KEY_32: 32}


def decode_multicast(payload: bytes) -> tuple[int, int, list[Controlee]]:
    """A command that changes a multicast list: session, action (`MulticastAction`), controlees."""
    payload = as_bytes("payload", payload)
    session, action, count = ctypes.c_uint32(), ctypes.c_int32(), ctypes.c_size_t()
    rows, diagnostic = (c.rangekit_uci_controlee * 255)(), new_diagnostic()
    status = library.rangekit_uci_multicast_decode(
        payload, len(payload), session, action, rows, len(rows), count, diagnostic
    )
    check_message(status, diagnostic)
    kind = MulticastAction(action.value)
    size = _KEY_SIZES.get(kind, 0)
    found = [Controlee(bytes(row.address), row.sub_session, bytes(row.key)[:size]) for row in rows[: count.value]]
    return session.value, kind, found


def encode_multicast(session: int, action: int, controlees: Sequence[Controlee]) -> bytes:
    """The payload of a command that changes a multicast list."""
    rows = (c.rangekit_uci_controlee * max(len(controlees), 1))()
    for row, controlee in zip(rows, controlees, strict=False):
        size = _KEY_SIZES.get(MulticastAction(action), 0)
        if len(controlee.address) != 2 or len(controlee.key) != size:
            raise MessageError(
                Status.ERROR_WRONG_LENGTH, f"{controlee}: an address has 2 bytes, a key with this action {size}"
            )
        row.sub_session = as_integer("sub_session", controlee.sub_session, ctypes.c_uint32)
        ctypes.memmove(row.address, controlee.address, 2)
        ctypes.memmove(row.key, controlee.key, size)
    session, action = as_integer("session", session, ctypes.c_uint32), as_integer("action", action, ctypes.c_int32)
    return bytes_out(lambda *out: library.rangekit_uci_multicast_encode(session, action, rows, len(controlees), *out))
