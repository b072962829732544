"""Fake kernels of matrix products and distances: shapes, and the checks that the NumPy kernels share."""

from __future__ import annotations

from typing import Any

from wye.aten.arrays.windows import new, refuse, text
from wye.aten.declare import Rules
from wye.tensors.dtypes import c_name_of, title_of
from wye.tensors.layout import broadcast_shapes, is_contiguous, pointwise_strides, steps_of, wrap_dim
from wye.tensors.meta_array import MetaArray
from wye.tensors.promotion import promote

__all__ = ["FAKES", "by_product", "check_expand", "integral_scalars"]

FAKES = Rules()


def check_expand(shape: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    """Raise unless ``shape`` can be expanded to ``wanted``.

    Raises:
        RuntimeError: it cannot.
    """
    if len(shape) > len(wanted):
        raise RuntimeError(
            f"expand: the number of sizes provided ({len(wanted)}) must be greater or equal to the number of "
            f"dimensions in the tensor ({len(shape)}); it has size {text(shape)}, wanted is {text(wanted)}"
        )
    gap = len(wanted) - len(shape)
    for dim in range(len(wanted) - 1, gap - 1, -1):
        if shape[dim - gap] not in (1, wanted[dim]):
            raise RuntimeError(
                f"The expanded size of the tensor ({wanted[dim]}) must match the existing size ({shape[dim - gap]}) at "
                f"non-singleton dimension {dim}.  Target sizes: {text(wanted)}.  Tensor sizes: {text(shape)}"
            )


def integral_scalars(dtype: Any, beta: Any, alpha: Any) -> tuple[Any, Any]:
    """The factors in the dtype's kind: integer products take the integer part.

    Raises:
        RuntimeError: one is complex, and the numbers are not.
    """
    if dtype.kind != "c" and (isinstance(beta, complex) or isinstance(alpha, complex)):
        raise RuntimeError(f"value cannot be converted to type {c_name_of(dtype)} without overflow")
    return (int(beta), int(alpha)) if dtype.kind in "iub" else (beta, alpha)


def _check_product(mat1: Any, mat2: Any) -> None:
    if mat1.shape[1] != mat2.shape[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({mat1.shape[0]}x{mat1.shape[1]} and "
            f"{mat2.shape[0]}x{mat2.shape[1]})"
        )


@FAKES("mm")
def mm(self: Any, mat2: Any) -> Any:
    """Matrix product of an ``n x m`` and an ``m x p`` matrix."""
    if self.ndim != 2:
        raise RuntimeError("self must be a matrix")
    if mat2.ndim != 2:
        raise RuntimeError("mat2 must be a matrix")
    _check_product(self, mat2)
    if self.dtype != mat2.dtype:
        raise RuntimeError(
            f"expected m1 and m2 to have the same dtype, but got: {c_name_of(self.dtype)} != {c_name_of(mat2.dtype)}"
        )
    if self.size and mat2.size:
        refuse(self.dtype, "fhci", "addmm_impl_cpu_")
    return new((self.shape[0], mat2.shape[1]), self.dtype)


def _check_operands(self: Any, mat1: Any, mat2: Any) -> None:
    for name, mat in (("self", self), ("mat1", mat1)):
        if mat.dtype != mat2.dtype:
            raise RuntimeError(
                f"{name} and mat2 must have the same dtype, but got {title_of(mat.dtype)} and {title_of(mat2.dtype)}"
            )


@FAKES("addmm")
def addmm(self: Any, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    """A matrix product added to a tensor that broadcasts to its shape: ``beta * self + alpha * (mat1 @ mat2)``."""
    for name, mat in (("mat1", mat1), ("mat2", mat2)):
        if mat.ndim != 2:
            raise RuntimeError(f"{name} must be a matrix, got {mat.ndim}-D tensor")
    _check_operands(self, mat1, mat2)
    _check_product(mat1, mat2)
    shape = (mat1.shape[0], mat2.shape[1])
    check_expand(self.shape, shape)
    if mat1.size and mat2.size:
        refuse(self.dtype, "fhci", "addmm_impl_cpu_")
    return new(shape, self.dtype)


def _check_batches(batch1: Any, batch2: Any) -> tuple[int, ...]:
    for name, batch in (("batch1", batch1), ("batch2", batch2)):
        if batch.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if batch2.shape[:2] != (batch1.shape[0], batch1.shape[2]):
        raise RuntimeError(
            "Expected size for first two dimensions of batch2 tensor to be: "
            f"[{batch1.shape[0]}, {batch1.shape[2]}] but got: [{batch2.shape[0]}, {batch2.shape[1]}]."
        )
    return (batch1.shape[0], batch1.shape[1], batch2.shape[2])


def _check_sizes(batch1: Any, batch2: Any) -> None:
    """The sizes that the result has come first: is there a second dimension of one and a third one of the other?"""
    wrap_dim(1, batch1.ndim, scalar=False)
    wrap_dim(2, batch2.ndim, scalar=False)


def _check_scalars(one: Any, other: Any) -> None:
    if one.dtype != other.dtype:
        raise RuntimeError(f"expected scalar type {title_of(one.dtype)} but found {title_of(other.dtype)}")


@FAKES("bmm")
def bmm(self: Any, mat2: Any) -> Any:
    """Batched matrix product."""
    shape = _check_batches(self, mat2)
    if self.size and mat2.size:
        _check_scalars(self, mat2)
        refuse(self.dtype, "fhci", "bmm")
    return new(shape, self.dtype)


@FAKES("baddbmm")
def baddbmm(self: Any, batch1: Any, batch2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    """Batched matrix products added to a tensor that broadcasts to their shape."""
    _check_sizes(batch1, batch2)
    shape = _check_batches(batch1, batch2)
    check_expand(self.shape, shape)
    if self.dtype != batch1.dtype:
        raise RuntimeError(
            f"Input dtypes must be the same, got: input {c_name_of(self.dtype)}, batch1: {c_name_of(batch1.dtype)}, "
            f"batch2: {c_name_of(batch2.dtype)}"
        )
    if batch1.size and batch2.size:
        _check_scalars(batch1, batch2)
        refuse(self.dtype, "fhci", "baddbmm")
    return new(shape, self.dtype)


@FAKES("addbmm")
def addbmm(self: Any, batch1: Any, batch2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    """The sum of a batch of products added to a matrix."""
    _check_sizes(batch1, batch2)
    for name, batch in (("batch1", batch1), ("batch2", batch2)):
        if batch.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if batch1.shape[0] != batch2.shape[0]:
        raise RuntimeError(
            f"batch1 and batch2 must have same number of batches, got {batch1.shape[0]} and {batch2.shape[0]}"
        )
    if batch1.shape[2] != batch2.shape[1]:
        raise RuntimeError(
            f"Incompatible matrix sizes for bmm ({batch1.shape[1]}x{batch1.shape[2]} and "
            f"{batch2.shape[1]}x{batch2.shape[2]})"
        )
    shape = (batch1.shape[1], batch2.shape[2])
    check_expand(self.shape, shape)
    if batch1.shape[0]:
        _check_operands(self, batch1, batch2)
    if batch1.size and batch2.size:
        refuse(self.dtype, "fhci", "addmm_impl_cpu_")
    return new(shape, self.dtype)


@FAKES("addmv")
def addmv(self: Any, mat: Any, vec: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    """A matrix times a vector, added to a vector or a number."""
    if mat.ndim != 2 or vec.ndim != 1 or self.ndim > 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {self.ndim}, {mat.ndim}, {vec.ndim}")
    length = self.size if self.ndim else 1
    if mat.shape[1] != vec.shape[0] or length not in (1, mat.shape[0]):
        raise RuntimeError(
            f"size mismatch, got input ({length}), mat ({mat.shape[0]}x{mat.shape[1]}), vec ({vec.shape[0]})"
        )
    if not self.dtype == mat.dtype == vec.dtype:
        raise RuntimeError(
            f"addmv input tensors must have the same dtype, but got {title_of(self.dtype)}, "
            f"{title_of(mat.dtype)}, and {title_of(vec.dtype)}"
        )
    if mat.size:
        refuse(self.dtype, "fhci", "addmv_impl_cpu")
    return new((mat.shape[0],), self.dtype)


@FAKES("mv")
def mv(self: Any, vec: Any) -> Any:
    """A matrix times a vector."""
    wrap_dim(0, self.ndim, scalar=False)  # the size of the result
    return addmv(MetaArray(self.shape[:1], vec.dtype), self, vec)


@FAKES("dot", "vdot")
def dot(self: Any, other: Any) -> Any:
    """The inner product of two vectors."""
    if self.ndim != 1 or other.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {self.ndim}D and {other.ndim}D tensors")
    if self.dtype != other.dtype:
        raise RuntimeError(
            "dot : expected both vectors to have same dtype, but found "
            f"{title_of(self.dtype)} and {title_of(other.dtype)}"
        )
    if self.shape != other.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor {text(self.shape)} and src {text(other.shape)} to have "
            f"the same "
            f"number of elements, but got {self.size} and {other.size} elements respectively"
        )
    refuse(self.dtype, "fhci", "dot")
    return new((), self.dtype)


@FAKES("addr")
def addr(self: Any, vec1: Any, vec2: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    """The outer product of two vectors, added to a matrix."""
    for name, vec in (("vec1", vec1), ("vec2", vec2)):
        if vec.ndim != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {vec.ndim}-D")
    shape = (vec1.shape[0], vec2.shape[0])
    check_expand(self.shape, shape)
    dtype = promote(promote(self.dtype, vec1.dtype), vec2.dtype)
    for name, factor in (("beta", beta), ("alpha", alpha)):
        if dtype.kind != "b" and isinstance(factor, bool):
            raise RuntimeError(f"Boolean {name} only supported for Boolean results.")
        if dtype.kind in "iub" and isinstance(factor, (float, complex)):
            raise RuntimeError(f"For integral input tensors, argument {name} must not be a floating point number.")
    column = MetaArray((shape[0], 1), vec1.dtype, (steps_of(vec1)[0], 0))
    return MetaArray(shape, dtype, pointwise_strides(shape, 1, [self, column, vec2]))


def by_product(x1: Any, x2: Any, p: float, compute_mode: int | None) -> bool:
    """Are distances computed by a matrix product: requested, or faster because there are many points?"""
    return p == 2 and (compute_mode == 1 or (not compute_mode and max(x1.shape[-2], x2.shape[-2]) > 25))


@FAKES("_cdist_forward")
def _cdist_forward(x1: Any, x2: Any, p: float, compute_mode: int | None) -> Any:
    for name, x in (("X1", x1), ("X2", x2)):
        if x.dtype.kind in "iubc":
            raise RuntimeError(f"cdist only supports floating-point dtypes, {name} got: {title_of(x.dtype)}")
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}")
    if not p >= 0:
        raise RuntimeError("cdist only supports non-negative p values")
    if compute_mode not in (None, 0, 1, 2):
        raise RuntimeError(f"possible modes: 0, 1, 2, but was: {compute_mode}")
    shape = (*broadcast_shapes(x1.shape[:-2], x2.shape[:-2]), x1.shape[-2], x2.shape[-2])
    if 0 not in shape and x1.shape[-1]:
        _check_scalars(x1, x2)
        is_short = x1.dtype.itemsize < 4  # others do not depend on how many points there are
        refuse(x1.dtype, "fh" if is_short and by_product(x1, x2, p, compute_mode) else "f", "cdist")
    return new(shape, x1.dtype)


@FAKES("_pdist_forward")
def _pdist_forward(self: Any, p: float = 2) -> Any:
    if self.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {self.ndim}D")
    if not is_contiguous(self.shape, steps_of(self)):
        raise RuntimeError("_pdist_forward requires contiguous input")
    if self.shape[0] > 1 and self.shape[1]:
        refuse(self.dtype, "f", "pdist")
    rows = self.shape[0]
    return new((rows * (rows - 1) // 2 if rows > 1 else 0,), self.dtype)


@FAKES("linalg_cross")
def linalg_cross(self: Any, other: Any, *, dim: int = -1) -> Any:
    """The cross product of 3-vectors along one dimension."""
    if self.ndim != other.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    wrap_dim(dim, self.ndim, scalar=False)
    if self.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(
            f"linalg.cross: inputs dimension {dim} must have length 3. Got {self.shape[dim]} and {other.shape[dim]}"
        )
    shape = broadcast_shapes(self.shape, other.shape)
    _check_scalars(self, other)
    refuse(self.dtype, "fhci", "cross")
    return MetaArray(shape, self.dtype)
