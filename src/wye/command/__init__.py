"""The command ``wye``: look at operators, tables and calls, measure, and check an installation.

The top layer.  May import everything; nothing imports it.
`app` has the commands with their options, one module per command does the work and is imported when it runs, so that
``wye --help`` and shell completion are quick.
"""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process and exit: 0 when all is well, 1 when something failed, 2 for bad input."""
    from wye.command.app import app  # here: it imports typer
    from wye.errors import WyeError

    try:
        app(prog_name="wye")
    except WyeError as error:  # an error that names its cause and its fix: no traceback is needed
        notes = "".join(f"\n{note}" for note in getattr(error, "__notes__", ()))
        print(f"error: {error}{notes}", file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:  # the reader, say `head`, has seen enough
        sys.stderr.close()
        sys.exit(1)
