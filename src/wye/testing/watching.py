"""What tests see of calls: methods that record how they are called, and the tensors among arguments.  Cold path."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any
from unittest.mock import MagicMock

from wye.pytree import tree_leaves
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["recorded", "tensors_among"]


def recorded(method: Callable[..., Any]) -> Any:
    """A function that does what a method does, and has its calls, without their first argument, in ``mock``."""
    mock = MagicMock()

    @functools.wraps(method)
    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        mock(*args, **kwargs)
        return method(self, *args, **kwargs)

    run.mock = mock  # type: ignore[attr-defined]
    return run


def tensors_among(args: Any, kwargs: Any) -> set[Tensor]:
    """The tensors among the arguments of a call."""
    return {one for one in tree_leaves((tuple(args), dict(kwargs))) if isinstance(one, Tensor)}
