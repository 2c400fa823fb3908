#!/usr/bin/env python3
"""Tests accessory and controller as processes: check.py BUILD [--valgrind] [NAME ...]

SPDX-License-Identifier: MIT
"""

import inspect
import sys
import traceback

import recordings
import sessions
import strangers
from session import Bench

VALGRIND = (
    "valgrind",
    "--quiet",
    "--leak-check=full",
    "--show-leak-kinds=all",
    "--errors-for-leak-kinds=all",
    "--track-fds=no",
    "--error-exitcode=99",
)


def tests_of(module):
    return [
        (name[5:].replace("_", " "), function)
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if name.startswith("test_")
    ]


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    wrapper = VALGRIND if "--valgrind" in sys.argv else ()
    wanted = [argument for argument in sys.argv[2:] if not argument.startswith("--")]
    passed = failed = 0
    for module in (sessions, recordings, strangers):
        for name, test in tests_of(module):
            if wanted and not any(word in name for word in wanted):
                continue
            bench = Bench(build, wrapper)
            try:
                reason = test(bench)
            except Exception:  # pylint: disable=broad-except
                failed += 1
                print(f"FAILED  {name}\n{traceback.format_exc()}")
                continue
            if reason is not None:
                print(f"skipped {name}: {reason}")
                continue
            passed += 1
            print(f"passed  {name}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
