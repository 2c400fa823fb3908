"""The search of `rangekit tune`: trials over links, the best of them, and cross-validation by link."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rangekit.command_line.output import UnusableInputError
from rangekit.command_line.tune_estimators import Estimator, Link, Options, Setting, Space
from rangekit.errors import ArgumentError

LARGEST_GRID = 20_000
FOLDS = 8


@dataclasses.dataclass(frozen=True)
class Fold:
    """Links that were left out, and how what was best on the others does on them."""

    links: list[str]
    options: Options
    score: float
    default_score: float


@dataclasses.dataclass(frozen=True)
class Tuning:
    """All trials; the first is the default."""

    links: list[Link]
    trials: list[Options]
    sums: npt.NDArray[np.float64]  #: (trials, links)
    counts: npt.NDArray[np.int64]  #: (links,)
    is_square: bool
    folds: list[Fold]

    def score(self, trial: int, links: Sequence[int] | None = None) -> float:
        chosen = list(range(len(self.links))) if links is None else list(links)
        mean = float(self.sums[trial, chosen].sum() / self.counts[chosen].sum())
        return math.sqrt(mean) if self.is_square else mean

    def best(self, count: int, links: Sequence[int] | None = None) -> list[int]:
        """Trials in the order of their scores."""
        scores = [self.score(trial, links) for trial in range(len(self.trials))]
        return sorted(range(len(scores)), key=scores.__getitem__)[:count]

    def validated(self) -> tuple[float, float]:
        """Over all folds: the score on links that were left out, and the default's."""
        weights = np.array([sum(len(self._link(name).time_ns) for name in fold.links) for fold in self.folds], float)

        def pooled(values: list[float]) -> float:
            powers = np.square(values) if self.is_square else np.asarray(values)
            mean = float(np.sum(weights * powers) / np.sum(weights))
            return math.sqrt(mean) if self.is_square else mean

        return pooled([fold.score for fold in self.folds]), pooled([fold.default_score for fold in self.folds])

    def _link(self, name: str) -> Link:
        return next(link for link in self.links if link.name == name)


def grid(spaces: dict[str, Space], steps: int) -> list[Options]:
    """Every combination of `steps` values of each parameter."""
    values = [sorted({space.at(index / max(steps - 1, 1)) for index in range(steps)}) for space in spaces.values()]
    size = math.prod(len(choices) for choices in values)
    if size > LARGEST_GRID:
        raise UnusableInputError(
            f"a grid of {steps} steps in {len(spaces)} parameters has {size:,} trials, more than {LARGEST_GRID:,}: "
            "take fewer steps, name fewer parameters with --parameter, or use --search random"
        )
    return [dict(zip(spaces, combination, strict=True)) for combination in itertools.product(*values)]


def random_trials(spaces: dict[str, Space], count: int, seed: int) -> list[Options]:
    """Points spread at random, the same for the same seed."""
    source = np.random.default_rng(seed)
    return [{name: space.at(float(source.random())) for name, space in spaces.items()} for _ in range(count)]


def tune(
    estimator: Estimator,
    links: list[Link],
    trials: list[Options],
    setting: Setting,
    advance: Callable[[], None],
) -> Tuning:
    """Scores the default and every trial on every link, and validates by leaving links out."""
    everything: list[Options] = [{}, *trials]
    sums = np.empty((len(everything), len(links)))
    for row, options in enumerate(everything):
        for column, link in enumerate(links):
            try:
                sums[row, column], _ = estimator.score(link, options, setting)
            except (ArgumentError, TypeError) as error:
                if row == 0 or isinstance(error, TypeError):
                    raise UnusableInputError(f"{link.name}: {error}") from error
                sums[row, column] = math.inf  # two options that do not go together
        advance()
    counts = np.array([len(link.time_ns) for link in links])
    tuning = Tuning(links, everything, sums, counts, estimator.is_square, [])
    return dataclasses.replace(tuning, folds=_folds(tuning))


def _folds(tuning: Tuning) -> list[Fold]:
    count = min(len(tuning.links), FOLDS)
    if count < 2:
        return []
    folds: list[Fold] = []
    for number in range(count):
        left_out = list(range(number, len(tuning.links), count))
        others = [index for index in range(len(tuning.links)) if index not in left_out]
        chosen = tuning.best(1, others)[0]
        names = [tuning.links[index].name for index in left_out]
        folds.append(Fold(names, tuning.trials[chosen], tuning.score(chosen, left_out), tuning.score(0, left_out)))
    return folds


def as_object(tuning: Tuning, name: str, estimator: Estimator, count: int) -> dict[str, Any]:
    """Everything, for --json."""
    found: dict[str, Any] = {
        "estimator": name,
        "metric": estimator.metric,
        "links": [{"name": link.name, "count": len(link.time_ns)} for link in tuning.links],
        "trials": len(tuning.trials),
        "default_score": tuning.score(0),
        "best": [
            {
                "score": tuning.score(trial),
                "options": tuning.trials[trial],
                "link_scores": [tuning.score(trial, [index]) for index in range(len(tuning.links))],
            }
            for trial in tuning.best(count)
        ],
        "cross_validation": None,
    }
    if tuning.folds:
        score, default_score = tuning.validated()
        found["cross_validation"] = {
            "score": score,
            "default_score": default_score,
            "folds": [dataclasses.asdict(fold) for fold in tuning.folds],
        }
    return found
