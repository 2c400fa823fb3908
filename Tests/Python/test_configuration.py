"""Configurations: every rule, every reason at once, and the encoding against cbor2."""

from __future__ import annotations

import itertools
import uuid

import cbor2
import pytest
import rangekit as rk
from rangekit import Capability, Generation, Option, RefusalReason, Side
from rangekit.configuration import Condition

DISTANCE = Capability.PRECISE_DISTANCE
EXTENDED = DISTANCE | Capability.EXTENDED_DISTANCE
CAMERA = DISTANCE | Capability.CAMERA_ASSISTANCE
OFFERED = {0: 3, 1: 7, 2: 2, 3: 0}  # options by kind
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
    wanted = (None, Option.EXTENDED_DISTANCE, Option.CAMERA_ASSISTANCE)
    assert {refusal.option for refusal in refusals} == {*wanted}
    ranging_first = [refusal.option is not None for refusal in refusals]
    assert ranging_first == sorted(ranging_first)
    for option in wanted:
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
        rk.build_configuration(peer(1), peer(2), Option(8))
    with pytest.raises(TypeError, match="peer must be a Token, not b'x'"):
        rk.build_configuration(peer(1), b"x")  # type: ignore[arg-type]


ALL = [
    rk.Configuration(kind, Option(enabled), generation, *((0x12345678, 1) if kind == 3 else ()))
    for kind in rk.ConfigurationKind
    for enabled in range(8)
    if enabled & ~OFFERED[kind] == 0
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
    if configuration.network is not None:
        expected |= {4: configuration.network, 5: int(configuration.discovery)}
    assert data == cbor2.dumps(expected, canonical=True)
    assert len(data) <= rk.configuration.MAX_SIZE
    again = rk.Configuration.decode(data)
    assert again == configuration
    assert isinstance(again.kind, rk.ConfigurationKind)
    assert isinstance(again.performance_generation, Generation)


@pytest.mark.parametrize(
    ("configuration", "field"),
    [
        (rk.Configuration(kind=4), "configuration.kind"),
        (rk.Configuration(kind=3), "configuration.network"),
        (rk.Configuration(network=1), "configuration.network"),
        (rk.Configuration(kind=3, network=1, discovery=2), "configuration.discovery"),
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
    [{0: 1, 1: 0, 2: 4, 3: 0}, {0: 1, 1: 2, 2: 1, 3: 0}, {0: 1, 1: 0, 2: 0, 3: 0, 4: 0}, {0: 2, 1: 0, 2: 0, 3: 0}],
)
def test_what_one_device_would_not_understand_is_refused(entries: dict[int, int]) -> None:
    with pytest.raises(rk.MessageError) as caught:
        rk.Configuration.decode(cbor2.dumps(entries, canonical=True))
    assert caught.value.byte_offset is not None


def found(error: rk.IncompatibleError) -> list[tuple[str, str]]:
    """Reason and option of every refusal, in order."""
    return [
        (RefusalReason(refusal.reason).name, refusal.option.name if refusal.option else "")
        for refusal in error.refusals
    ]


IDENTIFIER = uuid.UUID("00112233-4455-6677-8899-aabbccddeeff")


def test_the_background_needs_an_accessory_and_its_identifier() -> None:
    accessory = rk.Token.accessory(b"\x1a\x2b", capabilities=DISTANCE)
    built = rk.build_configuration(peer(1, DISTANCE), accessory, Option.BACKGROUND, bluetooth_peer=IDENTIFIER)
    assert (built.enabled, built.bluetooth_peer) == (Option.BACKGROUND, IDENTIFIER)
    assert built.previous_bluetooth_peer is None
    assert rk.Configuration.decode(built.encode()).bluetooth_peer is None
    with pytest.raises(rk.IncompatibleError) as caught:
        rk.build_configuration(peer(1, DISTANCE), accessory, Option.BACKGROUND)
    assert found(caught.value) == [("BLUETOOTH_PEER_MISSING", "BACKGROUND")]
    with pytest.raises(rk.IncompatibleError) as caught:
        rk.build_configuration(peer(1, DISTANCE), peer(2, DISTANCE), Option.BACKGROUND, bluetooth_peer=IDENTIFIER)
    assert found(caught.value) == [("OPTION_NOT_OFFERED", "BACKGROUND")]


def test_channel_sounding_names_every_lack_with_a_fix() -> None:
    sounding = Capability.CHANNEL_SOUNDING
    ready = rk.configuration.ChannelSoundingAccessory(rk.configuration.Readiness(15), (6, 3), 100)
    everything = Condition.ALLOWED | Condition.FOREGROUND | Condition.RADIO_ON | Condition.LINK_UP | Condition.PAIRED
    built = rk.build_configuration(
        peer(1, sounding),
        peer(2, sounding),
        kind=rk.ConfigurationKind.CHANNEL_SOUNDING,
        conditions=everything,
        accessory=ready,
        bluetooth_peer=IDENTIFIER,
        previous_bluetooth_peer=uuid.UUID(int=7),
    )
    assert (built.kind, built.previous_bluetooth_peer) == (rk.ConfigurationKind.CHANNEL_SOUNDING, uuid.UUID(int=7))
    with pytest.raises(rk.IncompatibleError) as caught:
        rk.build_configuration(
            peer(1, sounding),
            peer(2, DISTANCE),
            kind=rk.ConfigurationKind.CHANNEL_SOUNDING,
            conditions=Condition(0),
            accessory=rk.configuration.ChannelSoundingAccessory(rk.configuration.Readiness(0), (6, 2), 99),
        )
    names = "BLUETOOTH_PEER_MISSING NOT_ALLOWED NOT_FOREGROUND RADIO_OFF LINK_DOWN NOT_PAIRED CAPABILITY_MISSING"
    names += " BLUETOOTH_VERSION REFLECTOR_ROLE INLINE_PCT MODE_0 MODE_2 T_FCS"
    assert [name for name, _ in found(caught.value)] == names.split()
    for refusal in caught.value.refusals:
        assert refusal.text.count(".") >= 1
        assert refusal.text.endswith(".")


def test_dl_tdoa_has_no_peer() -> None:
    tdoa = rk.ConfigurationKind.DL_TDOA
    built = rk.build_configuration(peer(1, Capability.DL_TDOA), None, kind=tdoa, network=77)
    assert (built.network, built.discovery, built.performance_generation) == (77, 0, Generation.UNKNOWN)
    assert rk.Configuration.decode(built.encode()) == built
    with pytest.raises(rk.IncompatibleError) as caught:
        rk.build_configuration(peer(1, DISTANCE), None, Option.CAMERA_ASSISTANCE, kind=tdoa, conditions=Condition(3))
    names = [name for name, _ in found(caught.value)]
    assert names == ["CAPABILITY_MISSING", "NETWORK_MISSING", "LOCATION_NOT_ALLOWED", "OPTION_NOT_OFFERED"]
    with pytest.raises(TypeError, match="peer must be a Token, not None"):
        rk.build_configuration(peer(1, DISTANCE), None)


def test_the_camera_wants_one_pose_source_attached_in_time() -> None:
    base = Condition.ALLOWED | Condition.FOREGROUND

    def names(conditions: Condition, options: Option = Option.CAMERA_ASSISTANCE) -> list[str]:
        try:
            rk.build_configuration(peer(1, CAMERA), peer(2, DISTANCE), options, conditions=conditions)
        except rk.IncompatibleError as error:
            return [name for name, _ in found(error)]
        return []

    good = base | Condition.POSE_SOURCE | Condition.WORLD_GRAVITY
    assert names(good) == []
    assert names(base) == ["POSE_SOURCE_MISSING"]
    assert names(good, Option(0)) == ["POSE_SOURCE_UNUSED"]
    for condition in (
        Condition.POSE_SOURCE_LATE,
        Condition.POSE_SOURCE_SECOND,
        Condition.WORLD_COLLABORATION,
        Condition.FACE_TRACKING,
        Condition.WORLD_INITIAL_MAP,
        Condition.WORLD_RELOCALISATION,
    ):
        assert names(good | condition) == [condition.name]
    assert names(good & ~Condition.WORLD_GRAVITY) == ["WORLD_ALIGNMENT"]
    assert names(good & ~Condition.FOREGROUND) == ["NOT_FOREGROUND"]
