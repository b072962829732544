"""FakeTensorProp: runs a graph on fake tensors, and keeps the fake of every value in its node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.fake import FakeTensor, FakeTensorMode
from wye.fx.bindings import rebind_unbacked
from wye.fx.interpreter import Interpreter
from wye.fx.node import map_aggregate
from wye.fx.values import snapshot
from wye.schema.symbolic import stands_for
from wye.tensors import Tensor

if TYPE_CHECKING:
    from wye.fx.graph_module import GraphModule
    from wye.fx.node import Node

__all__ = ["FakeTensorProp"]


class FakeTensorProp(Interpreter):
    """Gives nodes ``meta["val"]``: fake tensors, or what a node's value is instead.

    >>> import wye
    >>> from wye.fx import symbolic_trace
    >>> traced = symbolic_trace(lambda x: x.sum(0))
    >>> FakeTensorProp(traced).propagate(wye.ones(2, 3))
    FakeTensor(..., size=(3,))
    >>> [node.meta["val"] for node in traced.graph.nodes][0]
    FakeTensor(..., size=(2, 3))
    """

    def __init__(self, module: GraphModule, mode: FakeTensorMode | None = None) -> None:
        """Run a module's graph.

        Args:
            module: The module.
            mode: The mode of the fake tensors; a new one by default.
        """
        super().__init__(module)
        self._mode = FakeTensorMode() if mode is None else mode
        self._mode.epoch += 1  # numbers that only data says are made anew
        self._mode.reset_nt_tensor_id_counter()

    def run_node(self, n: Node) -> Any:
        """Run a node and keep its value."""
        result = super().run_node(n)
        if self._mode.shape_env is not None:
            rebind_unbacked(self._mode.shape_env, n, result)  # the graph's own numbers stay
        found = False

        def kept(value: Any) -> Any:
            nonlocal found
            if isinstance(value, Tensor):
                found = True
                return snapshot(
                    value if isinstance(value, FakeTensor) else self._mode.from_tensor(value, static_shapes=True)
                )
            if isinstance(value, (bool, int, float)) or stands_for(value, int):
                found = True
            return value

        meta = map_aggregate(result, kept)
        if found:
            n.meta["val"] = meta
        return result

    def propagate(self, *args: Any) -> Any:
        """Run the graph on fakes of these arguments."""
        fakes = [self._mode.from_tensor(arg) if isinstance(arg, Tensor) else arg for arg in args]
        return self.propagate_dont_convert_inputs(*fakes)

    def propagate_dont_convert_inputs(self, *args: Any) -> Any:
        """Run the graph on these arguments, which are fake already."""
        with self._mode:
            return super().run(*args)
