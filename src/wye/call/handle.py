"""OperatorHandle: a defined operator as `find_schema_or_throw` returns it, with PyTorch's methods.

Cold path but for the calls that go through it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.registry.introspect import find_op_or_throw

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.call.op import OpOverload
    from wye.keys import DispatchKeySet
    from wye.schema import FunctionSchema

__all__ = ["OperatorHandle", "find_schema_or_throw"]


class OperatorHandle:
    """An operator that was defined when it was looked up; ``op`` is the callable itself."""

    __slots__ = ("op",)

    def __init__(self, op: OpOverload) -> None:
        self.op = op

    def schema(self) -> FunctionSchema:
        """The operator's schema."""
        return self.op.schema

    def debug(self) -> str:
        """Where it was defined."""
        return self.op.definition.debug

    def call_boxed(self, /, *args: Any, **kwargs: Any) -> Any:
        """Call the operator."""
        return self.op(*args, **kwargs)

    def redispatch_boxed(self, keyset: DispatchKeySet, /, *args: Any, **kwargs: Any) -> Any:
        """Run the kernel of the highest key in ``keyset``."""
        return self.op.redispatch(keyset, *args, **kwargs)

    def report_errors_to(self, callback: Callable[[str], Any]) -> None:
        """Tell ``callback`` the key before a call without kernel fails."""
        self.op.report_error = callback

    def __repr__(self) -> str:
        return f"<OperatorHandle {self.op.name()}>"


def find_schema_or_throw(name: str, overload: str = "") -> OperatorHandle:
    """The operator with this name and overload.

    Raises:
        OperatorNotFoundError: it is not defined; says so when only kernels are there.
    """
    return OperatorHandle(find_op_or_throw(name, overload))
