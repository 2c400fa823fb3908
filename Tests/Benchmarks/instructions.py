"""Instructions per item, counted by callgrind: the difference of two runs, so that start-up drops out. The
count does not depend on how busy the machine is.

    instructions.py BENCH [KEY...]

SPDX-License-Identifier: MIT
"""

import re
import subprocess
import sys
import tempfile

KEYS = {
    "twr.double_sided.512": 512,
    "twr.single_sided.512": 512,
    "twr.double_sided.one": 1,
    "token.decode.peer": 1,
    "token.encode.peer": 1,
    "token.decode.session": 1,
    "token.encode.session": 1,
    "accessory.decode.1.1": 1,
    "accessory.decode.2.2": 1,
    "uci.two_way.8": 8,
    "quality.update": 1,
    "quality.push": 1,
    "position.fix": 512,
    "tracker.range": 512,
    "tracker.biases": 512,
    "signal.levels.1000": 1000,
    "signal.los.1000": 1000,
    "angle.pdoa.1000": 1000,
    "angle.direction.1000": 1000,
    "filter.kalman": 1,
    "filter.median": 1,
    "zone.update": 1,
    "direction.guidance": 1,
    "pointing.update": 1,
    "fusion.update": 1,
    "quality_model.update": 1,
    "locator.update": 1,
    "session.sample": 1,
    "sounding.full": 1,
    "sounding.fast": 1,
}


def instructions(bench, key, side, calls):
    # Not /dev/null: callgrind moves aside what lies where it writes, and as root that takes the device away.
    with tempfile.TemporaryDirectory() as folder:
        tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/counts"]
        command = [*tool, bench, "--run", key, side, str(calls)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def per_item(bench, key, side):
    few, many = (5, 25) if KEYS[key] >= 1000 or key.startswith("sounding") else (200, 1200)
    difference = instructions(bench, key, side, many) - instructions(bench, key, side, few)
    return difference / (many - few) / KEYS[key]


def main():
    bench, keys = sys.argv[1], sys.argv[2:] or list(KEYS)
    print(f"{'instructions per item':<28}{'RangeKit':>10}{'reference':>11}{'ratio':>8}")
    for key in keys:
        rangekit, plain = (per_item(bench, key, side) for side in ("rangekit", "plain"))
        print(f"{key:<28}{rangekit:>10.1f}{plain:>11.1f}{rangekit / plain:>8.2f}")


if __name__ == "__main__":
    main()
