"""`--method ekf`: a track of each tag, sample by sample, with odometry where there is some."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit.base import Status
from rangekit.command_line.odometry_csv import Odometry, read_odometry
from rangekit.command_line.output import UnusableInputError, shown
from rangekit.command_line.ranging_csv import Anchors, PositionOptions, Positions, Samples
from rangekit.tracker import (
    TRACKER_CAPACITY,
    TRACKER_MEASUREMENT_DTYPE,
    Tracker,
    TrackerBatch,
    TrackerKind,
    TrackerStates,
)

NO_POSITION: Final = -1


def run_ekf(samples: Samples, anchors: Anchors, options: PositionOptions) -> Positions:
    """The track after each sample, or after the last of those that share a time."""
    odometry = read_odometry(options.odometry) if options.odometry else None
    parts = [_track(samples, anchors, options, odometry, tag) for tag in range(len(samples.tags))]
    for part in parts:
        if part.may_be_mirrored:
            name = f" of tag {shown(samples.tags[part.tag])}" if samples.tags[part.tag] else ""
            samples.notes.append(f"where the track{name} begins, another place fits as well: it may be a mirror image")
    return _joined(samples, anchors, options, [part for part in parts if len(part.rows)])


#: Anchors whose heights differ by this much are not in one plane with the tag.
HEIGHTS_DIFFER_M = 0.5


@dataclasses.dataclass
class _Part:
    """One tag's track."""

    tag: int
    rows: npt.NDArray[np.int64]  #: of the samples
    track: TrackerBatch  #: a row for each of them
    bias_m: npt.NDArray[np.float64]  #: (anchors,) at the end
    may_be_mirrored: bool  #: where it began another place fitted as well


def _track(samples: Samples, anchors: Anchors, options: PositionOptions, odometry: Odometry | None, tag: int) -> _Part:
    rows = np.flatnonzero(samples.tag == tag)
    mine = samples.select(rows)
    used = np.unique(np.concatenate([mine.anchor, mine.anchor_b[mine.is_difference]]))
    if len(used) > TRACKER_CAPACITY:
        name = f" to tag {shown(samples.tags[tag])}" if samples.tags[tag] else ""
        raise UnusableInputError(
            f"{samples.name} has samples of {len(used)} anchors{name}; a track takes at most {TRACKER_CAPACITY}"
        )
    settings: dict[str, Any] = {"dimensions": options.dimensions}
    if options.dimensions == 2 and options.height_m is not None:
        settings["height_m"] = options.height_m
    elif options.dimensions == 2 and anchors.has_z:
        # Without a height, ranges to anchors at different heights are longer by amounts that change as the tag
        # moves. A tag is seldom above its lowest anchor: it is taken to be near there.
        heights_m = anchors.xyz_m[used, 2]
        if (spread_m := float(np.ptp(heights_m))) >= HEIGHTS_DIFFER_M:
            settings["height_m"], settings["height_stddev_m"] = float(heights_m.min()), spread_m / 8
    if not options.estimate_bias:
        settings["common_bias_stddev_m"] = 0.0
    if options.std_m is not None:
        settings["stddev_m"] = options.std_m
    if odometry is not None:
        settings["states"] = TrackerStates.HEADING
    places = {int(index): anchors.xyz_m[index] for index in used}
    with Tracker(places, **settings) as tracker:
        records = tracker_records(mine, used)
        if odometry is None or not len(rows):
            track = tracker.update_batch(records)
            return _Part(tag, rows, track, _biases(tracker, len(anchors.names)), tracker.state().may_be_mirrored)
        motion = tracker.odometry(
            _nanoseconds(odometry.t_s), odometry.forward_mps, odometry.left_mps, odometry.turn_rad_s, odometry.std_mps
        )
        both = np.concatenate([motion, records])
        order = np.argsort(both["time_ns"], kind="stable")
        track = tracker.update_batch(both[order])
        back = np.empty(len(order), dtype=np.int64)
        back[order] = np.arange(len(order))
        chosen = back[len(motion) :]
        values = {field.name: getattr(track, field.name)[chosen] for field in dataclasses.fields(track)}
        mirrored = tracker.state().may_be_mirrored
        return _Part(tag, rows, TrackerBatch(**values), _biases(tracker, len(anchors.names)), mirrored)


def tracker_records(samples: Samples, used: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Samples as a tracker takes them; `used` are its anchors, rising."""
    records = np.zeros(len(samples), dtype=TRACKER_MEASUREMENT_DTYPE)
    records["time_ns"] = _nanoseconds(samples.t_s)
    records["value"] = samples.range_m
    records["stddev"] = np.where(samples.has_std, np.clip(samples.std_m, 1e-4, 1e4), 0)
    records["kind"] = np.where(samples.is_difference, TrackerKind.DIFFERENCE, TrackerKind.RANGE)
    records["anchor"] = np.searchsorted(used, samples.anchor)
    records["anchor_b"] = np.where(samples.is_difference, np.searchsorted(used, samples.anchor_b), 0)
    return records


def _nanoseconds(t_s: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    if np.abs(t_s).max(initial=0) > 9e9:
        raise UnusableInputError("times beyond 9e9 s cannot be tracked; is t_s in seconds?")
    return np.round(t_s * 1e9).astype(np.int64)


def _biases(tracker: Tracker, count: int) -> npt.NDArray[np.float64]:
    found = np.zeros(count)
    common = tracker.state().common_bias_m
    for index in tracker.anchors:
        link = tracker.link_bias_m(index)
        found[index] = (common.value if common else 0.0) + (link.value if link else 0.0)
    return found


def _joined(samples: Samples, anchors: Anchors, options: PositionOptions, parts: list[_Part]) -> Positions:
    """All tags' tracks in the order of time."""
    rows: list[int] = []
    place: list[npt.NDArray[Any]] = []
    covariance: list[npt.NDArray[Any]] = []
    failures: list[tuple[float, int, int]] = []
    accepted = np.zeros(len(samples), dtype=np.bool_)
    reason = np.zeros(len(samples), dtype=np.int64)
    residual = np.zeros(len(samples))
    for part in parts:
        track, mine = part.track, part.rows
        accepted[mine] = track.status == Status.OK
        reason[mine] = track.status
        residual[mine] = track.innovation
        t_s = samples.t_s[mine]
        last = np.append(t_s[1:] != t_s[:-1], True)  # of those that share a time
        rows.extend(mine[last & track.has_track].tolist())
        place.append(track.place_m[last & track.has_track])
        covariance.append(track.covariance_m2[last & track.has_track])
        waiting = last & ~track.has_track
        failures.extend((float(t), part.tag, int(Status.ERROR_TRACKER_COLLECTING)) for t in t_s[waiting])
    if not rows:
        place, covariance = [np.zeros((0, 3))], [np.zeros((0, 3, 3))]
    chosen = np.array(rows, dtype=np.int64)
    order = np.argsort(samples.t_s[chosen], kind="stable")
    chosen = chosen[order]
    values: dict[str, Any] = {
        "t_s": samples.t_s[chosen],
        "tag": samples.tag[chosen],
        "xyz_m": np.concatenate(place)[order],
        "covariance_m2": np.concatenate(covariance)[order],
        "dimensions": options.dimensions,
        "true_xyz_m": np.zeros((len(chosen), 3)) if samples.true_xyz_m is None else samples.true_xyz_m[chosen],
        "has_truth": samples.has_truth[chosen],
        "accepted": accepted,
        "reason": reason,
        "sample_position": _positions_of(samples, chosen),
        "residual_m": residual,
        "mirror_xyz_m": np.zeros((len(chosen), 3)),
        "has_mirror": np.zeros(len(chosen), dtype=np.bool_),
        "failures": sorted(failures),
        "bias_m": np.mean([part.bias_m for part in parts], axis=0) if parts else np.zeros(len(anchors.names)),
    }
    return Positions(**values)


def _positions_of(samples: Samples, chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The position that each sample went to: that of its time and tag."""
    found = np.full(len(samples), NO_POSITION)
    index = {(samples.t_s[row], samples.tag[row]): position for position, row in enumerate(chosen.tolist())}
    for row in range(len(samples)):
        found[row] = index.get((samples.t_s[row], samples.tag[row]), NO_POSITION)
    return found
