"""Rules: what one family's file says about its operators.

A rule is a function under the name of an operator (``"add.Tensor"``).  Every feature keeps its rules in files of the
same family names, so the grid of operators and features is the tree of files; `wye.aten.grid` shows it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from wye.call.packets import ops

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Rules", "forward_to", "inverse_is", "shortcut"]

_F = TypeVar("_F", bound="Callable[..., Any]")


class Rules(dict[str, "Callable[..., Any]"]):
    """Functions by operator name.

    >>> KERNELS = Rules()
    >>> @KERNELS("neg")
    ... def neg(self):
    ...     return -self
    >>> sorted(KERNELS)
    ['neg']
    """

    def __call__(self, *names: str) -> Callable[[_F], _F]:
        """Decorate the rule of these operators."""

        def register(fn: _F) -> _F:
            for name in names:
                self[name] = fn
            return fn

        return register

    def __setitem__(self, name: str, fn: Callable[..., Any]) -> None:
        if name in self:
            raise ValueError(f"{name} has a rule already: {self[name]!r}")
        super().__setitem__(name, fn)


def shortcut(name: str, *uses: str) -> Callable[[_F], _F]:
    """Decorate a rule that has a shortcut in the engine.  See Note [Shortcuts are rules in C] (csrc/shortcuts.c).

    Args:
        name: The name of the shortcut in the engine.
        uses: The operators that a composite calls, in the engine's order.
    """

    def mark(fn: _F) -> _F:
        fn.shortcut = (name, *uses)  # type: ignore[attr-defined]
        return fn

    return mark


def inverse_is(name: str, how: str) -> Callable[[_F], _F]:
    """Decorate the rule of a view whose inverse is one operator, so that the engine can call that operator itself.

    Args:
        name: The operator, with its overload: ``"select_scatter"``.
        how: What it takes: "base" (the base, the changed view, the view's arguments), "shape" (the changed view, the
            sizes of the base) or "again" (the changed view, the view's arguments).
    """

    def mark(fn: _F) -> _F:
        fn.inverse_is = (name, ("base", "shape", "again").index(how) + 1)  # type: ignore[attr-defined]
        return fn

    return mark


def forward_to(target: str) -> Callable[..., Any]:
    """A rule that calls another operator, ``"div.Tensor"``, with the same arguments."""
    name, _, overload = target.partition(".")
    op: Any = None

    def forward(*args: Any, **kwargs: Any) -> Any:
        nonlocal op
        if op is None:  # at the first call: rules do not look operators up while their files are read
            op = getattr(getattr(ops.aten, name), overload or "default")
        return op(*args, **kwargs)

    return forward
