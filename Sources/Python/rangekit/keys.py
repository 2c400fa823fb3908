"""Keys from files for sealing and opening: PEM (P-256 and Ed25519), or the 32 bytes of an HMAC key.

Public-key algorithms need the package cryptography: pip install 'rangekit[keys]'.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import os
from pathlib import Path
from typing import Any

from rangekit.protection import Algorithm


class KeyFileError(Exception):
    """A key cannot be used: the file, its content, or a missing package."""


@dataclasses.dataclass(frozen=True, repr=False)
class Key:
    """One key, for exactly one algorithm.

    `sign` and `verify` are what `Token.seal` and `Token.open` take. `verify` refuses every other algorithm, and
    has no key (gives None) for another key id than its own, if it has one.
    """

    algorithm: Algorithm
    key_id: bytes = b""
    secret: Any = None  #: what signs: a private key, or the bytes of an HMAC key; None: it only verifies
    public: Any = None  #: what verifies; None for HMAC

    def sign(self, algorithm: Algorithm, data: bytes) -> bytes:
        """The signature or tag of `data`."""
        if algorithm != self.algorithm:
            raise KeyFileError(f"the key is for {self.algorithm.name.lower()}, not for {algorithm.name.lower()}")
        if self.secret is None:
            raise KeyFileError("a public key cannot sign; give the private key")
        if algorithm == Algorithm.HMAC_SHA256:
            return hmac.new(self.secret, data, hashlib.sha256).digest()
        if algorithm == Algorithm.EDDSA:
            return bytes(self.secret.sign(data))
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec, utils

        r, s = utils.decode_dss_signature(self.secret.sign(data, ec.ECDSA(hashes.SHA256())))
        return bytes(r.to_bytes(32, "big") + s.to_bytes(32, "big"))

    def verify(self, algorithm: Algorithm, key_id: bytes, data: bytes, signature: bytes) -> bool | None:
        """Whether the signature fits; None if the message names another key."""
        if self.key_id and key_id and key_id != self.key_id:
            return None
        if algorithm != self.algorithm:
            return False
        if algorithm == Algorithm.HMAC_SHA256:
            return hmac.compare_digest(hmac.new(self.secret, data, hashlib.sha256).digest(), signature)
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec, utils

        try:
            if algorithm == Algorithm.EDDSA:
                self.public.verify(signature, data)
            else:
                numbers = (int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
                self.public.verify(utils.encode_dss_signature(*numbers), data, ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            return False
        return True

    def __repr__(self) -> str:
        return f"<Key: {self.algorithm.name.lower()}, {'signs and verifies' if self.secret else 'verifies'}>"


def load(path: str | os.PathLike[str], *, key_id: bytes = b"", password: bytes | None = None) -> Key:
    """The key in a file: PEM (private or public; P-256 or Ed25519), or an HMAC key of 32 bytes or more, as they are
    or as hexadecimal."""
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise KeyFileError(f"{os.fspath(path)} cannot be read: {error.strerror}") from error
    if b"-----BEGIN " not in content:
        return Key(Algorithm.HMAC_SHA256, key_id, _shared(content, os.fspath(path)))
    try:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519
    except ImportError:
        raise KeyFileError(
            f"{os.fspath(path)} is a PEM key, which needs the package cryptography: pip install 'rangekit[keys]'"
        ) from None
    try:
        if b"PRIVATE KEY" in content:
            secret: Any = serialization.load_pem_private_key(content, password)
            public: Any = secret.public_key()
        else:
            secret, public = None, serialization.load_pem_public_key(content)
    except (ValueError, TypeError) as error:
        raise KeyFileError(f"{os.fspath(path)} is not a key that can be read: {error}") from error
    if isinstance(public, ed25519.Ed25519PublicKey):
        return Key(Algorithm.EDDSA, key_id, secret, public)
    if isinstance(public, ec.EllipticCurvePublicKey) and isinstance(public.curve, ec.SECP256R1):
        return Key(Algorithm.ES256, key_id, secret, public)
    raise KeyFileError(f"{os.fspath(path)} is a key of another kind; expected P-256 (ES256) or Ed25519 (EdDSA)")


def _shared(content: bytes, name: str) -> bytes:
    text = b"".join(content.split())
    try:
        secret = bytes.fromhex(text.decode("ascii"))
    except (ValueError, UnicodeDecodeError):
        secret = content
    if len(secret) < 32:
        raise KeyFileError(
            f"{name} holds {len(secret)} bytes, too few for HMAC-SHA-256: expected 32 or more, as bytes or hexadecimal"
        )
    return secret
