"""What tracers keep of symbolic inputs: their sources, numbers by their expression, and the guards of a graph.

Graphs are any objects with `graph.nodes` and `shape_env`, as those of `wye.fx` are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from wye.symbolic.asking import is_symbolic

__all__ = ["SymIntEqByExpr", "TrackedFake", "bind_symbols", "eval_guards", "fx_placeholder_vals"]


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


def bind_symbols(gm: Any, *args: Any) -> dict[Any, Any]:
    """The values that the symbols of a graph have for other inputs."""
    bound: dict[Any, Any] = gm.shape_env.bind_symbols(fx_placeholder_vals(gm), args)
    return bound


def eval_guards(gm: Any, *args: Any, ignore_static: bool = True) -> bool:
    """Do inputs pass the guards of a graph?"""
    return bool(gm.shape_env.evaluate_guards_for_args(fx_placeholder_vals(gm), args, ignore_static=ignore_static))
