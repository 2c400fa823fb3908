"""rangekit doctor: what is installed, and whether it works."""

from __future__ import annotations

import argparse
import ctypes
import dataclasses
import importlib
import importlib.metadata
import io
import json
import math
import os
import platform
import struct
import sys
from collections.abc import Callable
from typing import Any, Final

import numpy as np

import rangekit
from rangekit import _bindings, _library
from rangekit.base import abi_version, features, flag_names, library_version
from rangekit.command_line.output import say
from rangekit.command_line.twr import Subparsers
from rangekit.record import STRUCTURES, RecordKind, empty_body, kind_name
from rangekit.recording import RecordingReader, RecordingWriter
from rangekit.replay import ResultsWriter, replay

DESCRIPTION = """\
Says which library is in use and where it comes from, whether it is the one that this package was made for, which
packages are there that some commands need, and runs a few calls whose results are known.

With --json, standard output is one JSON object: "package", "library", "packages" (an array of "name", "version" (null:
not installed), "for") and "checks" (an array of "name", "ok", "found", "expected").

exit status: 0 all is well; 1 a check has failed. A library that cannot be loaded ends every command with status 2 and
says why.
"""

EPILOG = """\
examples:
  rangekit doctor
  rangekit doctor --json
"""

#: What is asked of other packages. The first three are always installed with this one.
PACKAGES: Final = (
    ("numpy", "numpy", "arrays", True),
    ("matplotlib", "matplotlib", "pictures: --plot", True),
    ("rich", "rich", "tables and progress on a terminal", True),
    ("pyarrow", "pyarrow", "rangekit replay --output FILE.parquet", False),
    ("pyserial", "serial", "rangekit watch on a serial port", False),
    ("cryptography", "cryptography", "rangekit token sign and verify with keys of your own", False),
    ("dask", "dask", "folders of recordings on many machines", False),
)


@dataclasses.dataclass(frozen=True)
class Check:
    """A call whose result is known."""

    name: str
    found: str
    expected: str

    @property
    def ok(self) -> bool:
        return self.found == self.expected


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "doctor",
        help="what is installed, and whether it works",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run(arguments: argparse.Namespace) -> int:
    checks = [_run(name, call, expected) for name, call, expected in CHECKS]
    report = {
        "package": {
            "version": rangekit.__version__,
            "folder": str(importlib.resources.files("rangekit")),
            "python": platform.python_version(),
            "platform": platform.platform(),
        },
        "library": library(),
        "packages": [package(*row) for row in PACKAGES],
        "checks": [{**dataclasses.asdict(check), "ok": check.ok} for check in checks],
    }
    if arguments.json:
        print(json.dumps(report, indent=1))
    else:
        _write(report, checks)
    return 0 if all(check.ok for check in checks) else 1


def library() -> dict[str, Any]:
    """The library in use."""
    named = os.environ.get(_library.ENVIRONMENT_VARIABLE)
    return {
        "path": str(_library.path),
        "from": f"the environment variable {_library.ENVIRONMENT_VARIABLE}" if named else "the package",
        "version": library_version(),
        "abi": abi_version(),
        "functions": len(_bindings.FUNCTIONS),
        "structures": sum(name.endswith("_default") for name in _bindings.FUNCTIONS),
        "features": flag_names(features()),
    }


def package(name: str, module: str, purpose: str, is_needed: bool) -> dict[str, Any]:
    """Whether a package is there, and in which version. It is imported: one that is broken is not there."""
    try:
        importlib.import_module(module)
        version: str | None = importlib.metadata.version(name)
    except (ImportError, importlib.metadata.PackageNotFoundError):
        version = None
    return {"name": name, "version": version, "for": purpose, "needed": is_needed}


def _run(name: str, call: Callable[[], object], expected: str) -> Check:
    try:
        return Check(name, str(call()), expected)
    except Exception as error:
        return Check(name, f"{type(error).__name__}: {error}", expected)


def _write(report: dict[str, Any], checks: list[Check]) -> None:
    about, found = report["package"], report["library"]
    say(f"rangekit {about['version']} on Python {about['python']}, {about['platform']}", "bold")
    say(f"  package   {about['folder']}")
    say(f"  library   {found['path']}")
    say(f"            {found['version']}, ABI {found['abi']}, from {found['from']}")
    say(f"            {found['functions']} functions and the sizes of {found['structures']} structures are as expected")
    say(f"            {', '.join(found['features'])}")
    say("packages", "bold")
    for each in report["packages"]:
        if each["version"]:
            say(f"  {each['name']:<13} {each['version']:<10} {each['for']}", "green")
        else:
            style = "red" if each["needed"] else "yellow"
            say(f"  {each['name']:<13} {'-':<10} {each['for']}; pip install {each['name']}", style)
    say("checks", "bold")
    for check in checks:
        if check.ok:
            say(f"  ok        {check.name}: {check.found}", "green")
        else:
            say(f"  FAILED    {check.name}: {check.found}, expected {check.expected}", "red")


# ---- Calls whose results are known ----


def _exchange() -> str:
    """The exchange of the README: 40-bit stamps; what rational arithmetic gives for them."""
    stamps = np.array([[57055236684, 56459561043, 69652782156, 70248523212, 70601671244, 70005933158]], dtype=np.uint64)
    return f"{rangekit.double_sided(stamps).distance_m[0]:.9f} m"


def exact_distance_m() -> str:
    """The same in whole numbers: the formula of twr.h."""
    t1, t2, t3, t4, t5, t6 = 57055236684, 56459561043, 69652782156, 70248523212, 70601671244, 70005933158
    round_a, reply_b, round_b, reply_a = t4 - t1, t3 - t2, t6 - t3, t5 - t4
    flight = (round_a * round_b - reply_a * reply_b) / (round_a + round_b + reply_a + reply_b)
    return f"{flight / (128 * 499.2e6) * 299792458.0:.9f} m"


def _token() -> str:
    identity = bytes.fromhex("102132435465768798a9bacbdcedfe0f")
    token = rangekit.Token.peer(identity)
    return (rangekit.Token.decode(token.encode()) == token and token.encode().hex()) or "another token"


def _quality() -> str:
    with rangekit.QualityEstimator() as quality:
        for index in range(20):
            result = quality.update(index * 100_000_000, 5.0 + 0.01 * index)
    return f"{rangekit.QualityLevel(result.level).name.lower()}, {result.rate_hz:.1f} Hz"


def _recording() -> str:
    """Written, read, replayed, damaged."""
    out = io.BytesIO()
    with RecordingWriter(out) as recording:
        writer = ResultsWriter(recording)
        for index in range(12):
            sample = empty_body(RecordKind.SAMPLE)
            sample["time_ns"], sample["distance_m"], sample["fields"] = index * 10**8, math.sin(index) + 3, 1
            writer.write(RecordKind.SAMPLE, sample)
    report = replay(RecordingReader(out.getvalue()))
    damaged = bytearray(out.getvalue())
    damaged[700] ^= 1
    reader = RecordingReader(bytes(damaged), resume=True)
    list(reader)
    return f"{report.equal.total()} results the same, {len(report.differences)} not, {len(reader.damages)} damage found"


def _layouts() -> str:
    """Structures of recordings, as the library and this package see them."""
    for kind, structure in STRUCTURES.items():
        layout = _library.library.rangekit_record_layout(kind).decode()
        native = np.dtype(structure)
        sized = layout.startswith("*")

        size = struct.calcsize("@" + ("I" if sized else "") + layout.lstrip("*"))
        alignment = max(ctypes.alignment(structure), 1)
        if -(-size // alignment) * alignment != native.itemsize:
            return f"{kind_name(kind)} has {size} bytes in the library and {native.itemsize} here"
    return f"{len(STRUCTURES)} agree"


CHECKS: Final[tuple[tuple[str, Callable[[], object], str], ...]] = (
    ("byte order, as structures lie in recordings", lambda: sys.byteorder, "little"),
    ("layouts of structures", _layouts, f"{len(STRUCTURES)} agree"),
    ("a known exchange", _exchange, exact_distance_m()),
    ("a token there and back", _token, "a3000101000250102132435465768798a9bacbdcedfe0f"),
    ("quality of a quiet link", _quality, "close, 10.0 Hz"),
    ("a recording, replayed and damaged", _recording, "12 results the same, 0 not, 1 damage found"),
)
