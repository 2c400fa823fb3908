"""The command `rangekit`, outside the package: importing the package fails where its library is missing."""

from __future__ import annotations

import sys


def main() -> int:
    """Runs the command and returns its exit status; what keeps it from starting is said in a sentence."""
    try:
        from rangekit.command_line import main as run
    except ImportError as error:  # rangekit.LibraryError is one
        print(f"rangekit: {error}", file=sys.stderr)
        return 2
    return run()
