"""FunctionalStep: one view operator between a functional tensor and its base, with views or with copies.

In: a base.  Out: the view of it, or the base that would show a changed view.  Runs below functionalization.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.aten.view_chain import ViewStep
from wye.call.packets import ops
from wye.registry import registry
from wye.registry.rules import find_rule, watch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wye.registry.entry import OperatorEntry

__all__ = ["INVERSE", "FunctionalStep", "copying", "showing"]

INVERSE: Final = "functionalize_inverse"  # on an operator's entry: what was derived from its rules
_NONE: Final[dict[str, Any]] = {}
_COPY: Final = "functionalize_copy"  # on an operator's entry: the operator that copies what it would show


def copying(op: Any) -> Callable[..., Any]:
    """What copies the elements that a view operator would show: ``select_copy.int`` for ``select.int``."""
    rules = op._entry.rules
    found: Callable[..., Any] | None = rules.get(_COPY)
    if found is None:
        found = rules[_COPY] = _find_copying(op)
    return found


def _find_copying(op: Any) -> Callable[..., Any]:
    name, dot, overload = op.name().partition(".")
    entry = registry.find(f"{name}_copy{dot}{overload}")
    if entry is not None:
        return entry.op

    def copy(*args: Any, **kwargs: Any) -> Any:
        shown = op(*args, **kwargs)
        clone: Any = ops.aten.clone.default
        return [clone(one) for one in shown] if isinstance(shown, list) else clone(shown)

    return copy


def showing(copies: bool) -> Callable[..., Any]:
    """How inverses of views call view operators: as they are, or the operators that copy instead."""
    return _show_copy if copies else _show


def _show(op: Any, /, *args: Any, **kwargs: Any) -> Any:
    return op(*args, **kwargs)


def _show_copy(op: Any, /, *args: Any, **kwargs: Any) -> Any:
    return copying(op)(*args, **kwargs)


class FunctionalStep(ViewStep):
    """One call of a view operator, without its base.

    Attributes:
        copies: Is a copy made instead of a view?
        is_multi: Is it one of several views that the call returns?
    """

    __slots__ = ("copies", "is_multi")

    def __init__(
        self,
        op: Any,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        output: int = 0,
        *,
        copies: bool,
        is_multi: bool = False,
    ) -> None:
        self.op, self.args, self.kwargs, self.output = op, tuple(args), dict(kwargs) if kwargs else _NONE, output
        self.copies, self.is_multi = copies, is_multi

    def forward(self, base: Any) -> Any:
        """The view of a base, or a copy of what it shows."""
        shown = (copying(self.op) if self.copies else self.op)(base, *self.args, **self.kwargs)
        return shown[self.output] if self.is_multi else shown

    def inverse(self, base: Any, changed: Any) -> Any:
        """The base that would show ``changed``."""
        rules = self.op._entry.rules
        found = rules.get(INVERSE)
        if found is None:
            found = rules[INVERSE] = _inverse_of(self)
        return found(self, base, changed)


def _inverse_of(step: FunctionalStep) -> Callable[..., Any]:
    """How a changed view of this operator goes back to its base."""
    rule = find_rule(step.op, "functionalize")
    if rule is not None:
        fn = rule.fn
        return lambda step, base, changed: fn(showing(step.copies), base, changed, *step.args, **step.kwargs)
    rule = find_rule(step.op, "views")
    if rule is None or step.has_many_outputs:
        return ViewStep.inverse
    fn = rule.fn
    return lambda step, base, changed: fn(base, changed, *step.args, **step.kwargs)


def _forget(entry: OperatorEntry) -> None:
    entry.rules.pop(INVERSE, None)


watch("functionalize", _forget)
watch("views", _forget)
