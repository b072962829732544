"""Modules of functions whose operators share a prefix: `wye.linalg.norm` is the function of ``aten::linalg_norm``.

Cold path: each name is looked up once by who uses it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten import methods as methods  # who has functions has tensors with methods
from wye.aten.functions import function, names

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["family"]


def family(module: str, prefix: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of a module that has the functions of a prefix, without it."""

    def members() -> list[str]:
        return sorted(name.removeprefix(prefix) for name in names() if name.startswith(prefix))

    def find(name: str) -> Any:
        if name == "__all__":
            return members()
        try:
            return function(f"{prefix}{name}")
        except AttributeError:
            raise AttributeError(f"module {module!r} has no attribute {name!r}") from None

    return find, members
