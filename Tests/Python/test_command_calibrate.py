"""`rangekit calibrate`, as a shell runs it."""

from __future__ import annotations

import json
from pathlib import Path

import lias
import numpy as np
import pytest
import rangekit as rk
from command import rangekit

COLUMNS = ["anchor", "tag", "range_m", "true_x", "true_y", "true_z"]


def simulated(path: Path, extra: str = "") -> None:
    """Two anchors with biases of 0.3 and -0.1 m, noise of 2 cm."""
    random = np.random.default_rng(1)
    lines = ["t_s,anchor,range_m,true_m"]
    for row in range(400):
        name, bias = (("east", 0.3), ("west", -0.1))[row % 2]
        truth = random.uniform(1, 9)
        lines.append(f"{row / 10},{name},{truth + bias + random.normal(0, 0.02):.4f},{truth:.4f}")
    path.write_text("\n".join(lines) + "\n" + extra)


def test_biases_are_written_and_read_again(tmp_path: Path) -> None:
    simulated(tmp_path / "samples.csv")
    output = tmp_path / "calibration.json"
    picture = tmp_path / "picture.png"
    result = rangekit("calibrate", tmp_path / "samples.csv", "--output", output, "--plot", picture)
    assert result.status == 0, result.errors
    assert "not observable" in result.output
    assert picture.stat().st_size > 10_000
    links = {link.anchor: link for link in rk.Calibration.load(output).links}
    assert links["east"].bias_m == pytest.approx(0.3, abs=0.006)
    assert links["west"].bias_m == pytest.approx(-0.1, abs=0.006)
    assert links["east"].stddev_m == pytest.approx(0.02, rel=0.2)
    report = rangekit("calibrate", tmp_path / "samples.csv", "--json").json()
    assert report["calibration"] == json.loads(output.read_text())
    (score,) = report["scores"]
    assert score["rmse_before_m"] == pytest.approx(0.22, abs=0.02)
    assert score["rmse_after_m"] == pytest.approx(0.02, abs=0.003)
    assert 0.9 <= score["coverage_95"] <= 0.99
    assert report["delays"]["rank"] == 2
    assert report["delays"]["unknown_count"] == 3


def test_bad_rows_are_named_and_counted(tmp_path: Path) -> None:
    simulated(tmp_path / "samples.csv", "1,east,x,3\n2,,3,3\n3,east,3\n4,east,nan,3\n5,north,3,3\n")
    result = rangekit("calibrate", tmp_path / "samples.csv", "--strict")
    assert result.status == 1
    for text in ("line 402: column range_m", "line 403: column anchor", "line 404: column true_m", "line 405"):
        assert text in result.output
    assert "north" in result.output
    assert "too few rows" in result.output
    assert rangekit("calibrate", tmp_path / "samples.csv").status == 0


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        ("", [], "is empty"),
        ("anchor,range_m\na,1\n", [], "true distance is not there"),
        ("anchor,range_m,true_m\n", [], "no range at a known distance"),
        ("anchor,range_m,true_m\na,x,1\n", [], "line 2"),
        ("anchor,range_m,true_m\na,1,1\n", ["--minimum-count", "0"], "minimum_count"),
        ("anchor,range_m,true_m\na,1,1\n", ["--tag-height", "inf"], "--tag-height"),
        ("anchor,range_m,true_x,true_y\na,1,1,1\n", [], "--anchors"),
    ],
)
def test_unusable_input_is_refused_with_a_reason(tmp_path: Path, text: str, arguments: list[str], message: str) -> None:
    (tmp_path / "samples.csv").write_text(text)
    result = rangekit("calibrate", tmp_path / "samples.csv", *arguments)
    assert result.status == 2
    assert message in result.errors


def test_levels_take_what_links_leave(tmp_path: Path) -> None:
    random = np.random.default_rng(2)
    level = random.uniform(-95, -75, 3000)
    truth = random.uniform(1, 9, 3000)
    measured = truth + 0.2 - 0.01 * (level + 85) + random.normal(0, 0.03, 3000)
    lines = [f"a,{m:.4f},{t:.4f},{v:.2f}" for m, t, v in zip(measured, truth, level, strict=True)]
    (tmp_path / "samples.csv").write_text("anchor,range_m,true_m,level_dbm\n" + "\n".join(lines))
    report = rangekit("calibrate", tmp_path / "samples.csv", "--falling", "--json").json()
    score = report["scores"][0]
    assert score["rmse_after_m"] == pytest.approx(0.03, abs=0.003)
    assert 0.9 <= score["coverage_95"] <= 0.99
    assert len(report["calibration"]["bias_by_level"]) == 8
    plain = rangekit("calibrate", tmp_path / "samples.csv", "--no-levels", "--json").json()
    assert "bias_by_level" not in plain["calibration"]
    assert plain["scores"][0]["rmse_after_m"] > 0.05


def test_recorded_links_at_rest_serve_the_moving_tag(tmp_path: Path) -> None:
    still, moving, anchors = (tmp_path / name for name in ("still.csv", "moving.csv", "anchors.csv"))
    lias.write_samples(still, lias.ranges("lias_planar_static.csv"), COLUMNS)
    lias.write_samples(moving, lias.ranges("lias_planar_dynamic_fast.csv"), COLUMNS)
    lias.write_anchors(anchors)
    report = rangekit("calibrate", still, "--anchors", anchors, "--score", moving, "--json").json()
    assert len(report["calibration"]["links"]) == 24
    rest, motion = report["scores"]
    assert rest["rmse_before_m"] > 0.2 > 0.075 > rest["rmse_after_m"]
    assert motion["rmse_before_m"] > 0.2 > 0.09 > motion["rmse_after_m"]
    assert 0.9 <= motion["coverage_95"] <= 0.99
    assert report["delays"]["unknown_count"] - report["delays"]["rank"] == 1


def test_tags_and_anchors_may_both_be_numbered_from_0(tmp_path: Path) -> None:
    rows = ["t_s,anchor,tag,range_m,true_m", *(f"{i},{i % 3},{i % 2},{2.1 + i % 3},{2 + i % 3}" for i in range(120))]
    (tmp_path / "samples.csv").write_text("\n".join(rows))
    found = rangekit("calibrate", tmp_path / "samples.csv", "--json").json()
    assert all(abs(link["bias_m"] - 0.1) < 1e-6 for link in found["calibration"]["links"])
    refused = rangekit("calibrate", tmp_path / "samples.csv", "--delays")
    assert refused.status == 2
    assert "--delays needs a name of its own for each device" in refused.errors
