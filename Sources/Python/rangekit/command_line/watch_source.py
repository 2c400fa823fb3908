"""Where `rangekit watch` reads from: a pipe or file, a serial port, UDP. Each gives bytes as they come."""

from __future__ import annotations

import os
import select
import socket
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rangekit.command_line.output import UnusableInputError

#: How long one wait is, seconds: the display is drawn anew at least so often.
WAIT_S: Final = 0.1
CHUNK: Final = 65536


class Source:
    """Bytes from somewhere. `read` gives what came within `WAIT_S`, b"" for nothing, None at the end."""

    def __init__(self, name: str, read: Callable[[], bytes | None], close: Callable[[], None], datagrams: bool) -> None:
        self.name = name
        self.read = read
        self.close = close
        self.is_datagrams = datagrams  #: each read is a whole message


def open_source(text: str, baud: int) -> Source:
    """A source by what people write: -, a file, a serial port, udp:PORT or udp:HOST:PORT."""
    if text.startswith("udp:"):
        return _udp(text)
    path = text.removeprefix("serial:")
    try:
        is_device = stat.S_ISCHR(Path(path).stat().st_mode) if path != "-" else False
    except OSError:
        is_device = False
    if text.startswith("serial:") or is_device:
        return _serial(path, baud)
    if path == "-":
        return _descriptor(sys.stdin.fileno(), "standard input", lambda: None)
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise UnusableInputError(f"{path} cannot be read: {error.strerror}") from error
    return _descriptor(descriptor, path, lambda: os.close(descriptor))


def _descriptor(descriptor: int, name: str, close: Callable[[], None]) -> Source:
    def read() -> bytes | None:
        ready, _, _ = select.select([descriptor], [], [], WAIT_S)
        if not ready:
            return b""
        return os.read(descriptor, CHUNK) or None

    return Source(name, read, close, datagrams=False)


def _udp(text: str) -> Source:
    host, _, port = text.removeprefix("udp:").rpartition(":")
    if not port.isdigit() or not 0 <= int(port) <= 65535:
        raise UnusableInputError(f"{text}: expected udp:PORT or udp:HOST:PORT, a port within 0 to 65535")
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host.strip("[]") or None, int(port), type=socket.SOCK_DGRAM, flags=socket.AI_PASSIVE
        )[0]
        receiver = socket.socket(family, kind, number)
        receiver.bind(address)
    except OSError as error:
        raise UnusableInputError(f"{text} cannot be listened to: {error.strerror or error}") from error
    receiver.settimeout(WAIT_S)
    name = "udp:{}:{}".format(*receiver.getsockname()[:2])

    def read() -> bytes | None:
        try:
            return receiver.recv(CHUNK)
        except TimeoutError:
            return b""

    return Source(name, read, receiver.close, datagrams=True)


def _serial(path: str, baud: int) -> Source:
    try:
        import serial  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise UnusableInputError(
            f"{path} is a serial port, which needs pyserial: pip install pyserial. Or pipe it: "
            f"stty -F {path} {baud} raw && rangekit watch - < {path}"
        ) from None
    try:
        port = serial.Serial(path, baud, timeout=WAIT_S)
    except (OSError, ValueError) as error:  # serial.SerialException is an OSError
        raise UnusableInputError(f"{path} cannot be opened: {error}") from error

    def read() -> bytes | None:
        try:
            return bytes(port.read(max(1, min(port.in_waiting, CHUNK))))
        except OSError:  # it was unplugged
            return None

    return Source(path, read, port.close, datagrams=False)
