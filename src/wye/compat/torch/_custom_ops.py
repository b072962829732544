"""`torch._custom_ops`: operators whose parts are registered one after the other.  Aliases only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.deprecated import custom_op as _deprecated
from wye.deprecated.custom_op import destroy as _destroy
from wye.library import get_ctx, register_fake
from wye.library.features import decorator as _decorator
from wye.schema.tags import Tag as _Tag

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["_destroy", "custom_op", "get_ctx", "impl", "impl_abstract", "impl_backward", "impl_save_for_backward"]

_TAGS = (_Tag.needs_fixed_stride_order,)


def custom_op(qualname: str, func_or_schema: Callable[..., Any] | str | None = None) -> Any:
    _deprecated.check_namespace(_deprecated.split_qualname(qualname)[0])
    if isinstance(func_or_schema, str):
        _deprecated.keep(_deprecated.custom_op_from_schema(qualname, func_or_schema))
        return None

    def register(func: Any) -> Any:
        _deprecated.keep(_deprecated.custom_op_from_function(qualname, func, tags=_TAGS))
        return func

    return register if func_or_schema is None else register(func_or_schema)


def _part(qualname: str, method: str, *options: Any) -> Callable[[Any], Any]:
    def register(func: Any) -> Any:  # the operator need not be there before the function is
        return getattr(_deprecated.find_or_adopt(qualname), method)(*options)(func)

    return register


def impl(qualname: str, *, device_types: Any = ("cpu", "cuda"), func: Callable[..., Any] | None = None) -> Any:
    return _decorator(func, _part(qualname, "impl", device_types))


def impl_abstract(qualname: str, *, func: Callable[..., Any] | None = None) -> Any:
    operator = _deprecated.made.get(qualname)
    return register_fake(qualname, func, lib=None if operator is None else operator._lib)  # it goes with its operator


def impl_save_for_backward(qualname: str, *, func: Callable[..., Any] | None = None) -> Any:
    return _decorator(func, _part(qualname, "impl_save_for_backward"))


def impl_backward(
    qualname: str, output_differentiability: Any = None, *, func: Callable[..., Any] | None = None
) -> Any:
    return _decorator(func, _part(qualname, "impl_backward", output_differentiability))
