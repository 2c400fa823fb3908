"""Runs the installed command `rangekit` as a shell would."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

SCRIPT = Path(sysconfig.get_path("scripts")) / "rangekit"


@dataclasses.dataclass
class Result:
    status: int
    output: str
    errors: str

    def json(self) -> Any:
        assert self.status == 0, self.errors
        return json.loads(self.output)


def rangekit(*arguments: object, stdin: str | bytes | None = None, cwd: Path | None = None) -> Result:
    """The command's exit status, output and messages; a traceback is never right."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    finished = subprocess.run(
        [str(SCRIPT), *map(str, arguments)],
        input=data if data is not None else b"",
        capture_output=True,
        check=False,
        cwd=cwd,
        env=os.environ | {"COLUMNS": "120"},
    )
    result = Result(finished.returncode, finished.stdout.decode(), finished.stderr.decode())
    assert "Traceback" not in result.errors, result.errors
    return result


def as_module(*arguments: str) -> Result:
    """The same through python -m."""
    finished = subprocess.run(
        [sys.executable, "-m", "rangekit", *arguments], capture_output=True, text=True, check=False, cwd="/"
    )
    return Result(finished.returncode, finished.stdout, finished.stderr)
