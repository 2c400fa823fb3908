"""`--method fix`: samples into epochs, biases and noise from the samples themselves, and a position for each epoch."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit.base import Status
from rangekit.command_line.ranging_csv import Anchors, PositionOptions, Positions, Samples
from rangekit.positioning import MEASUREMENT_DTYPE, Fixes, MeasurementKind, Measurements, fix_batch

#: One standard deviation of a range whose noise nothing tells.
USUAL_STD_M: Final = 0.1
#: No link is taken to be better than this.
LEAST_STD_M: Final = 0.05
#: What antennas and radios leave as an anchor's bias before anything is known: one standard deviation.
BIAS_PRIOR_M: Final = 0.2
#: Half a percent of the range: what weak signals arrive late (Decawave APS011). One standard deviation.
SCALE_PRIOR: Final = 0.005
#: A room's errors repeat from epoch to epoch: more epochs than this do not make biases better known.
INDEPENDENT_EPOCHS: Final = 50
#: What a room adds to each range, other at every place: reflections, antenna patterns.
ROOM_STD_M: Final = 0.1
#: Errors of a room lean the same way at several anchors, which residuals do not show: variances count so often.
#: Chosen so that regions hold on recorded rooms that calibrations were not made in.
CORRELATION: Final = 2.4
#: What all ranges of an uncalibrated tag read too much together, other at every place: metres, and metres a metre
#: (who carries the tag stands in the way; weak signals arrive late). Seen from one side, residuals do not show it.
COMMON_STD_M: Final = 0.1
COMMON_SCALE: Final = 0.01
#: Nor do residuals show what a fix takes up: for each axis solved, beside each link more than axes. In place of
#: CORRELATION where biases and noise come from the samples themselves.
HIDDEN: Final = 1.4
#: What the stated deviations are worth in degrees of freedom: the solver's default.
STATED_WEIGHT: Final = 4.0
#: Single wrong samples among their neighbours: of how many, by how much.
SPIKE_WINDOW: Final = 11
SPIKE_DEVIATIONS: Final = 6.0
SPIKE_LEAST_M: Final = 0.5
#: An epoch is not made longer than this to find enough anchors.
LONGEST_EPOCH_S: Final = 2.0


def run_fix(samples: Samples, anchors: Anchors, options: PositionOptions) -> Positions:
    """A position for each epoch of each tag, from the samples in it alone."""
    problem = _Problem(samples, anchors, options)
    order, offsets = problem.epochs()
    ordered = samples.select(order)
    std_m = np.where(ordered.has_std, ordered.std_m, options.std_m or USUAL_STD_M)
    value_m = ordered.range_m
    problem.count_repeats(ordered, offsets)
    fixes = problem.fix(ordered, value_m, std_m, offsets)
    bias_m = np.zeros(len(anchors.names) + 1)  # the last one: metres a metre
    covariance = np.zeros((len(bias_m), len(bias_m)))  # of the biases
    for _ in range(3 if options.estimate_bias or options.std_m is None else 0):
        if options.estimate_bias:
            bias_m, covariance = problem.biases(ordered, std_m, offsets, bias_m)
            value_m = ordered.range_m - _bias_of(ordered, bias_m)
            fixes = problem.fix(ordered, value_m, std_m, offsets)
        if options.std_m is None and not ordered.has_std.all():
            std_m = problem.noise(ordered, fixes, offsets, std_m)
            fixes = problem.fix(ordered, value_m, std_m, offsets)
    covariances = problem.add_systematic(ordered, std_m, offsets, fixes, covariance)
    return problem.positions(ordered, order, offsets, fixes, covariances, bias_m)


def _bias_of(samples: Samples, bias_m: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    mine = bias_m[samples.anchor]
    bias = np.where(samples.is_difference, bias_m[samples.anchor_b] - mine, mine)
    return np.asarray(bias + bias_m[-1] * samples.range_m, dtype=np.float64)


class _Problem:
    def __init__(self, samples: Samples, anchors: Anchors, options: PositionOptions) -> None:
        self.samples, self.anchors, self.options = samples, anchors, options
        self.spikes = find_spikes(samples)
        self.settings: dict[str, Any] = {"dimensions": options.dimensions}
        if options.dimensions == 2 and options.height_m is not None:
            self.settings["height_m"] = options.height_m
        #: Which coordinates of an offset to an anchor count.
        self.uses = np.array([1.0, 1.0, 1.0 if options.dimensions == 3 or options.height_m is not None else 0.0])

    def epochs(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The samples by tag and time, and where each epoch begins among them."""
        samples = self.samples
        kept = np.flatnonzero(~self.spikes)
        order = kept[np.lexsort((samples.t_s[kept], samples.tag[kept]))]
        starts: list[int] = []
        for tag in np.unique(samples.tag):
            mine = np.flatnonzero(samples.tag[order] == tag)
            if not len(mine):
                continue
            t_s = samples.t_s[order[mine]]
            link = samples.anchor[order[mine]] * (len(self.anchors.names) + 1) + samples.anchor_b[order[mine]] + 1
            length_s = self.options.epoch_s
            if length_s is None:
                length_s = epoch_length_s(t_s, link, self.options.dimensions)
            starts.extend((mine[0] + epoch_starts(t_s, length_s)).tolist())
        return order, np.array([*starts, len(order)])

    def count_repeats(self, samples: Samples, offsets: npt.NDArray[np.int64]) -> None:
        """How many times each sample's link is in its epoch: these samples repeat each other's error (a reflection
        lasts longer), and count as one."""
        epoch = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        link = samples.anchor * (len(self.anchors.names) + 1) + samples.anchor_b + 1
        _, which, counts = np.unique(np.stack([epoch, link]), axis=1, return_inverse=True, return_counts=True)
        self.repeats = counts[which.ravel()].astype(np.float64)

    def fix(
        self,
        samples: Samples,
        value_m: npt.NDArray[np.float64],
        std_m: npt.NDArray[np.float64],
        offsets: npt.NDArray[np.int64],
    ) -> Fixes:
        rows = np.zeros(len(samples), dtype=MEASUREMENT_DTYPE)
        rows["value"], rows["stddev"], rows["anchor"] = value_m, std_m * np.sqrt(self.repeats), samples.anchor
        rows["kind"] = np.where(samples.is_difference, MeasurementKind.DIFFERENCE, MeasurementKind.RANGE)
        rows["anchor_b"] = np.where(samples.is_difference, samples.anchor_b, 0)
        return fix_batch(self.anchors.xyz_m, Measurements(rows), offsets, **self.settings)

    def biases(
        self,
        samples: Samples,
        std_m: npt.NDArray[np.float64],
        offsets: npt.NDArray[np.int64],
        bias_m: npt.NDArray[np.float64],
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Each anchor's bias and their covariance, from how its samples disagree with the others over all epochs.

        Least squares over positions and biases together, the positions eliminated epoch by epoch, with the prior that
        biases are about as large as BIAS_PRIOR_M. What the geometry does not show stays near zero.
        """
        prior = np.array([1 / BIAS_PRIOR_M**2] * len(self.anchors.names) + [1 / SCALE_PRIOR**2])
        for _ in range(6):
            fixes = self.fix(samples, samples.range_m - _bias_of(samples, bias_m), std_m, offsets)
            epoch = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
            used = fixes.accepted[epoch] & (fixes.results["status"] == 0)
            weight = np.where(used, fixes.results["weight"] / ((std_m**2 + ROOM_STD_M**2) * self.repeats), 0.0)
            slope = self.slopes(samples, fixes.place_m[epoch])
            effect = self.effects(samples)
            matrix, vector = self._eliminate(slope, effect, weight, fixes.results["residual"], epoch, len(offsets) - 1)
            limit = min(1.0, INDEPENDENT_EPOCHS / max(int(fixes.accepted.sum()), 1))
            matrix, vector = matrix * limit, vector * limit
            matrix += np.diag(prior)
            change = np.linalg.solve(matrix, vector - bias_m * prior)
            bias_m = bias_m + change
            if np.abs(change).max() < 1e-4:
                break
        return bias_m, np.asarray(np.linalg.inv(matrix), dtype=np.float64)

    def _eliminate(
        self,
        slope: npt.NDArray[np.float64],
        effect: npt.NDArray[np.float64],
        weight: npt.NDArray[np.float64],
        residual: npt.NDArray[np.float64],
        epoch: npt.NDArray[np.int64],
        epochs: int,
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """The normal equations of the biases alone (Schur's complement)."""
        axes, count = slope.shape[1], effect.shape[1]
        positions = np.zeros((epochs, axes, axes))
        mixed = np.zeros((epochs, axes, count))
        pull = np.zeros((epochs, axes))
        np.add.at(positions, epoch, (weight[:, None] * slope)[:, :, None] * slope[:, None, :])
        np.add.at(mixed, epoch, (weight[:, None] * slope)[:, :, None] * effect[:, None, :])
        np.add.at(pull, epoch, (weight * residual)[:, None] * slope)
        scale = np.trace(positions, axis1=1, axis2=2)
        known = scale > 0
        positions[known] += 1e-9 * scale[known, None, None] * np.eye(axes)
        solved = np.linalg.solve(positions[known], np.concatenate([mixed[known], pull[known, :, None]], axis=2))
        weighted = weight[:, None] * effect
        matrix = weighted.T @ effect - np.einsum("eak,eal->kl", mixed[known], solved[:, :, :count])
        vector = weighted.T @ residual - np.einsum("eak,ea->k", mixed[known], solved[:, :, count])
        return matrix, vector

    def effects(self, samples: Samples) -> npt.NDArray[np.float64]:
        """The derivatives of what is measured by the anchors' biases, and by an error that grows with the range."""
        effect = np.zeros((len(samples), len(self.anchors.names) + 1))
        effect[:, -1] = samples.range_m
        index = np.arange(len(samples))
        effect[index, samples.anchor] = np.where(samples.is_difference, -1.0, 1.0)
        effect[index[samples.is_difference], samples.anchor_b[samples.is_difference]] += 1.0
        return effect

    def add_systematic(
        self,
        samples: Samples,
        std_m: npt.NDArray[np.float64],
        offsets: npt.NDArray[np.int64],
        fixes: Fixes,
        covariance: npt.NDArray[np.float64],
    ) -> npt.NDArray[np.float64]:
        """The positions' covariances with what biases leave uncertain, and what a room's errors have in common."""
        axes, epochs = self.options.dimensions, len(offsets) - 1
        epoch = np.repeat(np.arange(epochs), np.diff(offsets))
        used = fixes.accepted[epoch] & (fixes.results["status"] == 0)
        weight = np.where(used, fixes.results["weight"] / (std_m**2 * self.repeats), 0.0)
        slope = self.slopes(samples, fixes.place_m[epoch])
        mixed = np.zeros((epochs, axes, len(covariance)))
        np.add.at(mixed, epoch, (weight[:, None] * slope)[:, :, None] * self.effects(samples)[:, None, :])
        # Degrees of freedom are those of links: the solver counted samples.
        links = np.bincount(epoch, weights=np.where(used, 1 / self.repeats, 0.0), minlength=epochs)
        surplus = STATED_WEIGHT - 2 - axes
        ratio = (fixes.rows["used_count"] + surplus) / np.maximum(links + surplus, 0.5)
        if self.options.estimate_bias:
            hidden = 1 + HIDDEN * axes / np.maximum(links - axes, 0.5)
        else:
            hidden = np.full(epochs, CORRELATION)
        total = fixes.covariance_m2 * (hidden * ratio)[:, None, None]
        positions = np.zeros((epochs, axes, axes))
        np.add.at(positions, epoch, (weight[:, None] * slope)[:, :, None] * slope[:, None, :])
        regular = fixes.accepted & (np.linalg.cond(positions) < 1e12)
        lean = np.zeros_like(mixed)
        lean[regular] = np.linalg.solve(positions[regular], mixed[regular])
        total[:, :axes, :axes] += lean @ covariance @ lean.transpose(0, 2, 1)
        if self.options.estimate_bias:
            for column, stddev in ((lean[:, :, :-1].sum(axis=2), COMMON_STD_M), (lean[:, :, -1], COMMON_SCALE)):
                total[:, :axes, :axes] += stddev**2 * column[:, :, None] * column[:, None, :]
        return np.asarray(total, dtype=np.float64)

    def slopes(self, samples: Samples, place_m: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """The derivatives of what is measured by the position."""

        def unit(anchor: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
            offset = (place_m - self.anchors.xyz_m[anchor]) * self.uses
            lengths = np.maximum(np.linalg.norm(offset, axis=1), 1e-9)
            return np.asarray(offset / lengths[:, None], dtype=np.float64)

        mine = unit(samples.anchor)
        other = unit(np.where(samples.is_difference, samples.anchor_b, 0))
        return np.where(samples.is_difference[:, None], other - mine, mine)[:, : self.options.dimensions]

    def noise(
        self, samples: Samples, fixes: Fixes, offsets: npt.NDArray[np.int64], std_m: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float64]:
        """Each link's standard deviation from its residuals, where the samples state none.

        The median of their magnitudes, so that single wrong ones do not count; larger by what the fit takes away.
        """
        epoch = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        counts = np.bincount(epoch, weights=1 / self.repeats, minlength=len(offsets) - 1)[epoch]
        free = np.maximum(counts - self.options.dimensions, 0) / np.maximum(counts, 1)
        which = fixes.accepted[epoch] & (fixes.results["residual"] != 0) & (free > 0)
        found = std_m.copy()
        link = samples.anchor * (len(self.anchors.names) + 1) + samples.anchor_b + 1
        scaled = np.abs(fixes.results["residual"]) / np.sqrt(np.maximum(free, 1e-9))
        if not which.any():
            return found
        overall = spread(scaled[which])
        for number in np.unique(link):
            mine = link == number
            values = scaled[mine & which]
            # A link with few samples is taken to be as the others.
            own = spread(values) if len(values) else overall
            share = len(values) / (len(values) + 20)
            found[mine] = max(np.sqrt(share * own**2 + (1 - share) * overall**2), LEAST_STD_M)
        return np.where(samples.has_std, std_m, found)

    def positions(
        self,
        samples: Samples,
        order: npt.NDArray[np.int64],
        offsets: npt.NDArray[np.int64],
        fixes: Fixes,
        covariances: npt.NDArray[np.float64],
        bias_m: npt.NDArray[np.float64],
    ) -> Positions:
        """The fixes in the order of time, with what became of every sample in the order of the samples."""
        sizes = np.diff(offsets)
        epoch = np.repeat(np.arange(len(sizes)), sizes)
        places, mirrors = fixes.place_m, fixes.mirror_m
        if self.options.dimensions == 2:
            places[:, 2] = self.options.height_m or 0.0
        _continue(samples.tag[offsets[:-1]], fixes, places, covariances, mirrors)
        t_s = np.add.reduceat(samples.t_s, offsets[:-1]) / sizes
        true = np.zeros((len(sizes), 3))
        has_truth = np.zeros(len(sizes), dtype=np.bool_)
        if samples.true_xyz_m is not None:
            known = np.add.reduceat(samples.has_truth.astype(np.int64), offsets[:-1])
            has_truth = known > 0
            sums = np.add.reduceat(samples.true_xyz_m * samples.has_truth[:, None], offsets[:-1])
            true = sums / np.maximum(known, 1)[:, None]
        accepted = np.flatnonzero(fixes.accepted)
        by_time = accepted[np.argsort(t_s[accepted], kind="stable")]
        number = np.full(len(sizes), -1)
        number[by_time] = np.arange(len(by_time))
        status = np.where(fixes.accepted[epoch], fixes.results["status"], 0)
        failed = fixes.status[epoch]
        reason = np.where(failed != 0, np.where(fixes.results["status"] != 0, fixes.results["status"], failed), status)
        tags = samples.tag[offsets[:-1]]
        failures = [
            (float(t_s[index]), int(tags[index]), int(fixes.status[index]))
            for index in np.flatnonzero(~fixes.accepted).tolist()
        ]
        count = len(self.samples)
        reasons = np.full(count, int(Status.ERROR_GATED))  # spikes are in no epoch
        reasons[order] = reason
        sample_position = np.full(count, -1)
        sample_position[order] = number[epoch]
        residual_m = np.zeros(count)
        residual_m[order] = np.where(fixes.accepted[epoch], fixes.results["residual"], 0.0)
        return Positions(
            t_s[by_time],
            tags[by_time],
            places[by_time],
            covariances[by_time],
            self.options.dimensions,
            true[by_time],
            has_truth[by_time],
            reasons == 0,
            reasons,
            sample_position,
            residual_m,
            mirrors[by_time],
            fixes.has_mirror[by_time],
            sorted(failures),
            bias_m[:-1],
        )


def spread(magnitudes: npt.NDArray[np.float64]) -> float:
    """The standard deviation of residuals, heavy tails included; beyond four times the median's all count alike."""
    middle = float(np.median(magnitudes)) / 0.6745
    return float(np.sqrt(np.mean(np.square(np.minimum(magnitudes, 4 * middle)))))


def _continue(
    tags: npt.NDArray[np.int64],
    fixes: Fixes,
    places: npt.NDArray[np.float64],
    covariances: npt.NDArray[np.float64],
    mirrors: npt.NDArray[np.float64],
) -> None:
    """Where two places fit alike, takes the one nearer to the tag's last."""
    last: dict[int, npt.NDArray[np.float64]] = {}
    has_mirror = fixes.has_mirror
    if not has_mirror.any():
        return
    for index in np.flatnonzero(fixes.accepted).tolist():
        tag = int(tags[index])
        if has_mirror[index] and tag in last:
            apart = mirrors[index] - places[index]
            if np.linalg.norm(mirrors[index] - last[tag]) < np.linalg.norm(places[index] - last[tag]):
                normal = apart / np.linalg.norm(apart)
                turn = np.eye(3) - 2 * np.outer(normal, normal)
                covariances[index] = turn @ covariances[index] @ turn
                places[index], mirrors[index] = mirrors[index].copy(), places[index].copy()
        last[tag] = places[index].copy()


def find_spikes(samples: Samples) -> npt.NDArray[np.bool_]:
    """Samples far from those before and after them on the same link (F. Hampel's identifier).

    Farther from the median of SPIKE_WINDOW than SPIKE_DEVIATIONS robust standard deviations about it, and than
    SPIKE_LEAST_M: what a tag's own way adds to both is the same.
    """
    spikes = np.zeros(len(samples), dtype=np.bool_)
    links = np.stack([samples.tag, samples.anchor, samples.anchor_b])
    half = SPIKE_WINDOW // 2
    for link in np.unique(links, axis=1).T:
        mine = np.flatnonzero((links == link[:, None]).all(axis=0))
        if len(mine) < SPIKE_WINDOW:
            continue
        values = samples.range_m[mine]
        windows = np.lib.stride_tricks.sliding_window_view(np.pad(values, half, mode="reflect"), SPIKE_WINDOW)
        median = np.median(windows, axis=1)
        spread = 1.4826 * np.median(np.abs(windows - median[:, None]), axis=1)
        spikes[mine] = np.abs(values - median) > np.maximum(SPIKE_DEVIATIONS * spread, SPIKE_LEAST_M)
    return spikes


def epoch_length_s(t_s: npt.NDArray[np.float64], link: npt.NDArray[np.int64], dimensions: int) -> float:
    """How long samples are gathered: once round all links, longer where that leaves most epochs short of links."""
    if not np.diff(t_s).any():
        return 0.0
    periods = [np.median(np.diff(t_s[link == number])) for number in np.unique(link) if (link == number).sum() > 1]
    needed = min(dimensions + 2, len(np.unique(link)))
    if _share_with(t_s, link, 0.0, needed) >= 0.5:
        return 0.0  # the samples of an epoch share their time
    length_s = 0.95 * float(np.median(periods)) if periods else 0.1
    length_s = length_s or float(np.median(np.diff(t_s)[np.diff(t_s) > 0]))
    while _share_with(t_s, link, length_s, needed) < 0.8 and length_s < LONGEST_EPOCH_S:
        length_s *= 1.3
    return length_s


def _share_with(t_s: npt.NDArray[np.float64], link: npt.NDArray[np.int64], length_s: float, needed: int) -> float:
    """How many epochs have so many different links."""
    starts = epoch_starts(t_s, length_s)
    epoch = np.repeat(np.arange(len(starts)), np.diff([*starts.tolist(), len(t_s)]))
    pairs = np.unique(np.stack([epoch, link]), axis=1)
    return float(np.mean(np.bincount(pairs[0], minlength=len(starts)) >= needed))


def epoch_starts(t_s: npt.NDArray[np.float64], length_s: float) -> npt.NDArray[np.int64]:
    """Where epochs begin among rising times; each spans at most `length_s` from its first sample."""
    starts = [0]
    at = 0
    while (at := int(np.searchsorted(t_s, t_s[at] + length_s, side="right"))) < len(t_s):
        starts.append(at)
    return np.array(starts)
