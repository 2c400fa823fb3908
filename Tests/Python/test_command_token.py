"""rangekit token encode, sign, verify and show: session values, sealing with key files, refusals by name."""

from __future__ import annotations

from pathlib import Path

import pytest
import rangekit as rk
from command import rangekit
from rangekit import keys

IDENTITY = "000102030405060708090a0b0c0d0e0f"
NONCE = "0123456789abcdef"
ENCODE = ["token", "encode", "--kind", "peer", "--identity", IDENTITY, "--nonce", NONCE, "--expires", "1800000000"]


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "key.txt"
    path.write_text(bytes(range(32)).hex() + "\n")
    return path


@pytest.fixture
def sealed(key_file: Path) -> str:
    token = rangekit(*ENCODE).output
    return rangekit("token", "sign", "-", "--key", key_file, "--key-id", "6b31", stdin=token.encode()).output.strip()


def test_session_values_are_made_and_said() -> None:
    more = ["--technology", "channel_sounding:6.3:5", "--technology", "fira_uwb:2", "--vendor-data", "0x59:cafe"]
    made = rangekit(*ENCODE, *more)
    token = rk.Token.decode(bytes.fromhex(made.output))
    assert token.technologies == ((1, 2, 0, 0), (3, 6, 3, 5))
    assert token.vendor_data == (0x59, b"\xca\xfe")
    text = rangekit("token", "show", made.output.strip()).output
    for words in (
        "expires       2027-01-15 08:00:00 UTC (1800000000)",
        f"nonce         {NONCE} (8 bytes)",
        "technologies  fira_uwb 2.0",
        "              channel_sounding 6.3 profiles 0x5",
        "vendor data   0x0059: cafe",
        f"fingerprint   {token.fingerprint()}",
    ):
        assert words in text
    found = rangekit("token", "decode", made.output.strip(), "--json").json()
    assert found["technologies"][1] == {"technology": "channel_sounding", "major": 6, "minor": 3, "profiles": 5}
    assert found["vendor_data"] == {"vendor_id": 0x59, "data": "cafe"}


def test_what_is_signed_is_verified(sealed: str, key_file: Path) -> None:
    key = keys.load(key_file)
    token = rk.Token.open(bytes.fromhex(sealed), accepted=rk.Protection.HMAC_SHA256, verify=key.verify)
    assert token.identity.hex() == IDENTITY
    arguments = ["token", "verify", sealed, "--key", key_file, "--nonce", NONCE, "--now", "1799999999"]
    assert "protection    hmac_sha256: verified\n" in rangekit(*arguments).output
    found = rangekit(*arguments, "--key-id", "6b31", "--device", token.encode().hex(), "--json").json()
    assert found["protection"] == {"algorithm": "hmac_sha256", "key_id": "6b31", "verified": True}
    assert found["bytes"] == token.encode().hex()


def test_what_is_sealed_is_shown_as_not_verified(sealed: str) -> None:
    assert "hmac_sha256, key 6b31: NOT verified" in rangekit("token", "show", sealed).output
    found = rangekit("token", "show", sealed, "--json").json()
    assert found["protection"] == {"algorithm": "hmac_sha256", "key_id": "6b31", "verified": False}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--now", "1800000000"], "refused: token.expiry: The token has expired"),
        (["--nonce", "00" * 8], "RANGEKIT_ERROR_WRONG_NONCE"),
        (["--key-id", "6b32"], "RANGEKIT_ERROR_WRONG_KEY"),
        (["--device", "a30001010102421a2b"], "RANGEKIT_ERROR_WRONG_DEVICE"),
        (["--aad", "00"], "RANGEKIT_ERROR_SIGNATURE_WRONG"),
        (["--aad", "0"], "--aad '0': expected hexadecimal"),
        (["--now", "soon"], "--now 'soon': expected seconds since"),
        (["--device", "00"], "refused: token at byte 0"),
        (["--key", "/nowhere"], "/nowhere cannot be read"),
    ],
)
def test_refusals_are_named(sealed: str, key_file: Path, arguments: list[str], words: str) -> None:
    command = ["token", "verify", sealed, "--key", key_file, "--now", "1", *arguments]
    result = rangekit(*command)
    assert result.status == 2
    assert words in result.errors
    assert result.output == ""


def test_a_bare_token_is_not_taken_for_a_sealed_one(key_file: Path) -> None:
    result = rangekit("token", "verify", rangekit(*ENCODE).output.strip(), "--key", key_file)
    assert result.status == 2
    assert "RANGEKIT_ERROR_PROTECTION_MISSING" in result.errors


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--technology", "warp:1"], "--technology 'warp': expected fira_uwb"),
        (["--technology", "fira_uwb"], "expected NAME:VERSION"),
        (["--vendor-data", "59:0"], "--vendor-data '59:0': expected a number"),
        (["--vendor-data", "x:00"], "--vendor-data 'x:00': expected a number and hexadecimal"),
        (["--nonce", "00"], "RANGEKIT_ERROR_WRONG_LENGTH: token.nonce"),
        (["--expires", "never"], "--expires 'never': expected seconds"),
    ],
)
def test_values_that_cannot_be_are_named(arguments: list[str], words: str) -> None:
    result = rangekit("token", "encode", "--kind", "peer", *arguments)
    assert result.status == 2
    assert words in result.errors
