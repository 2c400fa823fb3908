"""rangekit inspect: what is printed, what programs get, and odd input."""

from __future__ import annotations

import base64
import os
import pty
import struct
import subprocess
from pathlib import Path

import pytest
from command import SCRIPT, rangekit
from rangekit.inspection import FORMAT_NAMES
from samples_of_formats import SAMPLES, TOKEN, session_info

MESSAGE = SAMPLES["accessory-message"]


def damaged() -> bytes:
    data = bytearray(MESSAGE)
    data[33] = 7
    return bytes(data)


def bytes_of_the_dump(output: str) -> bytes:
    """The bytes that the lines of a dump show, in order of their offsets."""
    found = b""
    for line in output.splitlines():
        offset, _, rest = line.partition("  ")
        if len(offset) == 4 and all(letter in "0123456789abcdef" for letter in offset):
            assert int(offset, 16) == len(found)
            found += bytes.fromhex(rest[:23])
    return found


@pytest.mark.parametrize("name", [name for name in SAMPLES if name not in ("uci", "fragments")])
def test_the_printed_bytes_are_those_of_the_input(name: str) -> None:
    result = rangekit("inspect", SAMPLES[name].hex())
    assert result.status == 0
    assert result.errors == ""
    assert bytes_of_the_dump(result.output) == SAMPLES[name]
    assert f"({name}), {len(SAMPLES[name])} bytes" in result.output.splitlines()[0]
    assert "\x1b" not in result.output


@pytest.mark.parametrize("name", SAMPLES)
def test_objects_hold_every_byte(name: str) -> None:
    report = rangekit("inspect", SAMPLES[name].hex(), "--json").json()
    assert report["format"] == name
    assert "".join(field["bytes"] for field in report["fields"]) == SAMPLES[name].hex()
    assert report["size"] == len(SAMPLES[name])
    position = 0
    for field in report["fields"]:
        assert field["offset"] == position
        position += field["length"]
        assert set(field) == {"offset", "length", "bytes", "path", "name", "value", "meaning", "faults"}


def test_a_fault_is_printed_under_its_field() -> None:
    result = rangekit("inspect", damaged().hex())
    assert result.status == 0
    lines = result.output.splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("0021"))
    assert " role " in lines[at]
    assert lines[at + 1].strip().startswith("! accessory_configuration.role at byte 33: ")
    assert "Expected 1, found 7." in lines[at + 1]
    assert "[RANGEKIT_ERROR_ACD_ROLE]" in lines[at + 1]
    assert any(line.startswith("0022") for line in lines[at + 2 :])
    assert "1 refusal" in lines[-1] or "1 refusal" in lines[-2]
    assert rangekit("inspect", damaged().hex(), "--strict").status == 1
    assert rangekit("inspect", SAMPLES["token"].hex(), "--strict").status == 0
    report = rangekit("inspect", damaged().hex(), "--json").json()
    (fault,) = (fault for fault in report["faults"] if fault["is_refused"])
    assert (fault["status"], fault["offset"], fault["expected"], fault["found"]) == (
        "RANGEKIT_ERROR_ACD_ROLE",
        33,
        1,
        7,
    )


def test_every_form_of_input_is_read(tmp_path: Path) -> None:
    expected = rangekit("inspect", MESSAGE.hex(), "--json").json()
    binary, text, coded = tmp_path / "message.bin", tmp_path / "message.hex", tmp_path / "message.b64"
    binary.write_bytes(MESSAGE)
    text.write_text("\n".join(MESSAGE.hex(" ")[start : start + 48] for start in range(0, 3 * len(MESSAGE), 48)))
    coded.write_text(base64.b64encode(MESSAGE).decode() + "\n")
    listed = ", ".join(f"0x{byte:02X}" for byte in MESSAGE)
    for source in (binary, text, coded, MESSAGE.hex(":"), listed, base64.b64encode(MESSAGE).decode()):
        assert rangekit("inspect", source, "--json").json() == expected, source
    assert rangekit("inspect", *MESSAGE.hex(" ").split(), "--json").json() == expected
    for piped in (MESSAGE, MESSAGE.hex().encode(), listed.encode(), base64.b64encode(MESSAGE)):
        assert rangekit("inspect", "-", "--json", stdin=piped).json() == expected


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-"], "standard input is empty"),
        ([""], "an empty text holds no bytes"),
        (["   "], "an empty text holds no bytes"),
        (["abc"], "'abc' has 3 hexadecimal digits: two a byte are needed"),
        (["01 0g 22 33"], "'g' at digit 4 is not hexadecimal"),
        (["0102030405x6"], "'x' at digit 11 is not hexadecimal, and there is no such file"),
        (["/"], "'/' is a directory"),
        (["nosuchfile!"], "neither hexadecimal, nor base64, nor a file"),
        (["aGVsbG8===="], "neither hexadecimal, nor base64, nor a file"),
        (["7f5555"], "3 bytes that look like no format that is known; --as FORMAT"),
        (["00", "--as", "rot13"], "invalid choice: 'rot13'"),
        (["x" * 5001], "neither hexadecimal, nor base64, nor a file"),
    ],
)
def test_odd_input_ends_with_status_2_and_the_reason(arguments: list[str], words: str) -> None:
    result = rangekit("inspect", *arguments)
    assert result.status == 2
    assert words in result.errors
    assert result.output == ""
    assert len(result.errors) < 3000


def test_odd_files_end_with_status_2_and_the_reason(tmp_path: Path) -> None:
    for name, data, words in (
        ("empty", b"", "is empty"),
        ("white", b" \n", "holds white space alone"),
        ("odd", b"QUJDRA=", "looks like base64 and is not"),
        ("huge", bytes(17 << 20), "has more than 16 MB"),
        ("zeros", bytes(100), "100 bytes that look like no format that is known"),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        result = rangekit("inspect", path)
        assert result.status == 2, name
        assert words in result.errors, name
    secret = tmp_path / "secret"
    secret.write_bytes(b"\1")
    secret.chmod(0)
    if os.geteuid() != 0:
        assert "cannot be read: Permission denied" in rangekit("inspect", secret).errors


def test_a_capture_is_sent_to_its_own_command(tmp_path: Path) -> None:
    capture = tmp_path / "session.pcap"
    capture.write_bytes(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 299))
    result = rangekit("inspect", capture)
    assert result.status == 2
    assert "this is a capture: `rangekit uci FILE` reads those" in result.errors


def test_control_characters_of_the_input_are_not_printed() -> None:
    record = b"\xd4\x05\x01" + b"a:\x1b[2" + b"\x00"
    output = rangekit("inspect", record.hex(), "--as", "ndef").output
    assert "\x1b" not in output
    assert "\\x1b" in output


def test_any_format_can_be_forced() -> None:
    for name in FORMAT_NAMES:
        result = rangekit("inspect", TOKEN.encode().hex(), "--as", name, "--json")
        assert result.json()["format"] == name
    payload = session_info(2)
    assert "1.01 m" in rangekit("inspect", payload.hex(), "--as", "uci-session-info").output


def test_colour_is_for_terminals_alone() -> None:
    parent, child = pty.openpty()
    command = [str(SCRIPT), "inspect", damaged().hex()]
    with subprocess.Popen(
        command, stdout=child, stdin=subprocess.DEVNULL, env=os.environ | {"TERM": "xterm"}
    ) as process:
        os.close(child)
        output = b""
        while True:
            try:
                piece = os.read(parent, 4096)
            except OSError:
                break
            if not piece:
                break
            output += piece
        assert process.wait() == 0
    os.close(parent)
    assert b"\x1b[31m" in output
