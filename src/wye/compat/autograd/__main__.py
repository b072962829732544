"""Run a program with `wye.compat.autograd` in the place of `autograd`.

python -m wye.compat.autograd program.py [arguments]
python -m wye.compat.autograd -m module [arguments]
"""

from __future__ import annotations

import sys

from wye.compat.install import install_as_autograd
from wye.compat.running import run_program


def main(arguments: list[str]) -> None:
    """Install the package as `autograd`, then run what the arguments name."""
    run_program("wye.compat.autograd", install_as_autograd, arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
