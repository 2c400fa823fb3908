"""Layouts of FiRa UCI: packets, streams of them, and the payloads of messages."""

from __future__ import annotations

import functools
from collections.abc import Callable

from rangekit import _bindings as c
from rangekit import uci
from rangekit._library import library
from rangekit._structures import default
from rangekit.errors import check_message, new_diagnostic
from rangekit.inspection._dump import Dump
from rangekit.inspection.accessory import address, interval, rstu
from rangekit.inspection.uci_measurements import named, session_info
from rangekit.parameters import from_uci
from rangekit.uci import Group, MessageType, MulticastAction, Names, TLVForm

HEADER_SIZE = 4
APP_CONFIG_PREFIX = 5  # session, count
ACTIONS = {int(each): each.name.lower() for each in MulticastAction}
KEY_SIZES = {MulticastAction.ADD_KEY_16: 16, MulticastAction.ADD_KEY_32: 32}

#: Units and codes of application configuration, by the names that the library gives the TLVs.
VALUES: dict[str, Callable[[int], str]] = {
    "SLOT_DURATION": rstu,
    "RANGING_DURATION": interval,
    "DEVICE_TYPE": lambda value: {0: "controlee", 1: "controller"}.get(value, "no known type"),
    "DEVICE_ROLE": lambda value: {0: "responder", 1: "initiator"}.get(value, "another role"),
    "MULTI_NODE_MODE": lambda value: {0: "one to one", 1: "one to many", 2: "many to many"}.get(value, "no known mode"),
    "HOPPING_MODE": lambda value: {0: "off", 1: "on"}.get(value, "no known mode"),
    "STS_CONFIG": lambda value: {0: "static", 1: "dynamic", 3: "provisioned"}.get(value, "another STS mode"),
    "RFRAME_CONFIG": lambda value: f"SP{value}",
    "CHANNEL_NUMBER": lambda value: "UWB channel",
    "SLOTS_PER_RR": lambda value: "slots",
    "RNG_DATA_NTF_PROXIMITY_NEAR": lambda value: "cm",
    "RNG_DATA_NTF_PROXIMITY_FAR": lambda value: "cm",
    "UWB_INITIATION_TIME": lambda value: "ms",
    "RANGING_ROUND_USAGE": lambda value: {
        0: "UL-TDoA",
        1: "single-sided, deferred",
        2: "double-sided, deferred",
        3: "single-sided",
        4: "double-sided",
        5: "DL-TDoA",
        6: "one-way angle of arrival",
    }.get(value, "no known usage"),
}


def stream(dump: Dump) -> None:
    """Packets, one behind the other; what follows bytes that are no packet is kept unread."""
    dump.title = "UCI packet" if _packet_size(dump.remaining) >= dump.left else "stream of UCI packets"
    assembler, segments = uci.Assembler(), b""
    count = 0
    while dump.left:
        start = dump.position
        size = min(_packet_size(dump.remaining), dump.left)
        refused = len(assembler.refusals)
        messages = assembler.feed(dump.remaining[:size])
        if assembler.pending:
            dump.check(functools.partial(_check_header, dump.data[start:]), start)
            assembler.reset()
        for error in assembler.refusals[refused:]:
            dump.check(_raising(error), start)
        if dump.left < HEADER_SIZE or dump.data[start] >> 5 > MessageType.NOTIFICATION:
            dump.rest("bytes", "no packet begins here")
            return
        count += 1
        with dump.group(f"packet {count}"):
            head = dump.data[start]
            more = bool(head >> 4 & 1)
            _header(dump)
            payload_size = size - HEADER_SIZE
            if more or segments:
                segments += dump.octets(min(payload_size, dump.left), "segment", "part of a message's payload")
                if not more and messages:
                    part = Dump(segments)
                    payload(part, messages[-1])
                    part.title = f"{messages[-1].name}, put together"
                    dump.parts.append((part.title, part))
                segments = segments if more else b""
            elif messages:
                with dump.within(payload_size):
                    payload(dump, messages[-1])
            elif payload_size:
                message = uci.Message(
                    head >> 5, head & 0x0F, dump.data[start + 1] & 0x3F, dump.remaining[:payload_size]
                )
                with dump.within(payload_size):
                    payload(dump, message)
    if segments:
        dump.parts.append(("unfinished message", _raw(segments)))


def _raising(error: Exception) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


def _check_header(data: bytes) -> None:
    header, diagnostic = default(c.rangekit_uci_header, library.rangekit_uci_header_default), new_diagnostic()
    check_message(library.rangekit_uci_header_decode(data, len(data), header, diagnostic), diagnostic)


def _raw(data: bytes) -> Dump:
    part = Dump(data)
    part.rest("payload", "its last segment is missing")
    return part


def _packet_size(data: bytes) -> int:
    if len(data) < HEADER_SIZE:
        return len(data)
    is_data = data[0] >> 5 == MessageType.DATA
    return HEADER_SIZE + (int.from_bytes(data[2:4], "little") if is_data else data[3])


def _header(dump: Dump) -> None:
    kind, group = MessageType(dump.data[dump.position] >> 5), dump.data[dump.position] & 0x0F
    more = ", more segments follow" if dump.data[dump.position] >> 4 & 1 else ""
    what = f"packet format {group}" if kind == MessageType.DATA else named(Names.GROUP)(group).lower()
    dump.number(1, "type_and_group", lambda value: f"{kind.name.lower()}, {what}{more}")
    dump.number(1, "opcode", lambda value: uci.Message(kind, group, value & 0x3F).name)
    if kind == MessageType.DATA:
        dump.number(2, "length", "bytes of payload")
    else:
        dump.number(1, "reserved")
        dump.number(1, "length", "bytes of payload")


def payload(dump: Dump, message: uci.Message) -> None:
    """A message's payload, by what the message is; the rest of `dump`."""
    key = (message.message_type, message.group, message.opcode)
    start, data = dump.position, dump.remaining
    core, config = Group.CORE, Group.SESSION_CONFIG
    if message.is_session_info:
        session_info(dump)
    elif key == (MessageType.NOTIFICATION, config, 2):
        dump.check(lambda: uci.SessionStatus.decode(data), start)
        dump.number(4, "session")
        dump.number(1, "state", named(Names.SESSION_STATE))
        dump.number(1, "reason", named(Names.REASON))
    elif key == (MessageType.RESPONSE, core, 2):
        _device_info(dump)
    elif key == (MessageType.NOTIFICATION, core, 1):
        dump.number(1, "state", named(Names.DEVICE_STATE))
    elif key == (MessageType.NOTIFICATION, core, 7):
        dump.number(1, "status", named(Names.STATUS))
    elif key == (MessageType.RESPONSE, core, 3):
        _tlvs(dump, TLVForm.STATUS, _capability(data))
    elif key == (MessageType.RESPONSE, core, 5):
        _tlvs(dump, TLVForm.STATUS, None)
    elif key == (MessageType.RESPONSE, config, 4):
        _tlvs(dump, TLVForm.STATUS, Names.APP_CONFIG)
    elif key == (MessageType.COMMAND, core, 4):
        _tlvs(dump, TLVForm.COUNT, None)
    elif key == (MessageType.COMMAND, config, 3):
        app_config(dump)
    elif key == (MessageType.COMMAND, config, 7):
        _multicast(dump)
    elif key == (MessageType.COMMAND, config, 0):
        dump.number(4, "session")
        dump.number(1, "session_type", {0: "ranging"})
    elif message.message_type == MessageType.COMMAND and message.group in (config, Group.SESSION_CONTROL):
        if dump.left >= 4:
            dump.number(4, "session")
    elif message.message_type == MessageType.RESPONSE:
        dump.number(1, "status", named(Names.STATUS))
    dump.rest("payload", "not read further")


def _device_info(dump: Dump) -> None:
    start, data = dump.position, dump.remaining
    dump.check(lambda: uci.DeviceInfo.decode(data), start)
    dump.number(1, "status", named(Names.STATUS))
    for name in ("uci_version", "mac_version", "phy_version", "test_version"):
        dump.number(2, name, lambda value: f"{value & 0xFF}.{value >> 12}, maintenance {value >> 8 & 0x0F}")
    dump.octets(dump.number(1, "vendor_length", "bytes") or 0, "vendor", "the vendor's")


def _capability(data: bytes) -> Names:
    """UCI 2.x gives TLVs from 0 on other meanings; which it is, no byte says. A response with ids above 0x13 below
    the vendors' is one of 2.x."""
    try:
        ids = [tlv.id for tlv in uci.decode_tlvs(data, TLVForm.STATUS)[1]]
    except ValueError:
        return Names.CAPABILITY_1
    return Names.CAPABILITY_2 if any(0x13 < number < 0xA0 for number in ids) else Names.CAPABILITY_1


def app_config(dump: Dump) -> None:
    """The payload of a SESSION_SET_APP_CONFIG command."""
    dump.title = dump.title or "UCI application configuration"
    start, data = dump.position, dump.remaining
    dump.check(lambda: from_uci(data), start)
    _tlvs(dump, TLVForm.SESSION, Names.APP_CONFIG)


def app_config_tlvs(dump: Dump) -> None:
    """Its TLVs alone."""
    dump.title = "TLVs of UCI application configuration"
    whole = app_config_payload(dump.remaining)
    dump.check(lambda: from_uci(whole), dump.position - APP_CONFIG_PREFIX)
    _tlvs(dump, TLVForm.BARE, Names.APP_CONFIG)


def capability_tlvs(dump: Dump) -> None:
    """The TLVs of a capability response alone."""
    dump.title = "UCI capability TLVs"
    _tlvs(dump, TLVForm.BARE, _capability(b"\0" + bytes([min(_count(dump.remaining), 255)]) + dump.remaining))


def app_config_payload(tlvs: bytes) -> bytes:
    """A command's payload for TLVs alone, with session 0."""
    return bytes((0, 0, 0, 0, min(_count(tlvs), 255))) + tlvs


def _count(data: bytes) -> int:
    position = count = 0
    while position + 2 <= len(data):
        position += 2 + data[position + 1]
        count += 1
    return count


def _tlvs(dump: Dump, form: TLVForm, names: Names | None) -> None:
    start, data = dump.position, dump.remaining
    dump.check(lambda: uci.decode_tlvs(data, form), start)
    if form == TLVForm.SESSION:
        dump.number(4, "session", "session id (UCI 1.x) or handle")
    elif form == TLVForm.STATUS:
        dump.number(1, "status", named(Names.STATUS))
    if form != TLVForm.BARE:
        dump.number(1, "tlv_count")
    while dump.left:
        number = dump.data[dump.position]
        title = f"0x{number:02x}" if names is None else named(names)(number)
        with dump.group(title if title != "no known code" else f"0x{number:02x}"):
            dump.number(1, "id", title)
            length = dump.number(1, "length", "bytes") or 0
            if "ADDRESS" in title and length in (2, 8):
                dump.octets(length, "value", address)
            elif 0 < length <= 8 and title not in ("STATIC_STS_IV", "DST_MAC_ADDRESS"):
                dump.number(length, "value", VALUES.get(title, ""))
            else:
                dump.octets(length, "value")


def _multicast(dump: Dump) -> None:
    start, data = dump.position, dump.remaining
    dump.check(lambda: uci.decode_multicast(data), start)
    dump.number(4, "session")
    action = dump.number(1, "action", ACTIONS)
    for index in range(dump.number(1, "controlee_count") or 0):
        if dump.left:
            with dump.group(f"controlee {index + 1}"):
                dump.octets(2, "address", address)
                dump.number(4, "sub_session")
                dump.octets(KEY_SIZES.get(action, 0), "sub_session_key")  # type: ignore[call-overload]
