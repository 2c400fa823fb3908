"""Reads the headers: the C preprocessor (CC, or gcc) expands them, and constant expressions get their values."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pycparser import c_ast

# Stand-ins for the two standard headers: no compiler extensions for the parser to trip over.
STANDARD_HEADERS = {
    "stdint.h": "".join(
        f"typedef {c_type} {name};\n"
        for name, c_type in {
            "int8_t": "signed char",
            "int16_t": "short",
            "int32_t": "int",
            "int64_t": "long long",
            "uint8_t": "unsigned char",
            "uint16_t": "unsigned short",
            "uint32_t": "unsigned int",
            "uint64_t": "unsigned long long",
        }.items()
    )
    + "#define INT32_C(x) x\n#define UINT32_C(x) x##U\n#define INT64_C(x) x##LL\n#define UINT64_C(x) x##ULL\n",
    "stddef.h": "typedef unsigned long size_t;\n",
}


class UnsupportedDeclarationError(Exception):
    """The headers use something that these bindings have no rule for."""


def preprocess(include: Path, *arguments: str, source: str) -> str:
    with tempfile.TemporaryDirectory() as directory:
        for name, text in STANDARD_HEADERS.items():
            (Path(directory) / name).write_text(text)
        command = [os.environ.get("CC", "gcc"), "-E", "-nostdinc", *arguments, f"-I{directory}", f"-I{include}"]
        result = subprocess.run([*command, "-x", "c", "-"], input=source, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"generate.py: the preprocessor refused the headers in {include}:\n{result.stderr}")
    return result.stdout


def constant_names(include: Path) -> list[str]:
    """Object-like macros with a body that the headers define, in reading order."""
    names = []
    inside = False
    for line in preprocess(include, "-dD", source="#include <rangekit.h>\n").splitlines():
        if marker := re.match(r'# \d+ "([^"]*)"', line):
            inside = Path(marker[1]).is_relative_to(include)
        elif inside and (define := re.match(r"#define (RANGEKIT_\w+) (?=\S)", line)):
            names.append(define[1])
    return names


def evaluate(node: c_ast.Node) -> int | float | str:
    """The value of a constant expression of the header."""
    if isinstance(node, c_ast.Constant):
        if node.type == "string":
            return node.value[1:-1]
        if "float" in node.type or "double" in node.type:
            return float(node.value.rstrip("fFlL"))
        return int(node.value.rstrip("uUlL"), 0)
    if isinstance(node, c_ast.UnaryOp) and node.op == "-":
        return -evaluate(node.expr)
    if isinstance(node, c_ast.BinaryOp):
        left, right = evaluate(node.left), evaluate(node.right)
        operators = {"<<": lambda: left << right, "|": lambda: left | right, "+": lambda: left + right}
        if node.op in operators:
            return operators[node.op]()
    raise UnsupportedDeclarationError(f"{node.coord}: no rule for this constant expression")


def is_shifted(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.BinaryOp) and node.op == "<<"
