"""Which library gets loaded, and what is said of one that does not fit."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import rangekit
from rangekit import _bindings, _library

COMPILER = shutil.which("cc") or shutil.which("gcc")
PACKAGE = Path(rangekit.__file__).parent
compiled = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")


def load(python_path: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Imports rangekit in a fresh interpreter."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("RANGEKIT_", "LD_"))}
    if python_path:
        variables["PYTHONPATH"] = str(python_path)
    command = [sys.executable, "-c", "import rangekit._library as library; print(library.path)"]
    return subprocess.run(command, env=variables | environment, capture_output=True, text=True, check=False, cwd="/")


def message(result: subprocess.CompletedProcess[str]) -> str:
    """The last line of a failed import: the exception and what it says."""
    assert result.returncode == 1
    last = result.stderr.strip().splitlines()[-1]
    assert last.startswith("rangekit._library.LibraryError: ")
    return last


def build(folder: Path, source: str) -> Path:
    library = folder / "librangekit.so.0"
    assert COMPILER is not None
    subprocess.run(
        [COMPILER, "-shared", "-fPIC", "-x", "c", "-o", str(library), "-"], input=source, text=True, check=True
    )
    return library


def stub(*, abi_version: int = _bindings.RANGEKIT_ABI_VERSION, without: str = "", size_status: int = 0) -> str:
    """A library with every function of the contract but one, whose _default functions give one status."""
    functions = [f"unsigned rangekit_abi_version(void) {{ return {abi_version}; }}"]
    for name in _bindings.FUNCTIONS:
        if name in ("rangekit_abi_version", without):
            continue
        if name == "rangekit_status_name":
            functions.append('const char *rangekit_status_name(int s) { return "RANGEKIT_ERROR_STRUCT_SIZE"; }')
        elif name == "rangekit_version_string":
            functions.append('const char *rangekit_version_string(void) { return "9.9.9"; }')
        else:
            functions.append(f"int {name}() {{ return {size_status}; }}")
    return "\n".join(functions)


def test_the_packaged_library_is_loaded_by_absolute_path() -> None:
    result = load()
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == str(PACKAGE / "_lib" / "librangekit.so.0")


def test_the_environment_variable_comes_first(tmp_path: Path) -> None:
    copy = tmp_path / "mine" / "lib" / "mine.so"
    copy.parent.mkdir(parents=True)
    shutil.copy(_library.path, copy)
    if (PACKAGE.parent / "rangekit.libs").is_dir():  # libcbor, where the wheel brings its own
        shutil.copytree(PACKAGE.parent / "rangekit.libs", tmp_path / "rangekit.libs")
    result = load(RANGEKIT_LIBRARY=str(copy))
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == str(copy)


def test_a_named_library_that_is_not_there_is_not_replaced_by_another() -> None:
    text = message(load(RANGEKIT_LIBRARY="/nowhere/librangekit.so.0"))
    assert "RANGEKIT_LIBRARY names /nowhere/librangekit.so.0, which is not a file" in text


def test_a_bare_name_is_a_file_here_and_never_searched_for(tmp_path: Path) -> None:
    shutil.copy(_library.path, tmp_path / "librangekit.so.0")
    text = message(load(RANGEKIT_LIBRARY="librangekit.so.0", LD_LIBRARY_PATH=str(tmp_path)))
    assert "RANGEKIT_LIBRARY names /librangekit.so.0" in text


def test_a_system_copy_is_never_taken_silently(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "rangekit", ignore=shutil.ignore_patterns("_lib"))
    shutil.copy(_library.path, tmp_path / "librangekit.so.0")
    text = message(load(tmp_path, LD_LIBRARY_PATH=str(tmp_path)))
    assert "is missing from this installation" in text
    assert "RANGEKIT_LIBRARY" in text


def test_a_file_that_is_no_library_is_refused(tmp_path: Path) -> None:
    text_file = tmp_path / "librangekit.so.0"
    text_file.write_text("not a library")
    assert f"{text_file} cannot be loaded" in message(load(RANGEKIT_LIBRARY=str(text_file)))


@compiled
def test_a_library_of_something_else_is_refused(tmp_path: Path) -> None:
    library = build(tmp_path, "int answer(void) { return 42; }")
    text = message(load(RANGEKIT_LIBRARY=str(library)))
    assert f"{library} is not a RangeKit library: it has no function rangekit_abi_version" in text


@compiled
def test_another_abi_version_is_refused(tmp_path: Path) -> None:
    library = build(tmp_path, stub(abi_version=7))
    text = message(load(RANGEKIT_LIBRARY=str(library)))
    assert f"has ABI version 7; this package needs version {_bindings.RANGEKIT_ABI_VERSION}" in text


@compiled
@pytest.mark.parametrize("name", ["rangekit_token_decode", "rangekit_twr_single_sided_batch"])
def test_a_missing_function_is_named(tmp_path: Path, name: str) -> None:
    library = build(tmp_path, stub(without=name))
    text = message(load(RANGEKIT_LIBRARY=str(library)))
    assert text.endswith(f"it has no function {name}")


@compiled
def test_a_structure_size_that_does_not_fit_is_named(tmp_path: Path) -> None:
    library = build(tmp_path, stub(size_status=_bindings.RANGEKIT_ERROR_STRUCT_SIZE))
    text = message(load(RANGEKIT_LIBRARY=str(library)))
    size = ctypes.sizeof(_bindings.rangekit_diagnostic)
    assert f"rangekit_diagnostic_default refuses a structure of {size} bytes (RANGEKIT_ERROR_STRUCT_SIZE)" in text


@compiled
def test_a_stub_that_fits_is_loaded(tmp_path: Path) -> None:
    """So that the refusals above are about what they say."""
    library = build(tmp_path, stub())
    result = load(RANGEKIT_LIBRARY=str(library))
    assert result.returncode == 0, result.stderr


def test_the_package_states_its_versions() -> None:
    assert rangekit.__version__ == _bindings.RANGEKIT_VERSION_STRING == rangekit.library_version()
    assert rangekit.abi_version() == _bindings.RANGEKIT_ABI_VERSION
    wanted = rangekit.Feature.TOKEN | rangekit.Feature.CONFIGURATION | rangekit.Feature.TWR | rangekit.Feature.QUALITY
    assert wanted in rangekit.features()


def test_the_package_is_complete() -> None:
    assert (PACKAGE / "py.typed").is_file()
    assert all(hasattr(rangekit, name) for name in rangekit.__all__)
