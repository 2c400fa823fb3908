"""rangekit doctor: what it says, and that it notices what is wrong."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
import rangekit as rk
from command import SCRIPT, rangekit
from rangekit import _library
from rangekit.command_line import doctor


def test_all_is_well() -> None:
    report = rangekit("doctor", "--json").json()
    assert report["package"]["version"] == rk.__version__
    assert report["library"]["path"] == str(_library.path)
    assert report["library"]["from"] == "the package"
    assert report["library"]["functions"] > 300
    assert "recording" in report["library"]["features"]
    assert {one["name"]: one["needed"] for one in report["packages"]}["numpy"]
    assert all(one["ok"] for one in report["checks"])
    assert len(report["checks"]) == len(doctor.CHECKS)
    text = rangekit("doctor").output
    assert text.count("  ok  ") == len(doctor.CHECKS)
    assert "FAILED" not in text


def test_the_known_exchange_is_known_exactly() -> None:
    t1, t2, t3, t4, t5, t6 = 57055236684, 56459561043, 69652782156, 70248523212, 70601671244, 70005933158
    a, b, c, d = t4 - t1, t3 - t2, t6 - t3, t5 - t4
    exact = Fraction(a * c - b * d, a + b + c + d) / 63897600000 * 299792458
    assert doctor.exact_distance_m() == f"{float(exact):.9f} m"


def test_a_library_of_choice_is_named(tmp_path: Path) -> None:
    copy = tmp_path / "mine.so"
    shutil.copy(_library.path, copy)
    done = subprocess.run(
        [str(SCRIPT), "doctor"], env={**os.environ, "RANGEKIT_LIBRARY": str(copy)}, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert f"library   {copy}" in done.stdout
    assert "from the environment variable RANGEKIT_LIBRARY" in done.stdout


def test_a_check_that_fails_is_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_exchange", None)
    name, _, expected = doctor.CHECKS[2]
    monkeypatch.setattr(doctor, "CHECKS", ((name, lambda: "4.2 m", expected), ("other", lambda: 1 / 0, "1")))
    result = rangekit("doctor")
    assert result.status == 1
    assert f"FAILED    {name}: 4.2 m, expected {expected}" in result.output
    assert "FAILED    other: ZeroDivisionError: division by zero, expected 1" in result.output


def test_a_package_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = rangekit("doctor")
    assert result.status == 0
    assert "rangekit replay --output FILE.parquet; pip install pyarrow" in result.output
