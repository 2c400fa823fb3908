"""Draws a calibration: bias of each link, errors before and after, bias against level."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rangekit.command_line.calibrate_output import Result
from rangekit.command_line.output import UnusableInputError
from rangekit.command_line.picture import STYLE

BEFORE, AFTER = "#d55e00", "#0072b2"  # apart for colour-blind readers (Okabe and Ito)


def draw(result: Result, path: str) -> None:
    """Writes the picture to `path`; its ending says in which format."""
    has_levels = bool(result.calibration.levels)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10, 8 if has_levels else 6), layout="constrained")
        axes = figure.subplots(3 if has_levels else 2, 1)
        _draw_links(axes[0], result)
        _draw_errors(axes[1], result)
        if has_levels:
            _draw_levels(axes[2], result)
        figure.suptitle(Path(result.samples.name).name, fontsize=13, fontweight="bold")
        try:
            figure.savefig(path, dpi=150)
        except (OSError, ValueError) as error:
            raise UnusableInputError(f"the picture {path} cannot be written: {error}") from error


def _draw_links(axes: Axes, result: Result) -> None:
    links = result.calibration.links
    place = np.arange(len(links))
    bias = np.array([link.bias_m for link in links])
    scatter = np.array([link.stddev_m or 0.0 for link in links])
    known = 1.96 * np.array([link.bias_stddev_m or 0.0 for link in links])
    axes.axhline(0, color="#222222", linewidth=1)
    axes.errorbar(place, bias, yerr=scatter, fmt="none", ecolor="#bbbbbb", elinewidth=5, label="scatter of one range")
    axes.errorbar(place, bias, yerr=known, fmt="o", color=AFTER, markersize=4, capsize=3, label="bias, 95 % interval")
    names = [f"{link.anchor} {link.tag}" if link.tag else link.anchor for link in links]
    axes.set_xticks(place, names, rotation=60 if len(names) > 12 else 0, fontsize=8)
    axes.set_xlim(-0.7, len(links) - 0.3)
    axes.set_ylabel("measured - true (m)")
    axes.legend(frameon=False, fontsize=8, loc="lower right", bbox_to_anchor=(1, 1), ncols=2, borderaxespad=0.2)


def _draw_errors(axes: Axes, result: Result) -> None:
    score = result.scores[0]
    if not len(score.after_m):
        axes.annotate("no calibrated ranges", (0.5, 0.5), xycoords="axes fraction", ha="center", color="#777777")
        return
    everything = np.concatenate([score.before_m, score.after_m])
    low, high = np.percentile(everything, [0.5, 99.5])
    bins = np.linspace(low - 0.02, high + 0.02, 80).tolist()
    values = score.as_object()
    for errors, colour, when, rmse in (
        (score.before_m, BEFORE, "before", values["rmse_before_m"]),
        (score.after_m, AFTER, "after", values["rmse_after_m"]),
    ):
        axes.hist(errors, bins=bins, color=colour, alpha=0.55, label=f"{when}: RMSE {rmse:.3f} m")
    outside = int(np.count_nonzero((everything < bins[0]) | (everything > bins[-1])))
    axes.set_xlabel("measured - true (m)" + (f"; {outside} outside the picture" if outside else ""))
    axes.set_ylabel("ranges")
    axes.legend(frameon=False)


def _draw_levels(axes: Axes, result: Result) -> None:
    levels = result.calibration.levels
    place = [level.level_dbm for level in levels]
    bias = [level.bias_m for level in levels]
    known = [1.96 * (level.bias_stddev_m or 0.0) for level in levels]
    axes.axhline(0, color="#222222", linewidth=1)
    axes.errorbar(place, bias, yerr=known, fmt="o-", color=AFTER, markersize=4, capsize=3)
    axes.set_xlabel("receive level (dBm)")
    axes.set_ylabel("bias left (m)")
