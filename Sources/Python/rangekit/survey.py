"""survey.h: where anchors are, from the ranges among themselves.

    found = rk.survey(ranges, anchor_count=4, stddev=0.05)    # ranges: (from, to, metres), (0, 1, 6.02) for example
    found.places_m, found.covariances_m2, found.is_mirrored

Without known anchors, the first is the origin, the second on the positive x axis, the third in the x-y plane,
and the first beyond that plane has a positive z. The mirror image fits as well unless known anchors exclude it.
Options, by keyword: dimensions 3, loss_scale 1.345, stated_weight 4, gate_stddevs 6, iterations_max 100.
"""

from __future__ import annotations

import ctypes
import dataclasses
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._library import library
from rangekit._structures import assign, default
from rangekit.base import Status
from rangekit.errors import ArgumentError, check
from rangekit.positioning import _SYMMETRIC, MEASUREMENT_RESULT_DTYPE, _indices, _pointer, _three, as_places

#: One range between anchors as the C contract has it.
SURVEY_RANGE_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_survey_range)
#: One anchor as the C contract has it.
SURVEYED_ANCHOR_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_surveyed_anchor)
#: How many anchors a survey can have.
MAX_ANCHORS: Final[int] = c.RANGEKIT_SURVEY_MAX_ANCHORS


@dataclasses.dataclass(frozen=True, eq=False)
class SurveyResult:
    """Where the anchors are."""

    places_m: npt.NDArray[np.float64]  #: (k, 3)
    covariances_m2: npt.NDArray[np.float64]  #: (k, 3, 3); 0 for what the gauge or the caller fixes
    range_counts: npt.NDArray[np.uint32]  #: (k,) usable ranges of each anchor
    is_mirrored: bool  #: the mirror image fits as well
    rms_m: float  #: of the residuals
    noise_scale: float
    residual: npt.NDArray[np.float64]  #: (n,) of each range
    weight: npt.NDArray[np.float32]  #: (n,)
    status: npt.NDArray[np.int32]  #: (n,) why a range was left out; 0: it was not


def survey(
    ranges: npt.ArrayLike,
    *,
    anchor_count: int,
    stddev: npt.ArrayLike = 0.1,
    known_m: Mapping[int, npt.ArrayLike] | None = None,
    **options: Any,
) -> SurveyResult:
    """Finds anchors from ranges among themselves.

    Args:
        ranges: (n, 3) rows of anchor index, anchor index, range in metres.
        anchor_count: how many anchors there are.
        stddev: one standard deviation of the ranges, metres; one number or (n,).
        known_m: places of anchors that are known, by index.
        **options: see the module's text.

    Raises:
        PositionError: the ranges do not say where the anchors are; the name says why.
    """
    table = np.asarray(ranges, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] != 3:
        raise ValueError(f"ranges has shape {table.shape}; rows of two anchors and a range are needed, shape (n, 3)")
    if not np.isfinite(table[:, :2]).all() or (table[:, :2] % 1).any():
        raise ValueError("ranges has an anchor that is not a whole number")
    if not 0 < anchor_count <= MAX_ANCHORS:
        raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"anchor_count = {anchor_count}: it must be 1 to {MAX_ANCHORS}")
    rows = np.zeros(len(table), dtype=SURVEY_RANGE_DTYPE)
    rows["range_m"], rows["stddev_m"] = table[:, 2], stddev
    rows["anchor_a"] = _indices("ranges", table[:, 0].astype(np.int64))
    rows["anchor_b"] = _indices("ranges", table[:, 1].astype(np.int64))
    anchors = np.zeros(anchor_count, dtype=SURVEYED_ANCHOR_DTYPE)
    for index, place in (known_m or {}).items():
        if not 0 <= index < anchor_count:
            raise ArgumentError(Status.ERROR_OUT_OF_RANGE, f"known_m has anchor {index}; there are {anchor_count}")
        coordinates = as_places("known_m", np.atleast_2d(np.asarray(place, dtype=np.float64)))[0]
        anchors["x_m"][index], anchors["y_m"][index], anchors["z_m"][index] = coordinates
        anchors["known"][index] = 1
    structure = default(c.rangekit_survey_options, library.rangekit_survey_options_default)
    assign(structure, options)
    result = default(c.rangekit_survey_result, library.rangekit_survey_result_default)
    results = np.zeros(len(rows), dtype=MEASUREMENT_RESULT_DTYPE)
    memory = np.empty(library.rangekit_survey_memory_size(anchor_count) // 8)
    check(
        library.rangekit_survey_solve(
            structure,
            _pointer(rows, c.rangekit_survey_range),
            len(rows),
            _pointer(anchors, c.rangekit_surveyed_anchor),
            anchor_count,
            memory.ctypes.data_as(ctypes.c_void_p),
            memory.nbytes,
            _pointer(results, c.rangekit_measurement_result),
            result,
        )
    )
    return SurveyResult(
        _three(anchors, "x_m", "y_m", "z_m"),
        anchors["covariance_m2"][:, _SYMMETRIC],
        anchors["range_count"],
        bool(result.fields & c.RANGEKIT_SURVEY_MIRRORED),
        float(result.rms_m),
        float(result.noise_scale),
        results["residual"],
        results["weight"],
        results["status"],
    )
