"""Lazy conjugate and negative views, and zero tensors that store one element."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.aten.declare import Rules
from wye.aten.metadata import has_unstored_zeros, is_complex, is_conj, is_neg
from wye.call.packets import ops
from wye.keys import DispatchKeySet
from wye.schema.values import device as device_type
from wye.tensors import Tensor
from wye.tensors.dense import CPU
from wye.tensors.dtypes import get_default_dtype, to_numpy_dtype
from wye.tensors.meta_array import MetaArray, restride

if TYPE_CHECKING:
    from wye.schema.values import dtype as dtype_type

__all__ = ["EXPLICIT", "IMPLICIT", "ON_TENSORS"]

IMPLICIT = Rules()
EXPLICIT = Rules()
ON_TENSORS = Rules()
aten: Any = ops.aten
_CONJUGATE: Final = DispatchKeySet("Conjugate")
_NEGATIVE: Final = DispatchKeySet("Negative")
_ZERO: Final = DispatchKeySet("ZeroTensor")


def _with_bit_flipped(tensor: Any, bit: DispatchKeySet) -> Any:
    view = Tensor._view_of(tensor, tensor._data)
    view._keys = DispatchKeySet.raw(view._keys.bits ^ bit.bits)
    return view


@EXPLICIT("_conj")
def conj_view(self: Any) -> Any:
    """A view that conjugates lazily."""
    if not is_complex(self):
        raise RuntimeError("_conj() takes a tensor of complex numbers")
    return _with_bit_flipped(self, _CONJUGATE) if isinstance(self, Tensor) else aten.conj_physical.default(self)


@EXPLICIT("_neg_view")
def neg_view(self: Any) -> Any:
    """A view that negates lazily."""
    return _with_bit_flipped(self, _NEGATIVE) if isinstance(self, Tensor) else aten.neg.default(self)


@EXPLICIT("_conj_copy")
def conj_copy(self: Any) -> Any:
    """The conjugate, computed."""
    if not is_complex(self):
        raise RuntimeError("_conj_copy() takes a tensor of complex numbers")
    return aten.conj_physical.default(self)


@EXPLICIT("_neg_view_copy")
def neg_view_copy(self: Any) -> Any:
    """The negative, computed."""
    return aten.neg.default(self)


@IMPLICIT("conj")
def conj(self: Any) -> Any:
    """The conjugate, without computing it."""
    return aten._conj.default(self) if is_complex(self) else self


@IMPLICIT("resolve_conj")
def resolve_conj(self: Any) -> Any:
    """The tensor itself, or a copy in which the lazy operation has been carried out."""
    return aten.clone.default(self) if is_conj(self) else self


@IMPLICIT("resolve_neg")
def resolve_neg(self: Any) -> Any:
    """The tensor itself, or a copy in which the lazy operation has been carried out."""
    return aten.clone.default(self) if is_neg(self) else self


@IMPLICIT("_is_zerotensor")
def is_zero_tensor(self: Any) -> bool:
    """Are all its elements zero without being stored?"""
    return has_unstored_zeros(self)


@ON_TENSORS("_efficientzerotensor")
def zero_tensor(
    size: list[int],
    *,
    dtype: dtype_type | None = None,
    layout: Any = None,
    device: Any = None,
    pin_memory: bool | None = None,
) -> Any:
    """Zeros of any size in the memory of one element."""
    from wye.tensors.numpy_engine import np  # here: only programs with tensors need NumPy

    of, where = to_numpy_dtype(dtype or get_default_dtype()), device_type(device or CPU)
    blank = MetaArray(tuple(size), of)
    array = blank if where.type == "meta" else restride(np.zeros((), of), blank.shape, (0,) * len(size))
    made = Tensor._over(array, CPU if where.type == "cpu" else where)
    made._keys = made._keys | _ZERO
    return made
