"""Names of packages for what is made in a layer above them.  Layer 0: imports nothing of wye.

Cold path.  The top of wye, which knows all layers, says where such a name is at home; the package that lends the name
looks it up when somebody asks for it.  So no layer knows of one above it.
"""

from __future__ import annotations

import importlib
from typing import Any, Final

__all__ = ["find", "homes"]

homes: Final[dict[tuple[str, str], str]] = {}  # by package and name: the module that has it


def find(package: str, name: str) -> Any:
    """What a package has under a name that is at home above it.

    Raises:
        AttributeError: there is no such name.
    """
    home = homes.get((package, name))
    if home is None:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    return getattr(importlib.import_module(home), name)
