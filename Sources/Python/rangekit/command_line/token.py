"""rangekit token: what a token says, and making one."""

from __future__ import annotations

import argparse
import base64
import binascii
import enum
import json
import re
import sys
from pathlib import Path
from typing import Any

from rangekit.base import Capability, Generation, flag_names
from rangekit.command_line.output import UnusableInputError, counted, say, shown
from rangekit.command_line.twr import Subparsers
from rangekit.errors import MessageError
from rangekit.token import ForeignFormat, Token, TokenKind

DESCRIPTION = "Reads and makes discovery tokens: who a device is and what it can do, as deterministic CBOR."

DECODE_DESCRIPTION = """\
Says what a token holds. TOKEN is hexadecimal (spaces and colons between bytes are fine) or base64 text, the
name of a file with either or with the bytes themselves, or - for standard input. Exit status 2 if it is not a
token; the message says where.

With --json, standard output is one JSON object: "kind", "identity" (hexadecimal), "foreign_format",
"capabilities" (an array of names), "capability_bits", "generation", "extensions" (hexadecimal),
"extensions_count" and "bytes" (the token again, hexadecimal). A value that is absent is null.
"""

DECODE_EPILOG = """\
examples:
  rangekit token decode a30001010102421a2b
  rangekit token decode a3 00 01 01 01 02 42 1a 2b
  rangekit token encode --kind peer | rangekit token decode - --json
"""

ENCODE_EPILOG = """\
examples:
  rangekit token encode --kind peer --capabilities precise_distance,extended_distance --generation second
  rangekit token encode --kind accessory --identity 1a2b
  rangekit token encode --kind opaque --identity 0badcafe --foreign-format nearby_interaction
"""

KINDS = {
    TokenKind.PEER: "a RangeKit device",
    TokenKind.ACCESSORY: "a UWB accessory, by its MAC address",
    TokenKind.OPAQUE: "another system's token, carried unread",
}
CAPABILITIES = {
    Capability.PRECISE_DISTANCE: "measures distance precisely",
    Capability.COARSE_DISTANCE: "measures distance coarsely",
    Capability.DIRECTION: "measures direction",
    Capability.CAMERA_ASSISTANCE: "camera assistance",
    Capability.EXTENDED_DISTANCE: "extended distance",
    Capability.DL_TDOA: "downlink time difference of arrival",
    Capability.CHANNEL_SOUNDING: "Bluetooth Channel Sounding",
}
GENERATIONS = {
    Generation.UNKNOWN: "unknown",
    Generation.FIRST: "first-generation UWB",
    Generation.SECOND: "second-generation UWB",
    Generation.THIRD_PARTY: "certified third-party accessory, ranges as first generation",
}


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("token", help="read or make a discovery token", description=DESCRIPTION)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    raw: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter}

    reader = actions.add_parser(
        "decode", help="what a token says", description=DECODE_DESCRIPTION, epilog=DECODE_EPILOG, **raw
    )
    reader.set_defaults(run=run_decode)
    reader.add_argument("token", metavar="TOKEN", nargs="+", help="hexadecimal, base64, a file, or -")
    reader.add_argument("--json", action="store_true", help="one JSON object")

    maker = actions.add_parser("encode", help="make a token", epilog=ENCODE_EPILOG, **raw)
    maker.set_defaults(run=run_encode)
    maker.add_argument("--kind", choices=_names(TokenKind), required=True)
    maker.add_argument(
        "--identity",
        metavar="HEX",
        help="peer: 16 bytes, left out: fresh random ones; accessory: its MAC address, 2 or 8 bytes in "
        "over-the-air order; opaque: the token's 1 to 512 bytes",
    )
    maker.add_argument("--foreign-format", help=f"opaque only: {', '.join(_names(ForeignFormat))}, or a number")
    maker.add_argument("--capabilities", help=f"any of {', '.join(_names(Capability))}, with commas, or a number")
    maker.add_argument("--generation", help=f"{', '.join(_names(Generation))}, or a number")
    maker.add_argument("--form", choices=("hex", "base64", "binary"), default="hex", help="how to write it")
    maker.add_argument("--json", action="store_true", help="the object of `token decode --json`")


def run_decode(arguments: argparse.Namespace) -> int:
    data = read_bytes(" ".join(arguments.token))
    try:
        token = Token.decode(data)
    except MessageError as error:
        raise UnusableInputError(f"not a token: {error.message} [{error.name}]") from error
    if arguments.json:
        print(json.dumps(as_object(token)))
    else:
        write_text(token)
    return 0


def run_encode(arguments: argparse.Namespace) -> int:
    kind = TokenKind[arguments.kind.upper()]
    foreign_format = _number("--foreign-format", arguments.foreign_format, ForeignFormat)
    if foreign_format is None and kind == TokenKind.OPAQUE:
        foreign_format = ForeignFormat.UNSPECIFIED
    try:
        values: dict[str, Any] = {
            "foreign_format": foreign_format,
            "capabilities": _flags(arguments.capabilities),
            "generation": _number("--generation", arguments.generation, Generation),
        }
        token = Token(kind, _identity(arguments.identity, kind), **values)
    except ValueError as error:  # RangeKit's own are ValueErrors too
        raise UnusableInputError(str(error)) from error
    data = token.encode()
    if arguments.json:
        print(json.dumps(as_object(token)))
    elif arguments.form == "binary":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        print(data.hex() if arguments.form == "hex" else base64.b64encode(data).decode())
    return 0


def read_bytes(source: str) -> bytes:
    """The bytes of a token given as text, as the name of a file, or on standard input."""
    if source == "-":
        return _as_binary(sys.stdin.buffer.read(), "standard input")
    hexadecimal, text = re.sub(r"[\s:]", "", source), re.sub(r"\s", "", source)
    if re.fullmatch(r"([0-9A-Fa-f]{2})+", hexadecimal):
        return bytes.fromhex(hexadecimal)
    try:
        if Path(source).is_file():
            return _as_binary(Path(source).read_bytes(), source)
        return base64.b64decode(text, validate=True)
    except OSError as error:
        raise UnusableInputError(f"{shown(source)} cannot be read: {error.strerror}") from error
    except binascii.Error:
        raise UnusableInputError(f"{shown(source)} is neither hexadecimal, nor base64, nor a file") from None


def _as_binary(data: bytes, name: str) -> bytes:
    """What a file holds, bytes or their text; a token's first byte is never that of a text."""
    if not data:
        raise UnusableInputError(f"{name} is empty")
    hexadecimal, text = re.sub(rb"[\s:]", b"", data), re.sub(rb"\s", b"", data)
    if re.fullmatch(rb"([0-9A-Fa-f]{2})+", hexadecimal):
        return bytes.fromhex(hexadecimal.decode())
    if re.fullmatch(rb"[0-9A-Za-z+/]+=*", text):
        try:
            return base64.b64decode(text, validate=True)
        except binascii.Error as error:
            raise UnusableInputError(f"{name} looks like base64 and is not: {error}") from None
    return data


def as_object(token: Token) -> dict[str, Any]:
    """Everything, for --json."""
    return {
        "kind": _label(token.kind),
        "identity": token.identity.hex(),
        "foreign_format": None if token.foreign_format is None else _label(token.foreign_format),
        "capabilities": None if token.capabilities is None else flag_names(token.capabilities),
        "capability_bits": None if token.capabilities is None else int(token.capabilities),
        "generation": None if token.generation is None else _label(token.generation),
        "extensions": token.extensions.hex(),
        "extensions_count": token.extensions_count,
        "bytes": token.encode().hex(),
    }


def write_text(token: Token) -> None:
    """Every field and what it means, a line each."""
    address = token.kind == TokenKind.ACCESSORY
    _line("kind", f"{_label(token.kind)}: {KINDS[TokenKind(token.kind)]}")
    _line("address" if address else "identity", f"{token.identity.hex()} ({counted(len(token.identity), 'byte')})")
    if token.foreign_format is not None:
        _line("format", str(_label(token.foreign_format)))
    if token.capabilities is None:
        _line("capabilities", "not stated: taken to range, without any option")
    else:
        names = flag_names(token.capabilities)
        _line("capabilities", f"0x{int(token.capabilities):x}" + ("" if names else ": none at all"))
        meanings = {str(flag.name).lower(): meaning for flag, meaning in CAPABILITIES.items()}
        for name in names:
            _line("", f"{name}: {meanings.get(name, 'a capability unknown to this version, kept')}")
    if token.generation is None:
        _line("generation", "not stated")
    else:
        meaning = GENERATIONS.get(Generation(token.generation)) if isinstance(token.generation, Generation) else None
        _line("generation", f"{_label(token.generation)}: {meaning or 'unknown to this version, kept'}")
    if token.extensions_count:
        entries = counted(token.extensions_count, "entry", "entries")
        _line("extensions", f"{entries} unknown to this version, kept: {token.extensions.hex()}")
    data = token.encode()
    _line("token", f"{data.hex()} ({len(data)} bytes)")


def _line(name: str, text: str) -> None:
    say(f"{name:<13} {text}")


def _names(enumeration: type[enum.Enum]) -> list[str]:
    return [str(member.name).lower() for member in enumeration]


def _label(number: int) -> str | int:
    return number.name.lower() if isinstance(number, enum.Enum) else number


def _number(flag: str, text: str | None, enumeration: type[enum.IntEnum]) -> int | None:
    """A name of the enumeration, or a number."""
    if text is None:
        return None
    names = {str(member.name).lower(): member for member in enumeration}
    plain = text.strip().lower().replace("-", "_")
    if plain in names:
        return names[plain]
    try:
        return int(text, 0)
    except ValueError:
        raise UnusableInputError(f"{flag} {shown(text)}: expected {', '.join(names)}, or a number") from None


def _flags(text: str | None) -> int | None:
    """Names of capabilities, or a number."""
    if text is None:
        return None
    bits = 0
    for part in text.split(","):
        if part.strip():
            names = {str(member.name).lower(): member for member in Capability}
            plain = part.strip().lower().replace("-", "_")
            try:
                bits |= names[plain] if plain in names else int(part, 0)
            except ValueError:
                raise UnusableInputError(
                    f"--capabilities {shown(part.strip())}: expected any of {', '.join(names)}, or a number"
                ) from None
    return bits


def _identity(text: str | None, kind: TokenKind) -> bytes:
    if text is None:
        if kind == TokenKind.PEER:
            return Token.peer().identity
        raise UnusableInputError(f"--identity is missing; --kind {kind.name.lower()} has no identity of its own")
    try:
        return bytes.fromhex(text.replace(":", ""))
    except ValueError:
        raise UnusableInputError(f"--identity {shown(text)}: expected hexadecimal, two digits a byte") from None
