"""RangeKit: the ranging stack that any device can embed.

    import rangekit as rk

    token = rk.Token.peer(capabilities=rk.Capability.PRECISE_DISTANCE)
    ranges = rk.double_sided(stamps)                # (n, 6) uint64 ticks -> metres
    with rk.QualityEstimator() as estimator:
        result = estimator.update(time_ns, distance_m)

Distances are metres, times nanoseconds or device ticks, clock offsets ppm, as the names say. A value that
is absent is None, never NaN or 0. What goes wrong raises `RangeKitError`, which carries the status' name.
"""

from __future__ import annotations

from rangekit._library import LibraryError
from rangekit.base import (
    Capability,
    Feature,
    Generation,
    Status,
    abi_version,
    features,
    library_version,
    status_message,
    status_name,
)
from rangekit.configuration import Configuration, ConfigurationKind, Option, Refusal, RefusalReason, Side
from rangekit.configuration import build as build_configuration
from rangekit.errors import (
    ArgumentError,
    ExchangeError,
    IncompatibleError,
    MessageError,
    OutOfMemoryError,
    RangeKitError,
)
from rangekit.locator import (
    LOCATOR_MEASUREMENT_DTYPE,
    POSE_DTYPE,
    Convergence,
    Guidance,
    Hypothesis,
    Locator,
    LocatorEstimate,
    LocatorEvent,
    Reason,
    TargetMotion,
    Tracking,
    Up,
    Vertical,
)
from rangekit.quality import (
    QualityBatch,
    QualityCause,
    QualityEstimator,
    QualityLevel,
    QualityPreset,
    QualityResult,
)
from rangekit.sample import RANGE_SAMPLE_DTYPE, SampleField, Technology
from rangekit.token import ForeignFormat, Token, TokenKind
from rangekit.twr import (
    SPEED_OF_LIGHT_AIR_MPS,
    SPEED_OF_LIGHT_MPS,
    UWB_TICK_S,
    Range,
    Ranges,
    double_sided,
    double_sided_range,
    single_sided,
    single_sided_range,
)

__version__: str = library_version()

__all__ = [
    "LOCATOR_MEASUREMENT_DTYPE",
    "POSE_DTYPE",
    "RANGE_SAMPLE_DTYPE",
    "SPEED_OF_LIGHT_AIR_MPS",
    "SPEED_OF_LIGHT_MPS",
    "UWB_TICK_S",
    "ArgumentError",
    "Capability",
    "Configuration",
    "ConfigurationKind",
    "Convergence",
    "ExchangeError",
    "Feature",
    "ForeignFormat",
    "Generation",
    "Guidance",
    "Hypothesis",
    "IncompatibleError",
    "LibraryError",
    "Locator",
    "LocatorEstimate",
    "LocatorEvent",
    "MessageError",
    "Option",
    "OutOfMemoryError",
    "QualityBatch",
    "QualityCause",
    "QualityEstimator",
    "QualityLevel",
    "QualityPreset",
    "QualityResult",
    "Range",
    "RangeKitError",
    "Ranges",
    "Reason",
    "Refusal",
    "RefusalReason",
    "SampleField",
    "Side",
    "Status",
    "TargetMotion",
    "Technology",
    "Token",
    "TokenKind",
    "Tracking",
    "Up",
    "Vertical",
    "abi_version",
    "build_configuration",
    "double_sided",
    "double_sided_range",
    "features",
    "library_version",
    "single_sided",
    "single_sided_range",
    "status_message",
    "status_name",
]
