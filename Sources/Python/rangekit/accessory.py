"""accessory.h: Nearby Interaction's accessory protocol, that is messages, configurations and GATT tables.

configuration = AccessoryConfiguration(short_address=b"\\x11\\xd7", role=Role.INITIATOR)
message = Message(MessageId.CONFIGURATION, configuration.encode())
answer = ShareableConfiguration.decode(Message.decode(received).body)
session = session_parameters(configuration, answer)       # what goes into the radio
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Callable
from typing import Any, TypeVar

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_bytes, as_integer, default, field_types, known
from rangekit.base import Status, status_name
from rangekit.errors import ArgumentError, check, check_message, new_diagnostic
from rangekit.parameters import Parameters


class MessageId(enum.IntEnum):
    """The first byte of a message. Ids from 0x20 on are the vendor's, and pass through."""

    CONFIGURATION = c.RANGEKIT_ACCESSORY_MESSAGE_CONFIGURATION
    DID_START = c.RANGEKIT_ACCESSORY_MESSAGE_DID_START
    DID_STOP = c.RANGEKIT_ACCESSORY_MESSAGE_DID_STOP
    INITIALIZE = c.RANGEKIT_ACCESSORY_MESSAGE_INITIALIZE
    CONFIGURE_AND_START = c.RANGEKIT_ACCESSORY_MESSAGE_CONFIGURE_AND_START
    STOP = c.RANGEKIT_ACCESSORY_MESSAGE_STOP
    INITIALIZE_ANDROID = c.RANGEKIT_ACCESSORY_MESSAGE_INITIALIZE_ANDROID


class Role(enum.IntEnum):
    """An accessory's part in a ranging exchange."""

    RESPONDER = c.RANGEKIT_RANGING_ROLE_RESPONDER
    INITIATOR = c.RANGEKIT_RANGING_ROLE_INITIATOR


class UpdateRate(enum.IntEnum):
    """How often an accessory would like to range."""

    AUTOMATIC = c.RANGEKIT_UPDATE_RATE_AUTOMATIC
    INFREQUENT = c.RANGEKIT_UPDATE_RATE_INFREQUENT  #: about 1.3 Hz
    INTERACTIVE = c.RANGEKIT_UPDATE_RATE_INTERACTIVE  #: about 5.5 Hz


class VendorOrder(enum.IntEnum):
    """The order of the vendor id's two bytes in a static STS key: stacks differ."""

    LITTLE_ENDIAN = c.RANGEKIT_STS_VENDOR_LITTLE_ENDIAN  #: 4C 00, as AOSP's accessory code has it
    BIG_ENDIAN = c.RANGEKIT_STS_VENDOR_BIG_ENDIAN


#: Apple's Bluetooth company number, with which phones derive a static STS.
VENDOR_ID_APPLE: int = c.RANGEKIT_VENDOR_ID_APPLE


@dataclasses.dataclass(frozen=True)
class Problem:
    """One thing that is wrong with received bytes."""

    status: int
    byte_offset: int | None
    field: str
    expected: int | None
    found: int | None
    is_refused: bool  #: whether the receiver refuses the bytes for it; if not, it does not look
    text: str  #: what is wrong, where, and what would be right

    @property
    def name(self) -> str:
        """The status' identifier, "RANGEKIT_ERROR_ACD_ROLE" for example."""
        return status_name(self.status)

    def __str__(self) -> str:
        return self.text


@dataclasses.dataclass(frozen=True)
class Message:
    """A message of the accessory protocol."""

    id: int  #: a `MessageId`, or another number 0 to 255
    body: bytes = b""

    @property
    def name(self) -> str:
        """What the id means, "configure_and_start" for example; "vendor" or "unknown"."""
        return str(library.rangekit_accessory_message_name(self.id).decode())

    @classmethod
    def decode(cls, data: bytes) -> Message:
        """Reads the id; raises MessageError for a body where none is, and none where one is."""
        data = as_bytes("data", data)
        number, length, diagnostic = ctypes.c_uint32(), ctypes.c_size_t(), new_diagnostic()
        status = library.rangekit_accessory_message_decode(data, len(data), number, length, diagnostic)
        check_message(status, diagnostic)
        return cls(known(MessageId, number.value), data[1:])

    def encode(self) -> bytes:
        """The id and the body."""
        body = as_bytes("body", self.body)
        number = as_integer("id", self.id, ctypes.c_uint8)
        return _encoded(
            len(body) + 1,
            lambda *out: library.rangekit_accessory_message_encode(number, body, len(body), *out),
        )


def _encoded(capacity: int, encode: Callable[..., int]) -> bytes:
    out, length, diagnostic = (ctypes.c_uint8 * capacity)(), ctypes.c_size_t(), new_diagnostic()
    check_message(encode(out, capacity, length, diagnostic), diagnostic)
    return bytes(out[: length.value])


ConfigurationType = TypeVar("ConfigurationType", bound="_Configuration")


class _Configuration:
    """What accessory and shareable configurations share: a dataclass that mirrors a C structure."""

    _structure_type: Any
    _functions: str
    _max_size: int
    _bits: dict[str, int]  # values that not every version carries, by the bit that says they are there
    interop: tuple[int, int]
    trailing: bytes

    @classmethod
    def decode(cls: type[ConfigurationType], data: bytes) -> ConfigurationType:
        """Reads the bytes and refuses what the receiver refuses.

        Raises:
            MessageError: the first rule that is broken, with its place, what was expected and what was found.
        """
        return cls._decode(data, f"{cls._functions}_decode")

    @classmethod
    def _decode(cls: type[ConfigurationType], data: bytes, function: str) -> ConfigurationType:
        data = as_bytes("data", data)
        structure, diagnostic = cls._default(), new_diagnostic()
        check_message(getattr(library, function)(data, len(data), structure, diagnostic), diagnostic)
        return cls._from_structure(structure)

    @classmethod
    def read(cls: type[ConfigurationType], data: bytes) -> tuple[ConfigurationType | None, list[Problem]]:
        """Reads as much as there is, and lists everything that is wrong; None if there is too little."""
        data = as_bytes("data", data)
        structure, count = cls._default(), ctypes.c_size_t()
        out = (c.rangekit_problem * c.RANGEKIT_PROBLEMS_MAX_COUNT)()
        status = getattr(library, f"{cls._functions}_read")(data, len(data), structure, out, len(out), count)
        problems = [_problem(problem) for problem in out[: count.value]]
        if status in (Status.ERROR_TRUNCATED, Status.ERROR_TOO_LARGE):
            return None, problems
        check(status)
        return cls._from_structure(structure), problems

    def encode(self) -> bytes:
        """The bytes; raises MessageError for what the receiver would refuse."""
        return self._encode(f"{self._functions}_encode")

    def with_parameters(self: ConfigurationType, parameters: Parameters) -> ConfigurationType:
        """The same with what a view of the session states; what it does not state, or the format does not carry, stays.

        Raises:
            ArgumentError: a value that has no room; it says which.
        """
        structure, diagnostic = self._structure(), new_diagnostic()
        write = library.rangekit_parameters_to_accessory
        if self._structure_type is c.rangekit_shareable_configuration:
            write = library.rangekit_parameters_to_shareable
        check_message(write(parameters._structure(), structure, diagnostic), diagnostic)
        return self._from_structure(structure)

    def _encode(self, function: str) -> bytes:
        structure = self._structure()
        return _encoded(self._max_size, lambda *out: getattr(library, function)(structure, *out))

    @classmethod
    def _default(cls) -> Any:
        return default(cls._structure_type, getattr(library, f"{cls._functions}_default"))

    def _structure(self) -> Any:
        structure = self._default()
        structure.fields = 0
        structure.interop_major, structure.interop_minor = self.interop
        types = field_types(self._structure_type)
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            name, value = field.name, getattr(self, field.name)
            if value is None or name in ("interop", "protocol"):
                continue
            if name in self._bits:
                structure.fields |= self._bits[name]
            if isinstance(value, (bytes, str)):
                data = value.encode("latin-1") if isinstance(value, str) else as_bytes(name, value)
                room = ctypes.sizeof(types[name])
                if len(data) > room if name == "trailing" else len(data) != room:
                    raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"{name} has {len(data)} bytes; there are {room}")
                getattr(structure, name)[: len(data)] = list(data)
            else:
                setattr(structure, name, as_integer(name, value, types[name]))
        structure.trailing_length = len(self.trailing)
        if hasattr(self, "protocol"):
            structure.protocol_major, structure.protocol_minor = self.protocol
        return structure

    @classmethod
    def _from_structure(cls: type[ConfigurationType], structure: Any) -> ConfigurationType:
        values: dict[str, Any] = dict.fromkeys(cls._bits)
        values["interop"] = (structure.interop_major, structure.interop_minor)
        for field in dataclasses.fields(cls):  # type: ignore[arg-type]
            name = field.name
            if name == "protocol":
                values[name] = (structure.protocol_major, structure.protocol_minor)
            if name in ("interop", "protocol") or (name in cls._bits and not structure.fields & cls._bits[name]):
                continue
            value = getattr(structure, name)
            if not isinstance(value, int):
                value = bytes(value)
                if name == "trailing":
                    value = value[: structure.trailing_length]
                elif name == "country":
                    value = value.decode("latin-1")
            values[name] = value
        return cls(**values)


#: A clock drift that was left out.
_BY_VERSION = -1

_DRIFT, _MODES = c.RANGEKIT_ACCESSORY_HAS_CLOCK_DRIFT, c.RANGEKIT_ACCESSORY_HAS_MODES
_TIMING, _SESSION = c.RANGEKIT_ACCESSORY_HAS_TIMING, c.RANGEKIT_ACCESSORY_HAS_SESSION


@dataclasses.dataclass(frozen=True)
class AccessoryConfiguration(_Configuration):
    """Accessory configuration data: what an accessory tells a phone before the two range.

    Values that not every version carries are None where they are absent: the clock drift from 1.1 on, hopping,
    slots and interval from 2.0, mode and usage in 1.2 and from 2.1, session and vector from 2.2 (1.2, 2.1 and
    2.2 are inferred from what phones accept).
    """

    _structure_type = c.rangekit_accessory_configuration
    _functions = "rangekit_accessory_configuration"
    _max_size = c.RANGEKIT_ACCESSORY_CONFIGURATION_MAX_SIZE
    _bits = {  # noqa: RUF012
        "max_clock_drift_ppm": _DRIFT,
        "hopping_mode": _TIMING,
        "slots_per_round": _TIMING,
        "slot_duration_rstu": _TIMING,
        "ranging_interval_ms": _TIMING,
        "multi_node_mode": _MODES,
        "ranging_round_usage": _MODES,
        "session_id": _SESSION,
        "static_sts_iv": _SESSION,
    }

    short_address: bytes  #: 2 bytes, in over-the-air order
    role: int = Role.RESPONDER
    interop: tuple[int, int] = (1, 1)  #: UWB interoperability version
    protocol: tuple[int, int] = (1, 0)
    update_rate: int = UpdateRate.AUTOMATIC
    manufacturer_id: int = 0
    chipset_model_id: int = 0
    middleware_version: int = 0
    max_clock_drift_ppm: int | None = _BY_VERSION  #: left out: 100 from interop 1.1 on, None before
    hopping_mode: int | None = None
    slots_per_round: int | None = None
    slot_duration_rstu: int | None = None
    ranging_interval_ms: int | None = None
    multi_node_mode: int | None = None
    ranging_round_usage: int | None = None
    session_id: int | None = None
    static_sts_iv: bytes | None = None  #: 6 bytes
    uwb_config_length: int = 0  #: as received; 0 encodes the right one
    header_reserved: bytes = bytes(10)
    uwb_reserved: bytes = bytes(4)
    trailing: bytes = b""  #: bytes behind what this library knows, kept

    def __post_init__(self) -> None:
        if self.max_clock_drift_ppm == _BY_VERSION:
            drift_ppm = self._default().max_clock_drift_ppm if self.interop >= (1, 1) else None
            object.__setattr__(self, "max_clock_drift_ppm", drift_ppm)

    @classmethod
    def decode_uwb(cls, data: bytes) -> AccessoryConfiguration:
        """Reads the UWB configuration alone: the bytes from 16 on, as chip vendors' libraries give them."""
        return cls._decode(data, "rangekit_uwb_configuration_decode")

    def encode_uwb(self) -> bytes:
        """The UWB configuration alone."""
        return self._encode("rangekit_uwb_configuration_encode")

    def parameters(self) -> Parameters:
        """What the accessory says about the session: its own view."""
        result = default(c.rangekit_parameters, library.rangekit_parameters_default)
        check(library.rangekit_parameters_from_accessory(self._structure(), result))
        return Parameters._from_structure(result)


@dataclasses.dataclass(frozen=True)
class ShareableConfiguration(_Configuration):
    """Shareable configuration data: what a phone answers, the session's parameters."""

    _structure_type = c.rangekit_shareable_configuration
    _functions = "rangekit_shareable_configuration"
    _max_size = c.RANGEKIT_SHAREABLE_CONFIGURATION_MAX_SIZE
    _bits = {  # noqa: RUF012
        "max_clock_drift_ppm": c.RANGEKIT_SHAREABLE_HAS_CLOCK_DRIFT,
        "hopping_mode": c.RANGEKIT_SHAREABLE_HAS_HOPPING,
    }

    short_address: bytes  #: the phone's, 2 bytes, in over-the-air order
    session_id: int
    country: str  #: two letters, of where the phone is
    preamble_code_index: int
    channel: int
    slots_per_round: int
    slot_duration_rstu: int
    ranging_interval_ms: int
    static_sts_iv: bytes  #: 6 bytes
    ranging_round_control: int = 3
    interop: tuple[int, int] = (1, 1)
    max_clock_drift_ppm: int | None = None  #: needed from interop 1.1 on
    hopping_mode: int | None = None
    uwb_reserved: bytes = bytes(4)
    trailing: bytes = b""

    def parameters(self) -> Parameters:
        """What the phone says about the session: its own view."""
        result = default(c.rangekit_parameters, library.rangekit_parameters_default)
        check(library.rangekit_parameters_from_shareable(self._structure(), result))
        return Parameters._from_structure(result)


@dataclasses.dataclass(frozen=True)
class AndroidAccessoryConfiguration:
    """The answer to message 0xA5 in the chip vendors' layout: it shares its id with an accessory configuration."""

    short_address: bytes  #: 2 bytes, in over-the-air order
    profile_ids: int  #: bit n: profile n
    ranging_roles: int  #: bit 0 responder, bit 1 initiator
    version_major: int = 1
    version_minor: int = 0
    chip_id: int = 0
    chip_firmware_version: int = 0
    middleware_version: bytes = bytes(3)

    @classmethod
    def decode(cls, data: bytes) -> AndroidAccessoryConfiguration:
        """Reads exactly 18 bytes."""
        data, diagnostic = as_bytes("data", data), new_diagnostic()
        structure = default(
            c.rangekit_android_accessory_configuration, library.rangekit_android_accessory_configuration_default
        )
        status = library.rangekit_android_accessory_configuration_decode(data, len(data), structure, diagnostic)
        check_message(status, diagnostic)
        values: dict[str, Any] = {field.name: getattr(structure, field.name) for field in dataclasses.fields(cls)}
        for name, value in values.items():
            values[name] = value if isinstance(value, int) else bytes(value)
        return cls(**values)

    def encode(self) -> bytes:
        """The 18 bytes."""
        structure = default(
            c.rangekit_android_accessory_configuration, library.rangekit_android_accessory_configuration_default
        )
        for name, c_type in list(field_types(c.rangekit_android_accessory_configuration).items())[1:-1]:
            value = getattr(self, name)
            if isinstance(value, bytes):
                if len(value) != ctypes.sizeof(c_type):
                    raise ArgumentError(
                        Status.ERROR_OUT_OF_RANGE, f"{name} has {len(value)} bytes, not {ctypes.sizeof(c_type)}"
                    )
                getattr(structure, name)[:] = list(value)
            else:
                setattr(structure, name, as_integer(name, value, c_type))
        out = (ctypes.c_uint8 * c.RANGEKIT_ANDROID_ACCESSORY_CONFIGURATION_SIZE)()
        length = ctypes.c_size_t()
        check(library.rangekit_android_accessory_configuration_encode(structure, out, len(out), length))
        return bytes(out)


def session_parameters(accessory: AccessoryConfiguration, answer: ShareableConfiguration) -> Parameters:
    """The session as the accessory has to run it: its own address and role, everything else as the phone says."""
    result = default(c.rangekit_parameters, library.rangekit_parameters_default)
    check(library.rangekit_parameters_for_accessory(accessory._structure(), answer._structure(), result))
    return Parameters._from_structure(result)


def compare(message_body: bytes, characteristic: bytes) -> None:
    """Checks that the encrypted characteristic holds the configuration of the message.

    Raises:
        MessageError: ERROR_ACCESSORY_MISMATCH with the first field that differs, or what a phone refuses in one.
    """
    first, second = as_bytes("message_body", message_body), as_bytes("characteristic", characteristic)
    diagnostic = new_diagnostic()
    status = library.rangekit_accessory_configuration_compare(first, len(first), second, len(second), diagnostic)
    check_message(status, diagnostic)


def static_sts_key(vendor_id: int, static_sts_iv: bytes, order: VendorOrder) -> bytes:
    """The key input of a static STS session: the vendor id's 2 bytes in the stated order, then the vector's 6."""
    iv = as_bytes("static_sts_iv", static_sts_iv)
    if len(iv) != 6:
        raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"static_sts_iv has {len(iv)} bytes; it must have 6")
    out, length = (ctypes.c_uint8 * 8)(), ctypes.c_size_t()
    number = as_integer("vendor_id", vendor_id, ctypes.c_uint16)
    check(library.rangekit_static_sts_key(number, iv, as_integer("order", order, ctypes.c_int32), out, 8, length))
    return bytes(out)


def _problem(problem: c.rangekit_problem) -> Problem:
    text = ctypes.create_string_buffer(c.RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE)
    check(library.rangekit_problem_describe(problem, text, len(text), ctypes.c_size_t()))
    has = problem.fields
    return Problem(
        known(Status, problem.status),
        problem.byte_offset if has & c.RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET else None,
        library.rangekit_field_name(problem.field).decode(),
        problem.expected if has & c.RANGEKIT_DIAGNOSTIC_HAS_EXPECTED else None,
        problem.found if has & c.RANGEKIT_DIAGNOSTIC_HAS_FOUND else None,
        bool(problem.is_refused),
        text.value.decode(),
    )


class GattTable(enum.IntEnum):
    """Services that an accessory registers."""

    NEARBY_INTERACTION = c.RANGEKIT_GATT_TABLE_NEARBY_INTERACTION  #: for ranging in the background
    NORDIC_UART = c.RANGEKIT_GATT_TABLE_NORDIC_UART  #: a transport
    QORVO = c.RANGEKIT_GATT_TABLE_QORVO  #: a transport
    RANGEKIT = c.RANGEKIT_GATT_TABLE_RANGEKIT  #: RangeKit's own profile


class GattProperty(enum.IntFlag):
    """The bits of a characteristic declaration."""

    READ = c.RANGEKIT_GATT_READ
    WRITE_WITHOUT_RESPONSE = c.RANGEKIT_GATT_WRITE_WITHOUT_RESPONSE
    WRITE = c.RANGEKIT_GATT_WRITE
    NOTIFY = c.RANGEKIT_GATT_NOTIFY
    INDICATE = c.RANGEKIT_GATT_INDICATE


class GattPermission(enum.IntFlag):
    """What a connection must be for an access."""

    READ_ENCRYPTED = c.RANGEKIT_GATT_READ_ENCRYPTED
    WRITE_ENCRYPTED = c.RANGEKIT_GATT_WRITE_ENCRYPTED  #: before subscribing too


@dataclasses.dataclass(frozen=True)
class GattRow:
    """A service, or one of its characteristics."""

    name: str  #: what it is for, "accessory_configuration" for example
    uuid: str
    uuid_bytes: bytes  #: 16 bytes, little-endian as over the air
    is_service: bool
    properties: GattProperty
    permissions: GattPermission


def gatt_table(table: GattTable) -> list[GattRow]:
    """The rows of a table, the service first."""
    number, count = as_integer("table", table, ctypes.c_int32), ctypes.c_size_t()
    check(library.rangekit_gatt_rows(number, None, 0, count), f"there is no table {number}")
    rows = (c.rangekit_gatt_row * count.value)()
    check(library.rangekit_gatt_rows(number, rows, len(rows), count))
    return [_row(row) for row in rows]


def _row(row: c.rangekit_gatt_row) -> GattRow:
    text = ctypes.create_string_buffer(c.RANGEKIT_UUID_TEXT_SIZE)
    check(library.rangekit_uuid_describe(bytes(row.uuid), text, len(text), ctypes.c_size_t()))
    return GattRow(
        library.rangekit_gatt_row_name(row.row).decode(),
        text.value.decode(),
        bytes(row.uuid),
        row.kind == c.RANGEKIT_GATT_KIND_SERVICE,
        GattProperty(row.properties),
        GattPermission(row.permissions),
    )
