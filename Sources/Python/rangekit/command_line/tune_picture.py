"""Draws a tuning: the score of every trial against each parameter."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from rangekit.command_line.output import UnusableInputError
from rangekit.command_line.picture import STYLE
from rangekit.command_line.tune_search import Tuning

DOT, BEST, DEFAULT = "#0072b2", "#d55e00", "#222222"  # apart for colour-blind readers (Okabe and Ito)


def draw(tuning: Tuning, names: list[str], metric: str, path: str) -> None:
    """Writes the picture to `path`; its ending says in which format."""
    scores = np.array([tuning.score(trial) for trial in range(1, len(tuning.trials))])
    default = tuning.score(0)
    best = int(np.argmin(scores))
    # Bad trials would flatten the good ones.
    top = max(float(np.percentile(scores, 75)), default)
    bottom = min(float(scores.min()), default)
    columns = min(3, len(names))
    rows = -(-len(names) // columns)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(3.4 * columns, 2.8 * rows + 0.6), layout="constrained")
        axes = figure.subplots(rows, columns, sharey=True, squeeze=False).ravel()
        for place, name in zip(axes, names, strict=False):
            values = np.array([trial[name] for trial in tuning.trials[1:]])
            place.scatter(values, scores, s=9, color=DOT, alpha=0.6, linewidths=0, label="trial")
            place.scatter(values[best], scores[best], s=45, color=BEST, zorder=3, label="best")
            place.axhline(default, color=DEFAULT, linewidth=1, label="defaults")
            place.set_xlabel(name)
            if values.min() > 0 and values.max() / values.min() > 20:
                place.set_xscale("log")
        for place in axes[len(names) :]:
            place.set_axis_off()
        axes[0].set_ylim(bottom - 0.08 * (top - bottom), top + 0.08 * (top - bottom))
        figure.supylabel(metric if len(metric) < 50 else "score", fontsize=10)
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper right", ncols=3, frameon=False)
        try:
            figure.savefig(path, dpi=150)
        except (OSError, ValueError) as error:
            raise UnusableInputError(f"the picture {path} cannot be written: {error}") from error
