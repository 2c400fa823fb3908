"""Both players on the same simulated walk: they end at the same place, near the truth, and the picture is drawn.

SPDX-License-Identifier: MIT
"""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
from rangekit.command_line.simulate_walk import rows
from rangekit.walk import simulate_walk

HERE = Path(__file__).resolve().parent
HEADER = "t_s,x_m,y_m,z_m,qx,qy,qz,qw,target,range_m\n"


def main(build: Path) -> None:
    walk = simulate_walk(seed=1)
    file = build / "walk.csv"
    file.write_text(HEADER + "".join(rows(walk)))
    (build / "truth.csv").write_text("target,x_m,y_m,z_m\ntag," + ",".join(map(str, walk.target_m)) + "\n")
    with file.open() as stdin:
        played = subprocess.run([build / "locate"], stdin=stdin, capture_output=True, text=True, check=True)
    last = played.stdout.splitlines()[-1]
    place = np.array([float(value) for value in re.search(r"\((.*?)\) m", last)[1].split()])
    assert "converged" in last and "not_converged" not in last, last
    assert np.linalg.norm(place - walk.target_m) < 0.3, (place, walk.target_m)
    assert played.stdout.count("insufficient_vertical_sweep") > 2, played.stdout
    for arguments in ([], [file, "--truth", build / "truth.csv"]):
        picture = build / f"walk-{len(arguments)}.png"
        picture.unlink(missing_ok=True)
        command = [sys.executable, "-B", HERE / "walk.py", *arguments, "-o", picture]
        drawn = subprocess.run(command, capture_output=True, text=True, check=True)
        assert picture.read_bytes().startswith(b"\x89PNG")
        error = float(re.search(r"error (\S+) m", drawn.stdout)[1])
        assert abs(error - np.linalg.norm(place - walk.target_m)) < 0.02, (error, place, walk.target_m)
    print("locator: both players found the target")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
