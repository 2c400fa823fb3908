"""Says what bytes are: every field with its offset, value and meaning, and what is wrong at its place.

    found = inspect(bytes.fromhex("01000100194555a85f00000b090600100ec60003397b28d4b8d787b46400"))
    found.format                        # "shareable-configuration"
    for field in found.fields:
        print(field.offset, field.name, field.value, field.meaning)
    for fault in found.faults:
        print(fault.text)               # the library's own sentence: where, what, and what would be right

The fields of the bytes that are inspected tile them: nothing is skipped, and nothing is shown twice.
"""

from __future__ import annotations

import dataclasses

from rangekit.inspection._dump import Dump, Fault, Field
from rangekit.inspection._formats import BY_NAME, FORMATS, Guess, dissect, rank

__all__ = ["FORMAT_NAMES", "FORMAT_TEXTS", "Fault", "Field", "Guess", "Inspection", "inspect", "rank"]

#: A damaged message of a format has at least this score.
_LEAST = 40

FORMAT_NAMES: tuple[str, ...] = tuple(each.name for each in FORMATS)
FORMAT_TEXTS: dict[str, str] = {each.name: each.text for each in FORMATS}


@dataclasses.dataclass(frozen=True)
class Inspection:
    """What some bytes are."""

    format: str  #: one of `FORMAT_NAMES`
    title: str  #: for people: "message of the accessory protocol"
    data: bytes
    fields: list[Field]  #: in order; together they are `data`
    faults: list[Fault]
    parts: list[tuple[str, Inspection]]  #: messages that were put together from pieces, with offsets of their own
    others: list[Guess]  #: what else the bytes could be, likeliest first
    score: int = 0  #: how much speaks for the format; see `Guess`


def inspect(data: bytes, format: str | None = None) -> Inspection:
    """Says what bytes are.

    Args:
        data: the bytes.
        format: one of `FORMAT_NAMES`; left out, the likeliest.

    Raises:
        ValueError: there are no bytes, no such format, or nothing speaks for any format.
    """
    if not data:
        raise ValueError("there are no bytes to inspect")
    guesses = rank(data)
    if format is None:
        best = guesses[0] if guesses else None
        if best is None or (not best.is_read and best.score < _LEAST):
            nearest = f" (the nearest, {best.format}, refuses them: {best.reason})" if best else ""
            raise ValueError(f"{len(data)} bytes that look like no format that is known{nearest}")
        format = best.format
    if format not in BY_NAME:
        raise ValueError(f"there is no format {format!r}: they are {', '.join(FORMAT_NAMES)}")
    score = next((guess.score for guess in guesses if guess.format == format), 0)
    others = [guess for guess in guesses if guess.format != format]
    return dataclasses.replace(_inspection(format, dissect(data, format)), others=others, score=score)


def _inspection(name: str, dump: Dump) -> Inspection:
    parts = [(title, _inspection(part.format or name, part)) for title, part in dump.parts]
    return Inspection(name, dump.title, dump.data, dump.fields, dump.faults, parts, [])
