"""rangekit diff: what would keep two devices from ranging, from what each of them says."""

from __future__ import annotations

import argparse
import dataclasses
import json
from typing import Any

from rangekit.command_line.formats import PARAMETER_FORMATS, Recognised, UciOptions, recognise
from rangekit.command_line.output import UnusableInputError, counted, say
from rangekit.command_line.source import read_bytes
from rangekit.command_line.twr import Subparsers
from rangekit.parameters import ByteOrder, Consequence, Finding, diff

DESCRIPTION = """\
Compares what two devices say about a session: values that must be equal and are not, roles that do not belong
together, addresses that do not name each other, and what cannot be in either of them alone. Each finding says
what it would cause and how to mend it.

A and B are hexadecimal (spaces and colons between bytes are fine) or base64 text, the name of a file with either
or with the bytes themselves, or - for standard input. Formats: accessory configuration (whole, as a message, or
the UWB configuration alone), shareable configuration (alone or as a message), UWB configuration of Android's
out-of-band messages (in a message or alone: the view of the device that receives it), UCI application configuration
(the command, its payload or its TLVs; in a stream of commands the last one). `rangekit inspect` shows such bytes.

With --json, standard output is one JSON object: "a" and "b", each with "format", "parameters" and "notes" (what the
parameters do not hold), and "findings",
an array of objects with "parameter", "rule", "consequence", "side", "value_a", "value_b" and "text".
"""

EPILOG = """\
examples:
  rangekit diff accessory.hex phone.hex --strict
  rangekit diff accessory.hex phone.hex --unstated
  rangekit diff 0b01000100194555a85f00000b090600100ec60003397b28d4b8d787b46400 phone.hex --json
"""

STYLES = {
    Consequence.UNCERTAIN: "dim",
    Consequence.DEGRADED: "yellow",
    Consequence.WRONG_DISTANCE: "red",
    Consequence.NO_SAMPLES: "red",
    Consequence.REFUSAL: "red",
}


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "diff",
        help="what would keep two devices from ranging",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("a", metavar="A", help="what one device says: hexadecimal, base64, a file, or -")
    parser.add_argument("b", metavar="B", help="what the other says")
    for side in ("a", "b"):
        parser.add_argument(
            f"--{side}-as",
            metavar="FORMAT",
            choices=PARAMETER_FORMATS,
            help=f"what {side.upper()} is, if not found out",
        )
    parser.add_argument("--uci-version", type=int, choices=(1, 2), default=1, help="of UCI: 2 has handles (default 1)")
    parser.add_argument(
        "--uci-reversed",
        action="store_true",
        help="UCI has MAC addresses and vendor id reversed, as Android 13 and earlier write them",
    )
    parser.add_argument("--unstated", action="store_true", help="also what only one says and both must share")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if there are findings")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    if arguments.a == arguments.b == "-":
        raise UnusableInputError("only one of A and B can be standard input")
    order = ByteOrder.REVERSED if arguments.uci_reversed else ByteOrder.AS_GIVEN
    options = UciOptions(arguments.uci_version, order)
    a, b = read("A", arguments.a, arguments.a_as, options), read("B", arguments.b, arguments.b_as, options)
    findings = diff(a.parameters, b.parameters, unstated=arguments.unstated)
    if arguments.json:
        report = {"a": as_object(a), "b": as_object(b), "findings": [finding_object(f) for f in findings]}
        print(json.dumps(report))
    else:
        write_text(a, b, findings)
    return 1 if findings and arguments.strict else 0


def read(name: str, source: str, format: str | None = None, options: UciOptions = UciOptions()) -> Recognised:  # noqa: B008
    """One side's view; what cannot be read is said with the reason of every format."""
    data = read_bytes(source)
    try:
        return recognise(data, format, options)
    except ValueError as error:
        raise UnusableInputError(f"{name}: {error}") from error


def as_object(side: Recognised) -> dict[str, Any]:
    """A side for --json; bytes are hexadecimal."""
    values = side.parameters.as_dict()
    parameters = {name: _plain(value) for name, value in values.items()}
    return {"format": side.format, "parameters": parameters, "notes": list(side.notes)}


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def finding_object(finding: Finding) -> dict[str, Any]:
    """A finding for --json."""
    return dataclasses.asdict(finding) | {"consequence": finding.consequence.name.lower()}


def write_text(a: Recognised, b: Recognised, findings: list[Finding]) -> None:
    """Both sides, then each finding, the worst first."""
    for name, side in (("A", a), ("B", b)):
        say(f"{name}: {side.format}, {counted(len(side.parameters.as_dict()), 'value')}")
        for line in side.notes:
            say(f"   {line}", "dim")
    if not findings:
        say("nothing that both state keeps the two from ranging", "green")
        return
    for finding in sorted(findings, key=lambda finding: -finding.consequence):
        say(f"{finding.consequence.name.lower().replace('_', ' '):<14}  {finding.text}", STYLES[finding.consequence])
    say(counted(len(findings), "finding"))
