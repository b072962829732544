"""ShapeProp: runs a graph on example arguments, and keeps the shape and dtype of every value in its node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.fx.interpreter import Interpreter
from wye.fx.node import map_aggregate
from wye.fx.values import TensorMetadata, tensor_metadata
from wye.tensors import Tensor

if TYPE_CHECKING:
    from wye.fx.node import Node

__all__ = ["ShapeProp", "TensorMetadata"]


class ShapeProp(Interpreter):
    """Gives nodes ``meta["tensor_meta"]`` and ``meta["type"]``.

    >>> import wye
    >>> from wye.fx import symbolic_trace
    >>> traced = symbolic_trace(lambda x: x.sum(0))
    >>> _ = ShapeProp(traced).propagate(wye.ones(2, 3))
    >>> [tuple(node.meta["tensor_meta"].shape) for node in traced.graph.nodes]
    [(2, 3), (3,), (3,)]
    """

    def run_node(self, n: Node) -> Any:
        """Run a node and keep what its value is."""
        result = super().run_node(n)
        found = False

        def facts(value: Any) -> Any:
            nonlocal found
            if isinstance(value, Tensor):
                found = True
                return tensor_metadata(value)
            return value

        meta = map_aggregate(result, facts)
        if found:
            n.meta["tensor_meta"] = meta
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args: Any) -> Any:
        """Run the graph on these arguments."""
        return super().run(*args)
