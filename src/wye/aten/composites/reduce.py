"""Reductions written over others."""

from __future__ import annotations

from typing import Any

from wye.aten.declare import Rules
from wye.aten.metadata import (
    device_of,
    dtype_of,
    handled_in_python,
    is_complex,
    is_floating,
    ndim_of,
    numel_of,
    reuse,
)  # fmt: skip
from wye.call.packets import ops
from wye.schema.values import DTYPES, LAYOUTS
from wye.tensors.dtypes import title_of

__all__ = ["EXPLICIT", "IMPLICIT"]

IMPLICIT = Rules()
EXPLICIT = Rules()
aten: Any = ops.aten


def _checked_truths(self: Any) -> Any:
    if dtype_of(self) is not DTYPES["bool"]:
        raise RuntimeError(f"expected a tensor of bool, got {dtype_of(self)}")
    return self


@EXPLICIT("_is_all_true")
def is_all_true(self: Any) -> Any:
    """Are all elements of a tensor of bool true?"""
    return aten.all.default(_checked_truths(self))


@EXPLICIT("_is_any_true")
def is_any_true(self: Any) -> Any:
    """Is some element of a tensor of bool true?"""
    return aten.any.default(_checked_truths(self))


@IMPLICIT("var")
def var(self: Any, unbiased: bool = True) -> Any:
    """The variance of all elements."""
    return aten.var.correction(self, None, correction=int(unbiased))


@IMPLICIT("var.dim")
def var_dim(self: Any, dim: Any, unbiased: bool = True, keepdim: bool = False) -> Any:
    """The variance along dimensions."""
    return aten.var.correction(self, dim, correction=int(unbiased), keepdim=keepdim)


@IMPLICIT("std")
def std(self: Any, unbiased: bool = True) -> Any:
    """The standard deviation of all elements."""
    return aten.std.correction(self, None, correction=int(unbiased))


@IMPLICIT("std.dim")
def std_dim(self: Any, dim: Any, unbiased: bool = True, keepdim: bool = False) -> Any:
    """The standard deviation along dimensions."""
    return aten.std.correction(self, dim, correction=int(unbiased), keepdim=keepdim)


@IMPLICIT("var.out")
def var_out(self: Any, dim: Any, unbiased: bool = True, keepdim: bool = False, *, out: Any) -> Any:
    """The variance along dimensions, stored in another tensor."""
    return aten.var.correction_out(self, dim, correction=int(unbiased), keepdim=keepdim, out=out)


@IMPLICIT("std.out")
def std_out(self: Any, dim: Any, unbiased: bool = True, keepdim: bool = False, *, out: Any) -> Any:
    """The standard deviation along dimensions, stored in another tensor."""
    return aten.std.correction_out(self, dim, correction=int(unbiased), keepdim=keepdim, out=out)


@IMPLICIT("var_mean")
def var_mean(self: Any, unbiased: bool = True) -> Any:
    """The variance and the mean of all elements."""
    return aten.var_mean.correction(self, None, correction=int(unbiased))


@IMPLICIT("var_mean.dim")
def var_mean_dim(self: Any, dim: Any, unbiased: bool = True, keepdim: bool = False) -> Any:
    """The variance and the mean along dimensions."""
    return aten.var_mean.correction(self, dim, correction=int(unbiased), keepdim=keepdim)


@IMPLICIT("std_mean")
def std_mean(self: Any, unbiased: bool = True) -> Any:
    """The standard deviation and the mean of all elements."""
    return aten.std_mean.correction(self, None, correction=int(unbiased))


@IMPLICIT("std_mean.dim")
def std_mean_dim(self: Any, dim: Any, unbiased: bool = True, keepdim: bool = False) -> Any:
    """The standard deviation and the mean along dimensions."""
    return aten.std_mean.correction(self, dim, correction=int(unbiased), keepdim=keepdim)


@IMPLICIT("max.other")
def max_other(self: Any, other: Any) -> Any:
    """Elementwise maximum."""
    return aten.maximum(self, other)


@IMPLICIT("min.other")
def min_other(self: Any, other: Any) -> Any:
    """Elementwise minimum."""
    return aten.minimum(self, other)


@IMPLICIT("max.out")
def max_out(self: Any, other: Any, *, out: Any) -> Any:
    """Elementwise maximum, stored in ``out``."""
    return aten.maximum.out(self, other, out=out)


@IMPLICIT("min.out")
def min_out(self: Any, other: Any, *, out: Any) -> Any:
    """Elementwise minimum, stored in ``out``."""
    return aten.minimum.out(self, other, out=out)


def _check_nanmean(self: Any) -> None:
    if not (is_floating(self) or is_complex(self)):
        found = title_of(dtype_of(self))
        raise RuntimeError(f"nanmean(): expected input to have floating point or complex dtype but got {found}")


def _count_numbers(plain: Any, dim: Any, keepdim: bool) -> Any:
    """How many elements are not NaN."""
    if not handled_in_python(plain):
        return aten.sum.dim_IntList(aten.eq.Tensor(plain, plain), dim, keepdim)
    nans = aten.ne.Tensor(plain, plain)
    return aten.sum.dim_IntList(reuse(nans, "logical_not").default(nans), dim, keepdim)


@IMPLICIT("nanmean")
def nanmean(self: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Any:
    """Mean of the elements that are not NaN."""
    _check_nanmean(self)
    count = _count_numbers(aten.detach.default(self), dim, keepdim)
    return aten.div.Tensor(aten.nansum.default(self, dim, keepdim, dtype=dtype), count)


@IMPLICIT("nanmean.out")
def nanmean_out(self: Any, dim: Any = None, keepdim: bool = False, *, dtype: Any = None, out: Any) -> Any:
    """Mean of the elements that are not NaN, computed in ``out``."""
    _check_nanmean(self)
    count = _count_numbers(self, dim, keepdim)
    return aten.div_(aten.nansum.out(self, dim, keepdim, dtype=dtype, out=out), count)


@IMPLICIT("sum_to_size")
def sum_to_size(self: Any, size: Any) -> Any:
    """Sum over dimensions until the tensor has this size: the reverse of broadcasting."""
    wanted, shape = list(size), list(self.shape)
    lead = len(shape) - len(wanted)
    if lead < 0 or any(w not in (1, s) for w, s in zip(wanted, shape[lead:], strict=True)):
        raise RuntimeError(f"size {{{wanted}}} is not expandable to size {{{shape}}}.")
    gone = [*range(lead), *(lead + at for at, w in enumerate(wanted) if w == 1 and shape[lead + at] != 1)]
    result = aten.sum.dim_IntList(self, gone, keepdim=True) if gone else self
    return aten.view.default(result, wanted) if lead else result


def _check_weights(name: str, weights: Any, observations: int, *, integral: bool) -> None:
    if ndim_of(weights) > 1:
        raise RuntimeError(
            f"cov(): expected {name} to have one or fewer dimensions but got {name} with {ndim_of(weights)} dimensions"
        )
    if integral == (is_floating(weights) or is_complex(weights)):
        wanted = "integral" if integral else "floating point"
        raise RuntimeError(f"cov(): expected {name} to have {wanted} dtype but got {dtype_of(weights)}")
    if numel_of(weights) != observations:
        raise RuntimeError(
            f"cov(): expected {name} to have the same numel as there are observations in the input but got "
            f"{numel_of(weights)} != {observations}"
        )
    if numel_of(weights) and not _is_true(aten.ge.Scalar(aten.min.default(weights), 0)):
        raise RuntimeError(f"cov(): {name} cannot be negative")


def _is_true(condition: Any) -> bool:
    """Is a single element True?  On meta nothing is known, and conditions of checks are taken to hold."""
    where = device_of(condition)
    true = aten.new_ones.default(condition, [], dtype=DTYPES["bool"], layout=LAYOUTS["strided"], device=where)
    return bool(where.type == "meta" or aten.equal.default(condition, true))


@IMPLICIT("cov")
def cov(self: Any, *, correction: int = 1, fweights: Any = None, aweights: Any = None) -> Any:
    """The covariances of the rows."""
    if ndim_of(self) > 2:
        raise RuntimeError(
            f"cov(): expected input to have two or fewer dimensions but got an input with {ndim_of(self)} dimensions"
        )
    if dtype_of(self) == DTYPES["bool"]:
        raise RuntimeError("cov(): bool dtype is not supported for input")
    rows = self if ndim_of(self) == 2 else aten.view.default(self, [1, -1])
    count = rows.shape[1]
    weights = None
    if fweights is not None:
        _check_weights("fweights", fweights, count, integral=True)
        weights = fweights
    if aweights is not None:
        _check_weights("aweights", aweights, count, integral=False)
        weights = aweights if weights is None else aten.mul.Tensor(fweights, aweights)
    how = {"dtype": DTYPES["int64"], "layout": LAYOUTS["strided"], "device": device_of(rows)}
    total = aten.scalar_tensor.default(count, **how) if weights is None else aten.sum.default(weights)
    if weights is not None and not _is_true(aten.ne.Scalar(total, 0)):
        raise RuntimeError("cov(): weights sum to zero, can't be normalized")
    weighted = rows if weights is None else aten.mul.Tensor(rows, weights)
    mean = aten.div.Tensor(aten.sum.dim_IntList(weighted, [1]), total)
    if weights is None:
        norm = aten.scalar_tensor.default(count - correction, **how)
    elif aweights is None or correction == 0:
        norm = aten.sub.Scalar(total, correction)
    else:
        squares = aten.sum.default(aten.mul.Tensor(weights, aweights))
        norm = aten.sub.Tensor(total, aten.div.Tensor(aten.mul.Scalar(squares, correction), total))
    if _is_true(aten.le.Scalar(norm, 0)):
        norm = aten.zeros_like.default(norm)
    centered = aten.sub.Tensor(rows, aten.unsqueeze.default(mean, 1))
    right = centered if weights is None else aten.mul.Tensor(centered, weights)
    product = aten.mm.default(centered, aten.conj.default(aten.t.default(right)))
    return aten.squeeze.default(aten.true_divide.Tensor(product, norm))


@IMPLICIT("corrcoef")
def corrcoef(self: Any) -> Any:
    """The correlations of the rows."""
    if ndim_of(self) > 2:
        raise RuntimeError(
            f"corrcoef(): expected input to have two or fewer dimensions but got an input with {ndim_of(self)} "
            "dimensions"
        )
    covariance = aten.cov.default(self)
    if ndim_of(covariance) == 0:
        return aten.div.Tensor(covariance, covariance)
    diagonal = aten.diagonal.default(covariance)
    spread = aten.sqrt.default(aten.real.default(diagonal) if is_complex(diagonal) else diagonal)
    covariance = aten.div.Tensor(covariance, aten.view.default(spread, [-1, 1]))
    covariance = aten.div.Tensor(covariance, aten.view.default(spread, [1, -1]))
    if is_complex(covariance):
        parts = (aten.clamp.default(part(covariance), -1, 1) for part in (aten.real.default, aten.imag.default))
        return aten.complex.default(*parts)
    return aten.clamp.default(covariance, -1, 1)
