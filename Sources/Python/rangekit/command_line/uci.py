"""rangekit uci: a capture of FiRa UCI as samples."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from rangekit import uci
from rangekit.capture import Capture, CaptureError, decode_capture
from rangekit.command_line.output import UnusableInputError, counted, say
from rangekit.command_line.twr import Subparsers
from rangekit.errors import MessageError
from rangekit.sample import SampleField

DESCRIPTION = """\
Reads a capture of FiRa UCI (pcap or pcapng, link type 299) and prints a line for every measurement that
succeeded, then what else the capture holds: messages by name, measurements that failed by status, packets that
could not be read.

With --json, standard output is one JSON object: "packets", "messages" (name -> count), "samples" (an array;
times in nanoseconds since 1970, metres, radians, dBm; "address" is the whole MAC address as a number, "peer" its
low 32 bits; a value that is absent is null), "failed" (status -> count)
and "refused" (an array of "packet", "error", "message").
"""

EPILOG = """\
examples:
  rangekit uci session.pcapng
  rangekit uci session.pcap --json
"""

_VALUES = {
    "distance_m": SampleField.DISTANCE,
    "azimuth_rad": SampleField.AZIMUTH,
    "elevation_rad": SampleField.ELEVATION,
    "power_dbm": SampleField.POWER,
    "nlos_probability": SampleField.NLOS_PROBABILITY,
}


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "uci",
        help="a capture of FiRa UCI as samples",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("file", help="pcap or pcapng file; - reads standard input")
    parser.add_argument(
        "--dl-tdoa-layout",
        type=int,
        choices=(1, 2),
        default=1,
        help="of DL-TDoA measurements: 2 has a size (default 1)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if any packet is refused")


def run(arguments: argparse.Namespace) -> int:
    try:
        data = sys.stdin.buffer.read() if arguments.file == "-" else Path(arguments.file).read_bytes()
    except OSError as error:
        raise UnusableInputError(f"{arguments.file} cannot be read: {error.strerror}") from error
    try:
        capture = decode_capture(data, dl_tdoa_layout=arguments.dl_tdoa_layout)
    except CaptureError as error:
        name = "standard input" if arguments.file == "-" else arguments.file
        raise UnusableInputError(f"{name}: {error}") from error
    failed = _failed(capture, arguments.dl_tdoa_layout)
    if arguments.json:
        print(json.dumps(_as_object(capture, failed), indent=1))
    else:
        _write_text(capture, failed)
    return 1 if arguments.strict and capture.refusals else 0


def _failed(capture: Capture, layout: int) -> Counter[str]:
    """Measurements without success, by status."""
    failed: Counter[str] = Counter()
    for captured in capture.messages:
        if not captured.message.is_session_info:
            continue
        try:
            info = uci.SessionInfo.decode(captured.message.payload, dl_tdoa_layout=layout)
        except MessageError:
            continue  # it is among the refusals
        for status in info.measurements["status"].tolist():
            if status not in (0x00, 0x1B):
                failed[uci.name(uci.Names.STATUS, status)] += 1
    return failed


def _value(sample: Any, name: str) -> float | None:
    """A value of a sample, as short as its 32 bits allow; None where it is absent."""
    return float(str(sample[name])) if int(sample["fields"]) & _VALUES[name] else None


def _as_object(capture: Capture, failed: Counter[str]) -> dict[str, Any]:
    return {
        "packets": capture.packet_count,
        "messages": dict(Counter(captured.message.name for captured in capture.messages).most_common()),
        "samples": [
            {"time_ns": int(sample["time_ns"]), "peer": int(sample["peer"]), "address": address}
            | {name: _value(sample, name) for name in _VALUES}
            for sample, address in zip(capture.samples, capture.addresses.tolist(), strict=True)
        ],
        "failed": dict(failed.most_common()),
        "refused": [
            {"packet": refusal.packet.number, "error": refusal.error.name, "message": refusal.error.message}
            for refusal in capture.refusals
        ],
    }


def _write_text(capture: Capture, failed: Counter[str]) -> None:
    def cell(value: float | None, form: str, scale: float = 1.0) -> str:
        return "-" if value is None else format(value * scale, form)

    if len(capture.samples):
        start = int(capture.samples["time_ns"][0])
        width = max(10, *(len(f"{address:#x}") for address in capture.addresses.tolist()))
        say(
            f"{'t_s':>10} {'address':>{width}} {'distance_m':>11} {'azimuth_deg':>12} {'elevation_deg':>14} "
            f"{'dBm':>7}  nlos"
        )
        degrees = math.degrees(1.0)
        for sample, address in zip(capture.samples, capture.addresses.tolist(), strict=True):
            nlos = _value(sample, "nlos_probability")
            print(
                f"{(int(sample['time_ns']) - start) / 1e9:10.3f} {address:#{width}x} "
                f"{cell(_value(sample, 'distance_m'), '.2f'):>11} "
                f"{cell(_value(sample, 'azimuth_rad'), '.1f', degrees):>12} "
                f"{cell(_value(sample, 'elevation_rad'), '.1f', degrees):>14} "
                f"{cell(_value(sample, 'power_dbm'), '.1f'):>7}  {'-' if nlos is None else 'yes' if nlos else 'no'}"
            )
    say(f"{counted(capture.packet_count, 'packet')}, {counted(len(capture.samples), 'sample')}")
    distances = capture.samples["distance_m"][(capture.samples["fields"] & SampleField.DISTANCE) != 0]
    if len(distances):
        say(f"  distance {np.min(distances):.2f} to {np.max(distances):.2f} m, median {np.median(distances):.2f} m")
    for name, count in Counter(captured.message.name for captured in capture.messages).most_common():
        say(f"  {count:>6,} {name}")
    for name, count in failed.most_common():
        say(f"  {count:>6,} measurements failed: {name}", "yellow")
    for refusal in capture.refusals:
        say(f"  {refusal}", "red")
