"""rangekit token: what a token says, making one, sealing it, and opening a sealed one."""

from __future__ import annotations

import argparse
import enum
import time
from typing import Any

from rangekit import keys
from rangekit.base import Capability, Generation
from rangekit.command_line.output import UnusableInputError, shown
from rangekit.command_line.source import read_bytes
from rangekit.command_line.token_output import label, show, write_bytes
from rangekit.command_line.twr import Subparsers
from rangekit.errors import MessageError
from rangekit.protection import Algorithm, Protection, unseal
from rangekit.token import (
    ForeignFormat,
    TechnologyVersion,
    Token,
    TokenKind,
    TokenTechnology,
    VendorData,
)

DESCRIPTION = """\
Reads, makes, seals and opens discovery tokens: who a device is and what it can do, as deterministic CBOR.
"""

DECODE_DESCRIPTION = """\
Says what a token holds. TOKEN is hexadecimal (spaces and colons between bytes are fine) or base64 text, the
name of a file with either or with the bytes themselves, or - for standard input. Exit status 2 if it is not a
token; the message says where. A sealed token's content is shown too, unverified: `token verify` verifies it.

With --json, standard output is one JSON object: "kind", "identity" (hexadecimal), "foreign_format",
"capabilities" (an array of names), "capability_bits", "generation", "expires_utc_s", "nonce" (hexadecimal),
"technologies" (an array of objects: "technology", "major", "minor", "profiles"), "vendor_data" ("vendor_id",
"data"), "extensions" (hexadecimal), "extensions_count", "fingerprint", "bytes" (the token again, hexadecimal) and
"protection" (null, or "algorithm", "key_id", "verified"). A value that is absent is null.
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

SIGN_DESCRIPTION = """\
Seals a token with the key in a file: PEM (P-256 for ES256, Ed25519 for EdDSA; needs the package cryptography:
pip install 'rangekit[keys]'), or an HMAC key of 32 bytes or more, as they are or as hexadecimal. Writes the sealed
token.
"""

VERIFY_DESCRIPTION = """\
Opens a sealed token with the key in a file (private or public) and says what it holds. The algorithm is the key's; the
token must not have expired. Exit status 2 if it is refused; the message says why.
"""

SIGN_EPILOG = """\
examples:
  rangekit token encode --kind peer --nonce 0123456789abcdef | rangekit token sign - --key shared.key

`openssl rand -hex 32` makes a shared key; `openssl genpkey -algorithm ed25519` makes a private key, and
`openssl pkey -pubout` its public key for whoever verifies.
"""

VERIFY_EPILOG = """\
examples:
  rangekit token encode --kind peer | rangekit token sign - --key shared.key | rangekit token verify - --key shared.key
"""

EVERY_PROTECTION = Protection.HMAC_SHA256 | Protection.ES256 | Protection.EDDSA


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser("token", help="read or make a discovery token", description=DESCRIPTION)
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    raw: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter}

    reader = actions.add_parser(
        "decode",
        aliases=["show"],
        help="what a token says",
        description=DECODE_DESCRIPTION,
        epilog=DECODE_EPILOG,
        **raw,
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
    maker.add_argument("--expires", metavar="TIME", help="seconds since 1970-01-01 UTC, or +SECONDS from now")
    maker.add_argument("--nonce", metavar="HEX", help="the session's, 8 to 64 bytes, as the other side asked for it")
    maker.add_argument(
        "--technology",
        metavar="NAME:VERSION[:PROFILES]",
        action="append",
        help=f"may be repeated: {', '.join(_names(TokenTechnology))}, or a number; 'fira_uwb:2.0:0x2' for example",
    )
    maker.add_argument("--vendor-data", metavar="ID:HEX", help="whose (a Bluetooth company identifier), and the bytes")
    _add_form(maker)
    maker.add_argument("--json", action="store_true", help="the object of `token decode --json`")

    signer = actions.add_parser("sign", help="seal a token", description=SIGN_DESCRIPTION, epilog=SIGN_EPILOG, **raw)
    signer.set_defaults(run=run_sign)
    signer.add_argument("token", metavar="TOKEN", nargs="+", help="hexadecimal, base64, a file, or -")
    _add_key(signer)
    signer.add_argument("--untagged", action="store_true", help="without COSE's tag")
    _add_form(signer)

    verifier = actions.add_parser(
        "verify", help="open a sealed token", description=VERIFY_DESCRIPTION, epilog=VERIFY_EPILOG, **raw
    )
    verifier.set_defaults(run=run_verify)
    verifier.add_argument("token", metavar="TOKEN", nargs="+", help="hexadecimal, base64, a file, or -")
    _add_key(verifier)
    verifier.add_argument("--nonce", metavar="HEX", help="the token must carry exactly this one")
    verifier.add_argument("--device", metavar="TOKEN", help="a token of the device that it must be of")
    verifier.add_argument("--now", metavar="TIME", help="seconds since 1970-01-01 UTC; left out: this machine's clock")
    verifier.add_argument("--require-expiry", action="store_true", help="refuse a token without expiry")
    verifier.add_argument("--json", action="store_true", help="the object of `token decode --json`")


def _add_key(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--key", metavar="FILE", required=True, help="PEM, or an HMAC key")
    parser.add_argument("--key-id", metavar="HEX", default="", help="which key it is, at most 64 bytes")
    parser.add_argument("--aad", metavar="HEX", default="", help="additional data: signed, but not sent")


def _add_form(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--form", choices=("hex", "base64", "binary"), default="hex", help="how to write it")


def run_decode(arguments: argparse.Namespace) -> int:
    data = read_bytes(" ".join(arguments.token))
    protection = None
    try:
        if data[0] >> 5 != 5:  # a token is a map; a sealed one is not
            data, protection = look_inside(data)
        token = Token.decode(data)
    except MessageError as error:
        raise UnusableInputError(f"not a token: {error.message} [{error.name}]") from error
    show(token, protection, as_json=arguments.json)
    return 0


def look_inside(message: bytes) -> tuple[bytes, dict[str, Any]]:
    """What a sealed message holds, without verifying it."""
    seen: dict[str, Any] = {}

    def take(algorithm: Algorithm, key_id: bytes, _: bytes, __: bytes) -> bool:
        seen.update(algorithm=label(algorithm), key_id=key_id.hex() or None, verified=False)
        return True

    payload, _ = unseal(
        message, accepted=EVERY_PROTECTION, verify=take, ignore_unknown_headers=True, allow_unprotected_algorithm=True
    )
    return payload, seen


def run_sign(arguments: argparse.Namespace) -> int:
    data = read_bytes(" ".join(arguments.token))
    key_id, aad = _hexadecimal("--key-id", arguments.key_id), _hexadecimal("--aad", arguments.aad)
    try:
        key = keys.load(arguments.key)
        token = Token.decode(data)
        sealed = token.seal(key.algorithm, key.sign, key_id=key_id, aad=aad, tagged=not arguments.untagged)
    except MessageError as error:
        raise UnusableInputError(f"not a token: {error.message} [{error.name}]") from error
    except (ValueError, keys.KeyFileError) as error:
        raise UnusableInputError(str(error)) from error
    write_bytes(sealed, arguments.form)
    return 0


def run_verify(arguments: argparse.Namespace) -> int:
    data = read_bytes(" ".join(arguments.token))
    key_id, aad = _hexadecimal("--key-id", arguments.key_id), _hexadecimal("--aad", arguments.aad)
    nonce = None if arguments.nonce is None else _hexadecimal("--nonce", arguments.nonce)
    try:
        device = None if arguments.device is None else Token.decode(read_bytes(arguments.device))
        key = keys.load(arguments.key, key_id=key_id)
        token = Token.open(
            data,
            accepted=key.algorithm.protection,
            verify=key.verify,
            expected=device,
            nonce=nonce,
            now=time.time() if arguments.now is None else _time("--now", arguments.now),
            key_id=key_id or None,
            aad=aad,
            require_expiry=arguments.require_expiry,
        )
    except MessageError as error:
        raise UnusableInputError(f"refused: {error.message} [{error.name}]") from error
    except (ValueError, keys.KeyFileError) as error:
        raise UnusableInputError(str(error)) from error
    protection = {"algorithm": label(key.algorithm), "key_id": key_id.hex() or None, "verified": True}
    show(token, protection, as_json=arguments.json)
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
            "expires_utc_s": None if arguments.expires is None else _time("--expires", arguments.expires),
            "nonce": None if arguments.nonce is None else _hexadecimal("--nonce", arguments.nonce),
            "technologies": _technologies(arguments.technology),
            "vendor_data": _vendor_data(arguments.vendor_data),
        }
        token = Token(kind, _identity(arguments.identity, kind), **values)
    except ValueError as error:  # RangeKit's own are ValueErrors too
        raise UnusableInputError(str(error)) from error
    if arguments.json:
        show(token, None, as_json=True)
    else:
        write_bytes(token.encode(), arguments.form)
    return 0


def _names(enumeration: type[enum.Enum]) -> list[str]:
    return [str(member.name).lower() for member in enumeration]


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


def _hexadecimal(flag: str, text: str) -> bytes:
    try:
        return bytes.fromhex(text.replace(":", ""))
    except ValueError:
        raise UnusableInputError(f"{flag} {shown(text)}: expected hexadecimal, two digits a byte") from None


def _time(flag: str, text: str) -> int:
    try:
        return int(text) if not text.startswith("+") else int(time.time()) + int(text)
    except ValueError:
        raise UnusableInputError(
            f"{flag} {shown(text)}: expected seconds since 1970-01-01 UTC, or + and seconds from now"
        ) from None


def _technologies(texts: list[str] | None) -> tuple[TechnologyVersion, ...] | None:
    """NAME:VERSION[:PROFILES], in any order."""
    if texts is None:
        return None
    listed = []
    for text in texts:
        name, _, rest = text.partition(":")
        version, _, profiles = rest.partition(":")
        number = _number("--technology", name, TokenTechnology)
        try:
            major, _, minor = version.partition(".")
            listed.append(TechnologyVersion(int(number or 0), int(major), int(minor or "0"), int(profiles or "0", 0)))
        except ValueError:
            raise UnusableInputError(
                f"--technology {shown(text)}: expected NAME:VERSION or NAME:VERSION:PROFILES, 'fira_uwb:2.0:0x2' "
                "for example"
            ) from None
    return tuple(sorted(listed))


def _vendor_data(text: str | None) -> VendorData | None:
    if text is None:
        return None
    number, _, data = text.partition(":")
    try:
        return VendorData(int(number, 0), bytes.fromhex(data))
    except ValueError:
        raise UnusableInputError(
            f"--vendor-data {shown(text)}: expected a number and hexadecimal, '0x59:cafe' for example"
        ) from None


def _identity(text: str | None, kind: TokenKind) -> bytes:
    if text is None:
        if kind == TokenKind.PEER:
            return Token.peer().identity
        raise UnusableInputError(f"--identity is missing; --kind {kind.name.lower()} has no identity of its own")
    try:
        return bytes.fromhex(text.replace(":", ""))
    except ValueError:
        raise UnusableInputError(f"--identity {shown(text)}: expected hexadecimal, two digits a byte") from None
