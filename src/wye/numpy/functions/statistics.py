"""Covariances, counts in bins."""

from __future__ import annotations

import operator
from typing import Any, Final

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_tensor, cast, concrete, has_layer, holds_arrays, known
from wye.numpy.functions.differences import diff
from wye.numpy.functions.reductions import average, max_, min_
from wye.numpy.functions.sorting import count_before
from wye.numpy.promotion import as_floats, kind_of, promoted, result_dtype
from wye.numpy.table import line
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype

__all__ = ["histogram"]

aten: Any = ops.aten
_FLOAT64: Final = np.dtype(np.float64)
_INT64: Final = from_numpy_dtype(np.dtype("int64"))


# ---- covariances ----


def _rows(x: Any, dtype: Any, rowvar: bool) -> Any:
    """Variables in rows."""
    if x.dim() > 2:
        raise ValueError("m has more than 2 dimensions")
    made = cast(x, dtype)
    made = made.reshape(1, -1) if x.dim() < 2 else made
    return made if rowvar or x.dim() < 2 or made.shape[0] == 1 else made.transpose(0, 1)


def _checked_weights(weights: Any, name: str, size: int) -> Any:
    w = as_floats(weights)
    if w.dim() > 1:
        raise RuntimeError(f"cannot handle multidimensional {name}")
    if w.shape[0] != size:
        raise RuntimeError(f"incompatible numbers of samples and {name}")
    if has_layer((w,)):
        return w
    if name == "fweights" and not bool((w == w.round()).all()):
        raise TypeError("fweights must be integer")
    if bool((w < 0).any()):
        raise ValueError(f"{name} cannot be negative")
    return w


def _freedom(w: Any, aweights: Any, ddof: Any, size: int) -> Any:
    """What the sum of products is divided by; 0 where nothing is left."""
    if w is None:
        return max(size - ddof, 0)
    total = w.sum()
    if ddof == 0:
        return total
    left = total - ddof if aweights is None else total - ddof * (w * aweights).sum() / total
    return aten.clamp.default(left, 0)


@line(np.cov)
def cov(
    m: Any, y: Any = None, rowvar: bool = True, bias: bool = False, ddof: Any = None, fweights: Any = None,
    aweights: Any = None, *, dtype: Any = None,
) -> Any:  # fmt: skip
    """`numpy.cov`."""
    if ddof is not None and ddof != int(ddof):
        raise ValueError("ddof must be integer")
    given = [as_tensor(one) for one in (m, y) if one is not None]
    wanted = result_dtype((*[to_numpy_dtype(one.dtype) for one in given], _FLOAT64)) if dtype is None else dtype
    if not rowvar and given[0].dim() == 2:
        given[0] = given[0].transpose(0, 1)
    parts = [_rows(given[0], np.dtype(wanted), True), *[_rows(one, np.dtype(wanted), rowvar) for one in given[1:]]]
    if not parts[0].shape[0]:
        return as_tensor(np.zeros((0, 0)))
    x = aten.cat.default(parts, 0) if len(parts) > 1 else parts[0]
    ddof = (0 if bias else 1) if ddof is None else ddof
    frequencies = None if fweights is None else _checked_weights(fweights, "fweights", x.shape[1])
    own = None if aweights is None else _checked_weights(aweights, "aweights", x.shape[1])
    w = frequencies if own is None else own if frequencies is None else frequencies * own
    center = average(x, 1, None if w is None else w.to(x.dtype), keepdims=True)
    x = x - center
    other = x if w is None else x * w
    found = x @ (other.conj() if other.is_complex() else other).transpose(0, 1)
    left = _freedom(w, own, ddof, x.shape[1])
    found = found * ((1 / left if left else np.inf) if w is None else 1 / left)
    return cast(found, np.dtype(wanted)).squeeze()


@line(np.corrcoef)
def corrcoef(x: Any, y: Any = None, rowvar: bool = True, *, dtype: Any = None) -> Any:
    """`numpy.corrcoef`."""
    c = cov(x, y, rowvar, dtype=dtype)
    if not c.dim():
        return c / c
    deviation = c.diagonal().real.sqrt() if c.is_complex() else c.diagonal().sqrt()
    c = c / deviation.unsqueeze(1) / deviation
    if not c.is_complex():
        return aten.clamp.default(c, -1, 1)
    return aten.complex.default(aten.clamp.default(c.real, -1, 1), aten.clamp.default(c.imag, -1, 1))


# ---- counts ----


def _counted(place: Any, keep: Any, weights: Any, size: int) -> Any:
    """For each of ``size`` places how often it is there, or the sum of weights; only where ``keep`` holds."""
    amount = keep.to(_INT64) if weights is None else aten.where.self(keep, weights, aten.zeros_like.default(weights))
    place = aten.where.self(keep, place, aten.zeros_like.default(place))
    return aten.scatter_add.default(amount.new_zeros((size,)), 0, place, amount)


@line(np.bincount)
def bincount(x: Any, /, weights: Any = None, minlength: Any = 0) -> Any:
    """`numpy.bincount`."""
    place = as_tensor(x)
    kind = to_numpy_dtype(place.dtype).kind
    if place.dim() != 1:
        raise ValueError("object too deep for desired array" if place.dim() else "object of too small depth for array")
    if kind in "fc" and not (isinstance(x, (list, tuple)) and not place.shape[0]):
        raise TypeError("Cannot cast array data to dtype('int64') according to the rule 'safe'")
    least = operator.index(minlength)
    if least < 0:
        raise ValueError("'minlength' must not be negative")
    place = place.to(_INT64)
    if not holds_arrays(x):  # so the size is known to every layer
        counts = known(np.bincount(np.asarray(x).astype(np.int64), minlength=least))
    else:
        if not has_layer((place,)) and bool((place < 0).any()):
            raise ValueError("'list' argument must have no negative elements")
        counts = aten.bincount.default(place, None, least)
    if weights is None or not place.shape[0]:
        return counts
    w = as_floats(weights)
    if tuple(w.shape) != tuple(place.shape):
        raise ValueError("The weights and list don't have the same length.")
    return aten.index_add.default(w.new_zeros(counts.shape), 0, place, w)


# ---- edges of bins ----


def _range_of(x: Any, given: Any) -> tuple[Any, Any]:
    """The first edge and the last, apart from each other.

    Raises:
        ValueError: the range is not finite or has no length.
    """
    if given is not None:
        first, last = given
        if not (_is_followed(first) or _is_followed(last)):
            if first > last:
                raise ValueError("max must be larger than min in range parameter.")
            if not (np.isfinite(first) and np.isfinite(last)):
                raise ValueError(f"supplied range of [{first}, {last}] is not finite")
            return (first - 0.5, last + 0.5) if first == last else (first, last)
        first, last = as_tensor(first), as_tensor(last)
    elif not x.shape[0]:
        return 0, 1
    else:
        first, last = min_(x), max_(x)
    if not has_layer((x, first, last)) and not bool(first.isfinite() & last.isfinite()):
        raise ValueError(f"autodetected range of [{first.item()}, {last.item()}] is not finite")
    own = to_numpy_dtype(first.dtype)
    wide = cast(first, own if own.kind == "f" else _FLOAT64), cast(last, own if own.kind == "f" else _FLOAT64)
    is_point = wide[0] == wide[1]
    return aten.where.self(is_point, wide[0] - 0.5, wide[0]), aten.where.self(is_point, wide[1] + 0.5, wide[1])


def _is_followed(value: Any) -> bool:
    return type(value) is Array or isinstance(value, Tensor)


def _spread(first: Any, last: Any, n: int, dtype: Any) -> Any:
    """The edges of ``n`` bins of one width."""
    if not _is_followed(first):
        return as_tensor(np.linspace(first, last, n + 1, dtype=dtype))
    first, last = cast(first, dtype), cast(last, dtype)
    inner = as_tensor(np.arange(n, dtype=dtype)) * ((last - first) / n) + first
    return aten.cat.default([inner, last.reshape(1)], 0)


def _number_of_bins(x: Any, bins: Any, given: Any, weights: Any) -> int:
    if isinstance(bins, str):
        if weights is not None:
            raise TypeError("Automated estimation of the number of bins is not supported for weighted data")
        data = concrete(Array(x), f"bins={bins!r}, whose number depends on the data,")
        return len(np.histogram_bin_edges(data, bins, given)) - 1
    try:
        n = operator.index(bins)
    except TypeError as error:
        raise TypeError("`bins` must be an integer, a string, or an array") from error
    if n < 1:
        raise ValueError("`bins` must be positive, when an integer")
    return n


def _given_edges(bins: Any, name: str) -> Any:
    edges = as_tensor(bins)
    if edges.dim() > 1:
        raise ValueError(f"`{name}` must be 1d, when an array")
    if not has_layer((edges,)) and bool((edges[:-1] > edges[1:]).any()):
        raise ValueError(f"`{name}` must increase monotonically, when an array")
    return edges


def _is_number(bins: Any) -> bool:
    return isinstance(bins, str) or not (isinstance(bins, (list, tuple)) or as_tensor(bins).dim())


def _edges_of(x: Any, bins: Any, given: Any, weights: Any) -> Any:
    if not _is_number(bins):
        return _given_edges(bins, "bins")
    n = _number_of_bins(x, bins, given, weights)
    first, last = _range_of(x, given)
    dtype = result_dtype((to_numpy_dtype(x.dtype), kind_of(first), kind_of(last)))
    return _spread(first, last, n, dtype if dtype.kind == "f" else result_dtype((dtype, _FLOAT64)))


def _row(a: Any, weights: Any) -> tuple[Any, Any]:
    x = as_tensor(a)
    x = x.to(from_numpy_dtype(np.dtype("uint8"))) if to_numpy_dtype(x.dtype).kind == "b" else x
    if weights is None:
        return x.reshape(-1), None
    w = as_tensor(weights)
    if tuple(w.shape) != tuple(x.shape):
        raise ValueError("weights should have the same shape as a.")
    return x.reshape(-1), w.reshape(-1)


def _bin(x: Any, edges: Any) -> tuple[Any, Any]:
    """For each element the number of its bin, and whether it is in one; the last bin has its right edge."""
    x, edges = promoted(x.detach(), edges.detach())
    n = edges.shape[0] - 1
    place = aten.clamp.default(count_before(edges, x, or_equal=True) - 1, 0, max(n - 1, 0))
    return place, (x >= edges[0]) & (x <= edges[-1]) & bool(n)


# ---- histograms ----


@line(np.histogram_bin_edges)
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    """`numpy.histogram_bin_edges`."""
    return _edges_of(*_row(a, weights)[:1], bins, range, weights)


@line(np.histogram)
def histogram(a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    """`numpy.histogram`; counts have gradients by the weights, edges by the least and the greatest element."""
    x, w = _row(a, weights)
    edges = _edges_of(x, bins, range, w)
    place, keep = _bin(x, edges)
    counts = _counted(place, keep, w, edges.shape[0] - 1)
    if density:
        counts = cast(counts, _FLOAT64) if not (counts.dtype.is_floating_point or counts.is_complex()) else counts
        widths = cast(diff(edges), _FLOAT64)
        counts, widths = promoted(counts, widths)
        return counts / widths / counts.sum(), edges
    return counts, edges


def _samples(sample: Any) -> list[Any]:
    """One row for each dimension."""
    if isinstance(sample, (list, tuple)):
        return [as_tensor(one).reshape(-1) for one in sample]
    x = as_tensor(sample)
    return list(x.unbind(1)) if x.dim() == 2 else [x.reshape(-1)]


@line(np.histogramdd, gives_views=True)
def histogramdd(sample: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    """`numpy.histogramdd`; gradients as those of `histogram`."""
    rows = _samples(sample)
    each = [bins] * len(rows) if _is_number(bins) else list(bins)
    if len(each) != len(rows):
        raise ValueError("The dimension of bins must be equal to the dimension of the sample x.")
    ranges = [None] * len(rows) if range is None else list(range)
    if len(ranges) != len(rows):
        raise ValueError("range argument must have one entry per dimension")
    edges, place, keep = [], None, None
    for i, (x, one, given) in enumerate(zip(rows, each, ranges, strict=True)):
        edges.append(_dimension_edges(x, one, given, i))
        number, is_in = _bin(x, edges[-1])
        place = number if place is None else place * (edges[-1].shape[0] - 1) + number
        keep = is_in if keep is None else keep & is_in
    shape = [one.shape[0] - 1 for one in edges]
    w = None if weights is None else as_floats(weights)
    counts = cast(_counted(place, keep, w, int(np.prod(shape))), _FLOAT64).reshape(shape)
    if density:
        total = counts.sum()
        for i, one in enumerate(edges):
            counts = counts / diff(one).reshape([-1 if d == i else 1 for d, _ in enumerate(edges)])
        counts = counts / total
    return counts, edges


def _dimension_edges(x: Any, bins: Any, given: Any, i: int) -> Any:
    if not _is_number(bins):
        return _given_edges(bins, f"bins[{i}]")
    if bins < 1:
        raise ValueError(f"`bins[{i}]` must be positive, when an integer")
    first, last = _range_of(x, given)
    dtype = result_dtype((kind_of(first), kind_of(last), float))
    return _spread(first, last, operator.index(bins), dtype)


@line(np.histogram2d, gives_views=True)
def histogram2d(x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    """`numpy.histogram2d`."""
    rows = [as_tensor(x), as_tensor(y)]
    if rows[0].shape[0] != rows[1].shape[0]:
        raise ValueError("x and y must have the same length.")
    if not _is_number(bins) and len(bins) not in (1, 2):
        bins = [as_tensor(bins)] * 2
    counts, edges = histogramdd(rows, bins, range, density, weights)
    return counts, edges[0], edges[1]
