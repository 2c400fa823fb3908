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
from rangekit.parameters import from_uci
from rangekit.uci import Group, MeasurementType, MessageType, MulticastAction, Names, TLVForm

HEADER_SIZE = 4
APP_CONFIG_PREFIX = 5  # session, count
NLOS = {0: "line of sight", 1: "no line of sight", 255: "not known"}
MAC_MODES = {0: "addresses of 2 bytes", 1: "addresses of 8 bytes"}
DL_MESSAGE_TYPES = {0: "poll", 1: "response", 2: "final"}
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


def named(table: Names) -> Callable[[int], str]:
    """A meaning: the library's name of a code."""

    def said(value: int) -> str:
        text = uci.name(table, value)
        return "no known code" if text == str(value) else text

    return said


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


def session_info(dump: Dump) -> None:
    """Measurements. DL-TDoA ones are read in the layout that fits."""
    dump.title = dump.title or "payload of SESSION_INFO"
    start, data = dump.position, dump.remaining
    layout = 1
    if len(data) > 13 and data[13] == MeasurementType.DL_TDOA:
        layout = next((each for each in (1, 2) if _fits(data, each)), 1)
    dump.check(lambda: uci.SessionInfo.decode(data, dl_tdoa_layout=layout), start)
    dump.number(4, "sequence")
    dump.number(4, "session", "session id (UCI 1.x) or handle")
    dump.number(1, "rcr_indicator")
    dump.number(4, "interval_ms", interval)
    kind = dump.number(1, "measurement_type", named(Names.MEASUREMENT_TYPE))
    dump.number(1, "reserved")
    mode = dump.number(1, "mac_mode", MAC_MODES)
    dump.number(8, "hybrid", "primary session of a hybrid one; reserved in UCI 1.x")
    count = dump.number(1, "measurement_count") or 0
    mac_size = 8 if mode == 1 else 2
    for index in range(count):
        if not dump.left or kind not in (MeasurementType.TWO_WAY, MeasurementType.OWR_AOA, MeasurementType.DL_TDOA):
            break
        with dump.group(f"measurement {index + 1}"):
            if kind == MeasurementType.TWO_WAY:
                _two_way(dump, mac_size)
            elif kind == MeasurementType.OWR_AOA:
                _one_way_angle(dump, mac_size)
            elif layout == 2:
                _dl_tdoa_2(dump, mac_size)
            else:
                _dl_tdoa_1(dump, mac_size)
    dump.rest("rest", "the vendor's bytes, or measurements of a type whose layout is not known")


def _fits(data: bytes, layout: int) -> bool:
    try:
        return not uci.SessionInfo.decode(data, dl_tdoa_layout=layout).rest
    except ValueError:
        return False


def _peer(dump: Dump, mac_size: int) -> int | None:
    dump.octets(mac_size, "mac_address", address)
    return dump.number(1, "status", named(Names.STATUS))


def _angles(dump: Dump, prefix: str = "") -> None:
    for name in ("azimuth", "elevation"):
        dump.number(2, f"{prefix}{name}_q7", lambda value: f"{value / 128:.2f} degrees", signed=True)
        dump.number(1, f"{prefix}{name}_fom", lambda value: f"figure of merit {value} %" if value else "0: no angle")


def _rssi(value: int) -> str:
    return f"{-value / 2:g} dBm" if value else "not reported"


def _two_way(dump: Dump, mac_size: int) -> None:
    status = _peer(dump, mac_size)
    dump.number(1, "nlos", NLOS)
    sign = -1 if status == 0x1B else 1
    dump.number(2, "distance_cm", lambda value: "no distance" if value == 0xFFFF else f"{sign * value / 100:g} m")
    _angles(dump)
    _angles(dump, "destination_")
    dump.number(1, "slot_index", "slot of the failure")
    dump.number(1, "rssi_half_db", _rssi)
    dump.octets(13 - mac_size, "reserved", "kept")


def _one_way_angle(dump: Dump, mac_size: int) -> None:
    _peer(dump, mac_size)
    dump.number(1, "nlos", NLOS)
    dump.number(1, "frame_sequence")
    dump.number(2, "block_index")
    _angles(dump)


def _place(dump: Dump) -> None:
    dump.number(2, "block_index")
    dump.number(1, "round_index")
    dump.number(1, "nlos", NLOS)
    _angles(dump)
    dump.number(1, "rssi_half_db", _rssi)


def _clocks(dump: Dump) -> None:
    for name in ("anchor_cfo_q10", "cfo_q10"):
        dump.number(2, name, lambda value: f"{value / 1024:.3f} ppm", signed=True)
    dump.number(4, "initiator_reply_time", "ticks")
    dump.number(4, "responder_reply_time", "ticks")
    dump.number(2, "tof", "ticks")


def _location(dump: Dump, size: int) -> None:
    def said(data: bytes) -> str:
        try:
            place = uci.Location.decode(data)
        except ValueError:
            return "of a size that no location has"
        names = ("x", "y", "z") if place.is_relative else ("latitude", "longitude", "altitude")
        units = ("m", "m", "m") if place.is_relative else ("deg", "deg", "m")
        return ", ".join(
            f"{name} {value:.7g} {unit}" for name, value, unit in zip(names, place.values, units, strict=True)
        )

    dump.octets(size, "location", said)


def _dl_tdoa_1(dump: Dump, mac_size: int) -> None:
    _peer(dump, mac_size)
    dump.number(1, "message_type", DL_MESSAGE_TYPES)
    control = dump.number(2, "message_control", lambda value: f"0x{value:04x}") or 0
    _place(dump)
    dump.number(8 if control >> 1 & 1 else 5, "tx_timestamp", "ticks")
    dump.number(8 if control >> 3 & 1 else 5, "rx_timestamp", "ticks")
    _clocks(dump)
    _location(dump, {1: 12, 2: 10}.get(control >> 5 & 3, 0))
    dump.octets(control >> 7 & 0x0F, "active_rounds", lambda data: ", ".join(map(str, data)))


def _dl_tdoa_2(dump: Dump, mac_size: int) -> None:
    size = dump.number(2, "size", "bytes, these two included") or 0
    with dump.within(size - 2):
        _peer(dump, mac_size)
        dump.number(1, "message_type", DL_MESSAGE_TYPES)
        _place(dump)
        _clocks(dump)
        dump.number(dump.number(1, "rx_timestamp_size", "bytes") or 0, "rx_timestamp", "ticks")
        control = dump.number(4, "message_control", lambda value: f"0x{value:08x}") or 0
        dump.number(dump.number(1, "tx_timestamp_size", "bytes") or 0, "tx_timestamp", "ticks")
        if control >> 1 & 1:
            rounds = dump.number(1, "active_rounds_count") or 0
            dump.octets(rounds, "active_rounds", lambda data: ", ".join(map(str, data)))
        if control >> 2 & 1:
            _location(dump, dump.number(1, "location_length", "bytes") or 0)
        if control >> 3 & 1:
            dump.number(1, "supercluster")
