"""Views written over other views, and queries about a tensor.

Composites: they take and return tensors, so whatever supports the operators used here supports these.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from wye.aten.arrays.allocation import suggest_memory_format
from wye.aten.arrays.geometry import infer_size, narrow_start, show, view_strides
from wye.aten.composite_outputs import into
from wye.aten.declare import Rules, shortcut
from wye.aten.kernels.view import ON_ARRAYS
from wye.aten.metadata import (
    dtype_of,
    handled_in_python,
    is_complex,
    is_conj,
    is_contiguous,
    is_floating,
    is_neg,
    layout_of,
    ndim_of,
    numel_of,
    offset_of,
    size_of,
    stride_of,
)
from wye.call.packets import ops
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.asking import SIZES, STRIDES, ask
from wye.tensors.layout import broadcast_shapes, is_dense, known_equal, own_strides, steps_of, wrap_dim
from wye.tensors.wrapped_array import WrappedArray

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten

_CONTIGUOUS = MEMORY_FORMATS["contiguous_format"]


@IMPLICIT("reshape")
@shortcut("reshape", "view", "clone", "_unsafe_view")
def _reshape(self: Any, shape: Sequence[int]) -> Any:
    if is_contiguous(self):
        return aten.view.default(self, shape)
    wanted = infer_size(shape, numel_of(self))
    steps = view_strides(layout_of(self), wanted)
    if steps is not None:
        if _is_recorded(self):  # as PyTorch, whose node has this name
            unit = own_strides(self._data)[1]
            return aten._reshape_alias.default(self, [*wanted], [step // unit for step in steps])
        return aten.view.default(self, [*wanted])
    return aten._unsafe_view(aten.clone.default(self, memory_format=_CONTIGUOUS), [*wanted])


def _is_recorded(self: Any) -> bool:
    plain = type(self) is Tensor and not isinstance(self._data, WrappedArray)
    return plain and self._requires_grad and not handled_in_python(self)


@IMPLICIT("reshape_as")
def _reshape_as(self: Any, other: Any) -> Any:
    return aten.reshape.default(self, [*other.shape])


@IMPLICIT("view_as")
def _view_as(self: Any, other: Any) -> Any:
    return aten.view.default(self, [*other.shape])


@IMPLICIT("expand_as")
def _expand_as(self: Any, other: Any) -> Any:
    return aten.expand.default(self, [*other.shape])


@IMPLICIT("broadcast_to")
def _broadcast_to(self: Any, size: Sequence[int]) -> Any:
    return aten.expand.default(self, size)


@IMPLICIT("broadcast_tensors")
def _broadcast_tensors(tensors: Sequence[Any]) -> list[Any]:
    shape = broadcast_shapes(*(tuple(tensor.shape) for tensor in tensors))
    return [tensor if known_equal(tensor.shape, shape) else aten.expand.default(tensor, [*shape]) for tensor in tensors]


@IMPLICIT("flatten.using_ints")
@shortcut("flatten", "reshape")
def _flatten(self: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
    shape = self.shape
    start, end = wrap_dim(start_dim, len(shape)), wrap_dim(end_dim, len(shape))
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not shape:
        return aten.reshape.default(self, [1])
    if start == end:
        return self
    return aten.reshape.default(self, [*shape[:start], prod(shape[start : end + 1]), *shape[end + 1 :]])


@IMPLICIT("unflatten.int")
def _unflatten(self: Any, dim: int, sizes: Sequence[int]) -> Any:
    at = wrap_dim(dim, ndim_of(self))
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    if not ndim_of(self):
        raise IndexError("unflatten: a tensor without dimensions has none to unflatten")
    try:
        parts = infer_size(sizes, self.shape[at])
    except RuntimeError:
        raise RuntimeError(
            f"unflatten: Provided sizes {show(sizes)} don't multiply up to the size of dim {at} ({self.shape[at]}) in "
            "the input tensor"
        ) from None
    return aten.view.default(self, [*self.shape[:at], *parts, *self.shape[at + 1 :]])


@IMPLICIT("ravel")
def _ravel(self: Any) -> Any:
    return aten.view.default(aten.contiguous.default(self), [-1])


@IMPLICIT("numpy_T")
@shortcut("numpy_t", "permute")
def _numpy_t(self: Any) -> Any:
    return aten.permute.default(self, list(range(ndim_of(self) - 1, -1, -1)))


def _transposed(name: str, self: Any) -> Any:
    """Matrices with rows and columns exchanged; a tensor without dimensions is its own transpose."""
    if ndim_of(self) == 1:
        raise RuntimeError(f"{name} is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return aten.transpose.int(self, -2, -1) if ndim_of(self) else self


@IMPLICIT("mT")
def _m_t(self: Any) -> Any:
    return _transposed("tensor.mT", self)


@IMPLICIT("mH")
def _m_h(self: Any) -> Any:
    turned = _transposed("tensor.mH", self)
    return aten.conj.default(turned) if is_complex(self) else turned


@IMPLICIT("adjoint")
def _adjoint(self: Any) -> Any:
    turned = _transposed("tensor.adjoint()", self)
    return aten.conj.default(turned) if is_complex(self) else turned


@IMPLICIT("matrix_H")
def _matrix_h(self: Any) -> Any:
    if ndim_of(self) not in (0, 2):
        raise RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {ndim_of(self)}-D tensor.")
    turned = aten.transpose.int(self, -2, -1) if ndim_of(self) else self
    return aten.conj.default(turned) if is_complex(self) else turned


@IMPLICIT("swapaxes")
def _swapaxes(self: Any, axis0: int, axis1: int) -> Any:
    return aten.transpose.int(self, axis0, axis1)


@IMPLICIT("swapdims")
def _swapdims(self: Any, dim0: int, dim1: int) -> Any:
    return aten.transpose.int(self, dim0, dim1)


def _check_moves(moves: Sequence[int], role: str, given: Sequence[int]) -> None:
    if len(set(moves)) != len(moves):
        raise RuntimeError(f"movedim: repeated dim in `{role}` ({show(given)})")


@IMPLICIT("movedim.intlist", "moveaxis.intlist")
def _movedim(self: Any, source: Sequence[int], destination: Sequence[int]) -> Any:
    if len(source) != len(destination):
        raise RuntimeError(
            f"movedim: Invalid source or destination dims: source ({show(source)} dims) should contain the same number "
            f"of dims as destination ({show(destination)} dims)"
        )
    ndim = ndim_of(self)
    sources, targets = [wrap_dim(dim, ndim) for dim in source], [wrap_dim(dim, ndim) for dim in destination]
    _check_moves(sources, "source", source)
    _check_moves(targets, "destination", destination)
    if not ndim:
        return aten.alias.default(self)
    rest = iter([dim for dim in range(ndim) if dim not in sources])
    return aten.permute.default(
        self, [sources[targets.index(at)] if at in targets else next(rest) for at in range(ndim)]
    )


@IMPLICIT("movedim.int", "moveaxis.int")
def _movedim_one(self: Any, source: int, destination: int) -> Any:
    return _movedim(self, [source], [destination])


@IMPLICIT("narrow")
def _narrow(self: Any, dim: int, start: int, length: int) -> Any:
    start = narrow_start(self.shape, dim, start, length)
    return aten.slice.Tensor(self, dim, start, start + length, 1)


@IMPLICIT("narrow.Tensor")
def _narrow_tensor(self: Any, dim: int, start: Any, length: int) -> Any:
    if ndim_of(start) or is_floating(start) or is_complex(start) or dtype_of(start).name == "bool":
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    return aten.narrow.default(self, dim, aten.item.default(start), length)


@IMPLICIT("diag")
def _diag(self: Any, diagonal: int = 0, *, out: Any = None) -> Any:
    ndim = ndim_of(self)
    if ndim not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {ndim}D")
    op = aten.diag_embed.default if ndim == 1 else aten.diagonal_copy.default
    return op(self, diagonal) if out is None else into(out, op, self, diagonal)


@IMPLICIT("diagflat")
def _diagflat(self: Any, offset: int = 0) -> Any:
    return aten.diag(aten.view.default(aten.contiguous.default(self), [-1]), offset)


def _part(pairs: Any, at: int) -> Any:
    return aten.select.int(pairs, ndim_of(pairs) - 1, at)


@IMPLICIT("real")
@shortcut("real")
def _real(self: Any) -> Any:
    if not is_complex(self):
        return self
    return _part(aten.view_as_real.default(aten._conj.default(self) if is_conj(self) else self), 0)


@IMPLICIT("imag")
def _imag(self: Any) -> Any:
    if not is_complex(self):
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    if is_conj(self):  # the stored values, to be read negated
        return _part(aten._neg_view.default(aten.view_as_real.default(aten._conj.default(self))), 1)
    return _part(aten.view_as_real.default(self), 1)


@IMPLICIT("atleast_1d")
def _atleast_1d(self: Any) -> Any:
    return self if ndim_of(self) else aten.reshape.default(self, [1])


@IMPLICIT("atleast_2d")
def _atleast_2d(self: Any) -> Any:
    if ndim_of(self) > 1:
        return self
    return aten.unsqueeze.default(self, 0) if ndim_of(self) else aten.reshape.default(self, [1, 1])


@IMPLICIT("atleast_3d")
def _atleast_3d(self: Any) -> Any:
    if ndim_of(self) > 2:
        return self
    if ndim_of(self) == 2:
        return aten.unsqueeze.default(self, -1)
    return (
        aten.unsqueeze.default(aten.unsqueeze.default(self, 0), -1)
        if ndim_of(self)
        else aten.reshape.default(self, [1, 1, 1])
    )


@IMPLICIT("atleast_1d.Sequence")
def _all_atleast_1d(tensors: Sequence[Any]) -> list[Any]:
    return [_atleast_1d(tensor) for tensor in tensors]


@IMPLICIT("atleast_2d.Sequence")
def _all_atleast_2d(tensors: Sequence[Any]) -> list[Any]:
    return [_atleast_2d(tensor) for tensor in tensors]


@IMPLICIT("atleast_3d.Sequence")
def _all_atleast_3d(tensors: Sequence[Any]) -> list[Any]:
    return [_atleast_3d(tensor) for tensor in tensors]


@IMPLICIT("meshgrid")
def _meshgrid(tensors: Sequence[Any]) -> list[Any]:
    return _meshgrid_indexing(tensors, indexing="ij")


@IMPLICIT("meshgrid.indexing")
def _meshgrid_indexing(tensors: Sequence[Any], *, indexing: str) -> list[Any]:
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    if indexing not in ("ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    for tensor in tensors:
        if ndim_of(tensor) > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {tensor}")
        if dtype_of(tensor) != dtype_of(tensors[0]):
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
        if getattr(tensor, "device", None) != getattr(tensors[0], "device", None):  # arrays of others have none
            raise RuntimeError("meshgrid expects all tensors to have the same device")
    swapped = indexing == "xy" and len(tensors) > 1
    order = [tensors[1], tensors[0], *tensors[2:]] if swapped else list(tensors)
    shape = [numel_of(tensor) for tensor in order]
    grids = []
    for at, tensor in enumerate(order):
        alone = [1] * len(shape)
        alone[at] = -1
        grids.append(aten.expand.default(aten.view.default(tensor, alone), shape))
    return [grids[1], grids[0], *grids[2:]] if swapped else grids


@IMPLICIT("split.sizes")
def _split_sizes(self: Any, split_size: Sequence[int], dim: int = 0) -> Any:
    return aten.split_with_sizes.default(self, split_size, dim)


# ---- queries ----


@IMPLICIT("sym_size")
def _sizes(self: Any) -> Any:
    return [size_of(self, dim) for dim in range(ndim_of(self))]


@IMPLICIT("sym_stride")
def _strides(self: Any) -> Any:
    return list(stride_of(self))


@IMPLICIT("sym_size.int", "size.int")
def _size(self: Any, dim: int) -> Any:
    return size_of(self, dim)


@IMPLICIT("sym_stride.int", "stride.int")
def _stride(self: Any, dim: int) -> Any:
    return stride_of(self, dim)


@IMPLICIT("sym_numel", "numel")
def _numel(self: Any) -> Any:
    return numel_of(self)


@IMPLICIT("sym_storage_offset", "storage_offset")
def _storage_offset(self: Any) -> Any:
    return offset_of(self)


@IMPLICIT("sym_is_contiguous", "is_contiguous", "is_contiguous.memory_format")
def _is_contiguous(self: Any, memory_format: Any = None) -> Any:
    return is_contiguous(self, memory_format=memory_format)


def _answer(self: Any, question: int, query: str, *args: Any) -> Any:
    """What the handler of a subclass says to a query that no member of a tensor stands for; None: nothing."""
    return ask(self, query, *args) if isinstance(self, Tensor) and self._asks & question else None


@IMPLICIT("size")
def _whole_size(self: Any) -> Any:
    answer = _answer(self, SIZES, "aten::size")
    return list(layout_of(self).shape) if answer is None else answer


@IMPLICIT("stride")
def _whole_stride(self: Any) -> Any:
    answer = _answer(self, STRIDES, "aten::stride")
    return list(steps_of(layout_of(self))) if answer is None else answer


@IMPLICIT("is_non_overlapping_and_dense")
def _is_non_overlapping_and_dense(self: Any) -> Any:
    answer = _answer(self, STRIDES, "aten::is_non_overlapping_and_dense")
    array = layout_of(self)
    return is_dense(array.shape, *own_strides(array)) if answer is None else answer


@IMPLICIT("is_strides_like_format")
def _is_strides_like_format(self: Any, memory_format: Any) -> Any:
    answer = _answer(self, STRIDES, "aten::is_strides_like_format", memory_format)
    if answer is not None:
        return answer
    like = suggest_memory_format(layout_of(self))
    return like != "contiguous_format" and like == memory_format.name


@IMPLICIT("dim")
def _dim(self: Any) -> Any:
    return ndim_of(self)


@IMPLICIT("is_floating_point")
def _is_floating_point(self: Any) -> Any:
    return is_floating(self)


@IMPLICIT("is_complex")
def _is_complex(self: Any) -> Any:
    return is_complex(self)


@IMPLICIT("is_signed")
def _is_signed(self: Any) -> Any:
    return dtype_of(self).is_signed


@IMPLICIT("is_conj")
def _is_conj(self: Any) -> Any:
    return is_conj(self)


@IMPLICIT("is_neg")
def _is_neg(self: Any) -> Any:
    return is_neg(self)


@IMPLICIT("is_nonzero")
def _is_nonzero(self: Any) -> bool:
    if numel_of(self) != 1:
        how_many = "more than one value" if numel_of(self) else "no values"
        raise RuntimeError(f"Boolean value of Tensor with {how_many} is ambiguous")
    return bool(aten.item.default(self))


@EXPLICIT("is_same_size")
def _is_same_size(self: Any, other: Any) -> bool:
    return bool(self.shape == other.shape)


@EXPLICIT("is_pinned")
def _is_pinned(self: Any, device: Any = None) -> bool:
    return False  # memory is pinned for devices that copy from it; there are none


# ---- results that share memory without saying so in their schemas ----


def _sharing(base: Any, data: Any) -> Any:
    """A tensor over a part of the memory of ``base`` with a version counter of its own."""
    made = Tensor._view_of(base, data, is_view=False)
    made._version_counter = None
    return made


def _unsafe(name: str, safe: str) -> Callable[..., Any]:
    kernel = ON_ARRAYS[name]

    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(self, Tensor):  # only tensors have versions: for arrays it is an ordinary view
            return getattr(aten, safe)(self, *args, **kwargs)
        seen = kernel(self._data, *args, **kwargs)
        return [_sharing(self, one) for one in seen] if isinstance(seen, list) else _sharing(self, seen)

    run.__name__ = run.__qualname__ = name.partition(".")[0]
    return shortcut("unsafe_view")(run) if safe == "view" else run


for _name, _safe in {
    "_unsafe_view": "view",
    "unsafe_split.Tensor": "split",
    "unsafe_split_with_sizes": "split_with_sizes",
}.items():
    EXPLICIT[_name] = _unsafe(_name, _safe)
