"""Recorded tracks as records for a tracker: what was measured, where the tag truly was. None where the recordings
are not there."""

from __future__ import annotations

import csv
import math
import os
import pathlib

import numpy as np
import rangekit as rk

SHARED = pathlib.Path(os.environ.get("RANGEKIT_SHARED", pathlib.Path(__file__).parents[3] / "shared")) / "data" / "uwb"
CHI2_95 = 5.991464547107979


def rows(name):
    with (SHARED / name).open() as file:
        return [
            {key: float(value) if value else None for key, value in row.items() if key != "pose"}
            for row in csv.DictReader(file)
        ]


def nanoseconds(values):
    return np.round(np.array(values) * 1e9).astype(np.int64)


def outdoor(kind):
    """A tag carried over a square; its height is not recorded: about 0.5 m."""
    data = rows(f"outdoor_twr_dynamic_{kind}.csv")
    tracker = rk.Tracker({row["anchor"]: (row["ax"], row["ay"], row["az"]) for row in data}, dimensions=2, height_m=0.5)
    records = tracker.ranges(
        nanoseconds([row["t_s"] for row in data]), [row["anchor"] for row in data], [row["range_m"] for row in data]
    )
    return tracker, records, np.array([[row["true_x"], row["true_y"]] for row in data]), np.ones(len(data), bool)


def labyrinth(odometry):
    """A robot among four anchors; scored after the first 20 ranges."""
    data, motion = rows("labyrinth_twr.csv"), rows("labyrinth_odom.csv")
    states = rk.TrackerStates.HEADING if odometry else 0
    tracker = rk.Tracker({row["anchor"]: (row["ax"], row["ay"]) for row in data}, dimensions=2, states=states)
    times = nanoseconds([row["t_s"] for row in data])
    records = tracker.ranges(
        times,
        [row["anchor"] for row in data],
        [row["range_m"] for row in data],
        [math.sqrt(row["var_m2"]) for row in data],
    )
    truth = np.array([[row["true_x"], row["true_y"]] for row in data])
    scored = np.arange(len(data)) >= 20
    if not odometry:
        return tracker, records, truth, scored
    # The data set's own convention: half the distance of the wheels, the turn from left minus right.
    speeds = np.array([[row["v_right"], row["v_left"], row["v_y"], row["track_m"], row["var_r"]] for row in motion]).T
    moves = tracker.odometry(
        nanoseconds([row["t_s"] for row in motion]),
        (speeds[0] + speeds[1]) / 2,
        speeds[2],
        (speeds[1] - speeds[0]) / (2 * speeds[3]),
        np.sqrt(speeds[4]),
    )
    both = np.concatenate([moves, records])
    order = np.argsort(both["time_ns"], kind="stable")
    truths = np.concatenate([np.zeros((len(moves), 2)), truth])
    return tracker, both[order], truths[order], np.concatenate([np.zeros(len(moves), bool), scored])[order]


def lias():
    """A vehicle with three antennas among eight anchors; biases and deviations of the 24 links from the static set."""
    anchors = {int(row["anchor"]): (row["x_m"], row["y_m"], row["z_m"]) for row in rows("lias_anchors.csv")}
    static, data = rows("lias_planar_static.csv"), rows("lias_planar_dynamic_fast.csv")
    height = float(np.mean([row[f"t{j}_z"] for row in data for j in range(3)]))
    links, spread = {}, {}
    for i, place in anchors.items():
        for j in range(3):
            errors = [
                row[f"a{i}t{j}"] - math.dist(place, (row[f"t{j}_x"], row[f"t{j}_y"], height))
                for row in static
                if row[f"a{i}t{j}"] is not None
            ]
            spread[i, j] = float(np.std(errors))
            links[i, j] = rk.TrackedAnchor(place, float(np.mean(errors)), spread[i, j] / 7)  # 50 poses: the mean's
    body = _antennas(static)
    tracker = rk.Tracker(links, dimensions=2, height_m=height)
    times, names, values, antennas, truth, scored = [], [], [], [], [], []
    for row in data:
        cosine, sine = math.cos(row["yaw_rad"]), math.sin(row["yaw_rad"])
        offsets = body @ np.array([[cosine, sine], [-sine, cosine]])
        middle = np.mean([[row[f"t{j}_x"], row[f"t{j}_y"]] for j in range(3)], axis=0)
        for i in anchors:
            for j in range(3):
                if row[f"a{i}t{j}"] is None:
                    continue
                times.append(row["t"])
                names.append((i, j))
                values.append(row[f"a{i}t{j}"])
                antennas.append((*offsets[j], 0.0))
                truth.append(middle)
                scored.append(False)
        scored[-1] = True
    records = tracker.ranges(nanoseconds(times), names, values, [spread[name] for name in names], antennas)
    return tracker, records, np.array(truth), np.array(scored)


def _antennas(static):
    """Where the antennas are on the vehicle, about their middle."""
    found = []
    for j in range(3):
        places = []
        for row in static:
            cosine, sine = math.cos(math.radians(row["yaw_deg"])), math.sin(math.radians(row["yaw_deg"]))
            dx, dy = row[f"t{j}_x"] - row["t0_x"], row[f"t{j}_y"] - row["t0_y"]
            places.append((cosine * dx + sine * dy, cosine * dy - sine * dx))
        found.append(np.median(places, axis=0))
    return np.array(found) - np.mean(found, axis=0)


def score(track, truth, scored):
    """RMSE, coverage of the stated 95 % regions, their median radius."""
    which = track.has_track & scored
    error = track.place_m[which, :2] - truth[which]
    covariance = track.covariance_m2[which, :2, :2]
    squared = np.einsum("ni,ni->n", error, np.linalg.solve(covariance, error[..., None])[..., 0])
    radius = np.sqrt(CHI2_95) * np.linalg.det(covariance) ** 0.25
    return (
        float(np.sqrt(np.square(error).sum(axis=1).mean())),
        float((squared <= CHI2_95).mean()),
        float(np.median(radius)),
    )
