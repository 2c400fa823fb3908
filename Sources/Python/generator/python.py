"""Writes the Python bindings: every constant, structure and function prototype of the contract as plain ctypes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pycparser import c_ast, c_parser

from generator.headers import UnsupportedDeclarationError, constant_names, evaluate, is_shifted, preprocess

# What the contract may use of C, and what ctypes calls it. Anything else is an error here: a new type
# in the header is a decision, not a guess.
SCALARS = {
    "int8_t": "c_int8",
    "int16_t": "c_int16",
    "int32_t": "c_int32",
    "int64_t": "c_int64",
    "uint8_t": "c_uint8",
    "uint16_t": "c_uint16",
    "uint32_t": "c_uint32",
    "uint64_t": "c_uint64",
    "size_t": "c_size_t",
    "float": "c_float",
    "double": "c_double",
    "char": "c_char",
}

PROLOGUE = '''\
"""The C contract as ctypes: constants, structures and function prototypes.

Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
"""

from __future__ import annotations

from ctypes import {imports}
from typing import Any, Final
'''


class Contract:
    """What the headers declare, as Python source lines."""

    def __init__(self, include: Path) -> None:
        self.used: set[str] = set()
        self.aliases: dict[str, str] = {}
        self.callbacks: dict[str, str] = {}
        self.structures: dict[str, list[tuple[str, str]]] = {}
        self.functions: dict[str, tuple[str, list[str]]] = {}
        self.constants: dict[str, str] = {}
        names = constant_names(include)
        values = "".join(f"int value_of_{name} = {name};\n" for name in names)
        text = preprocess(include, "-P", source=f"#include <rangekit.h>\n{values}")
        for node in c_parser.CParser().parse(text, "rangekit.h").ext:
            self.read(node)

    def read(self, node: c_ast.Node) -> None:
        if isinstance(node, c_ast.Typedef):
            if not node.name.startswith("rangekit_"):
                return
            if isinstance(node.type, c_ast.PtrDecl) and isinstance(node.type.type, c_ast.FuncDecl):
                self.read_callback(node.name, node.type.type)
            elif isinstance(node.type.type, c_ast.Struct):
                self.read_structure(node.name, node.type.type)
            else:
                self.aliases[node.name] = self.type_name(node.type)
        elif isinstance(node.type, c_ast.FuncDecl):
            self.read_function(node.name, node.type)
        elif node.name.startswith("value_of_"):
            self.read_constant(node.name.removeprefix("value_of_"), node.init)
        else:
            raise UnsupportedDeclarationError(f"{node.name}: neither a type, a function nor a constant")

    def read_structure(self, name: str, node: c_ast.Struct) -> None:
        self.structures[name] = [(field.name, self.type_name(field.type)) for field in node.decls or []]

    def read_function(self, name: str, node: c_ast.FuncDecl) -> None:
        parameters = [self.parameter_name(parameter.type) for parameter in node.args.params]
        result = self.type_name(node.type, returned=True)
        self.functions[name] = (result, [] if parameters == ["None"] else parameters)

    def read_callback(self, name: str, node: c_ast.FuncDecl) -> None:
        """A function of the host's. It gets pointers to the library's bytes, with their sizes beside them."""
        types = [self.type_name(parameter.type) for parameter in node.args.params]
        pointers = [self.use("c_void_p") if t == "c_char_p" or t.startswith("POINTER") else t for t in types]
        self.use("CFUNCTYPE")
        self.callbacks[name] = f"CFUNCTYPE({', '.join([self.type_name(node.type), *pointers])})"

    def read_constant(self, name: str, node: c_ast.Node) -> None:
        if isinstance(node, c_ast.InitList):
            return  # an _INIT macro: languages without macros call _default
        value = evaluate(node)
        shift = f"1 << {value.bit_length() - 1}" if is_shifted(node) and isinstance(value, int) else None
        self.constants[name] = shift or (f'"{value}"' if isinstance(value, str) else repr(value))

    def parameter_name(self, node: c_ast.Node) -> str:
        # An array that is a parameter is a pointer to its first element.
        return f"POINTER({self.type_name(node.type)})" if isinstance(node, c_ast.ArrayDecl) else self.type_name(node)

    def type_name(self, node: c_ast.Node, *, returned: bool = False) -> str:
        if isinstance(node, c_ast.ArrayDecl):
            return f"{self.type_name(node.type)} * {evaluate(node.dim)}"
        if isinstance(node, c_ast.PtrDecl):
            target = self.type_name(node.type)
            if target == "None":
                return self.use("c_void_p")
            text_out, bytes_in = returned and target == "c_char", target == "c_uint8" and "const" in node.type.quals
            if text_out or bytes_in:
                return self.use("c_char_p")  # Python's bytes, as they are
            return f"POINTER({target})"
        (name,) = node.type.names
        if name == "void":
            return "None"
        if name in SCALARS:
            return self.use(SCALARS[name])
        if name in self.aliases:
            return self.aliases[name]
        if name in self.structures or name in self.callbacks:
            return name
        raise UnsupportedDeclarationError(f"{name}: no rule for this type")

    def use(self, name: str) -> str:
        self.used.add(name)
        return name

    def lines(self) -> Iterator[str]:
        yield PROLOGUE.format(imports=", ".join(["POINTER", "Structure", *sorted(self.used)]))
        for name, value in self.constants.items():
            yield f"{name}: Final = {value}"
        for name, fields in self.structures.items():
            yield f"\n\nclass {name}(Structure):"
            if not fields:
                yield '    """Opaque: known to the library alone."""'
                continue
            yield "    _fields_ = ["
            yield from (f'        ("{field}", {c_type}),' for field, c_type in fields)
            yield "    ]"
        if self.callbacks:
            yield "\n\n# The host's functions."
        for name, prototype in self.callbacks.items():
            yield f"{name} = {prototype}"
        yield "\n\n# Name -> (result type, argument types): every function of the contract."
        yield "FUNCTIONS: Final[dict[str, tuple[Any, list[Any]]]] = {"
        for name, (result, parameters) in self.functions.items():
            yield f'    "{name}": ({result}, [{", ".join(parameters)}]),'
        yield "}"
