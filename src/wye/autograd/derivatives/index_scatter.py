"""Derivatives of gathering and scattering."""

from __future__ import annotations

from typing import Any

from wye._engine import engine
from wye.aten.arrays.scattering import reduced_gradients
from wye.autograd.formulas import scaled, where
from wye.autograd.rules import NO_FORMULA, Derivative, derivative
from wye.call.packets import ops
from wye.grad_mode import is_grad_enabled
from wye.modes.stack import current_mode
from wye.tensors.meta_array import MetaArray
from wye.tensors.wrapped_array import WrappedArray

__all__ = ["DERIVATIVES"]


def _linear(node: str | None = None, /, **formulas: Any) -> Derivative:
    return derivative(node=node, forward="joint", **formulas)


def _picked(grad: Any, dim: int, index: Any, shape_of_source: Any) -> Any:
    return grad.index_select(dim, index).expand(shape_of_source) if grad.ndim else grad.reshape(shape_of_source)


def _copied_source(grad: Any, dim: int, index: Any, shape_of_source: Any) -> Any:
    return _picked(grad, dim, index, shape_of_source)


def _gathered(grad: Any, shape_of_self: Any, dim: int, index: Any) -> Any:
    return ops.aten.scatter_add.default(ops.aten.new_zeros.default(grad, list(shape_of_self)), dim, index, grad)


def _scatter_source(grad: Any, dim: int, index: Any, shape_of_src: Any) -> Any:
    return _padded(grad.gather(dim, index), shape_of_src)


def _padded(part: Any, shape: Any) -> Any:
    """A gradient of the part of a source that was used, with zeros for the rest."""
    if tuple(part.shape) == tuple(shape):
        return part
    pad: list[int] = []
    for have, want in zip(reversed(part.shape), reversed(shape), strict=True):
        pad += [0, want - have]
    return ops.aten.constant_pad_nd.default(part, pad, 0)


def _reduced(
    grad: Any, self: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool, result: Any, needs: Any
) -> tuple[Any, Any]:
    """The gradients of what was reduced into, and of what was scattered."""
    found: tuple[Any, Any] | None = engine.compute_unseen(
        reduced_gradients, grad, self, dim, index, src, reduce, include_self, result
    )
    if found is not None:
        return found
    used = src
    for place, size in enumerate(index.shape):
        used = used.narrow(place, 0, size)
    if reduce == "sum":
        mine, theirs = grad, grad.gather(dim, index)
    elif reduce == "mean":
        count = ops.aten.scatter_add.default(
            grad.new_ones(grad.shape) if include_self else grad.new_zeros(grad.shape),
            dim,
            index,
            used.new_ones(used.shape),
        )
        count = count.masked_fill(count == 0, 1)
        mine, theirs = grad / count, (grad / count).gather(dim, index)
    elif reduce == "prod":
        mine, theirs = _of_product(grad, self, dim, index, used, include_self, result)
    else:  # the gradient goes to all that are equal to the result, in equal parts
        chosen = (self == result).to(grad.dtype)
        among = (used == result.gather(dim, index)).to(grad.dtype)
        count = ops.aten.scatter_add.default(chosen if include_self else grad.new_zeros(grad.shape), dim, index, among)
        share = grad / count.masked_fill(count == 0, 1)
        mine, theirs = share * chosen, share.gather(dim, index) * among
    if not include_self:
        mine = mine.scatter(dim, index, 0)
    return mine, _padded(theirs, src.shape)


def _reduced_forward(
    self_t: Any, src_t: Any, self: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool, result: Any
) -> Any:
    """A gradient of ones says how each element counts."""
    mine, theirs = _reduced(result.new_ones(result.shape), self, dim, index, src, reduce, include_self, result, None)
    used = theirs * src_t
    for place, size in enumerate(index.shape):
        used = used.narrow(place, 0, size)
    return ops.aten.scatter_add.default(mine * self_t, dim, index, used)


def _index_reduced_forward(
    self_t: Any,
    source_t: Any,
    self: Any,
    dim: int,
    index: Any,
    source: Any,
    reduce: str,
    include_self: bool,
    result: Any,
) -> Any:
    wide = _repeated(index, dim, source)
    return _reduced_forward(self_t, source_t, self, dim, wide, source, reduce, include_self, result)


def _of_product(
    grad: Any, self: Any, dim: int, index: Any, used: Any, include_self: bool, result: Any
) -> tuple[Any, Any]:
    def product(start: Any, factors: Any) -> Any:
        return ops.aten.scatter_reduce.two(start, dim, index, factors, "prod", include_self=include_self)

    masked = self.masked_fill(self == 0, 1)
    mine = grad * product(masked, used) / masked
    zeros = used == 0
    count = ops.aten.scatter_add.default(self.new_zeros(self.shape), dim, index, zeros.to(grad.dtype))
    count = count.gather(dim, index)
    alone = zeros & (count == 1)
    others = product(self, used.masked_fill(alone, 1))
    plain = (grad * result).gather(dim, index) / used.masked_fill(zeros, 1)
    theirs = where(alone, (grad * others).gather(dim, index), plain)
    return mine, _once(theirs, count) if is_grad_enabled() and theirs.requires_grad else theirs


def _once(gradient: Any, count: Any) -> Any:
    """A gradient by factors, which cannot be differentiated again where several zeros meet: their products are gone."""
    if isinstance(count._data, (MetaArray, WrappedArray)) or current_mode() is not None:
        return gradient  # how many there are is not known
    if not bool((count > 1).any()):
        return gradient
    from wye.autograd.function import DelayedErrorNode, record_apart  # here: they import what this is a part of

    message = (
        "scatter_reduce(): Double backward is unsupported for src when >1 zeros in src are scattered to the same "
        "position in self"
    )
    return record_apart(lambda edges: DelayedErrorNode(message, edges), [gradient])


def _index_reduced(
    grad: Any, self: Any, dim: int, index: Any, source: Any, reduce: str, include_self: bool, result: Any
) -> tuple[Any, Any]:
    """As scattering with the index repeated along the other dimensions."""
    found: tuple[Any, Any] | None = engine.compute_unseen(
        reduced_gradients, grad, self, dim, index, source, reduce, include_self, result
    )
    if found is not None:
        return found
    return _reduced(grad, self, dim, _repeated(index, dim, source), source, reduce, include_self, result, None)


def _repeated(index: Any, dim: int, source: Any) -> Any:
    shape = [1] * max(source.ndim, 1)
    shape[dim] = -1
    return index.reshape(shape).expand(source.shape) if source.ndim else index.reshape([])


DERIVATIVES: dict[str, Derivative] = {
    "index_add": _linear(
        self=lambda grad: grad,
        source=lambda grad, dim, index, shape_of_source, alpha: scaled(
            _picked(grad, dim, index, shape_of_source), alpha
        ),
    ),
    "index_copy": _linear(
        "IndexCopyBackward0", self=lambda grad, dim, index: grad.index_fill(dim, index, 0), source=_copied_source
    ),
    "index_fill.int_Scalar": derivative(
        self=lambda grad, dim, index: grad.index_fill(dim, index, 0),
        forward=lambda self_t, dim, index: self_t.index_fill(dim, index, 0),
    ),
    "index_fill.int_Tensor": derivative(
        self=lambda grad, dim, index: grad.index_fill(dim, index, 0),
        value=lambda grad, dim, index: grad.index_select(dim, _unique(index)).sum(),
        forward=lambda self_t, value_t, dim, index: self_t.index_fill(dim, index, value_t),
        node="IndexFillBackward1",
    ),
    "index_reduce": derivative({"self, source": _index_reduced}, forward=_index_reduced_forward),
    "gather": _linear(self=_gathered),
    "scatter.value": derivative(
        self=lambda grad, dim, index: grad.scatter(dim, index, 0),
        forward=lambda self_t, dim, index: self_t.scatter(dim, index, 0),
        node="ScatterBackward1",
    ),
    "scatter.src": _linear(self=lambda grad, dim, index: grad.scatter(dim, index, 0), src=_scatter_source),
    "scatter_add": _linear(self=lambda grad: grad, src=_scatter_source),
    "scatter_reduce.two": derivative({"self, src": _reduced}, forward=_reduced_forward, node="ScatterReduceBackward0"),
    "scatter.reduce": NO_FORMULA,
    "scatter.value_reduce": NO_FORMULA,
}


def _unique(index: Any) -> Any:
    return ops.aten._unique.default(index.reshape(-1))[0]
