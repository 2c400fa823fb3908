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
    found = estimates(recorded(shared, "waves_nrf54l15.json"))["procedures"]
    first = np.array([procedure["distance_m"] for procedure in found[:10]])
    assert np.std(first) <= 0.015
    assert all(procedure["paths"][0]["tones"] == 72 for procedure in found)


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


def test_a_picture_is_drawn(tmp_path: Path, shared: Path) -> None:
    picture = tmp_path / "channel.png"
    estimates(recorded(shared, "silabs_xg24_pbr.json"), "--plot", str(picture), "--procedure", "0")
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[1]", 'has no list "procedures"'),
        ("{", "is not JSON: line 1"),
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
