"""channel_sounding.h: what one HCI event holds beside its steps, and the numbers that stand in it.

    event = decode_event(data)
    steps = decode_steps(event.steps, event.antenna_path_count)

To turn a whole measurement into tones use `rangekit.channel_sounding.Collector`.
"""

from __future__ import annotations

import ctypes
import dataclasses

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_bytes, as_integer, default
from rangekit.errors import check, check_message, new_diagnostic


@dataclasses.dataclass(frozen=True)
class Event:
    """One subevent result or its continuation. What a continuation does not say is None.

    `steps` are the bytes of `step_count` steps; `reference_power_dbm` is None where it is not available.
    """

    connection_handle: int
    configuration: int
    start_event: int | None
    procedure_counter: int | None
    frequency_offset_ppm: float | None
    reference_power_dbm: int | None
    procedure_done: int
    subevent_done: int
    abort_procedure: int
    abort_subevent: int
    antenna_path_count: int
    step_count: int
    steps: bytes

    @property
    def continues(self) -> bool:
        """Whether it goes on with the subevent of the event before."""
        return self.procedure_counter is None


def decode_event(data: bytes) -> Event:
    """Reads one event, from its packet type or its subevent code on.

    Raises:
        MessageError: bytes that are no such event; it says where and what was expected.
    """
    data, diagnostic = as_bytes("data", data), new_diagnostic()
    event = default(c.rangekit_cs_event, library.rangekit_cs_event_default)
    check_message(library.rangekit_cs_event_decode(data, len(data), event, diagnostic), diagnostic)
    first = not event.fields & c.RANGEKIT_CS_EVENT_CONTINUES
    power = event.reference_power_dbm
    return Event(
        event.connection_handle,
        event.configuration,
        event.start_event if first else None,
        event.procedure_counter if first else None,
        frequency_offset_ppm(event.frequency_compensation) if first else None,
        power if first and power != c.RANGEKIT_CS_RSSI_NOT_AVAILABLE else None,
        event.procedure_done,
        event.subevent_done,
        event.abort_procedure,
        event.abort_subevent,
        event.antenna_path_count,
        event.step_count,
        data[event.steps_offset : event.steps_offset + event.steps_size],
    )


def frequency_offset_ppm(raw: int) -> float | None:
    """A frequency offset as 16 bits of an event state it, in ppm; None: not available."""
    offset, present = ctypes.c_float(), ctypes.c_uint32()
    check(library.rangekit_cs_frequency_offset(as_integer("raw", raw, ctypes.c_uint16), offset, present))
    return offset.value if present.value else None


def antenna_paths(antenna_path_count: int, permutation: int) -> tuple[int, ...]:
    """The antenna path, from 0, of each tone slot: four and the extension slot.

    Raises:
        ArgumentError: a count that is not 1 to 4, or no such permutation.
    """
    paths = (ctypes.c_uint8 * 5)()
    count = as_integer("antenna_path_count", antenna_path_count, ctypes.c_uint32)
    check(library.rangekit_cs_permutation(count, as_integer("permutation", permutation, ctypes.c_uint32), paths))
    return tuple(paths)
