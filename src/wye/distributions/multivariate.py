"""Distributions of vectors and matrices."""

from __future__ import annotations

import math
import warnings
from typing import Any, ClassVar

from wye.distributions import constraints
from wye.distributions.distribution import Distribution, ExponentialFamily
from wye.distributions.gamma import Beta, Chi2
from wye.distributions.parameters import lazy_property, standard_normal
from wye.functional.operators import of, parts
from wye.tensors import Size, Tensor
from wye.tensors.layout import broadcast_shapes
from wye.tensors.limits import finfo

__all__ = ["LKJCholesky", "LowRankMultivariateNormal", "MultivariateNormal", "Wishart", "batch_mahalanobis"]


def _times(matrix: Any, vector: Any) -> Any:
    """The product of matrices and vectors."""
    return of.matmul(matrix, vector.unsqueeze(-1)).squeeze(-1)


def _solved(factor: Any, right: Any) -> Any:
    """The solution of a lower triangular system."""
    return of.linalg_solve_triangular(factor, right, upper=False)


def batch_mahalanobis(factor: Any, x: Any) -> Any:
    """The squared lengths of vectors in the metric of matrices L L^T, of their factors L."""
    return _solved(factor, x.unsqueeze(-1)).squeeze(-1).pow(2).sum(-1)


def _log_diagonal(factor: Any) -> Any:
    """Half of the logarithm of the determinant of L L^T."""
    return factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def _factor_of_inverse(matrix: Any) -> Any:
    """The lower factor of the inverse of a matrix."""
    # The factor of the matrix with both orders reversed, transposed, is an upper factor.
    flipped = of.linalg_cholesky(of.flip(matrix, (-2, -1)))
    upper = of.flip(flipped, (-2, -1)).mT
    eye = of.eye(matrix.shape[-1], dtype=matrix.dtype, device=matrix.device)
    return _solved(upper, eye)


def _inverse(factor: Any) -> Any:
    """The inverse of L L^T."""
    return of.cholesky_inverse(factor)


def _factor_of(name: str, matrix: Any) -> Any:
    """The lower factor of the covariance, of what is given under a name."""
    if name == "scale_tril":
        return matrix
    return of.linalg_cholesky(matrix) if name == "covariance_matrix" else _factor_of_inverse(matrix)


def _the_one(covariance_matrix: Any, precision_matrix: Any, scale_tril: Any, error: type[Exception]) -> tuple[str, Any]:
    """Which of three matrices is given, and that matrix."""
    matrices = {"covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix, "scale_tril": scale_tril}
    given = [(name, matrix) for name, matrix in matrices.items() if matrix is not None]
    if len(given) != 1:
        raise error("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
    return given[0]


class _OfMatrices(Distribution):
    """A distribution with matrices that are the same for some of the batch."""

    def _spread(self, matrix: Any) -> Any:
        return matrix.expand((*self._batch_shape, *matrix.shape[-2:]))


class _OfFactor(_OfMatrices):
    """A distribution of a covariance, of its inverse, or of its lower factor; the others follow from the factor."""

    _unbroadcasted_scale_tril: Any

    @lazy_property
    def scale_tril(self) -> Any:  # an attribute once it is known
        """The lower factor of the covariance."""
        return self._spread(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self) -> Any:  # an attribute once it is known
        """The covariance."""
        return self._spread(of.matmul(self._unbroadcasted_scale_tril, self._unbroadcasted_scale_tril.mT))

    @lazy_property
    def precision_matrix(self) -> Any:  # an attribute once it is known
        """The inverse of the covariance."""
        return self._spread(_inverse(self._unbroadcasted_scale_tril))


class MultivariateNormal(_OfFactor):
    """Vectors that are normally distributed; one of the three matrices is given.

    Args:
        loc: The mean.
        covariance_matrix: The covariance.
        precision_matrix: Or its inverse.
        scale_tril: Or its lower factor.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }
    support: Any = constraints.real_vector
    has_rsample = True

    def __init__(
        self,
        loc: Any,
        covariance_matrix: Any = None,
        precision_matrix: Any = None,
        scale_tril: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        name, matrix = _the_one(covariance_matrix, precision_matrix, scale_tril, ValueError)
        if matrix.dim() < 2:
            raise ValueError(f"{name} must be at least two-dimensional, with optional leading batch dimensions")
        batch = broadcast_shapes(tuple(matrix.shape[:-2]), tuple(loc.shape[:-1]))
        setattr(self, name, matrix.expand((*batch, -1, -1)))
        self.loc = loc.expand((*batch, -1))
        super().__init__(batch, self.loc.shape[-1:], validate_args=validate_args)
        self._unbroadcasted_scale_tril = _factor_of(name, matrix)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        super()._expand_into(new, batch_shape)
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.loc

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return self.loc

    @property
    def variance(self) -> Any:
        """The variance of each number."""
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        drawn = standard_normal(self._extended_shape(sample_shape), self.loc.dtype, self.loc.device)
        return self.loc + _times(self._unbroadcasted_scale_tril, drawn)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        far = batch_mahalanobis(self._unbroadcasted_scale_tril, value - self.loc)
        normalizer = self._event_shape[0] * math.log(2 * math.pi)
        return -0.5 * (normalizer + far) - _log_diagonal(self._unbroadcasted_scale_tril)

    def entropy(self) -> Any:
        """The entropy."""
        size = self._event_shape[0]
        found = 0.5 * size * (1.0 + math.log(2 * math.pi)) + _log_diagonal(self._unbroadcasted_scale_tril)
        return found if len(self._batch_shape) == 0 else found.expand(self._batch_shape)


class LowRankMultivariateNormal(_OfMatrices):
    """Vectors that are normally distributed, with the covariance ``cov_factor cov_factor^T + diag(cov_diag)``.

    Args:
        loc: The mean.
        cov_factor: A matrix with few columns.
        cov_diag: What is on the diagonal besides.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {
        "loc": constraints.real_vector,
        "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }
    support: Any = constraints.real_vector
    has_rsample = True

    def __init__(self, loc: Any, cov_factor: Any, cov_diag: Any, validate_args: bool | None = None) -> None:
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        event = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        if cov_factor.shape[-2:-1] != event:
            raise ValueError(f"cov_factor must be a batch of matrices with shape {event[0]} x m")
        if cov_diag.shape[-1:] != event:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {event}")
        batch = broadcast_shapes(tuple(loc.shape[:-1]), tuple(cov_factor.shape[:-2]), tuple(cov_diag.shape[:-1]))
        self.loc = loc.expand((*batch, -1))
        self.cov_diag = cov_diag.expand((*batch, -1))
        self.cov_factor = cov_factor.expand((*batch, *cov_factor.shape[-2:]))
        self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag = cov_factor, cov_diag
        # By Woodbury's formula a matrix of the size of the columns says all of the inverse.
        scaled = cov_factor.mT / cov_diag.unsqueeze(-2)
        small = of.matmul(scaled, cov_factor)
        eye = of.eye(small.shape[-1], dtype=small.dtype, device=small.device)
        self._capacitance_tril = of.linalg_cholesky(small + eye)
        super().__init__(batch, event, validate_args=validate_args)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        super()._expand_into(new, batch_shape)
        for name in ("_unbroadcasted_cov_factor", "_unbroadcasted_cov_diag", "_capacitance_tril"):
            setattr(new, name, getattr(self, name))

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.loc

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return self.loc

    @lazy_property
    def variance(self) -> Any:
        """The variance of each number."""
        found = self._unbroadcasted_cov_factor.pow(2).sum(-1) + self._unbroadcasted_cov_diag
        return found.expand(self._batch_shape + self._event_shape)

    def _covariance(self) -> Any:
        factor = self._unbroadcasted_cov_factor
        return of.matmul(factor, factor.mT) + of.diag_embed(self._unbroadcasted_cov_diag)

    @lazy_property
    def scale_tril(self) -> Any:
        """The lower factor of the covariance."""
        # Of a matrix with ones on the diagonal, which is far from singular.
        root = self._unbroadcasted_cov_diag.sqrt().unsqueeze(-1)
        scaled = self._unbroadcasted_cov_factor / root
        eye = of.eye(scaled.shape[-2], dtype=scaled.dtype, device=scaled.device)
        return self._spread(root * of.linalg_cholesky(of.matmul(scaled, scaled.mT).contiguous() + eye))

    @lazy_property
    def covariance_matrix(self) -> Any:
        """The covariance."""
        return self._spread(self._covariance())

    @lazy_property
    def precision_matrix(self) -> Any:
        """The inverse of the covariance."""
        diagonal = self._unbroadcasted_cov_diag
        scaled = self._unbroadcasted_cov_factor.mT / diagonal.unsqueeze(-2)
        half = _solved(self._capacitance_tril, scaled)
        return self._spread(of.diag_embed(diagonal.reciprocal()) - of.matmul(half.mT, half))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        shape = self._extended_shape(sample_shape)
        few = standard_normal((*shape[:-1], self.cov_factor.shape[-1]), self.loc.dtype, self.loc.device)
        all_of_them = standard_normal(shape, self.loc.dtype, self.loc.device)
        root = self._unbroadcasted_cov_diag.sqrt()
        return self.loc + _times(self._unbroadcasted_cov_factor, few) + root * all_of_them

    def _log_determinant(self) -> Any:
        return 2 * _log_diagonal(self._capacitance_tril) + self._unbroadcasted_cov_diag.log().sum(-1)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        far = value - self.loc
        scaled = far / self._unbroadcasted_cov_diag
        inside = _times(self._unbroadcasted_cov_factor.mT, scaled)
        length = (far * scaled).sum(-1) - batch_mahalanobis(self._capacitance_tril, inside)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_determinant() + length)

    def entropy(self) -> Any:
        """The entropy."""
        found = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_determinant())
        return found if len(self._batch_shape) == 0 else found.expand(self._batch_shape)


class Wishart(_OfFactor, ExponentialFamily):
    """Positive definite matrices: sums of squares of vectors that are normally distributed.

    Args:
        df: Degrees of freedom, more than the size of the matrices less 1.
        covariance_matrix: The covariance.
        precision_matrix: Or its inverse.
        scale_tril: Or its lower factor.
        validate_args: Whether parameters and values are checked.
    """

    support: Any = constraints.positive_definite
    has_rsample = True
    _mean_carrier_measure = 0
    arg_constraints: ClassVar[Any] = {
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
        "df": constraints.greater_than(0),
    }

    def __init__(
        self,
        df: Any,
        covariance_matrix: Any = None,
        precision_matrix: Any = None,
        scale_tril: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        name, matrix = _the_one(covariance_matrix, precision_matrix, scale_tril, AssertionError)
        if matrix.dim() < 2:
            raise ValueError("scale_tril must be at least two-dimensional, with optional leading batch dimensions")
        df = df if isinstance(df, Tensor) else of.scalar_tensor(df, dtype=matrix.dtype, device=matrix.device)
        batch, event = broadcast_shapes(tuple(matrix.shape[:-2]), tuple(df.shape)), matrix.shape[-2:]
        setattr(self, name, matrix.expand((*batch, -1, -1)))
        self.df = df.expand(batch)
        if self.df.le(event[-1] - 1).any():
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {event[-1] - 1}.")
        self.__dict__["arg_constraints"] = {**type(self).arg_constraints, "df": constraints.greater_than(event[-1] - 1)}
        super().__init__(batch, event, validate_args=validate_args)
        if self.df.lt(event[-1]).any():
            warnings.warn(
                "Low df values detected. Singular samples are highly likely to occur for ndim - 1 < df < ndim.",
                stacklevel=2,
            )
        self._unbroadcasted_scale_tril = _factor_of(name, matrix)
        self._dist_chi2 = self._squares(self.df, batch)

    def _squares(self, df: Any, batch: Any) -> Any:
        """The distributions of the squared diagonal of a factor."""
        n = self._event_shape[-1]
        steps = of.arange(n, dtype=df.dtype, device=df.device)
        return Chi2(df=df.unsqueeze(-1) - steps.expand((*batch, -1)))

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        super()._expand_into(new, batch_shape)
        new.df = self.df.expand(batch_shape)
        new.__dict__["arg_constraints"] = self.arg_constraints
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril.expand((*batch_shape, *self.event_shape))
        new._dist_chi2 = self._squares(new.df, batch_shape)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.df.view((*self._batch_shape, 1, 1)) * self.covariance_matrix

    @property
    def mode(self) -> Any:
        """The most likely value; NaN where there is none."""
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        factor = of.where(factor <= 0, math.nan, factor)
        return factor.view((*self._batch_shape, 1, 1)) * self.covariance_matrix

    @property
    def variance(self) -> Any:
        """The variance of each number."""
        v = self.covariance_matrix
        diagonal = v.diagonal(dim1=-2, dim2=-1)
        outer = diagonal.unsqueeze(-1) * diagonal.unsqueeze(-2)
        return self.df.view((*self._batch_shape, 1, 1)) * (v.pow(2) + outer)

    def _bartlett_sampling(self, sample_shape: Any = ()) -> Any:
        """Matrices by Bartlett's decomposition."""
        p = self._event_shape[-1]
        tiny = finfo(self._unbroadcasted_scale_tril.dtype).tiny
        noise = self._dist_chi2.rsample(sample_shape).clamp(min=tiny).sqrt().diag_embed(dim1=-2, dim2=-1)
        shape = (*sample_shape, *self._batch_shape, p * (p - 1) // 2)
        i, j = of.tril_indices(p, p, offset=-1)
        noise[..., i, j] = of.randn(shape, dtype=noise.dtype, device=noise.device)
        factor = self._unbroadcasted_scale_tril @ noise
        return factor @ factor.mT

    def rsample(self, sample_shape: Any = (), max_try_correction: int | None = None) -> Any:
        """Values that change smoothly with the parameters.

        Args:
            sample_shape: Their shape, before that of the batch.
            max_try_correction: How often singular matrices are drawn again; 3 for small matrices, else 10.
        """
        if max_try_correction is None:
            max_try_correction = 3 if self._batch_shape.numel() else 10
        shape = Size(sample_shape)
        sample = self._bartlett_sampling(shape)
        singular = self.support.check(sample).logical_not()
        for _ in range(max_try_correction):
            if not singular.any():
                break
            again = self._bartlett_sampling(shape)
            sample = of.where(singular[..., None, None], again, sample)
            singular = self.support.check(sample).logical_not()
        return sample

    def _normalizer(self) -> Any:
        p = self._event_shape[-1]
        half = self.df / 2
        return half * p * math.log(2) + self.df * _log_diagonal(self._unbroadcasted_scale_tril) + of.mvlgamma(half, p)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        p = self._event_shape[-1]
        solved = of.cholesky_solve(value, self._unbroadcasted_scale_tril)
        trace = solved.diagonal(dim1=-2, dim2=-1).sum(-1)
        log_determinant = parts.linalg_slogdet(value)[1]
        return (self.df - p - 1) / 2 * log_determinant - trace / 2 - self._normalizer()

    def entropy(self) -> Any:
        """The entropy."""
        p, half = self._event_shape[-1], self.df / 2
        digammas = sum(of.digamma(half - i / 2) for i in range(p))
        log_determinant = digammas + p * math.log(2) + 2 * _log_diagonal(self._unbroadcasted_scale_tril)
        return self._normalizer() - (self.df - p - 1) / 2 * log_determinant + self.df * p / 2

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        p = self._event_shape[-1]
        return -self.precision_matrix / 2, (self.df - p - 1) / 2

    def _log_normalizer(self, *natural_params: Any) -> Any:
        x, y = natural_params
        p = self._event_shape[-1]
        z = y + (p + 1) / 2
        return z * (-parts.linalg_slogdet(-2 * x)[1] + p * math.log(2)) + of.mvlgamma(z, p)


class LKJCholesky(Distribution):
    """Lower factors of correlation matrices, with a density of the matrices like a power of their determinant.

    Args:
        dim: The size of the matrices.
        concentration: 1 is uniform; above, matrices near to the unit matrix are more likely.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"concentration": constraints.positive}
    support: Any = constraints.corr_cholesky

    def __init__(self, dim: int, concentration: Any = 1.0, validate_args: bool | None = None) -> None:
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        self.dim = dim
        self.concentration = concentration if isinstance(concentration, Tensor) else of.scalar_tensor(concentration)
        batch = self.concentration.size()
        self._beta = self._betas(self.concentration)
        super().__init__(batch, Size((dim, dim)), validate_args)

    def _betas(self, concentration: Any) -> Any:
        """The distributions of the squared lengths of rows before the diagonal; the first row has none."""
        marginal = concentration + 0.5 * (self.dim - 2)
        offset = of.arange(self.dim - 1, dtype=concentration.dtype, device=concentration.device)
        offset = of.cat([offset.new_zeros((1,)), offset])
        return Beta(offset + 0.5, marginal.unsqueeze(-1) - 0.5 * offset)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        new.dim = self.dim
        new.concentration = self.concentration.expand(batch_shape)
        new._beta = self._beta.expand((*batch_shape, self.dim))

    def sample(self, sample_shape: Any = ()) -> Any:
        """Factors, by the onion method: row by row on spheres."""
        squared = self._beta.sample(sample_shape).unsqueeze(-1)
        drawn = of.randn(self._extended_shape(sample_shape), dtype=squared.dtype, device=squared.device).tril(-1)
        directions = drawn / drawn.norm(dim=-1, keepdim=True)
        directions[..., 0, :].fill_(0.0)
        w = of.sqrt(squared) * directions
        tiny = finfo(w.dtype).tiny
        return w + of.clamp(1 - (w**2).sum(-1), min=tiny).sqrt().diag_embed()

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        diagonal = value.diagonal(dim1=-1, dim2=-2)[..., 1:]
        order = of.arange(2, self.dim + 1, device=self.concentration.device)
        order = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - order
        found = (order * diagonal.log()).sum(-1)
        alpha = self.concentration + 0.5 * (self.dim - 1)
        rows = self.dim - 1
        denominator = of.lgamma(alpha) * rows
        numerator = of.mvlgamma(alpha - 0.5, rows)
        return found - (0.5 * rows * math.log(math.pi) + numerator - denominator)
