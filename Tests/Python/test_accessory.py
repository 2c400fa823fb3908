"""The accessory protocol: the shared vectors, what a phone refuses, messages, tables, keys."""

from __future__ import annotations

import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
import rangekit as rk
from hypothesis import given
from hypothesis import strategies as st
from rangekit import accessory as acc

BOARD = "01000000140000000000000000000015010001003ff50300b80b0000000001010111d71900"
PHONE = "01000100194555a85f00000b090600100ec60003397b28d4b8d787b46400"


@pytest.fixture(scope="session")
def vectors(shared: Path) -> list[dict[str, Any]]:
    path = shared / "vectors" / "nearby_interaction.json"
    if not path.is_file():
        pytest.skip(f"{path} is not there")
    return list(json.loads(path.read_text()))


def test_the_shared_vectors_say_what_they_must_and_encode_again(vectors: list[dict[str, Any]]) -> None:
    seen = 0
    for vector in vectors:
        kind, expected = vector["kind"], vector.get("expect", {})
        if kind == "capability_bits":
            for name, bit in vector["bits"].items():
                assert rk.Capability[name.upper()] == 1 << bit
            continue
        data = bytes.fromhex(vector["hex"])
        seen += 1
        if kind in ("acd_message", "uwb_config"):
            if kind == "uwb_config":
                found = acc.AccessoryConfiguration.decode_uwb(data)
                assert found.encode_uwb() == data
            else:
                message = acc.Message.decode(data)
                assert message.id == acc.MessageId.CONFIGURATION
                found = acc.AccessoryConfiguration.decode(message.body)
                assert acc.Message(message.id, found.encode()).encode() == data
                assert list(found.protocol) == expected["protocol"]
                assert found.update_rate == expected["preferred_update_rate"]
                assert found.uwb_config_length == expected["uwb_config_length"]
                assert found.middleware_version == expected["middleware_version"]
                assert found.max_clock_drift_ppm == expected["max_clock_drift_ppm"]
                assert int.from_bytes(found.short_address, "little") == expected["short_address"]
            assert list(found.interop) == expected["interop"]
            assert found.manufacturer_id == expected["manufacturer_id"]
            assert found.chipset_model_id == expected["chipset_model_id"]
            assert acc.Role(found.role).name.lower() == expected["role"]
            assert found.short_address.hex() == expected["address_bytes"]
        elif kind == "scd":
            answer = acc.ShareableConfiguration.decode(data)
            assert answer.encode() == data
            names = {"slot_rstu": "slot_duration_rstu", "preamble_index": "preamble_code_index"}
            names["round_control"] = "ranging_round_control"
            for name, value in expected.items():
                if name not in ("length", "address_bytes", "interop", "sts_iv"):
                    assert getattr(answer, names.get(name, name)) == value, name
            assert answer.static_sts_iv.hex() == expected["sts_iv"]
            assert answer.short_address.hex() == expected["address_bytes"]
            assert list(answer.interop) == expected["interop"]
        elif kind == "sts_key_input":
            order = acc.VendorOrder.LITTLE_ENDIAN
            assert acc.static_sts_key(acc.VENDOR_ID_APPLE, data[2:], order) == data
        elif kind == "accessory_token":
            assert rk.Token.accessory(data).identity == data
        else:
            assert kind == "android_accessory_message"
            message = acc.Message.decode(data)
            found_android = acc.AndroidAccessoryConfiguration.decode(message.body)
            assert found_android.profile_ids == expected["profile_ids"]
            assert found_android.short_address.hex() == expected["address_bytes"]
            assert acc.Message(message.id, found_android.encode()).encode() == data
            with pytest.raises(rk.MessageError, match="ACD_TOO_SHORT"):
                acc.AccessoryConfiguration.decode(message.body)
    assert seen == 8


@given(
    st.sampled_from([(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]),
    st.binary(min_size=2, max_size=2),
    st.integers(0, 1),
    st.sampled_from([0, 10, 20]),
    st.integers(0, 2**32 - 1),
    st.integers(0, 2**16 - 1),
)
def test_what_is_built_comes_back(
    interop: tuple[int, int], address: bytes, role: int, rate: int, number: int, word: int
) -> None:
    values: dict[str, Any] = {}
    if interop >= (1, 1):
        values["max_clock_drift_ppm"] = word
    if interop >= (2, 0):
        values |= {"hopping_mode": role, "slots_per_round": word, "slot_duration_rstu": word}
        values["ranging_interval_ms"] = word
    if interop == (1, 2) or interop >= (2, 1):
        values |= {"multi_node_mode": role, "ranging_round_usage": 2}
    if interop >= (2, 2):
        values |= {"session_id": number, "static_sts_iv": bytes(range(6))}
    built = acc.AccessoryConfiguration(address, role, interop, update_rate=rate, manufacturer_id=number, **values)
    data = built.encode()
    assert len(data) == {0: 35, 1: 37, 2: 39}[interop[1]] if interop[0] == 1 else len(data) in (48, 50, 60)
    found = acc.AccessoryConfiguration.decode(data)
    assert found.encode() == data
    assert found.uwb_config_length == len(data) - 16
    for name, value in values.items():
        assert getattr(found, name) == value
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize(
    ("at", "value", "status", "field"),
    [
        (0, 0, "ACD_PROTOCOL_VERSION", "protocol_version"),
        (4, 5, "ACD_UPDATE_RATE", "update_rate"),
        (15, 20, "ACD_CONFIG_LENGTH", "uwb_config_length"),
        (16, 0, "ACD_INTEROP_VERSION", "interop_version"),
        (32, 2, "ACD_ROLE", "role"),
    ],
)
def test_a_refusal_has_its_place(at: int, value: int, status: str, field: str) -> None:
    data = bytearray.fromhex(BOARD)
    data[at] = value
    with pytest.raises(rk.MessageError) as caught:
        acc.AccessoryConfiguration.decode(bytes(data))
    assert caught.value.name == f"RANGEKIT_ERROR_{status}"
    assert caught.value.field == f"accessory_configuration.{field}"
    assert caught.value.byte_offset == at
    assert caught.value.found == value
    found, problems = acc.AccessoryConfiguration.read(bytes(data))
    assert found is not None
    assert any(problem.name == caught.value.name and problem.is_refused for problem in problems)
    assert all(str(problem) == problem.text != "" for problem in problems)


def test_too_few_bytes_are_read_as_nothing() -> None:
    found, problems = acc.AccessoryConfiguration.read(bytes.fromhex(BOARD)[:30])
    assert found is None
    assert [problem.name for problem in problems][-1] == "RANGEKIT_ERROR_TRUNCATED"
    assert acc.ShareableConfiguration.read(b"")[0] is None


@given(st.binary(max_size=140))
def test_any_bytes_give_an_answer(data: bytes) -> None:
    for kind in (acc.AccessoryConfiguration, acc.ShareableConfiguration):
        found, problems = kind.read(data)  # type: ignore[attr-defined]
        try:
            assert kind.decode(data).encode() == data  # type: ignore[attr-defined]
            assert found is not None
            assert not any(problem.is_refused for problem in problems)
        except rk.MessageError:
            assert any(problem.is_refused for problem in problems)


def test_messages_pass_through() -> None:
    assert acc.Message.decode(b"\x2fhello") == acc.Message(0x2F, b"hello")
    assert acc.Message(0x2F).name == "vendor"
    assert acc.Message(acc.MessageId.STOP).encode() == b"\x0c"
    for data, status in ((b"", "EMPTY"), (b"\x01", "BODY_MISSING"), (b"\x0c\x00", "BODY_UNEXPECTED")):
        with pytest.raises(rk.MessageError, match=f"MESSAGE_{status}"):
            acc.Message.decode(data)
    with pytest.raises(rk.ArgumentError):
        acc.Message(256).encode()


def test_the_characteristic_is_compared() -> None:
    data = bytes.fromhex(BOARD)
    acc.compare(data, data)
    other = data[:33] + b"\x12\xd7" + data[35:]
    with pytest.raises(rk.MessageError) as caught:
        acc.compare(data, other)
    assert caught.value.name == "RANGEKIT_ERROR_ACCESSORY_MISMATCH"
    assert caught.value.field == "accessory_configuration.short_address"
    assert (caught.value.expected, caught.value.found) == (0xD711, 0xD712)


def test_tables_have_their_uuids() -> None:
    service, characteristic, _ = acc.gatt_table(acc.GattTable.NEARBY_INTERACTION)
    assert service.is_service
    assert service.uuid == "48fe3e40-0817-4bb2-8633-3073689c2dba"
    assert service.uuid_bytes == bytes.fromhex(service.uuid.replace("-", ""))[::-1]
    assert characteristic.properties == acc.GattProperty.READ
    assert characteristic.permissions == acc.GattPermission.READ_ENCRYPTED
    uuids = [row.uuid for table in acc.GattTable for row in acc.gatt_table(table)]
    assert len(uuids) == len(set(uuids)) == 14
    with pytest.raises(rk.ArgumentError, match="there is no table 9"):
        acc.gatt_table(9)  # type: ignore[arg-type]


def test_wrong_sizes_are_refused_by_name() -> None:
    with pytest.raises(rk.ArgumentError, match="short_address has 3 bytes"):
        acc.AccessoryConfiguration(bytes(3)).encode()
    with pytest.raises(rk.ArgumentError, match="trailing has 65 bytes"):
        acc.AccessoryConfiguration(bytes(2), max_clock_drift_ppm=1, trailing=bytes(65)).encode()
    with pytest.raises(rk.ArgumentError, match="static_sts_iv has 5 bytes"):
        acc.static_sts_key(0x4C, bytes(5), acc.VendorOrder.BIG_ENDIAN)
    assert acc.static_sts_key(0x4C, bytes(6), acc.VendorOrder.BIG_ENDIAN)[:2] == b"\x00\x4c"


def test_the_clock_drift_has_a_value_where_the_version_carries_one() -> None:
    built = acc.AccessoryConfiguration(b"\x11\xd7")
    assert built.max_clock_drift_ppm == 100
    assert acc.AccessoryConfiguration.decode(built.encode()).max_clock_drift_ppm == 100
    older = acc.AccessoryConfiguration(b"\x11\xd7", interop=(1, 0))
    assert older.max_clock_drift_ppm is None
    assert acc.AccessoryConfiguration.decode(older.encode()).max_clock_drift_ppm is None


def test_a_missing_clock_drift_is_named() -> None:
    for built in (
        acc.AccessoryConfiguration(b"\x11\xd7", max_clock_drift_ppm=None),
        dataclasses.replace(acc.ShareableConfiguration.decode(bytes.fromhex(PHONE)), max_clock_drift_ppm=None),
    ):
        with pytest.raises(rk.MessageError, match="max_clock_drift_ppm") as caught:
            built.encode()
        assert caught.value.name == "RANGEKIT_ERROR_MISSING_FIELD"


def test_the_session_goes_to_the_radio() -> None:
    board = acc.AccessoryConfiguration.decode(bytes.fromhex(BOARD))
    phone = acc.ShareableConfiguration.decode(bytes.fromhex(PHONE))
    session = acc.session_parameters(board, phone)
    assert session.device_address == b"\x11\xd7"
    assert session.peer_addresses == (b"\x87\xb4",)
    assert session.session_id == 24488
    assert session.vendor_id == acc.VENDOR_ID_APPLE
    assert rk.parameters.diff(session, phone.parameters(), unstated=True) == []


def test_parameters_go_back_into_a_configuration() -> None:
    for configuration in (
        acc.AccessoryConfiguration.decode(bytes.fromhex(BOARD)),
        acc.ShareableConfiguration.decode(bytes.fromhex(PHONE)),
    ):
        view = configuration.parameters()
        assert configuration.with_parameters(view) == configuration
        other = rk.Parameters(**{**view.as_dict(), "slots_per_round": 11, "device_address": b"\x34\x12"})
        changed = configuration.with_parameters(other)
        assert changed != configuration
        assert changed.parameters().device_address == b"\x34\x12"
        with pytest.raises(rk.ArgumentError, match="device_address"):
            configuration.with_parameters(rk.Parameters(device_address=bytes(8)))
