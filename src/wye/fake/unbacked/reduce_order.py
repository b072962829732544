"""Unknown sizes: distinct elements, and counts of elements."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.fake.plans import plan_of
from wye.fake.symbols import unbacked_size
from wye.fake.tensor import make
from wye.schema.values import DTYPES
from wye.tensors.dense import CPU
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.meta_array import MetaArray

__all__ = ["UNBACKED"]

UNBACKED = Rules()


def _distinct(
    mode: Any, func: Any, self: Any, dim: int | None, inverse: bool, counts: bool, memo: str = "unique_memo"
) -> tuple[Any, Any, Any]:
    """The distinct elements or slices, where each element went, and how many were equal."""
    count = getattr(self, memo) if dim is None else None
    if count is None:
        most = self.numel() if dim is None else self.size(dim)
        count = 0 if type(most) is int and most == 0 else unbacked_size(mode, func, most=most)
        if dim is None:
            setattr(self, memo, count)
    shape = self._data.shape
    at = None if dim is None else dim % len(shape)
    found = (count,) if at is None else (*shape[:at], count, *shape[at + 1 :])
    back = shape if at is None else (shape[at],)
    all_parts = at is not None and self._device is CPU  # that kernel returns all of them
    number = to_numpy_dtype(DTYPES["int64"])
    return (
        make(mode, MetaArray(found, self._data.dtype), self._device),
        make(mode, MetaArray(back if inverse or all_parts else (0,), number), self._device),
        make(mode, MetaArray((count,) if counts or all_parts else (0,), number), self._device),
    )


@UNBACKED("_unique2")
def unique2(
    mode: Any, func: Any, self: Any, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False
) -> Any:
    """The distinct elements."""
    return _distinct(mode, func, self, None, return_inverse, return_counts)


@UNBACKED("_unique")
def unique(mode: Any, func: Any, self: Any, sorted: bool = True, return_inverse: bool = False) -> Any:
    """The distinct elements, without counts."""
    return _distinct(mode, func, self, None, return_inverse, False)[:2]


@UNBACKED("unique_dim")
def unique_dim(
    mode: Any,
    func: Any,
    self: Any,
    dim: int,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
) -> Any:
    """The distinct slices along a dimension."""
    return _distinct(mode, func, self, dim, return_inverse, return_counts)


@UNBACKED("unique_consecutive")
def unique_consecutive(
    mode: Any,
    func: Any,
    self: Any,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """The elements that differ from the one before."""
    return _distinct(mode, func, self, dim, return_inverse, return_counts, "unique_consecutive_memo")


@UNBACKED("bincount")
def bincount(mode: Any, func: Any, self: Any, weights: Any = None, minlength: int = 0) -> Any:
    """How often each number occurs, up to the largest one."""
    device = plan_of(func).device({}, (self,) if weights is None else (self, weights))
    size = unbacked_size(mode, func, least=minlength)
    if weights is None:
        dtype = DTYPES["int64"]
    else:
        dtype = DTYPES["float32"] if weights.dtype is DTYPES["float32"] else DTYPES["float64"]
    return make(mode, MetaArray((size,), to_numpy_dtype(dtype)), device)
