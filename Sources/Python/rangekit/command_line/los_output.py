"""What `rangekit los` found, and how it writes it: a table, CSV, JSON, or a picture."""

from __future__ import annotations

import csv
import dataclasses
import json
from pathlib import Path
from typing import Any, TextIO

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rangekit import los, signal
from rangekit.command_line.los_columns import Receptions
from rangekit.command_line.output import RowError, UnusableInputError, counted, note
from rangekit.command_line.picture import STYLE

OPEN_COLOUR, BLOCKED_COLOUR, PLAIN_COLOUR = "#0072b2", "#d55e00", "#555555"  # Okabe and Ito


@dataclasses.dataclass(frozen=True)
class Scores:
    """How good the answers are, where labels are known."""

    area: los.Area
    brier: float


@dataclasses.dataclass
class Report:
    """Receptions and what was made of them."""

    received: Receptions
    method: str
    used_model: los.Model | None  #: None: a vendor's rule
    answers: npt.NDArray[Any]  #: (n,) as the library has them
    levels: npt.NDArray[Any]  #: (n,) as the library has them
    accepted: npt.NDArray[np.bool_]  #: (n,)
    errors: list[RowError]
    scores: Scores | None = None
    refit: los.Fit | None = None
    cross_validation: los.CrossValidation | None = None
    refit_error: str = ""

    def value(self, index: int, field: str, bit: int) -> float | None:
        """A level of one row."""
        return float(self.levels[field][index]) if int(self.levels["fields"][index]) & bit else None

    @property
    def first_path_only(self) -> npt.NDArray[np.bool_]:
        """Rows that the model of the first-path level alone answered."""
        return los.Judgements(self.answers, 0).uses_first_path_model

    def summary(self) -> dict[str, Any]:
        known = self.accepted & self.received.is_labelled
        found: dict[str, Any] = {
            "rows": len(self.answers),
            "refused": len(self.errors),
            "columns": self.received.columns,
            "first_path_model_rows": int((self.first_path_only & self.accepted).sum()),
            "mean_nlos_probability": (
                float(self.answers["nlos_probability"][self.accepted].mean()) if self.accepted.any() else None
            ),
            "blocked": int((known & self.received.is_blocked).sum()),
            "open": int((known & ~self.received.is_blocked).sum()),
            "labels_refused": len(self.received.label_errors),
            "auc": None,
            "auc_lower_95": None,
            "auc_upper_95": None,
            "brier": None,
            "refit": None,
        }
        if self.scores:
            found |= {
                "auc": self.scores.area.auc,
                "auc_lower_95": self.scores.area.lower_95,
                "auc_upper_95": self.scores.area.upper_95,
                "brier": self.scores.brier,
            }
            if self.refit and self.cross_validation:
                checked = self.cross_validation
                found["refit"] = {
                    "model": self.refit.model.to_json(),
                    "folds": checked.folds,
                    "auc": checked.area.auc,
                    "auc_lower_95": checked.area.lower_95,
                    "auc_upper_95": checked.area.upper_95,
                    "brier": checked.brier,
                    "constant": [str(f.name).lower() for f in los.Feature if f in self.refit.constant],
                    "separable": self.refit.separable,
                }
            else:
                found["refit_error"] = self.refit_error
        return found


def write_json(report: Report, file: TextIO) -> None:
    """One object."""
    json.dump(
        {
            "file": report.received.name,
            "method": report.method,
            "model": report.used_model.to_json() if report.used_model else None,
            "rows": [row_object(report, index, error) for index, error in rows(report)],
            "summary": report.summary(),
        },
        file,
        indent=None,
        separators=(", ", ": "),
    )
    file.write("\n")


def rows(report: Report) -> list[tuple[int, RowError | None]]:
    """Every row's index, and its error if it has one."""
    errors = {error.row - 1: error for error in report.errors}
    return [(index, errors.get(index)) for index in range(len(report.answers))]


def row_object(report: Report, index: int, error: RowError | None) -> dict[str, Any]:
    received = report.received
    found: dict[str, Any] = {"row": int(received.rows[index]), "line": int(received.lines[index])}
    if error:
        return found | {"error": error.name, "message": error.message}
    answer = report.answers[index]
    has_logit = bool(los.Judgements(report.answers[index : index + 1], 0).has_logit[0])
    found |= {
        "nlos_probability": float(answer["nlos_probability"]),
        "logit": float(answer["logit"]) if has_logit else None,
        "power_dbm": report.value(index, "power_dbm", signal.LevelField.POWER),
        "first_path_power_dbm": report.value(index, "first_path_power_dbm", signal.LevelField.FIRST_PATH_POWER),
        "model": None if not has_logit else "first_path" if report.first_path_only[index] else "registers",
    }
    if received.is_labelled[index]:
        found["nlos"] = int(received.is_blocked[index])
    return found


def write_csv(report: Report, file: TextIO) -> None:
    """A row each."""
    names = ("row", "nlos_probability", "logit", "power_dbm", "first_path_power_dbm", "error", "message")
    writer = csv.DictWriter(file, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for index, error in rows(report):
        writer.writerow(
            {name: "" if value is None else value for name, value in row_object(report, index, error).items()}
        )
    for line in summary_lines(report):
        note(line)


def write_text(report: Report, file: TextIO) -> None:
    """For people: a line per row, then the summary."""
    print("   row   P(blocked)   level dBm   first path dBm", file=file)
    for index, error in rows(report):
        if error:
            print(f"{error.row:6d}   {error}", file=file)
            continue
        power = report.value(index, "power_dbm", signal.LevelField.POWER)
        first = report.value(index, "first_path_power_dbm", signal.LevelField.FIRST_PATH_POWER)
        levels = "   ".join("      -" if value is None else f"{value:7.2f}" for value in (power, first))
        probability = float(report.answers["nlos_probability"][index])
        print(f"{int(report.received.rows[index]):6d}       {probability:6.4f}     {levels}", file=file)
    for line in summary_lines(report):
        print(line, file=file)


def summary_lines(report: Report) -> list[str]:
    found = report.summary()
    lines = [f"{counted(found['rows'], 'reception')}, {counted(found['refused'], 'row')} refused"]
    if found["first_path_model_rows"]:
        lines.append(
            f"{counted(found['first_path_model_rows'], 'row')} judged by the first-path level alone: "
            "registers are missing"
        )
    if report.received.label_errors:
        first = report.received.label_errors[0]
        lines.append(f"{counted(len(report.received.label_errors), 'label')} not understood, the first: {first}")
    if not report.scores:
        if report.received.is_labelled.any():
            lines.append(f"no area under the curve: {report.refit_error}")
        return lines
    lines.append(
        f"{found['blocked']} blocked and {found['open']} open: area under the curve {found['auc']:.3f} "
        f"({found['auc_lower_95']:.3f} to {found['auc_upper_95']:.3f}), Brier score {found['brier']:.3f}"
    )
    refit = found["refit"]
    if not refit:
        return [*lines, f"no refit: {report.refit_error}"]
    lines.append(
        f"refit on these rows, {refit['folds']} parts held out in turn: area under the curve {refit['auc']:.3f} "
        f"({refit['auc_lower_95']:.3f} to {refit['auc_upper_95']:.3f}), Brier score {refit['brier']:.3f}"
    )
    weights = ", ".join(f"{name} {weight:.4g}" for name, weight in refit["model"]["weights"].items())
    lines.append(f"  intercept {refit['model']['intercept']:.4g}, {weights}")
    if refit["constant"]:
        lines.append(f"  left out, since it never changes: {', '.join(refit['constant'])}")
    if refit["separable"]:
        lines.append("  the model tells all rows apart: only the penalty bounds its weights")
    return lines


def draw(report: Report, path: str) -> None:
    """Writes the picture: probability against first-path level, and, with labels, the receiver operating curve."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(11, 5) if report.scores else (7, 5), layout="constrained")
        if report.scores:
            left, right = figure.subplots(1, 2, width_ratios=(3, 2))
            _draw_curve(right, report)
        else:
            left = figure.subplots()
        _draw_rows(left, report)
        figure.suptitle(Path(report.received.name).name, fontsize=13, fontweight="bold")
        try:
            figure.savefig(path, dpi=150)
        except (OSError, ValueError) as error:
            raise UnusableInputError(f"the picture {path} cannot be written: {error}") from error


def _draw_rows(axes: Axes, report: Report) -> None:
    has_level = (report.levels["fields"] & np.uint32(signal.LevelField.FIRST_PATH_POWER)) != 0
    shown = report.accepted & has_level
    received = report.received
    groups = [
        ("open", OPEN_COLOUR, shown & received.is_labelled & ~received.is_blocked),
        ("blocked", BLOCKED_COLOUR, shown & received.is_labelled & received.is_blocked),
        ("no label", PLAIN_COLOUR, shown & ~received.is_labelled),
    ]
    for name, colour, which in groups:
        if which.any():
            axes.scatter(
                report.levels["first_path_power_dbm"][which],
                report.answers["nlos_probability"][which],
                s=4 if shown.sum() > 3000 else 12,
                alpha=0.5,
                color=colour,
                linewidths=0,
                label=f"{name} ({int(which.sum()):,})",
            )
    axes.set_xlabel("first-path level (dBm)")
    axes.set_ylabel("probability that the direct path is blocked")
    axes.set_ylim(-0.02, 1.02)
    if shown.any():
        axes.legend(frameon=False, markerscale=2)
    else:
        axes.annotate("no receptions", (0.5, 0.5), xycoords="axes fraction", ha="center", color="#777777")


def _draw_curve(axes: Axes, report: Report) -> None:
    known = report.accepted & report.received.is_labelled
    blocked = report.received.is_blocked[known]
    answers = report.answers[known]
    has_logit = los.Judgements(answers, 0).has_logit
    ranks = np.where(has_logit, answers["logit"], answers["nlos_probability"])
    curves = [("as judged", ranks, report.scores.area.auc if report.scores else 0.0, BLOCKED_COLOUR)]
    if report.cross_validation:
        curves.append(("refit, held out", report.cross_validation.logit, report.cross_validation.area.auc, OPEN_COLOUR))
    for name, values, auc, colour in curves:
        order = np.argsort(-values, kind="stable")
        hits, alarms = np.cumsum(blocked[order]), np.cumsum(~blocked[order])
        ends = np.flatnonzero(np.append(np.diff(values[order]) != 0, True))  # ties are one step
        x = np.concatenate([[0], alarms[ends] / max(alarms[-1], 1)])
        y = np.concatenate([[0], hits[ends] / max(hits[-1], 1)])
        axes.plot(x, y, color=colour, linewidth=1.5, label=f"{name}: area {auc:.3f}")
    axes.plot([0, 1], [0, 1], color="#bbbbbb", linewidth=1, linestyle="--", label="a guess: area 0.500")
    axes.set_xlabel("open paths called blocked")
    axes.set_ylabel("blocked paths called blocked")
    axes.set_aspect("equal")
    axes.legend(frameon=False, loc="lower right", fontsize=9)
