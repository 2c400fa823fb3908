"""rangekit capabilities: what two devices can offer together, and every reason why not more."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rangekit.base import Capability, Generation, flag_names
from rangekit.capability import Assessment, Capabilities, assess
from rangekit.command_line.output import UnusableInputError, say, shown
from rangekit.command_line.source import read_bytes
from rangekit.command_line.twr import Subparsers
from rangekit.configuration import Option, Refusal, build
from rangekit.errors import IncompatibleError, MessageError
from rangekit.token import Token

DESCRIPTION = """\
Says what this device and a peer can do, which experience a product can offer with them, and every reason why not
more, each with what would help.

LOCAL and PEER are tokens (hexadecimal, base64, a file, or -) or models with the system's major version:
"model:iPhone16,1:26", "model:Pixel 8 Pro". What is not known is called unknown, not lacking. --want asks for an
option as a configuration would; between two tokens, its refusals are those of the configuration.

With --json, standard output is one JSON object: "local" and "peer" ("source", "generation", "has", "lacks",
"unknown"), "experience" ("certain", "possible", "locates_moving", "performance", "guided_local", "guided_peer",
"moving_local", "moving_peer") and "refusals" (an array of "reason", "side", "capability", "option", "text"; null where
a side is no token).
"""

EPILOG = """\
examples:
  rangekit capabilities model:iPhone16,1:26 model:Watch7,5:11
  rangekit capabilities model:iPhone17,1:26 a30001010102421a2b --json
  rangekit capabilities a4000101010242aabb0418ff a4000101010242ccdd0401 --want extended_distance
"""


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "capabilities",
        help="what two devices can offer together",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("local", metavar="LOCAL", help="this device: a token, or model:NAME[:VERSION]")
    parser.add_argument("peer", metavar="PEER", help="the other device")
    parser.add_argument("--want", metavar="OPTIONS", default="", help="extended_distance, camera_assistance; commas")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if there are refusals")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    if arguments.local == arguments.peer == "-":
        raise UnusableInputError("only one of LOCAL and PEER can be standard input")
    sides = [read("LOCAL", arguments.local), read("PEER", arguments.peer)]
    known = [side if isinstance(side, Capabilities) else Capabilities.of_token(side) for side in sides]
    options = wanted(arguments.want)
    result = assess(known[0], known[1])
    refusals = refused(sides, options)
    if refusals is None and options:
        raise UnusableInputError("--want needs two tokens: a model alone configures nothing")
    if arguments.json:
        print(json.dumps(report(arguments, known, result, refusals)))
    else:
        write_text(known, result, refusals)
    return 1 if refusals and arguments.strict else 0


def read(name: str, source: str) -> Token | Capabilities:
    """A side: its token, or what is known of its model."""
    if not source.startswith("model:"):
        try:
            return Token.decode(read_bytes(source))
        except MessageError as error:
            raise UnusableInputError(f"{name}: {error}") from error
    model, _, version = source.removeprefix("model:").partition(":")
    if version and not (version.isascii() and version.isdigit() and len(version) < 4):
        raise UnusableInputError(f"{name}: {shown(version)} is no major version; 26 for example")
    return Capabilities.of_model(model, int(version or 0))


def wanted(names: str) -> Option:
    """The options of --want."""
    options = Option(0)
    for name in filter(None, names.split(",")):
        if name.upper() not in Option.__members__:
            choices = ", ".join(member.lower() for member in Option.__members__)
            raise UnusableInputError(f"--want: there is no option {shown(name)}; there are {choices}")
        options |= Option[name.upper()]
    return options


def refused(sides: list[Token | Capabilities], options: Option) -> list[Refusal] | None:
    """Every reason why two tokens do not configure; None where a side is no token."""
    local, peer = sides
    if not (isinstance(local, Token) and isinstance(peer, Token)):
        return None
    try:
        build(local, peer, options)
    except IncompatibleError as error:
        return list(error.refusals)
    return []


def _generation(number: int) -> str | int:
    return Generation(number).name.lower() if number in Generation._value2member_map_ else number


def report(
    arguments: argparse.Namespace, known: list[Capabilities], result: Assessment, refusals: list[Refusal] | None
) -> dict[str, Any]:
    """The object for --json."""
    sides = {
        name: {
            "source": source,
            "generation": _generation(device.generation),
            "has": flag_names(device.available),
            "lacks": flag_names(device.lacking),
            "unknown": flag_names(device.unknown),
        }
        for name, source, device in zip(("local", "peer"), (arguments.local, arguments.peer), known, strict=True)
    }
    experience: dict[str, Any] = {
        "certain": result.certain.name.lower(),
        "possible": result.possible.name.lower(),
        "locates_moving": result.locates_moving,
        "performance": _generation(result.performance),
    }
    for name in ("guided_local", "guided_peer", "moving_local", "moving_peer"):
        experience[name] = flag_names(getattr(result, name))
    reasons = None if refusals is None else [refusal_object(refusal) for refusal in refusals]
    return {**sides, "experience": experience, "refusals": reasons}


def refusal_object(refusal: Refusal) -> dict[str, Any]:
    """A refusal for --json."""

    def name(value: Any) -> str | None:
        return None if value is None else str(value.name).lower()

    reason = refusal.reason
    return {
        "reason": getattr(reason, "name", str(reason)).lower(),
        "side": name(refusal.side),
        "capability": name(refusal.capability),
        "option": name(refusal.option),
        "text": refusal.text,
    }


def write_text(known: list[Capabilities], result: Assessment, refusals: list[Refusal] | None) -> None:
    """Both sides, what they offer, and what would make it more."""
    for name, device in zip(("local", "peer"), known, strict=True):
        say(f"{name:<6} {device}; generation {_generation(device.generation)}")
    say(f"offers {result}", "green" if result.certain else "yellow")
    moving = {True: "can be located", False: "cannot be located", None: "may be located"}[result.locates_moving]
    say(f"       devices that move {moving}; performance: {_generation(result.performance)}")
    for what, local, peer in (
        ("the guided experience", result.guided_local, result.guided_peer),
        ("locating devices that move", result.moving_local, result.moving_peer),
    ):
        needs = [f"{side} {', '.join(flag_names(flags))}" for side, flags in _sides(local, peer) if flags]
        if needs:
            say(f"       {what} would need: {'; '.join(needs)}", "dim")
    for refusal in refusals or ():
        say(f"refused: {refusal.text}", "red")


def _sides(local: Capability, peer: Capability) -> tuple[tuple[str, Capability], ...]:
    return (("local", local), ("peer", peer))
