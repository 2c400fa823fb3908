"""Layouts of Bluetooth Channel Sounding: HCI events, Ranging Service segments, its control point."""

from __future__ import annotations

from collections.abc import Callable

from rangekit import channel_sounding as cs
from rangekit import channel_sounding_control as control
from rangekit import channel_sounding_events as events
from rangekit.inspection._dump import Dump, bits, numbered

SUBEVENTS = {0x31: "LE CS Subevent Result", 0x32: "LE CS Subevent Result Continue"}
DONE = {0: "all", 1: "partly, more follows", 15: "aborted"}
ABORTS = {0: "none", 1: "request", 2: "channel map or no CS_SYNC", 3: "scheduling", 15: "unspecified"}
QUALITIES = {0: "high", 1: "medium", 2: "low", 3: "not available"}
SLOTS = {0: "normal", 1: "extension slot, no tone expected", 2: "extension slot, tone expected"}
CHECKS = {0: "access address right", 1: "access address with bit errors", 2: "access address not found"}
RESPONSES = {
    1: "success",
    2: "opcode not supported",
    3: "invalid parameter",
    4: "persisted",
    5: "abort unsuccessful",
    6: "procedure not completed",
    7: "server busy",
    8: "no records found",
}
#: Bytes of the control point's messages after the opcode.
REQUEST_SIZES = {0: 2, 1: 2, 2: 4, 3: 0, 4: 2}
RESPONSE_SIZES = {0: 2, 1: 4, 2: 1}
PACKET_SIZE, NOT_AVAILABLE, FULL_SCALE = 6, 127, 2048


# ---- HCI events ------------------------------------------------------------------------------------


def _subevent_offset(data: bytes) -> int | None:
    """Where the subevent code stands, if these may be such an event: behind packet type, event code and length."""
    for start in (b"\x04\x3e", b"\x3e", b""):
        if data.startswith(start) and data[len(start) + bool(start) :][:1] in (b"\x31", b"\x32"):
            return len(start) + bool(start)
    return None


def event_marks(data: bytes) -> int:
    at = _subevent_offset(data)
    if at is None or len(data) < at + 10:
        return 0
    if at:
        return 9 if data[at - 1] == len(data) - at else 6
    return 3 if data[2] < 0x10 and data[3] < 0x10 else 0


def event(dump: Dump) -> None:
    """A subevent result or continue event with its steps."""
    data, start = dump.remaining, dump.position
    dump.check(lambda: events.decode_event(data), start)
    at = _subevent_offset(data) or 0
    if at == 3:
        dump.number(1, "packet_type", "HCI event")
    if at >= 2:
        dump.number(1, "event_code", "LE meta event")
        dump.number(1, "length", "bytes behind")
    code = dump.number(1, "subevent_code", SUBEVENTS)
    dump.title = SUBEVENTS.get(code or 0, "HCI event")
    dump.number(2, "connection_handle")
    dump.number(1, "configuration")
    if code != 0x32:
        dump.number(2, "start_event", "connection event it started at")
        dump.number(2, "procedure_counter")
        dump.number(2, "frequency_compensation", _ppm)
        dump.number(1, "reference_power_dbm", _dbm, signed=True)
    dump.number(1, "procedure_done", lambda value: DONE.get(value & 15, "no known value"))
    dump.number(1, "subevent_done", lambda value: DONE.get(value & 15, "no known value"))
    dump.number(1, "abort", _aborts)
    paths = dump.number(1, "antenna_path_count") or 0
    for index in range(dump.number(1, "step_count") or 0):
        if not dump.left:
            break
        with dump.group(f"step {index}"):
            _step(dump, paths)


def _step(dump: Dump, paths: int) -> None:
    here, base = dump.remaining, dump.position
    size = 3 + (here[2] if len(here) > 2 else 0)
    for error in cs.decode_steps(here[:size], min(paths, 4)).refusals.values():
        dump.check(_raising(error), base)
    mode = dump.number(1, "mode", lambda value: "aborted" if value & 0x80 else "")
    dump.number(1, "channel", lambda value: f"{2402 + value} MHz")
    length = dump.number(1, "length") or 0
    with dump.within(length):
        if mode == 0:
            _packet(dump)
            if dump.left:
                dump.number(2, "frequency_offset", _ppm)
        elif mode in (1, 3):
            tones = 4 * (paths + 1) + 1 if mode == 3 else 0
            _timed_packet(dump, dump.left - tones - PACKET_SIZE)
            if mode == 3:
                _tones(dump)
        elif mode == 2:
            _tones(dump)


def _raising(error: Exception) -> Callable[[], None]:
    def decode() -> None:
        raise error

    return decode


def _packet(dump: Dump) -> None:
    dump.number(1, "packet_quality", _packet_quality)
    dump.number(1, "rssi_dbm", _dbm, signed=True)
    dump.number(1, "antenna")


def _timed_packet(dump: Dump, pct_bytes: int) -> None:
    dump.number(1, "packet_quality", _packet_quality)
    dump.number(1, "nadm", lambda value: "unknown" if value == 255 else "0 no attack likely to 6")
    dump.number(1, "rssi_dbm", _dbm, signed=True)
    dump.number(2, "time", lambda value: "not available" if value == -0x8000 else f"{value / 2:g} ns", signed=True)
    dump.number(1, "antenna")
    size = pct_bytes // 2 if pct_bytes in (6, 8) else 0
    for name in ("packet_pct_1", "packet_pct_2") if size else ():
        dump.number(size, name, _pct)


def _tones(dump: Dump) -> None:
    count = (dump.left - 1) // 4 - 1
    dump.number(1, "permutation", lambda value: _permutation(count, value))
    for index in range(count + 1):
        with dump.group(f"tone {index}" if index < count else "extension slot"):
            dump.number(3, "pct", _pct)
            dump.number(1, "quality", lambda v: f"{QUALITIES.get(v & 15, 'unknown')}, {SLOTS.get(v >> 4, 'unknown')}")


def _permutation(count: int, index: int) -> str:
    try:
        paths = events.antenna_paths(count, index)
    except ValueError:
        return "no known permutation"
    return "antenna paths " + ", ".join(str(path + 1) for path in paths[:count])


def _pct(value: int) -> str:
    i, q = (part - 2 * (part & 0x800) for part in (value & 0xFFF, value >> 12 & 0xFFF))
    return f"I {i}, Q {q} of {FULL_SCALE}"


def _packet_quality(value: int) -> str:
    return f"{CHECKS.get(value & 15, 'no known check')}, {value >> 4} bit errors"


def _dbm(value: int) -> str:
    return "not available" if value == NOT_AVAILABLE else "dBm"


def _ppm(value: int) -> str:
    offset = events.frequency_offset_ppm(value)
    return "not available" if offset is None else f"{offset:.2f} ppm"


def _aborts(value: int) -> str:
    procedure, subevent = (ABORTS.get(part, "no known reason") for part in (value & 15, value >> 4))
    return f"procedure: {procedure}; subevent: {subevent}"


# ---- The Ranging Service ---------------------------------------------------------------------------


def segment(dump: Dump) -> None:
    """A notification of ranging data. What stands behind the first headers needs the local side's steps."""
    data, start = dump.remaining, dump.position
    dump.title = "Ranging Service segment"
    header = dump.number(1, "segment", lambda value: f"number {value >> 2}{_ends(value)}") or 0
    if not header & 1:
        dump.rest("body", "goes on from the segment before")
        return
    with cs.Collector() as collector:
        dump.check(lambda: collector.segment(0, data), start)
    dump.number(2, "ranging_counter", lambda value: f"procedure {value & 0xFFF}, configuration {value >> 12}")
    dump.number(1, "tx_power_dbm", _dbm, signed=True)
    dump.number(1, "antenna_paths", lambda value: f"paths {numbered(1)(value & 15)}; PCT format {value >> 6}")
    with dump.group("subevent 0"):
        dump.number(2, "start_event", "connection event it started at")
        dump.number(2, "frequency_compensation", _ppm)
        dump.number(1, "done", lambda v: f"ranging: {DONE.get(v & 15, '?')}; subevent: {DONE.get(v >> 4, '?')}")
        dump.number(1, "abort", _aborts)
        dump.number(1, "reference_power_dbm", _dbm, signed=True)
        dump.number(1, "step_count")
    dump.rest("steps", "without channel and length: the local side's steps say those")


def _ends(header: int) -> str:
    return ", " + bits({0: "first", 1: "last"}, "in between")(header & 3)


def control_point(dump: Dump) -> None:
    """A message to the control point."""
    data, start = dump.remaining, dump.position
    message = dump.check(lambda: control.ControlPoint.decode(data), start)
    dump.title = "Ranging Service control point"
    opcode = dump.number(1, "opcode", {each.value: _words(each.name) for each in control.ControlOpcode})
    if opcode == control.ControlOpcode.SET_FILTER:
        mode = "" if message is None else f"mode {message.filter_mode}, fields {message.filter:#x}"
        dump.number(2, "filter", mode)
    elif opcode in (0, 1, 2):
        _counter_and_segments(dump, opcode == control.ControlOpcode.RETRIEVE_LOST_SEGMENTS)


def control_response(dump: Dump) -> None:
    """A message from the control point."""
    data, start = dump.remaining, dump.position
    dump.check(lambda: control.ControlPoint.decode(data, response=True), start)
    dump.title = "Ranging Service control point, response"
    opcode = dump.number(1, "opcode", {each.value: _words(each.name) for each in control.ControlResponse})
    if opcode == control.ControlResponse.RESPONSE_CODE:
        dump.number(1, "response_code", RESPONSES)
    elif opcode in (0, 1):
        _counter_and_segments(dump, opcode == control.ControlResponse.COMPLETE_LOST_SEGMENTS)


def _counter_and_segments(dump: Dump, has_segments: bool) -> None:
    dump.number(2, "procedure_counter")
    if has_segments:
        dump.number(1, "first_segment")
        dump.number(1, "last_segment", lambda value: "to the last" if value == 255 else "")


def _words(name: str) -> str:
    return name.lower().replace("_", " ")


def segment_marks(data: bytes) -> int:
    """The first segment of a body: paths that exist, reserved bits 0, a subevent with states that exist."""
    if len(data) < 13 or data[0] & 1 == 0 or not data[4] & 15 or data[4] & 0x30:
        return 0
    done, abort = data[9], data[10]
    known = all(part in DONE for part in (done & 15, done >> 4)) and all(
        part in ABORTS for part in (abort & 15, abort >> 4)
    )
    return 5 if known and data[0] >> 2 == 0 else 0


def request_marks(data: bytes) -> int:
    return 1 if REQUEST_SIZES.get(data[0]) == len(data) - 1 else 0


def response_marks(data: bytes) -> int:
    if RESPONSE_SIZES.get(data[0]) != len(data) - 1:
        return 0
    return 2 if data[0] == 2 and data[1] in RESPONSES else 1
