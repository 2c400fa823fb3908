"""What rangekit token writes: a token's fields for people, as one JSON object, or its bytes."""

from __future__ import annotations

import base64
import enum
import json
import sys
from typing import Any

from rangekit.base import Capability, Generation, flag_names
from rangekit.command_line.output import counted, say
from rangekit.token import Token, TokenKind, technology_text, utc_text

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


def show(token: Token, protection: dict[str, Any] | None, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(as_object(token, protection)))
    else:
        write_text(token, protection)


def write_bytes(data: bytes, form: str) -> None:
    if form == "binary":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        print(data.hex() if form == "hex" else base64.b64encode(data).decode())


def as_object(token: Token, protection: dict[str, Any] | None = None) -> dict[str, Any]:
    """Everything, for --json."""
    return {
        "kind": label(token.kind),
        "identity": token.identity.hex(),
        "foreign_format": None if token.foreign_format is None else label(token.foreign_format),
        "capabilities": None if token.capabilities is None else flag_names(token.capabilities),
        "capability_bits": None if token.capabilities is None else int(token.capabilities),
        "generation": None if token.generation is None else label(token.generation),
        "expires_utc_s": token.expires_utc_s,
        "nonce": None if token.nonce is None else token.nonce.hex(),
        "technologies": None
        if token.technologies is None
        else [each._asdict() | {"technology": label(each.technology)} for each in token.technologies],
        "vendor_data": None
        if token.vendor_data is None
        else {"vendor_id": token.vendor_data.vendor_id, "data": token.vendor_data.data.hex()},
        "extensions": token.extensions.hex(),
        "extensions_count": token.extensions_count,
        "fingerprint": token.fingerprint(),
        "bytes": token.encode().hex(),
        "protection": protection,
    }


def write_text(token: Token, protection: dict[str, Any] | None = None) -> None:
    """Every field and what it means, a line each."""
    if protection is not None:
        key = f", key {protection['key_id']}" if protection["key_id"] else ""
        verified = "verified" if protection["verified"] else "NOT verified: give a key to `rangekit token verify`"
        _line("protection", f"{protection['algorithm']}{key}: {verified}")
    address = token.kind == TokenKind.ACCESSORY
    _line("kind", f"{label(token.kind)}: {KINDS[TokenKind(token.kind)]}")
    _line("address" if address else "identity", f"{token.identity.hex()} ({counted(len(token.identity), 'byte')})")
    if token.foreign_format is not None:
        _line("format", str(label(token.foreign_format)))
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
        _line("generation", f"{label(token.generation)}: {meaning or 'unknown to this version, kept'}")
    if token.expires_utc_s is not None:
        _line("expires", f"{utc_text(token.expires_utc_s)} ({token.expires_utc_s})")
    if token.nonce is not None:
        _line("nonce", f"{token.nonce.hex()} ({counted(len(token.nonce), 'byte')})")
    if token.technologies is not None:
        names = [technology_text(each) for each in token.technologies] or ["none"]
        for index, name in enumerate(names):
            _line("" if index else "technologies", name)
    if token.vendor_data is not None:
        _line("vendor data", f"0x{token.vendor_data.vendor_id:04x}: {token.vendor_data.data.hex()}")
    if token.extensions_count:
        entries = counted(token.extensions_count, "entry", "entries")
        _line("extensions", f"{entries} unknown to this version, kept: {token.extensions.hex()}")
    _line("fingerprint", token.fingerprint())
    data = token.encode()
    _line("token", f"{data.hex()} ({len(data)} bytes)")


def _line(name: str, text: str) -> None:
    say(f"{name:<13} {text}")


def label(number: int) -> str | int:
    return number.name.lower() if isinstance(number, enum.Enum) else number
