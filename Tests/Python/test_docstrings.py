"""The examples in docstrings run. An example is an indented block that Python can read; what it takes as given is
given here, module by module."""

from __future__ import annotations

import ast
import importlib
import itertools
import pkgutil
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rangekit as rk
from rangekit import channel_sounding as cs
from rangekit import uci
from test_capture import pcapng

TIMES_NS = np.arange(50, dtype=np.int64) * 100_000_000
STAMPS = np.array([[57055236684, 56459561043, 69652782156, 70248523212, 70601671244, 70005933158]], np.uint64)
ANCHORS = np.array([[0.0, 0, 0], [8, 0, 0], [0, 6, 0], [8, 6, 3]])
RANGES_M = np.linalg.norm(ANCHORS - [3.0, 2.0, 1.0], axis=1)
REGISTERS = {"a1": 9000, "a2": 11000, "a3": 10000, "power": 9000, "count": 110, "noise": 60}


def example(block: str) -> str | None:
    """A block of a docstring as a program, if it is one: no text, no table, no drawing."""
    if not all(line.startswith("    ") for line in block.strip("\n").split("\n")):
        return None
    code = textwrap.dedent(block.strip("\n"))
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return None
    return code if any(isinstance(node, ast.Call) for node in ast.walk(tree)) else None


def examples() -> dict[str, str]:
    found = {}
    for info in pkgutil.walk_packages(rk.__path__, "rangekit."):
        if "command_line" in info.name or info.name.endswith(("__main__", "_bindings")):
            continue
        documentation = importlib.import_module(info.name).__doc__ or ""
        blocks = [code for block in documentation.split("\n\n") if (code := example(block))]
        if blocks:
            found[info.name] = "\n".join(blocks)
    found["rangekit"] = "\n".join(code for block in (rk.__doc__ or "").split("\n\n") if (code := example(block)))
    return found


def known_links() -> tuple[np.ndarray, np.ndarray, list[str]]:
    true_m = np.tile(np.linspace(2, 20, 40), 2)
    anchor = ["a"] * 40 + ["b"] * 40
    noise = np.random.default_rng(1).normal(0, 0.05, 80)
    return true_m + np.repeat([0.1, -0.2], 40) + noise, true_m, anchor


def given(module: str, folder: Path) -> dict[str, Any]:
    """What an example takes as given."""
    measured_m, true_m, anchor = known_links()
    everything: dict[str, Any] = {
        "rk": rk, "np": np, "uci": uci, "time_ns": 0, "times_ns": TIMES_NS, "distance_m": 3.0, "stamps": STAMPS,
        "pdoa_rad": np.array([0.4]), "directions": np.array([[0.6, 0.0, -0.8]]), "azimuths_rad": np.full(50, 0.1),
        "measured_m": measured_m, "true_m": true_m, "anchor": anchor, "range_m": np.array([5.0]),
        "values": np.array([100, 120]),
        "x": 0.0, "y": 0.0, "z": 0.0, "qx": 0.0, "qy": 0.0, "qz": 0.0, "qw": 1.0,
        "anchors": ANCHORS, "offsets": np.array([0, 4], np.uint64),
        "ranges": [
            (i, j, float(np.linalg.norm(ANCHORS[i] - ANCHORS[j]))) for i, j in itertools.combinations(range(4), 2)
        ],
        **{name: np.array([value]) for name, value in REGISTERS.items()},
    }  # fmt: skip
    everything["measurements"] = rk.Measurements.ranges(RANGES_M, stddev=0.1)
    if module == "rangekit.calibration":
        links, _ = rk.calibration_fit.fit_links(measured_m, true_m, anchor)
        rk.Calibration(links=links).save(folder / "calibration.json")
    elif module == "rangekit.los":
        noise = np.random.default_rng(2).normal(size=(5, 60))
        blocked = np.arange(60) % 2 == 1
        for index, (name, value) in enumerate(REGISTERS.items()):
            if index < 5:
                everything[name] = (value * (1 + 0.1 * noise[index] - 0.2 * blocked)).astype(np.uint32)
        everything |= {"noise": np.full(60, 60, np.uint32), "blocked": blocked, "registers": rk.signal.registers}
    elif module == "rangekit.capture":
        (folder / "session.pcapng").write_bytes(pcapng([(0, uci.Message(uci.MessageType.COMMAND, 0, 2, b"").encode())]))
    elif module == "rangekit.channel_sounding":
        everything |= {"from_the_controller": [], "from_the_peer": []}
    elif module == "rangekit.channel_sounding_events":
        steps = cs.encode_step(mode=0, channel=5, rssi_dbm=-50, antenna=1)
        (everything["data"],) = cs.encode_events(steps, procedure_counter=1, antenna_path_count=1)
        everything["decode_steps"] = cs.decode_steps
    elif module == "rangekit.sounding":
        channels = np.array([c for c in range(2, 77) if c not in (23, 24, 25)])
        phase = -4 * np.pi * (2402e6 + 1e6 * channels) * 5.0 / 299_792_458
        everything |= {"products": np.exp(1j * phase), "channels": channels, "differences_halfns": np.full(20, 66)}
        everything["collector"] = []
    elif module == "rangekit.uci":
        everything["data"] = uci.Message(uci.MessageType.NOTIFICATION, uci.Group.SESSION_CONTROL, 0, bytes(25)).encode()
    elif module == "rangekit.tracker":
        everything |= {"anchors": ["a", "b", "c"] * 4, "ranges_m": np.full(12, 3.2), "times_ns": TIMES_NS[:12]}
    elif module == "rangekit.transport":
        everything |= {"message": bytes(range(200)), "payload_size": 20}
    return everything


@pytest.mark.parametrize("module", examples())
def test_an_example_runs(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    namespace = {**vars(importlib.import_module(module)), **given(module, tmp_path)}
    exec(compile(examples()[module], f"the example of {module}", "exec"), namespace)


def test_there_are_examples() -> None:
    assert len(examples()) >= 20
