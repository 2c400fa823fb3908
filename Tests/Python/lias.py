"""The LIAS recording (8 anchors, a tag with 3 antennas, laser truth) as ranges at known distances."""

from __future__ import annotations

import csv
import math
import os
from pathlib import Path

import pytest

ANTENNA_HEIGHTS_M = {0: 0.9652, 1: 0.9657, 2: 0.9633}  # those of the moving set; the static set does not say


def folder() -> Path:
    shared = Path(os.environ.get("RANGEKIT_SHARED", Path(__file__).resolve().parents[3] / "shared"))
    found = shared / "data" / "uwb"
    if not (found / "lias_planar_static.csv").exists():
        pytest.skip("the LIAS recording is not at hand")
    return found


def anchors() -> dict[str, tuple[float, float, float]]:
    with (folder() / "lias_anchors.csv").open() as file:
        return {
            f"a{row['anchor']}": (float(row["x_m"]), float(row["y_m"]), float(row["z_m"]))
            for row in csv.DictReader(file)
        }


def ranges(name: str) -> list[dict[str, object]]:
    """Rows of pose (or row number), anchor, tag, range_m, true_m, true_x, true_y, true_z."""
    positions = anchors()
    result: list[dict[str, object]] = []
    with (folder() / name).open() as file:
        for number, row in enumerate(csv.DictReader(file)):
            for antenna, height in ANTENNA_HEIGHTS_M.items():
                tag = (
                    float(row[f"t{antenna}_x"]),
                    float(row[f"t{antenna}_y"]),
                    float(row.get(f"t{antenna}_z") or height),
                )
                for anchor, position in positions.items():
                    if measured := row[f"{anchor}t{antenna}"]:
                        result.append(
                            {
                                "pose": row.get("pose", number),
                                "anchor": anchor,
                                "tag": f"t{antenna}",
                                "range_m": float(measured),
                                "true_m": math.dist(position, tag),
                                "true_x": tag[0],
                                "true_y": tag[1],
                                "true_z": tag[2],
                            }
                        )
    return result


def write_samples(path: Path, rows: list[dict[str, object]], columns: list[str]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["t_s", *columns], extrasaction="ignore")
        writer.writeheader()
        writer.writerows({"t_s": number * 0.01, **row} for number, row in enumerate(rows))


def write_anchors(path: Path) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["anchor", "x_m", "y_m", "z_m"])
        writer.writerows([name, *position] for name, position in anchors().items())
