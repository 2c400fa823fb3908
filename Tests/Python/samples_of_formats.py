"""One sound message of every format, made by the library, by the name that `rangekit inspect` has for it."""

from __future__ import annotations

import hmac

import rangekit as rk
from rangekit import android_oob, transport, uci
from rangekit import channel_sounding as cs
from rangekit import channel_sounding_control as control
from rangekit.accessory import Message, MessageId
from rangekit.parameters import Parameters, to_android_uwb, to_uci

KEY = b"k" * 32
TOKEN = rk.Token.peer(
    bytes(range(16)),
    capabilities=rk.Capability(0x113),
    generation=2,
    expires=1_800_000_000,
    nonce=b"\x55" * 12,
    technologies=[rk.TechnologyVersion(1, 2, 0, 0x42), rk.TechnologyVersion(4, 1)],
    vendor_data=rk.VendorData(0x59, b"\xca\xfe"),
)
ACCESSORY = rk.AccessoryConfiguration(
    b"\x11\xd7",
    role=1,
    interop=(2, 2),
    max_clock_drift_ppm=25,
    hopping_mode=1,
    slots_per_round=6,
    slot_duration_rstu=2400,
    ranging_interval_ms=120,
    multi_node_mode=0,
    ranging_round_usage=2,
    session_id=77,
    static_sts_iv=b"abcdef",
    trailing=b"\x01\x02",
)
SHAREABLE = rk.ShareableConfiguration(
    b"\x87\xb4", 24488, "EU", 11, 9, 6, 3600, 198, b"\x39\x7b\x28\xd4\xb8\xd7", interop=(2, 0),
    max_clock_drift_ppm=100, hopping_mode=0,
)  # fmt: skip
VIEW = Parameters(
    device_type=0, device_role=0, session_id=24488, channel=9, preamble_code_index=11, slot_duration_rstu=3600,
    slots_per_round=6, ranging_interval_ms=198, sts_config=0, multi_node_mode=0, vendor_id=0x4C, mac_address_mode=0,
    static_sts_iv=b"\x39\x7b\x28\xd4\xb8\xd7", device_address=b"\x11\xd7", peer_addresses=[b"\x87\xb4"],
)  # fmt: skip


def sealed() -> bytes:
    """The token in a COSE_Mac0."""
    return TOKEN.seal(rk.Algorithm.HMAC_SHA256, lambda _, data: hmac.digest(KEY, data, "sha256"), key_id=b"\x07")


def android_message() -> android_oob.Message:
    """A configuration with contents of every technology that has some."""
    contents = [
        to_android_uwb(VIEW).content,
        android_oob.Content(1, android_oob.ContentField.ADDRESS | android_oob.ContentField.SECURITY, b"\1\2\3\4\5\6"),
        android_oob.Content(2, android_oob.ContentField.RTT_CONFIGURATION, role=1, data=b"service"),
        android_oob.Content(9, android_oob.ContentField.UNREAD, data=b"\xaa\xbb"),
    ]
    technologies = 1 | 2 | 4 | 1 << 9
    message = android_oob.MessageID.CONFIGURATION
    return android_oob.Message(
        message, 3, technologies=technologies, technologies_to_start=1, motion=1, contents=contents
    )


def capability_message() -> android_oob.Message:
    """The capabilities of every technology that has some."""
    field = android_oob.ContentField
    contents = [
        android_oob.Content(
            0, field.ADDRESS | field.UWB_CAPABILITY, b"\x08\x09", channels=0x220, preamble_indexes=0x700,
            config_ids=0x7E, interval_ms=120, slot_ms=2, role=3,
        ),
        android_oob.Content(2, field.RTT_CAPABILITY, features=1, periodic=1, bandwidth=4, receive_chains=2),
        android_oob.Content(3, field.ADDRESS, b"\1\2\3\4\5\6"),
    ]  # fmt: skip
    message = android_oob.MessageID.CAPABILITY_RESPONSE
    return android_oob.Message(message, 2, technologies=0x0D, transitioning=0, device_type=3, contents=contents)


def app_config(uci_major: int = 1) -> bytes:
    """The payload of a command that sets a session's application configuration."""
    return to_uci(VIEW, 24488, uci_major=uci_major).payload


def uci_stream() -> bytes:
    """A command, its response, a status, and a message in two segments."""
    command = uci.Message(uci.MessageType.COMMAND, uci.Group.SESSION_CONFIG, 3, app_config())
    response = uci.Message(uci.MessageType.RESPONSE, uci.Group.SESSION_CONFIG, 3, b"\0\0")
    status = uci.Message(uci.MessageType.NOTIFICATION, uci.Group.SESSION_CONFIG, 2, bytes.fromhex("a85f00000200"))
    long = uci.Message(uci.MessageType.NOTIFICATION, uci.Group.SESSION_CONTROL, 0, session_info(9))
    return b"".join(message.encode() for message in (command, response, status, long))


def session_info(count: int) -> bytes:
    """Two-way measurements: of the payload of SESSION_INFO."""
    import numpy as np

    rows = np.zeros(count, uci.MEASUREMENT_DTYPE)
    rows["type"], rows["mac_address"] = uci.MeasurementType.TWO_WAY, np.arange(count) + 0x1234
    rows["distance_cm"], rows["azimuth_q7"], rows["azimuth_fom"] = 100 + np.arange(count), -1280, 90
    rows["rssi_half_db"], rows["nlos"] = 131, np.arange(count) % 2
    return uci.SessionInfo(7, 24488, 120, measurements=rows, rest=b"\xfe").encode()


def dl_tdoa() -> bytes:
    """A measurement of layout 2 with everything."""
    import numpy as np

    row = np.zeros(1, uci.MEASUREMENT_DTYPE)
    row["type"], row["layout"], row["mac_address"], row["message_type"] = uci.MeasurementType.DL_TDOA, 2, 0x1234, 1
    row["tx_timestamp_size"], row["rx_timestamp_size"], row["tx_timestamp"], row["rx_timestamp"] = 8, 5, 99, 98
    row["message_control"], row["rounds_count"], row["location_length"], row["supercluster"] = 0x0E, 2, 12, 3
    row["rounds"][0, :2] = 1, 2
    row["location"][0] = np.frombuffer(uci.Location(False, (48.2, 16.4, 171.0)).encode(), np.uint8)
    return uci.encode_measurement(row)


def sounding_events() -> list[bytes]:
    """A calibration step, a packet's and a tone step on two antenna paths."""
    steps = [
        cs.encode_step(
            mode=0, channel=9, role=cs.Role.INITIATOR, rssi_dbm=-40, antenna=1, frequency_offset_0p01_ppm=-206, fields=1
        ),
        cs.encode_step(mode=1, channel=5, time_halfns=123, fields=2, rssi_dbm=-41, antenna=1, quality=0x10, nadm=1),
        cs.encode_step(
            mode=2,
            channel=12,
            antenna_path_count=2,
            permutation=1,
            tone_i=[100, -2048, 5],
            tone_q=[-7, 2047, 5],
            tone_slot=[0, 0, 2],
        ),
    ]
    return cs.encode_events(b"".join(steps), procedure_counter=0x1234, antenna_path_count=2, reference_power_dbm=-20)


SAMPLES: dict[str, bytes] = {
    "token": TOKEN.encode(),
    "configuration": rk.Configuration(enabled=rk.Option(1), performance_generation=2).encode(),
    "sealed-token": sealed(),
    "accessory-message": Message(MessageId.CONFIGURATION, ACCESSORY.encode()).encode(),
    "accessory-configuration": ACCESSORY.encode(),
    "shareable-configuration": SHAREABLE.encode(),
    "uwb-configuration": rk.AccessoryConfiguration(b"\x11\xd7", max_clock_drift_ppm=25).encode_uwb(),
    "android-accessory": rk.accessory.AndroidAccessoryConfiguration(b"\x11\xd7", 0x0E, 1).encode(),
    "android-oob": android_message().encode(),
    "android-technology": to_android_uwb(VIEW).content.encode(android_oob.MessageID.CONFIGURATION),
    "uci": uci_stream(),
    "uci-dl-tdoa": dl_tdoa(),
    "uci-location": uci.Location(True, (1.5, -2.25, 0.125)).encode(),
    "uci-app-config": app_config(),
    "uci-app-config-tlvs": app_config()[5:],
    "fragments": b"".join(transport.fragments(TOKEN.encode(), 20, 7, crc=True)),
    "ndef": transport.ndef_message(TOKEN.encode()),
    "advertisement": transport.advertisement(b"\x9a\xfe", transport.device_hint(TOKEN) + b"\x01"),
    "cs-event": sounding_events()[0],
    "cs-segment": cs.encode_segments(sounding_events())[0],
    "cs-control": control.ControlPoint(control.ControlOpcode.GET_RANGING_DATA, 0x234).encode(),
    "cs-response": control.ControlPoint(control.ControlResponse.RESPONSE_CODE, response_code=6).encode(),
    "connector-capabilities": android_oob.ConnectorCapabilities(components=((0x82, 0x11),)).encode(),
}
