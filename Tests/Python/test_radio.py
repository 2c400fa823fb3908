"""What a radio can do, and how often it should, from Python."""

from __future__ import annotations

import pytest
import rangekit as rk
from rangekit.radio import PaceCause, PaceRate, Radio, RadioPreset, choose_pace, feasible, pace_interval_ms

IPHONE_REPLY = rk.Parameters(
    channel=9, preamble_code_index=11, slots_per_round=6, slot_duration_rstu=3600, ranging_interval_ms=198
)


def test_what_an_iphone_chooses_does_not_fit_androids_interface() -> None:
    result = feasible(Radio.preset(RadioPreset.ANDROID), IPHONE_REPLY)
    assert [str(finding) for finding in result.findings] == [
        "slot_duration_rstu 3600 is not offered; the nearest is 2400",
        "ranging_interval_ms 198 is not offered; the nearest is 200",
    ]
    assert result.nearest.slot_duration_rstu == 2400
    assert feasible(Radio.preset(RadioPreset.ANDROID), result.nearest).findings == []
    assert feasible(Radio.preset(RadioPreset.IPHONE), IPHONE_REPLY).findings == []


def test_a_round_that_does_not_fit_gets_a_longer_interval_or_fewer_slots() -> None:
    wanted = rk.Parameters(slots_per_round=100, slot_duration_rstu=2400, ranging_interval_ms=120)
    longer = feasible(Radio(intervals_ms=(120, 240)), wanted)
    assert [(finding.reason, finding.nearest) for finding in longer.findings] == [("round_too_long", 240)]
    fewer = feasible(Radio(intervals_ms=(120,)), wanted)
    assert [(finding.parameter, finding.nearest) for finding in fewer.findings] == [("slots_per_round", 60)]


def test_presets_come_back_as_they_are() -> None:
    android = Radio.preset(RadioPreset.ANDROID)
    assert android.channels == (5, 6, 8, 9, 10, 12, 13, 14)
    assert android.preamble_codes == (9, 10, 11, 12, 25, 26, 27, 28, 29, 30, 31, 32)
    assert android.slot_durations_rstu == (1200, 2400)
    with pytest.raises(rk.ArgumentError, match="there is no preset 9"):
        Radio.preset(9)  # type: ignore[arg-type]
    with pytest.raises(rk.ArgumentError, match="ascending"):
        feasible(Radio(intervals_ms=(200, 100)), IPHONE_REPLY)
    with pytest.raises(ValueError, match="at most 8"):
        feasible(Radio(intervals_ms=tuple(range(1, 10))), IPHONE_REPLY)


def test_the_pace_follows_zone_and_motion() -> None:
    assert choose_pace().rate is PaceRate.INFREQUENT
    inside = choose_pace(inside=True)
    assert (inside.rate, inside.cause, inside.interval_ms) == (PaceRate.NORMAL, PaceCause.ZONE, 240)
    assert inside.radio_ms_per_minute == 3000  # 250 exchanges of 12 ms
    near = choose_pace(boundary_m=0.5, speed_mps=-1.4)
    assert (near.rate, near.cause) == (PaceRate.FREQUENT, PaceCause.BOUNDARY)
    assert choose_pace(inside=True, still=True, still_ns=1).rate is PaceRate.INFREQUENT
    assert choose_pace(still=True, still_ns=120_000_000_000).rate is PaceRate.STOP
    assert choose_pace(absent_ns=30_000_000_000).cause is PaceCause.ABSENT
    assert choose_pace(active_ns=5, active_stop_ns=5).cause is PaceCause.ACTIVE
    with pytest.raises(rk.ArgumentError):
        choose_pace(still=True, moving=True)
    with pytest.raises(TypeError, match="did you mean exchange_us"):
        choose_pace(exchange_u=3)


def test_intervals_are_those_of_the_table() -> None:
    assert pace_interval_ms(rk.Technology.CHANNEL_SOUNDING, PaceRate.INFREQUENT) == 5000
    assert pace_interval_ms(rk.Technology.OPTICAL, PaceRate.NORMAL) is None
