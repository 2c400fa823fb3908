"""capability.h: what a device can do, what is known of a model, and what a product can offer.

mine = Capabilities.of_model("iPhone16,1", 26)
print(assess(mine, Capabilities.of_token(peer)))
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_integer, default, known
from rangekit.base import Capability, Generation, flag_names
from rangekit.errors import check
from rangekit.token import Token

_NONE = Capability(0)
_ALL = Capability(c.RANGEKIT_CAPABILITIES_ALL)


class Experience(enum.IntEnum):
    """What a product can offer, from the least to the best."""

    UNSUPPORTED = c.RANGEKIT_EXPERIENCE_UNSUPPORTED  #: no distance
    DISTANCE_ONLY = c.RANGEKIT_EXPERIENCE_DISTANCE_ONLY  #: how far
    DIRECTION = c.RANGEKIT_EXPERIENCE_DIRECTION  #: and which way, where the antennas see it
    GUIDED = c.RANGEKIT_EXPERIENCE_GUIDED  #: and where in the world, with the camera


@dataclasses.dataclass(frozen=True)
class Capabilities:
    """What is known of a device: each capability is there, lacking, or unknown."""

    available: Capability = _NONE  #: what it has; a subset of `known`
    known: Capability = _NONE  #: what is known either way
    generation: int = Generation.UNKNOWN  #: a `Generation`

    @classmethod
    def stated(cls, capabilities: Capability, generation: int = Generation.UNKNOWN) -> Capabilities:
        """A device that states all that it can do."""
        return cls(capabilities & _ALL, _ALL, generation)

    @classmethod
    def of_token(cls, token: Token) -> Capabilities:
        """What a token states; without capabilities in it, what its technologies imply."""
        if not isinstance(token, Token):
            raise TypeError(f"token must be a Token, not {token!r}")
        structure = default(c.rangekit_capabilities, library.rangekit_capabilities_default)
        check(library.rangekit_capabilities_of_token(token._structure(), structure))
        return cls._from_structure(structure)

    @classmethod
    def of_model(cls, model: str, version: int = 0) -> Capabilities:
        """What is known of a model; nothing where the table does not have it.

        Args:
            model: the hardware identifier as the system gives it: "iPhone16,1", "Watch7,5", "Pixel 8 Pro".
            version: major version of iOS, watchOS or Android; 0: unknown.
        """
        if not isinstance(model, str):
            raise TypeError(f"model must be a string, not {model!r}")
        data = model.encode()
        structure = default(c.rangekit_capabilities, library.rangekit_capabilities_default)
        major = as_integer("version", version, ctypes.c_uint32)
        check(library.rangekit_capabilities_of_model(data, len(data), major, structure))
        return cls._from_structure(structure)

    @property
    def lacking(self) -> Capability:
        """What it is known not to have."""
        return self.known & ~self.available

    @property
    def unknown(self) -> Capability:
        """What nobody says."""
        return _ALL & ~self.known

    def __str__(self) -> str:
        parts = [
            f"{word} {', '.join(flag_names(flags))}"
            for word, flags in (("has", self.available), ("lacks", self.lacking), ("unknown:", self.unknown))
            if flags
        ]
        return "; ".join(parts)

    def _structure(self) -> c.rangekit_capabilities:
        structure = default(c.rangekit_capabilities, library.rangekit_capabilities_default)
        for name in ("available", "known", "generation"):
            setattr(structure, name, as_integer(name, getattr(self, name), ctypes.c_uint32))
        return structure

    @classmethod
    def _from_structure(cls, structure: c.rangekit_capabilities) -> Capabilities:
        return cls(
            Capability(structure.available), Capability(structure.known), known(Generation, structure.generation)
        )


@dataclasses.dataclass(frozen=True)
class Assessment:
    """What two devices can offer together, as far as it is known."""

    certain: Experience  #: from what is known to be there
    possible: Experience  #: if all that is unknown were there
    locates_moving: bool | None  #: whether devices that move can be located; None: unknown
    performance: int  #: `Generation` FIRST or SECOND; UNKNOWN if a side does not say
    guided_local: Capability  #: what this side lacks or does not state for the guided experience
    guided_peer: Capability
    moving_local: Capability  #: what this side lacks or does not state for locating devices that move
    moving_peer: Capability

    def __str__(self) -> str:
        text = self.certain.name.lower().replace("_", " ")
        if self.possible != self.certain:
            text += f", perhaps {self.possible.name.lower().replace('_', ' ')}"
        return text


def assess(local: Capabilities, peer: Capabilities) -> Assessment:
    """What this device and a peer can offer together.

    Raises:
        ArgumentError: a device has what is not known of it.
    """
    result = default(c.rangekit_experience, library.rangekit_experience_default)
    check(library.rangekit_experience_assess(local._structure(), peer._structure(), result))
    moving = {c.RANGEKIT_MOVING_NO: False, c.RANGEKIT_MOVING_YES: True}.get(result.moving)
    return Assessment(
        Experience(result.certain),
        Experience(result.possible),
        moving,
        known(Generation, result.performance),
        Capability(result.guided_local),
        Capability(result.guided_peer),
        Capability(result.moving_local),
        Capability(result.moving_peer),
    )


def performance(a: int, b: int) -> int:
    """The performance that two generations reach together: `Generation` FIRST, SECOND or UNKNOWN."""
    numbers = (as_integer(name, value, ctypes.c_uint32) for name, value in (("a", a), ("b", b)))
    return known(Generation, library.rangekit_generation_performance(*numbers))
