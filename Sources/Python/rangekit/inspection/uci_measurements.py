"""Layouts of UCI's measurements: the payload of SESSION_INFO, and what is in it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable

from rangekit import uci
from rangekit.inspection._dump import Dump
from rangekit.inspection.accessory import address, interval
from rangekit.uci import MeasurementType, Names

NLOS = {0: "line of sight", 1: "no line of sight", 255: "not known"}
MAC_MODES = {0: "addresses of 2 bytes", 1: "addresses of 8 bytes"}
DL_MESSAGE_TYPES = {0: "poll", 1: "response", 2: "final"}


def named(table: Names) -> Callable[[int], str]:
    """A meaning: the library's name of a code."""

    def said(value: int) -> str:
        text = uci.name(table, value)
        return "no known code" if text == str(value) else text

    return said


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


def dl_tdoa_form(data: bytes) -> tuple[int, int] | None:
    """Layout and MAC mode in which DL-TDoA measurements alone are all of the bytes; None if they are in none."""
    for layout, mac_mode in itertools.product((2, 1), (0, 1)):
        position = 0
        try:
            while position < len(data):
                position += uci.decode_dl_tdoa(data[position:], layout=layout, mac_mode=mac_mode)[1]
        except ValueError:
            continue
        return layout, mac_mode
    return None


def dl_tdoa(dump: Dump) -> None:
    """DL-TDoA measurements alone, in the layout that fits."""
    data = dump.remaining
    # What fits none: layout 2 begins with its size.
    layout, mac_mode = dl_tdoa_form(data) or (2 if int.from_bytes(data[:2], "little") <= len(data) else 1, 0)
    count = 0
    while dump.left:
        start, rest = dump.position, dump.remaining
        dump.check(functools.partial(uci.decode_dl_tdoa, rest, layout=layout, mac_mode=mac_mode), start)
        count += 1
        with dump.group(f"measurement {count}"):
            (_dl_tdoa_2 if layout == 2 else _dl_tdoa_1)(dump, 8 if mac_mode else 2)
    dump.title = f"DL-TDoA measurement{'s' if count > 1 else ''}, layout {layout}, {MAC_MODES[mac_mode]}"


def location(dump: Dump) -> None:
    """An anchor location alone: the values are cut out of a stream of bits, so that all bytes are one field."""
    start, data = dump.position, dump.remaining
    dump.check(lambda: uci.Location.decode(data), start)
    dump.title = {12: "WGS84", 10: "relative"}.get(len(data), "anchor") + " location"
    _location(dump, dump.left)


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
