"""check.py EXPECTED PICTURE: the installed wheel, without anything else of RangeKit's on this machine."""

import pathlib
import subprocess
import sys

import numpy as np
import rangekit as rk

expected, picture = sys.argv[1:]
stamps = np.array([[57055236684, 56459561043, 69652782156, 70248523212, 70601671244, 70005933158]], dtype=np.uint64)
assert f"{rk.double_sided(stamps).distance_m[0]:.3f} m" == expected

mapped = pathlib.Path("/proc/self/maps").read_text()
libraries = {line.split()[-1] for line in mapped.splitlines() if "librangekit" in line or "libcbor" in line}
assert len(libraries) == 2, libraries
assert all(library.startswith(sys.prefix) for library in libraries), libraries
assert "libswift" not in mapped

command = str(pathlib.Path(sys.prefix) / "bin" / "rangekit")
recording = str(pathlib.Path(picture).with_suffix(".csv"))
subprocess.run([command, "simulate", "-o", recording], check=True, stdout=subprocess.DEVNULL)
subprocess.run([command, "replay", recording, "--plot", picture], check=True, stdout=subprocess.DEVNULL)
assert pathlib.Path(picture).read_bytes().startswith(b"\x89PNG")
