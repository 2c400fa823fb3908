"""Follows a tag from ranges and odometry, and draws what came of it:

    python track.py [--data FOLDER] [--plot track.png] [--export FOLDER]

With the recordings at hand (FOLDER holds labyrinth_twr.csv and labyrinth_odom.csv) a robot in a labyrinth, else a
simulated one; the picture says which. --export writes the input and the track as the CSV files of track.c.
"""

from __future__ import annotations

import argparse
import csv
import pathlib

import numpy as np
import rangekit as rk

CHI2_95 = 5.991464547107979  # 2 degrees of freedom


def recorded(folder: pathlib.Path) -> dict:
    """The labyrinth set of TU Chemnitz (libRSF), CC BY-SA 4.0."""

    def rows(name):
        with (folder / name).open() as file:
            return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]

    ranges, wheels = rows("labyrinth_twr.csv"), rows("labyrinth_odom.csv")
    right, left = (np.array([row[name] for row in wheels]) for name in ("v_right", "v_left"))
    track = np.array([row["track_m"] for row in wheels])  # half the distance of the wheels
    return {
        "title": "Recorded: a robot in a labyrinth, 4 UWB anchors, wheels",
        "anchors": {int(row["anchor"]): (row["ax"], row["ay"]) for row in ranges},
        "t_s": np.array([row["t_s"] for row in ranges]),
        "anchor": [int(row["anchor"]) for row in ranges],
        "range_m": np.array([row["range_m"] for row in ranges]),
        "std_m": np.sqrt([row["var_m2"] for row in ranges]),
        "truth": np.array([[row["true_x"], row["true_y"]] for row in ranges]),
        "motion_t_s": np.array([row["t_s"] for row in wheels]),
        "forward_mps": (right + left) / 2,
        "turn_rad_s": (left - right) / (2 * track),  # the data set's own convention
        "std_mps": np.sqrt([row["var_r"] for row in wheels]),
    }


def simulated() -> dict:
    """A robot that drives an eight among four anchors; one link is blocked for a while, some ranges are wild."""
    source = np.random.default_rng(4)
    anchors = {101: (0.0, 0.0), 102: (6.0, 0.0), 103: (6.0, 4.0), 104: (0.0, 4.0)}
    step, count = 0.1, 600
    t_s = step * np.arange(1, count + 1)
    turn = 0.5 * np.sign(np.sin(2 * np.pi * t_s / 25.2))
    forward = np.where(t_s < 3, 0.0, 0.4)
    turn[t_s < 3] = 0
    heading = np.cumsum(turn * step) + 0.7
    middle = heading - turn * step / 2
    steps = step * forward[:, None] * np.stack([np.cos(middle), np.sin(middle)], axis=1)
    truth = np.array([2.6, 2.0]) + np.cumsum(steps, axis=0)
    names = list(anchors)
    anchor = [names[i % 4] for i in range(count)]
    places = np.array([anchors[name] for name in anchor])
    range_m = np.linalg.norm(truth - places, axis=1) + source.normal(0.08, 0.06, count)
    range_m += np.where((np.array(anchor) == 103) & (t_s > 20) & (t_s < 30), 0.6, 0)
    range_m += np.where(source.random(count) < 0.03, source.uniform(2, 15, count), 0)
    return {
        "title": "Simulated: a robot among 4 anchors, one blocked from 20 to 30 s",
        "anchors": anchors,
        "t_s": t_s,
        "anchor": anchor,
        "range_m": range_m,
        "std_m": np.full(count, 0.1),
        "truth": truth,
        "motion_t_s": t_s,
        "forward_mps": forward + source.normal(0, 0.01, count),
        "turn_rad_s": turn + source.normal(0, 0.03, count),
        "std_mps": np.full(count, 0.02),
    }


def follow(run: dict) -> tuple[rk.TrackerBatch, rk.TrackerState]:
    """The track after each range."""
    with rk.Tracker(run["anchors"], dimensions=2, states=rk.TrackerStates.HEADING) as tracker:
        moves = tracker.odometry(
            nanoseconds(run["motion_t_s"]),
            run["forward_mps"],
            np.zeros(len(run["forward_mps"])),
            run["turn_rad_s"],
            run["std_mps"],
        )
        ranges = tracker.ranges(nanoseconds(run["t_s"]), run["anchor"], run["range_m"], run["std_m"])
        both = np.concatenate([moves, ranges])
        order = np.argsort(both["time_ns"], kind="stable")  # wheels first where times are equal
        track = tracker.update_batch(both[order])
        chosen = np.flatnonzero(order >= len(moves))
        parts = {name: getattr(track, name)[chosen] for name in track.__dataclass_fields__}
        return rk.TrackerBatch(**parts), tracker.state()


def nanoseconds(seconds: np.ndarray) -> np.ndarray:
    return np.round(seconds * 1e9).astype(np.int64)


def report(run: dict, track: rk.TrackerBatch, state: rk.TrackerState) -> None:
    which = track.has_track
    error = track.place_m[which, :2] - run["truth"][which]
    covariance = track.covariance_m2[which, :2, :2]
    squared = np.einsum("ni,ni->n", error, np.linalg.solve(covariance, error[..., None])[..., 0])
    print(run["title"])
    print(f"  {which.sum()} places from {len(which)} ranges, {(track.status == rk.Status.ERROR_GATED).sum()} gated")
    print(f"  RMSE {np.sqrt(np.square(error).sum(axis=1).mean()):.3f} m", end=", ")
    print(f"stated 95 % regions hold the truth in {100 * (squared <= CHI2_95).mean():.1f} %")
    if state.heading_rad:
        print(
            f"  heading {np.degrees(state.heading_rad.value):.1f} +- {np.degrees(state.heading_rad.stddev):.1f} degrees"
        )


def draw(run: dict, track: rk.TrackerBatch, path: str) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.patches import Ellipse

    figure, (plan, time) = plt.subplots(1, 2, figsize=(12, 5.2), layout="constrained", width_ratios=(1, 1.25))
    which = track.has_track
    plan.plot(*run["truth"].T, color="0.6", linewidth=4, alpha=0.6, label="truth")
    plan.plot(*track.place_m[which, :2].T, color="tab:blue", linewidth=1, label="track")
    places = np.array(list(run["anchors"].values()))
    plan.plot(*places.T, "^", color="black", label="anchors")
    for index in np.flatnonzero(which)[5 :: max(1, which.sum() // 25)]:
        values, vectors = np.linalg.eigh(track.covariance_m2[index, :2, :2])
        angle = np.degrees(np.arctan2(vectors[1, 1], vectors[0, 1]))
        width, height = 2 * np.sqrt(CHI2_95 * values[::-1])
        plan.add_patch(
            Ellipse(track.place_m[index, :2], width, height, angle=angle, fill=False, color="tab:blue", alpha=0.4)
        )
    plan.plot([], [], color="tab:blue", alpha=0.4, label="stated 95 % regions")
    plan.set(xlabel="x (m)", ylabel="y (m)", aspect="equal")
    figure.legend(*plan.get_legend_handles_labels(), loc="outside lower left", ncols=4, fontsize=8)

    accepted, gated = track.status == rk.Status.OK, track.status == rk.Status.ERROR_GATED
    time.fill_between(run["t_s"], -3.5 * track.stddev, 3.5 * track.stddev, color="0.9", label="gate", step="mid")
    time.plot(run["t_s"][accepted], track.innovation[accepted], ".", markersize=3, label=f"taken ({accepted.sum()})")
    limit = 1.5
    shown = np.clip(track.innovation[gated], -limit, limit)
    time.plot(
        run["t_s"][gated], shown, "x", color="tab:red", label=f"gated ({gated.sum()}), beyond {limit} m at the edge"
    )
    time.set(xlabel="time (s)", ylabel="range minus expected (m)", ylim=(-1.1 * limit, 1.1 * limit))
    time.legend(fontsize=8, loc="lower right")
    figure.suptitle(run["title"])
    figure.savefig(path, dpi=110)
    print(f"  picture: {path}")


def export(run: dict, track: rk.TrackerBatch, folder: pathlib.Path) -> None:
    def write(name, header, rows):
        with (folder / name).open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(header)
            writer.writerows(rows)

    folder.mkdir(parents=True, exist_ok=True)
    write("anchors.csv", ["anchor", "x_m", "y_m"], [(name, *place) for name, place in run["anchors"].items()])
    columns = ["t_s", "anchor", "range_m", "std_m"]
    write("ranges.csv", columns, zip(*(run[name] for name in columns), strict=True))
    columns = ["motion_t_s", "forward_mps", "turn_rad_s", "std_mps"]
    write("odometry.csv", ["t_s", *columns[1:]], zip(*(run[name] for name in columns), strict=True))
    which = track.has_track
    place, weight = track.place_m[which, :2], track.weight[which, None]
    write("expected.csv", ["x_m", "y_m", "weight"], np.concatenate([place, weight], axis=1).tolist())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, metavar="FOLDER", help="where the recordings are")
    parser.add_argument("--plot", metavar="FILE", help="draw the track: .png, .svg or .pdf")
    parser.add_argument(
        "--export", type=pathlib.Path, metavar="FOLDER", help="write the input of track.c, and the track"
    )
    arguments = parser.parse_args()
    has_recording = arguments.data is not None and (arguments.data / "labyrinth_twr.csv").is_file()
    run = recorded(arguments.data) if has_recording else simulated()
    track, state = follow(run)
    report(run, track, state)
    if arguments.plot:
        draw(run, track, arguments.plot)
    if arguments.export:
        export(run, track, arguments.export)


if __name__ == "__main__":
    main()
