"""Where sizes that depend on data come from: the steps from the result of a call to each new symbol.

In: a result, and the symbols that were made while it was computed.  Out: symbol -> steps; and the other way round, the
values of these symbols when the call runs again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy

from wye.pytree.paths import MappingKey, SequenceKey, key_get
from wye.symbolic.functions import sym_cast_bool
from wye.symbolic.numbers import SymBool, SymFloat, SymInt

__all__ = [
    "CallMethodKey",
    "ConvertIntKey",
    "DivideByKey",
    "InnerTensorKey",
    "PendingUnbackedSymbolNotFound",
    "compute_unbacked_bindings",
    "rebind_unbacked",
    "resolve_unbacked_bindings",
]

_NUMBERS = (SymInt, SymFloat, SymBool)


class PendingUnbackedSymbolNotFound(RuntimeError):  # noqa: N818 - PyTorch's name
    """A symbol was made for what depends on data, and the result does not have it."""


@dataclass(frozen=True)
class CallMethodKey:
    """The step to what a method returns: ``.size()``."""

    name: str

    def get(self, o: Any) -> Any:
        """Take the step."""
        return getattr(o, self.name)()

    def __str__(self) -> str:
        return f".{self.name}()"


@dataclass(frozen=True)
class InnerTensorKey:
    """The step to a tensor inside of a wrapper."""

    inner_name: str

    def get(self, o: Any) -> Any:
        """Take the step."""
        return getattr(o, self.inner_name)

    def __str__(self) -> str:
        return f".{self.inner_name}"


@dataclass(frozen=True)
class DivideByKey:
    """The step from a multiple of a symbol to the symbol."""

    divisor: Any

    def get(self, o: Any) -> Any:
        """Take the step."""
        return o // self.divisor

    def __str__(self) -> str:
        return f".__floordiv__({self.divisor})"


@dataclass(frozen=True)
class ConvertIntKey:
    """The step from a truth value to 0 or 1."""

    def get(self, b: Any) -> Any:
        """Take the step."""
        return sym_cast_bool(b) if isinstance(b, SymBool) else int(b)

    def __str__(self) -> str:
        return ".cast_symbool_to_symint_guardless()"


def _found_in(value: Any, path: tuple[Any, ...], pending: set[Any], found: dict[Any, Any]) -> None:
    """Look for symbols in a value; those that are found are no longer pending."""
    if isinstance(value, (tuple, list)):
        for at, part in enumerate(value):
            _found_in(part, (*path, SequenceKey(at)), pending, found)
    elif isinstance(value, dict):
        for key, part in value.items():
            _found_in(part, (*path, MappingKey(key)), pending, found)
    elif hasattr(value, "storage_offset"):
        for name in ("size", "stride", "storage_offset"):
            _found_in(_asked(value, name), (*path, CallMethodKey(name)), pending, found)
    elif isinstance(value, _NUMBERS):
        _found_number(value.node.expr, path, pending, found)


def _asked(tensor: Any, method: str) -> Any:
    value = getattr(tensor, method)()
    return tuple(value) if isinstance(value, (list, tuple)) else value


def _found_number(expr: Any, path: tuple[Any, ...], pending: set[Any], found: dict[Any, Any]) -> None:
    if isinstance(expr, sympy.Equality) and expr.args[1] == 1:
        expr, path = expr.args[0], (*path, ConvertIntKey())
    elif isinstance(expr, sympy.Mul) and len(expr.args) == 2 and expr.args[0].is_Integer:
        expr, path = expr.args[1], (*path, DivideByKey(int(expr.args[0])))
    if expr in pending:
        found[expr] = path
        pending.discard(expr)


def compute_unbacked_bindings(
    shape_env: Any, example_value: Any, old_example_value: Any = None, peek: bool = False
) -> dict[Any, tuple[Any, ...]] | None:
    """The steps from a result to the symbols that were made while it was computed; None if there are none.

    Args:
        shape_env: What made them.
        example_value: The result.
        old_example_value: What stood for the result before; its symbols are taken to be equal to the new ones.
        peek: Leave the symbols to the next who asks.

    Raises:
        PendingUnbackedSymbolNotFound: the result has not all of them.

    Example:
        >>> env = __import__("wye").symbolic.ShapeEnv()
        >>> size = env.create_unbacked_symint()
        >>> compute_unbacked_bindings(env, [size])
        {u0: (SequenceKey(idx=0),)}
    """
    if shape_env is None:
        return None
    pending = set(shape_env.pending_fresh_unbacked_symbols)
    if not pending:
        return None
    found: dict[Any, tuple[Any, ...]] = {}
    _found_in(example_value, (), pending, found)
    if peek:
        return found
    shape_env.pending_fresh_unbacked_symbols.clear()
    if pending:
        raise PendingUnbackedSymbolNotFound(
            f"Pending unbacked symbols {pending} not in returned outputs {example_value}; a kernel that makes a size "
            "has to return a tensor of that size"
        )
    if old_example_value is not None:
        for symbol, path in found.items():
            old = key_get(old_example_value, path)
            if isinstance(old, _NUMBERS) and old.node.expr != symbol:
                shape_env._rename_unbacked_to(symbol, old.node.expr)
    return found


def resolve_unbacked_bindings(shape_env: Any, bindings: dict[Any, Any] | None) -> dict[Any, Any] | None:
    """Bindings with the symbols that stand for the old ones now."""
    if bindings is None:
        return None
    return {shape_env.unbacked_renamings.get(symbol, symbol): path for symbol, path in bindings.items()}


def rebind_unbacked(shape_env: Any, n: Any, result: Any) -> None:
    """Say that the symbols of a node are those of what it returned now.

    Args:
        shape_env: What decides about them.
        n: A node that was traced, with its bindings.
        result: What it returned when it ran again.
    """
    bindings = n.meta.get("unbacked_bindings")
    if shape_env is None or not bindings:
        return
    for symbol, path in resolve_unbacked_bindings(shape_env, bindings).items():  # type: ignore[union-attr]
        new = key_get(result, path)
        expr = new.node.expr if isinstance(new, _NUMBERS) else sympy.Integer(int(new))
        if isinstance(expr, sympy.Symbol) and expr != symbol:
            shape_env._rename_unbacked_to(expr, symbol)
        elif not isinstance(expr, sympy.Symbol):
            shape_env.guard_or_defer_runtime_assert(sympy.Equality(symbol, expr), f"{symbol} == {expr}")
