"""Rooms to position in: a recorded one where it is at hand, else a simulated one.

SPDX-License-Identifier: MIT
"""

from __future__ import annotations

import csv
import dataclasses
import os
from pathlib import Path

import numpy as np

SHARED = Path(os.environ.get("RANGEKIT_SHARED", Path(__file__).resolve().parents[3] / "shared"))


@dataclasses.dataclass
class Room:
    name: str  # says where the numbers come from
    anchors_m: np.ndarray  # (k, 3)
    t_s: np.ndarray  # (m,)
    ranges_m: np.ndarray  # (m, k); NaN: none
    true_m: np.ndarray  # (m, 2)
    height_m: float  # of the tag
    stddev_m: float
    bias_m: np.ndarray  # (k,) known from a calibration


def recorded() -> Room | None:
    """Eight anchors about a tag that is driven round (LIAS, CUHK Shenzhen, MIT licence): one of its antennas."""
    folder = SHARED / "data" / "uwb"
    if not (folder / "lias_planar_dynamic_fast.csv").is_file():
        return None
    with (folder / "lias_anchors.csv").open() as file:
        anchors = np.array([[float(row[f"{axis}_m"]) for axis in "xyz"] for row in csv.DictReader(file)])

    def read(name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        with (folder / name).open() as file:
            rows = list(csv.DictReader(file))
        ranges = np.array([[float(row[f"a{anchor}t0"] or "nan") for anchor in range(8)] for row in rows])
        true = np.array([[float(row["t0_x"]), float(row["t0_y"])] for row in rows])
        return np.array([float(row.get("t", "nan")) for row in rows]), ranges, true

    _, ranges, true = read("lias_planar_static.csv")
    bias = np.nanmean(ranges - np.linalg.norm(true[:, None] - anchors[:, :2], axis=2), axis=0)
    t_s, ranges, true = read("lias_planar_dynamic_fast.csv")
    return Room("recorded: LIAS, one antenna, biases from its static set", anchors, t_s, ranges, true, 0.97, 0.11, bias)


def simulated(seed: int = 1) -> Room:
    rng = np.random.default_rng(seed)
    anchors = np.array([[0, 0, 2.5], [8, 0, 2.2], [8, 6, 2.6], [0, 6, 2.4], [4, 0, 0.5], [4, 6, 0.4]])
    t_s = np.round(np.arange(0, 60, 0.1), 4)
    true = np.column_stack([4 + 3 * np.cos(0.2 * t_s), 3 + 2 * np.sin(0.4 * t_s)])
    height, bias = 1.1, np.array([0.1, 0.05, 0.15, 0.0, 0.1, 0.2])
    distances = np.linalg.norm(np.column_stack([true, np.full(len(t_s), height)])[:, None] - anchors, axis=2)
    ranges = distances + bias + rng.normal(0, 0.08, distances.shape)
    blocked = rng.random(ranges.shape) < 0.02
    ranges[blocked] += rng.uniform(1, 5, int(blocked.sum()))
    return Room(
        "simulated: 6 anchors, 0.08 m of noise, 2 % blocked paths", anchors, t_s, ranges, true, height, 0.08, bias
    )
