"""The command `rangekit`: ranging from the shell, for people, and with --json for programs.

Exit status: 0 the command did its work, even if single rows of the input were refused (each is named in
the output); 1 rows were refused and --strict was given, or what was to be proved does not hold (a recorded result that
comes out otherwise, a self-check); 2 the input or the arguments cannot be used; 130 it was interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys

import rangekit
from rangekit import _library
from rangekit.base import abi_version, features, flag_names
from rangekit.command_line import (
    calibrate,
    capabilities,
    diff,
    doctor,
    import_csv,
    inspect,
    locate,
    los,
    position,
    preflight,
    replay,
    simulate,
    simulate_walk,
    sounding,
    token,
    tune,
    twr,
    uci,
    watch,
)
from rangekit.command_line.output import UnusableInputError

#: In the order of the help.
COMMANDS = (
    twr,
    sounding,
    los,
    position,
    replay,
    tune,
    locate,
    calibrate,
    import_csv,
    simulate,
    simulate_walk,
    token,
    inspect,
    diff,
    capabilities,
    preflight,
    uci,
    watch,
    doctor,
)

EXAMPLES = """\
examples:
  rangekit simulate -o trace.csv                       make a recording to try things on
  rangekit twr trace.csv --json                        timestamps to metres, a JSON object per row
  rangekit position samples.csv --anchors anchors.csv   ranges to positions, with their errors
  rangekit replay trace.csv --plot distance.png        quality over time, and a picture
  rangekit import recording.csv -o recording.rangekit   a table as a recording, exact and checked
  rangekit tune walk1.csv walk2.csv                    parameters that suit your recordings
  rangekit locate walk.csv --plot walk.png             where a target is, from distances while you move
  rangekit calibrate samples.csv --anchors anchors.csv --output calibration.json
  rangekit los registers.csv --json                    how likely the direct path was blocked
  rangekit sounding log.json --plot channel.png        Channel Sounding: tones to metres
  rangekit token encode --kind peer --capabilities precise_distance,direction
  rangekit token decode a30001010102421a2b             what a token says
  rangekit inspect a30001010102421a2b                  any message, field by field, and what is wrong with it
  rangekit diff accessory.hex phone.hex                what would keep two devices from ranging
  rangekit capabilities model:iPhone16,1:26 model:Watch7,5:11   what two devices can offer
  rangekit preflight ios accessory --want background   what an application must declare
  rangekit uci session.pcapng                          a capture of FiRa UCI as samples
  rangekit watch trace.csv --log seen.rangekit         distances as they come: also from UDP, a serial port, a pipe
  rangekit doctor                                      what is installed, and whether it works

`rangekit COMMAND --help` explains a command's columns and options.

exit status:
  0  done; rows that were refused are named in the output
  1  rows were refused, and --strict was given; or what was to be proved does not hold: recorded results that come
     out otherwise, a self-check of `rangekit doctor`
  2  the input or the arguments cannot be used
  130  interrupted
"""


def version_text() -> str:
    """Which version, which library, with what in it."""
    return (
        f"rangekit {rangekit.__version__}\n"
        f"library  {_library.path} (ABI {abi_version()}; {', '.join(flag_names(features()))})"
    )


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="rangekit",
        description="RangeKit: timestamps to metres, how good they are, and every message of a ranging session.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=version_text())
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for module in COMMANDS:
        module.add_parser(commands)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Runs the command and returns its exit status."""
    name = "rangekit"
    try:
        try:
            options = parser().parse_args(arguments)
        finally:
            sys.stdout.flush()  # what --help and --version print before they end the program
        name = f"rangekit {options.command}"
        status = int(options.run(options))
        sys.stdout.flush()
    except UnusableInputError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, `head` for example, has what it wanted
        discard_output()
        return 0
    except OSError as error:
        discard_output()
        print(f"{name}: standard input or output fails: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def discard_output() -> None:
    """What is still to be written cannot be; Python would try once more at exit, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
