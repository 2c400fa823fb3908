"""Builds the wheel: the Python package with librangekit.so.0 inside it.

`make lib` builds the library first when it is not there yet, or when RANGEKIT_BUILD is set. The wheel holds
no compiled Python, so one wheel serves every Python 3 of a platform.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
LIBRARY = ROOT / "build" / "lib" / "librangekit.so.0"
BUILD_BASE = Path("build") / "python"


def version() -> str:
    """The version that the C header states: the only place where it is written."""
    header = (ROOT / "Include" / "rangekit" / "base.h").read_text()
    match = re.search(r'#define RANGEKIT_VERSION_STRING "([^"]+)"', header)
    if match is None:
        sys.exit("setup.py: Include/rangekit/base.h does not define RANGEKIT_VERSION_STRING")
    return match[1]


class BuildWithLibrary(build_py):
    """Copies the built library into the package."""

    def run(self) -> None:
        if os.environ.get("RANGEKIT_BUILD") or not LIBRARY.is_file():
            subprocess.run(["make", "-C", str(ROOT), "lib"], check=True)
        if not LIBRARY.is_file():
            sys.exit(f"setup.py: `make lib` did not leave {LIBRARY}")
        super().run()
        packaged = Path(self.build_lib) / "rangekit" / "_lib"
        packaged.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(LIBRARY, packaged / LIBRARY.name)


class PlatformWheel(bdist_wheel):
    """Tags the wheel py3-none-<platform>: any Python 3, one kind of machine."""

    def get_tag(self) -> tuple[str, str, str]:
        return ("py3", "none", super().get_tag()[2])


class PlatformDistribution(Distribution):
    def has_ext_modules(self) -> bool:
        return True


# Nothing stale may reach a wheel, and nothing may be built beside the sources.
for stale in (ROOT / BUILD_BASE).glob("lib*"):
    shutil.rmtree(stale, ignore_errors=True)
(ROOT / BUILD_BASE).mkdir(parents=True, exist_ok=True)

setup(
    version=version(),
    distclass=PlatformDistribution,
    cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": PlatformWheel},
    options={"build": {"build_base": str(BUILD_BASE)}, "egg_info": {"egg_base": str(BUILD_BASE)}},
)
