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

from rangekit import angle, channel_sounding, channel_sounding_logs, los, signal
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
    ChannelSoundingError,
    ExchangeError,
    IncompatibleError,
    MeasurementError,
    MessageError,
    OutOfMemoryError,
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
from rangekit.pointing import (
    Pointing,
    PointingGesture,
    PointingResult,
    PointingState,
    PointingTarget,
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
from rangekit.token import (
    ChannelSoundingProfile,
    ForeignFormat,
    TechnologyVersion,
    Token,
    TokenKind,
    TokenTechnology,
    VendorData,
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
    "UWB_TICK_S",
    "ZONE_RESULT_DTYPE",
    "Algorithm",
    "ArgumentError",
    "Capability",
    "ChannelSoundingError",
    "ChannelSoundingProfile",
    "Configuration",
    "ConfigurationKind",
    "Direction",
    "ExchangeError",
    "Feature",
    "Filter",
    "FilterBatch",
    "FilterDomain",
    "FilterEstimate",
    "FilterFlag",
    "FilterMethod",
    "ForeignFormat",
    "FrontBack",
    "Fusion",
    "FusionResult",
    "FusionTechnology",
    "Generation",
    "Guidance",
    "IncompatibleError",
    "LibraryError",
    "MeasurementError",
    "MessageError",
    "Option",
    "OutOfMemoryError",
    "Pointing",
    "PointingGesture",
    "PointingResult",
    "PointingState",
    "PointingTarget",
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
    "Refusal",
    "RefusalReason",
    "SampleField",
    "Side",
    "Status",
    "Technology",
    "TechnologyVersion",
    "Token",
    "TokenKind",
    "TokenTechnology",
    "Trend",
    "VendorData",
    "Vertical",
    "Zone",
    "ZoneCause",
    "ZonePreset",
    "ZoneResult",
    "ZoneRing",
    "abi_version",
    "angle",
    "build_configuration",
    "channel_sounding",
    "channel_sounding_logs",
    "double_sided",
    "double_sided_range",
    "features",
    "library_version",
    "los",
    "mirrored",
    "signal",
    "single_sided",
    "single_sided_range",
    "status_message",
    "status_name",
    "to_world",
]
