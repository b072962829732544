"""Derivatives of matrix products and distances."""

from __future__ import annotations

from math import inf, prod
from typing import Any

import numpy as np

from wye._engine import engine
from wye.aten.kernels.linalg import bmm, pairs
from wye.autograd.formulas import conj, scaled
from wye.autograd.rules import NO_FORMULA, Derivative, derivative
from wye.call.packets import ops

__all__ = ["DERIVATIVES"]

_FEW_DIFFERENCES = 1 << 14  # numbers that are subtracted at once


def _linear(node: str | None = None, /, **formulas: Any) -> Derivative:
    """A derivative of a product: linear in each of its factors."""
    return derivative(node=node, forward="linear", **formulas)


def _added(forward: Any, **formulas: Any) -> Derivative:
    """A derivative of ``beta * self + alpha * product``; formulas are those of the factors."""
    return derivative(self=lambda grad, beta: scaled(grad, beta), forward=forward, **formulas)


def _differences(grad: Any, diff: Any, dist: Any, p: float) -> Any:
    """The gradient of distances as to the differences that they are the norms of."""
    if p == 0:
        return (grad * diff) * 0
    if p == 1:
        return grad * diff.sign()
    if p == inf:
        return grad * diff.sign() * (diff.abs() == dist)
    if p == 2:
        return (grad * diff / dist).masked_fill(dist == 0, 0)
    slope = diff.sign() * diff.abs().pow(p - 1) * grad / dist.pow(p - 1)
    return slope.masked_fill((dist == 0) | (diff == 0) if p < 1 else dist == 0, 0)


def _cdist_on_arrays(grad: Any, x1: Any, x2: Any, p: float, dist: Any, needs: Any) -> Any:
    """Both gradients; None: there are many differences."""
    if grad.size * x1.shape[-1] > _FEW_DIFFERENCES or p not in (1, 2) or not x1.size or not x2.size:
        return None
    diff = x1[..., :, None, :] - x2[..., None, :, :]
    if p == 1:
        np.sign(diff, diff)
        share = grad
    else:
        share = np.divide(grad, dist)
        share[dist == 0] = 0
    diff *= share[..., None]
    return (
        np.add.reduce(diff, -2) if needs[0] else None,
        np.negative(np.add.reduce(diff, -3)) if needs[1] else None,
    )


def _cdist_back(grad: Any, x1: Any, x2: Any, p: float, result: Any, needs: Any) -> Any:
    found = engine.compute_unseen(_cdist_on_arrays, grad, x1, x2, p, result, needs)
    if found is not None:
        return found
    return (
        _cdist(grad, x1, x2, p, result).sum(-2) if needs[0] else None,
        -_cdist(grad, x1, x2, p, result).sum(-3) if needs[1] else None,
    )


def _cdist(grad: Any, x1: Any, x2: Any, p: float, result: Any) -> Any:
    diff = x1.unsqueeze(-2) - x2.unsqueeze(-3)
    return _differences(grad.unsqueeze(-1), diff, result.unsqueeze(-1), p)


def _cdist_forward(x1_t: Any, x2_t: Any, x1: Any, x2: Any, p: float, result: Any) -> Any:
    diff, change = x1.unsqueeze(-2) - x2.unsqueeze(-3), x1_t.unsqueeze(-2) - x2_t.unsqueeze(-3)
    return (_differences(change, diff, result.unsqueeze(-1), p)).sum(-1)


def _pdist_forward(self_t: Any, self: Any, p: float, result: Any) -> Any:
    one, other = ops.aten.triu_indices.default(self.shape[0], self.shape[0], 1).unbind(0)
    diff, change = (value.index_select(0, one) - value.index_select(0, other) for value in (self, self_t))
    return _differences(change, diff, result.unsqueeze(-1), p).sum(-1)


def _pdist_on_arrays(grad: Any, self: Any, p: float, dist: Any) -> Any:
    one, other = pairs(len(self))
    if p not in (1, 2) or not 0 < one.size * self.shape[1] <= _FEW_DIFFERENCES:
        return None
    diff = self.take(one, 0)
    diff -= self.take(other, 0)
    if p == 1:
        np.sign(diff, diff)
        diff *= grad[:, None]
    else:
        diff *= grad[:, None]
        diff /= dist[:, None]
        diff[dist == 0] = 0
    found = np.zeros(self.shape, self.dtype)
    np.add.at(found, one, diff)
    np.subtract.at(found, other, diff)
    return found


def _pdist(grad: Any, self: Any, p: float, result: Any) -> Any:
    n = self.shape[0]
    if n < 2:
        return self * 0
    unseen = engine.compute_unseen(_pdist_on_arrays, grad, self, p, result)
    if unseen is not None:
        return unseen
    one, other = ops.aten.triu_indices.default(n, n, 1).unbind(0)
    diff = self.index_select(0, one) - self.index_select(0, other)
    found = _differences(grad.unsqueeze(-1), diff, result.unsqueeze(-1), p)
    return found.new_zeros(list(self.shape)).index_add(0, one, found).index_add(0, other, -found)


def _trilinear_on_arrays(i1: Any, i2: Any, i3: Any, *expanded: Any) -> Any:
    """The product of arrays with new dimensions, summed over some; None: there are too many elements."""
    wide = [np.expand_dims(one, tuple(dims)) for one, dims in zip((i1, i2, i3), expanded, strict=False)]
    shape = np.broadcast_shapes(*(one.shape for one in wide))
    if not 0 < prod(shape) <= _FEW_DIFFERENCES or len({one.dtype for one in wide}) > 1:
        return None
    found = np.add.reduce(wide[0] * wide[1] * wide[2], tuple(expanded[3]))
    return np.ascontiguousarray(found) if isinstance(found, np.ndarray) else found


def _trilinear(*args: Any) -> Any:
    found = engine.compute_unseen(_trilinear_on_arrays, *args)
    if found is not None:
        return found
    return ops.aten._trilinear.default(*args)


def _cross(one: Any, other: Any, dim: int) -> Any:
    return ops.aten.linalg_cross.default(one, other, dim=dim)


def _left_on_arrays(grad: Any, other: Any, columns: bool) -> Any:
    return other.dot(grad.T).T if columns else grad.dot(other.T)


def _right_on_arrays(grad: Any, other: Any, columns: bool) -> Any:
    return grad.T.dot(other).T if columns else other.T.dot(grad)


def _left(grad: Any, other: Any, columns: bool) -> Any:
    """The gradient of the left factor, which lies in memory as the factor does."""
    found = engine.compute_unseen(_left_on_arrays, grad, other, columns)
    if found is not None:
        return found
    return conj(other).mm(grad.t()).t() if columns else grad.mm(conj(other.t()))


def _right(grad: Any, other: Any, columns: bool) -> Any:
    """The gradient of the right factor, likewise: that of a transposed weight lies as the weight."""
    found = engine.compute_unseen(_right_on_arrays, grad, other, columns)
    if found is not None:
        return found
    return grad.t().mm(conj(other)).t() if columns else conj(other.t()).mm(grad)


def _turned(matrices: Any) -> Any:
    """The conjugate transposes of a batch of matrices."""
    return conj(matrices.transpose(1, 2))


def _left_of_batch(grad: Any, other: Any) -> Any:
    """The gradient of the left factors of a batch of products."""
    found = engine.compute_unseen(lambda grad, other: bmm(grad, other.transpose(0, 2, 1)), grad, other)
    return grad.bmm(_turned(other)) if found is None else found


def _right_of_batch(grad: Any, other: Any) -> Any:
    """The gradient of the right factors."""
    found = engine.compute_unseen(lambda grad, other: bmm(other.transpose(0, 2, 1), grad), grad, other)
    return _turned(other).bmm(grad) if found is None else found


def _of_matrix(grad: Any, vec: Any) -> Any:
    """The gradient of a matrix that is multiplied by a vector."""
    found = engine.compute_unseen(np.multiply.outer, grad, vec)
    return grad.outer(conj(vec)) if found is None else found


def _of_vector(grad: Any, self: Any) -> Any:
    """The gradient of the vector."""
    found = engine.compute_unseen(lambda grad, matrix: matrix.T.dot(grad), grad, self)
    return conj(self.t()).mv(grad) if found is None else found


DERIVATIVES: dict[str, Derivative] = {
    "mm": _linear(
        self=lambda grad, columns_of_self, mat2: _left(grad, mat2, columns_of_self),
        mat2=lambda grad, self, columns_of_mat2: _right(grad, self, columns_of_mat2),
    ),
    "bmm": _linear(
        self=lambda grad, mat2: _left_of_batch(grad, mat2), mat2=lambda grad, self: _right_of_batch(grad, self)
    ),
    "addmm": _added(
        lambda self_t, mat1_t, mat2_t, mat1, mat2, beta, alpha: (
            beta * self_t + alpha * (mat1_t.mm(mat2) + mat1.mm(mat2_t))
        ),
        mat1=lambda grad, columns_of_mat1, mat2, alpha: scaled(_left(grad, mat2, columns_of_mat1), alpha),
        mat2=lambda grad, mat1, columns_of_mat2, alpha: scaled(_right(grad, mat1, columns_of_mat2), alpha),
    ),
    "addmv": _added(
        lambda self_t, mat_t, vec_t, mat, vec, beta, alpha: beta * self_t + alpha * (mat_t.mv(vec) + mat.mv(vec_t)),
        mat=lambda grad, vec, alpha: scaled(_of_matrix(grad, vec), alpha),
        vec=lambda grad, mat, alpha: scaled(_of_vector(grad, mat), alpha),
    ),
    "addr": _added(
        lambda self_t, vec1_t, vec2_t, vec1, vec2, beta, alpha: (
            beta * self_t + alpha * (vec1_t.outer(vec2) + vec1.outer(vec2_t))
        ),
        vec1=lambda grad, vec2, alpha: scaled(grad.mv(conj(vec2)), alpha),
        vec2=lambda grad, vec1, alpha: scaled(grad.t().mv(conj(vec1)), alpha),
    ),
    "addbmm": _added(
        lambda self_t, batch1_t, batch2_t, batch1, batch2, beta, alpha: (
            beta * self_t + alpha * (batch1_t.bmm(batch2) + batch1.bmm(batch2_t)).sum(0)
        ),
        batch1=lambda grad, batch2, alpha: scaled(
            grad.unsqueeze(0).expand([batch2.shape[0], *grad.shape]).bmm(_turned(batch2)), alpha
        ),
        batch2=lambda grad, batch1, alpha: scaled(
            _turned(batch1).bmm(grad.unsqueeze(0).expand([batch1.shape[0], *grad.shape])), alpha
        ),
    ),
    "baddbmm": _added(
        lambda self_t, batch1_t, batch2_t, batch1, batch2, beta, alpha: (
            beta * self_t + alpha * (batch1_t.bmm(batch2) + batch1.bmm(batch2_t))
        ),
        batch1=lambda grad, batch2, alpha: scaled(_left_of_batch(grad, batch2), alpha),
        batch2=lambda grad, batch1, alpha: scaled(_right_of_batch(grad, batch1), alpha),
    ),
    "mv": _linear(self=_of_matrix, vec=_of_vector),
    "dot": _linear(self=lambda grad, tensor: grad * conj(tensor), tensor=lambda grad, self: grad * conj(self)),
    "vdot": _linear(self=lambda grad, other: conj(grad) * other, other=lambda grad, self: grad * self),
    "linalg_cross": _linear(
        self=lambda grad, other, dim: _cross(conj(other), grad, dim),
        other=lambda grad, self, dim: _cross(grad, conj(self), dim),
    ),
    "_trilinear": _linear(
        i1=lambda grad, i2, i3, expand1, expand2, expand3, sumdim: _trilinear(
            grad, conj(i2), conj(i3), sumdim, expand2, expand3, expand1
        ),
        i2=lambda grad, i1, i3, expand1, expand2, expand3, sumdim: _trilinear(
            conj(i1), grad, conj(i3), expand1, sumdim, expand3, expand2
        ),
        i3=lambda grad, i1, i2, expand1, expand2, expand3, sumdim: _trilinear(
            conj(i1), conj(i2), grad, expand1, expand2, sumdim, expand3
        ),
    ),
    "_cdist_forward": derivative(
        {"x1, x2": _cdist_back},
        forward=_cdist_forward,
        node="CdistBackward0",
    ),
    "_pdist_forward": derivative(self=_pdist, forward=_pdist_forward, node="PdistBackward0"),
    **{f"{name}.dtype": NO_FORMULA for name in ("mm", "bmm", "addmm", "baddbmm")},
}
