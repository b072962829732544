"""Modules of functions whose operators share a prefix: `wye.linalg.norm` is the function of ``aten::linalg_norm``.

Cold path: a name is looked up once, then it is an attribute of the module.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from wye.aten.functions import function, names
from wye.errors import MissingNameError
from wye.functional import methods as methods  # importing the functions installs the methods

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["family"]


def family(module: str, prefix: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of a module of the functions with a prefix, named without it."""

    def members() -> list[str]:
        return sorted(name.removeprefix(prefix) for name in names() if name.startswith(prefix))

    def find(name: str) -> Any:
        if name == "__all__":
            return members()
        try:
            found = function(f"{prefix}{name}")
        except AttributeError:
            here = sys.modules[module]
            raise MissingNameError(f"module {module!r} has no attribute {name!r}", name=name, obj=here) from None
        setattr(sys.modules[module], name, found)
        return found

    return find, members
