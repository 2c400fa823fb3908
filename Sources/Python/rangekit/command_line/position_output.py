"""How `rangekit position` writes: JSON, or a table with a summary."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any, Final

import numpy as np

from rangekit.base import status_message, status_name
from rangekit.command_line.output import counted, note, say
from rangekit.command_line.ranging_csv import Anchors, Positions, Samples, Score

#: Rows that a terminal shows; a pipe gets all of them.
TERMINAL_ROWS: Final = 40
MESSAGES_SHOWN: Final = 10


def left_out(samples: Samples, anchors: Anchors, positions: Positions) -> list[dict[str, Any]]:
    """Every row that no position rests on, and why, in the order of the file."""
    rows = [{"line": error.line, "error": error.name, "message": error.message} for error in samples.errors]
    for index in np.flatnonzero(~positions.accepted).tolist():
        line, status = int(samples.lines[index]), int(positions.reason[index])
        kind = "difference" if samples.is_difference[index] else "range"
        link = anchors.names[samples.anchor[index]]
        if samples.is_difference[index]:
            link += f" to {anchors.names[samples.anchor_b[index]]}"
        residual = positions.residual_m[index]
        off = f", {residual:+.2f} m off" if residual else ""
        message = f"line {line}: {kind} {link} = {samples.range_m[index]:.3f} m{off}: {status_message(status)}"
        rows.append({"line": line, "error": status_name(status), "message": message})
    return sorted(rows, key=lambda row: row["line"])


def as_object(
    samples: Samples, anchors: Anchors, positions: Positions, scored: Score | None, method: str
) -> dict[str, Any]:
    """Everything, for --json."""
    used = np.bincount(positions.sample_position[positions.accepted], minlength=len(positions.t_s))
    found: dict[str, Any] = {
        "samples": samples.name,
        "anchors": anchors.name,
        "method": method,
        "dimensions": positions.dimensions,
        "positions": [
            {
                "t_s": t_s,
                "tag": samples.tags[tag] or None,
                "x_m": place[0],
                "y_m": place[1],
                "z_m": place[2],
                "covariance_m2": covariance,
                "used": count,
                "mirror_m": mirror if has_mirror else None,
            }
            for t_s, tag, place, covariance, count, mirror, has_mirror in zip(
                positions.t_s.tolist(),
                positions.tag.tolist(),
                positions.xyz_m.tolist(),
                positions.covariance_m2.tolist(),
                used.tolist(),
                positions.mirror_xyz_m.tolist(),
                positions.has_mirror.tolist(),
                strict=True,
            )
        ],
        "left_out": left_out(samples, anchors, positions),
        "failed": [
            {
                "t_s": t_s,
                "tag": samples.tags[tag] or None,
                "error": status_name(status),
                "message": status_message(status),
            }
            for t_s, tag, status in positions.failures
        ],
        "biases_m": dict(zip(anchors.names, positions.bias_m.tolist(), strict=True)),
        "notes": samples.notes,
    }
    if scored:
        found |= {
            "rmse_m": scored.rmse_m,
            "median_m": scored.median_m,
            "p95_m": scored.p95_m,
            "coverage": scored.coverage95,
            "region95_m": scored.region95_m,
            "scored_positions": scored.count,
            "scored_dimensions": scored.dimensions,
        }
    return found


def write_text(samples: Samples, anchors: Anchors, positions: Positions, scored: Score | None) -> None:
    """A line for each position, and a summary."""
    limit = TERMINAL_ROWS if sys.stdout.isatty() else len(positions.t_s)
    has_tag = samples.tags != [""]
    axes = "xyz"[: positions.dimensions]
    heading = "".join(f"{axis + '_m':>10}" for axis in "xyz") + "".join(f"{'std_' + axis:>9}" for axis in axes)
    say(f"{'t_s':>12}{'  tag' if has_tag else ''}{heading}", "bold")
    deviation = np.sqrt(np.diagonal(positions.covariance_m2, axis1=1, axis2=2))
    for index in range(min(limit, len(positions.t_s))):
        place = "".join(f"{value:10.3f}" for value in positions.xyz_m[index])
        spread = "".join(f"{value:9.3f}" for value in deviation[index, : positions.dimensions])
        tag = f"  {samples.tags[positions.tag[index]]:>3}" if has_tag else ""
        mirror = (
            f"  or {', '.join(f'{v:.3f}' for v in positions.mirror_xyz_m[index])}"
            if positions.has_mirror[index]
            else ""
        )
        print(f"{positions.t_s[index]:12.4f}{tag}{place}{spread}{mirror}")
    if limit < len(positions.t_s):
        say(f"         ...  {counted(len(positions.t_s) - limit, 'more position')}; --json gives them all", "dim")
    _write_summary(samples, anchors, positions, scored)


def _write_summary(samples: Samples, anchors: Anchors, positions: Positions, scored: Score | None) -> None:
    rows = left_out(samples, anchors, positions)
    print()
    say(
        f"{counted(len(positions.t_s), 'position')} from {counted(len(samples), 'sample')}; "
        f"{len(rows):,} left out, {counted(len(positions.failures), 'epoch')} without a position",
        "bold",
    )
    for name, count in Counter(row["error"] for row in rows).most_common():
        say(f"  {count:,} {name}", "yellow")
    for status, count in Counter(status for _, _, status in positions.failures).most_common():
        say(f"  {counted(count, 'epoch')}: {status_name(status)}", "yellow")
    if positions.bias_m.any():
        biases = ", ".join(f"{name} {bias:+.2f}" for name, bias in zip(anchors.names, positions.bias_m, strict=True))
        print(f"estimated biases (m): {biases}")
    if positions.has_mirror.any():
        print(f"{counted(int(positions.has_mirror.sum()), 'position')} with a mirror image that fits as well")
    if scored:
        print(
            f"error in {scored.dimensions} dimensions: RMSE {scored.rmse_m:.4f} m, median {scored.median_m:.4f} m, "
            f"95 % within {scored.p95_m:.4f} m\n"
            f"stated 95 % regions hold the truth in {100 * scored.coverage95:.1f} % of {scored.count:,} positions; "
            f"median radius {scored.region95_m:.3f} m"
        )
    for text in samples.notes:
        note(text)
    for row in rows[:MESSAGES_SHOWN]:
        note(f"{row['message']} [{row['error']}]")
    if len(rows) > MESSAGES_SHOWN:
        note(f"and {len(rows) - MESSAGES_SHOWN:,} more; --json gives them all")
