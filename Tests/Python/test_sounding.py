"""Channel Sounding estimates: recorded procedures against what is known of them, simulated ones against truth."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command import rangekit
from rangekit import ArgumentError, sounding
from rangekit import channel_sounding as cs
from rangekit.sounding import Cause, Sounding, Source, Tier

SPEED_OF_LIGHT_MPS = 299_792_458.0
CHANNELS = np.array([channel for channel in range(2, 77) if channel not in (23, 24, 25)])


def recorded(shared: Path, name: str) -> Path:
    path = shared / "data" / "channel-sounding" / name
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    return path


def estimates(path: Path, *options: str) -> Any:
    return rangekit("sounding", path, "--json", *options).json()


def path_tones(d: float, *, channels: Any = CHANNELS, reflection: float = 0.0, noise: float = 0.0) -> Any:
    """A path of length d, and one 4 m longer with `reflection` of its amplitude."""
    f = (2402 + channels) * 1e6
    h = sum(a * np.exp(-2j * np.pi * f * m / SPEED_OF_LIGHT_MPS) for a, m in ((1, d), (reflection, d + 4)))
    random = np.random.default_rng(3)
    scatter = random.normal(size=(2, len(f))) + 1j * random.normal(size=(2, len(f)))
    return sounding.tones(np.prod(h + noise * scatter, axis=0), channels)


def test_the_still_recording_is_still(shared: Path) -> None:
    path = recorded(shared, "waves_nrf54l15.json")
    found = estimates(path)["procedures"]
    first = np.array([procedure["distance_m"] for procedure in found[:10]])
    assert np.std(first) <= 0.015
    assert all(procedure["paths"][0]["tones"] == 72 for procedure in found)
    short = estimates(path, "--count", "10")
    assert short["summary"]["procedures"] == 10 and short["procedures"] == found[:10]
    assert short["summary"]["spread_m"] == pytest.approx(np.std(first))


def test_the_fused_result_follows_the_earliest_antenna_path(shared: Path) -> None:
    path = recorded(shared, "silabs_xg24_pbr.json")
    vendor = [given["rtl_output"]["distance_raw"] for given in json.loads(path.read_text())["procedures"]]
    found = estimates(path)["procedures"]
    near = [abs(ours["distance_m"] - theirs) <= 0.5 for ours, theirs in zip(found, vendor, strict=True)]
    assert sum(near) >= 16
    for procedure in found:
        earliest = min(path["distance_m"] for path in procedure["paths"])
        assert procedure["distance_m"] == pytest.approx(earliest, abs=0.5)


def test_round_trips_give_the_vendors_median(shared: Path) -> None:
    path = recorded(shared, "silabs_xg24_rtt.json")
    vendor = [given["rtl_output"]["distance_raw"] for given in json.loads(path.read_text())["procedures"]]
    found = estimates(path)["procedures"]
    assert [procedure["round_trip"]["median_m"] for procedure in found] == pytest.approx(vendor, abs=2e-6)
    assert {procedure["source"] for procedure in found} == {"round_trip"}
    # The robust mean scatters less over procedures of a link that stood still.
    robust = np.std([procedure["round_trip"]["distance_m"] for procedure in found])
    assert robust <= np.std(vendor)


def test_the_robust_mean_ignores_outliers() -> None:
    random = np.random.default_rng(8)
    values = np.round(random.normal(200, 50, 60)).astype(int)
    values[:6] += 5000
    trip = sounding.round_trip_distance(sounding.round_trips(values))
    truth = 200 * SPEED_OF_LIGHT_MPS * 0.25e-9
    assert abs(trip.distance_m - truth) < 3 * trip.stddev_m
    assert trip.median_m == pytest.approx(np.sort(values)[30] * SPEED_OF_LIGHT_MPS * 0.25e-9, rel=1e-6)


@pytest.mark.parametrize("tier", list(Tier))
def test_ideal_tones_give_the_distance(tier: Tier) -> None:
    random = np.random.default_rng(4)
    with Sounding(tier=tier) as estimator:
        for trial in range(100):
            channels = np.sort(random.choice(CHANNELS, random.integers(15, 73), replace=False))
            spacing = math.gcd(*np.diff(channels).tolist())
            d = random.uniform(0, SPEED_OF_LIGHT_MPS / 2e6 / spacing)
            result = estimator.estimate(trial, path_tones(d, channels=channels))
            assert result.distance_m == pytest.approx(d, abs=1e-3)


def test_results_say_what_they_are() -> None:
    with Sounding(offset_m=1.0) as estimator:
        result = estimator.estimate(0, path_tones(8, reflection=0.4, noise=0.03))
        assert result.source is Source.PHASE
        assert result.low_m is not None and result.high_m is not None
        assert result.low_m < 7 < result.high_m
        assert str(result).endswith("by phase")
        few = estimator.estimate(1, path_tones(8, channels=CHANNELS[:10]))
        assert few.distance_m is None and Cause.FEW_TONES in few.causes and few.paths[0].tone_count == 10
        with pytest.raises(ArgumentError, match="time_ns = 0"):
            estimator.estimate(0, path_tones(8))
    with pytest.raises(ArgumentError, match="5 to 79"):
        Sounding(minimum_tones=2)
    with pytest.raises(ValueError, match="channels"):
        sounding.tones([1j], [79])


def dump(shared: Path) -> list[str]:
    """Two recorded procedures as the messages of an initiator's host: its events, the other side's notifications."""
    content = json.loads(recorded(shared, "silabs_xg24_pbr.json").read_text())
    lines = []
    for number, given in enumerate(content["procedures"][:2]):
        sides = [
            cs.encode_events(bytes.fromhex(given[side]["steps_hex"]), procedure_counter=number, antenna_path_count=4)
            for side in ("initiator", "reflector")
        ]
        time_ns = 1_000_000 * number
        lines += [f"{time_ns} event {event.hex()}" for event in sides[0]]
        lines += [f"{time_ns} segment {segment.hex()}" for segment in cs.encode_segments(sides[1])]
    return lines


def test_dumps_of_messages_give_what_the_log_gives(tmp_path: Path, shared: Path) -> None:
    path = tmp_path / "dump.txt"
    path.write_text("\n".join(dump(shared)))
    found = estimates(path, "--average", 1)
    expected = estimates(recorded(shared, "silabs_xg24_pbr.json"), "--average", 1)
    assert found["refused"] == []
    for ours, theirs in zip(found["procedures"], expected["procedures"], strict=False):
        assert ours["distance_m"] == theirs["distance_m"]
        assert [each["tones"] for each in ours["paths"]] == [each["tones"] for each in theirs["paths"]]
    piped = rangekit("sounding", "-", "--json", "--average", "1", stdin=path.read_text()).json()
    assert piped["procedures"] == found["procedures"]
    # Without the first event the steps of one side are missing, and a message that is none is named.
    path.write_text("\n".join([*dump(shared)[1:], "5000000 event 00"]))
    broken = estimates(path)
    assert "steps_unpaired" in broken["procedures"][0]["incomplete"] or broken["procedures"][0]["distance_m"] is None
    assert any("line" in refused for refused in broken["refused"])
    assert "not used" in rangekit("sounding", path).output


def test_a_picture_is_drawn(tmp_path: Path, shared: Path) -> None:
    picture = tmp_path / "channel.png"
    estimates(recorded(shared, "silabs_xg24_pbr.json"), "--plot", str(picture), "--procedure", "0")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[1]", 'has no list "procedures"'),
        ("{", "is not JSON: line 1"),
        ("0 event", "line 1"),
        ("0 noise 00", "kind 'noise'"),
        ('{"procedures": [1]}', "procedure 0: not an object"),
        ('{"procedures": [{}]}', "procedure 0: initiator.steps_hex is missing"),
        ('{"procedures": [{"initiator": {"steps_hex": "0g"}}]}', "is not hexadecimal"),
        ('{"procedures": []}', "has no procedures"),
    ],
)
def test_a_log_that_cannot_be_read_is_refused(content: str, message: str) -> None:
    found = rangekit("sounding", "-", stdin=content)
    assert found.status == 2
    assert message in found.errors
