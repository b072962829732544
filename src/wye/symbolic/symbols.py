"""Making symbols: for sizes, strides and offsets of tensors, for numbers, and for what depends on data.

Sizes that are equal in the example share a symbol (duck shaping), 0 and 1 stay numbers: code treats them specially,
and a guard each time would follow.
"""

from __future__ import annotations

import contextlib
import hashlib
import math
from typing import TYPE_CHECKING, Any, Final

import sympy

import wye.symbolic.config as config
from wye.symbolic.contexts import DimDynamic, StatelessSymbolicContext
from wye.symbolic.expressions import constant
from wye.symbolic.guarding import Guarding
from wye.symbolic.kinds import SymT, make_symbol
from wye.symbolic.node import SymNode
from wye.symbolic.numbers import SymBool, SymFloat, SymInt
from wye.symbolic.sources import TensorProperty, TensorPropertySource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.symbolic.sources import Source

__all__ = ["Settings", "Symbols"]

_NAMES: Final = 100  # numbers of symbols begin below this


class Settings:
    """How an environment makes symbols; see `ShapeEnv`."""

    __slots__ = (
        "allow_complex_guards_as_runtime_asserts",
        "allow_dynamic_output_shape_ops",
        "allow_scalar_outputs",
        "assume_static_by_default",
        "duck_shape",
        "prefer_deferred_runtime_asserts_over_guards",
        "specialize_zero_one",
        "trace_asserts",
    )

    def __init__(
        self,
        *,
        allow_scalar_outputs: bool = True,
        allow_dynamic_output_shape_ops: bool = True,
        assume_static_by_default: bool = False,
        specialize_zero_one: bool = True,
        duck_shape: bool | None = None,
        prefer_deferred_runtime_asserts_over_guards: bool = False,
        allow_complex_guards_as_runtime_asserts: bool = False,
        trace_asserts: bool = False,
    ) -> None:
        self.allow_scalar_outputs = allow_scalar_outputs
        self.allow_dynamic_output_shape_ops = allow_dynamic_output_shape_ops
        self.assume_static_by_default = assume_static_by_default
        self.specialize_zero_one = specialize_zero_one
        self.duck_shape = config.use_duck_shape if duck_shape is None else duck_shape
        self.prefer_deferred_runtime_asserts_over_guards = prefer_deferred_runtime_asserts_over_guards
        self.allow_complex_guards_as_runtime_asserts = allow_complex_guards_as_runtime_asserts
        self.trace_asserts = trace_asserts


class Symbols(Guarding):
    """The part of an environment that makes symbols.

    Attributes:
        val_to_var: Size in the example -> its symbol, where sizes share symbols.
        unique_ids: The numbers of symbols that are taken.
    """

    settings: Settings

    def __init__(self) -> None:
        super().__init__()
        self.source_to_var: dict[str, Any] = {}
        self.val_to_var: dict[int, Any] = {}
        self.unique_ids: set[int] = set()
        self.unbacked_symint_counter = 0
        self.unbacked_symfloat_counter = 0
        self.pending_fresh_unbacked_symbols: list[Any] = []
        self._ignores_fresh = 0

    # ---- symbols ----

    def _new_number(self, name: str) -> int:
        number = int(hashlib.sha256(name.encode()).hexdigest(), 16) % _NAMES
        while number in self.unique_ids:
            number += 1
        self.unique_ids.add(number)
        return number

    def create_symbol(
        self,
        val: Any,
        source: Source,
        dynamic_dim: DimDynamic = DimDynamic.DUCK,
        constraint_dim: Any = None,
        positive: bool | None = True,
        do_not_specialize_zero_one: bool = False,
        symbolic_context: Any = None,
    ) -> Any:
        """A symbol for a number of the example, or the number itself where it is to stay one.

        Args:
            val: The number in the example.
            source: Where it comes from; names the symbol.
            dynamic_dim: How it gets a symbol.
            constraint_dim: What is promised of it, a `StrictMinMaxConstraint` narrows its range.
            positive: Is it a size?  None: any number.
            do_not_specialize_zero_one: Do 0 and 1 get symbols, too?
            symbolic_context: The symbols that its sources already have.
        """
        if dynamic_dim is DimDynamic.UNBACKED:
            return self.create_unbacked_symint(source).node.expr
        keeps = self.settings.specialize_zero_one and not do_not_specialize_zero_one
        if dynamic_dim is DimDynamic.STATIC or (keeps and isinstance(val, int) and val in (0, 1)):
            return constant(val)
        shares = dynamic_dim is DimDynamic.DUCK and self.settings.duck_shape
        if shares and val in self.val_to_var:
            symbol = self.val_to_var[val]
        else:
            symbol = self._new_symbol(val, source, positive, keeps)
            if shares:
                self.val_to_var[val] = symbol
        sources = self.var_to_sources.setdefault(symbol, [])
        # Guards are evaluated on the first one: it must still be there.
        sources.insert(0 if sources and sources[0].is_ephemeral() else len(sources), source)
        self.source_to_var[source.name] = symbol
        if hasattr(constraint_dim, "vr"):
            self._set_range(symbol, constraint_dim.vr.ends)
        return symbol

    def _new_symbol(self, val: Any, source: Source, positive: bool | None, keeps: bool) -> Any:
        number = self._new_number(source.name)
        if isinstance(val, float):
            symbol = make_symbol(SymT.FLOAT, number, real=True)
            self._ranges[symbol] = (-math.inf, math.inf)
            self.backed_var_to_val[symbol] = val
            return symbol
        if positive:
            least = 2 if keeps else 0
            symbol = make_symbol(SymT.SIZE, number, integer=True, **{"positive" if least else "nonnegative": True})
            self._set_range(symbol, (least, math.inf))
        else:
            symbol = make_symbol(SymT.SIZE, number, integer=True)
            self._set_range(symbol, (-math.inf, math.inf))
        self.backed_var_to_val[symbol] = int(val)
        return symbol

    def create_unspecified_symbol(
        self,
        val: Any,
        source: Source,
        dynamic_dim: DimDynamic = DimDynamic.DUCK,
        constraint_dim: Any = None,
        symbolic_context: Any = None,
    ) -> Any:
        """A symbol for a number that is no size: it may be negative, 0 or 1."""
        return self.create_symbol(
            val, source, dynamic_dim, constraint_dim, positive=None, do_not_specialize_zero_one=True
        )

    def create_symintnode(self, sym: Any, *, hint: Any = None, source: Source | None = None) -> Any:
        """A symbol or expression as a SymInt; a number as an int."""
        return int(sym) if sym.is_Integer else SymInt(SymNode(sym, self, int, None if hint is None else int(hint)))

    def create_symfloatnode(self, sym: Any, *, hint: Any = None, source: Source | None = None) -> Any:
        """A symbol or expression as a SymFloat; a number as a float."""
        return float(sym) if sym.is_number else SymFloat(SymNode(sym, self, float, hint))

    def create_symboolnode(self, sym: Any) -> Any:
        """A condition as a SymBool."""
        return SymBool(SymNode(sym, self, bool))

    def create_unspecified_symint_and_symbol(
        self, value: int, source: Source, dynamic_dim: DimDynamic, excluded_value: int | None = None
    ) -> Any:
        """A SymInt for an integer that is no size."""
        return self.create_symintnode(self.create_unspecified_symbol(value, source, dynamic_dim), hint=value)

    # ---- what depends on data ----

    def create_unbacked_symint(self, source: Source | None = None) -> SymInt:
        """An integer that depends on data: ``u0``."""
        return SymInt(SymNode(self._fresh(), self, int))

    def create_unbacked_symfloat(self) -> SymFloat:
        """A real number that depends on data: ``zuf0``."""
        symbol = make_symbol(SymT.UNBACKED_FLOAT, self.unbacked_symfloat_counter, real=True)
        self.unbacked_symfloat_counter += 1
        self._remember_fresh(symbol)
        self._set_range(symbol, (-math.inf, math.inf))
        return SymFloat(SymNode(symbol, self, float))

    def create_unbacked_symbool(self) -> SymBool:
        """A truth value that depends on data: ``Eq(u0, 1)``."""
        symbol = self._fresh()
        self._set_range(symbol, (0, 1))
        return SymBool(SymNode(sympy.Equality(symbol, sympy.S.One, evaluate=False), self, bool))

    def _fresh(self) -> Any:
        symbol = make_symbol(SymT.UNBACKED_INT, self.unbacked_symint_counter, integer=True)
        self.unbacked_symint_counter += 1
        self._remember_fresh(symbol)
        self._set_range(symbol, (-math.inf, math.inf))
        return symbol

    def _remember_fresh(self, symbol: Any) -> None:
        if not self._ignores_fresh:
            self.pending_fresh_unbacked_symbols.append(symbol)

    @contextlib.contextmanager
    def ignore_fresh_unbacked_symbols(self) -> Iterator[None]:
        """Inside, new symbols for what depends on data need not appear in results."""
        self._ignores_fresh += 1
        try:
            yield
        finally:
            self._ignores_fresh -= 1

    # ---- tensors ----

    def create_symbolic_sizes_strides_storage_offset(
        self, ex: Any, source: Source, *, symbolic_context: Any = None
    ) -> tuple[tuple[Any, ...], tuple[Any, ...], Any]:
        """The sizes, strides and offset of a tensor as symbolic numbers.

        Args:
            ex: The example.
            source: Where it comes from.
            symbolic_context: Which of its numbers get symbols; by default all sizes, and strides as they follow.
                An example with symbols of this environment keeps them.
        """
        given = tuple(ex.size()), tuple(ex.stride()), ex.storage_offset()
        if any(getattr(one, "node", None) is not None and one.node.shape_env is self for one in (*given[0], *given[1])):
            return given
        numbers = [_hint(size) for size in given[0]], [_hint(step) for step in given[1]], _hint(given[2])
        context = symbolic_context or self._default_context(ex)
        return self.symbolic_geometry(*numbers, source, context)

    def symbolic_geometry(
        self, sizes: list[int], steps: list[int], offset: int, source: Source, context: Any
    ) -> tuple[tuple[Any, ...], tuple[Any, ...], Any]:
        """Sizes, strides and an offset as symbolic numbers."""
        made = []
        for at, size in enumerate(sizes):
            where = TensorPropertySource(source, TensorProperty.SIZE, at)
            made.append(
                self.create_symbol(
                    size, where, context.dynamic_sizes[at], context.constraint_sizes[at], symbolic_context=context
                )
            )
        strides = self._symbolic_strides(sizes, steps, made, source, context)
        where = TensorPropertySource(source, TensorProperty.STORAGE_OFFSET)
        start = self.create_symbol(offset, where, self._stride_kind(context), None) if offset else constant(0)
        hinted = [
            [self._number_for(expr, value) for expr, value in pairs]
            for pairs in (zip(made, sizes, strict=True), zip(strides, steps, strict=True), [(start, offset)])
        ]
        return tuple(hinted[0]), tuple(hinted[1]), hinted[2][0]

    def _number_for(self, expr: Any, value: int) -> Any:
        backed = not self.unbacked_in(expr)
        return self.create_symintnode(expr, hint=value if backed else None)

    def _default_context(self, ex: Any) -> StatelessSymbolicContext:
        """Symbols for all sizes, but those that `mark_static` names."""
        usual = DimDynamic.STATIC if self.settings.assume_static_by_default else DimDynamic.DUCK
        kinds = [usual] * len(ex.size())
        marks = (
            ("_dynamo_weak_dynamic_indices", DimDynamic.DUCK),
            ("_dynamo_dynamic_indices", DimDynamic.DYNAMIC),
            ("_dynamo_unbacked_indices", DimDynamic.UNBACKED),
            ("_dynamo_static_indices", DimDynamic.STATIC),
        )
        for attribute, kind in marks:
            for at in getattr(ex, attribute, None) or ():
                kinds[at] = kind
        return StatelessSymbolicContext(dynamic_sizes=kinds)

    @staticmethod
    def _stride_kind(context: Any) -> DimDynamic:
        """Numbers that do not follow from sizes: symbols, unless all sizes stay numbers."""
        is_static = all(kind is DimDynamic.STATIC for kind in context.dynamic_sizes)
        return DimDynamic.STATIC if is_static and context.dynamic_sizes else DimDynamic.DUCK

    def _symbolic_strides(
        self, sizes: list[int], steps: list[int], made: list[Any], source: Source, context: Any
    ) -> list[Any]:
        """Strides as products of sizes where the example agrees, else as symbols of their own."""
        found: list[Any] = [None] * len(steps)
        candidates: dict[int, Any] = {}

        def settle(at: int, expr: Any) -> None:
            found[at] = expr
            candidates.setdefault(sizes[at] * steps[at], made[at] * expr)

        for at, step in enumerate(steps):
            kind = context.dynamic_strides[at]
            if step in (0, 1) or kind is DimDynamic.STATIC:
                settle(at, constant(step))
        # From the inside out: each product of a size and its stride may be the next stride.
        for at in sorted(range(len(steps)), key=lambda one: (steps[one], -one)):
            if found[at] is not None:
                continue
            kind = context.dynamic_strides[at]
            if kind is DimDynamic.INFER_STRIDE and steps[at] in candidates:
                settle(at, candidates[steps[at]])
                continue
            where = TensorPropertySource(source, TensorProperty.STRIDE, at)
            kind = self._stride_kind(context) if kind is DimDynamic.INFER_STRIDE else kind
            settle(at, self.create_symbol(steps[at], where, kind, context.constraint_strides[at]))
        return found


def _hint(number: Any) -> int:
    """A number; of a symbolic one, which belongs to another environment, what it was made with: without a guard."""
    hint = getattr(getattr(number, "node", None), "hint", None)
    return int(number if hint is None else hint)
