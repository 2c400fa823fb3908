"""rangekit simulate, rangekit token, and the command as a whole."""

from __future__ import annotations

import base64
import json
import math
import os
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
import rangekit as rk
from command import as_module, installed, rangekit
from test_capture import pcapng, session
from test_command_los import table as registers_table

FULL = Path("/dev/full")  # where every write fails for want of space
IDENTITY = "000102030405060708090a0b0c0d0e0f"
PEER = rk.Token.peer(bytes.fromhex(IDENTITY), capabilities=rk.Capability(0x111), generation=2)


def test_simulate_twr_and_replay_fit_together(tmp_path: Path) -> None:
    trace = tmp_path / "trace.csv"
    result = rangekit("simulate", "-o", trace, "--seed", 7, "--duration", 60, "--rate", 20, "--clock-ppm", 15, -9)
    assert result.status == 0
    assert result.output == ""
    lost = sum("error" in row for row in rangekit("twr", trace, "--json").json())
    assert f"1,200 exchanges, {lost} of them lost" in result.errors
    assert "`rangekit twr` refuses their rows, RANGEKIT_ERROR_MISSING_VALUE" in result.errors
    lines = trace.read_text().splitlines()
    assert lines[0] == "t_s,t1,t2,t3,t4,t5,t6,range_m,true_m"
    assert len(lines) == 1 + 1200
    rows = rangekit("twr", trace, "--json").json()
    assert len(rows) == 1200
    for line, row in zip(lines[1:], rows, strict=True):
        written = line.split(",")[7]
        if written:
            assert row["distance_m"] == pytest.approx(float(written), abs=5.1e-5)
        else:
            assert row["error"] == "RANGEKIT_ERROR_MISSING_VALUE"
    summary = rangekit("replay", trace, "--json").json()["summary"]
    assert summary["rows"] == 1200
    assert summary["refused"] == 0
    assert summary["measurements"] == sum("distance_m" in row for row in rows)
    assert summary["error"]["median_absolute_m"] < 0.03
    assert summary["quality_time_share"]["close"] > 0.1
    assert summary["quality_time_share"]["good"] > 0.4


def test_simulate_is_deterministic_and_pipes() -> None:
    first, again = (rangekit("simulate", "--seed", 3, "--duration", 20) for _ in range(2))
    assert first.output == again.output
    assert first.output != rangekit("simulate", "--seed", 4, "--duration", 20).output
    found = rangekit("twr", "-", "--json", stdin=first.output).json()
    assert len(found) == 200
    clear = rangekit("simulate", "--clear", "--noise-ps", 0, "--duration", 20, "--bits", 32).output
    distances = [row["distance_m"] for row in rangekit("twr", "-", "--bits", 32, "--json", stdin=clear).json()]
    truth = [float(line.split(",")[8]) for line in clear.splitlines()[1:]]
    np.testing.assert_allclose(distances, truth, atol=0.01)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--rate", "1e9"], "--rate 1e+09: must be within 0.1 to 250"),
        (["--duration", "nan"], "--duration nan: must be within"),
        (["--duration", "1e6", "--rate", "250"], "is more than 50,000,000 exchanges"),
        (["--clock-ppm", "0", "500"], "--clock-ppm B 500: must be within -100 to 100"),
        (["--bits", "20"], "--bits 20: must be within 32 to 64"),
        (["--seed", "-1"], "--seed -1: must be within"),
        (["-o", "/nowhere/trace.csv"], "/nowhere/trace.csv cannot be written: No such file or directory"),
    ],
)
def test_what_cannot_be_simulated_ends_with_status_2(arguments: list[str], words: str) -> None:
    result = rangekit("simulate", *arguments)
    assert result.status == 2
    assert words in result.errors


def test_token_encode_equals_the_package() -> None:
    arguments = ["--kind", "peer", "--identity", IDENTITY, "--generation", "second"]
    for capabilities in ("precise_distance,extended-distance,0x100", "0x111", "273", "PRECISE_DISTANCE,272"):
        result = rangekit("token", "encode", *arguments, "--capabilities", capabilities)
        assert result.output == PEER.encode().hex() + "\n"
    text = rangekit("token", "encode", "--kind", "accessory", "--identity", "1a:2b", "--form", "base64").output
    assert base64.b64decode(text) == rk.Token.accessory(b"\x1a\x2b").encode()
    opaque = rangekit("token", "encode", "--kind", "opaque", "--identity", "ff", "--foreign-format", "0x8001").output
    assert bytes.fromhex(opaque) == rk.Token.opaque(b"\xff", foreign_format=0x8001).encode()
    fresh = {rangekit("token", "encode", "--kind", "peer").output for _ in range(3)}
    assert len(fresh) == 3


def test_token_decode_takes_every_form(tmp_path: Path) -> None:
    data = PEER.encode()
    hexadecimal, coded = data.hex(), base64.b64encode(data).decode()
    binary, text = tmp_path / "token.cbor", tmp_path / "token.txt"
    binary.write_bytes(data)
    text.write_text(hexadecimal.upper() + "\n")
    expected = rangekit("token", "decode", hexadecimal, "--json").json()
    assert expected == {
        "kind": "peer",
        "identity": IDENTITY,
        "foreign_format": None,
        "capabilities": ["precise_distance", "extended_distance", "0x100"],
        "capability_bits": 0x111,
        "generation": "second",
        "expires_utc_s": None,
        "nonce": None,
        "technologies": None,
        "vendor_data": None,
        "extensions": "",
        "extensions_count": 0,
        "fingerprint": PEER.fingerprint(),
        "bytes": hexadecimal,
        "protection": None,
    }
    colons = data.hex(":")
    for source in (coded, binary, text, f"{hexadecimal[:8]} {hexadecimal[8:]}", colons.upper(), data.hex(" ")):
        assert rangekit("token", "decode", source, "--json").json() == expected
    assert rangekit("token", "decode", *data.hex(" ").split(), "--json").json() == expected
    for piped in (data, hexadecimal.encode(), coded.encode() + b"\n", colons.encode() + b"\n"):
        assert rangekit("token", "decode", "-", "--json", stdin=piped).json() == expected


def test_token_decode_explains_every_field() -> None:
    extended = bytes.fromhex("a6") + PEER.encode()[1:] + bytes.fromhex("0a820102")
    output = rangekit("token", "decode", extended.hex()).output
    for words in (
        "peer: a RangeKit device",
        f"{IDENTITY} (16 bytes)",
        "precise_distance: measures distance precisely",
        "0x100: a capability unknown to this version, kept",
        "second: second-generation UWB",
        "1 entry unknown to this version, kept: 0a820102",
        extended.hex(),
    ):
        assert words in output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["decode", PEER.encode().hex()[:40]], "[RANGEKIT_ERROR_TRUNCATED]"),
        (["decode", "a0"], "[RANGEKIT_ERROR_MISSING_FIELD]"),
        (["decode", "zz"], "'zz' is neither hexadecimal, nor base64, nor a file"),
        (["decode", "-"], "standard input is empty"),
        (["encode", "--kind", "accessory", "--identity", "1a2b3c"], "RANGEKIT_ERROR_WRONG_LENGTH: token.identity"),
        (["encode", "--kind", "accessory"], "--identity is missing; --kind accessory has no identity of its own"),
        (["encode", "--kind", "peer", "--identity", "xyz"], "--identity 'xyz': expected hexadecimal"),
        (["encode", "--kind", "peer", "--capabilities", "flying"], "--capabilities 'flying': expected any of precise"),
        (["encode", "--kind", "peer", "--capabilities=-1"], "capabilities = -1 does not fit"),
        (["encode", "--kind", "peer", "--generation", "9th"], "--generation '9th': expected unknown, first"),
        (["encode", "--kind", "peer", "--generation", "256"], "RANGEKIT_ERROR_INVALID_VALUE: token.generation"),
        (["encode", "--kind", "peer", "--foreign-format", "1"], "RANGEKIT_ERROR_FIELD_NOT_ALLOWED"),
        (["encode", "--kind", "martian"], "invalid choice: 'martian'"),
    ],
)
def test_tokens_that_cannot_be_used_end_with_status_2(arguments: list[str], words: str) -> None:
    result = rangekit("token", *arguments)
    assert result.status == 2
    assert words in result.errors
    assert result.output == ""


def test_version_names_the_library_in_use() -> None:
    for result in (rangekit("--version"), installed("--version"), as_module("--version")):
        assert result.status == 0
        assert f"rangekit {rk.__version__}" in result.output
        assert "librangekit.so.0" in result.output
        assert "token, configuration, twr, quality" in result.output


HELPS: list[list[str]] = [[]]
HELPS += [["twr"]]
HELPS += [["los"]]
HELPS += [["replay"]]
HELPS += [["import"]]
HELPS += [["watch"]]
HELPS += [["doctor"]]
HELPS += [["calibrate"]]
HELPS += [["position"]]
HELPS += [["simulate"]]
HELPS += [["simulate-walk"]]
HELPS += [["locate"]]
HELPS += [["token", action] for action in ("encode", "decode", "sign", "verify")]
HELPS += [["diff"]]
HELPS += [["inspect"]]
HELPS += [["capabilities"]]
HELPS += [["preflight"]]
HELPS += [["uci"]]
HELPS += [["tune"]]
HELPS += [["sounding"]]


@pytest.mark.parametrize("command", [*HELPS, ["token"]])
def test_help_has_examples(command: list[str]) -> None:
    result = rangekit(*command, "--help")
    assert result.status == 0
    assert result.errors == ""
    if command != ["token"]:
        assert "rangekit " in result.output.split("examples:")[1]


def sounding_log(distance_m: float = 4.0) -> str:
    """A Channel Sounding log of two procedures over one path: mode 2 steps, 12-bit phase corrections."""
    steps = ""
    for channel in [*range(2, 23), *range(26, 77)]:
        phase = -2 * math.pi * (2402 + channel) * 1e6 * distance_m / rk.SPEED_OF_LIGHT_MPS
        i, q = (round(1500 * part) & 0xFFF for part in (math.cos(phase), math.sin(phase)))
        tone = (i | q << 12).to_bytes(3, "little").hex()
        steps += f"02{channel:02x}0900{tone}00{tone}20"
    side = {"reference_power_level_dbm": -20, "steps_hex": steps}
    return json.dumps(
        {"procedures": [{"procedure_counter": n, "initiator": side, "reflector": side} for n in range(2)]}
    )


def sounding_dump() -> str:
    """The same procedures as messages to a reflector's host: its events, and the initiator's."""
    lines = []
    for number, given in enumerate(json.loads(sounding_log())["procedures"]):
        steps = bytes.fromhex(given["initiator"]["steps_hex"])
        events = rk.channel_sounding.encode_events(steps, procedure_counter=number, antenna_path_count=1)
        lines += [f"{number} {kind} {event.hex()}" for event in events for kind in ("event", "remote-event")]
    return "\n".join(lines)


def test_examples_of_the_help_can_be_pasted(tmp_path: Path) -> None:
    trace = rangekit("simulate", "--duration", 10).output
    for name in ("exchanges.csv", "dw1000.csv", "recording.csv"):
        (tmp_path / name).write_text(trace)
    rangekit("simulate", "-o", tmp_path / "trace.rangekit", "--duration", 10)
    (tmp_path / "shared.key").write_text("5a" * 32)
    (tmp_path / "outdoor.csv").write_text(
        "t_s,range_m,anchor,true_x,true_y,ax,ay,az\n0,3.1,7,2,2,1,0,2\n0.1,3.2,7,2,2,1,0,2\n"
    )
    for name in ("walk.csv", "drive.csv"):
        (tmp_path / name).write_text(rangekit("simulate-walk").output)
    (tmp_path / "places.csv").write_text("target,x_m,y_m,z_m\ntag,1,2,3\n")
    corners = [(0, 0, 0.2), (8, 0, 2.5), (8, 6, 0.3), (0, 6, 2.6), (4, 0, 2.4)]
    anchors = "\n".join(f"{index},{x},{y},{z}" for index, (x, y, z) in enumerate(corners))
    (tmp_path / "anchors.csv").write_text(f"anchor,x_m,y_m,z_m\n{anchors}\n")
    distances = [math.dist(corner, (3, 2, 0.9)) for corner in corners]
    samples = "\n".join(f"{t},{index},{d:.3f},3,2,0.9,t" for t in range(9) for index, d in enumerate(distances))
    for name in ("samples.csv", "static.csv", "moving.csv"):
        (tmp_path / name).write_text(f"t_s,anchor,range_m,true_x,true_y,true_z,tag\n{samples}\n")
    tdoa = "\n".join(f"{t},0,{index},{distances[index] - distances[0]:.3f}" for t in range(9) for index in range(1, 5))
    (tmp_path / "tdoa.csv").write_text(f"t_s,idA,idB,dd_m\n{tdoa}\n")
    (tmp_path / "room.json").write_text('{"rangekit_calibration": 1, "links": [{"anchor": "0", "bias_m": 0.0}]}')
    (tmp_path / "pairs.csv").write_text("anchor,tag,range_m,true_m\n" + "a,b,3.1,3\nb,c,3.2,3\na,c,3.3,3\n" * 10)
    for name in ("registers.csv", "my_rooms.csv", "other_room.csv"):
        (tmp_path / name).write_text(registers_table())
    (tmp_path / "accessory.hex").write_text(
        "0101000000140000000000000000000015010001003ff50300b80b0000000001010111d71900"
    )
    (tmp_path / "phone.hex").write_text("01000100194555a85f00000b090600100ec60003397b28d4b8d787b46400")
    links = "\n".join(
        f"{t / 5},{4 + 0.1 * t + 0.01 * (t * 7 % 11) * (1 + link)},{4 + 0.1 * t},{link}"
        for link in (1, 2)
        for t in range(40)
    )
    for name in ("walk1.csv", "walk2.csv", "hall.csv"):
        (tmp_path / name).write_text(f"t_s,range_m,true_m,link\n{links}\n")
    wheels = "\n".join(f"{t / 4},0,0,0.5" for t in range(36))
    (tmp_path / "wheels.csv").write_text(f"t_s,v_left,v_right,track_m\n{wheels}\n")
    for name in ("session.pcapng", "session.pcap"):
        (tmp_path / name).write_bytes(pcapng(session()))
    (tmp_path / "log.json").write_text(sounding_log())
    (tmp_path / "dump.txt").write_text(sounding_dump())
    count = 0
    for command in HELPS:
        examples = rangekit(*command, "--help").output.split("examples:\n")[1].split("\n\n")[0]
        for line in examples.splitlines():
            piped = None
            for part in re.split(r"\s{3,}", line.strip())[0].split(" | "):
                name, *arguments = shlex.split(part.partition(" > ")[0])
                assert name == "rangekit"
                result = rangekit(*arguments, stdin=piped, cwd=tmp_path)
                assert result.status == 0, f"{part}: {result.errors}"
                piped = result.output
                count += 1
    assert count >= 22


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "command",
    [
        "twr FILE",
        "twr FILE --csv",
        "twr FILE --json",
        "replay FILE",
        "replay FILE --json",
        "simulate",
        "token decode a30001010102421a2b",
        "token decode a30001010102421a2b --json",
        "token encode --kind peer",
        "token encode --kind peer --form binary",
        "--version",
        "twr --help",
    ],
)
def test_a_full_disk_is_named(command: str, tmp_path: Path) -> None:
    file = tmp_path / "trace.csv"
    file.write_text("t_s,t1,t2,t3,t4,t5,t6,range_m\n0,10,10,1000,1100,3000,3000,5\n1,10,x,1000,1100,3000,3000,5\n")
    result = rangekit(*command.replace("FILE", str(file)).split(), stdout=FULL)
    assert result.status == 2
    assert "standard input or output fails: No space left on device\n" in result.errors
    assert result.errors.startswith("rangekit")
    written = rangekit("simulate", "-o", FULL)
    assert (written.status, written.errors) == (
        2,
        "rangekit simulate: /dev/full cannot be written: No space left on device\n",
    )


def test_a_missing_library_is_said_in_a_sentence() -> None:
    result = installed("--version", env=os.environ | {"RANGEKIT_LIBRARY": "/nowhere/librangekit.so.0"})
    assert result.status == 2
    assert result.errors == "rangekit: RANGEKIT_LIBRARY names /nowhere/librangekit.so.0, which is not a file\n"
    assert result.output == ""


def test_no_command_is_a_usage_error() -> None:
    result = rangekit()
    assert result.status == 2
    assert "required: COMMAND" in result.errors
