"""Run a program with a package of `wye.compat` in the place of another: what `python -m wye.compat.torch` does."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["run_program"]


def run_program(package: str, install: Callable[[], None], arguments: list[str]) -> None:
    """Install a package under its other name, then run what the arguments name.

    Args:
        package: Its name, for messages.
        install: Puts it in its place.
        arguments: Those of the command line: a file, or ``-m`` and a module, or ``-c`` and code, then those for it.
    """
    usage = f"usage: python -m {package} [-m MODULE | -c CODE | SCRIPT] [ARGUMENTS...]"
    if not arguments or arguments[0] in ("-h", "--help") or arguments in (["-m"], ["-c"]):
        sys.stderr.write(usage + "\n")
        raise SystemExit(0 if arguments[:1] in (["-h"], ["--help"]) else 2)
    install()
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        sys.path.insert(0, "")
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return
    if arguments[0] == "-c":
        sys.argv = ["-c", *arguments[2:]]
        sys.path.insert(0, "")
        main = sys.modules["__main__"] = ModuleType("__main__")
        exec(compile(arguments[1], "<string>", "exec"), main.__dict__)
        return
    if not Path(arguments[0]).exists():
        sys.stderr.write(f"{usage}\nno such file: {arguments[0]}\n")
        raise SystemExit(2)
    sys.argv = arguments
    sys.path.insert(0, str(Path(arguments[0]).resolve().parent))
    runpy.run_path(arguments[0], run_name="__main__")
