"""Runs the command `rangekit` as a shell would, in a process of its own with its own standard streams.

`rangekit` forks this process, which has imported the package already: a start of Python, NumPy and Matplotlib
would take a second a call. `installed` and `as_module` start from nothing.
"""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
import traceback
from pathlib import Path
from typing import Any, BinaryIO

import rangekit.command_line.picture
import rangekit_command

SCRIPT = Path(sysconfig.get_path("scripts")) / "rangekit"


@dataclasses.dataclass
class Result:
    status: int
    output: str
    errors: str

    def json(self) -> Any:
        assert self.status == 0, self.errors
        return json.loads(self.output)


def rangekit(
    *arguments: object, stdin: str | bytes | None = None, cwd: Path | None = None, stdout: Path | None = None
) -> Result:
    """The command's exit status, output and messages; a traceback is never right."""
    data = stdin.encode() if isinstance(stdin, str) else stdin or b""
    with (
        tempfile.TemporaryFile() as source,
        stdout.open("w+b") if stdout else tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as errors,
    ):
        source.write(data)
        source.seek(0)
        process = os.fork()
        if process == 0:
            _run([str(argument) for argument in arguments], cwd, source, output, errors)
        _, status = os.waitpid(process, 0)
        result = Result(os.waitstatus_to_exitcode(status), "" if stdout else _text(output), _text(errors))
    assert "Traceback" not in result.errors, result.errors
    return result


def _run(arguments: list[str], cwd: Path | None, *streams: BinaryIO) -> None:
    """What the child does: the command with these standard streams, then the end of the process."""
    status = 1
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
        os.environ["COLUMNS"] = "120"
        os.chdir(cwd or Path.cwd())
        sys.argv = [str(SCRIPT), *arguments]
        status = rangekit_command.main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(status)


def _text(file: BinaryIO) -> str:
    file.seek(0)
    return file.read().decode()


def installed(*arguments: str, **options: Any) -> Result:
    """The script that was installed."""
    return _finished([str(SCRIPT), *arguments], **options)


def as_module(*arguments: str) -> Result:
    """The same through python -m."""
    return _finished([sys.executable, "-m", "rangekit", *arguments], cwd="/")


def _finished(command: list[str], **options: Any) -> Result:
    finished = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, **options)
    return Result(finished.returncode, finished.stdout, finished.stderr)
