"""Layouts of Nearby Interaction's accessory protocol: messages, configurations, the vendors' Android layout."""

from __future__ import annotations

from rangekit.accessory import (
    AccessoryConfiguration,
    AndroidAccessoryConfiguration,
    Message,
    MessageId,
    ShareableConfiguration,
)
from rangekit.inspection._dump import Dump, Fault, bits

ROLES = {0: "responder", 1: "initiator"}
UPDATE_RATES = {0: "automatic", 10: "infrequent, about 1.3 Hz", 20: "interactive, about 5.5 Hz"}
ON_OFF = {0: "off", 1: "on"}
ROUND_USAGES = {0: "meaning unknown", 2: "double-sided, deferred", 3: "single-sided", 8: "meaning unknown"}
MULTI_NODE = {0: "one to one", 1: "one to many"}
CONTROL = {0: "result report", 1: "control message", 2: "control message in band"}
ANDROID_SIZE = 18
HEADER_SIZE = 16


def rstu(value: int) -> str:
    """A slot duration."""
    return f"RSTU = {value / 1200:g} ms"


def interval(value: int) -> str:
    """A ranging interval."""
    return f"ms, {1000 / value:.3g} Hz" if value else "ms: none"


def address(data: bytes) -> str:
    """An address in the order of the air, and the number that little-endian stacks print."""
    return f"address {data.hex(':')}; as a number 0x{int.from_bytes(data, 'little'):0{2 * len(data)}x}"


def message(dump: Dump) -> None:
    """A message of the accessory protocol."""
    start, data = dump.position, dump.remaining
    dump.check(lambda: Message.decode(data), start)
    dump.title = "message of the accessory protocol"
    number = dump.number(1, "id", lambda value: Message(value).name)
    if number == MessageId.CONFIGURATION and dump.left == ANDROID_SIZE:
        android(dump)
    elif number == MessageId.CONFIGURATION and dump.left:
        accessory(dump)
    elif number == MessageId.CONFIGURE_AND_START and dump.left:
        shareable(dump)
    elif number is not None and number >= 0x20:
        dump.rest("body", "the vendor's, kept")
    else:
        dump.rest("body", "no body belongs here")


def accessory(dump: Dump) -> None:
    """Accessory configuration data."""
    start, data = dump.position, dump.remaining
    for problem in AccessoryConfiguration.read(data)[1]:
        dump.fault(Fault.of_problem(problem, start))
    dump.title = dump.title or "accessory configuration"
    with dump.group("accessory_configuration"):
        dump.number(2, "protocol_major")
        dump.number(2, "protocol_minor")
        dump.number(1, "update_rate", UPDATE_RATES)
        dump.octets(10, "header_reserved", "reserved, zero")
        dump.number(1, "uwb_config_length", "bytes that follow")
        _uwb_fields(dump)


def uwb(dump: Dump) -> None:
    """The UWB configuration alone, as chip vendors' libraries give it."""
    start, data = dump.position, dump.remaining
    # The library counts from where the whole configuration would begin.
    dump.check(lambda: AccessoryConfiguration.decode_uwb(data), start - HEADER_SIZE)
    dump.title = "UWB configuration"
    with dump.group("uwb_configuration"):
        _uwb_fields(dump)


def _uwb_fields(dump: Dump) -> None:
    version = (dump.number(2, "interop_major") or 0, dump.number(2, "interop_minor") or 0)
    dump.number(4, "manufacturer_id", lambda value: f"0x{value:08x}")
    dump.number(4, "chipset_model_id", lambda value: f"0x{value:08x}")
    dump.number(4, "middleware_version", lambda value: f"bytes {value.to_bytes(4, 'little').hex(' ')}")
    dump.number(1, "role", ROLES)
    dump.octets(2, "short_address", address)
    if version >= (1, 1):
        dump.number(2, "max_clock_drift_ppm", "ppm")
    if version >= (2, 0):
        dump.octets(4, "uwb_reserved", "reserved, zero")
        dump.number(1, "hopping_mode", ON_OFF)
        dump.number(2, "slots_per_round", "slots")
        dump.number(2, "slot_duration_rstu", rstu)
        dump.number(2, "ranging_interval_ms", interval)
    if (1, 2) <= version < (2, 0) or version >= (2, 1):
        dump.number(1, "multi_node_mode", MULTI_NODE)
        dump.number(1, "ranging_round_usage", ROUND_USAGES)
    if version >= (2, 2):
        dump.number(4, "session_id")
        dump.octets(6, "static_sts_iv", "static STS initialisation vector")
    dump.rest("trailing", "bytes behind what is known, kept")


def shareable(dump: Dump) -> None:
    """Shareable configuration data."""
    start, data = dump.position, dump.remaining
    for problem in ShareableConfiguration.read(data)[1]:
        dump.fault(Fault.of_problem(problem, start))
    dump.title = dump.title or "shareable configuration"
    with dump.group("shareable_configuration"):
        version = (dump.number(2, "interop_major") or 0, dump.number(2, "interop_minor") or 0)
        dump.number(1, "length", "bytes that follow")
        dump.text(2, "country", "country code, ISO 3166-1")
        dump.number(4, "session_id")
        dump.number(1, "preamble_code_index", lambda value: "BPRF" if 9 <= value <= 24 else "HPRF")
        dump.number(1, "channel", lambda value: "UWB channel")
        dump.number(2, "slots_per_round", "slots")
        dump.number(2, "slot_duration_rstu", rstu)
        dump.number(2, "ranging_interval_ms", interval)
        dump.number(1, "ranging_round_control", bits(CONTROL))
        dump.octets(6, "static_sts_iv", "static STS initialisation vector")
        dump.octets(2, "short_address", address)
        if version >= (1, 1):
            dump.number(2, "max_clock_drift_ppm", "ppm")
        if version >= (2, 0):
            dump.octets(4, "uwb_reserved", "reserved, zero")
            dump.number(1, "hopping_mode", ON_OFF)
        dump.rest("trailing", "bytes behind what is known, kept")


def android(dump: Dump) -> None:
    """The answer to an Android phone in the chip vendors' layout."""
    start, data = dump.position, dump.remaining
    dump.check(lambda: AndroidAccessoryConfiguration.decode(data), start)
    dump.title = f"{dump.title} to an Android phone" if dump.title else "Android accessory configuration"
    with dump.group("android_accessory_configuration"):
        dump.number(2, "version_major")
        dump.number(2, "version_minor")
        dump.number(2, "chip_id", lambda value: f"0x{value:04x}")
        dump.number(2, "chip_firmware_version", lambda value: f"0x{value:04x}")
        dump.octets(3, "middleware_version")
        dump.number(4, "profile_ids", bits({n: f"profile {n}" for n in range(32)}))
        dump.number(1, "ranging_roles", bits(ROLES))
        dump.octets(2, "short_address", address)
        dump.rest("trailing", "no byte belongs here")
