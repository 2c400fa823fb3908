"""Recorded results against the estimators again: the same bit for bit, and a difference named where it is."""

from __future__ import annotations

import ctypes
import dataclasses
import io
import itertools
import math
from typing import Any

import numpy as np
import pytest
import rangekit as rk
from rangekit.record import RecordKind, empty_body
from rangekit.replay import Replayer, ResultsWriter, default_options, replay
from rangekit.simulation import simulate
from rangekit.walk import simulate_walk

OPTIONS = [
    RecordKind.QUALITY_OPTIONS,
    RecordKind.ZONE_OPTIONS,
    RecordKind.FUSION_OPTIONS,
    RecordKind.QUALITY_MODEL_OPTIONS,
]


def samples() -> bytes:
    """Distances of a walk through every estimator that takes samples, and two-way ranging."""
    walk = simulate(seed=5, duration_s=30)
    out = io.BytesIO()
    with rk.RecordingWriter(out) as recording:
        writer = ResultsWriter(recording)
        for kind in OPTIONS:
            writer.write(kind, default_options(kind), source=7)
        for time_s, distance_m in zip(walk.time_s[walk.complete], walk.ranges.distance_m, strict=True):
            sample = empty_body(RecordKind.SAMPLE)
            sample["time_ns"], sample["distance_m"], sample["fields"] = round(time_s * 1e9), distance_m, 1
            sample["technology"] = rk.Technology.UWB
            writer.write(RecordKind.SAMPLE, sample, source=7)
        for stamps in walk.stamps[walk.complete][:20]:
            exchange = empty_body(RecordKind.DOUBLE_SIDED)
            for name, stamp in zip(exchange.dtype.names or (), stamps, strict=True):
                exchange[name] = stamp
            writer.write(RecordKind.DOUBLE_SIDED, exchange, source=7)
        late = empty_body(RecordKind.SAMPLE)
        late["time_ns"] = 5
        writer.write(RecordKind.SAMPLE, late, source=7)
    return out.getvalue()


def others() -> bytes:
    """A filter, registers, a tracker and a locator."""
    out = io.BytesIO()
    random = np.random.default_rng(3)
    with rk.RecordingWriter(out) as recording:
        writer = ResultsWriter(recording)
        writer.write(RecordKind.FILTER_OPTIONS, default_options(RecordKind.FILTER_OPTIONS), source=1)
        registers = empty_body(RecordKind.REGISTERS)
        for name in ("fp_amplitude_1", "fp_amplitude_2", "fp_amplitude_3", "cir_power", "accumulated_count"):
            registers[name] = 900
        registers["fields"] = 3 | 4
        writer.write(RecordKind.REGISTERS, registers, source=1)
        for index, place in enumerate([(0, 0, 2), (8, 0, 0.5), (8, 6, 2.2), (0, 6, 1), (4, 3, 3)]):
            anchor = empty_body(RecordKind.ANCHOR)
            anchor["x_m"], anchor["y_m"], anchor["z_m"], anchor["id"] = *place, index
            writer.write(RecordKind.ANCHOR, anchor, source=index)
        writer.write(RecordKind.TRACKER_OPTIONS, default_options(RecordKind.TRACKER_OPTIONS), source=2)
        for step in range(60):
            value = empty_body(RecordKind.FILTER_SAMPLE)
            value["time_ns"], value["value"][0, 0], value["weight"] = step * 10**8, 3 + random.normal(), 1
            writer.write(RecordKind.FILTER_SAMPLE, value, source=1)
            measured = empty_body(RecordKind.TRACKER_MEASUREMENT)
            corner = [(0, 0, 2), (8, 0, 0.5), (8, 6, 2.2), (0, 6, 1), (4, 3, 3)][step % 5]
            measured["time_ns"], measured["anchor"] = step * 10**8, step % 5
            measured["value"] = math.dist(corner, (2 + 0.05 * step, 2, 1)) + random.normal() * 0.05
            writer.write(RecordKind.TRACKER_MEASUREMENT, measured, source=2)
        writer.state(RecordKind.TRACKER_STATE, source=2)
        writer.write(RecordKind.LOCATOR_OPTIONS, default_options(RecordKind.LOCATOR_OPTIONS), source=3)
        walk = simulate_walk(seed=4, duration_s=10)
        events = [(time_s, "pose", index) for index, time_s in enumerate(walk.pose_s)]
        events += [(time_s, "range", index) for index, time_s in enumerate(walk.range_s)]
        for time_s, what, index in sorted(events):
            if what == "pose":
                pose = empty_body(RecordKind.POSE)
                pose["time_ns"], pose["position_m"][0] = round(time_s * 1e9), walk.position_m[index]
                pose["orientation"][0], pose["fields"] = walk.orientation[index], 1
                writer.write(RecordKind.POSE, pose, source=3)
                continue
            measured = empty_body(RecordKind.LOCATOR_MEASUREMENT)
            measured["sample"]["time_ns"], measured["sample"]["fields"] = round(time_s * 1e9), 1
            measured["sample"]["distance_m"], measured["sample"]["peer"] = walk.range_m[index], 9
            writer.write(RecordKind.LOCATOR_MEASUREMENT, measured, source=3)
            writer.state(RecordKind.LOCATOR_ESTIMATE, source=3)
    return out.getvalue()


@pytest.fixture(scope="module", params=[samples, others])
def recording(request: Any) -> bytes:
    data: bytes = request.param()
    return data


def test_results_come_out_again_bit_for_bit(recording: bytes) -> None:
    report = replay(rk.RecordingReader(recording))
    assert report.differences == []
    assert not report.unchecked
    assert len(report.equal) == 5
    assert report.equal.total() > 150


def test_every_kind_of_result_is_compared(recording: bytes) -> None:
    """One bit of one value, in each kind of result: the record is named, and nothing else."""
    found = list(rk.RecordingReader(recording))
    last = {record.kind: index for index, record in enumerate(found) if record.kind >= RecordKind.TWR_RANGE}
    for kind, index in last.items():
        names = [name for name in found[index].body.dtype.names if name not in ("struct_size", "reserved", "status")]
        if found[index].code:  # of a call that was refused the status alone counts
            index = next(n for n in range(index, 0, -1) if found[n].kind == kind and not found[n].code)
        for name in names[:3]:
            body = bytearray(found[index].body.tobytes())
            body[found[index].body.dtype.fields[name][1]] ^= 1
            record = rk.Record(
                kind,
                found[index].time_ns,
                found[index].sequence,
                found[index].source,
                0,
                np.frombuffer(bytes(body), found[index].body.dtype),
            )
            report = replay([*found[:index], record, *found[index + 1 :]])
            assert [one.record.sequence for one in report.differences] == [found[index].sequence]
            assert report.differences[0].field == name
            assert f"record {record.sequence}" in str(report.differences[0])


def test_a_call_that_ended_otherwise_is_a_difference() -> None:
    found = list(rk.RecordingReader(samples()))
    index = next(n for n, record in enumerate(found) if record.code == rk.Status.ERROR_TIME_BACKWARDS)
    wrong = rk.Record(found[index].kind, 0, found[index].sequence, 7, 0, found[index].body)
    report = replay([*found[:index], wrong])
    assert report.differences[0].field == "status"
    assert report.differences[0].replayed == "RANGEKIT_ERROR_TIME_BACKWARDS"


def test_results_without_options_are_not_compared() -> None:
    found = [record for record in rk.RecordingReader(samples()) if record.kind != RecordKind.ZONE_OPTIONS]
    report = replay(found)
    assert set(report.unchecked) == {"zone_result"}
    assert report.differences == []


def test_options_that_cannot_be_are_refused() -> None:
    options = default_options(RecordKind.QUALITY_OPTIONS).copy()
    options["minimum_count"] = 0
    with Replayer() as replayer, pytest.raises(rk.ArgumentError, match="OUT_OF_RANGE"):
        replayer.feed(rk.Record(RecordKind.QUALITY_OPTIONS, 0, 0, 0, 0, options))


def test_the_package_and_the_replay_say_the_same() -> None:
    """Through the classes of the package, which know nothing of recordings."""
    found = list(rk.RecordingReader(samples()))
    with rk.QualityEstimator() as quality:
        for record, result in itertools.pairwise(found):
            if record.kind != RecordKind.SAMPLE or record.body["fields"][0] == 0:
                continue
            expected = quality.update(record.time_ns, float(record.body["distance_m"][0]))
            assert result.kind == RecordKind.QUALITY_RESULT
            assert ctypes.c_float(expected.distance_m or 0).value == result.body["distance_m"][0]
            assert expected.level == result.body["level"][0]


def test_channel_sounding_comes_out_again() -> None:
    channels = np.array([channel for channel in range(2, 77) if channel not in (23, 24, 25)])
    out = io.BytesIO()
    with rk.RecordingWriter(out) as recording:
        writer = ResultsWriter(recording)
        options = default_options(RecordKind.SOUNDING_OPTIONS).copy()
        options["offset_m"] = 0.25
        writer.write(RecordKind.SOUNDING_OPTIONS, options, source=4)
        for step in range(4):
            angle = 4 * np.pi * (2402 + channels) * 1e6 * (7 + 0.002 * step) / 299_792_458
            z = (1 + 0.3 * np.exp(-1j * channels)) * np.exp(-1j * angle)
            trips = rk.sounding.round_trips([93 + step, 95, 90, 99, 92, 94])
            if step != 2:
                writer.write(RecordKind.SOUNDING_ROUND_TRIPS, trips, source=4, time_ns=step * 10**8)
            writer.write(RecordKind.CS_TONES, rk.sounding.tones(z, channels), source=4, time_ns=step * 10**8)
    records = list(rk.RecordingReader(out.getvalue()))
    results = [record.body for record in records if record.kind == RecordKind.SOUNDING_RESULT]
    assert [int(body["round_trip_count"][0]) for body in results] == [6, 6, 0, 6]
    assert abs(float(results[-1]["distance_m"][0]) - 7) < 1
    report = replay(records)
    assert report.differences == [] and not report.unchecked and report.equal["sounding_result"] == 4
    changed = [
        dataclasses.replace(record, body=default_options(RecordKind.SOUNDING_OPTIONS))
        if record.kind == RecordKind.SOUNDING_OPTIONS
        else record
        for record in records
    ]
    assert {difference.field for difference in replay(changed).differences} == {"distance_m"}
