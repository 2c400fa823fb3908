"""los.h: was the direct path blocked? A probability from one reception's registers, and fitting your own model.

    received = registers(fp_amp1=a1, fp_amp2=a2, fp_amp3=a3, cir_pwr=power, rxpacc=count, std_noise=noise)
    judged = judge(received)                          # the default model, DW1000
    judged.nlos_probability, judged.logit
    mine = fit(features(received), blocked).model     # blocked: (n,) bool
    judge(received, mine)

Options of the receiver (radio, prf_mhz, ...) are those of `rangekit.signal.levels`. What the default model learned,
and where it ends, stands in los.h: weak receptions look blocked to it.
"""

from __future__ import annotations

import ctypes
import dataclasses
import enum
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from rangekit import _bindings as c
from rangekit._arrays import as_numbers, as_records
from rangekit._library import library
from rangekit._rows import Rows, pointer, run
from rangekit._structures import assign, default, name_refused_option
from rangekit.errors import ArgumentError, check
from rangekit.signal import REGISTERS_DTYPE, signal_options

#: What each option of `fit` may be, in words.
FIT_RANGES: Final[dict[str, str]] = {
    "penalty": "0 to 1e9",
    "tolerance": "1e-15 to 1",
    "maximum_iterations": "1 to 1000",
    "unbalanced": "0 or 1",
}


class Feature(enum.IntFlag):
    """What a model looks at, in the order of its weights."""

    POWER = c.RANGEKIT_LOS_FEATURE_POWER  #: receive level, dBm
    FIRST_PATH_POWER = c.RANGEKIT_LOS_FEATURE_FIRST_PATH_POWER  #: dBm
    GAP = c.RANGEKIT_LOS_FEATURE_GAP  #: receive level above first-path level, dB
    EARLY_RATIO = c.RANGEKIT_LOS_FEATURE_EARLY_RATIO  #: ln(a1 / a2)
    LATE_RATIO = c.RANGEKIT_LOS_FEATURE_LATE_RATIO  #: ln(a3 / a2)
    SNR = c.RANGEKIT_LOS_FEATURE_SNR  #: ln(max(a1, a2, a3) / std_noise)
    NOISE = c.RANGEKIT_LOS_FEATURE_NOISE  #: ln(std_noise)
    SYMBOLS = c.RANGEKIT_LOS_FEATURE_SYMBOLS  #: ln(rxpacc)


class Method(enum.IntEnum):
    """How the probability is found."""

    MODEL = c.RANGEKIT_LOS_METHOD_MODEL
    THRESHOLDS = c.RANGEKIT_LOS_METHOD_THRESHOLDS  #: 6 and 10 dB between the levels
    QORVO = c.RANGEKIT_LOS_METHOD_QORVO  #: 4.8 and 12 dB, then the peak's distance


class ModelError(ValueError):
    """A file is not a line-of-sight model."""


@dataclasses.dataclass(frozen=True)
class Model:
    """A logistic model: logit of a blocked path = intercept + sum of weight x feature."""

    intercept: float
    weights: Mapping[str, float]  #: by the name of the feature, "first_path_power" for example

    @classmethod
    def default(cls) -> Model:
        """The model of all eight features; its sources are in los.h."""
        return cls._of(default(c.rangekit_los_model, library.rangekit_los_model_default))

    @classmethod
    def first_path(cls) -> Model:
        """The model of the first-path level alone."""
        return cls._of(default(c.rangekit_los_model, library.rangekit_los_model_first_path))

    @classmethod
    def _of(cls, structure: c.rangekit_los_model) -> Model:
        names = {str(feature.name).lower(): bit for bit, feature in enumerate(Feature)}
        used = {name: structure.weights[bit] for name, bit in names.items() if structure.fields >> bit & 1}
        return cls(structure.intercept, used)

    def to_json(self) -> dict[str, Any]:
        """The model as an object that `from_json` takes."""
        return {
            "format": "rangekit-los-model",
            "version": 1,
            "intercept": self.intercept,
            "weights": dict(self.weights),
        }

    @classmethod
    def from_json(cls, value: Any) -> Model:
        """A model from an object; `ModelError` says what is wrong with it."""
        if not isinstance(value, dict) or value.get("format") != "rangekit-los-model":
            raise ModelError('the object has no "format": "rangekit-los-model"')
        if value.get("version") != 1:
            raise ModelError(f'"version" is {value.get("version")!r}; version 1 is read here')
        weights = value.get("weights")
        names = [str(feature.name).lower() for feature in Feature]
        if not isinstance(weights, dict) or not weights:
            raise ModelError(f'"weights" must be an object of one or more of {", ".join(names)}')
        if unknown := [name for name in weights if name not in names]:
            raise ModelError(f'there is no feature "{unknown[0]}"; features are {", ".join(names)}')
        for name, number in (("intercept", value.get("intercept")), *weights.items()):
            if isinstance(number, bool) or not isinstance(number, (int, float)) or not abs(number) <= 1e12:
                raise ModelError(f'"{name}" is {number!r}; it must be a number within 1e12')
        return cls(float(value["intercept"]), {name: float(weights[name]) for name in names if name in weights})

    @classmethod
    def load(cls, path: str | Path) -> Model:
        """Reads a model from a JSON file."""
        try:
            value = json.loads(Path(path).read_text(encoding="utf-8"))
        except json.JSONDecodeError as error:
            raise ModelError(f"{path}, line {error.lineno}: not JSON: {error.msg}") from None
        except UnicodeDecodeError:
            raise ModelError(f"{path} is not text in UTF-8") from None
        try:
            return cls.from_json(value)
        except ModelError as error:
            raise ModelError(f"{path}: {error}") from None

    def structure(self) -> c.rangekit_los_model:
        """The model as the C contract has it."""
        structure = c.rangekit_los_model(struct_size=ctypes.sizeof(c.rangekit_los_model), intercept=self.intercept)
        for bit, feature in enumerate(Feature):
            name = str(feature.name).lower()
            if name in self.weights:
                structure.fields |= feature
                structure.weights[bit] = self.weights[name]
        return structure


class Features(Rows):
    """Features: values (n, 8) in the order of Feature, fields (Feature bits that are there), status."""


class Judgements(Rows):
    """Answers: nlos_probability, logit, fields, status."""

    @property
    def has_logit(self) -> npt.NDArray[np.bool_]:
        return self.has(c.RANGEKIT_LOS_HAS_LOGIT)

    @property
    def uses_first_path_model(self) -> npt.NDArray[np.bool_]:
        """Registers were missing: the first-path level alone."""
        return self.has(c.RANGEKIT_LOS_FIRST_PATH_MODEL)


@dataclasses.dataclass(frozen=True)
class Fit:
    """A fitted model and what came of the fit."""

    model: Model
    mean_loss: float  #: weighted mean logarithmic loss; ln 2 is a guess
    open_count: int
    blocked_count: int
    iterations: int
    constant: Feature  #: features that were left out because they never change
    separable: bool  #: the model tells all rows apart, so that only the penalty bounds its weights


def features(received: npt.NDArray[Any], **options: Any) -> Features:
    """The features of receptions, (n,) of `rangekit.signal.REGISTERS_DTYPE`."""
    rows = as_records("received", received, REGISTERS_DTYPE)
    function = library.rangekit_los_features_batch
    before = (signal_options(options),)
    return Features(*run(function, before, rows, c.rangekit_signal_registers, c.rangekit_los_features))


def judge(
    received: npt.NDArray[Any], model: Model | None = None, method: Method = Method.MODEL, **options: Any
) -> Judgements:
    """How likely each reception's direct path was blocked.

    Args:
        received: (n,) of `rangekit.signal.REGISTERS_DTYPE`.
        model: the default one if None, which falls back to the first-path level where registers are missing.
        method: the model, or a vendor's rule by name.
        **options: of the receiver, see `rangekit.signal`.
    """
    rows = as_records("received", received, REGISTERS_DTYPE)
    given = None if model is None else model.structure()
    before = (signal_options(options), given, int(method))
    function = library.rangekit_los_judge_batch
    return Judgements(*run(function, before, rows, c.rangekit_signal_registers, c.rangekit_los_result))


def fit(found: Features, blocked: npt.ArrayLike, use: Feature | None = None, **options: Any) -> Fit:
    """Fits a model to features and labels: penalised logistic regression, balanced classes.

    Args:
        found: features of n receptions; rows that were refused are left out.
        blocked: (n,) bool, or 0 and 1.
        use: which features; None: all that every row has and that vary.
        **options: penalty (1; on weights of standardised features), tolerance (1e-9), maximum_iterations (50),
            unbalanced (0).

    Raises:
        MeasurementError: one class alone, a constant feature that was asked for, classes that do not overlap
            without a penalty, a fit that does not settle.
    """
    labels = np.asarray(blocked)
    labels = as_numbers(
        "blocked", labels.astype(np.uint8) if labels.dtype == np.bool_ else labels, np.float64, len(found)
    )
    if not np.isin(labels, (0, 1)).all():
        raise ValueError("blocked must hold 0 (open) and 1 (blocked) alone")
    numbers = labels.astype(np.uint8).tobytes()
    rows = np.require(found.rows, requirements=["C", "A"])
    model = default(c.rangekit_los_model, library.rangekit_los_model_default)
    report = default(c.rangekit_los_fit_report, library.rangekit_los_fit_report_default)

    def made(given: Mapping[str, Any]) -> c.rangekit_los_fit_options:
        structure = default(c.rangekit_los_fit_options, library.rangekit_los_fit_options_default)
        assign(structure, given)
        structure.fields = int(use or 0)
        return structure

    def run_fit(given: Mapping[str, Any], count: int) -> int:
        first = pointer(rows, c.rangekit_los_features)
        return int(library.rangekit_los_fit(made(given), first, numbers, count, model, report))

    status = run_fit(options, len(rows))
    if -100 < status < 0 and options:
        raise name_refused_option(
            ArgumentError(status), options, FIT_RANGES, lambda name: run_fit({name: options[name]}, 0)
        )
    check(status)
    return Fit(
        Model._of(model),
        report.mean_loss,
        report.open_count,
        report.blocked_count,
        report.iterations,
        Feature(report.constant),
        bool(report.separable),
    )


@dataclasses.dataclass(frozen=True)
class Area:
    """An area under the receiver operating curve, with its 95 % confidence interval."""

    auc: float
    lower_95: float
    upper_95: float


def area_under_curve(scores: npt.ArrayLike, blocked: npt.ArrayLike) -> Area:
    """How well scores rank blocked paths above open ones: 0.5 is a guess.

    The interval is DeLong's (E. R. DeLong et al., Biometrics 44, 1988), on the logit of the area, for rows that are
    independent of each other; rows of one place are not, and their interval is too narrow.
    """
    values = as_numbers("scores", scores, np.float64)
    is_blocked = as_numbers("blocked", np.asarray(blocked).astype(np.float64), np.float64, len(values)) == 1
    high, low = values[is_blocked], values[~is_blocked]
    if not len(high) or not len(low):
        raise ValueError("both classes are needed for an area under the curve")
    # The share of the other class below each score; ties count half.
    above = _placements(high, low)
    below = 1 - _placements(low, high)
    auc = float(above.mean())
    variance = 0.0
    for placements in (above, below):
        if len(placements) > 1:
            variance += float(placements.var(ddof=1)) / len(placements)
    if not 0 < auc < 1:
        return Area(auc, auc, auc)
    center, half = math.log(auc / (1 - auc)), 1.959963984540054 * math.sqrt(variance) / (auc * (1 - auc))
    lower, upper = (1 / (1 + math.exp(-min(max(edge, -700), 700))) for edge in (center - half, center + half))
    return Area(auc, lower, upper)


def _placements(values: npt.NDArray[np.float64], others: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    ordered = np.sort(others)
    left, right = np.searchsorted(ordered, values, "left"), np.searchsorted(ordered, values, "right")
    return np.asarray((left + right) / (2 * len(others)))


def brier_score(probabilities: npt.ArrayLike, blocked: npt.ArrayLike) -> float:
    """The mean square of probability minus truth: 0 is best, 0.25 is what always saying one half gets."""
    values = as_numbers("probabilities", probabilities, np.float64)
    truth = as_numbers("blocked", np.asarray(blocked).astype(np.float64), np.float64, len(values))
    return float(np.mean(np.square(values - truth)))


@dataclasses.dataclass(frozen=True, eq=False)
class CrossValidation:
    """Scores of rows by models that did not see them."""

    logit: npt.NDArray[np.float64]  #: (n,); NaN for rows that were refused
    folds: int
    area: Area
    brier: float


def cross_validate(found: Features, blocked: npt.ArrayLike, folds: int = 5, **options: Any) -> CrossValidation:
    """Fits on all but one part of the rows and scores that part, for each part.

    A part is a run of rows that follow each other within their class: neighbours, which often come from one place,
    stay together. `**options`: of `fit`, and `use`.
    """
    labels = np.asarray(blocked).astype(np.bool_)
    usable = found.accepted
    smallest = min(int((usable & labels).sum()), int((usable & ~labels).sum()))
    if not 2 <= folds <= smallest:
        raise ValueError(f"folds = {folds}: it must be 2 to {smallest}, the rows of the smaller class")
    part = np.full(len(labels), -1)
    for label in (False, True):
        where = np.flatnonzero(usable & (labels == label))
        part[where] = np.arange(len(where)) * folds // len(where)
    logit = np.full(len(labels), np.nan)
    names = [str(feature.name).lower() for feature in Feature]
    for fold in range(folds):
        train = (part >= 0) & (part != fold)
        fitted = fit(Features(found.rows[train], 0), labels[train], **options)
        weights = np.array([fitted.model.weights.get(name, 0.0) for name in names])
        test = part == fold
        logit[test] = found.rows["values"][test] @ weights + fitted.model.intercept
    scored = ~np.isnan(logit)
    probability = 1 / (1 + np.exp(-np.clip(logit[scored], -700, 700)))
    area = area_under_curve(logit[scored], labels[scored])
    return CrossValidation(logit, folds, area, brier_score(probability, labels[scored]))
