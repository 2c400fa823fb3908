"""The formats that are known, and which of them some bytes are."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable

from rangekit.android_oob import VERSION
from rangekit.inspection import accessory, android_oob, cbor, channel_sounding, transport, uci, uci_measurements
from rangekit.inspection._dump import Dump, Fault
from rangekit.uci import Location, Names, decode_dl_tdoa

#: What it is worth that the library reads all of the bytes: two marks. A format that takes almost any bytes does
#: not win over a damaged message with the marks of its own format.
_ACCEPTED = 20


@dataclasses.dataclass(frozen=True)
class Format:
    """One format: how it is laid out, and how sure its own marks make one."""

    name: str  #: for --as, "accessory-message" for example
    lay_out: Callable[[Dump], None]
    marks: Callable[[bytes], int]  #: 0 (nothing speaks for it) to 10 (no other format looks like it)
    text: str  #: what it is, for people


@dataclasses.dataclass(frozen=True)
class Guess:
    """A format that bytes may be, with how much speaks for it."""

    format: str
    score: int  #: higher is likelier
    is_read: bool  #: whether the library reads the bytes without refusing any
    reason: str  #: what speaks for it, or what the library refuses


def _token(data: bytes) -> int:
    if data[0] >> 5 != 5:
        return 0
    return 9 if data[1:5] in _token_starts else 3 if data[1:2] == b"\0" else 1


_token_starts = {bytes((0, 1, 1, kind)) for kind in range(3)}


def _configuration(data: bytes) -> int:
    return 10 if data[0] == 0xA4 and data[1:4] == b"\0\1\1" and data[5:6] == b"\2" and data[6:7] < b"\4" else 0


def _sealed(data: bytes) -> int:
    inner = data[1:] if data[0] in (0xD1, 0xD2) else data
    return 9 if inner[:1] == b"\x84" and inner[1:2] and inner[1] >> 5 == 2 else 0


def _word(data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + 2], "little")


def _accessory(data: bytes) -> int:
    if len(data) < 20:
        return 0
    marks = 3 if 1 <= _word(data, 0) <= 3 else 0
    marks += 3 if not any(data[5:15]) else 0
    marks += 2 if 16 + data[15] == len(data) else 0
    return marks + (1 if 1 <= _word(data, 16) <= 3 else 0)


def _shareable(data: bytes) -> int:
    if len(data) < 10:
        return 0
    marks = 2 if 1 <= _word(data, 0) <= 3 and _word(data, 2) < 4 else 0
    marks += 3 if data[4] + 5 == len(data) else 2 if data[4] in (23, 25, 30) else 0
    return marks + (4 if data[5:7].isalpha() and data[5:7].isupper() else 0)


def _message(data: bytes) -> int:
    if data[0] == 0x01:
        marks = _accessory(data[1:])
        return marks if marks >= 5 else _android_accessory(data[1:])
    if data[0] == 0x0B:
        marks = _shareable(data[1:])
        return marks if marks >= 4 else 0
    return 4 if len(data) == 1 and data[0] in (2, 3, 0x0A, 0x0C, 0xA5) else 0


def _uwb(data: bytes) -> int:
    return 5 if len(data) in (19, 21, 23, 32, 34, 44) and 1 <= _word(data, 0) <= 3 and _word(data, 2) < 3 else 0


def _android_accessory(data: bytes) -> int:
    return 6 if len(data) == 18 and 1 <= _word(data, 0) <= 3 and _word(data, 2) < 4 else 0


def _oob(data: bytes) -> int:
    if len(data) < 2 or not 1 <= data[0] <= 3 or data[1] not in android_oob.MESSAGES:
        return _newer_oob(data)
    if data[1] == 8:
        return 4 if len(data) == 3 else 0
    return 6 if _names_technologies(data) else 2


def _newer_oob(data: bytes) -> int:
    """A version that is not known yet: a stop message without more says so itself, others only for near versions."""
    if len(data) < 2 or data[0] <= VERSION or data[1] not in android_oob.MESSAGES:
        return 0
    if data[1] in (6, 7) and len(data) == 4 and _names_technologies(data):
        return 4
    return 2 if data[0] < 10 else 0


def _names_technologies(data: bytes) -> bool:
    known = sum(1 << number for number in android_oob.TECHNOLOGIES)
    return len(data) >= 4 and not _word(data, 2) & ~known


def _uci(data: bytes) -> int:
    """Packets to the end, with reserved bits that are 0 and groups that exist."""
    position = packets = 0
    while position + 4 <= len(data):
        head = data[position]
        is_control = head >> 5 in (1, 2, 3)
        if not is_control and (head >> 5 != 0 or head & 0x0F not in (1, 2)):
            break
        if data[position + 1] & 0xC0 or (is_control and data[position + 2]):
            break
        packets += 1
        position += uci._packet_size(data[position:])
    if not packets:
        return 0
    is_control = data[0] >> 5 in (1, 2, 3)
    return (7 if position == len(data) else 4) + (1 if packets > 1 else 0) - (0 if is_control else 3)


def _fragments(data: bytes) -> int:
    if data[0] not in (0xF0, 0xF1) or len(data) < 5 or data[2] > data[3]:
        return 0
    return 9 if transport.fragment_size(data) < len(data) else 6


def _ndef(data: bytes) -> int:
    # Begin flag, not chunked, a type name format that exists.
    if not data[0] & 0x80 or data[0] & 0x20 or data[0] & 7 > 5 or len(data) < 3:
        return 0
    return 9 if b"rangekit" in data[:64] else 3


def _advertisement(data: bytes) -> int:
    position = structures = 0
    while position < len(data) and data[position]:
        if position + 1 >= len(data) or data[position + 1] not in transport.ADVERTISEMENT_TYPES:
            break
        structures += 1
        position += 1 + data[position]
    if not structures:
        return 0
    has_flags = data[:2] == b"\x02\x01"
    if position == len(data):
        return 3 + (4 if has_flags else 0) + (1 if len(data) <= 31 else -1)
    return 3 if has_flags and len(data) <= 31 else 1


def _connector_capabilities(data: bytes) -> int:
    if len(data) < 7 or len(data) % 2 == 0 or int.from_bytes(data[4:6], "big") < 263:
        return 0
    # Printable text has neither such versions nor so few sessions.
    return 3 if 0 < data[0] < 16 and data[6] < 32 else 0


def _dl_tdoa(data: bytes) -> int:
    form = uci_measurements.dl_tdoa_form(data) if len(data) >= 32 else None
    if form is None:
        return 0
    layout, mac_mode = form
    rows, _ = decode_dl_tdoa(data, layout=layout, mac_mode=mac_mode)
    row = rows[0]
    sound = int(row["message_type"] in uci_measurements.DL_MESSAGE_TYPES) + int(row["nlos"] in uci_measurements.NLOS)
    return (5 if layout == 2 else 3) + sound + int(row["azimuth_fom"] <= 100 and row["elevation_fom"] <= 100)


def _location(data: bytes) -> int:
    try:
        place = Location.decode(data)
    except ValueError:
        return 0
    if data.isascii() and data.decode().isprintable():
        return 0
    first, second, height = (abs(value) for value in place.values)
    if place.is_relative:
        return 2 if max(first, second, height) < 1000 else 0
    return 3 if first <= 90 and second <= 180 and height < 10_000 else 0


def _technology(data: bytes) -> int:
    return 3 if len(data) >= 2 and data[1] == len(data) and data[0] in android_oob.TECHNOLOGIES else 0


def _tlvs(names: Names, prefix: int = 0) -> Callable[[bytes], int]:
    """TLVs that tile the bytes, with ids that have names, in ascending order for the most part."""

    def marks(data: bytes) -> int:
        position, ids = prefix, []
        while position + 2 <= len(data):
            ids.append(data[position])
            position += 2 + data[position + 1]
        known = sum(uci_measurements.named(names)(number) != "no known code" for number in ids)
        if position < len(data) or len(ids) < 2 or len(set(ids)) != len(ids) or 4 * (len(ids) - known) > len(ids):
            return 0
        if position > len(data):  # cut off
            return 2 + bool(prefix) if len(ids) > 3 and known == len(ids) else 0
        if prefix and data[prefix - 1] != len(ids):
            return 0
        ascending = sum(first < second for first, second in itertools.pairwise(ids))
        return 3 + 2 * (len(ids) >= 4) + (ascending >= len(ids) - 2) + (known == len(ids)) + bool(prefix)

    return marks


def _never(data: bytes) -> int:
    return 0


FORMATS = [
    Format("token", cbor.token, _token, "discovery token"),
    Format("configuration", cbor.configuration, _configuration, "configuration of two RangeKit devices"),
    Format("sealed-token", cbor.sealed, _sealed, "token in COSE_Mac0 or COSE_Sign1"),
    Format("accessory-message", accessory.message, _message, "message of the accessory protocol"),
    Format("accessory-configuration", accessory.accessory, _accessory, "accessory configuration data"),
    Format("shareable-configuration", accessory.shareable, _shareable, "shareable configuration data"),
    Format("uwb-configuration", accessory.uwb, _uwb, "accessory configuration data from byte 16 on"),
    Format("android-accessory", accessory.android, _android_accessory, "the chip vendors' answer to Android phones"),
    Format("android-oob", android_oob.message, _oob, "Android's out-of-band message, versions 1 to 3"),
    Format("android-technology", android_oob.technology, _technology, "one technology of such a message"),
    Format("uci", uci.stream, _uci, "FiRa UCI, a packet or a stream of them"),
    Format("uci-session-info", uci_measurements.session_info, _never, "payload of a UCI SESSION_INFO notification"),
    Format("uci-dl-tdoa", uci_measurements.dl_tdoa, _dl_tdoa, "DL-TDoA measurements alone, layout 1 or 2"),
    Format("uci-location", uci_measurements.location, _location, "location of an anchor alone"),
    Format("uci-app-config", uci.app_config, _tlvs(Names.APP_CONFIG, 5), "payload of SESSION_SET_APP_CONFIG"),
    Format("uci-app-config-tlvs", uci.app_config_tlvs, _tlvs(Names.APP_CONFIG), "its TLVs alone"),
    Format("uci-capability-tlvs", uci.capability_tlvs, _tlvs(Names.CAPABILITY_2), "capability TLVs alone"),
    Format("fragments", transport.fragments, _fragments, "transport fragments, one or all of a message"),
    Format("ndef", transport.ndef, _ndef, "NDEF message"),
    Format("advertisement", transport.advertisement, _advertisement, "Bluetooth advertising data"),
    Format("cs-event", channel_sounding.event, channel_sounding.event_marks, "HCI event with Channel Sounding steps"),
    Format("cs-segment", channel_sounding.segment, channel_sounding.segment_marks, "segment of the Ranging Service"),
    Format("cs-control", channel_sounding.control_point, channel_sounding.request_marks, "to its control point"),
    Format("cs-response", channel_sounding.control_response, channel_sounding.response_marks, "from its control point"),
    Format("connector-capabilities", android_oob.connector_capabilities, _connector_capabilities, "FiRa connector"),
    Format("connector-packet", android_oob.connector_packet, _never, "FiRa connector data packet"),
    Format("connector-message", android_oob.connector_message, _never, "FiRa connector message"),
]
BY_NAME = {each.name: each for each in FORMATS}


def dissect(data: bytes, name: str) -> Dump:
    """Some bytes in a layout: fields that tile them, with what is wrong at its place."""
    dump = Dump(data)
    BY_NAME[name].lay_out(dump)
    dump.rest("trailing", "bytes behind the format")
    dump.place_faults()
    for index, (title, part) in enumerate(dump.parts):
        if part.data and not part.fields:  # what was put together is recognised anew
            found = rank(part.data)
            if found:
                part = dissect(part.data, found[0].format)
                part.format = found[0].format
            else:
                part.rest("bytes", "of no format that is known")
            dump.parts[index] = (f"{title}: {part.title}" if part.title else title, part)
        else:
            part.place_faults()
    return dump


def rank(data: bytes) -> list[Guess]:
    """The formats that bytes may be, the likeliest first; none if nothing speaks for any."""
    guesses = []
    for known in FORMATS:
        marks = known.marks(data) if data else 0
        if not marks:
            continue
        refused = [fault for fault in dissect(data, known.name).faults if fault.is_refused]
        guesses.append(_guess(known, marks, refused, len(data)))
    return sorted(guesses, key=lambda guess: -guess.score)


def _guess(known: Format, marks: int, refused: list[Fault], size: int) -> Guess:
    if not refused:
        return Guess(known.name, _ACCEPTED + 10 * marks, True, "the whole of it is read without a refusal")
    first = min((fault.offset for fault in refused if fault.offset is not None), default=0)
    reason = f"{refused[0].text} [{refused[0].status}]"
    return Guess(known.name, 10 * marks + 9 * first // max(size, 1) - len(refused), False, reason)
