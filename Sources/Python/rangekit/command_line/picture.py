"""Draws a replayed recording: raw distances coloured by quality, the filtered one, the error, and the zone's rings."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rangekit.command_line.output import UnusableInputError
from rangekit.command_line.replay_output import Replay
from rangekit.quality import QualityLevel

# Colours that stay apart for colour-blind readers (Okabe and Ito).
COLOURS: Final = {QualityLevel.CLOSE: "#009e73", QualityLevel.GOOD: "#0072b2", QualityLevel.UNKNOWN: "#d55e00"}
TRUTH_COLOUR: Final = "#222222"
FILTER_COLOUR: Final = "#cc79a7"
ZONE_COLOUR: Final = "#56b4e9"
STYLE: Final[Any] = {
    "font.size": 10,
    "axes.grid": True,
    "grid.color": "#e3e3e3",
    "axes.axisbelow": True,
    "axes.xmargin": 0.01,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#888888",
}


def draw(replay: Replay, path: str) -> None:
    """Writes the picture to `path`; its ending says in which format."""
    with mpl.rc_context(STYLE):
        rings = 0.12 * len(replay.tracking.rings) + 0.1
        if replay.known.any():
            figure = Figure(figsize=(10, 6.5 + rings), layout="constrained")
            upper, lower, strip = figure.subplots(3, 1, sharex=True, height_ratios=(3, 1, rings))
            _draw_error(lower, replay)
        else:
            figure = Figure(figsize=(10, 5 + rings), layout="constrained")
            upper, strip = figure.subplots(2, 1, sharex=True, height_ratios=(3, rings))
        _draw_distance(upper, replay)
        _draw_zones(strip, replay)
        strip.set_xlabel("time (s)")
        recording = replay.recording
        anchor = f", anchor {recording.anchor}" if recording.anchor is not None else ""
        figure.suptitle(f"{Path(recording.name).name}{anchor}", fontsize=13, fontweight="bold")
        try:
            figure.savefig(path, dpi=150)
        except (OSError, ValueError) as error:
            raise UnusableInputError(f"the picture {path} cannot be written: {error}") from error


def _draw_distance(axes: Axes, replay: Replay) -> None:
    recording = replay.recording
    time_s = recording.time_ns / 1e9
    if recording.has_truth.any():
        true_m = np.where(recording.has_truth, recording.true_m, np.nan)  # a gap in the line, not a value
        axes.plot(time_s, true_m, color=TRUTH_COLOUR, linewidth=1.2, label="truth", zorder=3)
    percents = _percents(replay)
    for level, colour in COLOURS.items():
        which = recording.present & (replay.levels == level)
        if which.any() or percents.get(level):
            label = f"{level.name.lower()}{f' {percents[level]} %' if percents else ''}"
            axes.scatter(time_s[which], recording.distance_m[which], label=label, zorder=2, **_dots(colour, which))
    axes.set_ylabel("distance (m)")
    _limit(axes, recording.distance_m[recording.present], recording.true_m[recording.has_truth])
    for ring in replay.tracking.rings:
        axes.axhline(ring.enter_m, color=ZONE_COLOUR, linewidth=0.8, linestyle=(0, (6, 3)), zorder=1)
        axes.axhline(ring.leave_m, color=ZONE_COLOUR, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
    if not recording.present.any():
        axes.annotate("no distances", (0.5, 0.5), xycoords="axes fraction", ha="center", color="#777777")
        return
    smooth = axes.plot(time_s, replay.tracking.filtered_m, color=FILTER_COLOUR, linewidth=1.1, zorder=4)
    name = f"filtered ({replay.tracking.method.name.lower()})"
    axes.add_artist(axes.legend(smooth, [name], loc="upper right", framealpha=0.8, edgecolor="none", fontsize=8))
    axes.legend(
        title="share of the time" if percents else None,
        title_fontsize=8,
        loc="lower right",
        bbox_to_anchor=(1, 1),
        ncols=4,
        frameon=False,
        borderaxespad=0.2,
        markerscale=2.5,
        handletextpad=0.3,
        handlelength=1.2,
    )


def _draw_error(axes: Axes, replay: Replay) -> None:
    recording, known, error_m = replay.recording, replay.known, replay.error_m
    time_s, levels = recording.time_ns[known] / 1e9, replay.levels[known]
    axes.axhline(0, color=TRUTH_COLOUR, linewidth=1)
    for level, colour in COLOURS.items():
        which = levels == level
        axes.scatter(time_s[which], error_m[which], **_dots(colour, known))
    axes.plot(time_s, replay.filtered_error_m, color=FILTER_COLOUR, linewidth=1)
    _limit(axes, error_m)
    rmse = float(np.sqrt(np.mean(np.square(error_m))))
    axes.set_ylabel("error (m)")
    axes.set_title(
        f"median {np.median(np.abs(error_m)):.2f} m, RMSE {rmse:.2f} m, "
        f"95 % within {np.percentile(np.abs(error_m), 95):.2f} m",
        loc="right",
        fontsize=9,
        color="#555555",
    )


def _draw_zones(axes: Axes, replay: Replay) -> None:
    """A bar for each ring while the device is in it."""
    rings, time_ns = replay.tracking.rings, replay.recording.time_ns
    for index in range(len(rings)):
        spans = replay.tracking.spans_s(index, time_ns)
        axes.broken_barh(spans, (index - 0.35, 0.7), facecolors=ZONE_COLOUR, alpha=0.8)
    axes.set_yticks(range(len(rings)), [f"ring {index}" for index in range(len(rings))])
    axes.tick_params(axis="y", labelsize=8)
    axes.set_ylim(-0.6, len(rings) - 0.4)
    axes.grid(False, axis="y")


def _dots(colour: str, which: Any) -> dict[str, Any]:
    """Smaller and fainter dots the more there are of them."""
    many = np.count_nonzero(which) > 3000
    return {"s": 3 if many else 9, "color": colour, "alpha": 0.6 if many else 0.85, "linewidths": 0}


def _percents(replay: Replay) -> dict[QualityLevel, int]:
    """The levels' shares of the time, rounded so that they add up to 100; empty without any time."""
    shares = replay.time_shares
    if shares is None:
        return {}
    percents = {level: int(share * 100) for level, share in shares.items()}
    by_remainder = sorted(shares, key=lambda level: percents[level] - shares[level] * 100)
    for level in by_remainder[: 100 - sum(percents.values())]:
        percents[level] += 1
    return percents


def _limit(axes: Axes, measured: Any, true_m: Any = ()) -> None:
    """Keeps a few wild values from flattening the rest, and says above the axes which were left out."""
    everything = np.concatenate([measured, true_m])
    if not len(everything):
        return
    low, high = np.percentile(everything, [0.5, 99.5])
    margin = 0.25 * (high - low) + 0.05
    inside = everything[(everything >= low - margin) & (everything <= high + margin)]
    room = 0.06 * float(np.ptp(inside)) + 0.02
    axes.set_ylim(inside.min() - room, inside.max() + room)
    notes = [
        _left_out(measured[measured < inside.min()], "below"),
        _left_out(measured[measured > inside.max()], "above"),
    ]
    axes.set_title("; ".join(filter(None, notes)), loc="left", fontsize=8, color="#777777")


def _left_out(values: Any, where: str) -> str:
    """How many values there are beyond one end of the picture, and between what and what."""
    if not len(values):
        return ""
    lowest, highest = f"{values.min():.1f}", f"{values.max():.1f}"
    return f"{len(values)} {where} the picture ({lowest}{'' if lowest == highest else f' to {highest}'} m)"
