"""rangekit preflight: what an application must declare before it may range."""

from __future__ import annotations

import argparse
import json

from rangekit.command_line.capabilities import wanted
from rangekit.command_line.output import UnusableInputError, say
from rangekit.command_line.twr import Subparsers
from rangekit.configuration import ConfigurationKind
from rangekit.errors import ArgumentError
from rangekit.preflight import System, preflight

DESCRIPTION = """\
Lists what an application must declare for what it wants: usage texts, background modes, permissions, pairing, and the
system that it needs. Without --version, all that any version needs.

With --json, standard output is one JSON array of objects: "name", "form" and "text".
"""

EPILOG = """\
examples:
  rangekit preflight ios accessory --want background,camera_assistance
  rangekit preflight android channel_sounding --version 16
  rangekit preflight ios dl_tdoa --json
"""


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "preflight",
        help="what an application must declare before it may range",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("system", choices=[member.name.lower() for member in System])
    parser.add_argument("kind", choices=[member.name.lower() for member in ConfigurationKind])
    parser.add_argument(
        "--want", metavar="OPTIONS", default="", help="extended_distance, camera_assistance, background"
    )
    parser.add_argument("--version", type=int, default=0, help="the oldest major version that the application runs on")
    parser.add_argument("--json", action="store_true", help="one JSON array")


def run(arguments: argparse.Namespace) -> int:
    system, kind = System[arguments.system.upper()], ConfigurationKind[arguments.kind.upper()]
    try:
        declarations = preflight(system, kind, wanted(arguments.want), version=arguments.version)
    except ArgumentError as error:
        raise UnusableInputError(f"{arguments.kind} does not have what is wanted: {error}") from error
    if arguments.json:
        rows = [{"name": row.name, "form": row.form.name.lower(), "text": row.text} for row in declarations]
        print(json.dumps(rows))
        return 0
    for row in declarations:
        say(f"{row.form.name.lower().replace('_', ' '):<16} {row.name}")
        say(f"{'':<16} {row.text}", "dim")
    return 0
