"""Inverses of views for functionalization: the operators that PyTorch's graphs show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.declare import Rules, inverse_is
from wye.aten.metadata import dtype_of
from wye.aten.views.view import change_copies
from wye.call.packets import ops
from wye.schema.values import DTYPES
from wye.tensors.layout import wrap_dim

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["FUNCTIONALIZE"]

FUNCTIONALIZE = Rules()
aten: Any = ops.aten


@FUNCTIONALIZE("view", "_reshape_alias")
@inverse_is("view", "shape")
def _view(show: Callable[..., Any], base: Any, changed: Any, *args: Any) -> Any:
    return show(aten.view.default, changed, [*base.shape])


@FUNCTIONALIZE("_unsafe_view")
def _unsafe_view(show: Callable[..., Any], base: Any, changed: Any, size: Sequence[int]) -> Any:
    return show(aten._unsafe_view.default, changed, [*base.shape])


@FUNCTIONALIZE("view.dtype")
def _view_dtype(show: Callable[..., Any], base: Any, changed: Any, dtype: Any) -> Any:
    return show(aten.view.dtype, changed, dtype_of(base))


@FUNCTIONALIZE("alias")
def _alias(show: Callable[..., Any], base: Any, changed: Any) -> Any:
    return show(aten.alias.default, changed)


@FUNCTIONALIZE("t")
@inverse_is("t", "again")
def _t(show: Callable[..., Any], base: Any, changed: Any) -> Any:
    return show(aten.t.default, changed)


@FUNCTIONALIZE("transpose.int")
@inverse_is("transpose.int", "again")
def _transpose(show: Callable[..., Any], base: Any, changed: Any, dim0: int, dim1: int) -> Any:
    return show(aten.transpose.int, changed, dim0, dim1)


@FUNCTIONALIZE("permute")
def _permute(show: Callable[..., Any], base: Any, changed: Any, dims: Sequence[int]) -> Any:
    order = [wrap_dim(dim, len(dims)) for dim in dims]
    return show(aten.permute.default, changed, [order.index(dim) for dim in range(len(order))])


@FUNCTIONALIZE("unsqueeze")
def _unsqueeze(show: Callable[..., Any], base: Any, changed: Any, dim: int) -> Any:
    return show(aten.squeeze.dim, changed, dim)


@FUNCTIONALIZE("squeeze", "squeeze.dim", "squeeze.dims")
def _squeeze(show: Callable[..., Any], base: Any, changed: Any, dim: Any = None) -> Any:
    sizes = base.shape
    dims = range(len(sizes)) if dim is None else dim if isinstance(dim, (list, tuple)) else (dim,)
    gone = sorted({wrap_dim(one, len(sizes)) for one in dims} if len(sizes) else ())
    for one in gone:
        if sizes[one] == 1:
            changed = show(aten.unsqueeze.default, changed, one)
    return changed


@FUNCTIONALIZE("expand")
def _expand(show: Callable[..., Any], base: Any, changed: Any, size: Sequence[int], *, implicit: bool = False) -> Any:
    # A write through several elements that show one of the base adds up what each has changed, as in PyTorch.
    if dtype_of(base) == DTYPES["bool"]:
        return change_copies(base, changed, lambda x: aten.expand.default(x, [*changed.shape]))
    return aten.add.Tensor(base, _summed(show, aten.sub.Tensor(changed, base), base))


def _summed(show: Callable[..., Any], change: Any, base: Any) -> Any:
    """What all elements that show one of the base have changed."""
    new = change.ndim - base.ndim
    kept = [at for at, n in enumerate(base.shape, start=new) if n == 1 and change.shape[at] != 1]
    dims = [*range(new), *kept]
    if not dims:
        return change
    summed = aten.sum.dim_IntList(change, dims, True)
    return show(aten.view.default, summed, [*base.shape]) if new else summed


@FUNCTIONALIZE("unfold")
def _unfold(show: Callable[..., Any], base: Any, changed: Any, dimension: int, size: int, step: int) -> Any:
    windows = changed.shape[wrap_dim(dimension, base.ndim)] if base.ndim else 1
    if size > step and windows > 1:  # what elements that lie in two windows would show, nothing says
        raise RuntimeError(
            "While executing unfold, functionalization encountered a tensor being mutated that has internal overlap. "
            "When running functionalization, this is banned as the behavior is not well defined. Consider cloning the "
            "tensor before mutating it, or removing the mutation from your model."
        )
    stored = aten.unfold_backward.default(changed, [*base.shape], dimension, size, step)
    length = base.shape[wrap_dim(dimension, base.ndim)] if base.ndim else 1
    if (step if windows > 1 else size) == size and windows * size == length:
        return stored
    shown = aten.unfold_backward.default(aten.ones_like.default(changed), [*base.shape], dimension, size, step)
    return aten.where.self(aten.ne.Scalar(shown, 0), stored, base)  # elements in no window stay


@FUNCTIONALIZE("view_as_real")
def _view_as_real(show: Callable[..., Any], base: Any, changed: Any) -> Any:
    return show(aten.view_as_complex.default, changed)


@FUNCTIONALIZE("view_as_complex")
def _view_as_complex(show: Callable[..., Any], base: Any, changed: Any) -> Any:
    return show(aten.view_as_real.default, changed)
