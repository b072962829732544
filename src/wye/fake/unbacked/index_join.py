"""Unknown sizes: repetitions that a tensor counts."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.fake.symbols import unbacked_size
from wye.fake.tensor import make
from wye.tensors.meta_array import MetaArray

__all__ = ["UNBACKED"]

UNBACKED = Rules()


@UNBACKED("repeat_interleave.Tensor")
def repeat_interleave(mode: Any, func: Any, repeats: Any, output_size: Any = None) -> Any:
    """Each place as often as a tensor says."""
    size = unbacked_size(mode, func) if output_size is None else output_size
    return make(mode, MetaArray((size,), repeats._data.dtype), repeats._device)
