"""What all commands share: named row errors, colour on a terminal, plain text in a pipe."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from rangekit.base import Status, status_name


class UnusableInputError(Exception):
    """The input or the arguments cannot be used at all: the command ends with exit status 2."""


@dataclasses.dataclass(frozen=True)
class RowError:
    """Why one row was refused."""

    row: int  #: counted from 1, without the header
    line: int  #: in the file, counted from 1
    status: int
    message: str  #: with the line, what was found and what would be right

    @property
    def name(self) -> str:
        return status_name(self.status)

    def __str__(self) -> str:
        return f"{self.message} [{self.name}]"


class CellError(Exception):
    """Why one cell cannot be read."""

    def __init__(self, status: Status, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message

    def at(self, row: int, line: int) -> RowError:
        """The same as the error of a row."""
        return RowError(row, line, self.status, f"line {line}: {self.message}")


def shown(cell: str, limit: int = 40) -> str:
    """A cell of the input as it can be printed anywhere: quoted, control characters escaped, cut if long."""
    text = ascii(cell) if not cell.isprintable() else f"'{cell}'"
    return text if len(text) <= limit else f"{text[:limit]}... ({len(cell)} characters)"


def counted(count: int, noun: str, plural: str = "") -> str:
    """A number with its noun: "1 row", "2,000 rows"."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def say(line: str, style: str = "", stream: TextIO | None = None) -> None:
    """Prints one line; coloured on a terminal, plain elsewhere."""
    stream = stream or sys.stdout
    if stream.isatty() and style:
        Console(file=stream, highlight=False, soft_wrap=True).print(Text(line, style=style))
    else:
        print(line, file=stream)


def note(line: str) -> None:
    """Tells the person, beside the output proper."""
    sys.stdout.flush()
    say(line, "dim", sys.stderr)


@contextmanager
def writing(path: str | None) -> Iterator[TextIO]:
    """The file to write to, or standard output."""
    if path is None or path == "-":
        yield sys.stdout
        return
    try:
        with Path(path).open("w", encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise UnusableInputError(f"{path} cannot be written: {error.strerror}") from error


class RowProgress:
    """How many rows are done, on a terminal that does not show them anyway."""

    def __init__(self, what: str) -> None:
        self._progress: Progress | None = None
        if sys.stderr.isatty() and not sys.stdout.isatty():
            columns = (SpinnerColumn(), TextColumn(what), TextColumn("{task.completed:,.0f} rows"), TimeElapsedColumn())
            self._progress = Progress(*columns, console=Console(file=sys.stderr), transient=True)
            self._task = self._progress.add_task(what, total=None)

    def __enter__(self) -> RowProgress:
        if self._progress:
            self._progress.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._progress:
            self._progress.stop()

    def advance(self, rows: int) -> None:
        if self._progress:
            self._progress.advance(self._task, rows)
