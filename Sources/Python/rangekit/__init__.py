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

from rangekit import angle, los, signal
from rangekit._library import (
    LibraryError,
)
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
from rangekit.configuration import (
    Configuration,
    ConfigurationKind,
    Option,
    Refusal,
    RefusalReason,
    Side,
)
from rangekit.configuration import (
    build as build_configuration,
)
from rangekit.direction import (
    Direction,
    FrontBack,
    Guidance,
    Vertical,
    mirrored,
    to_world,
)
from rangekit.errors import (
    ArgumentError,
    ExchangeError,
    IncompatibleError,
    MeasurementError,
    MessageError,
    OutOfMemoryError,
    PositionError,
    RangeKitError,
)
from rangekit.filter import (
    FILTER_RESULT_DTYPE,
    FILTER_SAMPLE_DTYPE,
    Filter,
    FilterBatch,
    FilterDomain,
    FilterEstimate,
    FilterFlag,
    FilterMethod,
)
from rangekit.fusion import (
    Fusion,
    FusionResult,
    FusionTechnology,
)
from rangekit.pointing import (
    Pointing,
    PointingGesture,
    PointingResult,
    PointingState,
    PointingTarget,
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
from rangekit.quality_model import (
    QualityModel,
    QualityModelCause,
    QualityModelLevel,
    QualityModelPreset,
    QualityModelResult,
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
from rangekit.zone import (
    ZONE_RESULT_DTYPE,
    Trend,
    Zone,
    ZoneCause,
    ZonePreset,
    ZoneResult,
    ZoneRing,
)

__version__: str = library_version()

__all__ = [
    "FILTER_RESULT_DTYPE",
    "FILTER_SAMPLE_DTYPE",
    "RANGE_SAMPLE_DTYPE",
    "SPEED_OF_LIGHT_AIR_MPS",
    "SPEED_OF_LIGHT_MPS",
    "TRACKER_CAPACITY",
    "TRACKER_MEASUREMENT_DTYPE",
    "UWB_TICK_S",
    "ZONE_RESULT_DTYPE",
    "ArgumentError",
    "Capability",
    "Configuration",
    "ConfigurationKind",
    "Dilution",
    "Direction",
    "ExchangeError",
    "Feature",
    "Filter",
    "FilterBatch",
    "FilterDomain",
    "FilterEstimate",
    "FilterFlag",
    "FilterMethod",
    "Fix",
    "Fixes",
    "ForeignFormat",
    "FrontBack",
    "Fusion",
    "FusionResult",
    "FusionTechnology",
    "Generation",
    "Guidance",
    "IncompatibleError",
    "LibraryError",
    "Loss",
    "MeasurementError",
    "MeasurementKind",
    "Measurements",
    "MessageError",
    "Option",
    "OutOfMemoryError",
    "Pointing",
    "PointingGesture",
    "PointingResult",
    "PointingState",
    "PointingTarget",
    "PositionError",
    "QualityBatch",
    "QualityCause",
    "QualityEstimator",
    "QualityLevel",
    "QualityModel",
    "QualityModelCause",
    "QualityModelLevel",
    "QualityModelPreset",
    "QualityModelResult",
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
    "Trend",
    "Vertical",
    "Zone",
    "ZoneCause",
    "ZonePreset",
    "ZoneResult",
    "ZoneRing",
    "abi_version",
    "angle",
    "build_configuration",
    "dilution",
    "double_sided",
    "double_sided_range",
    "features",
    "fix",
    "fix_batch",
    "library_version",
    "los",
    "mirrored",
    "signal",
    "single_sided",
    "single_sided_range",
    "status_message",
    "status_name",
    "survey",
    "to_world",
]
