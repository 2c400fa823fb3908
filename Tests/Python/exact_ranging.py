"""Two-way ranging in rational arithmetic: the formulas of the literature, without any rounding.

The double-sided formula is the product form of D. Neirynck et al. (WPNC 2016), not the factored one that the
library uses; the single-sided one is that of IEEE 802.15.4z with the clock offset measured by the radio.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction


@dataclasses.dataclass(frozen=True)
class Delays:
    """Antenna delays in ticks."""

    initiator_tx: Fraction = Fraction(0)
    initiator_rx: Fraction = Fraction(0)
    responder_tx: Fraction = Fraction(0)
    responder_rx: Fraction = Fraction(0)


NO_DELAYS = Delays()


def intervals(stamps: Sequence[int], bits: int, delays: Delays = NO_DELAYS) -> list[Fraction]:
    """round_a, reply_b, and with six stamps round_b, reply_a: differences modulo 2^bits, then the delays."""

    def difference(later: int, earlier: int) -> int:
        return (stamps[later - 1] - stamps[earlier - 1]) % (1 << bits)

    initiator = delays.initiator_tx + delays.initiator_rx
    responder = delays.responder_tx + delays.responder_rx
    found = [difference(4, 1) - initiator, difference(3, 2) + responder]
    if len(stamps) == 6:
        found += [difference(6, 3) - responder, difference(5, 4) + initiator]
    return [Fraction(value) for value in found]


def double_sided_ticks(stamps: Sequence[int], bits: int, delays: Delays = NO_DELAYS) -> Fraction:
    """Time of flight in ticks."""
    round_a, reply_b, round_b, reply_a = intervals(stamps, bits, delays)
    return (round_a * round_b - reply_a * reply_b) / (round_a + round_b + reply_a + reply_b)


def single_sided_ticks(stamps: Sequence[int], offset_ppm: float, bits: int, delays: Delays = NO_DELAYS) -> Fraction:
    """Time of flight in ticks of the initiator's clock."""
    round_a, reply_b = intervals(stamps, bits, delays)
    ratio = 1 + Fraction(offset_ppm) / 1_000_000  # initiator's clock rate over the responder's
    return (round_a - reply_b * ratio) / 2


@dataclasses.dataclass(frozen=True)
class Clock:
    """A device clock: runs fast by some parts of 10^9, started at some reading, wraps."""

    fast_ppb: int
    start: int
    bits: int

    def stamp(self, true_ticks: Fraction) -> int:
        """What the clock shows at a true time, counted in true ticks."""
        elapsed = true_ticks * (1_000_000_000 + self.fast_ppb) / 1_000_000_000
        return (self.start + elapsed.__floor__()) % (1 << self.bits)


def exchange(initiator: Clock, responder: Clock, flight: Fraction, reply_b: int, reply_a: int) -> list[int]:
    """The six stamps of an exchange that begins at time 0."""
    received = flight
    answered = received + reply_b
    heard = answered + flight
    finished = heard + reply_a
    ended = finished + flight
    return [
        initiator.stamp(Fraction(0)),
        responder.stamp(received),
        responder.stamp(answered),
        initiator.stamp(heard),
        initiator.stamp(finished),
        responder.stamp(ended),
    ]
