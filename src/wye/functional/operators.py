"""The functions of operators, for functions that are written over them: ``of.sin`` is `wye.sin`.

``parts`` has the same functions for those whose result is a tuple; only type checkers see a difference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from wye.aten.functions import function

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.tensors import Tensor

__all__ = ["of", "parts"]

_R = TypeVar("_R")


class _Functions(Generic[_R]):
    """Each function is looked up once and is an attribute from then on."""

    def __getattr__(self, name: str) -> Callable[..., _R]:
        if name.startswith("__"):
            raise AttributeError(name)
        found: Any = function(name)
        setattr(self, name, found)
        return found  # type: ignore[no-any-return]  # its schema says what it returns

    def __getitem__(self, name: str) -> Callable[..., _R]:
        """The function of a computed name."""
        found: Callable[..., _R] = getattr(self, name)
        return found


of: Final[_Functions[Tensor]] = _Functions()
parts: Final[_Functions[tuple[Tensor, ...]]] = _Functions()
