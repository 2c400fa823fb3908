"""The project's own generator of ranging recordings: a walk, two clocks, a radio that is not perfect.

A person walks away and back, between 2 m and 40 m, once every 80 s. The devices' clocks run fast or slow by
some ppm, start anywhere, and wrap; receive stamps carry Gaussian noise; now and then a body blocks the direct
path, so that the signal comes late and exchanges are lost. What comes out are raw timestamps, ranged by
`rangekit.double_sided` like any others. The same parameters and seed give the same recording.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Final

import numpy as np
import numpy.typing as npt

from rangekit.twr import SPEED_OF_LIGHT_MPS, UWB_TICK_S, Ranges, double_sided

NEAREST_M: Final = 2.0
FARTHEST_M: Final = 40.0
WALK_PERIOD_S: Final = 80.0  # there and back; 1.5 m/s at the fastest
REPLY_S: Final = 900e-6  # a DW1000 or DW3000 host takes about this long to schedule an answer
TRANSMIT_GRID_TICKS: Final = 512  # scheduled transmissions of these chips start at multiples of this

# A blocked direct path: how long, how often, how late the signal comes, how much gets lost.
CLEAR_MEAN_S: Final = 12.0
BLOCKED_MEAN_S: Final = 4.0
LATE_PATH_MEAN_S: Final = 1.5e-9  # 0.45 m
LOSS_CLEAR: Final = 0.01
LOSS_BLOCKED: Final = 0.75


@dataclasses.dataclass(frozen=True)
class Recording:
    """A simulated recording, one row per exchange that was begun."""

    time_s: npt.NDArray[np.float64]  #: (n,) when the poll was sent, seconds
    stamps: npt.NDArray[np.uint64]  #: (n, 6) t1 to t6, ticks; see received
    received: npt.NDArray[np.bool_]  #: (n, 6) which stamps there are: a lost message leaves none after it
    true_m: npt.NDArray[np.float64]  #: (n,) the true distance, metres
    blocked: npt.NDArray[np.bool_]  #: (n,) whether the direct path was blocked
    ranges: Ranges  #: of the complete exchanges, in order

    @property
    def complete(self) -> npt.NDArray[np.bool_]:
        """Which exchanges have all their stamps, (n,) bool."""
        return np.asarray(self.received.all(axis=1))


def simulate(
    *,
    seed: int = 1,
    duration_s: float = 120.0,
    rate_hz: float = 10.0,
    clock_ppm: tuple[float, float] = (8.0, -12.0),
    noise_ps: float = 100.0,
    timestamp_bits: int = 40,
    blocking: bool = True,
) -> Recording:
    """Simulates double-sided ranging during a walk.

    Args:
        seed: the same seed gives the same recording.
        duration_s: length, seconds.
        rate_hz: exchanges begun per second.
        clock_ppm: how much the initiator's and the responder's clocks run fast, ppm.
        noise_ps: standard deviation of a receive stamp, picoseconds.
        timestamp_bits: width at which the stamps wrap, 32 to 64.
        blocking: whether the direct path is blocked at times, and exchanges are lost.
    """
    random = np.random.default_rng(seed)
    time_s = np.arange(math.floor(duration_s * rate_hz)) / rate_hz
    true_m = NEAREST_M + (FARTHEST_M - NEAREST_M) * (1.0 - np.cos(2 * np.pi * time_s / WALK_PERIOD_S)) / 2.0
    blocked = _blocked(random, len(time_s), rate_hz) if blocking else np.zeros(len(time_s), np.bool_)
    late_s = random.exponential(LATE_PATH_MEAN_S, (len(time_s), 3)) * blocked[:, None]
    noise_s = random.normal(0.0, noise_ps * 1e-12, (len(time_s), 3))
    phases = random.integers(0, 1 << 63, size=2, dtype=np.uint64)
    stamps = _stamps(time_s, true_m, late_s + noise_s, clock_ppm, phases)
    stamps &= np.uint64((1 << timestamp_bits) - 1)
    received = _received(random, blocked) if blocking else np.ones((len(time_s), 6), np.bool_)
    ranges = double_sided(stamps[received.all(axis=1)], timestamp_bits=timestamp_bits)
    return Recording(time_s, stamps, received, true_m, blocked, ranges)


def _blocked(random: np.random.Generator, count: int, rate_hz: float) -> npt.NDArray[np.bool_]:
    """Clear and blocked stretches in turn, each of exponential length."""
    blocked = np.zeros(count, dtype=np.bool_)
    position, state = 0, False
    while position < count:
        mean_s = BLOCKED_MEAN_S if state else CLEAR_MEAN_S
        end = position + 1 + int(random.exponential(mean_s) * rate_hz)
        blocked[position:end] = state
        position, state = end, not state
    return blocked


def _received(random: np.random.Generator, blocked: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which stamps exist: poll, response and final can each be lost, and then nothing follows."""
    loss = 1.0 - (1.0 - np.where(blocked, LOSS_BLOCKED, LOSS_CLEAR)) ** (1 / 3)
    arrives = np.logical_and.accumulate(random.random((len(blocked), 3)) >= loss[:, None], axis=1)
    received = np.ones((len(blocked), 6), dtype=np.bool_)
    received[:, 1] = received[:, 2] = arrives[:, 0]
    received[:, 3] = received[:, 4] = arrives[:, 1]
    received[:, 5] = arrives[:, 2]
    return received


def _stamps(
    time_s: npt.NDArray[np.float64],
    true_m: npt.NDArray[np.float64],
    error_s: npt.NDArray[np.float64],
    clock_ppm: tuple[float, float],
    phases: npt.NDArray[np.uint64],
) -> npt.NDArray[np.uint64]:
    """The six stamps of every exchange, not yet wrapped to their width (they wrap at 2^64).

    Each clock's reading at the poll is a whole number; everything else is a short time after it, so that
    doubles hold the picoseconds however long the recording is.
    """
    rates = [(1.0 + ppm * 1e-6) / UWB_TICK_S for ppm in clock_ppm]
    flight_s = true_m[:, None] / SPEED_OF_LIGHT_MPS + error_s
    poll = [(time_s * rate).astype(np.uint64) + phase for rate, phase in zip(rates, phases, strict=True)]
    grid = np.uint64(TRANSMIT_GRID_TICKS - 1)

    def reading(device: int, after_poll_s: npt.NDArray[np.float64]) -> npt.NDArray[np.uint64]:
        return np.asarray(poll[device] + np.rint(after_poll_s * rates[device]).astype(np.uint64))

    def sent(
        device: int, not_before_s: npt.NDArray[np.float64]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.float64]]:
        """The stamp of a scheduled transmission, and how long after the poll it happens."""
        stamp = reading(device, not_before_s) & ~grid
        return stamp, (stamp - poll[device]).astype(np.float64) / rates[device]

    t1, poll_s = sent(0, np.full(len(time_s), 2.0 * TRANSMIT_GRID_TICKS * UWB_TICK_S))
    t2 = reading(1, poll_s + flight_s[:, 0])
    t3, response_s = sent(1, poll_s + flight_s[:, 0] + REPLY_S)
    t4 = reading(0, response_s + flight_s[:, 1])
    t5, final_s = sent(0, response_s + flight_s[:, 1] + REPLY_S)
    t6 = reading(1, final_s + flight_s[:, 2])
    return np.stack([t1, t2, t3, t4, t5, t6], axis=1)
