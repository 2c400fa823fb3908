"""Draws a Channel Sounding procedure: the channel's response over frequency, its profile over distance."""

from __future__ import annotations

from typing import Any, Final

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rangekit.command_line.output import UnusableInputError
from rangekit.command_line.picture import STYLE
from rangekit.sounding import Result

COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")  # Okabe and Ito
SPEED_OF_LIGHT_MPS: Final = 299_792_458.0
POINTS: Final = 2048


def draw(title: str, tones: npt.NDArray[Any], result: Result, path: str) -> None:
    """Writes the picture of a procedure's tones to `path`; its ending says in which format."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(10, 8), layout="constrained")
        response, phase, profile = figure.subplots(3, 1, height_ratios=(2, 2, 3))
        for antenna in range(4):
            chosen = tones[tones["antenna_path"] == antenna]
            if len(chosen):
                _draw_path(response, phase, profile, np.sort(chosen, order="channel"), antenna, result)
        _draw_result(profile, result)
        response.set_ylabel("two-way power (dB)")
        phase.set_ylabel("phase left (rad)")
        phase.set_xlabel("frequency (MHz)")
        profile.set_xlabel("distance (m)")
        profile.set_ylabel("profile (dB)")
        if len(tones):
            response.legend(frameon=False, ncols=4, loc="lower left", bbox_to_anchor=(0, 1))
        figure.suptitle(title, fontsize=13, fontweight="bold")
        try:
            figure.savefig(path, dpi=150)
        except (OSError, ValueError) as error:
            raise UnusableInputError(f"the picture {path} cannot be written: {error}") from error


def _draw_path(
    response: Axes, phase: Axes, profile: Axes, tones: npt.NDArray[Any], antenna: int, result: Result
) -> None:
    colour = COLOURS[antenna]
    z = tones["i"].astype(np.float64) + 1j * tones["q"]
    channels = tones["channel"].astype(np.int64)
    megahertz = 2402 + channels
    scale = np.sqrt(np.mean(np.abs(z) ** 2)) or 1.0
    power_db = 20 * np.log10(np.maximum(np.abs(z) / scale, 1e-4))
    response.plot(megahertz, power_db, ".-", color=colour, linewidth=1, label=f"antenna path {antenna + 1}")
    turned = z * np.exp(4j * np.pi * megahertz * 1e6 * (result.phase_distance_m or 0) / SPEED_OF_LIGHT_MPS)
    phase.plot(megahertz, np.angle(turned * np.exp(-1j * np.angle(turned.sum()))), ".", color=colour)
    bins = np.zeros(POINTS, np.complex128)
    np.add.at(bins, channels, z)
    spectrum = np.fft.ifft(bins)
    distance_m = np.arange(POINTS) * SPEED_OF_LIGHT_MPS / 2e6 / POINTS
    level_db = 20 * np.log10(np.maximum(np.abs(spectrum) / max(np.abs(spectrum).max(), 1e-30), 1e-3))
    profile.plot(distance_m, level_db, color=colour, linewidth=1.2)


def _draw_result(profile: Axes, result: Result) -> None:
    profile.set_ylim(-40, 3)
    if result.distance_m is None or result.low_m is None or result.high_m is None:
        profile.annotate("no distance", (0.5, 0.5), xycoords="axes fraction", ha="center", color="#777777")
        return
    profile.axvspan(result.low_m, result.high_m, color="#222222", alpha=0.12, linewidth=0)
    profile.axvline(
        result.distance_m,
        color="#222222",
        linewidth=1.2,
        label=f"{result.distance_m:.2f} m ({result.low_m:.2f} to {result.high_m:.2f} m, 95 %)",
    )
    centre = max(path.distance_m or 0 for path in result.paths) if result.paths else result.distance_m
    profile.set_xlim(min(-1.0, result.low_m - 1), max(30.0, centre + 20, result.high_m + 1))
    profile.legend(frameon=False, loc="upper right")
