"""rangekit replay: a recording through the quality estimator, second by second."""

from __future__ import annotations

import argparse
import io
import json
import math

import numpy as np
import numpy.typing as npt

from rangekit.base import Status, status_message
from rangekit.command_line.output import RowError, UnusableInputError, counted
from rangekit.command_line.recorded import Recorded, examine, read_data, write_records, write_summary
from rangekit.command_line.recorded import as_object as recorded_object
from rangekit.command_line.recorded_export import ROWS, export, table_names
from rangekit.command_line.recorded_table import as_csv
from rangekit.command_line.recording import Recording, read_recording
from rangekit.command_line.replay_output import Replay, Second, Shown, as_object, write_text
from rangekit.command_line.replay_tracking import DEFAULT_FILTER, DEFAULT_ZONES, add_arguments, track
from rangekit.command_line.table import Table
from rangekit.command_line.times import seconds_text
from rangekit.command_line.twr import Subparsers
from rangekit.errors import ArgumentError
from rangekit.filter import FilterMethod
from rangekit.quality import QualityEstimator, QualityPreset, QualityResult
from rangekit.zone import ZonePreset

DESCRIPTION = """\
Plays a recording of distances into the quality estimator and says, once a second, what it makes of them.

columns (any order and case; other columns are ignored):
  t_s                   time in seconds, never falling
  range_m               measured distance in metres; empty: an update without a distance
  anchor, or link       whose distance it is (optional); one anchor is played
  true_m                the true distance (optional), or
  true_x true_y [true_z] with ax ay [az]
                        positions of the tag and of the anchor (optional); without heights the distance
                        is taken in the plane

A distance that equals the newest one is dropped, as published, so a still peer at centimetre resolution can
look unknown; the summary says how many were, and --keep-repeated keeps them.

A recording (recording.h) is played like a table. Before that it is said what is in it, what is damaged, and whether
the results that it holds come out again bit for bit; if one does not, the exit status is 1. Its tables go to files:
--table takes a kind of records, sample for example, or rows: what the other commands read.

With --json, standard output is one JSON object: "recording", "anchor", "preset", "keep_repeated", "seconds"
(an array; "causes" says why the level is not better; "filtered_m" with --filter), "refused" (an array of "row",
"line", "error", "message"), "truth_refused" (the same, for rows that are played and whose truth is not a number) and
"summary" ("quality_time_share" is of the time from the first row to the last). --filter adds "filter" and the filtered
"error" to the summary, --zones adds "zones" and "zone_events" (an array of "t_s", "ring", "event": entered, dwelt
or left, "distance_m"). A recording adds "recorded": what is in it, "results" ("equal", "unchecked", "different")
and "damage". A value that is absent is null.
"""

EPILOG = """\
examples:
  rangekit replay recording.csv --plot distance.png
  rangekit replay outdoor.csv --anchor 7 --tag-height 0.5 --preset published_text
  rangekit simulate | rangekit replay - --json
  rangekit replay trace.rangekit --table sample --output samples.json
  rangekit replay recording.csv --filter median --zones unlock --plot walk.png
"""


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
    parser.add_argument(
        "--preset",
        choices=[preset.name.lower() for preset in QualityPreset],
        default="published_code",
        help="the published code (default) needs 9 distances in 2 s and calls the newest good below 50 m; the text "
        "beside it needs 8, and all of them at 50 m or nearer",
    )
    parser.add_argument(
        "--keep-repeated",
        action="store_true",
        help="keep a distance that equals the newest one; both presets drop it",
    )
    add_arguments(parser)
    parser.add_argument("--tag-height", type=float, metavar="M", help="the tag's height, instead of true_z")
    parser.add_argument("--plot", metavar="FILE", help="draw a picture: .png, .svg or .pdf")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--records", action="store_true", help="of a recording: every record, one a line")
    parser.add_argument(
        "--table", metavar="KIND", choices=table_names(), help="of a recording: all records of a kind, or the rows"
    )
    parser.add_argument("--output", metavar="FILE", help="where the table goes: .csv, .json or .parquet")
    parser.add_argument("--resume", action="store_true", help="of a recording: go on behind damage")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if any row or truth is refused")


def run(arguments: argparse.Namespace) -> int:
    if arguments.tag_height is not None and not math.isfinite(arguments.tag_height):
        raise UnusableInputError(f"--tag-height {arguments.tag_height}: expected a finite number of metres")
    data = read_data(arguments.file)
    if data is None:
        if arguments.records or arguments.table or arguments.output:
            raise UnusableInputError(f"{arguments.file} is no recording: --records, --table and --output need one")
        return play(arguments, None, Table(arguments.file))
    name = "standard input" if arguments.file == "-" else arguments.file
    if arguments.table or arguments.output:
        export(name, data, arguments.table or ROWS, arguments.output, resume=arguments.resume)
        return 0
    found = examine(name, data, resume=arguments.resume)
    if arguments.records:
        write_records(found, resume=arguments.resume, as_json=arguments.json)
    elif not arguments.json:
        write_summary(found)
    status = 0
    if found.has_ranges and not arguments.records:
        if not arguments.json:
            print()
        status = play(arguments, found, Table(name, stream=io.StringIO(as_csv(data, name, quiet=True))))
    elif arguments.plot:
        raise UnusableInputError(f"{name} has no distances to draw")
    elif arguments.json and not arguments.records:
        print(json.dumps({"recorded": recorded_object(found)}, indent=1))
    return 1 if found.differences or (arguments.strict and found.damages) else status


def play(arguments: argparse.Namespace, found: Recorded | None, table: Table) -> int:
    """Shows a table's distances as the quality estimator sees them."""
    recording = read_recording(table, arguments.anchor, arguments.tag_height)
    result = replay(
        recording,
        QualityPreset[arguments.preset.upper()],
        arguments.keep_repeated,
        method=FilterMethod[arguments.filter.upper()] if arguments.filter else DEFAULT_FILTER,
        zones=ZonePreset[arguments.zones.upper()] if arguments.zones else DEFAULT_ZONES,
    )
    shown = Shown(filtered=arguments.filter is not None, zones=arguments.zones is not None)
    if not len(result.recording.rows):
        whose = f" of anchor {recording.anchor}" if recording.anchor is not None else ""
        raise UnusableInputError(
            f"nothing to play: every row{whose} in {recording.name} is refused "
            f"({counted(len(result.errors), 'row')}). The first: {result.errors[0]}"
        )
    if arguments.plot:
        from rangekit.command_line.picture import draw  # matplotlib takes a second to import

        draw(result, arguments.plot)
    if arguments.json:
        content = as_object(result, arguments.preset, shown)
        if found is not None:
            content["recorded"] = recorded_object(found)
        print(json.dumps(content, indent=1))
    else:
        write_text(result, arguments.anchor is not None, shown)
    return 1 if arguments.strict and (result.errors or recording.truth_errors) else 0


def replay(
    recording: Recording,
    preset: QualityPreset,
    keep_repeated: bool,
    *,
    method: FilterMethod = DEFAULT_FILTER,
    zones: ZonePreset = DEFAULT_ZONES,
) -> Replay:
    """Feeds every row to an estimator, in the order of the file, but for those that it refuses."""
    accepted: list[int] = []
    results: list[QualityResult] = []
    errors = list(recording.errors)
    repeated = 0
    rows = zip(
        recording.time_ns.tolist(),
        recording.distance_m.tolist(),
        recording.present.tolist(),
        strict=True,
    )
    options = {"keep_repeated": True} if keep_repeated else {}
    with QualityEstimator(preset, **options) as estimator:
        for index, (time_ns, distance_m, present) in enumerate(rows):
            newest_m = results[-1].distance_m if results else None
            try:
                results.append(estimator.update(time_ns, distance_m if present else None))
            except ArgumentError as error:
                errors.append(_row_error(recording, index, error.status, accepted[-1] if accepted else None))
                continue
            accepted.append(index)
            repeated += present and not keep_repeated and np.float32(distance_m) == newest_m
    errors.sort(key=lambda error: error.line)
    played = recording.select(np.array(accepted, dtype=np.intp))
    newest = np.maximum.accumulate(np.where(played.present, np.arange(len(accepted)), 0))
    tracking = track(played, method, zones)
    seconds = [
        Second(
            int(played.time_ns[last]) / 1e9,
            results[last],
            _error_m(played, int(newest[last]), results[last]),
            None if np.isnan(tracking.filtered_m[last]) else float(tracking.filtered_m[last]),
        )
        for last in _ends_of_seconds(played.time_ns)
    ]
    levels = np.array([result.level for result in results], dtype=np.int32)
    return Replay(played, levels, seconds, errors, keep_repeated, int(repeated), tracking)


def _row_error(recording: Recording, index: int, status: int, newest: int | None) -> RowError:
    """Why the estimator refuses a row; `newest` is the last one that it took."""
    row, line = int(recording.rows[index]), int(recording.lines[index])
    found = f"range_m = {recording.distance_m[index]:g}"
    if status == Status.ERROR_TIME_BACKWARDS and newest is not None:
        found = (
            f"t_s = {seconds_text(int(recording.time_ns[index]))} comes after "
            f"{seconds_text(int(recording.time_ns[newest]))} in line {recording.lines[newest]}"
        )
    return RowError(row, line, status, f"line {line}: {status_message(status).rstrip('.')}: {found}")


def _ends_of_seconds(time_ns: npt.NDArray[np.int64]) -> list[int]:
    """The last row of each second, counted from the first row's time; seconds without rows are left out."""
    second = (time_ns - time_ns[:1]) // 1_000_000_000
    return [*np.flatnonzero(np.diff(second)).tolist(), len(second) - 1] if len(second) else []


def _error_m(played: Recording, newest: int, result: QualityResult) -> float | None:
    """Of the newest distance, while it is in the window and its truth is known."""
    if result.distance_m is None or not played.has_truth[newest]:
        return None
    return float(played.distance_m[newest] - played.true_m[newest])
