"""Channel Sounding data in Python: the shared vectors, the recordings, readers of logs, and the policy."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest
import rangekit as rk
from rangekit import channel_sounding as cs
from rangekit import channel_sounding_control as control
from rangekit import channel_sounding_logs as logs
from rangekit import channel_sounding_policy as policy

SPEED_OF_LIGHT_MPS = 299_792_458.0


@pytest.fixture(scope="module")
def vectors(shared: Path) -> dict:
    return json.loads((shared / "vectors" / "channel_sounding.json").read_text())


@pytest.fixture(scope="module")
def recordings(shared: Path) -> Path:
    folder = shared / "data" / "channel-sounding"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there")
    return folder


def signed(value: int, bits: int) -> int:
    return value - (1 << bits) if value >> (bits - 1) else value


def pct(data: bytes) -> complex:
    """An independent reading: 12 bits I, then 12 bits Q."""
    value = int.from_bytes(data[:3], "little")
    return complex(signed(value & 0xFFF, 12), signed(value >> 12, 12))


ORDERS = [
    "1234",
    "2134",
    "1324",
    "3124",
    "3214",
    "2314",
    "1243",
    "2143",
    "1423",
    "4123",
    "4213",
    "2413",
    "1432",
    "4132",
    "1342",
    "3142",
    "3412",
    "4312",
    "4231",
    "2431",
    "4321",
    "3421",
    "3241",
    "2341",
]


def tones_of(initiator: bytes, reflector: bytes, path_count: int) -> dict[tuple[int, int], complex]:
    """The products by channel and path, read without the library."""
    found, at_a, at_b = {}, 0, 0
    while at_a < len(initiator):
        a = initiator[at_a : at_a + 3 + initiator[at_a + 2]]
        b = reflector[at_b : at_b + 3 + reflector[at_b + 2]]
        at_a, at_b = at_a + len(a), at_b + len(b)
        assert a[:2] == b[:2]
        if a[0] == 2:
            for slot in range(path_count):
                path = int(ORDERS[a[3]][slot]) - 1 if path_count == 4 else slot
                found[a[1], path] = pct(a[4 + 4 * slot :]) * pct(b[4 + 4 * slot :]) / 2**22
    return found


def test_every_pct_of_the_vectors(vectors: dict) -> None:
    for case in vectors["pct"]:
        data = bytes([2, 5, 9, 0]) + bytes.fromhex(case["hex"]) + b"\0" + bytes.fromhex(case["hex"]) + b"\x11"
        steps = cs.decode_steps(data)
        assert (steps.records["tone_i"][0, 0], steps.records["tone_q"][0, 1]) == (case["i"], case["q"])
        assert cs.encode_step(**{name: steps.records[name][0] for name in steps.records.dtype.names}) == data


def test_every_step_of_the_vectors(vectors: dict) -> None:
    steps = [cs.decode_steps(bytes.fromhex(case["hex"])) for case in vectors["steps"]]
    assert [len(s.records) for s in steps] == [1, 1, 1, 1, 0, 0, 0, 0, 1, 1]
    names = [next(iter(s.refusals.values())).name.removeprefix("RANGEKIT_ERROR_") for s in steps if s.refusals]
    assert names == ["TRUNCATED", "TRUNCATED", "INVALID_VALUE", "WRONG_LENGTH"]
    assert [int(steps[i].records["frequency_offset_0p01_ppm"][0]) for i in (1, 8, 9)] == [100, -206, -52]
    assert [int(steps[i].records["rssi_dbm"][0]) for i in (0, 1, 2)] == [-50, -60, 127]


def test_a_bad_step_is_skipped_by_its_length() -> None:
    good = bytes.fromhex("00050300ce01")
    steps = cs.decode_steps(good + bytes.fromhex("004f0211aa") + bytes.fromhex("02050200aa") + good)
    assert len(steps.records) == 2
    assert list(steps.refusals) == [6, 11]
    assert steps.size == 22


def test_every_control_point_message_of_the_vectors(vectors: dict) -> None:
    for case in vectors["control_point"][:4]:
        data = bytes.fromhex(case["hex"])
        assert control.ControlPoint.decode(data).encode() == data
    for case in vectors["control_point"][4:]:
        with pytest.raises(rk.MessageError, match=r"cs\.control"):
            control.ControlPoint.decode(bytes.fromhex(case["hex"]))
    assert control.ControlPoint.decode(b"\x02\x08", response=True).response_code == 8
    lost = control.ControlPoint(control.ControlOpcode.RETRIEVE_LOST_SEGMENTS, 0x605, 7, 255)
    assert lost.encode() == bytes.fromhex("02050607ff")


@pytest.mark.parametrize("name", ["silabs_xg24_pbr", "waves_nrf54l15"])
def test_tones_are_those_of_an_independent_reading(recordings: Path, name: str) -> None:
    content = json.loads((recordings / f"{name}.json").read_text())
    entries = logs.read_json(recordings / f"{name}.json")
    assert len(entries) == len(content["procedures"])
    for given, entry in zip(content["procedures"], entries, strict=True):
        procedure = entry.procedure
        assert procedure.procedure_counter == given["procedure_counter"]
        assert not procedure.causes
        sides = [bytes.fromhex(given[side]["steps_hex"]) for side in ("initiator", "reflector")]
        expected = tones_of(*sides, content.get("num_antenna_paths", 1))
        empty = sum(value == 0 for value in expected.values())
        assert len(procedure.tones) == len(expected) - empty
        for tone, z in zip(procedure.tones, procedure.z, strict=True):
            assert z == pytest.approx(expected[tone["channel"], tone["antenna_path"]], rel=1e-6)
        reference = given["initiator"]["reference_power_level_dbm"]
        assert procedure.reference_power_initiator_dbm == reference


def test_the_capture_is_the_reflector_of_the_recording(vectors: dict, recordings: Path) -> None:
    path = recordings / "silabs_xg24_pbr.json"
    given = json.loads(path.read_text())["procedures"][0]
    expected = logs.read_json(path)[0].procedure
    like = {"procedure_counter": 0, "antenna_path_count": 4, "configuration": 1, "start_event": 44}
    segments = vectors["ranging_service_capture"]["segments"]
    with cs.Collector() as collector:
        for event in cs.encode_events(bytes.fromhex(given["initiator"]["steps_hex"]), reference_power_dbm=-43, **like):
            collector.event(0, event)
        for segment in segments:
            collector.segment(0, bytes.fromhex(segment))
        (procedure,) = collector
    assert np.array_equal(procedure.tones, expected.tones)
    assert procedure.tx_power_remote_dbm == 10
    events = cs.encode_events(
        bytes.fromhex(given["reflector"]["steps_hex"]), reference_power_dbm=-43, frequency_compensation=0, **like
    )
    assert [segment.hex() for segment in cs.encode_segments(events, tx_power_dbm=10)] == segments


def test_the_upper_median_is_the_vendors_on_all_21_procedures(vectors: dict, recordings: Path) -> None:
    entries = logs.read_json(recordings / "silabs_xg24_rtt.json")
    medians = []
    for entry in entries:
        differences = np.sort(entry.procedure.rtts["difference_halfns"])
        medians.append(int(differences[len(differences) // 2]))
        assert medians[-1] * cs.METRES_PER_HALFNS == pytest.approx(entry.reference["distance_raw"], abs=2e-3)
    stated = vectors["rtt_halfns_upper_median"]
    assert len(entries) == 21
    assert medians[:6] == [stated[str(index)] for index in range(6)]


def test_inline_reads_the_initiator_alone(recordings: Path) -> None:
    path = recordings / "waves_nrf54l15.json"
    given = json.loads(path.read_text())["procedures"][0]
    data = bytes.fromhex(given["initiator"]["steps_hex"])
    procedure = logs.read_json(path, input=cs.Input.INLINE)[0].procedure
    steps = cs.decode_steps(data).records
    expected = {
        int(step["channel"]): complex(step["tone_i"][0], step["tone_q"][0]) / 2048
        for step in steps
        if step["mode"] == 2
    }
    assert len(procedure.tones) == 72
    for tone, z in zip(procedure.tones, procedure.z, strict=True):
        assert z == pytest.approx(expected[int(tone["channel"])])


def simulated(counter: int = 1, distance_m: float = 7.0) -> tuple[list[bytes], list[bytes]]:
    sides = []
    for role, sign in ((cs.Role.INITIATOR, 1), (cs.Role.REFLECTOR, -1)):
        steps = [cs.encode_step(mode=0, channel=5, role=role, rssi_dbm=-50, antenna=1)]
        for channel in [*range(2, 23), *range(26, 77)]:
            phase = -2 * np.pi * (2402e6 + 1e6 * channel) * distance_m / SPEED_OF_LIGHT_MPS + sign * channel
            i, q = round(1900 * np.cos(phase)), round(1900 * np.sin(phase))
            steps.append(
                cs.encode_step(
                    mode=2, channel=channel, antenna_path_count=1, tone_i=[i, 0], tone_q=[q, 0], tone_slot=[0, 1]
                )
            )
        sides.append(
            cs.encode_events(
                b"".join(steps),
                procedure_counter=counter,
                antenna_path_count=1,
                connection_handle=0x40,
                reference_power_dbm=-20,
                start_event=9,
            )
        )
    return sides[0], sides[1]


def slope_distance(procedure: cs.Procedure) -> float:
    tones = procedure.path(0)
    phase = np.unwrap(np.angle(tones["i"] + 1j * tones["q"]))
    return float(-np.polyfit(tones["channel"] * 1e6, phase, 1)[0] * SPEED_OF_LIGHT_MPS / (4 * np.pi))


def test_a_dump_is_read(tmp_path: Path) -> None:
    initiator, reflector = simulated(distance_m=3.0)
    lines = ["# a comment", ""]
    lines += [f"{i} event {event.hex()}" for i, event in enumerate(initiator)]
    lines += [
        f"{50 + i} segment {segment.hex(' ')}"
        for i, segment in enumerate(cs.encode_segments(reflector, payload_size=19))
    ]
    lines.append("99 segment 06ff")
    path = tmp_path / "dump.txt"
    path.write_text("\n".join(lines))
    recording = logs.read_dump(path)
    assert len(recording.procedures) == 1
    assert slope_distance(recording.procedures[0]) == pytest.approx(3.0, abs=2e-3)
    assert len(recording.refused) == 1 and "SEGMENT_LOST" in recording.refused[0]
    path.write_text("1 event 31\n2 nothing 00\n")
    with pytest.raises(logs.LogError, match="line 2"):
        logs.read_dump(path)


def snoop(packets: list[tuple[int, bytes]], link: int = 1002) -> bytes:
    out = b"btsnoop\0" + struct.pack(">II", 1, link)
    for index, (flags, data) in enumerate(packets):
        out += struct.pack(">IIIIq", len(data), len(data), flags, 0, 0x00DCDDB30F2F8000 + index) + data
    return out


def acl(att: bytes, flags: int = 2, channel: int = 4) -> bytes:
    frame = struct.pack("<HH", len(att), channel) + att
    return b"\x02" + struct.pack("<HH", 0x40 | flags << 12, len(frame)) + frame


def test_btsnoop_is_read(tmp_path: Path) -> None:
    initiator, reflector = simulated(distance_m=11.0)
    discovery = b"\x09\x07" + struct.pack("<HBHH", 0x20, 0x30, 0x21, 0x2C15)
    packets = [(1, acl(discovery)), *((3, event) for event in initiator)]
    packets.append((1, acl(b"\x1b\x99\x00" + b"other")))
    for segment in cs.encode_segments(reflector, payload_size=100):
        whole = acl(b"\x1b\x21\x00" + segment)
        frame = whole[5:]  # in two fragments
        packets.append((1, b"\x02" + struct.pack("<HH", 0x40 | 2 << 12, 27) + frame[:27]))
        packets.append((1, b"\x02" + struct.pack("<HH", 0x40 | 1 << 12, len(frame) - 27) + frame[27:]))
    path = tmp_path / "btsnoop_hci.log"
    path.write_bytes(snoop(packets))
    recording = logs.read_btsnoop(path)
    assert recording.refused == []
    (procedure,) = recording.procedures
    assert not procedure.causes
    assert procedure.connection_handle == 0x40
    assert slope_distance(procedure) == pytest.approx(11.0, abs=2e-3)
    path.write_bytes(snoop(packets[1:]))  # without discovery, the handle must be said
    assert logs.read_btsnoop(path).procedures[0].causes & cs.Cause.REMOTE_MISSING
    assert len(logs.read_btsnoop(path, ranging_handles=(0x21,)).procedures[0].tones) == 72


@pytest.mark.parametrize("cut", [0, 7, 15, 17, 50])
def test_broken_btsnoop_is_refused(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "log"
    path.write_bytes(snoop([(3, simulated()[0][0])])[:cut])
    with pytest.raises(logs.LogError, match="log"):
        logs.read_btsnoop(path)


@pytest.mark.parametrize("text", ["[]", "{", '{"procedures": [{}]}', '{"procedures": [3]}'])
def test_broken_json_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "log.json"
    path.write_text(text)
    with pytest.raises(logs.LogError, match="log.json"):
        logs.read_json(path)


def test_errors_say_what_is_wrong() -> None:
    initiator, reflector = simulated()
    with cs.Collector(connection_handle=0x41) as collector, pytest.raises(rk.ChannelSoundingError, match="OTHER_CONN"):
        collector.event(0, initiator[0])
    with cs.Collector() as collector:
        with pytest.raises(rk.ChannelSoundingError, match="CONTINUATION"):
            collector.event(0, initiator[1])
        with pytest.raises(rk.MessageError) as caught:
            collector.event(0, initiator[0][:-1])
        assert caught.value.field == "cs.event"
        for event in initiator:
            collector.event(5, event)
        with pytest.raises(rk.ArgumentError, match="TIME_BACKWARDS"):
            collector.advance(4)
        collector.advance(3_000_000_000)
        procedure = collector.next()
        assert procedure is not None
        assert procedure.causes == cs.Cause.REMOTE_MISSING | cs.Cause.TIMED_OUT | cs.Cause.STEPS_UNPAIRED
        assert "remote_missing" in str(procedure)
        with pytest.raises(rk.ChannelSoundingError, match="STALE"):
            collector.event(3_000_000_001, reflector[0], remote=True)
    with pytest.raises(rk.ArgumentError, match="timeout_ns"):
        cs.Collector(timeout_ns=0)


def test_host_distances_become_samples() -> None:
    samples = policy.host_samples([1, 2], [3.5, -1.0], [0.5, 0.5], peer=4)
    assert samples["fields"].tolist() == [int(rk.SampleField.DISTANCE | rk.SampleField.DISTANCE_STDDEV), 0]
    assert samples["technology"].tolist() == [rk.Technology.CHANNEL_SOUNDING] * 2
    with pytest.raises(rk.ArgumentError, match="sample 1"):
        policy.host_samples([1, 2], [3.5, np.nan])


def test_policy() -> None:
    assert policy.enough(16, 16, stddev_m=0.2, target_m=0.05).decision == policy.Decision.ENOUGH
    assert policy.enough(15, 15, stddev_m=0.2, target_m=0.05).needed_count == 16
    assert policy.enough(15, 15, stddev_m=0.2, target_m=0.05, floor_m=0.1).decision == policy.Decision.GIVE_UP
    assert policy.interval_ns(2.0, 0.5, busy_ns=0, minimum_ns=1, maximum_ns=10**9) == 250_000_000
    assert policy.stale(0, 11, 10, 3, 3) == (policy.Stale.OLD | policy.Stale.REPEATED, 11)
