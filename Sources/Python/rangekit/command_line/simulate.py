"""rangekit simulate: a recording to try things on."""

from __future__ import annotations

import argparse
import json
import math
from typing import TextIO

from rangekit.command_line.import_csv import write_rows
from rangekit.command_line.output import UnusableInputError, counted, note
from rangekit.command_line.twr import Subparsers
from rangekit.simulation import Recording, simulate

DESCRIPTION = """\
Makes a recording: a walk away and back, between 2 m and 40 m, once every 80 s, ranged by double-sided
exchanges of two devices whose clocks differ, with noise on every receive stamp, blocked stretches where the
signal comes late, and lost exchanges. The distances are computed from the stamps. The same seed gives the
same recording.

columns: t_s, t1 to t6 (ticks; empty from where a message was lost), range_m (empty for a lost exchange),
true_m. `rangekit twr` and `rangekit replay` both read it; `twr` refuses the rows of lost exchanges, with
RANGEKIT_ERROR_MISSING_VALUE. A name that ends in .rangekit makes a recording of the rows instead, with what two-way
ranging and the quality estimator make of them; every command reads it as it does the rows.

With --json, standard output is one JSON object: "output", "seed", "exchanges", "lost".
"""

EPILOG = """\
examples:
  rangekit simulate -o trace.csv
  rangekit simulate -o trace.rangekit
  rangekit simulate --seed 7 --duration 60 --rate 20 --clock-ppm 15 -9 | rangekit replay -
"""

LONGEST = 50_000_000  # rows


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "simulate",
        help="make a recording to try things on",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("-o", "--output", metavar="FILE", help="where to write (default: standard output)")
    parser.add_argument("--seed", type=int, default=1, help="0 to 2^64 - 1 (default 1)")
    parser.add_argument("--duration", type=float, default=120.0, metavar="S", help="seconds (default 120)")
    parser.add_argument("--rate", type=float, default=10.0, metavar="HZ", help="exchanges a second (default 10)")
    parser.add_argument(
        "--clock-ppm",
        type=float,
        nargs=2,
        default=(8.0, -12.0),
        metavar=("A", "B"),
        help="how fast the initiator's and the responder's clocks run (default 8 -12)",
    )
    parser.add_argument(
        "--noise-ps", type=float, default=100.0, metavar="PS", help="noise of a receive stamp (default 100)"
    )
    parser.add_argument("--bits", type=int, default=40, help="width at which the stamps wrap (default 40)")
    parser.add_argument("--clear", action="store_true", help="nothing blocks the path and nothing is lost")
    parser.add_argument("--json", action="store_true", help="what was made as one JSON object; -o is then a file")


def run(arguments: argparse.Namespace) -> int:
    check(arguments)
    needs_file(arguments)
    recording = simulate(
        seed=arguments.seed,
        duration_s=arguments.duration,
        rate_hz=arguments.rate,
        clock_ppm=tuple(arguments.clock_ppm),
        noise_ps=arguments.noise_ps,
        timestamp_bits=arguments.bits,
        blocking=not arguments.clear,
    )
    write_rows(arguments.output, lambda stream: write(recording, stream), f"simulated, seed {arguments.seed}")
    made = len(recording.time_s)
    lost = made - len(recording.ranges)
    if arguments.json:
        print(
            json.dumps({"output": arguments.output, "seed": arguments.seed, "exchanges": made, "lost": lost}, indent=1)
        )
    elif arguments.output not in (None, "-"):
        note(f"{arguments.output}: {counted(made, 'exchange')}, {lost:,} of them lost")
        if lost:
            note("Lost exchanges lack stamps: `rangekit twr` refuses their rows, RANGEKIT_ERROR_MISSING_VALUE.")
    return 0


def needs_file(arguments: argparse.Namespace) -> None:
    """Standard output takes either the rows or the JSON object."""
    if arguments.json and arguments.output in (None, "-"):
        raise UnusableInputError("--json wants standard output for itself: give -o a file")


def check(arguments: argparse.Namespace) -> None:
    """Refuses what cannot be simulated, by name."""
    limits = {
        "seed": (arguments.seed, 0, 2**64 - 1),
        "duration": (arguments.duration, 0.1, 1e6),
        "rate": (arguments.rate, 0.1, 250.0),  # an exchange takes about 2 ms
        "clock-ppm A": (arguments.clock_ppm[0], -100.0, 100.0),
        "clock-ppm B": (arguments.clock_ppm[1], -100.0, 100.0),
        "noise-ps": (arguments.noise_ps, 0.0, 1e6),
        "bits": (arguments.bits, 32, 64),
    }
    for name, (value, lowest, highest) in limits.items():
        if not lowest <= value <= highest:
            raise UnusableInputError(f"--{name} {value:g}: must be within {lowest:g} to {highest:g}")
    if math.floor(arguments.duration * arguments.rate) > LONGEST:
        raise UnusableInputError(
            f"--duration {arguments.duration:g} at --rate {arguments.rate:g} is more than {LONGEST:,} exchanges"
        )


def write(recording: Recording, stream: TextIO) -> None:
    """The recording as CSV."""
    stream.write("t_s,t1,t2,t3,t4,t5,t6,range_m,true_m\n")
    ranges = zip(recording.ranges.distance_m.tolist(), recording.ranges.accepted.tolist(), strict=True)
    rows = zip(
        recording.time_s.tolist(),
        recording.stamps.tolist(),
        recording.received.tolist(),
        recording.true_m.tolist(),
        strict=True,
    )
    for time_s, stamps, received, true_m in rows:
        cells = ",".join(str(stamp) if there else "" for stamp, there in zip(stamps, received, strict=True))
        distance_m, accepted = next(ranges) if received[5] else (0.0, False)
        distance = f"{distance_m:.4f}" if accepted else ""
        stream.write(f"{time_s:.6f},{cells},{distance},{true_m:.4f}\n")
