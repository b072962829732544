"""Tangents of matrix factorisations.  ``dx`` is the tangent of ``x``; see `matrices` for the gradients."""

from __future__ import annotations

from typing import Any

from wye.autograd.formulas import adjoint
from wye.autograd.matrices import diagonal, mul, solve, triangular, with_diagonal
from wye.call.packets import ops

__all__ = ["eig", "eigh", "householder", "lu", "pinv", "qr", "svd"]


def _gaps(values: Any) -> Any:
    """The difference of each pair of values, and 1 on the diagonal."""
    found = values.unsqueeze(-2) - values.unsqueeze(-1)
    return with_diagonal(found, found.new_ones([]))


def _without_diagonal(matrix: Any) -> Any:
    return with_diagonal(matrix, matrix.new_zeros([]))


def eigh(da: Any, values: Any, vectors: Any) -> tuple[Any, Any]:
    """Of the eigenvalues and eigenvectors of a symmetric matrix."""
    inner = mul(adjoint(vectors), da, vectors)
    slopes = diagonal(inner)
    return slopes.real if slopes.is_complex() else slopes, mul(vectors, _without_diagonal(inner / _gaps(values)))


def eig(da: Any, values: Any, vectors: Any) -> tuple[Any, Any]:
    """Of the eigenvalues and eigenvectors of a matrix; the vectors keep their length."""
    inner = solve(vectors, mul(da.to(vectors.dtype), vectors))
    turned = mul(vectors, _without_diagonal(inner / _gaps(values)))
    along = diagonal(mul(adjoint(vectors), turned)).real
    return diagonal(inner), turned - vectors * along.unsqueeze(-2)


def svd(da: Any, u: Any, s: Any, vh: Any) -> tuple[Any, Any, Any]:
    """Of the singular vectors and values of a matrix; those of vectors beyond the values are zeros."""
    k, rows, columns = s.shape[-1], u.shape[-2], vh.shape[-1]
    extra_u, extra_v = u.shape[-1] - k, vh.shape[-2] - k
    u, vh = u.narrow(-1, 0, k), vh.narrow(-2, 0, k)
    inner = mul(adjoint(u), da, adjoint(vh))
    ds = diagonal(inner)
    phase = None
    if ds.is_complex():
        phase, ds = ds.imag * 1j / (2 * s), ds.real
    gaps = _gaps(s * s)
    left, right = inner * s.unsqueeze(-2), s.unsqueeze(-1) * inner
    turn_u = _without_diagonal((left + adjoint(left)) / gaps)
    turn_v = _without_diagonal((right + adjoint(right)) / gaps)
    if phase is not None:
        turn_u, turn_v = with_diagonal(turn_u, phase), with_diagonal(turn_v, -phase)
    du, dvh = mul(u, turn_u), mul(adjoint(turn_v), vh)
    if rows > k:
        outside = mul(da, adjoint(vh)) / s.unsqueeze(-2)
        du = du + outside - mul(u, adjoint(u), outside)
    if columns > k:
        outside = mul(adjoint(u), da) / s.unsqueeze(-1)
        dvh = dvh + outside - mul(outside, adjoint(vh), vh)
    pad = ops.aten.constant_pad_nd.default
    return pad(du, [0, extra_u], 0) if extra_u else du, ds, pad(dvh, [0, 0, 0, extra_v], 0) if extra_v else dvh


def qr(da: Any, q: Any, r: Any) -> tuple[Any, Any]:
    """Of the two factors of a matrix."""
    k = q.shape[-1]
    scaled = triangular(r.narrow(-1, 0, k), da.narrow(-1, 0, k), upper=True, left=False)
    inner = mul(adjoint(q), scaled)
    below = inner.tril(-1)
    turn = below - adjoint(below)
    if turn.is_complex():
        turn = with_diagonal(turn, diagonal(inner).imag * 1j)
    dq = mul(q, turn)
    if q.shape[-2] > k:
        dq = dq + scaled - mul(q, inner)
    return dq, mul(adjoint(q), da) - mul(turn, r)


def lu(da: Any, p: Any, lower: Any, upper: Any) -> tuple[Any, Any]:
    """Of the lower and the upper factor of ``p lower upper``."""
    rows, columns, k = lower.shape[-2], upper.shape[-1], lower.shape[-1]
    if p is not None and p.numel():
        da = mul(p.to(da.dtype).transpose(-2, -1), da)
    l1, u1 = lower.narrow(-2, 0, k), upper.narrow(-1, 0, k)
    square = da.narrow(-2, 0, k).narrow(-1, 0, k)
    inner = triangular(u1, triangular(l1, square, upper=False, unit=True), upper=True, left=False)
    d_lower, d_upper = mul(l1, inner.tril(-1)), mul(inner.triu(), u1)
    if columns > k:
        rest = da.narrow(-1, k, columns - k) - mul(d_lower, upper.narrow(-1, k, columns - k))
        return d_lower, ops.aten.cat.default([d_upper, triangular(l1, rest, upper=False, unit=True)], -1)
    if rows > k:
        rest = da.narrow(-2, k, rows - k) - mul(lower.narrow(-2, k, rows - k), d_upper)
        return ops.aten.cat.default([d_lower, triangular(u1, rest, upper=True, left=False)], -2), d_upper
    return d_lower, d_upper


def pinv(da: Any, a: Any, inverse: Any) -> Any:
    """Of the pseudo-inverse of a matrix."""
    one, other = mul(inverse, adjoint(inverse), adjoint(da)), mul(adjoint(da), adjoint(inverse), inverse)
    return -mul(inverse, da, inverse) + one - mul(one, a, inverse) + other - mul(inverse, a, other)


def householder(d_input: Any, d_tau: Any, input: Any, tau: Any) -> Any:
    """Of the first columns of a product of reflections, given those of their vectors and factors."""
    rows, columns = input.shape[-2:]
    found = ops.aten.eye.m(rows, columns, dtype=input.dtype, device=input.device)
    change = found * 0
    vectors = with_diagonal(input.tril(-1), input.new_ones([])) if columns else input
    d_vectors = d_input.tril(-1)
    for i in reversed(range(tau.shape[-1])):
        v, dv = vectors.narrow(-1, i, 1), d_vectors.narrow(-1, i, 1)
        factor, d_factor = (value.narrow(-1, i, 1).unsqueeze(-1) for value in (tau, d_tau))
        along = mul(adjoint(v), found)
        d_along = mul(adjoint(dv), found) + mul(adjoint(v), change)
        change = change - d_factor * mul(v, along) - factor * (mul(dv, along) + mul(v, d_along))
        found = found - factor * mul(v, along)
    return change.expand(input.shape)
