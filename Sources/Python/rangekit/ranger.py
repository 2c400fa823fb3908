"""ranger.h: the composition: what a session delivers becomes a nearby object.

with Ranger(peer=7) as ranger:
    near = ranger.measure(time_ns, distance_m, azimuth_rad=0.3)
    print(near)                                # "4.52 m, right; good (0.93); in 2"
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from rangekit import _bindings as c
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_float, as_integer, assign, default
from rangekit.base import status_message
from rangekit.direction import Guidance, Vertical
from rangekit.errors import check
from rangekit.locator import Convergence, Locator, Reason
from rangekit.quality_model import QualityModelCause, QualityModelLevel
from rangekit.sample import Technology
from rangekit.zone import Trend, ZoneRing

if TYPE_CHECKING:
    from rangekit.session import SessionEvent

_SAMPLE_VALUES = (
    ("distance_m", c.RANGEKIT_SAMPLE_HAS_DISTANCE),
    ("distance_stddev_m", c.RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV),
    ("azimuth_rad", c.RANGEKIT_SAMPLE_HAS_AZIMUTH),
    ("elevation_rad", c.RANGEKIT_SAMPLE_HAS_ELEVATION),
)


class Absence(enum.IntEnum):
    """Why a value of a nearby object is not there."""

    NONE = c.RANGEKIT_ABSENCE_NONE  #: it is there
    NO_SAMPLE = c.RANGEKIT_ABSENCE_NO_SAMPLE  #: nothing came yet
    NOT_MEASURED = c.RANGEKIT_ABSENCE_NOT_MEASURED  #: the samples do not have it, nor what it is made of
    STALE = c.RANGEKIT_ABSENCE_STALE  #: older than hold_ns
    PEER_PAUSED = c.RANGEKIT_ABSENCE_PEER_PAUSED
    SUSPENDED = c.RANGEKIT_ABSENCE_SUSPENDED  #: the system has the radio; or it gave it back, and nobody ran again
    PEER_TIMEOUT = c.RANGEKIT_ABSENCE_PEER_TIMEOUT  #: removed: nothing was heard of it
    PEER_ENDED = c.RANGEKIT_ABSENCE_PEER_ENDED  #: removed: it ended
    INVALIDATED = c.RANGEKIT_ABSENCE_INVALIDATED  #: the session ended, or failed
    NOT_CONVERGED = c.RANGEKIT_ABSENCE_NOT_CONVERGED  #: the locator does not know yet


@dataclasses.dataclass(frozen=True)
class NearbyObject:
    """What an application wants to know of a nearby device. What is None has a reason beside it."""

    time_ns: int
    peer: int
    distance_m: float | None  #: filtered
    distance_stddev_m: float | None
    speed_mps: float | None  #: negative: approaching
    age_ns: int | None  #: since the last distance
    direction: tuple[float, float, float] | None  #: unit vector in the device frame
    angle_rad: float | None  #: horizontal angle, positive to the right
    vertical: Vertical
    position_m: tuple[float, float, float] | None  #: in the locator's world
    level: QualityModelLevel
    probability: float | None  #: that the distance's error is within the quality's limit
    rate_hz: float | None
    cause: QualityModelCause | None  #: what takes most probability away
    guidance: Guidance
    zones_inside: tuple[int, ...]
    zones_entered: tuple[int, ...]
    zones_left: tuple[int, ...]
    trend: Trend
    convergence: Convergence
    locator_reasons: Reason
    distance_absence: Absence
    direction_absence: Absence
    angle_absence: Absence
    vertical_absence: Absence
    in_view: bool  #: the direction is within the field of view
    front_or_back: bool  #: angle_rad may as well be its mirror image behind
    link_lost: bool  #: the link is down; samples go on while the radio does

    def __str__(self) -> str:
        if self.distance_m is None:
            return f"no distance: {self.distance_absence.name.lower().replace('_', ' ')}"
        parts = [f"{self.distance_m:.2f} m, {self.guidance.name.lower().replace('_', ' ')}"]
        if self.probability is not None:
            parts.append(f"{self.level.name.lower()} ({self.probability:.2f})")
        if self.zones_inside:
            parts.append(f"in {', '.join(map(str, self.zones_inside))}")
        return "; ".join(parts)


class Ranger(Handle):
    """The estimators of one peer. Close it, or use it with `with`.

    Args:
        rings: the zones; None: those of `zone_preset`.
        locator: shared by the rangers of all peers; the caller gives it poses, and keeps it open.
        observer: of the locator, whose samples these are.
        **options: peer, hold_ns, quality_preset, zone_preset.
    """

    _part: ClassVar[str] = "ranger"
    _noun: ClassVar[str] = "ranger"
    _option_ranges: ClassVar[Mapping[str, str]] = {
        "peer": "0 to 4294967295",
        "hold_ns": "above 0",
        "quality_preset": "a QualityModelPreset",
        "zone_preset": "a ZonePreset",
    }

    def __init__(
        self,
        *,
        rings: tuple[ZoneRing, ...] | None = None,
        locator: Locator | None = None,
        observer: int = 0,
        **options: Any,
    ) -> None:
        super().__init__(options)
        self._object = default(c.rangekit_nearby_object, library.rangekit_nearby_object_default)
        self._sample = c.rangekit_range_sample()
        self._locator = locator  # it must outlive the handle
        if rings is not None:
            self.set_rings(rings)
        if locator is not None:
            number = as_integer("observer", observer, ctypes.c_uint32)
            check(library.rangekit_ranger_use_locator(self._open(), locator._open(), number))

    @property
    def peer(self) -> int:
        """The number in samples and events."""
        return int(self._options.peer)

    def set_rings(self, rings: tuple[ZoneRing, ...]) -> None:
        """Other zones, which begin outside."""
        zones = default(c.rangekit_zone_options, library.rangekit_zone_options_default)
        zones.ring_count = as_integer("rings", len(rings), ctypes.c_uint32)
        for target, ring in zip(zones.rings, rings, strict=False):
            for name, value in dataclasses.asdict(ring).items():
                setattr(target, name, value)
        check(library.rangekit_ranger_set_zone(self._open(), zones))

    def set_filter(self, **options: Any) -> None:
        """Another filter of the distance, by the names of `rangekit.Filter`'s options."""
        self._set(c.rangekit_filter_options, library.rangekit_filter_options_default, "filter", options)

    def set_quality(self, **options: Any) -> None:
        """Another quality model, by the names of `rangekit.QualityModel`'s options."""
        self._set(c.rangekit_quality_model_options, library.rangekit_quality_model_options_default, "quality", options)

    def measure(
        self,
        time_ns: int,
        distance_m: float | None = None,
        *,
        stddev_m: float | None = None,
        azimuth_rad: float | None = None,
        elevation_rad: float | None = None,
        technology: Technology = Technology.UWB,
    ) -> NearbyObject:
        """Takes one sample; without a distance time passes.

        Raises:
            ArgumentError: time before that of an earlier call, or a number that cannot be. Nothing changes then.
        """
        sample = self._sample
        with self._lock:
            sample.time_ns = as_integer("time_ns", time_ns, ctypes.c_int64)
            sample.peer = self._options.peer
            sample.technology = as_integer("technology", technology, ctypes.c_int32)
            sample.fields = 0
            for name, value, bit in (
                ("distance_m", distance_m, c.RANGEKIT_SAMPLE_HAS_DISTANCE),
                ("distance_stddev_m", stddev_m, c.RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV),
                ("azimuth_rad", azimuth_rad, c.RANGEKIT_SAMPLE_HAS_AZIMUTH),
                ("elevation_rad", elevation_rad, c.RANGEKIT_SAMPLE_HAS_ELEVATION),
            ):
                if value is not None:
                    setattr(sample, name, as_float(name, value))
                    sample.fields |= bit
            status = library.rangekit_ranger_measure(self._open(), sample, self._object)
            check(status, f"{status_message(status).rstrip('.')} (time_ns = {time_ns}, distance_m = {distance_m})")
            return self._shown()

    def take(self, event: SessionEvent) -> NearbyObject:
        """Takes an event of the peer's session: a sample is measured, the others change what is shown and why.

        Raises:
            RangeKitError: a sample of another peer, or one that `measure` refuses. Nothing changes then.
        """
        structure = default(c.rangekit_session_event, library.rangekit_session_event_default)
        structure.event = as_integer("kind", event.kind, ctypes.c_int32)
        structure.time_ns = as_integer("time_ns", event.time_ns, ctypes.c_int64)
        structure.reason = as_integer("reason", event.reason, ctypes.c_int32)
        if event.sample is not None:
            structure.sample.time_ns = as_integer("time_ns", event.sample.time_ns, ctypes.c_int64)
            structure.sample.peer = event.sample.peer
            structure.sample.technology = event.sample.technology
            for name, bit in _SAMPLE_VALUES:
                value = getattr(event.sample, name)
                if value is not None:
                    setattr(structure.sample, name, as_float(name, value))
                    structure.sample.fields |= bit
        with self._lock:
            check(library.rangekit_ranger_take(self._open(), structure, self._object))
            return self._shown()

    def advance(self, time_ns: int) -> NearbyObject:
        """The object at a time: values grow old, rings are left."""
        with self._lock:
            number = as_integer("time_ns", time_ns, ctypes.c_int64)
            check(library.rangekit_ranger_advance(self._open(), number, self._object))
            return self._shown()

    def _set(self, structure_type: Any, fill: Any, part: str, options: dict[str, Any]) -> None:
        structure = default(structure_type, fill)
        assign(structure, options)
        with self._lock:
            if part == "filter":
                check(library.rangekit_ranger_set_filter(self._open(), structure))
            else:
                check(library.rangekit_ranger_set_quality(self._open(), structure, None))

    def _shown(self) -> NearbyObject:
        shown = self._object

        def there(bit: int, value: Any) -> Any:
            return value if shown.fields & bit else None

        has_distance = shown.fields & c.RANGEKIT_NEARBY_HAS_DISTANCE
        return NearbyObject(
            time_ns=shown.time_ns,
            peer=shown.peer,
            distance_m=there(c.RANGEKIT_NEARBY_HAS_DISTANCE, shown.distance_m),
            distance_stddev_m=there(c.RANGEKIT_NEARBY_HAS_STDDEV, shown.distance_stddev_m),
            speed_mps=there(c.RANGEKIT_NEARBY_HAS_SPEED, shown.speed_mps),
            age_ns=there(c.RANGEKIT_NEARBY_HAS_DISTANCE, shown.age_ns),
            direction=there(c.RANGEKIT_NEARBY_HAS_DIRECTION, tuple(shown.direction)),
            angle_rad=there(c.RANGEKIT_NEARBY_HAS_ANGLE, shown.angle_rad),
            vertical=Vertical(shown.vertical),
            position_m=there(c.RANGEKIT_NEARBY_HAS_POSITION, tuple(shown.position_m)),
            level=QualityModelLevel(shown.level),
            probability=there(c.RANGEKIT_NEARBY_HAS_DISTANCE, shown.probability),
            rate_hz=shown.rate_hz if has_distance and shown.rate_hz > 0 else None,
            cause=QualityModelCause(shown.cause) if shown.cause >= 0 else None,
            guidance=Guidance(shown.guidance),
            zones_inside=_rings(shown.zones_inside),
            zones_entered=_rings(shown.zones_entered),
            zones_left=_rings(shown.zones_left),
            trend=Trend(shown.trend),
            convergence=Convergence(shown.convergence),
            locator_reasons=Reason(shown.locator_reasons),
            distance_absence=Absence(shown.distance_absence),
            direction_absence=Absence(shown.direction_absence),
            angle_absence=Absence(shown.angle_absence),
            vertical_absence=Absence(shown.vertical_absence),
            in_view=bool(shown.fields & c.RANGEKIT_NEARBY_IN_VIEW),
            front_or_back=bool(shown.fields & c.RANGEKIT_NEARBY_FRONT_OR_BACK),
            link_lost=bool(shown.fields & c.RANGEKIT_NEARBY_LINK_LOST),
        )


def _rings(mask: int) -> tuple[int, ...]:
    return tuple(index for index in range(c.RANGEKIT_ZONE_RING_CAPACITY) if mask & (1 << index))
