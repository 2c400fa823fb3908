"""token.h: discovery tokens, that is who a device is and what it can do, as deterministic CBOR.

token = Token.peer(capabilities=Capability.PRECISE_DISTANCE | Capability.DIRECTION)
data = token.encode()                  # bytes for any link
same = Token.decode(data) == token     # equality is about who, not about what it can do
"""

from __future__ import annotations

import ctypes
import dataclasses
import datetime
import enum
import secrets
from collections.abc import Iterable
from typing import NamedTuple

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_bytes, as_integer, default, known
from rangekit.base import Capability, Generation, Status, flag_names
from rangekit.errors import MessageError, check, check_message, new_diagnostic
from rangekit.protection import Algorithm, Protection, Sign, Verifier, Verify, policy, seal, utc_seconds

#: No encoded token is longer, in bytes.
MAX_SIZE: int = c.RANGEKIT_TOKEN_MAX_SIZE


class TokenKind(enum.IntEnum):
    """What a token identifies."""

    PEER = c.RANGEKIT_TOKEN_KIND_PEER  #: a RangeKit device, by 16 bytes
    ACCESSORY = c.RANGEKIT_TOKEN_KIND_ACCESSORY  #: a UWB accessory, by its 2- or 8-byte MAC address
    OPAQUE = c.RANGEKIT_TOKEN_KIND_OPAQUE  #: another system's token, carried unread


class ForeignFormat(enum.IntEnum):
    """Whose format an opaque token has. Numbers from 0x8000 on are yours to assign."""

    UNSPECIFIED = c.RANGEKIT_FOREIGN_FORMAT_UNSPECIFIED
    NEARBY_INTERACTION = c.RANGEKIT_FOREIGN_FORMAT_NEARBY_INTERACTION
    ANDROID_OOB = c.RANGEKIT_FOREIGN_FORMAT_ANDROID_OOB


class TokenTechnology(enum.IntEnum):
    """A technology that a token can list. Numbers from 0x8000 on are yours to assign."""

    FIRA_UWB = c.RANGEKIT_TOKEN_TECHNOLOGY_FIRA_UWB  #: FiRa's version; profile bit n: UWB profile n
    ACCESSORY_UWB = c.RANGEKIT_TOKEN_TECHNOLOGY_ACCESSORY_UWB  #: accessory interoperability version
    CHANNEL_SOUNDING = c.RANGEKIT_TOKEN_TECHNOLOGY_CHANNEL_SOUNDING  #: Bluetooth Core version
    EXTENDED_DISTANCE = c.RANGEKIT_TOKEN_TECHNOLOGY_EXTENDED_DISTANCE  #: the extended-distance mode
    DL_TDOA = c.RANGEKIT_TOKEN_TECHNOLOGY_DL_TDOA  #: FiRa's version


class ChannelSoundingProfile(enum.IntFlag):
    """Profile bits of Channel Sounding."""

    INITIATOR = c.RANGEKIT_CHANNEL_SOUNDING_PROFILE_INITIATOR
    REFLECTOR = c.RANGEKIT_CHANNEL_SOUNDING_PROFILE_REFLECTOR
    PHASE = c.RANGEKIT_CHANNEL_SOUNDING_PROFILE_PHASE
    ROUND_TRIP = c.RANGEKIT_CHANNEL_SOUNDING_PROFILE_ROUND_TRIP


class TechnologyVersion(NamedTuple):
    """One technology with its version: `TechnologyVersion(TokenTechnology.FIRA_UWB, 2, 0, profiles=1 << 1)`."""

    technology: int  #: a `TokenTechnology`, or another number, 0 to 65535
    major: int  #: 0 to 255
    minor: int = 0  #: 0 to 255
    profiles: int = 0  #: bits, by technology


class VendorData(NamedTuple):
    """Up to 128 bytes, and whose they are."""

    vendor_id: int  #: a Bluetooth company identifier, or a number above 0xFFFF by agreement
    data: bytes


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Token:
    """A discovery token: an immutable value, valid by construction.

    Make one with `Token.peer`, `Token.accessory` or `Token.opaque`, or read one with `Token.decode`. A
    token that breaks a rule of the format raises `MessageError`, which names the field.

    Two tokens are equal, and hash alike, when they are of the same device: kind, foreign format and
    identity are the same, whatever capabilities they state.
    """

    kind: TokenKind
    identity: bytes  #: peer 16 bytes; accessory 2 or 8, in over-the-air order; opaque 1 to 512
    foreign_format: int | None = None  #: opaque tokens only, and required there
    capabilities: Capability | None = None  #: None: the device does not say
    generation: int | None = None  #: a `Generation`, or another number 0 to 255; None: the device does not say
    expires_utc_s: int | None = None  #: seconds since 1970-01-01 UTC; from then on it is expired
    nonce: bytes | None = None  #: of the session, 8 to 64 bytes, as the other side asked for it
    technologies: tuple[TechnologyVersion, ...] | None = None  #: at most 8, ascending; None: the device does not say
    vendor_data: VendorData | None = None
    extensions: bytes = b""  #: entries with keys unknown to this version, exactly as received (CBOR)
    extensions_count: int = 0  #: how many entries the extensions hold

    def __post_init__(self) -> None:
        set_field = object.__setattr__  # the dataclass is frozen for everyone else
        set_field(self, "kind", known(TokenKind, as_integer("kind", self.kind, ctypes.c_int32)))
        set_field(self, "identity", as_bytes("identity", self.identity))
        set_field(self, "extensions", as_bytes("extensions", self.extensions))
        if self.foreign_format is not None:
            number = as_integer("foreign_format", self.foreign_format, ctypes.c_uint32)
            set_field(self, "foreign_format", known(ForeignFormat, number))
        if self.capabilities is not None:
            bits = as_integer("capabilities", self.capabilities, ctypes.c_uint32)
            set_field(self, "capabilities", Capability(bits))
        if self.generation is not None:
            number = as_integer("generation", self.generation, ctypes.c_uint32)
            set_field(self, "generation", known(Generation, number))
        if self.expires_utc_s is not None:
            set_field(self, "expires_utc_s", as_integer("expires_utc_s", self.expires_utc_s, ctypes.c_uint32))
        if self.nonce is not None:
            set_field(self, "nonce", as_bytes("nonce", self.nonce))
        if self.technologies is not None:
            set_field(self, "technologies", _technologies(self.technologies))
        if self.vendor_data is not None:
            number, data = self.vendor_data
            number = as_integer("vendor_data.vendor_id", number, ctypes.c_uint32)
            set_field(self, "vendor_data", VendorData(number, as_bytes("vendor_data.data", data)))
        diagnostic = new_diagnostic()
        check_message(library.rangekit_token_validate(self._structure(), diagnostic), diagnostic)

    @classmethod
    def peer(
        cls,
        identity: bytes | None = None,
        *,
        capabilities: Capability | None = None,
        generation: int | None = None,
        expires: float | datetime.datetime | None = None,
        nonce: bytes | None = None,
        technologies: Iterable[TechnologyVersion] | None = None,
        vendor_data: VendorData | None = None,
    ) -> Token:
        """The token of a RangeKit device.

        Args:
            identity: 16 bytes; left out, 16 fresh random ones, so that the device is not recognised again.
            capabilities: what the device can do; left out, the token does not say.
            generation: a `Generation` or another number, 0 to 255; left out, the token does not say.
            expires: when it ends, in seconds since 1970-01-01 UTC or as a datetime with a time zone.
            nonce: the session's, 8 to 64 bytes, as the other side asked for it.
            technologies: with versions, in ascending order; left out, the token does not say.
            vendor_data: whose, and up to 128 bytes.
        """
        if identity is None:
            identity = secrets.token_bytes(c.RANGEKIT_TOKEN_PEER_IDENTITY_SIZE)
        return cls(
            TokenKind.PEER,
            identity,
            capabilities=capabilities,
            generation=generation,
            expires_utc_s=None if expires is None else utc_seconds("expires", expires),
            nonce=nonce,
            technologies=None if technologies is None else tuple(technologies),
            vendor_data=vendor_data,
        )

    @classmethod
    def accessory(
        cls, address: bytes, *, capabilities: Capability | None = None, generation: int | None = None
    ) -> Token:
        """The token of a UWB accessory: its MAC address, 2 or 8 bytes, in the order in which it goes over the air."""
        return cls(TokenKind.ACCESSORY, address, capabilities=capabilities, generation=generation)

    @classmethod
    def opaque(cls, data: bytes, *, foreign_format: int = ForeignFormat.UNSPECIFIED) -> Token:
        """Another system's token, 1 to 512 bytes, carried unread."""
        return cls(TokenKind.OPAQUE, data, foreign_format=foreign_format)

    @classmethod
    def decode(cls, data: bytes) -> Token:
        """Reads bytes that are one token and nothing else.

        Raises:
            MessageError: the bytes are not a token; it says where, which field, and what was expected.
        """
        data = as_bytes("data", data)
        structure = default(c.rangekit_token, library.rangekit_token_default)
        diagnostic = new_diagnostic()
        check_message(library.rangekit_token_decode(data, len(data), structure, diagnostic), diagnostic)
        return cls._from_structure(structure)

    def encode(self) -> bytes:
        """The token as deterministic CBOR, at most `MAX_SIZE` bytes."""
        out = (ctypes.c_uint8 * MAX_SIZE)()
        length = ctypes.c_size_t()
        diagnostic = new_diagnostic()
        check_message(library.rangekit_token_encode(self._structure(), out, MAX_SIZE, length, diagnostic), diagnostic)
        return bytes(out[: length.value])

    def seal(
        self, algorithm: Algorithm, sign: Sign, *, key_id: bytes = b"", aad: bytes = b"", tagged: bool = True
    ) -> bytes:
        """The token as a COSE_Mac0 or COSE_Sign1; see `rangekit.protection.seal`."""
        return seal(self.encode(), algorithm, sign, key_id=key_id, aad=aad, tagged=tagged)

    @classmethod
    def open(
        cls, message: bytes, *, accepted: Protection, verify: Verify | None = None, expected: Token | None = None,
        nonce: bytes | None = None, now: float | datetime.datetime | None = None, key_id: bytes | None = None,
        aad: bytes = b"", require_expiry: bool = False, ignore_unknown_headers: bool = False,
        allow_unprotected_algorithm: bool = False,
    ) -> Token:  # fmt: skip
        """Opens a sealed token, or a bare one where `accepted` has `Protection.NONE`.

        Args:
            accepted: what is accepted; without `Protection.NONE`, protection is demanded.
            verify: gets algorithm, key id, signed bytes and signature; gives True, False, or None for no such key.
            expected: the token must be of the same device as this one.
            nonce: the token must carry exactly this one: it was made for this session.
            now: seconds since 1970-01-01 UTC, or a datetime with a time zone: an expired token is refused.
            key_id: the message must name exactly this key.
            aad: external additional data, as the sender had it.
            require_expiry: a token without expiry is refused.

        Raises:
            ProtectionError: the token is refused; the status names the reason.
            MessageError: the bytes are no token. What `verify` raises is raised here.
        """
        rules = policy(
            accepted, nonce=nonce, now=now, key_id=key_id, require_expiry=require_expiry,
            ignore_unknown_headers=ignore_unknown_headers, allow_unprotected_algorithm=allow_unprotected_algorithm,
        )  # fmt: skip
        message, aad = as_bytes("message", message), as_bytes("aad", aad)
        structure = default(c.rangekit_token, library.rangekit_token_default)
        device = None if expected is None else expected._structure()
        size = len(message) + len(aad) + c.RANGEKIT_PROTECTION_SCRATCH_OVERHEAD
        diagnostic = new_diagnostic()
        with Verifier(verify) as verifier:
            status = library.rangekit_token_open(
                message, len(message), aad, len(aad), rules, device, verifier.function, None, (ctypes.c_uint8 * size)(),
                size, structure, diagnostic,
            )  # fmt: skip
        check_message(status, diagnostic)
        return cls._from_structure(structure)

    def check(
        self, *, expected: Token | None = None, nonce: bytes | None = None,
        now: float | datetime.datetime | None = None, require_expiry: bool = False,
    ) -> None:  # fmt: skip
        """Raises `ProtectionError` if the token is of another device or session, or has expired."""
        rules = policy(Protection.NONE, nonce=nonce, now=now, require_expiry=require_expiry)
        device, diagnostic = None if expected is None else expected._structure(), new_diagnostic()
        check_message(library.rangekit_token_check(self._structure(), rules, device, diagnostic), diagnostic)

    def fingerprint(self) -> str:
        """A short fingerprint of the identity that two people can compare by eye: "7K2M-9QXD-4HTB-W3NA"."""
        text = ctypes.create_string_buffer(c.RANGEKIT_TOKEN_FINGERPRINT_MAX_SIZE)
        check(library.rangekit_token_fingerprint(self._structure(), text, len(text), ctypes.c_size_t()))
        return text.value.decode()

    def identity_hash(self, seed: int = 0) -> int:
        """A 64-bit hash of the identity alone, the same on every machine; not cryptographic."""
        number = ctypes.c_uint64()
        seed = as_integer("seed", seed, ctypes.c_uint64)
        check(library.rangekit_token_identity_hash(self._structure(), seed, number))
        return number.value

    def same_identity(self, other: Token) -> bool:
        """Whether both tokens are of the same device, as the library judges it; `==` means the same."""
        same = ctypes.c_int32()
        check(library.rangekit_token_same_identity(self._structure(), other._structure(), same))
        return bool(same.value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Token):
            return NotImplemented
        return self._identity_key() == other._identity_key()

    def __hash__(self) -> int:
        return hash(self._identity_key())

    def __repr__(self) -> str:
        name = "address" if self.kind == TokenKind.ACCESSORY else "identity"
        identity = self.identity.hex() if len(self.identity) <= 32 else f"{self.identity[:16].hex()}..."
        parts = [f"{_label(self.kind)}, {name} {identity} ({len(self.identity)} bytes)"]
        if self.foreign_format is not None:
            parts.append(f"format {_label(self.foreign_format)}")
        if self.capabilities is not None:
            parts.append(f"capabilities {'|'.join(flag_names(self.capabilities)) or 'none'}")
        if self.generation is not None:
            parts.append(f"generation {_label(self.generation)}")
        if self.expires_utc_s is not None:
            parts.append(f"expires {utc_text(self.expires_utc_s)}")
        if self.nonce is not None:
            parts.append(f"nonce {self.nonce.hex()}")
        if self.technologies is not None:
            parts.append(f"technologies {', '.join(map(technology_text, self.technologies)) or 'none'}")
        if self.vendor_data is not None:
            parts.append(f"vendor 0x{self.vendor_data.vendor_id:04x} {self.vendor_data.data.hex()}")
        if self.extensions_count:
            parts.append(f"{self.extensions_count} unknown entries {self.extensions.hex()}")
        return f"<Token: {', '.join(parts)}>"

    def _identity_key(self) -> tuple[int, int | None, bytes]:
        return (self.kind, self.foreign_format, self.identity)

    def _structure(self) -> c.rangekit_token:
        """The token as the C contract has it; a value that has no room there is refused here."""
        structure = default(c.rangekit_token, library.rangekit_token_default)
        structure.kind = self.kind
        for name, optional, bit in (
            ("foreign_format", self.foreign_format, c.RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT),
            ("capabilities", self.capabilities, c.RANGEKIT_TOKEN_HAS_CAPABILITIES),
            ("generation", self.generation, c.RANGEKIT_TOKEN_HAS_GENERATION),
            ("expires_utc_s", self.expires_utc_s, c.RANGEKIT_TOKEN_HAS_EXPIRY),
        ):
            if optional is not None:
                setattr(structure, name, optional)
                structure.fields |= bit
        arrays = [("identity", self.identity), ("extensions", self.extensions)]
        if self.nonce is not None:
            arrays.append(("nonce", self.nonce))
            structure.fields |= c.RANGEKIT_TOKEN_HAS_NONCE
        if self.vendor_data is not None:
            structure.vendor_id = self.vendor_data.vendor_id
            arrays.append(("vendor_data", self.vendor_data.data))
            structure.fields |= c.RANGEKIT_TOKEN_HAS_VENDOR_DATA
        if self.technologies is not None:
            structure.fields |= c.RANGEKIT_TOKEN_HAS_TECHNOLOGIES
            structure.technologies_count = len(self.technologies)
            for element, listed in zip(structure.technologies, self.technologies, strict=False):
                element.technology, element.version_major, element.version_minor, element.profiles = listed
        for name, data in arrays:
            room = getattr(structure, name)
            if len(data) > len(room):
                error = MessageError(
                    Status.ERROR_TOO_LARGE, f"{name} is {len(data)} bytes long; at most {len(room)} fit into a token"
                )
                error.field, error.expected, error.found = f"token.{name}", len(room), len(data)
                raise error
            setattr(structure, f"{name}_length", len(data))
            ctypes.memmove(room, data, len(data))
        structure.extensions_count = as_integer("extensions_count", self.extensions_count, ctypes.c_uint32)
        return structure

    @classmethod
    def _from_structure(cls, structure: c.rangekit_token) -> Token:
        def optional(name: str, bit: int) -> int | None:
            return getattr(structure, name) if structure.fields & bit else None

        return cls(
            kind=structure.kind,
            identity=bytes(structure.identity)[: structure.identity_length],
            foreign_format=optional("foreign_format", c.RANGEKIT_TOKEN_HAS_FOREIGN_FORMAT),
            capabilities=optional("capabilities", c.RANGEKIT_TOKEN_HAS_CAPABILITIES),  # type: ignore[arg-type]
            generation=optional("generation", c.RANGEKIT_TOKEN_HAS_GENERATION),
            expires_utc_s=optional("expires_utc_s", c.RANGEKIT_TOKEN_HAS_EXPIRY),
            nonce=bytes(structure.nonce)[: structure.nonce_length]
            if structure.fields & c.RANGEKIT_TOKEN_HAS_NONCE
            else None,
            technologies=tuple(
                TechnologyVersion(each.technology, each.version_major, each.version_minor, each.profiles)
                for each in structure.technologies[: structure.technologies_count]
            )
            if structure.fields & c.RANGEKIT_TOKEN_HAS_TECHNOLOGIES
            else None,
            vendor_data=VendorData(structure.vendor_id, bytes(structure.vendor_data)[: structure.vendor_data_length])
            if structure.fields & c.RANGEKIT_TOKEN_HAS_VENDOR_DATA
            else None,
            extensions=bytes(structure.extensions)[: structure.extensions_length],
            extensions_count=structure.extensions_count,
        )


def _technologies(listed: Iterable[TechnologyVersion]) -> tuple[TechnologyVersion, ...]:
    checked = []
    for each in listed:
        technology, major, minor, profiles = TechnologyVersion(*each)
        checked.append(
            TechnologyVersion(
                known(TokenTechnology, as_integer("technology", technology, ctypes.c_uint16)),
                as_integer("technology's major version", major, ctypes.c_uint8),
                as_integer("technology's minor version", minor, ctypes.c_uint8),
                as_integer("technology's profiles", profiles, ctypes.c_uint32),
            )
        )
    return tuple(checked)


def utc_text(seconds: int) -> str:
    """A time for people: "2027-01-15 08:00:00 UTC"."""
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S UTC")


def technology_text(listed: TechnologyVersion) -> str:
    """One technology for people: "fira_uwb 2.0 profiles 0x42"."""
    profiles = f" profiles 0x{listed.profiles:x}" if listed.profiles else ""
    return f"{_label(listed.technology)} {listed.major}.{listed.minor}{profiles}"


def _label(number: int) -> str:
    return number.name.lower() if isinstance(number, enum.Enum) else str(number)
