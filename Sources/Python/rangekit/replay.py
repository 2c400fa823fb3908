"""Recordings through the estimators again: what comes out must be what was recorded, bit for bit.

    with rk.RecordingWriter("walk.rangekit") as recording:
        writer = ResultsWriter(recording)
        sample = empty_body(RecordKind.SAMPLE)
        sample["distance_m"], sample["fields"] = 5.2, 1
        writer.write(RecordKind.SAMPLE, sample)

    report = replay(rk.RecordingReader("walk.rangekit"))
    print(report.equal, *report.differences)

An options record makes an estimator for its source. Inputs of the source go into it, in the order of the recording,
and each result record is compared with what the estimator says then.
"""

from __future__ import annotations

import ctypes
import dataclasses
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import default
from rangekit.base import Status, status_name
from rangekit.errors import check
from rangekit.record import STRUCTURES, Record, RecordKind, dtype_of, empty_body, kind_name
from rangekit.recording import Sink


@dataclasses.dataclass(frozen=True)
class Output:
    """What one input came to."""

    kind: RecordKind
    code: int  #: the status of the call
    body: npt.NDArray[Any]


@dataclasses.dataclass(frozen=True)
class Difference:
    """A result that is not what was recorded."""

    record: Record  #: as it was recorded
    field: str  #: the first value that differs; "status" if the call itself ended otherwise
    recorded: Any
    replayed: Any

    def __str__(self) -> str:
        return (
            f"record {self.record.sequence}, byte {self.record.offset}: {kind_name(self.record.kind)}.{self.field} of "
            f"source {self.record.source} was {self.recorded}, and is {self.replayed}"
        )


@dataclasses.dataclass
class Report:
    """What a replay came to."""

    equal: Counter[str] = dataclasses.field(default_factory=Counter)  #: results that are the same, by kind
    unchecked: Counter[str] = dataclasses.field(default_factory=Counter)  #: results without options or input
    differences: list[Difference] = dataclasses.field(default_factory=list)


class _Estimator:
    """One of a source's estimators, behind the library's functions."""

    inputs: frozenset[RecordKind]
    result: RecordKind

    def feed(self, record: Record, body: npt.NDArray[Any]) -> Output | None:
        raise NotImplementedError

    def state(self, kind: int) -> Output | None:
        """A result that is asked for, not given with each input."""
        return None

    def close(self) -> None:
        pass


class _Handle(_Estimator):
    """quality, zone, filter, fusion, quality_model: one sample in, one result out."""

    def __init__(self, part: str, options: ctypes.Structure, result: RecordKind, source: RecordKind) -> None:
        self.inputs, self.result = frozenset({source}), result
        self._handle = ctypes.POINTER(getattr(c, f"rangekit_{part}"))()
        more = (None,) if part == "quality_model" else ()
        check(getattr(library, f"rangekit_{part}_create")(options, *more, self._handle))
        self._update = getattr(library, f"rangekit_{part}_update")
        self._destroy = getattr(library, f"rangekit_{part}_destroy")
        self._input = STRUCTURES[source]

    def feed(self, record: Record, body: npt.NDArray[Any]) -> Output | None:
        out = _results(self.result, len(body))
        status = Status.OK
        for index in range(len(body)):
            row = _structure(self._input, body, index)
            place = min(index, len(out) - 1)
            result = _structure(STRUCTURES[self.result], out, place)
            status = self._update(self._handle, row, result)
            out[place : place + 1] = np.frombuffer(bytes(result), out.dtype)
        return Output(self.result, int(status), out)

    def close(self) -> None:
        self._destroy(self._handle)


class _Pure(_Estimator):
    """Two-way ranging and levels: no memory between two inputs."""

    _FUNCTIONS: Final = {
        RecordKind.DOUBLE_SIDED: "rangekit_twr_double_sided_batch",
        RecordKind.SINGLE_SIDED: "rangekit_twr_single_sided_batch",
        RecordKind.THREE_MESSAGE: "rangekit_twr_three_message_batch",
        RecordKind.REGISTERS: "rangekit_signal_levels_batch",
    }

    def __init__(self, options: ctypes.Structure, result: RecordKind, inputs: Iterable[RecordKind]) -> None:
        self.inputs, self.result = frozenset(inputs), result
        self._options = options

    def feed(self, record: Record, body: npt.NDArray[Any]) -> Output | None:
        kind = RecordKind(record.kind)
        out = _results(self.result, len(body))
        rows = np.ascontiguousarray(body)
        status = getattr(library, self._FUNCTIONS[kind])(
            self._options, _pointer(STRUCTURES[kind], rows), len(rows), _pointer(STRUCTURES[self.result], out), None
        )
        return Output(self.result, int(status), out)


class _Tracker(_Estimator):
    inputs = frozenset({RecordKind.ANCHOR, RecordKind.TRACKER_MEASUREMENT})
    result = RecordKind.TRACKER_RESULT

    def __init__(self, options: ctypes.Structure) -> None:
        self._handle = ctypes.POINTER(c.rangekit_tracker)()
        check(library.rangekit_tracker_create(options, self._handle))

    def feed(self, record: Record, body: npt.NDArray[Any]) -> Output | None:
        rows = _pointer(STRUCTURES[RecordKind(record.kind)], np.ascontiguousarray(body))
        if record.kind == RecordKind.ANCHOR:
            library.rangekit_tracker_set_anchors(self._handle, rows, len(body), None)
            return None
        out = _results(self.result, len(body))
        status = library.rangekit_tracker_update_batch(
            self._handle, rows, len(body), _pointer(c.rangekit_tracker_result, out), None, None
        )
        return Output(self.result, int(status), out)

    def state(self, kind: int) -> Output | None:
        if kind != RecordKind.TRACKER_STATE:
            return None
        out = _results(RecordKind.TRACKER_STATE, 1)
        status = library.rangekit_tracker_get_state(self._handle, _pointer(c.rangekit_tracker_state, out))
        return Output(RecordKind.TRACKER_STATE, int(status), out)

    def close(self) -> None:
        library.rangekit_tracker_destroy(self._handle)


class _Locator(_Estimator):
    inputs = frozenset({RecordKind.POSE, RecordKind.LOCATOR_MEASUREMENT})
    result = RecordKind.LOCATOR_ESTIMATE

    def __init__(self, options: ctypes.Structure) -> None:
        self._handle = ctypes.POINTER(c.rangekit_locator)()
        check(library.rangekit_locator_create(options, self._handle))
        self._newest = (0, 0)

    def feed(self, record: Record, body: npt.NDArray[Any]) -> Output | None:
        rows = _pointer(STRUCTURES[RecordKind(record.kind)], np.ascontiguousarray(body))
        if record.kind == RecordKind.POSE:
            library.rangekit_locator_add_poses(self._handle, rows, len(body), None)
            return None
        library.rangekit_locator_measure(self._handle, rows, len(body), None)
        self._newest = int(body["sample"]["peer"][-1]), int(body["observer"][-1])
        return None

    def state(self, kind: int) -> Output | None:
        if kind != RecordKind.LOCATOR_ESTIMATE:
            return None
        out = _results(RecordKind.LOCATOR_ESTIMATE, 1)
        estimate = _pointer(c.rangekit_locator_estimate, out)
        status = library.rangekit_locator_get_estimate(self._handle, *self._newest, estimate)
        return Output(RecordKind.LOCATOR_ESTIMATE, int(status), out)

    def close(self) -> None:
        library.rangekit_locator_destroy(self._handle)


class _Sounding(_Estimator):
    inputs = frozenset({RecordKind.SOUNDING_ROUND_TRIPS, RecordKind.CS_TONES})
    result = RecordKind.SOUNDING_RESULT

    def __init__(self, options: ctypes.Structure) -> None:
        self._handle = ctypes.POINTER(c.rangekit_sounding)()
        check(library.rangekit_sounding_create(options, self._handle))
        self._round_trips: npt.NDArray[Any] = empty_body(RecordKind.SOUNDING_ROUND_TRIPS)[:0]

    def feed(self, record: Record, body: npt.NDArray[Any]) -> Output | None:
        if record.kind == RecordKind.SOUNDING_ROUND_TRIPS:
            self._round_trips = np.ascontiguousarray(body)
            return None
        out, tones = _results(self.result, 1), np.ascontiguousarray(body)
        result = _structure(c.rangekit_sounding_result, out, 0)
        trips = _pointer(c.rangekit_sounding_round_trip, self._round_trips)
        status = library.rangekit_sounding_estimate(
            self._handle,
            record.time_ns,
            _pointer(c.rangekit_cs_tone, tones),
            len(tones),
            trips,
            len(self._round_trips),
            result,
        )
        self._round_trips = self._round_trips[:0]
        out[:] = np.frombuffer(bytes(result), out.dtype)
        return Output(self.result, int(status), out)

    def close(self) -> None:
        library.rangekit_sounding_destroy(self._handle)


#: What stands behind each kind of options: part, result, input.
_HANDLES: Final = {
    RecordKind.QUALITY_OPTIONS: ("quality", RecordKind.QUALITY_RESULT, RecordKind.SAMPLE),
    RecordKind.ZONE_OPTIONS: ("zone", RecordKind.ZONE_RESULT, RecordKind.SAMPLE),
    RecordKind.FUSION_OPTIONS: ("fusion", RecordKind.FUSION_RESULT, RecordKind.SAMPLE),
    RecordKind.QUALITY_MODEL_OPTIONS: ("quality_model", RecordKind.QUALITY_MODEL_RESULT, RecordKind.SAMPLE),
    RecordKind.FILTER_OPTIONS: ("filter", RecordKind.FILTER_RESULT, RecordKind.FILTER_SAMPLE),
}


class Replayer:
    """The estimators of a recording, fed record by record. Use it with `with`, or close it."""

    def __init__(self) -> None:
        self._estimators: dict[tuple[int, int], _Estimator] = {}  # by source and kind of options
        self._newest: dict[tuple[int, int], Output] = {}  # by source and kind of result
        self._anchors: list[Record] = []

    def feed(self, record: Record) -> list[Output]:
        """Takes one record of any kind; gives what the source's estimators say to it.

        Raises:
            ArgumentError: options that the library refuses.
        """
        if not isinstance(record.body, np.ndarray):
            return []
        if record.kind in _MAKERS:
            self._make(record, record.body)
            return []
        if record.kind == RecordKind.ANCHOR:
            self._anchors.append(record)
        outputs = []
        for (source, _), estimator in self._estimators.items():
            if record.kind in estimator.inputs and (source == record.source or record.kind == RecordKind.ANCHOR):
                output = estimator.feed(record, record.body)
                if output is not None:
                    self._newest[source, output.kind] = output
                    outputs.append(output)
        return outputs

    def compare(self, record: Record) -> Difference | bool:
        """What a result record differs in from what its estimator says; True: nothing; False: no one knows."""
        newest = self._newest.get((record.source, record.kind)) or self.state(record.source, record.kind)
        if newest is None or not isinstance(record.body, np.ndarray):
            return False
        if newest.code != record.code:
            names = (status_name(record.code), status_name(newest.code))
            return Difference(record, "status", *names)
        if newest.code or newest.body.tobytes() == record.body.tobytes():
            return True
        return _first_difference(record, record.body, newest.body)

    def state(self, source: int, kind: int) -> Output | None:
        """A result that is asked for: a tracker's state, a locator's estimate."""
        for (owner, _), estimator in self._estimators.items():
            if owner == source and (output := estimator.state(kind)) is not None:
                return output
        return None

    def close(self) -> None:
        """Ends all estimators."""
        for estimator in self._estimators.values():
            estimator.close()
        self._estimators = {}

    def __enter__(self) -> Replayer:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _make(self, record: Record, body: npt.NDArray[Any]) -> None:
        kind = RecordKind(record.kind)
        estimator = _MAKERS[kind](_structure(STRUCTURES[kind], body, 0))
        if (old := self._estimators.pop((record.source, kind), None)) is not None:
            old.close()
        self._newest.pop((record.source, estimator.result), None)
        self._estimators[record.source, kind] = estimator
        if RecordKind.ANCHOR in estimator.inputs:
            for anchor in self._anchors:
                assert isinstance(anchor.body, np.ndarray)
                estimator.feed(anchor, anchor.body)


def _make_handle(kind: RecordKind) -> Any:
    part, result, source = _HANDLES[kind]
    return lambda options: _Handle(part, options, result, source)


_MAKERS: Final[dict[int, Any]] = {
    **{kind: _make_handle(kind) for kind in _HANDLES},
    RecordKind.TWR_OPTIONS: lambda options: _Pure(
        options,
        RecordKind.TWR_RANGE,
        (RecordKind.DOUBLE_SIDED, RecordKind.SINGLE_SIDED, RecordKind.THREE_MESSAGE),
    ),
    RecordKind.SIGNAL_OPTIONS: lambda options: _Pure(options, RecordKind.SIGNAL_LEVEL, (RecordKind.REGISTERS,)),
    RecordKind.TRACKER_OPTIONS: _Tracker,
    RecordKind.LOCATOR_OPTIONS: _Locator,
    RecordKind.SOUNDING_OPTIONS: _Sounding,
}

#: Kinds that hold what an estimator said.
RESULTS: Final = frozenset(kind for kind in RecordKind if kind >= RecordKind.TWR_RANGE)


class ResultsWriter:
    """Writes inputs to a recording together with what estimators make of them.

    The first exchange of a source makes its two-way ranging, the first sample its quality estimator, both with
    default options, which are recorded; other estimators are made by writing their options.
    """

    _USUAL: Final = {
        RecordKind.SAMPLE: RecordKind.QUALITY_OPTIONS,
        RecordKind.DOUBLE_SIDED: RecordKind.TWR_OPTIONS,
        RecordKind.SINGLE_SIDED: RecordKind.TWR_OPTIONS,
        RecordKind.THREE_MESSAGE: RecordKind.TWR_OPTIONS,
        RecordKind.REGISTERS: RecordKind.SIGNAL_OPTIONS,
    }

    def __init__(self, writer: Sink) -> None:
        self._writer = writer
        self._replayer = Replayer()
        self._known: set[tuple[int, int]] = set()

    def write(
        self, kind: int, body: Any = b"", *, time_ns: int | None = None, source: int = 0, code: int = 0
    ) -> Record:
        """As `RecordingWriter.write`; results follow the record."""
        usual = self._USUAL.get(kind)  # type: ignore[call-overload]
        if kind in _MAKERS:
            self._known.add((source, kind))
        elif usual is not None and (source, usual) not in self._known:
            self.write(usual, default_options(usual), time_ns=time_ns, source=source)
        record = self._writer.write(kind, body, time_ns=time_ns, source=source, code=code)
        for output in self._replayer.feed(record):
            self._writer.write(output.kind, output.body, time_ns=record.time_ns, source=source, code=output.code)
        return record

    def state(self, kind: RecordKind, *, source: int = 0) -> None:
        """Records a tracker's state or a locator's estimate as it stands."""
        output = self._replayer.state(source, kind)
        if output is None:
            raise ValueError(f"source {source} has nothing that gives a {kind_name(kind)}: write its options first")
        self._writer.write(kind, output.body, source=source, code=output.code)


def default_options(kind: RecordKind) -> npt.NDArray[Any]:
    """The body of an options record with the library's defaults."""
    structure = STRUCTURES[kind]
    options = default(structure, getattr(library, f"{structure.__name__}_default"))
    return np.frombuffer(bytes(options), dtype_of(kind))


def replay(records: Iterable[Record], limit: int = 100) -> Report:
    """Runs a recording through the estimators again and compares.

    Args:
        records: a `RecordingReader`, or records in their order.
        limit: differences that are kept; the replay ends at that many.
    """
    report = Report()
    with Replayer() as replayer:
        for record in records:
            if record.kind not in RESULTS:
                replayer.feed(record)
                continue
            found = replayer.compare(record)
            if isinstance(found, Difference):
                report.differences.append(found)
                if len(report.differences) >= limit:
                    break
            else:
                (report.equal if found else report.unchecked)[kind_name(record.kind)] += 1
    return report


def _results(kind: RecordKind, count: int) -> npt.NDArray[Any]:
    """Room for results: one for each input, or one alone where the structure states its size."""
    dtype = dtype_of(kind)
    sized = dtype is not None and dtype.names is not None and dtype.names[0] == "struct_size"
    return empty_body(kind, 1 if sized else count)


def _structure(kind: type[ctypes.Structure], body: npt.NDArray[Any], index: int) -> Any:
    return kind.from_buffer_copy(body[index : index + 1].tobytes())


def _pointer(kind: type[ctypes.Structure], body: npt.NDArray[Any]) -> Any:
    return body.ctypes.data_as(ctypes.POINTER(kind))


def _first_difference(record: Record, recorded: npt.NDArray[Any], replayed: npt.NDArray[Any]) -> Difference:
    if len(recorded) != len(replayed):
        return Difference(record, "count", len(recorded), len(replayed))
    for name in recorded.dtype.names or ():
        for row in range(len(recorded)):
            if recorded[name][row].tobytes() != replayed[name][row].tobytes():
                return Difference(record, name, recorded[name][row], replayed[name][row])
    return Difference(record, "padding", "other bytes", "than now")  # no structure has any
