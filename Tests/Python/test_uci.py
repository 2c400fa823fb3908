"""FiRa UCI, Android's out-of-band messages and the FiRa connector against the published bytes."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rangekit as rk
from rangekit import android_oob, uci
from rangekit.android_oob import Content, ContentField, Message, MessageID

HEAD = "070000007856341200f0000000" + "01" + "00" * 10
REST = "40055f60fe5000f63cc00032018300" + "00" * 10


def two_way(*measurements: tuple[int, int]) -> bytes:
    """A session information payload with (status, cm) measurements."""
    rows = b"".join(
        b"\x01\x02" + bytes([status, 0]) + cm.to_bytes(2, "little") + bytes.fromhex(REST) for status, cm in measurements
    )
    return bytes.fromhex(HEAD) + bytes([len(measurements)]) + rows


def vectors(shared: Path, name: str) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = json.loads((shared / "vectors" / name).read_text())
    return result


def test_the_uci_vectors_are_read_and_written_byte_for_byte(shared: Path) -> None:
    read = 0
    for vector in vectors(shared, "fira_uci.json"):
        data, expect = bytes.fromhex(vector["hex"]), vector["expect"]
        name = vector["name"]
        if "seq" in expect:
            (message,) = uci.Assembler().feed(data)
            info = uci.SessionInfo.decode(message.payload)
            assert (info.sequence, info.session, info.interval_ms) == (
                expect["seq"],
                expect["token"],
                expect["interval_ms"],
            )
            for row, m in zip(info.measurements, expect["m"], strict=True):
                assert row["mac_address"] == m["mac"]
                assert row["status"] == m["status"]
                assert row["azimuth_q7"] / 128 == m["az_deg"]
                assert row["elevation_q7"] / 128 == m["el_deg"]
                assert row["azimuth_fom"] == m["az_fom"]
                if "distance_cm" in m:
                    (sample,) = uci.samples(message.payload, 5)
                    assert sample["distance_m"] == pytest.approx(m["distance_cm"] / 100, abs=1e-6)
                    assert sample["power_dbm"] == m["rssi_dbm"]
                    assert sample["azimuth_rad"] == pytest.approx(math.radians(m["az_deg"]), abs=1e-6)
            again = uci.Message(message.message_type, message.group, message.opcode, info.encode()).encode()
        elif "message_type" in expect:
            layout = 2 if "v2" in name else 1
            row, used = uci.decode_dl_tdoa(data, layout=layout)
            assert used == expect["consumed"]
            assert (
                int(row["rx_timestamp"][0])
                .to_bytes(8, "little")
                .hex()
                .startswith(expect["rx"] if layout == 2 else int(expect["rx"]).to_bytes(8, "little").hex())
            )
            assert row["tof"][0] == expect["tof"]
            assert bytes(row["location"][0][: row["location_length"][0]]).hex() == expect["location"]
            assert bytes(row["rounds"][0][: row["rounds_count"][0]]).hex() == expect["rounds"]
            again = uci.encode_measurement(row)
        elif "action" in expect:
            (message,) = uci.Assembler().feed(data)
            session, action, controlees = uci.decode_multicast(message.payload)
            assert (session, action) == (expect["session"], expect["action"])
            assert controlees[0].sub_session == expect["sub"]
            assert controlees[0].key.hex() == expect.get("key", "")
            payload = uci.encode_multicast(session, action, controlees)
            again = uci.Message(message.message_type, message.group, message.opcode, payload).encode()
        elif "tlvs" in expect:
            (message,) = uci.Assembler().feed(data)
            session, tlvs = uci.decode_tlvs(message.payload, uci.TLVForm.SESSION)
            assert session == expect["token"]
            assert [[f"{tlv.id:02x}", tlv.value.hex()] for tlv in tlvs] == expect["tlvs"]
            payload = uci.encode_tlvs(tlvs, uci.TLVForm.SESSION, session)
            again = uci.Message(message.message_type, message.group, message.opcode, payload).encode()
        elif isinstance(expect, list):
            _, tlvs = uci.decode_tlvs(data)
            assert [[f"{tlv.id:02x}", tlv.value.hex()] for tlv in tlvs] == expect
            again = uci.encode_tlvs(tlvs)
        else:
            location = uci.Location.decode(data)
            wanted = (
                (expect["x_mm"] / 1e3, expect["y_mm"] / 1e3, expect["z_mm"] / 1e3)
                if location.is_relative
                else (expect["lat"], expect["lon"], expect["alt_km"] * 1e3)
            )
            assert location.values == pytest.approx(wanted, abs=1e-9)
            again = location.encode()
        assert again == data, name
        read += 1
    assert read == 18


def test_the_android_vectors_are_read_and_written_byte_for_byte(shared: Path) -> None:
    for vector in vectors(shared, "android_oob.json"):
        data, name, expect = bytes.fromhex(vector["hex"]), vector["name"], vector["expect"]
        if name == "FiRa Connector capabilities":
            capabilities = android_oob.ConnectorCapabilities.decode(data)
            assert list(capabilities.version) == expect["version"]
            assert capabilities.packet_size == expect["opt_packet"]
            assert capabilities.message_size == expect["max_msg"]
            assert capabilities.components[0][0] & 0x7F == expect["secid"]
            again = capabilities.encode()
        elif name == "FiRa Connector data packet":
            is_last, component, payload = android_oob.decode_connector_packet(data)
            assert (is_last, component, payload.hex()) == (True, expect["secid"], expect["payload"])
            again = android_oob.encode_connector_packet(is_last, component, payload)
        elif name == "FiRa Connector message":
            kind, instruction, payload = android_oob.decode_connector_message(data)
            assert (kind, instruction, payload.hex()) == (1, 0, expect["payload"])
            again = android_oob.encode_connector_message(kind, instruction, payload)
        elif "capability" in name.split() and "response" not in name:
            content = Content.decode(data, MessageID.CAPABILITY_RESPONSE, version=1)
            if "addr" in expect:
                assert content.address.hex().upper() == expect["addr"]
            again = content.encode(MessageID.CAPABILITY_RESPONSE)
        else:
            again = Message.decode(data).encode()
        assert again == data, name


def test_statuses_distances_and_absent_values() -> None:
    payload = two_way((0x00, 123), (0x1B, 4), (0x00, 0xFFFF), (0x21, 0xFFFF))
    samples = uci.samples(payload, 42)
    assert samples["time_ns"].tolist() == [42] * 3
    np.testing.assert_allclose(samples["distance_m"], [1.23, -0.04, 0.0], atol=1e-6)
    has_distance = (samples["fields"] & rk.SampleField.DISTANCE) != 0
    assert has_distance.tolist() == [True, True, False]
    assert not (samples["fields"] & rk.SampleField.DISTANCE_STDDEV).any()
    info = uci.SessionInfo.decode(payload)
    assert info.measurements["status"].tolist() == [0, 0x1B, 0, 0x21]
    assert info.encode() == payload
    assert uci.name(uci.Names.STATUS, 0x21) == "RANGING_RX_TIMEOUT"
    assert uci.name(uci.Names.STATUS, 0xFE) == "254"


def test_a_stream_cut_anywhere_gives_the_same_messages() -> None:
    messages = [
        uci.Message(uci.MessageType.NOTIFICATION, uci.Group.SESSION_CONTROL, 0, two_way(*[(0, i) for i in range(20)])),
        uci.Message(uci.MessageType.RESPONSE, uci.Group.CORE, 2, b"\0" * 11),
        uci.Message(uci.MessageType.COMMAND, uci.Group.SESSION_CONFIG, 0, b""),
    ]
    stream = b"".join(message.encode() for message in messages)
    for step in (1, 3, 7, 100, 259, len(stream)):
        assembler = uci.Assembler()
        found = [m for at in range(0, len(stream), step) for m in assembler.feed(stream[at : at + step])]
        assert found == messages
        assert not assembler.refusals
        assert assembler.pending == 0
    assert messages[0].name == "SESSION_INFO notification"
    assert messages[1].name == "CORE_DEVICE_INFO response"
    assembler = uci.Assembler()
    assert assembler.feed(b"\xff\xff\xff\xff" + stream) == []
    assert assembler.refusals[0].status == rk.Status.ERROR_UCI_RESERVED_BITS
    assert assembler.feed(stream) == messages


def test_refusals_say_where() -> None:
    with pytest.raises(rk.MessageError) as caught:
        uci.SessionInfo.decode(two_way((0, 1))[:-1])
    assert (caught.value.name, caught.value.field) == ("RANGEKIT_ERROR_TRUNCATED", "uci.measurement")
    assert (caught.value.byte_offset, caught.value.expected, caught.value.found) == (25, 56, 55)
    with pytest.raises(rk.MessageError, match="oob.session_key at byte 21"):
        Message.decode(bytes.fromhex("010201000100001b0204a00200000c0304f4010f20010203040506070855530101"))
    with pytest.raises(rk.MessageError, match=r"Expected 3, found 2"):
        uci.decode_tlvs(bytes.fromhex("03000101010100"), uci.TLVForm.COUNT)
    for form in (-1, 4):
        with pytest.raises(rk.ArgumentError):
            uci.decode_tlvs(b"", form)
    with pytest.raises(TypeError):
        uci.samples("text", 0)  # type: ignore[arg-type]


def test_an_answer_to_an_android_phone() -> None:
    request = Message.decode(bytes.fromhex("ff000b00"))
    version = android_oob.reply_version(request.version)
    assert version == 3
    uwb = Content(
        android_oob.AndroidTechnology.UWB,
        ContentField.ADDRESS | ContentField.UWB_CAPABILITY,
        b"\x11\xd7",
        channels=1 << 9,
        preamble_indexes=0b1111 << 8,
        config_ids=1 << 1,
        interval_ms=120,
        slot_ms=2,
        role=3,
    )
    answer = Message(
        MessageID.CAPABILITY_RESPONSE, version, technologies=1, transitioning=0, device_type=3, contents=[uwb]
    )
    data = answer.encode()
    assert data.hex() == "03010100" + "001411d700020000000f0000020000007800" + "0203" + "000300"
    assert Message.decode(data) == answer
    with pytest.raises(rk.MessageError, match=r"oob\.device_type"):
        Message(MessageID.CAPABILITY_RESPONSE, version, technologies=1, transitioning=0, contents=[uwb]).encode()
