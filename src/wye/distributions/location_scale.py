"""Distributions with a location and a scale."""

from __future__ import annotations

import math
from typing import Any, ClassVar, Final

from wye.distributions import constraints
from wye.distributions.distribution import Distribution, ExponentialFamily
from wye.distributions.parameters import broadcast_all, euler_constant, standard_normal
from wye.functional.operators import of
from wye.grad_mode import no_grad
from wye.tensors.limits import finfo

__all__ = ["Cauchy", "Gumbel", "Laplace", "LocationScale", "Normal", "StudentT", "Uniform"]

_LOG_TWO_PI: Final = math.log(2 * math.pi)


class LocationScale(Distribution):
    """A location and a scale, broadcast to one shape.

    Args:
        loc: Where it is.
        scale: How wide it is.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.real
    has_rsample = True
    loc: Any
    scale: Any

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.size(), validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.loc

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return self.loc

    def _checked(self, value: Any) -> None:
        if self._validate_args:
            self._validate_sample(value)


class Normal(LocationScale, ExponentialFamily):
    """The normal distribution."""

    _mean_carrier_measure = 0

    @property
    def stddev(self) -> Any:
        """The scale."""
        return self.scale

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.stddev.pow(2)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Values, without gradients."""
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return of.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        shape = self._extended_shape(sample_shape)
        return self.loc + standard_normal(shape, self.loc.dtype, self.loc.device) * self.scale

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        self._checked(value)
        return -((value - self.loc) ** 2) / (2 * self.scale**2) - self.scale.log() - _LOG_TWO_PI / 2

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        self._checked(value)
        return 0.5 * (1 + of.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value: Any) -> Any:
        """The value of a cumulative probability."""
        return self.loc + self.scale * of.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self) -> Any:
        """The entropy."""
        return 0.5 + 0.5 * _LOG_TWO_PI + of.log(self.scale)

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return self.loc / self.scale.pow(2), -0.5 * self.scale.pow(2).reciprocal()

    def _log_normalizer(self, *natural_params: Any) -> Any:
        x, y = natural_params
        return -0.25 * x.pow(2) / y + 0.5 * of.log(-math.pi / y)


class Cauchy(LocationScale):
    """The Cauchy distribution: that of the quotient of two normally distributed numbers."""

    @property
    def mean(self) -> Any:
        """NaN: the distribution has no mean."""
        return of.full_like(self.loc, math.nan)

    @property
    def variance(self) -> Any:
        """Infinite: the distribution has no variance."""
        return of.full_like(self.loc, math.inf)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        drawn = self.loc.new_empty(self._extended_shape(sample_shape)).cauchy_()
        return self.loc + drawn * self.scale

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        self._checked(value)
        return -math.log(math.pi) - self.scale.log() - ((value - self.loc) / self.scale).square().log1p()

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        self._checked(value)
        return of.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value: Any) -> Any:
        """The value of a cumulative probability."""
        return of.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self) -> Any:
        """The entropy."""
        return math.log(4 * math.pi) + self.scale.log()


class Laplace(LocationScale):
    """The Laplace distribution: exponential on both sides."""

    @property
    def variance(self) -> Any:
        """The variance."""
        return 2 * self.scale.pow(2)

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return math.sqrt(2) * self.scale

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        shape, limits = self._extended_shape(sample_shape), finfo(self.loc.dtype)
        u = self.loc.new_empty(shape).uniform_(limits.eps - 1, 1)
        # The largest numbers below 1 keep the logarithm finite.
        return self.loc - self.scale * u.sign() * of.log1p(-u.abs().clamp(min=limits.tiny))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        self._checked(value)
        return -of.log(2 * self.scale) - of.abs(value - self.loc) / self.scale

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        self._checked(value)
        far = value - self.loc
        return 0.5 - 0.5 * far.sign() * of.expm1(-far.abs() / self.scale)

    def icdf(self, value: Any) -> Any:
        """The value of a cumulative probability."""
        term = value - 0.5
        return self.loc - self.scale * term.sign() * of.log1p(-2 * term.abs())

    def entropy(self) -> Any:
        """The entropy."""
        return 1 + of.log(2 * self.scale)


class Gumbel(LocationScale):
    """The Gumbel distribution: of the greatest of many numbers."""

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        limits = finfo(self.loc.dtype)
        u = self.loc.new_empty(self._extended_shape(sample_shape)).uniform_(limits.tiny, 1 - limits.eps)
        return self.loc - self.scale * (-u.log()).log()

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        self._checked(value)
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        self._checked(value)
        return of.exp(-of.exp((self.loc - value) / self.scale))

    def icdf(self, value: Any) -> Any:
        """The value of a cumulative probability."""
        return self.loc - self.scale * (-value.log()).log()

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.loc + self.scale * euler_constant

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return (math.pi / math.sqrt(6)) * self.scale

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.stddev.pow(2)

    def entropy(self) -> Any:
        """The entropy."""
        return self.scale.log() + (1 + euler_constant)


class StudentT(Distribution):
    """Student's t-distribution.

    Args:
        df: Degrees of freedom.
        loc: Where it is.
        scale: How wide it is.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {
        "df": constraints.positive,
        "loc": constraints.real,
        "scale": constraints.positive,
    }
    support: Any = constraints.real
    has_rsample = True

    def __init__(self, df: Any, loc: Any = 0.0, scale: Any = 1.0, validate_args: bool | None = None) -> None:
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = self._chi2_of(self.df)
        super().__init__(self.df.size(), validate_args=validate_args)

    @staticmethod
    def _chi2_of(df: Any) -> Any:
        from wye.distributions.gamma import Chi2

        return Chi2(df)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        super()._expand_into(new, batch_shape)
        new._chi2 = self._chi2.expand(batch_shape)

    @property
    def mean(self) -> Any:
        """The mean; NaN where there is none."""
        return of.where(self.df > 1, self.loc, math.nan)

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return self.loc

    @property
    def variance(self) -> Any:
        """The variance; infinite or NaN where there is none."""
        finite = self.scale.pow(2) * self.df / (self.df - 2)
        found = of.where(self.df > 2, finite, math.inf)
        return of.where(self.df <= 1, math.nan, found)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        drawn = standard_normal(self._extended_shape(sample_shape), self.df.dtype, self.df.device)
        return self.loc + self.scale * (drawn * of.rsqrt(self._chi2.rsample(sample_shape) / self.df))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        y = (value - self.loc) / self.scale
        scaled = self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi)
        scaled = scaled + of.lgamma(0.5 * self.df) - of.lgamma(0.5 * (self.df + 1))
        return -0.5 * (self.df + 1) * of.log1p(y**2 / self.df) - scaled

    def entropy(self) -> Any:
        """The entropy."""
        half, more = 0.5 * self.df, 0.5 * (self.df + 1)
        beta = of.lgamma(half) + math.lgamma(0.5) - of.lgamma(more)
        return self.scale.log() + more * (of.digamma(more) - of.digamma(half)) + 0.5 * self.df.log() + beta


class Uniform(Distribution):
    """The uniform distribution.

    Args:
        low: Where it begins.
        high: Where it ends, which is outside.
        validate_args: Whether parameters and values are checked.
    """

    has_rsample = True
    arg_constraints: ClassVar[Any] = {
        "low": constraints.dependent(is_discrete=False, event_dim=0),
        "high": constraints.dependent(is_discrete=False, event_dim=0),
    }

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None) -> None:
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.size(), validate_args=validate_args)
        if self._validate_args and not of.lt(self.low, self.high).all():
            raise ValueError("Uniform is not defined when low>= high")

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:
        """Where values may be."""
        return constraints.interval(self.low, self.high)

    @property
    def mean(self) -> Any:
        """The mean."""
        return (self.high + self.low) / 2

    @property
    def mode(self) -> Any:
        """No value is more likely than others."""
        return math.nan * self.high

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return (self.high - self.low) / math.sqrt(12)

    @property
    def variance(self) -> Any:
        """The variance."""
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        drawn = of.rand(self._extended_shape(sample_shape), dtype=self.low.dtype, device=self.low.device)
        return self.low + drawn * (self.high - self.low)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return of.log(inside) - of.log(self.high - self.low)

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        if self._validate_args:
            self._validate_sample(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value: Any) -> Any:
        """The value of a cumulative probability."""
        return value * (self.high - self.low) + self.low

    def entropy(self) -> Any:
        """The entropy."""
        return of.log(self.high - self.low)
