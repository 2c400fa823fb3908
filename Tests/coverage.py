"""Line coverage of the core and of the exports by the Swift tests and the C tests together, a row a room, and the files
that fall short. `make coverage` builds both with counters first and calls this.

    coverage.py BUILT C_TESTS [--lines] [--c-only]

BUILT is the scratch path of `swift build --build-tests --enable-code-coverage`, C_TESTS the C tests linked with its
library. --lines names every line that no test reaches, --c-only leaves the Swift tests out.

SPDX-License-Identifier: MIT
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ("RangingCore", "RangingMath", "RangingWire", "RangingTracking", "RangingSession", "RangeKit", "RangeKitC")
WANTED = {room: 95.0 for room in ROOMS} | {"RangeKitC": 100.0}
# The toolchain's own: another version cannot read its counters.
TOOLS = pathlib.Path(shutil.which("swift")).resolve().parent


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{done.stdout[-4000:]}{done.stderr[-4000:]}\n{command[0]} ended with {done.returncode}")
    return done


def main():
    built, c_tests = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    release = built / "release"
    counts = built / "counts"
    shutil.rmtree(counts, ignore_errors=True)
    counts.mkdir(parents=True)
    objects = [release / "librangekit.so"]
    if "--c-only" not in sys.argv:
        objects += release.glob("*PackageTests.xctest")
        run("swift", "test", "-c", "release", "-Xswiftc", "-enable-testing", "--skip-build", "--enable-code-coverage",
            "--scratch-path", built, cwd=ROOT)
    environment = os.environ | {"LLVM_PROFILE_FILE": str(counts / "c-%p.profraw")}
    run(c_tests, cwd=ROOT / "Tests/C", env=environment)
    raw = [*counts.glob("*.profraw"), *(release / "codecov").glob("*.profraw")]
    run(TOOLS / "llvm-profdata", "merge", "-sparse", *raw, "-o", counts / "all.profdata")

    command = [TOOLS / "llvm-cov", "export", f"-instr-profile={counts / 'all.profdata'}", objects[0]]
    command += [f"-object={path}" for path in objects[1:]]
    done = run(*command, ROOT / "Sources")
    rooms, short = {room: [0, 0] for room in ROOMS}, []
    for file in json.loads(done.stdout)["data"][0]["files"]:
        path = pathlib.Path(file["filename"]).relative_to(ROOT / "Sources")
        lines = file["summary"]["lines"]
        if path.parts[0] not in rooms:
            continue
        rooms[path.parts[0]][0] += lines["covered"]
        rooms[path.parts[0]][1] += lines["count"]
        if lines["covered"] < lines["count"]:
            short.append((lines["count"] - lines["covered"], lines["count"], path, file["segments"]))
    print(f"{'room':<18}{'lines':>8}{'reached':>9}{'share':>8}{'wanted':>8}")
    for room, (reached, count) in rooms.items():
        share = 100 * reached / count if count else 100
        print(f"{room:<18}{count:>8}{reached:>9}{share:>7.1f}%{WANTED[room]:>7.0f}%{'  SHORT' if share < WANTED[room] else ''}")
    reached, count = (sum(column) for column in zip(*rooms.values()))
    print(f"{'all':<18}{count:>8}{reached:>9}{100 * reached / count:>7.1f}%")
    print("\nlines that no test reaches, file by file")
    for missing, count, path, segments in sorted(short, key=lambda row: (-row[0], str(row[2])))[: None if "--lines" in sys.argv else 25]:
        print(f"{missing:>6} of {count:>4}  {path}")
        if "--lines" in sys.argv:
            starts = sorted({segment[0] for segment in segments if segment[3] and segment[2] == 0})
            print(f"              begin at {', '.join(map(str, starts))}")


main()
