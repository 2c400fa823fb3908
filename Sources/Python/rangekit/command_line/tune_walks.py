"""What `rangekit tune` does for the estimators of places: files with positions, and how they are scored.

The tracker follows a tag among known anchors; the locator finds targets from a moving device.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from rangekit.command_line.locate import feed
from rangekit.command_line.output import UnusableInputError
from rangekit.command_line.position_ekf import tracker_records
from rangekit.command_line.ranging_csv import read_anchors, read_samples
from rangekit.command_line.tune_estimators import Estimator, Options, Setting, Space
from rangekit.command_line.walk_recording import Row, read_truth, read_walk
from rangekit.errors import RangeKitError
from rangekit.locator import Locator, Up
from rangekit.tracker import Tracker

#: No estimate at all counts as this error; nor does any count as more.
LARGEST_ERROR_M = 10.0


@dataclasses.dataclass(frozen=True)
class Track:
    """A tag's measurements among anchors, each with the tag's true place."""

    name: str
    time_ns: npt.NDArray[np.int64]
    records: npt.NDArray[Any]  #: of TRACKER_MEASUREMENT_DTYPE
    places: dict[int, npt.NDArray[np.float64]]
    true_m: npt.NDArray[np.float64]  #: (n, 2 or 3)
    settings: dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Search:
    """A walk, and one of the targets that it finds."""

    name: str
    time_ns: npt.NDArray[np.int64]  #: of the target's distances
    rows: list[Row]  #: poses, and the distances to that target
    true_m: npt.NDArray[np.float64]
    up: Up


def tracks(path: str, arguments: argparse.Namespace) -> Iterator[Track]:
    """Every tag of a file of samples that has true places."""
    if not arguments.anchors:
        raise UnusableInputError("--estimator tracker needs --anchors FILE, where the anchors are")
    anchors = read_anchors(arguments.anchors)
    samples = read_samples(path, anchors)
    if samples.true_xyz_m is None or not samples.has_truth.any():
        raise UnusableInputError(f"{path} has no true_x and true_y, which tuning needs")
    dimensions = samples.true_dimensions
    settings: dict[str, Any] = {"dimensions": dimensions}
    if dimensions == 2 and arguments.tag_height is not None:
        settings["height_m"] = arguments.tag_height
    for tag, label in enumerate(samples.tags):
        rows = np.flatnonzero((samples.tag == tag) & samples.has_truth)
        mine = samples.select(rows)
        if not len(mine) or mine.true_xyz_m is None:
            continue
        used = np.unique(np.concatenate([mine.anchor, mine.anchor_b[mine.is_difference]]))
        records = tracker_records(mine, used)
        places = {int(index): anchors.xyz_m[index] for index in used}
        true_m = mine.true_xyz_m[:, :dimensions]
        yield Track(f"{path}:{label}" if label else path, records["time_ns"], records, places, true_m, settings)


def track_score(track: Track, options: Options, setting: Setting) -> tuple[float, int]:
    """Squared errors of the place after each measurement."""
    with Tracker(track.places, **{**track.settings, **setting.fixed, **options}) as tracker:
        found_m = tracker.update_batch(track.records).place_m[:, : track.true_m.shape[1]]
    error_m = np.linalg.norm(found_m - track.true_m, axis=1)
    found = np.isfinite(error_m)
    error_m = np.minimum(np.where(found, error_m, LARGEST_ERROR_M), LARGEST_ERROR_M)
    # A start takes some measurements, whatever the options.
    start = int(np.argmax(found))
    if found.any() and start < 0.1 * len(found):
        error_m[:start] = 0.0
    return float(np.sum(np.square(error_m))), len(error_m)


def searches(path: str, arguments: argparse.Namespace) -> Iterator[Search]:
    """Every target of a walk whose true place is known."""
    if not arguments.truth:
        raise UnusableInputError("--estimator locator needs --truth FILE, where the targets are")
    truth = read_truth(arguments.truth)
    walk = read_walk(path)
    for target in dict.fromkeys(row.target for row in walk.rows if row.range_m is not None):
        if target not in truth:
            continue
        rows = [row for row in walk.rows if row.range_m is None or row.target == target]
        times = np.array([row.time_ns for row in rows if row.range_m is not None], np.int64)
        yield Search(f"{path}:{target}", times, rows, np.array(truth[target]), Up[arguments.up.upper()])


def search_score(search: Search, options: Options, setting: Setting) -> tuple[float, int]:
    """Squared errors of the place after each distance."""
    total = 0.0
    numbers: dict[str, int] = {}
    with Locator(**{"up": search.up, **setting.fixed, **options}) as locator:
        for row in search.rows:
            with contextlib.suppress(RangeKitError):  # a row that is refused leaves the estimate as it was
                feed(locator, row, numbers, None)
            if row.range_m is None:
                continue
            place_m = locator.estimate(0, row.observer).position_m if numbers else None
            error_m = LARGEST_ERROR_M if place_m is None else float(np.linalg.norm(place_m - search.true_m))
            total += min(error_m, LARGEST_ERROR_M) ** 2
    return total, len(search.time_ns)


#: What each file is read into, for estimators that do not take single links.
READERS: dict[str, Callable[[str, argparse.Namespace], Iterator[Any]]] = {"tracker": tracks, "locator": searches}

ESTIMATORS_OF_PLACES = {
    "tracker": Estimator(
        {
            "acceleration_density": Space(0.02, 3, is_log=True),
            "common_bias_stddev_m": Space(0.02, 0.5, is_log=True),
            "link_bias_stddev_m": Space(0.01, 0.3, is_log=True),
            "reflection_stddev_m": Space(0.02, 0.4, is_log=True),
            "reflection_time_s": Space(0.3, 10, is_log=True),
        },
        track_score,
        "RMSE of the tracked place, m",
        is_square=True,
    ),
    "locator": Estimator(
        {
            "distance_stddev_m": Space(0.03, 0.5, is_log=True),
            "bias_m": Space(0, 0.4),
            "bias_stddev_m": Space(0.02, 0.5, is_log=True),
        },
        search_score,
        "RMSE of the target's place after each distance, m",
        is_square=True,
    ),
}
