"""Captures of FiRa UCI, and the command that reads them."""

from __future__ import annotations

import contextlib
import random
import struct
from pathlib import Path

import numpy as np
import pytest
import rangekit as rk
from command import rangekit
from rangekit import capture, uci
from test_uci import two_way

START_NS = 1_700_000_000_123_456_789


def session() -> list[tuple[int, bytes]]:
    """Times and packets: a command, its response, a session that becomes active, notifications, one segmented."""
    config, control = uci.Group.SESSION_CONFIG, uci.Group.SESSION_CONTROL
    messages = [
        uci.Message(uci.MessageType.COMMAND, config, 0, b"\x01\0\0\0\0"),
        uci.Message(uci.MessageType.RESPONSE, config, 0, b"\0"),
        uci.Message(uci.MessageType.NOTIFICATION, config, 2, b"\x01\0\0\0\x02\0"),
        *[
            uci.Message(uci.MessageType.NOTIFICATION, control, 0, two_way((0, 100 + i), (0x21, 0xFFFF)))
            for i in range(5)
        ],
        uci.Message(uci.MessageType.NOTIFICATION, control, 0, two_way(*[(0, 300 + i) for i in range(12)])),
    ]
    packets = []
    for index, message in enumerate(messages):
        data = message.encode()
        while data:
            size = 4 + data[3]
            packets.append((START_NS + index * 240_000_000, data[:size]))
            data = data[size:]
    return packets


def pcap(packets: list[tuple[int, bytes]], order: str = "<", nanoseconds: bool = True, link_type: int = 299) -> bytes:
    unit = 1 if nanoseconds else 1000
    out = struct.pack(f"{order}IHHiIII", 0xA1B23C4D if nanoseconds else 0xA1B2C3D4, 2, 4, 0, 0, 65535, link_type)
    for time_ns, data in packets:
        seconds, rest = divmod(time_ns, 1_000_000_000)
        out += struct.pack(f"{order}4I", seconds, rest // unit, len(data), len(data)) + data
    return out


def block(order: str, kind: int, body: bytes) -> bytes:
    body += b"\0" * (-len(body) % 4)
    size = 12 + len(body)
    return struct.pack(f"{order}2I", kind, size) + body + struct.pack(f"{order}I", size)


def pcapng(packets: list[tuple[int, bytes]], order: str = "<", resolution: int = 9, link_type: int = 299) -> bytes:
    out = block(order, 0x0A0D0D0A, struct.pack(f"{order}IHHq", 0x1A2B3C4D, 1, 0, -1))
    other = struct.pack(f"{order}HHI", 1, 0, 0)  # Ethernet, to be left out
    out += block(order, 1, other)
    options = struct.pack(f"{order}HH4B", 9, 1, resolution, 0, 0, 0) + struct.pack(f"{order}HH", 0, 0)
    out += block(order, 1, struct.pack(f"{order}HHI", link_type, 0, 0) + options)
    out += block(order, 6, struct.pack(f"{order}5I", 0, 0, 0, 4, 4) + b"abcd")
    for time_ns, data in packets:
        stamp = time_ns if resolution == 9 else time_ns // 1000
        head = struct.pack(f"{order}5I", 1, stamp >> 32, stamp & 0xFFFFFFFF, len(data), len(data))
        out += block(order, 6, head + data)
    return out + block(order, 0xBAD, b"custom")


@pytest.mark.parametrize(
    "data",
    [
        pcap(session()),
        pcap(session(), ">"),
        pcap(session(), "<", False),
        pcapng(session()),
        pcapng(session(), ">"),
        pcapng(session(), "<", 6),
    ],
)
def test_every_form_of_capture_gives_the_same(data: bytes) -> None:
    found = capture.decode_capture(data)
    assert not found.refusals
    assert found.packet_count == len(session())
    assert len(found.messages) == 9
    np.testing.assert_allclose(
        found.samples["distance_m"], [1, 1.01, 1.02, 1.03, 1.04, *(3 + i / 100 for i in range(12))], atol=1e-6
    )
    times = [START_NS + index * 240_000_000 for index in [3, 4, 5, 6, 7, *[8] * 12]]
    assert np.abs(found.samples["time_ns"] - times).max() < 1000


def test_what_is_no_capture_is_refused() -> None:
    for data, said in [
        (b"", "0 bytes"),
        (b"\x62\0\0\x19", "neither pcap nor pcapng"),
        (pcap(session(), link_type=1), "link type is 1; FiRa UCI is 299"),
        (pcapng(session(), link_type=147), "FiRa UCI is 299"),
        (pcap(session())[:30], "ends inside a packet's header"),
    ]:
        with pytest.raises(capture.CaptureError, match=said):
            capture.decode_capture(data)


@pytest.mark.parametrize(("whole", "cut"), [(pcap(session()), 1), (pcapng(session()), 30)])
def test_a_capture_that_ends_inside_a_packet_is_read_up_to_there(whole: bytes, cut: int) -> None:
    data = whole[:-cut]
    with pytest.raises(capture.CaptureError, match="the file ends inside"):
        list(capture.read_packets(data))
    found = capture.decode_capture(data)
    assert found.packet_count == len(session()) - 1
    assert "the file ends inside" in str(found.refusals[-1])


def test_damaged_captures_never_do_more_than_raise() -> None:
    source = random.Random(4)
    whole = [pcap(session()), pcapng(session())]
    for _ in range(3000):
        data = bytearray(source.choice(whole))
        for _ in range(source.randrange(1, 5)):
            data[source.randrange(len(data))] = source.randrange(256)
        with contextlib.suppress(capture.CaptureError):
            capture.decode_capture(bytes(data[: source.randrange(len(data) + 1)]))


def test_a_bad_packet_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    packets = session()
    packets.insert(3, (START_NS, b"\x62\0\0\x19\0"))
    packets.insert(5, (START_NS, b"\xff\xff\xff\xff"))
    path = tmp_path / "bad.pcap"
    path.write_bytes(pcap(packets))
    found = capture.read_capture(path)
    assert [refusal.packet.number for refusal in found.refusals] == [4, 6]
    assert [refusal.error.status for refusal in found.refusals] == [
        rk.Status.ERROR_TRUNCATED,
        rk.Status.ERROR_UCI_RESERVED_BITS,
    ]
    assert len(found.samples) == 17
    result = rangekit("uci", path, "--strict")
    assert result.status == 1
    assert "packet 4: RANGEKIT_ERROR_TRUNCATED" in result.output


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "session.pcapng"
    path.write_bytes(pcapng(session()))
    found = rangekit("uci", path, "--json").json()
    assert found["packets"] == len(session())
    assert found["messages"]["SESSION_INFO notification"] == 6
    assert found["messages"]["SESSION_INIT command"] == 1
    assert found["failed"] == {"RANGING_RX_TIMEOUT": 5}
    assert found["samples"][0]["distance_m"] == 1.0
    assert found["samples"][1]["distance_m"] == 1.01
    assert found["samples"][0]["power_dbm"] == -65.5
    text = rangekit("uci", path).output
    assert "17 samples" in text
    assert "5 measurements failed: RANGING_RX_TIMEOUT" in text
    assert rangekit("uci", "-", "--json", stdin=path.read_bytes()).json() == found
    missing = rangekit("uci", tmp_path / "none.pcap")
    assert missing.status == 2
    assert "cannot be read" in missing.errors
    text_file = tmp_path / "x.csv"
    text_file.write_text("t_s,range_m\n")
    assert rangekit("uci", text_file).status == 2


def test_devices_whose_long_addresses_end_alike_are_told_apart(tmp_path: Path) -> None:
    rows = np.zeros(2, uci.MEASUREMENT_DTYPE)
    rows["type"], rows["mac_mode"], rows["distance_cm"] = uci.MeasurementType.TWO_WAY, 1, (100, 200)
    rows["mac_address"] = 0x1122334455667788, 0x9922334455667788
    payload = uci.SessionInfo(1, 2, 120, mac_mode=1, measurements=rows).encode()
    message = uci.Message(uci.MessageType.NOTIFICATION, uci.Group.SESSION_CONTROL, 0, payload)
    path = tmp_path / "long.pcap"
    path.write_bytes(pcap([(START_NS, message.encode())]))
    found = capture.read_capture(path)
    assert found.samples["peer"].tolist() == [0x55667788, 0x55667788]
    assert found.addresses.tolist() == rows["mac_address"].tolist()
    found = rangekit("uci", path, "--json").json()
    assert [sample["address"] for sample in found["samples"]] == rows["mac_address"].tolist()
    assert "0x9922334455667788" in rangekit("uci", path).output
