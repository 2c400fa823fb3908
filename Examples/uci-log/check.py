"""Makes a log, and compares what uci_log prints with what was put in, and with the Python example's output.

check.py BUILD

SPDX-License-Identifier: MIT
"""

import importlib.util
import subprocess
import sys
from pathlib import Path

build = Path(sys.argv[1])
log = build / "session.uci"


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True)


def require(holds, what, result):
    if not holds:
        sys.exit(f"uci-log: {what}\n{result.stdout}{result.stderr}")


made = run(build / "make_log", log)
require(made.returncode == 0, "make_log failed", made)
found = run(build / "uci_log", log)
require(found.returncode == 0 and not found.stderr, "uci_log failed", found)
lines = found.stdout.splitlines()
require(len(lines) == 2 + 24, f"{len(lines)} lines, not 26", found)
require(lines[0].endswith("session 42 is ACTIVE: STATE_CHANGE_WITH_SESSION_MANAGEMENT_COMMANDS"), "no start", found)
near = [float(line.split()[2]) for line in lines if " 0x0201 " in line]
require(near == [round(0.5 - 0.05 * i, 2) for i in range(12)], "distances differ", found)
require(sum("failed: RANGING_RX_TIMEOUT" in line for line in lines) == 3, "not 3 failures", found)
require("- " in lines[2] and "10.0 deg" in lines[1], "angles differ", found)

data = log.read_bytes()
short = build / "short.uci"
short.write_bytes(data[:-3])
cut = run(build / "uci_log", short)
require(cut.returncode == 1 and "ends inside a packet" in cut.stderr, "a cut log passes", cut)
require(run(build / "uci_log", build / "none").returncode == 2, "a missing file passes", cut)

if importlib.util.find_spec("rangekit") is None:
    print("  skipped: the Python example, since rangekit is not installed for this Python")
else:
    python = run(sys.executable, "-B", Path(__file__).parent / "uci_log.py", log)
    require(python.stdout == found.stdout and python.returncode == 0, "the Python example differs", python)
    print("  ok: the Python example prints the same")
print(f"  ok: {len(lines)} lines, {len(near)} distances of the near peer, down to {min(near):.2f} m")
