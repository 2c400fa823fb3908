"""This run's ratios and sizes beside the last release's, which lie in last-release.json: what is slower by a fifth or
larger by a twentieth is named. Ratios, since times depend on the machine.

    compare.py BENCH_JSON SIZES_JSON LAST_RELEASE

SPDX-License-Identifier: MIT
"""

import json
import pathlib
import sys

SLOWER, LARGER = 1.2, 1.05


def main():
    bench, sizes, last = (pathlib.Path(argument) for argument in sys.argv[1:4])
    now = {"ratios": {row["key"]: row["ratio"] for row in json.loads(bench.read_text())},
           "sizes": json.loads(sizes.read_text())}
    kept = bench.with_name("release.json")
    kept.write_text(json.dumps(now, indent=1, sort_keys=True) + "\n")
    if not last.exists():
        print(f"\nno release to compare with yet; {kept} becomes Tests/Benchmarks/{last.name} with one")
        return 0
    then = json.loads(last.read_text())
    worse = 0
    print(f"\n{'against the last release':<34}{'then':>10}{'now':>10}")
    for key, ratio in sorted(now["ratios"].items()):
        before = then["ratios"].get(key)
        if before is None:
            print(f"{key:<34}{'new':>10}{ratio:>10.2f}")
        elif ratio > before * SLOWER or before > ratio * SLOWER:
            worse += ratio > before
            print(f"{key:<34}{before:>10.2f}{ratio:>10.2f}{'  SLOWER' if ratio > before else '  faster'}")
    for key in sorted(set(then["ratios"]) - set(now["ratios"])):
        print(f"{key:<34}{then['ratios'][key]:>10.2f}{'gone':>10}")
    before, size = then["sizes"]["library"], now["sizes"]["library"]
    print(f"{'librangekit.so':<34}{before:>10,}{size:>10,}{'  LARGER' if size > before * LARGER else ''}")
    for column, rooms in now["sizes"].items():
        for room, size in rooms.items() if isinstance(rooms, dict) else ():
            before = then["sizes"].get(column, {}).get(room, 0)
            if size > before * LARGER and size - before > 1024:
                print(f"{f'{column}: {room}':<34}{before:>10,}{size:>10,}  larger")
    print(f"{worse} slower than the last release")
    return 0


sys.exit(main())
