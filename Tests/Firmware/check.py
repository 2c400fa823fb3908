"""Runs each core's image in qemu and the same exercise on the host, compares every line, and checks what small devices
count: flash and RAM of the budgeted functions, stack of each export, no allocator, no symbol but the contract's.

    check.py OUT ARCHIVES DOCUMENTATION [--tables]

OUT holds host and CORE/image.elf, budget.elf; ARCHIVES holds CORE/librangekit.a; the documentation's tables are
promises that the measurements must keep. --tables prints them anew.

SPDX-License-Identifier: MIT
"""

import pathlib
import re
import struct
import subprocess
import sys

CORES = ("cortex-m0plus", "cortex-m4f", "cortex-m33", "riscv32")
MACHINES = dict(zip(CORES, ("microbit", "mps2-an386", "mps2-an505", "virt")))
FLASH_LIMIT = 64 * 1024  # of budget.elf on the Cortex-M4F
RAM_LIMIT = 8 * 1024
STACK_LIMIT = 2 * 1024
ALLOCATORS = {"malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc", "_sbrk", "swift_allocObject"}
# What compilers call by themselves: Arm's run-time ABI (IHI 0043) and libgcc's names for the same.
COMPILERS = re.compile(r"__aeabi_\w+|__(add|sub|mul|div|neg|eq|ne|lt|le|gt|ge|unord|fix|fixuns|float|floatun|extend|trunc|"
                       r"udiv|umod|mod|ashl|ashr|lshr|clz|ctz|popcount|bswap|cmp|ucmp)[a-z0-9]+")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def tool(core, name):
    return ("riscv64-unknown-elf-" if core == "riscv32" else "arm-none-eabi-") + name


def run(core, image):
    """Exit code and lines of an image in qemu."""
    riscv = core == "riscv32"
    command = ["qemu-system-riscv32", "-bios", "none"] if riscv else ["qemu-system-arm"]
    command += ["-M", MACHINES[core], "-nographic", "-monitor", "none", "-serial", "none"]
    command += ["-semihosting-config", "enable=on,target=native", "-kernel", str(image)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return done.returncode, (done.stdout + done.stderr).splitlines()


def number(line):
    digits = line.split()[-1]
    return struct.unpack(">d" if len(digits) == 16 else ">f", bytes.fromhex(digits))[0]


def same(host, image):
    """Bytes are equal; a number whose label begins with ~ and a tolerance comes from libm and is near."""
    label = re.match(r"~([0-9.e-]+) ", host)
    if host == image or not label or host.split(":")[0] != image.split(":")[0]:
        return host == image
    a, b = number(host), number(image)
    return abs(a - b) <= float(label.group(1)) * max(1, abs(a))


def first_difference(host, image):
    for at, (a, b) in enumerate(zip(host, image), 1):
        if not same(a, b):
            return f"line {at}: host {a!r}, image {b!r}"
    return f"host has {len(host)} lines, image {len(image)}" if len(host) != len(image) else None


def sizes(core, image):
    """Flash (text + data) and RAM (data + bss)."""
    text, data, bss = (int(word) for word in output(tool(core, "size"), str(image)).splitlines()[1].split()[:3])
    return text + data, data + bss


class Report:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, good, text):
        self.passed += bool(good)
        self.failed += not good
        print(f"  {'ok' if good else 'failed'}: {text}")


def documented_stacks(text):
    """What the table of the documentation promises: bytes of each export on each core."""
    rows = re.findall(r"^\| `(rangekit_\w+)` \|((?: \d+ \|)+)$", text, flags=re.MULTILINE)
    return {name: dict(zip(CORES, (int(n) for n in numbers.split("|")[:-1]))) for name, numbers in rows}


def promise(size):
    """What the documentation may say of a size: room of a quarter for changes, in steps of 64 bytes; 0: not measured."""
    return "0" if size is None else str(max(64, (size * 5 // 4 + 63) // 64 * 64))


def check_core(report, core, out, archives, host, text):
    code, lines = run(core, out / core / "image.elf")
    shared = [line for line in lines if not line.startswith("#")]
    difference = first_difference(host, shared)
    report.check(code == 0, f"{core}: the image ran to its end in qemu's {MACHINES[core]} (exit {code})")
    report.check(not difference and len(host) > 500, f"{core}: {difference or f'{len(host)} lines as on the host'}")

    stacks = {line.split(":")[0][2:]: int(line.split()[-1], 16) for line in lines if line.startswith("# ")}
    promised = documented_stacks(text)
    over = [f"{name} {size}" for name, size in stacks.items() if size > promised.get(name, {}).get(core, 0)]
    worst = max(stacks, key=stacks.get, default=None)
    report.check(stacks and not over, f"{core}: stack of {len(stacks)} exports as documented, at most "
                 f"{stacks.get(worst)} bytes ({worst}){'; more: ' + ', '.join(over[:5]) if over else ''}")

    archive = archives / core / "librangekit.a"
    seen = {line.split()[-1] for line in output(tool(core, "nm"), "-g", "--defined-only", str(archive)).splitlines()
            if len(line.split()) == 3}
    odd = sorted(name for name in seen if not name.startswith("rangekit_"))
    report.check(seen and not odd, f"{core}: {len(seen)} symbols, all rangekit_*{' but ' + ' '.join(odd[:5]) if odd else ''}")
    asked = {line.split()[-1] for line in output(tool(core, "nm"), "-u", str(archive)).splitlines() if line.startswith(" ")}
    port = set(re.findall(r"`(\w+)`", text))
    odd = sorted(name for name in asked if name not in port and not COMPILERS.fullmatch(name))
    report.check(asked and not odd, f"{core}: asks the platform for what is documented"
                 f"{' and ' + ' '.join(odd) if odd else ''}")
    return stacks


def check_recording(report, out):
    """What a device recorded is what the host records, and replays there bit for bit."""
    code, lines = run("cortex-m4f", out / "cortex-m4f/recorder.elf")
    recording = out / "recorder.rangekit"
    recording.write_bytes(bytes.fromhex("".join(lines)) if code == 0 else b"")
    host = subprocess.run([str(out / "recorder")], capture_output=True, check=True).stdout
    report.check(recording.read_bytes() == host != b"", f"a recording of the Cortex-M4F is the host's, {len(host)} bytes")
    done = subprocess.run([str(out / "replay"), str(recording)], capture_output=True, text=True)
    report.check(done.returncode == 0, f"it replays on the host: {done.stdout.strip()}")


def main():
    out, archives, documentation = (pathlib.Path(argument) for argument in sys.argv[1:4])
    report = Report()
    host = {False: output(str(out / "host")).splitlines(), True: output(str(out / "host"), "small").splitlines()}
    text = documentation.read_text()
    stacks, figures = {}, []
    for core in CORES:
        stacks[core] = check_core(report, core, out, archives, host[core == "cortex-m0plus"], text)
        budget = out / core / "budget.elf"
        code, lines = run(core, budget)
        report.check(code == 0, f"{core}: the budgeted image ran ({code} {' '.join(lines[:1])})")
        flash, ram = sizes(core, budget)
        figures.append((core, flash, ram))
        limits = core == "cortex-m4f"
        report.check(not limits or (flash <= FLASH_LIMIT and ram <= RAM_LIMIT),
                     f"{core}: budgeted functions take {flash} bytes of flash{f' of {FLASH_LIMIT}' if limits else ''} and "
                     f"{ram} of RAM{f' of {RAM_LIMIT}' if limits else ''}")
        names = {line.split()[-1] for line in output(tool(core, "nm"), str(budget)).splitlines()}
        found = sorted(names & ALLOCATORS)
        report.check(not found, f"{core}: no allocator in it{': ' + ', '.join(found) if found else ''}")
    check_recording(report, out)
    budgeted = [size for name, size in stacks["cortex-m4f"].items()
                if re.match(r"rangekit_(token|configuration|refusal|session|twr|quality|zone)", name)]
    report.check(budgeted and max(budgeted) <= STACK_LIMIT,
                 f"stack of the budgeted functions on the Cortex-M4F {max(budgeted, default=0)} bytes of {STACK_LIMIT}")
    print(f"  whole library on a Cortex-M4F: {sizes('cortex-m4f', out / 'cortex-m4f/whole.elf')[0]} bytes of flash")
    if "--tables" in sys.argv:
        for core, flash, ram in figures:
            print(f"| {core} | {flash:,} | {ram:,} |")
        for name in sorted(stacks["cortex-m4f"]):
            print(f"| `{name}` | {' | '.join(promise(stacks[core].get(name)) for core in CORES)} |")
    print(f"firmware: {report.passed} passed, {report.failed} failed")
    sys.exit(1 if report.failed else 0)


if __name__ == "__main__":
    main()
