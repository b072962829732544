"""Gather and scatter: elements along one dimension, at positions that a tensor names."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays.allocation import allocate, cast_number, contiguous_clone, store
from wye.aten.arrays.geometry import show
from wye.aten.declare import Rules, shortcut
from wye.aten.kernels.factory import KERNELS as FACTORIES
from wye.aten.kernels.index import as_one_dim, extremes
from wye.aten.outputs import check_apart, check_no_overlap, warn_of_overlap
from wye.tensors.dtypes import name_of, not_implemented, title_of
from wye.tensors.layout import contiguous_strides, wrap_dim
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import to_real

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS"]

KERNELS = Rules()

_clone = FACTORIES["clone"]
_UFUNCS: Final = {
    "sum": np.add, "add": np.add, "mean": np.add, "prod": np.multiply, "multiply": np.multiply, "amax": np.maximum,
    "amin": np.minimum,
}  # fmt: skip


def _check_index(name: str, self: Any, dim: int, index: Any, src: Any = None) -> int:
    """The checks that gather and scatter share; returns the dimension, counted from the front."""
    dim = wrap_dim(dim, self.ndim)
    if name == "scatter":
        check_no_overlap(self)
        check_apart(self, index, src)
    if index.size and (index.dtype.char not in "lqi" or index.itemsize < 4):
        raise RuntimeError(f"{name}(): Expected dtype int32/int64 for index")
    if src is not None and src.dtype != self.dtype:
        raise RuntimeError(f"{name}(): Expected self.dtype to be equal to src.dtype")
    if not index.size:
        return dim
    if max(index.ndim, 1) != max(self.ndim, 1):
        raise RuntimeError("Index tensor must have the same number of dimensions as self tensor")
    for at, size in enumerate(index.shape):
        if at != dim and size > self.shape[at]:
            raise RuntimeError(
                f"Size does not match at dimension {at} expected index {show(index.shape)} to be no larger than self "
                f"{show(self.shape)} apart from dimension {dim}"
            )
    if src is not None:
        _check_source(self, dim, index, src)
    return dim


def _check_source(self: Any, dim: int, index: Any, src: Any) -> None:
    if max(index.ndim, 1) != max(src.ndim, 1):
        raise RuntimeError("Index tensor must have the same number of dimensions as src tensor")
    if any(size > room for size, room in zip(index.shape, src.shape or (1,) * index.ndim, strict=False)):
        raise RuntimeError(
            f"Expected index {show(index.shape)} to be no larger than self {show(self.shape)} apart from dimension "
            f"{dim} and to be no larger size than src {show(src.shape)}"
        )


def _check_bounds(index: Any, dim: int, size: int) -> None:
    if not index.size:
        return
    least, largest = extremes(index)
    if least < 0 or largest >= size:
        wrong = index[(index < 0) | (index >= size)].flat[0]
        raise RuntimeError(f"index {int(wrong)} is out of bounds for dimension {dim} with size {size}")


def _key(index: Any, dim: int) -> tuple[Any, ...]:
    """A NumPy index that takes ``index`` along one dimension and every position along the others."""
    shape = index.shape
    if len(shape) == 1:
        return (index,)
    return tuple([index if at == dim else _along(size, at, len(shape)) for at, size in enumerate(shape)])


@lru_cache(maxsize=256)
def _along(size: int, dim: int, ndim: int) -> Any:
    """The positions of one dimension, to be broadcast along the others."""
    return np.arange(size).reshape([size if at == dim else 1 for at in range(ndim)])


@KERNELS("gather")
@shortcut("gather")
def _gather(self: Any, dim: int, index: Any, *, sparse_grad: bool = False) -> Any:
    dim = _check_index("gather", self, dim, index)
    if type(self) is MetaArray or not index.size:
        return allocate(self, tuple(index.shape), self.dtype)
    source, at = as_one_dim(self), as_one_dim(index)
    _check_bounds(at, dim, source.shape[dim])
    found = source[_key(at, dim)].reshape(index.shape)
    if found.strides == contiguous_strides(found.shape, found.itemsize):
        return found
    return contiguous_clone(found)  # NumPy follows the order of the index


def _scatter_into(self: Any, dim: int, index: Any, src: Any, reduce: str | None) -> None:
    """Write or add up ``src`` (an array, or one element) in ``self``, which is changed."""
    if type(self) is MetaArray or not index.size:
        return
    target, at = as_one_dim(self), as_one_dim(index)
    _check_bounds(at, dim, target.shape[dim])
    if isinstance(src, np.ndarray):
        src = as_one_dim(src)[tuple(slice(size) for size in at.shape)]
    if reduce is None:
        target[_key(at, dim)] = src
    else:
        _accumulate(_UFUNCS[reduce], target, _key(at, dim), src)


def _is_half(dtype: Any) -> bool:
    return bool(dtype.itemsize == 2 and dtype.kind not in "iu")


def _accumulate(ufunc: Any, target: Any, key: tuple[Any, ...], src: Any, rounded: bool = False) -> None:
    """``target[key] = ufunc(target[key], src)``, once for every position.

    Halves are computed in single precision and rounded at the end, or, with ``rounded``, in every step.
    """
    if _is_half(target.dtype) and not rounded:
        wide = target.astype(np.float32)
        ufunc.at(wide, key, np.asarray(src).astype(np.float32))
        store(target, wide)
    else:
        ufunc.at(target, key, src)


def _reduction(reduce: str) -> str:
    if reduce not in ("add", "multiply"):
        raise RuntimeError(f"reduce argument must be either add or multiply, not {reduce!r}.")
    return reduce


@KERNELS("scatter_.src")
@shortcut("scatter_")
def _scatter_src_(self: Any, dim: int, index: Any, src: Any) -> Any:
    _scatter_into(self, _check_index("scatter", self, dim, index, src), index, src, None)
    return self


@KERNELS("scatter_.value")
@shortcut("scatter_value_")
def _scatter_value_(self: Any, dim: int, index: Any, value: Any) -> Any:
    dim = _check_index("scatter", self, dim, index)
    _scatter_into(self, dim, index, np.asarray(cast_number(value, self.dtype), self.dtype)[()], None)
    return self


@KERNELS("scatter_.reduce")
def _scatter_reduce_(self: Any, dim: int, index: Any, src: Any, *, reduce: str) -> Any:
    reduce = _reduction(reduce)
    _scatter_into(self, _check_index("scatter", self, dim, index, src), index, src, reduce)
    return self


@KERNELS("scatter_.value_reduce")
def _scatter_value_reduce_(self: Any, dim: int, index: Any, value: Any, *, reduce: str) -> Any:
    reduce = _reduction(reduce)
    dim = _check_index("scatter", self, dim, index)
    _scatter_into(self, dim, index, np.asarray(cast_number(value, self.dtype), self.dtype)[()], reduce)
    return self


@KERNELS("scatter_add_")
@shortcut("scatter_add_")
def _scatter_add_(self: Any, dim: int, index: Any, src: Any) -> Any:
    _scatter_into(self, _check_index("scatter", self, dim, index, src), index, src, "add")
    return self


def _identity(reduce: str, dtype: Any) -> Any:
    """What a reduction starts from."""
    if reduce in ("sum", "mean"):
        return 0
    if reduce == "prod":
        return 1
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return info.min if reduce == "amax" else info.max
    return reduce == "amin" if dtype.kind == "b" else dtype.type(-np.inf if reduce == "amax" else np.inf)


def _divide(target: Any, counts: Any) -> None:
    """A sum becomes a mean; integers are rounded down."""
    if target.dtype.kind in "iub":
        store(target, np.floor_divide(target, counts.astype(target.dtype)))
    else:
        store(target, target / counts.astype(to_real(target.dtype)))


def _reduce_at(
    self: Any, key: tuple[Any, ...], src: Any, reduce: str, include_self: bool, rounded: bool = False
) -> None:
    """Reduce ``src`` into the positions ``key`` of ``self``, which take part themselves or not."""
    if not include_self:
        self[key] = _identity(reduce, self.dtype)
    _accumulate(_UFUNCS[reduce], self, key, src, rounded)
    if reduce == "mean":
        counts = np.ones(self.shape, np.int64)
        if not include_self:
            counts[key] = 0
        np.add.at(counts, key, 1)
        np.maximum(counts, 1, out=counts)
        _divide(self, counts)


@KERNELS("scatter_reduce_.two")
@shortcut("scatter_reduce_")
def _scatter_reduce_two_(self: Any, dim: int, index: Any, src: Any, reduce: str, *, include_self: bool = True) -> Any:
    if reduce not in ("sum", "prod", "mean", "amax", "amin"):
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    dim = _check_index("scatter", self, dim, index, src)
    if reduce in ("amax", "amin") and self.dtype.kind == "c":
        raise not_implemented(f"scatter_reduce_{reduce}", self.dtype)
    if type(self) is not MetaArray and index.size:
        target, at = as_one_dim(self), as_one_dim(index)
        _check_bounds(at, dim, target.shape[dim])
        values = as_one_dim(src)[tuple(slice(size) for size in at.shape)]
        _reduce_at(target, _key(at, dim), values, reduce, include_self)
    return self


def _functional(in_place: Callable[..., Any], copy: Callable[..., Any]) -> Callable[..., Any]:
    """The operator that works on a copy."""

    def kernel(self: Any, *args: Any, **kwargs: Any) -> Any:
        return in_place(copy(self), *args, **kwargs)

    return kernel


for _name in ("scatter_.src", "scatter_.value", "scatter_.reduce", "scatter_.value_reduce", "scatter_add_"):
    KERNELS[_name.replace("_.", ".").removesuffix("_")] = _functional(KERNELS[_name], contiguous_clone)
for _name, _shortcut in (
    ("scatter.src", "scatter"),
    ("scatter.value", "scatter_value"),
    ("scatter_add", "scatter_add"),
):
    shortcut(_shortcut)(KERNELS[_name])
KERNELS["scatter_reduce.two"] = shortcut("scatter_reduce")(
    _functional(KERNELS["scatter_reduce_.two"], contiguous_clone)
)


# Whole slices along one dimension: index_add, index_copy, index_fill, index_reduce.


def _check_vector(name: str, index: Any, error: type[Exception] = IndexError) -> None:
    if index.ndim > 1:
        raise error(
            f"{name}: Index is supposed to be a vector, but got dim: {index.ndim} with type: {title_of(index.dtype)} "
            f"and size: {show(index.shape)}"
        )


def _check_slices(name: str, self: Any, dim: int, index: Any, source: Any) -> int:
    """The checks of operators that put slices of ``source`` at positions of ``self``."""
    dim = wrap_dim(dim, self.ndim)
    check_no_overlap(self)
    check_apart(self, index, source)
    _check_vector(name, index)
    if name_of(index.dtype) not in (("int64",) if name == "index_copy_()" else ("int64", "int32")):
        raise RuntimeError(f"{name}: Expected a long tensor for index, but got {title_of(index.dtype)}")
    if name == "index_copy_()" and not source.ndim and index.size != 1:
        raise IndexError(f"{name}: When source is scalar, index should have one element (got {index.size})")
    if self.dtype != source.dtype:
        raise RuntimeError(
            f"{name}: self ({title_of(self.dtype)}) and source ({title_of(source.dtype)}) must have "
            "the same scalar type"
        )
    along = source.shape[dim] if dim < source.ndim else 1
    if index.size != along:
        raise (IndexError if name == "index_copy_()" else RuntimeError)(
            f"{name}: Number of indices ({index.size}) should be equal to source.size(dim): ({along}), for dim: {dim}"
        )
    mine, theirs = list(self.shape), list(source.shape)
    if name == "index_copy_()" and not (self.ndim and source.ndim):
        return dim
    if len(mine) != len(theirs) or mine[:dim] + mine[dim + 1 :] != theirs[:dim] + theirs[dim + 1 :]:
        raise RuntimeError(
            f"{name}: source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {show(self.shape)} source.shape = {show(source.shape)}"
        )
    return dim


def _positions(index: Any, dim: int, size: int, error: type[Exception]) -> tuple[Any, ...]:
    """A NumPy index of slices along one dimension."""
    at = index.reshape(-1)
    if at.size and (at.min() < 0 or at.max() >= size):
        wrong = int(at[(at < 0) | (at >= size)][0])
        raise error(f"index {wrong} is out of bounds for dimension {dim} with size {size}")
    return (*(slice(None),) * dim, at)


def _slices_of(source: Any, like: Any, dim: int) -> Any:
    """The source with a dimension for the index, first where NumPy puts it."""
    return source if source.ndim == like.ndim else source.reshape(*like.shape[:dim], -1, *like.shape[dim + 1 :])


@KERNELS("index_add_")
@shortcut("index_add_")
def _index_add_(self: Any, dim: int, index: Any, source: Any, *, alpha: Any = 1) -> Any:
    dim = _check_slices("index_add_()", self, dim, index, source)
    if type(self) is MetaArray or not index.size or (self.ndim > 1 and not self.size):
        return self
    target = as_one_dim(self)
    # PyTorch adds along the outer dimensions in another way, which has another error.
    outer = self.ndim > 1 and dim in (0, self.ndim - 1) and alpha == 1 and name_of(index.dtype) == "int64"
    key = _positions(index, dim, target.shape[dim], RuntimeError if outer else IndexError)
    source = _slices_of(source, target, dim)
    if alpha != 1 and self.ndim > 1 and dim == 0 and _is_half(self.dtype):  # other slices are added as numbers are
        _add_slices(target, dim, index.reshape(-1), source, np.float32(cast_number(alpha, self.dtype)))
        return self
    if alpha != 1:
        source = (source * np.asarray(cast_number(alpha, self.dtype), self.dtype)).astype(self.dtype)
    _accumulate(np.add, target, key, source, rounded=not outer)
    return self


def _add_slices(target: Any, dim: int, index: Any, source: Any, alpha: Any) -> None:
    """Add multiples of slices of halves one after the other: each sum is rounded, the products are not."""
    slices, added = np.moveaxis(target, dim, 0), np.moveaxis(source, dim, 0).astype(np.float32) * alpha
    for place, one in zip(index.tolist(), added, strict=True):
        slices[place] = (slices[place].astype(np.float32) + one).astype(target.dtype)


@KERNELS("index_copy_")
@shortcut("index_copy_")
def _index_copy_(self: Any, dim: int, index: Any, source: Any) -> Any:
    dim = _check_slices("index_copy_()", self, dim, index, source)
    if type(self) is MetaArray or not source.size:
        return self
    target = as_one_dim(self)
    key = _positions(index, dim, target.shape[dim], IndexError if self.size else RuntimeError)
    target[key] = _slices_of(source, target, dim)
    return self


@KERNELS("index_fill_.int_Scalar")
@shortcut("index_fill_")
def _index_fill_(self: Any, dim: int, index: Any, value: Any) -> Any:
    if name_of(index.dtype) != "int64":
        raise IndexError("index_fill_(): Expected dtype int64 for index.")
    dim = wrap_dim(dim, self.ndim)
    check_apart(self, index)
    _check_vector("index_fill_()", index, RuntimeError)
    if isinstance(value, complex) and self.dtype.kind != "c":
        raise RuntimeError("index_fill_(): Converting complex Scalar to non-complex type is not supported")
    if type(self) is MetaArray or not index.size:
        return self
    warn_of_overlap("index_fill_", self, "tensor[mask] = scalar")
    target = as_one_dim(self)
    size = target.shape[dim]
    if 0 in target.shape[:dim] + target.shape[dim + 1 :]:
        return self
    at = index.reshape(-1)
    if at.min() < -size or at.max() >= size:
        wrong = int(at[(at < -size) | (at >= size)][0])
        error = IndexError if size else RuntimeError
        raise error(f"index {wrong} is out of bounds for dimension {dim} with size {size}")
    target[(*(slice(None),) * dim, at)] = cast_number(value, self.dtype)
    return self


@KERNELS("index_fill_.int_Tensor")
def _index_fill_tensor_(self: Any, dim: int, index: Any, value: Any) -> Any:
    if value.ndim:
        raise RuntimeError(
            f"index_fill_ only supports a 0-dimensional value tensor, but got tensor with {value.ndim} dimension(s)."
        )
    return _index_fill_(self, dim, index, 0 if type(value) is MetaArray else value.item())


@KERNELS("index_reduce_")
def _index_reduce_(self: Any, dim: int, index: Any, source: Any, reduce: str, *, include_self: bool = True) -> Any:
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got {reduce}.")
    dim = _check_slices("index_reduce_()", self, dim, index, source)
    if reduce == "mean" and self.dtype.kind == "b":
        raise NotImplementedError(f"\"index_reduce\" not implemented for '{self.dtype.name}'")
    if type(self) is not MetaArray and index.size:
        target = as_one_dim(self)
        key = _positions(index, dim, target.shape[dim], IndexError)
        _reduce_at(target, key, _slices_of(source, target, dim), reduce, include_self, rounded=True)
    return self


for _name, _copy in (
    ("index_add_", contiguous_clone), ("index_copy_", contiguous_clone), ("index_fill_.int_Scalar", _clone),
    ("index_fill_.int_Tensor", _clone), ("index_reduce_", contiguous_clone),
):  # fmt: skip
    KERNELS[_name.replace("_.", ".").removesuffix("_")] = _functional(KERNELS[_name], _copy)
for _name in ("index_add", "index_copy"):
    shortcut(_name)(KERNELS[_name])
shortcut("index_fill")(KERNELS["index_fill.int_Scalar"])
