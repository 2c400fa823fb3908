"""Bytes from anyone: every input gives a status with its place, or a valid message that encodes to the same bytes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import canonical
import pytest
import rangekit as rk
from hypothesis import given, settings
from hypothesis import strategies as st

TOKENS = {
    "peer": rk.Token.peer(bytes(range(16))),
    "peer with everything": rk.Token.peer(bytes(16), capabilities=rk.Capability(0x1FF), generation=2),
    "short accessory": rk.Token.accessory(b"\x1a\x2b", capabilities=rk.Capability.PRECISE_DISTANCE),
    "extended accessory": rk.Token.accessory(bytes(8), generation=3),
    "opaque": rk.Token.opaque(bytes(30), foreign_format=0x8001),
    "session": rk.Token.peer(
        bytes(16),
        expires=1_800_000_000,
        nonce=bytes(8),
        technologies=[(1, 2, 0, 66), (3, 6, 3, 5)],
        vendor_data=(0x59, b"abc"),
    ),
    "unknown keys": rk.Token.decode(
        canonical.encode(
            {0: 1, 1: 0, 2: bytes(16), 11: [1, {"a": b"\x00"}, None], 700: "\u00e4\U0001f4e1", -3: True, "k": -500}
        )
    ),
}
CONFIGURATIONS = {
    "plain": rk.Configuration(),
    "both": rk.Configuration(rk.ConfigurationKind.ACCESSORY, rk.Option(3), rk.Generation.SECOND),
}
MESSAGES: list[tuple[str, type[Any], bytes]] = [
    *((name, rk.Token, token.encode()) for name, token in TOKENS.items()),
    *((name, rk.Configuration, configuration.encode()) for name, configuration in CONFIGURATIONS.items()),
]
IDS = [f"{kind.__name__} {name}" for name, kind, _ in MESSAGES]


def refused_or_valid(decode: Callable[[bytes], Any], data: bytes) -> bool:
    """Whether the bytes are refused; if they are not, they must be a message that encodes to the same bytes."""
    try:
        message = decode(data)
    except rk.MessageError as error:
        assert -200 < error.status <= -100
        assert error.byte_offset is not None
        assert 0 <= error.byte_offset <= len(data)
        assert error.field is not None
        assert error.field.startswith(("token", "configuration"))
        assert error.message
        return True
    assert message.encode() == data
    return False


@pytest.mark.parametrize(("name", "kind", "data"), MESSAGES, ids=IDS)
def test_every_truncation_is_refused(name: str, kind: type[Any], data: bytes) -> None:
    assert all(refused_or_valid(kind.decode, data[:length]) for length in range(len(data)))


@pytest.mark.parametrize(("name", "kind", "data"), MESSAGES, ids=IDS)
def test_every_single_byte_mutation_is_refused_or_valid(name: str, kind: type[Any], data: bytes) -> None:
    refused = 0
    for position in range(len(data)):
        for value in range(256):
            if value != data[position]:
                mutated = data[:position] + bytes([value]) + data[position + 1 :]
                refused += refused_or_valid(kind.decode, mutated)
    assert refused > 255  # a decoder that takes everything would pass the rest


@pytest.mark.parametrize(("name", "kind", "data"), MESSAGES, ids=IDS)
def test_trailing_bytes_are_refused(name: str, kind: type[Any], data: bytes) -> None:
    with pytest.raises(rk.MessageError) as caught:
        kind.decode(data + b"\x00")
    assert caught.value.status == rk.Status.ERROR_TRAILING_BYTES
    assert (caught.value.expected, caught.value.found) == (len(data), len(data) + 1)
    assert caught.value.byte_offset == len(data)


@pytest.fixture(scope="session")
def ill_formed(shared: Path) -> list[bytes]:
    """RFC 8949 appendix F: inputs that are not well-formed CBOR."""
    path = shared / "vectors" / "cbor_rfc8949_appendix_f.json"
    if not path.is_file():
        pytest.skip("the vectors of RFC 8949 appendix F are not there")
    vectors = [bytes.fromhex(vector["hex"]) for vector in json.loads(path.read_text())]
    assert len(vectors) == 94
    return vectors


@pytest.mark.parametrize("kind", [rk.Token, rk.Configuration])
def test_rfc_8949_appendix_f_is_refused(ill_formed: list[bytes], kind: type[Any]) -> None:
    assert all(refused_or_valid(kind.decode, data) for data in ill_formed)


def test_rfc_8949_appendix_f_is_refused_inside_a_token(ill_formed: list[bytes]) -> None:
    """The same inputs as the value of an unknown key, at the end of the message and before more of it."""
    entries = canonical.encode({0: 1, 1: 0, 2: bytes(16)})[1:]
    for data in ill_formed:
        for rest in (b"", b"\x07\x00"):
            token = bytes([0xA4 + bool(rest)]) + entries + b"\x06" + data + rest
            assert refused_or_valid(rk.Token.decode, token)


@settings(max_examples=600)
@given(st.binary(max_size=40))
def test_random_bytes_are_refused_or_valid(data: bytes) -> None:
    refused_or_valid(rk.Token.decode, data)
    refused_or_valid(rk.Configuration.decode, data)


@settings(max_examples=600)
@given(st.sampled_from(MESSAGES), st.data())
def test_several_mutations_are_refused_or_valid(message: tuple[str, type[Any], bytes], random: st.DataObject) -> None:
    _, kind, data = message
    mutated = bytearray(data)
    for _ in range(random.draw(st.integers(1, 4))):
        position = random.draw(st.integers(0, len(mutated) - 1))
        mutated[position] = random.draw(st.integers(0, 255))
    refused_or_valid(kind.decode, bytes(mutated))


@pytest.mark.parametrize(
    ("hexadecimal", "status", "byte_offset"),
    [
        ("bf0001ff", "INDEFINITE_LENGTH", 0),
        ("a30001010002580500000000", None, None),
        ("a4000101000250" + "00" * 16 + "0a18ff", None, None),
        ("a4000101000250" + "00" * 16 + "0a1817", "NOT_SHORTEST", 24),
        ("a4000101000250" + "00" * 16 + "0ac100", "TAG_REFUSED", 24),
        ("a4000101000250" + "00" * 16 + "0af0", "SIMPLE_REFUSED", 24),
        ("a4000101000250" + "00" * 16 + "0a61ff", "INVALID_UTF8", None),
        ("a4000101000250" + "00" * 16 + "0a9a10000000", "COUNT_TOO_LARGE", 24),
        ("a4000101000250" + "00" * 16 + "0a" + "81" * 8 + "00", "TOO_DEEP", None),
        ("a4000101000250" + "00" * 16 + "0200", "DUPLICATE_KEY", 23),
        ("a3010000010250" + "00" * 16, "KEY_ORDER", 3),
        ("a3000201000250" + "00" * 16, "UNKNOWN_VERSION", 2),
        ("a3000101030250" + "00" * 16, "INVALID_VALUE", 4),
        ("a3000101000240", "WRONG_LENGTH", 6),
        ("a2010002" + "50" + "00" * 16, "MISSING_FIELD", None),
        ("80", "WRONG_TYPE", 0),
        ("a3000101000270" + "61" * 16, "WRONG_TYPE", 6),
        ("", "TRUNCATED", 0),
    ],
)
def test_each_fault_has_its_own_name(hexadecimal: str, status: str | None, byte_offset: int | None) -> None:
    data = bytes.fromhex(hexadecimal)
    if status is None:
        refused_or_valid(rk.Token.decode, data)
        return
    with pytest.raises(rk.MessageError) as caught:
        rk.Token.decode(data)
    assert caught.value.name == f"RANGEKIT_ERROR_{status}"
    if byte_offset is not None:
        assert caught.value.byte_offset == byte_offset
