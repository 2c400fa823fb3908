"""python -m rangekit: the same as the command rangekit."""

from __future__ import annotations

import sys

from rangekit.command_line import main

if __name__ == "__main__":
    sys.exit(main())
