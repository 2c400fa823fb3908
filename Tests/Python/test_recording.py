"""Recordings: the format against cbor2, zlib and the CDDL; values that come back bit by bit; damage."""

from __future__ import annotations

import ctypes
import io
import struct
import zlib
from pathlib import Path
from typing import Any

import cbor2
import numpy as np
import pytest
import rangekit as rk
from hypothesis import given, settings
from hypothesis import strategies as st
from rangekit import _bindings as c
from rangekit import record as records
from rangekit._library import library
from rangekit.record import STRUCTURES, RecordKind

DESCRIPTION = Path(__file__).resolve().parents[2] / "Include" / "rangekit" / "rangekit.cddl"
LETTERS = {
    ctypes.c_int8: "b",
    ctypes.c_uint8: "B",
    ctypes.c_int16: "h",
    ctypes.c_uint16: "H",
    ctypes.c_int32: "i",
    ctypes.c_uint32: "I",
    ctypes.c_int64: "q",
    ctypes.c_uint64: "Q",
    ctypes.c_float: "f",
    ctypes.c_double: "d",
}
TEXTS = [RecordKind.NAME, RecordKind.NOTE, RecordKind.STATUS]
BYTES = [kind for kind in RecordKind if kind not in STRUCTURES and kind not in TEXTS]


def letters(kind: Any) -> list[str]:
    """A structure's values in order, texts as "64s"."""
    if kind in LETTERS:
        return [LETTERS[kind]]
    if issubclass(kind, ctypes.Array):
        return [f"{kind._length_}s"] if kind._type_ is ctypes.c_char else letters(kind._type_) * kind._length_
    return [letter for field in kind._fields_ for letter in letters(field[1])]


def values(kind: RecordKind, body: bytes) -> list[dict[int, Any]]:
    """What the maps of a body must hold, read with Python's struct module."""
    layout = letters(STRUCTURES[kind])
    size = ctypes.sizeof(STRUCTURES[kind])
    sized = STRUCTURES[kind]._fields_[0][0] == "struct_size"
    found = []
    for start in range(0, len(body), size):
        row = list(struct.unpack("@" + "".join(layout), body[start : start + struct.calcsize("@" + "".join(layout))]))
        row = row[1:] if sized else row
        entries: dict[int, Any] = {}
        for key, value in enumerate(row):
            if isinstance(value, bytes):
                value = value.split(b"\0")[0].decode()
            if isinstance(value, float):
                if struct.pack("d", value) != bytes(8):
                    entries[key] = value
            elif value:
                entries[key] = value
        found.append(entries)
    return found


@st.composite
def bodies(draw: st.DrawFn) -> tuple[RecordKind, Any]:
    """A kind with a body that it can have."""
    kind = draw(st.sampled_from(RecordKind))
    if kind in TEXTS:
        return kind, draw(st.text(st.characters(exclude_characters="\0", codec="utf-8"), max_size=40))
    if kind is RecordKind.END:
        return kind, b""
    if kind in BYTES:
        return kind, draw(st.binary(max_size=80))
    sized = STRUCTURES[kind]._fields_[0][0] == "struct_size"
    body = records.empty_body(kind, 1 if sized else draw(st.integers(1, 3)))
    fill(draw, body)
    if sized:
        body["struct_size"] = body.dtype.itemsize
    if kind is RecordKind.HEADER:
        body["format_version"] = 1
    return kind, body


def fill(draw: st.DrawFn, body: Any) -> None:
    for name in body.dtype.names:
        column = body[name]
        if column.dtype.names:
            fill(draw, column)
            continue
        if draw(st.integers(0, 2)) == 0:
            continue
        if column.dtype.kind == "S":
            column[...] = draw(st.text(st.characters(min_codepoint=1, max_codepoint=126), max_size=8)).encode()
        elif column.dtype.kind == "f":
            width = 8 * column.dtype.itemsize
            column[...] = draw(
                st.floats(allow_nan=False, width=width) | st.sampled_from([-0.0, 0.5, 65504.0, 2.0**-24])
            )
        else:
            limits = np.iinfo(column.dtype)
            column[...] = draw(st.integers(int(limits.min), int(limits.max)))


INT32, INT64, UINT32 = st.integers(-(2**31), 2**31 - 1), st.integers(-(2**63), 2**63 - 1), st.integers(0, 2**32 - 1)


@pytest.fixture(scope="module")
def schema() -> Any:
    return pytest.importorskip("cddl_verifier").Validator(DESCRIPTION)


@settings(max_examples=400)
@given(content=bodies(), time_ns=INT64, sequence=UINT32, source=UINT32, code=INT32)
def test_a_record_is_what_cbor2_and_zlib_make_of_it(
    schema: Any, content: Any, time_ns: int, sequence: int, source: int, code: int
) -> None:
    kind, body = content
    data = rk.Record(kind, time_ns, sequence, source, code, body).encode()
    memory = body.tobytes() if kind in STRUCTURES else body
    expected = values(kind, memory) if kind in STRUCTURES else body
    start = cbor2.dumps([int(kind), sequence, source, code, time_ns, expected, b""], canonical=True)[:-1]
    assert data == start + b"\x44" + zlib.crc32(start).to_bytes(4, "big")
    found, used = records.decode_record(data + b"\x87")
    assert used == len(data)
    assert (found.kind, found.time_ns, found.sequence, found.source, found.code) == (
        kind,
        time_ns,
        sequence,
        source,
        code,
    )
    assert (found.body.tobytes() if found.is_struct else found.body) == memory
    assert schema.validate(data)


def test_layouts_are_those_of_the_structures() -> None:
    for kind in RecordKind:
        layout = library.rangekit_record_layout(kind).decode()
        assert records.kind_name(kind) == kind.name.lower()
        if kind in STRUCTURES:
            expanded = layout.lstrip("*")
            mine = letters(STRUCTURES[kind])
            assert layout.startswith("*") == (STRUCTURES[kind]._fields_[0][0] == "struct_size")
            assert struct.unpack_from("@" + expanded, bytes(2000)) == struct.unpack_from(
                "@" + "".join(mine[1:] if layout.startswith("*") else mine), bytes(2000)
            )
            assert struct.calcsize("@" + ("I" if layout.startswith("*") else "") + expanded + "0q") in (
                ctypes.sizeof(STRUCTURES[kind]),
                ctypes.sizeof(STRUCTURES[kind]) + 4,
            )
        else:
            assert layout == ("text" if kind in TEXTS else "bytes")
    assert records.kind_name(32768) == "unknown"
    named = {name for name in vars(c) if name.startswith("RANGEKIT_RECORD_") and "SIZE" not in name}
    named -= {name for name in named if "_CONFIGURATION_" in name or "_RADIO_" in name}
    assert {f"RANGEKIT_RECORD_{kind.name}" for kind in RecordKind} == named - {"RANGEKIT_RECORD_APPLICATION"}


def recording() -> tuple[bytes, list[int]]:
    """A short recording, and where each record starts; the last number is its length."""
    out = io.BytesIO()
    starts = [0]
    sample = records.empty_body(RecordKind.SAMPLE)
    sample["fields"], sample["distance_m"], sample["time_ns"] = 1, 5.4, 1_500_000_000
    with rk.RecordingWriter(out, device="anchor 7", note="ü", time_base=rk.TimeBase.RECORDING, utc_ns=7) as writer:
        starts.append(out.tell())
        for kind, body, options in (
            (RecordKind.NAME, "tag", {"source": 3}),
            (RecordKind.INCOMING, b"\x87\x00\x87", {"time_ns": 5}),
            (RecordKind.SAMPLE, sample, {"source": 3}),
            (RecordKind.STATUS, "", {"code": -11}),
            (40000, cbor2.dumps({1: [None, 2.5]}, canonical=True), {}),
        ):
            writer.write(kind, body, **options)
            starts.append(out.tell())
    starts.append(out.tell())
    return out.getvalue(), starts


def test_what_is_written_is_read() -> None:
    data, starts = recording()
    reader = rk.RecordingReader(data)
    found = list(reader)
    assert [record.kind for record in found] == [0, 2, 10, 16, 13, 40000, 1]
    assert [record.offset for record in found] == starts[:-1]
    assert [record.sequence for record in found] == list(range(7))
    assert [record.time_ns for record in found] == [0, 0, 5, 1_500_000_000, 1_500_000_000, 1_500_000_000, 1_500_000_000]
    assert reader.is_closed
    assert reader.damages == []
    assert reader.names == {3: "tag"}
    assert reader.header is not None
    assert reader.header["device"][0] == b"anchor 7"
    assert reader.header["library_version"][0].decode() == rk.__version__
    assert reader.header["note"][0].decode() == "ü"
    assert (reader.header["utc_ns"][0], reader.header["time_base"][0], reader.header["fields"][0]) == (7, 3, 1)
    assert found[5].body == cbor2.dumps({1: [None, 2.5]}, canonical=True)
    assert b"".join(record.encode() for record in found) == data


def test_every_truncation_is_read_up_to_the_cut() -> None:
    data, starts = recording()
    for cut in range(len(data)):
        reader = rk.RecordingReader(data[:cut])
        whole = sum(start <= cut for start in starts[1:])
        assert len(list(reader)) == whole
        assert not reader.is_closed
        if cut == starts[whole]:
            assert reader.damage is None
        else:
            assert reader.damage is not None
            assert (reader.damage.offset, reader.damage.sequence) == (starts[whole], whole)
            assert reader.damage.status == rk.Status.ERROR_TRUNCATED


def test_every_flipped_bit_is_noticed_and_passed_over() -> None:
    data, starts = recording()
    for bit in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        damaged = sum(start <= bit // 8 for start in starts) - 1
        reader = rk.RecordingReader(bytes(flipped))
        assert [record.sequence for record in reader] == list(range(damaged))
        assert reader.damage is not None
        assert (reader.damage.offset, reader.damage.end) == (starts[damaged], None)
        reader = rk.RecordingReader(bytes(flipped), resume=True)
        assert [record.sequence for record in reader] == [n for n in range(7) if n != damaged]
        assert len(reader.damages) == 1
        assert reader.damages[0].end == (starts[damaged + 1] if damaged < 6 else None)


def test_missing_and_repeated_records_are_said() -> None:
    data, starts = recording()
    cut = data[: starts[2]] + data[starts[4] :]
    reader = rk.RecordingReader(cut)
    assert len(list(reader)) == 5
    assert "2 records are missing" in str(reader.damage)
    reader = rk.RecordingReader(data[: starts[3]] + data[starts[2] :])
    assert len(list(reader)) == 8
    assert "record 2 stands here" in str(reader.damage)
    reader = rk.RecordingReader(data + data)  # a second recording behind the first is none of these
    assert len(list(reader)) == 14
    assert reader.damages == []


def test_a_record_of_a_later_version_is_passed_over() -> None:
    data, starts = recording()
    body = cbor2.dumps([16, 3, 0, 0, 5, [{0: 5, 15: 1}], b""])[:-1]
    later = body + b"\x44" + zlib.crc32(body).to_bytes(4, "big")
    reader = rk.RecordingReader(data[: starts[3]] + later + data[starts[4] :])
    assert [record.sequence for record in reader] == [0, 1, 2, 4, 5, 6]
    assert reader.damage is not None
    assert reader.damage.status == rk.Status.ERROR_FIELD_NOT_ALLOWED


def test_files_by_name_and_files_that_stay_open(tmp_path: Path) -> None:
    data, _ = recording()
    path = tmp_path / "a.rangekit"
    path.write_bytes(data)
    for source in (path, str(path), io.BytesIO(data)):
        assert len(list(rk.RecordingReader(source))) == 7
    writer = rk.RecordingWriter(tmp_path / "b.rangekit")
    writer.write(RecordKind.NOTE, "half")
    writer.flush()
    reader = rk.RecordingReader(tmp_path / "b.rangekit")
    assert len(list(reader)) == 2
    assert not reader.is_closed
    writer.close()
    writer.close()
    with pytest.raises(ValueError, match="closed"):
        writer.write(RecordKind.NOTE, "more")


@pytest.mark.parametrize(
    ("kind", "body", "error", "words"),
    [
        (RecordKind.SAMPLE, b"", TypeError, "must be an array of"),
        (RecordKind.NOTE, b"x", TypeError, "must be text"),
        (RecordKind.TOKEN, "x", TypeError, "must be bytes"),
        (RecordKind.NOTE, "a\0b", rk.MessageError, "INVALID_UTF8"),
        (RecordKind.SAMPLE, records.empty_body(RecordKind.SAMPLE)[:0], rk.MessageError, "WRONG_LENGTH"),
        (40000, b"", rk.MessageError, "TRUNCATED"),
        (65536, b"\x00", rk.MessageError, "INVALID_VALUE"),
        (RecordKind.RADIO, bytes(65537), rk.MessageError, "TOO_LARGE"),
    ],
)
def test_what_cannot_be_written_is_refused_and_nothing_is(kind: int, body: Any, error: Any, words: str) -> None:
    out = io.BytesIO()
    with rk.RecordingWriter(out) as writer:
        before = out.getvalue()
        with pytest.raises(error, match=words):
            writer.write(kind, body)
        assert out.getvalue() == before
    assert len(list(rk.RecordingReader(out.getvalue()))) == 2


def test_a_header_takes_what_fits() -> None:
    with pytest.raises(ValueError, match="device must be at most 64 bytes"):
        rk.RecordingWriter(io.BytesIO(), device="x" * 65)
    out = io.BytesIO()
    rk.RecordingWriter(out, device="x" * 64, note="y" * 256).close()
    header = rk.RecordingReader(out.getvalue())
    assert next(header).body["device"][0] == b"x" * 64
