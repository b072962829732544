"""Arrays for kernels: memory by a description, and the precision that short floats are computed in."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye._engine import engine
from wye.tensors.dtypes import from_numpy_dtype
from wye.tensors.layout import contiguous_strides

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["allocate", "computing", "described", "empty", "laid_out", "rounded"]

_FLOAT32 = np.dtype("float32")


_in_rows = lru_cache(1024)(contiguous_strides)


def empty(shape: tuple[int, ...], dtype: Any, strides: tuple[int, ...]) -> Any:
    """New memory with these strides, which must be dense: any order of dimensions, no gaps."""
    if strides == _in_rows(shape, dtype.itemsize):
        return np.empty(shape, dtype)
    return np.ndarray(shape, dtype, strides=strides)


# What a fake kernel says about the results for arrays: it is asked once for each layout of small ones.
# A fake looks at shapes, strides and dtypes alone, so arrays that are alike in these have the same results.
described: Final[Callable[..., Any]] = partial(engine.described, {})


def allocate(meta: Any) -> Any:
    """New memory as a MetaArray describes it."""
    return empty(meta.shape, meta.dtype, meta.strides)


def laid_out(value: Any, meta: Any) -> Any:
    """A result as a MetaArray describes it: itself if it matches already; None if no result is requested."""
    if meta is None:
        return None
    if value.strides == meta.strides and value.dtype == meta.dtype and value.shape == meta.shape:
        return value
    out = empty(meta.shape, meta.dtype, meta.strides)
    if out.size:
        out[...] = value
    return out


@cache
def computing(dtype: Any) -> Any:
    """The dtype to compute in: float32 for float16 and bfloat16, whose sums would lose too much."""
    return _FLOAT32 if dtype.itemsize <= 2 and from_numpy_dtype(dtype).is_floating_point else dtype


def rounded(result: Any, dtype: Any) -> Any:
    """The result in the dtype of its operands."""
    return result if result.dtype == dtype else result.astype(dtype)
