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
from rangekit.calibration import Calibration, DeviceDelay, LevelBias, LinkBias
from rangekit.calibration_fit import CalibrationFit, RobustLoss, fit_delays, fit_levels, fit_links
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
from rangekit.twr_diagnosis import Diagnosis, TwrCause, diagnose

__version__: str = library_version()

__all__ = [
    "DW1000_RATE_110K",
    "RANGE_SAMPLE_DTYPE",
    "SPEED_OF_LIGHT_AIR_MPS",
    "SPEED_OF_LIGHT_MPS",
    "UWB_TICK_S",
    "ArgumentError",
    "Calibration",
    "CalibrationFit",
    "Capability",
    "ClockEstimates",
    "ClockFilter",
    "ClockOutcome",
    "ClockRegister",
    "Configuration",
    "ConfigurationKind",
    "DeviceDelay",
    "Diagnosis",
    "ExchangeError",
    "Feature",
    "ForeignFormat",
    "Generation",
    "IncompatibleError",
    "LevelBias",
    "LibraryError",
    "LinkBias",
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
    "Refusal",
    "RefusalReason",
    "RobustLoss",
    "SampleField",
    "Side",
    "Status",
    "Technology",
    "Token",
    "TokenKind",
    "TwrCause",
    "abi_version",
    "build_configuration",
    "clock_ratio_ppm",
    "delayed_transmit",
    "diagnose",
    "double_sided",
    "double_sided_range",
    "features",
    "fit_delays",
    "fit_levels",
    "fit_links",
    "library_version",
    "one_to_many",
    "register_to_ppm",
    "single_sided",
    "single_sided_range",
    "status_message",
    "status_name",
    "three_message",
    "three_message_range",
]
