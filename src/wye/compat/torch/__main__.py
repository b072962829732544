"""Run a program with `wye.compat.torch` in the place of `torch`.

python -m wye.compat.torch program.py [arguments]
python -m wye.compat.torch -m module [arguments]
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from wye.compat.install import install_as_torch

_USAGE = "usage: python -m wye.compat.torch [-m MODULE | SCRIPT] [ARGUMENTS...]"


def main(arguments: list[str]) -> None:
    """Install the package as `torch`, then run what the arguments name."""
    if not arguments or arguments[0] in ("-h", "--help") or arguments == ["-m"]:
        sys.stderr.write(_USAGE + "\n")
        raise SystemExit(0 if arguments[:1] in (["-h"], ["--help"]) else 2)
    install_as_torch()
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        sys.path.insert(0, "")
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        return
    if not Path(arguments[0]).exists():
        sys.stderr.write(f"{_USAGE}\nno such file: {arguments[0]}\n")
        raise SystemExit(2)
    sys.argv = arguments
    sys.path.insert(0, str(Path(arguments[0]).resolve().parent))
    runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
