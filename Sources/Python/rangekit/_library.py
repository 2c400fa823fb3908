"""Finds, loads and checks librangekit.

The library is looked for in two places, in this order, and nowhere else: the file that the environment
variable RANGEKIT_LIBRARY names, then the copy inside this package. A copy that happens to be installed
on the system is never taken silently. What is loaded must have the ABI version, every function and every
structure size that these bindings were made for.
"""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Any

from rangekit import _bindings

ENVIRONMENT_VARIABLE = "RANGEKIT_LIBRARY"
PACKAGED_LIBRARY = Path(__file__).resolve().parent / "_lib" / "librangekit.so.0"


class LibraryError(ImportError):
    """librangekit is not there, or is not the one that this package was made for."""


def locate() -> Path:
    """The absolute path of the library to load."""
    named = os.environ.get(ENVIRONMENT_VARIABLE)
    if named:
        path = Path(named).absolute()  # absolute: a bare name would let the loader search the system
        if not path.is_file():
            raise LibraryError(f"{ENVIRONMENT_VARIABLE} names {path}, which is not a file")
        return path
    if not PACKAGED_LIBRARY.is_file():
        raise LibraryError(
            f"{PACKAGED_LIBRARY} is missing from this installation. Install the package again (pip install .), "
            f"or set {ENVIRONMENT_VARIABLE} to the librangekit.so.0 that `make lib` builds"
        )
    return PACKAGED_LIBRARY


def load(path: Path) -> ctypes.CDLL:
    """Loads the library at `path` and checks that it fits these bindings."""
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise LibraryError(f"{path} cannot be loaded: {error}") from error
    _check_version(library, path)
    _declare_functions(library, path)
    _check_structure_sizes(library, path)
    return library


def _check_version(library: ctypes.CDLL, path: Path) -> None:
    try:
        version = library.rangekit_abi_version
    except AttributeError:
        raise LibraryError(f"{path} is not a RangeKit library: it has no function rangekit_abi_version") from None
    version.restype, version.argtypes = _bindings.FUNCTIONS["rangekit_abi_version"]
    found, expected = version(), _bindings.RANGEKIT_ABI_VERSION
    if found != expected:
        raise LibraryError(f"{path} has ABI version {found}; this package needs version {expected}")


def _declare_functions(library: ctypes.CDLL, path: Path) -> None:
    missing = []
    for name, (result, arguments) in _bindings.FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            missing.append(name)
            continue
        function.restype, function.argtypes = result, arguments
    if missing:
        raise LibraryError(
            f"{path} does not fit this package (version {_bindings.RANGEKIT_VERSION_STRING}): "
            f"it has no function {', '.join(missing)}"
        )


def _check_structure_sizes(library: ctypes.CDLL, path: Path) -> None:
    for name, (_, arguments) in _bindings.FUNCTIONS.items():
        if not name.endswith("_default"):
            continue
        structure = arguments[0]._type_()
        structure.struct_size = ctypes.sizeof(structure)
        if status := getattr(library, name)(structure):
            raise LibraryError(
                f"{path} does not fit this package: {name} refuses a structure of {ctypes.sizeof(structure)} bytes "
                f"({library.rangekit_status_name(status).decode()})"
            )


#: The loaded library's path, and the library with every function declared.
path: Path = locate()
library: Any = load(path)
