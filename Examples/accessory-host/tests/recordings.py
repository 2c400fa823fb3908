"""What the accessory makes of recordings: all their forms, and all that can be wrong with them.

SPDX-License-Identifier: MIT
"""

import csv
import random
import re
from fractions import Fraction

from session import Bench
from sessions import both_good, errors_line, recording, steady

LIGHT_MPS = 299792458
TICK_S = Fraction(1, 128 * 499_200_000)


def logged(bench, content, *options):
    """Runs both programs on a recording; gives the log's rows and the accessory's result."""
    log = bench.path("log.csv")
    accessory, controller = bench.pair(bench.write(content), ("--log", log, *options))
    assert accessory.code == 0 and controller.code == 0, (accessory, controller)
    with open(log, newline="", encoding="ascii") as file:
        return list(csv.DictReader(file)), accessory


def refused(bench, content, message, *options):
    result = bench.recording_refused(content, *options)
    assert result.code == 1 and re.search(message, result.err), (message, result)
    return result


# ---- Forms ------------------------------------------------------------------------------------------


def test_line_ends_marks_quotes_blanks_and_order_do_not_matter(bench: Bench):
    plain, _ = logged(bench, recording(steady(20)))
    rows = [f'{true} ,"x","{distance}", {time}' for time, distance, true in steady(20)]
    odd = b"\xef\xbb\xbf# made up\r\n\r\n" + "\r\n".join(['true_m,"note", range_m,t_s', *rows]).encode()
    assert logged(bench, odd)[0] == plain


def test_the_anchor_with_most_rows_is_taken(bench: Bench):
    rows = [(f"{i / 10}", 5 + i % 3 / 100, "near" if i % 3 else "far", 5) for i in range(60)]
    content = recording(rows, "t_s,range_m,anchor,true_m")
    rows_near, accessory = logged(bench, content)
    assert len(rows_near) == 40 and "of 60 rows in the file: those of anchor near, one of 2 anchors" in accessory.out
    rows_far, accessory = logged(bench, content, "--anchor", "far")
    assert len(rows_far) == 20 and "those of anchor far" in accessory.out
    refused(bench, content, r'no readable row of anchor "west"; the anchors are: far, near', "--anchor", "west")
    refused(bench, recording(steady()), r":1: --anchor is given, but there is no column anchor", "--anchor", "far")


def test_truth_in_space_in_the_plane_and_unknown(bench: Bench):
    header = "t_s,range_m,true_x,true_y,true_z,ax,ay,az"
    rows = [(f"{i / 10}", f"{7 + i / 1000:.3f}", 2, 3, 6, 0, 0, 0) for i in range(30)]
    in_space, _ = logged(bench, recording(rows, header))
    assert all(float(row["true_m"]) == 7 for row in in_space)
    at_height, accessory = logged(bench, recording(rows, header), "--tag-height", "0")
    assert all(abs(float(row["true_m"]) - 13**0.5) < 1e-4 for row in at_height)
    assert "the tag at the given height of 0 m" in accessory.out
    in_plane, _ = logged(bench, recording([row[:4] + row[5:7] for row in rows], "t_s,range_m,true_x,true_y,ax,ay"))
    assert all(abs(float(row["true_m"]) - 13**0.5) < 1e-4 for row in in_plane)
    no_height = recording([row[:4] + row[5:] for row in rows], "t_s,range_m,true_x,true_y,ax,ay,az")
    unknown, accessory = logged(bench, no_height)
    assert all(row["true_m"] == "" for row in unknown)
    assert "--tag-height would help" in accessory.out and "error     not known" in accessory.out, accessory
    gaps, _ = logged(bench, recording([("0", "7", "", 3, 6, 0, 0, 0), *rows[1:]], header))
    assert [row["true_m"] for row in gaps[:2]] == ["", "7.0000"]


def exchange(noise, distance_m, bits):
    """One double-sided exchange by rational arithmetic, clocks 40 ppm apart, wrapped to `bits`."""
    flight = Fraction(distance_m) / LIGHT_MPS / TICK_S
    fast, slow = 1 + Fraction(20, 10**6), 1 - Fraction(20, 10**6)
    poll, response, final = 0, Fraction(30_000_000), Fraction(62_000_000)  # in true ticks
    starts = noise.randrange(2**bits), noise.randrange(2**bits)
    times = (
        (0, poll, fast),
        (1, poll + flight, slow),
        (1, response, slow),
        (0, response + flight, fast),
        (0, final, fast),
        (1, final + flight, slow),
    )
    return [(starts[side] + round(time * clock)) % 2**bits for side, time, clock in times]


def test_device_ticks_are_ranged(bench: Bench):
    for bits in (40, 32):
        noise = random.Random(bits)
        rows = [(f"{i / 10}", *exchange(noise, 20 + i / 7, bits), 20 + i / 7) for i in range(60)]
        rows[30] = (rows[30][0], 5, 5, 5, 5, 5, 5, 0)  # no exchange: all stamps equal
        rows[31] = (rows[31][0], *[""] * 6, 0)  # nothing measured
        options = () if bits == 40 else ("--bits", bits)
        found, accessory = logged(bench, recording(rows, "t_s,t1,t2,t3,t4,t5,t6,true_m"), *options)
        assert len(found) == 59 and found[30]["range_m"] == ""
        assert "recording.csv:32: row refused: RANGEKIT_ERROR_INTERVAL_ZERO: " in accessory.err, accessory
        assert "59 replayed, 58 of them with a distance; 1 refused: 0 unread" in accessory.out, accessory
        assert errors_line(accessory, "every measurement")[5] < 0.01, accessory  # stamps are whole ticks of 4.7 mm


def test_stamps_beyond_their_width_are_refused(bench: Bench):
    rows = [("0", *range(6))] + [(f"{i}", 2**40 + 1, 2, 3, 4, 5, 6) for i in range(1, 9)]
    result, _ = bench.pair(bench.write(recording(rows, "t_s,t1,t2,t3,t4,t5,t6")))
    assert "RANGEKIT_ERROR_TIMESTAMP_RANGE" in result.err and "they are only counted" in result.err, result


# ---- Faults -----------------------------------------------------------------------------------------


def test_bad_rows_are_named_and_counted_and_the_others_replayed(bench: Bench):
    good = [",".join(map(str, row)) for row in steady(40)]
    good[10:10] = ["1.0,abc,4", "1.0,nan,4", "soon,4,4", "1.0,4", "1.0,0x10,4"]
    log = bench.path("log.csv")
    path = bench.write("t_s,range_m,true_m\n" + "\n".join(good))
    accessory, controller = bench.pair(path, ("--log", log))
    assert accessory.code == 0 and controller.code == 0, (accessory, controller)
    for message in (
        ':12: row refused: range_m "abc" is not a number',
        ':13: row refused: range_m "nan" is not a number',
        ':14: row refused: t_s "soon" is not a number',
        ":15: row refused: 2 fields, but the header line has 3",
        ':16: row refused: range_m "0x10" is not a number',
    ):
        assert message in accessory.err, (message, accessory)
    assert "40 replayed, 40 of them with a distance; 5 refused: 5 unreadable, 0 unusable" in accessory.out, accessory


def test_time_that_runs_backwards_is_named_by_the_library(bench: Bench):
    rows = steady(40)
    rows[20] = ("0.5", "4", "4")
    rows[30] = ("1e9", "4", "4")
    accessory, controller = bench.pair(bench.write(recording(rows)))
    assert accessory.code == 0 and controller.code == 0, (accessory, controller)
    assert ":22: row refused: RANGEKIT_ERROR_TIME_BACKWARDS: " in accessory.err, accessory
    assert re.search(r":32: row refused: \d+\.\d s after the row before; a gap is at", accessory.err), accessory
    assert "38 replayed, 38 of them with a distance; 2 refused: 0 unreadable, 2 unusable" in accessory.out, accessory


def test_many_bad_rows_do_not_flood_the_terminal(bench: Bench):
    rows = steady(20) + [("x", "y", "z")] * 1000
    accessory, _ = bench.pair(bench.write(recording(rows)))
    assert accessory.code == 0 and accessory.err.count("row refused") == 5, accessory
    assert "1000 refused: 1000 unreadable" in accessory.out, accessory


def test_useless_files_are_refused_with_file_and_line(bench: Bench):
    refused(bench, "", r"recording\.csv:1: empty: a header line is expected")
    refused(bench, "t_s,range_m\n", r"recording\.csv:1: no row can be replayed")
    refused(bench, "t_s,range_m\nx,y\n", r"recording\.csv:2: no row can be replayed: of 1 rows 1 were refused")
    refused(bench, "time,range_m\n0,1\n", r":1: no column t_s; the header line has: time, range_m")
    refused(bench, "t_s,distance\n0,1\n", r":1: no column range_m, and of t1 to t6 instead, t1 is missing")
    refused(bench, "t_s,t1,t2,t3,t4,t5\n0,1,2,3,4,5\n", r":1: no column range_m, .* t6 is missing")
    refused(bench, "t_s,range_m,t_s\n0,1,2\n", r":1: two columns are named t_s")
    refused(bench, "t_s,range_m\n0,1\n1," + "9" * 5000 + "\n", r":3: longer than 4095 bytes")
    refused(bench, "t_s,range_m" + ",x" * 300 + "\n", r":1: more than 256 columns")
    refused(bench, b"t_s,range_m\n0,1\n\0\0\n", r":3: a zero byte")
    refused(bench, b"\x7fELF\x02\x01\x01\0\0", r":1: a zero byte")
    refused(bench, random.Random(4).randbytes(100_000), r"recording\.csv:1: ")
    refused(bench, "/", r"/:1: cannot be read: Is a directory")
    refused(bench, bench.path("absent.csv"), r"absent\.csv cannot be opened: No such file")
    refused(bench, "/dev/zero", r"/dev/zero:1: a zero byte")


def test_extreme_numbers_are_refused_or_printed(bench: Bench):
    rows = steady(20) + [("1e300", "4", "4"), ("2.1", "1e300", "4"), ("2.2", "-1e9", "4"), ("2.3", "4", "1e999")]
    accessory, controller = bench.pair(bench.write(recording(rows)))
    assert accessory.code == 0 and controller.code == 0, (accessory, controller)
    assert "3 unreadable" in accessory.out and not re.search(r"\b(nan|inf)", accessory.out + controller.out)
    both_good(*bench.pair(bench.write(recording([("-0.5", "4", ""), ("1.5", "5", "")]))))
    both_good(*bench.pair(bench.write(recording([("7", "4", "")]))))
    both_good(*bench.pair(bench.write(recording([("7", "", "")]))))


def test_the_log_never_overwrites_the_recording(bench: Bench):
    path = bench.write(recording(steady()))
    refused(bench, path, "would overwrite the recording", "--log", path)
    with open(path, encoding="ascii") as file:
        assert file.read() == recording(steady())
    refused(bench, path, "cannot be written: No such file", "--log", bench.path("no/such/folder"))
    accessory, _ = bench.pair(path, ("--log", "/dev/full"))
    assert accessory.code == 1 and "the log could not be written" in accessory.err, accessory
