"""token.h: discovery tokens, that is who a device is and what it can do, as deterministic CBOR.

token = Token.peer(capabilities=Capability.PRECISE_DISTANCE | Capability.DIRECTION)
data = token.encode()                  # bytes for any link
same = Token.decode(data) == token     # equality is about who, not about what it can do
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
import secrets

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_bytes, as_integer, default, known
from rangekit.base import Capability, Generation, Status, flag_names
from rangekit.errors import MessageError, check, check_message, new_diagnostic

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
        diagnostic = new_diagnostic()
        check_message(library.rangekit_token_validate(self._structure(), diagnostic), diagnostic)

    @classmethod
    def peer(
        cls,
        identity: bytes | None = None,
        *,
        capabilities: Capability | None = None,
        generation: int | None = None,
    ) -> Token:
        """The token of a RangeKit device.

        Args:
            identity: 16 bytes; left out, 16 fresh random ones, so that the device is not recognised again.
            capabilities: what the device can do; left out, the token does not say.
            generation: a `Generation` or another number, 0 to 255; left out, the token does not say.
        """
        if identity is None:
            identity = secrets.token_bytes(c.RANGEKIT_TOKEN_PEER_IDENTITY_SIZE)
        return cls(TokenKind.PEER, identity, capabilities=capabilities, generation=generation)

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
        ):
            if optional is not None:
                setattr(structure, name, optional)
                structure.fields |= bit
        for name, data in (("identity", self.identity), ("extensions", self.extensions)):
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
            extensions=bytes(structure.extensions)[: structure.extensions_length],
            extensions_count=structure.extensions_count,
        )


def _label(number: int) -> str:
    return number.name.lower() if isinstance(number, enum.Enum) else str(number)
