"""The published sliding-window estimator in plain Python, from its description alone.

"Finding devices with precision": keep the measurements of the last 2.0 s, drop one that equals the newest
buffered one (compared before old ones leave), judge by how many are left. Distances are 32-bit floats, as
samples have them.
"""

from __future__ import annotations

import dataclasses
import struct
from fractions import Fraction

UNKNOWN, GOOD, CLOSE = 0, 1, 2


def float32(value: float) -> float:
    return struct.unpack("f", struct.pack("f", value))[0]


@dataclasses.dataclass
class PublishedEstimator:
    """The options are those of the header; the defaults are the published code's."""

    minimum_count: int = 9
    window_ns: int = 2_000_000_000
    close_limit_m: float = 10.0
    good_limit_m: float = 50.0
    good_limit_included: bool = False
    judge_all: bool = False
    keep_repeated: bool = False
    buffer: list[tuple[int, float]] = dataclasses.field(default_factory=list)
    now_ns: int | None = None

    @classmethod
    def text(cls) -> PublishedEstimator:
        """As the text beside the code says."""
        return cls(minimum_count=8, good_limit_included=True, judge_all=True)

    def update(self, time_ns: int, distance_m: float | None) -> bool:
        """False, and nothing changes, if time runs backwards."""
        if self.now_ns is not None and time_ns < self.now_ns:
            return False
        self.now_ns = time_ns
        if distance_m is not None:
            distance_m = float32(distance_m)
            repeated = bool(self.buffer) and self.buffer[-1][1] == distance_m
            if self.keep_repeated or not repeated:
                self.buffer.append((time_ns, distance_m))
        self.buffer = [entry for entry in self.buffer if time_ns - entry[0] <= self.window_ns]
        return True

    @property
    def level(self) -> int:
        if len(self.buffer) < self.minimum_count:
            return UNKNOWN
        newest = self.buffer[-1][1]
        judged = [distance for _, distance in self.buffer] if self.judge_all else [newest]
        if not all(self.is_good(distance) for distance in judged):
            return UNKNOWN
        return CLOSE if newest <= float32(self.close_limit_m) else GOOD

    def is_good(self, distance_m: float) -> bool:
        limit = float32(self.good_limit_m)
        return distance_m <= limit if self.good_limit_included else distance_m < limit

    @property
    def rate_hz(self) -> Fraction | None:
        if len(self.buffer) < 2 or self.buffer[-1][0] == self.buffer[0][0]:
            return None
        return Fraction((len(self.buffer) - 1) * 1_000_000_000, self.buffer[-1][0] - self.buffer[0][0])

    @property
    def spread_m(self) -> float | None:
        """Standard deviation about the least-squares line; about the mean for two, or where all have one time."""
        count = len(self.buffer)
        if count < 2:
            return None
        times = [Fraction(time, 1_000_000_000) for time, _ in self.buffer]
        distances = [Fraction(distance) for _, distance in self.buffer]
        mean_t, mean_d = sum(times) / count, sum(distances) / count
        tt = sum((t - mean_t) ** 2 for t in times)
        dd = sum((d - mean_d) ** 2 for d in distances)
        if count == 2 or tt == 0:
            return float(dd / (count - 1)) ** 0.5
        td = sum((t - mean_t) * (d - mean_d) for t, d in zip(times, distances, strict=True))
        return float((dd - td * td / tt) / (count - 2)) ** 0.5
