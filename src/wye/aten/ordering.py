"""Checks and interpretation of the arguments of sorting and counting operators.

Pure functions of shapes and dtypes, shared by NumPy kernels and fake kernels.
"""

from __future__ import annotations

from math import isfinite
from typing import Any, Final

from wye.aten.reduction import is_float8, is_integral, refuse_unordered
from wye.tensors.dtypes import c_name_of, name_of, not_implemented, title_of
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import result_type

__all__ = [
    "check_bins", "check_edges", "check_histogram", "check_kth", "check_parts", "check_search",
    "check_selectable", "check_sort", "check_topk",
    "histogram_range", "search_side",
]  # fmt: skip

_MOST_BINS: Final = 1 << 48


def check_sort(self: Any) -> None:
    """Refuse dtypes that cannot be sorted."""
    if self.dtype.kind == "c":
        raise RuntimeError(" Sort does not support complex dtypes on CPU")
    if is_float8(self.dtype):
        raise not_implemented("sorting_kernel_method_name", self.dtype)


def check_topk(self: Any, k: int, axis: int) -> None:
    """Refuse a negative k, and one above the number of elements."""
    if not 0 <= k <= (self.shape[axis] if self.ndim else 1):
        raise RuntimeError("selected index k out of range")
    if self.dtype.kind == "c":
        raise RuntimeError(" topk does not support complex dtypes on CPU")
    if self.dtype.kind == "b":
        raise RuntimeError("topk does not support bool dtypes on CPU")
    refuse_unordered("topk_cpu", self.dtype)


def check_kth(self: Any, k: int, axis: int) -> None:
    """Refuse a k that is out of range."""
    if self.ndim and self.shape[axis] == 0:
        raise IndexError(f"kthvalue(): Expected reduction dim {axis} to have non-zero size.")
    if not 1 <= k <= (self.shape[axis] if self.ndim else 1):
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {axis}")
    if self.ndim:
        check_selectable("kthvalue_cpu", self)


def check_selectable(kernel: str, self: Any) -> None:
    """Refuse dtypes without a median."""
    if self.dtype.kind == "b":
        raise not_implemented(kernel, self.dtype)
    refuse_unordered(kernel, self.dtype)


def check_bins(self: Any, weights: Any, minlength: int) -> None:
    """Refuse inputs that `bincount` cannot count."""
    if not is_integral(self.dtype) or self.dtype.kind == "b" or (self.dtype.kind == "u" and self.dtype.itemsize > 1):
        raise not_implemented("bincount_cpu", self.dtype)
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if self.ndim != 1 or (self.size and self.min() < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if weights is not None and weights.shape != self.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    if self.size and int(self.max()) >= _MOST_BINS:  # NumPy's own count of bins overflows
        raise RuntimeError(f"bincount: one bin for each number up to {int(self.max())} does not fit into memory")


def check_histogram(self: Any, bins: int, low: Any, high: Any) -> None:
    """Refuse histograms without bins or of integers."""
    if not isinstance(low, complex) and not isinstance(high, complex) and low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    if is_integral(self.dtype) or is_float8(self.dtype) or self.dtype.kind == "c":
        raise not_implemented("histogram_cpu", self.dtype)
    if isinstance(low, complex) or isinstance(high, complex):
        raise RuntimeError("value cannot be converted to type double without overflow")
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")


def check_edges(self: Any, bins: Any, weight: Any) -> None:
    """Refuse edges and weights that do not fit the elements."""
    for what, other in (("bins tensors", bins), ("weight tensor", weight)):
        if other is not None and other.dtype != self.dtype:
            raise RuntimeError(
                f"torch.histogramdd: input tensor and {what} should have the same dtype, but got input "
                f"{c_name_of(self.dtype)} and {c_name_of(other.dtype)}"
            )
    if bins.ndim != 1:
        raise RuntimeError(f"bins tensor should have one dimension, but got {bins.ndim} dimensions in the bins tensor")
    if bins.shape[0] == 0:
        raise RuntimeError("bins tensor should have at least 1 element, but got 0 elements in the bins tensor")
    if weight is not None and weight.shape != self.shape:
        raise RuntimeError("torch.histogramdd: if weight tensor is provided it should have the same shape as the input")
    if is_integral(self.dtype) or self.dtype.kind == "c" or is_float8(self.dtype):
        raise not_implemented("histogram_cpu", self.dtype)


def check_parts(self: Any, bins: int, weight: Any) -> None:
    """Refuse a histogram without bins, or with an invalid range."""
    if self.size and name_of(self.dtype) not in ("float32", "float64"):
        raise not_implemented("histogramdd", self.dtype)
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    check_edges(self, MetaArray((bins + 1,), self.dtype), weight)


def histogram_range(flat: Any, low: float, high: float, name: str, around: float) -> tuple[Any, Any]:
    """The range to divide: the given one, or that of the elements; an empty one is widened by ``around``."""
    element = flat.dtype.type  # values that round to an edge are counted there
    low, high = element(low), element(high)
    if low == high and flat.size:
        low, high = flat.min(), flat.max()
    if not (isfinite(low) and isfinite(high)):
        raise RuntimeError(f"{name}: range of [{low:g}, {high:g}] is not finite")
    return (low - element(around), high + element(around)) if low == high else (low, high)


def search_side(right: bool, side: str | None) -> str:
    """Left or right of equal elements."""
    if side not in (None, "left", "right"):
        raise RuntimeError(f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}")
    if side == "left" and right:
        raise RuntimeError(
            "torch.searchsorted(): side and right can't be set to opposites, got side of left while right was True"
        )
    return side or ("right" if right else "left")


def check_search(sequence: Any, values: Any, sorter: Any, number: bool) -> None:
    """Refuse sequences and values that do not fit each other."""
    name = "torch.searchsorted()"
    if number and values.dtype.kind == "c":
        raise not_implemented("searchsorted_out_cpu", values.dtype)
    if sorter is not None:
        if sorter.shape != sequence.shape:
            raise RuntimeError(
                f"{name}: boundary and sorter must have the same size, but got boundary tensor {list(sequence.shape)}"
                f"and got sorter tensor {list(sorter.shape)}"
            )
        if name_of(sorter.dtype) != "int64":
            raise RuntimeError(f"{name}: sorter must be a tensor of long dtype but got dtype {title_of(sorter.dtype)}")
    if values.ndim == 0 and sequence.ndim != 1:
        raise RuntimeError(
            f"{name}: input value can be a scalar only when boundaries tensor dimension is 1, but we got boundaries "
            f"tensor dim({sequence.ndim}) and input value's dim(0) numel(1)"
        )
    if sequence.ndim != 1 and sequence.shape[:-1] != values.shape[:-1]:
        raise RuntimeError(
            f"{name}: boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and "
            f"input value tensor must match, but we got boundaries tensor {list(sequence.shape)} and input value "
            f"tensor {list(values.shape)}"
        )
    if values.size and not number:
        check_selectable("searchsorted_out_cpu", MetaArray((), result_type(sequence, values)))
