"""Checks the example: the C program's positions are those of the Python package and near the truth; the pictures
are drawn.

    check.py BUILD

SPDX-License-Identifier: MIT
"""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import numpy as np
from floor_plan import fix
from rooms import simulated


def main() -> None:
    build = Path(sys.argv[1])
    room = simulated()
    with (build / "anchors.csv").open("w") as file:
        file.write("x_m,y_m,z_m\n")
        file.writelines(f"{x},{y},{z}\n" for x, y, z in room.anchors_m)
    calibrated = room.ranges_m - room.bias_m
    with (build / "samples.csv").open("w") as file:
        file.write("t_s,anchor,range_m,stddev_m\n")
        for t_s, row in zip(room.t_s, calibrated, strict=True):
            file.writelines(f"{t_s},{anchor},{value!r},{room.stddev_m}\n" for anchor, value in enumerate(row.tolist()))
    command = [build / "position", build / "anchors.csv", build / "samples.csv", str(room.height_m)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = list(csv.DictReader(done.stdout.splitlines()))
    places = np.array([[float(row["x_m"]), float(row["y_m"])] for row in rows])
    fixes, _ = fix(room)
    assert len(rows) == len(room.t_s), "a position for each moment"
    assert np.abs(places - fixes.place_m[:, :2]).max() < 1e-5, "C and Python differ"
    error = np.linalg.norm(places - room.true_m, axis=1)
    assert np.median(error) < 0.1, f"median error {np.median(error):.3f} m"
    assert "disagrees with the others" in done.stderr, "blocked paths are named"
    bad = subprocess.run([build / "position"], capture_output=True, text=True)
    assert bad.returncode == 2 and "usage" in bad.stderr
    for arguments in (["--simulated"], []):
        picture = build / f"plan{len(arguments)}.png"
        plan = [sys.executable, "-B", Path(__file__).with_name("floor_plan.py"), "--output", picture, *arguments]
        subprocess.run(plan, check=True)
        assert picture.read_bytes()[:4] == b"\x89PNG"
    print(f"positioning: {len(rows)} positions, median error {np.median(error):.3f} m, C and Python agree")


if __name__ == "__main__":
    main()
