"""recording.h: one record of a recording, as bytes and as values. `rangekit.recording` has the files."""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import as_integer, default, known
from rangekit.base import Status
from rangekit.errors import check_message, new_diagnostic

if TYPE_CHECKING:
    from typing import TypeAlias


FORMAT_VERSION: Final[int] = c.RANGEKIT_RECORDING_FORMAT_VERSION
#: No encoded record is longer, in bytes.
MAX_SIZE: Final[int] = c.RANGEKIT_RECORD_MAX_SIZE
BODY_MAX_SIZE: Final[int] = c.RANGEKIT_RECORD_BODY_MAX_SIZE


class RecordKind(enum.IntEnum):
    """What a record's body is; recording.h says it of each."""

    HEADER = c.RANGEKIT_RECORD_HEADER
    END = c.RANGEKIT_RECORD_END
    NAME = c.RANGEKIT_RECORD_NAME
    NOTE = c.RANGEKIT_RECORD_NOTE
    TOKEN = c.RANGEKIT_RECORD_TOKEN
    CONFIGURATION = c.RANGEKIT_RECORD_CONFIGURATION
    INCOMING = c.RANGEKIT_RECORD_INCOMING
    OUTGOING = c.RANGEKIT_RECORD_OUTGOING
    EVENT = c.RANGEKIT_RECORD_EVENT
    STATUS = c.RANGEKIT_RECORD_STATUS
    SAMPLE = c.RANGEKIT_RECORD_SAMPLE
    POSE = c.RANGEKIT_RECORD_POSE
    ANCHOR = c.RANGEKIT_RECORD_ANCHOR
    TRUE_SAMPLE = c.RANGEKIT_RECORD_TRUE_SAMPLE
    TRUE_POSE = c.RANGEKIT_RECORD_TRUE_POSE
    FILTER_SAMPLE = c.RANGEKIT_RECORD_FILTER_SAMPLE
    TRACKER_MEASUREMENT = c.RANGEKIT_RECORD_TRACKER_MEASUREMENT
    LOCATOR_MEASUREMENT = c.RANGEKIT_RECORD_LOCATOR_MEASUREMENT
    DOUBLE_SIDED = c.RANGEKIT_RECORD_DOUBLE_SIDED
    SINGLE_SIDED = c.RANGEKIT_RECORD_SINGLE_SIDED
    THREE_MESSAGE = c.RANGEKIT_RECORD_THREE_MESSAGE
    REGISTERS = c.RANGEKIT_RECORD_REGISTERS
    CS_TONES = c.RANGEKIT_RECORD_CS_TONES
    CS_ROUND_TRIPS = c.RANGEKIT_RECORD_CS_ROUND_TRIPS
    CS_MODE0S = c.RANGEKIT_RECORD_CS_MODE0S
    CS_PROCEDURE = c.RANGEKIT_RECORD_CS_PROCEDURE
    RADIO = c.RANGEKIT_RECORD_RADIO
    SOUNDING_ROUND_TRIPS = c.RANGEKIT_RECORD_SOUNDING_ROUND_TRIPS
    TWR_OPTIONS = c.RANGEKIT_RECORD_TWR_OPTIONS
    QUALITY_OPTIONS = c.RANGEKIT_RECORD_QUALITY_OPTIONS
    ZONE_OPTIONS = c.RANGEKIT_RECORD_ZONE_OPTIONS
    FILTER_OPTIONS = c.RANGEKIT_RECORD_FILTER_OPTIONS
    FUSION_OPTIONS = c.RANGEKIT_RECORD_FUSION_OPTIONS
    QUALITY_MODEL_OPTIONS = c.RANGEKIT_RECORD_QUALITY_MODEL_OPTIONS
    TRACKER_OPTIONS = c.RANGEKIT_RECORD_TRACKER_OPTIONS
    LOCATOR_OPTIONS = c.RANGEKIT_RECORD_LOCATOR_OPTIONS
    SIGNAL_OPTIONS = c.RANGEKIT_RECORD_SIGNAL_OPTIONS
    SOUNDING_OPTIONS = c.RANGEKIT_RECORD_SOUNDING_OPTIONS
    TWR_RANGE = c.RANGEKIT_RECORD_TWR_RANGE
    QUALITY_RESULT = c.RANGEKIT_RECORD_QUALITY_RESULT
    ZONE_RESULT = c.RANGEKIT_RECORD_ZONE_RESULT
    FILTER_RESULT = c.RANGEKIT_RECORD_FILTER_RESULT
    FUSION_RESULT = c.RANGEKIT_RECORD_FUSION_RESULT
    QUALITY_MODEL_RESULT = c.RANGEKIT_RECORD_QUALITY_MODEL_RESULT
    TRACKER_RESULT = c.RANGEKIT_RECORD_TRACKER_RESULT
    TRACKER_STATE = c.RANGEKIT_RECORD_TRACKER_STATE
    LOCATOR_ESTIMATE = c.RANGEKIT_RECORD_LOCATOR_ESTIMATE
    SIGNAL_LEVEL = c.RANGEKIT_RECORD_SIGNAL_LEVEL
    POSITION = c.RANGEKIT_RECORD_POSITION
    SOUNDING_RESULT = c.RANGEKIT_RECORD_SOUNDING_RESULT


class TimeBase(enum.IntEnum):
    """What the times of a recording count from, in nanoseconds."""

    UNKNOWN = c.RANGEKIT_TIME_BASE_UNKNOWN
    MONOTONIC = c.RANGEKIT_TIME_BASE_MONOTONIC  #: a clock that never steps, any origin
    UTC = c.RANGEKIT_TIME_BASE_UTC  #: 1970-01-01 UTC
    RECORDING = c.RANGEKIT_TIME_BASE_RECORDING  #: the recording's beginning


#: The structure of each kind whose body is one or more of them.
STRUCTURES: Final[dict[RecordKind, type[ctypes.Structure]]] = {
    RecordKind.HEADER: c.rangekit_recording_header,
    RecordKind.SAMPLE: c.rangekit_range_sample,
    RecordKind.POSE: c.rangekit_pose,
    RecordKind.ANCHOR: c.rangekit_tracker_anchor,
    RecordKind.TRUE_SAMPLE: c.rangekit_range_sample,
    RecordKind.TRUE_POSE: c.rangekit_pose,
    RecordKind.FILTER_SAMPLE: c.rangekit_filter_sample,
    RecordKind.TRACKER_MEASUREMENT: c.rangekit_tracker_measurement,
    RecordKind.LOCATOR_MEASUREMENT: c.rangekit_locator_measurement,
    RecordKind.DOUBLE_SIDED: c.rangekit_twr_double_sided_exchange,
    RecordKind.SINGLE_SIDED: c.rangekit_twr_single_sided_exchange,
    RecordKind.THREE_MESSAGE: c.rangekit_twr_three_message_exchange,
    RecordKind.REGISTERS: c.rangekit_signal_registers,
    RecordKind.CS_TONES: c.rangekit_cs_tone,
    RecordKind.CS_ROUND_TRIPS: c.rangekit_cs_rtt,
    RecordKind.CS_MODE0S: c.rangekit_cs_mode0,
    RecordKind.CS_PROCEDURE: c.rangekit_cs_procedure,
    RecordKind.SOUNDING_ROUND_TRIPS: c.rangekit_sounding_round_trip,
    RecordKind.TWR_OPTIONS: c.rangekit_twr_options,
    RecordKind.QUALITY_OPTIONS: c.rangekit_quality_options,
    RecordKind.ZONE_OPTIONS: c.rangekit_zone_options,
    RecordKind.FILTER_OPTIONS: c.rangekit_filter_options,
    RecordKind.FUSION_OPTIONS: c.rangekit_fusion_options,
    RecordKind.QUALITY_MODEL_OPTIONS: c.rangekit_quality_model_options,
    RecordKind.TRACKER_OPTIONS: c.rangekit_tracker_options,
    RecordKind.LOCATOR_OPTIONS: c.rangekit_locator_options,
    RecordKind.SIGNAL_OPTIONS: c.rangekit_signal_options,
    RecordKind.SOUNDING_OPTIONS: c.rangekit_sounding_options,
    RecordKind.TWR_RANGE: c.rangekit_twr_range,
    RecordKind.QUALITY_RESULT: c.rangekit_quality_result,
    RecordKind.ZONE_RESULT: c.rangekit_zone_result,
    RecordKind.FILTER_RESULT: c.rangekit_filter_result,
    RecordKind.FUSION_RESULT: c.rangekit_fusion_result,
    RecordKind.QUALITY_MODEL_RESULT: c.rangekit_quality_model_result,
    RecordKind.TRACKER_RESULT: c.rangekit_tracker_result,
    RecordKind.TRACKER_STATE: c.rangekit_tracker_state,
    RecordKind.LOCATOR_ESTIMATE: c.rangekit_locator_estimate,
    RecordKind.SIGNAL_LEVEL: c.rangekit_signal_level,
    RecordKind.POSITION: c.rangekit_position,
    RecordKind.SOUNDING_RESULT: c.rangekit_sounding_result,
}


def _dtype(structure: type[ctypes.Structure]) -> np.dtype[Any]:
    """NumPy's type of a structure, with text as one value of so many bytes."""
    dtype: np.dtype[Any] = np.dtype(structure)
    formats: list[Any] = [dtype.fields[name][0] for name in dtype.names or ()] if dtype.fields else []
    offsets = [dtype.fields[name][1] for name in dtype.names or ()] if dtype.fields else []
    formats = [f"S{each.shape[0]}" if each.shape and each.base.kind == "S" else each for each in formats]
    parts = {"names": dtype.names, "formats": formats, "offsets": offsets, "itemsize": dtype.itemsize}
    return np.dtype(parts)  # type: ignore[call-overload, no-any-return]


_DTYPES: Final[dict[int, np.dtype[Any]]] = {kind: _dtype(structure) for kind, structure in STRUCTURES.items()}
_TEXT: Final = frozenset(kind for kind in RecordKind if library.rangekit_record_layout(int(kind)) == b"text")

#: What a body is in Python: bytes (for unknown kinds their CBOR), text, or a structured array, one element a struct.
Body: TypeAlias = bytes | str | npt.NDArray[Any]


@dataclasses.dataclass(frozen=True, eq=False)
class Record:
    """One record of a recording."""

    kind: int  #: a `RecordKind`; a plain number where this version does not know it
    time_ns: int  #: on the clock that the header names
    sequence: int  #: the record's number, from 0
    source: int  #: the host's number of a peer, a session, an anchor or a tag
    code: int  #: see the kinds in recording.h
    body: Body
    offset: int = 0  #: in the file, in bytes

    @property
    def is_struct(self) -> bool:
        """Whether the body is a structured array."""
        return isinstance(self.body, np.ndarray)

    def encode(self) -> bytes:
        """The record as deterministic CBOR.

        Raises:
            MessageError: a body that its kind cannot have.
        """
        return encode_record(self.kind, self.body, self.time_ns, self.sequence, self.source, self.code)


def dtype_of(kind: int) -> np.dtype[Any] | None:
    """The type of a kind's body as a structured array; None for bytes, text and unknown kinds."""
    return _DTYPES.get(kind)


def empty_body(kind: int, count: int = 1) -> npt.NDArray[Any]:
    """A body of zeros to fill in, its struct_size stated where there is one."""
    dtype = _DTYPES[kind]
    body = np.zeros(count, dtype)
    if dtype.names and dtype.names[0] == "struct_size":
        body["struct_size"] = dtype.itemsize
    return body


def kind_name(kind: int) -> str:
    """The identifier of a kind, "sample" for example."""
    name: bytes = library.rangekit_record_kind_name(kind)
    return name.decode()


def decode_record(data: bytes, offset: int = 0) -> tuple[Record, int]:
    """The record at `offset`, and its length in bytes.

    Raises:
        MessageError: the bytes are no record; `byte_offset` counts from `offset`.
    """
    return RecordDecoder().decode(data, offset)


def encode_record(kind: int, body: Body, time_ns: int, sequence: int, source: int, code: int) -> bytes:
    """The bytes of one record; see `Record`."""
    memory = _as_memory(kind, body)
    structure = c.rangekit_record(
        struct_size=ctypes.sizeof(c.rangekit_record),
        kind=as_integer("kind", kind, ctypes.c_int32),
        time_ns=as_integer("time_ns", time_ns, ctypes.c_int64),
        sequence=as_integer("sequence", sequence, ctypes.c_uint32),
        source=as_integer("source", source, ctypes.c_uint32),
        code=as_integer("code", code, ctypes.c_int32),
        body_size=as_integer("the body's size", len(memory), ctypes.c_uint32),
    )
    out = ctypes.create_string_buffer(4 * len(memory) + 64)
    length = ctypes.c_size_t()
    diagnostic = new_diagnostic()
    status = library.rangekit_record_encode(
        structure, memory, ctypes.cast(out, ctypes.POINTER(ctypes.c_uint8)), len(out), length, diagnostic
    )
    check_message(status, diagnostic)
    return out.raw[: length.value]


def _as_memory(kind: int, body: Any) -> bytes:
    dtype = _DTYPES.get(kind)
    if dtype is not None:
        if isinstance(body, (ctypes.Structure, ctypes.Array)):
            body = np.frombuffer(bytes(body), dtype)
        if not isinstance(body, (np.ndarray, np.void)) or body.dtype != dtype:
            raise TypeError(f"the body of {kind_name(kind)} must be an array of {dtype.names}, not {body!r}")
        return body.tobytes()
    if kind in _TEXT:
        if not isinstance(body, str):
            raise TypeError(f"the body of {kind_name(kind)} must be text, not {body!r}")
        return body.encode(errors="surrogateescape")
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise TypeError(f"the body of {kind_name(kind)} must be bytes, not {body!r}")
    return bytes(body)


class RecordDecoder:
    """Memory for one record at a time."""

    def __init__(self) -> None:
        self._body = ctypes.create_string_buffer(BODY_MAX_SIZE)
        self._record = default(c.rangekit_record, library.rangekit_record_default)
        self._used = ctypes.c_size_t()
        self._diagnostic = new_diagnostic()

    @property
    def used(self) -> int:
        """Bytes of the record, also of one that is whole and cannot be read."""
        return int(self._used.value)

    def decode(self, data: bytes, offset: int) -> tuple[Record, int]:
        """The record at `offset`, and its length."""
        # Few records are longer; a window saves copying all that follows.
        status = self._decode(data[offset : offset + 512])
        if status == Status.ERROR_TRUNCATED and len(data) - offset > 512:
            status = self._decode(data[offset : offset + MAX_SIZE])
        check_message(status, self._diagnostic)
        record = self._record
        kind: int = known(RecordKind, record.kind)
        memory = ctypes.string_at(self._body, record.body_size)
        body: Body = memory
        if kind in _DTYPES:
            body = np.frombuffer(memory, _DTYPES[kind])
        elif kind in _TEXT:
            body = memory.decode()
        return (
            Record(kind, record.time_ns, record.sequence, record.source, record.code, body, offset),
            self.used,
        )

    def _decode(self, data: bytes) -> int:
        status: int = library.rangekit_record_decode(
            data, len(data), self._record, self._body, BODY_MAX_SIZE, self._used, self._diagnostic
        )
        return status
