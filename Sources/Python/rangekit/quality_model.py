"""quality_model.h: how far a distance can be trusted, as a probability, and what takes it away.

    with QualityModel() as model:
        result = model.update(time_ns, distance_m, stddev_m=0.05)
        print(result)                    # good, 3.21 m, 0.87 within 1 m, because bias 60 %, noise 31 %
        model.probability(0.3)           # that the error is within 0.3 m

Options, by keyword: limit_m, good_probability, excellent_probability, blocked_probability, blocked_bias_m,
blocked_stddev_m, outlier_stddev_m, scatter_gain, window_ns; see quality_model.h.
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rangekit import _bindings as c
from rangekit._handle import Handle
from rangekit._library import library
from rangekit._structures import as_float, as_integer, default
from rangekit.base import status_message
from rangekit.errors import check
from rangekit.fusion import FusionTechnology, fusion_options
from rangekit.sample import Technology


class QualityModelPreset(enum.IntEnum):
    """The error that an experience allows, and the probabilities that it asks for."""

    UNLOCK = c.RANGEKIT_QUALITY_MODEL_PRESET_UNLOCK
    FIND = c.RANGEKIT_QUALITY_MODEL_PRESET_FIND
    GUIDE = c.RANGEKIT_QUALITY_MODEL_PRESET_GUIDE
    SOUND = c.RANGEKIT_QUALITY_MODEL_PRESET_SOUND


class QualityModelLevel(enum.IntEnum):
    """How likely the error is within the limit."""

    UNKNOWN = c.RANGEKIT_QUALITY_MODEL_UNKNOWN
    POOR = c.RANGEKIT_QUALITY_MODEL_POOR
    GOOD = c.RANGEKIT_QUALITY_MODEL_GOOD
    EXCELLENT = c.RANGEKIT_QUALITY_MODEL_EXCELLENT


class QualityModelCause(enum.IntEnum):
    """What takes probability away."""

    BIAS = c.RANGEKIT_QUALITY_MODEL_CAUSE_BIAS  #: what the technologies' distances have in common
    NOISE = c.RANGEKIT_QUALITY_MODEL_CAUSE_NOISE  #: noise of the samples, or too few of them
    STALE = c.RANGEKIT_QUALITY_MODEL_CAUSE_STALE  #: the last sample is old
    SCATTER = c.RANGEKIT_QUALITY_MODEL_CAUSE_SCATTER  #: samples scatter more than the radio should give
    BLOCKED = c.RANGEKIT_QUALITY_MODEL_CAUSE_BLOCKED  #: the direct path may be blocked
    OUTLIERS = c.RANGEKIT_QUALITY_MODEL_CAUSE_OUTLIERS  #: outliers among the last samples
    DISAGREEMENT = c.RANGEKIT_QUALITY_MODEL_CAUSE_DISAGREEMENT  #: technologies do not agree


@dataclasses.dataclass(frozen=True)
class QualityModelResult:
    """What is likely now. None stands for a value that is not there."""

    level: QualityModelLevel
    distance_m: float | None  #: fused
    stddev_m: float | None  #: root of the expected squared error
    probability: float | None  #: that the error is within limit_m
    limit_m: float
    age_ns: int | None  #: since the last sample that counted
    rate_hz: float | None
    scatter_m: float | None  #: root mean square of what samples differed from what was expected of them
    sample_count: int  #: in the window
    causes: tuple[tuple[QualityModelCause, float], ...]  #: with their shares, strongest first

    def __str__(self) -> str:
        parts = [self.level.name.lower()]
        if self.distance_m is not None:
            parts.append(f"{self.distance_m:.2f} m")
            parts.append(f"{self.probability:.2f} within {self.limit_m:g} m")
        if self.causes:
            shares = (f"{cause.name.lower()} {share:.0%}" for cause, share in self.causes)
            parts.append(f"because {', '.join(shares)}")
        return ", ".join(parts)


class QualityModel(Handle):
    """The judgement of one peer. Close it, or use it with `with`.

    Args:
        preset: where the options start from.
        technologies: what is assumed of each technology; None: the table in fusion.h.
        **options: see the module's list.
    """

    _part: ClassVar[str] = "quality_model"
    _noun: ClassVar[str] = "model"
    _option_ranges: ClassVar[Mapping[str, str]] = {
        "limit_m": "above 0, up to 1e6",
        "good_probability": "0 to excellent_probability",
        "excellent_probability": "good_probability to 1",
        "blocked_probability": "0 to 1",
        "blocked_bias_m": "-1e6 to 1e6",
        "blocked_stddev_m": "0 to 1e6",
        "outlier_stddev_m": "0 to 1e6",
        "scatter_gain": "0 to 1e6",
        "window_ns": "above 0",
    }

    def __init__(
        self,
        preset: QualityModelPreset = QualityModelPreset.FIND,
        technologies: Sequence[FusionTechnology] | None = None,
        **options: Any,
    ) -> None:
        number = as_integer("preset", preset, ctypes.c_int32)

        def fill(structure: Any) -> None:
            check(
                library.rangekit_quality_model_options_preset(number, structure),
                f"there is no preset {number}; presets are {', '.join(preset.name for preset in QualityModelPreset)}",
            )

        self._fusion_options = fusion_options(technologies)
        super().__init__(options, fill)
        self._sample = c.rangekit_range_sample()
        self._result = default(c.rangekit_quality_model_result, library.rangekit_quality_model_result_default)

    def _make(self, structure: ctypes.Structure, handle: Any) -> int:
        return int(library.rangekit_quality_model_create(structure, self._fusion_options, handle))

    def update(
        self,
        time_ns: int,
        distance_m: float | None = None,
        *,
        technology: int = Technology.UWB,
        stddev_m: float | None = None,
        nlos_probability: float | None = None,
        power_dbm: float | None = None,
        first_path_power_dbm: float | None = None,
        velocity_mps: float | None = None,
    ) -> QualityModelResult:
        """Takes one sample and judges; without a distance time passes.

        Raises:
            ArgumentError: time before that of an earlier call, a technology that is not known, or a number that
                is not finite or out of range. Nothing changes then.
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
                ("power_dbm", power_dbm, c.RANGEKIT_SAMPLE_HAS_POWER),
                ("first_path_power_dbm", first_path_power_dbm, c.RANGEKIT_SAMPLE_HAS_FIRST_PATH_POWER),
                ("velocity_mps", velocity_mps, c.RANGEKIT_SAMPLE_HAS_VELOCITY),
            ):
                if value is not None:
                    setattr(sample, name, as_float(name, value, ctypes.c_float))
                    sample.fields |= bit
            status = library.rangekit_quality_model_update(self._open(), sample, self._result)
            given = f"time_ns = {time_ns}, technology = {technology}, distance_m = {distance_m}"
            check(status, f"{status_message(status).rstrip('.')} ({given})")
            return self._judgement()

    def probability(self, limit_m: float) -> float:
        """The probability that the error of the last distance is within `limit_m`."""
        probability = ctypes.c_float()
        with self._lock:
            status = library.rangekit_quality_model_probability(self._open(), as_float("limit_m", limit_m), probability)
        check(status, f"{status_message(status).rstrip('.')} (limit_m = {limit_m})")
        return probability.value

    def _judgement(self) -> QualityModelResult:
        result = self._result
        there = bool(result.fields & c.RANGEKIT_QUALITY_MODEL_HAS_DISTANCE)
        count = result.cause_count
        return QualityModelResult(
            level=QualityModelLevel(result.level),
            distance_m=result.distance_m if there else None,
            stddev_m=result.stddev_m if there else None,
            probability=result.probability if there else None,
            limit_m=self._options.limit_m,
            age_ns=result.age_ns if there else None,
            rate_hz=result.rate_hz if result.fields & c.RANGEKIT_QUALITY_MODEL_HAS_RATE else None,
            scatter_m=result.scatter_m if result.fields & c.RANGEKIT_QUALITY_MODEL_HAS_SCATTER else None,
            sample_count=result.sample_count,
            causes=tuple(
                (QualityModelCause(cause), share)
                for cause, share in zip(result.causes[:count], result.weights[:count], strict=True)
            ),
        )
