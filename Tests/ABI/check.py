"""What a program that links the host library relies on: names, dependencies, size, layout.

    check.py LIBRARY STUB SPINE INCLUDE

STUB is the shared object made from make_stub.py's source, SPINE the library with the exports of spine.txt
alone. Compares with exports.txt and rangekit-0.1.abi
beside this file; `make baseline` writes both anew.

SPDX-License-Identifier: MIT
"""

import pathlib
import re
import subprocess
import sys

from prototypes import COMMENT, prototypes

HERE = pathlib.Path(__file__).resolve().parent
NEEDED = re.compile(r"^(libc|libm|libcbor|ld-linux[\w-]*)\.so(\.[\d.]+)?$")
HIDDEN = re.compile(r"arc4random|getrandom|s?rand|clock|time|gettimeofday|pthread|open|read$|write$|f?printf|puts|getenv")
SIZE_BUDGET = 300 * 1024  # the design's, for everything in it; not kept by the parts so far
SIZE_LIMIT = 800 * 1024
SPINE_SIZE_LIMIT = 120 * 1024
LOAD = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
library.rangekit_version_string.restype = ctypes.c_char_p
assert library.rangekit_abi_version() == 0
assert library.rangekit_version_string()
maps = open("/proc/self/maps").read()
sys.exit("a Swift runtime library is mapped" if "libswift" in maps else 0)
"""


def output(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def exports(library):
    """Defined dynamic symbols, without versions; a version's own symbol (type A) is none."""
    rows = (line.split() for line in output("nm", "-D", "--defined-only", library).splitlines())
    return {row[-1].split("@")[0] for row in rows if row[-2] != "A"}


def dynamic(library, tag):
    return re.findall(rf"\({tag}\).*\[(.*)\]", output("readelf", "-d", library))


def names_in_headers(include):
    """Every rangekit_name( outside comments: a second reading, to catch what `prototypes` misses."""
    text = "".join(COMMENT.sub(" ", path.read_text()) for path in sorted(pathlib.Path(include).rglob("*.h")))
    return set(re.findall(r"\b(rangekit_\w+)\s*\(", text))


def difference(what, found, expected):
    lines = [f"{what}: {name} is missing" for name in sorted(expected - found)]
    return lines + [f"{what}: {name} is not expected" for name in sorted(found - expected)]


def check_exports(library, stub, _spine, include):
    """exported names equal exports.txt and the headers"""
    expected = set((HERE / "exports.txt").read_text().split())
    headers = names_in_headers(include)
    return (
        difference("exports against exports.txt", exports(library), expected)
        + difference("exports against the headers", exports(library), headers)
        + difference("prototypes read", set(prototypes(include)), headers)
        + difference("exports of the stub", exports(stub), headers)
        + [f"{name}: not a rangekit_ name" for name in exports(library) if not name.startswith("rangekit_")]
    )


def check_dependencies(library, _stub, _spine, _include):
    """needs libc, libm and libcbor alone; has its soname; searches no folder but its own"""
    problems = [f"needs {name}" for name in dynamic(library, "NEEDED") if not NEEDED.match(name)]
    paths = dynamic(library, "RUNPATH") + dynamic(library, "RPATH")
    problems += [f"searches {path}" for path in paths if path != "$ORIGIN"]
    if dynamic(library, "SONAME") != ["librangekit.so.0"]:
        problems.append(f"soname {dynamic(library, 'SONAME')}")
    problems += [f"loads {line.strip()}" for line in output("ldd", library).splitlines() if "libswift" in line]
    return problems


def check_hidden(library, _stub, _spine, _include):
    """takes no time, randomness, thread or file from the system"""
    rows = output("nm", "-D", "--undefined-only", library).splitlines()
    names = {line.split()[-1].split("@")[0] for line in rows}
    return [f"needs {name}" for name in sorted(names) if HIDDEN.match(name)]


def check_size(library, stub, _spine, _include):
    """stripped, at most 800 KiB; prints the budget that it is to come back to"""
    copy = pathlib.Path(str(stub)).with_name("stripped.so")
    output("strip", "--strip-unneeded", "-o", str(copy), library)
    print(f"    budget {SIZE_BUDGET}")
    return over_limit(copy, SIZE_LIMIT)


def check_spine(_library, _stub, spine, _include):
    """tokens, configuration, two-way ranging and quality alone, stripped, at most 120 KiB"""
    return over_limit(spine, SPINE_SIZE_LIMIT)


def over_limit(library, limit):
    size = pathlib.Path(library).stat().st_size
    print(f"    {size} bytes of {limit}")
    return [f"{size} bytes stripped"] if size > limit else []


def check_loading(library, _stub, _spine, _include):
    """loads through ctypes with an empty environment, no Swift runtime mapped"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", LOAD, library], env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True
    )
    return [] if done.returncode == 0 else [done.stderr.strip()]


def check_abi(_library, stub, _spine, _include):
    """types and signatures are those of version 0.1 (additions, and fields appended to sized structs, are fine)"""
    command = ["abidiff", "--no-added-syms", "--suppressions", str(HERE / "appended.ini")]
    done = subprocess.run([*command, str(HERE / "rangekit-0.1.abi"), stub], capture_output=True, text=True)
    return [] if done.returncode == 0 else (done.stdout + done.stderr).splitlines()


def main():
    library, stub, spine, include = sys.argv[1:5]
    failed = 0
    checks = [check_exports, check_dependencies, check_hidden, check_size, check_spine, check_loading, check_abi]
    for check in checks:
        problems = check(library, stub, spine, include)
        print(f"  {'failed' if problems else 'ok'}: {check.__doc__}")
        for problem in problems:
            print(f"    {problem}")
        failed += bool(problems)
    print(f"abi: {len(checks) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
