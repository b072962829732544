"""Operators of programs under functionalization: those that write go through `auto_functionalized`.

Cold path, but for the handlers that it makes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.higher_order.auto_functionalize import can_auto_functionalize
from wye.schema.queries import pair_with_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.functionalization.wrapper import Owner

__all__ = ["custom_handler", "has_alias", "refusal"]


def has_alias(op: Any) -> bool:
    """Does an operator write to an argument, or return one or a view of one?"""
    schema = op.schema
    return any(a.alias_info is not None for a in (*schema.arguments, *schema.returns))


def refusal(op: Any) -> RuntimeError:
    """The error for an operator of which nothing says what it would write."""
    return RuntimeError(
        f"Found a custom (non-ATen) operator whose output has alias annotations: {op.schema}. We only support "
        "functionalizing operators whose outputs do not have alias annotations (e.g. 'Tensor(a)' is a Tensor with an "
        "alias annotation whereas 'Tensor' is a Tensor without. The '(a)' is the alias annotation). The alias "
        "annotation specifies that the output Tensor shares storage with an input that has the same annotation. Please "
        "check if (1) the output needs to be an output (if not, don't return it), (2) if the output doesn't share "
        "storage with any inputs, then delete the alias annotation. (3) if the output indeed shares storage with an "
        "input, then add a .clone() before returning it to prevent storage sharing and then delete the alias "
        "annotation. Otherwise, please file an issue on GitHub."
    )


def custom_handler(op: Any, plain: Callable[..., Any], write_with: Callable[..., Any]) -> Callable[..., Any]:
    """What a call of a program's operator does.

    Args:
        op: The operator.
        plain: The handler of operators that neither write nor make views.
        write_with: Makes the handler of an operator that writes, from a function that computes the values.
    """
    if not has_alias(op):
        return plain
    if can_auto_functionalize(op):
        return write_with(op, _without_writes(op))  # type: ignore[no-any-return]

    def refuse(owner: Owner, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        raise refusal(op)

    return refuse


def _without_writes(op: Any) -> Callable[..., Any]:
    """The results of an operator, then the values that it would have written."""
    from wye.higher_order.auto_functionalize import auto_functionalized  # here: the operator, not the module, is meant

    schema = op.schema

    def compute(*args: Any, **kwargs: Any) -> Any:
        by_name = {argument.name: value for argument, value in pair_with_values(schema, args, kwargs)}
        made = auto_functionalized(op, **by_name)
        return made if schema.returns else made[1:]

    return compute
