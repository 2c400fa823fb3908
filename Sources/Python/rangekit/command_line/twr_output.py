"""How `rangekit twr` writes: JSON, CSV, or a table with a summary."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

import numpy as np
import numpy.typing as npt

from rangekit.command_line.output import RowError, counted, say
from rangekit.twr import Ranges

Write = Callable[[int, Ranges, dict[int, RowError]], None]

#: Rows that a terminal shows; a pipe gets all of them.
TERMINAL_ROWS = 40


class Summary:
    """What a whole file came to."""

    def __init__(self, method: str, noise: str) -> None:
        self.method = method
        self.noise = noise  #: what the standard deviations rest on
        self.count = 0
        self.reasons: Counter[str] = Counter()
        self._distances: list[npt.NDArray[np.float64]] = []

    @property
    def refused(self) -> int:
        return self.reasons.total()

    @property
    def distances_m(self) -> npt.NDArray[np.float64]:
        return np.concatenate(self._distances) if self._distances else np.empty(0)

    def add(self, ranges: Ranges, errors: dict[int, RowError]) -> None:
        self.count += len(ranges)
        self.reasons.update(error.name for error in errors.values())
        self._distances.append(ranges.distance_m[ranges.accepted].copy())


@contextmanager
def writer(form: str, stream: TextIO, summary: Summary) -> Iterator[Write]:
    """A function that writes one chunk of ranges; the end of the output follows when the block is left."""
    yield from {"json": _json, "csv": _csv, "text": _text}[form](stream, summary)


def _json(stream: TextIO, summary: Summary) -> Iterator[Write]:
    separator = "[\n"

    def write(first_row: int, ranges: Ranges, errors: dict[int, RowError]) -> None:
        nonlocal separator
        objects = [
            f'{{"row": {row}, "distance_m": {distance!r}, "distance_stddev_m": {stddev:.9g}}}'
            for row, distance, stddev in _rows(first_row, ranges)
        ]
        for index, error in errors.items():
            objects[index] = json.dumps({"row": error.row, "error": error.name, "message": error.message})
        stream.write(separator + ",\n".join(objects))
        separator = ",\n"

    yield write
    stream.write("[]\n" if separator == "[\n" else "\n]\n")


def _csv(stream: TextIO, summary: Summary) -> Iterator[Write]:
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(["row", "distance_m", "distance_stddev_m", "error", "message"])

    def write(first_row: int, ranges: Ranges, errors: dict[int, RowError]) -> None:
        rows: list[tuple[object, ...]] = [
            (row, repr(distance), f"{stddev:.9g}", "", "") for row, distance, stddev in _rows(first_row, ranges)
        ]
        for index, error in errors.items():
            rows[index] = (error.row, "", "", error.name, error.message)
        table.writerows(rows)

    yield write


def _text(stream: TextIO, summary: Summary) -> Iterator[Write]:
    limit = TERMINAL_ROWS if stream.isatty() else sys.maxsize
    left_out = 0
    say(f"{'row':>8}  {'distance_m':>12}  {'stddev_m':>9}", "bold", stream)

    def write(first_row: int, ranges: Ranges, errors: dict[int, RowError]) -> None:
        nonlocal limit, left_out
        for index, (row, distance, stddev) in enumerate(_rows(first_row, ranges)):
            if limit == 0:
                left_out += len(ranges) - index
                break
            limit -= 1
            if index in errors:
                say(f"{row:8d}  {errors[index]}", "yellow", stream)
            else:
                stream.write(f"{row:8d}  {distance:12.4f}  {stddev:9.4f}\n")

    yield write
    if left_out:
        say(f"     ...  {counted(left_out, 'more row')}; --csv or --json give them all", "dim", stream)
    _write_summary(stream, summary)


def _write_summary(stream: TextIO, summary: Summary) -> None:
    distances = summary.distances_m
    stream.write("\n")
    say(f"{counted(summary.count, f'{summary.method} exchange')}, {summary.refused:,} refused", "bold", stream)
    for name, count in summary.reasons.most_common():
        say(f"  {count:,} {name}", "yellow", stream)
    if len(distances):
        stream.write(f"median {np.median(distances):.4f} m, from {distances.min():.4f} to {distances.max():.4f} m\n")
    if len(distances) > 1:
        stream.write(f"spread {distances.std(ddof=1):.4f} m (standard deviation of these distances)\n")
    if len(distances):
        stream.write(f"stddev_m rests on {summary.noise} alone\n")


def _rows(first_row: int, ranges: Ranges) -> Iterator[tuple[int, float, float]]:
    return zip(
        range(first_row, first_row + len(ranges)),
        ranges.distance_m.tolist(),
        ranges.distance_stddev_m.tolist(),
        strict=True,
    )
