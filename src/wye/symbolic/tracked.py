"""What tracers keep of symbolic inputs: their sources, numbers by their expression, and the guards of a graph.

Graphs are any objects with `graph.nodes` and `shape_env`, as those of `wye.fx` are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wye.schema.symbolic import expected
from wye.symbolic.asking import is_symbolic
from wye.symbolic.kinds import is_unbacked

__all__ = [
    "SymIntEqByExpr",
    "TrackedFake",
    "bind_symbols",
    "check_consistent",
    "eval_guards",
    "find_symbol_binding_fx_nodes",
    "fx_placeholder_targets",
    "fx_placeholder_vals",
    "is_symbol_binding_fx_node",
]


@dataclass(eq=False, slots=True)
class TrackedFake:
    """A symbolic input: a fake tensor or a number, where it comes from, and how it got its symbols."""

    fake: Any
    source: Any
    symbolic_context: Any


class SymIntEqByExpr:
    """An integer that is equal to another if their expressions are: for keys of dictionaries.  Makes no guards."""

    __slots__ = ("val",)

    def __init__(self, val: Any) -> None:
        self.val = val

    def _key(self) -> Any:
        return self.val.node.expr if is_symbolic(self.val) else self.val

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SymIntEqByExpr) and bool(self._key() == other._key())

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return repr(self.val)


def fx_placeholder_vals(gm: Any) -> list[Any]:
    """The symbolic inputs of a graph."""
    return [node.meta["val"] for node in gm.graph.nodes if node.op == "placeholder"]


def fx_placeholder_targets(gm: Any) -> list[str]:
    """The names of the inputs of a graph."""
    return [node.target for node in gm.graph.nodes if node.op == "placeholder"]


def is_symbol_binding_fx_node(node: Any) -> Any:
    """The symbol that an input of a graph is, or that a node brings in; None if it is none."""
    value = node.meta.get("val")
    if not is_symbolic(value) or not value.node.expr.is_Symbol:
        return None
    symbol = value.node.expr
    brings = node.op == "placeholder" or is_unbacked(symbol) or str(node.target).startswith("aten.sym_")
    return symbol if brings else None


def find_symbol_binding_fx_nodes(graph: Any) -> dict[Any, Any]:
    """Symbol -> the first node of a graph that it comes from."""
    found: dict[Any, Any] = {}
    for node in graph.nodes:
        symbol = is_symbol_binding_fx_node(node)
        if symbol is not None:
            found.setdefault(symbol, node)
    return found


def check_consistent(new: Any, old: Any) -> None:
    """Check that two values, tensors or numbers, have the same metadata; what depends on data is taken to have.

    Raises:
        RuntimeError: they differ.
    """
    if hasattr(old, "storage_offset"):
        _check(new.dim() == old.dim(), lambda: f"{new.shape} != {old.shape} (old != new)")
        for one, other in zip(new.size(), old.size(), strict=True):
            _check(one == other, lambda: f"{new.shape} != {old.shape} (old != new)")
    elif is_symbolic(old) or isinstance(old, (int, float)):
        _check(new == old, lambda: f"{old} != {new} (old != new)")


def _check(condition: Any, message: Any) -> None:
    """Raise unless a condition holds; one that depends on data is checked when the program runs."""
    if not expected(condition):
        raise RuntimeError(message())


def bind_symbols(gm: Any, *args: Any) -> dict[Any, Any]:
    """The values that the symbols of a graph have for other inputs."""
    bound: dict[Any, Any] = gm.shape_env.bind_symbols(fx_placeholder_vals(gm), args)
    return bound


def eval_guards(gm: Any, *args: Any, ignore_static: bool = True) -> bool:
    """Do inputs pass the guards of a graph?"""
    return bool(gm.shape_env.evaluate_guards_for_args(fx_placeholder_vals(gm), args, ignore_static=ignore_static))
