"""rangekit locate: a recorded walk through the locator, update by update."""

from __future__ import annotations

import argparse
import math

from rangekit.command_line.locate_output import Location, Update, as_object, write_text
from rangekit.command_line.output import RowError, UnusableInputError, counted
from rangekit.command_line.twr import Subparsers
from rangekit.command_line.walk_recording import Row, WalkRecording, read_truth, read_walk
from rangekit.errors import RangeKitError
from rangekit.locator import Locator, Up

DESCRIPTION = """\
Plays a walk into the locator and says, at each distance, where the target is and what is still missing.

columns (any order and case; other columns are ignored):
  t_s                   time in seconds, never falling
  x_m y_m z_m           where the observer is (its antenna, unless --antenna says otherwise); empty: no pose
  qx qy qz qw           how it is turned, device to world (optional; without them there are no angles)
  target                whose distance it is: any name; at most 8 of them; empty: no distance
  range_m               measured distance in metres
  std_m                 its standard deviation (optional)
  observer antenna      which observer (0 to 3) and which of its antennas (0 to 7) (optional; 0)
  light_lux             ambient light (optional)

A row may hold a pose, a distance, or both; a distance is used at the pose interpolated at its time. Device
frame: x right, y up, z towards the user. World: right-handed, y up, or z up with --up z.

With --json, standard output is one JSON object: "recording", "updates" (an array, one for each distance that was
used: "t_s", "target", "position_m", "stddev_m", "covariance_m2", "convergence", "reasons", "vertical",
"guidance", "guidance_m", "hypotheses", and with --truth "error_m" and "score", the squared error in units of the
covariance), "refused" (an array of "row", "line", "error", "message") and "targets" (the last estimate of each).
A value that does not hold is null.
"""

EPILOG = """\
examples:
  rangekit simulate-walk -o walk.csv --truth target.csv
  rangekit locate walk.csv --truth target.csv --plot walk.png
  rangekit locate drive.csv --target-height 1.04 --up z --truth places.csv --json
"""


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "locate",
        help="where a target is, from distances while you move",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("file", help="CSV file with a header line; - reads standard input")
    parser.add_argument("--target-height", type=float, metavar="M", help="the targets' height along the up axis")
    parser.add_argument("--up", choices=["y", "z"], default="y", help="the world's vertical axis (default y)")
    parser.add_argument(
        "--antenna",
        type=float,
        nargs=4,
        action="append",
        default=[],
        metavar=("N", "X", "Y", "Z"),
        help="where antenna N sits in the device frame, metres; repeat for each",
    )
    parser.add_argument("--truth", metavar="FILE", help="CSV file with target, x_m, y_m, z_m: errors are shown")
    parser.add_argument("--plot", metavar="FILE", help="draw a picture: .png, .svg or .pdf")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if any row is refused")


def run(arguments: argparse.Namespace) -> int:
    if arguments.target_height is not None and not math.isfinite(arguments.target_height):
        raise UnusableInputError(f"--target-height {arguments.target_height}: expected a finite number of metres")
    walk = read_walk(arguments.file)
    truth = read_truth(arguments.truth) if arguments.truth else {}
    location = locate(walk, arguments, truth)
    if not location.updates:
        reason = f"; the first refused row: {location.errors[0]}" if location.errors else ""
        raise UnusableInputError(
            f"{walk.name} gives no position: {counted(len(walk.rows), 'row')}, and no distance with a pose at its "
            f"time{reason}"
        )
    if arguments.plot:
        from rangekit.command_line.locate_picture import draw  # matplotlib takes a second to import

        draw(location, arguments.plot)
    if arguments.json:
        write_json(location)
    else:
        write_text(location)
    return 1 if arguments.strict and location.errors else 0


def write_json(location: Location) -> None:
    import json

    print(json.dumps(as_object(location)))


def locate(
    walk: WalkRecording, arguments: argparse.Namespace, truth: dict[str, tuple[float, float, float]]
) -> Location:
    """Feeds every row to a locator, in the order of the file, but for those that it refuses."""
    up = Up[arguments.up.upper()]
    location = Location(walk.name, up, truth, list(walk.errors))
    numbers: dict[str, int] = {}
    with Locator(up=up) as locator:
        for number, x, y, z in arguments.antenna:
            if number != int(number) or not 0 <= number <= 7:
                raise UnusableInputError(f"--antenna {number:g}: expected a whole number from 0 to 7")
            try:
                for observer in range(4):
                    locator.set_antenna(int(number), (x, y, z), observer)
            except RangeKitError as error:
                raise UnusableInputError(f"--antenna {number:g}: {error}") from error
        used: dict[str, int] = {}
        for row in walk.rows:
            try:
                feed(locator, row, numbers, arguments.target_height)
            except RangeKitError as error:
                message = f"line {row.line}: t_s = {row.time_ns / 1e9:g}: {error.message}"
                location.errors.append(RowError(row.row, row.line, error.status, message))
                continue
            if row.position_m is not None:
                location.path.append((row.time_ns / 1e9, *row.position_m))
            # A pose may have set free distances of any target that waited for it.
            for target, peer in numbers.items():
                estimate = locator.estimate(peer, row.observer)
                if estimate.used_count > used.get(target, 0) and estimate.position_m is not None:
                    used[target] = estimate.used_count
                    location.updates.append(Update(row.time_ns / 1e9, target, estimate, truth.get(target)))
                    location.hypotheses[target] = locator.hypotheses(peer)
    location.errors.sort(key=lambda error: error.line)
    return location


def feed(locator: Locator, row: Row, numbers: dict[str, int], height_m: float | None) -> None:
    """Gives one row to a locator; `numbers` are those of the targets, by name."""
    if row.position_m is not None:
        locator.add_pose(row.time_ns, row.position_m, row.orientation, light_lux=row.light_lux, observer=row.observer)
    if row.range_m is None:
        return
    peer = numbers.get(row.target)
    if peer is None:
        peer = len(numbers)
        if height_m is not None:
            locator.set_height(peer, height_m)
    locator.measure(row.time_ns, peer, row.range_m, stddev_m=row.stddev_m, observer=row.observer, antenna=row.antenna)
    numbers[row.target] = peer
