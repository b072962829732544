"""Views written over other views, and questions about a tensor.

Composites: tensors in, tensors out, so that whatever knows the operators used here knows these.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from wye.aten.arrays.geometry import infer_size, narrow_start, show, view_strides, wrap_dim
from wye.aten.declare import Rules
from wye.aten.kernels.view import ON_ARRAYS
from wye.call.packets import ops
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.layout import broadcast_shapes
from wye.tensors.meta_array import MetaArray

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()

_CONTIGUOUS = MEMORY_FORMATS["contiguous_format"]


@IMPLICIT("reshape")
def _reshape(self: Any, shape: Sequence[int]) -> Any:
    data = self._data
    if type(data) is not MetaArray and data.flags.c_contiguous:
        return ops.aten.view.default(self, shape)
    wanted = infer_size(shape, self.numel())
    if view_strides(data, wanted) is not None:
        return ops.aten.view.default(self, [*wanted])
    return ops.aten._unsafe_view(self.clone(memory_format=_CONTIGUOUS), [*wanted])


@IMPLICIT("reshape_as")
def _reshape_as(self: Any, other: Any) -> Any:
    return self.reshape([*other.shape])


@IMPLICIT("view_as")
def _view_as(self: Any, other: Any) -> Any:
    return self.view([*other.shape])


@IMPLICIT("expand_as")
def _expand_as(self: Any, other: Any) -> Any:
    return self.expand([*other.shape])


@IMPLICIT("broadcast_to")
def _broadcast_to(self: Any, size: Sequence[int]) -> Any:
    return self.expand(size)


@IMPLICIT("broadcast_tensors")
def _broadcast_tensors(tensors: Sequence[Any]) -> list[Any]:
    shape = broadcast_shapes(*(tuple(tensor.shape) for tensor in tensors))
    return [tensor if tensor.shape == shape else tensor.expand([*shape]) for tensor in tensors]


@IMPLICIT("flatten.using_ints")
def _flatten(self: Any, start_dim: int = 0, end_dim: int = -1) -> Any:
    shape = self._data.shape
    start, end = wrap_dim(start_dim, len(shape)), wrap_dim(end_dim, len(shape))
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not shape:
        return ops.aten.reshape.default(self, [1])
    if start == end:
        return self
    return ops.aten.reshape.default(self, [*shape[:start], prod(shape[start : end + 1]), *shape[end + 1 :]])


@IMPLICIT("unflatten.int")
def _unflatten(self: Any, dim: int, sizes: Sequence[int]) -> Any:
    at = wrap_dim(dim, self.dim())
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    if not self.dim():
        raise IndexError("unflatten: a tensor without dimensions has none to unflatten")
    try:
        parts = infer_size(sizes, self.shape[at])
    except RuntimeError:
        raise RuntimeError(
            f"unflatten: Provided sizes {show(sizes)} don't multiply up to the size of dim {at} ({self.shape[at]}) in "
            "the input tensor"
        ) from None
    return self.view([*self.shape[:at], *parts, *self.shape[at + 1 :]])


@IMPLICIT("ravel")
def _ravel(self: Any) -> Any:
    return self.contiguous().view([-1])


@IMPLICIT("numpy_T")
def _numpy_t(self: Any) -> Any:
    return ops.aten.permute.default(self, list(range(self.dim() - 1, -1, -1)))


def _transposed(name: str, self: Any) -> Any:
    """Matrices with rows and columns exchanged; a tensor without dimensions is its own transpose."""
    if self.dim() == 1:
        raise RuntimeError(f"{name} is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return self.transpose(-2, -1) if self.dim() else self


@IMPLICIT("mT")
def _m_t(self: Any) -> Any:
    return _transposed("tensor.mT", self)


@IMPLICIT("mH")
def _m_h(self: Any) -> Any:
    turned = _transposed("tensor.mH", self)
    return turned.conj() if self.is_complex() else turned


@IMPLICIT("adjoint")
def _adjoint(self: Any) -> Any:
    turned = _transposed("tensor.adjoint()", self)
    return turned.conj() if self.is_complex() else turned


@IMPLICIT("matrix_H")
def _matrix_h(self: Any) -> Any:
    if self.dim() not in (0, 2):
        raise RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {self.dim()}-D tensor.")
    turned = self.transpose(0, 1) if self.dim() else self
    return turned.conj() if self.is_complex() else turned


@IMPLICIT("swapaxes")
def _swapaxes(self: Any, axis0: int, axis1: int) -> Any:
    return self.transpose(axis0, axis1)


@IMPLICIT("swapdims")
def _swapdims(self: Any, dim0: int, dim1: int) -> Any:
    return self.transpose(dim0, dim1)


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
    ndim = self.dim()
    sources, targets = [wrap_dim(dim, ndim) for dim in source], [wrap_dim(dim, ndim) for dim in destination]
    _check_moves(sources, "source", source)
    _check_moves(targets, "destination", destination)
    if not ndim:
        return self.alias()
    rest = iter([dim for dim in range(ndim) if dim not in sources])
    return self.permute([sources[targets.index(at)] if at in targets else next(rest) for at in range(ndim)])


@IMPLICIT("movedim.int", "moveaxis.int")
def _movedim_one(self: Any, source: int, destination: int) -> Any:
    return _movedim(self, [source], [destination])


@IMPLICIT("narrow")
def _narrow(self: Any, dim: int, start: int, length: int) -> Any:
    start = narrow_start(self.shape, dim, start, length)
    return ops.aten.slice.Tensor(self, dim, start, start + length, 1)


@IMPLICIT("narrow.Tensor")
def _narrow_tensor(self: Any, dim: int, start: Any, length: int) -> Any:
    if start.dim() or start.is_floating_point() or start.is_complex() or start.dtype.name == "bool":
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    return self.narrow(dim, start.item(), length)


@IMPLICIT("diag")
def _diag(self: Any, diagonal: int = 0) -> Any:
    if self.dim() not in (1, 2):
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {self.dim()}D")
    return self.diag_embed(diagonal) if self.dim() == 1 else ops.aten.diagonal_copy(self, diagonal)


@IMPLICIT("diagflat")
def _diagflat(self: Any, offset: int = 0) -> Any:
    return self.contiguous().view([-1]).diag(offset)


@IMPLICIT("real")
def _real(self: Any) -> Any:
    if not self.is_complex():
        return self
    return ops.aten.view_as_real(self._conj() if self.is_conj() else self).select(-1, 0)


@IMPLICIT("imag")
def _imag(self: Any) -> Any:
    if not self.is_complex():
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    if self.is_conj():  # what is stored, read as its negative
        return ops.aten.view_as_real(self._conj()).select(-1, 1)._neg_view()
    return ops.aten.view_as_real(self).select(-1, 1)


@IMPLICIT("atleast_1d")
def _atleast_1d(self: Any) -> Any:
    return self if self.dim() else self.reshape([1])


@IMPLICIT("atleast_2d")
def _atleast_2d(self: Any) -> Any:
    if self.dim() > 1:
        return self
    return self.unsqueeze(0) if self.dim() else self.reshape([1, 1])


@IMPLICIT("atleast_3d")
def _atleast_3d(self: Any) -> Any:
    if self.dim() > 2:
        return self
    if self.dim() == 2:
        return self.unsqueeze(-1)
    return self.unsqueeze(0).unsqueeze(-1) if self.dim() else self.reshape([1, 1, 1])


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
        if tensor.dim() > 1:
            raise RuntimeError(f"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: {tensor}")
        if tensor.dtype != tensors[0].dtype:
            raise RuntimeError("torch.meshgrid expects all tensors to have the same dtype")
    swapped = indexing == "xy" and len(tensors) > 1
    order = [tensors[1], tensors[0], *tensors[2:]] if swapped else list(tensors)
    shape = [tensor.numel() for tensor in order]
    grids = []
    for at, tensor in enumerate(order):
        alone = [1] * len(shape)
        alone[at] = -1
        grids.append(tensor.view(alone).expand(shape))
    return [grids[1], grids[0], *grids[2:]] if swapped else grids


@IMPLICIT("split.sizes")
def _split_sizes(self: Any, split_size: Sequence[int], dim: int = 0) -> Any:
    return self.split_with_sizes(split_size, dim)


# ---- questions ----


@IMPLICIT("sym_size.int", "size.int")
def _size(self: Any, dim: int) -> Any:
    return self.size(dim)


@IMPLICIT("sym_stride.int", "stride.int")
def _stride(self: Any, dim: int) -> Any:
    return self.stride(dim)


@IMPLICIT("sym_numel", "numel")
def _numel(self: Any) -> Any:
    return self.numel()


@IMPLICIT("sym_storage_offset")
def _storage_offset(self: Any) -> Any:
    return self.storage_offset()


@IMPLICIT("sym_is_contiguous", "is_contiguous", "is_contiguous.memory_format")
def _is_contiguous(self: Any, memory_format: Any = _CONTIGUOUS) -> Any:
    return self.is_contiguous(memory_format=memory_format)


@IMPLICIT("dim")
def _dim(self: Any) -> Any:
    return self.dim()


@IMPLICIT("is_floating_point")
def _is_floating_point(self: Any) -> Any:
    return self.is_floating_point()


@IMPLICIT("is_complex")
def _is_complex(self: Any) -> Any:
    return self.is_complex()


@IMPLICIT("is_signed")
def _is_signed(self: Any) -> Any:
    return self.is_signed()


@IMPLICIT("is_conj")
def _is_conj(self: Any) -> Any:
    return self.is_conj()


@IMPLICIT("is_neg")
def _is_neg(self: Any) -> Any:
    return self.is_neg()


@IMPLICIT("is_nonzero")
def _is_nonzero(self: Any) -> bool:
    if self.numel() != 1:
        how_many = "more than one value" if self.numel() else "no values"
        raise RuntimeError(f"Boolean value of Tensor with {how_many} is ambiguous")
    return bool(self.item() != 0)


@EXPLICIT("is_same_size")
def _is_same_size(self: Any, other: Any) -> bool:
    return bool(self.shape == other.shape)


@EXPLICIT("is_pinned")
def _is_pinned(self: Any, device: Any = None) -> bool:
    return False  # memory is pinned for devices that copy from it; there are none


# ---- results that share memory without saying so in their schemas ----


def _sharing(base: Any, data: Any) -> Any:
    """A tensor over a part of the memory of ``base`` whose writes nobody else counts."""
    made = Tensor._view_of(base, data)
    made._version_counter = None
    return made


def _unsafe(name: str) -> Callable[..., Any]:
    kernel = ON_ARRAYS[name]

    def run(self: Any, *args: Any, **kwargs: Any) -> Any:
        seen = kernel(self._data, *args, **kwargs)
        return [_sharing(self, one) for one in seen] if isinstance(seen, list) else _sharing(self, seen)

    run.__name__ = run.__qualname__ = name.partition(".")[0]
    return run


for _name in ("_unsafe_view", "unsafe_split.Tensor", "unsafe_split_with_sizes"):
    EXPLICIT[_name] = _unsafe(_name)
