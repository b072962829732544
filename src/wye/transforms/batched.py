"""Batched tensors: what a function sees under vmap, one example of a tensor that holds all of them.

A batched tensor is a plain `Tensor` whose array is a `BatchedArray`: the tensor inside, which of its dimensions is the
batch, and the level of the vmap.  Its metadata are those of one example; its elements cannot be read.
"""

from __future__ import annotations

from textwrap import indent
from typing import Any, Final

from wye._engine import engine
from wye.keys import FUNCTION, DispatchKeySet
from wye.tensors import Tensor
from wye.tensors.dense import CPU, keys_for_device
from wye.tensors.wrapped_array import WrappedArray

__all__ = ["ADDED_KEYS", "REMOVED_KEYS", "BatchedArray", "batch", "batched_at", "is_batched"]

ADDED_KEYS: Final = DispatchKeySet("FuncTorchBatched")
# Keys that say how a tensor's own class or elements are handled: calls on the tensor inside come to them.
REMOVED_KEYS: Final = DispatchKeySet(
    "Python", "PythonTLSSnapshot", "ZeroTensor", "FuncTorchGradWrapper", "Functionalize"
) | FUNCTION  # fmt: skip


class BatchedArray(WrappedArray):
    """Stands for the array of a batched tensor: the shape and strides of one example.

    Attributes:
        inner: The tensor with all examples.
        dim: Its batch dimension, counted from the front.
        level: Of the vmap.
    """

    __slots__ = ()
    is_batch = True
    place = "under vmap transform"

    def __init__(self, inner: Any, dim: int, level: int) -> None:
        self.inner, self.dim, self.level = inner, dim, level

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of one example."""
        sizes, dim = tuple(self.inner.shape), self.dim
        return sizes[:dim] + sizes[dim + 1 :]

    @property
    def steps(self) -> tuple[int, ...]:
        """The elements to step over to the next one in each dimension of one example."""
        steps, dim = tuple(self.inner.stride()), self.dim
        return steps[:dim] + steps[dim + 1 :]

    @property
    def ndim(self) -> int:
        """The number of dimensions of one example."""
        return int(self.inner.ndim) - 1

    def around(self, inner: Any) -> Any:
        """Another tensor as a batch of the same level."""
        return batch(inner, self.dim, self.level)

    def text(self) -> str:
        """The tensor as `repr` shows it."""
        return f"BatchedTensor(lvl={self.level}, bdim={self.dim}, value=\n{indent(repr(self.inner), '    ')}\n)"


_wrap: Final = engine.wrap
_PLAIN: Final = keys_for_device(CPU)
_PLAIN_OUTSIDE: Final = _PLAIN | ADDED_KEYS
_keys_outside: dict[Any, Any] = {}  # keys of the tensor inside -> keys of the batched one


def batch(inner: Any, dim: int, level: int) -> Any:
    """A batched tensor.

    Args:
        inner: The tensor with all examples.
        dim: Its batch dimension, counted from the front.
        level: Of the vmap.
    """
    keys = inner._keys
    if keys == _PLAIN:
        return _wrap(BatchedArray(inner, dim, level), Tensor, _PLAIN_OUTSIDE)
    outside = _keys_outside.get(keys)
    if outside is None:
        outside = _keys_outside[keys] = (keys - REMOVED_KEYS) | ADDED_KEYS
    made = _wrap(BatchedArray(inner, dim, level), Tensor, outside)
    if inner._device is not CPU:
        made._device = inner._device
    return made


def is_batched(value: Any) -> bool:
    """Is it a batched tensor, of any level?"""
    return isinstance(value, Tensor) and type(value._data) is BatchedArray


def batched_at(value: Any, level: int) -> BatchedArray | None:
    """The tensor inside and its batch dimension, if it is a tensor batched at this level."""
    if isinstance(value, engine.TensorBase):
        data = value._data
        if type(data) is BatchedArray and data.level == level:
            return data
    return None
