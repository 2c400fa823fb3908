"""One model of a session: values in and out, comparison, timing, and rangekit diff."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pytest
from command import rangekit
from hypothesis import given
from hypothesis import strategies as st
from rangekit import parameters as par
from rangekit._library import library

SESSION: dict[str, Any] = {
    "session_id": 7,
    "channel": 9,
    "preamble_code_index": 10,
    "slot_duration_rstu": 2400,
    "slots_per_round": 6,
    "ranging_interval_ms": 240,
}
BOARD = "01000000140000000000000000000015010001003ff50300b80b0000000001010111d71900"
PHONE = "01000100194555a85f00000b090600100ec60003397b28d4b8d787b46400"


@st.composite
def views(draw: st.DrawFn) -> par.Parameters:
    values: dict[str, Any] = {}
    for name in draw(st.lists(st.sampled_from(par.NAMES), unique=True, max_size=54)):
        if name.endswith("_q7"):
            values[name] = draw(st.integers(-(2**31), 2**31 - 1))
        elif name in par.NAMES[:48]:
            values[name] = draw(st.integers(0, 2**32 - 1))
        elif name == "peer_addresses":
            size = draw(st.sampled_from([2, 8]))
            values[name] = draw(st.lists(st.binary(min_size=size, max_size=size), min_size=1, max_size=8))
        elif name == "country":
            values[name] = draw(st.text("ABCXYZ", min_size=2, max_size=2))
        else:
            sizes = {"device_address": [2, 8], "static_sts_iv": [6]}.get(name, [1, 16, 32])
            size = draw(st.sampled_from(sizes))
            values[name] = draw(st.binary(min_size=size, max_size=size))
    return par.Parameters(**values)


@given(views(), views())
def test_every_value_survives_the_library(a: par.Parameters, b: par.Parameters) -> None:
    assert par.Parameters().merged(a) == a
    merged = a.merged(b)
    assert merged.as_dict() == dict((a.as_dict() | b.as_dict()).items())
    assert pickle.loads(pickle.dumps(a)) == a
    assert hash(pickle.loads(pickle.dumps(a))) == hash(a)
    for finding in par.diff(a, b, unstated=True):
        assert finding.text.startswith(finding.parameter)
        assert finding.side in ("a", "b", "both")


def test_names_are_those_of_the_library() -> None:
    for number, name in enumerate(par.NAMES):
        assert library.rangekit_parameter_name(number).decode() == name


def test_a_difference_says_what_and_how() -> None:
    a, b = par.Parameters(**SESSION), par.Parameters(**(SESSION | {"channel": 5}))
    (finding,) = par.diff(a, b)
    assert (finding.parameter, finding.rule, finding.side) == ("channel", "equal", "both")
    assert finding.consequence == par.Consequence.NO_SAMPLES
    assert (finding.value_a, finding.value_b) == (9, 5)
    assert "A has 9, B has 5" in str(finding)
    assert par.diff(a, a) == []
    missing = par.diff(a, par.Parameters(channel=9), unstated=True)
    assert {finding.parameter for finding in missing} == set(SESSION) - {"channel"}


def test_what_cannot_be_is_found() -> None:
    (finding,) = par.check_parameters(par.Parameters(**(SESSION | {"ranging_interval_ms": 250})))
    assert finding.rule == "interval_multiple"
    (finding,) = par.check_parameters(par.Parameters(**(SESSION | {"slots_per_round": 200})))
    assert finding.rule == "round_too_long"
    (finding,) = par.check_parameters(par.Parameters(sts_config=3))
    assert (finding.rule, finding.parameter) == ("key_missing", "session_key")


def test_timing_follows() -> None:
    timing = par.timing(par.Parameters(**SESSION))
    assert timing.slot_duration_s == pytest.approx(0.002)
    assert timing.round_duration_s == pytest.approx(0.012)
    assert timing.update_rate_hz == pytest.approx(1000 / 240)
    assert timing.rounds_per_block == 20
    assert par.timing(par.Parameters()) == par.Timing(None, None, None, None)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"chanel": 9}, "did you mean channel"),
        ({"channel": "9"}, "channel must be an integer"),
        ({"channel": -1}, "channel = -1 does not fit"),
        ({"country": "EUR"}, "country = 'EUR'"),
        ({"static_sts_iv": b"12345"}, "static_sts_iv has 5 bytes"),
        ({"session_key": bytes(33)}, "at most 32 fit"),
        ({"peer_addresses": []}, "peer_addresses"),
        ({"peer_addresses": [bytes(2), bytes(8)]}, "of one length"),
        ({"device_address": bytes(3)}, "a length"),
    ],
)
def test_wrong_values_are_refused_by_name(values: dict[str, Any], words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        par.Parameters(**values)


def test_the_command_compares_an_accessory_with_its_phone(tmp_path: Path) -> None:
    path = tmp_path / "board.bin"
    path.write_bytes(b"\x01" + bytes.fromhex(BOARD))
    result = rangekit("diff", path, "0b" + PHONE, "--json").json()
    assert result["a"]["format"] == "message with accessory configuration"
    assert result["b"]["format"] == "message with shareable configuration"
    assert result["b"]["parameters"]["static_sts_iv"] == "397b28d4b8d7"
    assert result["findings"] == []
    text = rangekit("diff", path, PHONE, "--strict")
    assert (text.status, "keeps the two from ranging" in text.output) == (0, True)
    other = PHONE.replace("c600", "c800").replace("0b09", "0b06")
    result = rangekit("diff", PHONE, other, "--json", "--unstated").json()
    rules = {(finding["parameter"], finding["rule"]) for finding in result["findings"]}
    assert ("channel", "equal") in rules
    assert ("channel", "channel") in rules
    assert ("ranging_interval_ms", "interval_multiple") in rules
    text = rangekit("diff", PHONE, other, "--strict")
    assert text.status == 1
    assert "no samples" in text.output
    assert text.output.splitlines()[2].startswith("refusal")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["00", PHONE], "A: no format that is known has these bytes"),
        ([PHONE, "0c"], "message stop holds no configuration"),
        (["-", "-"], "only one of A and B"),
        (["nosuch file", PHONE], "neither hexadecimal, nor base64, nor a file"),
    ],
)
def test_what_the_command_cannot_read_is_said(arguments: list[str], words: str) -> None:
    result = rangekit("diff", *arguments, stdin="")
    assert result.status == 2
    assert words in result.errors
