"""The project's own generator of walks: an observer, a target, distances that are not perfect.

A person walks at 1 m/s on a wandering path, with the device in hand: poses at 60 Hz, distances at 10 Hz, which
come 20 ms late and between two poses. Distances carry a bias, Gaussian noise and outliers. The same parameters
and seed give the same walk. The world is y up; the device looks where the person walks.
"""

from __future__ import annotations

import dataclasses
from typing import Final

import numpy as np
import numpy.typing as npt

POSE_RATE_HZ: Final = 60.0
SPEED_MPS: Final = 1.0
HEIGHT_M: Final = 1.3  # of the device


@dataclasses.dataclass(frozen=True)
class Walk:
    """A simulated walk."""

    pose_s: npt.NDArray[np.float64]  #: (n,) times of the poses, seconds
    position_m: npt.NDArray[np.float64]  #: (n, 3)
    orientation: npt.NDArray[np.float64]  #: (n, 4) quaternions x, y, z, w, device to world
    range_s: npt.NDArray[np.float64]  #: (m,) times of the distances
    range_m: npt.NDArray[np.float64]  #: (m,)
    target_m: npt.NDArray[np.float64]  #: (3,) the truth


def simulate_walk(
    *,
    seed: int = 1,
    duration_s: float = 30.0,
    rate_hz: float = 10.0,
    noise_m: float = 0.1,
    bias_m: float = 0.2,
    outlier_share: float = 0.05,
    sweep_m: float = 0.25,
    target_m: tuple[float, float, float] | None = None,
) -> Walk:
    """Simulates a walk.

    Args:
        seed: the same seed gives the same walk.
        duration_s: length, seconds.
        rate_hz: distances a second.
        noise_m: standard deviation of a distance, metres.
        bias_m: measured minus true.
        outlier_share: how many distances are up to 3 m too long.
        sweep_m: how far the device is raised and lowered on the way; 0 stays in a plane.
        target_m: where the target is; None: within 6 m of the path, at most 1.5 m higher or lower.
    """
    random = np.random.default_rng(seed)
    pose_s = np.arange(int(duration_s * POSE_RATE_HZ)) / POSE_RATE_HZ
    step_s = 1.0 / POSE_RATE_HZ
    turn = np.cumsum(random.normal(0.0, 0.3 * np.sqrt(step_s), len(pose_s)))
    heading = random.uniform(0, 2 * np.pi) + turn + 0.75 * np.sin(2 * np.pi * pose_s / random.uniform(4, 9))
    velocity = SPEED_MPS * np.stack([np.sin(heading), np.zeros_like(heading), -np.cos(heading)], axis=1)
    position = np.cumsum(velocity, axis=0) * step_s
    position[:, 1] = HEIGHT_M + sweep_m * np.sin(2 * np.pi * pose_s / random.uniform(4, 7) + random.uniform(0, 6))
    if sweep_m:
        position[:, 1] += 0.02 * np.sin(4 * np.pi * pose_s)  # steps
    # Heading 0 looks along -z; to the right is a negative turn about y.
    zero = np.zeros_like(heading)
    orientation = np.stack([zero, np.sin(-heading / 2), zero, np.cos(heading / 2)], axis=1)
    if target_m is None:
        offset = random.uniform(-1, 1, 3) * (6.0, 1.5, 6.0)
        target = position[len(position) // 3] + offset
    else:
        target = np.array(target_m, dtype=np.float64)
    range_s = np.arange(1, int(duration_s * rate_hz) - 1) / rate_hz + random.uniform(0, step_s)
    range_s = range_s[range_s < pose_s[-1]]
    antenna = np.stack([np.interp(range_s, pose_s, position[:, axis]) for axis in range(3)], axis=1)
    range_m = np.linalg.norm(antenna - target, axis=1) + bias_m + random.normal(0, noise_m, len(range_s))
    wild = random.random(len(range_s)) < outlier_share
    range_m[wild] += random.uniform(0, 3, np.count_nonzero(wild))
    return Walk(pose_s, position, orientation, range_s, range_m, target)
