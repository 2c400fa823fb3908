"""fusion.h: several technologies, one distance.

    with Fusion() as fusion:
        fusion.update(time_ns, Technology.CHANNEL_SOUNDING, 12.3)
        result = fusion.update(time_ns, Technology.UWB, 11.8, stddev_m=0.05)
        print(result.distance_m, result.distance_stddev_m, result.primary, result.wanted)

Options, by keyword: break_ns, make_count, reopen_count, outlier_stddevs, acceleration_density,
velocity_stddev_mps, reach_margin; see fusion.h.
"""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rangekit import _bindings as c
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_float, as_integer, assign, default, known
from rangekit.base import Status, status_message
from rangekit.errors import ArgumentError, check
from rangekit.sample import Technology


@dataclasses.dataclass(frozen=True)
class FusionTechnology:
    """What is assumed of one technology; metres."""

    technology: int  #: `Technology`
    stddev_m: float  #: of a sample that states none
    stddev_ratio: float = 0.0  #: what of the distance is added to it, in quadrature
    bias_stddev_m: float = 0.0  #: of its bias before anything is known
    bias_drift_m: float = 0.0  #: how far the bias wanders in one second
    reach_m: float = 100.0  #: beyond this it gives nothing


@dataclasses.dataclass(frozen=True)
class FusionResult:
    """What is known after a sample. None stands for a value that is not there."""

    distance_m: float | None
    distance_stddev_m: float | None  #: biases included
    velocity_mps: float | None  #: positive: moving away
    velocity_stddev_mps: float | None
    age_ns: int | None  #: since the last sample that counted
    primary: int | None  #: `Technology`
    active: tuple[int, ...]  #: technologies that gave samples lately
    wanted: tuple[int, ...]  #: technologies that should run
    is_outlier: bool  #: this sample was taken for an outlier
    did_switch: bool  #: this sample changed the primary technology
    did_restart: bool  #: this sample was the first, or began anew


class Fusion(Handle):
    """Several technologies for one peer. Close it, or use it with `with`.

    Args:
        technologies: 1 to 6 of them, each once; None: those of the table in fusion.h.
        **options: see the module's list.
    """

    _part: ClassVar[str] = "fusion"
    _noun: ClassVar[str] = "fusion"
    _option_ranges: ClassVar[Mapping[str, str]] = {
        "break_ns": "above 0",
        "make_count": "1 to 100",
        "reopen_count": "1 to 1000",
        "outlier_stddevs": "1 to 100",
        "acceleration_density": "above 0, up to 1e6",
        "velocity_stddev_mps": "above 0, up to 1e6",
        "reach_margin": "0 to 1",
    }
    _hidden_options: ClassVar[frozenset[str]] = frozenset({"technology_count", "technologies"})

    def __init__(self, technologies: Sequence[FusionTechnology] | None = None, **options: Any) -> None:
        super().__init__(options, lambda structure: _assume(structure, technologies))
        self._sample = c.rangekit_range_sample()
        self._result = default(c.rangekit_fusion_result, library.rangekit_fusion_result_default)

    @property
    def technologies(self) -> tuple[FusionTechnology, ...]:
        """What is assumed of each technology."""
        names = [field.name for field in dataclasses.fields(FusionTechnology)]
        used = self._options.technologies[: self._options.technology_count]
        return tuple(FusionTechnology(**{name: getattr(row, name) for name in names}) for row in used)

    def update(
        self,
        time_ns: int,
        technology: int = Technology.UNKNOWN,
        distance_m: float | None = None,
        *,
        stddev_m: float | None = None,
        nlos_probability: float | None = None,
        velocity_mps: float | None = None,
    ) -> FusionResult:
        """Takes one sample; with neither distance nor velocity time passes.

        Raises:
            ArgumentError: time before that of an earlier call, a technology that the options do not name, or a
                number that is not finite or out of range. Nothing changes then.
        """
        sample = self._sample
        with self._lock:
            sample.time_ns = as_integer("time_ns", time_ns, ctypes.c_int64)
            sample.technology = as_integer("technology", technology, ctypes.c_int32)
            sample.fields = 0
            for name, value, bit in (
                ("distance_m", distance_m, c.RANGEKIT_SAMPLE_HAS_DISTANCE),
                ("distance_stddev_m", stddev_m, c.RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV),
                ("nlos_probability", nlos_probability, c.RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY),
                ("velocity_mps", velocity_mps, c.RANGEKIT_SAMPLE_HAS_VELOCITY),
            ):
                if value is not None:
                    setattr(sample, name, as_float(name, value, ctypes.c_float))
                    sample.fields |= bit
            status = library.rangekit_fusion_update(self._open(), sample, self._result)
            given = f"time_ns = {time_ns}, technology = {technology}, distance_m = {distance_m}"
            check(status, f"{status_message(status).rstrip('.')} ({given})")
            return _result(self._result)

    def bias(self, technology: int) -> tuple[float, float]:
        """The learned bias of a technology and its standard deviation, metres: subtract it from its distances."""
        bias, stddev = ctypes.c_float(), ctypes.c_float()
        with self._lock:
            status = library.rangekit_fusion_bias(
                self._open(), as_integer("technology", technology, ctypes.c_int32), bias, stddev
            )
        check(status, f"{status_message(status).rstrip('.')} (technology = {technology})")
        return bias.value, stddev.value


def fusion_options(technologies: Sequence[FusionTechnology] | None) -> c.rangekit_fusion_options:
    """The default options, with what is assumed of each technology."""
    structure = default(c.rangekit_fusion_options, library.rangekit_fusion_options_default)
    _assume(structure, technologies)
    return structure


def _assume(structure: Any, technologies: Sequence[FusionTechnology] | None) -> None:
    if technologies is None:
        return
    if not 1 <= len(technologies) <= c.RANGEKIT_FUSION_TECHNOLOGY_CAPACITY:
        raise ArgumentError(
            Status.ERROR_OUT_OF_RANGE,
            f"there are {len(technologies)} technologies; a fusion has 1 to {c.RANGEKIT_FUSION_TECHNOLOGY_CAPACITY}",
        )
    structure.technology_count = len(technologies)
    for target, technology in zip(structure.technologies, technologies, strict=False):
        assign(target, dataclasses.asdict(technology))


def _result(result: Any) -> FusionResult:
    known_distance = bool(result.fields & c.RANGEKIT_FUSION_HAS_DISTANCE)
    return FusionResult(
        distance_m=result.distance_m if known_distance else None,
        distance_stddev_m=result.distance_stddev_m if known_distance else None,
        velocity_mps=result.velocity_mps if known_distance else None,
        velocity_stddev_mps=result.velocity_stddev_mps if known_distance else None,
        age_ns=result.age_ns if known_distance else None,
        primary=known(Technology, result.primary) if result.fields & c.RANGEKIT_FUSION_HAS_PRIMARY else None,
        active=_technologies(result.active),
        wanted=_technologies(result.wanted),
        is_outlier=bool(result.fields & c.RANGEKIT_FUSION_OUTLIER),
        did_switch=bool(result.fields & c.RANGEKIT_FUSION_SWITCHED),
        did_restart=bool(result.fields & c.RANGEKIT_FUSION_RESTARTED),
    )


def _technologies(mask: int) -> tuple[int, ...]:
    return tuple(known(Technology, number) for number in range(32) if mask >> number & 1)
