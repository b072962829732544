"""auto_functionalized: call an operator that writes to its arguments as if it did not.

Warm: the arguments that are written to are copied, the operator writes to the copies, and these are returned after
what it returns.  So a program of calls that write becomes one of calls that only compute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.call import OpOverload
from wye.errors import UnsuitableOperatorError
from wye.higher_order.operator import HigherOrderOperator
from wye.keys import DispatchKey
from wye.library.tags import written
from wye.registry import entry_of
from wye.schema.queries import is_tensor_like_type, is_tensorlist_like_type
from wye.schema.tags import Tag
from wye.schema.types import NONE, TensorType
from wye.tensors import Tensor, from_numpy, tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.schema import FunctionSchema
    from wye.schema.types import Type

__all__ = [
    "AutoFunctionalized",
    "auto_functionalized",
    "can_auto_functionalize",
    "check_suitable",
    "copy_of",
    "get_mutable_args",
    "get_mutable_args_from_schema",
    "why_not",
]

_BUILTIN_NAMESPACES: Final = frozenset(
    ["aten", "prim", "prims"]
)  # they may do more to an argument than write to its data


def get_mutable_args_from_schema(schema: FunctionSchema) -> tuple[list[str], list[Type]]:
    """The names and types of the arguments that are written to."""
    writes = written(schema)
    return [argument.name for argument in writes], [argument.type for argument in writes]


def get_mutable_args(op: OpOverload) -> tuple[list[str], list[Type]]:
    """The names and types of the arguments that an operator writes to."""
    return get_mutable_args_from_schema(op.schema)


def can_auto_functionalize(op: object) -> bool:
    """Can `auto_functionalized` call it?

    It can when the operator is not built in, writes only to tensors and lists of tensors, has no kernel of its own
    at Functionalize, and returns nothing or new tensors; with the tags `inplace` and `out` what they say.
    """
    return isinstance(op, OpOverload) and why_not(op) is None


def why_not(op: OpOverload) -> str | None:
    """The reason why not, as text; None if it can."""
    schema = op.schema
    if op.namespace in _BUILTIN_NAMESPACES:
        return "it is built in"
    if not schema.is_mutable:
        return "it writes to none of its arguments"
    for argument in written(schema):
        if not (is_tensor_like_type(argument.type) or is_tensorlist_like_type(argument.type)):
            return f"it writes to {argument.name}, which is neither a tensor nor a list of tensors"
    if [returned.type for returned in schema.returns] == [NONE]:
        return None
    if Tag.out not in op.tags and Tag.inplace not in op.tags and (reason := _why_not_returned(schema)):
        return reason
    return "it has a kernel of its own at Functionalize" if DispatchKey.Functionalize in entry_of(op).kernels else None


def _why_not_returned(schema: FunctionSchema) -> str | None:
    for returned in schema.returns:
        if returned.alias_info is not None:
            return "it returns an argument, and has not the tag inplace or out that says so"
        if type(returned.type) is not TensorType:
            return f"it returns {returned.type.str()}, not Tensor"
    return None


def check_suitable(op: Any) -> None:
    """Refuse an operator that cannot be called without its writes.

    Raises:
        UnsuitableOperatorError: it is one.
    """
    if not can_auto_functionalize(op):
        reason = why_not(op) if isinstance(op, OpOverload) else "it is not an operator overload"
        raise UnsuitableOperatorError(f"Cannot auto-functionalize op {op}: {reason}")


class AutoFunctionalized(HigherOrderOperator):
    """``auto_functionalized(op, **arguments)`` gives ``(results..., copies of what was written to...)``."""

    def __init__(self) -> None:
        super().__init__("auto_functionalized", cacheable=True)

    def __call__(self, _mutable_op: Any, /, **kwargs: Any) -> tuple[Any, ...]:
        """Call an operator without letting it write to its arguments.

        Args:
            _mutable_op: The operator; see `can_auto_functionalize`.
            **kwargs: All its arguments, by name.

        Raises:
            UnsuitableOperatorError: the operator cannot be called like this.
        """
        check_suitable(_mutable_op)
        result: tuple[Any, ...] = super().__call__(_mutable_op, **kwargs)
        return result


auto_functionalized: Final = AutoFunctionalized()
auto_functionalized.fallthrough("AutogradCPU")
auto_functionalized.fallthrough("AutogradCUDA")


@auto_functionalized.py_impl("CompositeExplicitAutograd")
def _run(
    _mutable_op: OpOverload, /, _only_clone_these_tensors: Sequence[str] | None = None, **kwargs: Any
) -> tuple[Any, ...]:
    """Call the operator with copies.

    Args:
        _mutable_op: The operator.
        _only_clone_these_tensors: The arguments to copy; a compiler knows which of the others are not used later.
        **kwargs: Its arguments.
    """
    copies = []
    for name in get_mutable_args(_mutable_op)[0]:
        value = kwargs.get(name)  # left out: None by default, or missing, which the operator reports
        if _only_clone_these_tensors is None or name in _only_clone_these_tensors:
            value = copy_of(value)
        if name in kwargs:
            kwargs[name] = value
        copies.append(value)
    result = _mutable_op(**kwargs)
    return (*result, *copies) if isinstance(result, tuple) else (result, *copies)


def copy_of(value: Any) -> Any:
    """A tensor or array with the same numbers in memory of its own; lists element by element, None unchanged."""
    if value is None:
        return None
    if isinstance(value, (list, tuple)):
        return [copy_of(item) for item in value]
    clone: Callable[[], Any] | None = getattr(value, "clone", None)
    if clone is not None:
        return clone()
    if not isinstance(value, Tensor):
        return value.copy()
    if value.device.type == "meta":
        import numpy as np  # here: only tensors that cannot copy themselves need it

        return tensor(np.empty(value.shape), dtype=value.dtype, device=value.device)
    return from_numpy(value.numpy().copy())
