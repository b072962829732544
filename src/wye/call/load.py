"""Loading what registers operators: shared libraries and Python modules.

Cold path.
"""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wye.errors import LibraryLoadError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["global_symbols", "import_module", "load_library"]


@contextmanager
def global_symbols() -> Iterator[None]:
    """Extension modules that are imported inside see each other's symbols."""
    if not hasattr(sys, "setdlopenflags"):  # Windows has no such flag
        yield
        return
    saved = sys.getdlopenflags()
    sys.setdlopenflags(saved | os.RTLD_GLOBAL)
    try:
        yield
    finally:
        sys.setdlopenflags(saved)


def load_library(path: str | os.PathLike[str]) -> str:
    """Load a shared library, whose initialisers may register operators, and return its full path.

    It stays loaded; loading it again does nothing.  Its symbols are visible to libraries that are loaded later.

    Raises:
        LibraryLoadError: the file is not there, or is not a library that this process can load.
    """
    import ctypes  # here: it costs a millisecond, and a second interpreter cannot load it

    real = os.path.realpath(path)
    try:
        with global_symbols():
            ctypes.CDLL(real, mode=ctypes.RTLD_GLOBAL)
    except OSError as error:
        missing = not os.path.exists(real)
        raise LibraryLoadError(
            f"Could not load this library: {real}",
            fix="there is no such file" if missing else f"the system says: {error}",
        ) from error
    return real


def import_module(name: str) -> None:
    """Import a Python module for the operators it registers."""
    importlib.import_module(name)
