"""The composition from Python: nearby objects out of samples and events."""

from __future__ import annotations

import math

import pytest
import rangekit as rk
from rangekit import Absence, Ranger
from rangekit.session import SessionEvent, SessionEventKind, SessionSample, SessionState


def event(kind: SessionEventKind, time_ns: int, reason: int = 0, sample: SessionSample | None = None) -> SessionEvent:
    return SessionEvent(kind, time_ns, SessionState.RUNNING, reason, rk.Status.OK, b"", sample)


def test_samples_become_a_nearby_object() -> None:
    with Ranger(peer=7) as ranger:
        assert ranger.advance(0).distance_absence is Absence.NO_SAMPLE
        for step in range(1, 20):
            near = ranger.measure(step * 100_000_000, 5 - 0.2 * step, azimuth_rad=0.6, elevation_rad=0.1)
        assert near.peer == 7
        assert near.distance_m == pytest.approx(1.2, abs=0.15)
        assert near.speed_mps is not None
        assert near.speed_mps < -1
        assert near.angle_rad == pytest.approx(0.6)
        assert near.direction is not None
        assert math.hypot(*near.direction) == pytest.approx(1, abs=1e-6)
        assert near.guidance is rk.Guidance.TURN_RIGHT
        assert near.probability is not None
        assert near.zones_inside
        assert near.trend is rk.Trend.APPROACHING
        assert "turn right" in str(near)
        later = ranger.advance(5_000_000_000)
        assert (later.distance_m, later.distance_absence) == (None, Absence.STALE)
        assert str(later) == "no distance: stale"


def test_what_the_session_says_is_why_nothing_is_shown() -> None:
    with Ranger(peer=3) as ranger:
        sample = SessionSample(1000, 3, rk.Technology.UWB, 4.0, 0.1, 0.2, None)
        near = ranger.take(event(SessionEventKind.SAMPLE, 1000, sample=sample))
        assert near.distance_m == 4
        assert near.angle_rad == pytest.approx(0.2)
        assert near.direction_absence is Absence.NOT_MEASURED
        assert ranger.take(event(SessionEventKind.REMOVED, 2000, 1)).distance_absence is Absence.PEER_ENDED
        assert ranger.take(event(SessionEventKind.RUNNING, 3000)).distance_m == 4
        assert ranger.take(event(SessionEventKind.LINK_LOST, 4000)).link_lost
        other = SessionSample(5000, 4, rk.Technology.UWB, 4.0, None, None, None)
        with pytest.raises(rk.RangeKitError) as caught:
            ranger.take(event(SessionEventKind.SAMPLE, 5000, sample=other))
        assert caught.value.status == rk.Status.ERROR_UNKNOWN_PEER


def test_parts_take_their_own_options() -> None:
    with Ranger(rings=(rk.ZoneRing(enter_m=30, leave_m=31, enter_count=1),)) as ranger:
        ranger.set_filter(method=rk.FilterMethod.MEDIAN)
        ranger.set_quality(limit_m=100)
        for step, distance in enumerate((20, 28, 21, 22, 20.5)):
            near = ranger.measure(step * 100_000_000, distance)
        assert near.distance_m == 21
        assert near.zones_inside == (0,)
        assert near.probability == pytest.approx(1, abs=1e-3)
        with pytest.raises(TypeError, match="did you mean limit_m"):
            ranger.set_quality(limit=1)
    with pytest.raises(rk.ArgumentError, match="hold_ns"):
        Ranger(hold_ns=0)


def test_a_locator_is_shared() -> None:
    with rk.Locator() as locator, Ranger(peer=1, locator=locator) as near_one, Ranger(peer=2, locator=locator) as other:
        assert near_one.measure(0, 3.0).direction_absence is Absence.NOT_CONVERGED
        assert other.measure(0, 3.0).direction_absence is Absence.NOT_CONVERGED
        with pytest.raises(rk.ArgumentError):
            Ranger(locator=locator, observer=9)


def test_refused_samples_change_nothing() -> None:
    with Ranger() as ranger:
        ranger.measure(1000, 3.0)
        for bad in (math.nan, math.inf, 1e6):
            with pytest.raises(rk.ArgumentError):
                ranger.measure(2000, bad)
        with pytest.raises(rk.ArgumentError):
            ranger.measure(10, 3.0)
        assert ranger.advance(1000).distance_m == 3
