"""The tests run against the installed package, as users have it, and never against the sources."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy starts them: the tests of the command fork

import pytest
import rangekit
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[2]

os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(ROOT / "build" / "python" / "hypothesis"))
# The same examples in every run; `pytest --hypothesis-profile=explore` tries others.
settings.register_profile(
    "explore", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow], database=None
)
settings.register_profile("repeat", settings.get_profile("explore"), derandomize=True)
settings.load_profile("repeat")


def pytest_configure(config: pytest.Config) -> None:
    package = Path(rangekit.__file__).resolve()
    if package.is_relative_to(ROOT / "Sources"):
        raise pytest.UsageError(f"{package} is the source tree; install the package first: pip install .")


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared vectors and recordings; tests that need it are skipped without it."""
    folder = Path(os.environ.get("RANGEKIT_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"the shared folder {folder} is not there")
    return folder
