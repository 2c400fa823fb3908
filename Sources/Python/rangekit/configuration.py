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
import uuid

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
    BACKGROUND = c.RANGEKIT_OPTION_BACKGROUND  #: go on while the application is in the background


_DISTANCE_ALONE = Option(0)


class ConfigurationKind(enum.IntEnum):
    """What kind of devices take part."""

    PEER = c.RANGEKIT_CONFIGURATION_KIND_PEER
    ACCESSORY = c.RANGEKIT_CONFIGURATION_KIND_ACCESSORY
    CHANNEL_SOUNDING = c.RANGEKIT_CONFIGURATION_KIND_CHANNEL_SOUNDING
    DL_TDOA = c.RANGEKIT_CONFIGURATION_KIND_DL_TDOA


class Condition(enum.IntFlag):
    """What holds on this device now."""

    ALLOWED = c.RANGEKIT_CONDITION_ALLOWED  #: the user allows ranging
    FOREGROUND = c.RANGEKIT_CONDITION_FOREGROUND  #: the application is in front
    RADIO_ON = c.RANGEKIT_CONDITION_RADIO_ON  #: Bluetooth is on
    LINK_UP = c.RANGEKIT_CONDITION_LINK_UP  #: the accessory is connected
    PAIRED = c.RANGEKIT_CONDITION_PAIRED
    LOCATION_ALLOWED = c.RANGEKIT_CONDITION_LOCATION_ALLOWED
    POSE_SOURCE = c.RANGEKIT_CONDITION_POSE_SOURCE  #: one is attached
    POSE_SOURCE_LATE = c.RANGEKIT_CONDITION_POSE_SOURCE_LATE  #: after run
    POSE_SOURCE_SECOND = c.RANGEKIT_CONDITION_POSE_SOURCE_SECOND  #: another session of this device has one
    WORLD_GRAVITY = c.RANGEKIT_CONDITION_WORLD_GRAVITY  #: world alignment gravity
    WORLD_COLLABORATION = c.RANGEKIT_CONDITION_WORLD_COLLABORATION
    FACE_TRACKING = c.RANGEKIT_CONDITION_FACE_TRACKING
    WORLD_INITIAL_MAP = c.RANGEKIT_CONDITION_WORLD_INITIAL_MAP
    WORLD_RELOCALISATION = c.RANGEKIT_CONDITION_WORLD_RELOCALISATION


class Readiness(enum.IntFlag):
    """What a Channel Sounding accessory has, beside its Bluetooth version and T_FCS."""

    REFLECTOR = c.RANGEKIT_READINESS_REFLECTOR
    INLINE_PCT = c.RANGEKIT_READINESS_INLINE_PCT
    MODE_0 = c.RANGEKIT_READINESS_MODE_0
    MODE_2 = c.RANGEKIT_READINESS_MODE_2


class Discovery(enum.IntEnum):
    """How a DL-TDoA network is found."""

    BLUETOOTH = c.RANGEKIT_DISCOVERY_BLUETOOTH
    WIFI = c.RANGEKIT_DISCOVERY_WIFI


class RefusalReason(enum.IntEnum):
    """Why two devices cannot range as asked."""

    CAPABILITY_MISSING = c.RANGEKIT_REFUSAL_CAPABILITY_MISSING  #: the side says it lacks the capability
    CAPABILITY_UNKNOWN = c.RANGEKIT_REFUSAL_CAPABILITY_UNKNOWN  #: the side does not say whether it has it
    SAME_DEVICE = c.RANGEKIT_REFUSAL_SAME_DEVICE  #: the peer's token is this device's own
    NO_COMMON_TECHNOLOGY = c.RANGEKIT_REFUSAL_NO_COMMON_TECHNOLOGY  #: both list technologies, and share none
    FOREIGN_TOKEN = c.RANGEKIT_REFUSAL_FOREIGN_TOKEN  #: another system's token, which only that system can use
    OPTION_NOT_OFFERED = c.RANGEKIT_REFUSAL_OPTION_NOT_OFFERED  #: the kind does not have the option
    BLUETOOTH_PEER_MISSING = c.RANGEKIT_REFUSAL_BLUETOOTH_PEER_MISSING
    NETWORK_MISSING = c.RANGEKIT_REFUSAL_NETWORK_MISSING
    NOT_ALLOWED = c.RANGEKIT_REFUSAL_NOT_ALLOWED
    NOT_FOREGROUND = c.RANGEKIT_REFUSAL_NOT_FOREGROUND
    RADIO_OFF = c.RANGEKIT_REFUSAL_RADIO_OFF
    LINK_DOWN = c.RANGEKIT_REFUSAL_LINK_DOWN
    NOT_PAIRED = c.RANGEKIT_REFUSAL_NOT_PAIRED
    LOCATION_NOT_ALLOWED = c.RANGEKIT_REFUSAL_LOCATION_NOT_ALLOWED
    POSE_SOURCE_UNUSED = c.RANGEKIT_REFUSAL_POSE_SOURCE_UNUSED  #: attached without camera assistance
    POSE_SOURCE_MISSING = c.RANGEKIT_REFUSAL_POSE_SOURCE_MISSING
    POSE_SOURCE_LATE = c.RANGEKIT_REFUSAL_POSE_SOURCE_LATE
    POSE_SOURCE_SECOND = c.RANGEKIT_REFUSAL_POSE_SOURCE_SECOND
    WORLD_ALIGNMENT = c.RANGEKIT_REFUSAL_WORLD_ALIGNMENT
    WORLD_COLLABORATION = c.RANGEKIT_REFUSAL_WORLD_COLLABORATION
    FACE_TRACKING = c.RANGEKIT_REFUSAL_FACE_TRACKING
    WORLD_INITIAL_MAP = c.RANGEKIT_REFUSAL_WORLD_INITIAL_MAP
    WORLD_RELOCALISATION = c.RANGEKIT_REFUSAL_WORLD_RELOCALISATION
    BLUETOOTH_VERSION = c.RANGEKIT_REFUSAL_BLUETOOTH_VERSION  #: below 6.3
    REFLECTOR_ROLE = c.RANGEKIT_REFUSAL_REFLECTOR_ROLE
    INLINE_PCT = c.RANGEKIT_REFUSAL_INLINE_PCT
    MODE_0 = c.RANGEKIT_REFUSAL_MODE_0
    MODE_2 = c.RANGEKIT_REFUSAL_MODE_2
    T_FCS = c.RANGEKIT_REFUSAL_T_FCS  #: below 100 microseconds


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
    network: int | None = None  #: DL-TDoA: the session id of its anchors
    discovery: int = Discovery.BLUETOOTH  #: DL-TDoA: a `Discovery`
    bluetooth_peer: uuid.UUID | None = None  #: this system's identifier of the accessory; not encoded
    previous_bluetooth_peer: uuid.UUID | None = None  #: the one before; not encoded
    role: int = c.RANGEKIT_CS_INITIATOR  #: Channel Sounding: 0 initiator, 1 reflector; not encoded

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
        if self.network is not None:
            structure.fields = c.RANGEKIT_CONFIGURATION_HAS_NETWORK
            structure.network = as_integer("network", self.network, ctypes.c_uint32)
            structure.discovery = as_integer("discovery", self.discovery, ctypes.c_uint32)
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
            structure.network if structure.fields & c.RANGEKIT_CONFIGURATION_HAS_NETWORK else None,
            known(Discovery, structure.discovery),
            _identifier(structure, c.RANGEKIT_CONFIGURATION_HAS_BLUETOOTH_PEER, structure.bluetooth_peer),
            _identifier(
                structure, c.RANGEKIT_CONFIGURATION_HAS_PREVIOUS_BLUETOOTH_PEER, structure.previous_bluetooth_peer
            ),
            structure.role,
        )


def _identifier(structure: c.rangekit_configuration, bit: int, value: ctypes.Array[ctypes.c_uint8]) -> uuid.UUID | None:
    return uuid.UUID(bytes=bytes(value)) if structure.fields & bit else None


@dataclasses.dataclass(frozen=True)
class ChannelSoundingAccessory:
    """What a Channel Sounding accessory has; a build names each lack."""

    readiness: Readiness
    bluetooth_version: tuple[int, int]  #: (6, 3)
    t_fcs_us: int  #: the longest frequency change it supports


def build(
    local: Token,
    peer: Token | None,
    options: Option = _DISTANCE_ALONE,
    *,
    kind: ConfigurationKind = ConfigurationKind.PEER,
    conditions: Condition | None = None,
    accessory: ChannelSoundingAccessory | None = None,
    bluetooth_peer: uuid.UUID | None = None,
    previous_bluetooth_peer: uuid.UUID | None = None,
    network: int | None = None,
    discovery: Discovery = Discovery.BLUETOOTH,
    role: int = c.RANGEKIT_CS_INITIATOR,
) -> Configuration:
    """The configuration for ranging with `peer`.

    Args:
        local: this device's own token: what this device can do.
        peer: the other device's token; None for DL-TDoA.
        options: what is wanted beyond a distance.
        kind: PEER (peer or accessory, as the tokens say), CHANNEL_SOUNDING or DL_TDOA.
        conditions: all that hold on this device; None: not checked.
        accessory: what the Channel Sounding accessory has; None: not checked.
        bluetooth_peer: the system's identifier of the accessory.
        previous_bluetooth_peer: the one before.
        network: DL-TDoA, the session id of its anchors.
        discovery: DL-TDoA, how the network is found.
        role: Channel Sounding, this side's: 0 initiator, 1 reflector.

    Raises:
        IncompatibleError: the two cannot range as asked; `refusals` holds every reason at once, ranging before
            options, then neither's, local, peer.
    """
    tdoa = kind == ConfigurationKind.DL_TDOA
    for name, token in (("local", local), ("peer", peer)):
        if not isinstance(token, Token) and not (tdoa and name == "peer" and token is None):
            raise TypeError(f"{name} must be a Token, not {token!r}")
    request = default(c.rangekit_configuration_request, library.rangekit_configuration_request_default)
    request.options = as_integer("options", options, ctypes.c_uint32)
    request.kind = as_integer("kind", kind, ctypes.c_int32)
    request.role = as_integer("role", role, ctypes.c_uint32)
    if conditions is not None:
        request.fields |= c.RANGEKIT_REQUEST_HAS_CONDITIONS
        request.conditions = as_integer("conditions", conditions, ctypes.c_uint32)
    if accessory is not None:
        major, minor = (as_integer("bluetooth_version", part, ctypes.c_uint8) for part in accessory.bluetooth_version)
        request.fields |= c.RANGEKIT_REQUEST_HAS_READINESS
        request.readiness = as_integer("readiness", accessory.readiness, ctypes.c_uint32)
        request.bluetooth_version = major << 8 | minor
        request.t_fcs_us = as_integer("t_fcs_us", accessory.t_fcs_us, ctypes.c_uint16)
    if network is not None:
        request.fields |= c.RANGEKIT_REQUEST_HAS_NETWORK
        request.network = as_integer("network", network, ctypes.c_uint32)
        request.discovery = as_integer("discovery", discovery, ctypes.c_uint32)
    if bluetooth_peer is not None:
        request.fields |= c.RANGEKIT_REQUEST_HAS_BLUETOOTH_PEER
        request.bluetooth_peer[:] = bluetooth_peer.bytes
    if previous_bluetooth_peer is not None:
        request.fields |= c.RANGEKIT_REQUEST_HAS_PREVIOUS_BLUETOOTH_PEER
        request.previous_bluetooth_peer[:] = previous_bluetooth_peer.bytes
    configuration = default(c.rangekit_configuration, library.rangekit_configuration_default)
    refusals = (c.rangekit_refusal * c.RANGEKIT_REFUSALS_MAX_COUNT)()
    count = ctypes.c_size_t()
    status = library.rangekit_configuration_build(
        local._structure(),
        None if peer is None else peer._structure(),
        request,
        configuration,
        refusals,
        len(refusals),
        count,
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
