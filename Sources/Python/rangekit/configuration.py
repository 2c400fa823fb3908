"""configuration.h: from two tokens to a configuration, or every reason why there is none.

try:
    configuration = build(local, peer, Option.EXTENDED_DISTANCE)
except IncompatibleError as error:
    for refusal in error.refusals:
        print(refusal)
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_bytes, as_integer, default, known
from rangekit.base import Capability, Generation, Status
from rangekit.errors import IncompatibleError, check, check_message, new_diagnostic
from rangekit.token import Token

#: No encoded configuration is longer, in bytes.
MAX_SIZE: int = c.RANGEKIT_CONFIGURATION_MAX_SIZE


class Option(enum.IntFlag):
    """What the application wants beyond a distance."""

    EXTENDED_DISTANCE = c.RANGEKIT_OPTION_EXTENDED_DISTANCE
    CAMERA_ASSISTANCE = c.RANGEKIT_OPTION_CAMERA_ASSISTANCE


_DISTANCE_ALONE = Option(0)


class ConfigurationKind(enum.IntEnum):
    """What kind of devices take part."""

    PEER = c.RANGEKIT_CONFIGURATION_KIND_PEER
    ACCESSORY = c.RANGEKIT_CONFIGURATION_KIND_ACCESSORY


class RefusalReason(enum.IntEnum):
    """Why two devices cannot range as asked."""

    CAPABILITY_MISSING = c.RANGEKIT_REFUSAL_CAPABILITY_MISSING  #: the side says it lacks the capability
    CAPABILITY_UNKNOWN = c.RANGEKIT_REFUSAL_CAPABILITY_UNKNOWN  #: the side does not say whether it has it
    SAME_DEVICE = c.RANGEKIT_REFUSAL_SAME_DEVICE  #: the peer's token is this device's own
    NO_COMMON_TECHNOLOGY = c.RANGEKIT_REFUSAL_NO_COMMON_TECHNOLOGY  #: both list technologies, and share none
    FOREIGN_TOKEN = c.RANGEKIT_REFUSAL_FOREIGN_TOKEN  #: another system's token, which only that system can use


class Side(enum.IntEnum):
    """Whose lack it is."""

    LOCAL = c.RANGEKIT_SIDE_LOCAL
    PEER = c.RANGEKIT_SIDE_PEER


@dataclasses.dataclass(frozen=True)
class Refusal:
    """One reason why two devices cannot range as asked."""

    reason: int  #: a `RefusalReason`
    side: Side | None  #: None: neither's alone
    capability: Capability | None  #: the one that is missing; None where it is not about a capability
    option: Option | None  #: what cannot be had for this reason; None: ranging itself
    text: str  #: the refusal as a sentence, with what would help

    def __str__(self) -> str:
        return self.text


@dataclasses.dataclass(frozen=True)
class Configuration:
    """What two devices agreed to do. Devices that agree encode the same bytes."""

    kind: int = ConfigurationKind.PEER  #: a `ConfigurationKind`
    enabled: Option = _DISTANCE_ALONE  #: exactly what was asked for
    performance_generation: int = Generation.UNKNOWN  #: `Generation` FIRST or SECOND; UNKNOWN if a side does not say

    def encode(self) -> bytes:
        """The configuration as deterministic CBOR, at most `MAX_SIZE` bytes."""
        out = (ctypes.c_uint8 * MAX_SIZE)()
        length = ctypes.c_size_t()
        diagnostic = new_diagnostic()
        structure = default(c.rangekit_configuration, library.rangekit_configuration_default)
        structure.kind = as_integer("kind", self.kind, ctypes.c_int32)
        structure.enabled = as_integer("enabled", self.enabled, ctypes.c_uint32)
        structure.performance_generation = as_integer(
            "performance_generation", self.performance_generation, ctypes.c_uint32
        )
        check_message(library.rangekit_configuration_encode(structure, out, MAX_SIZE, length, diagnostic), diagnostic)
        return bytes(out[: length.value])

    @classmethod
    def decode(cls, data: bytes) -> Configuration:
        """Reads bytes that are one configuration and nothing else.

        Raises:
            MessageError: the bytes are not a configuration; it says where, which field, and what was expected.
        """
        data = as_bytes("data", data)
        structure = default(c.rangekit_configuration, library.rangekit_configuration_default)
        diagnostic = new_diagnostic()
        check_message(library.rangekit_configuration_decode(data, len(data), structure, diagnostic), diagnostic)
        return cls._from_structure(structure)

    @classmethod
    def _from_structure(cls, structure: c.rangekit_configuration) -> Configuration:
        return cls(
            known(ConfigurationKind, structure.kind),
            Option(structure.enabled),
            known(Generation, structure.performance_generation),
        )


def build(local: Token, peer: Token, options: Option = _DISTANCE_ALONE) -> Configuration:
    """The configuration for ranging with `peer`.

    Args:
        local: this device's own token: what this device can do.
        peer: the other device's token.
        options: what is wanted beyond a distance.

    Raises:
        IncompatibleError: the two cannot range as asked; `refusals` holds every reason at once, local
            before peer, ranging before options.
    """
    for name, token in (("local", local), ("peer", peer)):
        if not isinstance(token, Token):
            raise TypeError(f"{name} must be a Token, not {token!r}")
    request = default(c.rangekit_configuration_request, library.rangekit_configuration_request_default)
    request.options = as_integer("options", options, ctypes.c_uint32)
    configuration = default(c.rangekit_configuration, library.rangekit_configuration_default)
    refusals = (c.rangekit_refusal * c.RANGEKIT_REFUSALS_MAX_COUNT)()
    count = ctypes.c_size_t()
    status = library.rangekit_configuration_build(
        local._structure(), peer._structure(), request, configuration, refusals, len(refusals), count
    )
    if status == Status.ERROR_INCOMPATIBLE:
        reasons = [_refusal(refusal) for refusal in refusals[: count.value]]
        error = IncompatibleError(status, "; ".join(reason.text.rstrip(".") for reason in reasons))
        error.refusals = reasons
        raise error
    check(status)
    return Configuration._from_structure(configuration)


def _refusal(refusal: c.rangekit_refusal) -> Refusal:
    text = ctypes.create_string_buffer(c.RANGEKIT_REFUSAL_TEXT_MAX_SIZE)
    length = ctypes.c_size_t()
    check(library.rangekit_refusal_describe(refusal, text, len(text), length))
    return Refusal(
        known(RefusalReason, refusal.reason),
        Side(refusal.side) if refusal.side else None,
        Capability(refusal.capability) if refusal.capability else None,
        Option(refusal.option) if refusal.option else None,
        text.value.decode(),
    )
