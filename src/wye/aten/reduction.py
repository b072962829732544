"""The arguments of a reduction: which dimensions are reduced, the shape of the result, the dtype of the computation.

Pure functions of shapes and dtypes, shared by NumPy kernels and fake kernels.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.declare import Rules
from wye.tensors.dtypes import get_default_dtype, not_implemented, title_of, to_numpy_dtype
from wye.tensors.layout import wrap_dim
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import promote, result_type

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.schema.values import dtype as dtype_type

__all__ = [
    "FLOAT32", "INT64", "accumulate_dtype", "axes_of", "check_aminmax", "check_backward",
    "check_extreme_dim", "check_logcumsumexp", "check_norm", "check_not_empty", "check_position", "check_renorm",
    "check_softmax", "check_trace", "check_variance", "distance_dtype", "is_float8", "is_integral", "logsumexp_dtype",
    "mean_dtype", "nansum_dtype", "norm_rules", "reduced_shape", "refuse_unordered", "scan_dtype", "settle",
    "sum_dtype",
    "vector_norm_axes", "vector_norm_dtype",
]  # fmt: skip

INT64: Final = np.dtype("int64")
FLOAT32: Final = np.dtype("float32")


def is_integral(dtype: Any) -> bool:
    """Is it bool or an integer?"""
    return dtype.kind in "biu"


def is_float8(dtype: Any) -> bool:
    """Is it one of the 8-bit floats, which have no arithmetic?"""
    return dtype.itemsize == 1 and dtype.kind not in "biu"


def refuse_unordered(kernel: str, dtype: Any, *, wide: bool = True) -> None:
    """Refuse dtypes that PyTorch does not compare: complex, 8-bit floats and, if ``wide``, the wide unsigned ones."""
    if dtype.kind == "c" or is_float8(dtype) or (wide and dtype.kind == "u" and dtype.itemsize > 1):
        raise not_implemented(kernel, dtype)


def axes_of(dim: Sequence[int] | int | None, ndim: int) -> tuple[int, ...]:
    """The dimensions to reduce, in order; None and an empty list mean all of them.

    Raises:
        IndexError: there is no such dimension.
        RuntimeError: one is named twice.
    """
    if isinstance(dim, int):
        dim = (dim,)
    if not dim:
        return tuple(range(ndim))
    axes: set[int] = set()
    for one in dim:
        axis = wrap_dim(one, ndim)
        if axis in axes:
            raise RuntimeError(f"dim {axis} appears multiple times in the list of dims")
        axes.add(axis)
    return tuple(sorted(axes)) if ndim else ()


def reduced_shape(shape: tuple[int, ...], axes: tuple[int, ...], keepdim: bool) -> tuple[int, ...]:
    """The shape that is left when ``axes`` are reduced."""
    if keepdim:
        return tuple([1 if i in axes else size for i, size in enumerate(shape)])
    return tuple([size for i, size in enumerate(shape) if i not in axes])


def check_not_empty(name: str, self: Any, dim: Sequence[int] | int | None, axes: tuple[int, ...]) -> None:
    """Refuse to take the extreme of no elements.

    Raises:
        RuntimeError: all dimensions are reduced and there is no element.
        IndexError: a dimension that is reduced is empty.
    """
    if self.size:
        return
    if dim is None or dim == () or dim == []:
        raise RuntimeError(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument."
        )
    for axis in axes:
        if self.shape[axis] == 0:
            raise IndexError(f"{name}(): Expected reduction dim {axis} to have non-zero size.")


def sum_dtype(self: Any, dtype: dtype_type | None, kernel: str) -> Any:
    """The dtype of a sum or product: the wanted one, or the input's, with int64 for all integers."""
    given = None if dtype is None else to_numpy_dtype(dtype)
    found = given or (INT64 if self.dtype.kind in "biu" else self.dtype)
    if is_float8(found):
        raise not_implemented(kernel, found)
    return found


def nansum_dtype(self: Any, dtype: dtype_type | None) -> Any:
    """The dtype of a sum without NaN."""
    if self.dtype.kind == "c":
        raise RuntimeError("nansum on CPU does not support complex inputs; sum real and imaginary parts apart")
    found = sum_dtype(self, dtype, "nansum_cpu")
    if not is_integral(self.dtype) and found.kind in "biuc":
        raise not_implemented("nansum_cpu", found)
    return found


def accumulate_dtype(dtype: Any) -> Any:
    """The dtype to compute in: 16-bit floats are added up in float32 and rounded once."""
    return FLOAT32 if dtype.itemsize == 2 and dtype.kind not in "biu" else dtype


def settle(result: Any, shape: tuple[int, ...]) -> Any:
    """The result in row-major order, as PyTorch's reductions lie; NumPy's follow the order of the input."""
    if len(shape) < 2:
        return result if result.ndim == len(shape) else result.reshape(shape)
    return result.reshape(-1).reshape(shape)


def mean_dtype(self: Any, dtype: Any) -> Any:
    """The dtype of a mean, which is never an integer."""
    found = self.dtype if dtype is None else to_numpy_dtype(dtype)
    if is_integral(found):
        which = "Input" if dtype is None else "Optional"
        raise RuntimeError(
            f"mean(): could not infer output dtype. {which} dtype must be either a floating point or complex dtype. "
            f"Got: {title_of(found)}"
        )
    if is_float8(found):
        raise not_implemented("sum_cpu", found)
    return found


def check_aminmax(self: Any, dim: int | None, axes: tuple[int, ...]) -> None:
    """Refuse to take the extremes of no elements, with aminmax's message."""
    if self.size == 0 and dim is None:
        raise RuntimeError(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity."
        )
    for axis in axes:
        if self.shape[axis] == 0:
            raise IndexError(f"aminmax: Expected reduction dim {axis} to have non-zero size.")
    if dim is not None and self.dtype.kind == "c":
        raise RuntimeError(f"aminmax not implemented for {title_of(self.dtype)}")
    if self.ndim or dim is None:
        refuse_unordered("aminmax_cpu", self.dtype)


def check_extreme_dim(name: str, self: Any, dim: int) -> None:
    """Refuse what `max.dim` and `min.dim` refuse."""
    check_not_empty(name, self, dim, axes_of(dim, self.ndim))
    if self.dtype.kind == "c":
        raise RuntimeError(f"{name}(): does not support complex input; compare absolute values")
    if self.size and self.ndim:
        refuse_unordered(f"{name}_cpu", self.dtype)


def check_position(name: str, self: Any, dim: int | None) -> None:
    """Refuse what `argmax` and `argmin` refuse."""
    if self.dtype.kind == "b":
        raise RuntimeError(f"{name}(): does not support bool input")
    if self.dtype.kind == "c":
        raise RuntimeError(f"{name}(): does not support complex input")
    axes = axes_of(dim, self.ndim)
    if self.size == 0:
        if dim is None:
            raise IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")
        check_not_empty(name, self, dim, axes)
    elif self.ndim and not (dim is not None and self.shape[axes[0]] == 1):  # nothing is compared in a size of 1
        refuse_unordered(f"{name}_cpu", self.dtype)


def check_trace(self: Any) -> Any:
    """The dtype of a trace."""
    if self.dtype.kind == "b" or is_float8(self.dtype) or (self.dtype.kind == "u" and self.dtype.itemsize > 1):
        raise not_implemented("trace", self.dtype)
    if self.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {self.ndim}")
    return INT64 if is_integral(self.dtype) else self.dtype


def check_variance(self: Any, name: str) -> None:
    """Refuse dtypes without a variance."""
    if is_integral(self.dtype):
        raise RuntimeError(f"{name} only support floating point and complex dtypes")
    if is_float8(self.dtype):
        raise RuntimeError(f"std_var_all: Unsupported dtype {title_of(self.dtype)}")


def check_softmax(name: str, self: Any, dim: int, half_to_float: bool = False) -> None:
    """Refuse dtypes that have no exponentials in PyTorch's kernels."""
    last = wrap_dim(dim, self.ndim) == max(self.ndim - 1, 0)
    if half_to_float:
        raise RuntimeError("softmax with half to float conversion is not supported on CPU; pass dtype= to softmax")
    if self.size and (is_integral(self.dtype) or is_float8(self.dtype) or self.dtype.kind == "c"):
        raise not_implemented(f"{name}_lastdim_kernel_impl" if last else f"{name}_kernel_impl", self.dtype)


def check_logcumsumexp(self: Any) -> None:
    """Refuse dtypes that have no exponentials."""
    if is_integral(self.dtype) or is_float8(self.dtype):
        raise not_implemented("logcumsumexp_out_cpu", self.dtype)


def scan_dtype(self: Any, dtype: dtype_type | None, kernel: str) -> Any:
    """The dtype of running sums and products."""
    found = sum_dtype(self, dtype, kernel)
    if found.kind == "b" and self.ndim and self.size:
        raise not_implemented(kernel, found)
    return found


def check_backward(name: str, grad: Any, output: Any, dim: int, input_dtype: Any) -> None:
    """Refuse gradients that do not fit their output."""
    if grad.shape != output.shape:
        raise RuntimeError(
            f"Expected tensor for argument #1 'grad' to have same size as tensor for argument #2 'output'; "
            f"but {list(grad.shape)} does not equal {list(output.shape)} (while checking arguments for {name})"
        )
    found = output.dtype if output.dtype != grad.dtype else input_dtype if input_dtype.itemsize == 2 else grad.dtype
    if found != grad.dtype:
        raise RuntimeError(f"expected scalar type {title_of(grad.dtype)} but found {title_of(found)}")
    check_softmax(name, grad, dim)


def logsumexp_dtype(self: Any) -> Any:
    """The dtype of a logsumexp: integers are floats first."""
    if is_float8(self.dtype):
        raise not_implemented("max_values_cpu", self.dtype)
    return to_numpy_dtype(get_default_dtype()) if is_integral(self.dtype) else self.dtype


def check_norm(self: Any, dtype: Any = None) -> None:
    """Refuse what `norm` refuses: integers."""
    if dtype is not None and is_integral(dtype):
        raise RuntimeError(
            "norm(): the desired output dtype should be either floating point or complex. "
            f"Got {title_of(dtype)} instead."
        )
    if dtype is None and is_integral(self.dtype):
        raise RuntimeError(
            f"norm(): input dtype should be either floating point or complex. Got {title_of(self.dtype)} instead."
        )


def norm_rules(vector_norm: Callable[..., Any]) -> Rules:
    """The rules of `norm`, made of that of `linalg_vector_norm`: its kernel or its fake."""
    rules = Rules()

    @rules("norm.Scalar")
    def norm(self: Any, p: Any = 2) -> Any:
        """The norm of all elements."""
        check_norm(self)
        return vector_norm(self, p)

    @rules("norm.ScalarOpt_dim")
    def norm_dim(self: Any, p: Any, dim: Any, keepdim: bool = False) -> Any:
        """The norm along dimensions."""
        check_norm(self)
        return vector_norm(self, 2 if p is None else p, dim, keepdim)

    @rules("norm.ScalarOpt_dim_dtype")
    def norm_dim_dtype(self: Any, p: Any, dim: Any, keepdim: bool, *, dtype: Any) -> Any:
        """The norm along dimensions, computed in a dtype."""
        check_norm(self, to_numpy_dtype(dtype))
        return vector_norm(self, 2 if p is None else p, dim, keepdim, dtype=dtype)

    @rules("norm.ScalarOpt_dtype")
    def norm_dtype(self: Any, p: Any, *, dtype: Any) -> Any:
        """The norm of all elements, computed in a dtype."""
        return norm_dim_dtype(self, p, (), False, dtype=dtype)

    return rules


def vector_norm_axes(self: Any, order: Any, dim: Any) -> tuple[int, ...]:
    """The dimensions over which a vector norm is computed; refuses other elements than floats, and complex orders."""
    name = "linalg.vector_norm"
    if is_integral(self.dtype):
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {title_of(self.dtype)}")
    if isinstance(order, complex):
        raise RuntimeError(f"{name}: Expected a non-complex scalar as the order of norm.")
    return axes_of(dim, self.ndim)


def vector_norm_dtype(self: Any, order: Any, dim: Any, axes: tuple[int, ...], dtype: Any) -> Any:
    """The dtype in which a vector norm is computed; refuses norms that do not exist."""
    name = "linalg.vector_norm"
    if is_float8(self.dtype):
        raise not_implemented("norm_cpu", self.dtype)
    _check_identity(name, self, order, dim, axes)
    if dtype is None:
        return self.dtype
    if is_integral(dtype):
        raise RuntimeError(f"{name}: dtype should be floating point or complex. Got {title_of(dtype)}")
    if (dtype.kind == "c") != (self.dtype.kind == "c"):
        wanted = "complex for complex" if self.dtype.kind == "c" else "real for real"
        raise RuntimeError(f"{name}: dtype should be {wanted} inputs, but got {title_of(dtype)}")
    if promote(self.dtype, dtype) != dtype:
        raise RuntimeError(
            f"{name}: the dtype of the input ({title_of(self.dtype)}) should be convertible without narrowing "
            f"to the specified dtype ({title_of(dtype)})"
        )
    return dtype


def _check_identity(name: str, self: Any, order: Any, dim: Any, axes: tuple[int, ...]) -> None:
    if self.size or not (order < 0 or order == inf):
        return
    if not dim:
        raise RuntimeError(
            f"{name} cannot compute the {order:g} norm on an empty tensor "
            "because the operation does not have an identity"
        )
    for axis in axes:
        if self.shape[axis] == 0:
            raise RuntimeError(
                f"{name} cannot compute the {order:g} norm on the dimension {axis} "
                "because this dimension is empty and the operation does not have an identity"
            )


def distance_dtype(self: Any, other: Any) -> Any:
    """The dtype in which a distance is computed; integers have none."""
    if self.dtype.kind == "b" or other.dtype.kind == "b":
        raise RuntimeError(
            "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, "
            "use the `~` or `logical_not()` operator instead."
        )
    dtype = result_type(self, other)
    check_norm(MetaArray((), dtype))
    return dtype


def check_renorm(self: Any, p: Any, dim: int, maxnorm: Any) -> int:
    """The dimension of a renorm; refuses what `renorm` refuses."""
    for name, number in (("p", p), ("maxnorm", maxnorm)):
        if isinstance(number, complex):
            raise RuntimeError(f"renorm: {name} must be real-valued")
    if not p > 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if not maxnorm >= 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm:g}")
    if self.ndim < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {self.ndim} dimensions")
    axis = wrap_dim(dim, self.ndim)
    vector_norm_dtype(self, p, None, (), None)
    return axis
