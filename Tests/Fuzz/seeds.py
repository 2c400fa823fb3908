"""Writes the small corpus that every fuzz run starts from: valid messages, and a few byte strings that lead
the call targets into each of their branches. Inputs that once failed are kept beside them by hand.

    seeds.py CORPUS

SPDX-License-Identifier: MIT
"""

import pathlib
import random
import sys

IDENTITY = "102132435465768798a9bacbdcedfe0f"
TOKENS = {
    "peer": f"a5000101000250{IDENTITY}04110502",
    "peer-bare": f"a3000101000250{IDENTITY}",
    "accessory-short": "a30001010102421021",
    "accessory-extended": "a400010101024810213243546576870503",
    "opaque": "a50001010202450102030405031980010411",
    "unknown-keys": f"a8000101000250{IDENTITY}04110502061901001818a20182f6f50243dead0020f93e00",
    "deep": f"a4000101000250{IDENTITY}0681818181818180",
    "text-keys": f"a5000101000250{IDENTITY}06fa47c35000617a62c3a9",
}
CONFIGURATIONS = {
    f"{kind}{enabled}{generation}": f"a4000101{kind:02x}02{enabled:02x}03{generation:02x}"
    for kind, enabled, generation in [(0, 0, 0), (0, 3, 2), (1, 1, 1)]
}
CALL_TARGETS = ["twr_batch", "quality", "configuration_build", "calls"]
# One seed for each part of the target.
PARTS = {"tracking": 6}


def seeds():
    for name, text in TOKENS.items():
        yield "token_decode", name, bytes.fromhex(text)
    for name, text in CONFIGURATIONS.items():
        yield "configuration_decode", name, bytes.fromhex(text)
    source = random.Random(1)
    for target in CALL_TARGETS:
        for number in range(4):
            # Small bytes are the common choices, large ones the odd ones.
            top = [32, 128, 200, 256][number]
            yield target, f"seed{number}", bytes(source.randrange(top) for _ in range(200))
    for target, parts in PARTS.items():
        for part in range(parts):
            content = [part, *(source.randrange(200) for _ in range(400))]
            yield target, f"part{part}", bytes(content)


def main():
    for target, name, content in seeds():
        folder = pathlib.Path(sys.argv[1]) / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
