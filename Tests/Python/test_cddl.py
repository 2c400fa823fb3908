"""The messages against rangekit.cddl, read by an independent implementation of CDDL (RFC 8610), cddl-verifier."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import canonical
import pytest
import rangekit as rk
from hypothesis import given, settings
from hypothesis import strategies as st
from test_configuration import ALL
from test_token import EXTENSIONS, KEYS, VALUES, token_maps

cddl_verifier = pytest.importorskip("cddl_verifier")

DESCRIPTION = Path(__file__).resolve().parents[2] / "Include" / "rangekit" / "rangekit.cddl"


@pytest.fixture(scope="module")
def schema() -> Any:
    return cddl_verifier.Validator(DESCRIPTION)


def fits(schema: Any, data: bytes) -> bool:
    return bool(schema.validate(data))


@settings(max_examples=100)
@given(entries=token_maps())
def test_every_token_fits_the_description(schema: Any, entries: dict[Any, Any]) -> None:
    assert fits(schema, rk.Token.decode(canonical.encode(entries)).encode())


def test_every_configuration_fits_the_description(schema: Any) -> None:
    assert all(fits(schema, configuration.encode()) for configuration in ALL)


@st.composite
def nearly_messages(draw: st.DrawFn) -> dict[Any, Any]:
    """Maps that a message might be, with each entry right, wrong or missing."""
    choices: dict[int, st.SearchStrategy[Any]] = {
        0: st.sampled_from([1, 1, 1, 0, 2, b"\x01"]),
        1: st.sampled_from([0, 1, 2, 3, -1, "peer"]),
        2: st.sampled_from([0, 3, 4, bytes(2), bytes(8), bytes(16), bytes(15), b"", "0" * 16]),
        3: st.sampled_from([0, 2, 3, 2**32 - 1, 2**32, -1, b""]),
        4: st.sampled_from([0, 2**32 - 1, 2**32, -1, True]),
        5: st.sampled_from([0, 255, 256, None]),
        6: st.sampled_from([0, 2**32 - 1, 2**32, b""]),
        7: st.sampled_from([bytes(7), bytes(8), bytes(64), bytes(65), 1]),
        8: st.sampled_from(
            [
                {},
                {1: [2, 0, 0]},
                {1: [2, 0]},
                {65536: [2, 0, 0]},
                {2: [256, 0, 0]},
                [],
                {number: [0, 0, 0] for number in range(10, 19)},
            ]
        ),
        9: st.sampled_from([[0, b""], [2**32, b""], [0, bytes(128)], [0, bytes(129)], [0], {}]),
    }
    entries = {key: draw(values) for key, values in choices.items() if draw(st.integers(0, 4)) > (0 if key < 3 else 2)}
    if draw(st.booleans()):
        entries |= draw(EXTENSIONS)
    return entries


def decodes(data: bytes) -> bool:
    for kind in (rk.Token, rk.Configuration):
        try:
            kind.decode(data)
        except rk.MessageError:
            continue
        return True
    return False


@settings(max_examples=300)
@given(entries=nearly_messages())
def test_the_decoders_take_exactly_what_the_description_takes(schema: Any, entries: dict[Any, Any]) -> None:
    data = canonical.encode(entries)
    assert decodes(data) == fits(schema, data)


@pytest.mark.parametrize("algorithm", rk.Algorithm)
@pytest.mark.parametrize("tagged", [True, False])
@pytest.mark.parametrize("key_id", [b"", b"k1", bytes(64)])
def test_every_sealed_message_fits_the_description(schema: Any, algorithm: Any, tagged: bool, key_id: bytes) -> None:
    def sign(_: rk.Algorithm, __: bytes) -> bytes:
        return bytes(algorithm.signature_size)

    data = rk.Token.peer(bytes(16)).seal(algorithm, sign, key_id=key_id, tagged=tagged)
    assert fits(schema, data)
    assert not fits(schema, data[:-1])
    assert not fits(schema, b"\xd0" + data[tagged:])


@settings(max_examples=100)
@given(entries=st.dictionaries(KEYS | st.integers(0, 9), VALUES, max_size=4))
def test_maps_of_anything_are_not_taken_for_messages(schema: Any, entries: dict[Any, Any]) -> None:
    data = canonical.encode(entries)
    assert decodes(data) == fits(schema, data)
