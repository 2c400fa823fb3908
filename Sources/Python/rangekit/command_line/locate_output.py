"""What `rangekit locate` found, and how it writes it: a line per second and a summary, or JSON."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

import numpy as np

from rangekit.base import flag_names
from rangekit.command_line.output import RowError, counted, note, say
from rangekit.locator import Convergence, Hypothesis, LocatorEstimate, Up


@dataclasses.dataclass(frozen=True)
class Update:
    """The estimate after one distance was used."""

    time_s: float
    target: str
    estimate: LocatorEstimate
    truth_m: tuple[float, float, float] | None

    @property
    def error_m(self) -> float | None:
        """How far the position is from the truth, where that is known."""
        if self.truth_m is None or self.estimate.position_m is None:
            return None
        return float(np.linalg.norm(self.estimate.position_m - self.truth_m))

    @property
    def score(self) -> float | None:
        """The squared error in units of the covariance: 7.8 is the 95 % of three dimensions."""
        if self.truth_m is None or self.estimate.position_m is None or self.estimate.covariance_m2 is None:
            return None
        difference = self.estimate.position_m - self.truth_m
        return float(difference @ np.linalg.solve(self.estimate.covariance_m2, difference))

    @property
    def stddev_m(self) -> Any:
        covariance = self.estimate.covariance_m2
        return None if covariance is None else np.sqrt(np.maximum(np.diag(covariance), 0.0))


@dataclasses.dataclass
class Location:
    """A walk and what the locator made of it."""

    name: str
    up: Up
    truth: dict[str, tuple[float, float, float]]
    errors: list[RowError]
    path: list[tuple[float, ...]] = dataclasses.field(default_factory=list)  #: t, x, y, z
    updates: list[Update] = dataclasses.field(default_factory=list)
    hypotheses: dict[str, list[Hypothesis]] = dataclasses.field(default_factory=dict)  #: the last of each target

    @property
    def last(self) -> dict[str, Update]:
        """The last update of each target."""
        return {update.target: update for update in self.updates}

    def of(self, target: str) -> list[Update]:
        """The updates of one target."""
        return [update for update in self.updates if update.target == target]


STYLES: Final = {Convergence.UNKNOWN: "dim", Convergence.NOT_CONVERGED: "", Convergence.CONVERGED: "green"}
HEADINGS: Final = f"{'t_s':>8}  {'target':>8}  {'x_m':>8} {'y_m':>8} {'z_m':>8}  {'stddev_m':>8}  {'error_m':>7}  state"
MESSAGES_SHOWN: Final = 10


def as_object(location: Location) -> dict[str, Any]:
    """Everything, for programs."""
    return {
        "recording": location.name,
        "up": location.up.name.lower(),
        "updates": [_update_object(update) for update in location.updates],
        "targets": {
            target: {
                **_update_object(update),
                "places": [
                    {
                        "position_m": one.position_m.tolist(),
                        "covariance_m2": one.covariance_m2.tolist(),
                        "probability": one.probability,
                    }
                    for one in location.hypotheses[target]
                ],
            }
            for target, update in location.last.items()
        },
        "refused": [
            {"row": error.row, "line": error.line, "error": error.name, "message": error.message}
            for error in location.errors
        ],
    }


def _update_object(update: Update) -> dict[str, Any]:
    estimate = update.estimate

    def listed(values: Any) -> Any:
        return None if values is None else values.tolist()

    found: dict[str, Any] = {
        "t_s": update.time_s,
        "target": update.target,
        "position_m": listed(estimate.position_m),
        "stddev_m": listed(update.stddev_m),
        "covariance_m2": listed(estimate.covariance_m2),
        "convergence": estimate.convergence.name.lower(),
        "reasons": flag_names(estimate.reasons),
        "vertical": estimate.vertical.name.lower(),
        "guidance": estimate.guidance.name.lower(),
        "guidance_m": listed(estimate.guidance_m),
        "hypotheses": estimate.hypothesis_count,
        "probability": estimate.probability,
        "distance_m": estimate.distance_m,
        "distance_stddev_m": estimate.distance_stddev_m,
        "transform": listed(estimate.transform),
        "direction": listed(estimate.direction),
        "horizontal_angle_rad": estimate.horizontal_angle_rad,
        "bias_m": estimate.bias_m,
        "bias_stddev_m": estimate.bias_stddev_m,
        "target_is_moving": estimate.target_is_moving,
        "events": flag_names(estimate.events),
    }
    if update.truth_m is not None:
        found["error_m"], found["score"] = update.error_m, update.score
    return found


def write_text(location: Location) -> None:
    """A line for each second of each target, and its end."""
    say(HEADINGS, "bold")
    shown: dict[str, int] = {}
    for update in location.updates:
        second = int(update.time_s)
        if shown.get(update.target) == second:
            continue
        shown[update.target] = second
        say(_line(update), STYLES[update.estimate.convergence])
    say("")
    for target, update in sorted(location.last.items()):
        say(_summary(location, target, update))
    for error in location.errors[:MESSAGES_SHOWN]:
        note(f"refused: {error}")
    if len(location.errors) > MESSAGES_SHOWN:
        note(f"and {counted(len(location.errors) - MESSAGES_SHOWN, 'row')} more refused; --json names all")


def _line(update: Update) -> str:
    estimate = update.estimate
    assert estimate.position_m is not None
    x, y, z = estimate.position_m
    error = "" if update.error_m is None else f"{update.error_m:.2f}"
    state = estimate.convergence.name.lower()
    if estimate.reasons:
        state += f" ({', '.join(flag_names(estimate.reasons))}); {estimate.guidance.message}"
    spread = min(float(np.max(update.stddev_m)), 999.0)
    return f"{update.time_s:8.2f}  {update.target:>8}  {x:8.2f} {y:8.2f} {z:8.2f}  {spread:8.2f}  {error:>7}  {state}"


def _summary(location: Location, target: str, update: Update) -> str:
    estimate = update.estimate
    converged = [one.time_s for one in location.of(target) if one.estimate.convergence == Convergence.CONVERGED]
    start = location.of(target)[0].time_s
    first = f"converged after {converged[0] - start:.1f} s" if converged else "did not converge"
    error = "" if update.error_m is None else f", error {update.error_m:.3f} m"
    name = f"target {target}" if target else "the target"
    return (
        f"{name}: {estimate}{error}; {first}; {counted(estimate.used_count, 'distance')}, "
        f"{estimate.outlier_count} outliers, {estimate.dropped_count} without a pose"
    )
