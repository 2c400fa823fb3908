"""What programs of earlier versions rely on: their numbers and names, the version of each symbol, and that such a program
runs. With a tag in the repository the whole interface is compared with that tag's by abidiff.

    versions.py LIBRARY STUB HOST INCLUDE OUT

HOST is version-0.1/host.c, compiled with the headers of version 0.1 beside it.

SPDX-License-Identifier: MIT
"""

import ctypes
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
DEFINE = re.compile(r"^#define (RANGEKIT_\w+) +(.+?)\s*(?:/\*.*)?$", re.MULTILINE)
# What may differ: how much room is enough (a smaller buffer gets a status), the version itself, initial values.
GROWS = re.compile(r"\w+_(MAX_SIZE|MAX_COUNT|CAPACITY|INIT|H)$|RANGEKIT_(VERSION|ABI)_\w+|RANGEKIT_FEATURE_ALL")


def defines(include):
    text = "".join(path.read_text() for path in sorted(pathlib.Path(include).rglob("*.h")))
    return {name: value.strip() for name, value in DEFINE.findall(text)}


def output(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def check_symbols(library, _stub, _host, _include, _out):
    """every export has the version RANGEKIT_0, none another"""
    rows = output("nm", "-D", "--defined-only", "--with-symbol-versions", library).splitlines()
    names = [row.split()[-1] for row in rows if " A " not in row]
    return [name for name in names if not name.endswith("@@RANGEKIT_0")] + ([] if names else ["no exports"])


def check_numbers(_library, _stub, _host, include, _out):
    """each constant of version 0.1 is there with its value"""
    now = defines(include)
    return [f"{name}: {value}, now {now.get(name)}" for name, value in defines(HERE / "version-0.1").items()
            if not GROWS.fullmatch(name) and now.get(name) != value]


def check_statuses(library, _stub, _host, include, _out):
    """each status number of the headers has its own name in the library"""
    loaded = ctypes.CDLL(library)
    loaded.rangekit_status_name.restype = ctypes.c_char_p
    found = {name: int(value.strip("()")) for name, value in defines(include).items()
             if re.fullmatch(r"RANGEKIT_ERROR_\w+", name) and re.fullmatch(r"\(-\d+\)", value)}
    twice = {name for name, number in found.items() if list(found.values()).count(number) > 1}
    return [f"{name} {number}" for name, number in found.items()
            if loaded.rangekit_status_name(number).decode() != name] + sorted(twice) + ([] if found else ["none found"])


def check_host(_library, _stub, host, _include, _out):
    """a program built with version 0.1's headers runs"""
    done = subprocess.run([host], capture_output=True, text=True)
    print(f"    {done.stdout.strip().splitlines()[-1] if done.stdout else done.stderr}")
    return [] if done.returncode == 0 else done.stdout.splitlines()


def check_tag(_library, stub, _host, _include, out):
    """the interface is the last tag's, additions aside"""
    git = ["git", "-C", str(HERE.parent.parent)]
    tag = subprocess.run([*git, "describe", "--abbrev=0", "--tags"], capture_output=True, text=True).stdout.strip()
    if not tag:
        print("    no tag in the repository: rangekit-0.1.abi stands for it")
        return []
    root = pathlib.Path(out) / "tag"
    root.mkdir(parents=True, exist_ok=True)
    tree = subprocess.run([*git, "archive", "--format=tar", f"{tag}:Include"], capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(root)], input=tree, check=True)
    source = output(sys.executable, str(HERE / "make_stub.py"), str(root))
    (root / "stub.c").write_text(source)
    output("gcc", "-std=c99", "-g", "-O0", "-fPIC", "-shared", "-w", "-Wl,-soname,librangekit.so.0", f"-I{root}",
           "-o", str(root / "stub.so"), str(root / "stub.c"))
    command = ["abidiff", "--no-added-syms", "--suppressions", str(HERE / "appended.ini"), str(root / "stub.so"), stub]
    done = subprocess.run(command, capture_output=True, text=True)
    print(f"    against {tag}")
    return [] if done.returncode == 0 else (done.stdout + done.stderr).splitlines()


def main():
    failed = 0
    checks = [check_symbols, check_numbers, check_statuses, check_host, check_tag]
    for check in checks:
        problems = check(*sys.argv[1:6])
        print(f"  {'failed' if problems else 'ok'}: {check.__doc__}")
        for problem in problems:
            print(f"    {problem}")
        failed += bool(problems)
    print(f"versions: {len(checks) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
