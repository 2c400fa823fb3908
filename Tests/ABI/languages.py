"""Counts the exports that Swift, C++ and Python programs can reach: all of them, or it says which are missing.

    languages.py ROOT

C++     a wrapper in rangekit.hpp or beside a C header calls it.
Swift   Sources/RangeKitC makes it out of what `import RangeKit` gives: the compiler lets no more through, and no
        other module of RangeKit is imported there.
Python  the package calls it: by name, or composed by a class (`_part`, `_functions`), or what stands beside it
        does the same. NOT_CALLED says what these are.

SPDX-License-Identifier: MIT
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
WORD = re.compile(r"\brangekit_\w+")

# Python has its own form of these; each with the reason.
NOT_CALLED = {
    "rangekit_token_make_peer": "the class Token",
    "rangekit_token_make_accessory": "the class Token",
    "rangekit_token_make_opaque": "the class Token",
    "rangekit_accessory_configuration_set_version": "the attribute interop, and values that are None where absent",
    "rangekit_shareable_configuration_set_version": "the attribute interop, and values that are None where absent",
    "rangekit_diagnostic_default": "exceptions hold what a diagnostic says",
    "rangekit_twr_diagnosis_default": "the class TwrDiagnosis is filled by the call that gives it",
    "rangekit_uci_assembler_create": "the class uci.Assembler lies in memory of its own",
    "rangekit_uci_assembler_destroy": "the class uci.Assembler lies in memory of its own",
    "rangekit_reassembler_destroy": "the class Reassembler lies in memory of its own",
    "rangekit_position_fix_f32": "single precision for processors without double",
}


def text(folder, pattern):
    return "".join(path.read_text() for path in sorted(folder.rglob(pattern)) if path.name != "_bindings.py")


def swift(root, exports):
    sources = root / "Sources" / "RangeKitC"
    whole = text(sources, "*.swift")
    imported = set(re.findall(r"^(?:public |internal |@\w+ )*import (\w+)", whole, re.MULTILINE))
    if imported - {"RangeKit", "CRangeKit", "CMath"}:
        sys.exit(f"languages: RangeKitC imports {imported}; a Swift program could do less than a C one")
    return set(re.findall(r'@_cdecl\("(\w+)"\)', whole)) & exports


def cxx(root, exports):
    return set(WORD.findall(text(root / "Include", "*.hpp"))) & exports


def python(root, exports):
    whole = text(root / "Sources" / "Python" / "rangekit", "*.py")
    called_after_all = [name for name in NOT_CALLED if re.search(rf"\b{name}\b", whole)]
    if called_after_all:
        sys.exit(f"languages: the package does call {called_after_all}; take them out of NOT_CALLED")
    called = set(WORD.findall(whole)) | set(NOT_CALLED)
    for part in re.findall(r'_part(?:: ClassVar\[str\])? = "(\w+)"', whole):
        called |= {f"rangekit_{part}_{verb}" for verb in ("create", "destroy", "reset", "options_default")}
    for functions in re.findall(r'_functions(?:: ClassVar\[str\])? = "(\w+)"', whole):
        called |= {f"{functions}_{verb}" for verb in ("decode", "read", "encode", "default")}
    for name in exports - called:
        handle = re.sub(r"_(init|size)$", "", name)
        if (
            handle != name
            and {f"{handle}_destroy"} <= exports
            and any(f"{handle}_{x}" in called for x in ("create", "init"))
        ):
            called.add(name)  # handles in memory of the caller's: a Python object has none to give
        if f"{name}_batch" in called or name.endswith("_name"):
            called.add(name)  # a batch of one; names of numbers are those of enumerations, which tests compare
    return called & exports


def main():
    root = pathlib.Path(sys.argv[1])
    exports = set((HERE / "exports.txt").read_text().split())
    stale = set(NOT_CALLED) - exports
    missing = 0
    for language in (swift, cxx, python):
        reached = language(root, exports)
        print(f"  {language.__name__}: {len(reached)} of {len(exports)}")
        for name in sorted(exports - reached):
            print(f"    {name} cannot be reached")
        missing += len(exports - reached)
    for name in sorted(stale):
        print(f"    NOT_CALLED names {name}, which is no export")
    print(f"languages: {3 * len(exports) - missing} passed, {missing + len(stale)} failed")
    sys.exit(1 if missing or stale else 0)


if __name__ == "__main__":
    main()
