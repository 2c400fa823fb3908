"""Compiles every header alone, every header twice, the umbrella and contract.c, under each compiler and
dialect, warnings as errors.

    headers.py INCLUDE COMPILER...

SPDX-License-Identifier: MIT
"""

import concurrent.futures
import pathlib
import shutil
import subprocess
import sys

DIALECTS = [
    ("c", "c99"), ("c", "c11"), ("c", "c17"), ("c", "c2x"),
    ("c++", "c++17"), ("c++", "c++20"), ("c++", "c++2b"),
]  # fmt: skip
WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror".split()
BARE_METAL = "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -fshort-enums -ffreestanding".split()


def sources(include, language):
    """Name and text of each translation unit. Those of C++ are the same and rangekit.hpp with its parts."""
    here = pathlib.Path(__file__).resolve().parent
    headers = sorted(path.relative_to(include).as_posix() for path in include.rglob("*.h"))
    if "rangekit.h" not in headers:
        sys.exit(f"headers.py: no rangekit.h in {include}")
    for header in headers:
        yield header, f'#include "{header}"\n'
        yield f"{header} twice", f'#include "{header}"\n#include "{header}"\n#include "rangekit.h"\n'
    for header in sorted(path.relative_to(include).as_posix() for path in include.rglob("*.hpp")):
        if language == "c++":
            yield header, f'#include "{header}"\n#include "{header}"\n'
    yield "contract.c", f'#include "{here / "contract.c"}"\n'


def compile_one(compiler, language, dialect, name, text, include):
    flags = BARE_METAL if "arm-none-eabi" in compiler else []
    flags = [*flags, "-fno-exceptions", "-fno-rtti"] if language == "c++" else flags
    command = [compiler, "-x", language, f"-std={dialect}", *WARNINGS, *flags, f"-I{include}", "-fsyntax-only", "-"]
    # An empty translation unit is no C, so each has one declaration.
    done = subprocess.run(command, input=text + "int used;\n", capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{name} under {compiler} -std={dialect}:\n{done.stderr}"


def main():
    include = pathlib.Path(sys.argv[1]).resolve()
    compilers = []
    for compiler in sys.argv[2:]:
        if shutil.which(compiler):
            compilers.append(compiler)
        else:
            print(f"skipped: {compiler} is not installed")
    jobs = []
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for compiler in compilers:
            for language, dialect in DIALECTS:
                if language == "c++" and "arm-none-eabi" in compiler:
                    continue  # often installed without the C++ library
                for name, text in sources(include, language):
                    jobs.append(pool.submit(compile_one, compiler, language, dialect, name, text, include))
        failures = [job.result() for job in jobs if job.result()]
    print("\n".join(failures), end="")
    names = ", ".join(pathlib.Path(compiler).name for compiler in compilers)
    print(f"headers: {len(jobs) - len(failures)} passed, {len(failures)} failed ({names})")
    sys.exit(1 if failures or not jobs else 0)


if __name__ == "__main__":
    main()
