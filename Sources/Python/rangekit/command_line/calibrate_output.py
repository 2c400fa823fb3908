"""How `rangekit calibrate` writes: JSON, or tables."""

from __future__ import annotations

import dataclasses
import json
import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from rangekit.calibration import Calibration, DeviceDelay, LinkBias
from rangekit.calibration_fit import CalibrationFit
from rangekit.command_line.output import counted, say
from rangekit.command_line.samples import Samples


@dataclasses.dataclass(frozen=True)
class Score:
    """Errors of one file's ranges before and after calibration, in metres."""

    name: str
    rows: int
    before_m: npt.NDArray[np.float64]
    after_m: npt.NDArray[np.float64]
    stddev_m: npt.NDArray[np.float32]  #: as stated after calibration
    refused: int

    def as_object(self) -> dict[str, Any]:
        if not len(self.after_m):
            return {"file": self.name, "rows": self.rows, "scored": 0}
        size = np.abs(self.after_m)
        return {
            "file": self.name,
            "rows": self.rows,
            "scored": len(self.after_m),
            "rmse_before_m": _rmse(self.before_m),
            "rmse_after_m": _rmse(self.after_m),
            "median_m": float(np.median(size)),
            "p95_m": float(np.percentile(size, 95)),
            "coverage_95": float(np.mean(size <= 1.96 * self.stddev_m)),
            "mean_interval_width_m": float(np.mean(2 * 1.96 * self.stddev_m)),
        }


@dataclasses.dataclass(frozen=True)
class Result:
    """A calibration with where it comes from."""

    samples: Samples
    calibration: Calibration
    devices: tuple[DeviceDelay, ...]  #: delays, whether they are part of the calibration or not
    link_fit: CalibrationFit
    delay_fit: CalibrationFit | None  #: None with more devices than one fit takes
    level_fit: CalibrationFit | None
    with_delays: bool
    few: list[LinkBias]  #: links with too few rows
    scores: list[Score]  #: the file itself first


def _rmse(error_m: npt.NDArray[np.float64]) -> float:
    return float(np.sqrt(np.mean(np.square(error_m))))


def observability(result: Result) -> str:
    """What the ranges leave open about single devices' delays."""
    fit = result.delay_fit
    open_count = fit.unknown_count - fit.rank if fit else 0
    if not open_count:
        return ""
    return (
        f"not observable: {counted(open_count, 'direction')} of {counted(len(result.devices), 'device')} "
        "(ranges go across two sides only, so a delay can move from one side to the other unseen); "
        "only sums of a tag's and an anchor's delay are known, and single delays are those of minimum norm"
    )


def as_object(result: Result) -> dict[str, Any]:
    """Everything, for programs."""
    return {
        "calibration": json.loads(result.calibration.to_json()),
        "rows": len(result.samples),
        "truth": result.samples.truth,
        "refused": [
            {"row": error.row, "line": error.line, "error": error.name, "message": error.message}
            for error in result.samples.errors
        ],
        "too_few_rows": [{"anchor": link.anchor, "tag": link.tag} for link in result.few],
        "links": dataclasses.asdict(result.link_fit),
        "delays": (
            dataclasses.asdict(result.delay_fit) | {"not_observable": observability(result) or None}
            if result.delay_fit
            else None
        ),
        "levels": dataclasses.asdict(result.level_fit) if result.level_fit else None,
        "scores": [score.as_object() for score in result.scores],
    }


def write_text(result: Result, output: str | None) -> None:
    """Everything, for people."""
    samples = result.samples
    say(f"{counted(len(samples), 'range')} at known distances (truth: {samples.truth})", "bold")
    for error in samples.errors[:10]:
        say(f"  {error}", "yellow", sys.stdout)
    if len(samples.errors) > 10:
        say(f"  ... {counted(len(samples.errors) - 10, 'more row')} refused; --json names them all", "dim")
    print()
    has_tag = samples.tag is not None
    say(f"{'anchor':<12}{'tag':<12}" * has_tag + f"{'anchor':<12}" * (not has_tag) + _HEADER, "bold")
    for link in result.calibration.links:
        name = f"{link.anchor:<12}" + f"{link.tag or '':<12}" * has_tag
        print(
            f"{name}{link.bias_m:>9.4f}{_number(link.bias_stddev_m):>9}{_number(link.stddev_m):>9}"
            f"{link.count or 0:>8}{link.effective_count or 0:>8}"
        )
    for link in result.few:
        say(f"{link.anchor:<12}" + f"{link.tag or '':<12}" * has_tag + "  too few rows", "yellow")
    print("bias_m: subtract it; +- how well it is known; stddev scatter of one range; worth: independent ranges")
    if result.calibration.levels:
        print()
        say(f"{'level_dbm':>10}{'bias_m':>9}{'+-':>9}{'count':>8}", "bold")
        for level in result.calibration.levels:
            print(f"{level.level_dbm:>10.2f}{level.bias_m:>9.4f}{_number(level.bias_stddev_m):>9}{level.count or 0:>8}")
    if result.with_delays:
        print()
        say(f"{'device':<12}{'delay_ticks':>13}{'+-':>9}{'component':>11}{'count':>8}", "bold")
        for device in result.devices:
            note = "" if device.observable else "  sums only"
            print(
                f"{device.name:<12}{device.delay_ticks:>13.2f}{_number(device.delay_stddev_ticks, 2):>9}"
                f"{device.component:>11}{device.count:>8}{note}"
            )
    if text := observability(result):
        print()
        say(text, "yellow")
    print()
    for score in result.scores:
        values = score.as_object()
        if not values["scored"]:
            say(f"{score.name}: no range of a calibrated link", "yellow")
            continue
        say(
            f"{score.name}: RMSE {values['rmse_before_m']:.3f} m before, {values['rmse_after_m']:.3f} m after "
            f"(median {values['median_m']:.3f}, 95 % within {values['p95_m']:.3f}; "
            f"stated 95 % hold {100 * values['coverage_95']:.1f} %, width {values['mean_interval_width_m']:.3f} m)",
            "bold",
        )
    if output:
        print(f"calibration written to {output}")


_HEADER = f"{'bias_m':>9}{'+-':>9}{'stddev':>9}{'count':>8}{'worth':>8}"


def _number(value: float | None, digits: int = 4) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
