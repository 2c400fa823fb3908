"""rangekit tune: which parameters of an estimator suit recordings whose truth is known."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rangekit.command_line.output import UnusableInputError, counted, note, say
from rangekit.command_line.recording import read_recording
from rangekit.command_line.tune_estimators import ESTIMATORS, Link, Setting, Space
from rangekit.command_line.tune_search import Tuning, as_object, grid, random_trials, tune
from rangekit.command_line.tune_walks import ESTIMATORS_OF_PLACES, READERS
from rangekit.command_line.twr import Subparsers

EVERYTHING = ESTIMATORS | ESTIMATORS_OF_PLACES

DESCRIPTION = """\
Tries many values of an estimator's parameters on recordings whose true distances are known, and shows which
score best. The figure to trust is the cross-validated one: parameters are chosen on all links but some, and
scored on those.

columns (any order and case; other columns are ignored): t_s, range_m, and true_m or positions as
`rangekit replay` reads them; link or anchor (optional) says which link a row belongs to. Each link of each
file is one link. Rows without a distance or without a truth are left out.

estimators, and what is scored (lower is better):
  filter         RMSE of the filtered distance
  quality_model  mean squared difference between the stated probability that the error is within --limit and
                 whether it was (Brier score)
  quality        share of samples where "good or better" does not agree with an error within --limit
  zone           share of samples on the wrong side of a ring of --enter and --leave, with a fine for each
                 needless change
  tracker        RMSE of the tracked place; files are samples as `rangekit position` reads them, with true_x and
                 true_y, and --anchors says where the anchors are
  locator        RMSE of the targets' places after each distance; files are walks as `rangekit locate` reads them,
                 and --truth says where the targets are

With --json, standard output is one JSON object: "estimator", "metric", "links", "trials", "default_score",
"best" (an array of "score", "options", "link_scores") and "cross_validation" ("score", "default_score",
"folds"; null with one link).
"""

EPILOG = """\
examples:
  rangekit tune walk1.csv walk2.csv --plot tuning.png
  rangekit tune outdoor.csv --tag-height 0.5 --set method=median --parameter window_count=1:15 --search grid
  rangekit tune hall.csv --estimator zone --enter 1.5 --leave 2.5 --json
"""


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "tune",
        help="find the parameters that suit your recordings",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("files", nargs="+", metavar="FILE", help="CSV files with a header line")
    parser.add_argument("--estimator", choices=list(EVERYTHING), default="filter", help="default: filter")
    parser.add_argument("--search", choices=["random", "grid"], default="random", help="default: random")
    parser.add_argument("--trials", type=int, default=200, help="of a random search (default 200)")
    parser.add_argument("--steps", type=int, default=4, help="values of each parameter in a grid (default 4)")
    parser.add_argument("--seed", type=int, default=1, help="of a random search, 0 or above (default 1)")
    parser.add_argument(
        "--parameter",
        action="append",
        default=[],
        metavar="NAME=LOW:HIGH",
        help="sweep this parameter, and others only if they are named too; whole numbers sweep whole numbers, "
        "LOW:HIGH:log sweeps by factors",
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="an option that stays as it is"
    )
    parser.add_argument("--limit", type=float, default=0.5, metavar="M", help="the error that is allowed (default 0.5)")
    parser.add_argument("--enter", type=float, default=2.0, metavar="M", help="of the zone's ring (default 2)")
    parser.add_argument("--leave", type=float, default=3.0, metavar="M", help="of the zone's ring (default 3)")
    parser.add_argument("--remove-bias", action="store_true", help="subtract each link's mean error first")
    parser.add_argument("--tag-height", type=float, metavar="M", help="the tag's height, instead of true_z")
    parser.add_argument("--anchors", metavar="FILE", help="CSV file of anchors, for --estimator tracker")
    parser.add_argument("--truth", metavar="FILE", help="CSV file of true targets, for --estimator locator")
    parser.add_argument("--up", choices=["y", "z"], default="y", help="the world's vertical axis of walks (default y)")
    parser.add_argument("--best", type=int, default=10, metavar="N", help="how many to show (default 10)")
    parser.add_argument("--plot", metavar="FILE", help="draw a picture: .png, .svg or .pdf")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    estimator = EVERYTHING[arguments.estimator]
    for name, low, high in (("trials", 1, 100_000), ("steps", 2, 100), ("best", 1, 1000), ("seed", 0, 2**63)):
        if not low <= getattr(arguments, name) <= high:
            raise UnusableInputError(f"--{name} {getattr(arguments, name)}: expected {low:,} to {high:,}")
    for name in ("limit", "enter", "leave"):
        if not 0 < getattr(arguments, name) <= 1e6:
            raise UnusableInputError(f"--{name} {getattr(arguments, name):g}: expected above 0 m, up to 1e6 m")
    if arguments.leave < arguments.enter:
        raise UnusableInputError(f"--leave {arguments.leave:g} lies before --enter {arguments.enter:g}")
    spaces = dict(_space(text) for text in arguments.parameter) or estimator.spaces
    setting = Setting(arguments.limit, arguments.enter, arguments.leave, dict(_fixed(text) for text in arguments.set))
    trials = (
        grid(spaces, arguments.steps)
        if arguments.search == "grid"
        else random_trials(spaces, arguments.trials, arguments.seed)
    )
    reader = READERS.get(arguments.estimator, _links)
    links = [link for path in arguments.files for link in reader(path, arguments)]
    if not links:
        raise UnusableInputError("the files hold nothing whose true place is known")
    with _progress(len(trials) + 1) as advance:
        tuning = tune(estimator, links, trials, setting, advance)
    if arguments.plot:
        from rangekit.command_line.tune_picture import draw  # matplotlib takes a second to import

        draw(tuning, list(spaces), estimator.metric, arguments.plot)
    if arguments.json:
        print(json.dumps(as_object(tuning, arguments.estimator, estimator, arguments.best), indent=1))
    else:
        _write(tuning, list(spaces), estimator.metric, arguments.best)
    return 0


def _space(text: str) -> tuple[str, Space]:
    name, _, bounds = text.partition("=")
    parts = bounds.split(":")
    is_log = len(parts) == 3 and parts[2] == "log"
    try:
        low, high = (float(part) for part in parts[: 2 if is_log else None])
    except ValueError:
        raise UnusableInputError(f"--parameter {text}: expected NAME=LOW:HIGH or NAME=LOW:HIGH:log") from None
    if not (math.isfinite(low) and math.isfinite(high) and low < high and (low > 0 or not is_log)):
        raise UnusableInputError(f"--parameter {text}: LOW must lie below HIGH, and above 0 for log")
    is_integer = all(part.strip().isdigit() for part in parts[:2])
    return name.strip(), Space(low, high, is_log, is_integer)


def _fixed(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UnusableInputError(f"--set {text}: expected NAME=VALUE")
    try:
        number = float(value)
    except ValueError:
        from rangekit.filter import FilterMethod

        if name.strip() == "method" and value.upper() in FilterMethod.__members__:
            return "method", FilterMethod[value.upper()]
        if name.strip() == "method":
            names = ", ".join(method.lower() for method in FilterMethod.__members__)
            raise UnusableInputError(f"--set {text}: there is no method {value!r}; methods are {names}") from None
        raise UnusableInputError(f"--set {text}: {value!r} is no number") from None
    return name.strip(), int(number) if number.is_integer() and "." not in value else number


def _links(path: str, arguments: argparse.Namespace) -> Iterator[Link]:
    """Every link of a file that has a distance with a truth."""
    if path == "-":
        raise UnusableInputError("tune reads its files more than once: save standard input to a file first")
    first = read_recording(path, None, arguments.tag_height)
    names = list(first.anchor_counts) if first.anchor is not None else [None]
    found = 0
    for name in names:
        recording = first if name == first.anchor else read_recording(path, name, arguments.tag_height)
        known = recording.select(recording.present & recording.has_truth)
        if not len(known.rows):
            continue
        backwards = (known.time_ns[1:] < known.time_ns[:-1]).nonzero()[0]
        if len(backwards):
            line = known.lines[int(backwards[0]) + 1]
            raise UnusableInputError(f"{path}, line {line}: time runs backwards; sort the rows of a link by t_s")
        distance_m = known.distance_m
        if arguments.remove_bias:
            distance_m = distance_m - (distance_m - known.true_m).mean()
        label = Path(path).name if name is None else f"{Path(path).name}:{name}"
        found += 1
        yield Link(label, known.time_ns, distance_m, known.true_m)
    if not found:
        raise UnusableInputError(f"{path}: no row has both a distance and a true distance (true_m, or positions)")


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    columns = (TextColumn("trials"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        task = progress.add_task("trials", total=total)
        yield lambda: progress.advance(task)


def _write(tuning: Tuning, names: list[str], metric: str, count: int) -> None:
    """The best trials in a table, and what cross-validation says of them."""
    samples = int(tuning.counts.sum())
    say(f"{counted(len(tuning.links), 'link')}, {counted(samples, 'sample')}, {counted(len(tuning.trials), 'trial')}")
    say(f"score: {metric}; lower is better", "dim")
    widths = [max(len(name), 9) for name in names]
    say("  ".join([f"{'score':>9}", *(f"{name:>{width}}" for name, width in zip(names, widths, strict=True))]), "bold")
    rows = tuning.best(count)
    for trial in [*rows, *([] if 0 in rows else [0])]:
        options = tuning.trials[trial]
        cells = [f"{options[name]:g}" if name in options else "default" for name in names]
        line = [f"{tuning.score(trial):9.4f}", *(f"{cell:>{w}}" for cell, w in zip(cells, widths, strict=True))]
        say("  ".join(line), "green" if trial == rows[0] else "")
    if not tuning.folds:
        note("there is one link, so nothing is cross-validated: what is best here may not be elsewhere")
        return
    score, default_score = tuning.validated()
    say(
        f"cross-validated over {counted(len(tuning.folds), 'fold')} of links: {score:.4f} "
        f"(defaults: {default_score:.4f})",
        "bold",
    )
    if score >= default_score:
        say("on links that it has not seen the search does no better than the defaults: keep them", "yellow")
