"""Captures of FiRa UCI: pcap and pcapng files with the link type FIRA_UCI (299).

    capture = read_capture("session.pcapng")
    capture.samples["distance_m"]

Times are those of the capture: nanoseconds since 1970.
"""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import uci
from rangekit.base import Status
from rangekit.errors import MessageError
from rangekit.sample import RANGE_SAMPLE_DTYPE

#: tcpdump.org/linktypes: each packet is a UCI packet from its header on.
LINKTYPE_FIRA_UCI: Final[int] = 299

_NANOSECONDS = 1_000_000_000
_PCAP_MAGICS = {0xA1B2C3D4: 1_000_000, 0xA1B23C4D: _NANOSECONDS}  # fractions of a second
_SECTION, _INTERFACE, _SIMPLE, _ENHANCED = 0x0A0D0D0A, 1, 3, 6  # pcapng blocks
_TIME_RESOLUTION, _TIME_OFFSET = 9, 14  # options of an interface


class CaptureError(ValueError):
    """The file is no capture that can be read."""


class TruncatedCaptureError(CaptureError):
    """The file ends inside a packet."""


@dataclasses.dataclass(frozen=True)
class Packet:
    """One captured packet of the link type FIRA_UCI."""

    number: int  #: in the file, counted from 1 as capture tools do
    time_ns: int  #: since 1970; 0 where the file states no time
    data: bytes


@dataclasses.dataclass(frozen=True)
class CapturedMessage:
    """One message, and the packet that completed it."""

    packet: Packet
    message: uci.Message


@dataclasses.dataclass(frozen=True)
class Refusal:
    """Why a packet or its message was refused."""

    packet: Packet
    error: MessageError

    def __str__(self) -> str:
        return f"packet {self.packet.number}: {self.error}"


@dataclasses.dataclass(frozen=True, eq=False)
class Capture:
    """What a capture holds."""

    packet_count: int
    messages: list[CapturedMessage]
    samples: npt.NDArray[Any]  #: (n,) of RANGE_SAMPLE_DTYPE, in order of the file
    refusals: list[Refusal]
    addresses: npt.NDArray[np.uint64]  #: (n,), the whole MAC address of each sample's device


def read_packets(data: bytes) -> Iterator[Packet]:
    """The packets of a capture file's bytes that are of the link type FIRA_UCI.

    Raises:
        CaptureError: the bytes are neither pcap nor pcapng, end inside a packet, or hold other link types only.
    """
    if len(data) < 4:
        raise CaptureError(f"{len(data)} bytes are no capture; pcap and pcapng files begin with 4 bytes that say so")
    if data[:4] == struct.pack("<I", _SECTION):
        yield from _pcapng(data)
        return
    for order in "<>":
        (magic,) = struct.unpack(f"{order}I", data[:4])
        if magic in _PCAP_MAGICS:
            yield from _pcap(data, order, _PCAP_MAGICS[magic])
            return
    raise CaptureError(f"a file that begins with {data[:4].hex()} is neither pcap nor pcapng")


def _take(data: bytes, start: int, size: int, what: str) -> bytes:
    if size < 0 or start + size > len(data):
        raise TruncatedCaptureError(
            f"the file ends inside {what} at byte {start}: {size} bytes needed, {len(data) - start} left"
        )
    return data[start : start + size]


def _wrong_link_type(found: int) -> CaptureError:
    return CaptureError(f"the link type is {found}; FiRa UCI is {LINKTYPE_FIRA_UCI}")


def _pcap(data: bytes, order: str, fractions: int) -> Iterator[Packet]:
    head = _take(data, 0, 24, "the file header")
    # The high bits may state the length of a frame check sequence.
    link_type = struct.unpack(f"{order}I", head[20:24])[0] & 0xFFFF
    if link_type != LINKTYPE_FIRA_UCI:
        raise _wrong_link_type(link_type)
    position, number = 24, 0
    while position < len(data):
        seconds, fraction, size, _ = struct.unpack(f"{order}4I", _take(data, position, 16, "a packet's header"))
        number += 1
        time_ns = seconds * _NANOSECONDS + fraction * _NANOSECONDS // fractions
        yield Packet(number, time_ns, _take(data, position + 16, size, f"packet {number}"))
        position += 16 + size


@dataclasses.dataclass(frozen=True)
class _Interface:
    link_type: int
    units: int  # a second
    offset_s: int

    def time_ns(self, stamp: int) -> int:
        return stamp * _NANOSECONDS // self.units + self.offset_s * _NANOSECONDS


def _pcapng(data: bytes) -> Iterator[Packet]:
    order, position, number = "<", 0, 0
    interfaces: list[_Interface] = []
    others: set[int] = set()
    found = False
    while position < len(data):
        head = _take(data, position, 12, "a block")
        (kind,) = struct.unpack(f"{order}I", head[:4])
        if head[:4] == struct.pack("<I", _SECTION):
            order = {b"\x4d\x3c\x2b\x1a": "<", b"\x1a\x2b\x3c\x4d": ">"}.get(head[8:12], "")
            if not order:
                raise CaptureError(f"the section at byte {position} has no byte-order magic")
            kind, interfaces = _SECTION, []
        (size,) = struct.unpack(f"{order}I", head[4:8])
        if size < 12 or size % 4:
            raise CaptureError(f"the block at byte {position} states a size of {size} bytes")
        body = _take(data, position, size, "a block")[8:-4]
        if kind == _INTERFACE:
            interfaces.append(_interface(body, order))
            if interfaces[-1].link_type != LINKTYPE_FIRA_UCI:
                others.add(interfaces[-1].link_type)
        elif kind in (_ENHANCED, _SIMPLE):
            number += 1
            packet, index = _block_packet(body, order, kind, number)
            if index >= len(interfaces):
                raise CaptureError(f"packet {number} names interface {index}, which the file does not describe")
            if interfaces[index].link_type == LINKTYPE_FIRA_UCI:
                found = True
                time_ns = interfaces[index].time_ns(packet.time_ns) if kind == _ENHANCED else 0
                yield dataclasses.replace(packet, time_ns=time_ns)
        position += size
    if others and not found:
        raise _wrong_link_type(min(others))


def _interface(body: bytes, order: str) -> _Interface:
    link_type = struct.unpack(f"{order}H", _take(body, 0, 8, "an interface")[:2])[0]
    units, offset_s, position = 1_000_000, 0, 8
    while position + 4 <= len(body):
        code, size = struct.unpack(f"{order}2H", body[position : position + 4])
        value = _take(body, position + 4, size, "an interface's option")
        if code == 0:
            break
        if code == _TIME_RESOLUTION and size == 1:
            units = 2 ** (value[0] & 0x7F) if value[0] & 0x80 else 10 ** (value[0] & 0x7F)
        elif code == _TIME_OFFSET and size == 8:
            (offset_s,) = struct.unpack(f"{order}q", value)
        position += 4 + (size + 3) // 4 * 4
    return _Interface(link_type, units, offset_s)


def _block_packet(body: bytes, order: str, kind: int, number: int) -> tuple[Packet, int]:
    """A packet whose time is still in the interface's units, and the interface."""
    if kind == _SIMPLE:
        (size,) = struct.unpack(f"{order}I", _take(body, 0, 4, f"packet {number}"))
        return Packet(number, 0, body[4 : 4 + size]), 0
    index, high, low, size, _ = struct.unpack(f"{order}5I", _take(body, 0, 20, f"packet {number}"))
    return Packet(number, high << 32 | low, _take(body, 20, size, f"packet {number}")), index


def read_capture(path: str | Path, *, dl_tdoa_layout: int = 1) -> Capture:
    """Reads a capture file into messages and samples.

    What single packets have wrong is in `refusals`; the rest is read, up to where the file ends inside a packet.

    Raises:
        CaptureError: the file is no capture of UCI.
        OSError: it cannot be read.
    """
    return decode_capture(Path(path).read_bytes(), dl_tdoa_layout=dl_tdoa_layout)


def decode_capture(data: bytes, *, dl_tdoa_layout: int = 1) -> Capture:
    """As `read_capture`, for a file's bytes."""
    # Host and chip each send a stream of their own.
    host, chip = uci.Assembler(), uci.Assembler()
    messages: list[CapturedMessage] = []
    refusals: list[Refusal] = []
    parts: list[npt.NDArray[Any]] = []
    addresses: list[npt.NDArray[np.uint64]] = []
    count = 0
    for packet in _whole_packets(data, refusals):
        count += 1
        if not -(2**63) <= packet.time_ns < 2**63:
            raise CaptureError(f"packet {packet.number} states a time that 64 bits of nanoseconds do not hold")
        kind = packet.data[0] >> 5 if packet.data else 0
        from_host = kind == uci.MessageType.COMMAND or (kind == uci.MessageType.DATA and packet.data[:1] == b"\x01")
        assembler = host if from_host else chip
        seen = len(assembler.refusals)
        completed = assembler.feed(packet.data)
        refusals += [Refusal(packet, error) for error in assembler.refusals[seen:]]
        if assembler.pending:
            refusals.append(Refusal(packet, _cut(packet, assembler.pending)))
            assembler.reset()
        for message in completed:
            messages.append(CapturedMessage(packet, message))
            if message.is_session_info:
                try:
                    parts.append(uci.samples(message.payload, packet.time_ns, dl_tdoa_layout=dl_tdoa_layout))
                    addresses.append(uci.addresses(message.payload, dl_tdoa_layout=dl_tdoa_layout))
                except MessageError as error:
                    refusals.append(Refusal(packet, error))
    samples = np.concatenate(parts) if parts else np.zeros(0, RANGE_SAMPLE_DTYPE)
    whole = np.concatenate(addresses) if addresses else np.zeros(0, np.uint64)
    return Capture(count, messages, samples, refusals, whole)


def _whole_packets(data: bytes, refusals: list[Refusal]) -> Iterator[Packet]:
    """The packets before the file ends inside one: so do files whose writer was stopped. That one is a refusal."""
    last = None
    try:
        for last in read_packets(data):
            yield last
    except TruncatedCaptureError as error:
        if last is None:
            raise
        cut = Packet(last.number + 1, last.time_ns, b"")
        refusals.append(Refusal(cut, MessageError(Status.ERROR_TRUNCATED, str(error))))


def _cut(packet: Packet, size: int) -> MessageError:
    return MessageError(Status.ERROR_TRUNCATED, f"the packet ends inside a UCI packet, of which {size} bytes are there")
