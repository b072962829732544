"""Unknown sizes: places of elements, and selections by masks."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.call.packets import ops
from wye.fake.plans import plan_of
from wye.fake.symbols import unbacked_size
from wye.fake.tensor import make
from wye.schema.values import DTYPES
from wye.tensors.dtypes import to_numpy_dtype
from wye.tensors.layout import broadcast_shapes
from wye.tensors.meta_array import MetaArray

__all__ = ["UNBACKED"]

UNBACKED = Rules()
aten: Any = ops.aten
_MASKS = (DTYPES["bool"], DTYPES["uint8"])


@UNBACKED("nonzero")
def nonzero(mode: Any, func: Any, self: Any) -> Any:
    """The places of the elements that are not zero: as many as there are, column by column."""
    count = 0 if type(self.numel()) is int and not self.numel() else self.nonzero_memo
    if count is None:
        count = self.nonzero_memo = unbacked_size(mode, func, most=self.numel())
    array = MetaArray((count, self.dim()), to_numpy_dtype(DTYPES["int64"]), (1, count))
    return make(mode, array, self._device)


@UNBACKED("masked_select")
def masked_select(mode: Any, func: Any, self: Any, mask: Any) -> Any:
    """The elements where a mask is true."""
    device = plan_of(func).device({}, (self, mask))
    most = 1
    for size in broadcast_shapes(self._data.shape, mask._data.shape):
        most = most * size
    return make(mode, MetaArray((unbacked_size(mode, func, most=most),), self._data.dtype), device)


def _by_places(mode: Any, func: Any, self: Any, indices: Any) -> Any:
    """Index with masks: with the places where they are true."""
    if not any(index is not None and index.dtype in _MASKS for index in indices):
        return NotImplemented
    found: list[Any] = []
    with mode:
        for index in indices:
            if index is None or index.dtype not in _MASKS:
                found.append(index)
            else:
                places = aten.nonzero.default(index)
                found += [aten.select.int(places, 1, dim) for dim in range(index.dim())]
        return func(self, found)


for _name in ("index.Tensor", "_unsafe_index.Tensor"):
    UNBACKED[_name] = _by_places
