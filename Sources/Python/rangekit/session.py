"""session.h: one session with one other device. The host owns radio and link; the session owns the rules.

with Session(SessionDialect.RANGEKIT, role=SessionRole.ACCESSORY, offer=token.encode()) as session:
    session.run(time_ns)
    session.receive(frame, time_ns)
    for event in session.events():
        if event.kind is SessionEventKind.CONFIGURED:
            session.start(time_ns)
    for frame in session.outgoing():
        link.write(frame)
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from rangekit import _bindings as c
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_bytes, as_float, as_integer, default
from rangekit.base import Status
from rangekit.errors import check, check_message, new_diagnostic

_NEVER = 2**63 - 1


class SessionDialect(enum.Enum):
    """How a session speaks; session.h says what offer and configuration are in each."""

    RANGEKIT = "rangekit"
    ACCESSORY = "accessory"  #: Nearby Interaction's accessory protocol
    ANDROID = "android"  #: Android's out-of-band protocol
    CHANNEL_SOUNDING = "channel_sounding"  #: no messages; the session ends with the link


class SessionRole(enum.IntEnum):
    """Who begins."""

    CONTROLLER = c.RANGEKIT_SESSION_ROLE_CONTROLLER
    ACCESSORY = c.RANGEKIT_SESSION_ROLE_ACCESSORY


class SessionState(enum.IntEnum):
    """Where a session is in its life."""

    IDLE = c.RANGEKIT_SESSION_IDLE
    WAITING = c.RANGEKIT_SESSION_WAITING
    OPENING = c.RANGEKIT_SESSION_OPENING
    CONFIGURING = c.RANGEKIT_SESSION_CONFIGURING
    CONFIRMING = c.RANGEKIT_SESSION_CONFIRMING
    RUNNING = c.RANGEKIT_SESSION_RUNNING
    AWAY = c.RANGEKIT_SESSION_AWAY
    LOST = c.RANGEKIT_SESSION_LOST
    PAUSED = c.RANGEKIT_SESSION_PAUSED
    SUSPENDED = c.RANGEKIT_SESSION_SUSPENDED
    SUSPENSION_ENDED = c.RANGEKIT_SESSION_SUSPENSION_ENDED
    REMOVED = c.RANGEKIT_SESSION_REMOVED
    INVALIDATED = c.RANGEKIT_SESSION_INVALIDATED


class SessionEventKind(enum.IntEnum):
    """What a session tells its host."""

    OFFERED = c.RANGEKIT_SESSION_EVENT_OFFERED
    CONFIGURED = c.RANGEKIT_SESSION_EVENT_CONFIGURED
    RUNNING = c.RANGEKIT_SESSION_EVENT_RUNNING
    SAMPLE = c.RANGEKIT_SESSION_EVENT_SAMPLE
    DATA = c.RANGEKIT_SESSION_EVENT_DATA
    PEER_PAUSED = c.RANGEKIT_SESSION_EVENT_PEER_PAUSED
    LINK_LOST = c.RANGEKIT_SESSION_EVENT_LINK_LOST
    SUSPENDED = c.RANGEKIT_SESSION_EVENT_SUSPENDED
    SUSPENSION_ENDED = c.RANGEKIT_SESSION_EVENT_SUSPENSION_ENDED
    REMOVED = c.RANGEKIT_SESSION_EVENT_REMOVED
    INVALIDATED = c.RANGEKIT_SESSION_EVENT_INVALIDATED
    MOTION = c.RANGEKIT_SESSION_EVENT_MOTION
    WAKE = c.RANGEKIT_SESSION_EVENT_WAKE


class SessionFlag(enum.IntFlag):
    """What a session is for."""

    EXTENDED_DISTANCE = c.RANGEKIT_SESSION_EXTENDED_DISTANCE
    CAMERA_ASSISTANCE = c.RANGEKIT_SESSION_CAMERA_ASSISTANCE
    BACKGROUND = c.RANGEKIT_SESSION_BACKGROUND
    CRC = c.RANGEKIT_SESSION_CRC


class SessionLack(enum.IntFlag):
    """What is not met when a session is to run."""

    PLATFORM = c.RANGEKIT_SESSION_LACKS_PLATFORM
    PERMISSION = c.RANGEKIT_SESSION_LACKS_PERMISSION
    CAMERA = c.RANGEKIT_SESSION_LACKS_CAMERA
    PAIRING = c.RANGEKIT_SESSION_LACKS_PAIRING


class Removal(enum.IntEnum):
    """Why a peer was removed."""

    TIMEOUT = c.RANGEKIT_REMOVAL_TIMEOUT
    PEER_ENDED = c.RANGEKIT_REMOVAL_PEER_ENDED


class SessionMotion(enum.IntEnum):
    """Whether a device moves."""

    UNKNOWN = c.RANGEKIT_MOTION_UNKNOWN
    STATIONARY = c.RANGEKIT_MOTION_STATIONARY
    MOVING = c.RANGEKIT_MOTION_MOVING


@dataclasses.dataclass(frozen=True)
class SessionSample:
    """A sample as the session passes it on; what it lacks is None."""

    time_ns: int
    peer: int
    technology: int
    distance_m: float | None
    distance_stddev_m: float | None
    azimuth_rad: float | None
    elevation_rad: float | None


@dataclasses.dataclass(frozen=True)
class SessionEvent:
    """One thing that a session tells its host."""

    kind: SessionEventKind
    time_ns: int
    state: SessionState  #: the state that it led to
    reason: int  #: REMOVED: a Removal; MOTION: a SessionMotion; WAKE: what matters; RUNNING: 1 if a run was taken up
    status: Status  #: INVALIDATED: OK, or one of the ten
    data: bytes = b""  #: DATA
    sample: SessionSample | None = None  #: SAMPLE

    def __str__(self) -> str:
        parts = [self.kind.name.lower()]
        if self.kind is SessionEventKind.REMOVED:
            parts.append(Removal(self.reason).name.lower())
        elif self.kind is SessionEventKind.INVALIDATED and self.status:
            parts.append(self.status.identifier)
        elif self.kind is SessionEventKind.DATA:
            parts.append(f"{len(self.data)} bytes")
        elif self.sample is not None and self.sample.distance_m is not None:
            parts.append(f"{self.sample.distance_m:.2f} m")
        return f"{', '.join(parts)} at {self.time_ns * 1e-9:.3f} s"


@dataclasses.dataclass(frozen=True)
class SessionInfo:
    """What a session is at, and what it counted; session.h describes each."""

    state: SessionState
    peer_identity: int
    samples: int
    samples_unknown_peer: int
    samples_not_running: int
    samples_in_background: int
    messages: int
    messages_refused: int
    messages_repeated: int
    retries: int
    session_id: int
    run: int
    peer: int
    motion: SessionMotion
    peer_motion: SessionMotion
    event_bytes: int
    data_count: int
    is_link_up: bool
    is_background: bool
    is_resumable: bool
    is_active: bool


class SessionTransition(NamedTuple):
    """One cell of the table that every session executes; names as in the library."""

    next: str
    send: str
    event: str
    status: int
    begins_run: bool


def _names(function: Any, count: int) -> tuple[str, ...]:
    return tuple(function(number).decode() for number in range(count))


def session_table() -> dict[tuple[str, str], SessionTransition]:
    """The whole table: state and input, by name, to what happens."""
    states = _names(library.rangekit_session_state_name, c.RANGEKIT_SESSION_STATE_COUNT)
    inputs = _names(library.rangekit_session_input_name, c.RANGEKIT_SESSION_INPUT_COUNT)
    table = {}
    cell = c.rangekit_session_transition()
    for state, state_name in enumerate(states):
        for number, input_name in enumerate(inputs):
            check(library.rangekit_session_look_up(state, number, cell))
            table[state_name, input_name] = SessionTransition(
                states[cell.next],
                library.rangekit_session_send_name(cell.send).decode(),
                library.rangekit_session_event_name(cell.event).decode(),
                cell.status,
                bool(cell.begins_run),
            )
    return table


class Session(Handle):
    """One session with one other device. Close it, or use it with `with`.

    Args:
        dialect: how it speaks.
        offer: what this side says of itself; an accessory needs it. Bytes of the dialect.
        **options: role, peer_identity, start_window_ns and the others of session.h, by name.
    """

    _part: ClassVar[str] = "session"
    _noun: ClassVar[str] = "session"
    _option_ranges: ClassVar[Mapping[str, str]] = {
        "role": "0 (controller) or 1 (accessory)",
        "local_identity": "0 to 2**64 - 1",
        "peer_identity": "0 to 2**64 - 1",
        "start_window_ns": "1 to 86400e9",
        "silence_timeout_ns": "0 to 86400e9",
        "away_timeout_ns": "1 to 86400e9",
        "resume_window_ns": "1 to 86400e9",
        "retry_interval_ns": "1 to 86400e9",
        "keep_alive_ns": "0 to 86400e9",
        "active_limit_ns": "0 to 86400e9",
        "wake_interval_ns": "0 to 86400e9",
        "flags": "an OR of SessionFlag",
        "peer": "0 to 2**32 - 1",
        "session_id": "0 to 2**32 - 1",
        "payload_size": "0, or 20 to 65535",
        "message_capacity": "64 to 360",
        "event_capacity": "message_capacity + 128 to 65536",
        "data_capacity": "0 to 65535",
    }

    def __init__(
        self, dialect: SessionDialect = SessionDialect.RANGEKIT, *, offer: bytes | None = None, **options: Any
    ) -> None:
        self.dialect = dialect
        super().__init__(options)
        use = {
            SessionDialect.RANGEKIT: library.rangekit_session_use_rangekit,
            SessionDialect.ACCESSORY: library.rangekit_session_use_accessory,
            SessionDialect.ANDROID: library.rangekit_session_use_android,
            SessionDialect.CHANNEL_SOUNDING: library.rangekit_session_use_channel_sounding,
        }
        check(use[dialect](self._handle))
        self._event = default(c.rangekit_session_event, library.rangekit_session_event_default)
        self._data = (ctypes.c_uint8 * self._options.message_capacity)()
        if offer is not None:
            self.set_offer(offer)

    def reset(self) -> None:
        """A session does not begin anew.

        Raises:
            TypeError: always: make another session.
        """
        raise TypeError("a session does not begin anew; make another one")

    def _do(self, call: Any, *arguments: Any) -> None:
        with self._lock:
            check(call(self._open(), *arguments))

    def _do_bytes(self, call: Any, name: str, data: bytes, *arguments: Any) -> None:
        given = as_bytes(name, data)
        self._do(call, given, len(given), *arguments)

    def set_offer(self, offer: bytes) -> None:
        """What this side says of itself from the next offer on."""
        self._do_bytes(library.rangekit_session_set_offer, "offer", offer)

    def run(self, time_ns: int, lacks: SessionLack | int = 0) -> None:
        """Runs, or runs again; what comes of it is an event. `lacks` is what is not met."""
        self._do(library.rangekit_session_run, as_integer("lacks", lacks, ctypes.c_uint32), _time(time_ns))

    def configure(self, configuration: bytes, time_ns: int) -> None:
        """Controllers: the configuration that both are to range with."""
        self._do_bytes(library.rangekit_session_configure, "configuration", configuration, _time(time_ns))

    def start(self, time_ns: int) -> None:
        """Accessories and Channel Sounding: the own radio ranges now."""
        self._do(library.rangekit_session_start, _time(time_ns))

    def pause(self, time_ns: int) -> None:
        """Pauses: run again later."""
        self._do(library.rangekit_session_pause, _time(time_ns))

    def suspend(self, time_ns: int) -> None:
        """The system takes the radio away."""
        self._do(library.rangekit_session_suspend, _time(time_ns))

    def end_suspension(self, time_ns: int) -> None:
        """The system gives the radio back; run again."""
        self._do(library.rangekit_session_end_suspension, _time(time_ns))

    def invalidate(self, time_ns: int) -> None:
        """Ends for ever, and tells the peer: send what `outgoing` still gives."""
        self._do(library.rangekit_session_invalidate, _time(time_ns))

    def fail(self, error: Status | int, time_ns: int) -> None:
        """The host cannot go on, for one of the ten errors."""
        self._do(library.rangekit_session_fail, as_integer("error", error, ctypes.c_int32), _time(time_ns))

    def send(self, data: bytes, time_ns: int) -> None:
        """Application data to the peer."""
        self._do_bytes(library.rangekit_session_send, "data", data, _time(time_ns))

    def set_motion(self, motion: SessionMotion | int, time_ns: int) -> None:
        """Whether this device moves."""
        self._do(library.rangekit_session_set_motion, as_integer("motion", motion, ctypes.c_int32), _time(time_ns))

    def set_background(self, is_background: bool, time_ns: int) -> None:
        """Whether the application is in the background, where it hears wake requests alone."""
        self._do(library.rangekit_session_set_background, int(is_background), _time(time_ns))

    def wake(self, what: int, time_ns: int) -> None:
        """Accessories: asks for the application of a controller in the background."""
        self._do(library.rangekit_session_wake, as_integer("what", what, ctypes.c_uint32), _time(time_ns))

    def set_link(self, is_up: bool, time_ns: int) -> None:
        """Whether the link is up."""
        self._do(library.rangekit_session_set_link, int(is_up), _time(time_ns))

    def receive(self, frame: bytes, time_ns: int) -> None:
        """Bytes that the link brought: one message, or one fragment."""
        self._do_bytes(library.rangekit_session_receive, "frame", frame, _time(time_ns))

    def advance(self, time_ns: int) -> None:
        """Does what is due."""
        self._do(library.rangekit_session_advance, _time(time_ns))

    @property
    def deadline_ns(self) -> int | None:
        """When to advance next; None if there is nothing to wait for."""
        deadline = ctypes.c_int64()
        self._do(library.rangekit_session_deadline, deadline)
        return None if deadline.value == _NEVER else deadline.value

    def measure(
        self,
        time_ns: int,
        distance_m: float | None = None,
        *,
        stddev_m: float | None = None,
        azimuth_rad: float | None = None,
        elevation_rad: float | None = None,
        technology: int = c.RANGEKIT_TECHNOLOGY_UNKNOWN,
        peer: int | None = None,
    ) -> None:
        """A sample of the radio; `peer` is the caller's number for the device, that of the options if None.

        Raises:
            RangeKitError: another peer's sample, or the session does not run: it is counted, and not delivered.
        """
        sample = _sample(time_ns, distance_m, stddev_m, azimuth_rad, elevation_rad, technology)
        sample.peer = self._options.peer if peer is None else as_integer("peer", peer, ctypes.c_uint32)
        self._do(library.rangekit_session_measure, sample)

    def events(self) -> Iterator[SessionEvent]:
        """Takes the events that wait, oldest first."""
        while True:
            with self._lock:
                event = self._event
                check(library.rangekit_session_next_event(self._open(), event, self._data, len(self._data)))
                if event.event == c.RANGEKIT_SESSION_EVENT_NOTHING:
                    return
                taken = SessionEvent(
                    SessionEventKind(event.event),
                    event.time_ns,
                    SessionState(event.state),
                    event.reason,
                    Status(event.status),
                    bytes(self._data[: event.data_length]),
                    _taken(event.sample) if event.event == c.RANGEKIT_SESSION_EVENT_SAMPLE else None,
                )
            yield taken

    def outgoing(self) -> Iterator[bytes]:
        """Takes the frames for the link: messages, or fragments of at most payload_size bytes."""
        size = max(self._options.message_capacity + 32, self._options.payload_size)
        out, length = (ctypes.c_uint8 * size)(), ctypes.c_size_t()
        while True:
            with self._lock:
                check(library.rangekit_session_next_outgoing(self._open(), out, size, length))
            if length.value == 0:
                return
            yield bytes(out[: length.value])

    def _bytes(self, call: Any) -> bytes:
        length = ctypes.c_size_t()
        with self._lock:
            handle = self._open()
            check(call(handle, None, 0, length))
            out = (ctypes.c_uint8 * length.value)()
            check(call(handle, out, len(out), length))
        return bytes(out)

    @property
    def peer_offer(self) -> bytes:
        """What the peer offered; empty if it has not."""
        return self._bytes(library.rangekit_session_peer_offer)

    @property
    def configuration(self) -> bytes:
        """The configuration in use; empty if there is none."""
        return self._bytes(library.rangekit_session_configuration)

    def export(self) -> bytes:
        """What a later session needs to take this one up."""
        return self._bytes(library.rangekit_session_export)

    def take_up(self, exported: bytes) -> None:
        """Takes up what another session has exported, before the first run (rangekit_session_import).

        Raises:
            MessageError: it is no such thing, or of another dialect, role or device.
        """
        data = as_bytes("exported", exported)
        diagnostic = new_diagnostic()
        with self._lock:
            check_message(library.rangekit_session_import(self._open(), data, len(data), diagnostic), diagnostic)

    @property
    def info(self) -> SessionInfo:
        """What the session is at, and what it counted."""
        info = default(c.rangekit_session_info, library.rangekit_session_info_default)
        self._do(library.rangekit_session_get_info, info)
        flags = info.flags
        names = [field.name for field in dataclasses.fields(SessionInfo) if hasattr(info, field.name)]
        values = {name: getattr(info, name) for name in names}
        values["state"] = SessionState(info.state)
        values["motion"] = SessionMotion(info.motion)
        values["peer_motion"] = SessionMotion(info.peer_motion)
        return SessionInfo(
            **values,
            is_link_up=bool(flags & c.RANGEKIT_SESSION_INFO_LINK_UP),
            is_background=bool(flags & c.RANGEKIT_SESSION_INFO_BACKGROUND),
            is_resumable=bool(flags & c.RANGEKIT_SESSION_INFO_RESUMABLE),
            is_active=bool(flags & c.RANGEKIT_SESSION_INFO_ACTIVE),
        )

    @property
    def state(self) -> SessionState:
        """Where the session is in its life."""
        return self.info.state


def _time(time_ns: int) -> int:
    return as_integer("time_ns", time_ns, ctypes.c_int64)


_VALUES = (
    ("distance_m", c.RANGEKIT_SAMPLE_HAS_DISTANCE),
    ("distance_stddev_m", c.RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV),
    ("azimuth_rad", c.RANGEKIT_SAMPLE_HAS_AZIMUTH),
    ("elevation_rad", c.RANGEKIT_SAMPLE_HAS_ELEVATION),
)


def _sample(
    time_ns: int,
    distance_m: float | None,
    stddev_m: float | None,
    azimuth_rad: float | None,
    elevation_rad: float | None,
    technology: int,
) -> c.rangekit_range_sample:
    sample = c.rangekit_range_sample()
    sample.time_ns = _time(time_ns)
    sample.technology = as_integer("technology", technology, ctypes.c_int32)
    for (name, bit), value in zip(_VALUES, (distance_m, stddev_m, azimuth_rad, elevation_rad), strict=True):
        if value is not None:
            setattr(sample, name, as_float(name, value))
            sample.fields |= bit
    return sample


def _taken(sample: c.rangekit_range_sample) -> SessionSample:
    values = {name: getattr(sample, name) if sample.fields & bit else None for name, bit in _VALUES}
    return SessionSample(sample.time_ns, sample.peer, sample.technology, **values)
