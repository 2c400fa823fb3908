"""rangekit tune: that it finds what the recordings were made with, validates by link, and says what is wrong."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from command import rangekit


def recording(folder: Path, name: str, seed: int, *, anchors: int = 1, spread_m: float = 0.3) -> Path:
    """A slow walk with much noise: smoother than what the default filter is made for."""
    source = np.random.default_rng(seed)
    rows = ["t_s,link,range_m,true_m"]
    for anchor in range(anchors):
        bias_m = source.normal(0, 0.05)
        for index in range(400):
            true_m = 10 + 3 * math.sin(index / 100 + anchor)
            measured_m = true_m + bias_m + source.normal(0, spread_m)
            rows.append(f"{index / 10},a{anchor},{measured_m:.4f},{true_m:.4f}")
    path = folder / name
    path.write_text("\n".join(rows))
    return path


def test_less_acceleration_suits_a_slow_walk(tmp_path: Path) -> None:
    files = [recording(tmp_path, f"{seed}.csv", seed, anchors=2) for seed in (1, 2)]
    found = rangekit("tune", *files, "--json", "--parameter", "acceleration_density=0.001:10:log").json()
    assert [link["count"] for link in found["links"]] == [400] * 4
    assert found["links"][0]["name"] == "1.csv:a0"
    best = found["best"][0]
    assert best["options"]["acceleration_density"] < 0.05
    assert best["score"] <= found["best"][1]["score"] < found["default_score"]
    check = found["cross_validation"]
    assert check["score"] < check["default_score"]
    assert sorted(name for fold in check["folds"] for name in fold["links"]) == sorted(
        link["name"] for link in found["links"]
    )


def test_the_same_seed_gives_the_same_search(tmp_path: Path) -> None:
    file = recording(tmp_path, "walk.csv", 3)
    first, second = (rangekit("tune", file, "--trials", "20", "--json").output for _ in range(2))
    assert first == second
    assert first != rangekit("tune", file, "--trials", "20", "--seed", "2", "--json").output


def test_a_grid_visits_every_combination(tmp_path: Path) -> None:
    file = recording(tmp_path, "walk.csv", 4)
    options = ("--search", "grid", "--steps", "3", "--set", "method=median", "--parameter", "window_count=1:15")
    found = rangekit("tune", file, *options, "--json").json()
    assert found["trials"] == 4  # three and the default
    assert sorted(trial["options"].get("window_count", 0) for trial in found["best"]) == [0, 1, 8, 15]
    assert found["best"][-1]["options"] == {"window_count": 1}
    assert found["cross_validation"] is None


@pytest.mark.parametrize("estimator", ["quality_model", "quality", "zone"])
def test_every_estimator_can_be_tuned(estimator: str, tmp_path: Path) -> None:
    file = recording(tmp_path, "walk.csv", 5, anchors=3)
    result = rangekit(
        "tune", file, "--estimator", estimator, "--trials", "12", "--enter", "9", "--leave", "10", "--limit", "0.3"
    )
    assert result.status == 0, result.errors
    lines = result.output.splitlines()
    assert lines[0] == "3 links, 1,200 samples, 13 trials"
    assert any(line.startswith("cross-validated over 3 folds of links: ") for line in lines)
    scores = [float(line.split()[0]) for line in lines[3:] if line.lstrip()[:2] in ("0.", "1.", "2.")]
    assert scores[:10] == sorted(scores[:10])


def test_a_stated_noise_is_found_for_the_quality_model(tmp_path: Path) -> None:
    file = recording(tmp_path, "walk.csv", 6, anchors=4, spread_m=0.05)
    swept = ("--parameter", "uwb_bias_stddev_m=0.02:0.6:log", "--limit", "0.1", "--trials", "40")
    found = rangekit("tune", file, "--estimator", "quality_model", *swept, "--json").json()
    assert found["best"][0]["options"]["uwb_bias_stddev_m"] < 0.15
    assert found["best"][0]["score"] < found["default_score"]


def test_a_picture_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "tuning.svg"
    assert rangekit("tune", recording(tmp_path, "walk.csv", 7), "--trials", "20", "--plot", picture).status == 0
    text = picture.read_text()
    for label in ("acceleration_density", "outlier_stddevs", "defaults", "best"):
        assert f"<!-- {label}" in text, label


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--trials", "0"), "--trials 0: expected 1 to 100,000"),
        (("--limit", "nan"), "--limit nan: expected above 0 m"),
        (("--enter", "3", "--leave", "2"), "--leave 2 lies before --enter 3"),
        (("--parameter", "acceleration_density=1"), "expected NAME=LOW:HIGH"),
        (("--parameter", "acceleration_density=5:1"), "LOW must lie below HIGH"),
        (("--parameter", "aceleration=1:2"), "did you mean acceleration_density"),
        (("--set", "window_count=100"), "window_count = 100: it must be 1 to 64"),
        (("--set", "method=mean"), "there is no method 'mean'; methods are kalman, hampel_kalman"),
        (("--search", "grid", "--steps", "100"), "11,000,000 trials, more than 20,000"),
    ],
)
def test_arguments_that_cannot_be_used_are_named(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    result = rangekit("tune", recording(tmp_path, "walk.csv", 8), *arguments)
    assert result.status == 2
    assert message in result.errors


def test_files_without_truth_or_order_are_named(tmp_path: Path) -> None:
    file = tmp_path / "walk.csv"
    file.write_text("t_s,range_m\n0,1\n1,2\n")
    assert "no row has both a distance and a true distance" in rangekit("tune", file).errors
    file.write_text("t_s,range_m,true_m\n1,1,1\n0,2,2\n")
    assert "line 3: time runs backwards" in rangekit("tune", file).errors
    assert "save standard input to a file first" in rangekit("tune", "-", stdin="").errors


def test_the_tracker_is_tuned_on_positions(tmp_path: Path) -> None:
    random = np.random.default_rng(3)
    corners = {"a": (0, 0), "b": (8, 0), "c": (8, 6), "d": (0, 6)}
    anchors = tmp_path / "anchors.csv"
    anchors.write_text("anchor,x_m,y_m\n" + "".join(f"{name},{x},{y}\n" for name, (x, y) in corners.items()))
    files = []
    for walk in range(2):
        lines = ["t_s,anchor,range_m,true_x,true_y"]
        for step in range(300):
            time_s, name = step * 0.05, "abcd"[step % 4]
            x, y = 4 + 2 * math.cos(0.4 * time_s + walk), 3 + 1.5 * math.sin(0.4 * time_s + walk)
            range_m = math.hypot(x - corners[name][0], y - corners[name][1]) + 0.05 * random.normal()
            lines.append(f"{time_s:.3f},{name},{range_m:.4f},{x:.4f},{y:.4f}")
        path = tmp_path / f"walk{walk}.csv"
        path.write_text("\n".join(lines) + "\n")
        files.append(path)
    arguments = ("--estimator", "tracker", "--trials", "12", "--json")
    found = rangekit("tune", *files, "--anchors", anchors, *arguments).json()
    assert len(found["links"]) == 2
    assert found["best"][0]["score"] <= found["default_score"] < 0.3
    assert found["cross_validation"]["score"] < 0.3
    missing = rangekit("tune", *files, *arguments)
    assert missing.status == 2
    assert "--anchors FILE" in missing.errors


def test_the_locator_is_tuned_on_walks(tmp_path: Path) -> None:
    random = np.random.default_rng(4)
    target = np.array([3.0, 1.6, -2.0])
    truth, walk = tmp_path / "targets.csv", tmp_path / "walk.csv"
    truth.write_text("target,x_m,y_m,z_m\nkeys,3,1.6,-2\n")
    lines = ["t_s,x_m,y_m,z_m,qx,qy,qz,qw,target,range_m"]
    for step in range(200):
        at = np.array([2 * math.cos(0.05 * step), 1.3 + 0.3 * math.sin(0.2 * step), 1.5 * math.sin(0.07 * step)])
        range_m = np.linalg.norm(at - target) + 0.2 + 0.05 * random.normal()
        lines.append(f"{step * 0.1:.2f},{at[0]:.4f},{at[1]:.4f},{at[2]:.4f},0,0,0,1,keys,{range_m:.4f}")
    walk.write_text("\n".join(lines) + "\n")
    arguments = ("--estimator", "locator", "--trials", "6", "--json")
    found = rangekit("tune", walk, "--truth", truth, *arguments).json()
    assert found["best"][0]["score"] <= found["default_score"]
    missing = rangekit("tune", walk, *arguments)
    assert missing.status == 2
    assert "--truth FILE" in missing.errors
