"""A recording as the rows that every command reads: one row a measurement, with its truth beside it."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

import numpy as np

from rangekit import _bindings as c
from rangekit.command_line.output import UnusableInputError, note
from rangekit.command_line.times import seconds_text
from rangekit.record import Record, RecordKind
from rangekit.recording import RecordingReader

#: In the order of a row.
COLUMNS: Final = (
    *("t_s", "tag", "anchor", "target", "idA", "idB", "dd_m"),
    *("t1", "t2", "t3", "t4", "t5", "t6", "cfo_ppm"),
    *("range_m", "std_m", "level_dbm", "fp_level_dbm", "nlos_probability", "velocity_mps"),
    *("true_m", "true_x", "true_y", "true_z", "ax", "ay", "az"),
    *("x_m", "y_m", "z_m", "qx", "qy", "qz", "qw", "light_lux", "observer", "antenna"),
)
_STAMPS: Final = {
    RecordKind.DOUBLE_SIDED: ("poll_tx", "poll_rx", "response_tx", "response_rx", "final_tx", "final_rx"),
    RecordKind.SINGLE_SIDED: ("poll_tx", "poll_rx", "response_tx", "response_rx"),
}
_OF_SAMPLE: Final = {
    "range_m": ("distance_m", c.RANGEKIT_SAMPLE_HAS_DISTANCE),
    "std_m": ("distance_stddev_m", c.RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV),
    "level_dbm": ("power_dbm", c.RANGEKIT_SAMPLE_HAS_POWER),
    "fp_level_dbm": ("first_path_power_dbm", c.RANGEKIT_SAMPLE_HAS_FIRST_PATH_POWER),
    "nlos_probability": ("nlos_probability", c.RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY),
    "velocity_mps": ("velocity_mps", c.RANGEKIT_SAMPLE_HAS_VELOCITY),
}


@dataclasses.dataclass
class _Row:
    time_ns: int
    source: int
    cells: dict[str, str]


class RecordedRows:
    """Collects rows from records in their order."""

    def __init__(self) -> None:
        self._rows: list[_Row] = []
        self._names: dict[int, str] = {}
        self._anchors: dict[int, dict[str, str]] = {}
        self._true_m: dict[int, tuple[int, str]] = {}  # by source: when, how far
        self._true_place: tuple[int, dict[str, str]] | None = None
        self._sources: set[int] = set()

    def take(self, record: Record) -> None:
        """Adds what one record says; most kinds say nothing to a table."""
        if record.kind == RecordKind.NAME and isinstance(record.body, str):
            self._names[record.source] = record.body
        if not isinstance(record.body, np.ndarray):
            return
        for row in record.body:
            self._take(record, row)

    def _take(self, record: Record, row: Any) -> None:
        kind, source = record.kind, record.source
        if kind == RecordKind.SAMPLE:
            self._sample(record.time_ns, source, row, {})
        elif kind == RecordKind.LOCATOR_MEASUREMENT:
            more = {"observer": str(row["observer"]), "antenna": str(row["antenna"])}
            self._sample(int(row["sample"]["time_ns"]), source, row["sample"], more)
        elif kind == RecordKind.TRUE_SAMPLE:
            self._true_m[source] = (record.time_ns, str(row["distance_m"]))
        elif kind in (RecordKind.TRUE_POSE, RecordKind.ANCHOR):
            if kind == RecordKind.ANCHOR:
                names, place = ("ax", "ay", "az"), (row["x_m"], row["y_m"], row["z_m"])
            else:
                names, place = ("true_x", "true_y", "true_z"), tuple(row["position_m"])
            cells = {name: _text(value) for name, value in zip(names, place, strict=True)}
            if record.code == 2:
                del cells[names[2]]
            if kind == RecordKind.ANCHOR:
                self._anchors[source] = cells
            else:
                self._true_place = (record.time_ns, cells)
        elif kind in _STAMPS:
            cells = {f"t{n}": str(row[name]) for n, name in enumerate(_STAMPS[RecordKind(kind)], 1)}
            if kind == RecordKind.SINGLE_SIDED:
                cells["cfo_ppm"] = _text(row["clock_offset_ppm"])
            self._row(record.time_ns, source, cells)
        elif kind == RecordKind.TRACKER_MEASUREMENT:
            self._tracker(row, source)
        elif kind == RecordKind.POSE:
            self._pose(row)

    def _row(self, time_ns: int, source: int, cells: dict[str, str]) -> None:
        """A row, or more cells of the one before where both are of one measurement."""
        last = self._rows[-1] if self._rows else None
        if last is not None and (last.time_ns, last.source) == (time_ns, source) and not last.cells.keys() & cells:
            last.cells.update(cells)
        else:
            last = _Row(time_ns, source, cells)
            self._rows.append(last)
        self._sources.add(source)
        when, true_m = self._true_m.get(source, (None, ""))
        if when == time_ns:
            last.cells["true_m"] = true_m
        if self._true_place is not None and self._true_place[0] == time_ns:
            last.cells.update(self._true_place[1])

    def _sample(self, time_ns: int, source: int, row: Any, more: dict[str, str]) -> None:
        cells = {name: str(row[field]) for name, (field, bit) in _OF_SAMPLE.items() if row["fields"] & bit}
        if row["peer"]:
            cells["tag"] = self._name(int(row["peer"]))
        self._row(time_ns, source, cells | more)

    def _tracker(self, row: Any, source: int) -> None:
        cells = {"std_m": str(row["stddev"])} if row["stddev"] else {}
        anchor = int(row["anchor"])
        if row["kind"] == c.RANGEKIT_TRACKER_DIFFERENCE:
            cells |= {"idA": self._name(anchor), "idB": self._name(int(row["anchor_b"])), "dd_m": _text(row["value"])}
        elif row["kind"] == c.RANGEKIT_TRACKER_RANGE:
            cells |= {"anchor": self._name(anchor), "range_m": _text(row["value"])}
        else:
            return
        if source:
            cells["tag"] = self._name(source)
        self._row(int(row["time_ns"]), source, cells)

    def _pose(self, row: Any) -> None:
        cells = {name: _text(value) for name, value in zip(("x_m", "y_m", "z_m"), row["position_m"], strict=True)}
        if row["fields"] & c.RANGEKIT_POSE_HAS_ORIENTATION:
            cells |= {f"q{axis}": str(value) for axis, value in zip("xyzw", row["orientation"], strict=True)}
        if row["fields"] & c.RANGEKIT_POSE_HAS_LIGHT:
            cells["light_lux"] = str(row["light_lux"])
        if row["observer"]:
            cells["observer"] = str(row["observer"])
        self._rows.append(_Row(int(row["time_ns"]), -1, cells))

    def _name(self, source: int) -> str:
        return self._names.get(source, str(source))

    def lines(self) -> list[str]:
        """Header and rows as CSV."""
        posed = any(row.source == -1 for row in self._rows)
        named = len(self._sources) > 1 or bool(self._names.keys() & self._sources)
        for row in self._rows:
            if named and row.source != -1 and "idA" not in row.cells and "anchor" not in row.cells:
                row.cells["target" if posed else "anchor"] = self._name(row.source)
            if "true_x" in row.cells and row.source in self._anchors:
                row.cells |= self._anchors[row.source]
            row.cells["t_s"] = seconds_text(row.time_ns)
        used = {name for row in self._rows for name in row.cells}
        columns = [name for name in COLUMNS if name in used]
        rows = (",".join(_quoted(row.cells.get(name, "")) for name in columns) for row in self._rows)
        return [",".join(columns), *rows]

    def anchor_lines(self) -> list[str]:
        """Where the anchors are, as CSV."""
        axes = [axis for axis in ("ax", "ay", "az") if all(axis in cells for cells in self._anchors.values())]
        rows = (
            ",".join([_quoted(self._name(source)), *(cells[axis] for axis in axes)])
            for source, cells in self._anchors.items()
        )
        return [",".join(["anchor", *(f"{axis[1]}_m" for axis in axes)]), *rows]


def as_csv(data: bytes, name: str, *, anchors: bool = False, quiet: bool = False) -> str:
    """A recording's rows, or its anchors, as CSV; damage is said, and what stands before it is read."""
    reader = RecordingReader(data)
    rows = RecordedRows()
    for record in reader:
        rows.take(record)
    for damage in () if quiet else reader.damages:
        note(f"{name} is damaged: {damage}. It was read up to there.")
    lines = rows.anchor_lines() if anchors else rows.lines()
    if len(lines) < 2:
        what = "anchors" if anchors else "measurements that make rows"
        raise UnusableInputError(f"{name} is a recording without {what}; `rangekit replay {name}` says what is in it")
    return "\n".join(lines) + "\n"


def _text(value: float | np.floating[Any]) -> str:
    return repr(float(value))


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if any(mark in cell for mark in ',"\n\r') else cell
