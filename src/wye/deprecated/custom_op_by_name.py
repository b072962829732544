"""The functions of `torch._custom_ops`: the parts of a deprecated custom operator, registered by its name.

Cold path.  In: names and functions.  Out: registrations in the library of the operator's `CustomOp`.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from wye.deprecated.custom_op import (
    check_namespace,
    custom_op_from_function,
    custom_op_from_schema,
    find,
    find_or_adopt,
    keep,
    made,
    split_qualname,
)
from wye.library import features, register_fake
from wye.schema.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.deprecated.custom_op import CustomOp

__all__ = [
    "custom_op",
    "custom_op_object",
    "find_custom_op",
    "impl",
    "impl_abstract",
    "impl_backward",
    "impl_save_for_backward",
]

_TAGS = (Tag.needs_fixed_stride_order,)


def custom_op(qualname: str, func_or_schema: Callable[..., Any] | str | None = None) -> Any:
    """Define an operator by a function or a schema; what it does is registered by name."""
    check_namespace(split_qualname(qualname)[0])
    if isinstance(func_or_schema, str):
        keep(custom_op_from_schema(qualname, func_or_schema))
        return None

    def register(func: Any) -> Any:
        keep(custom_op_from_function(qualname, func, tags=_TAGS))
        return func

    return register if func_or_schema is None else register(func_or_schema)


def _part(qualname: str, method: str, *options: Any) -> Callable[[Any], Any]:
    def register(func: Any) -> Any:  # the operator need not be there before the function is
        return getattr(find_or_adopt(qualname), method)(*options)(func)

    return register


def impl(qualname: str, *, device_types: Any = ("cpu", "cuda"), func: Callable[..., Any] | None = None) -> Any:
    """Register what an operator does on some devices."""
    return features.decorator(func, _part(qualname, "impl", device_types))


def impl_abstract(qualname: str, *, func: Callable[..., Any] | None = None) -> Any:
    """Register what an operator does on tensors without data."""
    operator = made.get(qualname)
    return register_fake(qualname, func, lib=None if operator is None else operator._lib)  # it goes with its operator


def impl_save_for_backward(qualname: str, *, func: Callable[..., Any] | None = None) -> Any:
    """Register what an operator keeps for its gradients."""
    return features.decorator(func, _part(qualname, "impl_save_for_backward"))


def impl_backward(
    qualname: str, output_differentiability: Any = None, *, func: Callable[..., Any] | None = None
) -> Any:
    """Register an operator's gradients."""
    return features.decorator(func, _part(qualname, "impl_backward", output_differentiability))


def custom_op_object(qualname: str, manual_schema: str | None = None) -> Callable[[Any], CustomOp]:
    """A decorator that makes a `CustomOp`; its operator lives as long as the object."""
    warnings.warn(
        "torch._custom_op is deprecated, please use the equivalent torch.library API instead.",
        DeprecationWarning,
        stacklevel=2,
    )
    return lambda func: custom_op_from_function(qualname, func, manual_schema)


def find_custom_op(qualname: str, also_check_torch_library: bool = False) -> CustomOp:
    """The operator of this name; with True, also one that was defined elsewhere."""
    return (find_or_adopt if also_check_torch_library else find)(qualname)
