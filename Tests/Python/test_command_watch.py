"""rangekit watch: pipes, files, UDP, a serial port; lines, objects and recordings as they come."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest
import rangekit as rk
from command import SCRIPT, Result, rangekit
from rangekit.command_line.watch_display import bars
from rangekit.record import RecordKind
from rangekit.replay import replay


def objects(result: Result) -> list[dict[str, object]]:
    assert result.status == 0, result.errors
    return [json.loads(line) for line in result.output.splitlines()]


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trace") / "trace.rangekit"
    assert rangekit("simulate", "-o", path, "--seed", 3, "--duration", 20).status == 0
    return path


def test_a_recording_is_watched_as_it_was_judged(trace: Path, tmp_path: Path) -> None:
    records = list(rk.RecordingReader(trace))
    samples = [record for record in records if record.kind == RecordKind.SAMPLE]
    results = [record for record in records if record.kind == RecordKind.QUALITY_RESULT]
    log = tmp_path / "log.rangekit"
    found = objects(rangekit("watch", trace, "--json", "--log", log))
    # Exchanges whose sample follows are one distance, and lost ones are none; the last quality stands in each line.
    shown = [(one["t_s"], one["quality"]) for one in found]
    assert shown == [
        (record.time_ns / 1e9, rk.QualityLevel(int(result.body["level"][0])).name.lower())
        for record, result in zip(samples, results, strict=True)
    ]
    again = list(rk.RecordingReader(log))
    assert [record.kind for record in again[1:]] == [record.kind for record in records[1:]]
    assert b"".join(record.body.tobytes() for record in again[1:] if record.is_struct) == b"".join(
        record.body.tobytes() for record in records[1:] if record.is_struct
    )
    assert replay(rk.RecordingReader(log)).differences == []


def test_a_table_through_a_pipe(trace: Path) -> None:
    plain = rangekit("replay", trace, "--table", "rows").output
    lines = rangekit("watch", "-", stdin=plain).output.splitlines()
    assert len(lines) == len(plain.splitlines()) - 1
    assert lines[-1].split()[0] == "19.900"
    assert lines[-1].split()[-1] == "good"
    assert lines[-1].split()[2:] in (["-", "good"], [lines[-1].split()[2], "m", "good"])


def test_objects_and_lines_without_times() -> None:
    text = '{"anchor": "A", "range_m": 3.25}\n\n{"anchor": "B", "range_m": "4.5", "t_s": 900}\nnot json\n'
    result = rangekit("watch", "-", "--json", stdin=text)
    found = objects(result)
    assert [(one["source"], one["distance_m"]) for one in found] == [("A", 3.25), ("B", 4.5)]
    assert 0 <= float(str(found[0]["t_s"])) < 60
    assert found[1]["t_s"] == 900
    assert "line 4: 'not json' names no column" in result.errors
    found = objects(rangekit("watch", "-", "--json", "--columns", "anchor,range_m,std_m", stdin="A,3,0.25\nB,4,\n"))
    assert [(one["distance_m"], one["stddev_m"]) for one in found] == [(3, 0.25), (4, None)]


def test_bad_lines_are_named_and_the_others_are_shown() -> None:
    text = "t_s,range_m\n1,2\nx,3\n2,4,5\n3,nan\n4,5"
    result = rangekit("watch", "-", "--json", stdin=text)
    assert [one["t_s"] for one in objects(result)] == [1, 4]
    for words in (
        "line 3: column t_s: found 'x'",
        "line 4: the row has 3 cells",
        "line 5: column range_m: found 'nan'",
    ):
        assert words in result.errors
    assert rangekit("watch", "-", "--strict", stdin=text).status == 1


def test_damage_in_a_stream_is_passed_over(trace: Path) -> None:
    data = bytearray(trace.read_bytes())
    whole = objects(rangekit("watch", "-", "--json", stdin=bytes(data)))
    data[20_000] ^= 1
    result = rangekit("watch", "-", "--json", stdin=bytes(data))
    assert len(whole) - 2 <= len(objects(result)) <= len(whole)
    assert "bytes are passed over" in result.errors
    cut = rangekit("watch", "-", "--json", stdin=bytes(data[:10_003]))
    assert "ends inside a record" in cut.errors


def test_enough_is_enough(trace: Path) -> None:
    found = objects(rangekit("watch", trace, "--json", "--count", 7))
    assert sum(one["distance_m"] is not None for one in found) == 7
    start = time.monotonic()
    assert rangekit("watch", "udp:127.0.0.1:0", "--duration", 0.3).status == 0
    assert time.monotonic() - start < 30


def test_datagrams(tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = tmp_path / "log.rangekit"
    command = [str(SCRIPT), "watch", f"udp:127.0.0.1:{port}", "--json", "--count", "3", "--log", str(log)]
    out = io.BytesIO()
    with rk.RecordingWriter(out) as writer:
        body = rk.record.empty_body(RecordKind.SAMPLE)
        body["distance_m"], body["fields"], body["time_ns"] = 7.5, 1, 5
        writer.write(RecordKind.SAMPLE, body, source=4)
    with subprocess.Popen([*command, "--duration", "60"], stdout=subprocess.PIPE, text=True) as process:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            while process.poll() is None:
                sender.sendto(b'{"anchor": "A", "range_m": 3}', ("127.0.0.1", port))
                sender.sendto(out.getvalue(), ("127.0.0.1", port))
                time.sleep(0.05)
        assert process.stdout is not None
        found = [json.loads(line) for line in process.stdout]
    assert process.returncode == 0
    assert len(found) == 3
    assert {one["distance_m"] for one in found} == {3, 7.5}
    reader = rk.RecordingReader(log)
    assert sum(record.kind == RecordKind.SAMPLE for record in reader) == 3
    assert reader.is_closed


def test_a_serial_port_and_the_end_by_interrupt(tmp_path: Path) -> None:
    pytest.importorskip("serial")
    leader, follower = pty.openpty()
    log = tmp_path / "log.rangekit"
    command = [str(SCRIPT), "watch", os.ttyname(follower), "--columns", "anchor,range_m", "--log", str(log)]
    # A process that cannot be ended by the interrupt ends by itself.
    command += ["--duration", "120"]
    # A job in the background ignores the interrupt, and so would its children.
    answering = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    signal.signal(signal.SIGINT, answering)
    with process:
        assert process.stdout is not None
        while process.poll() is None and not (log.exists() and log.stat().st_size > 600):
            os.write(leader, b"A,3.5\n")
            time.sleep(0.1)
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert "3.500 m" in first
    assert process.returncode == 0, errors
    reader = rk.RecordingReader(log)
    assert list(reader)
    assert reader.is_closed
    os.close(leader)
    os.close(follower)


def test_on_a_terminal_it_is_a_table(trace: Path) -> None:
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "140", "LINES": "40"}
    with subprocess.Popen([str(SCRIPT), "watch", str(trace)], stdout=follower, env=environment) as process:
        os.close(follower)
        seen = b""
        while True:
            try:
                data = os.read(leader, 65536)
            except OSError:
                break
            seen += data
    os.close(leader)
    assert process.returncode == 0
    text = seen.decode()
    for words in ("source", "quality", "good", "200 distances" if "200 distances" in text else "distances", "▇"):
        assert words in text


def test_bars() -> None:
    assert bars([]) == ""
    assert bars([3.0, 3.0]) == "▁▁"
    assert bars([0, 7, 3.5]) == "▁█▅"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["udp:x"], "expected udp:PORT"),
        (["udp:99999"], "a port within 0 to 65535"),
        (["/nowhere/pipe"], "/nowhere/pipe cannot be read: No such file"),
        (["serial:/nowhere/tty"], "/nowhere/tty"),
        (["-", "--count", "0"], "--count 0: must be more than 0"),
        (["-", "--duration", "nan"], "--duration nan: must be more than 0"),
        (["-", "--log", "/nowhere/a"], "/nowhere/a cannot be written"),
    ],
)
def test_what_cannot_be_watched(arguments: list[str], words: str) -> None:
    result = rangekit("watch", *arguments)
    assert result.status == 2
    assert words in result.errors
