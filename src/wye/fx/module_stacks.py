"""Which modules run while a function is traced by its operators: each node gets the stack of them.

Cold path: only traces that ask for it.  In: the module that a function calls.  Out: ``nn_module_stack`` in the nodes'
``meta``, from the outermost module to the one that made the node, by path.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from wye.nn.modules import traces
from wye.nn.modules.module import Module

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.fx.proxy import TracerBase

__all__ = ["module_stacks"]


@contextmanager
def module_stacks(tracer: TracerBase, root: Any) -> Iterator[None]:
    """Inside, nodes of a trace keep the stack of the modules that run.

    Args:
        tracer: The tracer.
        root: The module that has them; anything else has none.
    """
    if not isinstance(root, Module):
        yield
        return
    paths = {id(module): name for name, module in root.named_modules()}

    def call(module: Any, without: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        path = paths.get(id(module))
        if path is None:
            return without(*args, **kwargs)
        outer, kind = tracer.module_stack, type(module)
        tracer.module_stack = OrderedDict(outer or {})
        tracer.module_stack[path] = (path, f"{kind.__module__}.{kind.__qualname__}")
        try:
            return without(*args, **kwargs)
        finally:
            tracer.module_stack = outer

    traces.begin(call, lambda name, value: value)
    try:
        yield
    finally:
        traces.end()
