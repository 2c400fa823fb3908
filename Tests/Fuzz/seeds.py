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
# One seed for each part of the target.
PARTS = {"tracking": 6, "ranger": 20, "agreement": 4}
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
CS_SEGMENT = (
    "030510" + "0a0f" + "07000000" + "0000" + "d502" + "0000d301" + "021042210f03b783e403467e1403ce102203feff0013"
)
CS_COLLECTORS = {
    "paired": f"0000{len(CS_EVENT) // 2:02x}{CS_EVENT}03{len(CS_SEGMENT) // 2:02x}{CS_SEGMENT}0700",
    "inline": f"0600{len(CS_EVENT) // 2:02x}{CS_EVENT}0700",
    "both-events": f"0400{len(CS_EVENT) // 2:02x}{CS_EVENT}01{len(CS_EVENT) // 2:02x}{CS_EVENT}0700",
    "filtered": f"080100000003ff7f00f0{len(CS_EVENT) // 2:02x}{CS_EVENT}03{len(CS_SEGMENT) // 2:02x}{CS_SEGMENT}",
}
CALIBRATIONS = {
    "whole": '{"rangekit_calibration": 1, "links": [{"anchor": "a0", "tag": "t\\u00fc", "bias_m": 0.151, '
    '"bias_stddev_m": 4e-3, "stddev_m": 0.03, "count": 12, "effective_count": 6}], "devices": [{"name": "d", '
    '"delay_ticks": -1.5, "delay_stddev_ticks": 1, "component": 0, "count": 9, "only_sums": true}], '
    '"bias_by_level": [{"level_dbm": -92.5, "bias_m": 0.03, "bias_stddev_m": 0.002, "count": 3}]}',
    "unknown-keys": '{"x": [[1.5e+3, "\\ud83d\\ude00\\n"], {"y": null}, false], "rangekit_calibration": 1}',
    "empty": '{"rangekit_calibration":1,"links":[],"devices":[]}',
}
LATER_CALL_TARGETS = ["twr_clock", "calibration_fit"]
CALL_TARGETS = ["twr_batch", "quality", "configuration_build", "calls", "signal", "angle"]
LATER_CALL_TARGETS += ["position", "tracker"]
LATER_CALL_TARGETS += ["sounding"]
ACCESSORIES = {
    "board": "01000000140000000000000000000015010001003ff50300b80b0000000001010111d71900",
    "version-1.2": "010000000a00000000000000000000170100020001000000020000000300000001a1b219000103",
    "version-2.2": "010000001400000000000000000000" + "2c02000200" + "010000000200000003000000" + "01a1b2" + "6400"
    "00000000" + "00" + "06006009f000" + "0002" + "78563412" + "a1a2a3a4a5a6",
    "phone": "01000100194555a85f00000b090600100ec60003397b28d4b8d787b46400",
    "phone-2.0": "020000001e5553a85f00000b090600100ea20003397b28d4b8d787b464000000000001",
    "message": "0b01000100194555a85f00000b090600100ec60003397b28d4b8d787b46400",
}
TRANSPORTS = {
    "token": "d40e0372616e67656b69743a746f6b656e000102",
    "several": "9901040255696404726b74" + "140e0252616e67654b69743a546f6b656eabcd" + "500000",
    "chunked": "b1010155aa560001aa",
    "advertisement": "02010607169afe01020304",
    "advertisement-128": "1521" + "9afe" + "00" * 14 + "01020304",
}
LATER_CALL_TARGETS += ["reassembler"]
LATER_CALL_TARGETS += ["sounding"]
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

#: Records of a recording, without their checksums: the target puts them there.
RECORDS = {
    "header": "870000000000" + "81a4" + "0201" + "0301" + "0465302e312e30" + "0568616e63686f722037",
    "end": "8701182a0000" + "1a6553f100" + "40",
    "note": "870301022205" + "62c3a9",
    "token": "870802000100" + "49a30001010102421021",
    "sample": "871002070000" + "81a5001a59682f000101020103f9458004fa3dcccccd",
    "two-samples": "871002070000" + "82a1000ba303f9800005fa3dcccccd0d19ffff",
    "exchange": "871803000000" + "81a6001b0000000d48c1e2fc01186402186503186604186705181f",
    "tones": "871c03000000" + "81a600f93c0001f9bc00041805050106020701",
    "zone-options": "87182a00000000" + "81a40001011a2a05f20002f934cd18220a",
    "application": "8719800000000000" + "a20182020302fb3ff199999999999a",
}


# A whole life as pairs of call and argument: both run, agree, range, talk; then what the name says. A first byte for the
# dialect, one for the options of each end; 45 and 44 carry a message to the accessory and to the controller.
LIFE = "0100 0000 2d00 2c00 0200 2d00 0500 2c00 1800 1c0430313233 2d00 2c00 1600 2d00"
SESSIONS = {
    "pause": "0600 2d00 0000 2d00 2c00 0500 2c00",
    "suspend": "0900 2c00 0b00 0100 2c00 2d00",
    "link": "1000 1100 1120 1101 1001 2d00 0500 2c00",
    "silence": "20f0 20f0 21f0 2d00 0000",
    "end": "0c00 2d00 0000",
    "damage": "2c05 1234 2d05 5678 2401 200102030405",
}


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
    for name, text in CALIBRATIONS.items():
        yield "calibration_decode", name, text.encode()
    for target in LATER_CALL_TARGETS:
        source = random.Random(target)
        for number in range(4):
            yield target, f"seed{number}", bytes(source.randrange([32, 128, 200, 256][number]) for _ in range(200))
    for name, text in ACCESSORIES.items():
        yield "accessory", name, bytes.fromhex(text)
    for name, text in RECORDS.items():
        yield "record", name, bytes.fromhex(text) + bytes(5)
    for name, text in TRANSPORTS.items():
        yield "transport", name, bytes.fromhex(text)
    for name, (kind, text) in WIRE.items():
        yield "wire", name, bytes([kind]) + bytes.fromhex(text)
    segment = bytes([0x72, 0, 0, 40]) + bytes(range(40))
    yield "uci_assembler", "segments", segment * 3 + bytes([0x62, 0, 0, 2, 1, 2])
    yield "uci_assembler", "interleaved", segment + bytes([0x41, 3, 0, 1, 0, 0x51, 4, 0, 1, 0]) + segment
    # Seventeen segments of 255 bytes: more than a message holds, and what is left of it is passed over.
    yield "uci_assembler", "too-large", (bytes([0x72, 0, 0, 255]) + bytes(255)) * 17 + bytes([0x62, 0, 0, 1, 7])
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
    for dialect in range(4):
        for name, rest in SESSIONS.items():
            for options in ("0000", "0808"):
                yield "session", f"{dialect}-{name}-{options}", bytes.fromhex(f"{dialect:02x}{options}{LIFE}{rest}")


def main():
    for target, name, content in seeds():
        folder = pathlib.Path(sys.argv[1]) / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main()
