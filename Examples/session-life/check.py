"""Runs two accessories and a controller, compares what the controller says with expected.txt, and what the accessories
say with each other:

    check.py ACCESSORY CONTROLLER...

SPDX-License-Identifier: MIT
"""

import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
EXPECTED = (HERE / "expected.txt").read_text()


def main(accessory: str, *controller: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = [str(pathlib.Path(folder) / name) for name in ("door", "tag")]
        places = zip(paths, ("11d7", "22e8"), ("3", "7"), strict=True)
        accessories = [subprocess.Popen([accessory, *place], stdout=subprocess.PIPE, text=True) for place in places]
        try:
            end = time.monotonic() + 5
            while not all(pathlib.Path(path).exists() for path in paths) and time.monotonic() < end:
                time.sleep(0.02)
            said = subprocess.run([*controller, *paths], stdout=subprocess.PIPE, text=True, timeout=90, check=False)
            print(said.stdout, end="")
            told = [process.communicate(timeout=40)[0] for process in accessories]
        finally:
            for process in accessories:
                process.kill()
    if said.returncode != 0 or said.stdout != EXPECTED:
        sys.exit("the controller says something else than expected.txt")
    for process, lines in zip(accessories, told, strict=True):
        if process.returncode != 0:
            sys.exit("an accessory failed")
        events = [line.split(": ")[1] for line in lines.splitlines()]
        if events.count("running") != 3 or "link_lost" not in events or events[-1] != "removed":
            sys.exit(f"an accessory saw another life: {events}")


if __name__ == "__main__":
    main(*sys.argv[1:])
