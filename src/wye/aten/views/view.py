"""Inverses of view operators: ``rule(base, changed, *args)`` is the base that would show ``changed``.

See Note [The table of views] (wye/aten/view_chain.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.aten.arrays.geometry import narrow_start
from wye.aten.declare import Rules, inverse_is
from wye.aten.metadata import device_of, dtype_of, is_complex, numel_of, size_of
from wye.call.packets import ops
from wye.tensors.layout import wrap_dim

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["VIEWS", "again", "change_copies", "itself", "part"]

VIEWS = Rules()
aten: Any = ops.aten


def itself(base: Any, changed: Any, *args: Any, **kwargs: Any) -> Any:
    """The view shows the base as it is."""
    return changed


def again(name: str) -> Callable[..., Any]:
    """The operator undoes itself: called on the changed view with the same arguments, it gives the base."""
    packet, _, overload = name.partition(".")

    def undo(base: Any, changed: Any, *args: Any) -> Any:
        return getattr(getattr(aten, packet), overload or "default")(changed, *args)

    return undo


VIEWS["alias"] = VIEWS["detach"] = itself
for _name in (
    "transpose.int", "swapaxes", "swapdims", "t", "numpy_T", "mT", "mH", "matrix_H", "adjoint",
):  # fmt: skip
    VIEWS[_name] = again(_name)


# ---- the same elements in the same order ----


@VIEWS(
    "view", "view_as", "reshape", "reshape_as", "_reshape_alias", "flatten.using_ints", "unflatten.int", "ravel",
    "squeeze", "squeeze.dim", "squeeze.dims", "unsqueeze",
)  # fmt: skip
def _shape_of_base(base: Any, changed: Any, *args: Any) -> Any:
    return aten.reshape.default(changed, [*base.shape])


# ---- dimensions in another order ----


@VIEWS("permute")
def _permute(base: Any, changed: Any, dims: Sequence[int]) -> Any:
    order = [wrap_dim(dim, len(dims)) for dim in dims]
    return aten.permute.default(changed, [order.index(dim) for dim in range(len(order))])


@VIEWS("movedim.intlist", "moveaxis.intlist")
def _movedims(base: Any, changed: Any, source: Sequence[int], destination: Sequence[int]) -> Any:
    return aten.movedim.intlist(changed, destination, source)


@VIEWS("movedim.int", "moveaxis.int")
def _movedim(base: Any, changed: Any, source: int, destination: int) -> Any:
    return aten.movedim.int(changed, destination, source)


# ---- a part of the elements ----


def part(base: Any, changed: Any, dim: int, start: int) -> Any:
    """The view is a slice along a dimension, from ``start`` on."""
    return aten.slice_scatter.default(base, changed, dim, start, start + size_of(changed, dim))


@VIEWS("select.int")
@inverse_is("select_scatter", "base")
def _select(base: Any, changed: Any, dim: int, index: int) -> Any:
    return aten.select_scatter.default(base, changed, dim, index)


@VIEWS("slice.Tensor")
@inverse_is("slice_scatter", "base")
def _slice(
    base: Any, changed: Any, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1
) -> Any:
    return aten.slice_scatter.default(base, changed, dim, start, end, step)


@VIEWS("narrow")
def _narrow(base: Any, changed: Any, dim: int, start: int, length: int) -> Any:
    return part(base, changed, dim, narrow_start(base.shape, dim, start, length))


@VIEWS("narrow.Tensor")
def _narrow_tensor(base: Any, changed: Any, dim: int, start: Any, length: int) -> Any:
    return _narrow(base, changed, dim, aten.item.default(start), length)


@VIEWS("diagonal")
@inverse_is("diagonal_scatter", "base")
def _diagonal(base: Any, changed: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    return aten.diagonal_scatter.default(base, changed, offset, dim1, dim2)


@VIEWS("unbind.int")
def _unbind(base: Any, changed: Any, output: int, dim: int = 0) -> Any:
    return aten.select_scatter.default(base, changed, dim, output)


@VIEWS("split.Tensor")
def _split(base: Any, changed: Any, output: int, split_size: int, dim: int = 0) -> Any:
    return part(base, changed, dim, output * split_size)


@VIEWS("split.sizes", "split_with_sizes")
def _split_sizes(base: Any, changed: Any, output: int, split_sizes: Sequence[int], dim: int = 0) -> Any:
    return part(base, changed, dim, sum(split_sizes[:output]))


# ---- elements that are shown several times ----


def _flat(x: Any) -> Any:
    return aten.reshape.default(x, [-1])


def _places(base: Any, view: Callable[[Any], Any]) -> Any:
    """For each element of the view, flattened, the number of the element of the base that it shows."""
    numbers = aten.arange.default(numel_of(base), device=device_of(base))
    return _flat(view(aten.reshape.default(numbers, [*base.shape])))


def _differs(one: Any, other: Any) -> Any:
    """Where elements differ; NaN does not differ from NaN."""
    return aten.logical_and.default(
        aten.ne.Tensor(one, other), aten.logical_or.default(aten.eq.Tensor(one, one), aten.eq.Tensor(other, other))
    )


def change_copies(base: Any, changed: Any, view: Callable[[Any], Any]) -> Any:
    """The base of a view that shows elements several times.

    No operator writes to all of such a view at once, because the copies could disagree.  A write through a part of it
    changes one copy of an element at most, the one that differs from the base.
    """
    if not numel_of(changed):
        return base
    copies = _flat(changed)
    differs = _differs(copies, _flat(view(base)))
    numbered = aten.arange.default(numel_of(changed), device=device_of(base))
    none = aten.full.default([numel_of(base)], -1, dtype=dtype_of(numbered), device=device_of(base))
    last = aten.scatter_reduce.two(none, 0, _places(base, view), aten.where.ScalarOther(differs, numbered, -1), "amax")
    written = aten.gather.default(copies, 0, aten.clamp.default(last, 0))
    return aten.reshape.default(aten.where.self(aten.ge.Scalar(last, 0), written, _flat(base)), [*base.shape])


@VIEWS("expand", "expand_as", "broadcast_to")
def _expand(base: Any, changed: Any, *args: Any, implicit: bool = False) -> Any:
    if numel_of(base) == numel_of(changed):
        return aten.reshape.default(changed, [*base.shape])
    return change_copies(base, changed, lambda x: aten.expand.default(x, [*changed.shape]))


@VIEWS("unfold")
def _unfold(base: Any, changed: Any, dimension: int, size: int, step: int) -> Any:
    def windows(x: Any) -> Any:
        return aten.unfold.default(x, dimension, size, step)

    if step < size:
        return change_copies(base, changed, windows)
    written = aten.scatter.src(_flat(base), 0, _places(base, windows), _flat(changed))
    return aten.reshape.default(written, [*base.shape])


# ---- the same memory as numbers of another kind ----


def _as_stored(changed: Any) -> Any:
    """Numbers as memory has them: in rows, without lazy conjugates and negatives."""
    return aten.contiguous.default(aten.resolve_neg.default(aten.resolve_conj.default(changed)))


@VIEWS("view.dtype")
def _view_dtype(base: Any, changed: Any, dtype: Any) -> Any:
    return aten.view.dtype(_as_stored(changed), dtype_of(base))


@VIEWS("view_as_real")
def _view_as_real(base: Any, changed: Any) -> Any:
    return aten.view_as_complex.default(_as_stored(changed))


@VIEWS("view_as_complex")
def _view_as_complex(base: Any, changed: Any) -> Any:
    return aten.view_as_real.default(aten.resolve_conj.default(changed))


@VIEWS("real")
def _real(base: Any, changed: Any) -> Any:
    return aten.complex.default(changed, aten.imag.default(base)) if is_complex(base) else changed


@VIEWS("imag")
def _imag(base: Any, changed: Any) -> Any:
    return aten.complex.default(aten.real.default(base), changed)
