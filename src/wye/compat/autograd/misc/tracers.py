"""Functions whose operations are recorded once and run again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wye.array_transforms import as_tensors, make_fx
from wye.compat.autograd.wrap_util import wraps
from wye.pytree import tree_map

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["const_graph"]


def const_graph(fun: Callable[..., Any], *args: Any, **kwargs: Any) -> Callable[..., Any]:
    """A function that runs ``fun`` once, and what was recorded then from the second call on: `wye.make_fx`.

    Args:
        fun: Must do the same for all arguments that it will get.
        args: Its first arguments.
        kwargs: Its keyword arguments.
    """
    graph: list[Any] = []

    @wraps(fun)
    def called(*rest: Any) -> Any:
        arrays = tree_map(np.asarray, rest)
        if graph:
            found = graph[0](*as_tensors(arrays))
        else:
            seen: list[Any] = []

            def kept(*given: Any) -> Any:
                seen.append(fun(*args, *given, **kwargs))
                return seen[0]

            graph.append(make_fx(kept)(*arrays))
            found = as_tensors(seen[0])  # of the run that was recorded
        return tree_map(lambda one: one.numpy()[()], found)

    return called  # type: ignore[no-any-return]
