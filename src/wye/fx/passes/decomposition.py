"""Decomposition: a graph traced again, with operators as what they are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.fx.interpreter import Interpreter
from wye.fx.tracing import make_fx

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wye.fx.graph_module import GraphModule

__all__ = ["decompose_operators"]


def decompose_operators(
    module: GraphModule, table: Mapping[Any, Callable[..., Any]], *example_args: Any
) -> GraphModule:
    """Trace a module's graph again, with functions in the place of operators.

    Args:
        module: The module; it stays as it is.
        table: The functions, by operator.
        example_args: Arguments to run it on.
    """

    def run(*args: Any) -> Any:
        return Interpreter(module).run(*args)

    return make_fx(run, dict(table))(*example_args)
