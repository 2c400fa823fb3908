"""Sealed tokens against pycose, an independent COSE library, in both directions; and every way to cheat by name."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from pathlib import Path
from typing import Any

import cbor2
import pytest
import rangekit as rk
from rangekit import keys, protection

ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
from cryptography.hazmat.primitives import serialization  # noqa: E402
from cryptography.hazmat.primitives.asymmetric import ec  # noqa: E402

IDENTITY = bytes(range(16))
NONCE = b"nonce of the session"
TOKEN = rk.Token.peer(IDENTITY, nonce=NONCE, expires=1_800_000_000, technologies=[(1, 2, 0, 2)])
AAD = b"pairing code 123456"
SECRET = bytes(range(32))
EC_KEY = ec.derive_private_key(int.from_bytes(SECRET, "big"), ec.SECP256R1())
ED_KEY = ed25519.Ed25519PrivateKey.from_private_bytes(SECRET)
KEYS = {
    rk.Algorithm.HMAC_SHA256: keys.Key(rk.Algorithm.HMAC_SHA256, secret=SECRET),
    rk.Algorithm.ES256: keys.Key(rk.Algorithm.ES256, b"", EC_KEY, EC_KEY.public_key()),
    rk.Algorithm.EDDSA: keys.Key(rk.Algorithm.EDDSA, b"", ED_KEY, ED_KEY.public_key()),
}
ALGORITHMS = pytest.mark.parametrize("algorithm", rk.Algorithm)
ANY = rk.Protection.HMAC_SHA256 | rk.Protection.ES256 | rk.Protection.EDDSA


def seal(algorithm: rk.Algorithm, token: rk.Token = TOKEN, **options: Any) -> bytes:
    return token.seal(algorithm, KEYS[algorithm].sign, **{"key_id": b"k1", "aad": AAD, **options})


def open_token(message: bytes, algorithm: rk.Algorithm, **policy: Any) -> rk.Token:
    return rk.Token.open(
        message, **{"accepted": algorithm.protection, "verify": KEYS[algorithm].verify, "aad": AAD, **policy}
    )


@ALGORITHMS
@pytest.mark.parametrize("tagged", [True, False])
def test_what_is_sealed_opens(algorithm: rk.Algorithm, tagged: bool) -> None:
    message = seal(algorithm, tagged=tagged)
    token = open_token(message, algorithm, nonce=NONCE, now=1_799_999_999, expected=TOKEN, key_id=b"k1")
    assert token.encode() == TOKEN.encode()
    payload, used = protection.unseal(message, accepted=ANY, verify=KEYS[algorithm].verify, aad=AAD)
    assert (payload, used) == (TOKEN.encode(), algorithm)
    envelope = cbor2.loads(message)
    assert (getattr(envelope, "tag", None) == (17 if algorithm > 0 else 18)) == tagged


# ---- An independent COSE library ----


def cose_key(algorithm: rk.Algorithm) -> Any:
    okp, ec2, symmetric, algorithms = (
        pytest.importorskip(f"pycose.{name}") for name in ("keys.okp", "keys.ec2", "keys.symmetric", "algorithms")
    )
    if algorithm == rk.Algorithm.HMAC_SHA256:
        return symmetric.SymmetricKey(k=SECRET), algorithms.HMAC256
    if algorithm == rk.Algorithm.EDDSA:
        raw = ED_KEY.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
        return okp.OKPKey(crv="ED25519", x=raw, d=SECRET), algorithms.EdDSA
    numbers = EC_KEY.public_key().public_numbers()
    x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
    return ec2.EC2Key(crv="P_256", x=x, y=y, d=SECRET), algorithms.Es256


@ALGORITHMS
def test_pycose_reads_what_rangekit_writes(algorithm: rk.Algorithm) -> None:
    messages = pytest.importorskip("pycose.messages")
    headers = pytest.importorskip("pycose.headers")
    # The library expects a list behind the tag, which newer versions of cbor2 give as a tuple.
    envelope = cbor2.loads(seal(algorithm))
    assert envelope.tag == (17 if algorithm > 0 else 18)
    kind = messages.Mac0Message if algorithm > 0 else messages.Sign1Message
    header, unprotected, payload, signature = envelope.value
    message = kind.from_cose_obj([header, dict(unprotected), payload, signature], True)
    message.key, name = cose_key(algorithm)
    message.external_aad = AAD
    assert message.phdr[headers.Algorithm] is name
    assert message.phdr[headers.KID] == b"k1"
    assert message.payload == TOKEN.encode()
    check = message.verify_tag if algorithm > 0 else message.verify_signature
    assert check()
    message.external_aad = AAD + b"!"
    assert not check()


@ALGORITHMS
@pytest.mark.parametrize("key_id_protected", [True, False])
def test_rangekit_reads_what_pycose_writes(algorithm: rk.Algorithm, key_id_protected: bool) -> None:
    messages = pytest.importorskip("pycose.messages")
    headers = pytest.importorskip("pycose.headers")
    key, name = cose_key(algorithm)
    protected = {headers.Algorithm: name}
    unprotected: dict[Any, Any] = {}
    (protected if key_id_protected else unprotected)[headers.KID] = b"k1"
    kind = messages.Mac0Message if algorithm > 0 else messages.Sign1Message
    message = kind(phdr=protected, uhdr=unprotected, payload=TOKEN.encode(), external_aad=AAD, key=key)
    token = open_token(message.encode(), algorithm, key_id=b"k1", nonce=NONCE)
    assert token.encode() == TOKEN.encode()
    with pytest.raises(rk.ProtectionError) as caught:
        open_token(message.encode(), algorithm, aad=b"other")
    assert caught.value.status == rk.Status.ERROR_SIGNATURE_WRONG


@ALGORITHMS
def test_what_pycose_puts_into_the_unprotected_header_is_refused(algorithm: rk.Algorithm) -> None:
    messages = pytest.importorskip("pycose.messages")
    headers = pytest.importorskip("pycose.headers")
    key, name = cose_key(algorithm)
    kind = messages.Mac0Message if algorithm > 0 else messages.Sign1Message
    message = kind(uhdr={headers.Algorithm: name}, payload=TOKEN.encode(), external_aad=AAD, key=key).encode()
    with pytest.raises(rk.ProtectionError) as caught:
        open_token(message, algorithm)
    assert caught.value.status == rk.Status.ERROR_ALGORITHM_UNPROTECTED
    assert open_token(message, algorithm, allow_unprotected_algorithm=True) == TOKEN


def test_the_shared_samples_pass_and_fail_as_they_say(root: Path) -> None:
    folder = Path(os.environ.get("RANGEKIT_SHARED", root.parent / "shared")) / "vectors"
    samples = sorted(folder.glob("cose_*.json"))
    if not samples:
        pytest.skip("the COSE samples are not there")
    assert len(samples) == 4
    point = ec.EllipticCurvePublicNumbers(
        0xBAC5B11CAD8F99F9C72B05CF4B9E26D244DC189F745228255A219A86D6A09EFF,
        0x20138BF82DC1B6D562BE0FA54AB7804A3A64B6D72CCFED6B6FB6ED28BBFC117E,
        ec.SECP256R1(),
    ).public_key()
    for sample in map(json.loads, (path.read_text() for path in samples)):
        data = bytes.fromhex(sample["output"]["cbor"])
        secret = bytes.fromhex(sample["intermediates"].get("CEK_hex", ""))
        key = keys.Key(rk.Algorithm.HMAC_SHA256, secret=secret) if secret else keys.Key(
            rk.Algorithm.ES256, public=point
        )  # fmt: skip

        def opened(data: bytes = data, key: keys.Key = key) -> bytes:
            return protection.unseal(data, accepted=ANY, verify=key.verify, allow_unprotected_algorithm=True)[0]

        if sample.get("fail"):
            with pytest.raises(rk.MessageError):
                opened()
        else:
            assert opened() == b"This is the content."


# ---- Cheating ----


def header(protected: Any, unprotected: Any = None, tag: int = 17) -> bytes:
    """A Mac0 with any headers, and with the tag that fits them."""
    encoded = protected if isinstance(protected, bytes) else cbor2.dumps(protected, canonical=True)
    signed = cbor2.dumps(["MAC0", encoded, AAD, TOKEN.encode()])
    authentication = hmac.new(SECRET, signed, hashlib.sha256).digest()
    return cbor2.dumps(cbor2.CBORTag(tag, [encoded, unprotected or {}, TOKEN.encode(), authentication]))


CHEATS: list[tuple[str, bytes, dict[str, Any]]] = [
    ("PROTECTION_MISSING", TOKEN.encode(), {}),
    ("ALGORITHM_NOT_ACCEPTED", seal(rk.Algorithm.ES256), {}),
    ("ALGORITHM_NOT_ACCEPTED", header({1: 6}), {}),
    ("ALGORITHM_MISMATCH", header({1: 5}, tag=18), {}),
    ("ALGORITHM_UNPROTECTED", header(b"", {1: 5}), {}),
    ("ALGORITHM_MISSING", header(b"", {4: b"k1"}), {}),
    ("ALGORITHM_DUPLICATED", header({1: 5}, {1: 5}), {}),
    ("CRITICAL_HEADER", header({1: 5, 2: [99], 99: 1}), {"ignore_unknown_headers": True}),
    ("UNKNOWN_HEADER", header({1: 5, 99: 1}), {}),
    ("SIGNATURE_WRONG", seal(rk.Algorithm.HMAC_SHA256)[:-1] + b"?", {}),
    ("SIGNATURE_WRONG", seal(rk.Algorithm.HMAC_SHA256), {"aad": b"another pairing"}),
    ("SIGNATURE_WRONG", seal(rk.Algorithm.HMAC_SHA256), {"verify": lambda *_: 1}),
    ("KEY_UNKNOWN", seal(rk.Algorithm.HMAC_SHA256), {"verify": lambda *_: None}),
    ("WRONG_KEY", seal(rk.Algorithm.HMAC_SHA256), {"key_id": b"k2"}),
    ("WRONG_DEVICE", seal(rk.Algorithm.HMAC_SHA256), {"expected": rk.Token.peer(bytes(16))}),
    ("WRONG_NONCE", seal(rk.Algorithm.HMAC_SHA256), {"nonce": b"the session after"}),
    ("EXPIRED", seal(rk.Algorithm.HMAC_SHA256), {"now": 1_800_000_000}),
    ("TAG_REFUSED", header({1: 5}, tag=16), {}),
    ("TAG_REFUSED", b"\xd9\xd9\xf7" + seal(rk.Algorithm.HMAC_SHA256), {}),
]


@pytest.mark.parametrize(("status", "message", "policy"), CHEATS)
def test_cheating_is_refused_by_name(status: str, message: bytes, policy: dict[str, Any]) -> None:
    with pytest.raises(rk.MessageError) as caught:
        open_token(message, rk.Algorithm.HMAC_SHA256, **policy)
    assert caught.value.name == f"RANGEKIT_ERROR_{status}"
    assert isinstance(caught.value, rk.ProtectionError) == (status != "TAG_REFUSED")


def test_what_the_callables_raise_comes_through() -> None:
    def fail(*_: Any) -> Any:
        raise RuntimeError("the secure element is locked")

    with pytest.raises(RuntimeError, match="locked"):
        TOKEN.seal(rk.Algorithm.ES256, fail)
    with pytest.raises(RuntimeError, match="locked"):
        open_token(seal(rk.Algorithm.ES256), rk.Algorithm.ES256, verify=fail)
    with pytest.raises(ValueError, match="sign gave 3 bytes; es256 has signatures of 64"):
        TOKEN.seal(rk.Algorithm.ES256, lambda *_: b"abc")
    with pytest.raises(rk.ArgumentError):
        open_token(TOKEN.encode(), rk.Algorithm.ES256, accepted=rk.Protection(0))
    with pytest.raises(rk.ArgumentError):
        rk.Token.open(TOKEN.encode(), accepted=rk.Protection.ES256)
    with pytest.raises(rk.ArgumentError, match="key_id is 65 bytes long"):
        TOKEN.seal(rk.Algorithm.ES256, fail, key_id=bytes(65))


# ---- Key files ----


def pem(key: Any, *, private: bool) -> bytes:
    if private:
        return bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return bytes(key.public_key().public_bytes(serialization.Encoding.PEM, form))


@pytest.mark.parametrize("key", [EC_KEY, ED_KEY])
def test_pem_files_sign_and_verify(tmp_path: Path, key: Any) -> None:
    (tmp_path / "private.pem").write_bytes(pem(key, private=True))
    (tmp_path / "public.pem").write_bytes(pem(key, private=False))
    private, public = keys.load(tmp_path / "private.pem"), keys.load(tmp_path / "public.pem", key_id=b"k1")
    message = TOKEN.seal(private.algorithm, private.sign, key_id=b"k1")
    accepted = public.algorithm.protection
    assert rk.Token.open(message, accepted=accepted, verify=public.verify) == TOKEN
    with pytest.raises(keys.KeyFileError, match="public key cannot sign"):
        TOKEN.seal(public.algorithm, public.sign)
    message = TOKEN.seal(private.algorithm, private.sign, key_id=b"k2")
    with pytest.raises(rk.ProtectionError, match="no key for the message's key id"):
        rk.Token.open(message, accepted=accepted, verify=public.verify)


def test_key_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    path = tmp_path / "key"
    for content, words in (
        (b"short", "holds 5 bytes, too few"),
        (b"ab" * 31, "holds 31 bytes, too few"),
        (b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "not a key that can be read"),
        (pem(ec.generate_private_key(ec.SECP384R1()), private=True), "another kind"),
    ):
        path.write_bytes(content)
        with pytest.raises(keys.KeyFileError, match=words):
            keys.load(path)
    with pytest.raises(keys.KeyFileError, match="cannot be read"):
        keys.load(tmp_path / "nowhere")
    path.write_text(SECRET.hex() + "\n")
    assert keys.load(path).secret == SECRET
