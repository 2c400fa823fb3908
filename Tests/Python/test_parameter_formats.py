"""The parameter model through every format that holds it, with what each cannot hold named, and rangekit diff."""

from __future__ import annotations

import base64
import itertools
import json
from pathlib import Path
from typing import Any

import pytest
import rangekit as rk
from command import rangekit
from rangekit import android_oob, uci
from rangekit import parameters as par
from samples_of_formats import SAMPLES, SHAREABLE, VIEW, android_message, app_config

PHONE = rk.ShareableConfiguration.decode(bytes.fromhex("01000100194555a85f00000b090600100ec60003397b28d4b8d787b46400"))
SESSION = 24488
#: What the accessory runs: the phone's view, seen from the accessory, with what Android needs beside it.
RUNS = rk.accessory.session_parameters(rk.AccessoryConfiguration(b"\x11\xd7", role=0, max_clock_drift_ppm=25), PHONE)
#: What every one of Android's UWB configurations has, whether it was stated or not.
ANDROID_ADDS = {"mac_address_mode", "rframe_config", "sfd_id", "in_band_termination_attempts", "hopping_mode"}


def test_shareable_configuration_to_uci_to_android_and_back() -> None:
    assert RUNS.session_id == SESSION
    command = par.to_uci(RUNS, SESSION)
    assert command.left_out == ("max_clock_drift_ppm", "update_rate", "country")
    chip, unread = par.from_uci(command.payload)
    assert unread == ()
    lost = {name: value for name, value in RUNS.as_dict().items() if chip.as_dict().get(name) != value}
    assert tuple(lost) == command.left_out
    # Android's configuration names the multi-node mode, which neither of them stated.
    with pytest.raises(rk.MessageError, match=r"RANGEKIT_ERROR_MISSING_FIELD: parameters.multi_node_mode") as caught:
        par.to_android_uwb(chip)
    assert caught.value.field == "parameters.multi_node_mode"
    wanted = chip.merged(par.Parameters(multi_node_mode=0))
    sent = par.to_android_uwb(wanted)
    phone, key_is_read = par.from_android_uwb(sent.content)
    assert key_is_read
    # The interval is not one of Android's profiles, and has a place of its own; the device's own address has none.
    assert set(sent.left_out) == {"device_address", "ranging_round_control"}
    back = phone.as_dict()
    for name, value in wanted.as_dict().items():
        if name not in sent.left_out:
            assert back[name] == value, name
    assert set(back) - set(wanted.as_dict()) == ANDROID_ADDS - set(wanted.as_dict())
    # And through the bytes of a message.
    data = sent.content.encode(android_oob.MessageID.CONFIGURATION)
    again = android_oob.Content.decode(data, android_oob.MessageID.CONFIGURATION)
    assert par.from_android_uwb(again).parameters == phone


def test_byte_order_is_an_input_and_reverses_addresses_and_vendor() -> None:
    older = par.to_uci(VIEW, SESSION, byte_order=par.ByteOrder.REVERSED).payload
    assert older != app_config()
    assert par.from_uci(older, byte_order=par.ByteOrder.REVERSED).parameters == par.from_uci(app_config()).parameters
    misread = par.from_uci(older).parameters
    assert misread.device_address == VIEW.device_address[::-1]
    assert misread.vendor_id == 0x4C00
    findings = par.diff(VIEW.merged(par.Parameters(device_address=b"\x87\xb4")), misread)
    assert "byte_order" in {finding.rule for finding in findings}


def test_uci_2_has_a_handle_and_says_that_the_session_id_is_left_out() -> None:
    payload, left_out = par.to_uci(VIEW, 1, uci_major=2)
    assert "session_id" in left_out
    assert par.from_uci(payload, uci_major=2).parameters.session_id is None
    assert par.from_uci(payload, uci_major=1).parameters.session_id == 1


def test_what_is_not_held_or_has_no_room_is_named() -> None:
    payload = uci.encode_tlvs([uci.TLV(0x04, b"\x09"), uci.TLV(0xE8, b"\1"), uci.TLV(0x13, b"\0")], 3, 7)
    parameters, unread = par.from_uci(payload)
    assert parameters == par.Parameters(session_id=7, channel=9)
    assert unread == (0x13, 0xE8)
    with pytest.raises(rk.ArgumentError, match="parameters.channel") as caught:
        par.to_uci(par.Parameters(channel=300), 1)
    assert (caught.value.found, caught.value.expected) == (300, 255)
    assert "Expected at most 255, found 300." in str(caught.value)
    with pytest.raises(rk.MessageError, match="RANGEKIT_ERROR_WRONG_LENGTH"):
        par.from_uci(uci.encode_tlvs([uci.TLV(0x04, b"\x09\0")], 3, 7))
    with pytest.raises(rk.MessageError, match="RANGEKIT_ERROR_WRONG_TYPE"):
        par.from_android_uwb(android_oob.Content(1, android_oob.ContentField(0)))
    key = android_oob.Content(
        0, android_oob.ContentField.ADDRESS | android_oob.ContentField.UWB_CONFIGURATION, b"\1\2", config_id=1, role=1,
        mode=1, data=b"12345",
    )  # fmt: skip
    assert not par.from_android_uwb(key).key_is_read


def test_shared_app_configurations_are_one_session_in_both_byte_orders(shared: Path) -> None:
    found = {v["name"]: v["hex"] for v in json.loads((shared / "vectors/fira_uci.json").read_text()) if "hex" in v}
    newer = found["FiRa 1.1 open-session AppConfig, 45 TLVs, Android U+ byte order"]
    older = found["same session on Android T and older: MAC and vendor id bytes reversed"]
    report = rangekit("diff", newer, older, "--json").json()
    rules = {(finding["parameter"], finding["rule"]) for finding in report["findings"]}
    assert ("vendor_id", "byte_order") in rules
    assert report["a"]["format"] == report["b"]["format"] == "UCI application configuration"
    assert "session_id" not in report["a"]["parameters"]


#: What says something about a session, in every form that rangekit diff takes.
SIDES = {
    "accessory-message": SAMPLES["accessory-message"],
    "accessory-configuration": SAMPLES["accessory-configuration"],
    "shareable-configuration": SAMPLES["shareable-configuration"],
    "uwb-configuration": SAMPLES["uwb-configuration"],
    "android-oob": android_message().encode(),
    "android-technology": SAMPLES["android-technology"],
    "uci": SAMPLES["uci"],
    "uci-app-config": app_config(),
    "uci-app-config-tlvs": app_config()[5:],
}


@pytest.mark.parametrize(("first", "second"), list(itertools.product(SIDES, SIDES)))
def test_every_pair_of_formats_is_compared(first: str, second: str) -> None:
    report = rangekit("diff", SIDES[first].hex(), SIDES[second].hex(), "--json").json()
    for name in ("a", "b"):
        assert report[name]["parameters"]
        assert report[name]["format"]
    for finding in report["findings"]:
        assert set(finding) == {"parameter", "rule", "consequence", "side", "value_a", "value_b", "text"}
        assert len(finding["text"]) > 40


def test_diff_says_what_it_would_cause_and_how_to_mend_it() -> None:
    slower = SHAREABLE.parameters().merged(par.Parameters(slot_duration_rstu=2400))
    result = rangekit("diff", SAMPLES["shareable-configuration"].hex(), par.to_uci(slower, SESSION).payload.hex())
    assert result.status == 0
    assert "slot_duration_rstu" in result.output
    assert "no samples" in result.output
    assert "A: shareable configuration, 1" in result.output
    strict = rangekit("diff", app_config().hex(), par.to_uci(slower, SESSION).payload.hex(), "--strict")
    assert strict.status == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([SAMPLES["token"].hex(), app_config().hex()], "A: the bytes look like token, which says nothing"),
        ([app_config().hex(), "0a"], "B: accessory-message: message initialize holds no configuration"),
        ([app_config().hex(), "7f5555"], "B: no format that is known has these bytes"),
        (["6200000100", app_config().hex()], "no packet is a SESSION_SET_APP_CONFIG command"),
        (["-", "-"], "only one of A and B can be standard input"),
        ([app_config().hex(), app_config().hex()[:-2]], "[RANGEKIT_ERROR_"),
    ],
)
def test_what_holds_no_session_is_refused_with_the_reason(arguments: list[str], words: str) -> None:
    result = rangekit("diff", *arguments)
    assert result.status == 2
    assert words in result.errors.replace("no format that is known has these bytes:\n  ", "") + result.errors


def test_diff_takes_the_format_and_the_byte_order_as_inputs() -> None:
    older = par.to_uci(VIEW, SESSION, byte_order=par.ByteOrder.REVERSED).payload.hex()
    same = rangekit("diff", older, older, "--uci-reversed", "--a-as", "uci-app-config", "--json").json()
    assert same["a"]["parameters"]["device_address"] == VIEW.device_address.hex()
    piped = rangekit("diff", "-", older, "--json", stdin=base64.b64encode(app_config())).json()
    assert piped["a"]["parameters"]["session_id"] == SESSION
    wrong = rangekit("diff", older, older, "--a-as", "uci", "--json")
    assert wrong.status == 2


def test_notes_say_what_the_parameters_do_not_hold() -> None:
    payload = uci.encode_tlvs([uci.TLV(0x04, b"\x09"), uci.TLV(0x13, b"\0"), uci.TLV(0x1B, b"\6")], 3, 7)
    report: dict[str, Any] = rangekit(
        "diff", payload.hex(), app_config().hex(), "--a-as", "uci-app-config", "--json"
    ).json()
    assert report["a"]["notes"] == ["not held by the parameters: RSSI_REPORTING"]
