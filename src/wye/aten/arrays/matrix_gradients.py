"""Gradients of functions of small real matrices, on arrays: what their formulas compute in many steps.

Each is computed in float64 and rounded once.  ``g`` is the gradient of a result.  None: a formula has to compute it, as
matrices are large, or have no inverse.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np

from wye._engine import engine
from wye.aten.arrays import lapack
from wye.aten.arrays.pivots import row_order

__all__ = [
    "cholesky", "determinant", "eigenvalues", "eigh", "inverse", "least_squares", "log_determinant", "lu",
    "lu_solution", "packed_lu", "pinv", "qr", "reflections", "singular_values", "solution", "triangular_solution",
]  # fmt: skip

_DOUBLE: Final = np.dtype("float64")
_SMALL: Final = 1 << 12
_ONE_STEP: Final = 256  # elements of a matrix that the engine may solve for


def _turned(a: Any) -> Any:
    return a.swapaxes(-1, -2)


def _product(a: Any, b: Any) -> Any:
    """The matrix product, in rows: NumPy would order a batch by the strides of the operands."""
    if a.ndim == b.ndim == 2:
        return a.dot(b)
    found = np.matmul(a, b)
    return found if found.flags.c_contiguous else np.ascontiguousarray(found)


def _rounded(found: Any, dtype: Any) -> Any:
    """In the dtype of the operands; None if something is not finite."""
    if not abs(np.add.reduce(found, None)) < np.inf:
        return None
    return found if dtype is _DOUBLE else found.astype(dtype)


def _in_columns(turned: Any, dtype: Any) -> Any:
    """The transpose of matrices that were computed in rows, so that it lies in columns."""
    found = _rounded(turned, dtype)
    return None if found is None else _turned(found)


def _are_finite(*arrays: Any) -> bool:
    """Are there no infinities and NaN, which the formulas with operators pass on in their own way?"""
    return all(np.isfinite(array).all() for array in arrays)


def _times_inverse(scale: Any, a: Any, in_columns: bool) -> Any:
    """A number times the transposed inverse of one small matrix; None: it has none, or is another kind."""
    if a.ndim != 2 or not 0 < a.size <= _ONE_STEP:
        return None
    return engine.solve_small(a.T, lapack.identity(len(a), a.dtype) * scale, in_columns)


def determinant(g: Any, a: Any, result: Any) -> Any:
    """Of a matrix, given that of its determinant."""
    small = _times_inverse(np.multiply(g, result), a, False) if a.dtype is _DOUBLE else None
    if small is not None:
        return small
    found = lapack.wide_inverse(a) if _are_finite(g, a) else None
    if found is None:
        return None
    scale = np.multiply(g, result, dtype=_DOUBLE)
    return _rounded(np.ascontiguousarray(_turned(found)) * scale[..., None, None], a.dtype)


def log_determinant(g: Any, a: Any) -> Any:
    """Of a matrix, given that of the logarithm of its determinant."""
    small = _times_inverse(g, a, True)
    if small is not None:
        return small
    found = lapack.wide_inverse(a) if _are_finite(g, a) else None
    return None if found is None else _in_columns(found * g[..., None, None], a.dtype)


def inverse(g: Any, result: Any) -> Any:
    """Of a matrix, given that of its inverse."""
    if result.size > _SMALL:
        return None
    turned = _turned(result)
    found = _product(turned, _product(g, turned))
    return np.negative(found, found)


def solution(g: Any, a: Any, b: Any, x: Any, left: bool, needs_matrix: bool) -> Any:
    """Of both sides of AX = B, or of XA = B, given that of X."""
    if left and a.ndim == 2 and not (needs_matrix and a.dtype.char == "f"):  # products of floats are not rounded once
        gb = engine.solve_small(a.T, g, True)
        if gb is not None and (gb.ndim == 2 or x.ndim == 1):
            if not needs_matrix:
                return None, gb
            ga = gb.dot(x.T) if gb.ndim == 2 else np.multiply.outer(gb, x)
            return np.negative(ga, ga), gb
    inverted = lapack.wide_inverse(a)
    if inverted is None or g.size > _SMALL:
        return None
    vector = b.ndim == 1 or (b.ndim == a.ndim - 1 and b.shape == a.shape[:-1])
    if vector and not left:
        return None
    wide_g, wide_x = (g[..., None], x[..., None]) if vector else (g, x)
    if left:
        gb = _in_columns(_product(_turned(wide_g), inverted), a.dtype)
    else:
        gb = _rounded(_product(wide_g, _turned(inverted)), a.dtype)
    if gb is None:
        return None
    ga = None
    if needs_matrix:
        ga = _product(gb, _turned(wide_x)) if left else _product(_turned(wide_x), gb)
        np.negative(ga, ga)
    return ga, gb[..., 0] if vector else gb


@lru_cache(64)
def _triangle(rows: int, columns: int, upper: bool, off: int) -> Any:
    """Ones in the upper or lower triangle, that many diagonals away from the middle; zeros elsewhere."""
    ones = np.ones((rows, columns))
    return np.triu(ones, off) if upper else np.tril(ones, -off)


@lru_cache(64)
def _half(n: int, upper: bool) -> Any:
    """Weights that make a matrix, added to its transpose, have its own diagonal, and one triangle on both sides."""
    return _triangle(n, n, upper, 0) - np.eye(n) / 2


@lru_cache(64)
def _quarter(n: int) -> Any:
    return _half(n, False) / 2


def triangular_solution(g: Any, a: Any, x: Any, upper: bool, left: bool, unit: bool, needs_matrix: bool) -> Any:
    """Of both sides of AX = B, or of XA = B, where A is triangular, given that of X."""
    n = a.shape[-1]
    if not 0 < a.size <= _SMALL or g.size > _SMALL:
        return None
    inside = np.where(_triangle(n, n, upper, int(unit)) != 0, a, 0)
    if unit:
        inside = inside + np.eye(n)
    inverted = lapack.wide_inverse(inside)
    if inverted is None:
        return None
    turned = _product(_turned(g), inverted) if left else _product(inverted, _turned(g))
    gb = _in_columns(turned, a.dtype)
    if gb is None:
        return None
    ga = None
    if needs_matrix:
        ga = _product(gb, _turned(x)) if left else _product(_turned(x), gb)
        np.negative(ga, ga)
        ga = np.where(_triangle(n, n, upper, int(unit)) != 0, ga, ga.dtype.type(0))
    return ga, gb


def cholesky(g: Any, upper: bool, root: Any) -> Any:
    """Of a matrix, given that of its Cholesky factor."""
    if upper:
        g, root = _turned(g), _turned(root)
    inverted = lapack.wide_inverse(root)
    if inverted is None:
        return None
    inner = _product(_turned(root), g) * _quarter(root.shape[-1])
    inner = inner + _turned(inner)
    return _in_columns(_product(_product(_turned(inverted), inner), inverted), root.dtype)


def qr(gq: Any, gr: Any, q: Any, r: Any) -> Any:
    """Of a matrix, given those of its two factors; None where there is none."""
    inverted = lapack.wide_inverse(r) if r.shape[-2] == r.shape[-1] else None
    if inverted is None:
        return None
    inner = 0 if gr is None else _product(gr, _turned(r))
    if gq is not None:
        inner = inner - _product(_turned(q), gq)
    inner = inner * _half(r.shape[-1], True)
    found = _product(q, inner + _turned(inner))
    if gq is not None:
        found = found + gq
    return _in_columns(_product(inverted, _turned(found)), r.dtype)


def eigh(gl: Any, gv: Any, values: Any, vectors: Any) -> Any:
    """Of a symmetric matrix, given those of its eigenvalues and eigenvectors."""
    if not 0 < vectors.size <= _SMALL:
        return None
    back = _turned(vectors)
    if gv is None:
        return _product(vectors * gl[..., None, :], back)
    inner = _product(back, gv)
    inner = (inner - _turned(inner)) * inner.dtype.type(0.5)  # so that the gradient is symmetric
    gaps = values[..., None, :] - values[..., :, None]
    n = np.arange(values.shape[-1])
    gaps[..., n, n] = 1
    inner /= gaps
    inner[..., n, n] = 0 if gl is None else gl
    return _product(_product(vectors, inner), back)


def eigenvalues(gl: Any, vectors: Any) -> Any:
    """Of a matrix, given that of its eigenvalues and the complex vectors."""
    if gl.dtype.kind != "c" or not _are_finite(gl, vectors):
        return None
    back = _turned(vectors).conj()
    return lapack.solve_complex(back, gl[..., :, None] * back)


def singular_values(gs: Any, u: Any, vh: Any) -> Any:
    """Of a matrix, given that of its singular values."""
    k = gs.shape[-1]
    if not 0 < u.size <= _SMALL or vh.size > _SMALL:
        return None
    return _product(u[..., :, :k] * gs[..., None, :], vh[..., :k, :])


def pinv(g: Any, inverse: Any, a: Any) -> Any:
    """Of a matrix, given that of its pseudo-inverse."""
    if not 0 < a.size <= _SMALL:
        return None
    back, gh = _turned(inverse), _turned(g)
    if a.shape[-2] <= a.shape[-1]:
        k = gh @ inverse
        kh = k @ back
        found = kh - _turned(inverse @ k) - a @ inverse @ kh + back @ inverse @ (gh - k @ a)
        return _turned(np.ascontiguousarray(_turned(found)))
    k = inverse @ gh
    hk = back @ k
    found = hk - _turned(k @ inverse) - hk @ inverse @ a + (gh - a @ k) @ inverse @ back
    return _turned(np.ascontiguousarray(_turned(found)))


def least_squares(gx: Any, a: Any, b: Any) -> Any:
    """Of a matrix and right sides, given that of the solution, by the pseudo-inverse: small values count as zero."""
    if a.ndim != 2 or b.ndim > 2 or not gx.size:
        return None
    found = lapack.svd(a, False, True)
    if found is None:
        return None
    u, s, vh = found
    kept = s > s.dtype.type(max(a.shape) * np.finfo(s.dtype).eps) * s[0]
    inverse = (vh.T * np.where(kept, 1 / s, s.dtype.type(0))).dot(u.T)
    wide_g, wide_b = (gx[:, None], b[:, None]) if b.ndim == 1 else (gx, b)
    return pinv(wide_g.dot(wide_b.T), inverse, a), inverse.T.dot(gx)


def lu(gl: Any, gu: Any, p: Any, lower: Any, upper: Any) -> Any:
    """Of a square matrix ``p lower upper``, given those of its factors."""
    n = lower.shape[-1]
    if lower.shape[-2] != n or upper.shape[-1] != n:
        return None
    left, right = lapack.wide_inverse(lower), lapack.wide_inverse(upper)
    if left is None or right is None:
        return None
    inner = np.where(_triangle(n, n, True, 0) != 0, _product(gu, _turned(upper)), _product(_turned(lower), gl))
    found = _product(_turned(left), _product(inner, _turned(right)))
    if p is None or not p.size:
        return _in_columns(np.ascontiguousarray(_turned(found)), lower.dtype)
    return _rounded(_product(p, found), lower.dtype)


def _unpacked(packed: Any) -> tuple[Any, Any]:
    """L and U, in float64."""
    n = packed.shape[-1]
    wide = packed.astype(_DOUBLE)
    return wide * _triangle(n, n, False, 1) + _triangle(n, n, True, 0) * _triangle(n, n, False, 0), wide * _triangle(
        n, n, True, 0
    )


def _rows_back(found: Any, pivots: Any) -> Any:
    """Rows of ``L U`` in the order of the matrix; pivots count from 1."""
    n = found.shape[-2]
    order = row_order(pivots.reshape(-1, pivots.shape[-1]).astype(np.int64) - 1, n)
    flat = found.reshape(-1, *found.shape[-2:])
    made = np.empty_like(flat)
    made[np.arange(len(flat))[:, None], order] = flat
    return made.reshape(found.shape)


def packed_lu(g: Any, packed: Any, pivots: Any) -> Any:
    """Of a square matrix, given that of its packed factors."""
    n = packed.shape[-1]
    if packed.shape[-2] != n or not 0 < packed.size <= _SMALL:
        return None
    lower, upper = _unpacked(packed)
    left, right = lapack.wide_inverse(lower), lapack.wide_inverse(upper)
    if left is None or right is None:
        return None
    above, below = _triangle(n, n, True, 0), _triangle(n, n, False, 1)
    inner = above * _product(g * above, _turned(upper)) + below * _product(_turned(lower), g * below)
    return _rounded(_rows_back(_product(_turned(left), _product(inner, _turned(right))), pivots), packed.dtype)


def lu_solution(g: Any, packed: Any, pivots: Any, x: Any, needs_factors: bool) -> Any:
    """Of packed factors and B, given that of the solution of AX = B."""
    if not 0 < packed.size <= _SMALL or not 0 < g.size <= _SMALL or packed.shape[:-2] != x.shape[:-2]:
        return None
    lower, upper = _unpacked(packed)
    left, right = lapack.wide_inverse(lower), lapack.wide_inverse(upper)
    if left is None or right is None:
        return None
    gw = _product(_turned(right), g)
    moved = _product(_turned(left), gw)
    gb = _rounded(_rows_back(moved, pivots), packed.dtype)
    if not needs_factors or gb is None:
        return None if gb is None else (None, gb)
    n = packed.shape[-1]
    gu = _product(gw, _turned(x)) * _triangle(n, n, True, 0)
    gl = _product(moved, _turned(_product(upper, x))) * _triangle(n, n, False, 1)
    factors = _rounded(-(gl + gu), packed.dtype)
    return None if factors is None else (factors, gb)


def reflections(g: Any, packed: Any, tau: Any) -> Any:
    """Of the vectors and factors of reflections, given that of the first columns of their product."""
    rows, columns = packed.shape[-2:]
    count = tau.shape[-1]
    if packed.ndim != 2 or g.ndim != 2 or not 0 < packed.size <= _SMALL or not count or count > columns:
        return None
    vectors = packed * _triangle(rows, columns, False, 1) + np.eye(rows, columns)
    after = [np.eye(rows, columns)]
    for i in reversed(range(count)):
        v = vectors[:, i]
        after.append(after[-1] - np.multiply.outer(tau[i] * v, v.dot(after[-1])))
    before, to_vectors, to_tau = np.eye(rows), np.zeros((rows, columns)), np.empty(count)
    for i in range(count):
        v = vectors[:, i]
        inner = before.T.dot(g).dot(after[count - 1 - i].T)
        onto, back = inner.dot(v), v.dot(inner)
        to_vectors[:, i] = -tau[i] * (onto + back)
        to_tau[i] = -v.dot(onto)
        before = before - np.multiply.outer(before.dot(v), tau[i] * v)
    found = _rounded(to_vectors * _triangle(rows, columns, False, 1), packed.dtype)
    return None if found is None or not np.isfinite(to_tau).all() else (found, to_tau.astype(packed.dtype))
