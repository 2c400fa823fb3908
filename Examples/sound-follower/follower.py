"""A loudspeaker that stays where the other device is, while the listener's head turns.

    python follower.py [FOLDER] [--check]

Writes FOLDER/follower.wav (stereo, 16 bit): a soft tone that stays in one place. The listener turns twice and walks
towards it; azimuth and distance are simulated, from a seeded generator, 20 times a second with 5 degrees and 5 cm of
noise. The azimuth goes through a circular filter whose history turns with the head, so that the tone does not lag
behind the turn. SPDX-License-Identifier: MIT
"""

import math
import sys
import wave
from pathlib import Path

import numpy as np
import rangekit as rk

RATE, STEP_S, SECONDS = 22050, 0.05, 16.0


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 and not sys.argv[1].startswith("-") else Path(".")
    generator = np.random.default_rng(3)
    pieces, worst_rad, before_rad = [], 0.0, 0.0
    phase = 0.0
    with rk.Filter(domain=rk.FilterDomain.CIRCULAR) as angle, rk.Filter() as distance:
        for step in range(int(SECONDS / STEP_S)):
            time_ns = int(step * STEP_S * 1e9)
            yaw_rad = 1.5 * math.sin(step * STEP_S * 2 * math.pi / 8)  # to the left positive
            true_rad = math.remainder(0.4 + yaw_rad, 2 * math.pi)
            true_m = 6 - 5 * step * STEP_S / SECONDS
            angle.shift(yaw_rad - before_rad)
            before_rad = yaw_rad
            azimuth = angle.update(time_ns, true_rad + generator.normal(0, math.radians(5)))
            away = distance.update(time_ns, true_m + generator.normal(0, 0.05))
            left, right = rk.Direction.of(distance_m=away.value, azimuth_rad=azimuth.value).sound(reference_m=1.0)
            worst_rad = max(worst_rad, abs(math.remainder(azimuth.value - true_rad, 2 * math.pi))) if step > 20 else 0
            count = int(RATE * STEP_S)
            tone = 0.5 * np.sin(phase + 2 * math.pi * 330 / RATE * np.arange(count))
            phase += 2 * math.pi * 330 / RATE * count
            pieces.append(np.stack([left * tone, right * tone], axis=1))
            if step % 20 == 0:
                print(
                    f"{step * STEP_S:5.1f} s  {math.degrees(azimuth.value):+6.1f} deg  left {left:.2f}  right {right:.2f}"
                )
    with wave.open(str(folder / "follower.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.concatenate(pieces) * 32767).astype("<i2").tobytes())
    print(
        f"wrote {folder / 'follower.wav'}; the angle was never off by more than {math.degrees(worst_rad):.1f} degrees"
    )
    if "--check" in sys.argv:
        assert worst_rad < math.radians(6)


if __name__ == "__main__":
    main()
