"""Penalised logistic regression in plain NumPy, as scikit-learn states it: an independent check."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def fit(
    x: npt.NDArray[np.float64], y: npt.NDArray[np.bool_], penalty: float, balanced: bool = True
) -> tuple[npt.NDArray[np.float64], float]:
    """Weights in the units of `x` and the intercept: gradient descent with momentum on standardised columns."""
    mean, deviation = x.mean(axis=0), x.std(axis=0)
    z = (x - mean) / deviation
    n = len(y)
    weight = np.where(y, n / (2 * y.sum()), n / (2 * (~y).sum())) if balanced else np.ones(n)
    # The curvature is at most a quarter of the weighted design's largest eigenvalue.
    design = np.column_stack([z, np.ones(n)])
    largest = np.linalg.eigvalsh(design.T @ (design * weight[:, None]))[-1] / 4 + penalty
    ridge = np.append(np.full(x.shape[1], penalty), 0.0)
    parameters = ahead = np.zeros(x.shape[1] + 1)
    momentum = 1.0
    for _ in range(200_000):
        probability = 1 / (1 + np.exp(-design @ ahead))
        gradient = design.T @ (weight * (probability - y)) + ridge * ahead
        if np.abs(gradient).max() < 1e-9:
            break
        following = ahead - gradient / largest
        faster = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        # A step uphill ends the momentum.
        if gradient @ (following - parameters) > 0:
            momentum, ahead = 1.0, following
        else:
            ahead = following + (momentum - 1) / faster * (following - parameters)
            momentum = faster
        parameters = following
    parameters = ahead
    weights = parameters[:-1] / deviation
    return weights, float(parameters[-1] - weights @ mean)
