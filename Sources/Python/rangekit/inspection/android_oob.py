"""Layouts of Android's out-of-band messages, versions 1 to 3, and of the FiRa connector."""

from __future__ import annotations

from rangekit.android_oob import (
    VERSION,
    AndroidTechnology,
    ConnectorCapabilities,
    Content,
    Message,
    MessageID,
    decode_connector_message,
    decode_connector_packet,
)
from rangekit.errors import MessageError
from rangekit.inspection._dump import Dump, bits, numbered
from rangekit.inspection.accessory import address, interval

TECHNOLOGIES = {int(each): each.name.lower() for each in AndroidTechnology}
MESSAGES = {int(each): each.name.lower() for each in MessageID}
DEVICE_TYPES = {0: "unknown", 1: "phone", 2: "tablet", 3: "tag", 4: "wearable", 5: "hearable"}
MOTIONS = {0: "not detected", 1: "slight", 2: "moderate", 3: "large"}
ROLES = {1: "initiator", 2: "responder"}
MODES = {1: "controller", 2: "controlee"}
KEYS = {8: "static STS: vendor id, then the initialisation vector", 16: "provisioned STS"}
CONNECTOR_TYPES = {0: "command", 1: "event", 2: "response"}


def message(dump: Dump) -> None:
    """One message."""
    start, data = dump.position, dump.remaining
    dump.check(lambda: Message.decode(data), start)
    version = dump.number(1, "version", lambda value: "known" if 1 <= value <= VERSION else "newer, read as version 3")
    number = dump.number(1, "message", MESSAGES)
    dump.title = f"Android out-of-band {MESSAGES.get(number or 0, 'message').replace('_', ' ')}, version {version}"
    if version is None or number is None or number not in MESSAGES:
        dump.rest("body", "the body of a message that is not known")
        return
    if number != MessageID.MOTION:
        dump.number(2, "technologies", bits(TECHNOLOGIES))
    if number == MessageID.CONFIGURATION:
        dump.number(2, "technologies_to_start", bits(TECHNOLOGIES))
    trailer = 0
    if number == MessageID.CAPABILITY_RESPONSE and version >= 2:
        trailer = 3
    elif number == MessageID.CONFIGURATION and version >= 3:
        trailer = 1
    if number in (MessageID.CAPABILITY_RESPONSE, MessageID.CONFIGURATION):
        while dump.left >= trailer + 2:
            _technology(dump, number == MessageID.CAPABILITY_RESPONSE)
    if trailer == 3:
        dump.number(1, "transitioning", {0: "no", 1: "yes"})
        dump.number(2, "device_type", DEVICE_TYPES)
    if trailer == 1 or number == MessageID.MOTION:
        is_wanted = {0: "no notification of motion", 1: "the responder notifies of motion"}
        dump.number(1, "motion", MOTIONS if number == MessageID.MOTION else is_wanted)
    dump.rest("tail", "of a newer version, kept" if version > VERSION else "not part of the message")


def technology(dump: Dump) -> None:
    """One technology's bytes alone: capabilities, or a configuration where they are none."""
    start, data = dump.position, dump.remaining
    dump.title = "Android out-of-band technology"
    try:
        Content.decode(data, MessageID.CAPABILITY_RESPONSE)
        is_capability = True
    except MessageError:
        dump.check(lambda: Content.decode(data, MessageID.CONFIGURATION), start)
        is_capability = False
    if dump.left:
        _technology(dump, is_capability)


def _technology(dump: Dump, is_capability: bool) -> None:
    number = dump.data[dump.position]
    with dump.group(TECHNOLOGIES.get(number, f"technology {number}")):
        dump.number(1, "technology", lambda value: TECHNOLOGIES.get(value, "no known technology, kept"))
        size = dump.number(1, "size", "bytes, these two included") or 0
        with dump.within(size - 2):
            if number == AndroidTechnology.UWB:
                (_uwb_capability if is_capability else _uwb_configuration)(dump)
            elif number == AndroidTechnology.BLE_CS and dump.left:
                dump.number(1, "security", bits({n: f"security level {n}" for n in range(8)}))
                dump.octets(6, "address", "Bluetooth address")
            elif number == AndroidTechnology.BLE_RSSI and dump.left:
                dump.octets(6, "address", "Bluetooth address")
            elif number == AndroidTechnology.WIFI_NAN_RTT and is_capability:
                dump.number(1, "features", lambda value: f"0x{value:02x}")
                dump.number(1, "periodic", {0: "no", 1: "yes"})
                dump.number(1, "bandwidth", lambda value: f"0x{value:02x}")
                dump.number(1, "receive_chains")
            elif number == AndroidTechnology.WIFI_NAN_RTT:
                dump.text(dump.number(1, "service_name_length", "bytes") or 0, "service_name")
                dump.number(1, "role", {0: "responder", 1: "initiator"})
                dump.number(1, "periodic", {0: "no", 1: "yes"})
            elif number not in TECHNOLOGIES or dump.left:
                dump.rest("content", "kept unread")


def _uwb_capability(dump: Dump) -> None:
    dump.octets(2, "address", address)
    dump.number(4, "channels", numbered(0))
    dump.number(4, "preamble_indexes", numbered(1))
    dump.number(4, "config_ids", numbered(0))
    dump.number(2, "interval_ms", interval)
    dump.number(1, "slot_ms", "ms")
    dump.number(1, "roles", bits({0: "initiator", 1: "responder"}))


def _uwb_configuration(dump: Dump) -> None:
    dump.octets(2, "address", address)
    dump.number(4, "session_id")
    dump.number(1, "config_id", _config_id)
    dump.number(1, "channel", "UWB channel")
    dump.number(1, "preamble_index")
    dump.number(2, "interval_ms", interval)
    dump.number(1, "slot_ms", "ms")
    length = dump.number(1, "key_length", "bytes") or 0
    dump.octets(length, "key", KEYS.get(length, "of a length that means nothing"))
    dump.text(2, "country", "country code")
    dump.number(1, "role", ROLES)
    dump.number(1, "mode", MODES)


def _config_id(value: int) -> str:
    """Android's numbers; the androidx library has others."""
    return {
        1: "unicast, static STS",
        2: "multicast, static STS",
        3: "provisioned unicast",
        4: "provisioned multicast",
        5: "provisioned individual multicast",
        6: "provisioned unicast, very fast",
    }.get(value, "no known configuration")


def connector_capabilities(dump: Dump) -> None:
    """What a FiRa connector says about itself."""
    start, data = dump.position, dump.remaining
    dump.check(lambda: ConnectorCapabilities.decode(data), start)
    dump.title = "FiRa connector capabilities"
    dump.number(1, "version_major")
    dump.number(1, "version_minor")
    dump.number(2, "packet_size", "bytes, big-endian", big=True)
    dump.number(2, "message_size", "bytes, big-endian", big=True)
    dump.number(1, "sessions", "at once")
    while dump.left >= 2:
        with dump.group("component"):
            dump.number(1, "id", lambda value: f"SECID {value & 0x7F}{', always available' if value & 0x80 else ''}")
            dump.number(1, "type", lambda value: f"type {value >> 4}, protocol {value & 0x0F}")
    dump.rest("component", "cut off")


def connector_packet(dump: Dump) -> None:
    """A connector's data packet."""
    start, data = dump.position, dump.remaining
    dump.check(lambda: decode_connector_packet(data), start)
    dump.title = "FiRa connector data packet"
    dump.number(
        1, "header", lambda value: f"{'last' if value & 0x80 else 'not the last'} of its chain, SECID {value & 0x7F}"
    )
    dump.rest("payload", "of the component")


def connector_message(dump: Dump) -> None:
    """A connector's message."""
    start, data = dump.position, dump.remaining
    dump.check(lambda: decode_connector_message(data), start)
    dump.title = "FiRa connector message"
    dump.number(
        1, "header", lambda value: f"{CONNECTOR_TYPES.get(value >> 6, 'no known type')}, instruction {value & 0x3F}"
    )
    dump.rest("payload", "of the instruction")
