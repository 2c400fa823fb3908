"""One program against a peer that this script plays: silent, gone, hostile, or of another opinion.

SPDX-License-Identifier: MIT
"""

import os
import random
import re
import socket
import struct

import session
from session import Bench, Peer, Result, report
from sessions import both_good, recording, steady


def accessory_of(bench, *options):
    """A running accessory and this script as its controller."""
    place, process = bench.start_accessory(bench.write(recording(steady())), *options)
    return Peer.connect(place), process


def tokens_of(bench, accessory_options=(), controller_options=()):
    """The two programs' tokens and the controller's proposal, as bytes."""
    peer, process = Peer.listen(bench, *controller_options)
    controller_token = peer.expect(session.TOKEN)
    accessory, other = accessory_of(bench, *accessory_options)
    accessory.send(session.TOKEN, controller_token)
    accessory_token = accessory.expect(session.TOKEN)
    peer.send(session.TOKEN, accessory_token)
    proposal = peer.expect(session.PROPOSAL)
    peer.close()
    accessory.close()
    Result(process, bench.patience)
    Result(other, bench.patience)
    return controller_token, accessory_token, proposal


def failed(bench, process, message):
    result = Result(process, bench.patience)
    assert result.code == 1 and re.search(message, result.err), (message, result)
    return result


# ---- The accessory's side -----------------------------------------------------------------------------


def start_by_hand(bench, *options):
    """A session up to START, with this script as controller."""
    controller_token, _, proposal = tokens_of(bench)
    peer, process = accessory_of(bench, *options)
    peer.send(session.TOKEN, controller_token)
    peer.expect(session.TOKEN)
    peer.send(session.PROPOSAL, proposal)
    assert peer.expect(session.AGREEMENT) == proposal
    peer.send(session.START)
    return peer, process


def test_a_controller_that_hangs_up_at_any_point(bench: Bench):
    controller_token, _, proposal = tokens_of(bench)
    frames = ((session.TOKEN, controller_token), (session.PROPOSAL, proposal), (session.START, b""))
    for count in range(len(frames) + 1):
        peer, process = accessory_of(bench, "--speed", "1")
        for kind, payload in frames[:count]:
            peer.send(kind, payload)
            if kind != session.START:
                peer.receive()
        if count == len(frames):
            for _ in range(3):
                peer.expect(session.REPORT)
        peer.close()
        failed(bench, process, "the controller hung up before the session was over")


def test_a_controller_that_hangs_up_inside_a_frame(bench: Bench):
    peer, process = accessory_of(bench)
    peer.send_bytes(struct.pack("<HB", 28, session.TOKEN) + b"\xa5\x00")
    peer.close()
    failed(bench, process, "hung up inside a frame, after 5 of 31 bytes")


def test_a_silent_controller_and_one_that_never_comes(bench: Bench):
    peer, process = accessory_of(bench, "--timeout", "0.5")
    failed(bench, process, r"nothing from the controller for 0\.5 s")
    peer.close()
    _, process = bench.start_accessory(bench.write(recording(steady())), "--timeout", "0.3")
    failed(bench, process, r"no controller came to .* within 0\.3 s")


def test_a_controller_that_stops_reading(bench: Bench):
    controller_token, _, proposal = tokens_of(bench)
    rows = recording([(f"{i / 100:.2f}", f"{4 + i % 7 / 100:.2f}", 4) for i in range(20000)])
    place, process = bench.start_accessory(bench.write(rows, "long.csv"), "--speed", "0", "--timeout", "1")
    peer = Peer.connect(place)
    peer.connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    for kind, payload in ((session.TOKEN, controller_token), (session.PROPOSAL, proposal), (session.START, b"")):
        peer.send(kind, payload)
    failed(bench, process, r"the controller has read nothing for 1\.0 s")
    peer.close()


def test_garbage_on_the_socket(bench: Bench):
    noise = random.Random(5)
    for garbage, message in (
        (b"GET / HTTP/1.1\r\n\r\n", "unknown type 84: it speaks another protocol"),
        (b"\0\0\0", "unknown type 0"),
        (b"\xff\xff\x01", "TOKEN frame of 65535 bytes: too long"),
        (b"\0\0\x01", "TOKEN frame of 0 bytes: too short"),
        (b"\x11\0\x04" + b"\0" * 17, "REFUSAL frame of 17 bytes: not a whole number of entries"),
        (b"\0\0\x05", "sent START where TOKEN was expected"),
        (b"\x04\0\x01\xa5\x00\x01\x01", "the controller's token is refused: "),
        (noise.randbytes(5000), "the controller "),
    ):
        peer, process = accessory_of(bench)
        peer.send_bytes(garbage)
        kind, text = peer.receive()
        assert kind == session.FAILURE and b"the controller" in text, (garbage, text)
        peer.close()
        failed(bench, process, re.escape(message))


def test_every_frame_arrives_in_pieces(bench: Bench):
    controller_token, _, proposal = tokens_of(bench)
    peer, process = accessory_of(bench, "--speed", "0")
    for kind, payload in ((session.TOKEN, controller_token), (session.PROPOSAL, proposal), (session.START, b"")):
        for byte in struct.pack("<HB", len(payload), kind) + payload:
            peer.send_bytes(bytes([byte]))
        if kind != session.START:
            peer.receive()
    kinds = []
    while not kinds or kinds[-1] != session.FINISHED:
        kind, payload = peer.receive()
        kinds.append(kind)
    peer.send(session.END, payload)
    result = Result(process, bench.patience)
    assert result.code == 0 and kinds.count(session.REPORT) == 54, result


def test_a_proposal_that_does_not_follow_from_the_tokens(bench: Bench):
    controller_token, _, proposal = tokens_of(bench)
    weak_token, _, weak_proposal = tokens_of(bench, (), ("--generation", "first"))
    assert proposal != weak_proposal
    for token, offer, message in (
        (weak_token, proposal, "the two configurations differ: .*second-.*first-"),
        (controller_token, b"\xa0", "the proposed configuration is refused: "),
        (controller_token, proposal[:-1], "the proposed configuration is refused: "),
    ):
        peer, process = accessory_of(bench)
        peer.send(session.TOKEN, token)
        peer.expect(session.TOKEN)
        peer.send(session.PROPOSAL, offer)
        peer.expect(session.FAILURE)
        failed(bench, process, message)


def test_a_proposal_of_what_the_tokens_do_not_allow(bench: Bench):
    _, _, proposal = tokens_of(bench, (), ("--extended-distance", "--camera-assistance"))
    poor_token, _, _ = tokens_of(bench, (), ("--capabilities", "precise_distance"))
    peer, process = accessory_of(bench)
    peer.send(session.TOKEN, poor_token)
    peer.expect(session.TOKEN)
    peer.send(session.PROPOSAL, proposal)
    reasons = peer.expect(session.REFUSAL)
    # capability_missing (1) at the receiver's side (1): extended distance (16, option 1), camera (8, option 2)
    assert sorted(struct.iter_unpack("<4i", reasons)) == [(1, 1, 8, 2), (1, 1, 16, 1)], reasons
    result = failed(bench, process, "cannot range with the controller as it proposes")
    assert re.search("error:   .*extended", result.err) and re.search("error:   .*camera", result.err), result


def test_ratings_that_differ_are_noticed(bench: Bench):
    peer, process = start_by_hand(bench, "--speed", "0")
    while peer.receive()[0] != session.FINISHED:
        continue
    peer.send(session.END, b"\0" * 24)
    failed(bench, process, "the controller rated the same reports differently")


def test_what_a_peer_says_cannot_steer_the_terminal(bench: Bench):
    peer, process = accessory_of(bench)
    peer.send(session.FAILURE, b"tired\x1b[2J\n\xff")
    failed(bench, process, re.escape("the controller gave up: tired?[2J??"))


def test_places_to_listen_at(bench: Bench):
    path = bench.write(recording(steady(12)))
    place, first = bench.start_accessory(path, "--speed", "0")
    while not os.path.exists(place):
        assert first.poll() is None
    second = bench.alone("accessory", "--listen", place, "--recording", path)
    assert second.code == 1 and "Address already in use" in second.err, second
    controller = Result(bench.start("controller", "--connect", place), bench.patience)
    both_good(Result(first, bench.patience), controller)  # the first one was not disturbed
    left_behind = socket.socket(socket.AF_UNIX)
    left_behind.bind(place)
    left_behind.close()
    place_again = bench.start("accessory", "--listen", place, "--recording", path, "--speed", "0")
    controller = Result(bench.start("controller", "--connect", place), bench.patience)
    both_good(Result(place_again, bench.patience), controller)
    occupied = bench.alone("accessory", "--listen", path, "--recording", path)
    assert occupied.code == 1 and os.path.getsize(path) > 0, occupied
    too_long = bench.alone("accessory", "--listen", "/x" * 90, "--recording", path)
    assert too_long.code == 1 and "a socket path has 1 to 107 bytes" in too_long.err, too_long


def test_wrong_usage(bench: Bench):
    path = bench.write(recording(steady(12)))
    listen = ("--listen", bench.new_socket(), "--recording", path)
    for program, options, message in (
        ("accessory", (), "--listen and --recording are needed"),
        ("controller", (), "--connect is needed"),
        ("accessory", (*listen, "--bogus"), '"--bogus" is no option'),
        ("accessory", (*listen, "--speed"), "--speed needs a value"),
        ("accessory", (*listen, "--speed", "fast"), '--speed is "fast": a number from 0 to 1000'),
        ("accessory", (*listen, "--speed", "0.1"), "--speed is 0.1: 0, or a number from 0.5 to 1000"),
        ("accessory", (*listen, "--bits", "40.5"), '--bits is "40.5": a whole number from 32 to 64'),
        ("accessory", (*listen, "--bits", "65"), "a whole number from 32 to 64"),
        ("accessory", (*listen, "--address", "0a"), '--address is "0a": 2 or 8 bytes'),
        ("accessory", (*listen, "--generation", "third"), "first, second, third_party or unstated"),
        ("accessory", (*listen, "--capabilities", "flying"), '--capabilities names "flying"'),
        ("controller", ("--connect", "x", "--identity", "00"), "16 bytes in hexadecimal"),
    ):
        result = bench.alone(program, *options)
        assert result.code == 2 and message in result.err, (options, result)
    for program in ("accessory", "controller"):
        result = bench.alone(program, "--help")
        assert result.code == 0 and "--timeout S" in result.out, result


# ---- The controller's side ----------------------------------------------------------------------------


def range_by_hand(bench, *options):
    """A session up to START, with this script as accessory."""
    _, accessory_token, _ = tokens_of(bench)
    peer, process = Peer.listen(bench, *options)
    peer.expect(session.TOKEN)
    peer.send(session.TOKEN, accessory_token)
    peer.send(session.AGREEMENT, peer.expect(session.PROPOSAL))
    peer.expect(session.START)
    return peer, process


def test_an_accessory_that_hangs_up_while_ranging(bench: Bench):
    peer, process = range_by_hand(bench)
    for i in range(25):
        peer.send(session.REPORT, report(i / 10, 4 + i / 1000))
    peer.close()
    result = failed(bench, process, "the accessory hung up before the session was over")
    assert "summary of what came before the error" in result.out and "25: 25 with a distance" in result.out, result


def test_reports_that_make_no_sense_are_counted(bench: Bench):
    peer, process = range_by_hand(bench)
    for i in range(25):
        peer.send(session.REPORT, report(i / 10, 4 + i / 1000))
    for payload in (report(0.5, 4.0), report(2.5, float("nan")), report(2.5, float("inf"))):
        peer.send(session.REPORT, payload)
    peer.send(session.FINISHED, struct.pack("<3Q", 8, 0, 17))
    assert struct.unpack("<3Q", peer.expect(session.END)) == (8, 0, 17)
    result = Result(process, bench.patience)
    assert result.code == 0 and "28: 25 with a distance, 0 without, 3 refused" in result.out, result
    assert "report 26 refused: RANGEKIT_ERROR_TIME_BACKWARDS: " in result.err, result


def test_reports_from_beyond_time(bench: Bench):
    for time_s in (-9.2e9, 9.2e9):
        peer, process = range_by_hand(bench)
        peer.send(session.REPORT, report(time_s, 4.0))
        failed(bench, process, "a report of a time beyond 2\\^62 ns")


def test_an_accessory_of_another_opinion(bench: Bench):
    _, accessory_token, _ = tokens_of(bench)
    for answer, message in (
        ((session.AGREEMENT, b"\xa0"), "agreed to another configuration"),
        ((session.REFUSAL, struct.pack("<4i", 1, 2, 16, 1)), "error:   .*extended"),
        ((session.REFUSAL, struct.pack("<4i", 99, 2, 16, 1)), "error:   .*unknown reason"),
        ((session.START, b""), "sent START where AGREEMENT or REFUSAL was expected"),
        ((session.FAILURE, b"no radio"), "the accessory gave up: no radio"),
    ):
        peer, process = Peer.listen(bench)
        peer.expect(session.TOKEN)
        peer.send(session.TOKEN, accessory_token)
        peer.expect(session.PROPOSAL)
        peer.send(*answer)
        failed(bench, process, message)


def test_an_accessory_that_rates_differently_or_is_not_there(bench: Bench):
    peer, process = range_by_hand(bench)
    peer.send(session.REPORT, report(0, 4.0))
    peer.send(session.FINISHED, b"\0" * 24)
    failed(bench, process, "the accessory rated the same reports differently")
    absent = bench.alone("controller", "--connect", bench.new_socket(), "--timeout", "0.3")
    assert absent.code == 1 and re.search("no accessory at .*: No such file", absent.err), absent


def test_the_controller_meets_its_own_kind(bench: Bench):
    peer, process = Peer.listen(bench)
    peer.send(session.TOKEN, peer.expect(session.TOKEN))  # its own token back
    reasons = peer.expect(session.REFUSAL)
    assert struct.unpack("<4i", reasons)[0] == 3, reasons  # same device
    failed(bench, process, "cannot range with this accessory as wanted")
