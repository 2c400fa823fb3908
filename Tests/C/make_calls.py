"""Writes every_call.inc: one row for each function of the public headers, with the kind of each argument, so that
every_call.c can call all of them with anything. A new export is in it without a line of code.

    make_calls.py INCLUDE > every_call.inc

SPDX-License-Identifier: MIT
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "ABI"))
from prototypes import COMMENT, prototypes  # noqa: E402

NUMBERS = {"size_t": "size", "int32_t": "i32", "uint32_t": "u32", "rangekit_status": "i32", "int64_t": "i64",
           "uint64_t": "u64", "uint16_t": "u16", "float": "f32", "double": "f64"}


def parameters(prototype):
    """Type of each parameter, pointers with one blank before their stars."""
    inner = prototype[prototype.index("(") + 1 : prototype.rindex(")")].strip()
    if inner == "void":
        return []
    types = []
    for declared in inner.split(","):
        array = "[" in declared
        text = re.sub(r"\[\d*\]", "", declared).strip()
        text = re.sub(r"\b\w+$", "", text).strip()
        types.append(re.sub(r"\s*(\*+)$", r" \1", text + (" *" if array else "")))
    return types


def main():
    include = pathlib.Path(sys.argv[1])
    headers = "".join(COMMENT.sub(" ", path.read_text()) for path in sorted(include.rglob("*.h")))
    sized = set(re.findall(r"typedef struct (\w+) \{\s*uint32_t struct_size;", headers))
    pointers = {name for body, name in re.findall(r"typedef struct \w+ \{([^}]*)\} (\w+);", headers) if "*" in body}
    callbacks = dict(re.findall(r"typedef int32_t \(\*(\w+)\)\(([^;]*)\);", headers))
    found = prototypes(include)
    handles = sorted(name[: -len("_destroy")] for name in found if name.endswith("_destroy"))

    for name, arguments in callbacks.items():
        print(f"static int32_t stub_{name}({arguments}) {{")
        for argument in re.findall(r"(\w+)\s*(?:,|$)", arguments):
            print(f"    (void){argument};")
        print("    return 0;\n}\n")
    for handle in handles:
        print(f"static void end_{handle}(void *made) {{ {handle}_destroy(made); }}\n")
        if f"{handle}_create" not in found:
            continue
        options = [kind for kind in parameters(found[f"{handle}_create"])[:-1]]
        print(f"static void *make_{handle}(void) {{\n    {handle} *made = NULL;")
        for number, kind in enumerate(options):
            name = re.sub(r"^const (\w+) \*$", r"\1", kind)
            print(f"    {name} option_{number} = {{.struct_size = sizeof option_{number}}};")
            print(f"    (void){name}_default(&option_{number});")
        arguments = [f"&option_{number}" for number in range(len(options))]
        print(f"    (void){handle}_create({', '.join([*arguments, '&made'])});\n    return made;\n}}\n")
    print("const struct handle handle_table[] = {")
    for handle in handles:
        make = f"make_{handle}" if f"{handle}_create" in found else "NULL"
        print(f'    {{"{handle}", {make}, end_{handle}}},')
    print("};\nconst size_t handle_count = sizeof handle_table / sizeof handle_table[0];\n")

    rows = []
    for name, prototype in found.items():
        arguments, kinds = [], []
        for number, kind in enumerate(parameters(prototype)):
            base = re.sub(r"^const ", "", kind).rstrip("* ")
            value = f"v[{number}]"
            if kind in NUMBERS:
                arguments.append(f"{value}.{NUMBERS[kind]}")
                letter, size = NUMBERS[kind][0], "8" if kind == "double" else "4" if kind == "float" else "0"
                kinds.append(f"{{'{letter}', {size}, 1, 0, 0, -1}}")
            elif kind in callbacks:
                arguments.append(f"{value}.i32 != 0 ? stub_{kind} : NULL")
                kinds.append("{'c', 0, 1, 0, 0, -1}")
            elif kind.endswith(" *") and base in handles:
                arguments.append(f"{value}.pointer")
                kinds.append(f"{{'h', 1, 8, 0, 1, {handles.index(base)}}}")
            else:
                pointee = re.sub(r" ?\*$", "", kind)
                whole = "char" if base == "void" and not pointee.endswith("*") else pointee
                out = handles.index(base) if kind.endswith("**") and base in handles else -1
                arguments.append(f"{value}.pointer")
                kinds.append(f"{{'p', sizeof({whole}), _Alignof({whole}), {int(base in sized and kind.count('*') == 1)}, "
                             f"{int(base in pointers or kind.count('*') > 1)}, {out}}}")
        body = f"{name}({', '.join(arguments)})"
        status = prototype.startswith("rangekit_status")
        print(f"static int32_t call_{name}(const union value *v) {{")
        print("    (void)v;")
        print(f"    return {body};" if status else f"    (void){body};\n    return RANGEKIT_OK;")
        print("}\n")
        rows.append(f'    {{"{name}", call_{name}, {len(kinds)}, {{{", ".join(kinds) or "{0, 0, 0, 0, 0, -1}"}}}}},')
    print("const struct call call_table[] = {")
    print("\n".join(rows))
    print("};\nconst size_t call_count = sizeof call_table / sizeof call_table[0];")


main()
