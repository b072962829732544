"""Check that an installed wye imports and that its calls run in C.

Usage: smoke.py [--pure]     with --pure: that they run in Python
"""

import importlib
import platform
import sys
from importlib.metadata import version

import wye
from wye._engine import is_pure

wanted_pure = "--pure" in sys.argv[1:]
print(f"wye {version('wye')} on Python {platform.python_version()}: calls run in {'Python' if is_pure else 'C'}")
for name in wye.__all__:
    getattr(wye, name)
for name in ("dispatch", "schema", "registry", "keys", "call", "tensors", "compat.torch"):
    importlib.import_module(f"wye.{name}")
sys.exit(0 if is_pure is wanted_pure else f"smoke: expected calls to run in {'Python' if wanted_pure else 'C'}")
