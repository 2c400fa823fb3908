"""Configurations: every rule, every reason at once, and the encoding against cbor2."""

from __future__ import annotations

import itertools

import cbor2
import pytest
import rangekit as rk
from rangekit import Capability, Generation, Option, RefusalReason, Side

DISTANCE = Capability.PRECISE_DISTANCE
EXTENDED = DISTANCE | Capability.EXTENDED_DISTANCE
CAMERA = DISTANCE | Capability.CAMERA_ASSISTANCE
EVERYTHING = Option.EXTENDED_DISTANCE | Option.CAMERA_ASSISTANCE


def peer(number: int, capabilities: Capability | None = None, generation: int | None = None) -> rk.Token:
    return rk.Token.peer(bytes([number] * 16), capabilities=capabilities, generation=generation)


def reasons(local: rk.Token, other: rk.Token, options: Option | None = None) -> set[tuple[object, ...]]:
    """Every reason as a tuple; none if the two can range."""
    try:
        rk.build_configuration(local, other, options or Option(0))
    except rk.IncompatibleError as error:
        found = [(refusal.reason, refusal.side, refusal.capability, refusal.option) for refusal in error.refusals]
        assert len(set(found)) == len(found)
        assert error.status == rk.Status.ERROR_INCOMPATIBLE
        for refusal in error.refusals:
            assert refusal.text.endswith(".")
            assert str(refusal) == refusal.text
            assert refusal.text.rstrip(".") in str(error)
        return set(found)
    return set()


def test_two_devices_that_measure_distance_range() -> None:
    for mine, theirs in itertools.product((DISTANCE, Capability.COARSE_DISTANCE, None), repeat=2):
        configuration = rk.build_configuration(peer(1, mine), peer(2, theirs))
        assert configuration.kind == rk.ConfigurationKind.PEER
        assert configuration.enabled == Option(0)


def test_an_accessory_makes_it_an_accessory_configuration() -> None:
    accessory = rk.Token.accessory(b"\x1a\x2b", capabilities=DISTANCE)
    assert rk.build_configuration(peer(1, DISTANCE), accessory).kind == rk.ConfigurationKind.ACCESSORY
    assert rk.build_configuration(accessory, peer(1, DISTANCE)).kind == rk.ConfigurationKind.ACCESSORY


def test_extended_distance_needs_both_sides() -> None:
    wanted = Option.EXTENDED_DISTANCE
    assert rk.build_configuration(peer(1, EXTENDED), peer(2, EXTENDED), wanted).enabled == wanted
    lacks = (RefusalReason.CAPABILITY_MISSING, Side.PEER, Capability.EXTENDED_DISTANCE, wanted)
    assert reasons(peer(1, EXTENDED), peer(2, DISTANCE), wanted) == {lacks}
    lacks_here = (RefusalReason.CAPABILITY_MISSING, Side.LOCAL, Capability.EXTENDED_DISTANCE, wanted)
    assert reasons(peer(1, DISTANCE), peer(2, EXTENDED), wanted) == {lacks_here}
    assert reasons(peer(1, DISTANCE), peer(2, DISTANCE), wanted) == {lacks, lacks_here}
    silent = (RefusalReason.CAPABILITY_UNKNOWN, Side.PEER, Capability.EXTENDED_DISTANCE, wanted)
    assert reasons(peer(1, EXTENDED), peer(2), wanted) == {silent}


def test_camera_assistance_needs_this_side_alone() -> None:
    wanted = Option.CAMERA_ASSISTANCE
    assert rk.build_configuration(peer(1, CAMERA), peer(2, DISTANCE), wanted).enabled == wanted
    assert rk.build_configuration(peer(1, CAMERA), peer(2), wanted).enabled == wanted
    lacks = (RefusalReason.CAPABILITY_MISSING, Side.LOCAL, Capability.CAMERA_ASSISTANCE, wanted)
    assert reasons(peer(1, DISTANCE), peer(2, CAMERA), wanted) == {lacks}


def test_every_reason_comes_at_once_and_in_order() -> None:
    with pytest.raises(rk.IncompatibleError) as caught:
        rk.build_configuration(peer(1, Capability(0)), peer(2, Capability(0)), EVERYTHING)
    refusals = caught.value.refusals
    assert {refusal.side for refusal in refusals if refusal.option is None} == {Side.LOCAL, Side.PEER}
    assert {refusal.option for refusal in refusals} == {None, *Option}
    ranging_first = [refusal.option is not None for refusal in refusals]
    assert ranging_first == sorted(ranging_first)
    for option in (None, *Option):
        sides = [refusal.side for refusal in refusals if refusal.option == option]
        assert sides == sorted(sides)


def test_a_device_does_not_range_with_itself() -> None:
    ((reason, _side, _capability, option),) = reasons(peer(1, DISTANCE), peer(1, EXTENDED))
    assert (reason, option) == (RefusalReason.SAME_DEVICE, None)


def test_another_systems_token_is_refused_on_its_side() -> None:
    opaque = rk.Token.opaque(b"archive", foreign_format=rk.ForeignFormat.NEARBY_INTERACTION)
    assert (RefusalReason.FOREIGN_TOKEN, Side.PEER, None, None) in reasons(peer(1, DISTANCE), opaque)
    assert (RefusalReason.FOREIGN_TOKEN, Side.LOCAL, None, None) in reasons(opaque, peer(1, DISTANCE))


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        (Generation.SECOND, Generation.SECOND, Generation.SECOND),
        (Generation.SECOND, Generation.FIRST, Generation.FIRST),
        (Generation.FIRST, Generation.SECOND, Generation.FIRST),
        (Generation.SECOND, Generation.THIRD_PARTY, Generation.FIRST),
        (Generation.FIRST, Generation.FIRST, Generation.FIRST),
        (Generation.THIRD_PARTY, Generation.THIRD_PARTY, Generation.FIRST),
        (Generation.SECOND, None, Generation.UNKNOWN),
        (None, Generation.SECOND, Generation.UNKNOWN),
        (None, None, Generation.UNKNOWN),
        (Generation.SECOND, Generation.UNKNOWN, Generation.UNKNOWN),
    ],
)
def test_performance_is_that_of_the_older_generation(
    mine: int | None, theirs: int | None, expected: Generation
) -> None:
    built = rk.build_configuration(peer(1, DISTANCE, mine), peer(2, DISTANCE, theirs))
    assert built.performance_generation == expected


def test_unknown_options_and_wrong_types_are_refused() -> None:
    with pytest.raises(rk.ArgumentError):
        rk.build_configuration(peer(1), peer(2), Option(4))
    with pytest.raises(TypeError, match="peer must be a Token, not b'x'"):
        rk.build_configuration(peer(1), b"x")  # type: ignore[arg-type]


ALL = [
    rk.Configuration(kind, Option(enabled), generation)
    for kind in rk.ConfigurationKind
    for enabled in range(4)
    for generation in (Generation.UNKNOWN, Generation.FIRST, Generation.SECOND)
]


@pytest.mark.parametrize("configuration", ALL, ids=str)
def test_configurations_encode_canonically_and_come_back(configuration: rk.Configuration) -> None:
    data = configuration.encode()
    expected = {
        0: 1,
        1: int(configuration.kind),
        2: int(configuration.enabled),
        3: int(configuration.performance_generation),
    }
    assert data == cbor2.dumps(expected, canonical=True)
    assert len(data) <= rk.configuration.MAX_SIZE
    again = rk.Configuration.decode(data)
    assert again == configuration
    assert isinstance(again.kind, rk.ConfigurationKind)
    assert isinstance(again.performance_generation, Generation)


@pytest.mark.parametrize(
    ("configuration", "field"),
    [
        (rk.Configuration(kind=2), "configuration.kind"),
        (rk.Configuration(enabled=Option(4)), "configuration.enabled"),
        (rk.Configuration(performance_generation=3), "configuration.performance"),
    ],
)
def test_configurations_that_break_a_rule_are_not_encoded(configuration: rk.Configuration, field: str) -> None:
    with pytest.raises(rk.MessageError) as caught:
        configuration.encode()
    assert caught.value.field is not None
    assert caught.value.field.startswith(field)


@pytest.mark.parametrize(
    "entries",
    [{0: 1, 1: 0, 2: 4, 3: 0}, {0: 1, 1: 2, 2: 0, 3: 0}, {0: 1, 1: 0, 2: 0, 3: 0, 4: 0}, {0: 2, 1: 0, 2: 0, 3: 0}],
)
def test_what_one_device_would_not_understand_is_refused(entries: dict[int, int]) -> None:
    with pytest.raises(rk.MessageError) as caught:
        rk.Configuration.decode(cbor2.dumps(entries, canonical=True))
    assert caught.value.byte_offset is not None
