"""What `rangekit replay` found, and how it writes it: a line per second and a summary, or JSON."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit.command_line.output import RowError, note, say
from rangekit.command_line.recording import Recording
from rangekit.quality import QualityLevel, QualityResult


@dataclasses.dataclass(frozen=True)
class Second:
    """The state at the end of one second of the recording."""

    time_s: float  #: of its last row
    result: QualityResult
    error_m: float | None  #: of the newest distance, where its truth is known


@dataclasses.dataclass(frozen=True)
class Replay:
    """A recording and what the estimator made of it."""

    recording: Recording  #: the rows that the estimator took
    levels: npt.NDArray[np.int32]  #: (n,) level after each row
    seconds: list[Second]
    errors: list[RowError]  #: every row that was refused, in the order of the file

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """Which rows are measurements with a known truth."""
        return np.asarray(self.recording.present & self.recording.has_truth)

    @property
    def error_m(self) -> npt.NDArray[np.float64]:
        """Measured minus true distance, where known."""
        return np.asarray(self.recording.distance_m[self.known] - self.recording.true_m[self.known])


LEVEL_STYLES: Final = {QualityLevel.UNKNOWN: "dim", QualityLevel.GOOD: "cyan", QualityLevel.CLOSE: "green"}
MESSAGES_SHOWN: Final = 10
HEADINGS: Final = f"{'t_s':>10}  {'distance_m':>10}  {'spread_m':>8}  {'rate_hz':>7}  {'quality':<7}"


def summary(replay: Replay) -> dict[str, Any]:
    """The whole recording in a few numbers; None where there is nothing to say."""
    recording, error_m = replay.recording, replay.error_m
    measured_ns = recording.time_ns[recording.present]
    span_s = float(measured_ns[-1] - measured_ns[0]) / 1e9 if len(measured_ns) else 0.0
    spreads = [second.result.spread_m for second in replay.seconds if second.result.spread_m is not None]
    levels = {level: float(np.mean(replay.levels == level)) if len(replay.levels) else None for level in QualityLevel}
    found: dict[str, Any] = {
        "rows": len(recording.rows) + len(replay.errors),
        "refused": len(replay.errors),
        "measurements": len(measured_ns),
        "duration_s": span_s,
        "rate_hz": (len(measured_ns) - 1) / span_s if span_s > 0 else None,
        "spread_median_m": float(np.median(spreads)) if spreads else None,
        "quality_share": {level.name.lower(): share for level, share in levels.items()},
        "truth": recording.truth or None,
        "error": None,
    }
    if len(error_m):
        found["error"] = {
            "count": len(error_m),
            "mean_m": float(np.mean(error_m)),
            "median_absolute_m": float(np.median(np.abs(error_m))),
            "rmse_m": float(np.sqrt(np.mean(np.square(error_m)))),
            "p95_absolute_m": float(np.percentile(np.abs(error_m), 95)),
        }
    return found


def as_object(replay: Replay, preset: str) -> dict[str, Any]:
    """Everything, for --json."""
    return {
        "recording": replay.recording.name,
        "anchor": replay.recording.anchor,
        "preset": preset,
        "seconds": [
            {
                "t_s": second.time_s,
                "distance_m": _shortest(second.result.distance_m),
                "spread_m": _shortest(second.result.spread_m),
                "rate_hz": _shortest(second.result.rate_hz),
                "quality": second.result.level.name.lower(),
                "samples": second.result.sample_count,
                "error_m": second.error_m,
            }
            for second in replay.seconds
        ],
        "refused": [
            {"row": error.row, "line": error.line, "error": error.name, "message": error.message}
            for error in replay.errors
        ],
        "summary": summary(replay),
    }


def _shortest(value: float | None) -> float | None:
    """A 32-bit float with the digits that it has: 3.1, not 3.0999999046325684."""
    return None if value is None else float(str(np.float32(value)))


def write_text(replay: Replay, anchor_was_named: bool) -> None:
    """A line per second, what was refused, and the summary."""
    recording = replay.recording
    if recording.anchor is not None and len(recording.anchor_counts) > 1 and not anchor_was_named:
        others = ", ".join(name or "(none)" for name in recording.anchor_counts if name != recording.anchor)
        note(
            f"{recording.name} has {len(recording.anchor_counts)} anchors; playing {recording.anchor}, the one with "
            f"the most rows ({recording.anchor_counts[recording.anchor]}). --anchor chooses another: {others}"
        )
    with_truth = bool(recording.truth)
    say(HEADINGS + ("  error_m" if with_truth else ""), "bold")
    previous_s = None
    for second in replay.seconds:
        if previous_s is not None and second.time_s - previous_s > 2.0:
            say(f"{'':>10}  nothing for {second.time_s - previous_s:.1f} s", "dim")
        previous_s = second.time_s
        say(_line(second, with_truth), LEVEL_STYLES[second.result.level])
    print()
    for error in replay.errors[:MESSAGES_SHOWN]:
        say(f"refused: {error}", "yellow")
    if len(replay.errors) > MESSAGES_SHOWN:
        say(f"refused: {len(replay.errors) - MESSAGES_SHOWN} more rows; --json names them all", "yellow")
    _write_summary(replay)


def _line(second: Second, with_truth: bool) -> str:
    def cell(value: float | None, width: int, digits: int, sign: str = "") -> str:
        return "-".rjust(width) if value is None else f"{value:{sign}{width}.{digits}f}"

    result = second.result
    line = (
        f"{second.time_s:10.2f}  {cell(result.distance_m, 10, 2)}  {cell(result.spread_m, 8, 3)}  "
        f"{cell(result.rate_hz, 7, 1)}  {result.level.name.lower():<7}"
    )
    return line + (f"  {cell(second.error_m, 7, 3, '+')}" if with_truth else "")


def _write_summary(replay: Replay) -> None:
    found = summary(replay)
    who = f"anchor {replay.recording.anchor}: " if replay.recording.anchor is not None else ""
    say(
        f"{who}{found['measurements']:,} distances in {found['rows']:,} rows over {found['duration_s']:.1f} s, "
        f"{found['refused']:,} rows refused",
        "bold",
    )
    if found["rate_hz"] is not None:
        sys.stdout.write(f"rate     {found['rate_hz']:.1f} a second\n")
    if found["spread_median_m"] is not None:
        sys.stdout.write(f"spread   {found['spread_median_m']:.3f} m (median over the seconds)\n")
    shares = ", ".join(f"{name} {share:.1%}" for name, share in found["quality_share"].items() if share is not None)
    if shares:
        sys.stdout.write(f"quality  {shares}\n")
    if error := found["error"]:
        sys.stdout.write(
            f"error    median {error['median_absolute_m']:.3f} m, RMSE {error['rmse_m']:.3f} m, "
            f"95 % within {error['p95_absolute_m']:.3f} m, mean {error['mean_m']:+.3f} m "
            f"({error['count']:,} distances; truth: {found['truth']})\n"
        )
