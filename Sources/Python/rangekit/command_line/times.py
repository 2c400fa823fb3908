"""Seconds in text, exact to the nanosecond."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from rangekit.base import Status
from rangekit.command_line.output import CellError, shown
from rangekit.command_line.table import is_plain, not_readable

NANOSECONDS = 9  # decimal digits of a second
LATEST_S = Decimal(2**63 - 1).scaleb(-NANOSECONDS)


def nanoseconds(text: str) -> int:
    """Seconds as whole nanoseconds, by decimal arithmetic: 2.0 s apart stays exactly 2.0 s apart."""
    try:
        value = Decimal(text) if is_plain(text) else None
    except InvalidOperation:
        value = None
    if value is None:
        raise not_readable(text, "t_s", "seconds")
    if not value.is_finite():
        raise CellError(Status.ERROR_NOT_FINITE, f"column t_s: found {shown(text)}, expected a finite time in seconds")
    if not value:
        return 0  # 0e999 too
    if value.adjusted() > LATEST_S.adjusted() or abs(value) > LATEST_S:
        raise CellError(
            Status.ERROR_OUT_OF_RANGE, f"column t_s: found {shown(text)}, beyond 2^63 ns ({LATEST_S:.0f} s)"
        )
    return int(value.scaleb(NANOSECONDS).to_integral_value())


def seconds_text(time_ns: int) -> str:
    """Nanoseconds as exact decimal seconds, without zeros at the end."""
    return f"{Decimal(time_ns).scaleb(-NANOSECONDS):f}".rstrip("0").rstrip(".")
