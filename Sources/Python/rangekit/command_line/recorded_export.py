"""Tables of a recording's records, as CSV, JSON or Parquet."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit.command_line.output import UnusableInputError, counted, note, writing
from rangekit.command_line.recorded_table import as_csv
from rangekit.record import STRUCTURES, RecordKind, dtype_of
from rangekit.recording import RecordingReader

#: The rows that other commands read, beside the kinds of records.
ROWS: Final = "rows"
FORMATS: Final = (".csv", ".json", ".parquet")
Columns = dict[str, npt.NDArray[Any]]


def table_names() -> list[str]:
    """What can be asked for."""
    return [ROWS, *(kind.name.lower() for kind in STRUCTURES)]


def export(name: str, data: bytes, table: str, output: str | None, *, resume: bool) -> None:
    """Writes one table to a file, whose name says the format, or as CSV to standard output."""
    suffix = Path(output).suffix.lower() if output not in (None, "-") else ".csv"
    if suffix not in FORMATS:
        raise UnusableInputError(f"--output {output}: the name must end in {', '.join(FORMATS)}")
    if table == ROWS and suffix == ".csv":
        with writing(output) as stream:
            stream.write(as_csv(data, name))
        return
    columns = rows_of_csv(as_csv(data, name)) if table == ROWS else columns_of(data, table, resume=resume)
    count = len(next(iter(columns.values())))
    if not count:
        raise UnusableInputError(f"{name} has no record of kind {table}; `rangekit replay {name}` says what it has")
    if suffix == ".parquet":
        write_parquet(columns, str(output))
    else:
        with writing(output) as stream:
            rows = zip(*(_texts(column) for column in columns.values()), strict=True)
            if suffix == ".json":
                json.dump([dict(zip(columns, row, strict=True)) for row in rows], stream, indent=1)
                stream.write("\n")
            else:
                writer = csv.writer(stream, lineterminator="\n")
                writer.writerow(columns)
                writer.writerows(["" if value is None else value for value in row] for row in rows)
    if output not in (None, "-"):
        note(f"{output}: {counted(count, 'row')} of {table}")


def columns_of(data: bytes, table: str, *, resume: bool = False) -> Columns:
    """All records of one kind: where and when, then every value of the structure, arrays taken apart."""
    kind = RecordKind[table.upper()]
    reader = RecordingReader(data, resume=resume)
    heads: list[tuple[int, int, int, int]] = []
    bodies: list[npt.NDArray[Any]] = []
    for record in reader:
        if record.kind == kind and isinstance(record.body, np.ndarray):
            heads += [(record.sequence, record.time_ns, record.source, record.code)] * len(record.body)
            bodies.append(record.body)
    body = np.concatenate(bodies) if bodies else np.zeros(0, dtype_of(kind))
    head = np.array(heads, dtype=np.int64).reshape(-1, 4)
    columns: Columns = dict(zip(("record", "time_ns", "source", "code"), head.T, strict=True))
    columns["name"] = np.array([reader.names.get(source, "") for source in head[:, 2].tolist()], dtype=object)
    _flatten(body, "", columns)
    return columns


def _flatten(body: npt.NDArray[Any], prefix: str, columns: Columns) -> None:
    for name in body.dtype.names or ():
        column, path = body[name], prefix + name
        if name in ("struct_size", "reserved"):
            continue
        if column.dtype.names:
            if column.ndim == 1:
                _flatten(column, f"{path}_", columns)
            else:
                for index in range(column.shape[1]):
                    _flatten(column[:, index], f"{path}_{index}_", columns)
        elif column.ndim == 1:
            if path not in columns or not np.array_equal(columns[path], column):
                columns[path if path not in columns else f"body_{path}"] = column
        else:
            for index in range(column.shape[1]):
                columns[f"{path}_{index}"] = column[:, index]


def rows_of_csv(text: str) -> Columns:
    """The rows as columns: numbers where every cell that is filled is one, NaN where it is empty."""
    lines = list(csv.reader(text.splitlines()))
    columns: Columns = {}
    for name, cells in zip(lines[0], zip(*lines[1:], strict=True), strict=True):
        if name in ("anchor", "tag", "target", "idA", "idB"):
            columns[name] = np.array(cells, dtype=object)
        elif name.startswith("t") and name[1:].isdigit():
            columns[name] = np.array([int(cell) if cell else None for cell in cells], dtype=object)
        else:
            columns[name] = np.array([float(cell) if cell else np.nan for cell in cells])
    return columns


def write_parquet(columns: Columns, path: str) -> None:
    """Columns as a Parquet file; pyarrow does it, which is not installed with RangeKit."""
    try:
        import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]
        import pyarrow.parquet  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise UnusableInputError(
            "Parquet needs pyarrow, which is not installed: pip install pyarrow (CSV and JSON need nothing)"
        ) from None
    arrays = {
        name: pyarrow.array(column.tolist() if column.dtype == object else column) for name, column in columns.items()
    }
    try:
        pyarrow.parquet.write_table(pyarrow.table(arrays), path)
    except OSError as error:
        raise UnusableInputError(f"{path} cannot be written: {error.strerror or error}") from error


def _texts(column: npt.NDArray[Any]) -> list[Any]:
    """Values as text and JSON have them: single precision as short as it is, absent ones None."""
    if column.dtype == np.float32:
        return [float(str(value)) if np.isfinite(value) else None for value in column]
    if column.dtype.kind == "S":
        return [value.decode(errors="replace") for value in column.tolist()]
    if column.dtype.kind == "f":
        return [value if np.isfinite(value) else None for value in column.tolist()]
    return list(column.tolist())
