"""rangekit sounding: from a log of Channel Sounding procedures to distances that say how good they are."""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np

from rangekit.base import flag_names
from rangekit.channel_sounding import Input, Procedure, Role
from rangekit.channel_sounding_logs import LogError, Recording, read
from rangekit.command_line.output import UnusableInputError, counted, writing
from rangekit.command_line.twr import Subparsers
from rangekit.errors import RangeKitError
from rangekit.sounding import Result, Sounding, Tier, measured

DESCRIPTION = """\
Estimates the distance of every Channel Sounding procedure in a recording, which is one of

  JSON      an object with a list "procedures"; each has "procedure_counter", and for "initiator" and "reflector" an
            object with "steps_hex": mode, channel, length and data of every step, as HCI lays them out
  btsnoop   what Android and BlueZ record: HCI events of the local controller, notifications of the other side's
            Ranging Service; discovery in it says which attributes those are, or --ranging-handle
  text      a line a message: time in nanoseconds, kind, hexadecimal bytes; the kinds are event (HCI, local),
            remote-event (HCI of the other side) and segment (notification of the Ranging Service)

In the last two the local side is the initiator, or what --role says. With --inline the initiator's tones carry the
round trip (inline PCT transfer) and the other side is not read.

With --json, standard output is one JSON object: "file", "procedures" (in order: "procedure_counter",
"connection_handle", "distance_m", "stddev_m", "low_m" and "high_m" of the 95 % interval, "probability" that the error
is within --limit, "source", "causes", "paths" with what each antenna path says alone, "round_trip", "velocity_mps",
"skipped_steps", "incomplete": why the procedure holds less than it could), "refused" (messages that could not be used)
and "summary": of all distances "median_m", and "spread_m", their standard deviation. A value that is absent is null.
In a channel that does not change, distances are means over the last procedures; --average 1 gives each by itself.
"""

EPILOG = """\
examples:
  rangekit sounding log.json
  rangekit sounding log.json --json
  rangekit sounding log.json --json --count 10
  rangekit sounding log.json --offset 0.35 --plot channel.png
  rangekit sounding dump.txt --role reflector
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
    parser.add_argument("file", help="JSON, btsnoop or text; - reads standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there instead of standard output")
    parser.add_argument("--plot", metavar="FILE", help="write a picture of one procedure (png, svg, pdf)")
    parser.add_argument("--count", type=int, metavar="N", help="of the procedures, the first N alone (default all)")
    parser.add_argument("--procedure", type=int, metavar="N", help="which one to draw, from 0 (default the last)")
    parser.add_argument("--inline", action="store_true", help="inline PCT transfer: the initiator alone")
    parser.add_argument("--role", choices=("initiator", "reflector"), default="initiator", help="of the local side")
    parser.add_argument(
        "--ranging-handle", type=_handle, action="append", default=[], metavar="N", help="attribute with ranging data"
    )
    parser.add_argument("--fast", action="store_true", help="the fast tier")
    parser.add_argument("--phase-only", action="store_true", help="do not trust amplitudes")
    parser.add_argument("--offset", type=float, default=0.0, metavar="M", help="of the boards, subtracted (default 0)")
    parser.add_argument("--round-trip-offset", type=float, default=0.0, metavar="M", help="the same for round trips")
    parser.add_argument("--limit", type=float, default=0.5, metavar="M", help="of the probability (default 0.5)")
    parser.add_argument("--average", type=int, default=8, metavar="N", help="in a still channel (default 8; 1: never)")
    parser.add_argument(
        "--interval", type=float, default=0.1, metavar="S", help="between procedures of JSON (default 0.1 s)"
    )


def _handle(text: str) -> int:
    value = int(text, 0)
    if not 1 <= value <= 0xFFFF:
        raise ValueError
    return value


def run(arguments: argparse.Namespace) -> int:
    try:
        recording = read(
            arguments.file,
            role=Role[arguments.role.upper()],
            input=Input.INLINE if arguments.inline else Input.PAIRED,
            ranging_handles=tuple(arguments.ranging_handle),
        )
    except LogError as error:
        raise UnusableInputError(str(error)) from error
    if arguments.count is not None:
        if arguments.count < 1:
            raise UnusableInputError(f"--count {arguments.count}: it must be 1 or more")
        recording = dataclasses.replace(recording, procedures=recording.procedures[: arguments.count])
    procedures = recording.procedures
    if not procedures:
        why = f": {recording.refused[0]}" if recording.refused else ""
        raise UnusableInputError(f"{arguments.file} has no procedures{why}")
    if not 0 < arguments.interval <= 3600:
        raise UnusableInputError(f"--interval {arguments.interval:g}: it must be above 0 and up to 3600 s")
    shown = len(procedures) - 1 if arguments.procedure is None else arguments.procedure
    if not 0 <= shown < len(procedures):
        raise UnusableInputError(f"--procedure {shown}: it must be 0 to {len(procedures) - 1}")
    results = estimated(recording, arguments)
    if arguments.plot:
        from rangekit.command_line.sounding_picture import draw

        title = f"{Path(arguments.file).name}, procedure {procedures[shown].procedure_counter}"
        draw(title, measured(procedures[shown])[0], results[shown], arguments.plot)
    with writing(arguments.output) as file:
        if arguments.json:
            json.dump(report(arguments.file, recording, results), file)
            file.write("\n")
        else:
            print("\n".join(lines(recording, results)), file=file)
    return 0


def estimated(recording: Recording, arguments: argparse.Namespace) -> list[Result]:
    """Each connection has an estimator of its own."""
    options = {
        "tier": Tier.FAST if arguments.fast else Tier.FULL,
        "phase_only": int(arguments.phase_only),
        "offset_m": arguments.offset,
        "round_trip_offset_m": arguments.round_trip_offset,
        "limit_m": arguments.limit,
        "average_count": arguments.average,
    }
    interval_ns = round(arguments.interval * 1e9)
    estimators: dict[int, Sounding] = {}
    results: list[Result] = []
    with contextlib.ExitStack() as stack:
        try:
            for procedure in recording.procedures:
                if procedure.connection_handle not in estimators:
                    estimators[procedure.connection_handle] = stack.enter_context(Sounding(**options))
                time_ns = procedure.end_time_ns if recording.has_times else procedure.end_time_ns * interval_ns
                results.append(estimators[procedure.connection_handle].estimate(time_ns, *measured(procedure)))
        except RangeKitError as error:
            raise UnusableInputError(str(error)) from error
    return results


def report(name: str, recording: Recording, results: list[Result]) -> dict[str, Any]:
    procedures = recording.procedures
    distances = [result.distance_m for result in results if result.distance_m is not None]
    return {
        "file": "standard input" if name == "-" else name,
        "procedures": [
            procedure_object(procedure, result) for procedure, result in zip(procedures, results, strict=True)
        ],
        "refused": recording.refused,
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
        "procedure_counter": procedure.procedure_counter,
        "connection_handle": procedure.connection_handle,
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
        "skipped_steps": skipped_steps(procedure),
        "incomplete": flag_names(procedure.causes),
    }


def skipped_steps(procedure: Procedure) -> int:
    """Steps that one side alone has, that were aborted, or that fit no mode."""
    names = ("steps_aborted", "steps_unpaired", "steps_mismatched", "steps_invalid")
    return sum(procedure.counts[name] for name in names)


def lines(recording: Recording, results: list[Result]) -> list[str]:
    """For people: a line per procedure, then the summary."""
    procedures = recording.procedures
    out = ["procedure   distance m   +- m   P(error within limit)   antenna paths m"]
    for procedure, result in zip(procedures, results, strict=True):
        paths = " ".join("-" if path.distance_m is None else f"{path.distance_m:.2f}" for path in result.paths)
        because = f"   {', '.join(flag_names(result.causes))}" if result.causes else ""
        if result.distance_m is None:
            out.append(f"{procedure.procedure_counter:9d}            -{because}")
            continue
        out.append(
            f"{procedure.procedure_counter:9d}   {result.distance_m:10.2f} {result.stddev_m:6.2f}   "
            f"{result.probability:21.2f}   {paths or result.source.name.lower()}{because}"
        )
    found = report("", recording, results)["summary"]
    out.append(f"{counted(found['procedures'], 'procedure')}, {found['with_distance']} with a distance")
    if found["median_m"] is not None:
        out.append(f"median {found['median_m']:.3f} m, standard deviation {found['spread_m']:.3f} m")
    out += [f"not used: {refused}" for refused in recording.refused]
    return out


__all__ = ["add_parser", "run"]
