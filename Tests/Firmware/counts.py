"""Runs counts.elf in qemu and prints one line a figure: instructions of RangeKit and of a plain C version compiled
alike, and their ratio against what is allowed.

    counts.py IMAGE

SPDX-License-Identifier: MIT
"""

import subprocess
import sys

QEMU = "qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none -icount shift=0".split()
ALLOWED = {
    "twr.double_sided.one": 1.3,
    "twr.double_sided.16": 1.3,
    "position.fix_f32": 1.3,
    "tracker.update": 1.3,
    "tracker.update.biases": 1.3,
}
# Instructions, where there is no plain version.
ALLOWED_INSTRUCTIONS = {"sounding.fast": 700_000, "sounding.full": 2_000_000}


def main():
    command = [*QEMU, "-semihosting-config", "enable=on,target=native", "-kernel", sys.argv[1]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    lines = (done.stdout + done.stderr).splitlines()
    if done.returncode:
        print("\n".join(lines))
        return 1
    over = 0
    print(f"{'Cortex-M4F instructions':<26}{'RangeKit':>10}{'plain C':>10}{'ratio':>8}{'allowed':>9}")
    for key, rangekit, plain in (line.split() for line in lines):
        if key in ALLOWED_INSTRUCTIONS:
            is_over = int(rangekit) > ALLOWED_INSTRUCTIONS[key]
            over += is_over
            print(f"{key:<26}{rangekit:>10}{'-':>10}{'-':>8}{ALLOWED_INSTRUCTIONS[key]:>9}{'  OVER' if is_over else ''}")
            continue
        ratio, allowed = int(rangekit) / int(plain), ALLOWED.get(key)
        is_over = allowed is not None and ratio > allowed
        over += is_over
        print(f"{key:<26}{rangekit:>10}{plain:>10}{ratio:>8.2f}{allowed or '-':>9}{'  OVER' if is_over else ''}")
    return 1 if over else 0


sys.exit(main())
