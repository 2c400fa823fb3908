"""Bytes that a command is given: as hexadecimal or base64 text, as a file of either or of the bytes, or by a pipe."""

from __future__ import annotations

import base64
import binascii
import re
import stat
import sys
from pathlib import Path

from rangekit.command_line.output import UnusableInputError, shown

#: No format that is read this way is anywhere near as long; recordings have commands of their own.
MAX_SIZE = 16 * 1024 * 1024

_HEXADECIMAL = re.compile(r"(0x)?([0-9A-Fa-f]{2})+")
_BASE64 = re.compile(r"[0-9A-Za-z+/]+=*")


def read_bytes(source: str) -> bytes:
    """The bytes of `source`: text, the name of a file, or - for standard input.

    Raises:
        UnusableInputError: it is none of these; the message says what is wrong and where.
    """
    if source == "-":
        return decoded(_limited(sys.stdin.buffer.read(MAX_SIZE + 1), "standard input"), "standard input")
    if not source.strip():
        raise UnusableInputError("an empty text holds no bytes: give hexadecimal, base64, a file, or -")
    data = _hexadecimal(source)
    if data is not None:
        return data
    try:
        path = Path(source)
        if path.is_dir():
            raise UnusableInputError(f"{shown(source)} is a directory; give a file in it")
        if path.exists() and not stat.S_ISBLK(path.stat().st_mode):
            with path.open("rb") as file:
                return decoded(_limited(file.read(MAX_SIZE + 1), source), source)
    except (OSError, ValueError) as error:
        # A long text is no file name, and a NUL is in none; what is wrong with it as text is said below.
        if not isinstance(error, ValueError) and Path(source[:255]).exists():
            raise UnusableInputError(f"{shown(source)} cannot be read: {error.strerror}") from error
    if _is_mistyped(source):
        raise UnusableInputError(_why_not(source))
    try:
        return base64.b64decode(re.sub(r"\s", "", source), validate=True)
    except (binascii.Error, ValueError):
        raise UnusableInputError(_why_not(source)) from None


def _is_mistyped(text: str) -> bool:
    """Whether a text is hexadecimal but for a few letters. Base64 hardly ever is: of its letters a third are digits."""
    plain = re.sub(r"[\s:,]", "", text)
    others = len(re.findall(r"[^0-9A-Fa-f]", plain))
    return len(plain) >= 8 and "=" not in plain and others <= 1 + len(plain) // 20


def decoded(data: bytes, name: str) -> bytes:
    """What a file holds: the bytes of the text in it, or the bytes themselves.

    What is meant is said by the first byte in every format that is read: it is never that of such a text.
    """
    if not data:
        raise UnusableInputError(f"{name} is empty")
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError:
        return data
    found = _hexadecimal(text)
    if found is not None:
        return found
    plain = re.sub(r"\s", "", text)
    if not plain:
        raise UnusableInputError(f"{name} holds white space alone")
    if _BASE64.fullmatch(plain):
        try:
            return base64.b64decode(plain, validate=True)
        except binascii.Error as error:
            raise UnusableInputError(f"{name} looks like base64 and is not: {error}") from None
    return data


def _limited(data: bytes, name: str) -> bytes:
    if len(data) > MAX_SIZE:
        raise UnusableInputError(f"{name} has more than {MAX_SIZE // 1024 // 1024} MB: no message is that long")
    return data


def _hexadecimal(text: str) -> bytes | None:
    """The bytes of hexadecimal text, with or without spaces, colons, commas, 0x; None if it is none."""
    plain = re.sub(r"0[xX](?=[0-9A-Fa-f]{2})|[\s:,]", "", text)
    return bytes.fromhex(plain) if plain and _HEXADECIMAL.fullmatch(plain) else None


def _why_not(source: str) -> str:
    """Why a text is nothing that can be read, as precisely as can be said."""
    plain = re.sub(r"[\s:,]", "", source)
    other = re.search(r"[^0-9A-Fa-f]", plain)
    if other is None:
        digits = len(plain)
        return f"{shown(source)} has {digits} hexadecimal digits: two a byte are needed, so one is missing or too many"
    if _is_mistyped(source):
        place = f"'{other.group()}' at digit {other.start() + 1}"
        return f"{shown(source)}: {place} is not hexadecimal, and there is no such file"
    return f"{shown(source)} is neither hexadecimal, nor base64, nor a file"
