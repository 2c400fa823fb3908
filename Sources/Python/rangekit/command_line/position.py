"""rangekit position: ranges and range differences to positions that know their error."""

from __future__ import annotations

import argparse
import importlib
import json
import math
from typing import Final

from rangekit.command_line.output import UnusableInputError, counted
from rangekit.command_line.position_calibration import apply_calibration
from rangekit.command_line.position_fix import run_fix
from rangekit.command_line.position_output import as_object, write_text
from rangekit.command_line.ranging_csv import (
    Method,
    PositionOptions,
    read_anchors,
    read_samples,
    score,
)
from rangekit.command_line.twr import Subparsers

DESCRIPTION = """\
Positions a tag from ranges, or range differences, to anchors at known places.

columns of the samples (any order and case; other columns are ignored; rows may stand in any order):
  t_s                   time in seconds
  anchor range_m        which anchor, and the measured distance in metres
  idA idB dd_m          or: distance to idB minus distance to idA; both kinds may stand in one file, a row is
                        of the kind whose cells it fills
  std_m                 one standard deviation of the row (optional)
  level_dbm             receive level (optional): for the bias_by_level of a calibration
  tag                   which tag, or antenna (optional); each is positioned alone
  true_x true_y [true_z]
                        the true position (optional): then errors and coverage are reported

columns of the anchors:
  anchor x_m y_m [z_m]  x and y horizontal, z up

--method fix gathers samples into epochs and solves each alone. Without a calibration each anchor's bias is
estimated from how its samples disagree with the others, and where the samples state no deviation, that too
(--bias none and --std turn this off). A 95 % region is where the tag is in 95 of 100 positions; coverage says how
often that was so, region95_m how large it was: the radius of a circle (sphere) of its size.

--method ekf tracks instead: an extended Kalman filter takes each sample at its own time and gives a position after
each. Biases are states of it, samples that disagree are gated, and a run of those starts the track anew. With
--odometry it also takes the body's own motion, and needs no start heading. Columns of that file, either
  t_s forward_mps turn_rad_s [left_mps std_mps]            turns to the left are positive
or, in the convention of libRSF's data sets (track_m: half the distance of the wheels; the turn to the left is
(v_left - v_right) / (2 track_m); swap the columns where the sides are the other way round)
  t_s v_right v_left track_m [v_y var_r var_l]

With --json, standard output is one JSON object: "positions" (an array of "t_s", "tag", "x_m", "y_m", "z_m",
"covariance_m2", "used", "mirror_m"), "left_out" (an array of "line", "error", "message"), "failed" (epochs without a
position), "biases_m", "notes" (what a calibration could not do), and where the truth is known "rmse_m", "median_m",
"p95_m", "coverage", "region95_m".
"""

EPILOG = """\
examples:
  rangekit position samples.csv --anchors anchors.csv --dim 2 --plot floor.png
  rangekit position tdoa.csv --anchors anchors.csv --dim 3 --json
  rangekit position samples.csv --anchors anchors.csv --dim 2 --height 0.9 --calibration room.json
  rangekit position samples.csv --anchors anchors.csv --dim 2 --method ekf --odometry wheels.csv
"""

METHODS: Final = ("fix", "ekf")


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "position",
        help="ranges to positions",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("file", help="CSV file of samples with a header line; - reads standard input")
    parser.add_argument("--anchors", required=True, metavar="FILE", help="CSV file of anchors")
    parser.add_argument(
        "--method", choices=METHODS, default="fix", help="each epoch alone (fix, default), or tracked (ekf)"
    )
    parser.add_argument(
        "--dim", type=int, choices=(2, 3), help="default: 3 where anchors differ in height by 0.5 m, else 2"
    )
    parser.add_argument(
        "--height",
        type=float,
        metavar="M",
        help="the tag's height, for --dim 2; else a fix ignores z, and ekf takes the lowest anchor's where they differ",
    )
    parser.add_argument(
        "--epoch", type=float, metavar="S", help="how long samples are gathered for a fix (default: from the data)"
    )
    parser.add_argument(
        "--std", type=float, metavar="M", help="deviation of samples that state none (default: from the data)"
    )
    parser.add_argument(
        "--bias", choices=("auto", "none"), default="auto", help="estimate anchors' biases from the samples"
    )
    parser.add_argument(
        "--calibration", metavar="FILE", help="antenna delays, biases of links and levels, of `rangekit calibrate`"
    )
    parser.add_argument("--odometry", metavar="FILE", help="CSV file of speeds, for --method ekf")
    parser.add_argument("--plot", metavar="FILE", help="draw the floor plan: .png, .svg or .pdf")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if any row is refused")


def run(arguments: argparse.Namespace) -> int:
    for name, lowest, unit in (("height", -1e6, "m"), ("epoch", 0.0, "s"), ("std", 1e-6, "m")):
        value = getattr(arguments, name)
        if value is not None and not (math.isfinite(value) and lowest <= value <= 1e6):
            raise UnusableInputError(f"--{name} {value}: expected a number from {lowest:g} to 1e6, {unit}")
    anchors = read_anchors(arguments.anchors)
    spread = float(anchors.xyz_m[:, 2].max() - anchors.xyz_m[:, 2].min())
    dimensions = arguments.dim or (2 if arguments.height is not None or spread < 0.5 else 3)
    if dimensions == 3 and arguments.height is not None:
        raise UnusableInputError("--height is for --dim 2: in 3 dimensions the height is sought")
    if dimensions == 3 and not anchors.has_z:
        raise UnusableInputError(f"{anchors.name} has no column z_m, which --dim 3 needs")
    if arguments.odometry and arguments.method != "ekf":
        raise UnusableInputError("--odometry needs --method ekf: a fix knows no motion")
    samples = read_samples(arguments.file, anchors)
    if arguments.calibration:
        samples = apply_calibration(samples, anchors, arguments.calibration)
    options = PositionOptions(
        dimensions,
        arguments.height,
        arguments.epoch,
        arguments.std,
        arguments.odometry,
        arguments.bias == "auto" and not arguments.calibration,
    )
    positions = _method(arguments.method)(samples, anchors, options)
    if not len(positions.t_s):
        why = f"the first: {_why(positions.failures[0][2])}" if positions.failures else "every sample is refused"
        refused = (
            f"; {counted(len(samples.errors), 'row')} refused, the first: {samples.errors[0]}" if samples.errors else ""
        )
        raise UnusableInputError(
            f"no position from {counted(len(samples), 'sample')} of {samples.name}; {why}{refused}"
        )
    scored = score(positions, samples.true_dimensions)
    if arguments.plot:
        from rangekit.command_line.position_picture import draw  # matplotlib takes a second to import

        draw(samples, anchors, positions, scored, arguments.plot)
    if arguments.json:
        print(json.dumps(as_object(samples, anchors, positions, scored, arguments.method), indent=1))
    else:
        write_text(samples, anchors, positions, scored)
    return 1 if arguments.strict and samples.errors else 0


def _why(status: int) -> str:
    from rangekit.base import status_message, status_name

    return f"{status_message(status)} [{status_name(status)}]"


def _method(name: str) -> Method:
    if name == "fix":
        return run_fix
    try:
        module = importlib.import_module("rangekit.command_line.position_ekf")
    except ImportError:
        raise UnusableInputError("--method ekf: this installation has no tracking filter") from None
    method: Method = module.run_ekf
    return method
