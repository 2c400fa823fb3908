"""Breaks the core in one place after the other and counts what the C tests catch: `make mutation`. A copy of the sources is
built once with every fault in it (ordinary Swift), each behind a number that the environment gives: no fault costs a build.

    mutate.py BUILD C_TESTS [NUMBER...]

A fault is tried by the groups of tests that its row names, and by all of them where those miss it. What was found is kept
after each fault in BUILD/mutation/mutation.json, so that a run that was interrupted goes on; it is forgotten when sources
or tests change. A fault that is not caught is a test to write, or a line that has no effect.

SPDX-License-Identifier: MIT
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WANTED = 28  # of 30
VARIABLE = "RANGEKIT_FAULT"
# The number is read once. Each room has its own copy, which no other sees.
SWITCH = f"""import Glibc

private let fault = getenv("{VARIABLE}").flatMap {{ Int(String(cString: $0)) }} ?? 0

@usableFromInline func isBroken(_ number: Int) -> Bool {{ fault == number }}
"""


def mutations():
    for line in (HERE / "mutations.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            path, before, after, groups = line.split(" | ")
            yield path, before, after, groups.split()


def fingerprint():
    """Of what the library with the faults is built from."""
    found = hashlib.sha256()
    for folder in ("Sources", "Include", "Tests/Mutation"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".swift", ".h", ".txt"):
                found.update(path.read_bytes())
    return found.hexdigest()


def build(scratch):
    tree = scratch / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    # The manifest names the test targets; none is built.
    for path in [ROOT / "Sources", ROOT / "Include", ROOT / "Tests/TestSupport", *ROOT.glob("Tests/*Tests")]:
        shutil.copytree(path, tree / path.relative_to(ROOT))
    shutil.copy(ROOT / "Package.swift", tree)
    for number, (path, before, after, _) in enumerate(mutations(), 1):
        source = tree / "Sources" / path
        text = source.read_text()
        if text.count(before) != 1:
            raise SystemExit(f"{number}: {path} has {text.count(before)} times: {before}")
        source.write_text(text.replace(before, re.sub(r"\bbroken\b", f"isBroken({number})", after)))
        (tree / "Sources" / path.split("/")[0] / "Fault.swift").write_text(SWITCH)
    # With the versions of the symbols, which the tests ask for.
    command = ["swift", "build", "--quiet", "-c", "release", "--product", "rangekit", "--scratch-path", str(scratch / "swift"),
               "-Xlinker", f"--version-script={tree}/Sources/RangeKitC/exports.map"]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    link = scratch / "swift/release/librangekit.so.0"
    link.unlink(missing_ok=True)
    link.symlink_to("librangekit.so")


def run(tests, scratch, fault, groups=()):
    """Whether a test fails with this fault, and which does so first."""
    environment = os.environ | {"LD_LIBRARY_PATH": str(scratch / "swift/release"), VARIABLE: str(fault)}
    try:
        done = subprocess.run([tests, *groups], cwd=ROOT / "Tests/C", env=environment, capture_output=True, text=True,
                              timeout=900)
    except subprocess.TimeoutExpired:
        return True, "no end"
    lines = (done.stdout + done.stderr).splitlines()
    failed = [line.split("]")[1].strip() for line in lines if "[  FAILED  ]" in line and "," not in line]
    if not failed and "no group" in done.stderr:
        raise SystemExit(f"no group of tests has such a name: {groups}")
    return done.returncode != 0, failed[0] if failed else f"exit {done.returncode}"


def main():
    scratch, tests = pathlib.Path(sys.argv[1]).resolve() / "mutation", pathlib.Path(sys.argv[2]).resolve()
    chosen = {int(number) for number in sys.argv[3:]}
    kept = scratch / "mutation.json"
    state = {"sources": fingerprint(), "tests": hashlib.sha256(tests.read_bytes()).hexdigest(), "rows": {}}
    earlier = json.loads(kept.read_text()) if kept.exists() else {}
    if earlier.get("sources") != state["sources"]:
        kept.unlink(missing_ok=True)
        build(scratch)
    if earlier.get("sources") == state["sources"] and earlier.get("tests") == state["tests"]:
        state = earlier
    else:
        fails, by = run(tests, scratch, 0)
        if fails:
            raise SystemExit(f"without a fault the tests fail: {by}")
        kept.write_text(json.dumps(state, indent=1))
    rows = state["rows"]
    for number, (path, _, after, groups) in enumerate(mutations(), 1):
        if chosen and number not in chosen:
            continue
        row = rows.get(str(number))
        if row is None:
            caught, by = run(tests, scratch, number, groups)
            if not caught:
                caught, by = run(tests, scratch, number)
            row = rows[str(number)] = {"file": path, "caught": caught, "by": by if caught else ""}
            kept.write_text(json.dumps(state, indent=1))
        print(f"{number:>3}  {'caught' if row['caught'] else 'MISSED'}  {path:<50} {row['by'] or after}", flush=True)
    caught = sum(row["caught"] for row in rows.values())
    print(f"mutation: {caught} of {len(rows)} caught")
    return 0 if caught >= len(rows) - (30 - WANTED) else 1


sys.exit(main())
