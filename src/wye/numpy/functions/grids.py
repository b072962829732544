"""Diagonals, triangles, grids, and numbers of elements."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.array_utils import normalize_axis_index

from wye.call.packets import ops
from wye.numpy.arrays import as_tensor, cast, has_layer, known
from wye.numpy.functions.picking import positions, wrapped
from wye.numpy.indexing import as_shape
from wye.numpy.symbolic_sizes import MADE, has_symbols
from wye.numpy.table import line
from wye.tensors.dtypes import to_numpy_dtype

__all__ = ["unraveled"]

aten: Any = ops.aten
_tri: Any = np.tri


# ---- diagonals and triangles ----


@line(np.diag, gives_views=True)
def diag(v: Any, k: int = 0) -> Any:
    """The diagonal of a matrix, or a matrix with this diagonal."""
    x = as_tensor(v)
    if x.dim() == 1:
        return aten.diag_embed.default(x, k)
    if x.dim() == 2:
        return aten.diagonal.default(x, k)
    raise ValueError("Input must be 1- or 2-d.")


@line(np.diagflat, keeps_class=True)
def diagflat(v: Any, k: int = 0) -> Any:
    """A matrix with all elements in its diagonal."""
    return aten.diag_embed.default(as_tensor(v).reshape(-1), k)


@line(np.diagonal, gives_views=True)
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """The diagonals of matrices, along a new last dimension."""
    x = as_tensor(a)
    if x.dim() < 2:
        raise ValueError("diag requires an array of at least two dimensions")
    first, second = normalize_axis_index(axis1, x.dim()), normalize_axis_index(axis2, x.dim())
    if first == second:
        raise ValueError("axis1 and axis2 cannot be the same")
    return aten.diagonal.default(x, offset, first, second)


def _triangle(m: Any, mask: Any) -> Any:
    x = as_tensor(m)
    shape = tuple(x.shape[-2:])
    is_kept = mask(MADE["tri"], shape) if has_symbols(shape) else known(mask(_tri, shape))
    return aten.where.self(is_kept, x, x.new_zeros(()))


@line(np.tril)
def tril(m: Any, k: int = 0) -> Any:
    """Matrices with zeros above a diagonal."""
    return _triangle(m, lambda tri, shape: tri(*shape, k=k, dtype=bool))


@line(np.triu)
def triu(m: Any, k: int = 0) -> Any:
    """Matrices with zeros below a diagonal."""
    return _triangle(m, lambda tri, shape: ~tri(*shape, k=k - 1, dtype=bool))


def _matrix_shape(arr: Any) -> tuple[int, ...]:
    x = as_tensor(arr)
    if x.dim() != 2:
        raise ValueError("input array must be 2-d")
    return tuple(x.shape)


@line(np.tril_indices_from)
def tril_indices_from(arr: Any, k: int = 0) -> Any:
    """Where the lower triangle of a matrix is."""
    rows, columns = _matrix_shape(arr)
    return tuple(map(known, np.tril_indices(rows, k, columns)))


@line(np.triu_indices_from)
def triu_indices_from(arr: Any, k: int = 0) -> Any:
    """Where the upper triangle of a matrix is."""
    rows, columns = _matrix_shape(arr)
    return tuple(map(known, np.triu_indices(rows, k, columns)))


@line(np.diag_indices_from)
def diag_indices_from(arr: Any) -> Any:
    """Where the diagonal is of an array whose dimensions have one size."""
    x = as_tensor(arr)
    if x.dim() < 2:
        raise ValueError("input array must be at least 2-d")
    if len(set(x.shape)) != 1:
        raise ValueError("All dimensions of input must be of equal length")
    return tuple(map(known, np.diag_indices(x.shape[0], x.dim())))


@line(np.vander)
def vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:  # noqa: N803 - NumPy's name
    """Powers of the elements, in columns."""
    x = as_tensor(x)
    if x.dim() != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    x = cast(x, np.promote_types(to_numpy_dtype(x.dtype), int))
    count = x.shape[0] if N is None else N
    columns = [x.new_ones(x.shape)]
    while len(columns) < count:
        columns.append(columns[-1] * x)
    if not count:
        return x.new_zeros((x.shape[0], 0))
    return aten.stack.default(columns if increasing else columns[::-1], 1)


# ---- grids ----


@line(np.ix_, gives_views=True)
def ix_(*args: Any) -> Any:
    """Vectors of positions, each along a dimension of its own."""
    made = []
    for place, one in enumerate(args):
        x = as_tensor(one)
        if x.dim() != 1:
            raise ValueError("Cross index must be 1 dimensional")
        kind = to_numpy_dtype(x.dtype).kind
        if kind == "b":
            x = aten.nonzero.default(x).reshape(-1)
        elif not x.shape[0]:
            x = cast(x, np.dtype(np.int64))
        made.append(x.reshape((1,) * place + (-1,) + (1,) * (len(args) - place - 1)))
    return tuple(made)


@line(np.meshgrid, gives_views=True)
def meshgrid(*xi: Any, copy: bool = True, sparse: bool = False, indexing: str = "xy") -> Any:
    """The coordinates of a grid's points."""
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    count = len(xi)
    made = []
    for place, one in enumerate(xi):
        dim = 1 - place if indexing == "xy" and place < 2 <= count else place
        made.append(as_tensor(one).reshape((1,) * dim + (-1,) + (1,) * (count - dim - 1)))
    if not sparse and made:
        made = aten.broadcast_tensors.default(made)
    return tuple(one.clone() if copy else one for one in made)


# ---- numbers of elements ----


def unraveled(at: Any, shape: tuple[int, ...], order: Any = "C") -> list[Any]:
    """The positions along each dimension of the elements with these numbers."""
    found = []
    for size in shape if order == "F" else shape[::-1]:
        found.append(at.remainder(max(size, 1)))
        at = at.div(max(size, 1), rounding_mode="floor")
    return found if order == "F" else found[::-1]


def _check_below(at: Any, size: int, message: str) -> None:
    """Where the values are known.

    Raises:
        ValueError: one is not in range(size).
    """
    if not has_layer((at,)) and at.numel() and bool(((at < 0) | (at >= size)).any()):
        raise ValueError(message)


@line(np.unravel_index)
def unravel_index(indices: Any, shape: Any, order: Any = "C") -> Any:
    """Numbers of elements as positions along each dimension."""
    at, sizes = positions(indices), as_shape(shape)
    _check_below(at, int(np.prod(sizes)), f"index is out of bounds for array with size {int(np.prod(sizes))}")
    return tuple(unraveled(at, sizes, order))


@line(np.ravel_multi_index)
def ravel_multi_index(multi_index: Any, dims: Any, mode: Any = "raise", order: Any = "C") -> Any:
    """Positions along each dimension as numbers of elements."""
    sizes = as_shape(dims)
    if len(multi_index) != len(sizes):
        raise ValueError("parameter multi_index must be a sequence of length {len(sizes)}")
    modes = [mode] * len(sizes) if isinstance(mode, str) else [*mode, *["raise"] * (len(sizes) - len(mode))]
    total: Any = 0
    parts = list(zip(multi_index, sizes, modes, strict=True))
    for part, size, how in parts[::-1] if order == "F" else parts:
        at = wrapped(positions(part), size, how)
        _check_below(at, size, "invalid entry in coordinates array")
        total = total * size + at
    return total
