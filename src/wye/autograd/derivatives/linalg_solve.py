"""Derivatives of determinants, solutions and factorisations."""

from __future__ import annotations

from typing import Any

from wye._engine import engine
from wye.aten.arrays import matrix_gradients
from wye.autograd import factor_tangents, matrices
from wye.autograd.formulas import adjoint, any_true, conj
from wye.autograd.matrices import mul, solve, triangular
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops
from wye.grad_mode import is_grad_enabled
from wye.modes.stack import dispatch_stack

__all__ = ["DERIVATIVES", "is_vector"]


def is_vector(a: Any, b: Any) -> bool:
    """Is the right side of an equation a vector, or a batch of vectors?"""
    return b.ndim == 1 or (b.ndim == a.ndim - 1 and tuple(b.shape) == tuple(a.shape[:-1]))


def _det(grad: Any, A: Any, result: Any, result1: Any) -> Any:  # noqa: N803 - the schema's name
    """The determinant times the inverse of the adjoint; where there is no inverse, by singular values."""
    if not A.numel():
        return A * 0
    found = engine.compute_unseen(matrix_gradients.determinant, grad, A, result)
    if found is not None:
        return found
    if not is_grad_enabled() and dispatch_stack.thread.top is None and not A.is_complex():
        inverse, info = ops.aten.linalg_inv_ex.default(A)  # nothing sees how: one decomposition less
        if not any_true(info, unknown=True):
            return inverse.transpose(-2, -1) * (grad * result).unsqueeze(-1).unsqueeze(-1)
    if any_true(matrices.diagonal(result1) == 0, unknown=True):
        return grad.unsqueeze(-1).unsqueeze(-1) * _cofactors(A)
    eye = ops.aten.eye.default(A.shape[-1], dtype=A.dtype, device=A.device)
    found, _, _, info = ops.aten._linalg_solve_ex.default(
        adjoint(A), eye * (grad * conj(result)).unsqueeze(-1).unsqueeze(-1)
    )
    if any_true(info, unknown=False):  # the factors of the adjoint have a zero where those of A have a tiny pivot
        return grad.unsqueeze(-1).unsqueeze(-1) * _cofactors(A)
    return found


def _cofactors(a: Any) -> Any:
    u, s, vh = ops.aten._linalg_svd.default(a, False, True)
    n = s.shape[-1]
    others = s.unsqueeze(-2).expand([*s.shape, n])
    others = matrices.with_diagonal(others, s.new_ones([])).prod(-1)
    sign = ops.aten.linalg_det.default(u) * ops.aten.linalg_det.default(vh)
    return conj(sign).unsqueeze(-1).unsqueeze(-1) * mul(u * others.unsqueeze(-2), vh)


def _det_forward(A_t: Any, A: Any, result: Any, result1: Any) -> Any:  # noqa: N803 - the schema's name
    if any_true(matrices.diagonal(result1) == 0, unknown=False):
        return (conj(_cofactors(A)) * A_t).sum((-2, -1)), None, None
    return result * matrices.diagonal(solve(A, A_t)).sum(-1), None, None


def _slogdet(grads: Any, A: Any, result0: Any) -> Any:  # noqa: N803 - the schema's name
    if not A.numel():
        return A * 0
    scale = grads[1]
    if A.is_complex() and grads[0] is not None:
        turn = -(conj(grads[0]) * result0).imag * 1j
        scale = turn if scale is None else scale + turn
    if scale is None:
        return A * 0
    found = engine.compute_unseen(matrix_gradients.log_determinant, scale, A)
    if found is not None:
        return found
    eye = ops.aten.eye.default(A.shape[-1], dtype=A.dtype, device=A.device)
    return solve(adjoint(A), eye * scale.unsqueeze(-1).unsqueeze(-1))


def _slogdet_forward(A_t: Any, A: Any, result0: Any) -> Any:  # noqa: N803 - the schema's name
    trace = matrices.diagonal(solve(A, A_t)).sum(-1)
    if A.is_complex():
        return trace.imag * 1j * result0, trace.real, None, None
    return result0 * 0, trace, None, None


def _inverse_forward(A_t: Any, result0: Any) -> Any:  # noqa: N803 - the schema's name
    return -mul(result0, A_t, result0), None


def _solved(grad: Any, A: Any, left: bool, vector: bool) -> Any:  # noqa: N803 - the schema's name
    return (
        solve(adjoint(A), grad.unsqueeze(-1), left=left).squeeze(-1) if vector else solve(adjoint(A), grad, left=left)
    )


def _solve(grad: Any, A: Any, B: Any, result: Any, left: bool, needs: Any) -> Any:  # noqa: N803 - the schema's names
    found = engine.compute_unseen(matrix_gradients.solution, grad, A, B, result, left, needs[0])
    if found is not None:
        return found
    vector = is_vector(A, B)
    gb = _solved(grad, A, left, vector)
    if not needs[0]:
        return None, gb
    wide_g, wide_x = (gb.unsqueeze(-1), result.unsqueeze(-1)) if vector else (gb, result)
    ga = -mul(wide_g, adjoint(wide_x)) if left else -mul(adjoint(wide_x), wide_g)
    return ga, gb


def _solve_forward(A_t: Any, B_t: Any, A: Any, B: Any, result: Any, left: bool) -> Any:  # noqa: N803 - the schema's names
    vector = is_vector(A, B)
    wide = result.unsqueeze(-1) if vector else result
    change = mul(A_t, wide) if left else mul(wide, A_t)
    right = B_t - (change.squeeze(-1) if vector else change)
    return solve(A, right, left=left), None, None, None


def _inverse(grad: Any, result0: Any) -> Any:
    found = engine.compute_unseen(matrix_gradients.inverse, grad, result0)
    return -mul(adjoint(result0), mul(grad, adjoint(result0))) if found is None else found


def _cholesky(grad: Any, upper: bool, result: Any) -> Any:
    found = engine.compute_unseen(matrix_gradients.cholesky, grad, upper, result)
    if found is not None:
        return found
    return matrices.cholesky(adjoint(grad), adjoint(result)) if upper else matrices.cholesky(grad, result)


def _cholesky_forward(self_t: Any, upper: bool, result: Any) -> Any:
    lower = adjoint(result) if upper else result
    inner = triangular(lower, triangular(adjoint(lower), self_t, upper=True, left=False), upper=False)
    inner = matrices.with_diagonal(inner.tril(), matrices.diagonal(inner) * 0.5)
    change = mul(lower, inner)
    return adjoint(change) if upper else change


def _qr(grads: Any, A: Any, mode: str, result0: Any, result1: Any) -> Any:  # noqa: N803 - the schema's name
    rows, columns = A.shape[-2:]
    if mode == "r":
        raise RuntimeError(
            "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use "
            "linalg.qr(A, mode='reduced') if you are going to require its derivatives. For more details see "
            "https://pytorch.org/docs/stable/generated/torch.linalg.qr.html"
        )
    if mode == "complete" and rows > columns:
        raise RuntimeError(
            "The QR decomposition is not differentiable when mode='complete' and nrows > ncols. The derivative of "
            "linalg.qr depends on a choice of Q that is not unique"
        )
    found = engine.compute_unseen(matrix_gradients.qr, grads[0], grads[1], result0, result1)
    return matrices.qr(grads[0], grads[1], result0, result1) if found is None else found


def _qr_forward(A_t: Any, mode: str, result0: Any, result1: Any) -> Any:  # noqa: N803 - the schema's name
    if mode == "r":
        raise RuntimeError(
            "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use "
            "linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr."
        )
    if mode == "complete" and A_t.shape[-2] > A_t.shape[-1]:
        raise RuntimeError("The QR decomposition is not differentiable when mode='complete' and nrows > ncols.")
    return factor_tangents.qr(A_t, result0, result1)


def _svd(grads: Any, A: Any, compute_uv: bool, result0: Any, result1: Any, result2: Any) -> Any:  # noqa: N803 - the schema's name
    gu, gs, gvh = grads
    if not compute_uv:
        result0, _, result2 = ops.aten._linalg_svd.default(A, False, True)
        gu = gvh = None
    if gu is None and gvh is None:
        found = engine.compute_unseen(matrix_gradients.singular_values, gs, result0, result2)
        if found is not None:
            return found
    return matrices.svd(gu, gs, gvh, result0, result1, result2)


def _svd_forward(A_t: Any, A: Any, compute_uv: bool, result0: Any, result1: Any, result2: Any) -> Any:  # noqa: N803 - the schema's name
    if compute_uv:
        return factor_tangents.svd(A_t, result0, result1, result2)
    u, s, vh = ops.aten._linalg_svd.default(A, False, True)
    return None, factor_tangents.svd(A_t, u, s, vh)[1], None


def _eigh_forward(A_t: Any, A: Any, UPLO: str, compute_v: bool, result0: Any, result1: Any) -> Any:  # noqa: N803 - the schema's names
    if compute_v:
        return factor_tangents.eigh(A_t, result0, result1)
    return factor_tangents.eigh(A_t, *ops.aten._linalg_eigh.default(A, UPLO, True))[0], None


def _eigh(grads: Any, A: Any, UPLO: str, compute_v: bool, result0: Any, result1: Any) -> Any:  # noqa: N803 - the schema's names
    vectors = result1 if compute_v else ops.aten._linalg_eigh.default(A, UPLO, True)[1]
    given = (grads[0], grads[1] if compute_v else None, result0, vectors)
    found = engine.compute_unseen(matrix_gradients.eigh, *given)
    return matrices.eigh(*given) if found is None else found


def _triangular(
    grad: Any, self: Any, upper: bool, left: bool, unitriangular: bool, result: Any, needs: Any
) -> tuple[Any, Any]:
    quick: tuple[Any, Any] | None = engine.compute_unseen(
        matrix_gradients.triangular_solution, grad, self, result, upper, left, unitriangular, needs[0]
    )
    if quick is not None:
        return quick
    gb = triangular(adjoint(self), grad, upper=not upper, left=left, unit=unitriangular)
    if not needs[0]:
        return None, gb
    ga = -mul(gb, adjoint(result)) if left else -mul(adjoint(result), gb)
    off = 1 if unitriangular else 0
    return (ga.triu(off) if upper else ga.tril(-off)), gb


def _triangular_forward(
    self_t: Any,
    B_t: Any,  # noqa: N803 - the schema's name
    self: Any,
    upper: bool,
    left: bool,
    unitriangular: bool,
    result: Any,
) -> Any:
    off = 1 if unitriangular else 0
    da = self_t.triu(off) if upper else self_t.tril(-off)
    change = B_t - (mul(da, result) if left else mul(result, da))
    return triangular(self, change, upper=upper, left=left, unit=unitriangular)


def _old_triangular_forward(
    self_t: Any,
    A_t: Any,  # noqa: N803 - the schema's name
    A: Any,  # noqa: N803 - the schema's name
    upper: bool,
    transpose: bool,
    unitriangular: bool,
    result0: Any,
) -> tuple[Any, Any]:
    off = 1 if unitriangular else 0
    da = A_t.triu(off) if upper else A_t.tril(-off)
    if transpose:
        da, of, is_upper = da.transpose(-2, -1), A.transpose(-2, -1), not upper
    else:
        of, is_upper = A, upper
    return triangular(of, self_t - mul(da, result0), upper=is_upper, unit=unitriangular), A_t


def _old_triangular(
    grads: Any,
    A: Any,  # noqa: N803 - the schema's name
    upper: bool,
    transpose: bool,
    unitriangular: bool,
    result0: Any,
    needs: Any,
) -> tuple[Any, Any]:
    gx, gm = grads
    gb = ga = None
    if gx is not None:
        of = conj(A) if transpose else adjoint(A)
        gb = triangular(of, gx, upper=upper if transpose else not upper, unit=unitriangular)
        ga = -mul(conj(result0), gb.transpose(-2, -1)) if transpose else -mul(gb, adjoint(result0))
        off = 1 if unitriangular else 0
        ga = ga.triu(off) if upper else ga.tril(-off)
    if gm is not None:
        ga = gm if ga is None else ga + gm
    return gb, (ga if needs[1] else None)


DERIVATIVES: dict[str, Derivative] = {
    "_linalg_det": derivative(A=_det, forward=_det_forward, constant=(1, 2)),
    "_linalg_slogdet": derivative(A=_slogdet, forward=_slogdet_forward, constant=(2, 3)),
    "linalg_inv_ex": derivative(
        A=_inverse,
        forward=_inverse_forward,
    ),
    "_linalg_solve_ex": derivative({"A, B": _solve}, forward=_solve_forward, constant=(1, 2, 3)),
    "linalg_cholesky_ex": derivative(
        self=_cholesky, forward=lambda self_t, upper, result0: (_cholesky_forward(self_t, upper, result0), None)
    ),
    "cholesky": derivative(self=_cholesky, forward=_cholesky_forward),
    "linalg_qr": derivative(A=_qr, forward=_qr_forward),
    "_linalg_eigh": derivative(A=_eigh, forward=_eigh_forward),
    "linalg_eig": derivative(
        self=lambda grads, result0, result1: matrices.eig(grads[0], grads[1], result0, result1),
        forward=lambda self_t, result0, result1: factor_tangents.eig(self_t, result0, result1),
    ),
    "_linalg_svd": derivative(A=_svd, forward=_svd_forward),
    "linalg_solve_triangular": derivative({"self, B": _triangular}, forward=_triangular_forward),
    "triangular_solve": derivative({"self, A": _old_triangular}, forward=_old_triangular_forward),
}
