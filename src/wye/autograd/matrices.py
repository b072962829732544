"""Gradients of matrix factorisations.  ``gx`` is the gradient of ``x``, and ``xh`` its conjugate transpose."""

from __future__ import annotations

from typing import Any

from wye._engine import engine
from wye.aten.arrays import matrix_gradients
from wye.autograd.formulas import adjoint, any_true, conj, summed
from wye.call.packets import ops

__all__ = ["cholesky", "eig", "eigh", "householder", "lu", "pinv", "qr", "solve", "svd", "triangular"]


def mul(*factors: Any) -> Any:
    """The product of matrices."""
    found = factors[0]
    for factor in factors[1:]:
        found = ops.aten.matmul.default(found, factor)
    return found


def solve(a: Any, b: Any, *, left: bool = True) -> Any:
    """X of ``a x = b``, or of ``x a = b``."""
    return ops.aten.linalg_solve.default(a, b, left=left)


def triangular(a: Any, b: Any, *, upper: bool, left: bool = True, unit: bool = False) -> Any:
    """X of ``a x = b``, or of ``x a = b``, where a is triangular."""
    return ops.aten.linalg_solve_triangular.default(a, b, upper=upper, left=left, unitriangular=unit)


def with_diagonal(matrix: Any, diagonal: Any) -> Any:
    """The matrix with another diagonal."""
    return ops.aten.diagonal_scatter.default(
        matrix, diagonal.expand([*matrix.shape[:-2], min(matrix.shape[-2:])]), 0, -2, -1
    )


def diagonal(matrix: Any) -> Any:
    """The diagonals of matrices."""
    return matrix.diagonal(0, -2, -1)


def check_phase(turn: Any, name: str, what: str) -> None:
    """Refuse the gradient of a function that depends on the free phase of complex vectors.

    Raises:
        RuntimeError: it does.
    """
    if turn.is_complex() and any_true(turn.imag.abs() > 1e-2, unknown=False):
        raise RuntimeError(
            f"{name}: The {what} in the complex case are specified up to multiplication by e^{{i phi}}. The specified "
            "loss function depends on this quantity, so it is ill-defined."
        )


def cholesky(gl: Any, lower: Any) -> Any:
    """Of the matrix, given that of its lower factor."""
    phi = mul(adjoint(lower), gl)
    phi = 0.5 * (phi.tril() + adjoint(phi.tril(-1)))
    return triangular(lower, triangular(adjoint(lower), phi, upper=True), upper=False, left=False)


def qr(gq: Any, gr: Any, q: Any, r: Any) -> Any:
    """Of the matrix, given those of its two factors; None where there is none."""
    rows, columns = q.shape[-2], r.shape[-1]
    if rows < columns:
        square, rest = r.narrow(-1, 0, rows), r.narrow(-1, rows, columns - rows)
        g_square = None if gr is None else gr.narrow(-1, 0, rows)
        g_rest = None if gr is None else gr.narrow(-1, rows, columns - rows)
        if g_rest is None:
            g_rest = rest * 0
        gq = summed(gq, mul(q, rest, adjoint(g_rest)))
        return ops.aten.cat.default([qr(gq, g_square, q, square), mul(q, g_rest)], -1)
    inner = summed(None if gr is None else mul(gr, adjoint(r)), None if gq is None else -mul(adjoint(q), gq))
    inner = inner.triu()
    inner = inner + adjoint(inner)
    inner = with_diagonal(inner, diagonal(inner) * 0.5)
    found = summed(mul(q, inner), gq)
    return triangular(adjoint(r), found, upper=False, left=False)


def eigh(gl: Any, gv: Any, values: Any, vectors: Any) -> Any:
    """Of a symmetric matrix, given those of its eigenvalues and eigenvectors."""
    vh = adjoint(vectors)
    if gv is None:
        return mul(vectors * gl.unsqueeze(-2), vh)
    inner = mul(vh, gv)
    check_phase(diagonal(inner), "linalg_eigh_backward", "eigenvectors")
    inner = _skew(inner) * 0.5  # so that the gradient is symmetric
    gaps = values.unsqueeze(-2) - values.unsqueeze(-1)
    gaps = with_diagonal(gaps, gaps.new_ones([]))
    on_diagonal = (diagonal(inner) * 0) if gl is None else gl.to(inner.dtype)
    return mul(vectors, with_diagonal(inner / gaps, on_diagonal), vh)


def eig(gl: Any, gv: Any, values: Any, vectors: Any) -> Any:
    """Of a matrix, given those of its eigenvalues and eigenvectors."""
    found = engine.compute_unseen_complex(matrix_gradients.eigenvalues, gl, vectors) if gv is None else None
    if found is not None:
        return found
    vh = adjoint(vectors)
    if gv is None:
        return solve(vh, gl.unsqueeze(-1) * vh)
    inner = mul(vh, gv)
    check_phase(diagonal(inner), "linalg_eig_backward", "eigenvectors")
    inner = inner - mul(vh, vectors) * diagonal(inner).real.unsqueeze(-2)
    gaps = conj(values.unsqueeze(-2) - values.unsqueeze(-1))
    gaps = with_diagonal(gaps, gaps.new_ones([]))
    on_diagonal = diagonal(inner) * 0 if gl is None else gl
    return solve(vh, mul(with_diagonal(inner / gaps, on_diagonal), vh))


def _skew(matrix: Any) -> Any:
    return matrix - adjoint(matrix)


def svd(gu: Any, gs: Any, gvh: Any, u: Any, s: Any, vh: Any) -> Any:
    """Of a matrix, given those of its singular vectors and values."""
    k, rows, columns = s.shape[-1], u.shape[-2], vh.shape[-1]
    if gu is None and gvh is None:
        return mul(u.narrow(-1, 0, k) * gs.unsqueeze(-2), vh.narrow(-2, 0, k))
    if u.shape[-1] > k or vh.shape[-2] > k:
        u, vh = u.narrow(-1, 0, k), vh.narrow(-2, 0, k)
        gu = None if gu is None else gu.narrow(-1, 0, k)
        gvh = None if gvh is None else gvh.narrow(-2, 0, k)
    squares = s * s
    gaps = squares.unsqueeze(-2) - squares.unsqueeze(-1)
    gaps = with_diagonal(gaps, gaps.new_ones([]))
    uhgu = None if gu is None else _skew(mul(adjoint(u), gu))
    vhgv = None if gvh is None else _skew(mul(vh, adjoint(gvh)))
    turn = summed(*(None if one is None else diagonal(one) for one in (uhgu, vhgv)))
    check_phase(turn, "svd_backward", "singular vectors")
    inner = summed(
        None if uhgu is None else (uhgu / gaps) * s.unsqueeze(-2),
        None if vhgv is None else s.unsqueeze(-1) * (vhgv / gaps),
    )
    on_diagonal = diagonal(inner) * 0
    if u.is_complex() and uhgu is not None and vhgv is not None:
        on_diagonal = on_diagonal + diagonal(uhgu) / (2 * s)
    if gs is not None:
        on_diagonal = on_diagonal + gs
    inner = with_diagonal(inner, on_diagonal)
    found = mul(u, inner, vh)
    if gu is not None and rows > k:
        outside = gu / s.unsqueeze(-2)
        found = found + mul(outside - mul(u, adjoint(u), outside), vh)
    if gvh is not None and columns > k:
        outside = gvh / s.unsqueeze(-1)
        found = found + mul(u, outside - mul(outside, adjoint(vh), vh))
    return found


def lu(gl: Any, gu: Any, p: Any, lower: Any, upper: Any) -> Any:
    """Of a matrix ``p lower upper``, given those of its factors (zeros where there is none)."""
    unseen = engine.compute_unseen(matrix_gradients.lu, gl, gu, p, lower, upper)
    if unseen is not None:
        return unseen
    rows, columns, k = lower.shape[-2], upper.shape[-1], lower.shape[-1]
    l1, u1 = lower.narrow(-2, 0, k), upper.narrow(-1, 0, k)
    gl1, gu1 = gl.narrow(-2, 0, k), gu.narrow(-1, 0, k)
    below, above = mul(adjoint(l1), gl1), mul(gu1, adjoint(u1))
    u2 = gu2 = gl2 = None
    if columns > k:
        u2, gu2 = upper.narrow(-1, k, columns - k), gu.narrow(-1, k, columns - k)
        below = below - mul(gu2, adjoint(u2))
    if rows > k:
        l2, gl2 = lower.narrow(-2, k, rows - k), gl.narrow(-2, k, rows - k)
        above = above - mul(adjoint(l2), gl2)
    inner = below.tril(-1) + above.triu()
    inner = triangular(adjoint(u1), inner, upper=False, left=False)
    found = triangular(adjoint(l1), inner, upper=True, unit=True)
    if gu2 is not None:
        found = ops.aten.cat.default([found, triangular(adjoint(l1), gu2, upper=True, unit=True)], -1)
    if gl2 is not None:
        found = ops.aten.cat.default([found, triangular(adjoint(u1), gl2, upper=False, left=False)], -2)
    return mul(p.to(found.dtype), found) if p is not None and p.numel() else found


def pinv(grad: Any, inverse: Any, a: Any) -> Any:
    """Of a matrix, given that of its pseudo-inverse."""
    unseen = engine.compute_unseen(matrix_gradients.pinv, grad, inverse, a)
    if unseen is not None:
        return unseen
    inverse_h, grad_h = adjoint(inverse), adjoint(grad)
    if a.shape[-2] <= a.shape[-1]:
        k = mul(grad_h, inverse)
        kh = mul(k, inverse_h)
        inside = -adjoint(mul(inverse, k)) + kh - mul(mul(a, inverse), kh)
        return inside + mul(mul(inverse_h, inverse), grad_h - mul(k, a))
    k = mul(inverse, grad_h)
    hk = mul(inverse_h, k)
    inside = -adjoint(mul(k, inverse)) + hk - mul(mul(hk, inverse), a)
    return inside + mul(mul(grad_h - mul(a, k), inverse), inverse_h)


def householder(grad: Any, input: Any, tau: Any) -> tuple[Any, Any]:
    """Of the vectors and factors of reflections, given that of the first columns of their product."""
    quick: tuple[Any, Any] | None = engine.compute_unseen(matrix_gradients.reflections, grad, input, tau)
    if quick is not None:
        return quick
    rows, columns = input.shape[-2:]
    count = tau.shape[-1]
    eye = ops.aten.eye.m(rows, columns, dtype=input.dtype, device=input.device)
    whole = ops.aten.eye.default(rows, dtype=input.dtype, device=input.device)
    vectors = with_diagonal(input.tril(-1), input.new_ones([])) if columns else input
    parts = [vectors.narrow(-1, i, 1) for i in range(count)]
    factors = [tau.narrow(-1, i, 1).unsqueeze(-1) for i in range(count)]
    after = [eye]
    for v, factor in zip(reversed(parts), reversed(factors), strict=True):
        after.append(after[-1] - factor * mul(v, mul(adjoint(v), after[-1])))
    before, g_vectors, g_tau = whole, [], []
    for i, (v, factor) in enumerate(zip(parts, factors, strict=True)):
        right = after[count - 1 - i]
        g = mul(adjoint(before), grad, adjoint(right))
        gv = -(conj(factor) * mul(g, v) + factor * mul(adjoint(g), v))
        g_vectors.append(gv)
        g_tau.append(-mul(adjoint(v), g, v).squeeze(-1))
        before = before - factor * mul(mul(before, v), adjoint(v))
    gi = ops.aten.cat.default(g_vectors, -1) if count else grad * 0
    if columns > count > 0:
        gi = ops.aten.constant_pad_nd.default(gi, [0, columns - count], 0)
    gt = ops.aten.cat.default(g_tau, -1) if count else tau * 0
    return gi.tril(-1), gt
