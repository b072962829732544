"""Methods of `Array` that are more than the function of the same name."""

from __future__ import annotations

import operator
from math import prod
from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import Array
from wye.numpy.indexing import as_shape, cast_unsafe
from wye.tensors.dtypes import from_numpy_dtype

__all__ = ["OTHERS"]


def _astype(
    self: Any, dtype: Any, order: str = "K", casting: Any = "unsafe", subok: bool = True, copy: bool = True
) -> Any:
    """The elements in another dtype."""
    wanted = np.dtype(dtype)
    if not np.can_cast(self.dtype, wanted, casting):
        raise TypeError(f"Cannot cast array data from {self.dtype!r} to {wanted!r} according to the rule '{casting}'")
    if wanted != self.dtype:
        return Array(cast_unsafe(self._tensor, wanted))
    return Array(self._tensor.clone()) if copy else self


def _copy(self: Any, order: str = "C") -> Any:
    """The same elements in memory of their own."""
    return np.copy(self, order=order)  # type: ignore[call-overload]


def _fill(self: Any, value: Any) -> None:
    """Write one number to all elements."""
    self[...] = value


def _view(self: Any, dtype: Any = None, type: Any = None) -> Any:
    """The same memory, also as another dtype."""
    if dtype is None or dtype in (np.ndarray, Array):
        return Array(self._tensor.view_as(self._tensor))
    return Array(self._tensor.view(from_numpy_dtype(np.dtype(dtype))))


def _flatten(self: Any, order: Any = "C") -> Any:
    """A copy of the elements in one dimension."""
    seen: Any = np.ravel(self, order)
    return Array(seen._tensor.clone())


def _reshape(self: Any, *shape: Any, order: Any = "C", copy: Any = None) -> Any:
    """The elements in another shape."""
    given: Any = shape[0] if len(shape) == 1 else shape
    return np.reshape(self, given, order=order) if copy is None else np.reshape(self, given, order=order, copy=copy)


def _transpose(self: Any, *axes: Any) -> Any:
    """The dimensions in another order."""
    if not axes or axes == (None,):
        return np.transpose(self)
    if len(axes) > 1:
        return np.transpose(self, axes)
    try:
        return np.transpose(self, (operator.index(axes[0]),))
    except TypeError:
        return np.transpose(self, axes[0])


def _sort(self: Any, axis: int = -1, kind: Any = None, order: Any = None, *, stable: bool | None = None) -> None:
    """Put the elements in order, in place."""
    self[...] = np.sort(self, axis=axis, kind=kind, order=order, stable=stable)


def _partition(self: Any, kth: Any, axis: int = -1, kind: Any = "introselect", order: Any = None) -> None:
    """Put the smallest elements first, in place."""
    self[...] = np.partition(self, kth, axis=axis, kind=kind, order=order)


def _put(self: Any, indices: Any, values: Any, mode: Any = "raise") -> None:
    """Write values to places of the elements in a row."""
    np.put(self, indices, values, mode)


def _conjugate(self: Any) -> Any:
    """The complex conjugates."""
    return np.conjugate(self)


def _clip(self: Any, min: Any = None, max: Any = None, out: Any = None, **options: Any) -> Any:
    """The elements, none below ``min`` nor above ``max``."""
    return np.clip(self, min, max, out=out, **options)


def _compress(self: Any, condition: Any, axis: Any = None, out: Any = None) -> Any:
    """The parts along an axis for which a condition holds."""
    return np.compress(condition, self, axis=axis, out=out)


def _resize(self: Any, *new_shape: Any, refcheck: bool = True) -> None:
    """Another shape and size, in place: elements are cut off, or zeros added; views of the array keep the old ones.

    Raises:
        ValueError: the array is a view.
    """
    given: Any = new_shape[0] if len(new_shape) == 1 else new_shape
    shape = as_shape(given if given is not None else self.shape)
    if any(size < 0 for size in shape):
        raise ValueError("negative dimensions are not allowed")
    tensor = self._tensor
    if tensor._is_view():
        raise ValueError("cannot resize this array: it does not own its data")
    size = prod(shape)
    flat = tensor.reshape(-1)[:size]
    missing = size - flat.shape[0]
    made = ops.aten.cat.default([flat, flat.new_zeros((missing,))], 0) if missing else flat.clone()
    self._tensor = made.reshape(shape)


def _setflags(self: Any, write: Any = None, align: Any = None, uic: Any = None) -> None:
    """Taken where it changes nothing: arrays can be written to.

    Raises:
        ValueError: it would change something.
    """
    if write is False or (write == 0 and write is not None) or uic:
        raise ValueError("arrays of wye can always be written to: give x.copy() away instead")


def _to_device(self: Any, device: Any, /, stream: Any = None) -> Any:
    """The array on a device: there is the one it is on."""
    if str(device) != self.device:
        raise ValueError(f"device={device!r}: arrays are on {self.device!r}")
    return self


def _delete(self: Any, index: Any) -> None:
    raise ValueError("cannot delete array elements")


def _deepcopy(self: Any, memo: Any) -> Any:
    return _copy(self, "K")


OTHERS: Final[dict[str, Any]] = {
    "astype": _astype, "clip": _clip, "compress": _compress, "conj": _conjugate, "conjugate": _conjugate, "copy": _copy,
    "fill": _fill, "flatten": _flatten, "partition": _partition, "put": _put, "reshape": _reshape, "resize": _resize,
    "setflags": _setflags, "sort": _sort, "to_device": _to_device, "transpose": _transpose, "view": _view,
    "__copy__": _copy, "__deepcopy__": _deepcopy, "__delitem__": _delete,
}  # fmt: skip
