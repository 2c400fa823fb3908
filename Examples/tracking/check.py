"""Runs the example in both languages, on a simulated run and on the recorded one where it is there: both must give
the same track, near the truth, and a picture. check.py BUILD"""

from __future__ import annotations

import csv
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
DATA = pathlib.Path(os.environ.get("RANGEKIT_SHARED", HERE.parents[2] / "shared")) / "data" / "uwb"


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def numbers(lines, columns):
    return [[float(row[name]) for name in columns] for row in csv.DictReader(lines)]


def check(build, name, extra, most_m):
    folder = build / name
    picture = folder / "track.png"
    folder.mkdir(parents=True, exist_ok=True)
    said = run(sys.executable, HERE / "track.py", "--plot", picture, "--export", folder, *extra)
    print(said, end="")
    error = float(re.search(r"RMSE ([0-9.]+) m", said)[1])
    held = float(re.search(r"truth in ([0-9.]+) %", said)[1])
    if error > most_m or held < 90:
        sys.exit(f"{name}: RMSE {error} m (at most {most_m}), coverage {held} % (at least 90)")
    if picture.read_bytes()[:4] != b"\x89PNG":
        sys.exit(f"{picture} is no picture")
    inputs = [folder / f"{part}.csv" for part in ("anchors", "ranges", "odometry")]
    found = numbers(run(build / "track", *inputs).splitlines(), ("x_m", "y_m", "weight"))
    expected = numbers((folder / "expected.csv").open(), ("x_m", "y_m", "weight"))
    if len(found) != len(expected):
        sys.exit(f"{name}: track.c gives {len(found)} places, track.py {len(expected)}")
    off = max(abs(a - b) for one, other in zip(found, expected, strict=True) for a, b in zip(one, other, strict=True))
    if off > 1e-5:
        sys.exit(f"{name}: track.c and track.py differ by {off}")
    print(f"  track.c gives the same {len(found)} places")


def main():
    build = pathlib.Path(sys.argv[1])
    check(build, "simulated", [], 0.15)
    if DATA.is_dir():
        check(build, "recorded", ["--data", DATA], 0.12)
    else:
        print(f"recorded track skipped: no recordings at {DATA}")


if __name__ == "__main__":
    main()
