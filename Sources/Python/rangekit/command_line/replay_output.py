"""What `rangekit replay` found, and how it writes it: a line per second and a summary, or JSON."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit.base import flag_names
from rangekit.command_line.output import RowError, counted, note, say
from rangekit.command_line.recording import Recording
from rangekit.command_line.replay_tracking import Tracking
from rangekit.quality import QualityLevel, QualityResult


@dataclasses.dataclass(frozen=True)
class Second:
    """The state at the end of one second of the recording."""

    time_s: float  #: of its last row
    result: QualityResult
    error_m: float | None  #: of the newest distance, where its truth is known
    filtered_m: float | None  #: as the filter shows it


@dataclasses.dataclass(frozen=True)
class Shown:
    """What the table and the JSON show beside quality."""

    filtered: bool = False
    zones: bool = False


@dataclasses.dataclass(frozen=True)
class Replay:
    """A recording and what the estimator made of it."""

    recording: Recording  #: the rows that the estimator took
    levels: npt.NDArray[np.int32]  #: (n,) level after each row
    seconds: list[Second]
    errors: list[RowError]  #: every row that was refused, in the order of the file
    keep_repeated: bool  #: whether distances that equal the newest one were kept
    repeated: int  #: how many were dropped
    tracking: Tracking

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """Which rows are measurements with a known truth."""
        return np.asarray(self.recording.present & self.recording.has_truth)

    @property
    def error_m(self) -> npt.NDArray[np.float64]:
        """Measured minus true distance, where known."""
        return np.asarray(self.recording.distance_m[self.known] - self.recording.true_m[self.known])

    @property
    def filtered_error_m(self) -> npt.NDArray[np.float64]:
        """Filtered minus true distance, where known."""
        return np.asarray(self.tracking.filtered_m[self.known] - self.recording.true_m[self.known])

    @property
    def span_ns(self) -> int:
        """From the first row to the last."""
        return int(self.recording.time_ns[-1] - self.recording.time_ns[0])

    @property
    def time_shares(self) -> dict[QualityLevel, float] | None:
        """How much of the time each level lasted: from the row that gave it to the next. None without any time."""
        if not self.span_ns:
            return None
        lasted_ns = np.diff(self.recording.time_ns)
        return {level: int(lasted_ns[self.levels[:-1] == level].sum()) / self.span_ns for level in SHOWN_LEVELS}


#: Best first.
SHOWN_LEVELS: Final = (QualityLevel.CLOSE, QualityLevel.GOOD, QualityLevel.UNKNOWN)
LEVEL_STYLES: Final = {QualityLevel.UNKNOWN: "dim", QualityLevel.GOOD: "cyan", QualityLevel.CLOSE: "green"}
MESSAGES_SHOWN: Final = 10
HEADINGS: Final = f"{'t_s':>10}  {'distance_m':>10}  {'spread_m':>8}  {'rate_hz':>7}"


def summary(replay: Replay) -> dict[str, Any]:
    """The whole recording in a few numbers; None where there is nothing to say."""
    recording, error_m = replay.recording, replay.error_m
    measured_ns = recording.time_ns[recording.present]
    measured_s = int(measured_ns[-1] - measured_ns[0]) / 1e9 if len(measured_ns) else 0.0
    spreads = [second.result.spread_m for second in replay.seconds if second.result.spread_m is not None]
    shares = replay.time_shares
    found: dict[str, Any] = {
        "rows": len(recording.rows) + len(replay.errors),
        "refused": len(replay.errors),
        "measurements": len(measured_ns),
        "repeats_dropped": replay.repeated,
        "duration_s": replay.span_ns / 1e9,
        "rate_hz": (len(measured_ns) - 1) / measured_s if measured_s > 0 else None,
        "spread_median_m": float(np.median(spreads)) if spreads else None,
        "quality_time_share": shares and {level.name.lower(): share for level, share in shares.items()},
        "truth": recording.truth or None,
        "truth_refused": len(recording.truth_errors),
        "error": None,
    }
    if len(error_m):
        found["error"] = _error_summary(error_m)
    return found


def _error_summary(error_m: npt.NDArray[np.float64]) -> dict[str, Any]:
    return {
        "count": len(error_m),
        "mean_m": float(np.mean(error_m)),
        "median_absolute_m": float(np.median(np.abs(error_m))),
        "rmse_m": float(np.sqrt(np.mean(np.square(error_m)))),
        "p95_absolute_m": float(np.percentile(np.abs(error_m), 95)),
    }


def as_object(replay: Replay, preset: str, shown: Shown) -> dict[str, Any]:
    """Everything, for --json."""
    found: dict[str, Any] = {
        "recording": replay.recording.name,
        "anchor": replay.recording.anchor,
        "preset": preset,
        "keep_repeated": replay.keep_repeated,
        "seconds": [
            {
                "t_s": second.time_s,
                "distance_m": _shortest(second.result.distance_m),
                "spread_m": _shortest(second.result.spread_m),
                "rate_hz": _shortest(second.result.rate_hz),
                "quality": second.result.level.name.lower(),
                "causes": flag_names(second.result.causes),
                "samples": second.result.sample_count,
                "error_m": second.error_m,
                **({"filtered_m": _shortest(second.filtered_m)} if shown.filtered else {}),
            }
            for second in replay.seconds
        ],
        "refused": [_error_object(error) for error in replay.errors],
        "truth_refused": [_error_object(error) for error in replay.recording.truth_errors],
        "summary": summary(replay),
    }
    if shown.filtered:
        found["filter"] = replay.tracking.method.name.lower()
        error_m = replay.filtered_error_m
        found["summary"]["filtered_error"] = _error_summary(error_m) if len(error_m) else None
    if shown.zones:
        found["zones"] = [dataclasses.asdict(ring) for ring in replay.tracking.rings]
        found["zone_events"] = [
            {"t_s": event.time_s, "ring": event.ring, "event": event.event, "distance_m": event.distance_m}
            for event in replay.tracking.events
        ]
    return found


def _error_object(error: RowError) -> dict[str, Any]:
    return {"row": error.row, "line": error.line, "error": error.name, "message": error.message}


def _shortest(value: float | None) -> float | None:
    """A 32-bit float with the digits that it has: 3.1, not 3.0999999046325684."""
    return None if value is None else float(str(np.float32(value)))


def write_text(replay: Replay, anchor_was_named: bool, shown: Shown) -> None:
    """A line per second, what was refused, and the summary."""
    recording = replay.recording
    if recording.anchor is not None and len(recording.anchor_counts) > 1 and not anchor_was_named:
        others = ", ".join(name or "(none)" for name in recording.anchor_counts if name != recording.anchor)
        note(
            f"{recording.name} has {len(recording.anchor_counts)} anchors; playing {recording.anchor}, the one with "
            f"the most rows ({recording.anchor_counts[recording.anchor]:,}). --anchor chooses another: {others}"
        )
    with_truth = bool(recording.truth)
    filtered = f"  {'filtered_m':>10}" if shown.filtered else ""
    say(HEADINGS + filtered + ("  error_m" if with_truth else "") + "  quality", "bold")
    previous_s = None
    events = list(replay.tracking.events) if shown.zones else []
    for second in replay.seconds:
        while events and events[0].time_s <= second.time_s:
            say(str(events.pop(0)), "magenta")
        if previous_s is not None and second.time_s - previous_s > 2.0:
            say(f"{'':>10}  nothing for {second.time_s - previous_s:.1f} s", "dim")
        previous_s = second.time_s
        say(_line(second, with_truth, shown), LEVEL_STYLES[second.result.level])
    print()
    _write_errors("refused", replay.errors)
    _write_errors("truth refused", recording.truth_errors)
    _write_summary(replay, shown)


def _write_errors(what: str, errors: list[RowError]) -> None:
    for error in errors[:MESSAGES_SHOWN]:
        say(f"{what}: {error}", "yellow")
    if len(errors) > MESSAGES_SHOWN:
        say(f"{what}: {counted(len(errors) - MESSAGES_SHOWN, 'more row')}; --json names them all", "yellow")


def _line(second: Second, with_truth: bool, shown: Shown) -> str:
    def cell(value: float | None, width: int, digits: int, sign: str = "") -> str:
        return "-".rjust(width) if value is None else f"{value:{sign}{width}.{digits}f}"

    result = second.result
    line = (
        f"{second.time_s:10.2f}  {cell(result.distance_m, 10, 2)}  {cell(result.spread_m, 8, 3)}  "
        f"{cell(result.rate_hz, 7, 1)}"
    )
    if shown.filtered:
        line += f"  {cell(second.filtered_m, 10, 2)}"
    error = f"  {cell(second.error_m, 7, 3, '+')}" if with_truth else ""
    causes = f": {', '.join(flag_names(result.causes))}" if result.causes else ""
    return f"{line}{error}  {result.level.name.lower()}{causes}"


def _write_summary(replay: Replay, shown: Shown) -> None:
    found = summary(replay)
    who = f"anchor {replay.recording.anchor}: " if replay.recording.anchor is not None else ""
    say(
        f"{who}{counted(found['measurements'], 'distance')} in {counted(found['rows'], 'row')} "
        f"over {found['duration_s']:.1f} s, {counted(found['refused'], 'row')} refused",
        "bold",
    )
    if found["rate_hz"] is not None:
        print(f"rate     {found['rate_hz']:.1f} measurements a second on average")
    if found["spread_median_m"] is not None:
        print(f"spread   {found['spread_median_m']:.3f} m (median over the seconds)")
    if shares := replay.time_shares:
        of_time = ", ".join(f"{level.name.lower()} {share * 100:.1f} %" for level, share in shares.items())
        print(f"quality  {of_time} of the time")
    else:
        print(f"quality  {replay.seconds[-1].result.level.name.lower()}")
    if replay.repeated:
        which = "distance that equals" if replay.repeated == 1 else "distances that equal"
        print(
            f"repeats  dropped {replay.repeated:,} {which} the newest, so that a still peer can look unknown; "
            "--keep-repeated keeps them"
        )
    if shown.zones:
        print(f"zones    {replay.tracking.preset.name.lower()}: {counted(len(replay.tracking.events), 'event')}")
    if error := found["error"]:
        _write_error("error", error, f"; truth: {found['truth']}")
        if shown.filtered:
            _write_error(
                "filtered", _error_summary(replay.filtered_error_m), f"; {replay.tracking.method.name.lower()}"
            )


def _write_error(name: str, error: dict[str, Any], more: str) -> None:
    print(
        f"{name:<8} median {error['median_absolute_m']:.3f} m, RMSE {error['rmse_m']:.3f} m, "
        f"95 % within {error['p95_absolute_m']:.3f} m, mean {error['mean_m']:+.3f} m "
        f"({counted(error['count'], 'distance')}{more})"
    )
