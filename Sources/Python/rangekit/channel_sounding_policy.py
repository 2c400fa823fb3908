"""channel_sounding.h: when enough has been measured, how often to measure, staleness; distances of a host's stack."""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from typing import Any

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_numbers, as_times
from rangekit._library import library
from rangekit._rows import pointer
from rangekit._structures import as_float, as_integer
from rangekit.base import status_message
from rangekit.errors import check
from rangekit.sample import RANGE_SAMPLE_DTYPE


def host_samples(
    times_ns: npt.ArrayLike, distances_m: npt.ArrayLike, stddevs_m: npt.ArrayLike | None = None, *, peer: int = 0
) -> npt.NDArray[Any]:
    """Samples (RANGE_SAMPLE_DTYPE) from distances that a host's own stack computed; a negative one is absent."""
    times = as_times("times_ns", times_ns)
    distances = as_numbers("distances_m", distances_m, np.float32, len(times))
    stddevs = None if stddevs_m is None else as_numbers("stddevs_m", stddevs_m, np.float32, len(times))
    samples, accepted = np.zeros(len(times), RANGE_SAMPLE_DTYPE), ctypes.c_size_t()
    status = library.rangekit_cs_host_samples(
        pointer(np.require(times, requirements=["C", "A"]), ctypes.c_int64),
        pointer(np.require(distances, requirements=["C", "A"]), ctypes.c_float),
        None if stddevs is None else pointer(np.require(stddevs, requirements=["C", "A"]), ctypes.c_float),
        len(times),
        as_integer("peer", peer, ctypes.c_uint32),
        pointer(samples, c.rangekit_range_sample),
        accepted,
    )
    check(status, f"{status_message(status).rstrip('.')} (sample {accepted.value})" if status else "")
    return samples


class Decision(enum.IntEnum):
    """Whether to measure on."""

    CONTINUE = c.RANGEKIT_CS_DECISION_CONTINUE
    ENOUGH = c.RANGEKIT_CS_DECISION_ENOUGH
    GIVE_UP = c.RANGEKIT_CS_DECISION_GIVE_UP


class Stale(enum.IntFlag):
    """What is stale about a result."""

    OLD = c.RANGEKIT_CS_STALE_OLD
    REPEATED = c.RANGEKIT_CS_STALE_REPEATED
    FUTURE = c.RANGEKIT_CS_STALE_FUTURE


@dataclasses.dataclass(frozen=True)
class Progress:
    """How far a measurement is."""

    decision: Decision
    needed_count: int | None  #: procedures it takes in all; None: no number does
    mean_stddev_m: float  #: of the mean so far


def enough(
    count: int, attempted_count: int, *, stddev_m: float, target_m: float, floor_m: float = 0, maximum_count: int = 100
) -> Progress:
    """Whether `count` usable procedures give a mean that is good enough; see rangekit_cs_policy_enough."""
    decision, needed, mean = ctypes.c_int32(), ctypes.c_uint32(), ctypes.c_float()
    numbers = [
        as_integer(name, value, ctypes.c_uint32)
        for name, value in [("count", count), ("attempted_count", attempted_count), ("maximum_count", maximum_count)]
    ]
    deviations = [
        as_float(name, value) for name, value in [("stddev_m", stddev_m), ("floor_m", floor_m), ("target_m", target_m)]
    ]
    check(library.rangekit_cs_policy_enough(*numbers, *deviations, decision, needed, mean))
    return Progress(Decision(decision.value), None if needed.value == 0xFFFFFFFF else needed.value, mean.value)


def interval_ns(speed_mps: float, tolerance_m: float, *, busy_ns: int, minimum_ns: int, maximum_ns: int) -> int:
    """How long to wait between procedures; see rangekit_cs_policy_interval."""
    interval = ctypes.c_int64()
    times = [
        as_integer(name, value, ctypes.c_int64)
        for name, value in [("busy_ns", busy_ns), ("minimum_ns", minimum_ns), ("maximum_ns", maximum_ns)]
    ]
    speed, tolerance = as_float("speed_mps", speed_mps), as_float("tolerance_m", tolerance_m)
    check(library.rangekit_cs_policy_interval(speed, tolerance, *times, interval))
    return interval.value


def stale(
    measured_ns: int, now_ns: int, limit_ns: int, procedure_counter: int = 0, previous_counter: int | None = None
) -> tuple[Stale, int]:
    """What is stale about a result, and its age in nanoseconds; see rangekit_cs_policy_stale."""
    flags, age = ctypes.c_uint32(), ctypes.c_int64()
    previous = -1 if previous_counter is None else previous_counter
    check(library.rangekit_cs_policy_stale(measured_ns, now_ns, limit_ns, procedure_counter, previous, flags, age))
    return Stale(flags.value), age.value
