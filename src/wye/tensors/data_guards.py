"""Guards of data: a tensor can be set to raise, or to warn once, when its memory may be written to.

Used for tensors whose memory does not hold their values: fakes, functional wrappers.  Operators may read;
what hands the memory out (`data_ptr`, `numpy`, DLPack, the storage's address) and kernels that write meet the guard.
"""

# Note [Guards cost nothing without them]
# A call does not ask whether a tensor is guarded.  Instead the array of a guarded tensor is a `GuardedArray`, a class
# of arrays that raise or warn when written to (`out=`, item assignment, NumPy's functions that store); for reading it
# makes itself a plain array.  Only what hands memory out asks `storage.touch`, which looks into a mostly empty table.
# What follows: addresses are guarded for all tensors that share the memory; kernels that write, for the tensor that
# was guarded and for views made of it later: those are read-only arrays, so NumPy raises its ValueError.  Under a
# guard that warns, such views are written to without a warning.
# Broken by: a kernel that writes through a pointer, past NumPy.
# Guarded by: tests/unit/tensors/test_data_guards.py::test_a_kernel_that_writes_raises

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from wye.tensors.meta_array import MetaArray
from wye.tensors.storage import guard_memory
from wye.warn_always import is_warn_always_enabled

if TYPE_CHECKING:
    from wye.tensors.dense import Tensor

__all__ = ["DataGuard", "throw_on_mutable_data_ptr", "warn_on_mutable_data_ptr"]


class DataGuard:
    """What happens when guarded memory is touched: an error each time, or one warning."""

    __slots__ = ("raises", "warned")

    def __init__(self, raises: bool) -> None:
        self.raises, self.warned = raises, False

    def touch(self) -> None:
        """Called before the memory is handed out for writing."""
        if self.raises:
            raise RuntimeError(
                "Cannot access data pointer of Tensor (e.g. FakeTensor, FunctionalTensor): it is guarded because its "
                "memory does not hold the tensor's values. If a kernel asked for it, make the kernel a custom "
                "operator with a fake rule (wye.library.custom_op, register_fake)."
            )
        if not self.warned or is_warn_always_enabled():
            self.warned = True
            warnings.warn(
                "Accessing the data pointer of FakeTensor is deprecated: its memory does not hold the tensor's values. "
                "Wrap the code that needs it into a custom operator.",
                UserWarning,
                stacklevel=4,
            )


def _guard(tensor: Tensor, raises: bool) -> None:
    guard = DataGuard(raises)
    data = tensor._data
    guard_memory(tensor._storage, guard)
    if type(data) is MetaArray:
        return  # there is no memory: only its address can be requested
    from wye.tensors.guarded_array import GuardedArray  # here: it loads NumPy, which is loaded where there is data

    guarded: Any = getattr(data, "_plain", data).view(GuardedArray)
    guarded._guard = guard
    guarded.flags.writeable = guarded.flags.writeable and not raises
    tensor._show(guarded)


def throw_on_mutable_data_ptr(tensor: Tensor) -> None:
    """From now on, writing to the memory of ``tensor``, or asking for its address, raises a RuntimeError."""
    _guard(tensor, True)


def warn_on_mutable_data_ptr(tensor: Tensor) -> None:
    """From now on, the first write to the memory of ``tensor``, or request for its address, gives a warning."""
    _guard(tensor, False)
