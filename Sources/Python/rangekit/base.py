"""base.h: status codes, capabilities, device generations, versions."""

from __future__ import annotations

import enum

from rangekit import _bindings as c
from rangekit._library import library


class Status(enum.IntEnum):
    """What a call, a message or one row of a batch came to: 0, or a negative number that never changes meaning."""

    OK = c.RANGEKIT_OK

    ERROR_NULL_POINTER = c.RANGEKIT_ERROR_NULL_POINTER
    ERROR_MISALIGNED = c.RANGEKIT_ERROR_MISALIGNED
    ERROR_STRUCT_SIZE = c.RANGEKIT_ERROR_STRUCT_SIZE
    ERROR_UNKNOWN_OPTION = c.RANGEKIT_ERROR_UNKNOWN_OPTION
    ERROR_BUFFER_TOO_SMALL = c.RANGEKIT_ERROR_BUFFER_TOO_SMALL
    ERROR_OUT_OF_MEMORY = c.RANGEKIT_ERROR_OUT_OF_MEMORY
    ERROR_INVALID_HANDLE = c.RANGEKIT_ERROR_INVALID_HANDLE
    ERROR_NOT_FINITE = c.RANGEKIT_ERROR_NOT_FINITE
    ERROR_OUT_OF_RANGE = c.RANGEKIT_ERROR_OUT_OF_RANGE
    ERROR_MISSING_VALUE = c.RANGEKIT_ERROR_MISSING_VALUE
    ERROR_TIME_BACKWARDS = c.RANGEKIT_ERROR_TIME_BACKWARDS

    ERROR_TRUNCATED = c.RANGEKIT_ERROR_TRUNCATED
    ERROR_MALFORMED = c.RANGEKIT_ERROR_MALFORMED
    ERROR_INDEFINITE_LENGTH = c.RANGEKIT_ERROR_INDEFINITE_LENGTH
    ERROR_NOT_SHORTEST = c.RANGEKIT_ERROR_NOT_SHORTEST
    ERROR_KEY_ORDER = c.RANGEKIT_ERROR_KEY_ORDER
    ERROR_DUPLICATE_KEY = c.RANGEKIT_ERROR_DUPLICATE_KEY
    ERROR_TOO_DEEP = c.RANGEKIT_ERROR_TOO_DEEP
    ERROR_COUNT_TOO_LARGE = c.RANGEKIT_ERROR_COUNT_TOO_LARGE
    ERROR_INVALID_UTF8 = c.RANGEKIT_ERROR_INVALID_UTF8
    ERROR_TRAILING_BYTES = c.RANGEKIT_ERROR_TRAILING_BYTES
    ERROR_TAG_REFUSED = c.RANGEKIT_ERROR_TAG_REFUSED
    ERROR_SIMPLE_REFUSED = c.RANGEKIT_ERROR_SIMPLE_REFUSED
    ERROR_WRONG_TYPE = c.RANGEKIT_ERROR_WRONG_TYPE
    ERROR_MISSING_FIELD = c.RANGEKIT_ERROR_MISSING_FIELD
    ERROR_WRONG_LENGTH = c.RANGEKIT_ERROR_WRONG_LENGTH
    ERROR_INVALID_VALUE = c.RANGEKIT_ERROR_INVALID_VALUE
    ERROR_UNKNOWN_VERSION = c.RANGEKIT_ERROR_UNKNOWN_VERSION
    ERROR_FIELD_NOT_ALLOWED = c.RANGEKIT_ERROR_FIELD_NOT_ALLOWED
    ERROR_TOO_LARGE = c.RANGEKIT_ERROR_TOO_LARGE

    ERROR_TIMESTAMP_RANGE = c.RANGEKIT_ERROR_TIMESTAMP_RANGE
    ERROR_INTERVAL_ZERO = c.RANGEKIT_ERROR_INTERVAL_ZERO
    ERROR_INTERVAL_TOO_LONG = c.RANGEKIT_ERROR_INTERVAL_TOO_LONG
    ERROR_INTERVAL_OVER_LIMIT = c.RANGEKIT_ERROR_INTERVAL_OVER_LIMIT
    ERROR_REPLY_EXCEEDS_ROUND = c.RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND
    ERROR_CLOCK_OFFSET_RANGE = c.RANGEKIT_ERROR_CLOCK_OFFSET_RANGE

    ERROR_INCOMPATIBLE = c.RANGEKIT_ERROR_INCOMPATIBLE
    ERROR_TOO_MANY_TARGETS = c.RANGEKIT_ERROR_TOO_MANY_TARGETS
    ERROR_UNKNOWN_TARGET = c.RANGEKIT_ERROR_UNKNOWN_TARGET

    @property
    def identifier(self) -> str:
        """The name in the C contract, "RANGEKIT_ERROR_TRUNCATED" for example."""
        return status_name(self)

    @property
    def message(self) -> str:
        """One sentence in English."""
        return status_message(self)


def status_name(status: int) -> str:
    """The identifier of any status number; "RANGEKIT_ERROR_UNKNOWN" for one that the library does not know."""
    return str(library.rangekit_status_name(status).decode())


def status_message(status: int) -> str:
    """One sentence in English for any status number."""
    return str(library.rangekit_status_message(status).decode())


class Capability(enum.IntFlag):
    """What a device can do. Bits without a name here are kept."""

    PRECISE_DISTANCE = c.RANGEKIT_CAPABILITY_PRECISE_DISTANCE
    COARSE_DISTANCE = c.RANGEKIT_CAPABILITY_COARSE_DISTANCE
    DIRECTION = c.RANGEKIT_CAPABILITY_DIRECTION
    CAMERA_ASSISTANCE = c.RANGEKIT_CAPABILITY_CAMERA_ASSISTANCE
    EXTENDED_DISTANCE = c.RANGEKIT_CAPABILITY_EXTENDED_DISTANCE
    DL_TDOA = c.RANGEKIT_CAPABILITY_DL_TDOA
    CHANNEL_SOUNDING = c.RANGEKIT_CAPABILITY_CHANNEL_SOUNDING


class Generation(enum.IntEnum):
    """Generations of ultra-wideband hardware. A second next to a first ranges at first-generation performance."""

    UNKNOWN = c.RANGEKIT_GENERATION_UNKNOWN
    FIRST = c.RANGEKIT_GENERATION_FIRST
    SECOND = c.RANGEKIT_GENERATION_SECOND
    THIRD_PARTY = c.RANGEKIT_GENERATION_THIRD_PARTY


class Feature(enum.IntFlag):
    """What the loaded library contains."""

    TOKEN = c.RANGEKIT_FEATURE_TOKEN
    CONFIGURATION = c.RANGEKIT_FEATURE_CONFIGURATION
    TWR = c.RANGEKIT_FEATURE_TWR
    QUALITY = c.RANGEKIT_FEATURE_QUALITY
    LOCATOR = c.RANGEKIT_FEATURE_LOCATOR
    LIBCBOR = c.RANGEKIT_FEATURE_LIBCBOR


def abi_version() -> int:
    """The ABI version of the loaded library."""
    return int(library.rangekit_abi_version())


def library_version() -> str:
    """The loaded library's version, "0.1.0" for example."""
    return str(library.rangekit_version_string().decode())


def features() -> Feature:
    """What the loaded library contains."""
    return Feature(library.rangekit_features())


def flag_names(flags: enum.IntFlag) -> list[str]:
    """The names of the set bits in lower case; a bit without a name as its hexadecimal value."""
    names = {member.value: str(member.name).lower() for member in type(flags)}
    bits = (1 << position for position in range(int(flags).bit_length()))
    return [names.get(bit, hex(bit)) for bit in bits if flags & bit]
