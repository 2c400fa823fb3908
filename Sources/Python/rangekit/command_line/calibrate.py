"""rangekit calibrate: from ranges at known distances to a calibration file."""

from __future__ import annotations

import argparse
import json
import math
from typing import Any

import numpy as np

from rangekit import calibration_fit
from rangekit.calibration import Calibration, DeviceDelay, LevelBias
from rangekit.calibration_fit import RobustLoss
from rangekit.command_line.calibrate_output import Result, Score, as_object, write_text
from rangekit.command_line.output import UnusableInputError
from rangekit.command_line.samples import Samples, read_anchors, read_samples
from rangekit.command_line.twr import Subparsers
from rangekit.errors import ArgumentError, RangeKitError

DESCRIPTION = """\
Learns what ranges are off by from ranges at known distances, and writes it to a file that
`rangekit position --calibration` and rangekit.Calibration read.

columns (any order and case; other columns are ignored; comma, semicolon or tab between them):
  anchor              whose range it is
  range_m             measured distance in metres
  true_m              the true distance, or
  true_x true_y [true_z]
                      the tag's true position, with --anchors (or columns ax ay [az]); without heights of
                      both the distance is taken in the plane
  tag                 which tag ranged (optional): each pair of anchor and tag is a link
  level_dbm           receive level (optional): gives bias against level, after the links' biases
  std_m               standard deviation of the range (optional): used when ranges are scored
Rows count as they come in time: neighbours that err alike count as fewer.

Subtract bias_m from a range. bias_stddev_m says how well it is known, stddev_m how one range scatters about it.

With --json, standard output is one JSON object: "calibration" (what the file holds), "rows", "truth",
"refused", "links", "delays" and "levels" (what each fit came to; null where there was none) and "scores".
"""

EPILOG = """\
examples:
  rangekit calibrate samples.csv --anchors anchors.csv --output calibration.json
  rangekit calibrate static.csv --anchors anchors.csv --score moving.csv
  rangekit calibrate pairs.csv --delays --json
"""


LEVEL_TURNS = 4


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "calibrate",
        help="biases of links from ranges at known distances",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("file", help="CSV file with a header line; - reads standard input")
    parser.add_argument("--anchors", metavar="FILE", help="CSV file: anchor, x_m, y_m and z_m")
    parser.add_argument("--tag-height", type=float, metavar="M", help="the tag's height, instead of true_z")
    parser.add_argument("--output", metavar="FILE", help="write the calibration here, as JSON")
    parser.add_argument(
        "--score", action="append", default=[], metavar="FILE", help="apply it to these ranges too, and say the error"
    )
    parser.add_argument(
        "--loss", choices=[loss.name.lower() for loss in RobustLoss], default="huber", help="default: huber"
    )
    parser.add_argument(
        "--minimum-count", type=int, default=10, metavar="N", help="rows that a link or a knot needs (default 10)"
    )
    parser.add_argument("--knots", type=int, default=8, metavar="N", help="knots of bias against level (default 8)")
    parser.add_argument("--falling", action="store_true", help="bias must not rise with the level")
    parser.add_argument("--no-levels", action="store_true", help="leave level_dbm alone")
    parser.add_argument(
        "--delays",
        action="store_true",
        help="fit an antenna delay for each device first (tag and anchor are the two devices of a range) and take "
        "it off: links and levels then hold what is left",
    )
    parser.add_argument("--plot", metavar="FILE", help="draw a picture: .png, .svg or .pdf")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if any row is refused")


def run(arguments: argparse.Namespace) -> int:
    if arguments.tag_height is not None and not math.isfinite(arguments.tag_height):
        raise UnusableInputError(f"--tag-height {arguments.tag_height}: expected a finite number of metres")
    anchors = read_anchors(arguments.anchors) if arguments.anchors else None
    samples = read_samples(arguments.file, anchors, arguments.tag_height)
    others = [read_samples(path, anchors, arguments.tag_height) for path in arguments.score]
    options = {
        "loss": RobustLoss[arguments.loss.upper()],
        "minimum_count": arguments.minimum_count,
        "knot_count": arguments.knots,
        "falling": int(arguments.falling),
    }
    try:
        result = calibrate(samples, options, with_delays=arguments.delays, with_levels=not arguments.no_levels)
    except ArgumentError as error:
        raise UnusableInputError(str(error)) from error
    result.scores.extend(score(result, other) for other in [samples, *others])
    if arguments.output:
        try:
            result.calibration.save(arguments.output)
        except (OSError, RangeKitError) as error:
            raise UnusableInputError(f"{arguments.output} cannot be written: {error}") from error
    if arguments.plot:
        from rangekit.command_line.calibrate_picture import draw  # matplotlib takes a second to import

        draw(result, arguments.plot)
    if arguments.json:
        print(json.dumps(as_object(result), indent=1))
    else:
        write_text(result, arguments.output)
    return 1 if arguments.strict and any(read.errors for read in [samples, *others]) else 0


def calibrate(samples: Samples, options: dict[str, Any], *, with_delays: bool, with_levels: bool) -> Result:
    """Delays if they are asked for, then links, then levels: each from what the one before leaves."""
    tags = samples.tag if samples.tag is not None else ["tag"] * len(samples)
    clash = set(tags) & set(samples.anchor) if samples.tag is None else set()
    if clash:
        tags = ["(tag)"] * len(samples)
    distinct = [a != b for a, b in zip(samples.anchor, tags, strict=True)]
    if with_delays and not all(distinct):
        row = distinct.index(False)
        raise UnusableInputError(
            f"{samples.name}: {samples.anchor[row]} stands for anchor and tag of one range; --delays needs a name of "
            "its own for each device"
        )
    devices: tuple[DeviceDelay, ...] = ()
    delay_fit = None
    # Where tags and anchors are both numbered from 0, a name does not say which device it is.
    if with_delays or (all(distinct) and len({*samples.anchor, *tags}) <= calibration_fit.UNKNOWNS_MAX):
        devices, delay_fit = calibration_fit.fit_delays(
            samples.measured_m, samples.true_m, samples.anchor, tags, **options
        )
    measured_m = samples.measured_m
    if with_delays:
        measured_m = measured_m - _delay_m(devices, samples.anchor, tags, calibration_fit.METRES_PER_TICK)
    links, link_fit = calibration_fit.fit_links(measured_m, samples.true_m, samples.anchor, samples.tag, **options)
    kept = tuple(link for link in links if link.count)
    levels: tuple[LevelBias, ...] = ()
    level_fit = None
    if with_levels and samples.level_dbm is not None:
        # In turns, so that the scatter of a link is what both leave, and not what the level explains.
        for _ in range(LEVEL_TURNS):
            levels, level_fit = calibration_fit.fit_levels(
                measured_m,
                samples.true_m,
                samples.level_dbm,
                links=kept,
                anchor=samples.anchor,
                tag=samples.tag,
                **options,
            )
            level_free = Calibration(levels=levels).apply(
                measured_m, stddev_m=np.zeros(len(samples)), level_dbm=samples.level_dbm
            )
            links, link_fit = calibration_fit.fit_links(
                level_free.distance_m, samples.true_m, samples.anchor, samples.tag, **options
            )
            kept = tuple(link for link in links if link.count)
    stored = Calibration(kept, devices if with_delays else (), levels)
    few = [link for link in links if not link.count]
    return Result(samples, stored, devices, link_fit, delay_fit, level_fit, with_delays, few, [])


def _delay_m(devices: Any, anchor: list[str], tags: list[str], metres_per_tick: float) -> Any:
    delay = {device.name: device.delay_ticks * metres_per_tick / 2 for device in devices}
    return np.array([delay.get(a, 0.0) + delay.get(b, 0.0) for a, b in zip(anchor, tags, strict=True)])


def score(result: Result, samples: Samples) -> Score:
    """What the calibration makes of ranges: errors before and after."""
    measured_m = samples.measured_m
    if result.with_delays:
        tags = samples.tag if samples.tag is not None else ["tag"] * len(samples)
        measured_m = measured_m - _delay_m(result.devices, samples.anchor, tags, calibration_fit.METRES_PER_TICK)
    ranges = result.calibration.apply(
        measured_m, samples.anchor, samples.tag, stddev_m=samples.stddev_m, level_dbm=samples.level_dbm
    )
    # A range about whose uncertainty nothing is known has no row; its link has no calibration either.
    which = ranges.accepted
    before_m = samples.measured_m[which] - samples.true_m[which]
    after_m = ranges.distance_m[which] - samples.true_m[which]
    stddev_m = ranges.distance_stddev_m[which]
    return Score(samples.name, len(samples), before_m, after_m, stddev_m, len(samples.errors))
