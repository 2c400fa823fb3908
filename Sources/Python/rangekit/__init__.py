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

from rangekit import accessory, android_oob, angle, capture, inspection, los, parameters, signal, transport, uci
from rangekit._library import (
    LibraryError,
)
from rangekit.accessory import (
    AccessoryConfiguration,
    ShareableConfiguration,
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
from rangekit.calibration import (
    Calibration,
    DeviceDelay,
    LevelBias,
    LinkBias,
)
from rangekit.calibration_fit import (
    CalibrationFit,
    RobustLoss,
    fit_delays,
    fit_levels,
    fit_links,
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
    ProtectionError,
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
from rangekit.parameters import (
    Parameters,
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
from rangekit.protection import (
    Algorithm,
    Protection,
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
from rangekit.sample import (
    RANGE_SAMPLE_DTYPE,
    SampleField,
    Technology,
)
from rangekit.survey import (
    SurveyResult,
    survey,
)
from rangekit.token import (
    ChannelSoundingProfile,
    ForeignFormat,
    TechnologyVersion,
    Token,
    TokenKind,
    TokenTechnology,
    VendorData,
)
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
from rangekit.transport import (
    Reassembler,
)
from rangekit.twr import (
    SPEED_OF_LIGHT_AIR_MPS,
    SPEED_OF_LIGHT_MPS,
    UWB_TICK_S,
    Range,
    Ranges,
    double_sided,
    double_sided_range,
    one_to_many,
    single_sided,
    single_sided_range,
    three_message,
    three_message_range,
)
from rangekit.twr_clock import (
    DW1000_RATE_110K,
    ClockEstimates,
    ClockFilter,
    ClockOutcome,
    ClockRegister,
    clock_ratio_ppm,
    delayed_transmit,
    register_to_ppm,
)
from rangekit.twr_diagnosis import (
    Diagnosis,
    TwrCause,
    diagnose,
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
    "DW1000_RATE_110K",
    "FILTER_RESULT_DTYPE",
    "FILTER_SAMPLE_DTYPE",
    "RANGE_SAMPLE_DTYPE",
    "SPEED_OF_LIGHT_AIR_MPS",
    "SPEED_OF_LIGHT_MPS",
    "TRACKER_CAPACITY",
    "TRACKER_MEASUREMENT_DTYPE",
    "UWB_TICK_S",
    "ZONE_RESULT_DTYPE",
    "AccessoryConfiguration",
    "Algorithm",
    "ArgumentError",
    "Calibration",
    "CalibrationFit",
    "Capability",
    "ChannelSoundingProfile",
    "ClockEstimates",
    "ClockFilter",
    "ClockOutcome",
    "ClockRegister",
    "Configuration",
    "ConfigurationKind",
    "DeviceDelay",
    "Diagnosis",
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
    "LevelBias",
    "LibraryError",
    "LinkBias",
    "Loss",
    "MeasurementError",
    "MeasurementKind",
    "Measurements",
    "MessageError",
    "Option",
    "OutOfMemoryError",
    "Parameters",
    "Pointing",
    "PointingGesture",
    "PointingResult",
    "PointingState",
    "PointingTarget",
    "PositionError",
    "Protection",
    "ProtectionError",
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
    "Reassembler",
    "Refusal",
    "RefusalReason",
    "RobustLoss",
    "SampleField",
    "ShareableConfiguration",
    "Side",
    "Status",
    "SurveyResult",
    "Technology",
    "TechnologyVersion",
    "Token",
    "TokenKind",
    "TokenTechnology",
    "TrackedAnchor",
    "Tracker",
    "TrackerBatch",
    "TrackerEstimate",
    "TrackerKind",
    "TrackerResult",
    "TrackerState",
    "TrackerStates",
    "Trend",
    "TwrCause",
    "VendorData",
    "Vertical",
    "Zone",
    "ZoneCause",
    "ZonePreset",
    "ZoneResult",
    "ZoneRing",
    "abi_version",
    "accessory",
    "android_oob",
    "angle",
    "build_configuration",
    "capture",
    "clock_ratio_ppm",
    "delayed_transmit",
    "diagnose",
    "dilution",
    "double_sided",
    "double_sided_range",
    "features",
    "fit_delays",
    "fit_levels",
    "fit_links",
    "fix",
    "fix_batch",
    "inspection",
    "library_version",
    "los",
    "mirrored",
    "one_to_many",
    "parameters",
    "register_to_ppm",
    "signal",
    "single_sided",
    "single_sided_range",
    "status_message",
    "status_name",
    "survey",
    "three_message",
    "three_message_range",
    "to_world",
    "transport",
    "uci",
]
