"""Derivatives of reductions."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from wye._engine import engine
from wye.autograd.formulas import any_true, by_number, conj, either, summed, where, zeros_of
from wye.autograd.rules import NO_FORMULA, NOT_DIFFERENTIABLE, Derivative, derivative
from wye.call.packets import ops
from wye.modes.stack import current_mode
from wye.schema.values import DTYPES

__all__ = ["DERIVATIVES"]


def dims_of(dim: Any, n: int) -> list[int]:
    """The dimensions of a reduction, counted from the front; without any, all."""
    if dim is None or (isinstance(dim, (list, tuple)) and not dim):
        return list(range(n))
    given = [dim] if isinstance(dim, int) else dim
    if len(given) == 1:
        return [given[0] % n] if n else []
    return sorted({one % n for one in given}) if n else []


def unreduced(value: Any, dim: Any, keepdim: bool, n: int) -> Any:
    """A result with its reduced dimensions of size 1 again."""
    if keepdim or not n:
        return value
    if type(dim) is int:
        return value.unsqueeze(dim)
    if dim is not None and len(dim) == 1:
        return value.unsqueeze(dim[0])
    for place in dims_of(dim, n):
        value = value.unsqueeze(place)
    return value


def expanded(grad: Any, shape: Any, dim: Any, keepdim: bool) -> Any:
    """The gradient of a sum: the same for every element."""
    if dim is not None and (type(dim) is int or len(dim)):
        grad = unreduced(grad, dim, keepdim, len(shape))
    return grad.expand(shape)


def _restored(value: Any, shape: Any, dim: Any, keepdim: bool) -> Any:
    """A result with its reduced dimensions of size 1 again, as one view."""
    if keepdim or not shape:
        return value
    gone = dims_of(dim, len(shape))
    return value.view([1 if place in gone else size for place, size in enumerate(shape)])


def _count(shape: Any, dim: Any) -> int:
    return prod(shape[place] for place in dims_of(dim, len(shape)))


def _mean(grad: Any, shape_of_self: Any, dim: Any, keepdim: bool) -> Any:
    found = engine.reduction_gradient("mean", grad, shape_of_self, None, dim, 0)
    if found is not None:
        return found
    return by_number.div(expanded(grad, shape_of_self, dim, keepdim), _count(shape_of_self, dim))


def _counted(grad: Any, self: Any, dim: Any, keepdim: bool) -> Any:
    """A gradient where elements are not NaN, zeros (of its sign, or NaN) elsewhere."""
    if not self.flags.c_contiguous or not self.ndim:
        return None
    if dim is not None and dim != [] and not keepdim:
        whole = list(self.shape)
        for one in [dim] if isinstance(dim, int) else dim:
            whole[one] = 1
        grad = grad.reshape(whole)
    return grad * (self == self)


def _nansum(grad: Any, self: Any, dim: Any, keepdim: bool) -> Any:
    unseen = engine.compute_unseen(_counted, grad, self, dim, keepdim)
    if unseen is not None:
        return unseen
    counted = self.isnan().logical_not()
    return expanded(grad, self.shape, dim, keepdim) * counted


def _prod(grad: Any, self: Any, result: Any) -> Any:
    if not self.ndim:
        return grad.clone()
    if _may_have_zeros(self):
        return (grad * conj(_others(self.reshape(-1), 0))).view(self.shape)
    return grad * conj(result / self)


def _may_have_zeros(self: Any) -> bool:
    """Is an element 0, or not known not to be?  Nothing is read where a mode watches."""
    return current_mode() is not None or any_true(self == 0, unknown=True)


def _others(self: Any, dim: int) -> Any:
    """For each element the product of all others in its row, also where some are zero."""
    shape = [1 if place == dim % self.ndim else size for place, size in enumerate(self.shape)]
    ones = ops.aten.ones.default(shape, dtype=self.dtype, layout=self.layout, device=self.device)
    n = self.shape[dim]
    if n == 0:
        return self
    before = ops.aten.cat.default([ones, self.narrow(dim, 0, n - 1)], dim).cumprod(dim)
    after = ops.aten.cat.default([ones, self.narrow(dim, 1, n - 1).flip([dim])], dim).cumprod(dim).flip([dim])
    return before * after


def _prod_dim(grad: Any, self: Any, result: Any, dim: int, keepdim: bool) -> Any:
    if not self.ndim:
        return grad.clone()
    grad, result = unreduced(grad, dim, keepdim, self.ndim), unreduced(result, dim, keepdim, self.ndim)
    if _may_have_zeros(self):
        return grad * conj(_others(self, dim))
    return grad * conj(result / self)


def _prod_forward(self_t: Any, self: Any) -> Any:
    return (self_t.reshape(-1) * _others(self.reshape(-1), 0)).sum() if self.ndim else self_t


def _prod_dim_forward(self_t: Any, self: Any, dim: int, keepdim: bool) -> Any:
    return (self_t * _others(self, dim)).sum(dim, keepdim) if self.ndim else self_t


def _var(grad: Any, self: Any, dim: Any, correction: Any, keepdim: bool) -> Any:
    less = 1 if correction is None else correction
    found = engine.reduction_gradient("variance", grad, self, None, dim, less)
    if found is not None:
        return found
    count = _count(self.shape, dim) - less
    places = dims_of(dim, self.ndim)
    if dim is None and self.ndim:
        centred = self - self.mean()
    else:
        grad = unreduced(grad, dim, keepdim, self.ndim)
        centred = self - self.mean(places, True) if places else self - self
    return by_number.mul(grad, _variance_scale(count)) * centred


def _variance_scale(count: Any) -> Any:
    """The derivative of a variance over so many elements is this times an element less the mean."""
    return 2.0 / count if count else float("inf")


def _std(grad: Any, self: Any, result: Any, dim: Any, correction: Any, keepdim: bool) -> Any:
    less = 1 if correction is None else correction
    found = engine.reduction_gradient("deviation", grad, self, result, dim, less)
    if found is not None:
        return found
    return _var((grad / by_number.mul(result, 2)).masked_fill_(result == 0, 0), self, dim, correction, keepdim)


def _var_mean(grad0: Any, grad1: Any, self: Any, dim: Any, correction: Any, keepdim: bool) -> Any:
    return _var(grad0, self, dim, correction, keepdim) + _mean(grad1, self.shape, dim, keepdim)


def _std_mean(grad0: Any, grad1: Any, self: Any, result0: Any, dim: Any, correction: Any, keepdim: bool) -> Any:
    return _std(grad0, self, result0, dim, correction, keepdim) + _mean(grad1, self.shape, dim, keepdim)


def _var_forward(self_t: Any, self: Any, dim: Any, correction: Any, keepdim: bool) -> Any:
    places = dims_of(dim, self.ndim)
    count = _count(self.shape, dim) - (1 if correction is None else correction)
    centred = self - self.mean(places, True)
    product = conj(centred) * (self_t - self_t.mean(places, True))
    return (_variance_scale(count) * (product.real if product.is_complex() else product)).sum(places, keepdim)


def _std_forward(self_t: Any, self: Any, result: Any, dim: Any, correction: Any, keepdim: bool) -> Any:
    return (_var_forward(self_t, self, dim, correction, keepdim) / (2 * result)).masked_fill(result == 0, 0)


def _extreme(grad: Any, self: Any, result: Any, dim: Any, keepdim: bool) -> Any:
    """To the elements that are equal to the extreme, in equal parts."""
    found = engine.reduction_gradient("extreme", grad, self, result, dim, 0)
    if found is not None:
        return found
    chosen = _restored(result, self.shape, dim, keepdim) == self
    return _shared(_restored(grad, self.shape, dim, keepdim), chosen, dim)


def _shared(grad: Any, chosen: Any, dim: Any) -> Any:
    """A gradient in equal parts to the elements that were chosen along some dimensions."""
    return grad / chosen.sum([dim] if type(dim) is int else list(dim or ()), True) * chosen


def _extreme_forward(self_t: Any, self: Any, result: Any, dim: Any, keepdim: bool) -> Any:
    wide = unreduced(result, dim, keepdim, self.ndim)
    chosen = self == wide
    places = dims_of(dim, self.ndim)
    return where(chosen, self_t, 0).sum(places, keepdim) / chosen.sum(places, keepdim)


def _extreme_of_all(grad: Any, self: Any, result: Any) -> Any:
    found = engine.reduction_gradient("extreme", grad, self, result, None, 1)
    if found is not None:
        return found
    return to_equals(grad, self, result)


def _to_equals_on_arrays(grad: Any, self: Any, result: Any) -> Any:
    if not self.flags.c_contiguous or not self.ndim:
        return None
    chosen = self == result if result == result else self != self
    return np.where(chosen, grad / grad.dtype.type(np.count_nonzero(chosen)), grad.dtype.type(0))


def to_equals(grad: Any, self: Any, result: Any) -> Any:
    """A gradient in equal parts to the elements that are equal to one; NaN is equal to NaN."""
    unseen = engine.compute_unseen(_to_equals_on_arrays, grad, self, result)
    if unseen is not None:
        return unseen
    both_nan = self.isnan().logical_and(result.isnan())
    chosen = either(self == result, both_nan)
    share = grad / chosen.sum()
    return where(chosen, share, 0) if current_mode() is None else chosen * share


def _extremes(grads: Any, self: Any, result0: Any, result1: Any, dim: Any, keepdim: bool) -> Any:
    along = dim if dim is not None else list(range(self.ndim))
    parts = []
    for grad, result in zip(grads, (result0, result1), strict=True):
        if grad is not None:
            found = engine.reduction_gradient("extreme", grad, self, result, dim, 0)
            if found is not None:
                parts.append(found)
                continue
            wide = _restored(grad, self.shape, dim, keepdim)
            parts.append(_shared(wide, self == _restored(result, self.shape, dim, keepdim), along))
    return summed(*parts)


def at_index(grad: Any, shape_of_self: Any, result1: Any, dim: int, keepdim: bool) -> Any:
    """The gradient at the elements that were chosen."""
    if not shape_of_self:
        return grad
    if not keepdim:
        grad, result1 = grad.unsqueeze(dim), result1.unsqueeze(dim)
    return ops.aten.scatter.src(ops.aten.new_zeros.default(grad, list(shape_of_self)), dim, result1, grad)


def at_index_forward(self_t: Any, result1: Any, dim: int, keepdim: bool) -> Any:
    """The tangents of the elements that were chosen."""
    if not self_t.ndim:
        return self_t, None
    index = result1 if keepdim else result1.unsqueeze(dim)
    found = self_t.gather(dim, index)
    return (found if keepdim else found.squeeze(dim)), None


def _diagonal_of(grad: Any, rows: int, columns: int) -> Any:
    """A matrix of zeros with one number on its diagonal."""
    made = np.zeros((rows, columns), grad.dtype)
    made.reshape(-1)[: min(rows, columns) * (columns + 1) : columns + 1] = grad
    return made


def _trace(grad: Any, shape_of_self: Any) -> Any:
    rows, columns = shape_of_self
    found = engine.compute_unseen(_diagonal_of, grad, rows, columns)
    if found is not None:
        return found
    flat = zeros_of(grad, [rows * columns])
    end, step = min(rows, columns) * (columns + 1), columns + 1
    at = ops.aten.arange.start_step(0, end, step, dtype=DTYPES["int64"], layout=grad.layout, device=grad.device)
    return ops.aten.index_fill.int_Tensor(flat, 0, at, grad).view([rows, columns])


_NONE = NOT_DIFFERENTIABLE

DERIVATIVES: dict[str, Derivative] = {
    "sum": derivative(self=lambda grad, shape_of_self: grad.expand(shape_of_self), forward="joint"),
    "sum.dim_IntList": derivative(
        self=lambda grad, shape_of_self, dim, keepdim: expanded(grad, shape_of_self, dim, keepdim),
        forward="joint",
        node="SumBackward1",
    ),
    "nansum": derivative(
        self=_nansum,
        forward=lambda self_t, self, dim, keepdim: where(self.isnan(), 0, self_t).sum(dims_of(dim, self.ndim), keepdim),
    ),
    "mean": derivative(self=lambda grad, shape_of_self: _mean(grad, shape_of_self, None, False), forward="joint"),
    "mean.dim": derivative(self=_mean, forward="joint", node="MeanBackward1"),
    "prod": derivative(self=_prod, forward=_prod_forward),
    "prod.dim_int": derivative(self=_prod_dim, forward=_prod_dim_forward, node="ProdBackward1"),
    "var.correction": derivative(self=_var, forward=_var_forward),
    "std.correction": derivative(self=_std, forward=_std_forward),
    "var_mean.correction": derivative(
        self=_var_mean,
        forward=lambda self_t, self, dim, correction, keepdim: (
            _var_forward(self_t, self, dim, correction, keepdim),
            self_t.mean(dims_of(dim, self.ndim), keepdim),
        ),
    ),
    "std_mean.correction": derivative(
        self=_std_mean,
        forward=lambda self_t, self, result0, dim, correction, keepdim: (
            _std_forward(self_t, self, result0, dim, correction, keepdim),
            self_t.mean(dims_of(dim, self.ndim), keepdim),
        ),
    ),
    "amax": derivative(self=_extreme, forward=_extreme_forward),
    "amin": derivative(self=_extreme, forward=_extreme_forward),
    "aminmax": derivative(
        self=_extremes,
        forward=lambda self_t, self, result0, result1, dim, keepdim: (
            _extreme_forward(self_t, self, result0, dim, keepdim),
            _extreme_forward(self_t, self, result1, dim, keepdim),
        ),
    ),
    "max": derivative(
        self=_extreme_of_all,
        forward=lambda self_t, self, result: _extreme_forward(self_t, self, result, None, False),
        node="MaxBackward1",
    ),
    "min": derivative(
        self=_extreme_of_all,
        forward=lambda self_t, self, result: _extreme_forward(self_t, self, result, None, False),
        node="MinBackward1",
    ),
    "max.dim": derivative(self=at_index, forward=at_index_forward),
    "min.dim": derivative(self=at_index, forward=at_index_forward),
    "trace": derivative(self=_trace, forward="joint"),
    "_aminmax": NO_FORMULA,
    "_aminmax.dim": NO_FORMULA,
    "argmax": _NONE,
    "argmin": _NONE,
    "count_nonzero": _NONE,
    "count_nonzero.dim_IntList": _NONE,
    "_is_all_true": _NONE,
    "_is_any_true": _NONE,
    **{f"{name}{kind}": _NONE for name in ("any", "all") for kind in ("", ".dim", ".dims")},
}
