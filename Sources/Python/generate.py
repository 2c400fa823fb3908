"""Writes what follows from the headers in Include/: the Python bindings and the C++ header.

    python Sources/Python/generate.py            writes rangekit/_bindings.py, and rangekit.hpp with its parts
    python Sources/Python/generate.py --check    fails, and shows the difference, if one of them is stale

The headers are the truth. The C preprocessor (CC, or gcc) expands them and pycparser reads the result.
Needs pycparser (the "test" extra installs it) and a C compiler.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from generator import cxx, python

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = Path(__file__).resolve().parent / "rangekit" / "_bindings.py"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the files that are there, write nothing")
    parser.add_argument("--include", type=Path, default=ROOT / "Include", help="folder of the headers")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="file of Python bindings to write or compare")
    arguments = parser.parse_args()
    include = arguments.include.resolve()
    files = {arguments.output: "\n".join(python.Contract(include).lines()) + "\n", **cxx.files(include)}
    stale = 0
    for path, fresh in files.items():
        present = path.read_text() if path.exists() else ""
        if present == fresh:
            continue
        if not arguments.check:
            path.write_text(fresh)
            continue
        stale += 1
        lines = [text.splitlines(keepends=True) for text in (present, fresh)]
        sys.stderr.writelines(difflib.unified_diff(*lines, str(path), "from the headers"))
    if stale:
        print(f"generate.py: {stale} differ from the headers; run: python Sources/Python/generate.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
