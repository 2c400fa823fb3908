"""Plays a walk and draws it: the path, every place where the target may be with its 95 % ellipse, and convergence
over time. Without a recording it makes a walk of its own, and says so on the picture.

    python walk.py                                        a simulated walk
    python walk.py recording.csv --truth targets.csv      a recorded one, columns as in `rangekit locate --help`

SPDX-License-Identifier: MIT
"""

from __future__ import annotations

import argparse

import matplotlib.pyplot as plt
import numpy as np
import rangekit as rk
from matplotlib.patches import Ellipse
from rangekit.walk import simulate_walk


def events(walk):
    """Poses and distances of a simulated walk in the order of their times: (t_s, pose or None, range or None)."""
    found = [(t, (p, q), None) for t, p, q in zip(walk.pose_s, walk.position_m, walk.orientation)]
    found += [(t, None, r) for t, r in zip(walk.range_s, walk.range_m)]
    return sorted(found, key=lambda event: event[0])


def recorded(path, target):
    """The same from a file; the first target in it unless one is named."""
    rows = np.genfromtxt(path, delimiter=",", names=True, dtype=None, encoding="utf-8")
    names = [str(name) for name in rows["target"]]
    target = target or next(name for name in names if name)
    found = []
    for row, name in zip(rows, names):
        pose = None
        if np.isfinite(row["x_m"]):
            turn = [row[q] for q in ("qx", "qy", "qz", "qw")] if "qx" in rows.dtype.names else None
            pose = ([row["x_m"], row["y_m"], row["z_m"]], turn)
        found.append((row["t_s"], pose, row["range_m"] if name == target and np.isfinite(row["range_m"]) else None))
    return found, target


def draw_places(axes, places, colour):
    for place in places:
        x, _, z = place.position_m
        values, vectors = np.linalg.eigh(place.covariance_m2[np.ix_([0, 2], [0, 2])])
        width, height = 2 * np.sqrt(np.maximum(values, 0) * 5.991)
        angle = np.degrees(np.arctan2(vectors[1, 0], vectors[0, 0]))
        if max(width, height) < 40:
            axes.add_patch(Ellipse((x, z), width, height, angle=angle, color=colour, alpha=0.12))
        axes.plot(x, z, "x", color=colour, alpha=0.3 + 0.7 * place.probability)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("walk", nargs="?", help="a recorded walk; without it one is simulated")
    parser.add_argument("--target", help="which target of the recording")
    parser.add_argument("--truth", help="CSV with target, x_m, y_m, z_m")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", default="walk.png")
    arguments = parser.parse_args()
    truth = None
    if arguments.walk:
        rows, name = recorded(arguments.walk, arguments.target)
        title = f"target {name}, recorded: {arguments.walk}"
        if arguments.truth:
            known = np.genfromtxt(arguments.truth, delimiter=",", names=True, dtype=None, encoding="utf-8")
            truth = next(
                ([row["x_m"], row["y_m"], row["z_m"]] for row in np.atleast_1d(known) if str(row["target"]) == name),
                None,
            )
    else:
        walk = simulate_walk(seed=arguments.seed)
        rows, truth, title = events(walk), walk.target_m, f"simulated walk, seed {arguments.seed}: no recorded data"

    figure, (above, spread, state) = plt.subplots(1, 3, figsize=(15, 5), layout="constrained", width_ratios=(3, 2, 2))
    colours = plt.get_cmap("viridis")
    end_s = rows[-1][0]
    path, steps, shown_s = [], [], -1.0
    with rk.Locator() as locator:
        for time_s, pose, range_m in rows:
            time_ns = round(time_s * 1e9)
            if pose is not None:
                locator.add_pose(time_ns, *pose)
                path.append(pose[0])
            if range_m is not None:
                locator.measure(time_ns, 1, range_m)
                estimate = locator.estimate(1)
                if estimate.position_m is not None:
                    steps.append((time_s, estimate))
                if time_s - shown_s >= end_s / 12:
                    shown_s = time_s
                    draw_places(above, locator.hypotheses(1), colours(time_s / end_s))
        last = locator.estimate(1)
        draw_places(above, locator.hypotheses(1), "#d55e00")
    print(last)

    path = np.array(path)
    above.plot(path[:, 0], path[:, 2], color="#888888", linewidth=1, label="path")
    if truth is not None:
        above.plot(truth[0], truth[2], "+", color="black", markersize=14, label="truth")
        print(f"error {np.linalg.norm(last.position_m - truth):.2f} m")
    above.invert_yaxis()
    above.set_aspect("equal")
    above.set(title="from above; early places dark, the last orange", xlabel="x (m)", ylabel="z (m)")
    above.legend(frameon=False)

    times = [time_s for time_s, _ in steps]
    spread.semilogy(times, [np.sqrt(np.linalg.eigvalsh(one.covariance_m2)[-1]) for _, one in steps], label="stated")
    if truth is not None:
        errors = [np.linalg.norm(one.position_m - truth) for _, one in steps]
        spread.semilogy(times, errors, ":", label="error")
    spread.set(title="largest standard deviation (m)", xlabel="time (s)")
    spread.legend(frameon=False)

    marks = []
    for time_s, one in steps:
        names = [reason.name.lower().removeprefix("insufficient_") for reason in one.reasons] or ["converged"]
        marks += [(time_s, name.replace("_", " ")) for name in names]
    state.scatter([t for t, _ in marks], [name for _, name in marks], marker="|", color="#0072b2")
    state.set(title="what is missing, or converged", xlabel="time (s)")
    figure.suptitle(title)
    figure.savefig(arguments.output, dpi=110)


if __name__ == "__main__":
    main()
