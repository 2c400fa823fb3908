"""Writes the manual page of the command line from its own help, so that the two never differ: manual.py > rangekit.1

Runs with the Python that has the package.
"""

from __future__ import annotations

import argparse

import rangekit
from rangekit.command_line import parser


def escaped(text: str) -> str:
    """Text as roff takes it."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.splitlines())


def block(text: str) -> str:
    return f".nf\n{escaped(text.strip())}\n.fi"


def main() -> None:
    top = parser()
    (commands,) = (action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    helps = {choice.dest: choice.help or "" for choice in commands._choices_actions}
    print(f'.TH RANGEKIT 1 "" "RangeKit {rangekit.__version__}" "User commands"')
    print(".SH NAME\nrangekit \\- ranging from the shell: timestamps to metres, how good they are, and every message")
    print(".SH SYNOPSIS\n.B rangekit\n.I COMMAND\n[options]\n.br\n.B rangekit\n\\-\\-version")
    print(f".SH DESCRIPTION\n{escaped(top.description or '')}")
    print(".SH COMMANDS")
    for name, command in commands.choices.items():
        print(f".SS {escaped(name)}\n{escaped(helps[name])}.\n.PP\n{block(command.format_help())}")
    for part in (top.epilog or "").split("\n\n"):
        title, colon, lines = part.partition(":\n")
        if colon:
            print(f".SH {escaped(title.upper())}\n{block(lines)}")
    print(".SH ENVIRONMENT\n.TP\n.B RANGEKIT_LIBRARY\nthe librangekit.so.0 to load instead of the one in the package")


if __name__ == "__main__":
    main()
