"""inspection: every byte of every format is a field once, with the library's values, and faults at their place."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rangekit as rk
from hypothesis import given
from hypothesis import strategies as st
from rangekit import channel_sounding as cs
from rangekit import uci
from rangekit.channel_sounding_events import decode_event
from rangekit.inspection import FORMAT_NAMES, Inspection, inspect, rank
from samples_of_formats import ACCESSORY, SAMPLES, SHAREABLE, TOKEN, capability_message, session_info, uci_stream


def assert_tiles(found: Inspection, data: bytes) -> None:
    """The fields are the bytes, in order, without gap or overlap; and every fault has one of them."""
    position = 0
    for field in found.fields:
        assert field.offset == position
        assert field.data
        position = field.end
        assert field.data == data[field.offset : position]
    assert position == len(data)
    assert sum(len(field.faults) for field in found.fields) == len(found.faults)
    for fault in found.faults:
        assert fault.offset is None or 0 <= fault.offset <= len(data)
    for _, part in found.parts:
        assert_tiles(part, part.data)


def vectors(shared: Path) -> list[tuple[str, bytes]]:
    found = []
    for name in ("nearby_interaction", "android_oob", "fira_uci"):
        for vector in json.loads((shared / "vectors" / f"{name}.json").read_text()):
            if "hex" in vector:
                found.append((f"{name}: {vector['name']}", bytes.fromhex(vector["hex"])))
    return found


def values(found: Inspection) -> dict[str, Any]:
    return {field.name: field.value for field in found.fields}


@pytest.mark.parametrize("name", SAMPLES)
def test_every_format_is_recognised_and_tiled(name: str) -> None:
    found = inspect(SAMPLES[name])
    assert found.format == name
    assert_tiles(found, SAMPLES[name])
    assert not [fault for fault in found.faults if fault.is_refused]
    assert not [field for field in found.fields if field.value is None or field.meaning == "no known value"]


def test_the_fields_of_every_shared_vector_tile_it_in_every_format(shared: Path) -> None:
    for name, data in vectors(shared):
        for each in FORMAT_NAMES:
            assert_tiles(inspect(data, each), data)
        assert data in (b"", data), name


WANTED = {
    "ACD 1.1 message 0x01, board capture": "accessory-message",
    "UWB config 1.0 body with placeholder address": "uwb-configuration",
    "SCD 1.1 a": "shareable-configuration",
    "SCD 1.1 b": "shareable-configuration",
    "SCD 1.0, cut from b": "shareable-configuration",
    "capability response v1, UWB": "android-oob",
    "capability response v1, none": "android-oob",
    "configuration request v1, UWB": "android-oob",
    "configuration request v3 empty": "android-oob",
    "BLE CS capability TLV": "android-technology",
    "stop response, future version": "android-oob",
    "FiRa Connector capabilities": "connector-capabilities",
    "DL-TDoA v1 measurement, short MAC (body only, 64 B)": "uci-dl-tdoa",
    "DL-TDoA v2 measurement #1 (58 B)": "uci-dl-tdoa",
    "anchor location WGS84 (12 B)": "uci-location",
    "anchor location relative mm (10 B, MSB-first stream of LE groups)": "uci-location",
    "TWR short, 0 meas": "uci",
    "OWR-AoA short, 1 meas": "uci",
    "SYNTH TWR ext OK": "uci",
    "multicast add v2, 16-byte sub-session key": "uci",
    "REAL Qorvo forum t/21978 set-app-config": "uci",
    "FiRa 2.0 open-session AppConfig, 48 TLVs": "uci-app-config-tlvs",
    "FiRa v2.0 capability TLVs (33)": "uci-capability-tlvs",
}


def test_shared_vectors_are_recognised(shared: Path) -> None:
    seen = {name.partition(": ")[2]: data for name, data in vectors(shared)}
    for name, wanted in WANTED.items():
        found = inspect(seen[name])
        assert found.format == wanted, name
        assert not [fault for fault in found.faults if fault.is_refused], name


@pytest.mark.parametrize("name", SAMPLES)
def test_every_truncation_and_many_flips_are_tiled(name: str) -> None:
    data = SAMPLES[name]
    for size in range(1, len(data)):
        assert_tiles(inspect(data[:size], name), data[:size])
    choose = random.Random(1)
    for _ in range(60):
        damaged = bytearray(data)
        damaged[choose.randrange(len(data))] ^= 1 << choose.randrange(8)
        assert_tiles(inspect(bytes(damaged), name), bytes(damaged))
        rank(bytes(damaged))


@given(data=st.binary(min_size=1, max_size=120), name=st.sampled_from(FORMAT_NAMES))
def test_any_bytes_in_any_format_are_tiled(data: bytes, name: str) -> None:
    assert_tiles(inspect(data, name), data)


def test_one_wrong_byte_does_not_hide_the_format() -> None:
    """Of the formats with marks of their own, all but a few single-byte changes are still recognised."""
    for name in ("accessory-message", "shareable-configuration", "token", "sealed-token", "fragments"):
        data, right = SAMPLES[name], 0
        for index in range(len(data)):
            damaged = data[:index] + bytes([data[index] ^ 0x41]) + data[index + 1 :]
            guesses = rank(damaged)
            right += bool(guesses) and guesses[0].format == name
        assert right / len(data) > 0.85, name


def test_values_are_those_of_the_library() -> None:
    for configuration, data in ((ACCESSORY, ACCESSORY.encode()), (SHAREABLE, SHAREABLE.encode())):
        shown = values(inspect(data))
        version = (shown.pop("interop_major"), shown.pop("interop_minor"))
        assert version == configuration.interop
        compared = 0
        for name, value in shown.items():
            known = getattr(configuration, name, None)
            if known is None or name in ("uwb_config_length", "country"):
                continue
            assert value == (known.hex() if isinstance(known, bytes) else known), name
            compared += 1
        assert compared >= 12


def test_measurements_are_those_of_the_library() -> None:
    payload = session_info(5)
    rows = uci.SessionInfo.decode(payload).measurements
    found = inspect(payload, "uci-session-info")
    for index, row in enumerate(rows):
        shown = {f.name: f.value for f in found.fields if f.path == (f"measurement {index + 1}",)}
        assert shown["distance_cm"] == row["distance_cm"]
        assert shown["azimuth_q7"] == row["azimuth_q7"] == -1280
        assert shown["azimuth_fom"] == row["azimuth_fom"]
        assert shown["nlos"] == row["nlos"]
        assert shown["rssi_half_db"] == row["rssi_half_db"]
        assert int.from_bytes(bytes.fromhex(shown["mac_address"]), "little") == row["mac_address"]
    said = {field.name: field.meaning for field in found.fields}
    assert said["azimuth_q7"] == "-10.00 degrees"
    assert said["rssi_half_db"] == "-65.5 dBm"
    assert said["distance_cm"] == "1.04 m"


def test_dl_tdoa_of_both_layouts_is_read_in_the_one_that_fits() -> None:
    for layout in (1, 2):
        rows = np.zeros(2, uci.MEASUREMENT_DTYPE)
        rows["type"], rows["layout"], rows["mac_address"] = uci.MeasurementType.DL_TDOA, layout, 0x1234
        rows["tx_timestamp"], rows["rx_timestamp"] = 0x0102030405, 0x1112131415
        rows["tx_timestamp_size"] = rows["rx_timestamp_size"] = 5
        info = uci.SessionInfo(measurement_type=uci.MeasurementType.DL_TDOA, dl_tdoa_layout=layout, measurements=rows)
        payload = info.encode()
        found = inspect(payload, "uci-session-info")
        assert_tiles(found, payload)
        assert found.faults == []
        assert [field.value for field in found.fields if field.name == "tx_timestamp"] == [0x0102030405] * 2


def test_a_token_says_what_the_library_reads() -> None:
    shown = inspect(TOKEN.encode())
    meanings = {field.name: (field.value, field.meaning) for field in shown.fields}
    assert meanings["kind"] == (0, "peer")
    assert meanings["identity"][0] == TOKEN.identity.hex()
    assert meanings["generation"] == (2, "second")
    assert "precise_distance" in meanings["capabilities"][1]
    assert meanings["expiry"] == (1_800_000_000, "2027-01-15 08:00:00 UTC")
    assert meanings["nonce"][0] == "55" * 12


def test_a_fault_stands_at_its_field_with_what_would_be_right() -> None:
    data = bytearray(SAMPLES["accessory-message"])
    data[5], data[33] = 21, 7
    found = inspect(bytes(data))
    assert found.format == "accessory-message"
    by_field = {field.name: field.faults for field in found.fields if field.faults}
    assert set(by_field) == {"update_rate", "role", "trailing"}
    (fault,) = by_field["role"]
    assert (fault.status, fault.offset, fault.found, fault.expected) == ("RANGEKIT_ERROR_ACD_ROLE", 33, 7, 1)
    assert "at byte 33" in fault.text
    assert fault.is_refused
    # What follows is read all the same.
    assert values(found)["ranging_interval_ms"] == 120


def test_what_is_sealed_or_carried_is_shown_inside() -> None:
    for name in ("sealed-token", "ndef"):
        found = inspect(SAMPLES[name])
        assert values(found)["identity"] == TOKEN.identity.hex()
    ((title, message),) = inspect(SAMPLES["fragments"]).parts
    assert title == "message, put together: token"
    assert message.data == TOKEN.encode()
    assert message.format == "token"


def test_segments_are_put_together() -> None:
    found = inspect(uci_stream())
    ((title, message),) = found.parts
    assert title == "SESSION_INFO notification, put together"
    assert message.data == session_info(9)
    assert sum(field.name == "distance_cm" for field in message.fields) == 9


def test_channel_sounding_steps_are_those_of_the_library() -> None:
    found = inspect(SAMPLES["cs-event"])
    steps = cs.decode_steps(decode_event(SAMPLES["cs-event"]).steps, 2).records
    named = {(field.path, field.name): field for field in found.fields}
    assert named[("step 0",), "frequency_offset"].meaning == f"{steps[0]['frequency_offset_0p01_ppm'] / 100:.2f} ppm"
    assert named[("step 1",), "time"].value == steps[1]["time_halfns"] == 123
    tone = named[("step 2", "tone 1"), "pct"].meaning
    assert tone == f"I {steps[2]['tone_i'][1]}, Q {steps[2]['tone_q'][1]} of 2048" == "I -2048, Q 2047 of 2048"
    assert named[("step 2",), "permutation"].meaning == "antenna paths 2, 1"
    # A step that says another length than its mode has is named where it stands; the next is read.
    damaged = bytearray(SAMPLES["cs-event"])
    at = next(field.offset for field in found.fields if field.path == ("step 1",) and field.name == "mode")
    damaged[at] = 2
    broken = inspect(bytes(damaged))
    assert any(fault.offset is not None and at <= fault.offset < at + 9 for fault in broken.faults)
    assert {field.name: field for field in inspect(SAMPLES["cs-segment"]).fields}["ranging_counter"].value == 0x0234


def test_capabilities_name_their_bits() -> None:
    found = inspect(capability_message().encode())
    said = {field.name: field.meaning for field in found.fields}
    assert found.format == "android-oob"
    assert said["channels"] == "5, 9"
    assert said["preamble_indexes"] == "9, 10, 11"
    assert said["roles"] == "initiator, responder"
    assert said["device_type"] == "tag"


def test_bare_dl_tdoa_measurements_are_those_of_the_library() -> None:
    for layout, mac_mode in ((1, 0), (1, 1), (2, 0), (2, 1)):
        row = np.zeros(1, uci.MEASUREMENT_DTYPE)
        row["type"], row["layout"], row["mac_mode"] = uci.MeasurementType.DL_TDOA, layout, mac_mode
        row["mac_address"], row["block_index"], row["tof"], row["cfo_q10"] = 0x1234, 77, 513, -1024
        row["tx_timestamp_size"] = row["rx_timestamp_size"] = 5
        row["rx_timestamp"] = 0x0102030405
        one = uci.encode_measurement(row)
        found = inspect(one + one)
        assert found.format == "uci-dl-tdoa"
        assert f"layout {layout}" in found.title
        assert_tiles(found, one + one)
        for index in (1, 2):
            shown = {f.name: f.value for f in found.fields if f.path[:1] == (f"measurement {index}",)}
            assert (shown["block_index"], shown["tof"], shown["cfo_q10"]) == (77, 513, -1024)
            assert shown["rx_timestamp"] == 0x0102030405
        cut = inspect(one[:-3], "uci-dl-tdoa")
        assert cut.faults
        assert_tiles(cut, one[:-3])


def test_anchor_locations_say_where_in_words() -> None:
    for location in (uci.Location(False, (48.2082, 16.3738, 171.0)), uci.Location(True, (1.5, -2.25, 0.125))):
        found = inspect(location.encode())
        assert found.format == "uci-location"
        (field,) = found.fields
        assert ("x 1.5 m, y -2.25 m, z 0.125 m" if location.is_relative else "latitude 48.2082 deg") in field.meaning
    assert inspect(bytes(11), "uci-location").faults[0].status == "RANGEKIT_ERROR_WRONG_LENGTH"


@pytest.mark.parametrize("text", ["Hello, world! It is a fine day.", "abcdefghi", "0.123;4.567;", "the cat sat"])
def test_text_is_no_format(text: str) -> None:
    assert not [guess for guess in rank(text.encode()) if guess.is_read]


def test_messages_of_a_future_version_are_recognised() -> None:
    found = inspect(bytes.fromhex("ff070000"))
    assert found.format == "android-oob"
    assert "version 255" in found.title
    assert found.fields[0].meaning == "newer, read as version 3"
    assert not found.faults


def test_what_cannot_be_inspected_is_said() -> None:
    with pytest.raises(ValueError, match="there are no bytes"):
        inspect(b"")
    with pytest.raises(ValueError, match="there is no format 'rot13': they are token, "):
        inspect(b"\0", "rot13")
    with pytest.raises(ValueError, match="3 bytes that look like no format"):
        inspect(b"\x7f\x55\x55")


def test_ambiguous_bytes_rank_with_reasons() -> None:
    guesses = inspect(bytes.fromhex("01010000")).others
    assert "uci" in [guess.format for guess in guesses]
    assert all(guess.reason for guess in guesses)
    assert [guess.score for guess in guesses] == sorted((guess.score for guess in guesses), reverse=True)
    assert isinstance(rk.inspection.rank(b"\x02"), list)
