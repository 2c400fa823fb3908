"""recording.h: what two devices said and measured, in a file that replays.

    with RecordingWriter("walk.rangekit", device="anchor 7") as recording:
        recording.name(3, "tag")
        recording.write(RecordKind.NOTE, "the door is open", time_ns=5_000_000_000)

    for record in RecordingReader("walk.rangekit"):
        print(record.kind, record.time_ns, record.body)

A recording is a CBOR sequence of records (rangekit.cddl), each with a checksum. A damaged or truncated one is read
up to the damage, and `RecordingReader.damage` says where that is.
"""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_integer, default, known
from rangekit.base import Status
from rangekit.errors import RangeKitError
from rangekit.record import Record, RecordDecoder, RecordKind, TimeBase, dtype_of, encode_record, kind_name

if TYPE_CHECKING:
    from typing_extensions import Self


class RecordingWriter:
    """Writes a recording: a header at once, records as they come, and a last record when it is closed.

    Args:
        file: the name of a file, which is replaced, or a binary file, which stays open.
        device: what writes the recording, at most 64 bytes of UTF-8.
        note: anything, at most 256 bytes of UTF-8.
        time_base: what the times count from.
        utc_ns: nanoseconds since 1970-01-01 UTC when the records' time is 0; None: not known.
    """

    def __init__(
        self,
        file: str | Path | BinaryIO,
        *,
        device: str = "",
        note: str = "",
        time_base: TimeBase = TimeBase.UNKNOWN,
        utc_ns: int | None = None,
    ) -> None:
        header = default(c.rangekit_recording_header, library.rangekit_recording_header_default)
        for name, text, most in (("device", device, 64), ("note", note, 256)):
            encoded = text.encode()
            if len(encoded) > most or b"\0" in encoded:
                raise ValueError(f"{name} must be at most {most} bytes of UTF-8 without NUL, not {text!r}")
            setattr(header, name, encoded)
        header.time_base = as_integer("time_base", time_base, ctypes.c_int32)
        if utc_ns is not None:
            header.utc_ns = as_integer("utc_ns", utc_ns, ctypes.c_int64)
            header.fields = c.RANGEKIT_RECORDING_HEADER_HAS_UTC
        self._owned = isinstance(file, (str, Path))
        self._file: BinaryIO | None = Path(file).open("wb") if isinstance(file, (str, Path)) else file  # noqa: SIM115
        self._sequence = 0
        self._time_ns = 0
        self.write(RecordKind.HEADER, header)

    def write(
        self, kind: int, body: Any = b"", *, time_ns: int | None = None, source: int = 0, code: int = 0
    ) -> Record:
        """Writes one record and returns it.

        Args:
            kind: a `RecordKind`, or an application's from 32768 on, whose body is CBOR.
            body: bytes, text, or a structured array (or ctypes structure), as the kind says.
            time_ns: when; None: the time in the body's first element, or else that of the record before.
            source: the host's number of a peer, a session, an anchor or a tag.
            code: see the kinds in recording.h.

        Raises:
            MessageError, TypeError: a body that the kind cannot have; nothing is written.
        """
        if self._file is None:
            raise ValueError("this recording is closed")
        dtype = dtype_of(kind)
        if isinstance(body, (ctypes.Structure, ctypes.Array)) and dtype is not None:
            body = np.frombuffer(bytes(body), dtype)
        if isinstance(body, np.void):
            body = body.reshape(1)
        if isinstance(body, np.ndarray) and dtype is not None and body.ndim != 1:
            raise TypeError(f"the body of {kind_name(kind)} must be a plain array, not of shape {body.shape}")
        if time_ns is None:
            has_time = isinstance(body, np.ndarray) and len(body) and "time_ns" in (body.dtype.names or ())
            time_ns = int(body["time_ns"][0]) if has_time else self._time_ns
        data = encode_record(kind, body, time_ns, self._sequence, source, code)
        self._file.write(data)
        record = Record(known(RecordKind, kind), time_ns, self._sequence, source, code, body)
        self._sequence += 1
        self._time_ns = time_ns
        return record

    def name(self, source: int, text: str) -> None:
        """Says what a source is called."""
        self.write(RecordKind.NAME, text, source=source)

    def flush(self) -> None:
        """Hands what was written to the operating system."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Writes the last record and closes a file that was given by name. Closing twice is fine."""
        if self._file is None:
            return
        self.write(RecordKind.END)
        file, self._file = self._file, None
        if self._owned:
            file.close()
        else:
            file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Sink(Protocol):
    """What takes records: a `RecordingWriter` does."""

    def write(
        self, kind: int, body: Any = b"", *, time_ns: int | None = None, source: int = 0, code: int = 0
    ) -> Record:
        """Takes one record."""
        ...

    def name(self, source: int, text: str) -> None:
        """Says what a source is called."""
        ...


@dataclasses.dataclass(frozen=True)
class Damage:
    """A place where a recording is not what was written."""

    offset: int  #: in the file, in bytes
    end: int | None  #: where the next whole record stands; None: nothing was found, or looked for, behind it
    sequence: int  #: of the record that should stand here
    status: int  #: a `Status`; OK where records are missing between two whole ones
    message: str

    def __str__(self) -> str:
        return f"byte {self.offset}, record {self.sequence}: {self.message}"


class RecordingReader:
    """Reads a recording, record by record, up to its end or to the first damage.

    Args:
        file: the name of a file, a binary file, or the bytes themselves.
        resume: go on behind damage with the next whole record; every damaged place is in `damages`.
    """

    def __init__(self, file: str | Path | BinaryIO | bytes, *, resume: bool = False) -> None:
        if isinstance(file, (str, Path)):
            self._data = Path(file).read_bytes()
        else:
            self._data = file if isinstance(file, bytes) else file.read()
        self._resume = resume
        self._decoder = RecordDecoder()
        self._offset = 0
        self._next = 0
        self._stopped = False
        #: Places where the recording is damaged, as far as it was read.
        self.damages: list[Damage] = []
        #: The newest header, a structure of one element; None before it was read.
        self.header: npt.NDArray[Any] | None = None
        #: Whether the newest record was the last that its writer wrote.
        self.is_closed = False
        #: What sources are called, by the records so far.
        self.names: dict[int, str] = {}

    @property
    def damage(self) -> Damage | None:
        """The first damage so far; None while there is none."""
        return self.damages[0] if self.damages else None

    def __iter__(self) -> Iterator[Record]:
        return self

    def __next__(self) -> Record:
        while not self._stopped and self._offset < len(self._data):
            try:
                record, used = self._decoder.decode(self._data, self._offset)
            except RangeKitError as error:
                self._damaged(error)
                continue
            self._offset += used
            self._take(record)
            return record
        raise StopIteration

    def _take(self, record: Record) -> None:
        if record.kind == RecordKind.HEADER and isinstance(record.body, np.ndarray):
            self.header = record.body
            self._next = record.sequence
        if record.sequence != self._next and not (self.damages and self.damages[-1].end == record.offset):
            missing = record.sequence - self._next
            text = f"record {record.sequence} stands here: " + (
                f"{missing} records are missing" if missing > 0 else "records are there twice or in another order"
            )
            self.damages.append(Damage(record.offset, record.offset, self._next, Status.OK, text))
        self._next = record.sequence + 1
        self.is_closed = record.kind == RecordKind.END
        if record.kind == RecordKind.NAME and isinstance(record.body, str):
            self.names[record.source] = record.body

    def _damaged(self, error: RangeKitError) -> None:
        offset, end = self._offset, None
        if self._decoder.used:  # whole, but not for this version to read: no damage ends here
            end = offset + self._decoder.used
            self._next += 1
        elif self._resume:
            found = ctypes.c_size_t()
            rest = self._data[offset + 1 :]
            if not library.rangekit_record_find(rest, len(rest), 0, found):
                end = offset + 1 + found.value
        place = offset + (error.byte_offset or 0)
        self.damages.append(
            Damage(offset, end, self._next - bool(self._decoder.used), error.status, f"{error.message} [{place}]")
        )
        self.is_closed = False
        if end is None:
            self._stopped = True
        else:
            self._offset = end


def is_recording(start: bytes) -> bool:
    """Whether a file that begins with these bytes is a recording: none of the text formats begins like one."""
    return start[:1] == b"\x87"
