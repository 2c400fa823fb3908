"""channel_sounding.h: Bluetooth Channel Sounding data, from HCI events and Ranging Service segments to tones.

    with Collector(role=Role.INITIATOR) as collector:
        for time_ns, event in from_the_controller:
            collector.event(time_ns, event)
        for time_ns, notification in from_the_peer:
            collector.segment(time_ns, notification)
        for procedure in collector:
            print(procedure.procedure_counter, procedure.z.shape, procedure.distances_rtt_m)

What one event holds: `rangekit.channel_sounding_events`. The Ranging Service's control point:
`rangekit.channel_sounding_control`. Recordings become procedures in one call:
`rangekit.channel_sounding_logs`. When to stop, how often to measure, what is stale, and distances of a host's own
stack: `rangekit.channel_sounding_policy`.
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._rows import pointer
from rangekit._structures import as_bytes, as_integer, default, field_types
from rangekit.base import Status, flag_names
from rangekit.errors import RangeKitError, check, check_message, error_for, new_diagnostic

TONE_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_cs_tone)
RTT_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_cs_rtt)
MODE0_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_cs_mode0)
STEP_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_cs_step)

#: Metres for each unit of `difference_halfns`: c * 0.25 ns.
METRES_PER_HALFNS: Final = 299_792_458.0 * 0.25e-9

#: What each option may be, in words.
OPTION_RANGES: Final[dict[str, str]] = {
    "role": "Role.INITIATOR or Role.REFLECTOR",
    "timeout_ns": "1 to 3600e9",
    "input": "Input.PAIRED or Input.INLINE",
    "connection_handle": "0 to 0xFFF, or 0xFFFF for any",
    "keep_extension_tones": "0 or 1",
    "filter_mode0": "0 to 0xFFFF",
    "filter_mode1": "0 to 0xFFFF",
    "filter_mode2": "0 to 0xFFFF",
    "filter_mode3": "0 to 0xFFFF",
}


class Role(enum.IntEnum):
    """Which side a radio is."""

    INITIATOR = c.RANGEKIT_CS_INITIATOR
    REFLECTOR = c.RANGEKIT_CS_REFLECTOR


class Input(enum.IntEnum):
    """Whether both sides report, or inline PCT transfer makes the local side's report enough."""

    PAIRED = c.RANGEKIT_CS_INPUT_PAIRED
    INLINE = c.RANGEKIT_CS_INPUT_INLINE


class Cause(enum.IntFlag):
    """Why a procedure holds less than it could."""

    LOCAL_MISSING = c.RANGEKIT_CS_CAUSE_LOCAL_MISSING
    REMOTE_MISSING = c.RANGEKIT_CS_CAUSE_REMOTE_MISSING
    TIMED_OUT = c.RANGEKIT_CS_CAUSE_TIMED_OUT
    SUPERSEDED = c.RANGEKIT_CS_CAUSE_SUPERSEDED
    PROCEDURE_ABORTED = c.RANGEKIT_CS_CAUSE_PROCEDURE_ABORTED
    SUBEVENT_ABORTED = c.RANGEKIT_CS_CAUSE_SUBEVENT_ABORTED
    STEPS_ABORTED = c.RANGEKIT_CS_CAUSE_STEPS_ABORTED
    STEPS_UNPAIRED = c.RANGEKIT_CS_CAUSE_STEPS_UNPAIRED
    STEPS_MISMATCHED = c.RANGEKIT_CS_CAUSE_STEPS_MISMATCHED
    STEPS_INVALID = c.RANGEKIT_CS_CAUSE_STEPS_INVALID
    BODY_INVALID = c.RANGEKIT_CS_CAUSE_BODY_INVALID
    DATA_LOST = c.RANGEKIT_CS_CAUSE_DATA_LOST


#: Values of a procedure that may be absent, and the bit that says they are there.
_OPTIONAL: Final[dict[str, int]] = {
    "frequency_compensation_ppm": c.RANGEKIT_CS_PROCEDURE_HAS_FREQUENCY_COMPENSATION,
    "reference_power_initiator_dbm": c.RANGEKIT_CS_PROCEDURE_HAS_REFERENCE_POWER_INITIATOR,
    "reference_power_reflector_dbm": c.RANGEKIT_CS_PROCEDURE_HAS_REFERENCE_POWER_REFLECTOR,
    "nadm_level": c.RANGEKIT_CS_PROCEDURE_HAS_NADM,
    "frequency_offset_ppm": c.RANGEKIT_CS_PROCEDURE_HAS_FREQUENCY_OFFSET,
    "tx_power_remote_dbm": c.RANGEKIT_CS_PROCEDURE_HAS_TX_POWER_REMOTE,
}
_COUNTS: Final = (
    "step_count_initiator",
    "step_count_reflector",
    "steps_aborted",
    "steps_unpaired",
    "steps_mismatched",
    "steps_invalid",
    "tones_empty",
    "tones_extension",
    "rtts_unavailable",
    "procedures_dropped",
)
_ABORTS: Final = (
    "abort_procedure_initiator",
    "abort_procedure_reflector",
    "abort_subevent_initiator",
    "abort_subevent_reflector",
)


@dataclasses.dataclass(frozen=True)
class Procedure:
    """One procedure, as its two sides report it. None stands for a value that is not there."""

    procedure_counter: int
    connection_handle: int
    configuration: int
    antenna_path_count: int
    start_time_ns: int
    end_time_ns: int
    causes: Cause  #: why it holds less than it could; 0: whole
    counts: Mapping[str, int]  #: steps and tones that were lost, by the names of the header
    aborts: Mapping[str, int]  #: abort reasons that are not 0, by the names of the header
    tones: npt.NDArray[Any]  #: (n,) TONE_DTYPE
    rtts: npt.NDArray[Any]  #: (n,) RTT_DTYPE
    mode0s: npt.NDArray[Any]  #: (n,) MODE0_DTYPE
    frequency_compensation_ppm: float | None
    reference_power_initiator_dbm: float | None
    reference_power_reflector_dbm: float | None
    nadm_level: int | None  #: 0 (an attack is unlikely) to 6 (likely), the highest of all steps
    frequency_offset_ppm: float | None  #: mean over the mode 0 steps
    tx_power_remote_dbm: float | None

    @property
    def z(self) -> npt.NDArray[np.complex64]:
        """(n,) complex: the tones' values; full scale is 1."""
        return np.asarray(self.tones["i"] + 1j * self.tones["q"], dtype=np.complex64)

    @property
    def frequencies_hz(self) -> npt.NDArray[np.float64]:
        """(n,) the tones' frequencies."""
        return np.asarray(2402e6 + 1e6 * self.tones["channel"])

    @property
    def distances_rtt_m(self) -> npt.NDArray[np.float64]:
        """(n,) the distance of each round-trip time alone, metres; its noise is metres too."""
        return np.asarray(self.rtts["difference_halfns"] * METRES_PER_HALFNS)

    def path(self, antenna_path: int) -> npt.NDArray[Any]:
        """The tones of one antenna path, by rising channel."""
        tones: npt.NDArray[Any] = self.tones[self.tones["antenna_path"] == antenna_path]
        return tones[np.argsort(tones["channel"], kind="stable")]

    def __str__(self) -> str:
        parts = [f"procedure {self.procedure_counter}", f"{len(self.tones)} tones", f"{len(self.rtts)} round trips"]
        if self.causes:
            parts.append(f"because {', '.join(flag_names(self.causes))}")
        return ", ".join(parts)


class Collector(Handle):
    """Gathers what the two sides of one connection report, pairs it by procedure counter, and gives out procedures.

    Options, by keyword: role, timeout_ns, input, connection_handle, keep_extension_tones, filter_mode0 to
    filter_mode3; see channel_sounding.h. Iterating gives the procedures that are ready.
    """

    _part: ClassVar[str] = "cs_collector"
    _noun: ClassVar[str] = "collector"
    _option_ranges: ClassVar[Mapping[str, str]] = OPTION_RANGES

    def __init__(self, **options: Any) -> None:
        super().__init__(options)
        self._procedure = default(c.rangekit_cs_procedure, library.rangekit_cs_procedure_default)
        self._tones = np.zeros(c.RANGEKIT_CS_TONES_MAX_COUNT, TONE_DTYPE)
        self._rtts = np.zeros(c.RANGEKIT_CS_RTTS_MAX_COUNT, RTT_DTYPE)
        self._mode0s = np.zeros(c.RANGEKIT_CS_MODE0S_MAX_COUNT, MODE0_DTYPE)

    def event(self, time_ns: int, event: bytes, *, remote: bool = False) -> None:
        """Takes one subevent result or continue event of the local controller, or of the other one (`remote`).

        Raises:
            MessageError: it is not such an event.
            ChannelSoundingError: it continues nothing, is stale, or of another connection.
        """
        side = c.RANGEKIT_CS_SIDE_REMOTE if remote else c.RANGEKIT_CS_SIDE_LOCAL
        self._feed(library.rangekit_cs_collector_event, time_ns, (side,), as_bytes("event", event))

    def segment(self, time_ns: int, segment: bytes) -> None:
        """Takes one notification of the other side's Ranging Service.

        Raises:
            MessageError: it is not a segment.
            ChannelSoundingError: one before it is missing (`expected` says which), or it is stale.
        """
        self._feed(library.rangekit_cs_collector_segment, time_ns, (), as_bytes("segment", segment))

    def _feed(self, function: Any, time_ns: int, before: tuple[int, ...], data: bytes) -> None:
        time_ns = as_integer("time_ns", time_ns, ctypes.c_int64)
        diagnostic = new_diagnostic()
        with self._lock:
            check_message(function(self._open(), time_ns, *before, data, len(data), diagnostic), diagnostic)

    def advance(self, time_ns: int) -> None:
        """Says that time has passed: procedures that wait too long become ready as they are."""
        time_ns = as_integer("time_ns", time_ns, ctypes.c_int64)
        with self._lock:
            check(library.rangekit_cs_collector_advance(self._open(), time_ns))

    def next(self) -> Procedure | None:
        """The oldest procedure that is ready, or None."""
        found = ctypes.c_uint32()
        with self._lock:
            status = library.rangekit_cs_collector_next(
                self._open(),
                self._procedure,
                pointer(self._tones, c.rangekit_cs_tone),
                len(self._tones),
                pointer(self._rtts, c.rangekit_cs_rtt),
                len(self._rtts),
                pointer(self._mode0s, c.rangekit_cs_mode0),
                len(self._mode0s),
                found,
            )
            check(status)
            return self._made(self._procedure) if found.value else None

    def __iter__(self) -> Iterator[Procedure]:
        while (procedure := self.next()) is not None:
            yield procedure

    def _made(self, given: c.rangekit_cs_procedure) -> Procedure:
        present = {name: getattr(given, name) if given.fields & bit else None for name, bit in _OPTIONAL.items()}
        return Procedure(
            procedure_counter=given.procedure_counter,
            connection_handle=given.connection_handle,
            configuration=given.configuration,
            antenna_path_count=given.antenna_path_count,
            start_time_ns=given.start_time_ns,
            end_time_ns=given.end_time_ns,
            causes=Cause(given.causes),
            counts={name: getattr(given, name) for name in _COUNTS},
            aborts={name: getattr(given, name) for name in _ABORTS if getattr(given, name)},
            tones=self._tones[: given.tone_count].copy(),
            rtts=self._rtts[: given.rtt_count].copy(),
            mode0s=self._mode0s[: given.mode0_count].copy(),
            **present,
        )


# ---- Single steps, events, bodies -----------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Steps:
    """Steps of HCI events. A record that was refused is left out of `records`."""

    records: npt.NDArray[Any]  #: (n,) STEP_DTYPE
    offsets: npt.NDArray[np.intp]  #: (n,) where each stands
    refusals: Mapping[int, RangeKitError]  #: by offset: why a step is left out; its length was skipped
    size: int  #: bytes that were read; less than given when they end inside a step


def decode_steps(data: bytes, antenna_path_count: int = 0) -> Steps:
    """Reads steps that stand one after the other: mode, channel, length, data. A bad one is skipped by its length."""
    data = as_bytes("data", data)
    records, offsets, refusals, offset = [], [], {}, 0
    while offset < len(data):
        step, used, diagnostic = c.rangekit_cs_step(), ctypes.c_size_t(), new_diagnostic()
        rest = data[offset:]
        status = library.rangekit_cs_step_decode(rest, len(rest), antenna_path_count, step, used, diagnostic)
        try:
            check_message(status, diagnostic)
            records.append(bytes(step))
            offsets.append(offset)
        except RangeKitError as error:
            refusals[offset] = error
        if not used.value:
            break
        offset += used.value
    return Steps(np.frombuffer(b"".join(records), STEP_DTYPE), np.array(offsets, np.intp), refusals, offset)


def encode_step(**values: Any) -> bytes:
    """Writes one step as HCI events have it; values by the names of rangekit_cs_step, lists for its arrays."""
    step = c.rangekit_cs_step(nadm=c.RANGEKIT_CS_NADM_UNKNOWN, rssi_dbm=c.RANGEKIT_CS_RSSI_NOT_AVAILABLE)
    for name, value in values.items():
        field = getattr(c.rangekit_cs_step, name, None)
        if field is None:
            raise TypeError(f"a step has no value {name}; it has {', '.join(f[0] for f in step._fields_)}")
        if isinstance(value, (list, tuple, np.ndarray)):
            array = getattr(step, name)
            for index, element in enumerate(value):
                array[index] = as_integer(f"{name}[{index}]", element, array._type_)
        else:
            setattr(step, name, as_integer(name, value, field_types(step)[name]))
    return bytes_out(library.rangekit_cs_step_encode, step)


def bytes_out(function: Any, *arguments: Any, diagnosed: bool = True) -> bytes:
    """Asks for the length, then for the bytes."""
    length, diagnostic = ctypes.c_size_t(), new_diagnostic()
    last = (diagnostic,) if diagnosed else ()
    status = function(*arguments, None, 0, length, *last)
    check_message(status, diagnostic) if diagnosed else check(status)
    out = (ctypes.c_uint8 * length.value)()
    check(function(*arguments, out, length.value, length, *last))
    return bytes(out)


def encode_events(
    steps: bytes,
    *,
    procedure_counter: int,
    antenna_path_count: int,
    connection_handle: int = 0,
    configuration: int = 0,
    start_event: int = 0,
    frequency_compensation: int = 0xC000,
    reference_power_dbm: int = c.RANGEKIT_CS_RSSI_NOT_AVAILABLE,
    payload_size: int = 239,
) -> list[bytes]:
    """The HCI events, from the packet type on, of a procedure with one subevent that has these steps."""
    groups: list[list[bytes]] = [[]]
    room = payload_size
    for start, end in _step_ranges(as_bytes("steps", steps)):
        if end - start > room and groups[-1]:
            groups.append([])
            room = payload_size
        groups[-1].append(steps[start:end])
        room -= end - start
    events = []
    for number, group in enumerate(groups):
        event = default(c.rangekit_cs_event, library.rangekit_cs_event_default)
        done = c.RANGEKIT_CS_DONE_ALL if number == len(groups) - 1 else c.RANGEKIT_CS_DONE_PARTLY
        event.fields = c.RANGEKIT_CS_EVENT_CONTINUES if number else 0
        event.connection_handle = connection_handle
        event.configuration = configuration
        event.start_event = start_event
        event.procedure_counter = procedure_counter
        event.frequency_compensation = frequency_compensation
        event.reference_power_dbm = reference_power_dbm
        event.procedure_done = event.subevent_done = done
        event.antenna_path_count = antenna_path_count
        event.step_count = len(group)
        data = b"".join(group)
        events.append(bytes_out(library.rangekit_cs_event_encode, event, data, len(data)))
    return events


def _step_ranges(steps: bytes) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(steps):
        end = start + 3 + steps[start + 2] if start + 2 < len(steps) else len(steps) + 1
        if end > len(steps):
            raise error_for(Status.ERROR_TRUNCATED, f"the steps end inside the one at byte {start}")
        yield start, end
        start = end


def encode_segments(events: list[bytes], *, tx_power_dbm: int = 127, payload_size: int = 243) -> list[bytes]:
    """What a Ranging Service notifies of a procedure's HCI events: one body, in segments."""
    body = (ctypes.c_uint8 * 65536)()
    length, subevent = ctypes.c_size_t(), ctypes.c_size_t()
    for event in events:
        diagnostic = new_diagnostic()
        status = library.rangekit_cs_body_append(
            event, len(event), tx_power_dbm, body, len(body), length, subevent, diagnostic
        )
        check_message(status, diagnostic)
    data = bytes(body[: length.value])
    segments: list[bytes] = []
    while segment := bytes_out(
        library.rangekit_cs_segment_encode, data, len(data), len(segments), payload_size, diagnosed=False
    ):
        segments.append(segment)
    return segments
