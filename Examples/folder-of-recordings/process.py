"""Processes a folder of recordings again: one machine, the workers of a local cluster, or a real one.

    python process.py FOLDER                       this process alone
    python process.py FOLDER --workers 2           two processes on this machine, by Dask
    python process.py FOLDER --scheduler tcp://…   a cluster that is there

Each recording (.rangekit, or .parquet with the columns t1 to t6 and t_s) is read, what it holds of results is
replayed and compared, its exchanges are ranged anew, and a filter and the quality estimator judge the distances. A
file is a task: nothing travels but its name and its line of the report. The report is the same however many did it.

SPDX-License-Identifier: MIT
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import rangekit as rk
from rangekit.record import RecordKind
from rangekit.replay import replay

STAMPS = ("poll_tx", "poll_rx", "response_tx", "response_rx", "final_tx", "final_rx")


def process(path: str) -> dict[str, Any]:
    """One line of the report."""
    if path.endswith(".parquet"):
        times_ns, stamps = read_parquet(path)
        line: dict[str, Any] = {"file": Path(path).name, "records": len(times_ns)}
    else:
        reader = rk.RecordingReader(path)
        records = list(reader)
        report = replay(records)
        line = {
            "file": Path(path).name,
            "records": len(records),
            "damaged": str(reader.damage) if reader.damage else None,
            "results_equal": report.equal.total(),
            "results_different": [str(difference) for difference in report.differences],
        }
        exchanges = [record for record in records if record.kind == RecordKind.DOUBLE_SIDED]
        times_ns = np.array([record.time_ns for record in exchanges], dtype=np.int64)
        stamps = np.array([[int(record.body[name][0]) for name in STAMPS] for record in exchanges], dtype=np.uint64)
    return line | judge(times_ns, stamps.reshape(-1, 6))


def read_parquet(path: str) -> tuple[Any, Any]:
    """Times and stamps of the exchanges that have all six."""
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(path, columns=["t_s", *(f"t{n}" for n in range(1, 7))]).drop_null()
    stamps = np.stack([np.array(table[f"t{n}"].to_pylist(), dtype=np.uint64) for n in range(1, 7)], axis=1)
    return np.rint(table["t_s"].to_numpy() * 1e9).astype(np.int64), stamps


def judge(times_ns: Any, stamps: Any) -> dict[str, Any]:
    """Exchanges to distances, what a filter makes of them, and how good they were."""
    ranges = rk.double_sided(stamps)
    levels: Counter[str] = Counter()
    with rk.QualityEstimator() as quality, rk.Filter() as smooth:
        kept = 0.0
        for time_ns, distance_m in zip(times_ns[ranges.accepted].tolist(), ranges.distance_m[ranges.accepted].tolist()):
            levels[rk.QualityLevel(quality.update(time_ns, distance_m).level).name.lower()] += 1
            kept = smooth.update(time_ns, distance_m).value or kept
    return {
        "exchanges": len(ranges),
        "refused": int(ranges.refused_count),
        "median_m": float(np.median(ranges.distance_m[ranges.accepted])) if ranges.accepted.any() else None,
        "last_filtered_m": float(kept),
        "quality": dict(sorted(levels.items())),
    }


def alone(paths: Sequence[str]) -> list[dict[str, Any]]:
    """This process, one file after the other."""
    lines = []
    for number, path in enumerate(paths, 1):
        lines.append(process(path))
        bar(number, len(paths))
    return lines


def on_cluster(paths: Sequence[str], client: Any) -> list[dict[str, Any]]:
    """The workers of a cluster; lines come in any order and are put in that of the files."""
    from distributed import as_completed

    futures = client.map(process, paths, pure=False)
    for number, _ in enumerate(as_completed(futures), 1):
        bar(number, len(paths))
    lines: list[dict[str, Any]] = client.gather(futures)
    return lines


def bar(done: int, total: int) -> None:
    """Progress, on a terminal."""
    if sys.stderr.isatty():
        width = 40 * done // total
        print(f"\r{'█' * width}{'░' * (40 - width)} {done}/{total}", end="\n" if done == total else "", file=sys.stderr)


def local_client(workers: int) -> Any:
    """A cluster on this machine: processes, each with one thread."""
    from distributed import Client, LocalCluster

    return Client(LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None))


def find(folder: Path) -> list[str]:
    """The recordings of a folder, by name."""
    paths = sorted(str(path) for path in folder.iterdir() if path.suffix in (".rangekit", ".parquet"))
    if not paths:
        sys.exit(f"{folder} holds no .rangekit and no .parquet")
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(description="Processes a folder of recordings again.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--workers", type=int, metavar="N", help="of a cluster on this machine")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a cluster that is there")
    parser.add_argument("--output", type=Path, metavar="FILE", help="the report as JSON")
    arguments = parser.parse_args()
    paths, shares = find(arguments.folder), []
    start_s = time.perf_counter()
    if arguments.scheduler or arguments.workers:
        from distributed import Client

        with Client(arguments.scheduler) if arguments.scheduler else local_client(arguments.workers) as client:
            client.wait_for_workers(arguments.workers or 1)
            start_s, before = time.perf_counter(), client.run(time.process_time)
            lines = on_cluster(paths, client)
            shares = [took - before[worker] for worker, took in client.run(time.process_time).items()]
    else:
        lines = alone(paths)
    took_s = time.perf_counter() - start_s
    for line in lines:
        levels = ", ".join(f"{name} {count}" for name, count in line["quality"].items())
        print(f"{line['file']}: {line['exchanges']:,} exchanges, median {line['median_m']:.3f} m; {levels}")
        for problem in [line.get("damaged"), *line.get("results_different", [])]:
            if problem:
                print(f"  {problem}")
    print(f"{len(lines)} recordings in {took_s:.2f} s")
    if shares:
        print(f"processor time of the workers: {', '.join(f'{share:.2f} s' for share in shares)}")
    if arguments.output:
        arguments.output.write_text(json.dumps(lines, indent=1))


if __name__ == "__main__":
    main()
