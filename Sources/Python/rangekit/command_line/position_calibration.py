"""`--calibration`: what a calibration file knows, taken from samples before they are used."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import numpy.typing as npt

from rangekit.calibration import Calibration
from rangekit.calibration_fit import METRES_PER_TICK
from rangekit.command_line.output import UnusableInputError, counted
from rangekit.command_line.ranging_csv import Anchors, Samples
from rangekit.errors import RangeKitError

#: What `rangekit calibrate` calls the tag of samples that name none.
NAMES_OF_THE_TAG = ("tag", "(tag)")


def apply_calibration(samples: Samples, anchors: Anchors, path: str) -> Samples:
    """Takes off antenna delays, then the biases of links and levels, in the order in which they were fitted.

    A standard deviation that a sample states, or else its link's scatter, grows by what the biases leave uncertain.
    What the file has and these samples cannot use is said in `notes`.
    """
    try:
        calibration = Calibration.load(path)
    except OSError as error:
        raise UnusableInputError(f"{path} cannot be read: {error.strerror}") from error
    except RangeKitError as error:
        raise UnusableInputError(f"{path} is not a calibration: {error}") from error
    if not (calibration.links or calibration.devices or calibration.levels):
        raise UnusableInputError(f"{path} holds no link, device or level: there is nothing to calibrate with")
    work = _Application(samples, anchors, calibration)
    value_m = samples.range_m - work.delays_m()
    stated_m = np.where(samples.has_std, samples.std_m, np.nan)
    corrected, std_m = work.corrected(samples.anchor, value_m, stated_m, samples.level_dbm)
    if samples.is_difference.any():
        # The bias of each end, as what is left of a range of zero.
        zero, unknown = np.zeros(len(samples)), np.full(len(samples), np.nan)
        ends = [work.corrected(end, zero, unknown, unknown) for end in (samples.anchor, samples.anchor_b)]
        difference = value_m + ends[1][0] - ends[0][0]
        corrected = np.where(samples.is_difference, difference, corrected)
        spread = np.where(samples.has_std, samples.std_m, np.hypot(ends[0][1], ends[1][1]))
        std_m = np.where(samples.is_difference, spread, std_m)
    known = std_m > 0
    return dataclasses.replace(
        samples,
        range_m=corrected,
        std_m=np.where(known, std_m, samples.std_m),
        has_std=samples.has_std | known,
        notes=[*samples.notes, *(f"{path}: {note}" for note in work.notes())],
    )


class _Application:
    def __init__(self, samples: Samples, anchors: Anchors, calibration: Calibration) -> None:
        self.samples, self.calibration = samples, calibration
        self.names = np.array(anchors.names, dtype=object)
        self.tags = np.array(samples.tags, dtype=object)[samples.tag].tolist()
        self._without_delay: dict[str, int] = {}

    def delays_m(self) -> npt.NDArray[np.float64]:
        """What the antenna delays of a range's two ends add to it; none where one of them is not known."""
        ticks = {device.name: device.delay_ticks for device in self.calibration.devices}
        found = np.zeros(len(self.samples))
        if not ticks:
            return found
        default = next((name for name in NAMES_OF_THE_TAG if name in ticks), "")
        for index in np.flatnonzero(~self.samples.is_difference).tolist():
            pair = self.names[self.samples.anchor[index]], self.tags[index] or default
            missing = [name for name in pair if name not in ticks]
            if missing:
                self._without_delay[missing[0]] = self._without_delay.get(missing[0], 0) + 1
            else:
                found[index] = sum(ticks[name] for name in pair) * METRES_PER_TICK / 2
        return found

    def corrected(
        self,
        anchor: npt.NDArray[np.int64],
        value_m: npt.NDArray[np.float64],
        std_m: npt.NDArray[np.float64],
        level_dbm: npt.NDArray[np.float64],
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Ranges without the biases of links and levels, and their deviation; NaN where nothing tells it."""
        names = self.names[anchor].tolist()
        options: dict[str, Any] = {"level_dbm": level_dbm}
        values = self.calibration.apply(value_m, names, self.tags, stddev_m=np.zeros(len(value_m)), **options)
        spread = self.calibration.apply(value_m, names, self.tags, stddev_m=std_m, **options)
        return (
            np.where(values.accepted, values.distance_m, value_m),
            np.where(spread.accepted, spread.distance_stddev_m, np.nan),
        )

    def notes(self) -> list[str]:
        """What is in the file and was not used, or not for all."""
        samples, calibration = self.samples, self.calibration
        found = [
            f"the antenna delay of {name or 'the tag, which the samples do not name,'} is not there: "
            f"{counted(count, 'range')} kept theirs"
            for name, count in self._without_delay.items()
        ]
        if calibration.devices and samples.is_difference.any():
            found.append("antenna delays are for ranges: differences kept theirs")
        if calibration.levels and np.isnan(samples.level_dbm).all():
            found.append("bias_by_level is not used: the samples have no column level_dbm")
        links = {link.anchor for link in calibration.links}
        without = sorted(set(self.names[np.unique(samples.anchor)]) - links)
        if links and without:
            found.append(f"no link of {', '.join(without[:10])}: used as measured")
        return found
