"""Distributions that are others, transformed."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from wye.distributions import constraints
from wye.distributions.composed import TransformedDistribution
from wye.distributions.distribution import Distribution
from wye.distributions.gamma import Exponential, Gamma
from wye.distributions.location_scale import Cauchy, Normal, Uniform
from wye.distributions.number_transforms import AbsTransform, AffineTransform, ExpTransform, PowerTransform
from wye.distributions.parameters import broadcast_all, euler_constant
from wye.distributions.vector_transforms import StickBreakingTransform
from wye.functional.operators import of

__all__ = [
    "GeneralizedPareto",
    "HalfCauchy",
    "HalfNormal",
    "InverseGamma",
    "Kumaraswamy",
    "LogNormal",
    "LogisticNormal",
    "Pareto",
    "Weibull",
]


class LogNormal(TransformedDistribution):
    """Numbers whose logarithm is normally distributed.

    Args:
        loc: The mean of the logarithm.
        scale: Its standard deviation.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.positive
    has_rsample = True
    base_dist: Any

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(loc, scale, validate_args=validate_args), ExpTransform(), validate_args=validate_args)

    @property
    def loc(self) -> Any:
        """The mean of the logarithm."""
        return self.base_dist.loc

    @property
    def scale(self) -> Any:
        """The standard deviation of the logarithm."""
        return self.base_dist.scale

    @property
    def mean(self) -> Any:
        """The mean."""
        return (self.loc + self.scale.pow(2) / 2).exp()

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return (self.loc - self.scale.square()).exp()

    @property
    def variance(self) -> Any:
        """The variance."""
        square = self.scale.pow(2)
        return square.expm1() * (2 * self.loc + square).exp()

    def entropy(self) -> Any:
        """The entropy."""
        return self.base_dist.entropy() + self.loc


class LogisticNormal(TransformedDistribution):
    """Shares that stick breaking makes of normally distributed numbers: one more than there are numbers.

    Args:
        loc: The means.
        scale: The standard deviations.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.simplex
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        base = Normal(loc, scale, validate_args=validate_args)
        if not base.batch_shape:
            base = base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args=validate_args)

    @property
    def loc(self) -> Any:
        """The means."""
        return self.base_dist.base_dist.loc

    @property
    def scale(self) -> Any:
        """The standard deviations."""
        return self.base_dist.base_dist.scale


class _Half(TransformedDistribution):
    """The absolute values of a distribution around 0."""

    arg_constraints: ClassVar[Any] = {"scale": constraints.positive}
    support: Any = constraints.nonnegative
    has_rsample = True
    _whole: Any

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(self._whole(0, scale, validate_args=False), AbsTransform(), validate_args=validate_args)

    @property
    def scale(self) -> Any:
        """How wide it is."""
        return self.base_dist.scale

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return of.zeros_like(self.scale)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        found = self.base_dist.log_prob(value) + math.log(2)
        return of.where(value >= 0, found, -math.inf)

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        if self._validate_args:
            self._validate_sample(value)
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, prob: Any) -> Any:
        """The value of a cumulative probability."""
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self) -> Any:
        """The entropy."""
        return self.base_dist.entropy() - math.log(2)


class HalfNormal(_Half):
    """The absolute values of a normal distribution around 0.

    Args:
        scale: Its standard deviation.
        validate_args: Whether parameters and values are checked.
    """

    _whole = Normal

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(scale, validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.scale.pow(2) * (1 - 2 / math.pi)


class HalfCauchy(_Half):
    """The absolute values of a Cauchy distribution around 0.

    Args:
        scale: How wide that is.
        validate_args: Whether parameters and values are checked.
    """

    _whole = Cauchy

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(scale, validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """Infinite: the distribution has no mean."""
        return of.full_like(self.scale, math.inf)

    @property
    def variance(self) -> Any:
        """Infinite: the distribution has no variance."""
        return self.base_dist.variance

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        value = of.scalar_tensor(value, dtype=self.scale.dtype) if isinstance(value, float | int) else value
        return super().log_prob(value)


class Pareto(TransformedDistribution):
    """Pareto's distribution of the first kind.

    Args:
        scale: Where it begins.
        alpha: How fast it falls.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"alpha": constraints.positive, "scale": constraints.positive}

    def __init__(self, scale: Any, alpha: Any, validate_args: bool | None = None) -> None:
        self.scale, self.alpha = broadcast_all(scale, alpha)
        base = Exponential(self.alpha, validate_args=validate_args)
        steps = [ExpTransform(), AffineTransform(loc=0, scale=self.scale)]
        super().__init__(base, steps, validate_args=validate_args)

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        """The same distributions, repeated to a larger batch."""
        new = self._get_checked_instance(Pareto, _instance)
        Pareto.__init__(new, self.scale.expand(batch_shape), self.alpha.expand(batch_shape), validate_args=False)
        new._validate_args = self._validate_args
        return new

    @property
    def mean(self) -> Any:
        """The mean; infinite where there is none."""
        a = self.alpha.clamp(min=1)
        return a * self.scale / (a - 1)

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return self.scale

    @property
    def variance(self) -> Any:
        """The variance; infinite where there is none."""
        a = self.alpha.clamp(min=2)
        return self.scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:
        """Where values may be."""
        return constraints.greater_than_eq(self.scale)

    def entropy(self) -> Any:
        """The entropy."""
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())


class Weibull(TransformedDistribution):
    """The Weibull distribution.

    Args:
        scale: How wide it is.
        concentration: Its shape.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"scale": constraints.positive, "concentration": constraints.positive}
    support: Any = constraints.positive

    def __init__(self, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.scale, self.concentration = broadcast_all(scale, concentration)
        self.concentration_reciprocal = self.concentration.reciprocal()
        base = Exponential(of.ones_like(self.scale), validate_args=validate_args)
        steps = [PowerTransform(exponent=self.concentration_reciprocal), AffineTransform(loc=0, scale=self.scale)]
        super().__init__(base, steps, validate_args=validate_args)

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        """The same distributions, repeated to a larger batch."""
        new = self._get_checked_instance(Weibull, _instance)
        parameters = self.scale.expand(batch_shape), self.concentration.expand(batch_shape)
        Weibull.__init__(new, *parameters, validate_args=False)
        new._validate_args = self._validate_args
        return new

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.scale * of.exp(of.lgamma(1 + self.concentration_reciprocal))

    @property
    def mode(self) -> Any:
        """The most likely value."""
        k = self.concentration
        return self.scale * ((k - 1) / k) ** k.reciprocal()

    @property
    def variance(self) -> Any:
        """The variance."""
        inverse = self.concentration_reciprocal
        return self.scale.pow(2) * (of.exp(of.lgamma(1 + 2 * inverse)) - of.exp(2 * of.lgamma(1 + inverse)))

    def entropy(self) -> Any:
        """The entropy."""
        inverse = self.concentration_reciprocal
        return euler_constant * (1 - inverse) + of.log(self.scale * inverse) + 1


class Kumaraswamy(TransformedDistribution):
    """Kumaraswamy's distribution, which is near to a beta distribution.

    Args:
        concentration1: The first parameter.
        concentration0: The second.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support: Any = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        a, b = self.concentration1, self.concentration0
        base = Uniform(of.full_like(b, 0), of.full_like(b, 1), validate_args=validate_args)
        steps = [PowerTransform(b.reciprocal()), AffineTransform(loc=1.0, scale=-1.0), PowerTransform(a.reciprocal())]
        super().__init__(base, steps, validate_args=validate_args)

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        """The same distributions, repeated to a larger batch."""
        new = self._get_checked_instance(Kumaraswamy, _instance)
        parameters = self.concentration1.expand(batch_shape), self.concentration0.expand(batch_shape)
        Kumaraswamy.__init__(new, *parameters, validate_args=False)
        new._validate_args = self._validate_args
        return new

    def _moment(self, n: int) -> Any:
        """The mean of a power."""
        a, b = 1 + n / self.concentration1, self.concentration0
        return b * of.exp(a.lgamma() + b.lgamma() - (a + b).lgamma())

    @property
    def mean(self) -> Any:
        """The mean."""
        return self._moment(1)

    @property
    def mode(self) -> Any:
        """The most likely value; NaN where there is none."""
        a, b = self.concentration1, self.concentration0
        found = a.reciprocal() * (of.log(a - 1) - of.log(a * b - 1))
        mode = found.exp()
        return of.where((a < 1) | (b < 1), math.nan, mode)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self._moment(2) - self.mean.pow(2)

    def entropy(self) -> Any:
        """The entropy."""
        a, b = self.concentration1, self.concentration0
        harmonic = of.digamma(b + 1) + euler_constant
        return (1 - b.reciprocal()) + (1 - a.reciprocal()) * harmonic - of.log(a) - of.log(b)


class InverseGamma(TransformedDistribution):
    """Numbers whose inverse has a gamma distribution.

    Args:
        concentration: The shape of that.
        rate: Its rate.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"concentration": constraints.positive, "rate": constraints.positive}
    support: Any = constraints.positive
    has_rsample = True

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        base = Gamma(concentration, rate, validate_args=validate_args)
        step = PowerTransform(-base.rate.new_ones(()))
        super().__init__(base, step, validate_args=validate_args)

    @property
    def concentration(self) -> Any:
        """The shape."""
        return self.base_dist.concentration

    @property
    def rate(self) -> Any:
        """The rate."""
        return self.base_dist.rate

    @property
    def mean(self) -> Any:
        """The mean; infinite where there is none."""
        return of.where(self.concentration > 1, self.rate / (self.concentration - 1), math.inf)

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return self.rate / (self.concentration + 1)

    @property
    def variance(self) -> Any:
        """The variance; infinite where there is none."""
        a = self.concentration
        return of.where(a > 2, self.rate.square() / ((a - 1).square() * (a - 2)), math.inf)

    def entropy(self) -> Any:
        """The entropy."""
        a = self.concentration
        return a + self.rate.log() + a.lgamma() - (1 + a) * a.digamma()


class GeneralizedPareto(Distribution):
    """The generalized Pareto distribution: of how far values are beyond a high threshold.

    Args:
        loc: Where it begins.
        scale: How wide it is.
        concentration: How heavy its tail is; 0 is an exponential one, below 0 it ends.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {
        "loc": constraints.real,
        "scale": constraints.positive,
        "concentration": constraints.real,
    }
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.size(), validate_args=validate_args)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:
        """Where values may be."""
        end = of.where(self.concentration < 0, self.loc - self.scale / self.concentration, math.inf)
        return constraints.interval(self.loc, end)

    def _curved(self) -> Any:
        """Where the tail is not exponential, and shapes there; others elsewhere."""
        zero = of.isclose(self.concentration, self.concentration.new_zeros(()))
        return zero, of.where(zero, of.ones_like(self.concentration), self.concentration)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        shape = self._extended_shape(sample_shape)
        return self.icdf(of.rand(shape, dtype=self.loc.dtype, device=self.loc.device))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        z = (value - self.loc) / self.scale
        zero, c = self._curved()
        return of.where(zero, -z, -(1 + 1 / c) * of.log1p(c * z)) - self.scale.log()

    def log_survival_function(self, value: Any) -> Any:
        """The logarithm of the probability of greater values."""
        if self._validate_args:
            self._validate_sample(value)
        z = (value - self.loc) / self.scale
        zero, c = self._curved()
        return of.where(zero, -z, -of.log1p(c * z) / c)

    def log_cdf(self, value: Any) -> Any:
        """The logarithm of the probability of values up to one."""
        return of.log1p(-of.exp(self.log_survival_function(value)))

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        return of.exp(self.log_cdf(value))

    def icdf(self, value: Any) -> Any:
        """The value of a cumulative probability."""
        zero, c = self._curved()
        left = of.log1p(-value)
        return self.loc + self.scale * of.where(zero, -left, of.expm1(-c * left) / c)

    @property
    def mean(self) -> Any:
        """The mean; NaN where there is none."""
        valid = self.concentration < 1
        found = self.loc + self.scale / (1 - of.where(valid, self.concentration, 0.5))
        return of.where(valid, found, math.nan)

    @property
    def variance(self) -> Any:
        """The variance; NaN where there is none."""
        valid = self.concentration < 0.5
        c = of.where(valid, self.concentration, 0.25)
        return of.where(valid, self.scale**2 / ((1 - c) ** 2 * (1 - 2 * c)), math.nan)

    def entropy(self) -> Any:
        """The entropy."""
        return of.log(self.scale) + self.concentration + 1

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return self.loc
