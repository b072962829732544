"""Fake kernels: tensors over the memory of files."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.randomness import new_dtype, new_shape
from wye.tensors.meta_array import MetaArray

__all__ = ["FAKES"]

FAKES = Rules()


@FAKES("from_file")
def from_file(filename: str, shared: bool | None = None, size: int | None = 0, *, dtype: Any = None, **_: Any) -> Any:
    """A tensor of one dimension with the content of a file."""
    return MetaArray(new_shape((size or 0,)), new_dtype(dtype))
