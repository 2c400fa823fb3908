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
    PositionError,
    RangeKitError,
)
from rangekit.positioning import (
    Dilution,
    Fix,
    Fixes,
    Loss,
    MeasurementKind,
    Measurements,
    dilution,
    fix,
    fix_batch,
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
from rangekit.survey import SurveyResult, survey
from rangekit.token import ForeignFormat, Token, TokenKind
from rangekit.tracker import (
    TRACKER_CAPACITY,
    TRACKER_MEASUREMENT_DTYPE,
    TrackedAnchor,
    Tracker,
    TrackerBatch,
    TrackerEstimate,
    TrackerKind,
    TrackerResult,
    TrackerState,
    TrackerStates,
)
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
    "RANGE_SAMPLE_DTYPE",
    "SPEED_OF_LIGHT_AIR_MPS",
    "SPEED_OF_LIGHT_MPS",
    "TRACKER_CAPACITY",
    "TRACKER_MEASUREMENT_DTYPE",
    "UWB_TICK_S",
    "ArgumentError",
    "Capability",
    "Configuration",
    "ConfigurationKind",
    "Dilution",
    "ExchangeError",
    "Feature",
    "Fix",
    "Fixes",
    "ForeignFormat",
    "Generation",
    "IncompatibleError",
    "LibraryError",
    "Loss",
    "MeasurementKind",
    "Measurements",
    "MessageError",
    "Option",
    "OutOfMemoryError",
    "PositionError",
    "QualityBatch",
    "QualityCause",
    "QualityEstimator",
    "QualityLevel",
    "QualityPreset",
    "QualityResult",
    "Range",
    "RangeKitError",
    "Ranges",
    "Refusal",
    "RefusalReason",
    "SampleField",
    "Side",
    "Status",
    "SurveyResult",
    "Technology",
    "Token",
    "TokenKind",
    "TrackedAnchor",
    "Tracker",
    "TrackerBatch",
    "TrackerEstimate",
    "TrackerKind",
    "TrackerResult",
    "TrackerState",
    "TrackerStates",
    "abi_version",
    "build_configuration",
    "dilution",
    "double_sided",
    "double_sided_range",
    "features",
    "fix",
    "fix_batch",
    "library_version",
    "single_sided",
    "single_sided_range",
    "status_message",
    "status_name",
    "survey",
]
