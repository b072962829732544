"""Products of tensors written over mm, bmm, dot and mv."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from wye.aten.composite_outputs import into, resize_output
from wye.aten.declare import Rules, shortcut
from wye.aten.metadata import (
    device_of,
    dtype_of,
    handled_in_python,
    is_contiguous,
    is_floating,
    ndim_of,
    needs_grad,
    reuse,
    stride_of,
)
from wye.call.guards import exclude
from wye.call.packets import ops
from wye.keys import AUTOCAST
from wye.schema.values import DTYPES, LAYOUTS, MEMORY_FORMATS
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype, to_numpy_dtype
from wye.tensors.layout import broadcast_shapes, known_equal, wrap_dim
from wye.tensors.promotion import promote

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten
_CONTIGUOUS = MEMORY_FORMATS["contiguous_format"]


@IMPLICIT("matmul", "linalg_matmul")
@shortcut("matmul", "mm", "mv", "dot")
def matmul(self: Any, other: Any, *, out: Any = None) -> Any:
    """The product of vectors, matrices, or batches of matrices, by their numbers of dimensions."""
    dims = (ndim_of(self), ndim_of(other))
    if dims == (2, 2):
        return aten.mm.default(self, other) if out is None else aten.mm.out(self, other, out=out)
    if 0 in dims:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {dims[0]}D and {dims[1]}D")
    if dims == (1, 1):
        return into(out, aten.dot.default, self, other)
    if dims == (2, 1):
        return into(out, aten.mv.default, self, other)
    if dims == (1, 2):
        row = into(out, aten.mm.default, aten.unsqueeze.default(self, 0), other)
        return reuse(row, "squeeze").dim(row, 0)
    return (_folded if _folds(self, other, dims, out) else _batched)(self, other, dims, out)


def _folds(self: Any, other: Any, dims: tuple[int, int], out: Any) -> bool:
    """Are all rows of a batch to be one matrix: where that needs no copy, or saves a gradient for each matrix?"""
    if min(dims) > 2:
        return False
    if out is None and needs_grad(other if dims[0] >= dims[1] else self):
        return True
    batch = self if dims[0] >= dims[1] else aten.transpose.int(other, -2, -1)
    if dims[0] == 2:
        return False
    shape, strides = batch.shape, stride_of(batch)
    return 0 in shape or all(strides[i] == strides[i + 1] * shape[i + 1] for i in range(len(shape) - 2))


def _folded(self: Any, other: Any, dims: tuple[int, int], out: Any) -> Any:
    """All rows of a batch in one matrix, times a matrix or a vector."""
    batch, other = (self, other) if dims[0] >= dims[1] else (aten.transpose.int(other, -2, -1), self)
    if dims[0] == 2:
        other = aten.t.default(other)
    lead = list(batch.shape[:-1])
    rows = aten.reshape.default(batch, [prod(lead), batch.shape[-1]])
    multiply = aten.mv.default if ndim_of(other) == 1 else aten.mm.default
    shape = [*lead, *other.shape[1:]]
    if out is None:
        made = aten._unsafe_view.default(multiply(rows, other), shape)
        return made if dims[0] != 2 else aten.contiguous.default(aten.transpose.int(made, -2, -1))
    flat = aten.reshape.default(resize_output(out, shape), [prod(lead), *other.shape[1:]])
    into(flat, multiply, rows, other)
    return out


def _batched(self: Any, other: Any, dims: tuple[int, int], out: Any) -> Any:
    """Batches of matrices, times batches of matrices or a vector."""
    if dims == (3, 3) and self.shape[0] != other.shape[0]:
        if self.shape[0] == 1 and (needs_grad(self) or handled_in_python(self, other)):
            return matmul(aten.squeeze.dim(self, 0), other, out=out)
        if other.shape[0] == 1 and (needs_grad(other) or handled_in_python(self, other)):
            return matmul(self, aten.squeeze.dim(other, 0), out=out)
    n, m = (self.shape[-2], self.shape[-1]) if dims[0] > 1 else (1, self.shape[-1])
    right = list(other.shape[-2:]) if dims[1] > 1 else [other.shape[-1]]
    batch = list(broadcast_shapes(tuple(self.shape[:-2]), tuple(other.shape[:-2])))
    count = prod(batch)
    left = aten.reshape.default(aten.expand.default(self, [*batch, n, m]), [count, n, m])
    matrices = aten.reshape.default(aten.expand.default(other, [*batch, *right]), [count, *right])
    shape = [*batch, *([n] if dims[0] > 1 else []), *right[1:]]
    if dims[1] == 1:
        matrices = aten.unsqueeze.default(matrices, 2)
    if out is not None:
        whole = aten.reshape.default(resize_output(out, shape), [count, n, matrices.shape[2]])
        aten.bmm.out(left, matrices, out=whole)
        if dims[1] == 1:
            aten.squeeze.dim(whole, -1)
        return out
    if dims[1] > 1:
        return aten._unsafe_view.default(aten.bmm.default(left, matrices), shape)
    columns = aten.bmm.default(left, matrices)
    return aten._unsafe_view.default(aten.squeeze.dim(columns, -1), shape)


@IMPLICIT("linear")
def linear(input: Any, weight: Any, bias: Any = None) -> Any:
    """Linear layer: ``input @ weight.T + bias``."""
    if not (ndim_of(input) and ndim_of(weight)):
        raise RuntimeError(
            f"both arguments to linear need to be at least 1D, but they are {ndim_of(input)}D and {ndim_of(weight)}D"
        )
    if bias is None:
        return aten.matmul.default(input, aten.t.default(weight))
    if ndim_of(input) == 2:
        return aten.addmm.default(bias, input, aten.t.default(weight))
    if ndim_of(bias) == 1 and ndim_of(weight) == 2 and is_contiguous(input):
        lead = list(input.shape[:-1])
        rows = aten.reshape.default(input, [prod(lead), input.shape[-1]])
        return aten.view.default(aten.addmm.default(bias, rows, aten.t.default(weight)), [*lead, weight.shape[0]])
    product = aten.matmul.default(input, aten.t.default(weight))
    return reuse(product, "add").Tensor(product, bias)


@IMPLICIT("inner")
def inner(self: Any, other: Any, *, out: Any = None) -> Any:
    """Sums of products along the last dimensions."""
    if ndim_of(self) == 0 or ndim_of(other) == 0:
        return into(out, aten.mul.Tensor, self, other)
    if self.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes "
            f"{list(self.shape)} and {list(other.shape)}"
        )
    return into(out, aten.tensordot.default, self, other, [-1], [-1])


@IMPLICIT("outer", "ger")
def outer(self: Any, vec2: Any, *, out: Any = None) -> Any:
    """Outer product of two vectors."""
    for name, vector in (("self", self), ("vec2", vec2)):
        if ndim_of(vector) != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {ndim_of(vector)}-D")
    return into(out, aten.mul.Tensor, aten.reshape.default(self, [self.shape[0], 1]), vec2)


def _wrapped(dims: Any, ndim: int) -> list[int]:
    return [wrap_dim(dim, ndim, scalar=False) for dim in dims]


@IMPLICIT("tensordot")
def tensordot(self: Any, other: Any, dims_self: Any, dims_other: Any) -> Any:
    """Product of two tensors, summed over pairs of dimensions."""
    if len(dims_self) != len(dims_other):
        raise RuntimeError(f"both dimension lists should have same length, got {len(dims_self)} and {len(dims_other)}")
    mine, theirs = _wrapped(dims_self, ndim_of(self)), _wrapped(dims_other, ndim_of(other))
    for a, b in zip(mine, theirs, strict=True):
        if self.shape[a] != other.shape[b] and 1 not in (self.shape[a], other.shape[b]):
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {self.shape[a]} in dim {a} and second "
                f"has size "
                f"{other.shape[b]} in dim {b}"
            )
    one, two = self, other
    # A size of 1 broadcasts: the other operand is summed first.
    for a, b, left, right in zip(mine, theirs, dims_self, dims_other, strict=True):
        if two.shape[b] == 1:
            one = aten.sum.dim_IntList(one, [left], True, dtype=dtype_of(one))
        elif one.shape[a] == 1:
            two = aten.sum.dim_IntList(two, [right], True, dtype=dtype_of(two))
    free = [dim for dim in range(ndim_of(one)) if dim not in mine]
    other_free = [dim for dim in range(ndim_of(two)) if dim not in theirs]
    count = prod(one.shape[dim] for dim in mine)
    shape = [*(one.shape[dim] for dim in free), *(two.shape[dim] for dim in other_free)]
    if not shape:
        left, right = aten.permute.default(one, [*dims_self]), aten.permute.default(two, [*dims_other])
        if not (is_contiguous(left) and is_contiguous(right)):
            product = aten.mul.Tensor(aten.squeeze.default(left), aten.squeeze.default(right))
            return aten.reshape.default(aten.sum.default(product, dtype=dtype_of(product)), [])
        left, right = aten.flatten.using_ints(left), aten.flatten.using_ints(right)
        return aten.reshape.default(aten.dot.default(left, right), [])
    left = aten.reshape.default(
        aten.permute.default(one, [*free, *dims_self]), [prod(one.shape[dim] for dim in free), count]
    )
    right = aten.reshape.default(
        aten.permute.default(two, [*dims_other, *other_free]), [count, prod(two.shape[dim] for dim in other_free)]
    )
    return aten.reshape.default(aten.mm.default(left, right), shape)


@IMPLICIT("kron")
def kron(self: Any, other: Any, *, out: Any = None) -> Any:
    """Kronecker product: each element of one tensor times the whole of the other, as blocks."""
    ndim = max(ndim_of(self), ndim_of(other))
    mine, theirs = ([1] * (ndim - ndim_of(one)) + list(one.shape) for one in (self, other))
    left = aten._unsafe_view.default(self, [size for one in mine for size in (one, 1)])
    right = aten._unsafe_view.default(other, [size for one in theirs for size in (1, one)])
    shape = [a * b for a, b in zip(mine, theirs, strict=True)]
    if out is not None:
        sizes = [size for pair in zip(mine, theirs, strict=True) for size in pair]
        aten.mul.out(left, right, out=aten._unsafe_view.default(resize_output(out, shape), sizes))
        return out
    product = aten.mul.Tensor(left, right)
    return aten._unsafe_view.default(product, shape) if is_contiguous(product) else aten.reshape.default(product, shape)


@IMPLICIT("bilinear")
def bilinear(input1: Any, input2: Any, weight: Any, bias: Any = None) -> Any:
    """``input1 @ weight[k] @ input2`` for every k, plus bias."""
    if list(input1.shape[:-1]) != list(input2.shape[:-1]):
        raise RuntimeError(
            f"bilinear(): input batch dimensions do not match: got {list(input1.shape)} and {list(input2.shape)}"
        )
    if any(one is not None and dtype_of(one) != dtype_of(input1) for one in (input2, weight, bias)):
        kinds = ", ".join(str(dtype_of(one)) for one in (input1, input2, weight, bias) if one is not None)
        raise RuntimeError(f"bilinear(): All tensors must have the same dtype, got {kinds}")
    for name, size, wanted in (
        ("input1", input1.shape[-1], weight.shape[1]),
        ("input2", input2.shape[-1], weight.shape[2]),
    ):
        if size != wanted:
            raise RuntimeError(f"bilinear(): {name} size does not match weight size: got {size} but expected {wanted}")
    lead = list(input1.shape[:-1])
    one, two = (aten.reshape.default(x, [-1 if x.shape[-1] else prod(lead), x.shape[-1]]) for x in (input1, input2))
    result = aten._trilinear.default(one, weight, two, [1, 3], [0], [1, 2], [2, 3])
    result = aten.reshape.default(result, [*lead, weight.shape[0]])
    return result if bias is None else aten.add.Tensor(result, bias)


@EXPLICIT("_trilinear")
def trilinear(
    i1: Any, i2: Any, i3: Any, expand1: Any, expand2: Any, expand3: Any, sumdim: Any, unroll_dim: int = 1
) -> Any:
    """The product of three tensors, each with new dimensions, summed over some."""
    ndim = ndim_of(i1) + len(expand1)
    if not 0 <= unroll_dim < ndim:
        raise RuntimeError(f"unroll_dim must be in [0,{ndim - 1}]")
    parts = ["".join(_name(dim) for dim in range(ndim) if dim not in one) for one in (expand1, expand2, expand3)]
    result = "".join(_name(dim) for dim in range(ndim) if dim not in sumdim)
    if any(len(names) != ndim_of(x) for names, x in zip(parts, (i1, i2, i3), strict=True)):
        raise RuntimeError("_trilinear: the tensors and their new dimensions do not have the same number of dimensions")
    with exclude(AUTOCAST):  # an operator of its own, without a policy: it is not cast because einsum would be
        return aten.einsum.default(f"{','.join(parts)}->{result}", [i1, i2, i3])


def _name(dim: int) -> str:
    return chr(ord("a") + dim)


@IMPLICIT("chain_matmul")
def chain_matmul(matrices: Any, *, out: Any = None) -> Any:
    """The product of several matrices."""
    for matrix in matrices:
        if ndim_of(matrix) != 2:
            raise RuntimeError(f"Tensor dimension is {ndim_of(matrix)}, expected 2 instead.")
    if not matrices:
        raise RuntimeError("chain_matmul(): Expected one or more matrices")
    if len(matrices) > 1:
        return into(out, aten.linalg_multi_dot.default, matrices)
    if out is None:
        return aten.clone(matrices[0])
    return aten.copy_.default(resize_output(out, matrices[0].shape), matrices[0])


@IMPLICIT("cross")
def cross(self: Any, other: Any, dim: int | None = None, *, out: Any = None) -> Any:
    """The cross product of 3-vectors; without ``dim`` along the first dimension of size 3."""
    if dim is None:
        threes = [i for i, size in enumerate(self.shape) if size == 3]
        if not threes:
            raise RuntimeError("no dimension of size 3 in input")
        dim = threes[0]
    return into(out, aten.linalg_cross.default, self, other, dim=dim)


@IMPLICIT("cdist")
def cdist(x1: Any, x2: Any, p: float = 2.0, compute_mode: int | None = None) -> Any:
    """Distances between all pairs of rows."""
    if ndim_of(x1) < 2 or ndim_of(x2) < 2:
        name, x = ("X1", x1) if ndim_of(x1) < 2 else ("X2", x2)
        raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {ndim_of(x)}D")
    return aten._cdist_forward.default(x1, x2, p, compute_mode)


@IMPLICIT("pdist")
def pdist(self: Any, p: float = 2.0) -> Any:
    """Distances between all pairs of rows of one matrix."""
    if ndim_of(self) != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {ndim_of(self)}D")
    if not is_floating(self):
        raise RuntimeError("pdist only supports floating-point dtypes")
    if not p >= 0:
        raise RuntimeError("pdist only supports non-negative p values")
    return aten._pdist_forward(aten.contiguous.default(self), p)


@IMPLICIT("matrix_power", "linalg_matrix_power")
def matrix_power(self: Any, n: int, *, out: Any = None) -> Any:
    """The product of n copies of a square matrix, by squaring."""
    if ndim_of(self) < 2:
        raise RuntimeError("linalg.matrix_power: The input tensor A must have at least 2 dimensions.")
    if self.shape[-1] != self.shape[-2]:
        raise RuntimeError(
            f"linalg.matrix_power: A must be batches of square matrices, but they are {self.shape[-2]} by "
            f"{self.shape[-1]} matrices"
        )
    if out is not None:
        resize_output(out, self.shape)
    if n in (0, 1):
        return _first_powers(self, n, out)
    if n == -1:
        return into(out, aten.linalg_inv.default, self)
    return _power(aten.linalg_inv.default(self) if n < 0 else self, abs(n), out)


def _power(base: Any, n: int, out: Any) -> Any:
    """The product of two or more copies of a matrix, by squaring."""
    if n == 2:
        return into(out, aten.matmul.default, base, base)
    result = None
    while n:
        bit, n = n & 1, n >> 1
        if bit and result is not None:
            result = into(None if n else out, aten.matmul.default, result, base)
        elif bit:
            result = base if n or out is None else aten.copy_.default(out, base)
        if n:
            base = aten.matmul.default(base, base)
    return result


def _first_powers(self: Any, n: int, out: Any) -> Any:
    """A matrix to the power of 0 or 1."""
    if n == 1:
        return aten.clone.default(self, memory_format=_CONTIGUOUS) if out is None else aten.copy_.default(out, self)
    made = aten.clone.default(self, memory_format=_CONTIGUOUS) if out is None else out
    size, where = self.shape[-1], device_of(self)
    eye = aten.eye.default(size, dtype=dtype_of(self), layout=LAYOUTS["strided"], device=where)
    if not isinstance(self, Tensor):
        return aten.expand.default(eye, list(self.shape))
    return aten.copy_.default(made, eye)


@IMPLICIT("cosine_similarity")
def cosine_similarity(x1: Any, x2: Any, dim: int = 1, eps: float = 1e-08) -> Any:
    """Cosine similarity: inner products of vectors scaled to length 1."""
    dtype = dtype_of(x1)
    if dtype is not dtype_of(x2):
        dtype = from_numpy_dtype(promote(to_numpy_dtype(dtype), to_numpy_dtype(dtype_of(x2))))
        x1, x2 = (aten.to.dtype(x, dtype) for x in (x1, x2))
    if not dtype.is_floating_point:
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {dtype}")
    if eps < 0:
        raise RuntimeError(f"eps must be non-negative, got: {eps}")
    if not known_equal(x1.shape, x2.shape):
        shape = list(broadcast_shapes(tuple(x1.shape), tuple(x2.shape)))
        x2, x1 = aten.expand.default(x2, shape), aten.expand.default(x1, shape)
    lengths = [aten.clone.default(aten.linalg_vector_norm.default(x, 2, [dim], True)) for x in (x1, x2)]
    wide = DTYPES["float64" if dtype.itemsize == 8 else "float32"]
    least = aten.scalar_tensor.default(eps, dtype=wide, device=device_of(x1))
    one, two = (reuse(length, "clamp_min").Tensor(length, least) for length in lengths)
    one, two = aten.div.Tensor(x1, one), aten.div.Tensor(x2, two)
    return aten.sum.dim_IntList(aten.mul.Tensor(one, two), [dim])


@IMPLICIT("linalg_vander")
def linalg_vander(x: Any, *, N: int | None = None) -> Any:  # noqa: N803 - the schema's name
    """Powers of the elements, one row to an element."""
    if dtype_of(x) == DTYPES["bool"]:
        raise RuntimeError(
            f"linalg.vander supports floating point, complex, and integer tensors, but got {dtype_of(x)}"
        )
    if ndim_of(x) == 0:
        x = aten.unsqueeze.default(x, 0)
    count = x.shape[-1] if N is None else N
    if count <= 1:
        raise RuntimeError("N must be greater than 1.")
    column = aten.unsqueeze.default(x, -1)
    powers = aten.cumprod.default(aten.expand.default(column, [*x.shape, count - 1]), -1)
    return aten.cat.default([aten.new_ones.default(powers, list(column.shape)), powers], -1)


@IMPLICIT("vander")
def vander(x: Any, N: int | None = None, increasing: bool = False) -> Any:  # noqa: N803 - the schema's name
    """Powers of the elements, one row to an element, from the highest on."""
    if ndim_of(x) != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    count = x.shape[0] if N is None else N
    if count < 0:
        raise RuntimeError("N must be non-negative.")
    result = aten.empty.memory_format(
        [x.shape[0], count],
        dtype=from_numpy_dtype(promote(to_numpy_dtype(dtype_of(x)), np.dtype("int64"))),
        layout=LAYOUTS["strided"],
        device=device_of(x),
    )
    if count > 0:
        aten.fill_.Scalar(aten.select.int(result, 1, 0), 1)
    if count > 1:
        rest = aten.slice.Tensor(result, 1, 1)
        aten.copy_.default(rest, aten.unsqueeze.default(x, 1))
        rest = aten.slice.Tensor(result, 1, 1)
        aten.copy_.default(rest, aten.cumprod.default(aten.slice.Tensor(result, 1, 1), 1))
    return result if increasing else aten.flip.default(result, [1])
