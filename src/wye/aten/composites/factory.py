"""Factories that take a tensor's dtype and device, written over those that do not, so that every backend has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules, shortcut
from wye.aten.metadata import (
    device_of,
    dtype_of,
    is_contiguous,
    layout_of,
    numel_of,
    reuse,
    stride_of,
)
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.values import DTYPES, LAYOUTS, MEMORY_FORMATS
from wye.tensors.dtypes import from_numpy_dtype
from wye.tensors.layout import known_equal, strides_like
from wye.tensors.meta_array import MetaArray
from wye.tensors.new_memory import fill_new
from wye.tensors.promotion import dtype_of_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

_CONTIGUOUS = MEMORY_FORMATS["contiguous_format"]


def _options(
    self: Any, dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: bool | None = None
) -> dict[str, Any]:
    """Options of a new tensor; those not given are taken from another tensor."""
    return {
        "dtype": dtype_of(self) if dtype is None else dtype,
        "layout": layout,
        "device": device_of(self) if device is None else device,
        "pin_memory": pin_memory,
    }


def _keeps_rows(self: Any, memory_format: Any) -> bool:
    """Is a tensor that looks like this one row-major?"""
    if memory_format is None or memory_format.name == "preserve_format":
        return known_equal(stride_of(self), _rows(self.shape))
    return bool(memory_format.name == "contiguous_format")


def _rows(shape: Sequence[int]) -> tuple[int, ...]:
    step, strides = 1, []
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


@EXPLICIT("empty_like")
@shortcut("empty_like")
def _empty_like(
    self: Any,
    *,
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool | None = None,
    memory_format: Any = None,
) -> Any:
    options = _options(self, dtype, layout, device, pin_memory)
    if _keeps_rows(self, memory_format):
        return aten.empty.memory_format([*self.shape], **options)
    if memory_format is None or memory_format.name == "preserve_format":
        return aten.empty_strided.default([*self.shape], [*strides_like(layout_of(self))], **options)
    return aten.empty.memory_format([*self.shape], **options, memory_format=memory_format)


@EXPLICIT("zeros_like")
@shortcut("zeros_like")
def _zeros_like(
    self: Any,
    *,
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool | None = None,
    memory_format: Any = None,
) -> Any:
    options = _options(self, dtype, layout, device, pin_memory)
    if _keeps_rows(self, memory_format):
        return aten.zeros.default([*self.shape], **options)
    with below_ad_inplace_or_view():  # a new tensor has version 0
        return aten.zero_.default(aten.empty_like.default(self, **options, memory_format=memory_format))


@EXPLICIT("full_like")
def _full_like(
    self: Any,
    fill_value: Any,
    *,
    dtype: Any = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool | None = None,
    memory_format: Any = None,
) -> Any:
    options = _options(self, dtype, layout, device, pin_memory)
    if _keeps_rows(self, memory_format):
        return aten.full.default([*self.shape], fill_value, **options)
    with below_ad_inplace_or_view():  # a new tensor has version 0
        return aten.fill_(aten.empty_like(self, **options, memory_format=memory_format), fill_value)


@EXPLICIT("ones_like")
@shortcut("ones_like")
def _ones_like(self: Any, **options: Any) -> Any:
    return _full_like(self, 1, **options)


def _new(factory: str, overload: str) -> Callable[..., Any]:
    """The rule of ``new_...``: the factory, with options that are not given taken from ``self``."""

    def rule(self: Any, *what: Any, **options: Any) -> Any:
        return getattr(getattr(aten, factory), overload)(*what, **_options(self, **options))

    rule.__name__ = rule.__qualname__ = f"_new_{factory}"
    return rule


for _factory in ("empty_strided", "ones", "full"):
    EXPLICIT[f"new_{_factory}"] = _new(_factory, "default")
EXPLICIT["new_zeros"] = shortcut("new_zeros")(_new("zeros", "default"))
EXPLICIT["new_empty"] = shortcut("new_empty")(_new("empty", "memory_format"))


@IMPLICIT("contiguous")
@shortcut("contiguous")
def _contiguous(self: Any, *, memory_format: Any = _CONTIGUOUS) -> Any:
    preserve = memory_format.name == "preserve_format"
    if is_contiguous(self, None if preserve or memory_format is _CONTIGUOUS else memory_format):
        return self
    if preserve:
        raise RuntimeError("preserve memory format is unsupported by the contiguous operator")
    return aten.clone.default(self, memory_format=memory_format)


@IMPLICIT("one_hot")
def _one_hot(self: Any, num_classes: int = -1) -> Any:
    if dtype_of(self).name != "int64":
        raise RuntimeError(f"one_hot is only applicable to index tensor of type LongTensor, not {dtype_of(self)}.")
    options = {"dtype": DTYPES["int64"], "layout": LAYOUTS["strided"], "device": device_of(self)}
    if not numel_of(self):
        if num_classes <= 0:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        return aten.empty.memory_format([*self.shape, num_classes], **options)
    if num_classes > 0 and type(getattr(self, "_data", None)) is MetaArray:  # there are no elements to look at
        classes = aten.arange.default(num_classes, **options)
        return aten._to_copy.default(aten.eq.Tensor(aten.unsqueeze.default(self, -1), classes), dtype=DTYPES["int64"])
    least, largest = (aten.item.default(one) for one in aten.aminmax.default(self))
    if least < 0:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1:
        num_classes = largest + 1
    elif num_classes < 1:
        raise RuntimeError("num_classes should be positive")
    elif num_classes <= largest:
        raise RuntimeError("Class values must be smaller than num_classes.")
    made = aten.zeros.default([*self.shape, num_classes], **options)
    return reuse(made, "scatter").value(made, -1, aten.unsqueeze.default(self, -1), 1)


# ---- for backends that make and fill memory, and have no factories of their own ----


def _filled(size: Sequence[int], value: Any, options: dict[str, Any]) -> Any:
    with below_ad_inplace_or_view():  # a new tensor has version 0
        return aten.fill_(aten.empty([*size], **options), value)


@EXPLICIT("zeros")
def _zeros(size: Sequence[int], **options: Any) -> Any:
    return _filled(size, 0, options)


@EXPLICIT("ones")
def _ones(size: Sequence[int], **options: Any) -> Any:
    return _filled(size, 1, options)


@EXPLICIT("full")
def _full(size: Sequence[int], fill_value: Any, *, dtype: Any = None, **options: Any) -> Any:
    of = from_numpy_dtype(dtype_of_number(fill_value)) if dtype is None else dtype
    return _filled(size, fill_value, {**options, "dtype": of})


@EXPLICIT("scalar_tensor")
def _scalar_tensor(s: Any, **options: Any) -> Any:
    return _filled([], s, options)


@IMPLICIT("empty.out")
def empty_out(size: Sequence[int], *, memory_format: Any = None, out: Any) -> Any:
    """Give a tensor this size; its elements have no particular value, unless new memory is to be filled."""
    if memory_format is not None:
        raise RuntimeError("'memory_format' argument is incompatible with 'out' tensor argument")
    filled = aten.resize_.default(out, size)
    if hasattr(filled, "_data"):
        fill_new(filled._data)
    return filled


@EXPLICIT("lift", "lift_fresh")
def _lift(self: Any) -> Any:
    return self
