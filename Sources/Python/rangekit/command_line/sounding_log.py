"""Reads logs of paired Channel Sounding procedures in JSON.

An object with `procedures`; each has `procedure_counter` and, for `initiator` and `reflector`, `steps_hex`: mode,
channel, length and data of every step, as HCI lays them out.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import sounding
from rangekit.command_line.output import UnusableInputError

# Antenna permutations in the order of their indices, by number of paths.
PERMUTATIONS: Final = {
    1: ("1",),
    2: ("12", "21"),
    3: ("123", "213", "132", "312", "321", "231"),
    4: (
        "1234",
        "2134",
        "1324",
        "3124",
        "3214",
        "2314",
        "1243",
        "2143",
        "1423",
        "4123",
        "4213",
        "2413",
        "1432",
        "4132",
        "1342",
        "3142",
        "3412",
        "4312",
        "4231",
        "2431",
        "4321",
        "3421",
        "3241",
        "2341",
    ),
}
TIME_NOT_AVAILABLE: Final = -0x8000


@dataclasses.dataclass(frozen=True)
class Procedure:
    """What both sides measured."""

    counter: int
    tones: npt.NDArray[Any]
    round_trips: npt.NDArray[Any]
    skipped: int  #: steps that one side alone has, or that fit no mode


def read_log(path: str, *, inline: bool = False) -> list[Procedure]:
    """The procedures of a log; `-` reads standard input. With `inline` the initiator's tones alone are read."""
    name = "standard input" if path == "-" else path
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        content = json.loads(text)
    except OSError as error:
        raise UnusableInputError(f"{name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UnusableInputError(f"{name} is not text in UTF-8: byte {error.start}") from error
    except (json.JSONDecodeError, RecursionError) as error:
        where = f"line {error.lineno}: {error.msg}" if isinstance(error, json.JSONDecodeError) else "nested too deep"
        raise UnusableInputError(f"{name} is not JSON: {where}") from error
    procedures = content.get("procedures") if isinstance(content, dict) else None
    if not isinstance(procedures, list):
        raise UnusableInputError(f'{name} has no list "procedures"; see rangekit sounding --help')
    return [_procedure(f"{name}, procedure {index}", given, inline) for index, given in enumerate(procedures)]


def _procedure(where: str, given: Any, inline: bool) -> Procedure:
    if not isinstance(given, dict):
        raise UnusableInputError(f"{where}: not an object")
    counter = given.get("procedure_counter", 0)
    if not isinstance(counter, int):
        raise UnusableInputError(f"{where}: procedure_counter is not an integer")
    initiator = list(_steps(where, given, "initiator"))
    reflector = [] if inline else list(_steps(where, given, "reflector"))
    found: list[tuple[complex, int, int]] = []
    trips: list[tuple[int, int, int]] = []
    skipped = 0
    for local, remote in itertools.zip_longest(initiator, reflector):
        if local is None or (remote is None and not inline) or (remote and local[:2] != remote[:2]):
            skipped += 1
            continue
        mode, channel, data = local
        peer = remote[2] if remote else None
        if mode in (1, 3) and peer is not None:
            trips += _round_trip(data, peer)
        if mode == 3:
            packet = 14 if len(data) % 4 == 3 else 6
            data, peer = data[packet:], None if peer is None else peer[packet:]
        if mode in (2, 3):
            pairs = _tones(data, channel, peer)
            found += pairs
            skipped += not pairs
        elif mode > 3:
            skipped += 1
    values = np.array([tone[0] for tone in found], dtype=np.complex128)
    channels, paths = (np.array([tone[field] for tone in found], dtype=np.int64) for field in (1, 2))
    columns = [np.array([trip[field] for trip in trips], dtype=np.int64) for field in range(3)]
    return Procedure(counter, sounding.tones(values, channels, paths), sounding.round_trips(*columns), skipped)


def _steps(where: str, given: dict[str, Any], side: str) -> Iterator[tuple[int, int, bytes]]:
    try:
        data = bytes.fromhex(given[side]["steps_hex"])
    except (KeyError, TypeError):
        raise UnusableInputError(f"{where}: {side}.steps_hex is missing") from None
    except ValueError as error:
        raise UnusableInputError(f"{where}: {side}.steps_hex is not hexadecimal: {error}") from None
    at = 0
    while at + 3 <= len(data) and at + 3 + data[at + 2] <= len(data):
        yield data[at], data[at + 1], data[at + 3 : at + 3 + data[at + 2]]
        at += 3 + data[at + 2]


def _round_trip(data: bytes, peer: bytes) -> list[tuple[int, int, int]]:
    if len(data) < 6 or len(peer) < 6:
        return []
    times = [int.from_bytes(side[3:5], "little", signed=True) for side in (data, peer)]
    if TIME_NOT_AVAILABLE in times:
        return []
    known = [side[1] for side in (data, peer) if side[1] <= 6]
    errors = max(data[0] >> 4, peer[0] >> 4)
    return [(times[0] - times[1], max(known, default=sounding.UNKNOWN_ATTACK_LEVEL), errors)]


def _tones(data: bytes, channel: int, peer: bytes | None) -> list[tuple[complex, int, int]]:
    """One tone a path; the extension slot repeats the last path and is left out."""
    count = (len(data) - 1) // 4 - 1
    if channel > 78 or count not in PERMUTATIONS or len(data) != 4 * count + 5 or (peer and len(peer) != len(data)):
        return []
    if data[0] >= len(PERMUTATIONS[count]):
        return []
    order = PERMUTATIONS[count][data[0]]
    pairs = []
    for index, antenna in enumerate(order):
        at = 1 + 4 * index
        value = _pct(data[at : at + 3]) * (_pct(peer[at : at + 3]) if peer else 1)
        pairs.append((value, channel, int(antenna) - 1))
    return pairs


def _pct(data: bytes) -> complex:
    """Phase correction term: I and Q, 12 bits each, two's complement, full scale 2048."""
    bits = int.from_bytes(data, "little")
    i, q = bits & 0xFFF, bits >> 12
    return complex(i - (i & 0x800) * 2, q - (q & 0x800) * 2) / 2048
