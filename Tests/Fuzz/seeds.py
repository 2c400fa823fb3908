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
    "unknown-keys": f"a8000101000250{IDENTITY}041105020a1901001818a20182f6f50243dead0020f93e00",
    "session": f"a8000101000250{IDENTITY}041851061a6b49d20007480123456789abcdef08a30183020018420383060305048301000009"
    "82185943cafe01",
    "technologies": f"a4000101000250{IDENTITY}08a20a83181818191903e81940008300001affffffff",
    "vendor-data": f"a4000101000250{IDENTITY}09821affffffff40",
    "deep": f"a4000101000250{IDENTITY}0a81818181818180",
    "text-keys": f"a5000101000250{IDENTITY}0afa47c35000617a62c3a9",
}
CONFIGURATIONS = {
    f"{kind}{enabled}{generation}": f"a4000101{kind:02x}02{enabled:02x}03{generation:02x}"
    for kind, enabled, generation in [(0, 0, 0), (0, 3, 2), (1, 1, 1)]
}
# A first byte for the target's choices (which policy), then the message.
TAG, SIGNATURE = "5820" + "5a" * 32, "5840" + "5a" * 64
TOKEN = f"57{'a3000101000250' + IDENTITY}"
SEALED = {
    "mac0": f"00d18443a10105a0{TOKEN}{TAG}",
    "mac0-untagged": f"008443a10105a0{TOKEN}{TAG}",
    "sign1-es256": f"00d28447a2012604426b31a0{TOKEN}{SIGNATURE}",
    "sign1-eddsa-key-outside": f"00d28443a10127a104426b31{TOKEN}{SIGNATURE}",
    "unprotected-algorithm": f"04d18440a10105{TOKEN}{TAG}",
    "critical": f"02d2844aa3012602810104426b31a0{TOKEN}{SIGNATURE}",
    "unknown-header": f"02d28446a20126186300a0{TOKEN}{SIGNATURE}",
    "bare": f"08{TOKEN[2:]}",
    "any-payload": f"00d18443a10105a04161{TAG}",
}
CALL_TARGETS = ["twr_batch", "quality", "configuration_build", "calls", "signal", "angle"]


def seeds():
    for name, text in TOKENS.items():
        yield "token_decode", name, bytes.fromhex(text)
    for name, text in CONFIGURATIONS.items():
        yield "configuration_decode", name, bytes.fromhex(text)
    for name, text in SEALED.items():
        yield "token_open", name, bytes.fromhex(text)
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
