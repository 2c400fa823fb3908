"""Reads the function prototypes of the public headers.

SPDX-License-Identifier: MIT
"""

import pathlib
import re

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
PROTOTYPE = re.compile(r"^[a-z][\w ]*?[ *]+(rangekit_\w+)\s*\(([^;{}]*)\)\s*;", re.MULTILINE)


def prototypes(include):
    """Name and prototype text (without the semicolon) of each function, in the order of the headers."""
    found = {}
    for path in sorted(pathlib.Path(include).rglob("*.h")):
        text = COMMENT.sub(" ", path.read_text())
        text = re.sub(r"^\s*#.*(?:\\\n.*)*$", "", text, flags=re.MULTILINE)
        for match in PROTOTYPE.finditer(text):
            found[match.group(1)] = " ".join(match.group(0).rstrip(";").split())
    return found
