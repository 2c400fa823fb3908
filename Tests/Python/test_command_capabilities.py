"""The commands `rangekit capabilities` and `rangekit preflight`."""

from __future__ import annotations

import rangekit as rk
from command import rangekit
from rangekit import Capability

EVERYTHING = rk.Token.peer(bytes(16), capabilities=Capability(0x7F), generation=2).encode().hex()
DISTANCE = rk.Token.peer(bytes([1] * 16), capabilities=Capability.PRECISE_DISTANCE, generation=1).encode().hex()


def test_two_tokens_and_what_they_lack() -> None:
    result = rangekit("capabilities", EVERYTHING, DISTANCE, "--want", "extended_distance", "--json").json()
    assert result["experience"]["certain"] == result["experience"]["possible"] == "guided"
    assert result["experience"]["locates_moving"] is False
    assert result["experience"]["moving_peer"] == ["camera_assistance", "extended_distance"]
    assert result["experience"]["performance"] == "first"
    (refusal,) = result["refusals"]
    assert (refusal["reason"], refusal["side"]) == ("capability_missing", "peer")
    assert (refusal["capability"], refusal["option"]) == ("extended_distance", "extended_distance")
    assert result["peer"]["has"] == ["precise_distance"]
    strict = rangekit("capabilities", EVERYTHING, DISTANCE, "--want", "extended_distance", "--strict")
    assert strict.status == 1
    assert "refused: The peer lacks extended_distance" in strict.output
    assert rangekit("capabilities", EVERYTHING, DISTANCE, "--strict").status == 0


def test_models_and_what_is_unknown() -> None:
    result = rangekit("capabilities", "model:iPhone16,1:26", "model:a stranger", "--json").json()
    assert result["peer"]["unknown"] and not result["peer"]["has"] and not result["peer"]["lacks"]
    assert (result["experience"]["certain"], result["experience"]["possible"]) == ("unsupported", "guided")
    assert result["refusals"] is None
    text = rangekit("capabilities", "model:iPhone16,1:26", "model:Watch7,5:11")
    assert text.status == 0
    assert "offers guided" in text.output
    assert "devices that move cannot be located" in text.output


def test_what_cannot_be_used_is_named() -> None:
    for arguments, part in (
        (["zz", DISTANCE], "LOCAL"),
        ([EVERYTHING, "00"], "PEER"),
        (["-", "-"], "only one of"),
        (["model:iPhone16,1:x", DISTANCE], "is no major version"),
        ([EVERYTHING, DISTANCE, "--want", "wings"], "there is no option 'wings'"),
        (["model:iPhone16,1", DISTANCE, "--want", "extended_distance"], "needs two tokens"),
    ):
        result = rangekit("capabilities", *arguments)
        assert result.status == 2
        if part not in ("LOCAL",):
            assert part in result.errors, result.errors


def test_preflight_lists_declarations() -> None:
    rows = rangekit("preflight", "ios", "channel_sounding", "--version", 27, "--json").json()
    assert [row["name"] for row in rows] == ["NSNearbyInteractionUsageDescription", "NSAccessorySetupSupports"]
    assert [row["form"] for row in rows] == ["usage_text", "pairing"]
    text = rangekit("preflight", "ios", "accessory", "--want", "background")
    assert "background mode  nearby-interaction" in text.output
    refused = rangekit("preflight", "ios", "peer", "--want", "background")
    assert refused.status == 2
    assert "peer does not have what is wanted" in refused.errors
