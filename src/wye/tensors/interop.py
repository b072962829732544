"""Interchange of data with other libraries: NumPy's protocols, DLPack, buffers.  Nothing here copies unless asked to.

NumPy beside tensors: operators with an array on either side give tensors (``array + x`` asks the tensor), universal
functions give tensors (`np.sin(x)`), other functions of NumPy take tensors for arrays (`np.concatenate` gives an array)
and give tensors where they are written over methods (`np.sum(x)`).  Where a layer follows a tensor, all of them run the
operators of `wye.numpy`, so that gradients, batches and traces pass.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from wye import late_names
from wye.tensors.dlpack import export_capsule
from wye.tensors.storage import touch

if TYPE_CHECKING:
    from wye.tensors.dense import Tensor

__all__ = ["Interchange"]

_CPU = (1, 0)  # DLPack's number for the memory of this process, and the only device of that kind


class Interchange:
    """The part of `Tensor` that other libraries call."""

    __slots__ = ()
    __array_priority__ = 1000  # an array beside a tensor leaves the operator to the tensor

    def __array__(self: Tensor, dtype: Any = None, copy: bool | None = None) -> Any:  # type: ignore[misc]  # a mixin
        """The data as an array; a copy only where the dtype differs or ``copy`` is true."""
        data = self.numpy()
        if dtype is None or data.dtype == dtype:
            return data.copy() if copy else data
        if copy is False:
            raise ValueError(
                f"Unable to avoid copy while creating an array as requested: elements of {self.dtype} are not {dtype}"
            )
        return data.astype(dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """A universal function of NumPy on this tensor."""
        return late_names.find("wye.tensors", "array_ufunc")(self, ufunc, method, *inputs, **options)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Another function of NumPy on this tensor."""
        return late_names.find("wye.tensors", "array_function")(self, function, types, args, kwargs)

    def __array_wrap__(self: Tensor, array: Any, context: Any = None, return_scalar: bool = False) -> Any:  # type: ignore[misc]  # a mixin
        """What a function of NumPy computed from this tensor, as a tensor if tensors can hold it."""
        from wye.tensors.making import unseen_from_numpy  # here: that module is about the class that has this part

        if array.dtype.kind not in "biufcV" or not array.dtype.isnative:
            return array  # text, objects, dates
        return unseen_from_numpy(array if all(stride >= 0 for stride in array.strides) else array.copy())

    if sys.version_info >= (3, 12):

        def __buffer__(self: Tensor, flags: int) -> memoryview:  # type: ignore[misc]  # a mixin
            """The memory; before Python 3.12 use ``memoryview(x.numpy())``."""
            try:  # as NumPy asks for an array where there are no buffers: handlers see `__array__`
                return memoryview(self.__array__()).__buffer__(flags)
            except (TypeError, ValueError, RuntimeError) as error:
                raise BufferError(f"a tensor of {self.dtype} on {self.device} gives no buffer: {error}") from error

    def __dlpack__(  # type: ignore[misc]  # a mixin
        self: Tensor,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """A DLPack capsule of the memory, for another library's ``from_dlpack``.

        Raises:
            BufferError: the memory does not hold the tensor's values, or another device is requested.
        """
        if self._requires_grad:
            raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
        if self.is_conj():
            raise BufferError("Can't export tensors with the conjugate bit set; export tensor.resolve_conj()")
        if self.is_neg():
            raise BufferError("Can't export tensors with the negative bit set; export tensor.resolve_neg()")
        if not self.is_cpu or not hasattr(self._data, "__dlpack__"):
            raise BufferError(f"Cannot pack tensors on {self.device}: there is no data")
        if stream is not None and not isinstance(stream, int):
            raise TypeError(f"stream must be ``int`` or ``none``, not {type(stream).__name__}")
        if stream is not None:
            raise AssertionError(f"stream should be None on cpu, not {stream!r}")
        if dl_device is not None and tuple(dl_device) != _CPU:
            raise BufferError(f"a tensor on the cpu, which is {_CPU} for DLPack, cannot be exported to {dl_device}")
        touch(self)
        if not copy:
            self._storage._resizable = False  # another library sees the memory too: it cannot move
        return export_capsule(self._resolved()._data, max_version, copy)

    def __dlpack_device__(self: Tensor) -> tuple[int, int]:  # type: ignore[misc]  # a mixin
        """Where the memory is, in DLPack's numbers."""
        if not self.is_cpu:
            raise ValueError(f"Unknown device type {self.device.type} for Dlpack")
        return _CPU
