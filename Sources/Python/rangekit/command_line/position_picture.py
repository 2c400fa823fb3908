"""Draws positions: the floor plan with error ellipses, and each anchor's residuals beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import EllipseCollection
from matplotlib.figure import Figure

from rangekit.command_line.output import UnusableInputError
from rangekit.command_line.picture import COLOURS, STYLE, TRUTH_COLOUR
from rangekit.command_line.ranging_csv import CHI2_95, Anchors, Positions, Samples, Score
from rangekit.quality import QualityLevel

POSITION_COLOUR: Final = COLOURS[QualityLevel.GOOD]
LEFT_OUT_COLOUR: Final = COLOURS[QualityLevel.UNKNOWN]
#: More ellipses than this hide each other.
ELLIPSES_SHOWN: Final = 150


def draw(
    samples: Samples, anchors: Anchors, positions: Positions, scored: Score | None, path: str, title: str = ""
) -> None:
    """Writes the picture to `path`; its ending says in which format."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(12, 6.5), layout="constrained")
        plan, residuals = figure.subplots(1, 2, width_ratios=(3, 2))
        _draw_plan(plan, anchors, positions)
        _draw_residuals(residuals, samples, anchors, positions)
        figure.suptitle(title or Path(samples.name).name, fontsize=13, fontweight="bold")
        if scored:
            plan.set_title(
                f"RMSE {scored.rmse_m:.3f} m, 95 % within {scored.p95_m:.3f} m; "
                f"95 % regions hold {100 * scored.coverage95:.0f} %",
                loc="right",
                fontsize=9,
                color="#555555",
            )
        try:
            figure.savefig(path, dpi=150)
        except (OSError, ValueError) as error:
            raise UnusableInputError(f"the picture {path} cannot be written: {error}") from error


def _draw_plan(axes: Axes, anchors: Anchors, positions: Positions) -> None:
    known = positions.has_truth
    if known.any():
        axes.plot(*positions.true_xyz_m[known, :2].T, ".", color=TRUTH_COLOUR, markersize=2, label="truth", zorder=4)
    axes.plot(*positions.xyz_m[:, :2].T, ".", color=POSITION_COLOUR, markersize=3, label="positions", zorder=3)
    shown = np.unique(np.linspace(0, len(positions.t_s) - 1, ELLIPSES_SHOWN).astype(int))
    widths, heights, angles = _ellipses(positions.covariance_m2[shown, :2, :2])
    axes.add_collection(
        EllipseCollection(
            widths,
            heights,
            angles,
            units="xy",
            offsets=positions.xyz_m[shown, :2],
            offset_transform=axes.transData,
            facecolors=POSITION_COLOUR,
            edgecolors=POSITION_COLOUR,
            alpha=0.3,
            zorder=2,
        )
    )
    axes.plot(*anchors.xyz_m[:, :2].T, "^", color=TRUTH_COLOUR, markersize=9, label="anchors", zorder=5)
    for name, place in zip(anchors.names, anchors.xyz_m, strict=True):
        axes.annotate(name, place[:2], xytext=(5, 5), textcoords="offset points", fontsize=9, zorder=5)
    note = _limit(axes, np.concatenate([anchors.xyz_m[:, :2], positions.true_xyz_m[known, :2]]), positions.xyz_m[:, :2])
    axes.set_aspect("equal", adjustable="box")
    axes.set_xlabel(f"x (m){note}")
    axes.set_ylabel("y (m)")
    ellipses = "" if len(shown) == len(positions.t_s) else f" of {len(shown)} positions"
    axes.plot([], [], "o", color=POSITION_COLOUR, alpha=0.3, markersize=10, label=f"95 % ellipses{ellipses}")
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.1), ncols=4, frameon=False, fontsize=9)


def _ellipses(covariance: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], ...]:
    values, vectors = np.linalg.eigh(covariance)
    axes = 2 * np.sqrt(np.maximum(values, 0) * CHI2_95[2])
    return axes[:, 1], axes[:, 0], np.degrees(np.arctan2(vectors[:, 1, 1], vectors[:, 0, 1]))


def _limit(axes: Axes, room: npt.NDArray[np.float64], places: npt.NDArray[np.float64]) -> str:
    """Shows the room and most positions; says how many are farther off."""
    low, high = np.percentile(places, [1, 99], axis=0)
    low, high = np.minimum(low, room.min(axis=0)), np.maximum(high, room.max(axis=0))
    margin = 0.06 * float((high - low).max()) + 0.1
    axes.set_xlim(low[0] - margin, high[0] + margin)
    axes.set_ylim(low[1] - margin, high[1] + margin)
    outside = int(((places < low - margin) | (places > high + margin)).any(axis=1).sum())
    return f"; {outside} positions beyond the picture" if outside else ""


def _draw_residuals(axes: Axes, samples: Samples, anchors: Anchors, positions: Positions) -> None:
    placed = positions.sample_position >= 0
    spread = np.percentile(np.abs(positions.residual_m[placed & positions.accepted]), 99) if placed.any() else 1.0
    limit = 1.3 * max(float(spread), 0.05)
    rng = np.random.default_rng(0)  # places dots of one anchor side by side, nothing else
    for index in range(len(anchors.names)):
        mine = placed & (samples.anchor == index)
        for which, colour in (
            (mine & positions.accepted, POSITION_COLOUR),
            (mine & ~positions.accepted, LEFT_OUT_COLOUR),
        ):
            values = np.clip(positions.residual_m[which], -limit, limit)
            axes.plot(values, index + rng.uniform(-0.3, 0.3, len(values)), ".", color=colour, markersize=2, alpha=0.5)
        used = positions.residual_m[mine & positions.accepted]
        if len(used):
            axes.plot([np.median(used)] * 2, [index - 0.4, index + 0.4], color=TRUTH_COLOUR, linewidth=2)
    axes.set_yticks(range(len(anchors.names)), anchors.names)
    axes.set_xlim(-limit * 1.05, limit * 1.05)
    axes.axvline(0, color="#888888", linewidth=1)
    axes.set_ylabel("anchor")
    axes.set_xlabel(f"residual (m); beyond {limit:.2f} m at the edge")
    left_out = int((placed & ~positions.accepted).sum())
    axes.set_title(f"residuals per anchor, medians; left out: {left_out}", loc="right", fontsize=9, color="#555555")
