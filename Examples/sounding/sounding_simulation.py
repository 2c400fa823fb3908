"""Channel Sounding through a simulated room: tones, an estimate, and a picture of the channel.

    sounding_simulation.py OUT.png [DISTANCE_M [SEED]]

Two radios with free oscillators measure 72 tones on two antenna paths; between them are a direct path and 30
reflections with exponential delays. The readings have 12 bits and noise, and a fifth of the tones is lost.

SPDX-License-Identifier: MIT
"""

import sys

import numpy as np
from rangekit import sounding
from rangekit.command_line.sounding_picture import draw

SPEED_OF_LIGHT_MPS = 299_792_458.0
CHANNELS = np.array([channel for channel in range(2, 77) if channel not in (23, 24, 25)])


def room(random, distance_m, direct_db=6, spread_m=3):
    """Arrivals: lengths in metres, complex amplitudes."""
    later = np.cumsum(random.exponential(0.6, 30))
    reflected = np.exp(-later / spread_m / 2) * (random.normal(size=30) + 1j * random.normal(size=30)) / np.sqrt(2)
    direct = np.sqrt(10 ** (direct_db / 10) * np.sum(np.abs(reflected) ** 2)) * np.exp(2j * np.pi * random.random())
    return np.append(distance_m, distance_m + later), np.append(direct, reflected)


def readings(random, response, turn, snr_db):
    """One radio's PCT: turned by the oscillators, noisy, 12 bits."""
    noise = np.sqrt(np.mean(np.abs(response) ** 2) / 2 * 10 ** (-snr_db / 10))
    shape = response.shape
    noisy = response * np.exp(1j * turn) + noise * (random.normal(size=shape) + 1j * random.normal(size=shape))
    scaled = noisy * 1500 / np.abs(response).max()
    return np.clip(np.round(scaled.real), -2048, 2047) + 1j * np.clip(np.round(scaled.imag), -2048, 2047)


def tones(random, distance_m, path, snr_db=25, lost=0.2):
    lengths_m, amplitudes = room(random, distance_m)
    f = (2402 + CHANNELS) * 1e6
    response = np.exp(-2j * np.pi * np.outer(f, lengths_m) / SPEED_OF_LIGHT_MPS) @ amplitudes
    oscillators = random.uniform(0, 2 * np.pi, len(f))
    initiator = readings(random, response, oscillators, snr_db)
    reflector = readings(random, response, 0.7 - oscillators, snr_db)
    kept = random.random(len(f)) >= lost
    return sounding.tones((initiator * reflector)[kept], CHANNELS[kept], path)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    distance_m = float(sys.argv[2]) if len(sys.argv) > 2 else 12.0
    random = np.random.default_rng(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    measured = np.concatenate([tones(random, distance_m, path) for path in range(2)])
    with sounding.Sounding() as estimator:
        result = estimator.estimate(0, measured)
    print(f"true {distance_m:.2f} m, estimated {result}; 95 %: {result.low_m:.2f} to {result.high_m:.2f} m")
    draw("simulated room", measured, result, sys.argv[1])


main()
