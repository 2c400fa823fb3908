"""device.h: what crosses sessions. Limits, and which session a sample belongs to."""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Mapping
from typing import Any, ClassVar

from rangekit import _bindings as c
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_integer, default
from rangekit.errors import check
from rangekit.session import Session, _sample


@dataclasses.dataclass(frozen=True)
class DeviceInfo:
    """What a device holds and counted."""

    attached: int
    samples_unknown_peer: int
    active: int
    active_extended: int


class Device(Handle):
    """A device: some sessions at once, few of them with extended distance. Close it, or use it with `with`.

    Args:
        **options: session_capacity (1 to 65536, default 16), session_limit, extended_limit.
    """

    _part: ClassVar[str] = "device"
    _noun: ClassVar[str] = "device"
    _option_ranges: ClassVar[Mapping[str, str]] = {
        "session_capacity": "1 to 65536, and not below session_limit",
        "session_limit": "0 to session_capacity",
        "extended_limit": "0 to session_limit",
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(options)
        self._sessions: dict[int, Session] = {}

    def reset(self) -> None:
        """A device does not begin anew.

        Raises:
            TypeError: always: detach its sessions, or make another device.
        """
        raise TypeError("a device does not begin anew; detach its sessions, or make another one")

    def close(self) -> None:
        """Ends the device; its sessions stay, without limits."""
        super().close()
        self._sessions.clear()

    def attach(self, session: Session) -> None:
        """Attaches a session that is not active."""
        with self._lock:
            check(library.rangekit_device_attach(self._open(), session._open()))
            self._sessions[_address(session._open())] = session

    def detach(self, session: Session) -> None:
        """Detaches a session, which goes on without limits."""
        with self._lock:
            check(library.rangekit_device_detach(self._open(), session._open()))
            self._sessions.pop(_address(session._open()), None)

    def find(self, peer_identity: int) -> Session:
        """The session of a peer.

        Raises:
            RangeKitError: there is none.
        """
        found = ctypes.POINTER(c.rangekit_session)()
        with self._lock:
            check(library.rangekit_device_find(self._open(), _identity(peer_identity), found))
            return self._sessions[_address(found)]

    def measure(
        self,
        peer_identity: int,
        time_ns: int,
        distance_m: float | None = None,
        *,
        stddev_m: float | None = None,
        azimuth_rad: float | None = None,
        elevation_rad: float | None = None,
        technology: int = c.RANGEKIT_TECHNOLOGY_UNKNOWN,
    ) -> None:
        """Gives a sample to the session of its peer.

        Raises:
            RangeKitError: no session has this peer: it is counted.
        """
        sample = _sample(time_ns, distance_m, stddev_m, azimuth_rad, elevation_rad, technology)
        with self._lock:
            check(library.rangekit_device_measure(self._open(), _identity(peer_identity), sample))

    @property
    def info(self) -> DeviceInfo:
        """What the device holds and counted."""
        info = default(c.rangekit_device_info, library.rangekit_device_info_default)
        with self._lock:
            check(library.rangekit_device_get_info(self._open(), info))
        return DeviceInfo(info.attached, info.samples_unknown_peer, info.active, info.active_extended)


def _identity(peer_identity: int) -> int:
    return as_integer("peer_identity", peer_identity, ctypes.c_uint64)


def _address(handle: Any) -> int:
    return ctypes.cast(handle, ctypes.c_void_p).value or 0
