"""What `rangekit replay` shows beside quality: the filtered distance, and what a zone made of the recording."""

from __future__ import annotations

import argparse
import dataclasses
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit.command_line.recording import Recording
from rangekit.filter import Filter, FilterMethod
from rangekit.zone import Zone, ZonePreset, ZoneRing

DEFAULT_FILTER: Final = FilterMethod.KALMAN
DEFAULT_ZONES: Final = ZonePreset.PRESENCE
WORDS: Final = (("entered", "entered"), ("dwelt", "dwelt in"), ("left", "left"))


@dataclasses.dataclass(frozen=True)
class ZoneEvent:
    """What one row did to one ring."""

    time_s: float
    ring: int
    event: str  #: entered, dwelt, left
    distance_m: float | None

    def __str__(self) -> str:
        where = "" if self.distance_m is None else f" at {self.distance_m:.2f} m"
        return f"{self.time_s:10.2f}  {dict(WORDS)[self.event]} ring {self.ring}{where}"


@dataclasses.dataclass(frozen=True)
class Tracking:
    """The filtered distances and the zone's rings over the rows that were played."""

    method: FilterMethod
    preset: ZonePreset
    filtered_m: npt.NDArray[np.float64]  #: (n,) NaN before the first distance
    inside: npt.NDArray[np.uint32]  #: (n,) rings, a bit each
    rings: tuple[ZoneRing, ...]
    events: list[ZoneEvent]

    def spans_s(self, ring: int, time_ns: npt.NDArray[np.int64]) -> list[tuple[float, float]]:
        """When the device was inside a ring: start and length, seconds."""
        inside = np.concatenate([[False], (self.inside >> np.uint32(ring)) & 1 == 1, [False]])
        starts = np.flatnonzero(inside[1:] & ~inside[:-1])
        ends = np.minimum(np.flatnonzero(~inside[1:] & inside[:-1]), len(time_ns) - 1)
        return [
            (float(time_ns[start]) / 1e9, float(time_ns[end] - time_ns[start]) / 1e9)
            for start, end in zip(starts, ends, strict=True)
        ]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--filter",
        choices=[method.name.lower() for method in FilterMethod],
        help="add the filtered distance to the table and to --json (the picture shows it anyway: kalman)",
    )
    parser.add_argument(
        "--zones",
        choices=[preset.name.lower() for preset in ZonePreset],
        help="add what happens to the rings of a preset (the picture shows them anyway: presence)",
    )


def track(recording: Recording, method: FilterMethod, preset: ZonePreset) -> Tracking:
    """Feeds the rows that the estimator took to a filter and to a zone."""
    distances = np.ma.masked_array(recording.distance_m, mask=~recording.present)
    with Filter(method=method) as smooth, Zone.preset(preset) as zone:
        filtered_m = smooth.update_batch(recording.time_ns, distances).values
        records = zone.update_batch(recording.time_ns, recording.distance_m, present=recording.present)
        rings = zone.rings
    return Tracking(method, preset, filtered_m, records["inside"], rings, _events(recording, records, len(rings)))


def _events(recording: Recording, records: npt.NDArray[Any], ring_count: int) -> list[ZoneEvent]:
    events = []
    for row in np.flatnonzero(records["entered"] | records["dwelt"] | records["left"]).tolist():
        record = records[row]
        distance_m = float(str(record["distance_m"])) if record["fields"] & 1 else None
        for event, _ in WORDS:
            for ring in range(ring_count):
                if record[event] >> ring & 1:
                    events.append(ZoneEvent(int(recording.time_ns[row]) / 1e9, ring, event, distance_m))
    return events
