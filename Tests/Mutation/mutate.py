"""Breaks the core in one place after the other and counts what the C tests catch: `make mutation`. Each break is a build
of the library in a copy of the sources (ordinary Swift, which is built anew sooner than Embedded) and a run of the tests.

    mutate.py BUILD C_TESTS [NUMBER...]

C_TESTS is linked with a sound library of the same kind; a broken one is put in its place by LD_LIBRARY_PATH. With numbers
only those mutations are tried. A mutation that is not caught is a test to write, or a line that has no effect.

SPDX-License-Identifier: MIT
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WANTED = 28  # of 30


def mutations():
    for line in (HERE / "mutations.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            path, before, after = line.split(" | ")
            yield path, before, after


def build(tree, scratch):
    command = ["swift", "build", "--quiet", "-c", "release", "--product", "rangekit", "--scratch-path", str(scratch / "swift")]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def run(tests, scratch):
    """Whether a test fails with the library that was built, and which does so first."""
    environment = os.environ | {"LD_LIBRARY_PATH": str(scratch / "swift/release"), "LLVM_PROFILE_FILE": "/dev/null"}
    try:
        done = subprocess.run([tests], cwd=ROOT / "Tests/C", env=environment, capture_output=True, text=True, timeout=900)
    except subprocess.TimeoutExpired:
        return True, "no end"
    lines = (done.stdout + done.stderr).splitlines()
    failed = [line.split("]")[1].strip() for line in lines if "[  FAILED  ]" in line and "," not in line]
    return done.returncode != 0, failed[0] if failed else f"exit {done.returncode}"


def main():
    scratch, tests = pathlib.Path(sys.argv[1]).resolve() / "mutation", pathlib.Path(sys.argv[2]).resolve()
    chosen = {int(number) for number in sys.argv[3:]}
    tree = scratch / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    for name in ("Sources", "Include", "Tests/TestSupport"):
        shutil.copytree(ROOT / name, tree / name)
    shutil.copy(ROOT / "Package.swift", tree)
    # The manifest names the test targets; none is built.
    for path in ROOT.glob("Tests/*Tests"):
        shutil.copytree(path, tree / "Tests" / path.name)
    built, said = build(tree, scratch)
    if not built:
        raise SystemExit(said)
    fails, by = run(tests, scratch)
    if fails:
        raise SystemExit(f"the sound library fails: {by}")
    caught, rows = 0, []
    for number, (path, before, after) in enumerate(mutations(), 1):
        if chosen and number not in chosen:
            continue
        source = tree / "Sources" / path
        sound = source.read_text()
        if sound.count(before) != 1:
            raise SystemExit(f"{number}: {path} has {sound.count(before)} times: {before}")
        source.write_text(sound.replace(before, after))
        built, said = build(tree, scratch)
        if not built:
            raise SystemExit(f"{number}: does not build\n{said}")
        is_caught, by = run(tests, scratch)
        caught += is_caught
        rows.append({"number": number, "file": path, "caught": is_caught, "by": by if is_caught else ""})
        print(f"{number:>3}  {'caught' if is_caught else 'MISSED'}  {path}: {after[:60]}  {by if is_caught else ''}", flush=True)
        source.write_text(sound)
    (scratch / "mutation.json").write_text(json.dumps(rows, indent=1))
    print(f"mutation: {caught} of {len(rows)} caught")
    return 0 if caught >= min(WANTED, len(rows)) else 1


sys.exit(main())
