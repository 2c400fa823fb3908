"""Writes the C++ header: rangekit.hpp, and beside each x.h an x.hpp with its functions and handles.

What a C function takes and gives decides what its C++ form looks like:

    const T *xs, size_t count         view<const T>        (several arrays before one count: one view each)
    T *xs, size_t capacity, [*count]  view<T>; the count is returned
    const T *x                        in<T>: a T, or nullptr
    T name[4]                         fixed<T, 4>; returned where it is an output
    rangekit_diagnostic *             part of the error
    T *x                              returned; what is in and out is taken by reference
    rangekit_x *, first               a method of the class x

What fits no rule is passed on as it is in C, so a wrapper is never wrong for want of one.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator import contract
from generator.contract import Function, Header, Parameter

# Functions whose arrays have other lengths than the count beside them.
AS_IN_C = {"rangekit_position_fix_batch", "rangekit_position_fix_f32", "rangekit_twr_one_to_many"}
SINGULAR = {"bias", "reasons", "flags", "matches"}
COUNTS = re.compile(r"(\w+_)?(count|size|length)$")
CAPACITIES = re.compile(r"(\w+_)?capacity$")
KEYWORDS = {"default", "delete", "register", "operator", "new", "union", "export", "explicit", "continue"}
MARK = "// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.\n"


@dataclass
class Wrapper:
    """One C function taken apart: what C++ passes in, what goes to C, what comes back."""

    function: Function
    handles: frozenset[str]
    defaults: frozenset[str]
    taken_names: frozenset[str]  # what a parameter would hide
    takes: list[str] = field(default_factory=list)
    passes: list[str] = field(default_factory=list)
    gives: list[tuple[str, str]] = field(default_factory=list)  # type and name
    before: list[str] = field(default_factory=list)
    has_diagnostic: bool = False
    handle: str | None = None

    def __post_init__(self) -> None:
        parameters = [
            replace(parameter, name=f"{parameter.name}_") if parameter.name in self.taken_names else parameter
            for parameter in self.function.parameters
        ]
        fallible = self.function.returned.type == "rangekit_status"
        if parameters and parameters[0].type in self.handles and parameters[0].pointers == 1:
            self.handle = parameters.pop(0).type
            self.passes.append("get()")
        elif parameters and parameters[-1].pointers == 2 and parameters[-1].type in self.handles:
            self.handle = parameters.pop().type
        count_of_rows: str | None = None
        index = 0
        while index < len(parameters):
            taken, rows = self._arrays(parameters, index)
            if taken:
                count_of_rows = rows if count_of_rows in (None, rows) or rows == "count" else "?"
                index += taken
                continue
            self._single(
                parameters[index], first=index == 0 and self.handle is None, fallible=fallible, rows=count_of_rows
            )
            index += 1

    def _arrays(self, parameters: list[Parameter], index: int) -> tuple[int, str | None]:
        """Arrays with their count from `index` on: how many parameters they are, and the count's name."""
        end = index
        while end < len(parameters) and _is_array(parameters[end], self.handles):
            end += 1
        if end == index or end == len(parameters) or self.function.name in AS_IN_C:
            return 0, None
        size = parameters[end]
        if size.type != "size_t" or size.pointers:
            return 0, None
        arrays = parameters[index:end]
        if CAPACITIES.match(size.name) and len(arrays) == 1 and not arrays[0].is_const:
            self._view(arrays[0])
            self.passes += [f"{arrays[0].name}.data()", f"{arrays[0].name}.size()"]
            return 2, None
        if not COUNTS.match(size.name) or (len(arrays) > 1 and not all(array.is_const for array in arrays)):
            return 0, None
        # Structures that stand alone before the array are no arrays: options, a model.
        while len(arrays) > 1 and arrays[0].type.startswith("rangekit_") and not _is_plural(arrays[0]):
            return 0, None
        for array in arrays:
            self._view(array)
            self.passes.append(f"{array.name}.data()")
            if array is not arrays[0]:
                self._same_size(array.name, arrays[0].name)
        self.passes.append(f"{arrays[0].name}.size()")
        self.rows_view = arrays[0].name
        return len(arrays) + 1, size.name

    def _view(self, array: Parameter) -> None:
        kind = "unsigned char" if array.type == "void" else array.type
        self.takes.append(f"view<{'const ' if array.is_const else ''}{kind}> {array.name}")

    def _same_size(self, name: str, rows: str) -> None:
        self.before.append(f"if (!{name}.fits({rows}.size())) return error{{RANGEKIT_ERROR_BUFFER_TOO_SMALL}};")

    def _single(self, parameter: Parameter, *, first: bool, fallible: bool, rows: str | None) -> None:
        name = parameter.name
        if parameter.type == "rangekit_diagnostic" and not parameter.is_const and not first:
            self.has_diagnostic = True
            self.passes.append("&diagnostic_")
        elif parameter.length is not None:
            if parameter.is_const or not fallible:
                self.takes.append(
                    f"fixed<{'const ' if parameter.is_const else ''}{parameter.type}, {parameter.length}> {name}"
                )
                self.passes.append(f"{name}.data()")
            else:
                self.gives.append((f"std::array<{parameter.type}, {parameter.length}>", name))
                self.passes.append(f"{name}.data()")
        elif parameter.pointers == 0 or parameter.type in self.handles or parameter.type == "void":
            self.takes.append(parameter.declaration)
            self.passes.append(name)
        elif parameter.is_const and parameter.pointers == 1:
            if parameter.type.startswith("rangekit_") and self.function.name not in AS_IN_C:
                self.takes.append(f"in<{parameter.type}> {name}")
            else:
                self.takes.append(parameter.declaration)
            self.passes.append(name)
        elif name.rstrip("_") in self.function.in_and_out:
            self.takes.append(f"{parameter.type} &{name}")
            self.passes.append(f"&{name}")
        elif not fallible or self.function.name in AS_IN_C:
            self.takes.append(parameter.declaration)
            self.passes.append(name)
        elif _is_plural(parameter):
            if rows == "count":
                self.takes.append(f"view<{parameter.type}> {name}")
                self.passes.append(f"{name}.data()")
                self._same_size(name, self.rows_view)
            else:
                self.takes.append(parameter.declaration)
                self.passes.append(name)
        else:
            pointee = (
                f"{'const ' if parameter.is_const else ''}{parameter.type} {'*' * (parameter.pointers - 1)}".strip()
            )
            self.gives.append((pointee, name))
            self.passes.append(f"&{name}")

    # ---- What is written ----

    @property
    def short(self) -> str:
        name = self.function.name.removeprefix("rangekit_")
        if self.handle:
            name = name.removeprefix(self.handle.removeprefix("rangekit_") + "_")
        return name + "_" if name in KEYWORDS else name

    @property
    def values(self) -> str:
        """The structure of several results."""
        return self.function.name.removeprefix("rangekit_") + "_values"

    @property
    def parameters(self) -> str:
        takes = list(self.takes)
        if takes and re.match(r"in<\w+_options> options_?$", takes[-1]):
            takes[-1] += " = nullptr"
        return ", ".join(takes)

    def call(self, *extra: str) -> str:
        return f"{self.function.name}({', '.join([*self.passes, *extra])})"

    def outputs(self) -> list[str]:
        lines = []
        for kind, name in self.gives:
            start = f"{kind}_default" if kind in self.defaults else None
            lines.append(f"{kind} {name} = detail::filled<{kind}>({start});" if start else f"{kind} {name}{{}};")
        if self.has_diagnostic:
            lines.append("rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;")
        return lines

    @property
    def result(self) -> str:
        if not self.gives:
            return "void"
        return self.gives[0][0] if len(self.gives) == 1 else self.values

    def value_structure(self) -> list[str]:
        if len(self.gives) < 2:
            return []
        return [
            f"/// What {self.function.name} gives.",
            f"struct {self.values} {{",
            *(f"    {kind} {name.rstrip('_')};" for kind, name in self.gives),
            "};",
            "",
        ]

    def returned(self) -> str:
        counts = [name for kind, name in self.gives if kind == "size_t"]
        arguments = [self.call()]
        if len(self.gives) == 1:
            arguments.append(self.gives[0][1])
        elif self.gives:
            arguments.append(f"{self.values}{{{', '.join(name for _, name in self.gives)}}}")
        # Two statements: the call fills what the result is made of.
        call, *value = arguments
        tail = [*value]
        if len(counts) == 1 or self.has_diagnostic:
            count = counts[0] if len(counts) == 1 else "0"
            tail.append(f"error{{status_, {count}{', diagnostic_' if self.has_diagnostic else ''}}}")
        else:
            tail.append("error{status_}")
        return f"const rangekit_status status_ = {call};\nreturn {{{', '.join(tail)}}};"

    def lines(self) -> list[str]:
        """The function or method whole."""
        returned = self.function.returned
        const = " const" if self.handle and self.function.parameters[0].is_const else ""
        inline = "" if self.handle else "inline "
        comment = comment_lines(self.function.brief) if self.function.brief else []
        if returned.type != "rangekit_status":
            start = "const " if returned.is_const else ""
            kind = f"{start}{returned.type} {'*' * returned.pointers}"
            body = [f"return {self.call()};"]
            head = f"{inline}{kind}{self.short}({self.parameters}){const} noexcept {{"
        else:
            body = [*self.before, *self.outputs(), *self.returned().split("\n")]
            head = f"{inline}result<{self.result}> {self.short}({self.parameters}){const} noexcept {{"
        return [*comment, *wrap(head), *indented(body), "}", ""]


def _is_array(parameter: Parameter, handles: frozenset[str]) -> bool:
    return parameter.pointers == 1 and parameter.length is None and parameter.type not in handles


def _is_plural(parameter: Parameter) -> bool:
    """Whether a name says that there are many: results, stddevs_m; and not one whose type is so named."""
    name = re.sub(r"(_(m|m2|rad|ns|ppm|ticks|dbm|db))?_?$", "", parameter.name)
    if parameter.type.startswith("rangekit_") and name in ("normalized", "turned", "corrected"):
        return True
    return name.endswith("s") and name not in SINGULAR and not parameter.type.endswith(name)


def comment_lines(text: str) -> list[str]:
    return [f"/// {line}" for line in textwrap.wrap(text, 106)]


def wrap(line: str) -> list[str]:
    """Breaks after commas alone."""
    kept = re.sub(r"(?<!,) ", "\0", line)
    lines = textwrap.wrap(kept, 110, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return [text.replace("\0", " ") for text in lines]


def indented(lines: list[str]) -> list[str]:
    out: list[str] = []
    for line in lines:
        out += [f"    {part}" for part in wrap(line)]
    return out


def files(include: Path) -> dict[Path, str]:
    """Each file's path and text."""
    headers = contract.read(include)
    handles = frozenset(name for header in headers for name in header.handles)
    names = {function.name for header in headers for function in header.functions}
    structures = [name for header in headers for name in header.structures]
    defaults = frozenset(name for name in structures if f"{name}_default" in names)
    home = {name: header.name for header in headers for name in header.handles}
    everything = names | set(structures) | handles | {name for header in headers for name in header.callbacks}
    hidden = frozenset(name.removeprefix("rangekit_") for name in everything) | {
        "result",
        "error",
        "view",
        "in",
        "fixed",
    }
    wrappers: dict[str, list[tuple[str, Wrapper]]] = {header.name: [] for header in headers}
    for header in headers:
        for function in header.functions:
            wrapper = Wrapper(function, handles, defaults, hidden)
            wrappers[home.get(wrapper.handle or "", header.name)].append((header.name, wrapper))
    written = {}
    for header in headers:
        if wrappers[header.name] or header.structures:
            text = "\n".join(header_lines(header, wrappers[header.name], home)) + "\n"
            written[include / "rangekit" / f"{header.name}.hpp"] = text
    parts = "".join(f'#include "rangekit/{path.name}"\n' for path in written)
    written[include / "rangekit.hpp"] = UMBRELLA.format(mark=MARK, parts=parts)
    return written


UMBRELLA = """\
// rangekit.hpp - RangeKit for C++17: header only, over the C contract in rangekit.h.
//
// Beside each rangekit/x.h stands rangekit/x.hpp: a handle is a class that ends with its object, everything else a
// function of the namespace rangekit by the C name without its prefix. Arrays go in and out as views, what can fail
// gives a result<T>; nothing throws, nothing allocates but what the C function allocates. rangekit/result.hpp says how
// these work. The comments here are short: the C header is the manual.
//
{mark}//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_HPP
#define RANGEKIT_HPP

#include "rangekit.h"

{parts}
#endif // RANGEKIT_HPP
"""


def header_lines(header: Header, wrappers: list[tuple[str, Wrapper]], home: dict[str, str]) -> Iterator[str]:
    guard = f"RANGEKIT_{header.name.upper()}_HPP"
    includes = sorted({header.name, *(name for name, _ in wrappers)})
    yield from wrap_title(header)
    yield f"//\n{MARK}//\n// SPDX-License-Identifier: MIT\n#ifndef {guard}\n#define {guard}\n"
    yield from (f'#include "{name}.h"' for name in includes)
    yield '#include "result.hpp"\n\nnamespace rangekit {\n'
    names = [*header.structures, *header.callbacks]
    if names:
        yield from (f"using {name.removeprefix('rangekit_')} = {name};" for name in names)
        yield ""
    for _, wrapper in wrappers:
        yield from wrapper.value_structure()
    for _, wrapper in wrappers:
        if wrapper.handle is None:
            yield from default_lines(wrapper) or wrapper.lines()
    for handle in header.handles:
        yield from class_lines(handle, header, [wrapper for _, wrapper in wrappers if wrapper.handle == handle])
    yield f"}} // namespace rangekit\n\n#endif // {guard}"


def default_lines(wrapper: Wrapper) -> list[str]:
    """rangekit_x_default: gives an x, and cannot fail."""
    name = wrapper.function.name.removesuffix("_default")
    if name == wrapper.function.name or name not in wrapper.defaults:
        return []
    return [
        *comment_lines(wrapper.function.brief),
        f"inline {name} {wrapper.short}() noexcept {{",
        f"    return detail::filled<{name}>({wrapper.function.name});",
        "}",
        "",
    ]


def class_lines(handle: str, header: Header, wrappers: list[Wrapper]) -> Iterator[str]:
    name = handle.removeprefix("rangekit_")
    yield from comment_lines(
        f"A handle of {header.name}.h. It moves and does not copy; an empty one is refused by every "
        "call, with RANGEKIT_ERROR_NULL_POINTER."
    )
    base = f"detail::handle<{handle}, {handle}_destroy>"
    yield f"class {name} : public {base} {{\npublic:\n    using {base}::handle;\n"
    methods = [wrapper for wrapper in wrappers if wrapper.short != "destroy"]
    for wrapper in methods:
        lines = making_lines(wrapper, name) if wrapper.short in ("create", "init") else wrapper.lines()
        yield from (f"    {line}" if line else "" for line in (lines[:-1] if wrapper is methods[-1] else lines))
    yield "};\n"


def making_lines(wrapper: Wrapper, name: str) -> list[str]:
    """create, on the heap; init, in the caller's memory."""
    return [
        *comment_lines(wrapper.function.brief),
        *wrap(f"static result<{name}> {wrapper.short}({wrapper.parameters}) noexcept {{"),
        f"    {wrapper.handle} *made_ = nullptr;",
        *indented([f"const rangekit_status status_ = {wrapper.call('&made_')};"]),
        f"    return {{{name}(made_), error{{status_}}}};",
        "}",
        "",
    ]


def wrap_title(header: Header) -> list[str]:
    """The first lines of a file."""
    text = f"rangekit/{header.name}.hpp - {header.title}. In C: {header.name}.h, which is the manual."
    return textwrap.wrap(text, 112, initial_indent="// ", subsequent_indent="// ", break_on_hyphens=False)
