"""Derivatives of LU and Cholesky solutions, least squares, matrix exponentials and reflections."""

from __future__ import annotations

from typing import Any

from wye._engine import engine
from wye.aten.arrays import matrix_gradients
from wye.autograd import factor_tangents, matrices
from wye.autograd.derivatives.linalg_solve import is_vector
from wye.autograd.formulas import adjoint, refused, summed
from wye.autograd.matrices import mul, triangular
from wye.autograd.rules import Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]


def _padded(matrix: Any, shape: Any) -> Any:
    """Zeros on the right and below."""
    rows, columns = shape[-2:]
    return ops.aten.constant_pad_nd.default(matrix, [0, columns - matrix.shape[-1], 0, rows - matrix.shape[-2]], 0)


def _lu(grad1: Any, grad2: Any, pivot: bool, result0: Any, result1: Any, result2: Any) -> Any:
    return matrices.lu(grad1, grad2, result0 if pivot else None, result1, result2)


def _factored(grad: Any, pivot: bool, result0: Any, result1: Any) -> Any:
    quick = engine.compute_unseen(matrix_gradients.packed_lu, grad, result0, result1) if pivot else None
    if quick is not None:
        return quick
    p, lower, upper = ops.aten.lu_unpack.default(result0, result1, True, pivot)
    k = min(grad.shape[-2:])
    gl, gu = grad.narrow(-1, 0, k).tril(-1), grad.narrow(-2, 0, k).triu()
    return matrices.lu(gl, gu, p if pivot else None, lower, upper)


def _lu_forward(A_t: Any, pivot: bool, result0: Any, result1: Any, result2: Any) -> Any:  # noqa: N803 - the schema's name
    return None, *factor_tangents.lu(A_t, result0 if pivot else None, result1, result2)


def _factored_forward(A_t: Any, pivot: bool, result0: Any, result1: Any) -> Any:  # noqa: N803 - the schema's name
    p, lower, upper = ops.aten.lu_unpack.default(result0, result1, True, pivot)
    d_lower, d_upper = factor_tangents.lu(A_t, p if pivot else None, lower, upper)
    return _padded(d_lower, A_t.shape) + _padded(d_upper, A_t.shape), None, None


def _unpacked_forward(LU_data_t: Any, unpack_data: bool) -> Any:  # noqa: N803 - the schema's name
    if not unpack_data:
        return None, None, None
    k = min(LU_data_t.shape[-2:])
    return None, LU_data_t.narrow(-1, 0, k).tril(-1), LU_data_t.narrow(-2, 0, k).triu()


def _lu_solve_forward(
    LU_t: Any,  # noqa: N803 - the schema's name
    B_t: Any,  # noqa: N803 - the schema's name
    LU: Any,  # noqa: N803 - the schema's name
    pivots: Any,
    left: bool,
    adjoint: bool,
    result: Any,
) -> Any:
    p, lower, upper = ops.aten.lu_unpack.default(LU, pivots, True, True)
    da = mul(p.to(LU.dtype), mul(LU_t.tril(-1), upper) + mul(lower, LU_t.triu()))
    da = _h(da) if adjoint else da
    change = B_t - (mul(da, result) if left else mul(result, da))
    return ops.aten.linalg_lu_solve.default(LU, pivots, change, left=left, adjoint=adjoint)


def _of_cholesky(factor_t: Any, factor: Any, upper: bool) -> Any:
    """The tangent of a matrix, given that of its factor."""
    change = mul(_h(factor_t), factor) if upper else mul(factor_t, _h(factor))
    return change + _h(change)


def _unpacked(grads: Any, shape_of_LU_data: Any) -> Any:  # noqa: N803 - the schema's name
    _, gl, gu = grads
    return summed(
        None if gl is None else _padded(gl.tril(-1), shape_of_LU_data),
        None if gu is None else _padded(gu.triu(), shape_of_LU_data),
    )


def _lu_solve(grad: Any, LU: Any, pivots: Any, left: bool, adjoint: bool, result: Any, needs: Any) -> tuple[Any, Any]:  # noqa: N803 - the schema's name
    if left and not adjoint:
        quick: Any = engine.compute_unseen(matrix_gradients.lu_solution, grad, LU, pivots, result, needs[0])
        if quick is not None:
            return quick  # type: ignore[no-any-return]
    gb = ops.aten.linalg_lu_solve.default(LU, pivots, grad, left=left, adjoint=not adjoint)
    if not needs[0]:
        return None, gb
    if left:
        return _of_factors(grad, result, LU, pivots, adjoint), gb
    return _of_factors(_h(grad), _h(result), LU, pivots, not adjoint), gb


_h = adjoint


def _of_factors(grad: Any, x: Any, lu: Any, pivots: Any, is_adjoint: bool) -> Any:
    """Of the packed factors of a, given that of x of ``a x = b``, or of ``a^H x = b``."""
    p, lower, upper = ops.aten.lu_unpack.default(lu, pivots, True, True)
    p = p.to(lu.dtype)
    if is_adjoint:
        z = mul(p.transpose(-2, -1), x)
        w = mul(_h(lower), z)
        gw = triangular(lower, mul(p.transpose(-2, -1), grad), upper=False, unit=True)
        gl, gu = -mul(z, _h(gw)), -mul(w, _h(triangular(upper, gw, upper=True)))
    else:
        w = mul(upper, x)
        gw = triangular(_h(upper), grad, upper=False)
        gu, gl = -mul(gw, _h(x)), -mul(triangular(_h(lower), gw, upper=True, unit=True), _h(w))
    return gl.tril(-1) + gu.triu()


def _cholesky_solve(grad: Any, self: Any, input2: Any, upper: bool, result: Any, needs: Any) -> tuple[Any, Any]:
    gb = ops.aten.cholesky_solve.default(grad, input2, upper)
    if not needs[1]:
        return gb, None
    common = mul(gb, _h(result))
    common = common + _h(common)
    return gb, (-mul(input2, common) if upper else -mul(common, input2))


def _cholesky_inverse(grad: Any, self: Any, upper: bool, result: Any) -> Any:
    common = mul(result, grad + _h(grad), result)
    return -mul(self, common) if upper else -mul(common, self)


def _block(a: Any, g: Any) -> Any:
    """A part of the exponential of a block matrix: the derivative of an exponential."""
    n = a.shape[-1]
    top = ops.aten.cat.default([a, g], -1)
    bottom = ops.aten.cat.default([a * 0, a], -1)
    whole = ops.aten.linalg_matrix_exp.default(ops.aten.cat.default([top, bottom], -2))
    return whole.narrow(-2, 0, n).narrow(-1, n, n)


def _lstsq(grads: Any, self: Any, b: Any, result0: Any, needs: Any) -> tuple[Any, Any]:
    gx, gr = grads[:2]
    if gr is None and gx is not None:
        unseen: Any = engine.compute_unseen(matrix_gradients.least_squares, gx, self, b)
        if unseen is not None:
            return (unseen[0] if needs[0] else None), (unseen[1] if needs[1] else None)
    vector = is_vector(self, b)
    wide_b, x = (b.unsqueeze(-1), result0.unsqueeze(-1)) if vector else (b, result0)
    ga = gb = None
    if gx is not None:
        gx = gx.unsqueeze(-1) if vector else gx
        inverse = ops.aten.linalg_pinv.atol_rtol_float(self)
        gb = mul(_h(inverse), gx)
        ga = matrices.pinv(mul(gx, _h(wide_b)), inverse, self)
    if gr is not None and gr.numel():
        rest = mul(self, x) - wide_b
        slope = 2 * rest * gr.unsqueeze(-2)
        ga, gb = summed(ga, mul(slope, _h(x))), summed(gb, -slope)
    if vector and gb is not None:
        gb = gb.squeeze(-1)
    return (ga if needs[0] else None), (gb if needs[1] else None)


def _lstsq_forward(self_t: Any, b_t: Any, self: Any, b: Any, result0: Any, result1: Any) -> Any:
    vector = is_vector(self, b)
    wide_b, wide_b_t, x = (value.unsqueeze(-1) if vector else value for value in (b, b_t, result0))
    inverse = ops.aten.linalg_pinv.atol_rtol_float(self)
    change = mul(factor_tangents.pinv(self_t, self, inverse), wide_b) + mul(inverse, wide_b_t)
    errors = None
    if result1.numel():
        slope = 2 * _h(mul(self, x) - wide_b).transpose(-2, -1) * (mul(self_t, x) - wide_b_t)
        errors = (slope.real if slope.is_complex() else slope).sum(-2)
    return change.squeeze(-1) if vector else change, errors, None, None


def _reflected_forward(
    self_t: Any, input2_t: Any, input3_t: Any, self: Any, input2: Any, input3: Any, left: bool, transpose: bool
) -> Any:
    rows, columns = self.shape[-2:]
    whole, whole_t = (ops.aten.constant_pad_nd.default(value, [0, rows - columns], 0) for value in (self, self_t))
    change = factor_tangents.householder(whole_t, input2_t, whole, input2)
    change = _h(change) if transpose else change
    found = ops.aten.ormqr.default(self, input2, input3_t, left, transpose)
    return found + (mul(change, input3) if left else mul(input3, change))


def _reflected(
    grad: Any, self: Any, input2: Any, input3: Any, left: bool, transpose: bool, needs: Any
) -> tuple[Any, Any, Any]:
    """Of a product with the whole orthogonal matrix of some reflections."""
    to_other = ops.aten.ormqr.default(self, input2, grad, left, not transpose) if needs[2] else None
    if not (needs[0] or needs[1]):
        return None, None, to_other
    if left:
        to_matrix = mul(input3, _h(grad)) if transpose else mul(grad, _h(input3))
    else:
        to_matrix = mul(_h(grad), input3) if transpose else mul(_h(input3), grad)
    rows, columns = self.shape[-2:]
    whole = ops.aten.constant_pad_nd.default(self, [0, rows - columns], 0)
    to_vectors, to_factors = matrices.householder(to_matrix, whole, input2)
    if columns > rows:  # columns that hold no reflection were cut off
        return ops.aten.constant_pad_nd.default(to_vectors, [0, columns - rows], 0), to_factors, to_other
    return to_vectors.narrow(-1, 0, columns), to_factors, to_other


DERIVATIVES: dict[str, Derivative] = {
    "geqrf": derivative(self=refused("geqrf")),
    "ormqr": derivative({"self, input2, input3": _reflected}, forward=_reflected_forward),
    "linalg_lu": derivative(A=_lu, forward=_lu_forward, constant=(0,)),
    "linalg_lu_factor_ex": derivative(A=_factored, forward=_factored_forward),
    "linalg_lu_solve": derivative({"LU, B": _lu_solve}, forward=_lu_solve_forward),
    "lu_unpack": derivative(LU_data=_unpacked, forward=_unpacked_forward, constant=(0,)),
    "cholesky_solve": derivative(
        {"self, input2": _cholesky_solve},
        forward=lambda self_t, input2_t, input2, upper, result: ops.aten.cholesky_solve.default(
            self_t - mul(_of_cholesky(input2_t, input2, upper), result), input2, upper
        ),
    ),
    "cholesky_inverse": derivative(
        self=_cholesky_inverse,
        forward=lambda self_t, self, upper, result: -mul(result, _of_cholesky(self_t, self, upper), result),
    ),
    "linalg_lstsq": derivative({"self, b": _lstsq}, forward=_lstsq_forward, constant=(2, 3)),
    "linalg_matrix_exp": derivative(
        self=lambda grad, self: _block(_h(self), grad), forward=lambda self_t, self: _block(self, self_t)
    ),
    "linalg_householder_product": derivative(
        {"input, tau": lambda grad, input, tau: matrices.householder(grad, input, tau)},
        forward=lambda input_t, tau_t, input, tau: factor_tangents.householder(input_t, tau_t, input, tau),
    ),
}
