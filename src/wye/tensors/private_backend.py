"""A backend of a program at the key PrivateUse1: what it says of its device, and tensors there without memory.

Cold path.  wye asks no backend for its device: the first hooks and the first guard are kept for the program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.keys import private_backend_name
from wye.schema.values import device as as_device
from wye.tensors.dense import Tensor
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.schema.values import dtype as dtype_type

__all__ = ["DeviceGuard", "PrivateUse1Hooks", "create_empty_tensor", "register_device_guard", "register_hooks"]


class PrivateUse1Hooks:
    """What a program's backend says of its device; to be subclassed."""

    def is_available(self) -> bool:
        """Is there a device?"""
        return False

    def is_built(self) -> bool:
        """Is the backend complete?"""
        return False

    def has_primary_context(self, dev_id: int) -> bool:
        """Has a device been used?"""
        return False


class DeviceGuard:
    """Which device a program's backend guards; to be subclassed."""

    def type_(self) -> Any:
        """The device's type."""
        return None


_kept: Final[dict[str, Any]] = {}


def _keep_first(kind: str, value: Any) -> bool:
    return _kept.setdefault(kind, value) is value


def register_hooks(hooks: Any) -> bool:
    """Keep a backend's hooks; False if there are some."""
    return _keep_first("hooks", hooks)


def register_device_guard(guard: Any) -> bool:
    """Keep a backend's guard; False if there is one."""
    return _keep_first("guard", guard)


def create_empty_tensor(shape: Sequence[int], dtype: dtype_type) -> Tensor:
    """A tensor on the backend's device that has sizes and no memory.

    Raises:
        RuntimeError: a size is negative.
    """
    sizes = tuple(int(size) for size in shape)
    if any(size < 0 for size in sizes):
        raise RuntimeError(f"sizes cannot be negative, got {list(sizes)}")
    return Tensor._over(MetaArray(sizes, to_numpy_dtype(dtype)), as_device(f"{private_backend_name()}:0"))
