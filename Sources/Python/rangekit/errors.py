"""Exceptions: every status other than OK, with its name, its sentence and, for messages, the place."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from rangekit import _bindings as c
from rangekit._library import library
from rangekit.base import Status, status_message, status_name

if TYPE_CHECKING:
    pass


class RangeKitError(Exception):
    """A status other than OK, raised.

    Attributes:
        status: the status, a `Status` (a plain int if this package does not know it).
        name: its identifier, "RANGEKIT_ERROR_TRUNCATED" for example.
        message: a sentence: what was wrong, where, and what would be right as far as that is known.
        byte_offset: where in a message the error is, in bytes; None where that does not apply.
        field: the field of the message, "token.identity" for example, or None.
        expected: what would have been right, as a number whose meaning depends on the status, or None.
        found: what was there instead, or None.
    """

    def __init__(self, status: int, message: str = "") -> None:
        super().__init__(status, message)
        self.status: int = Status(status) if status in Status._value2member_map_ else status
        self.name: str = status_name(status)
        self.message: str = message or status_message(status)
        self.byte_offset: int | None = None
        self.field: str | None = None
        self.expected: int | None = None
        self.found: int | None = None

    def __str__(self) -> str:
        return f"{self.name}: {self.message}"


class ArgumentError(RangeKitError, ValueError):
    """What was passed cannot be used (statuses -1 to -99, but for memory).

    Attributes:
        accepted_count: of a batch that stops at the first refused element: how many were taken before it.
        accepted: what came of those, a `QualityBatch` for example; None if the call was not a batch, or none of it was
            looked at.
    """

    accepted_count: int = 0
    accepted: Any = None


class OutOfMemoryError(RangeKitError, MemoryError):
    """The library could not allocate."""


class MessageError(RangeKitError, ValueError):
    """Bytes, or a value to be encoded, are not a valid message (statuses -100 to -199, -500 to -749, -950 to -979)."""


class ProtectionError(MessageError):
    """A message that its receiver's policy refuses: forged, replayed, downgraded (-130 to -144)."""


class ExchangeError(RangeKitError, ValueError):
    """A ranging exchange whose timestamps cannot mean what they say (statuses -200 to -299, without those of
    MeasurementError)."""


class MeasurementError(RangeKitError, ValueError):
    """A measurement, a table or a set of labels that cannot mean what it says (statuses -210 to -229)."""


class IncompatibleError(RangeKitError):
    """Two devices cannot range as asked; `refusals` holds every reason (statuses -300 to -399)."""

    refusals: list[Any]  # list[rangekit.configuration.Refusal]


class PositionError(RangeKitError):
    """Measurements and anchors that give no position (statuses -400 to -469)."""


class LocatorError(RangeKitError, ValueError):
    """A locator has no such target, or no room for another one (statuses -470 to -499)."""


class ChannelSoundingError(RangeKitError, ValueError):
    """Channel Sounding data that do not fit the procedures at hand (statuses -850 to -899)."""


class SessionError(RangeKitError):
    """A session, a device or a ranger cannot do this now, or any more (statuses -900 to -949)."""


def error_for(status: int, message: str = "") -> RangeKitError:
    """The exception for a status, of the class of its family."""
    if status == Status.ERROR_OUT_OF_MEMORY:
        return OutOfMemoryError(status, message)
    if -100 < status < 0 or status == Status.ERROR_TOO_FEW_SAMPLES:
        return ArgumentError(status, message)
    if Status.ERROR_EXPIRED <= status <= Status.ERROR_PROTECTION_MISSING:
        return ProtectionError(status, message)
    if -200 < status <= -100 or -750 < status <= -500 or -980 < status <= -950:
        return MessageError(status, message)
    if status in (Status.ERROR_JSON_SYNTAX, Status.ERROR_JSON_TYPE):
        return MessageError(status, message)
    if -230 < status <= -210:
        return MeasurementError(status, message)
    if -300 < status <= -200:
        return ExchangeError(status, message)
    if -400 < status <= -300:
        return IncompatibleError(status, message)
    if -470 < status <= -400:
        return PositionError(status, message)
    if -500 < status <= -470:
        return LocatorError(status, message)
    if -900 < status <= -850:
        return ChannelSoundingError(status, message)
    if -950 < status <= -900:
        return SessionError(status, message)
    return RangeKitError(status, message)


def check(status: int, message: str = "") -> None:
    """Raises unless `status` is OK."""
    if status:
        raise error_for(status, message)


def new_diagnostic() -> c.rangekit_diagnostic:
    """A diagnostic for a decoder to fill."""
    return c.rangekit_diagnostic(struct_size=ctypes.sizeof(c.rangekit_diagnostic))


def check_message(status: int, diagnostic: c.rangekit_diagnostic) -> None:
    """Raises unless `status` is OK, with all that the diagnostic says."""
    if not status:
        return
    text = ctypes.create_string_buffer(c.RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE)
    length = ctypes.c_size_t()
    described = library.rangekit_diagnostic_describe(diagnostic, text, len(text), length) == c.RANGEKIT_OK
    error = error_for(status, text.value.decode() if described else "")
    if diagnostic.fields & c.RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET:
        error.byte_offset = diagnostic.byte_offset
    if diagnostic.fields & c.RANGEKIT_DIAGNOSTIC_HAS_FIELD:
        error.field = library.rangekit_field_name(diagnostic.field).decode()
    if diagnostic.fields & c.RANGEKIT_DIAGNOSTIC_HAS_EXPECTED:
        error.expected = diagnostic.expected
    if diagnostic.fields & c.RANGEKIT_DIAGNOSTIC_HAS_FOUND:
        error.found = diagnostic.found
    raise error
