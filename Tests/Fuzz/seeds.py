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
# A first byte for what it is, then a step, an event or a control point message.
CS_STEPS = {
    "mode0-reflector": "00" + "00050300ce01",
    "mode0-initiator": "00" + "000b0500d301327f",
    "mode1": "00" + "01020600ffc7dcfe02",
    "mode1-pct4": "00" + "010a0e0001c478fe01112200003344ff00",
    "mode2": "00" + "0205090000f0ff00ff0f0012",
    "mode2-4-paths": "00" + "0207151042210f03b783e403467e1403ce102203feff0013",
    "mode3": "06" + "030a170001c478fe011122330044556600" + "0042210f03b783e413",
    "aborted": "00" + "820500",
    "result": "01" + "043e193101000107000500c000d50000000102" + "00050300ce01" + "820600",
    "continue": "01" + "3e0f3201000100000001" + "01" + "00050300ce01",
    "get": "02000102",
    "retrieve": "020205060708",
    "filter": "0204feff",
    "response": "050208",
}
# Options, then messages: call, length, bytes.
CS_EVENT = "3101000107000500c000d50000000402" + "000b0500d301327f" + "0207151042210f03b783e403467e1403ce102203feff0013"
CS_SEGMENT = "030510" + "0a0f" + "07000000" + "0000" + "d502" + "0000d301" + "021042210f03b783e403467e1403ce102203feff0013"
CS_COLLECTORS = {
    "paired": f"0000{len(CS_EVENT) // 2:02x}{CS_EVENT}03{len(CS_SEGMENT) // 2:02x}{CS_SEGMENT}0700",
    "inline": f"0600{len(CS_EVENT) // 2:02x}{CS_EVENT}0700",
    "both-events": f"0400{len(CS_EVENT) // 2:02x}{CS_EVENT}01{len(CS_EVENT) // 2:02x}{CS_EVENT}0700",
    "filtered": f"080100000003ff7f00f0{len(CS_EVENT) // 2:02x}{CS_EVENT}03{len(CS_SEGMENT) // 2:02x}{CS_SEGMENT}",
}
CALL_TARGETS = ["twr_batch", "quality", "configuration_build", "calls", "signal", "angle"]


def seeds():
    for name, text in TOKENS.items():
        yield "token_decode", name, bytes.fromhex(text)
    for name, text in CONFIGURATIONS.items():
        yield "configuration_decode", name, bytes.fromhex(text)
    for name, text in SEALED.items():
        yield "token_open", name, bytes.fromhex(text)
    for name, text in CS_STEPS.items():
        yield "cs_step", name, bytes.fromhex(text)
    for name, text in CS_COLLECTORS.items():
        yield "cs_collector", name, bytes.fromhex(text)
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
