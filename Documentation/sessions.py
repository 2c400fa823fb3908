#!/usr/bin/env python3
"""Writes the table and the diagram of sessions.md from the table that the library executes: sessions.py [--check]

Needs the package rangekit. With --check nothing is written, and a page that is not current is an error."""

import pathlib
import re
import sys

import rangekit as rk

PAGE = pathlib.Path(__file__).resolve().parent / "sessions.md"
ORDER = [state.name.lower() for state in rk.SessionState]


def diagram(table):
    """Changes of state alone, as a Mermaid state diagram: one arrow a pair of states."""
    arrows = {}
    for (state, name), cell in table.items():
        if cell.next != state and cell.next != "invalidated":
            arrows.setdefault((state, cell.next), []).append(name)
    lines = ["```mermaid", "stateDiagram-v2", "    [*] --> idle"]
    for state in ORDER:
        for follower in ORDER:
            if (state, follower) in arrows:
                lines.append(f"    {state} --> {follower}: {', '.join(arrows[state, follower])}")
    return [*lines, "    invalidated --> [*]", "```"]


def rows(table):
    """A table for each state: inputs that do something, and what."""
    lines = []
    for state in ORDER:
        lines += ["", f"### {state}", "", "| input | next state | sends | event | refused with |", "|---|---|---|---|---|"]
        for (at, name), cell in table.items():
            if at != state or (cell.next == state and cell.send == cell.event == "nothing" and not cell.status):
                continue
            refusal = f"`{rk.status_name(cell.status)}`" if cell.status else ""
            sends = "" if cell.send == "nothing" else cell.send + (", new run" if cell.begins_run else "")
            event = "" if cell.event == "nothing" else cell.event
            following = "" if cell.next == state else cell.next
            lines.append(f"| {name} | {following} | {sends} | {event} | {refusal} |")
    return lines[1:]


def filled(text, mark, lines):
    pattern = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end of {mark} -->)", re.DOTALL)
    assert pattern.search(text), f"{PAGE} has no place for the {mark}"
    return pattern.sub(lambda found: found[1] + "\n".join(lines) + "\n" + found[2], text)


def main():
    table = rk.session_table()
    text = PAGE.read_text()
    current = filled(filled(text, "diagram", diagram(table)), "table", rows(table))
    if "--check" in sys.argv[1:]:
        if current != text:
            sys.exit("Documentation/sessions.md is not that of the library's table; run Documentation/sessions.py")
    else:
        PAGE.write_text(current)


if __name__ == "__main__":
    main()
