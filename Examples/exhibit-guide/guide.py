"""A visitor walks past three exhibits; the guide speaks at the one where the visitor stops.

    python guide.py [FOLDER] [--check]

The walk is simulated, from a seeded generator: ranges to a beacon at each exhibit, 5 times a second, with 10 cm of
noise and some that are far off. Each exhibit has a zone with the rings of the preset "guide": ring 1 (3 m) says that
someone comes, ring 0 (1 m) with its dwell time that someone stays. SPDX-License-Identifier: MIT
"""

import sys

import numpy as np
import rangekit as rk

EXHIBITS = {"astrolabe": (4.0, 1.0), "sextant": (12.0, 1.0), "chronometer": (20.0, 1.0)}
STOPS_M = {4.0: 12.0, 20.0: 8.0}  # where the visitor stops, and for how many seconds; the sextant is passed by


def walk(generator):
    """Times and places along the hall."""
    time_s, x_m = 0.0, -4.0
    while x_m < 28:
        yield time_s, (x_m, 0.5)
        stop = next((stop for stop in STOPS_M if abs(stop - x_m) < 0.05), None)
        if stop is not None and STOPS_M[stop] > 0:
            STOPS_M[stop] -= 0.2
        else:
            x_m += 0.2
        time_s += 0.2


def main():
    generator = np.random.default_rng(7)
    zones = {name: rk.Zone.preset(rk.ZonePreset.GUIDE) for name in EXHIBITS}
    told = []
    for time_s, place in walk(generator):
        for name, exhibit in EXHIBITS.items():
            distance_m = float(np.hypot(*np.subtract(place, exhibit)) + generator.normal(0, 0.1))
            if generator.random() < 0.02:
                distance_m += 15  # a reflection
            result = zones[name].update(int(time_s * 1e9), distance_m)
            if 1 in result.entered:
                print(f"{time_s:5.1f} s  {name}: lights on, {distance_m:.1f} m away")
            if 0 in result.dwelt:
                print(f"{time_s:5.1f} s  {name}: begin the story")
                told.append(name)
            if 0 in result.left and name in told:
                print(f"{time_s:5.1f} s  {name}: end the story")
            if 1 in result.left:
                print(f"{time_s:5.1f} s  {name}: lights off")
    if "--check" in sys.argv:
        assert told == ["astrolabe", "chronometer"], told


if __name__ == "__main__":
    main()
