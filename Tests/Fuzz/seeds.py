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
#: Messages of Android, the FiRa connector and UCI, each behind the number of its kind in wire_vectors.h.
WIRE = {
    "oob-capability": (0, "0101010000140809200200000100008080800000e8031403"),
    "oob-configuration": (0, "010201000100001b0204a00200000c0304f4010f08010203040506070855530101"),
    "oob-mixed": (0, "03012f00010914ac3743bca9280206010005030308ac3743bca9280504aabbc80301000000"),
    "rtt-configuration": (2, "02120d727474436f6e666967546573740100"),
    "connector": (3, "05a1002804180af111"),
    "connector-packet": (4, "f1f40040"),
    "two-way": (
        6,
        "62000038070000007856341200f000000001000000000000000000000101"
        "0200007b0040055f60fe5000f63cc0003201830000000000000000000000",
    ),
    "one-way": (6, "620000260002030405060708000a010101030000000000000000000001aabb0000010100030460050650"),
    "dl-tdoa-2": (
        8,
        "3a000a010005020507090a01020507090a01020507090507090a01020507090501020304050e00000008010203040506070802112203"
        "aabbcc55",
    ),
    "multicast": (9, "2107001c4736251402011234463524131234567890abcdef1234567890abcdef"),
    "app-config": (10, "2103001a01000000050408040102060200000401092702080728060102030405"),
    "location": (12, "6ce4fff4600000b6feff"),
}
CALL_TARGETS = ["twr_batch", "quality", "configuration_build", "calls"]


def seeds():
    for name, text in TOKENS.items():
        yield "token_decode", name, bytes.fromhex(text)
    for name, text in CONFIGURATIONS.items():
        yield "configuration_decode", name, bytes.fromhex(text)
    for name, (kind, text) in WIRE.items():
        yield "wire", name, bytes([kind]) + bytes.fromhex(text)
    segment = bytes([0x72, 0, 0, 40]) + bytes(range(40))
    yield "uci_assembler", "segments", segment * 3 + bytes([0x62, 0, 0, 2, 1, 2])
    yield "uci_assembler", "interleaved", segment + bytes([0x41, 3, 0, 1, 0, 0x51, 4, 0, 1, 0]) + segment
    source = random.Random(1)
    for target in CALL_TARGETS:
        for number in range(4):
            # Small bytes are the common choices, large ones the odd ones.
            top = [32, 128, 200, 256][number]
            yield target, f"seed{number}", bytes(source.randrange(top) for _ in range(200))


def main():
    for target, name, content in seeds():
        folder = pathlib.Path(sys.argv[1]) / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
