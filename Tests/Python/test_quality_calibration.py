"""The quality model's probabilities against recorded truth, set by set; its parameters are the defaults, which were not
made for any of these sets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
import rangekit as rk
from test_tracking import Link, lias_links, needs_recordings, outdoor_links, table

LIMITS = (0.3, 0.5, 0.75, 1.0)


def lias_static_links() -> Iterator[Link]:
    """Each pose, anchor and antenna of the tag that stands still; antennas are 0.965 m high, 50 ranges a second."""
    rest, anchors = table("lias_planar_static.csv"), table("lias_anchors.csv")
    starts = np.flatnonzero(np.diff(rest["gt_x"], prepend=np.nan) != 0)
    for start, end in zip(starts, [*starts[1:], len(rest["gt_x"])], strict=True):
        for number in range(24):
            anchor, antenna = divmod(number, 3)
            ranges = rest[f"a{anchor}t{antenna}"][start:end]
            x, y = rest[f"t{antenna}_x"][start:end], rest[f"t{antenna}_y"][start:end]
            height = 0.965 - anchors["z_m"][anchor]
            truth = np.sqrt((x - anchors["x_m"][anchor]) ** 2 + (y - anchors["y_m"][anchor]) ** 2 + height**2)
            there = np.isfinite(ranges) & np.isfinite(truth)
            yield np.arange(there.sum()) * 20_000_000, ranges[there], truth[there]


def labyrinth_links() -> Iterator[Link]:
    rows = table("labyrinth_twr.csv")
    for anchor in np.unique(rows["anchor"]):
        mine = {key: values[rows["anchor"] == anchor] for key, values in rows.items()}
        truth = np.hypot(mine["ax"] - mine["true_x"], mine["ay"] - mine["true_y"])
        yield np.round(mine["t_s"] * 1e9).astype(np.int64), mine["range_m"], truth


def outdoor_static_links(nlos: int) -> Iterator[Link]:
    rows = table("outdoor_sstwr_static.csv")
    for height in np.unique(rows["anchor_height_m"]):
        for away in np.unique(rows["horiz_m"]):
            mine = (rows["nlos"] == nlos) & (rows["anchor_height_m"] == height) & (rows["horiz_m"] == away)
            if mine.sum() >= 5:
                yield np.arange(mine.sum()) * 50_000_000, rows["range_m"][mine], rows["true_m"][mine]


SETS = {
    "lias moving": lias_links,
    "lias static": lias_static_links,
    "labyrinth": labyrinth_links,
    "outdoor moving los": lambda: outdoor_links("los"),
    "outdoor moving nlos": lambda: outdoor_links("nlos"),
    "outdoor static los": lambda: outdoor_static_links(0),
    "outdoor static nlos": lambda: outdoor_static_links(1),
}


def judged(links: list[Link], count: int = 3000) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Errors, and what was stated for each limit; the same number of samples of each of up to 24 links."""
    used = links[:: max(1, len(links) // 24)]
    errors, stated = [], []
    for times, ranges, truth in used:
        with rk.QualityModel() as model:
            some = slice(count // len(used) + 1)
            for time, distance, true in zip(
                times[some].tolist(), ranges[some].tolist(), truth[some].tolist(), strict=True
            ):
                result = model.update(time, distance)
                assert result.distance_m is not None
                errors.append(abs(result.distance_m - true))
                stated.append([model.probability(limit) for limit in LIMITS])
    return np.array(errors), np.array(stated)


@needs_recordings
@pytest.mark.parametrize("name", list(SETS))
def test_what_is_stated_is_observed_on_each_set(name: str) -> None:
    """In ten bins. At 0.3 m the links' biases, which no sample shows, differ from set to set."""
    errors, stated = judged(list(SETS[name]()))
    worst = {}
    for column, limit in enumerate(LIMITS):
        probability, within, worst[limit] = stated[:, column], errors <= limit, 0.0
        for low in np.arange(0, 1, 0.1):
            chosen = (probability >= low) & (probability < low + 0.1 + (low > 0.85))
            if chosen.sum() >= max(50, len(errors) // 50):
                said, seen = float(probability[chosen].mean()), float(within[chosen].mean())
                worst[limit] = max(worst[limit], abs(said - seen))
                print(f"{name}, {limit} m: stated {said:.2f}, observed {seen:.2f}, {chosen.sum()} samples")
    print(f"{name}: " + ", ".join(f"{limit} m {difference:.3f}" for limit, difference in worst.items()))
    assert max(difference for limit, difference in worst.items() if limit >= 0.5) <= 0.07
    assert worst[0.3] <= 0.18
