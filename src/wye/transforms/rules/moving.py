"""Moving batch dimensions to the front."""

from __future__ import annotations

from typing import Any

from wye.call.packets import ops
from wye.tensors.layout import wrap_dim

__all__ = ["front", "logical_rank", "padded", "spread", "wrap"]

aten: Any = ops.aten


def front(x: Any, dim: int | None) -> Any:
    """A tensor with its batch dimension first; one without is returned as it is."""
    return x if not dim else aten.movedim.int(x, dim, 0)


def spread(x: Any, dim: int | None, size: int) -> Any:
    """A tensor with its batch dimension first; one without gets one."""
    return x.expand([size, *x.shape]) if dim is None else front(x, dim)


def logical_rank(x: Any, dim: int | None) -> int:
    """The number of dimensions of one example."""
    return int(x.ndim) if dim is None else int(x.ndim) - 1


def padded(x: Any, rank: int) -> Any:
    """A tensor whose batch dimension is first, with dimensions of size 1 after it, up to ``rank`` of one example."""
    missing = rank + 1 - x.ndim
    if missing <= 0:
        return x
    sizes = list(x.shape)
    return aten.view.default(x, [sizes[0], *[1] * missing, *sizes[1:]])


def wrap(dim: int, rank: int, *, scalar: bool = True) -> int:
    """A dimension of one example, counted from the front; checked.

    Raises:
        IndexError: it is out of range.
    """
    return wrap_dim(dim, rank, scalar=scalar)
