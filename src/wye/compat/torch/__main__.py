"""Run a program with `wye.compat.torch` in the place of `torch`.

python -m wye.compat.torch program.py [arguments]
python -m wye.compat.torch -m module [arguments]
"""

from __future__ import annotations

import sys

from wye.compat.install import install_as_torch
from wye.compat.running import run_program


def main(arguments: list[str]) -> None:
    """Install the package as `torch`, then run what the arguments name."""
    run_program("wye.compat.torch", install_as_torch, arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
