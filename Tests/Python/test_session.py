"""Sessions and devices through Python: a whole life in every dialect, what is refused, and the messages against
rangekit.cddl."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import rangekit as rk
from rangekit import SessionDialect, SessionEventKind, SessionRole, SessionState

SECOND = 1_000_000_000
TOKEN = rk.Token.peer(bytes(range(16)), capabilities=rk.Capability.PRECISE_DISTANCE)
CONFIGURATION = rk.build_configuration(rk.Token.peer(bytes(range(1, 17))), TOKEN).encode()


class Pair:
    """Both ends with a link between them; every frame that crossed it is kept."""

    def __init__(self, **options: int) -> None:
        self.controller = rk.Session(role=SessionRole.CONTROLLER, session_id=99, **options)
        self.accessory = rk.Session(role=SessionRole.ACCESSORY, offer=TOKEN.encode(), **options)
        self.frames: list[bytes] = []
        self.time_ns = 0

    def pump(self) -> tuple[list[rk.SessionEvent], list[rk.SessionEvent]]:
        moved = True
        while moved:
            moved = False
            for source, target in ((self.controller, self.accessory), (self.accessory, self.controller)):
                for frame in source.outgoing():
                    moved = True
                    self.frames.append(frame)
                    target.receive(frame, self.time_ns)
        return list(self.controller.events()), list(self.accessory.events())

    def start(self) -> None:
        self.accessory.run(self.time_ns)
        self.controller.run(self.time_ns)
        assert kinds(self.pump()[0]) == [SessionEventKind.OFFERED]
        assert self.controller.peer_offer == TOKEN.encode()
        self.controller.configure(CONFIGURATION, self.time_ns)
        assert kinds(self.pump()[1]) == [SessionEventKind.CONFIGURED]
        assert self.accessory.configuration == CONFIGURATION
        self.accessory.start(self.time_ns)
        ours, theirs = self.pump()
        assert kinds(ours) == kinds(theirs) == [SessionEventKind.RUNNING]


def kinds(events: list[rk.SessionEvent]) -> list[SessionEventKind]:
    return [event.kind for event in events]


@pytest.fixture
def pair() -> Iterator[Pair]:
    pair = Pair()
    with pair.controller, pair.accessory:
        yield pair


def test_a_session_lives(pair: Pair) -> None:
    pair.start()
    pair.controller.measure(5, 2.5, azimuth_rad=0.25)
    event = next(pair.controller.events())
    assert event.kind is SessionEventKind.SAMPLE and event.state is SessionState.RUNNING
    assert event.sample == rk.SessionSample(5, 0, 0, 2.5, None, 0.25, None)
    assert str(event) == "sample, 2.50 m at 0.000 s"
    pair.time_ns = 5
    pair.accessory.send(b"hello", 5)
    pair.accessory.wake(42, 5)
    pair.accessory.set_motion(rk.SessionMotion.MOVING, 5)
    ours, _ = pair.pump()
    assert [(event.kind, event.data, event.reason) for event in ours] == [
        (SessionEventKind.MOTION, b"", rk.SessionMotion.MOVING),
        (SessionEventKind.DATA, b"hello", 0),
        (SessionEventKind.WAKE, b"", 42),
    ]
    pair.accessory.suspend(6)
    pair.controller.pause(6)
    with pytest.raises(rk.SessionError) as refused:
        pair.accessory.run(6)
    assert refused.value.status == rk.Status.ERROR_SESSION_SUSPENDED
    pair.accessory.end_suspension(6)
    pair.accessory.run(6)
    pair.controller.run(6)
    pair.time_ns = 6
    pair.pump()
    pair.accessory.fail(rk.Status.ERROR_SESSION_FAILED, 6)
    ours, theirs = pair.pump()
    assert [(event.kind, event.status) for event in theirs][-1] == (
        SessionEventKind.INVALIDATED,
        rk.Status.ERROR_SESSION_FAILED,
    )
    assert (ours[-1].kind, ours[-1].reason) == (SessionEventKind.REMOVED, rk.Removal.PEER_ENDED)
    assert pair.controller.info.is_resumable and not pair.controller.info.is_active


def test_20_byte_frames_carry_everything() -> None:
    pair = Pair(payload_size=20)
    pair.start()
    pair.accessory.send(bytes(100), 0)
    ours, _ = pair.pump()
    assert [len(event.data) for event in ours] == [100]
    assert max(map(len, pair.frames)) == 20


def test_a_silent_peer_is_removed_when_it_is_due(pair: Pair) -> None:
    pair.start()
    assert pair.controller.deadline_ns == 2 * SECOND
    pair.controller.advance(10 * SECOND)
    event = next(pair.controller.events())
    assert (event.kind, event.reason, event.time_ns) == (SessionEventKind.REMOVED, rk.Removal.TIMEOUT, 10 * SECOND)
    assert str(event) == "removed, timeout at 10.000 s"
    assert pair.controller.deadline_ns is None


def test_a_lost_link_is_taken_up(pair: Pair) -> None:
    pair.start()
    for session in (pair.controller, pair.accessory):
        session.set_link(False, 0)
        assert kinds(list(session.events())) == [SessionEventKind.LINK_LOST]
    pair.accessory.set_link(True, 0)
    pair.controller.set_link(True, 0)
    assert kinds(pair.pump()[1]) == [SessionEventKind.CONFIGURED]
    pair.accessory.start(0)
    ours, _ = pair.pump()
    assert [(event.kind, event.reason) for event in ours] == [(SessionEventKind.RUNNING, 1)]


def test_a_session_is_taken_up_by_another(pair: Pair) -> None:
    pair.start()
    exported = pair.controller.export()
    with rk.Session(session_id=5) as later:
        later.take_up(exported)
        assert later.info.is_resumable and later.info.session_id == 99
        later.run(0)
        assert later.state is SessionState.CONFIRMING
    with rk.Session(SessionDialect.ACCESSORY) as other, pytest.raises(rk.MessageError) as refused:
        other.take_up(exported)
    assert refused.value.field == "session.dialect"


def test_the_background_hears_wake_requests_alone(pair: Pair) -> None:
    pair.start()
    pair.controller.set_background(True, 0)
    pair.controller.measure(0, 1.0)
    assert list(pair.controller.events()) == []
    pair.accessory.wake(7, 0)
    assert [event.reason for event in pair.pump()[0]] == [7]
    assert pair.controller.info.samples_in_background == 1


def test_channel_sounding_completes_once() -> None:
    with rk.Session(SessionDialect.CHANNEL_SOUNDING) as session:
        session.run(0)
        session.start(0)
        session.measure(1, 3.0)
        session.set_link(False, 2)
        session.invalidate(3)
        expected = [SessionEventKind.RUNNING, SessionEventKind.SAMPLE, SessionEventKind.INVALIDATED]
        assert kinds(list(session.events())) == expected


def test_the_accessory_protocol_and_android_are_spoken() -> None:
    accessory = rk.AccessoryConfiguration(short_address=b"\x12\x34")
    with rk.Session(SessionDialect.ACCESSORY, role=SessionRole.ACCESSORY, offer=accessory.encode()) as session:
        session.run(0)
        session.receive(b"\x0a", 0)
        assert list(session.outgoing()) == [b"\x01" + accessory.encode()]
    with rk.Session(SessionDialect.ANDROID) as session:
        session.run(0)
        assert list(session.outgoing()) == [bytes([3, 0, 0x2F, 0])]


def test_unmet_conditions_invalidate() -> None:
    with rk.Session() as session:
        session.run(0, rk.SessionLack.PERMISSION)
        (event,) = session.events()
    assert (event.kind, event.status) == (SessionEventKind.INVALIDATED, rk.Status.ERROR_USER_DID_NOT_ALLOW)
    assert "RANGEKIT_ERROR_USER_DID_NOT_ALLOW" in str(event)


def test_what_is_refused_says_why() -> None:
    with pytest.raises(rk.ArgumentError, match="payload_size = 5: it must be 0, or 20 to 65535"):
        rk.Session(payload_size=5)
    with pytest.raises(TypeError, match="did you mean start_window_ns"):
        rk.Session(start_window=5)
    with pytest.raises(rk.MessageError):
        rk.Session(offer=b"\xff")
    session = rk.Session()
    with pytest.raises(TypeError, match="another one"):
        session.reset()
    with pytest.raises(TypeError, match="data must be bytes"):
        session.send("text", 0)  # type: ignore[arg-type]
    with pytest.raises(rk.RangeKitError) as refused:
        session.measure(0, 1.0, peer=3)
    assert refused.value.status == rk.Status.ERROR_UNKNOWN_PEER
    session.close()
    with pytest.raises(rk.RangeKitError, match="closed"):
        session.run(0)


def test_a_device_has_limits_and_finds_sessions() -> None:
    with rk.Device(session_capacity=4, session_limit=2) as device:
        extended = rk.SessionFlag.EXTENDED_DISTANCE
        sessions = [rk.Session(peer_identity=i + 1, peer=i, flags=extended if i < 2 else 0) for i in range(4)]
        for session in sessions:
            device.attach(session)
        for session in sessions:
            session.run(0)
        outcomes = [[event.status for event in session.events()] for session in sessions]
        assert outcomes == [
            [],
            [rk.Status.ERROR_EXTENDED_DISTANCE_LIMIT],
            [],
            [rk.Status.ERROR_ACTIVE_SESSIONS_LIMIT],
        ]
        assert device.find(3) is sessions[2]
        with pytest.raises(rk.RangeKitError):
            device.measure(77, 0, 1.0)
        with pytest.raises(rk.RangeKitError) as refused:
            device.measure(3, 0, 1.0)
        assert refused.value.status == rk.Status.ERROR_SESSION_NOT_RUNNING
        assert device.info == rk.DeviceInfo(4, 1, 2, 1)
        device.detach(sessions[2])
        with pytest.raises(rk.RangeKitError):
            device.find(3)
        with pytest.raises(TypeError):
            device.reset()
        sessions[0].close()
        assert device.info.active == 0


def test_the_table_can_be_read() -> None:
    table = rk.session_table()
    assert len(table) == 13 * 36
    assert table["idle", "open"] == ("opening", "request", "nothing", 0, True)
    assert table["suspended", "open"] == ("suspended", "nothing", "nothing", rk.Status.ERROR_SESSION_SUSPENDED, False)
    # From every state but the last one there is a way to the end, and none leads out of it.
    assert {state for state, _ in table if table[state, "invalidate"].next == "invalidated"} == {s for s, _ in table}
    assert {cell.next for (state, _), cell in table.items() if state == "invalidated"} == {"invalidated"}


def test_every_message_fits_the_description(pair: Pair) -> None:
    cddl_verifier = pytest.importorskip("cddl_verifier")
    schema = cddl_verifier.Validator(Path(__file__).resolve().parents[2] / "Include" / "rangekit" / "rangekit.cddl")
    pair.start()
    pair.accessory.send(b"data", 0)
    pair.accessory.wake(300, 0)
    pair.controller.set_motion(rk.SessionMotion.STATIONARY, 0)
    pair.pump()
    exported = [pair.controller.export(), pair.accessory.export()]
    pair.accessory.pause(0)
    pair.pump()
    pair.accessory.run(0)
    pair.pump()
    assert {frame[2] for frame in pair.frames} == set(range(10))
    for message in pair.frames + exported:
        assert schema.validate(message), message.hex()
    assert not schema.validate(bytes([0x84, 1, 10, 1, 1]))
    assert not schema.validate(bytes([0x85, 1, 0, 1, 1, 1]))


def test_the_page_is_current(root: Path) -> None:
    import subprocess
    import sys

    script = root / "Documentation" / "sessions.py"
    result = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
