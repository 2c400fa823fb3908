"""The same as uci_log.c in Python: what the bytes that a UWB chip sent over UCI say.

python uci_log.py FILE

SPDX-License-Identifier: MIT
"""

import math
import sys
from pathlib import Path

import rangekit as rk
from rangekit import uci

SUCCESS = (0x00, 0x1B)


def cell(sample, field, value, form):
    return form.format(value) if sample["fields"] & field else f"{'-':>{len(form.format(0.0))}}"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: uci_log.py FILE")
    assembler = uci.Assembler()
    now_ns = 0
    for message in assembler.feed(Path(sys.argv[1]).read_bytes()):
        if message.is_session_info:
            info = uci.SessionInfo.decode(message.payload)
            for sample in uci.samples(message.payload, now_ns):
                distance = cell(sample, rk.SampleField.DISTANCE, sample["distance_m"], "  {:6.2f} m")
                azimuth_deg = math.degrees(sample["azimuth_rad"])
                azimuth = cell(sample, rk.SampleField.AZIMUTH, azimuth_deg, "  {:6.1f} deg")
                power = cell(sample, rk.SampleField.POWER, sample["power_dbm"], "  {:6.1f} dBm")
                print(f"{now_ns / 1e9:8.3f}  0x{sample['peer']:04x}{distance}{azimuth}{power}")
            for row in info.measurements:
                if row["status"] not in SUCCESS:
                    name = uci.name(uci.Names.STATUS, int(row["status"]))
                    print(f"{now_ns / 1e9:8.3f}  0x{row['mac_address']:04x}  failed: {name}")
            now_ns += info.interval_ms * 1_000_000
        elif message.name == "SESSION_STATUS notification":
            status = uci.SessionStatus.decode(message.payload)
            state = uci.name(uci.Names.SESSION_STATE, status.state)
            reason = uci.name(uci.Names.REASON, status.reason)
            print(f"{now_ns / 1e9:8.3f}  session {status.session} is {state}: {reason}")
    for refusal in assembler.refusals:
        print(f"uci_log: {refusal}", file=sys.stderr)
    if assembler.pending:
        print(f"uci_log: the file ends inside a packet, of which {assembler.pending} bytes are there", file=sys.stderr)
    return 1 if assembler.refusals or assembler.pending else 0


if __name__ == "__main__":
    sys.exit(main())
