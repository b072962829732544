"""Transforms of vectors and matrices, and transforms of pieces of a tensor."""

from __future__ import annotations

import math
from typing import Any

from wye.distributions import constraints
from wye.distributions.number_transforms import OfOneKind
from wye.distributions.parameters import sum_rightmost, tril_matrix_to_vec, vec_to_tril_matrix
from wye.distributions.transforms import Transform
from wye.functional.operators import of
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.tensors.limits import finfo

__all__ = [
    "CatTransform",
    "CorrCholeskyTransform",
    "LowerCholeskyTransform",
    "PositiveDefiniteTransform",
    "SoftmaxTransform",
    "StackTransform",
    "StickBreakingTransform",
]


class SoftmaxTransform(OfOneKind):
    """The softmax of vectors; its inverse is the logarithm, of which it is the softmax, too."""

    domain = constraints.real_vector
    codomain = constraints.simplex

    def _call(self, x: Any) -> Any:
        probs = (x - x.max(-1, True)[0]).exp()
        return probs / probs.sum(-1, True)

    def _inverse(self, y: Any) -> Any:
        return y.log()

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the results of values of a shape."""
        return _of_vectors(shape)

    def inverse_shape(self, shape: Any) -> Any:
        """The shape of the values of results of a shape."""
        return _of_vectors(shape)


def _of_vectors(shape: Any) -> Any:
    if len(shape) < 1:
        raise ValueError("Too few dimensions on input")
    return shape


class StickBreakingTransform(OfOneKind):
    """Shares of a stick: each number says how much of what is left is broken off."""

    domain = constraints.real_vector
    codomain = constraints.simplex
    bijective = True

    def _offsets(self, x: Any) -> Any:
        """By what the numbers are shifted, so that zeros give equal shares."""
        return (x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)).log()

    def _call(self, x: Any) -> Any:
        limits = finfo(x.dtype)
        share = (x - self._offsets(x)).sigmoid().clamp(min=limits.tiny, max=1.0 - limits.eps)
        left = (1 - share).cumprod(-1)
        return F.pad(share, [0, 1], value=1) * F.pad(left, [1, 0], value=1)

    def _inverse(self, y: Any) -> Any:
        cropped = y[..., :-1]
        left = (1 - cropped.cumsum(-1)).clamp(min=finfo(y.dtype).tiny)
        return cropped.log() - left.log() + self._offsets(cropped)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The sum over the shares but the last."""
        x = x - self._offsets(x)
        return (-x + F.logsigmoid(x) + y[..., :-1].log()).sum(-1)

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the results of values of a shape."""
        return (*_of_vectors(shape)[:-1], shape[-1] + 1)

    def inverse_shape(self, shape: Any) -> Any:
        """The shape of the values of results of a shape."""
        return (*_of_vectors(shape)[:-1], shape[-1] - 1)


class LowerCholeskyTransform(OfOneKind):
    """Lower triangular matrices with a positive diagonal, of any matrices."""

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.lower_cholesky

    def _call(self, x: Any) -> Any:
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y: Any) -> Any:
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(OfOneKind):
    """Positive definite matrices of any matrices."""

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.positive_definite

    def _call(self, x: Any) -> Any:
        factor = LowerCholeskyTransform()(x)
        return factor @ factor.mT

    def _inverse(self, y: Any) -> Any:
        return LowerCholeskyTransform().inv(of.linalg_cholesky(y))


class CorrCholeskyTransform(Transform):
    """Factors of correlation matrices, of vectors with as many numbers as stand below the diagonal.

    The hyperbolic tangents of the numbers are the partial correlations.
    """

    domain = constraints.real_vector
    codomain = constraints.corr_cholesky
    bijective = True

    def _call(self, x: Any) -> Any:
        eps = finfo(x.dtype).eps
        partial = vec_to_tril_matrix(x.tanh().clamp(min=-1 + eps, max=1 - eps), diag=-1)
        # What is left of each row's length, before each element.
        left = (1 - partial.square()).sqrt().cumprod(-1)
        partial = partial + of.eye(partial.shape[-1], dtype=partial.dtype, device=partial.device)
        return partial * F.pad(left[..., :-1], [1, 0], value=1)

    def _inverse(self, y: Any) -> Any:
        left = 1 - (y * y).cumsum(-1)
        lengths = tril_matrix_to_vec(F.pad(left[..., :-1], [1, 0], value=1), diag=-1).sqrt()
        partial = tril_matrix_to_vec(y, diag=-1) / lengths
        return (partial.log1p() - partial.neg().log1p()) / 2

    def log_abs_det_jacobian(self, x: Any, y: Any, intermediates: Any = None) -> Any:
        """The sum of what each element and each tangent adds."""
        left = 1 - (y * y).cumsum(-1)
        # The elements below the first row and column.
        lengths = 0.5 * tril_matrix_to_vec(left, diag=-2).log().sum(-1)
        tangents = -2 * (x + F.softplus(-2 * x) - math.log(2.0)).sum(-1)
        return lengths + tangents

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the results of values of a shape."""
        count = _of_vectors(shape)[-1]
        size = round((0.25 + 2 * count) ** 0.5 + 0.5)
        if size * (size - 1) // 2 != count:
            raise ValueError("Input is not a flattened lower-diagonal number")
        return (*shape[:-1], size, size)

    def inverse_shape(self, shape: Any) -> Any:
        """The shape of the values of results of a shape."""
        if len(shape) < 2:
            raise ValueError("Too few dimensions on input")
        if shape[-2] != shape[-1]:
            raise ValueError("Input is not square")
        return (*shape[:-2], shape[-1] * (shape[-1] - 1) // 2)


class _Joined(Transform):
    """Transforms of pieces of a tensor."""

    def __init__(self, tseq: Any, dim: int, cache_size: int) -> None:
        if not all(isinstance(one, Transform) for one in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        if cache_size:
            tseq = [one.with_cache(cache_size) for one in tseq]
        super().__init__(cache_size=cache_size)
        self.transforms, self.dim = list(tseq), dim

    def _check(self, x: Any) -> None:
        if not -x.dim() <= self.dim < x.dim():
            raise AssertionError(f"dim {self.dim} out of range for tensor with {x.dim()} dimensions")

    @property
    def bijective(self) -> bool:  # type: ignore[override]  # as all of them
        """Is it one-to-one?"""
        return all(one.bijective for one in self.transforms)


class CatTransform(_Joined):
    """Transforms of pieces that lie behind each other.

    Args:
        tseq: One for each piece.
        dim: Along which dimension.
        lengths: How long the pieces are there; 1 by default.
        cache_size: 1 for a cache in each.
    """

    def __init__(self, tseq: Any, dim: int = 0, lengths: Any = None, cache_size: int = 0) -> None:
        super().__init__(tseq, dim, cache_size)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError("lengths and tseq differ in length")

    @property
    def event_dim(self) -> int:
        """How many dimensions a value has."""
        return int(max(one.event_dim for one in self.transforms))

    @property
    def length(self) -> int:
        """How long all pieces are."""
        return int(sum(self.lengths))

    def with_cache(self, cache_size: int = 1) -> Any:
        """This transform with a cache, or without one."""
        if self._cache_size == cache_size:
            return self
        return CatTransform(self.transforms, self.dim, self.lengths, cache_size)

    def _pieces(self, x: Any) -> list[Any]:
        self._check(x)
        if x.size(self.dim) != self.length:
            raise AssertionError(f"Expected size {self.length} at dim {self.dim} but got {x.size(self.dim)}")
        starts = (sum(self.lengths[:at]) for at in range(len(self.lengths)))
        return [x.narrow(self.dim, start, length) for start, length in zip(starts, self.lengths, strict=True)]

    def _call(self, x: Any) -> Any:
        return of.cat([one(piece) for one, piece in zip(self.transforms, self._pieces(x), strict=True)], self.dim)

    def _inverse(self, y: Any) -> Any:
        return of.cat([one.inv(piece) for one, piece in zip(self.transforms, self._pieces(y), strict=True)], self.dim)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithms of the pieces, concatenated; their sum where the dimension is one of a value."""
        found = []
        for one, before, after in zip(self.transforms, self._pieces(x), self._pieces(y), strict=True):
            piece = one.log_abs_det_jacobian(before, after)
            found.append(
                sum_rightmost(piece, self.event_dim - one.event_dim) if one.event_dim < self.event_dim else piece
            )
        dim = self.dim - x.dim() if self.dim >= 0 else self.dim
        dim += self.event_dim
        if dim < 0:
            return of.cat(found, dim)
        total = found[0]
        for piece in found[1:]:
            total = total + piece
        return total

    @property
    def domain(self) -> Any:
        """Where values are."""
        return constraints.cat([one.domain for one in self.transforms], self.dim, self.lengths)

    @property
    def codomain(self) -> Any:
        """Where results are."""
        return constraints.cat([one.codomain for one in self.transforms], self.dim, self.lengths)


class StackTransform(_Joined):
    """Transforms of pieces that are stacked.

    Args:
        tseq: One for each piece.
        dim: Along which dimension.
        cache_size: 1 for a cache in each.
    """

    def __init__(self, tseq: Any, dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(tseq, dim, cache_size)

    def with_cache(self, cache_size: int = 1) -> Any:
        """This transform with a cache, or without one."""
        return self if self._cache_size == cache_size else StackTransform(self.transforms, self.dim, cache_size)

    def _pieces(self, x: Any) -> list[Any]:
        self._check(x)
        if x.size(self.dim) != len(self.transforms):
            raise AssertionError(f"Expected size {len(self.transforms)} at dim {self.dim} but got {x.size(self.dim)}")
        return [x.select(self.dim, at) for at in range(len(self.transforms))]

    def _call(self, x: Any) -> Any:
        return of.stack([one(piece) for one, piece in zip(self.transforms, self._pieces(x), strict=True)], self.dim)

    def _inverse(self, y: Any) -> Any:
        return of.stack([one.inv(piece) for one, piece in zip(self.transforms, self._pieces(y), strict=True)], self.dim)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithms of the pieces, stacked."""
        pieces = zip(self.transforms, self._pieces(x), self._pieces(y), strict=True)
        return of.stack([one.log_abs_det_jacobian(before, after) for one, before, after in pieces], self.dim)

    @property
    def domain(self) -> Any:
        """Where values are."""
        return constraints.stack([one.domain for one in self.transforms], self.dim)

    @property
    def codomain(self) -> Any:
        """Where results are."""
        return constraints.stack([one.codomain for one in self.transforms], self.dim)
