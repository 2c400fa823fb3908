"""The contract as it stands in C: types, functions, parameters, and the comment over each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from pycparser import c_ast, c_parser

from generator.headers import evaluate, preprocess


@dataclass(frozen=True)
class Parameter:
    """One parameter, or what a function returns: `const T *name` has one pointer, `T name[4]` a length."""

    name: str
    type: str
    pointers: int = 0
    is_const: bool = False
    length: int | None = None

    @property
    def declaration(self) -> str:
        """As C writes it."""
        start = f"{'const ' if self.is_const else ''}{self.type} {'*' * self.pointers}{self.name}"
        return start if self.length is None else f"{start}[{self.length}]"


@dataclass(frozen=True)
class Function:
    name: str
    returned: Parameter
    parameters: tuple[Parameter, ...]
    comment: str

    @property
    def brief(self) -> str:
        """The first sentence of the comment."""
        sentence = re.match(r"((?:\([^()\]]*[)\]]|[^(])*?[.:;])(?=\s|$)", self.comment)
        return (sentence[1].rstrip(":;.") + ".") if sentence else self.comment

    @property
    def in_and_out(self) -> frozenset[str]:
        """The parameters that are read before they are written, as the comment says."""
        return frozenset(re.findall(r"`(\w+)` is in and out", self.comment))


@dataclass
class Header:
    """One header: its first line, and what it declares, in its order."""

    name: str
    title: str
    structures: list[str] = field(default_factory=list)
    callbacks: list[str] = field(default_factory=list)
    handles: list[str] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)


def read(include: Path) -> list[Header]:
    """The headers in include/rangekit, by name."""
    headers = {}
    for path in sorted((include / "rangekit").glob("*.h")):
        title = re.match(r"/\* rangekit/\w+\.h - (.*?)\.\s", path.read_text(), re.DOTALL)
        words = title[1].replace("\n *", " ").split() if title else [path.stem]
        headers[path.stem] = Header(path.stem, " ".join(words))
    comments = {path.stem: path.read_text() for path in (include / "rangekit").glob("*.h")}
    text = preprocess(include, source="#include <rangekit.h>\n")
    for node in c_parser.CParser().parse(text, "rangekit.h").ext:
        header = headers.get(Path(str(node.coord.file)).stem)
        if header is None or not node.name.startswith("rangekit_"):
            continue
        if isinstance(node, c_ast.Typedef):
            if isinstance(node.type, c_ast.PtrDecl):
                header.callbacks.append(node.name)
            elif isinstance(node.type.type, c_ast.Struct):
                (header.structures if node.type.type.decls else header.handles).append(node.name)
        else:
            header.functions.append(_function(node, _comment(comments[header.name], node.name)))
    return list(headers.values())


def _function(node: c_ast.Decl, comment: str) -> Function:
    parameters = [_parameter(parameter) for parameter in node.type.args.params]
    if [parameter.type for parameter in parameters] == ["void"] and not parameters[0].pointers:
        parameters = []
    function = Function(node.name, _parameter(node.type), tuple(parameters), comment)
    if unknown := function.in_and_out - {parameter.name for parameter in parameters}:
        raise ValueError(f"{node.name} has no parameter {', '.join(unknown)}")
    return function


def _parameter(node: c_ast.Node) -> Parameter:
    name = getattr(node, "name", None) or ""
    pointers, length, kind = 0, None, node.type
    while not isinstance(kind, c_ast.TypeDecl):
        if isinstance(kind, c_ast.ArrayDecl):
            length = evaluate(kind.dim)
        else:
            pointers += 1
        kind = kind.type
    return Parameter(name, kind.type.names[0], pointers, "const" in kind.quals, length)


def _comment(text: str, name: str) -> str:
    """The comment that stands right over a function, on one line."""
    found = re.search(r"/\*((?:(?!\*/).)*)\*/\s*\n[a-z][\w ]*?[ *]+" + name + r"\s*\(", text, re.DOTALL)
    return " ".join(re.sub(r"\n \*", "\n", found[1]).split()) if found else ""
