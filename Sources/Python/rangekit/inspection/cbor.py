"""Layouts of RangeKit's own messages: tokens, configurations, and both sealed (COSE)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from rangekit.base import Capability, Generation
from rangekit.configuration import Configuration, ConfigurationKind, Option
from rangekit.inspection._dump import Dump, bits
from rangekit.protection import Algorithm, Protection, unseal
from rangekit.token import ForeignFormat, Token, TokenKind, TokenTechnology, utc_text

MAJORS = ("uint", "nint", "bytes", "text", "array", "map", "tag", "simple")
MAX_DEPTH = 16
EVERY_PROTECTION = Protection.HMAC_SHA256 | Protection.ES256 | Protection.EDDSA
COSE_TAGS = {17: "COSE_Mac0", 18: "COSE_Sign1"}
ALGORITHMS = {int(each): each.name.lower() for each in Algorithm}
HEADERS = {1: "algorithm", 2: "critical", 4: "key_id"}


def _flags(kind: Any) -> Callable[[int], str]:
    return bits({int(each).bit_length() - 1: each.name.lower() for each in kind})


def _names(kind: Any) -> dict[int, str]:
    return {int(each): each.name.lower() for each in kind}


@dataclasses.dataclass(frozen=True)
class _Known:
    """A key of a map: its name, and what its value means."""

    name: str
    meaning: Callable[[Any], str] | Mapping[int, str] | str = ""
    entries: Mapping[Any, _Known] = dataclasses.field(default_factory=dict)  # of a value that is a map or an array


_VERSIONS = {0: _Known("major"), 1: _Known("minor"), 2: _Known("profiles", lambda value: f"0x{value:x}")}
_TECHNOLOGIES = {int(each): _Known(each.name.lower(), entries=_VERSIONS) for each in TokenTechnology}
TOKEN = {
    0: _Known("version", "format version"),
    1: _Known("kind", _names(TokenKind)),
    2: _Known("identity", lambda value: f"{len(value)} bytes"),
    3: _Known("foreign_format", _names(ForeignFormat)),
    4: _Known("capabilities", _flags(Capability)),
    5: _Known("generation", _names(Generation)),
    6: _Known("expiry", utc_text),
    7: _Known("nonce", lambda value: f"of the session, {len(value)} bytes"),
    8: _Known("technologies", entries=_TECHNOLOGIES),
    9: _Known("vendor_data", entries={0: _Known("vendor_id", lambda value: f"0x{value:04x}"), 1: _Known("data")}),
}
CONFIGURATION = {
    0: _Known("version", "format version"),
    1: _Known("kind", _names(ConfigurationKind)),
    2: _Known("enabled", _flags(Option)),
    3: _Known("performance_generation", _names(Generation)),
}
_HEADER = {
    1: _Known("algorithm", lambda value: ALGORITHMS.get(value, "no known algorithm")),
    2: _Known("critical"),
    4: _Known("key_id"),
}


def token(dump: Dump) -> None:
    """A discovery token."""
    start, data = dump.position, dump.remaining
    dump.check(lambda: Token.decode(data), start)
    dump.title = dump.title or "token"
    with dump.group("token"):
        _item(dump, _Known("token", entries=TOKEN))
        dump.rest("trailing", "bytes behind the token")


def configuration(dump: Dump) -> None:
    """A configuration that two devices agreed on."""
    start, data = dump.position, dump.remaining
    dump.check(lambda: Configuration.decode(data), start)
    dump.title = "configuration"
    with dump.group("configuration"):
        _item(dump, _Known("configuration", entries=CONFIGURATION))
        dump.rest("trailing", "bytes behind the configuration")


def look_inside(message: bytes) -> tuple[bytes, Algorithm]:
    """A sealed message's payload and algorithm, unverified. Raises MessageError."""
    seen: list[Algorithm] = []

    def take(algorithm: Algorithm, *_: bytes) -> bool:
        seen.append(algorithm)
        return True

    payload, _ = unseal(
        message, accepted=EVERY_PROTECTION, verify=take, ignore_unknown_headers=True, allow_unprotected_algorithm=True
    )
    return payload, seen[0]


def sealed(dump: Dump) -> None:
    """COSE_Mac0 or COSE_Sign1 with a token inside; nothing is verified, since that takes the key."""
    start, data = dump.position, dump.remaining
    dump.check(lambda: look_inside(data), start)
    dump.title = "sealed token"
    if dump.left and dump.data[dump.position] >> 5 == 6:
        _head(dump, "tag", lambda value: COSE_TAGS.get(value, "no tag of a sealed message"))
    with dump.group("sealed"):
        _, count = _head(dump, "message", "protected header, unprotected header, payload, signature or tag")
        for name in ("protected_header", "unprotected_header", "payload", "signature")[: count or 0]:
            if not dump.left:
                break
            with dump.group(name):
                if name == "unprotected_header":
                    _item(dump, _Known(name, entries=_HEADER))
                elif name == "signature":
                    _item(dump, _Known("signature", "NOT verified: give a key to `rangekit token verify`"))
                else:
                    _nested(dump, name)
        dump.rest("trailing", "bytes behind the message")


def _nested(dump: Dump, name: str) -> None:
    """A byte string that holds CBOR."""
    if dump.data[dump.position] >> 5 != 2:
        _item(dump, _Known(name))
        return
    _, length = _head(dump, "length", "bytes")
    with dump.within(length or 0):
        if not dump.left:
            return
        if name == "payload":
            token(dump)
        else:
            _item(dump, _Known(name, entries=_HEADER))


def _head(dump: Dump, name: str, meaning: Any = "") -> tuple[int, int | None]:
    """Takes an item's head: major type and argument; None if it is cut off or indefinite."""
    if not dump.left:
        return 0, None
    first = dump.data[dump.position]
    major, info = first >> 5, first & 0x1F
    size = {24: 2, 25: 3, 26: 5, 27: 9}.get(info, 1)
    data = dump.remaining[:size]
    if len(data) < size or info > 27:
        what = "cut off" if info <= 27 else "indefinite length or reserved: not allowed"
        dump.octets(len(data), name, f"{MAJORS[major]}, {what}")
        return major, None
    argument = info if size == 1 else int.from_bytes(data[1:], "big")
    value: Any = -1 - argument if major == 1 else argument
    if major in (4, 5):
        said = f"{MAJORS[major]} of {argument}" + (f": {meaning}" if meaning else "")
    else:
        said = _said(meaning, value)
    dump.field(size, name, value, said)
    return major, argument


def _said(meaning: Any, value: Any) -> str:
    if isinstance(meaning, str):
        return meaning
    try:
        return str(meaning.get(value, "no known value") if isinstance(meaning, Mapping) else meaning(value))
    except (AttributeError, TypeError, ValueError, OverflowError):
        return "not of the type that belongs here"


def _item(dump: Dump, known: _Known, depth: int = 0) -> None:
    """One data item, with everything in it."""
    if not dump.left:
        return
    if depth > MAX_DEPTH:
        dump.rest(known.name, "nested too deep")
        return
    major = dump.data[dump.position] >> 5
    if major in (2, 3):
        _string(dump, known)
        return
    if major == 7:
        _simple(dump, known)
        return
    _, argument = _head(dump, known.name, known.meaning if major in (0, 1) else "")
    if argument is None or major in (0, 1):
        return
    if major == 6:
        _item(dump, known, depth + 1)
        return
    with dump.group(known.name) if depth else dump.group(""):
        for index in range(min(argument, dump.left)):
            if not dump.left:
                break
            entry = known.entries.get(index, _Known(str(index))) if major == 4 else _key(dump, known.entries, depth)
            _item(dump, entry, depth + 1)


def _key(dump: Dump, entries: Mapping[Any, _Known], depth: int) -> _Known:
    """Takes a key and gives what its value is."""
    start = dump.position
    if dump.data[start] >> 5 == 0:
        _, number = _head(dump, "key", lambda value: entries[value].name if value in entries else "unknown key, kept")
        return entries.get(number, _Known(f"key {number}"))
    _item(dump, _Known("key", "unknown key, kept"), depth + 1)
    return _Known("value", "of an unknown key")


def _string(dump: Dump, known: _Known) -> None:
    """A string is one field: its head and its content."""
    first = dump.data[dump.position]
    info = first & 0x1F
    size = {24: 2, 25: 3, 26: 5, 27: 9}.get(info, 1)
    head = dump.remaining[:size]
    if len(head) < size or info > 27:
        _head(dump, known.name)
        return
    length = info if size == 1 else int.from_bytes(head[1:], "big")
    data = dump.remaining[size : size + length]
    value: Any = data.hex() if first >> 5 == 2 else data.decode("utf-8", "backslashreplace")
    if len(data) < length:
        dump.field(size + len(data), known.name, None, f"cut off: {len(data)} of {length} bytes")
    else:
        dump.field(size + length, known.name, value, _said(known.meaning, data))


def _simple(dump: Dump, known: _Known) -> None:
    """false, true, null, floats."""
    info = dump.data[dump.position] & 0x1F
    size = {24: 2, 25: 3, 26: 5, 27: 9}.get(info, 1)
    names = {20: "false", 21: "true", 22: "null", 23: "undefined"}
    dump.octets(min(size, dump.left), known.name, names.get(info, "float" if info in (25, 26, 27) else "simple value"))
