"""A floor plan with error ellipses, and each anchor's residuals.

    floor_plan.py [--simulated] [--output plan.png]

Positions a recorded room where one is at hand, else a simulated one; the picture says which.

SPDX-License-Identifier: MIT
"""

from __future__ import annotations

import argparse

import matplotlib
import numpy as np
import rangekit as rk
from matplotlib.collections import EllipseCollection
from matplotlib.figure import Figure
from rooms import Room, recorded, simulated

matplotlib.use("agg")

CHI2_95 = 5.991  # two degrees of freedom
BLUE, ORANGE, BLACK = "#0072b2", "#d55e00", "#222222"


def fix(room: Room) -> tuple[rk.Fixes, np.ndarray]:
    """A fix for each moment, and the anchor of each measurement."""
    there = ~np.isnan(room.ranges_m)
    moment, anchor = np.nonzero(there)
    measurements = rk.Measurements.ranges(
        (room.ranges_m - room.bias_m)[moment, anchor], stddev=room.stddev_m, anchors=anchor
    )
    offsets = np.concatenate([[0], np.cumsum(there.sum(axis=1))])
    return rk.fix_batch(room.anchors_m, measurements, offsets, dimensions=2, height_m=room.height_m), anchor


def draw(room: Room, fixes: rk.Fixes, anchor: np.ndarray, path: str) -> None:
    error = (fixes.place_m[:, :2] - room.true_m)[fixes.accepted]
    covariance = fixes.covariance_m2[fixes.accepted][:, :2, :2]
    inside = np.einsum("ni,nij,nj->n", error, np.linalg.inv(covariance), error) <= CHI2_95
    figure = Figure(figsize=(12, 6), layout="constrained")
    plan, residuals = figure.subplots(1, 2, width_ratios=(3, 2))
    places = fixes.place_m[fixes.accepted]
    plan.plot(*room.true_m.T, color=BLACK, linewidth=0.8, label="truth", zorder=3)
    plan.plot(*places[:, :2].T, ".", color=BLUE, markersize=3, label="positions", zorder=2)
    shown = np.unique(np.linspace(0, len(places) - 1, 80).astype(int))
    values, vectors = np.linalg.eigh(covariance[shown])
    axes = 2 * np.sqrt(values * CHI2_95)
    angles = np.degrees(np.arctan2(vectors[:, 1, 1], vectors[:, 0, 1]))
    ellipses = EllipseCollection(
        axes[:, 1], axes[:, 0], angles, units="xy", offsets=places[shown, :2], offset_transform=plan.transData,
        facecolors="none", edgecolors=ORANGE, linewidths=0.8, zorder=4,
    )  # fmt: skip
    plan.add_collection(ellipses)
    plan.plot([], [], color=ORANGE, label="95 % ellipses, some")
    plan.plot(*room.anchors_m[:, :2].T, "^", color=BLACK, markersize=9, label="anchors")
    plan.set_aspect("equal")
    plan.set_xlabel("x (m)")
    plan.set_ylabel("y (m)")
    plan.legend(loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=4, frameon=False)
    rmse = float(np.sqrt(np.mean(np.square(error).sum(axis=1))))
    plan.set_title(f"RMSE {rmse:.3f} m; 95 % ellipses hold {100 * inside.mean():.0f} %", fontsize=10)
    status, residual = fixes.results["status"], fixes.results["residual"]
    used = [residual[(anchor == index) & (status == 0)] for index in range(len(room.anchors_m))]
    residuals.boxplot(used, orientation="horizontal", tick_labels=range(len(used)), flierprops={"markersize": 2})
    residuals.axvline(0, color="#999999", linewidth=0.8)
    residuals.set_xlabel("residual (m)")
    residuals.set_ylabel("anchor")
    residuals.set_title(f"{np.count_nonzero(status)} of {len(status)} ranges left out", fontsize=10)
    figure.suptitle(room.name, fontweight="bold")
    figure.savefig(path, dpi=130)
    print(f"{room.name}: {len(error)} positions, RMSE {rmse:.3f} m, ellipses hold {100 * inside.mean():.1f} %")


def main() -> None:
    arguments = argparse.ArgumentParser(description="Positions in a room, with their errors, as a picture.")
    arguments.add_argument("--simulated", action="store_true", help="even if a recorded room is at hand")
    arguments.add_argument("--output", default="floor_plan.png")
    options = arguments.parse_args()
    room = simulated() if options.simulated else recorded() or simulated()
    fixes, anchor = fix(room)
    draw(room, fixes, anchor, options.output)
    print(f"Picture: {options.output}")


if __name__ == "__main__":
    main()
