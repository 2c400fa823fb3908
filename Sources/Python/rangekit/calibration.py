"""calibration.h: taking what a calibration knows from ranges, and the file that keeps it.

    ranges = Calibration.load("calibration.json").apply(measured_m, anchor)

`rangekit.calibration_fit` makes one.
"""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit import _calibration_rows as rows_of
from rangekit._calibration_rows import NAME_MAX_BYTES, DeviceDelay, LevelBias, LinkBias, pointer
from rangekit._library import library
from rangekit._structures import as_bytes
from rangekit.errors import check, check_message, new_diagnostic
from rangekit.twr import RANGE_DTYPE, Ranges

__all__ = ["NAME_MAX_BYTES", "Calibration", "DeviceDelay", "LevelBias", "LinkBias"]


@dataclasses.dataclass(frozen=True)
class Calibration:
    """What a calibration file holds."""

    links: tuple[LinkBias, ...] = ()
    devices: tuple[DeviceDelay, ...] = ()
    levels: tuple[LevelBias, ...] = ()

    def to_json(self) -> bytes:
        """The file's bytes; raises `MessageError` for a value that it cannot hold, by field."""
        links, devices, levels = self.link_rows(), self._device_rows(), self._level_rows()
        length = ctypes.c_size_t()
        arguments = (
            *(pointer(links, c.rangekit_calibration_link), len(links)),
            *(pointer(devices, c.rangekit_calibration_device), len(devices)),
            *(pointer(levels, c.rangekit_calibration_level), len(levels)),
        )
        diagnostic = new_diagnostic()
        check_message(library.rangekit_calibration_encode(*arguments, None, 0, length, diagnostic), diagnostic)
        out = (ctypes.c_uint8 * length.value)()
        check_message(library.rangekit_calibration_encode(*arguments, out, len(out), length, diagnostic), diagnostic)
        return bytes(out)

    @classmethod
    def from_json(cls, data: bytes) -> Calibration:
        """Reads a file's bytes; raises `MessageError` with offset and field."""
        data = as_bytes("data", data)
        counts = [ctypes.c_size_t() for _ in range(3)]
        diagnostic = new_diagnostic()
        empty = [value for count in counts for value in (None, 0, count)]
        check_message(library.rangekit_calibration_decode(data, len(data), *empty, diagnostic), diagnostic)
        types = (c.rangekit_calibration_link, c.rangekit_calibration_device, c.rangekit_calibration_level)
        rows = [np.zeros(count.value, dtype=rows_of.dtype(kind)) for count, kind in zip(counts, types, strict=True)]
        room = [
            value
            for row, kind, count in zip(rows, types, counts, strict=True)
            for value in ((pointer(row, kind), len(row), count) if len(row) else (None, 0, count))
        ]
        check_message(library.rangekit_calibration_decode(data, len(data), *room, diagnostic), diagnostic)
        return cls(
            tuple(map(rows_of.link, rows[0])), tuple(map(rows_of.device, rows[1])), tuple(map(rows_of.level, rows[2]))
        )

    def save(self, path: str | Path) -> None:
        """Writes the file."""
        Path(path).write_bytes(self.to_json())

    @classmethod
    def load(cls, path: str | Path) -> Calibration:
        """Reads a file; raises `MessageError` with offset and field."""
        return cls.from_json(Path(path).read_bytes())

    def apply(
        self,
        measured_m: npt.ArrayLike,
        anchor: Sequence[str] | None = None,
        tag: Sequence[str] | None = None,
        *,
        stddev_m: npt.ArrayLike | None = None,
        level_dbm: npt.ArrayLike | None = None,
    ) -> Ranges:
        """Takes the biases of links and levels from ranges and adds their variances.

        Args:
            measured_m: (n,) numbers, metres.
            anchor, tag: (n,) names. A range takes the bias of its anchor and tag, else of its anchor with any tag, else
                none.
            stddev_m: (n,) standard deviations of measured_m; None, or NaN in a row: the link's scatter.
            level_dbm: (n,) receive levels; None, or NaN in a row: no level's bias.

        Returns:
            One row per range; one about whose uncertainty nothing is known is refused, by its own status.
        """
        count = np.size(measured_m)
        samples = rows_of.samples(
            measured_m, None, self.link_indices(anchor, tag, count), stddev_m=stddev_m, level_dbm=level_dbm
        )
        links, levels = self.link_rows(), self._level_rows()
        rows = np.empty(len(samples), dtype=RANGE_DTYPE)
        refused = ctypes.c_size_t()
        check(
            library.rangekit_calibration_apply(
                pointer(links, c.rangekit_calibration_link),
                len(links),
                pointer(levels, c.rangekit_calibration_level),
                len(levels),
                pointer(samples, c.rangekit_calibration_sample),
                len(samples),
                pointer(rows, c.rangekit_twr_range),
                refused,
            )
        )
        return Ranges(rows, refused.value)

    def link_indices(
        self, anchor: Sequence[str] | None, tag: Sequence[str] | None, count: int
    ) -> npt.NDArray[np.uint32]:
        """Which link each range takes its bias from; RANGEKIT_CALIBRATION_NO_LINK where there is none."""
        index = np.full(count, c.RANGEKIT_CALIBRATION_NO_LINK, dtype=np.uint32)
        if anchor is None:
            return index
        known = {(link.anchor, link.tag or ""): number for number, link in enumerate(self.links)}
        tags = tag if tag is not None else [""] * len(anchor)
        for row, (anchor_name, tag_name) in enumerate(zip(anchor, tags, strict=True)):
            number = known.get((anchor_name, tag_name), known.get((anchor_name, "")))
            if number is not None and row < count:
                index[row] = number
        if len(anchor) != count:
            raise ValueError(f"anchor has {len(anchor)} elements; {count} are needed, one for each row")
        return index

    def link_rows(self) -> npt.NDArray[Any]:
        """The links as the C contract has them."""
        rows = np.zeros(len(self.links), dtype=rows_of.LINK)
        for row, link in zip(rows, self.links, strict=True):
            row["anchor"], row["tag"] = (
                rows_of.encoded_name("anchor", link.anchor),
                rows_of.encoded_name("tag", link.tag or ""),
            )
            row["bias_m"] = link.bias_m
            row["effective_count"] = link.effective_count or 0
            rows_of.put(row, "bias_stddev_m", link.bias_stddev_m, c.RANGEKIT_CALIBRATION_LINK_HAS_BIAS_STDDEV)
            rows_of.put(row, "stddev_m", link.stddev_m, c.RANGEKIT_CALIBRATION_LINK_HAS_STDDEV)
            rows_of.put(row, "count", link.count, c.RANGEKIT_CALIBRATION_LINK_HAS_COUNT)
        return rows

    def _device_rows(self) -> npt.NDArray[Any]:
        rows = np.zeros(len(self.devices), dtype=rows_of.DEVICE)
        for row, device in zip(rows, self.devices, strict=True):
            row["name"] = rows_of.encoded_name("name", device.name)
            row["delay_ticks"], row["component"], row["count"] = device.delay_ticks, device.component, device.count
            rows_of.put(row, "delay_stddev_ticks", device.delay_stddev_ticks, c.RANGEKIT_CALIBRATION_DEVICE_HAS_STDDEV)
            if not device.observable:
                row["fields"] |= c.RANGEKIT_CALIBRATION_DEVICE_ONLY_SUMS
        return rows

    def _level_rows(self) -> npt.NDArray[Any]:
        rows = np.zeros(len(self.levels), dtype=rows_of.LEVEL)
        for row, level in zip(rows, self.levels, strict=True):
            row["level_dbm"], row["bias_m"] = level.level_dbm, level.bias_m
            rows_of.put(row, "bias_stddev_m", level.bias_stddev_m, c.RANGEKIT_CALIBRATION_LEVEL_HAS_BIAS_STDDEV)
            rows_of.put(row, "count", level.count, c.RANGEKIT_CALIBRATION_LEVEL_HAS_COUNT)
        return rows
