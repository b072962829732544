"""Norms, ranks and pseudo-inverses of matrices, over singular values and vector norms."""

from __future__ import annotations

from math import inf
from typing import Any

from wye.aten.composite_outputs import into
from wye.aten.declare import Rules
from wye.aten.metadata import device_of, dtype_of, is_complex, is_floating, ndim_of, numel_of, reuse, size_of
from wye.call.packets import ops
from wye.schema.symbolic import sym_max
from wye.schema.values import DTYPES, LAYOUTS
from wye.tensors.dtypes import title_of
from wye.tensors.layout import wrap_dim

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
    first, second = (wrap_dim(one, ndim_of(x)) for one in dim)
    if first == second:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({dim[0]}, {dim[1]})")
    return first, second


def _of_singular_values(x: Any, dims: tuple[int, int], keepdim: bool, reduce: Any) -> Any:
    """Singular values, reduced; with ``keepdim`` two dimensions of size 1 where the matrices were."""
    order = [*(one for one in range(ndim_of(x)) if one not in dims), *dims]
    result = reduce(aten.linalg_svdvals.default(aten.permute.default(x, order)), [-1], keepdim)
    if not keepdim:
        return result
    return aten.permute.default(aten.unsqueeze.default(result, -1), [order.index(one) for one in range(len(order))])


def _numbers(self: Any, dtype: Any, *, short: bool, convert: bool = True) -> Any:
    """The matrices in the requested dtype; integers have no norms, and 16-bit floats not all of them."""
    name = "linalg.matrix_norm"
    if not (is_floating(self) or is_complex(self)):
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {dtype_of(self)}")
    if not short and dtype_of(self) not in _LAPACK:
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {dtype_of(self)}")
    if dtype is None:
        return self
    if is_complex(self) and not dtype.is_complex:
        raise RuntimeError(f"{name}: dtype should be complex for complex inputs, but got {dtype}")
    return aten.to.dtype(self, dtype) if convert else self


@IMPLICIT("linalg_matrix_norm")
def linalg_matrix_norm(self: Any, ord: Any, dim: Any = (-2, -1), keepdim: bool = False, *, dtype: Any = None) -> Any:
    """The norm of a matrix: 2 by singular values, 1 and infinity by sums of columns and rows; negative: the least."""
    if isinstance(ord, complex):
        raise RuntimeError("linalg.matrix_norm: Expected a non-complex scalar as the order of norm.")
    size = abs(ord)
    x = _numbers(self, dtype if size == 2 else None, short=size != 2)
    _numbers(self, dtype, short=size != 2, convert=False)
    dims = _two_dims(x, dim)
    if size not in (1, 2, inf):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    pick = aten.amax.default if ord > 0 else aten.amin.default
    if size == 2:
        return _of_singular_values(x, dims, keepdim, pick)
    summed, kept = dims if size == 1 else dims[::-1]
    if not keepdim and summed < kept:
        kept -= 1
    return pick(aten.linalg_vector_norm.default(x, 1.0, [summed], keepdim, dtype=dtype), [kept], keepdim)


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
    return _of_singular_values(x, dims, keepdim, aten.sum.dim_IntList)


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
    return aten.linalg_vector_norm.default(self, 2.0 if ord is None else ord, dim, keepdim, dtype=dtype)


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
    """The condition number."""
    _check_matrix(self)
    if not numel_of(self):
        return _cond_of_nothing(self)
    order = 2 if p is None else p
    if abs(order) == 2:
        values = aten.linalg_svdvals.default(self)
        great, small = aten.narrow.default(values, -1, 0, 1), aten.narrow.default(values, -1, -1, 1)
        ratio = aten.div.Tensor(great, small) if order > 0 else aten.div.Tensor(small, great)
        return aten.squeeze.dim(ratio, -1)
    return _cond_by_inverse(self, order)


@IMPLICIT("linalg_cond.p_str")
def linalg_cond_named(self: Any, p: str) -> Any:
    """The condition number, by the name of a norm."""
    _check_matrix(self)
    if p not in ("fro", "nuc"):
        raise RuntimeError(f"linalg.cond got an invalid norm type: {p}")
    if not numel_of(self):
        return _cond_of_nothing(self)
    rows, columns = self.shape[-2:]
    if rows != columns:
        raise RuntimeError(
            f"linalg.cond(ord={p}): A must be batches of square matrices, but they are {rows} by {columns} matrices"
        )
    if p == "nuc":
        values = aten.linalg_svdvals.default(self)
        inverted = aten.sum.dim_IntList(aten.reciprocal.default(values), [-1])
        return aten.mul.Tensor(aten.sum.dim_IntList(values, [-1]), inverted)
    return _cond_by_inverse(self, p)


def _check_matrix(self: Any) -> None:
    if ndim_of(self) < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")


def _cond_of_nothing(self: Any) -> Any:
    """The condition number of an empty matrix."""
    return aten.new_zeros(aten.real(self) if is_complex(self) else self, list(self.shape[:-2]))


def _cond_by_inverse(self: Any, order: Any) -> Any:
    """A singular matrix has an infinite condition number."""
    inverse, info = aten.linalg_inv_ex.default(self)
    for _ in range(2):
        info = reuse(info, "unsqueeze").default(info, -1)
    inverse = reuse(inverse, "masked_fill").Scalar(inverse, aten.gt.Scalar(info, 0), inf)
    size = aten.linalg_matrix_norm(inverse, order)
    product = aten.mul.Tensor(aten.linalg_matrix_norm(self, order), size)
    return reuse(product, "nan_to_num").default(product, inf, inf, -inf)


@IMPLICIT("frobenius_norm.dim")
def frobenius_norm(self: Any, dim: Any, keepdim: bool = False, *, out: Any = None) -> Any:
    """The root of the sum of squares."""
    if len(dim) > 2:
        raise RuntimeError(f"Expected at most 2 dimensions, but got {len(dim)} dimensions instead.")
    return into(out, aten.norm.ScalarOpt_dim, self, 2.0, dim, keepdim)


@IMPLICIT("nuclear_norm")
def nuclear_norm(self: Any, keepdim: bool = False) -> Any:
    """The sum of singular values."""
    return aten.linalg_matrix_norm(self, "nuc", [-2, -1], keepdim)


@IMPLICIT("nuclear_norm.dim")
def nuclear_norm_dim(self: Any, dim: Any, keepdim: bool = False) -> Any:
    """The sum of singular values."""
    return aten.linalg_matrix_norm(self, "nuc", dim, keepdim)


_DOUBLE = DTYPES["float64"]
_EPSILON = {4: 2.0**-23, 8: 2.0**-52}


def _default_tolerance(x: Any) -> Any:
    real = dtype_of(x).itemsize // (2 if is_complex(x) else 1)
    return _EPSILON[real] * sym_max(*x.shape[-2:])


def _number(value: float, x: Any) -> Any:
    where = device_of(x)
    return aten.full.default([], value, dtype=DTYPES["float64"], layout=LAYOUTS["strided"], device=where)


def _zero(x: Any, dtype: Any = _DOUBLE) -> Any:
    return aten.zeros.default([], dtype=dtype, layout=LAYOUTS["strided"], device=device_of(x))


def _numbers_of_tolerance(x: Any, atol: float | None, rtol: float | None) -> tuple[Any, Any]:
    """Two tolerances as tensors.  Below the absolute one, or the relative one, a singular value counts as zero."""
    absolute = 0.0 if atol is None else atol
    if rtol is None:
        rtol = 0.0 if absolute > 0 else _default_tolerance(x)
    return _number(absolute, x), _number(rtol, x)


def _tolerances(x: Any, atol: Any, rtol: Any) -> tuple[Any, Any]:
    """The same, of tensors; where no absolute tolerance is given for a matrix, the relative one holds."""
    if atol is None:
        return _zero(x), _number(_default_tolerance(x), x) if rtol is None else rtol
    if rtol is None:
        default = _number(_default_tolerance(x), x)
        nothing = _zero(x)
        rtol = aten.where.self(aten.gt.Scalar(atol, 0), nothing, default)
    return atol, rtol


def _refuse_complex(function: str, **tolerances: Any) -> None:
    for name, one in tolerances.items():
        if one is not None and is_complex(one):
            raise RuntimeError(
                f"torch.{function}: {name} tensor of complex type is not supported. Got {title_of(dtype_of(one))}"
            )


def _limit(atol: Any, rtol: Any, greatest: Any) -> Any:
    relative = aten.mul.Tensor(aten.unsqueeze.default(rtol, -1), greatest)
    return aten.maximum.default(aten.unsqueeze.default(atol, -1), relative)


def _check_matrices(x: Any) -> None:
    if ndim_of(x) < 2:
        raise RuntimeError("linalg.matrix_rank: The input tensor A must have at least 2 dimensions.")


def _empty_rank(x: Any) -> Any:
    _check_matrices(x)
    where = device_of(x)
    return aten.empty.memory_format(list(x.shape[:-2]), dtype=DTYPES["int64"], layout=LAYOUTS["strided"], device=where)


def _rank(x: Any, result: Any, atol: Any, rtol: Any, hermitian: bool) -> Any:
    if not numel_of(x):
        return reuse(result, "fill").Scalar(result, 0)
    if hermitian:
        values = aten.abs.default(aten.linalg_eigvalsh.default(x))
        greatest = aten.amax.default(values, [-1], True)
    else:
        values = aten.linalg_svdvals.default(x)
        greatest = aten.narrow.default(values, -1, 0, 1)
    return aten.sum.dim_IntList(aten.gt.Tensor(values, _limit(atol, rtol, greatest)), [-1])


@IMPLICIT("linalg_matrix_rank.atol_rtol_float")
def matrix_rank(self: Any, *, atol: float | None = None, rtol: float | None = None, hermitian: bool = False) -> Any:
    """How many singular values are not zero."""
    result = _empty_rank(self)
    return _rank(self, result, *_numbers_of_tolerance(self, atol, rtol), hermitian)


@IMPLICIT("linalg_matrix_rank.atol_rtol_tensor")
def matrix_rank_tensors(input: Any, *, atol: Any = None, rtol: Any = None, hermitian: bool = False) -> Any:
    """How many singular values are not zero."""
    _refuse_complex("linalg.matrix_rank", atol=atol, rtol=rtol)
    result = _empty_rank(input)
    return _rank(input, result, *_tolerances(input, atol, rtol), hermitian)


@IMPLICIT("linalg_matrix_rank")
def matrix_rank_tol(self: Any, tol: float, hermitian: bool = False) -> Any:
    """How many singular values are above a limit."""
    result = _empty_rank(self)
    return _rank(self, result, *_numbers_of_tolerance(self, tol, 0.0), hermitian)


@IMPLICIT("linalg_matrix_rank.tol_tensor")
def matrix_rank_tol_tensor(input: Any, tol: Any, hermitian: bool = False) -> Any:
    """How many singular values are above a limit."""
    result = _empty_rank(input)
    return _rank(input, result, tol, _zero(input, dtype_of(tol)), hermitian)


def _adjoint(x: Any) -> Any:
    """The conjugate transpose, computed: what modes see runs below the key that conjugates lazily."""
    return aten.conj_physical.default(aten.transpose.int(x, -2, -1))


def _pseudo_inverse(x: Any, atol: Any, rtol: Any, hermitian: bool) -> Any:
    """Invert the singular values that are not zero."""
    _refuse_complex("linalg.pinv", atol=atol, rtol=rtol)
    if ndim_of(x) < 2 or dtype_of(x) not in _LAPACK:
        raise RuntimeError(
            f"linalg.pinv({dtype_of(x)}{list(x.shape)}): expected a tensor with 2 or more dimensions of float, double, "
            "cfloat or cdouble types"
        )
    if not numel_of(x):
        return aten.new_zeros(x, [*x.shape[:-2], x.shape[-1], x.shape[-2]])
    if hermitian:
        values, vectors = aten.linalg_eigh(x)
        left, right = vectors, _adjoint(vectors)
        magnitude = aten.abs(values)
        greatest = aten.amax(magnitude, [-1], True)
    else:
        first, values, last = aten.linalg_svd(x, False)
        left, right = _adjoint(last), _adjoint(first)
        magnitude, greatest = values, aten.slice(values, -1, 0, 1)
    kept = aten.gt.Tensor(magnitude, _limit(*_tolerances(x, atol, rtol), greatest))
    inverted = aten.where(kept, aten.reciprocal(values), aten.zeros_like(values))
    return aten.matmul(aten.mul.Tensor(left, aten.unsqueeze.default(inverted, -2)), right)


@IMPLICIT("linalg_pinv.atol_rtol_float")
def pinv(self: Any, *, atol: float | None = None, rtol: float | None = None, hermitian: bool = False) -> Any:
    """The pseudo-inverse."""
    if atol is not None and rtol is None:
        size_of(self, -2)  # the sizes say which relative tolerance there is
    absolute, relative = _numbers_of_tolerance(self, atol, rtol)
    return aten.linalg_pinv.atol_rtol_tensor(self, atol=absolute, rtol=relative, hermitian=hermitian)


@EXPLICIT("linalg_pinv.atol_rtol_tensor")
def pinv_tensors(self: Any, *, atol: Any = None, rtol: Any = None, hermitian: bool = False) -> Any:
    """The pseudo-inverse."""
    return _pseudo_inverse(self, atol, rtol, hermitian)


@IMPLICIT("linalg_pinv")
def pinv_rcond(self: Any, rcond: float, hermitian: bool = False, *, out: Any = None) -> Any:
    """The pseudo-inverse, with a relative limit."""
    if out is not None:
        return into(out, aten.linalg_pinv.rcond_tensor, self, _number(rcond, self), hermitian)
    return aten.linalg_pinv.atol_rtol_float(self, atol=0.0, rtol=rcond, hermitian=hermitian)


@IMPLICIT("linalg_pinv.rcond_tensor")
def pinv_rcond_tensor(self: Any, rcond: Any, hermitian: bool = False) -> Any:
    """The pseudo-inverse, with relative limits."""
    return aten.linalg_pinv.atol_rtol_tensor(self, atol=_zero(self), rtol=rcond, hermitian=hermitian)


@IMPLICIT("pinverse")
def pinverse(self: Any, rcond: float = 1e-15) -> Any:
    """The pseudo-inverse, with a relative limit."""
    return aten.linalg_pinv.default(self, rcond, False)


@IMPLICIT("norm_except_dim")
def norm_except_dim(v: Any, pow: int = 2, dim: int = 0) -> Any:
    """The norm over all dimensions but one; over all of them for -1."""
    if dim == -1:
        return aten.norm.Scalar(v, pow)
    ndim = ndim_of(v)
    if dim not in (0, ndim - 1):
        return aten.transpose.int(norm_except_dim(aten.transpose.int(v, 0, dim), pow, 0), 0, dim)
    kept = [v.shape[dim] if at == dim else 1 for at in range(ndim)]
    rows = aten.view.default(aten.contiguous.default(v), [v.shape[0], -1] if dim == 0 else [-1, v.shape[dim]])
    return aten.view.default(aten.norm.ScalarOpt_dim(rows, pow, [1 if dim == 0 else 0]), kept)
