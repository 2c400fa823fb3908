"""The controller of two accessories through the whole life of their sessions.

    controller.py SOCKET SOCKET

SPDX-License-Identifier: MIT
"""

from __future__ import annotations

import contextlib
import secrets
import socket
import sys
import time
from collections.abc import Callable

import rangekit as rk
from rangekit.session import Session, SessionDialect, SessionEventKind

FRAME_SIZE = 20


def connect(path: str) -> tuple[socket.socket, rk.Token]:
    """A connection that carries at most 20 bytes at a time. Who connects is told first who this is."""
    link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    link.settimeout(5)
    link.connect(path)
    advertised = rk.Token.decode(link.recv(FRAME_SIZE))
    link.setblocking(False)
    return link, advertised


class Peer:
    """One accessory: its session, its estimators, its link."""

    def __init__(self, name: str, number: int, token: rk.Token, mine: rk.Token) -> None:
        self.name = name
        self.mine = mine
        self.session = Session(
            SessionDialect.RANGEKIT,
            peer=number,
            session_id=secrets.randbits(32),
            payload_size=FRAME_SIZE,
            retry_interval_ns=100_000_000,
            peer_identity=token.identity_hash(),
        )
        self.ranger = rk.Ranger(peer=number)
        self.link: socket.socket | None = None
        self.happened: list[SessionEventKind] = []  # and not asked for yet
        self.distances: list[float] = []
        self.strangers = 0
        self.session.set_link(False, time.monotonic_ns())

    def use(self, link: socket.socket | None) -> None:
        """Another link, or none."""
        if self.link is not None:
            self.link.close()
            self.session.set_link(False, time.monotonic_ns())
        self.link = link
        if link is not None:
            self.session.set_link(True, time.monotonic_ns())

    def took(self, kind: SessionEventKind) -> bool:
        """Whether something happened since the last call about it."""
        if kind not in self.happened:
            return False
        self.happened.remove(kind)
        return True

    def step(self) -> None:
        """Gives link, session and application their turn."""
        with contextlib.suppress(BlockingIOError, ConnectionError):
            while self.link is not None and (frame := self.link.recv(FRAME_SIZE)):
                self.receive(frame)
        self.session.advance(time.monotonic_ns())
        for event in self.session.events():
            now = time.monotonic_ns()
            if event.kind is SessionEventKind.OFFERED:
                # The accessory said what it is: what both can do becomes the configuration.
                theirs = rk.Token.decode(self.session.peer_offer)
                self.session.configure(rk.build_configuration(self.mine, theirs).encode(), now)
            elif event.kind is SessionEventKind.DATA and len(event.data) == 4:
                # The accessory's distance in millimetres becomes a sample of this session.
                with contextlib.suppress(rk.RangeKitError):  # it has just been paused
                    self.session.measure(now, int.from_bytes(event.data, "little") / 1000, technology=rk.Technology.UWB)
            elif event.kind is SessionEventKind.SAMPLE:
                near = self.ranger.take(event)
                if near.distance_m is not None:
                    self.distances.append(near.distance_m)
            else:
                self.ranger.take(event)
                self.happened.append(event.kind)
        self.flush()

    def receive(self, frame: bytes) -> None:
        try:
            self.session.receive(frame, time.monotonic_ns())
        except rk.RangeKitError as error:
            if error.status != rk.Status.ERROR_UNKNOWN_PEER:
                print(f"{self.name}: refused a message: {error}")
            self.strangers += 1  # a message of another accessory: refused, and nothing changed

    def flush(self) -> None:
        for frame in self.session.outgoing():
            if self.link is not None:
                with contextlib.suppress(ConnectionError):
                    self.link.send(frame)


def main(paths: list[str]) -> None:
    mine = rk.Token.peer(capabilities=rk.Capability.PRECISE_DISTANCE | rk.Capability.CAMERA_ASSISTANCE)
    found = [connect(path) for path in paths]
    peers = [
        Peer(name, number, token, mine)
        for number, (name, (_, token)) in enumerate(zip(("door", "tag"), found, strict=True))
    ]
    for peer, (_, token) in zip(peers, found, strict=True):
        print(f"{peer.name}: discovered {token.identity.hex()}")

    def wait(what: str, holds: Callable[[Peer], bool]) -> None:
        """Runs until it holds for both, or fails."""
        waiting, end = list(peers), time.monotonic() + 10
        while waiting:
            if time.monotonic() > end:
                sys.exit(f"{waiting[0].name}: {what} did not come: {waiting[0].session.state.name}")
            for peer in peers:
                peer.step()
            waiting = [peer for peer in waiting if not holds(peer)]
            time.sleep(0.005)
        for peer in peers:
            print(f"{peer.name}: {what}")

    def measure() -> None:
        for peer in peers:
            peer.distances = []
        wait("ranges", lambda peer: len(peer.distances) >= 5)
        for peer in peers:
            print(f"{peer.name}: {sum(peer.distances) / len(peer.distances):.1f} m")

    # The links are mixed up: each session meets the other accessory, refuses it, and nothing is harmed.
    for peer, (link, _) in zip(peers, reversed(found), strict=True):
        peer.use(link)
        peer.session.run(time.monotonic_ns())
    wait("met another accessory and refused it", lambda peer: peer.strangers > 0)
    for peer in peers:
        peer.use(None)
    for peer, path in zip(peers, paths, strict=True):
        peer.use(connect(path)[0])

    wait("running", lambda peer: peer.took(SessionEventKind.RUNNING))
    measure()

    for peer in peers:
        peer.session.suspend(time.monotonic_ns())
    wait("suspended", lambda peer: peer.took(SessionEventKind.SUSPENDED))
    for peer in peers:
        try:
            peer.session.run(time.monotonic_ns())
            sys.exit(f"{peer.name}: ran while suspended")
        except rk.RangeKitError as error:
            print(f"{peer.name}: run refused: {rk.status_name(error.status)}")
    for peer in peers:
        peer.session.end_suspension(time.monotonic_ns())
    wait("suspension ended", lambda peer: peer.took(SessionEventKind.SUSPENSION_ENDED))
    for peer in peers:
        peer.session.run(time.monotonic_ns())
    wait("running again", lambda peer: peer.took(SessionEventKind.RUNNING))
    measure()

    for peer in peers:
        peer.use(None)
    wait("link lost", lambda peer: peer.took(SessionEventKind.LINK_LOST))
    for peer, path in zip(peers, paths, strict=True):
        peer.use(connect(path)[0])
    wait("recovered", lambda peer: peer.took(SessionEventKind.RUNNING))
    measure()

    for peer in peers:
        peer.session.invalidate(time.monotonic_ns())
        peer.flush()
    wait("ended", lambda peer: peer.took(SessionEventKind.INVALIDATED))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: controller.py SOCKET SOCKET")
    main(sys.argv[1:])
