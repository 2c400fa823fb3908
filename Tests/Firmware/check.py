"""Runs the bare-metal image in qemu and the same exercise on the host, and compares every line; prints and
checks the image's flash and RAM, its stack, and that it holds no allocator.

    check.py HOST_PROGRAM IMAGE

SPDX-License-Identifier: MIT
"""

import subprocess
import sys

FLASH_LIMIT = 64 * 1024
RAM_LIMIT = 8 * 1024
STACK_LIMIT = 2 * 1024
ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "_sbrk", "swift_allocObject"}
QEMU = "qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none".split()


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def run_image(image):
    semihosting = ["-semihosting-config", "enable=on,target=native", "-kernel", image]
    done = subprocess.run([*QEMU, *semihosting], capture_output=True, text=True, timeout=300)
    return done.returncode, (done.stdout + done.stderr).splitlines()


def first_difference(host, image):
    for number, (a, b) in enumerate(zip(host, image), 1):
        if a != b:
            return f"line {number}: host {a!r}, image {b!r}"
    return f"host has {len(host)} lines, image {len(image)}" if len(host) != len(image) else None


class Report:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, good, text):
        self.passed += bool(good)
        self.failed += not good
        print(f"  {'ok' if good else 'failed'}: {text}")


def main():
    host_program, image = sys.argv[1:3]
    report = Report()
    host = output(host_program).splitlines()
    code, lines = run_image(image)
    shared = [line for line in lines if not line.startswith("#")]
    difference = first_difference(host, shared)
    report.check(code == 0, f"the image ran to its end (exit {code})")
    report.check(not difference and len(host) > 500, difference or f"{len(host)} lines equal to the host's")

    text, data, bss = (int(word) for word in output("arm-none-eabi-size", image).splitlines()[1].split()[:3])
    report.check(text + data <= FLASH_LIMIT, f"flash {text + data} bytes of {FLASH_LIMIT} (text + data)")
    report.check(data + bss <= RAM_LIMIT, f"RAM {data + bss} bytes of {RAM_LIMIT} (data + bss)")

    stacks = {line.split(":")[0][2:]: int(line.split()[-1], 16) for line in lines if line.startswith("#")}
    for name, size in stacks.items():
        report.check(0 < size <= STACK_LIMIT, f"{name}: {size} bytes of {STACK_LIMIT}")
    report.check(len(stacks) == 6, "the stack of every part was measured")

    names = {line.split()[-1] for line in output("arm-none-eabi-nm", image).splitlines()}
    found = sorted(names & ALLOCATORS)
    report.check(not found, f"no allocator in the image{': ' + ', '.join(found) if found else ''}")
    print(f"firmware: {report.passed} passed, {report.failed} failed")
    sys.exit(1 if report.failed else 0)


if __name__ == "__main__":
    main()
