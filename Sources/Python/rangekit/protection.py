"""token_protection.h: sealed messages, COSE_Mac0 and COSE_Sign1, with the caller's own cryptography.

message = token.seal(Algorithm.ES256, sign, key_id=b"k1")
token = Token.open(message, accepted=Protection.ES256, verify=verify, nonce=nonce, now=time.time())

`sign(algorithm, data)` gives the signature; `verify(algorithm, key_id, data, signature)` gives True, False, or
None if there is no key for this key id. `rangekit.keys` makes both from a key file.
"""

from __future__ import annotations

import ctypes
import datetime
import enum
from collections.abc import Callable
from typing import Any

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_bytes, as_integer, default
from rangekit.base import Status
from rangekit.errors import ArgumentError, check_message, new_diagnostic


class Algorithm(enum.IntEnum):
    """How a message is sealed: an algorithm of RFC 9053 by its COSE number."""

    HMAC_SHA256 = c.RANGEKIT_ALGORITHM_HMAC_SHA256  #: a 32-byte tag under a shared key
    ES256 = c.RANGEKIT_ALGORITHM_ES256  #: ECDSA on P-256: r and s, 32 bytes each, big-endian
    EDDSA = c.RANGEKIT_ALGORITHM_EDDSA  #: Ed25519: 64 bytes

    @property
    def signature_size(self) -> int:
        """Bytes of a signature or tag."""
        return 32 if self == Algorithm.HMAC_SHA256 else 64

    @property
    def protection(self) -> Protection:
        """What a receiver accepts when it accepts this."""
        return Protection[self.name]


class Protection(enum.IntFlag):
    """What a receiver accepts."""

    NONE = c.RANGEKIT_PROTECTION_NONE  #: a bare token: anyone may have written it
    HMAC_SHA256 = c.RANGEKIT_PROTECTION_HMAC_SHA256
    ES256 = c.RANGEKIT_PROTECTION_ES256
    EDDSA = c.RANGEKIT_PROTECTION_EDDSA


#: Gets the algorithm and the bytes to be signed; gives the signature.
Sign = Callable[[Algorithm, bytes], bytes]
#: Gets algorithm, key id, signed bytes and signature; gives True if it fits, None if there is no such key.
Verify = Callable[[Algorithm, bytes, bytes, bytes], "bool | None"]


def seal(
    payload: bytes, algorithm: Algorithm, sign: Sign, *, key_id: bytes = b"", aad: bytes = b"", tagged: bool = True
) -> bytes:
    """Seals a message of any content as COSE_Mac0 or COSE_Sign1.

    Args:
        key_id: which key it is, for the receiver; at most 64 bytes, not secret.
        aad: external additional data: signed but not sent; the receiver must have the same.
        tagged: with COSE's tag 17 or 18.

    What `sign` raises is raised here.
    """
    payload, key_id, aad = as_bytes("payload", payload), as_bytes("key_id", key_id), as_bytes("aad", aad)
    algorithm = Algorithm(algorithm)
    options = default(c.rangekit_protection_options, library.rangekit_protection_options_default)
    options.algorithm, options.untagged = algorithm, int(not tagged)
    options.key_id_length = _fill("key_id", options.key_id, key_id)
    raised: list[BaseException] = []

    def call(_: Any, number: int, data: int, size: int, out: int, out_size: int) -> int:
        try:
            signature = as_bytes("the signature", sign(Algorithm(number), ctypes.string_at(data, size)))
            if len(signature) != out_size:
                raise ValueError(
                    f"sign gave {len(signature)} bytes; {algorithm.name.lower()} has signatures of {out_size}"
                )
        except BaseException as error:  # nothing may pass through the library; it is raised again below
            raised.append(error)
            return c.RANGEKIT_CRYPTOGRAPHY_REFUSED
        ctypes.memmove(out, signature, out_size)
        return c.RANGEKIT_CRYPTOGRAPHY_OK

    capacity = len(payload) + c.RANGEKIT_PROTECTION_OVERHEAD_MAX_SIZE
    out, length, diagnostic = (ctypes.c_uint8 * capacity)(), ctypes.c_size_t(), new_diagnostic()
    scratch, scratch_size = _scratch(payload, aad)
    status = library.rangekit_protection_seal(
        payload, len(payload), aad, len(aad), options, c.rangekit_sign_function(call), None, scratch, scratch_size,
        out, capacity, length, diagnostic,
    )  # fmt: skip
    if raised:
        raise raised[0]
    check_message(status, diagnostic)
    return bytes(out[: length.value])


def unseal(
    message: bytes, *, accepted: Protection, verify: Verify, key_id: bytes | None = None, aad: bytes = b"",
    ignore_unknown_headers: bool = False, allow_unprotected_algorithm: bool = False,
) -> tuple[bytes, Algorithm]:  # fmt: skip
    """The verified payload of a sealed message, exactly as received, and what it was sealed with.

    Raises:
        ProtectionError: the message is refused; the status says why. What `verify` raises is raised here.
    """
    rules = policy(
        accepted, key_id=key_id, ignore_unknown_headers=ignore_unknown_headers,
        allow_unprotected_algorithm=allow_unprotected_algorithm,
    )  # fmt: skip
    message, aad = as_bytes("message", message), as_bytes("aad", aad)
    offset, length, algorithm = ctypes.c_size_t(), ctypes.c_size_t(), ctypes.c_int32()
    diagnostic = new_diagnostic()
    with Verifier(verify) as verifier:
        scratch, scratch_size = _scratch(message, aad)
        status = library.rangekit_protection_open(
            message, len(message), aad, len(aad), rules, verifier.function, None, scratch, scratch_size, offset, length,
            algorithm, diagnostic,
        )  # fmt: skip
    check_message(status, diagnostic)
    return message[offset.value : offset.value + length.value], Algorithm(algorithm.value)


def policy(
    accepted: Protection, *, nonce: bytes | None = None, now: float | datetime.datetime | None = None,
    key_id: bytes | None = None, require_expiry: bool = False, ignore_unknown_headers: bool = False,
    allow_unprotected_algorithm: bool = False,
) -> c.rangekit_token_policy:  # fmt: skip
    """What a receiver demands, as the C contract has it."""
    structure = default(c.rangekit_token_policy, library.rangekit_token_policy_default)
    structure.accepted = as_integer("accepted", accepted, ctypes.c_uint32)
    if now is not None:
        structure.fields |= c.RANGEKIT_POLICY_HAS_NOW
        structure.now_utc_s = as_integer("now", utc_seconds("now", now), ctypes.c_uint64)
    if nonce is not None:
        structure.fields |= c.RANGEKIT_POLICY_HAS_NONCE
        structure.nonce_length = _fill("nonce", structure.nonce, as_bytes("nonce", nonce))
    if key_id is not None:
        structure.fields |= c.RANGEKIT_POLICY_HAS_KEY_ID
        structure.key_id_length = _fill("key_id", structure.key_id, as_bytes("key_id", key_id))
    for wanted, bit in (
        (require_expiry, c.RANGEKIT_POLICY_REQUIRE_EXPIRY),
        (ignore_unknown_headers, c.RANGEKIT_POLICY_IGNORE_UNKNOWN_HEADERS),
        (allow_unprotected_algorithm, c.RANGEKIT_POLICY_ALLOW_UNPROTECTED_ALGORITHM),
    ):
        if wanted:
            structure.options |= bit
    return structure


class Verifier:
    """A `verify` as the library calls it; what it raises is raised when the call is over."""

    def __init__(self, verify: Verify | None) -> None:
        self.verify = verify
        self.raised: BaseException | None = None
        self.function = c.rangekit_verify_function(self._call) if verify else c.rangekit_verify_function()

    def __enter__(self) -> Verifier:
        return self

    def __exit__(self, *_: object) -> None:
        if self.raised is not None:
            raise self.raised

    def _call(
        self, _: Any, number: int, key_id: Any, key_id_size: int, data: Any, size: int, signature: Any,
        signature_size: int,
    ) -> int:  # fmt: skip
        assert self.verify is not None
        try:
            fits = self.verify(
                Algorithm(number),
                ctypes.string_at(key_id, key_id_size) if key_id_size else b"",
                ctypes.string_at(data, size),
                ctypes.string_at(signature, signature_size),
            )
        except BaseException as error:  # nothing may pass through the library
            self.raised = error
            return c.RANGEKIT_CRYPTOGRAPHY_REFUSED
        if fits is None:
            return c.RANGEKIT_CRYPTOGRAPHY_NO_KEY
        return c.RANGEKIT_CRYPTOGRAPHY_OK if fits is True else c.RANGEKIT_CRYPTOGRAPHY_REFUSED


def utc_seconds(name: str, time: float | datetime.datetime) -> int:
    """Whole seconds since 1970-01-01 UTC; a datetime must have its time zone."""
    if isinstance(time, datetime.datetime):
        if time.tzinfo is None:
            raise TypeError(f"{name} must have a time zone, or be seconds since 1970-01-01 UTC; it is {time!r}")
        time = time.timestamp()
    if isinstance(time, bool) or not isinstance(time, (int, float)):
        raise TypeError(f"{name} must be seconds since 1970-01-01 UTC or a datetime, not {time!r}")
    try:
        return int(time)
    except (ValueError, OverflowError):
        raise ArgumentError(Status.ERROR_NOT_FINITE, f"{name} = {time!r} is no time") from None


def _fill(name: str, room: Any, data: bytes) -> int:
    if len(data) > len(room):
        raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"{name} is {len(data)} bytes long; at most {len(room)} fit")
    ctypes.memmove(room, data, len(data))
    return len(data)


def _scratch(message: bytes, aad: bytes) -> tuple[Any, int]:
    size = len(message) + len(aad) + c.RANGEKIT_PROTECTION_SCRATCH_OVERHEAD
    return (ctypes.c_uint8 * size)(), size
