"""Both directions of a view operator: what it shows of a base, and what a changed view makes of the base.

In: a call of a view operator and a base.  Out: the view, or a new base.  Nothing is written to.
Used by layers that record how views were made.  See Note [The table of views].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.registry.rules import find_rule
from wye.schema.queries import is_tensorlist_like_type

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["ViewStep", "replay", "write_back"]

# Note [The table of views]
# A view operator is asked two things.  What does it show of a base?  The operator itself answers, so no table has that.
# Which base would have shown a changed view?  The column `views` of the grid answers: one rule per operator,
#   rule(base, changed, *args, **kwargs)            for an operator that returns a view
#   rule(base, changed, output, *args, **kwargs)    for one that returns a list of views; `output` is the place in it
# with the arguments of the operator after its base.  A rule calls operators only, so that it can be recorded,
# differentiated, batched and run on tensors without data; it writes to nothing, and its result may share memory with
# `changed`.  Where several elements of the view show one element of the base (`expand`, `unfold`), the one that differs
# from the base counts.  Where an operator may copy (`reshape`, `to`), the rule is for calls that gave a view.
# Broken by: a view operator without a rule; a rule that reads memory instead of calling operators.
# Guarded by: tests/unit/aten/test_views.py::test_every_view_operator_has_an_inverse_and_is_drawn_here


class ViewStep:
    """One call of a view operator, without its base.

    Example:
        >>> import wye
        >>> base = wye.zeros(2, 2)
        >>> row = ViewStep(wye.ops.aten.select.int, (0, 1))
        >>> row.inverse(base, row.forward(base) + 1).tolist()
        [[0.0, 0.0], [1.0, 1.0]]

    Attributes:
        op: The operator.
        args: Its arguments by place, after the base.
        kwargs: Its arguments by name.
        output: For an operator that returns a list of views: which of them.
    """

    __slots__ = ("args", "kwargs", "op", "output")

    def __init__(
        self, op: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None, output: int = 0
    ) -> None:
        self.op, self.args, self.kwargs, self.output = op, tuple(args), dict(kwargs or {}), output

    @property
    def has_many_outputs(self) -> bool:
        """Does the operator return a list of views?"""
        return is_tensorlist_like_type(self.op.schema.returns[0].type)

    def forward(self, base: Any) -> Any:
        """The view of a base."""
        shown = self.op(base, *self.args, **self.kwargs)
        return shown[self.output] if self.has_many_outputs else shown

    def inverse(self, base: Any, changed: Any) -> Any:
        """The base that would show ``changed``; elements that the view does not show are those of ``base``.

        Raises:
            RuntimeError: the operator has no inverse.
        """
        rule = find_rule(self.op, "views")
        if rule is None:
            raise RuntimeError(
                f"{self.op.name()} says how a view is made, and not what a changed view makes of its base: it has no "
                "rule 'views'"
            )
        if self.has_many_outputs:
            return rule.fn(base, changed, self.output, *self.args, **self.kwargs)
        return rule.fn(base, changed, *self.args, **self.kwargs)

    def __repr__(self) -> str:
        given = [*map(repr, self.args), *(f"{name}={value!r}" for name, value in self.kwargs.items())]
        which = f"[{self.output}]" if self.has_many_outputs else ""
        return f"<ViewStep {self.op.name()}({', '.join(['base', *given])}){which}>"


def replay(base: Any, steps: Sequence[ViewStep]) -> Any:
    """The view of a base that these steps lead to."""
    for step in steps:
        base = step.forward(base)
    return base


def write_back(base: Any, changed: Any, steps: Sequence[ViewStep]) -> Any:
    """The base that would show ``changed`` at the end of these steps."""
    shown = [base]
    for step in steps[:-1]:
        shown.append(step.forward(shown[-1]))
    for step, under in zip(reversed(steps), reversed(shown), strict=False):
        changed = step.inverse(under, changed)
    return changed
