"""Makes a folder of recordings, one of them damaged, and processes it alone, by one worker and by two: the report must
be the same, value by value. Says how the time falls. check.py BUILD

SPDX-License-Identifier: MIT
"""

from __future__ import annotations

import json
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
COUNT = 10


def run(*command: object) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def make(folder: pathlib.Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rangekit = [sys.executable, "-m", "rangekit"]
    for seed in range(COUNT):
        name = folder / f"walk{seed:02}.rangekit"
        run(*rangekit, "simulate", "-o", name, "--seed", seed, "--duration", 120, "--rate", 20)
    run(*rangekit, "replay", folder / "walk00.rangekit", "--output", folder / "walk00.parquet")
    damaged = bytearray((folder / "walk01.rangekit").read_bytes())
    damaged[len(damaged) // 2] ^= 0x10
    (folder / "walk01.rangekit").write_bytes(damaged)


def main() -> None:
    try:
        import distributed  # noqa: F401
        import pyarrow  # noqa: F401
    except ImportError as error:
        print(f"folder-of-recordings skipped: {error}; pip install 'dask[distributed]' pyarrow")
        return
    build = pathlib.Path(sys.argv[1])
    folder = build / "recordings"
    make(folder)
    reports, seconds, shares = {}, {}, {}
    for name, arguments in {"alone": [], "1 worker": ["--workers", 1], "2 workers": ["--workers", 2]}.items():
        report = build / f"{name.replace(' ', '-')}.json"
        said = run(sys.executable, "-B", HERE / "process.py", folder, *arguments, "--output", report)
        reports[name] = json.loads(report.read_text())
        seconds[name] = float(re.search(r"in ([0-9.]+) s", said)[1])
        shares[name] = [float(share) for share in re.findall(r"([0-9.]+) s", said.partition("workers: ")[2])]
    print(said, end="")
    for name, report in reports.items():
        if report != reports["alone"]:
            sys.exit(f"{name} and one process alone differ")
    lines = {line["file"]: line for line in reports["alone"]}
    if len(lines) != COUNT + 1 or not lines["walk01.rangekit"]["damaged"]:
        sys.exit("a recording is missing, or the damaged one was not noticed")
    if any(line.get("results_different") for line in lines.values()) or lines["walk02.rangekit"]["results_equal"] < 2000:
        sys.exit("recorded results came out otherwise")
    if lines["walk00.rangekit"]["median_m"] != lines["walk00.parquet"]["median_m"]:
        sys.exit("the recording and its Parquet file differ")
    print("the same report three times; " + ", ".join(f"{name} {took:.2f} s" for name, took in seconds.items()))
    if len(shares["2 workers"]) != 2 or min(shares["2 workers"]) < 0.05:
        sys.exit(f"two workers did not share the work: {shares['2 workers']}")
    print(
        f"two workers are {seconds['1 worker'] / seconds['2 workers']:.2f} times as fast as one on this machine as busy as "
        f"it is; by their processor time, on cores of their own, {shares['1 worker'][0] / max(shares['2 workers']):.2f}"
    )


if __name__ == "__main__":
    main()
