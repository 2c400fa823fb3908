"""Runs the C program and the Python one on the same rows: the numbers must agree, and pictures must come out.

    check.py BUILD [registers.csv]

SPDX-License-Identifier: MIT
"""

import csv
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import signal_plot
from rangekit import angle, los, signal
from rangekit.command_line.los_columns import read_receptions

build = Path(sys.argv[1])
recordings = sys.argv[2:]
passed = 0


def check(condition, what):
    global passed
    if not condition:
        sys.exit(f"failed: {what}")
    passed += 1


def run(*arguments, status=0):
    finished = subprocess.run([build / "signal", *arguments], capture_output=True, text=True)
    check(
        finished.returncode == status,
        f"signal {' '.join(arguments)} ends with {finished.returncode}: {finished.stderr}",
    )
    return finished


def columns(text):
    rows = list(csv.reader(io.StringIO(text)))
    return {name: np.array([float(row[i]) for row in rows[1:]]) for i, name in enumerate(rows[0])}


def compare(found, distance, blocked, received, what):
    levels, judged = signal.levels(received), los.judge(received)
    check(len(found["true_m"]) == len(received), f"{what}: as many rows")
    for name in ("power_dbm", "first_path_power_dbm", "input_power_dbm"):
        check(np.abs(found[name] - getattr(levels, name)).max() < 1e-8, f"{what}: {name}")
    check(np.abs(found["nlos_probability"] - judged.nlos_probability).max() < 1e-8, f"{what}: probability")
    check((found["nlos"] == blocked).all() and np.abs(found["true_m"] - distance).max() < 1e-3, f"{what}: truth")


finished = run()
check("simulated" in finished.stderr, "simulated registers are called so")
distance, blocked, received = signal_plot.simulated()
compare(columns(finished.stdout), distance, blocked, received, "simulated")
signal_plot.main(build / "simulated.png")
check((build / "simulated.png").read_bytes().startswith(b"\x89PNG"), "a picture of simulated registers")

for recording in recordings:
    rows = read_receptions(recording, 64)
    compare(columns(run(recording).stdout), rows.distance_m, rows.is_blocked, rows.registers, recording)
    signal_plot.main(build / "recorded.png", recording)
    check((build / "recorded.png").read_bytes().startswith(b"\x89PNG"), "a picture of recorded registers")
if not recordings:
    print("skipped: the recorded registers are not there")

found = columns(run("--angles").stdout)
wavelength = angle.wavelength(9)
for name, how in (
    ("formula", {"spacing_m": wavelength / 2, "wavelength_m": wavelength}),
    ("table", {"table": angle.table()}),
):
    expected = angle.from_pdoa(found["pdoa_rad"], **how)
    check(np.abs(found[f"{name}_rad"] - expected.angle_rad).max() < 1e-8, f"angles by {name}")
    check(np.abs(found[f"{name}_stddev_rad"] - expected.stddev_rad).max() < 1e-6, f"errors by {name}")

bad = build / "bad.csv"
bad.write_text("true_m,fp_amp1\n1,2\n")
check("there is no column fp_amp2" in run(str(bad), status=1).stderr, "a missing column is named")
bad.write_text("true_m,fp_amp1,fp_amp2,fp_amp3,cir_pwr,rxpacc,std_noise,nlos\n1,2,3,x,5,6,7,0\n")
check("line 2: column fp_amp3" in run(str(bad), status=1).stderr, "a bad cell is named")
bad.write_text("true_m,fp_amp1,fp_amp2,fp_amp3,cir_pwr,rxpacc,std_noise,nlos\n1,2,3,4,5,0,7,0\n")
check("RANGEKIT_ERROR_NO_RECEPTION" in run(str(bad), status=1).stderr, "no reception is named")
check("cannot be read" in run("nowhere.csv", status=1).stderr, "a missing file is named")
print(f"{passed} passed, 0 failed")
