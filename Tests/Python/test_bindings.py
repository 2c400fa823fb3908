"""The generated bindings against the headers: by the generator itself, and by a C compiler's own numbers."""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import rangekit as rk
from rangekit import _bindings, base, errors

COMPILER = shutil.which("cc") or shutil.which("gcc")
compiled = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")

CONSTANTS = {name: value for name, value in vars(_bindings).items() if name.startswith("RANGEKIT_")}
STRUCTURES = {
    name: value
    for name, value in vars(_bindings).items()
    if isinstance(value, type) and issubclass(value, ctypes.Structure) and hasattr(value, "_fields_")
}


def generate(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    pytest.importorskip("pycparser")
    if shutil.which("gcc") is None:
        pytest.skip("there is no gcc")
    command = [sys.executable, str(root / "Sources" / "Python" / "generate.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_bindings_are_those_of_the_headers(root: Path) -> None:
    result = generate(root, "--check")
    assert result.returncode == 0, result.stderr


def test_the_installed_bindings_are_those_checked_in(root: Path) -> None:
    checked_in = root / "Sources" / "Python" / "rangekit" / "_bindings.py"
    assert Path(_bindings.__file__).read_bytes() == checked_in.read_bytes()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("#define RANGEKIT_CBOR_MAX_DEPTH 8", "#define RANGEKIT_CBOR_MAX_DEPTH 9"),
        ("uint64_t byte_offset;", "uint32_t byte_offset;"),
        ("uint64_t rangekit_features(void);", "uint32_t rangekit_features(void);"),
        ("const char *rangekit_field_name(int32_t field);", ""),
    ],
)
def test_a_changed_header_is_noticed(root: Path, tmp_path: Path, old: str, new: str) -> None:
    include = tmp_path / "Include"
    shutil.copytree(root / "Include", include)
    header = include / "rangekit" / "base.h"
    text = header.read_text()
    assert old in text
    header.write_text(text.replace(old, new))
    result = generate(root, "--check", "--include", str(include))
    assert result.returncode == 1
    assert "python Sources/Python/generate.py" in result.stderr


def test_a_type_without_a_rule_is_not_guessed(root: Path, tmp_path: Path) -> None:
    include = tmp_path / "Include"
    shutil.copytree(root / "Include", include)
    header = include / "rangekit" / "base.h"
    header.write_text(
        header.read_text().replace("uint32_t rangekit_abi_version(void);", "long rangekit_abi_version(void);")
    )
    result = generate(root, "--check", "--include", str(include))
    assert result.returncode == 1
    assert "long: no rule for this type" in result.stderr


@compiled
def test_sizes_offsets_and_constants_are_the_compilers(root: Path, tmp_path: Path) -> None:
    lines = []
    for name, structure in STRUCTURES.items():
        lines.append(f'printf("\\"{name}\\": %zu,", sizeof({name}));')
        for field in structure._fields_:
            lines.append(f'printf("\\"{name}.{field[0]}\\": %zu,", offsetof({name}, {field[0]}));')
    for name, value in CONSTANTS.items():
        if isinstance(value, int):
            lines.append(f'printf("\\"{name}\\": %lld,", (long long)({name}));')
        elif isinstance(value, float):
            lines.append(f'printf("\\"{name}\\": %.17g,", {name});')
        else:
            lines.append(f'printf("\\"{name}\\": \\"%s\\",", {name});')
    source = tmp_path / "numbers.c"
    start = ["#include <rangekit.h>", "#include <stdio.h>", "int main(void) {", 'printf("{");']
    source.write_text("\n".join([*start, *lines, 'printf("\\"\\": 0}");', "}"]))
    program = tmp_path / "numbers"
    assert COMPILER is not None
    subprocess.run([COMPILER, f"-I{root / 'Include'}", str(source), "-o", str(program)], check=True)
    found = json.loads(subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout)
    expected = dict(CONSTANTS)
    for name, structure in STRUCTURES.items():
        expected[name] = ctypes.sizeof(structure)
        expected |= {f"{name}.{field[0]}": getattr(structure, field[0]).offset for field in structure._fields_}
    found.pop("")
    assert found == expected


def test_structures_have_the_sizes_that_the_headers_state() -> None:
    stated = {name: value for name, value in CONSTANTS.items() if name.endswith("_V1_SIZE")}
    assert len(stated) >= 7
    for name, size in stated.items():
        structure = STRUCTURES[name.removesuffix("_V1_SIZE").lower()]
        assert ctypes.sizeof(structure) >= size
    assert ctypes.sizeof(_bindings.rangekit_range_sample) == 64
    assert ctypes.sizeof(_bindings.rangekit_twr_range) == 16


PUBLIC = {
    "RANGEKIT_ERROR_": (rk.Status, "ERROR_"),
    "RANGEKIT_CAPABILITY_": (rk.Capability, ""),
    "RANGEKIT_GENERATION_": (rk.Generation, ""),
    "RANGEKIT_FEATURE_": (rk.Feature, ""),
    "RANGEKIT_TOKEN_KIND_": (rk.TokenKind, ""),
    "RANGEKIT_OPTION_": (rk.Option, ""),
    "RANGEKIT_CONFIGURATION_KIND_": (rk.ConfigurationKind, ""),
    "RANGEKIT_REFUSAL_": (rk.RefusalReason, ""),
    "RANGEKIT_SIDE_": (rk.Side, ""),
    "RANGEKIT_CONDITION_": (rk.configuration.Condition, ""),
    "RANGEKIT_READINESS_": (rk.configuration.Readiness, ""),
    "RANGEKIT_DISCOVERY_": (rk.configuration.Discovery, ""),
    "RANGEKIT_EXPERIENCE_": (rk.Experience, ""),
    "RANGEKIT_SYSTEM_": (rk.preflight.System, ""),
    "RANGEKIT_ABSENCE_": (rk.Absence, ""),
    "RANGEKIT_TECHNOLOGY_": (rk.Technology, ""),
    "RANGEKIT_TOKEN_TECHNOLOGY_": (rk.TokenTechnology, ""),
    "RANGEKIT_CHANNEL_SOUNDING_PROFILE_": (rk.ChannelSoundingProfile, ""),
    "RANGEKIT_ALGORITHM_": (rk.Algorithm, ""),
    "RANGEKIT_PROTECTION_": (rk.Protection, ""),
    "RANGEKIT_SAMPLE_HAS_": (rk.SampleField, ""),
    "RANGEKIT_QUALITY_CAUSE_": (rk.QualityCause, ""),
    "RANGEKIT_TWR_CAUSE_": (rk.TwrCause, ""),
    "RANGEKIT_CALIBRATION_LOSS_": (rk.RobustLoss, ""),
    "RANGEKIT_QUALITY_PRESET_": (rk.QualityPreset, ""),
}


@pytest.mark.parametrize("prefix", PUBLIC)
def test_enumerations_hold_every_constant_of_the_headers(prefix: str) -> None:
    enumeration, kept = PUBLIC[prefix]
    expected = {
        kept + name.removeprefix(prefix): value
        for name, value in CONSTANTS.items()
        if name.startswith(prefix)
        and not name.endswith(("_MAX_SIZE", "_MAX_COUNT", "_V1_SIZE", "_OVERHEAD", "_PRIVATE"))
    }
    assert {name: value for name, value in enumeration.__members__.items() if name != "OK"} == expected


def test_the_library_and_the_enumerations_use_the_same_names() -> None:
    for status in rk.Status:
        assert status.identifier == f"RANGEKIT_{status.name}"
        assert status.message.endswith(".") or status is rk.Status.OK
    assert rk.status_name(-9999) == "RANGEKIT_ERROR_UNKNOWN"
    text = base.library.rangekit_capability_name
    assert [text(flag).decode() for flag in rk.Capability] == [str(flag.name).lower() for flag in rk.Capability]
    for enumeration, function in (
        (rk.QualityLevel, base.library.rangekit_quality_level_name),
        (rk.QualityCause, base.library.rangekit_quality_cause_name),
        (rk.TwrCause, base.library.rangekit_twr_cause_name),
        (rk.RefusalReason, base.library.rangekit_refusal_name),
        (rk.los.Feature, base.library.rangekit_los_feature_name),
        (rk.los.Method, base.library.rangekit_los_method_name),
        (rk.angle.Convention, base.library.rangekit_angle_convention_name),
    ):
        assert [function(member).decode() for member in enumeration] == [member.name.lower() for member in enumeration]


@pytest.mark.parametrize("status", [status for status in rk.Status if status])
def test_every_status_raises_an_exception_of_its_family(status: rk.Status) -> None:
    error = errors.error_for(status)
    assert isinstance(error, rk.RangeKitError)
    assert error.status is status
    assert error.name == f"RANGEKIT_{status.name}"
    assert error.message == status.message
    families = [rk.ArgumentError, rk.MessageError, rk.ExchangeError, rk.IncompatibleError, rk.PositionError]
    families += [rk.MessageError]  # the accessory protocol and transport
    families += [rk.MessageError] * 2  # Android out-of-band, UCI
    families += [rk.ChannelSoundingError, rk.SessionError]
    family = rk.LocatorError if -500 < status <= -470 else families[-status // 100]
    if -230 < status <= -210:
        family = rk.MeasurementError
    if -980 < status <= -950:
        family = rk.MessageError  # recordings
    if rk.Status.ERROR_EXPIRED <= status <= rk.Status.ERROR_PROTECTION_MISSING:
        family = rk.ProtectionError
    # Calibration's statuses stand beside those of ranging, and belong to other families.
    if status == rk.Status.ERROR_TOO_FEW_SAMPLES:
        family = rk.ArgumentError
    elif status in (rk.Status.ERROR_JSON_SYNTAX, rk.Status.ERROR_JSON_TYPE):
        family = rk.MessageError
    if status == rk.Status.ERROR_OUT_OF_MEMORY:
        assert isinstance(error, MemoryError)
    else:
        assert type(error) is family
        plain = (rk.IncompatibleError, rk.PositionError, rk.SessionError)
        assert isinstance(error, ValueError) == (family not in plain)
