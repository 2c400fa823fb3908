"""What an application must declare, from Python."""

from __future__ import annotations

import pytest
import rangekit as rk
from rangekit import ConfigurationKind, Option
from rangekit.preflight import DeclarationForm, System, preflight


def names(*arguments: object, **options: int) -> list[str]:
    return [declaration.name for declaration in preflight(*arguments, **options)]  # type: ignore[arg-type]


def test_an_accessory_in_the_background() -> None:
    assert names(System.IOS, ConfigurationKind.ACCESSORY, Option.BACKGROUND, version=26) == [
        "NSNearbyInteractionUsageDescription",
        "NSBluetoothAlwaysUsageDescription",
        "nearby-interaction",
        "bluetooth-central",
        "Bluetooth pairing",
    ]


def test_channel_sounding_pairs_by_the_system() -> None:
    assert names(System.IOS, ConfigurationKind.CHANNEL_SOUNDING, version=27) == [
        "NSNearbyInteractionUsageDescription",
        "NSAccessorySetupSupports",
    ]
    assert "iOS 27" in names(System.IOS, ConfigurationKind.CHANNEL_SOUNDING, version=26)


def test_the_entitlement_of_dl_tdoa_ends_with_27() -> None:
    kind = ConfigurationKind.DL_TDOA
    assert "DL-TDoA entitlement" in names(System.IOS, kind, version=26)
    assert "DL-TDoA entitlement" not in names(System.IOS, kind, version=27)
    assert "NSLocationWhenInUseUsageDescription" in names(System.IOS, kind, version=27)


def test_what_a_system_does_not_have_is_said() -> None:
    (last,) = preflight(System.ANDROID, ConfigurationKind.PEER, Option.EXTENDED_DISTANCE, version=15)[-1:]
    assert last.form is DeclarationForm.UNAVAILABLE
    assert str(last) == "extended_distance (unavailable): Android has no extended distance."


def test_options_that_the_kind_does_not_have_are_refused() -> None:
    with pytest.raises(rk.ArgumentError, match="does not have all of"):
        preflight(System.IOS, ConfigurationKind.PEER, Option.BACKGROUND)
