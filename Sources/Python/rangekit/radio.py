"""radio.h: what a radio can do, how often it should range, and what that costs.

for change in feasible(Radio.preset(RadioPreset.ANDROID), parameters).findings:
    print(change)
print(choose_pace(inside=True, boundary_m=2.0, speed_mps=-1.0))
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Iterable
from typing import Any, NamedTuple

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_float, as_integer, assign, default
from rangekit.errors import check
from rangekit.parameters import NAMES, Parameters


class RadioPreset(enum.IntEnum):
    """What known stacks offer; radio.h says it, with its sources."""

    FIRA = c.RANGEKIT_RADIO_PRESET_FIRA
    ANDROID = c.RANGEKIT_RADIO_PRESET_ANDROID
    IPHONE = c.RANGEKIT_RADIO_PRESET_IPHONE


@dataclasses.dataclass(frozen=True)
class Radio:
    """What a radio offers; nothing given: anything."""

    channels: tuple[int, ...] = ()
    preamble_codes: tuple[int, ...] = ()
    slot_durations_rstu: tuple[int, ...] = ()  #: ascending, at most 8
    intervals_ms: tuple[int, ...] = ()  #: ascending, at most 8

    @classmethod
    def preset(cls, preset: RadioPreset) -> Radio:
        """What a known stack offers."""
        structure = default(c.rangekit_radio, library.rangekit_radio_default)
        number = as_integer("preset", preset, ctypes.c_int32)
        check(library.rangekit_radio_preset(number, structure), f"there is no preset {number}")
        return cls(
            _bits(structure.channels),
            _bits(structure.preamble_codes),
            tuple(value for value in structure.slot_durations_rstu if value),
            tuple(value for value in structure.intervals_ms if value),
        )

    def _structure(self) -> c.rangekit_radio:
        structure = default(c.rangekit_radio, library.rangekit_radio_default)
        structure.channels = as_integer("channels", _mask(self.channels), ctypes.c_uint32)
        structure.preamble_codes = as_integer("preamble_codes", _mask(self.preamble_codes), ctypes.c_uint64)
        for name in ("slot_durations_rstu", "intervals_ms"):
            values = getattr(self, name)
            if len(values) > c.RANGEKIT_RADIO_CHOICES:
                raise ValueError(f"{name} has {len(values)} choices; at most {c.RANGEKIT_RADIO_CHOICES} are possible")
            for index, value in enumerate(values):
                getattr(structure, name)[index] = as_integer(name, value, ctypes.c_uint32)
        return structure


@dataclasses.dataclass(frozen=True)
class RadioFinding:
    """One thing that the radio does not do."""

    parameter: str
    reason: str  #: "not_offered" or "round_too_long"
    wanted: int
    nearest: int  #: what the radio does instead

    def __str__(self) -> str:
        why = "is not offered" if self.reason == "not_offered" else "does not hold the round"
        return f"{self.parameter} {self.wanted} {why}; the nearest is {self.nearest}"


class Feasibility(NamedTuple):
    """What a radio does not do, and the parameters that it does instead."""

    findings: list[RadioFinding]
    nearest: Parameters


def feasible(radio: Radio, wanted: Parameters) -> Feasibility:
    """Compares what is wanted with what a radio does; no findings: feasible as it is."""
    nearest = default(c.rangekit_parameters, library.rangekit_parameters_default)
    findings = (c.rangekit_radio_finding * c.RANGEKIT_RADIO_FINDINGS_MAX_COUNT)()
    count = ctypes.c_size_t()
    check(
        library.rangekit_radio_feasible(
            radio._structure(), wanted._structure(), nearest, findings, len(findings), count
        ),
        "slot durations and intervals must be ascending, and above 0",
    )
    return Feasibility(
        [
            RadioFinding(
                NAMES[finding.parameter],
                library.rangekit_radio_reason_name(finding.reason).decode(),
                finding.wanted,
                finding.nearest,
            )
            for finding in findings[: count.value]
        ],
        Parameters._from_structure(nearest),
    )


class PaceRate(enum.IntEnum):
    """How often to range."""

    STOP = c.RANGEKIT_PACE_STOP
    INFREQUENT = c.RANGEKIT_PACE_INFREQUENT
    NORMAL = c.RANGEKIT_PACE_NORMAL
    FREQUENT = c.RANGEKIT_PACE_FREQUENT


class PaceCause(enum.IntEnum):
    """Why."""

    ACTIVE = c.RANGEKIT_PACE_CAUSE_ACTIVE  #: stop: ranging for too long
    ABSENT = c.RANGEKIT_PACE_CAUSE_ABSENT  #: stop: no distance for too long
    AT_REST = c.RANGEKIT_PACE_CAUSE_AT_REST  #: both at rest: slower, and in the end stop
    BOUNDARY = c.RANGEKIT_PACE_CAUSE_BOUNDARY  #: faster: a zone is about to change
    ZONE = c.RANGEKIT_PACE_CAUSE_ZONE  #: inside a zone
    FAR = c.RANGEKIT_PACE_CAUSE_FAR  #: outside


@dataclasses.dataclass(frozen=True)
class Pace:
    """How often to range now."""

    rate: PaceRate
    cause: PaceCause
    interval_ms: int  #: 0: stop
    radio_ms_per_minute: int  #: how long the radio is on in a minute


def choose_pace(
    *,
    inside: bool = False,
    still: bool = False,
    moving: bool = False,
    still_ns: int = 0,
    absent_ns: int = 0,
    active_ns: int = 0,
    boundary_m: float | None = None,
    speed_mps: float | None = None,
    **options: Any,
) -> Pace:
    """How often to range now.

    Args:
        inside: inside a zone.
        still: both are at rest; still_ns says for how long.
        moving: one of the two moves.
        absent_ns: since the last distance.
        active_ns: since ranging began.
        boundary_m: to the nearest distance at which a zone changes.
        speed_mps: either sign.
        **options: technology, still_stop_ns, absent_stop_ns, active_stop_ns, exchange_us, samples_needed,
            walking_mps.
    """
    chosen = default(c.rangekit_pace_options, library.rangekit_pace_options_default)
    assign(chosen, options)
    state = default(c.rangekit_pace_state, library.rangekit_pace_state_default)
    for name, value in (("still_ns", still_ns), ("absent_ns", absent_ns), ("active_ns", active_ns)):
        setattr(state, name, as_integer(name, value, ctypes.c_int64))
    bits = ((inside, c.RANGEKIT_PACE_INSIDE), (still, c.RANGEKIT_PACE_STILL), (moving, c.RANGEKIT_PACE_MOVING))
    state.fields = sum(bit for flag, bit in bits if flag)
    if boundary_m is not None:
        state.boundary_m = as_float("boundary_m", boundary_m)
        state.fields |= c.RANGEKIT_PACE_HAS_BOUNDARY
    if speed_mps is not None:
        state.speed_mps = as_float("speed_mps", speed_mps)
        state.fields |= c.RANGEKIT_PACE_HAS_SPEED
    pace = default(c.rangekit_pace, library.rangekit_pace_default)
    check(library.rangekit_pace_choose(chosen, state, pace))
    return Pace(PaceRate(pace.rate), PaceCause(pace.cause), pace.interval_ms, pace.radio_ms_per_minute)


def pace_interval_ms(technology: int, rate: PaceRate) -> int | None:
    """The interval of a technology at a rate, in milliseconds; None where the table has none."""
    numbers = (as_integer(name, value, ctypes.c_int32) for name, value in (("technology", technology), ("rate", rate)))
    return library.rangekit_pace_interval_ms(*numbers) or None


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)


def _mask(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << as_integer("number", number, ctypes.c_uint8)
    return mask
