"""Graphs with sizes that depend on data: run again, with the symbols that they had.  Cold path."""

from __future__ import annotations

from typing import Any, Final

from wye.call import ops
from wye.fake.finding import detect_fake_mode
from wye.fx.bindings import rebind_unbacked
from wye.fx.interpreter import Interpreter

__all__ = ["PropagateUnbackedSymInts", "is_accessor_node"]

_aten: Any = ops.aten
_ACCESSORS: Final = frozenset(
    (
        _aten.sym_size.default, _aten.sym_size.int, _aten.sym_stride.default, _aten.sym_stride.int,
        _aten.sym_storage_offset.default, _aten.sym_numel.default,
    )
)  # fmt: skip
_METHODS: Final = frozenset(("size", "stride", "storage_offset", "item"))


def is_accessor_node(node: Any) -> bool:
    """Does a node ask a tensor for a size, a stride, its offset or its only element?"""
    if node.op == "call_method":
        return node.target in _METHODS and hasattr(node.args[0].meta.get("example_value"), "storage_offset")
    return node.op == "call_function" and node.target in _ACCESSORS


class PropagateUnbackedSymInts(Interpreter):
    """Runs a graph on fake tensors; sizes that depend on data get the symbols that the graph's nodes have."""

    def run_node(self, n: Any) -> Any:
        """Run a node, and say that its new symbols are the old ones."""
        result = super().run_node(n)
        mode = detect_fake_mode(result) or detect_fake_mode()
        if mode is not None:
            rebind_unbacked(mode.shape_env, n, result)
        return result
