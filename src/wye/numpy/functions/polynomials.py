"""Polynomials as their coefficients, the highest power first: NumPy's functions for them.

Leading zeros, ranks and real roots are looked for in the values, where there are values; a batch under vmap, and fake
arrays, keep their length and are complex.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from wye.call.packets import ops
from wye.numpy.arrays import Array, as_tensor, cast, known_values
from wye.numpy.functions.linear_algebra import inv, lstsq, plain_eigenvalues
from wye.numpy.functions.products import convolved, matmul, outer
from wye.numpy.promotion import together
from wye.numpy.refusals import refuses_as
from wye.numpy.table import line
from wye.tensors.dtypes import to_numpy_dtype

aten: Any = ops.aten


def _vector(value: Any) -> Any:
    tensor = as_tensor(value)
    return tensor.reshape(1) if not tensor.dim() else tensor


def _vectors(*values: Any) -> list[Any]:
    return [_vector(one) for one in together(*values)]


def _in_floats(x: Any) -> Any:
    """What ``x + 0.0`` is: integers as float64."""
    return x if x.is_floating_point() or x.is_complex() else cast(x, np.dtype(float))


def _times_integers(x: Any) -> Any:
    """In the dtype of the products with integers of NumPy: float32 has float64."""
    return cast(x, np.result_type(to_numpy_dtype(x.dtype), np.int64))


def _as_given(result: Any, *given: Any) -> Any:
    """A `numpy.poly1d` where one was given."""
    made: Any = Array(result)
    return np.poly1d(made) if any(isinstance(one, np.poly1d) for one in given) else result


def _check_vectors(*tensors: Any) -> None:
    if any(one.dim() != 1 for one in tensors):
        raise ValueError("Polynomial must be 1d only.")


def _trimmed(x: Any) -> Any:
    """Without the zeros in front, of which there is one for 0."""
    if not x.shape[0]:
        return x.new_zeros((1,))
    values = known_values(x)
    if values is None:
        return x
    places = np.flatnonzero(values)
    return x[int(places[0]) if places.size else max(len(values) - 1, 0) :]


def _padded(x: Any, before: int, after: int = 0) -> Any:
    return aten.constant_pad_nd.default(x, [before, after])


# ---- values, derivatives, integrals ----


@line(np.polyval)
@refuses_as(np.polyval)
def polyval(p: Any, x: Any) -> Any:
    """The values of a polynomial; of another one, the polynomial of both in turn."""
    if isinstance(x, np.poly1d):
        total: Any = 0
        for one in as_tensor(p).unbind(0):
            total = total * x + Array(one)
        return total
    coefficients, point = together(p, x)
    result = aten.zeros_like.default(point)
    for one in coefficients.unbind(0):
        result = result * point + one
    return result


@line(np.polyder)
@refuses_as(np.polyder)
def polyder(p: Any, m: int = 1) -> Any:
    """The coefficients of a derivative."""
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    result = as_tensor(p)
    for _ in range(int(m)):
        powers = as_tensor(np.arange(result.shape[0] - 1, 0, -1))
        result = _times_integers(result[:-1])
        result = result * cast(powers, to_numpy_dtype(result.dtype))
    return _as_given(result, p)


@line(np.polyint)
@refuses_as(np.polyint)
def polyint(p: Any, m: int = 1, k: Any = None) -> Any:
    """The coefficients of an integral, whose constants are ``k``."""
    m = int(m)
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    constants = _vector(np.zeros(m) if k is None else k)
    if constants.shape[0] == 1 and m > 1:
        constants = cast(constants, np.result_type(to_numpy_dtype(constants.dtype), np.float64)).expand(m)
    if constants.shape[0] < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    result = as_tensor(p)
    for place in range(m):
        result = _in_floats(_times_integers(result))
        powers = as_tensor(np.arange(result.shape[0], 0, -1))
        result, constant = together(result / powers, constants[place])
        result = aten.cat.default([result, constant.reshape(1)], 0)
    return _as_given(result, p)


# ---- arithmetic ----


def _aligned(a1: Any, a2: Any) -> tuple[Any, Any]:
    """Both with as many coefficients as the longer."""
    x, y = _vectors(a1, a2)
    if x.shape[0] == y.shape[0]:
        return x, y
    _check_vectors(x, y)
    longer = max(x.shape[0], y.shape[0])
    return _padded(x, longer - x.shape[0]), _padded(y, longer - y.shape[0])


@line(np.polyadd)
@refuses_as(np.polyadd)
def polyadd(a1: Any, a2: Any) -> Any:
    """The sum of polynomials."""
    x, y = _aligned(a1, a2)
    return _as_given(x + y, a1, a2)


@line(np.polysub)
@refuses_as(np.polysub)
def polysub(a1: Any, a2: Any) -> Any:
    """The difference of polynomials."""
    x, y = _aligned(a1, a2)
    return _as_given(x - y, a1, a2)


@line(np.polymul)
@refuses_as(np.polymul)
def polymul(a1: Any, a2: Any) -> Any:
    """The product of polynomials, without zeros in front."""
    x, y = _vectors(a1, a2)
    _check_vectors(x, y)
    return _as_given(convolved(_trimmed(x), _trimmed(y)), a1, a2)


@line(np.polydiv)
@refuses_as(np.polydiv)
def polydiv(u: Any, v: Any) -> Any:
    """The quotient of polynomials and what is left, without what is nearly zero in front."""
    given = _in_floats(_vector(v))
    _check_vectors(given, _vector(u))
    scale = 1.0 / given[0]
    left, divisor = together(_in_floats(_vector(u)), given)
    steps = left.shape[0] - divisor.shape[0] + 1
    found = []
    for place in range(steps):
        factor = scale * left[place]
        found.append(factor)
        left = left - _padded(factor * divisor, place, steps - 1 - place)
    left = left if found else left.clone()
    quotient = aten.stack.default(found, 0) if found else left.new_zeros((1,))
    values = known_values(left)
    if values is not None:
        places = np.flatnonzero(~np.isclose(values, 0, rtol=1e-14))
        left = left[int(places[0]) if places.size else len(values) - 1 :]
    return _as_given(quotient, u, v), _as_given(left, u, v)


# ---- roots and fits ----


@line(np.poly)
@refuses_as(np.poly)
def poly(seq_of_zeros: Any) -> Any:
    """The polynomial with these roots, or the one whose roots are the eigenvalues of a matrix."""
    zeros = _vector(seq_of_zeros)
    if zeros.dim() == 2 and zeros.shape[0] == zeros.shape[1] and zeros.shape[0]:
        zeros = plain_eigenvalues(zeros)
    elif zeros.dim() == 1:
        zeros = cast(zeros, np.dtype(np.mintypecode(to_numpy_dtype(zeros.dtype).char)))
    else:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if not zeros.shape[0]:
        return 1.0
    result = aten.ones_like.default(zeros[:1])
    for zero in zeros.unbind(0):
        result = _padded(result, 0, 1) - zero * _padded(result, 1)
    values = known_values(zeros) if zeros.is_complex() else None
    if values is not None and np.all(np.sort(values) == np.sort(values.conjugate())):
        return result.real.clone()
    return result


@line(np.roots)
@refuses_as(np.roots, "Eigenvalues did not converge")
def roots(p: Any) -> Any:
    """The roots of a polynomial: the eigenvalues of its companion matrix."""
    coefficients = _vector(p)
    if coefficients.dim() != 1:
        raise ValueError("Input must be a rank-1 array.")
    values, zeros = known_values(coefficients), 0
    if values is not None:
        places = np.flatnonzero(values)
        if not places.size:
            return as_tensor(np.array([]))
        zeros = len(values) - int(places[-1]) - 1
        coefficients = coefficients[int(places[0]) : int(places[-1]) + 1]
    coefficients = _in_floats(coefficients)
    degree = coefficients.shape[0] - 1
    if degree < 1:
        return as_tensor(np.zeros(zeros))
    row = (-coefficients[1:] / coefficients[0]).unsqueeze(0)
    below = aten.eye.m(degree - 1, degree, dtype=coefficients.dtype)
    found = plain_eigenvalues(aten.cat.default([row, below], 0))
    return _padded(found, 0, zeros)


@line(np.polyfit)
@refuses_as(np.polyfit, "SVD did not converge in Linear Least Squares")
def polyfit(x: Any, y: Any, deg: Any, rcond: Any = None, full: bool = False, w: Any = None, cov: Any = False) -> Any:
    """The polynomial that is nearest to points, by least squares."""
    order = int(deg) + 1
    points, heights = _in_floats(as_tensor(x)), _in_floats(as_tensor(y))
    _check_fit(points, heights, order)
    if rcond is None:
        rcond = points.shape[0] * np.finfo(to_numpy_dtype(points.dtype)).eps
    powers = _powers(_times_integers(points), order)
    if w is not None:
        weights = _in_floats(as_tensor(w))
        if weights.dim() != 1 or weights.shape[0] != heights.shape[0]:
            raise TypeError("expected a 1-d array for weights")
        powers = (powers * weights.unsqueeze(1)).to(powers.dtype)
        heights = (heights * (weights if heights.dim() == 1 else weights.unsqueeze(1))).to(heights.dtype)
    scale = aten.sum.dim_IntList(powers * powers, [0]).sqrt()
    powers = powers / scale
    found, left, rank, values = lstsq(powers, heights, rcond)
    result = found / (scale if found.dim() == 1 else scale.unsqueeze(1))
    if full:
        return result, left, rank, values, rcond
    known = known_values(rank)
    if known is not None and int(known) != order:
        warnings.warn("Polyfit may be poorly conditioned", np.exceptions.RankWarning, stacklevel=4)
    return (result, _covariance(powers, scale, left, heights, order, cov)) if cov else result


def _powers(points: Any, order: int) -> Any:
    """The powers of the points in columns, the highest first."""
    columns = [aten.ones_like.default(points)]
    for _ in range(order - 1):
        columns.append(columns[-1] * points)
    return aten.stack.default(columns[::-1], 1)


def _check_fit(points: Any, heights: Any, order: int) -> None:
    if order < 1:
        raise ValueError("expected deg >= 0")
    if points.dim() != 1 or not points.shape[0] or heights.dim() not in (1, 2):
        raise TypeError("expected 1D vector for x")
    if points.shape[0] != heights.shape[0]:
        raise TypeError("expected x and y to have same length")


def _covariance(powers: Any, scale: Any, left: Any, heights: Any, order: int, cov: Any) -> Any:
    base = inv(matmul(powers.transpose(0, 1), powers)) / outer(scale, scale)
    if cov == "unscaled":
        factor: Any = 1
    else:
        if powers.shape[0] <= order:
            raise ValueError("the number of data points must exceed order to scale the covariance matrix")
        factor = left / (powers.shape[0] - order)
    return base * factor if heights.dim() == 1 else base.unsqueeze(2) * factor
