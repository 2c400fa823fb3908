"""rangekit sounding: from a log of Channel Sounding procedures to distances that say how good they are."""

from __future__ import annotations

import argparse
import json
from typing import Any

import numpy as np

from rangekit.base import flag_names
from rangekit.command_line.output import UnusableInputError, counted, writing
from rangekit.command_line.sounding_log import Procedure, read_log
from rangekit.command_line.twr import Subparsers
from rangekit.errors import RangeKitError
from rangekit.sounding import Result, Sounding, Tier

DESCRIPTION = """\
Estimates the distance of every Channel Sounding procedure in a log.

The log is a JSON object with a list "procedures"; each has "procedure_counter", and for "initiator" and "reflector"
an object with "steps_hex": mode, channel, length and data of every step, as HCI lays them out. With --inline the
initiator's tones carry the round trip (inline PCT transfer) and the reflector is not read.

With --json, standard output is one JSON object: "file", "procedures" (in order: "procedure_counter", "distance_m",
"stddev_m", "low_m" and "high_m" of the 95 % interval, "probability" that the error is within --limit, "source",
"causes", "paths" with what each antenna path says alone, "round_trip", "velocity_mps") and "summary". A value that is
absent is null.
"""

EPILOG = """\
examples:
  rangekit sounding log.json
  rangekit sounding log.json --json
  rangekit sounding log.json --offset 0.35 --plot channel.png
"""


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "sounding",
        help="Channel Sounding: tones to metres",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("file", help="JSON log; - reads standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of standard output")
    parser.add_argument("--plot", metavar="FILE", help="write a picture of one procedure (png, svg, pdf)")
    parser.add_argument("--procedure", type=int, metavar="N", help="which one to draw, from 0 (default the last)")
    parser.add_argument("--inline", action="store_true", help="inline PCT transfer: the initiator alone")
    parser.add_argument("--fast", action="store_true", help="the fast tier")
    parser.add_argument("--phase-only", action="store_true", help="do not trust amplitudes")
    parser.add_argument("--offset", type=float, default=0.0, metavar="M", help="of the boards, subtracted (default 0)")
    parser.add_argument("--round-trip-offset", type=float, default=0.0, metavar="M", help="the same for round trips")
    parser.add_argument("--limit", type=float, default=0.5, metavar="M", help="of the probability (default 0.5)")
    parser.add_argument("--average", type=int, default=8, metavar="N", help="in a still channel (default 8; 1: never)")
    parser.add_argument("--interval", type=float, default=0.1, metavar="S", help="between procedures (default 0.1 s)")


def run(arguments: argparse.Namespace) -> int:
    procedures = read_log(arguments.file, inline=arguments.inline)
    if not procedures:
        raise UnusableInputError(f"{arguments.file} has no procedures")
    if not 0 < arguments.interval <= 3600:
        raise UnusableInputError(f"--interval {arguments.interval:g}: it must be above 0 and up to 3600 s")
    shown = len(procedures) - 1 if arguments.procedure is None else arguments.procedure
    if not 0 <= shown < len(procedures):
        raise UnusableInputError(f"--procedure {shown}: it must be 0 to {len(procedures) - 1}")
    results = estimated(procedures, arguments)
    if arguments.plot:
        from rangekit.command_line.sounding_picture import draw

        draw(arguments.file, procedures[shown], results[shown], arguments.plot)
    with writing(arguments.output) as file:
        if arguments.json:
            json.dump(report(arguments.file, procedures, results), file)
            file.write("\n")
        else:
            print("\n".join(lines(procedures, results)), file=file)
    return 0


def estimated(procedures: list[Procedure], arguments: argparse.Namespace) -> list[Result]:
    try:
        with Sounding(
            tier=Tier.FAST if arguments.fast else Tier.FULL,
            phase_only=int(arguments.phase_only),
            offset_m=arguments.offset,
            round_trip_offset_m=arguments.round_trip_offset,
            limit_m=arguments.limit,
            average_count=arguments.average,
        ) as sounding:
            interval_ns = round(arguments.interval * 1e9)
            return [
                sounding.estimate(index * interval_ns, procedure.tones, procedure.round_trips)
                for index, procedure in enumerate(procedures)
            ]
    except RangeKitError as error:
        raise UnusableInputError(str(error)) from error


def report(name: str, procedures: list[Procedure], results: list[Result]) -> dict[str, Any]:
    distances = [result.distance_m for result in results if result.distance_m is not None]
    return {
        "file": "standard input" if name == "-" else name,
        "procedures": [
            procedure_object(procedure, result) for procedure, result in zip(procedures, results, strict=True)
        ],
        "summary": {
            "procedures": len(results),
            "with_distance": len(distances),
            "median_m": float(np.median(distances)) if distances else None,
            "spread_m": float(np.std(distances)) if distances else None,
        },
    }


def procedure_object(procedure: Procedure, result: Result) -> dict[str, Any]:
    trip = result.round_trip
    return {
        "procedure_counter": procedure.counter,
        "distance_m": result.distance_m,
        "stddev_m": result.stddev_m,
        "low_m": result.low_m,
        "high_m": result.high_m,
        "probability": result.probability,
        "source": result.source.name.lower(),
        "causes": flag_names(result.causes),
        "delay_spread_m": result.delay_spread_m,
        "ambiguity_m": result.ambiguity_m,
        "paths": [
            {
                "distance_m": path.distance_m,
                "stddev_m": path.stddev_m,
                "delay_spread_m": path.delay_spread_m,
                "snr_db": path.snr_db,
                "tones": path.tone_count,
            }
            for path in result.paths
        ],
        "round_trip": trip
        and {
            "distance_m": trip.distance_m,
            "stddev_m": trip.stddev_m,
            "median_m": trip.median_m,
            "count": result.round_trip_count,
        },
        "velocity_mps": result.velocity_mps,
        "velocity_stddev_mps": result.velocity_stddev_mps,
        "attack_level": result.attack_level,
        "skipped_steps": procedure.skipped,
    }


def lines(procedures: list[Procedure], results: list[Result]) -> list[str]:
    """For people: a line per procedure, then the summary."""
    out = ["procedure   distance m   +- m   P(error within limit)   antenna paths m"]
    for procedure, result in zip(procedures, results, strict=True):
        paths = " ".join("-" if path.distance_m is None else f"{path.distance_m:.2f}" for path in result.paths)
        because = f"   {', '.join(flag_names(result.causes))}" if result.causes else ""
        if result.distance_m is None:
            out.append(f"{procedure.counter:9d}            -{because}")
            continue
        out.append(
            f"{procedure.counter:9d}   {result.distance_m:10.2f} {result.stddev_m:6.2f}   "
            f"{result.probability:21.2f}   {paths or result.source.name.lower()}{because}"
        )
    found = report("", procedures, results)["summary"]
    out.append(f"{counted(found['procedures'], 'procedure')}, {found['with_distance']} with a distance")
    if found["median_m"] is not None:
        out.append(f"median {found['median_m']:.3f} m, standard deviation {found['spread_m']:.3f} m")
    return out


__all__ = ["add_parser", "run"]
