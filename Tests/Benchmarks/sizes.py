"""Bytes of code by room: of the host library, and of the firmware images that are there.

    sizes.py UNSTRIPPED STRIPPED [FIRMWARE [--json FILE]]

UNSTRIPPED has the names. In the Embedded build a function lies in the room whose source it comes from, whoever calls it;
RangeKitC's are the exports, by header. What the names do not cover is tables, strings and padding.

SPDX-License-Identifier: MIT
"""

import collections
import json
import pathlib
import re
import subprocess
import sys

ROOMS = ("RangingCore", "RangingMath", "RangingWire", "RangingTracking", "RangingSession", "RangeKitC", "RangeKit")


def room_of(symbol):
    if symbol.startswith("rangekit_"):
        return "RangeKitC"
    found = re.search("|".join(f"{len(room)}{room}(?![a-z])" for room in ROOMS), symbol)
    if found:
        return re.sub(r"^\d+", "", found.group())
    return "Swift's library" if symbol.startswith(("$e", "$s", "swift_", "_swift")) else "other"


def by_room(binary, nm="nm"):
    rows = subprocess.run([nm, "--size-sort", "-S", str(binary)], capture_output=True, text=True, check=True).stdout
    sizes, seen = collections.Counter(), set()
    for row in rows.splitlines():
        words = row.split()
        if len(words) == 4 and words[2] in "tTwW" and words[0] not in seen:
            seen.add(words[0])
            sizes[room_of(words[3])] += int(words[1], 16)
    return sizes


def table(title, columns):
    names = sorted({name for sizes in columns.values() for name in sizes}, key=lambda n: -max(c[n] for c in columns.values()))
    print(f"\n{title:<18}" + "".join(f"{column:>14}" for column in columns))
    for name in names:
        print(f"{name:<18}" + "".join(f"{sizes[name]:>14,}" for sizes in columns.values()))


def main():
    unstripped, stripped = (pathlib.Path(argument) for argument in sys.argv[1:3])
    columns = {"host": by_room(unstripped)}
    firmware = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    for core in ("cortex-m0plus", "cortex-m4f", "riscv32"):
        image = firmware / core / "budget.elf" if firmware else None
        if image and image.exists():
            prefix = "riscv64-unknown-elf-" if core == "riscv32" else "arm-none-eabi-"
            columns[core] = by_room(image, prefix + "nm")
    if firmware and (firmware / "cortex-m4f/whole.elf").exists():
        columns["m4f, whole"] = by_room(firmware / "cortex-m4f/whole.elf", "arm-none-eabi-nm")
    table("bytes of code", columns)
    print(f"librangekit.so, stripped: {stripped.stat().st_size:,} bytes")
    if "--json" in sys.argv:
        path = pathlib.Path(sys.argv[sys.argv.index("--json") + 1])
        path.write_text(json.dumps({"library": stripped.stat().st_size} | columns, indent=1) + "\n")


if __name__ == "__main__":
    main()
