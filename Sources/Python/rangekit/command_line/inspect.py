"""rangekit inspect: what bytes are, field by field, and what is wrong with them."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from typing import Any

from rich.console import Console
from rich.text import Text

from rangekit.command_line.output import UnusableInputError, counted, say
from rangekit.command_line.source import read_bytes
from rangekit.command_line.twr import Subparsers
from rangekit.inspection import FORMAT_NAMES, FORMAT_TEXTS, Fault, Field, Guess, Inspection, inspect

DESCRIPTION = """\
Says what bytes are: recognises the format and prints every field with its offset, its bytes, its value and what that
means. What is wrong stands under the field that it is about, with what would be right; fields behind it are read as
far as the format lets. BYTES are hexadecimal (spaces, colons, commas and 0x are fine) or base64 text, the name of a
file with either or with the bytes themselves, or - for standard input.

Nothing is verified that takes a key: `rangekit token verify` does that. Captures (pcap) are for `rangekit uci`.

With --json, standard output is one JSON object: "format", "title", "size", "fields" (an array of "offset", "length",
"bytes", "path", "name", "value", "meaning", "faults"), "faults" (an array of "status", "text", "offset", "field",
"expected", "found", "is_refused"), "parts" (messages that were put together from pieces, each such an object, with
"of") and "others" (what else it could be: "format", "score", "is_read", "reason"). A value that is absent is null.
"""

EPILOG = """\
examples:
  rangekit inspect a30001010102421a2b
  rangekit inspect 01 00 01 00 19 45 55 a8 5f 00 00 0b 09 06 00 10 0e c6 00 03 39 7b 28 d4 b8 d7 87 b4 64 00
  rangekit token encode --kind peer | rangekit inspect - --json
  rangekit inspect 6202000601000000021b --as uci

formats for --as:
"""

#: How captures begin: pcap in both orders, in micro- and nanoseconds, and pcapng.
CAPTURES = (b"\xd4\xc3\xb2\xa1", b"\xa1\xb2\xc3\xd4", b"\x4d\x3c\xb2\xa1", b"\xa1\xb2\x3c\x4d", b"\x0a\x0d\x0d\x0a")

#: Bytes a line of the dump.
WIDTH = 8


def add_parser(commands: Subparsers) -> None:
    formats = "".join(f"  {name:<24} {text}\n" for name, text in FORMAT_TEXTS.items())
    parser = commands.add_parser(
        "inspect",
        help="what bytes are, field by field, and what is wrong",
        description=DESCRIPTION,
        epilog=EPILOG + formats,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("bytes", metavar="BYTES", nargs="+", help="hexadecimal, base64, a file, or -")
    parser.add_argument(
        "--as", dest="format", metavar="FORMAT", choices=FORMAT_NAMES, help="the format, if you know it"
    )
    parser.add_argument("--strict", action="store_true", help="exit status 1 if anything is wrong")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    data = read_bytes(" ".join(arguments.bytes))
    if arguments.format is None and data[:4] in CAPTURES:
        raise UnusableInputError("this is a capture: `rangekit uci FILE` reads those")
    try:
        found = inspect(data, arguments.format)
    except ValueError as error:
        raise UnusableInputError(f"{error}; --as FORMAT reads them as that: {_start(data)}") from error
    if arguments.json:
        print(json.dumps(as_object(found)))
    else:
        write_text(found)
    return 1 if arguments.strict and _is_wrong(found) else 0


def _start(data: bytes) -> str:
    return data[:WIDTH].hex(" ") + (" ..." if len(data) > WIDTH else "")


def _is_wrong(found: Inspection) -> bool:
    return bool(found.faults) or any(_is_wrong(part) for _, part in found.parts)


def as_object(found: Inspection) -> dict[str, Any]:
    """Everything, for --json."""
    return {
        "format": found.format,
        "title": found.title,
        "size": len(found.data),
        "fields": [_field_object(field) for field in found.fields],
        "faults": [dataclasses.asdict(fault) for fault in found.faults],
        "parts": [{"of": title} | as_object(part) for title, part in found.parts],
        "others": [dataclasses.asdict(guess) for guess in found.others],
    }


def _field_object(field: Field) -> dict[str, Any]:
    return {
        "offset": field.offset,
        "length": len(field.data),
        "bytes": field.data.hex(),
        "path": [name for name in field.path if name],
        "name": field.name,
        "value": field.value,
        "meaning": field.meaning,
        "faults": [dataclasses.asdict(fault) for fault in field.faults],
    }


def write_text(found: Inspection, title: str = "") -> None:
    """A heading, the fields with what is wrong with them, and what else it could be."""
    say(f"{title or found.title} ({found.format}), {counted(len(found.data), 'byte')}", "bold")
    name_width = max((len(field.name) + 2 * _depth(field) for field in found.fields), default=0)
    path: tuple[str, ...] = ()
    for field in found.fields:
        _write_path(path, field.path)
        path = field.path
        _write_field(field, name_width)
    for part_title, part in found.parts:
        print()
        write_text(part, part_title)
    if title:
        return
    _write_end(found)


def _depth(field: Field) -> int:
    return sum(1 for name in field.path if name)


def _write_path(old: tuple[str, ...], new: tuple[str, ...]) -> None:
    """The names of the groups that begin here."""
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    depth = sum(1 for name in new[:same] if name)
    for name in new[same:]:
        if name:
            say(f"{'':4}  {'':{3 * WIDTH - 1}}  {'  ' * depth}{name}", "bold")
            depth += 1


def _write_field(field: Field, name_width: int) -> None:
    name = "  " * _depth(field) + field.name
    value = "-" if field.value is None else _printable(field.value)
    if value == field.data.hex():
        value = ""
    said = "  ".join(part for part in (value, field.meaning) if part)
    lines = [field.data[start : start + WIDTH].hex(" ") for start in range(0, len(field.data), WIDTH)]
    wrong = bool(field.faults)
    for index, line in enumerate(lines):
        offset = f"{field.offset + WIDTH * index:04x}"
        _row(offset, line, name if index == 0 else "", said if index == 0 else "", name_width, wrong)
    for fault in field.faults:
        say(f"{'':6}{'!' if fault.is_refused else '?'} {_fault_text(fault)}", "red" if fault.is_refused else "yellow")


def _printable(value: Any) -> str:
    """A value as text without control characters."""
    return str(value) if str(value).isprintable() else ascii(value)


def _row(offset: str, data: str, name: str, said: str, name_width: int, wrong: bool) -> None:
    line = f"{offset}  {data:<{3 * WIDTH - 1}}  {name:<{name_width}}  {said}".rstrip()
    if not sys.stdout.isatty():
        print(line)
        return
    text = Text(line)
    text.stylize("dim", 0, len(offset))
    start = len(offset) + 2
    text.stylize("red" if wrong else "cyan", start, start + len(data))
    Console(highlight=False, soft_wrap=True).print(text)


def _fault_text(fault: Fault) -> str:
    return f"{fault.text} [{fault.status}]" + ("" if fault.is_refused else " (not refused)")


def _write_end(found: Inspection) -> None:
    refused = sum(fault.is_refused for fault in found.faults)
    noted = len(found.faults) - refused
    if found.faults:
        parts = [counted(refused, "refusal")] if refused else []
        parts += [counted(noted, "note")] if noted else []
        say(", ".join(parts), "red" if refused else "yellow")
    else:
        say("nothing is wrong with it", "green")
    for guess in _worth_saying(found):
        say(f"could also be {guess.format}: {guess.reason}; --as {guess.format} shows it so", "dim")


def _worth_saying(found: Inspection) -> list[Guess]:
    """What else the library reads, and is as likely or nearly so; where this is refused, anything that it reads."""
    least = 50 if any(fault.is_refused for fault in found.faults) else max(found.score - 20, 40)
    return [guess for guess in found.others if guess.is_read and guess.score >= least][:3]
