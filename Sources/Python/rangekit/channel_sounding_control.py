"""channel_sounding.h: messages of the Ranging Service's control point.

request = ControlPoint(ControlOpcode.RETRIEVE_LOST_SEGMENTS, procedure_counter=7, first_segment=3, last_segment=255)
print(request.encode().hex(), ControlPoint.decode(request.encode()) == request)
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_bytes, as_integer, default
from rangekit.channel_sounding import bytes_out
from rangekit.errors import check_message, new_diagnostic


class ControlOpcode(enum.IntEnum):
    """Messages to the Ranging Service's control point."""

    GET_RANGING_DATA = c.RANGEKIT_CS_CONTROL_GET_RANGING_DATA
    ACKNOWLEDGE = c.RANGEKIT_CS_CONTROL_ACKNOWLEDGE
    RETRIEVE_LOST_SEGMENTS = c.RANGEKIT_CS_CONTROL_RETRIEVE_LOST_SEGMENTS
    ABORT = c.RANGEKIT_CS_CONTROL_ABORT
    SET_FILTER = c.RANGEKIT_CS_CONTROL_SET_FILTER


class ControlResponse(enum.IntEnum):
    """Messages from it."""

    COMPLETE = c.RANGEKIT_CS_CONTROL_COMPLETE
    COMPLETE_LOST_SEGMENTS = c.RANGEKIT_CS_CONTROL_COMPLETE_LOST_SEGMENTS
    RESPONSE_CODE = c.RANGEKIT_CS_CONTROL_RESPONSE_CODE


@dataclasses.dataclass(frozen=True)
class ControlPoint:
    """A message of the Ranging Service's control point; what its opcode does not have is 0."""

    opcode: ControlOpcode | ControlResponse
    procedure_counter: int = 0
    first_segment: int = 0
    last_segment: int = 0  #: 255: to the last
    filter_mode: int = 0
    filter: int = 0
    response_code: int = 0

    def encode(self) -> bytes:
        """The message's bytes."""
        message = default(c.rangekit_cs_control_point, library.rangekit_cs_control_point_default)
        message.response = int(isinstance(self.opcode, ControlResponse))
        for field in dataclasses.fields(self):
            setattr(message, field.name, as_integer(field.name, getattr(self, field.name), ctypes.c_uint32))
        return bytes_out(library.rangekit_cs_control_point_encode, message)

    @staticmethod
    def decode(data: bytes, *, response: bool = False) -> ControlPoint:
        """Reads a message to the server, or a `response` from it."""
        data, diagnostic = as_bytes("data", data), new_diagnostic()
        message = default(c.rangekit_cs_control_point, library.rangekit_cs_control_point_default)
        check_message(
            library.rangekit_cs_control_point_decode(data, len(data), int(response), message, diagnostic), diagnostic
        )
        kind = ControlResponse if response else ControlOpcode
        names = [field.name for field in dataclasses.fields(ControlPoint)[1:]]
        return ControlPoint(kind(message.opcode), **{name: getattr(message, name) for name in names})
