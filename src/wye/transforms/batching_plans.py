"""Batching rules as data: what becomes of each argument when the batch dimension goes to the front.

The engine interprets such plans in C; the rules that they stand for do the same in Python, and everything unusual.
A plan is computed from an operator's schema when its rule is first used.
"""

# Note [Plans of batching rules]
# A plan has one code for each positional argument of the operator that is called:
#   KEPT         as it is
#   DIM          a dimension of one example: counted from behind the batch dimension; None stays None
#   NEW_DIM      the same, where the result has one dimension more
#   DIMS         several of them, or one
#   DIMS_OR_ALL  the same; None or an empty list: all
#   ORDER        a permutation
#   SIZES        the shape of a view: the size of the batch comes first
#   EXPANDED     the sizes of an expanded tensor, which first gets the dimensions that are missing
#   PREFIXED     sizes that the dimensions among the arguments belong to
#   ALL          no argument of the call: all dimensions of the example
# The first argument is the tensor.  Where a plan does not apply, as for examples without dimensions, the rule runs.
# Broken by: changing a rule in Python that has a plan without changing the plan.
# Guarded by: tests/unit/transforms/test_batching_plans.py

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.call.packets import ops

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "ALL", "DIM", "DIMS", "DIMS_OR_ALL", "EXPANDED", "KEPT", "NEW_DIM", "ORDER", "PREFIXED", "SIZES", "plan_of",
    "planned", "prepare",
]  # fmt: skip

KEPT: Final = 0
DIM: Final = 1
NEW_DIM: Final = 2
DIMS: Final = 3
DIMS_OR_ALL: Final = 4
ORDER: Final = 5
SIZES: Final = 6
EXPANDED: Final = 7
PREFIXED: Final = 8
ALL: Final = 9

aten: Any = ops.aten


def planned(by_name: dict[str, int], target: Callable[[Any], Any] | None = None) -> Callable[[Any], Any]:
    """Decorate a rule of the grid that a plan stands for.

    Args:
        by_name: Codes of arguments; the others are kept.  See Note [Plans of batching rules].
        target: From the operator that is called to the one to call instead, with all dimensions as an argument more.
    """

    def mark(rule: Any) -> Any:
        rule.plan = by_name, target
        return rule

    return mark


def plan_of(op: Any, rule: Any) -> Any:
    """The engine's plan for a rule of an operator; None: it has none."""
    found: tuple[dict[str, int], Callable[[Any], Any] | None] | None = getattr(rule, "plan", None)
    if found is None:
        return None
    by_name, target = found
    schema = op.schema
    if any(a.kwarg_only and a.name in by_name for a in schema.arguments):
        return None
    positional = [a for a in schema.arguments if not a.kwarg_only]
    codes = [KEPT, *(by_name.get(a.name, KEPT) for a in positional[1:])]
    called = op if target is None else target(op)
    if called is None:
        return None
    if target is not None:
        codes.append(ALL)
    defaults = tuple(a.default_value if a.has_default_value() else None for a in called.schema.arguments)
    return engine.batching_plan(called, bytes(codes), defaults)


def prepare(info: type[tuple[Any, ...]]) -> None:
    """Give the engine the operators that plans call before their own, and the class of what rules are told."""
    engine.configure_batching(aten.view.default, aten.movedim.int, info)
