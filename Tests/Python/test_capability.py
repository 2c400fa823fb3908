"""Capabilities: models, tokens, and what two devices can offer, from Python."""

from __future__ import annotations

import itertools

import pytest
import rangekit as rk
from rangekit import Capability, Experience, Generation
from rangekit.capability import Capabilities, assess, performance

DISTANCE = Capability.PRECISE_DISTANCE


def test_the_table_says_what_is_there_lacking_and_unknown() -> None:
    phone = Capabilities.of_model("iPhone16,1", 18)
    assert phone.generation is Generation.SECOND
    assert phone.available == DISTANCE | Capability.CAMERA_ASSISTANCE | Capability.EXTENDED_DISTANCE
    assert phone.lacking == Capability.DL_TDOA | Capability.CHANNEL_SOUNDING
    assert phone.unknown == Capability.COARSE_DISTANCE | Capability.DIRECTION
    assert str(phone) == (
        "has precise_distance, camera_assistance, extended_distance; lacks dl_tdoa, channel_sounding; "
        "unknown: coarse_distance, direction"
    )


def test_unknown_is_an_answer() -> None:
    for model in ("iPhone99,1", "a toaster", "", "iPhone16,1\0", "ïPhone16,1"):
        stranger = Capabilities.of_model(model, 26)
        assert stranger == Capabilities()
        assert stranger.lacking == Capability(0)


def test_tokens_state_what_they_state() -> None:
    token = rk.Token.peer(bytes(16), capabilities=DISTANCE, generation=Generation.THIRD_PARTY)
    assert Capabilities.of_token(token) == Capabilities.stated(DISTANCE, Generation.THIRD_PARTY)
    assert Capabilities.of_token(rk.Token.peer(bytes(16))) == Capabilities()


def test_an_unknown_peer_leaves_room_for_more() -> None:
    phone = Capabilities.of_model("iPhone16,1", 18)
    alone = assess(phone, Capabilities())
    assert (alone.certain, alone.possible) == (Experience.UNSUPPORTED, Experience.GUIDED)
    assert alone.locates_moving is None
    assert alone.guided_peer == DISTANCE
    assert str(alone) == "unsupported, perhaps guided"
    both = assess(phone, phone)
    assert (both.certain, both.locates_moving, both.performance) == (Experience.GUIDED, True, Generation.SECOND)
    older = assess(phone, Capabilities.of_model("iPhone13,2", 18))
    assert older.locates_moving is False
    assert older.moving_peer == Capability.EXTENDED_DISTANCE
    assert older.performance == Generation.FIRST


def test_channel_sounding_gives_a_distance_and_the_camera_a_direction() -> None:
    accessory = Capabilities.stated(Capability.CHANNEL_SOUNDING)
    for mine, expected in (
        (Capability(0), Experience.DISTANCE_ONLY),
        (Capability.DIRECTION, Experience.DISTANCE_ONLY),
        (Capability.CAMERA_ASSISTANCE, Experience.GUIDED),
    ):
        found = assess(Capabilities.stated(mine | Capability.CHANNEL_SOUNDING), accessory)
        assert found.certain is found.possible is expected


def test_performance_is_symmetric_and_the_older_one() -> None:
    for a, b in itertools.product(Generation, repeat=2):
        assert performance(a, b) == performance(b, a)
    assert performance(Generation.SECOND, Generation.SECOND) is Generation.SECOND
    assert performance(Generation.SECOND, Generation.THIRD_PARTY) is Generation.FIRST
    assert performance(Generation.SECOND, 77) is Generation.UNKNOWN


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(rk.ArgumentError):
        assess(Capabilities(DISTANCE), Capabilities())
    with pytest.raises(TypeError, match="token must be a Token"):
        Capabilities.of_token(b"x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="model must be a string"):
        Capabilities.of_model(17)  # type: ignore[arg-type]
    with pytest.raises(rk.ArgumentError):
        Capabilities.of_model("iPhone16,1", -1)
