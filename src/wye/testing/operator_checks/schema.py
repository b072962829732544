"""test_schema: does an operator write to and return views of what its schema declares, and nothing else?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.testing.operator_checks.arguments import on_copies
from wye.testing.schema_check import SchemaCheckMode

if TYPE_CHECKING:
    from wye.call import OpOverload

__all__ = ["check_schema"]


@on_copies
def check_schema(op: OpOverload, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call the operator under `SchemaCheckMode`.

    Args:
        op: The operator.
        args: Its arguments by place.
        kwargs: Its arguments by name.

    Returns:
        What the operator returned; None for tensors without data, which are not checked.

    Raises:
        RuntimeError: it did what its schema does not say.
    """
    with SchemaCheckMode():
        return op(*args, **kwargs)
