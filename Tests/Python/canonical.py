"""Deterministic CBOR (RFC 8949 section 4.2.1) from cbor2's encoder: the maps' order is the only thing added."""

from __future__ import annotations

from typing import Any

import cbor2


def encode(value: Any) -> bytes:
    """`value` with definite lengths, shortest heads and floats, keys in bytewise order of their encodings."""
    if isinstance(value, dict):
        entries = sorted((encode(key), encode(item)) for key, item in value.items())
        return head(5, len(entries)) + b"".join(key + item for key, item in entries)
    if isinstance(value, (list, tuple)):
        return head(4, len(value)) + b"".join(map(encode, value))
    return cbor2.dumps(value, canonical=True)


def head(major: int, count: int) -> bytes:
    """A head with its argument: cbor2's own for an integer, with the major type put in."""
    integer = cbor2.dumps(count)
    return bytes([integer[0] | major << 5]) + integer[1:]
