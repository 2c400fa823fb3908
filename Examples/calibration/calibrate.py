#!/usr/bin/env python3
"""Learns what each link's ranges are off by, and draws it: bias of each link, errors before and after.

    calibrate.py [--shared FOLDER] [--output calibration.json] [--plot calibration.png]

Real ranges where they are at hand: the LIAS recording (8 anchors, a tag with 3 antennas, laser truth) below
FOLDER/data/uwb; learned from the tag at rest, scored on the moving tag. Else exchanges from RangeKit's own
generator, with an antenna delay put in for each anchor: learned from the first half, scored on the second. The
picture says which.

SPDX-License-Identifier: MIT
"""

from __future__ import annotations

import argparse
import csv
import math
import os
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import rangekit as rk
from rangekit import simulation

HEIGHTS_M = (0.9652, 0.9657, 0.9633)  # of the tag's antennas
PUT_IN_TICKS = {"north": 70, "east": -40, "south": 15, "west": 110}  # simulated antenna delays


class Ranges:
    """Measured and true distances with the names of their links."""

    def __init__(self) -> None:
        self.measured_m: list[float] = []
        self.true_m: list[float] = []
        self.anchor: list[str] = []
        self.tag: list[str] = []

    def add(self, anchor: str, tag: str, measured_m: float, true_m: float) -> None:
        self.anchor.append(anchor)
        self.tag.append(tag)
        self.measured_m.append(measured_m)
        self.true_m.append(true_m)


def recorded(folder: Path, name: str) -> Ranges:
    with (folder / "lias_anchors.csv").open() as file:
        anchors = {row["anchor"]: [float(row[f"{axis}_m"]) for axis in "xyz"] for row in csv.DictReader(file)}
    ranges = Ranges()
    with (folder / name).open() as file:
        for row in csv.DictReader(file):
            for antenna, height in enumerate(HEIGHTS_M):
                tag = [
                    float(row[f"t{antenna}_x"]),
                    float(row[f"t{antenna}_y"]),
                    float(row.get(f"t{antenna}_z") or height),
                ]
                for anchor, position in anchors.items():
                    if row[f"a{anchor}t{antenna}"]:
                        measured_m = float(row[f"a{anchor}t{antenna}"])
                        ranges.add(f"a{anchor}", f"t{antenna}", measured_m, math.dist(tag, position))
    return ranges


def simulated() -> tuple[Ranges, Ranges]:
    halves = Ranges(), Ranges()
    for seed, (anchor, ticks) in enumerate(PUT_IN_TICKS.items()):
        recording = simulation.simulate(seed=seed, duration_s=240.0)
        complete = recording.received.all(axis=1)
        # The responder's delay, and nobody takes it off.
        stamps = recording.stamps[complete].copy()
        stamps[:, [1, 5]] += np.uint64(ticks % (1 << 40))  # modulo the stamps' width
        stamps[:, [1, 5]] &= np.uint64((1 << 40) - 1)
        found = rk.double_sided(stamps)
        for row, (measured_m, true_m) in enumerate(zip(found.distance_m, recording.true_m[complete], strict=True)):
            if found.accepted[row]:
                halves[row >= len(found) // 2].add(anchor, "tag", float(measured_m), float(true_m))
    return halves


def draw(path: Path, title: str, links: tuple[rk.LinkBias, ...], before_m: np.ndarray, after_m: np.ndarray) -> None:
    figure, (upper, lower) = plt.subplots(2, 1, figsize=(10, 7), layout="constrained")
    place = np.arange(len(links))
    bias = [link.bias_m for link in links]
    upper.axhline(0, color="#222222", linewidth=1)
    upper.errorbar(
        place,
        bias,
        [link.stddev_m or 0 for link in links],
        fmt="none",
        ecolor="#bbbbbb",
        elinewidth=6,
        label="scatter of one range",
    )
    upper.errorbar(
        place,
        bias,
        [1.96 * (link.bias_stddev_m or 0) for link in links],
        fmt="o",
        color="#0072b2",
        capsize=3,
        label="bias, 95 % interval",
    )
    upper.set_xticks(place, [f"{link.anchor} {link.tag}" for link in links], rotation=60, fontsize=8)
    upper.set_ylabel("measured - true (m)")
    upper.set_xlim(-0.7, len(links) - 0.3)
    upper.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    low, high = np.percentile(np.concatenate([before_m, after_m]), [0.5, 99.5])
    bins = np.linspace(low - 0.02, high + 0.02, 90)
    for errors, colour, when in ((before_m, "#d55e00", "before"), (after_m, "#0072b2", "after")):
        lower.hist(errors, bins, color=colour, alpha=0.55, label=f"{when}: RMSE {rmse(errors):.3f} m")
    lower.set_xlabel("measured - true (m)")
    lower.set_ylabel("ranges")
    lower.legend(frameon=False)
    figure.suptitle(title, fontweight="bold")
    figure.savefig(path, dpi=150)


def rmse(errors: np.ndarray) -> float:
    return float(np.sqrt(np.mean(np.square(errors))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    beside = Path(__file__).resolve().parents[3] / "shared"
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("RANGEKIT_SHARED", beside)))
    parser.add_argument("--output", type=Path, default=Path("calibration.json"))
    parser.add_argument("--plot", type=Path, default=Path("calibration.png"))
    arguments = parser.parse_args()
    folder = arguments.shared / "data" / "uwb"
    if (folder / "lias_planar_static.csv").exists():
        learned, scored = (recorded(folder, f"lias_planar_{name}.csv") for name in ("static", "dynamic_fast"))
        title = "Real radios (LIAS): learned at rest, scored in motion"
    else:
        learned, scored = simulated()
        title = "Simulated exchanges (no recording is at hand): first half learned, second scored"

    links, fit = rk.fit_links(learned.measured_m, learned.true_m, learned.anchor, learned.tag)
    rk.Calibration(links=links).save(arguments.output)

    calibration = rk.Calibration.load(arguments.output)
    ranges = calibration.apply(scored.measured_m, scored.anchor, scored.tag)
    truth = np.array(scored.true_m)
    before_m, after_m = np.array(scored.measured_m) - truth, ranges.distance_m - truth
    held = np.mean(np.abs(after_m) <= 1.96 * ranges.distance_stddev_m)
    print(title)
    for link in links:
        print(
            f"  {link.anchor:8} {link.tag:6} {link.bias_m:+.4f} +- {link.bias_stddev_m:.4f} m, scatter {link.stddev_m:.4f} m"
        )
    print(
        f"{fit.row_count} ranges learned from; {len(ranges)} scored: RMSE {rmse(before_m):.4f} m before, "
        f"{rmse(after_m):.4f} m after; stated 95 % hold {100 * held:.1f} %"
    )
    draw(arguments.plot, title, links, before_m, after_m)
    print(f"picture: {arguments.plot}; calibration: {arguments.output}")


if __name__ == "__main__":
    main()
