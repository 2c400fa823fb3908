"""Tokens against cbor2 as the independent encoder and decoder, and against the rules of the format."""

from __future__ import annotations

import copy
import datetime
import hashlib
import pickle
from typing import Any

import canonical
import cbor2
import pytest
import rangekit as rk
from hypothesis import given, settings
from hypothesis import strategies as st
from rangekit import token as token_module

IDENTITY = bytes(range(16))
CAPABILITIES = st.none() | st.integers(0, 2**32 - 1).map(rk.Capability)
GENERATIONS = st.none() | st.integers(0, 255)

# What may stand under keys that this version does not know. Keys: anything but the integers 0 to 9 (and,
# for Python's dictionaries alone, nothing that equals an integer: neither 1.0 nor True).
FRACTIONS = st.floats(allow_nan=False).filter(lambda value: not value.is_integer())
LEAVES = (
    st.integers(-(2**64), 2**64 - 1)
    | st.binary(max_size=24)
    | st.text(max_size=12)
    | st.booleans()
    | st.none()
    | st.floats(allow_nan=False)
    | st.sampled_from([cbor2.undefined, 65504.0, 2.0**-24, -0.0])
)
KEYS = (
    st.integers(10, 2**64 - 1)
    | st.integers(-(2**64), -1)
    | st.text(max_size=6)
    | st.binary(max_size=6)
    | st.none()
    | FRACTIONS
    | st.tuples(st.integers(0, 9), st.text(max_size=2))
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)
EXTENSIONS = st.dictionaries(KEYS, VALUES, max_size=4).filter(lambda extra: len(canonical.encode(extra)) <= 250)


@st.composite
def token_maps(draw: st.DrawFn) -> dict[Any, Any]:
    """Valid tokens as plain maps, by the description of the format."""
    kind = draw(st.sampled_from([0, 1, 2]))
    size = {0: st.just(16), 1: st.sampled_from([2, 8]), 2: st.integers(1, 512)}[kind]
    length = draw(size)
    token: dict[Any, Any] = {0: 1, 1: kind, 2: draw(st.binary(min_size=length, max_size=length))}
    if kind == 2:
        token[3] = draw(st.integers(0, 2**32 - 1))
    if (capabilities := draw(CAPABILITIES)) is not None:
        token[4] = int(capabilities)
    if (generation := draw(GENERATIONS)) is not None:
        token[5] = generation
    if draw(st.booleans()):
        token[6] = draw(st.integers(0, 2**32 - 1))
    if draw(st.booleans()):
        token[7] = draw(st.binary(min_size=8, max_size=64))
    if draw(st.booleans()):
        numbers = st.integers(0, 2**16 - 1).filter(lambda number: 4 not in token or number not in (3, 4, 5))
        version = st.integers(0, 255)
        token[8] = draw(st.dictionaries(numbers, st.tuples(version, version, st.integers(0, 2**32 - 1)), max_size=8))
    if draw(st.booleans()):
        token[9] = (draw(st.integers(0, 2**32 - 1)), draw(st.binary(max_size=128)))
    return token | draw(EXTENSIONS)


@settings(max_examples=400)
@given(token_maps())
def test_tokens_decode_and_encode_as_cbor2_has_them(entries: dict[Any, Any]) -> None:
    data = canonical.encode(entries)
    token = rk.Token.decode(data)
    assert token.kind == entries[1]
    assert token.identity == entries[2]
    assert token.foreign_format == entries.get(3)
    assert token.capabilities == entries.get(4)
    assert token.generation == entries.get(5)
    assert token.expires_utc_s == entries.get(6)
    assert token.nonce == entries.get(7)
    listed = None if token.technologies is None else {each[0]: tuple(each[1:]) for each in token.technologies}
    assert listed == entries.get(8)
    assert token.vendor_data == entries.get(9)
    unknown = {key: value for key, value in entries.items() if type(key) is not int or not 0 <= key <= 9}
    assert token.extensions_count == len(unknown)
    assert canonical.head(5, len(unknown)) + token.extensions == canonical.encode(unknown)
    assert token.encode() == data
    assert cbor2.loads(token.encode()) == cbor2.loads(canonical.encode(entries))


@settings(max_examples=500)
@given(st.binary(min_size=16, max_size=16), CAPABILITIES, GENERATIONS)
def test_built_peers_encode_canonically(identity: bytes, capabilities: Any, generation: int | None) -> None:
    token = rk.Token.peer(identity, capabilities=capabilities, generation=generation)
    expected = {0: 1, 1: 0, 2: identity}
    if capabilities is not None:
        expected[4] = int(capabilities)
    if generation is not None:
        expected[5] = generation
    # Keys are one byte each, so cbor2's own canonical order (length first) is the same here.
    assert token.encode() == cbor2.dumps(expected, canonical=True)
    again = rk.Token.decode(token.encode())
    assert (again.capabilities, again.generation) == (capabilities, generation)
    assert again == token


@given(st.binary(min_size=2, max_size=2) | st.binary(min_size=8, max_size=8))
def test_built_accessories_encode_canonically(address: bytes) -> None:
    assert rk.Token.accessory(address).encode() == cbor2.dumps({0: 1, 1: 1, 2: address}, canonical=True)


@given(st.binary(min_size=1, max_size=512), st.integers(0, 2**32 - 1))
def test_built_opaque_tokens_encode_canonically(data: bytes, foreign_format: int) -> None:
    token = rk.Token.opaque(data, foreign_format=foreign_format)
    assert token.encode() == cbor2.dumps({0: 1, 1: 2, 2: data, 3: foreign_format}, canonical=True)


def test_the_largest_token_has_the_stated_size() -> None:
    extensions = canonical.encode({10: bytes(252)})[1:]
    assert len(extensions) == 255
    extensions = canonical.encode({24: bytes(252)})[1:]
    assert len(extensions) == 256
    largest = rk.Token(
        rk.TokenKind.OPAQUE,
        bytes(512),
        2**32 - 1,
        rk.Capability(2**32 - 1),
        255,
        extensions=extensions,
        extensions_count=1,
    )
    assert len(largest.encode()) <= token_module.MAX_SIZE
    assert rk.Token.decode(largest.encode()).extensions == extensions


def test_a_peer_without_identity_gets_a_fresh_one() -> None:
    first, second = rk.Token.peer(), rk.Token.peer()
    assert len(first.identity) == 16
    assert first != second


def test_equality_and_hash_are_about_identity_alone() -> None:
    plain = rk.Token.peer(IDENTITY)
    able = rk.Token.peer(IDENTITY, capabilities=rk.Capability.DIRECTION, generation=rk.Generation.SECOND)
    others = [
        rk.Token.peer(bytes(16)),
        rk.Token.accessory(IDENTITY[:8]),
        rk.Token.accessory(IDENTITY[:2]),
        rk.Token.opaque(IDENTITY),
        rk.Token.opaque(IDENTITY, foreign_format=rk.ForeignFormat.ANDROID_OOB),
    ]
    assert plain == able
    assert hash(plain) == hash(able)
    assert len({plain, able, *others}) == 6
    assert plain != "a token"
    everything = [plain, able, *others]
    for a in everything:
        for b in everything:
            assert (a == b) == a.same_identity(b)


def test_tokens_are_immutable_values() -> None:
    token = rk.Token.peer(IDENTITY, capabilities=rk.Capability.DIRECTION)
    with pytest.raises(AttributeError):
        token.identity = bytes(16)  # type: ignore[misc]
    for twin in (pickle.loads(pickle.dumps(token)), copy.deepcopy(token)):
        assert twin == token
        assert twin.encode() == token.encode()


@pytest.mark.parametrize(
    ("make", "status", "field"),
    [
        (lambda: rk.Token.peer(bytes(15)), "WRONG_LENGTH", "token.identity"),
        (lambda: rk.Token.accessory(bytes(3)), "WRONG_LENGTH", "token.identity"),
        (lambda: rk.Token.opaque(b""), "WRONG_LENGTH", "token.identity"),
        (lambda: rk.Token.opaque(bytes(513)), "TOO_LARGE", "token.identity"),
        (lambda: rk.Token.peer(IDENTITY, generation=256), "INVALID_VALUE", "token.generation"),
        (lambda: rk.Token(rk.TokenKind.OPAQUE, b"x"), "MISSING_FIELD", "token.foreign_format"),
        (lambda: rk.Token(rk.TokenKind.PEER, IDENTITY, foreign_format=1), "FIELD_NOT_ALLOWED", "token.foreign_format"),
        (lambda: rk.Token(3, IDENTITY), "INVALID_VALUE", "token.kind"),  # type: ignore[arg-type]
        (lambda: rk.Token(rk.TokenKind.PEER, IDENTITY, extensions=bytes(257)), "TOO_LARGE", "token.extensions"),
        (
            lambda: rk.Token(rk.TokenKind.PEER, IDENTITY, extensions=b"\x04\x01", extensions_count=1),
            None,
            "token.extensions",
        ),
        (
            lambda: rk.Token(rk.TokenKind.PEER, IDENTITY, extensions=b"\x0a\x18", extensions_count=1),
            "TRUNCATED",
            "token.extensions",
        ),
        (
            lambda: rk.Token(rk.TokenKind.PEER, IDENTITY, extensions=b"\x0a\x01", extensions_count=0),
            None,
            "token.extensions",
        ),
    ],
)
def test_tokens_that_break_a_rule_cannot_be_made(make: Any, status: str | None, field: str) -> None:
    with pytest.raises(rk.MessageError) as caught:
        make()
    if status:
        assert caught.value.name == f"RANGEKIT_ERROR_{status}"
    assert caught.value.field == field
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: rk.Token.peer("0" * 16), "identity must be bytes"),
        (lambda: rk.Token.peer(IDENTITY, capabilities="all"), "capabilities must be an integer"),
        (lambda: rk.Token.peer(IDENTITY, generation=1.0), "generation must be an integer"),
        (lambda: rk.Token.decode("a300"), "data must be bytes"),
    ],
)
def test_wrong_types_are_refused_by_name(make: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        make()


def test_capabilities_beyond_32_bits_are_refused() -> None:
    with pytest.raises(rk.ArgumentError, match="capabilities = 4294967296"):
        rk.Token.peer(IDENTITY, capabilities=rk.Capability(1 << 32))


def test_a_refusal_says_where_and_what() -> None:
    data = rk.Token.peer(IDENTITY).encode()
    with pytest.raises(rk.MessageError) as caught:
        rk.Token.decode(data[:-1])
    error = caught.value
    assert error.status == rk.Status.ERROR_TRUNCATED
    assert error.name == "RANGEKIT_ERROR_TRUNCATED"
    assert (error.byte_offset, error.field) == (6, "token.identity")
    assert (error.expected, error.found) == (len(data), len(data) - 1)
    assert "token.identity at byte 6" in error.message
    assert str(error) == f"{error.name}: {error.message}"
    again = pickle.loads(pickle.dumps(error))
    assert (again.name, again.byte_offset, again.field) == (error.name, error.byte_offset, error.field)


def test_repr_says_what_matters() -> None:
    token = rk.Token.decode(canonical.encode({0: 1, 1: 0, 2: IDENTITY, 4: 0x105, 5: 2, 11: "x"}))
    assert repr(token) == (
        "<Token: peer, identity 000102030405060708090a0b0c0d0e0f (16 bytes), "
        "capabilities precise_distance|direction|0x100, generation second, 1 unknown entries 0b6178>"
    )
    assert "address 1a2b (2 bytes)" in repr(rk.Token.accessory(b"\x1a\x2b"))
    assert "(512 bytes), format android_oob" in repr(rk.Token.opaque(bytes(512), foreign_format=2))


SESSION = {
    "expires": 1_800_000_000,
    "nonce": b"\x01\x23\x45\x67\x89\xab\xcd\xef",
    "technologies": [(rk.TokenTechnology.FIRA_UWB, 2, 0, 0x42), (rk.TokenTechnology.CHANNEL_SOUNDING, 6, 3, 5)],
    "vendor_data": (0x59, b"\xca\xfe"),
}


def test_session_values_come_back_and_are_said() -> None:
    token = rk.Token.decode(rk.Token.peer(IDENTITY, **SESSION).encode())
    assert token.technologies == (
        rk.TechnologyVersion(rk.TokenTechnology.FIRA_UWB, 2, 0, 0x42),
        rk.TechnologyVersion(rk.TokenTechnology.CHANNEL_SOUNDING, 6, 3, 5),
    )
    assert token.vendor_data == rk.VendorData(0x59, b"\xca\xfe")
    assert "expires 2027-01-15 08:00:00 UTC, nonce 0123456789abcdef" in repr(token)
    assert "technologies fira_uwb 2.0 profiles 0x42, channel_sounding 6.3 profiles 0x5" in repr(token)
    assert "vendor 0x0059 cafe" in repr(token)
    moment = datetime.datetime(2027, 1, 15, 8, tzinfo=datetime.timezone.utc)
    assert rk.Token.peer(IDENTITY, expires=moment).expires_utc_s == 1_800_000_000


@pytest.mark.parametrize(
    ("values", "status", "field"),
    [
        ({"nonce": bytes(7)}, "WRONG_LENGTH", "token.nonce"),
        ({"nonce": bytes(65)}, "TOO_LARGE", "token.nonce"),
        ({"vendor_data": (1, bytes(129))}, "TOO_LARGE", "token.vendor_data"),
        ({"technologies": [(i, 1) for i in range(9)]}, "COUNT_TOO_LARGE", "token.technologies"),
        ({"technologies": [(2, 1), (1, 1)]}, "KEY_ORDER", "token.technologies"),
        ({"technologies": [(2, 1), (2, 2)]}, "DUPLICATE_KEY", "token.technologies"),
        ({"technologies": [(4, 1)], "capabilities": rk.Capability.DIRECTION}, "TECHNOLOGY_CONTRADICTION",
         "token.technologies"),
    ],
)  # fmt: skip
def test_session_values_that_break_a_rule_are_refused(values: Any, status: str, field: str) -> None:
    with pytest.raises(rk.MessageError) as caught:
        rk.Token.peer(IDENTITY, **values)
    assert (caught.value.name, caught.value.field) == (f"RANGEKIT_ERROR_{status}", field)


def test_hash_and_fingerprint_are_about_identity_alone() -> None:
    plain, full = rk.Token.peer(IDENTITY), rk.Token.peer(IDENTITY, **SESSION)
    assert plain.fingerprint() == full.fingerprint()
    assert plain.identity_hash(5) == full.identity_hash(5) != plain.identity_hash(6)
    for token in (plain, rk.Token.accessory(b"\x1a\x2b"), rk.Token.opaque(bytes(60), foreign_format=0x8001)):
        hashed = bytes([token.kind]) + (token.foreign_format or 0).to_bytes(4, "little") + token.identity
        digest = int.from_bytes(hashlib.sha256(b"RangeKit fingerprint" + hashed).digest(), "big") >> 176
        letters = ["0123456789ABCDEFGHJKMNPQRSTVWXYZ"[digest >> 5 * place & 31] for place in range(15, -1, -1)]
        assert token.fingerprint() == "-".join("".join(letters[at : at + 4]) for at in range(0, 16, 4))
        number = 0xCBF29CE484222325
        for byte in (0x1122334455667788).to_bytes(8, "little") + hashed:
            number = (number ^ byte) * 0x100000001B3 % 2**64
        number = (number ^ number >> 32) * 0x9E3779B97F4A7C15 % 2**64
        assert token.identity_hash(0x1122334455667788) == number ^ number >> 32


def test_a_kept_token_is_checked_again() -> None:
    token = rk.Token.peer(IDENTITY, **SESSION)
    token.check(expected=rk.Token.peer(IDENTITY), nonce=SESSION["nonce"], now=1_799_999_999.9)
    for wrong, status in (
        ({"now": 1_800_000_000}, rk.Status.ERROR_EXPIRED),
        ({"nonce": bytes(8)}, rk.Status.ERROR_WRONG_NONCE),
        ({"expected": rk.Token.peer()}, rk.Status.ERROR_WRONG_DEVICE),
    ):
        with pytest.raises(rk.ProtectionError) as caught:
            token.check(**wrong)
        assert caught.value.status == status
    with pytest.raises(TypeError, match="time zone"):
        token.check(now=datetime.datetime(2027, 1, 1))
    with pytest.raises(rk.ArgumentError, match="no time"):
        token.check(now=float("nan"))
