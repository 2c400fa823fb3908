"""Which lines of each decoder its kept corpus reaches: `make fuzz-reached`. Each target runs over its corpus once, against
the library that counts lines, and the lines of the files that are the decoder's are counted.

    reached.py BUILT PROGRAMS CORPUS SOURCES [--lines]

BUILT is the scratch path of the library with counters, PROGRAMS the targets linked with it. A target below 90 % is named and
fails the run. --lines names the lines that are not reached.

SPDX-License-Identifier: MIT
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

WANTED = 90.0
TOOLS = pathlib.Path(shutil.which("swift")).resolve().parent
# What stands beside a decoder in its files and reads no bytes: writers, their checks, names, values made in memory.
BESIDE = re.compile(
    r"func (?:append\w*|segment|encode\w*|length|validate\w*|write\w*|key|mix|field|merge|hash)\b|var (?:name|deviceHint|appleVendorID)\b"
    r"|static var \w+:|func == |init\(\)|init\((?:options|checked|rawValue):? ?\w*:")
# The files of a decoder.
DECODERS = {
    "token_decode": ["TokenView", "TokenView+CBOR", "TokenTechnology", "CBORReader", "UTF8Validation"],
    "token_open": ["Protection+Opening"],
    "configuration_decode": ["Configuration+CBOR"],
    "accessory": ["AccessoryConfiguration+Bytes", "AccessoryMessage", "ShareableConfiguration", "InteropVersion"],
    "wire": ["AndroidOOB", "AndroidTechnology", "UCIHeader", "UCILocation", "UCIMeasurement", "UCIMessages",
             "UCISessionInfo", "UCITLV", "FiRaConnector"],
    "transport": ["Advertisement", "NDEFRecord"],
    "uci_assembler": ["UCIAssembler"],
    "reassembler": ["Reassembler", "Reassembler+Receive"],
    "calibration_decode": ["JSONReader", "Calibration+JSON"],
    "cs_step": ["ChannelSounding+Step", "ChannelSounding+Layout", "ChannelSounding+Event", "ChannelSounding+RangingService"],
    "cs_collector": ["ChannelSoundingCollector", "ChannelSoundingCollector+Pairing", "ChannelSounding+Walker"],
    "record": ["Record+Decode"],
}


def beside(source):
    """Numbers of the lines of functions that read no bytes, from a declaration to the brace that ends it."""
    numbers, depth, inside = set(), 0, False
    for number, line in enumerate(source.read_text().splitlines(), 1):
        code = line.split("//")[0]
        if not inside and BESIDE.search(code):
            inside, depth = True, 0
        if inside:
            numbers.add(number)
            depth += code.count("{") - code.count("}")
            inside = not (depth == 0 and "}" in code)
    return numbers


def reach(built, program, corpus, names, sources):
    """Lines and those reached of each file, and the numbers of those that are not."""
    counts = built / "counts" / f"fuzz-{program.name}"
    shutil.rmtree(counts, ignore_errors=True)
    counts.mkdir(parents=True)
    environment = os.environ | {"LLVM_PROFILE_FILE": str(counts / "%p.profraw")}
    done = subprocess.run([program, "-runs=0", "-max_len=65536", corpus / program.name], env=environment,
                          capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr[-3000:])
    merged = counts / "all.profdata"
    subprocess.run([TOOLS / "llvm-profdata", "merge", "-sparse", *counts.glob("*.profraw"), "-o", merged], check=True)
    files = [path for name in names for path in sources.rglob(f"{name}.swift") if "RangeKitC" not in path.parts]
    if len(files) != len(names):
        raise SystemExit(f"{program.name}: {len(files)} files of {names}")
    command = [TOOLS / "llvm-cov", "export", "-format=lcov", f"-instr-profile={merged}", built / "release/librangekit.so"]
    text = subprocess.run([*command, *files], capture_output=True, text=True, check=True).stdout
    rows, path = [], None
    for line in text.splitlines():
        if line.startswith("SF:"):
            path = pathlib.Path(line[3:])
            rows.append((path.stem, [], []))
            left_out = beside(path)
        elif line.startswith("DA:"):
            number, count = map(int, line[3:].split(",")[:2])
            if number in left_out:
                continue
            rows[-1][1].append(number)
            if count == 0:
                rows[-1][2].append(number)
    return rows


def main():
    built, programs, corpus, sources = (pathlib.Path(word).resolve() for word in sys.argv[1:5])
    short = []
    print(f"{'decoder':<22}{'files':>6}{'lines':>7}{'reached':>9}{'share':>8}{'inputs':>8}")
    for target, names in DECODERS.items():
        rows = reach(built, programs / target, corpus, names, sources)
        lines = sum(len(row[1]) for row in rows)
        reached = lines - sum(len(row[2]) for row in rows)
        share = 100 * reached / lines
        inputs = len(list((corpus / target).iterdir()))
        print(f"{target:<22}{len(rows):>6}{lines:>7}{reached:>9}{share:>7.1f}%{inputs:>8}{'  SHORT' if share < WANTED else ''}")
        if share < WANTED:
            short.append(target)
        for name, every, missed in rows if "--lines" in sys.argv else ():
            if missed:
                print(f"    {name}: {len(missed)} of {len(every)}: {', '.join(map(str, missed))}")
    print(f"reached: {len(DECODERS) - len(short)} of {len(DECODERS)} decoders at {WANTED:.0f} % of their lines or more")
    return 1 if short else 0


sys.exit(main())
