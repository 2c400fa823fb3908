"""rangekit replay: a recording through the quality estimator, second by second."""

from __future__ import annotations

import argparse
import itertools
import json
import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from rangekit.base import Status, status_message
from rangekit.command_line.output import RowError, UnusableInputError
from rangekit.command_line.recording import Recording, read_recording
from rangekit.command_line.replay_output import Replay, Second, as_object, write_text
from rangekit.command_line.twr import Subparsers
from rangekit.errors import ArgumentError
from rangekit.quality import QualityEstimator, QualityPreset, QualityResult

DESCRIPTION = """\
Plays a recording of distances into the quality estimator and says, once a second, what it makes of them.

columns (any order and case; other columns are ignored):
  t_s                   time in seconds, never falling
  range_m               measured distance in metres; empty: an update without a distance
  anchor                whose distance it is (optional); one anchor is played
  true_m                the true distance (optional), or
  true_x true_y [true_z] with ax ay [az]
                        positions of the tag and of the anchor (optional); without heights the distance
                        is taken in the plane

With --json, standard output is one JSON object: "recording", "anchor", "preset", "seconds" (an array),
"refused" (an array of "row", "line", "error", "message") and "summary". A value that is absent is null.
"""

EPILOG = """\
examples:
  rangekit replay recording.csv --plot distance.png
  rangekit replay outdoor.csv --anchor 7 --tag-height 0.5 --preset published_text
  rangekit simulate | rangekit replay - --json
"""


BATCH_ROWS = 1024  # small, so that going on after a refused row costs little


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "replay",
        help="quality of a recording over time",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("file", help="CSV file with a header line; - reads standard input")
    parser.add_argument("--anchor", help="which anchor to play (default: the one with the most rows)")
    parser.add_argument("--preset", choices=[preset.name.lower() for preset in QualityPreset], default="published_code")
    parser.add_argument("--tag-height", type=float, metavar="M", help="the tag's height, instead of true_z")
    parser.add_argument("--plot", metavar="FILE", help="draw a picture: .png, .svg or .pdf")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if any row is refused")


def run(arguments: argparse.Namespace) -> int:
    if arguments.tag_height is not None and not math.isfinite(arguments.tag_height):
        raise UnusableInputError(f"--tag-height {arguments.tag_height}: expected a finite number of metres")
    recording = read_recording(arguments.file, arguments.anchor, arguments.tag_height)
    result = replay(recording, QualityPreset[arguments.preset.upper()])
    if arguments.plot:
        from rangekit.command_line.picture import draw  # matplotlib takes a second to import

        draw(result, arguments.plot)
    if arguments.json:
        print(json.dumps(as_object(result, arguments.preset), indent=1))
    else:
        write_text(result, arguments.anchor is not None)
    return 1 if arguments.strict and result.errors else 0


def replay(recording: Recording, preset: QualityPreset) -> Replay:
    """Feeds every row to an estimator, in the order of the file, but for those that it refuses."""
    refused = _refused_rows(recording, preset)
    errors = sorted([*recording.errors, *refused.values()], key=lambda error: error.line)
    accepted = np.ones(len(recording.rows), dtype=np.bool_)
    accepted[list(refused)] = False
    recording = recording.select(accepted)
    seconds: list[Second] = []
    levels = [np.empty(0, dtype=np.int32)]
    with QualityEstimator(preset) as estimator:
        for rows in _seconds(recording.time_ns):
            batch = estimator.update_batch(recording.time_ns[rows], recording.distance_m[rows], recording.present[rows])
            levels.append(batch.levels)
            if batch.result is not None:
                seconds.append(_second(recording, rows.stop, batch.result))
    return Replay(recording, np.concatenate(levels), seconds, errors)


def _refused_rows(recording: Recording, preset: QualityPreset) -> dict[int, RowError]:
    """The rows that an estimator refuses, and why: time that goes back, for example."""
    refused: dict[int, RowError] = {}
    start, count = 0, len(recording.rows)
    with QualityEstimator(preset) as estimator:
        while start < count:
            rows = slice(start, min(start + BATCH_ROWS, count))
            try:
                estimator.update_batch(recording.time_ns[rows], recording.distance_m[rows], recording.present[rows])
            except ArgumentError as error:
                index = start + error.accepted_count
                refused[index] = _row_error(recording, index, error.status)
                start = index + 1
            else:
                start = rows.stop
    return refused


def _row_error(recording: Recording, index: int, status: int) -> RowError:
    row, line = int(recording.rows[index]), int(recording.lines[index])
    found = f"t_s = {recording.time_ns[index] / 1e9:.9g}, range_m = {recording.distance_m[index]:g}"
    if status == Status.ERROR_TIME_BACKWARDS:
        found = f"t_s = {recording.time_ns[index] / 1e9:.9g} comes after {recording.time_ns[:index].max() / 1e9:.9g}"
    return RowError(row, line, status, f"line {line}: {status_message(status).rstrip('.')}: {found}")


def _seconds(time_ns: npt.NDArray[np.int64]) -> Iterator[slice]:
    """The rows of each second, counted from the first row's time; seconds without rows are left out."""
    second = (time_ns - time_ns[:1]) // 1_000_000_000
    edges = [0, *(np.flatnonzero(np.diff(second)) + 1).tolist(), len(time_ns)]
    yield from (slice(first, last) for first, last in itertools.pairwise(edges) if first < last)


def _second(recording: Recording, end: int, result: QualityResult) -> Second:
    error_m = None
    if result.distance_m is not None:
        newest = int(np.flatnonzero(recording.present[:end])[-1])
        if recording.has_truth[newest]:
            error_m = float(recording.distance_m[newest] - recording.true_m[newest])
    return Second(float(recording.time_ns[end - 1]) / 1e9, result, error_m)
