"""Level and probability of a blocked path against distance, and the angle that a phase difference means: a picture.

    signal_plot.py OUT.png [registers.csv]

Without a file the registers are simulated, and the picture says so.

SPDX-License-Identifier: MIT
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from rangekit import angle, los, signal
from rangekit.command_line.los_columns import read_receptions

OPEN, BLOCKED, GREY = "#0072b2", "#d55e00", "#777777"  # Okabe and Ito


def simulated():
    """A free-space path at PRF 64; every other reception is blocked and loses 8 dB of its first path."""
    i = np.arange(240)
    distance, blocked = 1 + 0.25 * i, i % 2
    first_path = -66 - 20 * np.log10(distance) - 8 * blocked + 1.5 * np.sin(1.7 * i)
    amplitude = 230 * 10 ** ((first_path + 121.74) / 20) / np.sqrt(2.2)
    power = 230**2 * 10 ** ((first_path + 2 + 3 * blocked + 121.74) / 10) / 131072
    received = signal.registers(
        fp_amp1=np.floor(amplitude * 0.4) + 1,
        fp_amp2=np.floor(amplitude * 0.9) + 1,
        fp_amp3=np.floor(amplitude * 1.1) + 1,
        cir_pwr=np.floor(power) + 1,
        rxpacc=np.full(240, 230),
        std_noise=36 + 8 * (i % 3),
    )
    return distance, blocked == 1, received


def main(picture, recording=None):
    if recording:
        rows = read_receptions(recording, 64)
        distance, blocked, received = rows.distance_m, rows.is_blocked, rows.registers
        source = f"recorded: {Path(recording).name}"
    else:
        distance, blocked, received = simulated()
        source = "simulated registers, not a measurement"
    levels, judged = signal.levels(received), los.judge(received)
    shown = levels.accepted & judged.accepted & ~np.isnan(distance)

    figure, axes = plt.subplots(2, 2, figsize=(12, 8), layout="constrained")
    (level, probability), (phase, error) = axes
    dots = {"s": 4 if shown.sum() > 2000 else 14, "alpha": 0.5, "linewidths": 0}
    for name, colour, which in (("open", OPEN, shown & ~blocked), ("blocked", BLOCKED, shown & blocked)):
        level.scatter(
            distance[which], levels.first_path_power_dbm[which], color=colour, label=f"first path, {name}", **dots
        )
        probability.scatter(distance[which], judged.nlos_probability[which], color=colour, label=name, **dots)
    nearest = np.round(distance / 2) * 2
    places = np.unique(nearest[shown & ~blocked])
    medians = [np.median(levels.input_power_dbm[shown & ~blocked & (nearest == place)]) for place in places]
    level.plot(places, medians, color="black", linewidth=1.5, label="at the input, open, median (saturation removed)")
    level.set(xlabel="distance (m)", ylabel="level (dBm)", title="Levels")
    probability.set(
        xlabel="distance (m)", ylabel="probability", title="That the direct path is blocked", ylim=(-0.02, 1.02)
    )
    if blocked[shown].any() and not blocked[shown].all():
        area = los.area_under_curve(judged.logit[shown], blocked[shown])
        probability.text(
            0.98, 0.04, f"area under the curve {area.auc:.3f}", ha="right", transform=probability.transAxes
        )

    phases = np.linspace(-2.85, 2.85, 229)
    wavelength = angle.wavelength(9)
    curves = (
        ("formula, half a wavelength apart", OPEN, {"spacing_m": wavelength / 2, "wavelength_m": wavelength}),
        ("a real antenna's table", BLOCKED, {"table": angle.table()}),
    )
    for name, colour, how in curves:
        found = angle.from_pdoa(phases, pdoa_stddev_rad=0.1, **how)
        good = found.accepted & (found.turns == 0)
        angles, stddev = np.degrees(found.angle_rad[good]), np.degrees(found.stddev_rad[good])
        phase.plot(phases[good], angles, color=colour, label=name)
        phase.fill_between(
            phases[good], angles - 1.96 * stddev, angles + 1.96 * stddev, color=colour, alpha=0.15, linewidth=0
        )
        error.plot(angles, stddev, color=colour, label=name)
    phase.set(xlabel="phase difference (rad)", ylabel="angle (degrees)", title="Angle of arrival, 95 % band")
    error.set(xlabel="angle (degrees)", ylabel="standard deviation (degrees)", title="What 0.1 rad of phase noise does")
    for each in axes.flat:
        each.grid(color="#e3e3e3")
        each.set_axisbelow(True)
        each.legend(frameon=False, fontsize=9, markerscale=2)
        each.spines[["top", "right"]].set_visible(False)
    figure.suptitle(f"Levels and line of sight: {source}. Angles: calculated.", fontsize=13, fontweight="bold")
    figure.savefig(picture, dpi=110)
    print(f"{picture}: {int(shown.sum())} receptions, {source}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: signal_plot.py OUT.png [registers.csv]")
    main(*sys.argv[1:])
