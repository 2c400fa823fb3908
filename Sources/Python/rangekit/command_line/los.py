"""rangekit los: from a receiver's registers to the probability that the direct path was blocked."""

from __future__ import annotations

import argparse
import json
import sys

import numpy as np
import numpy.typing as npt

from rangekit import los, signal
from rangekit.base import Status, status_message
from rangekit.command_line.los_columns import Receptions, read_receptions
from rangekit.command_line.los_output import Report, Scores, draw, write_csv, write_json, write_text
from rangekit.command_line.output import RowError, UnusableInputError, writing
from rangekit.command_line.twr import Subparsers
from rangekit.errors import RangeKitError

DESCRIPTION = """\
Says for each reception how likely its direct path was blocked, from the registers of a DW1000 or DW3000.

columns (any order and case; spaces, points and underscores do not matter; other columns are ignored):
  fp_amp1 fp_amp2 fp_amp3   first-path amplitudes; also fp_ampl1, fp_amplitude_1, first_path_amp1, ipatov_f1, f1
  cir_pwr                   impulse response power; also cir_power, cirp, max_growth_cir, ipatov_power, c
  rxpacc                    accumulated symbols; also pacc, rx_pream_count, preamble_count, accum_count, n
  std_noise                 noise; also stdev_noise, std_dev_noise, noise_std, cir_noise, noise
  rssi_dbm, fp_dbm          levels, where registers are missing; also rx_power, rx_level; fp_power, fp_rssi,
                            first_path_power, rssi_fp_dbm
  fp_idx, peak_idx          for --method qorvo; also fp_index, first_path; peak_index
  prf                       16 or 64 (optional; else --prf); also prfr
  nlos                      1 or nlos: blocked, 0 or los: open (optional); also is_nlos, label, class; or a column los
                            with 1 for open
Numbers are as in the registers; a constant scale shifts the probability and not the order of the rows.

With labels also: the area under the curve with its 95 % interval (for independent rows), the Brier score, and a
model fitted to these rows with both of these cross-validated; --refit writes it, --model uses one.

With --json, standard output is one JSON object: "file", "method", "model" (null with a rule), "rows" (in order: "row",
"line", "nlos_probability", "logit", "power_dbm", "first_path_power_dbm", "model", and "nlos" where labelled; or "error"
and "message") and "summary". A value that is absent is null.
"""

EPILOG = """\
examples:
  rangekit los registers.csv --json
  rangekit los my_rooms.csv --refit model.json --plot rooms.png
  rangekit los other_room.csv --model model.json
"""

RADIOS = {radio.name.lower(): radio for radio in signal.Radio}
METHODS = {method.name.lower(): method for method in los.Method}


def add_parser(commands: Subparsers) -> None:
    parser = commands.add_parser(
        "los",
        help="was the direct path blocked?",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("file", help="CSV file with a header line; - reads standard input")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument("--csv", action="store_true", help="CSV: row, nlos_probability, logit, levels, error, message")
    parser.add_argument("--strict", action="store_true", help="exit status 1 if any row is refused")
    parser.add_argument("--plot", metavar="FILE", help="write a picture (png, svg, pdf)")
    parser.add_argument("--model", metavar="FILE", help="use this model (JSON) instead of the default one")
    parser.add_argument("--refit", metavar="FILE", help="write the model fitted to the labels (JSON)")
    parser.add_argument("--penalty", type=float, default=1.0, help="of the fit, on standardised weights (default 1)")
    parser.add_argument("--folds", type=int, default=5, help="parts of the cross-validation (default 5)")
    parser.add_argument("--method", choices=list(METHODS), default="model", help="model (default), or a vendor's rule")
    parser.add_argument("--radio", choices=list(RADIOS), default="dw1000", help="default dw1000")
    parser.add_argument(
        "--prf", type=int, choices=(16, 64), default=64, help="MHz, for rows that do not say (default 64)"
    )


def run(arguments: argparse.Namespace) -> int:
    model = load_model(arguments)
    received = read_receptions(arguments.file, arguments.prf)
    if arguments.refit and not received.is_labelled.any():
        raise UnusableInputError(f"{received.name} has no labels (a column nlos with 0 and 1), so --refit cannot fit")
    report = judged(received, arguments, model)
    if arguments.refit:
        fitted = report.refit
        if fitted is None:
            raise UnusableInputError(f"--refit: {received.name}: {report.refit_error}")
        with writing(arguments.refit) as file:
            json.dump(fitted.model.to_json(), file, indent=2)
            file.write("\n")
    if arguments.plot:
        draw(report, arguments.plot)
    write = write_json if arguments.json else write_csv if arguments.csv else write_text
    write(report, sys.stdout)
    return 1 if arguments.strict and report.errors else 0


def load_model(arguments: argparse.Namespace) -> los.Model | None:
    """The model that --model names."""
    if arguments.model is None:
        return None
    if arguments.method != "model":
        raise UnusableInputError(f"--model and --method {arguments.method} exclude each other")
    try:
        return los.Model.load(arguments.model)
    except OSError as error:
        raise UnusableInputError(f"--model {arguments.model} cannot be read: {error.strerror}") from error
    except los.ModelError as error:
        raise UnusableInputError(f"--model {error}") from error


def judged(received: Receptions, arguments: argparse.Namespace, model: los.Model | None) -> Report:
    """Every row's answer; rows of one repetition frequency together, since the receiver's options hold it."""
    count, options = len(received.registers), {"radio": RADIOS[arguments.radio]}
    answers = np.zeros(count, dtype=los.judge(received.registers[:0]).rows.dtype)
    levels = np.zeros(count, dtype=signal.levels(received.registers[:0]).rows.dtype)
    found = np.zeros(count, dtype=los.features(received.registers[:0]).rows.dtype)
    method = METHODS[arguments.method]
    for prf in np.unique(received.prf_mhz).tolist():
        where = received.prf_mhz == prf
        rows = received.registers[where]
        answers[where] = los.judge(rows, model, method, prf_mhz=prf, **options).rows
        levels[where] = signal.levels(rows, prf_mhz=prf, **options).rows
        found[where] = los.features(rows, prf_mhz=prf, **options).rows
    errors = dict(received.errors)
    for index, status in los.Judgements(answers, 0).refusals().items():
        if index not in errors:
            errors[index] = refusal(received, index, status, arguments.method)
    accepted = np.array([index not in errors for index in range(count)], dtype=np.bool_)
    report = Report(
        received, arguments.method, model, answers, levels, accepted, [errors[index] for index in sorted(errors)]
    )
    if arguments.method == "model" and model is None:
        report.used_model = los.Model.default()
    evaluate(report, los.Features(found, 0), arguments)
    return report


def refusal(received: Receptions, index: int, status: int, method: str) -> RowError:
    """The library's sentence, with what the row lacks."""
    message = status_message(status).rstrip(".")
    if status == Status.ERROR_MISSING_VALUE:
        needed = "fp_amp1 to fp_amp3 and rxpacc, or fp_dbm" if method == "model" else "both levels"
        message = f"the row has too few registers: {needed} are needed"
    line = int(received.lines[index])
    return RowError(int(received.rows[index]), line, status, f"line {line}: {message}")


def evaluate(report: Report, found: los.Features, arguments: argparse.Namespace) -> None:
    """What labels allow: how good the answers are, and a model fitted to these rows."""
    received = report.received
    known = report.accepted & received.is_labelled
    blocked = received.is_blocked[known]
    if not blocked.any() or blocked.all():
        report.refit_error = "the labels are all the same" if len(blocked) else "there are no labels"
        return
    if min(blocked.sum(), (~blocked).sum()) < 2:
        report.refit_error = "each class needs at least 2 rows"
        return
    report.scores = scores_of(report.answers[known], blocked)
    usable = los.Features(found.rows[known], 0)
    try:
        report.refit = los.fit(usable, blocked, penalty=arguments.penalty)
        report.cross_validation = los.cross_validate(usable, blocked, arguments.folds, penalty=arguments.penalty)
    except (RangeKitError, ValueError) as error:
        report.refit_error = str(error)


def scores_of(answers: npt.NDArray[np.void], blocked: npt.NDArray[np.bool_]) -> Scores:
    """By the logit where there is one: probabilities that round to 1 would tie."""
    has_logit = los.Judgements(answers, 0).has_logit
    ranks = np.where(has_logit, answers["logit"], answers["nlos_probability"])
    return Scores(los.area_under_curve(ranks, blocked), los.brier_score(answers["nlos_probability"], blocked))
