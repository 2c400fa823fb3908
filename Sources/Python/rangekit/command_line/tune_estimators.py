"""What `rangekit tune` can tune: each estimator's parameters, and how one link's recording is scored.

An estimator that comes later is one entry of `ESTIMATORS`.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit.filter import Filter
from rangekit.fusion import FusionTechnology
from rangekit.quality import QualityEstimator, QualityLevel
from rangekit.quality_model import QualityModel
from rangekit.sample import Technology
from rangekit.zone import Zone, ZoneRing

Options = dict[str, float]


@dataclasses.dataclass(frozen=True)
class Link:
    """One link's distances, each with its truth."""

    name: str
    time_ns: npt.NDArray[np.int64]
    distance_m: npt.NDArray[np.float64]
    true_m: npt.NDArray[np.float64]


@dataclasses.dataclass(frozen=True)
class Space:
    """Where one parameter may lie."""

    low: float
    high: float
    is_log: bool = False
    is_integer: bool = False

    def at(self, share: float) -> float:
        """The value at a share of the way, 0 to 1."""
        if self.is_log:
            value = math.exp(math.log(self.low) + share * (math.log(self.high) - math.log(self.low)))
        else:
            value = self.low + share * (self.high - self.low)
        return round(value) if self.is_integer else float(f"{value:.4g}")


@dataclasses.dataclass(frozen=True)
class Setting:
    """What the person says of the job itself, beside the estimator's parameters."""

    limit_m: float
    enter_m: float
    leave_m: float
    fixed: Mapping[str, Any]  #: options that stay as given


#: A link (or a walk, see tune_walks.py) and options to a sum and how many samples are in it.
Score = Callable[[Any, Options, Setting], tuple[float, int]]


@dataclasses.dataclass(frozen=True)
class Estimator:
    """What can be tuned; the lower the score, the better."""

    spaces: dict[str, Space]
    score: Score
    metric: str  #: in words, with its unit
    is_square: bool = False  #: the score is the root of the mean, else the mean


def _filter(link: Link, options: Options, setting: Setting) -> tuple[float, int]:
    with Filter(**{**setting.fixed, **options}) as smooth:
        error_m = smooth.update_batch(link.time_ns, link.distance_m).values - link.true_m
    return float(np.sum(np.square(error_m))), len(error_m)


def _model(link: Link, options: Options, setting: Setting) -> tuple[float, int]:
    own = {name: value for name, value in options.items() if not name.startswith("uwb_")}
    stddev_m, bias_m = options.get("uwb_stddev_m", 0.1), options.get("uwb_bias_stddev_m", 0.18)
    assumed = [FusionTechnology(Technology.UWB, stddev_m, 0.0, bias_m, 0.01, 60.0)]
    total = 0.0
    with QualityModel(technologies=assumed, limit_m=setting.limit_m, **{**setting.fixed, **own}) as model:
        for time_ns, distance_m, true_m in zip(*_lists(link), strict=True):
            result = model.update(time_ns, distance_m)
            if result.distance_m is None or result.probability is None:
                continue
            is_within = abs(result.distance_m - true_m) <= setting.limit_m
            total += (result.probability - is_within) ** 2
    return total, len(link.time_ns)


def _quality(link: Link, options: Options, setting: Setting) -> tuple[float, int]:
    wrong = 0
    numbers = {name: int(value) if name in ("minimum_count", "window_ns") else value for name, value in options.items()}
    if "window_s" in numbers:
        numbers["window_ns"] = int(numbers.pop("window_s") * 1e9)
    with QualityEstimator(**{**setting.fixed, **numbers}) as estimator:
        levels = estimator.update_batch(link.time_ns, link.distance_m).levels
        is_within = np.abs(link.distance_m - link.true_m) <= setting.limit_m
        wrong = int(np.count_nonzero((levels > QualityLevel.UNKNOWN) != is_within))
    return float(wrong), len(link.time_ns)


def _zone(link: Link, options: Options, setting: Setting) -> tuple[float, int]:
    ring = ZoneRing(
        setting.enter_m + options.get("enter_margin_m", 0.0),
        setting.leave_m + options.get("leave_margin_m", 0.0),
        int(options.get("enter_count", 2)),
        int(options.get("leave_count", 2)),
        stddevs=options.get("stddevs", 0.0),
    )
    with Zone([ring], **setting.fixed) as zone:
        inside = zone.update_batch(link.time_ns, link.distance_m)["inside"] != 0
    must, must_not = link.true_m <= setting.enter_m, link.true_m > setting.leave_m
    wrong = int(np.count_nonzero((must & ~inside) | (must_not & inside)))
    # Between the two distances either is right; so many changes are needed at least.
    known = must[must | must_not]
    needed = int(np.count_nonzero(known[1:] != known[:-1])) + int(len(known) > 0 and known[0])
    made = int(np.count_nonzero(inside[1:] != inside[:-1])) + int(inside[0])
    return wrong + 10.0 * max(0, made - needed), len(inside)


def _lists(link: Link) -> tuple[list[int], list[float], list[float]]:
    return link.time_ns.tolist(), link.distance_m.tolist(), link.true_m.tolist()


ESTIMATORS: Final[dict[str, Estimator]] = {
    "filter": Estimator(
        {
            "acceleration_density": Space(0.003, 10, is_log=True),
            "outlier_stddevs": Space(2, 6),
            "stddev_floor": Space(0.005, 0.3, is_log=True),
            "reopen_count": Space(2, 12, is_integer=True),
        },
        _filter,
        "RMSE of the filtered distance, m",
        is_square=True,
    ),
    "quality_model": Estimator(
        {
            "uwb_stddev_m": Space(0.02, 0.5, is_log=True),
            "uwb_bias_stddev_m": Space(0.02, 0.6, is_log=True),
            "blocked_probability": Space(0.001, 0.5, is_log=True),
            "blocked_bias_m": Space(0, 1),
            "blocked_stddev_m": Space(0.05, 1.5, is_log=True),
            "scatter_gain": Space(0, 3),
        },
        _model,
        "mean squared difference between the stated probability and the outcome",
    ),
    "quality": Estimator(
        {
            "minimum_count": Space(2, 20, is_integer=True),
            "window_s": Space(0.5, 5),
            "good_limit_m": Space(5, 100, is_log=True),
        },
        _quality,
        "share of samples whose level is good or better when the error is not within the limit, or the reverse",
    ),
    "zone": Estimator(
        {
            "enter_count": Space(1, 8, is_integer=True),
            "leave_count": Space(1, 8, is_integer=True),
            "enter_margin_m": Space(0, 0.3),
            "leave_margin_m": Space(0, 0.5),
            "stddevs": Space(0, 3),
        },
        _zone,
        "share of samples on the wrong side of the ring; each needless change counts as ten",
    ),
}
