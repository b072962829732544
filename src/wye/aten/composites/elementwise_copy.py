"""Composites: choosing, filling, copying and converting elements, and parts of complex numbers."""

from __future__ import annotations

from typing import Any

from wye._engine import engine
from wye.aten.arrays.halves import MANY, converts_halves
from wye.aten.declare import Rules, shortcut
from wye.aten.metadata import device_of, dtype_of, is_complex, is_contiguous, is_on
from wye.call.guards import below_ad_inplace_or_view
from wye.call.packets import ops
from wye.schema.values import LAYOUTS
from wye.schema.values import device as device_type
from wye.schema.values import dtype as dtype_type
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype
from wye.tensors.layout import contiguous_strides
from wye.tensors.meta_array import MetaArray
from wye.tensors.numpy_engine import QUIET, np
from wye.tensors.promotion import result_type

__all__ = ["EXPLICIT", "IMPLICIT", "ON_TENSORS"]

IMPLICIT = Rules()
EXPLICIT = Rules()
ON_TENSORS = Rules()
_QUIET, _SAYS_NOTHING = QUIET
aten: Any = ops.aten
_STRIDED = LAYOUTS["strided"]

# ---- choosing ----


def _meet(tensor: Any, number: Any) -> dtype_type:
    """The dtype of an operation between a tensor and a number."""
    of = dtype_of(tensor)
    if of.is_floating_point and type(number) in (int, float, bool):
        return of
    return from_numpy_dtype(result_type(MetaArray(tuple(tensor.shape), to_numpy_dtype(dtype_of(tensor))), number))


def _as(tensor: Any, dtype: dtype_type) -> Any:
    return tensor if dtype_of(tensor) is dtype else aten.to.dtype(tensor, dtype)


def _scalar(value: Any, dtype: dtype_type, beside: Any) -> Any:
    return aten.scalar_tensor.default(value, dtype=dtype, layout=_STRIDED, device=device_of(beside))


@IMPLICIT("where.ScalarOther")
@shortcut("where_number_second", "where.self")
def where_scalar_other(condition: Any, self: Any, other: Any) -> Any:
    """``self`` where the condition holds, a number elsewhere."""
    dtype = _meet(self, other)
    second = _scalar(other, dtype, condition)
    return aten.where.self(condition, _as(self, dtype), second)


@IMPLICIT("where.ScalarSelf")
@shortcut("where_number_first", "where.self")
def where_scalar_self(condition: Any, self: Any, other: Any) -> Any:
    """A number where the condition holds, ``other`` elsewhere."""
    dtype = _meet(other, self)
    return aten.where.self(condition, _scalar(self, dtype, condition), _as(other, dtype))


@IMPLICIT("where.Scalar")
def where_scalars(condition: Any, self: Any, other: Any) -> Any:
    """One number where the condition holds, another one elsewhere."""
    dtype = from_numpy_dtype(result_type(self, other))
    second = _scalar(other, dtype, condition)
    return aten.where.self(condition, _scalar(self, dtype, condition), second)


@IMPLICIT("where")
def where_indices(condition: Any) -> Any:
    """Indices where the condition holds: one tensor for each dimension."""
    return aten.nonzero_numpy.default(condition)


# ---- filling ----


@EXPLICIT("masked_fill.Scalar", "masked_fill.Tensor")
def masked_fill(self: Any, mask: Any, value: Any) -> Any:
    """A copy with ``value`` where the mask is true."""
    mask, self = aten.broadcast_tensors([mask, self])
    return aten.masked_fill_(aten.clone(self), mask, value)


@EXPLICIT("fill.Scalar", "fill.Tensor")
def fill(self: Any, value: Any) -> Any:
    """A tensor like ``self`` whose elements are ``value``."""
    return aten.fill_(aten.empty_like(self), value)


@EXPLICIT("zero")
def zero(self: Any) -> Any:
    """A tensor like ``self`` whose elements are 0."""
    return aten.zero_(aten.empty_like(self))


# ---- converting ----


def _converted_in_rows(self: Any, dtype: dtype_type | None) -> Any:
    """A plain row-major tensor, converted by NumPy alone; None: the tensor is not of that kind."""
    data = self._data if type(self) is Tensor else None
    if type(data) is not np.ndarray or data.dtype.kind == "c" or not data.flags.c_contiguous or not data.size:
        return None
    if 1 in data.shape and data.strides != contiguous_strides(data.shape, data.itemsize):
        return None  # the strides of dimensions of size 1 count
    to = data.dtype if dtype is None else to_numpy_dtype(dtype)
    if data.size >= MANY and "e" in (data.dtype.char, to.char):
        made = np.empty(data.shape, to)
        if converts_halves(data, made):
            return engine.wrap(made)
    token = _QUIET.set(_SAYS_NOTHING)
    try:
        return engine.wrap(data.astype(to))
    finally:
        _QUIET.reset(token)


@EXPLICIT("_to_copy")
def to_copy(
    self: Any,
    *,
    dtype: dtype_type | None = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool | None = None,
    non_blocking: bool = False,
    memory_format: Any = None,
) -> Any:
    """A copy with another dtype, on another device or with other strides."""
    made = aten.empty_like.default(
        self, dtype=dtype, layout=layout, device=device, pin_memory=pin_memory, memory_format=memory_format
    )
    if device_of(made).type == "meta":
        return made
    if device_of(self).type == "meta":
        raise NotImplementedError("Cannot copy out of meta tensor; no data!")
    with below_ad_inplace_or_view():  # a new tensor has version 0
        return aten.copy_.default(made, self, non_blocking)


def _change_nothing(self: Any, options: dict[str, Any]) -> bool:
    """Do these options of a copy say what it is anyway?"""
    for name, value in options.items():
        if value is None or value is False or value is _STRIDED or (name == "device" and value is device_of(self)):
            continue
        return False
    return True


@ON_TENSORS("_to_copy")
def to_copy_of_tensor(self: Any, *, dtype: dtype_type | None = None, **options: Any) -> Any:
    """`to_copy` of a tensor with data, where only the dtype changes."""
    made = _converted_in_rows(self, dtype) if not options or _change_nothing(self, options) else None
    return to_copy(self, dtype=dtype, **options) if made is None else made


def _converted(
    self: Any,
    dtype: dtype_type | None,
    device: Any,
    non_blocking: bool,
    copy: bool,
    memory_format: Any,
    layout: Any = None,
    pin_memory: bool | None = None,
) -> Any:
    """The converted tensor; the tensor itself if nothing has to change."""
    same_place = device is None or is_on(self, device_type(device))
    same_order = memory_format is None or memory_format.name == "preserve_format" or is_contiguous(self, memory_format)
    if not copy and same_place and same_order and dtype in (None, dtype_of(self)):
        return self
    return aten._to_copy.default(
        self,
        dtype=dtype,
        layout=layout,
        device=device,
        pin_memory=pin_memory,
        non_blocking=non_blocking,
        memory_format=memory_format,
    )


@IMPLICIT("to.dtype")
def to_dtype(
    self: Any, dtype: dtype_type, non_blocking: bool = False, copy: bool = False, memory_format: Any = None
) -> Any:
    """The tensor with another dtype."""
    return _converted(self, dtype, None, non_blocking, copy, memory_format)


@IMPLICIT("to.device")
def to_device(
    self: Any, device: Any, dtype: dtype_type, non_blocking: bool = False, copy: bool = False, memory_format: Any = None
) -> Any:
    """The tensor on another device and with another dtype."""
    return _converted(self, dtype, device, non_blocking, copy, memory_format)


@IMPLICIT("to.other")
def to_other(self: Any, other: Any, non_blocking: bool = False, copy: bool = False, memory_format: Any = None) -> Any:
    """The tensor with the dtype and on the device of another one."""
    of, where = dtype_of(other), device_of(other)
    return _converted(self, of, where, non_blocking, copy, memory_format, _STRIDED, pin_memory=False)


@IMPLICIT("to.dtype_layout")
def to_dtype_layout(
    self: Any,
    *,
    dtype: dtype_type | None = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool | None = None,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: Any = None,
) -> Any:
    """The tensor with another dtype or on another device."""
    return _converted(self, dtype, device, non_blocking, copy, memory_format, layout, pin_memory)


@IMPLICIT("type_as")
def type_as(self: Any, other: Any) -> Any:
    """The tensor with the dtype and on the device of another one."""
    return _converted(self, dtype_of(other), device_of(other), False, False, None, _STRIDED)


# ---- complex numbers ----


@IMPLICIT("conj_physical")
def conj_physical(self: Any) -> Any:
    """The conjugate, computed at once."""
    return aten._conj_physical.default(self) if is_complex(self) else self


@EXPLICIT("conj_physical.out")
def conj_physical_out(self: Any, *, out: Any) -> Any:
    """Store the conjugate."""
    with below_ad_inplace_or_view():  # this call has counted the write
        return aten._conj_physical.out(self, out=out)
