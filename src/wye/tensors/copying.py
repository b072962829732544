"""Copies and pickles of tensors.

Tensors that share memory share it in their copies too, within one `copy.deepcopy` or one pickle: what is copied is
their storage, and each tensor is made again over it.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Final

from wye.keys import DispatchKeySet
from wye.modes import function as functions
from wye.modes.function import run_without_functions
from wye.modes.python_key import plain_types
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from wye.schema.values import device
    from wye.tensors.dense import Tensor
    from wye.tensors.storage import Storage

__all__ = ["Copying"]

_LAZY: Final = DispatchKeySet("Conjugate", "Negative", "ZeroTensor")
_OWN: Final = frozenset(("_device", "grad"))  # attributes that are part of the tensor


def _rebuild(
    cls: Any, memory: Storage | MetaArray, look: tuple[Any, ...], device: device, lazy: int, requires_grad: bool
) -> Tensor:
    """A tensor over a storage, as pickles have it.

    Args:
        cls: The class to make.
        memory: The storage; the whole description where there is no data.
        look: Dtype, shape, strides and offset in bytes.
        device: Where it is.
        lazy: The bits of the keys for conjugates, negatives and zeros.
        requires_grad: Are gradients computed for it?
    """
    if isinstance(memory, MetaArray):
        made: Tensor = cls._over(memory, device)
    else:
        dtype, shape, strides, offset = look
        seen = memory._array(to_numpy_dtype(dtype), shape, strides, offset)
        made = cls._over(seen, device)
        made._show(seen, memory)
    made._keys = made._keys | DispatchKeySet.raw(lazy)
    if requires_grad:
        made._requires_grad = True
    return made


def _of_class_of(tensor: Tensor, made: Any, kind: str, what: str, by: str) -> Any:
    """What a subclass made for its copy.

    Raises:
        RuntimeError: it is of another class.
    """
    if type(made) is type(tensor):
        return made
    raise RuntimeError(
        f"The default implementation of __deepcopy__() for {kind} subclasses only works for subclass types that "
        f"implement {what}() and for which {by} returns another instance of the same subclass. You should either "
        f"properly implement {what}() for your subclass or override __deepcopy__() if it is intended behavior for "
        f"{what}() to return an instance of a different type."
    )


class Copying:
    """The part of `Tensor` that `copy` and `pickle` call."""

    __slots__ = ()

    def _parts(self: Tensor, memory: Any) -> tuple[Any, ...]:  # type: ignore[misc]  # a mixin
        """The arguments of `_rebuild`."""
        data = self._data
        look = (self.dtype, data.shape, data.strides, self._byte_offset)
        lazy = self._keys.bits & _LAZY.bits
        if type(data) is MetaArray:
            return type(self), data, (), self._device, lazy, self._requires_grad
        return type(self), memory, look, self._device, lazy, self._requires_grad

    def _attributes(self: Tensor) -> dict[str, Any]:  # type: ignore[misc]  # a mixin
        """What users and subclasses put on it."""
        return {name: value for name, value in self.__dict__.items() if name not in _OWN}

    def __reduce_ex__(self: Tensor, protocol: Any) -> Any:  # type: ignore[misc]  # a mixin
        storage = None if type(self._data) is MetaArray else self.untyped_storage()
        return _rebuild, self._parts(storage), self._attributes() or None

    def _copied(self: Tensor, memo: dict[int, Any]) -> Any:  # type: ignore[misc]  # a mixin
        """A copy with memory of its own, shared with the copies of tensors that share memory with this one."""
        has_data = type(self._data) is not MetaArray
        if self._handles_calls and not has_data:
            return _of_class_of(self, self.clone(), "wrapper", "clone", "cloning")
        storage = copy.deepcopy(self.untyped_storage(), memo) if has_data else None
        if type(self) in plain_types or not has_data:
            made = _rebuild(*self._parts(storage))
            if has_data:
                made._bump_version()  # its memory was filled
            return made
        made = _of_class_of(self, self.new_empty([]), "non-wrapper", "new_empty", "that function")
        made = made.set_(storage, self.storage_offset(), self.size(), self.stride())
        made._requires_grad = self._requires_grad
        return made

    def __deepcopy__(self: Tensor, memo: dict[int, Any]) -> Tensor:  # type: ignore[misc]  # a mixin
        if functions.thread.top is not None and functions.is_mode_enabled():
            seen: Tensor = functions.call_public(Copying.__deepcopy__, (self, memo), {})
            return seen
        if not self.is_leaf:
            raise RuntimeError(
                "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the "
                "moment.  If you were attempting to deepcopy a module, this may be because of a "
                "torch.nn.utils.weight_norm usage, see https://github.com/pytorch/pytorch/pull/103001"
            )
        if id(self) in memo:
            found: Tensor = memo[id(self)]
            return found
        made: Tensor = run_without_functions(self._copied, (memo,), None)
        memo[id(self)] = made
        made.__dict__.update(copy.deepcopy(self._attributes(), memo))
        if self.grad is not None:
            made.grad = copy.deepcopy(self.grad, memo)
        return made
