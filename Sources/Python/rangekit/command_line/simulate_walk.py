"""rangekit simulate-walk: a walk to try the locator on."""

from __future__ import annotations

import argparse
import json
from typing import TextIO

from rangekit.command_line.import_csv import write_rows
from rangekit.command_line.output import UnusableInputError, counted, note, writing
from rangekit.command_line.simulate import needs_file
from rangekit.command_line.twr import Subparsers
from rangekit.walk import Walk, simulate_walk

DESCRIPTION = """\
Makes a walk: a person with a device in hand, poses at 60 Hz, distances to one target at 10 Hz with noise, a bias
and outliers. The same seed gives the same walk. `rangekit locate` reads it.

With --json, standard output is one JSON object: "output", "seed", "poses", "distances", "target_m" (its true place).
"""

EPILOG = """\
examples:
  rangekit simulate-walk -o walk.csv --truth target.csv
  rangekit simulate-walk --seed 7 --sweep 0 | rangekit locate -
"""


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "simulate-walk",
        help="make a walk to try `locate` on",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")
    parser.add_argument("--truth", metavar="FILE", help="where to write the target's true place")
    parser.add_argument("--seed", type=int, default=1, help="0 to 2^64 - 1 (default 1)")
    parser.add_argument("--duration", type=float, default=30.0, metavar="S", help="seconds (default 30)")
    parser.add_argument(
        "--sweep", type=float, default=0.25, metavar="M", help="how far the device is raised and lowered (default 0.25)"
    )
    parser.add_argument("--json", action="store_true", help="what was made as one JSON object; -o is then a file")


def run(arguments: argparse.Namespace) -> int:
    limits = {
        "seed": (arguments.seed, 0, 2**64 - 1),
        "duration": (arguments.duration, 1.0, 3600.0),
        "sweep": (arguments.sweep, 0.0, 2.0),
    }
    for name, (value, lowest, highest) in limits.items():
        if not lowest <= value <= highest:
            raise UnusableInputError(f"--{name} {value:g}: must be within {lowest:g} to {highest:g}")
    needs_file(arguments)
    walk = simulate_walk(seed=arguments.seed, duration_s=arguments.duration, sweep_m=arguments.sweep)

    def write(stream: TextIO) -> None:
        stream.write("t_s,x_m,y_m,z_m,qx,qy,qz,qw,target,range_m\n")
        stream.writelines(rows(walk))

    write_rows(arguments.output, write, f"simulated walk, seed {arguments.seed}")
    if arguments.truth:
        with writing(arguments.truth) as stream:
            stream.write("target,x_m,y_m,z_m\ntag," + ",".join(f"{value:.4f}" for value in walk.target_m) + "\n")
    poses, distances = len(walk.pose_s), len(walk.range_m)
    if arguments.json:
        made = {"output": arguments.output, "seed": arguments.seed, "poses": poses, "distances": distances}
        print(json.dumps({**made, "target_m": [float(value) for value in walk.target_m]}, indent=1))
    elif arguments.output not in (None, "-"):
        note(f"{arguments.output}: {counted(poses, 'pose')}, {counted(distances, 'distance')}")
    return 0


def rows(walk: Walk) -> list[str]:
    """Poses and distances in the order of their times."""
    poses = zip(walk.pose_s.tolist(), walk.position_m.tolist(), walk.orientation.tolist(), strict=True)
    ranges = zip(walk.range_s.tolist(), walk.range_m.tolist(), strict=True)
    lines = [
        (time_s, f"{time_s:.6f},{','.join(f'{value:.5f}' for value in (*position, *orientation))},,\n")
        for time_s, position, orientation in poses
    ]
    lines += [(time_s, f"{time_s:.6f},,,,,,,,tag,{range_m:.4f}\n") for time_s, range_m in ranges]
    return [line for _, line in sorted(lines, key=lambda one: one[0])]
