"""Guards of data: a tensor can be set to raise, or to warn once, when its memory may be written to.

Used for tensors whose memory is not what they mean: fakes, functional wrappers.  Reading through operators stays free;
what hands the memory out (`data_ptr`, `numpy`, DLPack, the storage's address) and kernels that write meet the guard.
"""

# Note [Guards cost nothing without them]
# A call does not ask whether a tensor is guarded.  Instead the array of a guarded tensor is a `GuardedArray`, a class of
# arrays whose writing doors (`out=`, item assignment, NumPy's functions that store) raise or warn; for reading it makes
# itself a plain array.  Only what hands memory out asks `storage.touch`, which looks into a table that is mostly empty.
# What follows: addresses are guarded for all tensors that share the memory; kernels that write, for the tensor that was
# guarded and for views made of it later: those are read-only arrays, so NumPy raises its ValueError.  Under a guard that
# warns, such views are written to without a warning.
# Broken by: a kernel that writes through a pointer, past NumPy.
# Guarded by: tests/unit/tensors/test_data_guards.py::test_a_kernel_that_writes_raises

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Final

from wye.tensors.meta_array import MetaArray
from wye.tensors.numpy_engine import np
from wye.tensors.storage import guard_memory

if TYPE_CHECKING:
    from wye.tensors.dense import Tensor

__all__ = ["Guard", "throw_on_mutable_data_ptr", "warn_on_mutable_data_ptr"]

_STORING: Final = ("copyto", "put", "place", "putmask", "fill_diagonal", "put_along_axis")  # of NumPy, into the first


class Guard:
    """What happens when guarded memory is touched: an error each time, or one warning."""

    __slots__ = ("raises", "warned")

    def __init__(self, raises: bool) -> None:
        self.raises, self.warned = raises, False

    def touch(self) -> None:
        """Somebody wants the memory for writing."""
        if self.raises:
            raise RuntimeError(
                "Cannot access data pointer of Tensor (e.g. FakeTensor, FunctionalTensor): it is guarded because its "
                "memory is not what the tensor means. If a kernel asked for it, make the kernel a custom operator with "
                "a fake rule (wye.library.custom_op, register_fake)."
            )
        if not self.warned:
            self.warned = True
            warnings.warn(
                "Accessing the data pointer of FakeTensor is deprecated: its memory is not what the tensor means. Wrap "
                "the code that needs it into a custom operator.",
                UserWarning,
                stacklevel=4,
            )


class GuardedArray(np.ndarray):
    """An array that is read freely and asks its guard before it is written to."""

    _guard: Guard

    @property
    def _plain(self) -> Any:
        return self.view(np.ndarray)

    @property
    def _writable(self) -> Any:
        self._guard.touch()
        return self._plain

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = (), **kwargs: Any) -> Any:
        if out:
            kwargs["out"] = tuple(one._writable if isinstance(one, GuardedArray) else one for one in out)
        if method == "at":
            inputs = (inputs[0]._writable if isinstance(inputs[0], GuardedArray) else inputs[0], *inputs[1:])
        return getattr(ufunc, method)(*map(_read, inputs), **kwargs)

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        if func.__name__ in _STORING and isinstance(args[0], GuardedArray):
            args = (args[0]._writable, *args[1:])
        out = kwargs.get("out")
        if isinstance(out, GuardedArray):
            kwargs = {**kwargs, "out": out._writable}
        return func(*map(_read, args), **{name: _read(value) for name, value in kwargs.items()})

    def __setitem__(self, key: Any, value: Any) -> None:
        self._writable[key] = _read(value)

    def __getitem__(self, key: Any) -> Any:
        return self._plain[key]

    def fill(self, value: Any) -> None:
        """Store ``value`` everywhere."""
        self._writable.fill(value)

    def sort(self, *args: Any, **kwargs: Any) -> None:
        """Sort in place."""
        self._writable.sort(*args, **kwargs)


def _read(value: Any) -> Any:
    """Without guards, for reading."""
    if isinstance(value, GuardedArray):
        return value._plain
    return type(value)(map(_read, value)) if type(value) in (list, tuple) else value


def _guard(tensor: Tensor, raises: bool) -> None:
    guard = Guard(raises)
    data, root = tensor._data, tensor._memory
    guard_memory(root, guard)
    if type(data) is MetaArray:
        return  # there is no memory: only its address can be asked for
    guarded: Any = data.view(np.ndarray).view(GuardedArray)
    guarded._guard = guard
    guarded.flags.writeable = guarded.flags.writeable and not raises
    tensor._data, tensor._root = guarded, root


def throw_on_mutable_data_ptr(tensor: Tensor) -> None:
    """From now on, whoever wants to write to the memory of ``tensor``, or its address, gets a RuntimeError."""
    _guard(tensor, True)


def warn_on_mutable_data_ptr(tensor: Tensor) -> None:
    """From now on, the first one who wants to write to the memory of ``tensor``, or its address, is warned."""
    _guard(tensor, False)
