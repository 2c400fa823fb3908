"""Draws a located walk: path, hypotheses and their ellipses from above, and convergence over time."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Ellipse

from rangekit.command_line.locate_output import Location, Update
from rangekit.command_line.output import UnusableInputError
from rangekit.command_line.picture import STYLE
from rangekit.locator import Convergence, Up

# Colours that stay apart for colour-blind readers (Okabe and Ito).
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#000000")
CONFIDENCE_95: Final = 5.991  # chi-square, two dimensions


def draw(location: Location, path: str, note: str = "") -> None:
    """Writes the picture to `path`; its ending says in which format. `note` stands below the title."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(12, 6.5), layout="constrained")
        grid = figure.add_gridspec(2, 2, width_ratios=(3, 2))
        above = figure.add_subplot(grid[:, 0])
        spread = figure.add_subplot(grid[0, 1])
        state = figure.add_subplot(grid[1, 1], sharex=spread)
        _draw_above(above, location)
        _draw_spread(spread, location)
        _draw_convergence(state, location)
        figure.suptitle(Path(location.name).name + (f" - {note}" if note else ""), fontsize=13, fontweight="bold")
        try:
            figure.savefig(path, dpi=150)
        except (OSError, ValueError) as error:
            raise UnusableInputError(f"the picture {path} cannot be written: {error}") from error


def _axes(location: Location) -> tuple[int, int]:
    """The two horizontal axes."""
    return (0, 1) if location.up == Up.Z else (0, 2)


def _draw_above(axes: Axes, location: Location) -> None:
    a, b = _axes(location)
    path = np.array(location.path)
    if len(path):
        axes.plot(path[:, 1 + a], path[:, 1 + b], color="#999999", linewidth=0.8, label="path", zorder=1)
        axes.plot(path[0, 1 + a], path[0, 1 + b], "o", color="#999999", markersize=5, label="start", zorder=1)
    points = [path[:, [1 + a, 1 + b]]] if len(path) else []
    for number, (target, places) in enumerate(sorted(location.hypotheses.items())):
        colour = COLOURS[number % len(COLOURS)]
        track = np.array([one.estimate.position_m for one in location.of(target)])
        axes.plot(track[:, a], track[:, b], color=colour, linewidth=0.6, alpha=0.35, zorder=2)
        for index, place in enumerate(places):
            label = f"target {target}".strip() if index == 0 else None
            share = "" if len(places) == 1 else f"{100 * place.probability:.0f} %"
            at = place.position_m[[a, b]]
            axes.plot(*at, "x", color=colour, markersize=8, label=label, zorder=4)
            axes.annotate(
                share, (float(at[0]), float(at[1])), textcoords="offset points", xytext=(6, 6), fontsize=8, color=colour
            )
            axes.add_patch(_ellipse(at, place.covariance_m2[np.ix_([a, b], [a, b])], colour))
            points.append(at[None, :])
        if target in location.truth:
            truth = np.array(location.truth[target])[[a, b]]
            label = "truth" if number == 0 else None
            axes.plot(*truth, "+", color="#222222", markersize=11, label=label, zorder=3)
            points.append(truth[None, :])
    everything = np.concatenate(points)
    low, high = everything.min(axis=0) - 0.7, everything.max(axis=0) + 0.7
    axes.set_xlim(low[0], high[0])
    # Seen from above with y up, z points down the page.
    axes.set_ylim(*((low[1], high[1]) if location.up == Up.Z else (high[1], low[1])))
    axes.set_aspect("equal", adjustable="box")
    axes.set_xlabel("x (m)")
    axes.set_ylabel("y (m)" if location.up == Up.Z else "z (m)")
    axes.set_title("from above: every place that is not told apart, with its 95 % ellipse", loc="left", fontsize=9)
    axes.legend(frameon=False, fontsize=8, loc="best")


def _ellipse(centre: Any, covariance: Any, colour: str) -> Ellipse:
    values, vectors = np.linalg.eigh(covariance)
    width, height = 2 * np.sqrt(np.maximum(values, 0) * CONFIDENCE_95)
    angle = np.degrees(np.arctan2(vectors[1, 0], vectors[0, 0]))
    return Ellipse(tuple(centre), width, height, angle=angle, facecolor=colour, edgecolor=colour, alpha=0.25, zorder=3)


def _draw_spread(axes: Axes, location: Location) -> None:
    for number, target in enumerate(sorted(location.hypotheses)):
        colour = COLOURS[number % len(COLOURS)]
        updates = location.of(target)
        time_s = [one.time_s for one in updates]
        stddev_m = [_largest(one) for one in updates]
        axes.plot(time_s, stddev_m, color=colour, linewidth=1.2, label="stated" if number == 0 else None)
        errors = [one.error_m for one in updates]
        if None not in errors:
            label = "error" if number == 0 else None
            axes.plot(time_s, errors, color=colour, linewidth=1, linestyle=":", label=label)  # type: ignore[arg-type]
    axes.set_yscale("log")
    axes.set_ylim(0.01, 200)
    axes.set_ylabel("standard deviation (m)")
    axes.legend(frameon=False, fontsize=8)


def _largest(update: Update) -> float:
    covariance = update.estimate.covariance_m2
    return float(np.sqrt(np.linalg.eigvalsh(covariance)[-1])) if covariance is not None else np.nan


def _draw_convergence(axes: Axes, location: Location) -> None:
    names: list[str] = []
    rows: list[tuple[float, str]] = []
    for update in location.updates:
        reasons = [reason.name or "" for reason in update.estimate.reasons]
        shown = ["converged"] if update.estimate.convergence == Convergence.CONVERGED else reasons
        rows += [(update.time_s, name.lower().removeprefix("insufficient_").replace("_", " ")) for name in shown]
    for _, name in rows:
        if name not in names:
            names.append(name)
    names.sort(key=lambda name: name == "converged")
    for index, name in enumerate(names):
        times = [time_s for time_s, which in rows if which == name]
        colour = "#009e73" if name == "converged" else "#d55e00"
        axes.plot(times, np.full(len(times), index), "|", color=colour, markersize=9)
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlabel("time (s)")
    axes.set_title("what is missing, and when it is converged", loc="left", fontsize=9)
