"""parameters.h: one model of a UWB session's parameters, and what two devices' views differ in.

mine = Parameters(channel=9, preamble_code_index=10, slot_duration_rstu=2400, device_address=b"\\x11\\xd7")
for finding in diff(mine, theirs):
    print(finding)                     # what differs, what it would cause, how to mend it
"""

from __future__ import annotations

import ctypes
import dataclasses
import difflib
import enum
from typing import Any, NamedTuple

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_bytes, as_integer, default, field_types
from rangekit.android_oob import Content
from rangekit.base import Status
from rangekit.errors import ArgumentError, check, check_message, new_diagnostic
from rangekit.uci import bytes_out

#: The name of every parameter, by its number.
NAMES: tuple[str, ...] = tuple(
    name.removeprefix("RANGEKIT_PARAMETER_").lower()
    for name in vars(c)
    if name.startswith("RANGEKIT_PARAMETER_") and name != "RANGEKIT_PARAMETER_COUNT"
)
_NUMBERS = {name: number for number, name in enumerate(NAMES)}
_TYPES = field_types(c.rangekit_parameters)
_BYTES = {"static_sts_iv": 6, "country": 2}
_SIZED = {"device_address": "device_address_length", "session_key": "session_key_length"}
_SIZED["sub_session_key"] = "sub_session_key_length"


class RoundUsage(enum.IntEnum):
    """What a ranging round is used for."""

    UL_TDOA = c.RANGEKIT_ROUND_USAGE_UL_TDOA
    SS_TWR_DEFERRED = c.RANGEKIT_ROUND_USAGE_SS_TWR_DEFERRED
    DS_TWR_DEFERRED = c.RANGEKIT_ROUND_USAGE_DS_TWR_DEFERRED
    SS_TWR = c.RANGEKIT_ROUND_USAGE_SS_TWR
    DS_TWR = c.RANGEKIT_ROUND_USAGE_DS_TWR
    DL_TDOA = c.RANGEKIT_ROUND_USAGE_DL_TDOA
    OWR_AOA = c.RANGEKIT_ROUND_USAGE_OWR_AOA


class Consequence(enum.IntEnum):
    """What a finding would cause; the higher, the worse."""

    UNCERTAIN = c.RANGEKIT_CONSEQUENCE_UNCERTAIN  #: one side does not say
    DEGRADED = c.RANGEKIT_CONSEQUENCE_DEGRADED  #: fewer samples, or a shorter range
    WRONG_DISTANCE = c.RANGEKIT_CONSEQUENCE_WRONG_DISTANCE
    NO_SAMPLES = c.RANGEKIT_CONSEQUENCE_NO_SAMPLES
    REFUSAL = c.RANGEKIT_CONSEQUENCE_REFUSAL  #: a stack refuses to start the session


class ByteOrder(enum.IntEnum):
    """How a stack hands MAC addresses and the vendor id to UCI."""

    AS_GIVEN = c.RANGEKIT_UCI_BYTES_AS_GIVEN  #: as bytes: Android 14 and later
    REVERSED = c.RANGEKIT_UCI_BYTES_REVERSED  #: the other way round: Android 13 and earlier


@dataclasses.dataclass(frozen=True)
class Finding:
    """One thing that is wrong in a view, or between two."""

    parameter: str  #: its name, "channel" for example
    rule: str  #: what is broken, "equal" or "interval_multiple" for example
    consequence: Consequence
    side: str  #: "a", "b" or "both"
    value_a: int | None  #: of addresses and other bytes the first byte is the lowest; of keys the length
    value_b: int | None
    text: str  #: what, what it causes, and how to mend it

    def __str__(self) -> str:
        return self.text


@dataclasses.dataclass(frozen=True)
class Timing:
    """What follows from the timing parameters; None where it cannot be said."""

    slot_duration_s: float | None
    round_duration_s: float | None
    update_rate_hz: float | None
    rounds_per_block: int | None


class Parameters:
    """One side's view of a UWB session: the values that it states, by the names of parameters.h.

    Numbers are ints. `device_address`, `static_sts_iv`, `session_key` and `sub_session_key` are bytes in the
    order in which they go over the air, `peer_addresses` is a tuple of them, `country` two letters. A value
    that is not stated is None.
    """

    __slots__ = ("_values",)

    def __init__(self, **values: Any) -> None:
        self._values: dict[str, Any] = {}
        for name, value in values.items():
            if name not in _NUMBERS:
                close = difflib.get_close_matches(name, NAMES, n=1)
                hint = f"did you mean {close[0]}?" if close else f"parameters are {', '.join(NAMES)}"
                raise TypeError(f"there is no parameter {name}: {hint}")
            if value is not None:
                self._values[name] = _checked(name, value)
        check_count = ctypes.c_size_t()
        status = library.rangekit_parameters_check(self._structure(), None, 0, check_count)
        check(status, f"a length is not one that parameters can have: {values!r}" if status else "")

    def __getattr__(self, name: str) -> Any:
        if name not in _NUMBERS:
            raise AttributeError(f"there is no parameter {name}")
        return self._values.get(name)

    def as_dict(self) -> dict[str, Any]:
        """What is stated, in the order of the numbers."""
        return {name: self._values[name] for name in NAMES if name in self._values}

    def merged(self, other: Parameters) -> Parameters:
        """Both views in one: what `other` states wins."""
        structure = self._structure()
        check(library.rangekit_parameters_merge(structure, other._structure()))
        return Parameters._from_structure(structure)

    def __eq__(self, other: object) -> bool:
        return self._values == other._values if isinstance(other, Parameters) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self.as_dict().items()))

    def __repr__(self) -> str:
        return f"Parameters({', '.join(f'{name}={value!r}' for name, value in self.as_dict().items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._values,)

    def _structure(self) -> c.rangekit_parameters:
        structure = default(c.rangekit_parameters, library.rangekit_parameters_default)
        for name, value in self._values.items():
            structure.fields |= 1 << _NUMBERS[name]
            if isinstance(value, int):
                setattr(structure, name, value)
            elif name == "peer_addresses":
                structure.peer_count = len(value)
                structure.peer_address_length = len(value[0]) if value else 0
                for index, address in enumerate(value):
                    structure.peer_addresses[8 * index : 8 * index + len(address)] = list(address)
            else:
                data = value.encode("ascii") if isinstance(value, str) else value
                if name in _SIZED:
                    setattr(structure, _SIZED[name], len(data))
                getattr(structure, name)[: len(data)] = list(data)
        return structure

    @classmethod
    def _from_structure(cls, structure: c.rangekit_parameters) -> Parameters:
        values: dict[str, Any] = {}
        for number, name in enumerate(NAMES):
            if not structure.fields >> number & 1:
                continue
            value = getattr(structure, name)
            if name == "peer_addresses":
                size = structure.peer_address_length
                value = tuple(bytes(value[8 * index : 8 * index + size]) for index in range(structure.peer_count))
            elif name == "country":
                value = bytes(value).decode("latin-1")
            elif not isinstance(value, int):
                value = bytes(value)[: getattr(structure, _SIZED[name]) if name in _SIZED else None]
            values[name] = value
        made = cls()
        made._values.update(values)
        return made


def _restore(values: dict[str, Any]) -> Parameters:
    return Parameters(**values)


def _checked(name: str, value: Any) -> Any:
    """A value of the type that its parameter has; what does not fit is refused by name."""
    if name == "country":
        if not isinstance(value, str) or len(value) != 2 or not value.isascii():
            raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"country = {value!r}: it must be two ASCII letters")
        return value
    if name == "peer_addresses":
        addresses = tuple(as_bytes("peer_addresses", address) for address in value)
        if not 1 <= len(addresses) <= 8 or len({len(address) for address in addresses}) != 1:
            raise ArgumentError(
                Status.ERROR_OUT_OF_RANGE, f"peer_addresses = {value!r}: 1 to 8 addresses of one length, 2 or 8 bytes"
            )
        return tuple(_sized("peer_addresses", address, 8) for address in addresses)
    if name in _BYTES or name in _SIZED:
        data = as_bytes(name, value)
        if name in _BYTES and len(data) != _BYTES[name]:
            raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"{name} has {len(data)} bytes; it must have {_BYTES[name]}")
        return _sized(name, data, ctypes.sizeof(_TYPES[name]))
    return as_integer(name, value, _TYPES[name])


def _sized(name: str, data: bytes, most: int) -> bytes:
    if len(data) > most:
        raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"{name} has {len(data)} bytes; at most {most} fit")
    return data


_SIDES = {
    c.RANGEKIT_PARAMETERS_SIDE_A: "a",
    c.RANGEKIT_PARAMETERS_SIDE_B: "b",
    c.RANGEKIT_PARAMETERS_SIDE_BOTH: "both",
}


def _finding(finding: c.rangekit_parameters_finding) -> Finding:
    text = ctypes.create_string_buffer(c.RANGEKIT_PARAMETERS_FINDING_TEXT_MAX_SIZE)
    length = ctypes.c_size_t()
    check(library.rangekit_parameters_finding_describe(finding, text, len(text), length))
    return Finding(
        NAMES[finding.parameter],
        library.rangekit_parameters_rule_name(finding.rule).decode(),
        Consequence(finding.consequence),
        _SIDES[finding.side],
        finding.value_a if finding.fields & c.RANGEKIT_PARAMETERS_FINDING_HAS_A else None,
        finding.value_b if finding.fields & c.RANGEKIT_PARAMETERS_FINDING_HAS_B else None,
        text.value.decode(),
    )


def diff(a: Parameters, b: Parameters, *, unstated: bool = False) -> list[Finding]:
    """What would keep two devices from ranging with each other.

    Args:
        a: one device's view of the session.
        b: the other's.
        unstated: also what only one side says and both must share.

    Returns:
        Findings between the two by parameter, then in `a` alone, then in `b` alone.
    """
    out = (c.rangekit_parameters_finding * c.RANGEKIT_PARAMETERS_FINDINGS_MAX_COUNT)()
    count = ctypes.c_size_t()
    options = c.RANGEKIT_PARAMETERS_DIFF_UNSTATED if unstated else 0
    check(library.rangekit_parameters_diff(a._structure(), b._structure(), options, out, len(out), count))
    return [_finding(finding) for finding in out[: count.value]]


def check_parameters(parameters: Parameters) -> list[Finding]:
    """What cannot be in one view alone."""
    out = (c.rangekit_parameters_finding * c.RANGEKIT_PARAMETERS_FINDINGS_MAX_COUNT)()
    count = ctypes.c_size_t()
    check(library.rangekit_parameters_check(parameters._structure(), out, len(out), count))
    return [_finding(finding) for finding in out[: count.value]]


def timing(parameters: Parameters) -> Timing:
    """Seconds and rates from slots and interval."""
    result = default(c.rangekit_timing, library.rangekit_timing_default)
    check(library.rangekit_parameters_timing(parameters._structure(), result))
    has = result.fields
    return Timing(
        result.slot_duration_s if has & c.RANGEKIT_TIMING_HAS_SLOT else None,
        result.round_duration_s if has & c.RANGEKIT_TIMING_HAS_ROUND else None,
        result.update_rate_hz if has & c.RANGEKIT_TIMING_HAS_INTERVAL else None,
        result.rounds_per_block if has & c.RANGEKIT_TIMING_HAS_BLOCK else None,
    )


# ---- Formats ----


class FromUci(NamedTuple):
    """What a UCI application configuration says."""

    parameters: Parameters
    unread_ids: tuple[int, ...]  #: TLVs that the model does not hold


class ToUci(NamedTuple):
    """A UCI application configuration."""

    payload: bytes  #: of a SESSION_SET_APP_CONFIG command
    left_out: tuple[str, ...]  #: parameters that are stated and that UCI does not hold


class FromAndroid(NamedTuple):
    """What an Android UWB configuration says."""

    parameters: Parameters  #: the view of the device that receives it
    key_is_read: bool  #: False for a key that is neither 8 bytes (static STS) nor 16 (provisioned)


class ToAndroid(NamedTuple):
    """An Android UWB configuration."""

    content: Content  #: to send to the device whose view it was
    left_out: tuple[str, ...]  #: parameters that are stated and that the configuration does not hold


def from_uci(payload: bytes, *, uci_major: int = 1, byte_order: ByteOrder = ByteOrder.AS_GIVEN) -> FromUci:
    """Reads the payload of a SESSION_SET_APP_CONFIG command.

    Args:
        payload: session, count, TLVs.
        uci_major: 1 or 2. The command names the session id in UCI 1.x, and a handle, which is no parameter, later.
        byte_order: that of MAC addresses and the vendor id.

    Raises:
        MessageError: the bytes are none, or a TLV is of another size than its parameter.
    """
    data, result = as_bytes("payload", payload), default(c.rangekit_parameters, library.rangekit_parameters_default)
    words, diagnostic = (ctypes.c_uint32 * 8)(), new_diagnostic()
    major = as_integer("uci_major", uci_major, ctypes.c_uint32)
    order = as_integer("byte_order", byte_order, ctypes.c_uint32)
    check_message(
        library.rangekit_parameters_from_uci(data, len(data), major, order, result, words, diagnostic), diagnostic
    )
    unread = tuple(number for number in range(256) if words[number // 32] >> number % 32 & 1)
    return FromUci(Parameters._from_structure(result), unread)


def to_uci(
    parameters: Parameters, session: int, *, uci_major: int = 1, byte_order: ByteOrder = ByteOrder.AS_GIVEN
) -> ToUci:
    """The payload of a SESSION_SET_APP_CONFIG command; `session` is the session id (UCI 1.x) or handle."""
    structure, left_out = parameters._structure(), ctypes.c_uint64()
    number, major = (as_integer(n, v, ctypes.c_uint32) for n, v in (("session", session), ("uci_major", uci_major)))
    order = as_integer("byte_order", byte_order, ctypes.c_uint32)

    def write(out: Any, capacity: int, length: Any, diagnostic: Any) -> int:
        return int(
            library.rangekit_parameters_to_uci(
                structure, number, major, order, out, capacity, length, left_out, diagnostic
            )
        )

    return ToUci(bytes_out(write), _names(left_out.value))


def from_android_uwb(content: Content) -> FromAndroid:
    """Reads the UWB configuration of an Android out-of-band message into the view of the device that receives it.

    Raises:
        MessageError: the content is no UWB configuration.
    """
    result, is_read = default(c.rangekit_parameters, library.rangekit_parameters_default), ctypes.c_int32()
    diagnostic = new_diagnostic()
    status = library.rangekit_parameters_from_android_uwb(content._structure(), result, is_read, diagnostic)
    check_message(status, diagnostic)
    return FromAndroid(Parameters._from_structure(result), bool(is_read.value))


def to_android_uwb(parameters: Parameters) -> ToAndroid:
    """The UWB configuration to send to the device whose view `parameters` is.

    Raises:
        MessageError: a parameter that the configuration needs is not stated, or has no room; it says which.
    """
    out, left_out, diagnostic = c.rangekit_android_technology(), ctypes.c_uint64(), new_diagnostic()
    status = library.rangekit_parameters_to_android_uwb(parameters._structure(), out, left_out, diagnostic)
    check_message(status, diagnostic)
    return ToAndroid(Content._from_structure(out), _names(left_out.value))


def _names(bits: int) -> tuple[str, ...]:
    return tuple(name for number, name in enumerate(NAMES) if bits >> number & 1)
