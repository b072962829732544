"""Derivatives of running and normalising reductions: cumulative sums, softmax, norms."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np

from wye._engine import engine
from wye.autograd.derivatives.reduce import dims_of, unreduced
from wye.autograd.formulas import any_true, by_number, conj, where, zeros_of
from wye.autograd.rules import NO_FORMULA, Derivative, derivative
from wye.call.packets import ops
from wye.modes.stack import current_mode
from wye.schema.values import DTYPES

__all__ = ["DERIVATIVES", "norm_backward", "norm_forward"]


def _from_the_end(grad: Any, dim: int) -> Any:
    """The running sum, begun at the end."""
    return grad.flip([dim]).cumsum(dim).flip([dim]) if grad.ndim else grad


def _cumprod(grad: Any, self: Any, result: Any, dim: int) -> Any:
    if not self.ndim or not self.numel():
        return grad
    self = self.to(result.dtype)
    if current_mode() is not None or any_true(self == 0, unknown=True):
        return _cumprod_with_zeros(grad, self, dim)
    return _from_the_end(grad * conj(result), dim) / conj(self)


def _cumprod_with_zeros(grad: Any, self: Any, dim: int) -> Any:
    n = self.shape[dim]
    found = []
    for k in range(n):
        before = self.narrow(dim, 0, k).prod(dim, True)
        first = before * self.new_ones(list(before.shape))
        later = before * self.narrow(dim, k + 1, n - k - 1).cumprod(dim)
        others = ops.aten.cat.default([first, later], dim)
        found.append((grad.narrow(dim, k, n - k) * conj(others)).sum(dim, True))
    return ops.aten.cat.default(found, dim)


def _cumprod_forward(self_t: Any, self: Any, result: Any, dim: int) -> Any:
    if not self.ndim or not self.numel():
        return self_t
    n = self.shape[dim]
    found = []
    for j in range(n):  # the derivative of each product as to each of its factors
        part, part_t = self.narrow(dim, 0, j + 1), self_t.narrow(dim, 0, j + 1)
        ones = part.narrow(dim, 0, 1) * 0 + 1
        left = ops.aten.cat.default([ones, part.narrow(dim, 0, j)], dim).cumprod(dim)
        right = ops.aten.cat.default([ones, part.narrow(dim, 1, j).flip([dim])], dim).cumprod(dim).flip([dim])
        found.append((part_t * left * right).sum(dim, True))
    return ops.aten.cat.default(found, dim)


def _to_running(grad: Any, shape_of_self: Any, result1: Any, dim: int) -> Any:
    if not shape_of_self:
        return grad
    return zeros_of(grad, shape_of_self).scatter_add(dim, result1, grad)


def _running_forward(self_t: Any, result1: Any, dim: int) -> Any:
    return (self_t.gather(dim, result1) if self_t.ndim else self_t), None


def _logcumsumexp_from_the_end(value: Any, dim: int) -> Any:
    return value.flip([dim]).logcumsumexp(dim).flip([dim])


def _lowest(dtype: Any) -> float:
    from wye.tensors.limits import finfo  # here: one formula needs it

    return float(finfo(dtype).min)


def _logcumsumexp(grad: Any, self: Any, result: Any, dim: int) -> Any:
    if not grad.ndim or not grad.numel():
        return grad
    if grad.is_complex():
        return (_logcumsumexp_from_the_end(grad.log() - conj(result), dim) + conj(self)).exp()
    lowest = _lowest(grad.dtype)  # not -inf: differences of it are numbers
    size = _scalar(grad, lowest), grad.abs().log()
    positive = ops.aten.where.self(grad > 0, size[1], size[0])
    negative = ops.aten.where.self(grad < 0, size[1], size[0])
    up = (_logcumsumexp_from_the_end(positive - result, dim) + self).exp()
    return up - (_logcumsumexp_from_the_end(negative - result, dim) + self).exp()


def _logcumsumexp_forward(self_t: Any, self: Any, result: Any, dim: int) -> Any:
    """The tangents weighted by shares of the sums; positive and negative ones apart, by their logarithms."""
    if not self_t.ndim or not self_t.numel():
        return self_t
    if self_t.is_complex():
        return (self_t * self.exp()).cumsum(dim) / result.exp()
    lowest = _lowest(self_t.dtype)
    positive = where(self_t > 0, self_t.log(), lowest)
    negative = where(self_t < 0, (-self_t).log(), lowest)
    total = result.clamp(min=lowest)
    up = ((positive + self).logcumsumexp(dim) - total).exp()
    return up - ((negative + self).logcumsumexp(dim) - total).exp()


def _logsumexp(grad: Any, self: Any, result: Any, dim: Any, keepdim: bool) -> Any:
    found = engine.reduction_gradient("logsumexp", grad, self, result, dim, 0)
    if found is not None:
        return found
    grad, result = unreduced(grad, dim, keepdim, self.ndim), unreduced(result, dim, keepdim, self.ndim)
    return grad * conj((self - result).exp())


def _logsumexp_forward(self_t: Any, self: Any, result: Any, dim: Any, keepdim: bool) -> Any:
    share = (self - unreduced(result, dim, keepdim, self.ndim)).exp()
    return (self_t * share).sum(dims_of(dim, self.ndim), keepdim)


def _softmax_again(grad: Any, grad_output: Any, output: Any, dim: int) -> Any:
    first, second = (output * grad_output).sum(dim, True), (output * grad).sum(dim, True)
    return grad * grad_output - grad * first - grad_output * second


def norm_backward(grad: Any, self: Any, result: Any, p: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """The gradient of a norm's argument; 0 where the norm has a corner at 0."""
    p = 2.0 if p is None else float(p)
    found = engine.reduction_gradient("length", grad, self, result, dim, 0) if p == 2 else None
    if found is not None:
        return found
    norm = result
    if dim is not None and (type(dim) is int or len(dim)):
        grad, norm = unreduced(grad, dim, keepdim, self.ndim), unreduced(result, dim, keepdim, self.ndim)
    if p == 0:
        return self * 0 * grad
    if p == 1:
        return self.sgn() * grad
    if p == 2:
        return grad * (self / norm).masked_fill_(norm == 0, 0)
    if abs(p) == inf:
        size = self.abs()
        chosen = (size == norm).logical_or(size.isnan())
        share = grad / chosen.sum([dim] if type(dim) is int else list(dim or ()), True) * chosen
        return self.sgn() * share
    if p < 1:
        return (self.sgn() * _powered(self.abs(), p - 1)).masked_fill_(self == 0, 0) * grad * norm.pow(1 - p)
    scaled = self.sgn() * _powered(self.abs(), p - 1) if p < 2 else self * _powered(self.abs(), p - 2)
    return scaled * (grad / norm.pow(p - 1)).masked_fill_(norm == 0, 0)


def _powered(size: Any, exponent: float) -> Any:
    """A power of a new tensor; modes see that it is stored in it."""
    return size.pow(exponent) if current_mode() is None else size.pow_(exponent)


def _scalar(like: Any, number: float) -> Any:
    return ops.aten.scalar_tensor.default(number, dtype=like.dtype, layout=like.layout, device=like.device)


def norm_forward(self_t: Any, self: Any, result: Any, p: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """The tangent of a norm: the slope of each element times its tangent."""
    ones = unreduced(result, dim, keepdim, self.ndim) * 0 + 1
    product = conj(norm_backward(ones, self, unreduced(result, dim, keepdim, self.ndim), p, dim, True)) * self_t
    return (product.real if product.is_complex() else product).sum(dims_of(dim, self.ndim), keepdim)


def _renorm_on_arrays(grad: Any, self: Any, dim: int, maxnorm: Any) -> Any:
    """Of norms with p = 2, in float64; None where one is zero or not finite."""
    axes = tuple(place for place in range(self.ndim) if place != dim % self.ndim)
    x, g = self.astype(np.float64, copy=False), grad.astype(np.float64, copy=False)
    norm = np.sqrt(np.add.reduce(x * x, axes, keepdims=True))
    if not norm.size or not norm.all() or not np.isfinite(norm).all() or not np.isfinite(g).all():
        return None
    inverse = 1 / (norm + 1e-7)
    slope = x * (np.add.reduce(x * g, axes, keepdims=True) / norm)
    return np.where(norm > maxnorm, maxnorm * inverse * (g - inverse * slope), g).astype(self.dtype, copy=False)


def _renorm(grad: Any, self: Any, p: Any, dim: int, maxnorm: Any) -> Any:
    found = engine.compute_unseen(_renorm_on_arrays, grad, self, dim, maxnorm) if p == 2 else None
    if found is not None:
        return found
    dims = [place for place in range(self.ndim) if place != dim % self.ndim]
    wide = {DTYPES["float32"]: DTYPES["float64"], DTYPES["complex64"]: DTYPES["complex128"]}.get(self.dtype)
    norm = ops.aten.linalg_vector_norm.default(self, p, dims, True, dtype=wide)
    along = (conj(self) * grad).sum(dims, True, dtype=wide)
    along = along.real if along.is_complex() else along
    slope = norm_backward(along, self, norm, p, dims, True)
    inverse = by_number.add(norm, 1e-7).reciprocal()
    rest = grad - inverse * slope
    shrunk = by_number.mul(inverse, maxnorm) * rest
    return where(norm > maxnorm, shrunk.to(grad.dtype), grad)


def _renorm_forward(self_t: Any, self: Any, p: Any, dim: int, maxnorm: Any) -> Any:
    dims = [place for place in range(self.ndim) if place != dim % self.ndim]
    norm = ops.aten.linalg_vector_norm.default(self, p, dims, True)
    inverse = (norm + 1e-7).reciprocal()
    change = norm_forward(self_t, self, norm, p, dims, True)
    return where(norm > maxnorm, maxnorm * inverse * (self_t - inverse * change * self), self_t)


def _norm(node: str, /, *, dim: bool) -> Derivative:
    if dim:
        return derivative(
            self=lambda grad, self, result, p, dim, keepdim: norm_backward(grad, self, result, p, dim, keepdim),
            forward=lambda self_t, self, result, p, dim, keepdim: norm_forward(self_t, self, result, p, dim, keepdim),
            node=node,
        )
    return derivative(
        self=lambda grad, self, result, p: norm_backward(grad, self, result, p),
        forward=lambda self_t, self, result, p: norm_forward(self_t, self, result, p),
        node=node,
    )


DERIVATIVES: dict[str, Derivative] = {
    "cumsum": derivative(self=lambda grad, dim: _from_the_end(grad, dim), forward="joint"),
    "cumprod": derivative(self=_cumprod, forward=_cumprod_forward),
    "cummax": derivative(self=_to_running, forward=_running_forward),
    "cummin": derivative(self=_to_running, forward=_running_forward),
    "logcumsumexp": derivative(self=_logcumsumexp, forward=_logcumsumexp_forward),
    "_logcumsumexp": NO_FORMULA,
    "logsumexp": derivative(self=_logsumexp, forward=_logsumexp_forward),
    "_softmax": derivative(
        self=lambda grad, result, dim, dtype_of_self: ops.aten._softmax_backward_data.default(
            grad, result, dim, dtype_of_self
        ),
        forward=lambda self_t, result, dim: result * (self_t - (result * self_t).sum(dim, True)),
    ),
    "_log_softmax": derivative(
        self=lambda grad, result, dim, dtype_of_self: ops.aten._log_softmax_backward_data.default(
            grad, result, dim, dtype_of_self
        ),
        forward=lambda self_t, result, dim: self_t - (result.exp() * self_t).sum(dim, True),
    ),
    "_softmax_backward_data": derivative(
        grad_output=lambda grad, output, dim: output * (grad - (grad * output).sum(dim, True)),
        output=_softmax_again,
        forward=lambda grad_output_t, output_t, grad_output, output, dim: (
            output * (grad_output_t - (grad_output_t * output).sum(dim, True))
            + output_t * (grad_output - (grad_output * output).sum(dim, True))
            - output * (grad_output * output_t).sum(dim, True)
        ),
    ),
    "_log_softmax_backward_data": derivative(
        grad_output=lambda grad, output, dim: grad - (grad * output.exp()).sum(dim, True),
        output=lambda grad, grad_output, output, dim: -grad * output.exp() * grad_output.sum(dim, True),
        forward=lambda grad_output_t, output_t, grad_output, output, dim: (
            grad_output_t - output.exp() * (grad_output_t.sum(dim, True) + output_t * grad_output.sum(dim, True))
        ),
    ),
    "norm.Scalar": _norm("NormBackward0", dim=False),
    "norm.ScalarOpt_dim": _norm("NormBackward1", dim=True),
    "norm.ScalarOpt_dtype": _norm("NormBackward2", dim=False),
    "norm.ScalarOpt_dim_dtype": _norm("NormBackward3", dim=True),
    "linalg_vector_norm": derivative(
        self=lambda grad, self, result, ord, dim, keepdim: norm_backward(grad, self, result, ord, dim, keepdim),
        forward=lambda self_t, self, result, ord, dim, keepdim: norm_forward(self_t, self, result, ord, dim, keepdim),
    ),
    "dist": derivative(
        self=lambda grad, self, other, p, result: norm_backward(grad, self - other, result, p),
        other=lambda grad, self, other, p, result: -norm_backward(grad, self - other, result, p),
        forward=lambda self_t, other_t, self, other, p, result: norm_forward(self_t - other_t, self - other, result, p),
    ),
    "renorm": derivative(self=_renorm, forward=_renorm_forward),
}
