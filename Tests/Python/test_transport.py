"""Fragments against a plain model and zlib's CRC, NDEF and advertisements against bytes made by hand."""

from __future__ import annotations

import random
import zlib

import pytest
import rangekit as rk
from hypothesis import given
from hypothesis import strategies as st
from rangekit import transport as tra

SERVICE = bytes.fromhex("9afe")


@given(st.binary(min_size=1, max_size=2000), st.integers(20, 600), st.integers(0, 255), st.booleans())
def test_fragments_are_those_of_a_plain_model(message: bytes, payload: int, number: int, crc: bool) -> None:
    stream = message + zlib.crc32(message).to_bytes(4, "little") if crc else message
    room = payload - 4
    parts = [stream[start : start + room] for start in range(0, len(stream), room)]
    expected = [bytes([0xF0 | crc, number, i, len(parts) - 1]) + part for i, part in enumerate(parts)]
    assert tra.fragments(message, payload, number, crc=crc) == expected


@given(st.lists(st.binary(min_size=1, max_size=400), min_size=1, max_size=4), st.integers(20, 60), st.randoms())
def test_any_order_from_several_peers_comes_together(
    messages: list[bytes], payload: int, source: random.Random
) -> None:
    reassembler = rk.Reassembler(slot_count=4, message_capacity=400)
    arrivals = [
        (peer, fragment)
        for peer, message in enumerate(messages)
        for fragment in tra.fragments(message, payload, peer, crc=True)
    ]
    source.shuffle(arrivals)
    complete = [peer for peer, fragment in arrivals if reassembler.receive(fragment, 0, peer).message_length]
    assert sorted(complete) == list(range(len(messages)))
    for peer, message in enumerate(messages):
        assert reassembler.take(peer) == message


def test_loss_and_silence_are_named() -> None:
    reassembler = rk.Reassembler(timeout_ns=1000)
    first, second = tra.fragments(bytes(40), 20, 1), tra.fragments(bytes(40), 20, 2)
    reassembler.receive(first[0], 0)
    result = reassembler.receive(second[1], 10)
    assert result.lost == tra.LostMessage(0, 1, 2)
    assert result.reordered
    assert reassembler.advance(1010) == []
    (gone,) = reassembler.advance(1011)
    assert (gone.event, gone.message_id, gone.missing_count) == (tra.ReassemblyEvent.TIMED_OUT, 2, 2)
    with pytest.raises(rk.MessageError, match="NO_MESSAGE"):
        reassembler.take()
    with pytest.raises(rk.ArgumentError, match="TIME_BACKWARDS"):
        reassembler.receive(first[0], 5)
    with pytest.raises(rk.MessageError, match="FRAGMENT_HEADER"):
        reassembler.receive(b"hello", 2000)


def test_options_that_cannot_be_are_refused() -> None:
    with pytest.raises(rk.ArgumentError, match="slot_count is 1 to 64"):
        rk.Reassembler(slot_count=0)
    with pytest.raises(TypeError, match="did you mean slot_count"):
        rk.Reassembler(slots_count=1)
    with pytest.raises(rk.MessageError, match="PAYLOAD_TOO_SMALL"):
        tra.fragments(b"x", 19)
    with pytest.raises(rk.MessageError, match="MESSAGE_TOO_LONG"):
        tra.fragments(bytes(5000), 20)


@given(st.binary(max_size=700))
def test_a_record_has_the_bytes_of_the_format(payload: bytes) -> None:
    data = tra.ndef_message(payload)
    short = len(payload) < 256
    length = len(payload).to_bytes(1 if short else 4, "big")
    assert data == bytes([0xD4 if short else 0xC4, 14]) + length + b"rangekit:token" + payload
    assert tra.ndef_token(data) == payload
    (record,) = tra.ndef_records(data)
    assert (record.type, record.payload, record.is_token) == (b"rangekit:token", payload, True)
    mime = tra.ndef_message(payload, tra.TOKEN_MIME_TYPE, tra.TypeNameFormat.MIME)
    assert tra.ndef_token(mime) == payload


@given(st.binary(max_size=60))
def test_any_bytes_give_an_answer(data: bytes) -> None:
    for read in (tra.ndef_records, tra.ndef_token, lambda data: tra.service_data(data, SERVICE)):
        try:
            read(data)
        except rk.MessageError as error:
            assert error.name != "RANGEKIT_ERROR_UNKNOWN"


def test_chunks_are_refused_by_name() -> None:
    with pytest.raises(rk.MessageError, match="NDEF_CHUNKED"):
        tra.ndef_records(bytes.fromhex("b1010155aa560001aa"))


def test_a_scan_picks_its_device() -> None:
    mine, other = rk.Token.peer(bytes(16)), rk.Token.peer(bytes(15) + b"\x01")
    data = tra.advertisement(SERVICE, tra.device_hint(mine))
    assert data == bytes.fromhex("0201060716") + SERVICE + tra.device_hint(mine)
    assert tra.service_data(data, SERVICE) == tra.device_hint(mine)
    assert tra.advertisement_matches(data, SERVICE, tra.device_hint(mine))
    assert not tra.advertisement_matches(data, SERVICE, tra.device_hint(other))
    assert tra.service_data(data, bytes(16)) is None
    with pytest.raises(rk.MessageError, match="ADVERTISEMENT_TOO_LONG"):
        tra.advertisement(bytes(16), bytes(11))
    assert len(tra.advertisement(bytes(16), bytes(13), flags=False)) == 31
