"""Norms, ranks and pseudo-inverses of matrices, over singular values and vector norms."""

from __future__ import annotations

from math import inf
from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import dtype_of, is_complex, is_floating, ndim_of, numel_of
from wye.call.packets import ops
from wye.schema.values import DTYPES

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten
_LAPACK = frozenset(DTYPES[name] for name in ("float32", "float64", "complex64", "complex128"))


def _two_dims(x: Any, dim: Any) -> tuple[int, int]:
    if ndim_of(x) < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    if len(dim) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {list(dim)}")
    for one in dim:
        if not -ndim_of(x) <= one < ndim_of(x):
            raise IndexError(
                f"Dimension out of range (expected to be in range of [{-ndim_of(x)}, {ndim_of(x) - 1}], but got {one})"
            )
    first, second = (one % ndim_of(x) for one in dim)
    if first == second:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({dim[0]}, {dim[1]})")
    return first, second


def _singular_values(x: Any, dims: tuple[int, int], keepdim: bool) -> tuple[Any, list[int]]:
    """Singular values in the last dimension, and what to unsqueeze when they are reduced."""
    rest = [one for one in range(ndim_of(x)) if one not in dims]
    return aten.linalg_svdvals(aten.permute.default(x, [*rest, *dims])), sorted(dims) if keepdim else []


def _restored(x: Any, dims: list[int]) -> Any:
    for dim in dims:
        x = aten.unsqueeze.default(x, dim)
    return x


def _numbers(self: Any, dtype: Any, *, short: bool) -> Any:
    """The matrices in the dtype that was asked for; only real and complex numbers have norms, short ones not all."""
    name = "linalg.matrix_norm"
    if not (is_floating(self) or is_complex(self)):
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {dtype_of(self)}")
    if not short and dtype_of(self) not in _LAPACK:
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {dtype_of(self)}")
    if dtype is None:
        return self
    if is_complex(self) and not dtype.is_complex:
        raise RuntimeError(f"{name}: dtype should be complex for complex inputs, but got {dtype}")
    return aten.to.dtype(self, dtype)


@IMPLICIT("linalg_matrix_norm")
def linalg_matrix_norm(self: Any, ord: Any, dim: Any = (-2, -1), keepdim: bool = False, *, dtype: Any = None) -> Any:
    """A map's norm: 2 by singular values, 1 and infinity by sums of columns and rows; below 0 the least of them."""
    size = abs(ord)
    x = _numbers(self, dtype, short=size != 2)
    dims = _two_dims(x, dim)
    if size not in (1, 2, inf):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    pick = aten.amax if ord > 0 else aten.amin
    if size == 2:
        values, gone = _singular_values(x, dims, keepdim)
        return _restored(pick(values, [-1]), gone)
    summed, kept = dims if size == 1 else dims[::-1]
    if not keepdim and summed < kept:
        kept -= 1
    return pick(aten.linalg_vector_norm(x, 1, [summed], keepdim), [kept], keepdim)


@IMPLICIT("linalg_matrix_norm.str_ord")
def linalg_matrix_norm_named(
    self: Any, ord: str = "fro", dim: Any = (-2, -1), keepdim: bool = False, *, dtype: Any = None
) -> Any:
    """The root of the sum of squares ("fro"), or the sum of singular values ("nuc")."""
    x = self if dtype is not None and ord == "fro" else _numbers(self, dtype, short=ord != "nuc")
    dims = _two_dims(x, dim)
    if ord == "fro":
        return aten.linalg_vector_norm(x, 2, list(dims), keepdim, dtype=dtype)
    if ord != "nuc":
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    values, gone = _singular_values(x, dims, keepdim)
    return _restored(aten.sum(values, [-1]), gone)


@IMPLICIT("linalg_norm")
def linalg_norm(self: Any, ord: Any = None, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """The norm of a vector or of a matrix, by the number of dimensions; without ``ord`` the Euclidean one."""
    if dim is not None and len(dim) not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dim)}")
    if ord is not None and dim is None and ndim_of(self) not in (1, 2):
        raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. "
                           f"Got {ndim_of(self)}D.")  # fmt: skip
    if ord is not None and (len(dim) == 2 if dim is not None else ndim_of(self) == 2):
        return aten.linalg_matrix_norm(self, ord, [-2, -1] if dim is None else dim, keepdim, dtype=dtype)
    return aten.linalg_vector_norm(self, 2 if ord is None else ord, dim, keepdim, dtype=dtype)


@IMPLICIT("linalg_norm.ord_str")
def linalg_norm_named(self: Any, ord: str, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """A norm of a matrix by its name."""
    if dim is not None and len(dim) not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dim)}")
    if dim is None and ndim_of(self) not in (1, 2):
        raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. "
                           f"Got {ndim_of(self)}D.")  # fmt: skip
    return aten.linalg_matrix_norm(self, ord, [-2, -1] if dim is None else dim, keepdim, dtype=dtype)


@IMPLICIT("linalg_cond")
def linalg_cond(self: Any, p: Any = None) -> Any:
    """How much a matrix can magnify relative errors."""
    if not numel_of(self):
        return _cond_of_nothing(self)
    order = 2 if p is None else p
    if abs(order) == 2:
        values = aten.linalg_svdvals(self)
        great, small = aten.amax(values, [-1]), aten.amin(values, [-1])
        return aten.div.Tensor(great, small) if order > 0 else aten.div.Tensor(small, great)
    return _cond_by_inverse(self, order)


@IMPLICIT("linalg_cond.p_str")
def linalg_cond_named(self: Any, p: str) -> Any:
    """How much a matrix can magnify relative errors, by a norm's name."""
    if not numel_of(self):
        return _cond_of_nothing(self)
    return _cond_by_inverse(self, p)


def _cond_of_nothing(self: Any) -> Any:
    """Nothing is magnified."""
    if ndim_of(self) < 2:
        raise RuntimeError("linalg.cond: The input tensor A must have at least 2 dimensions.")
    return aten.new_zeros(aten.real(self) if is_complex(self) else self, list(self.shape[:-2]))


def _cond_by_inverse(self: Any, order: Any) -> Any:
    """A singular matrix has an infinite condition number."""
    inverse, info = aten.linalg_inv_ex(self, check_errors=False)
    product = aten.mul.Tensor(aten.linalg_matrix_norm(self, order), aten.linalg_matrix_norm(inverse, order))
    return aten.masked_fill(product, aten.ne(info, 0), inf)


@IMPLICIT("frobenius_norm.dim")
def frobenius_norm(self: Any, dim: Any, keepdim: bool = False) -> Any:
    """The root of the sum of squares."""
    if len(dim) > 2:
        raise RuntimeError(f"Expected at most 2 dimensions, but got {len(dim)} dimensions instead.")
    return aten.linalg_vector_norm(self, 2, dim, keepdim)


@IMPLICIT("nuclear_norm")
def nuclear_norm(self: Any, keepdim: bool = False) -> Any:
    """The sum of singular values."""
    return aten.linalg_matrix_norm(self, "nuc", [-2, -1], keepdim)


@IMPLICIT("nuclear_norm.dim")
def nuclear_norm_dim(self: Any, dim: Any, keepdim: bool = False) -> Any:
    """The sum of singular values."""
    return aten.linalg_matrix_norm(self, "nuc", dim, keepdim)


_EPSILON = {4: 2.0**-23, 8: 2.0**-52}


def _tolerance(x: Any, atol: Any, rtol: Any, greatest: Any) -> Any:
    """Below this a singular value counts as zero."""
    if rtol is None:
        real = dtype_of(x).itemsize // (2 if is_complex(x) else 1)
        given = atol is not None and (not isinstance(atol, float) or atol > 0)
        default = _EPSILON[real] * max(x.shape[-2:])
        if not given:
            rtol = default
        elif isinstance(atol, float):
            rtol = 0.0
        else:  # where no absolute tolerance is given for a matrix, the relative one holds
            defaults = aten.full_like(atol, default, dtype=dtype_of(greatest))
            rtol = aten.where(aten.gt(atol, 0), aten.zeros_like(defaults), defaults)
    relative = aten.mul(greatest, rtol if isinstance(rtol, float) else aten.unsqueeze.default(rtol, -1))
    if atol is None:
        return relative
    if not isinstance(atol, float):
        return aten.maximum(relative, aten.unsqueeze.default(atol, -1))
    return aten.clamp_min(relative, atol)


def _magnitudes(x: Any, hermitian: bool) -> Any:
    return aten.abs(aten.linalg_eigvalsh(x)) if hermitian else aten.linalg_svdvals(x)


def _rank(x: Any, atol: Any, rtol: Any, hermitian: bool) -> Any:
    if ndim_of(x) < 2:
        raise RuntimeError("linalg.matrix_rank: The input tensor A must have at least 2 dimensions.")
    if not numel_of(x):
        return aten.sum(aten.ne(aten.new_zeros(x, [*x.shape[:-2], 0]), 0), [-1])
    values = _magnitudes(x, hermitian)
    return aten.sum(aten.gt(values, _tolerance(x, atol, rtol, aten.amax(values, [-1], True))), [-1])


@IMPLICIT("linalg_matrix_rank.atol_rtol_float")
def matrix_rank(self: Any, *, atol: float | None = None, rtol: float | None = None, hermitian: bool = False) -> Any:
    """How many singular values are not zero."""
    return _rank(self, atol, rtol, hermitian)


@IMPLICIT("linalg_matrix_rank.atol_rtol_tensor")
def matrix_rank_tensors(input: Any, *, atol: Any = None, rtol: Any = None, hermitian: bool = False) -> Any:
    """How many singular values are not zero."""
    return _rank(input, atol, rtol, hermitian)


@IMPLICIT("linalg_matrix_rank")
def matrix_rank_tol(self: Any, tol: float, hermitian: bool = False) -> Any:
    """How many singular values are above a limit."""
    return _rank(self, tol, 0.0, hermitian)


@IMPLICIT("linalg_matrix_rank.tol_tensor")
def matrix_rank_tol_tensor(input: Any, tol: Any, hermitian: bool = False) -> Any:
    """How many singular values are above a limit."""
    return _rank(input, tol, 0.0, hermitian)


def _pseudo_inverse(x: Any, atol: Any, rtol: Any, hermitian: bool) -> Any:
    """Invert the singular values that are not zero."""
    if ndim_of(x) < 2:
        raise RuntimeError("linalg.pinv: The input tensor A must have at least 2 dimensions.")
    if dtype_of(x) not in _LAPACK:
        raise RuntimeError(
            f"linalg.pinv({dtype_of(x)}{list(x.shape)}): expected a tensor with 2 or more dimensions of float, double, "
            "cfloat or cdouble types"
        )
    if not numel_of(x):
        return aten.new_zeros(x, [*x.shape[:-2], x.shape[-1], x.shape[-2]])
    if hermitian:
        values, vectors = aten.linalg_eigh(x)
        left, right = vectors, aten.conj(aten.transpose.int(vectors, -2, -1))
        magnitude = aten.abs(values)
        greatest = aten.amax(magnitude, [-1], True)
    else:
        first, values, last = aten.linalg_svd(x, False)
        left, right = aten.conj(aten.transpose.int(last, -2, -1)), aten.conj(aten.transpose.int(first, -2, -1))
        magnitude, greatest = values, aten.slice(values, -1, 0, 1)
    kept = aten.gt(magnitude, _tolerance(x, atol, rtol, greatest))
    inverted = aten.where(kept, aten.reciprocal(values), aten.zeros_like(values))
    return aten.matmul(aten.mul.Tensor(left, aten.unsqueeze.default(inverted, -2)), right)


@IMPLICIT("linalg_pinv.atol_rtol_float")
def pinv(self: Any, *, atol: float | None = None, rtol: float | None = None, hermitian: bool = False) -> Any:
    """The pseudo-inverse."""
    return _pseudo_inverse(self, atol, rtol, hermitian)


@EXPLICIT("linalg_pinv.atol_rtol_tensor")
def pinv_tensors(self: Any, *, atol: Any = None, rtol: Any = None, hermitian: bool = False) -> Any:
    """The pseudo-inverse."""
    for name, one in (("atol", atol), ("rtol", rtol)):
        if one is not None and is_complex(one):
            raise RuntimeError(
                f"torch.linalg.pinv: {name} tensor of complex type is not supported. Got {dtype_of(one)}"
            )
    return _pseudo_inverse(self, atol, rtol, hermitian)


@IMPLICIT("linalg_pinv")
def pinv_rcond(self: Any, rcond: float, hermitian: bool = False) -> Any:
    """The pseudo-inverse, with a relative limit."""
    return _pseudo_inverse(self, 0.0, rcond, hermitian)


@IMPLICIT("linalg_pinv.rcond_tensor")
def pinv_rcond_tensor(self: Any, rcond: Any, hermitian: bool = False) -> Any:
    """The pseudo-inverse, with relative limits."""
    return _pseudo_inverse(self, 0.0, rcond, hermitian)


@IMPLICIT("pinverse")
def pinverse(self: Any, rcond: float = 1e-15) -> Any:
    """The pseudo-inverse, with a relative limit."""
    return aten.linalg_pinv(self, rcond, False)
