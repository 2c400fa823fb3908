"""What Python adds to the C batch: at most a fifth of its time for a million exchanges."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable

import numpy as np
import rangekit as rk
from rangekit import _bindings, _library
from rangekit.simulation import simulate

EXCHANGES = 1_000_000
LEAST_ROUNDS = 9
MOST_ROUNDS = 60
SHARE = 0.8


def seconds(call: Callable[[], object]) -> float:
    """Processor time: what else the machine does is not counted."""
    start = time.thread_time()
    call()
    return time.thread_time() - start


def test_a_python_batch_reaches_80_percent_of_the_c_batch() -> None:
    short = simulate(duration_s=40, rate_hz=250, blocking=False).stamps
    stamps = np.ascontiguousarray(np.tile(short, (EXCHANGES // len(short), 1)))
    ranges = rk.double_sided(stamps)
    options = ctypes.POINTER(_bindings.rangekit_twr_options)()
    exchanges = stamps.ctypes.data_as(ctypes.POINTER(_bindings.rangekit_twr_double_sided_exchange))
    rows = ranges.rows.ctypes.data_as(ctypes.POINTER(_bindings.rangekit_twr_range))
    refused = ctypes.c_size_t()

    def c_batch() -> None:
        _library.library.rangekit_twr_double_sided_batch(options, exchanges, len(stamps), rows, refused)

    def python_batch() -> None:
        rk.double_sided(stamps, out=ranges)

    # In turn, and the best of each; a busy machine takes more rounds to show what both can do.
    c_s = python_s = float("inf")
    for finished in range(MOST_ROUNDS):
        c_s, python_s = min(c_s, seconds(c_batch)), min(python_s, seconds(python_batch))
        if finished >= LEAST_ROUNDS and c_s / python_s >= SHARE:
            break
    print(f"C {c_s / EXCHANGES * 1e9:.2f} ns an exchange, Python {python_s / EXCHANGES * 1e9:.2f} ns")
    assert c_s / python_s >= SHARE


def test_a_call_costs_a_fixed_amount() -> None:
    """What one call costs beside its work: `Documentation/python.md` states it."""
    stamps = simulate(duration_s=1, rate_hz=10, blocking=False).stamps[:1]
    ranges = rk.double_sided(stamps)
    calls = 1000
    whole = min(seconds(lambda: [rk.double_sided(stamps, out=ranges) for _ in range(calls)]) for _ in range(20))
    print(f"{whole / calls * 1e6:.1f} microseconds a call")
    assert whole / calls < 100e-6
