"""rangekit watch: distances as they come."""

from __future__ import annotations

import argparse
import math
import time

from rangekit.command_line.import_csv import open_recording
from rangekit.command_line.output import UnusableInputError, counted, note
from rangekit.command_line.twr import Subparsers
from rangekit.command_line.watch_display import Display
from rangekit.command_line.watch_input import LiveInput
from rangekit.command_line.watch_source import Source, open_source
from rangekit.recording import RecordingWriter

DESCRIPTION = """\
Shows distances as they come, with their quality: a table that lives on a terminal, a line for each in a pipe, a JSON
object for each with --json. --log keeps all in a recording.

sources:
  -                     standard input; a file or a named pipe by its name
  /dev/ttyACM0          a serial port (needs pyserial), at --baud; serial:NAME where the name alone does not say it
  udp:PORT              datagrams to this port; udp:HOST:PORT listens on one address

what may come:
  lines of CSV          the first names the columns, as for `rangekit import`, or --columns does
  JSON objects          one a line, with the same names: {"anchor": "A1", "range_m": 3.1}
  a recording           as it is written, recognised by its first byte; damage is passed over

Without t_s a row has the time of its arrival, counted from the start.
"""

EPILOG = """\
examples:
  rangekit simulate --duration 20 | rangekit watch - --log seen.rangekit
  rangekit watch trace.rangekit --json
  rangekit watch udp:7000 --duration 2 --columns anchor,range_m
"""


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "watch",
        help="distances as they come",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("source", help="-, a file, a serial port, or udp:PORT")
    parser.add_argument("--baud", type=int, default=115200, help="of a serial port (default 115200)")
    parser.add_argument("--columns", metavar="NAMES", help="what the cells of lines without a header are: a,b,c")
    parser.add_argument("--log", metavar="FILE", help="keep everything in a recording")
    parser.add_argument("--duration", type=float, metavar="S", help="end after so many seconds")
    parser.add_argument("--count", type=int, metavar="N", help="end after so many distances")
    parser.add_argument("--json", action="store_true", help="one JSON object per distance")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if a line or record could not be read")


def run(arguments: argparse.Namespace) -> int:
    for name in ("duration", "count"):
        value = getattr(arguments, name)
        if value is not None and not value > 0:
            raise UnusableInputError(f"--{name} {value}: must be more than 0")
    source = open_source(arguments.source, arguments.baud)
    log = open_recording(arguments.log, "rangekit watch", source.name) if arguments.log else None
    problems: list[str] = []
    try:
        with Display(source.name, as_json=arguments.json) as display:

            def problem(text: str) -> None:
                problems.append(text)
                display.problem(text)

            columns = [name.strip() for name in arguments.columns.split(",")] if arguments.columns else None
            live = LiveInput(display, log, columns, problem, lambda: display.count >= (arguments.count or math.inf))
            watch(source, live, display, arguments, log)
            count = display.count
    finally:
        source.close()
        if log is not None:
            log.close()
    if not count and problems:
        raise UnusableInputError(f"{source.name} has given no distance. The first problem: {problems[0]}")
    if arguments.log:
        note(f"{arguments.log}: {counted(count, 'distance')} recorded")
    return 1 if arguments.strict and problems else 0


def watch(
    source: Source, live: LiveInput, display: Display, arguments: argparse.Namespace, log: RecordingWriter | None
) -> None:
    """Until the source ends, the time is over, enough has come, or the person ends it."""
    end_s = time.monotonic() + arguments.duration if arguments.duration is not None else None
    try:
        while end_s is None or time.monotonic() < end_s:
            data = source.read()
            if data is None:
                break
            if data:
                live.take(data, whole=source.is_datagrams)
                if log is not None:
                    log.flush()
            display.refresh()
            if arguments.count is not None and display.count >= arguments.count:
                return
        live.finish()
    except KeyboardInterrupt:  # how a person ends it
        live.finish()
