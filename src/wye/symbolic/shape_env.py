"""ShapeEnv: the environment of symbolic sizes.  It makes symbols, and is what the parts below know together.

Layers: `knowledge` (what is known), `guarding` (guards), `symbols` (making them), `checking` (do inputs pass the
guards?).
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import wye.shown as shown
from wye.symbolic.checking import Checking
from wye.symbolic.symbols import Settings, Symbols

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ShapeEnv"]

_numbers = itertools.count()


class ShapeEnv(Symbols, Checking):
    """Symbols for sizes, what is known of them, and the guards under which that is so.

    Args:
        should_record_events: Accepted.
        tracked_fakes: Accepted.
        options: `Settings`: ``duck_shape`` (equal sizes share a symbol), ``specialize_zero_one`` (sizes 0 and 1 stay
            numbers), ``assume_static_by_default``, ``allow_scalar_outputs``, ``allow_dynamic_output_shape_ops``.

    Example:
        >>> from wye.symbolic import ConstantSource
        >>> env = ShapeEnv()
        >>> n = env.create_symintnode(env.create_symbol(4, ConstantSource("n")), hint=4)
        >>> n * 2 + 1, bool(n > 3), env.guards[0].expr
        (2*s69 + 1, True, s69 > 3)
    """

    def __init__(
        self, *, should_record_events: bool | None = None, tracked_fakes: list[Any] | None = None, **options: Any
    ) -> None:
        super().__init__()
        self.settings = Settings(**options)
        self.tracked_fakes = tracked_fakes
        self.fake_tensor_cache: dict[Any, Any] = {}
        self._number = next(_numbers)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in Settings.__slots__:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return getattr(self.settings, name)

    def __repr__(self) -> str:
        module = "torch.fx.experimental.symbolic_shapes" if shown.package == "torch" else type(self).__module__
        return f"<{module}.{type(self).__name__} object at {id(self):#x}>"

    @property
    def var_to_val(self) -> dict[Any, Any]:
        """Symbol -> its value in the example."""
        return self.backed_var_to_val

    def size_hint(self, expr: Any, *, allow_none: bool = False) -> Any:
        """The value of an expression for the example.

        Raises:
            GuardOnDataDependentSymNode: it depends on data, and ``allow_none`` is false.
        """
        value = self.hint_of(expr)
        if value is None and not allow_none:
            raise self._data_dependent(self.replace(expr), expr)
        return value

    def has_guarding_hint(self, expr: Any) -> bool:
        """Is there a value for the example?"""
        return self.hint_of(expr) is not None

    def guarding_hint_or_throw(self, expr: Any) -> Any:
        """The value for the example.

        Raises:
            GuardOnDataDependentSymNode: it depends on data.
        """
        return self.size_hint(expr)

    def optimization_hint(self, expr: Any, fallback: int | None = None) -> Any:
        """A likely value: that of the example, or ``fallback``."""
        value = self.hint_of(expr)
        return fallback if value is None else value

    def is_unbacked_symint(self, symbol: Any) -> bool:
        """Has a symbol no value in the example?"""
        return symbol not in self.backed_var_to_val and symbol in self.var_to_range

    def evaluate_sym_node(self, sym_node: Any, size_oblivious: bool = False, fallback_value: Any = None) -> Any:
        """The value of a node; makes a guard where it was not known."""
        return self.evaluate_expr(sym_node.expr, sym_node._hint, None, size_oblivious, fallback_value)

    def check_equal(self, other: ShapeEnv) -> None:
        """Do two environments have the same symbols and guards?

        Raises:
            AssertionError: they do not.
        """
        read: list[Callable[[ShapeEnv], Any]] = [
            lambda env: [guard.expr for guard in env.guards],
            lambda env: env.replacements,
            lambda env: env.var_to_range,
            lambda env: env.backed_var_to_val,
        ]
        for one in read:
            if one(self) != one(other):
                raise AssertionError(f"environments differ: {one(self)} and {one(other)}")

    def cleanup(self) -> None:
        """Forget what answers were computed from; they are computed again when they are needed."""
        self._memo.clear()
        self._bounds.clear()
        self._expressions.clear()
