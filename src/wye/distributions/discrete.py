"""Distributions of counts and of single events."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from wye.distributions import constraints
from wye.distributions.distribution import Distribution, ExponentialFamily
from wye.distributions.gamma import Gamma
from wye.distributions.parameters import (
    broadcast_all,
    clamp_probs,
    either,
    lazy_property,
    logits_to_probs,
    probs_to_logits,
)
from wye.functional.operators import of
from wye.grad_mode import no_grad
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.tensors.limits import finfo

__all__ = [
    "Bernoulli",
    "Binomial",
    "ContinuousBernoulli",
    "Geometric",
    "NegativeBinomial",
    "Poisson",
    "Probability",
]


def _cross_entropy(logits: Any, probs: Any) -> Any:
    return F.binary_cross_entropy_with_logits(logits, probs, reduction="none")


class Probability(Distribution):
    """A distribution of the probability of an event, or of its logit; each follows from the other."""

    arg_constraints: ClassVar[Any] = {"probs": constraints.unit_interval, "logits": constraints.real}

    def _take(self, probs: Any, logits: Any) -> Any:
        """Keep the one that is given."""
        either(probs, logits)
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
        else:
            (self.logits,) = broadcast_all(logits)
        return self._param.size()

    @property
    def _param(self) -> Any:
        return self.__dict__.get("probs", self.__dict__.get("logits"))

    def _new(self, *args: Any, **kwargs: Any) -> Any:
        return self._param.new(*args, **kwargs)

    @lazy_property
    def logits(self) -> Any:  # an attribute once it is known
        """The logarithm of the odds."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self) -> Any:  # an attribute once it is known
        """The probability."""
        return logits_to_probs(self.logits, is_binary=True)

    @property
    def param_shape(self) -> Any:
        """The shape of the probabilities."""
        return self._param.size()

    def _checked(self, value: Any) -> None:
        if self._validate_args:
            self._validate_sample(value)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        for name in ("probs", "logits"):
            if name in self.__dict__:
                setattr(new, name, self.__dict__[name].expand(batch_shape))


class Bernoulli(Probability, ExponentialFamily):
    """1 with a probability, else 0.

    Args:
        probs: The probability of 1.
        logits: Or the logarithm of its odds.
        validate_args: Whether parameters and values are checked.
    """

    support: Any = constraints.boolean
    has_enumerate_support = True
    _mean_carrier_measure = 0

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(self._take(probs, logits), validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.probs

    @property
    def mode(self) -> Any:
        """The more likely one; NaN where both are as likely."""
        mode = (self.probs >= 0.5).to(self.probs)
        return of.where(self.probs == 0.5, math.nan, mode)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Values."""
        with no_grad():
            return of.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability."""
        self._checked(value)
        logits, value = broadcast_all(self.logits, value)
        return -_cross_entropy(logits, value)

    def entropy(self) -> Any:
        """The entropy."""
        return _cross_entropy(self.logits, self.probs)

    def enumerate_support(self, expand: bool = True) -> Any:
        """0 and 1."""
        values = of.arange(2, dtype=self._param.dtype, device=self._param.device)
        values = values.view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (of.logit(self.probs),)

    def _log_normalizer(self, *natural_params: Any) -> Any:
        return of.log1p(of.exp(natural_params[0]))


class Geometric(Probability):
    """How often an event does not happen before it does for the first time.

    Args:
        probs: Its probability.
        logits: Or the logarithm of its odds.
        validate_args: Whether parameters and values are checked.
    """

    support: Any = constraints.nonnegative_integer

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(self._take(probs, logits), validate_args=validate_args)
        if self._validate_args and probs is not None:
            value = self.probs
            if not (value > 0).all():
                raise ValueError(
                    f"Expected parameter probs ({type(value).__name__} of shape {tuple(value.shape)}) of distribution "
                    f"{self!r} to be positive but found invalid values:\n{value.data[value <= 0]}"
                )

    @property
    def mean(self) -> Any:
        """The mean."""
        return 1.0 / self.probs - 1.0

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return of.zeros_like(self.probs)

    @property
    def variance(self) -> Any:
        """The variance."""
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape: Any = ()) -> Any:
        """Values."""
        shape = self._extended_shape(sample_shape)
        with no_grad():
            u = self.probs.new_empty(shape).uniform_(finfo(self.probs.dtype).tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability."""
        self._checked(value)
        value, probs = broadcast_all(value, self.probs)
        probs = of.where((probs == 1) & (value == 0), 0, probs)  # then the first event happens at once
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self) -> Any:
        """The entropy."""
        return _cross_entropy(self.logits, self.probs) / self.probs


class _OfTrials(Probability):
    """A distribution of the probability of an event and of a number of trials."""

    def _take_trials(self, total_count: Any, probs: Any, logits: Any) -> Any:
        """Keep the number, and the one of the others that is given."""
        either(probs, logits)
        if probs is not None:
            self.total_count, self.probs = broadcast_all(total_count, probs)
        else:
            self.total_count, self.logits = broadcast_all(total_count, logits)
        self.total_count = self.total_count.type_as(self._param)
        return self._param.size()

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        super()._expand_into(new, batch_shape)
        new.total_count = self.total_count.expand(batch_shape)


class Binomial(_OfTrials):
    """How many of a number of trials succeed.

    Args:
        total_count: How many trials there are.
        probs: The probability of success.
        logits: Or the logarithm of its odds.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {
        "total_count": constraints.nonnegative_integer,
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    has_enumerate_support = True

    def __init__(
        self, total_count: Any = 1, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(self._take_trials(total_count, probs, logits), validate_args=validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self) -> Any:
        """Where values may be."""
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.total_count * self.probs

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Values."""
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return of.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability."""
        self._checked(value)
        total, logits = self.total_count, self.logits
        ways = of.lgamma(total + 1) - of.lgamma(value + 1) - of.lgamma(total - value + 1)
        # log(1 + exp(logits)), without an overflow.
        positive = (logits.clamp(min=0) + logits - logits.clamp(max=0)) / 2  # its gradient at 0 is 1/2
        softened = positive + of.log1p(of.exp(-of.abs(logits)))
        return value * logits - total * softened + ways

    def entropy(self) -> Any:
        """The entropy; for one number of trials."""
        total = int(self.total_count.max())
        if not self.total_count.min() == total:
            raise NotImplementedError("Inhomogeneous total count not supported by `entropy`.")
        log_prob = self.log_prob(self.enumerate_support(False))
        return -(of.exp(log_prob) * log_prob).sum(0)

    def enumerate_support(self, expand: bool = True) -> Any:
        """All counts; for one number of trials."""
        total = int(self.total_count.max())
        if not self.total_count.min() == total:
            raise NotImplementedError("Inhomogeneous total count not supported by `enumerate_support`.")
        values = of.arange(1 + total, dtype=self._param.dtype, device=self._param.device)
        values = values.view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values


class NegativeBinomial(_OfTrials):
    """How many trials succeed before a number of them fails.

    Args:
        total_count: How many fail.
        probs: The probability of success.
        logits: Or the logarithm of its odds.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {
        "total_count": constraints.greater_than_eq(0),
        "probs": constraints.half_open_interval(0.0, 1.0),
        "logits": constraints.real,
    }
    support: Any = constraints.nonnegative_integer

    def __init__(
        self, total_count: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(self._take_trials(total_count, probs, logits), validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.total_count * of.exp(self.logits)

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.mean / of.sigmoid(-self.logits)

    @lazy_property
    def _gamma(self) -> Any:
        # Without checks: a rate may be 0 where a probability is 1 up to rounding.
        return Gamma(concentration=self.total_count, rate=of.exp(-self.logits), validate_args=False)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Values."""
        with no_grad():
            return of.poisson(self._gamma.sample(sample_shape))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability."""
        self._checked(value)
        total = self.total_count
        scaled = total * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)
        ways = -of.lgamma(total + value) + of.lgamma(1.0 + value) + of.lgamma(total)
        return scaled - ways.masked_fill(total + value == 0.0, 0.0)


class Poisson(ExponentialFamily):
    """How often something happens that happens at a rate.

    Args:
        rate: How often on average.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"rate": constraints.nonnegative}
    support: Any = constraints.nonnegative_integer

    def __init__(self, rate: Any, validate_args: bool | None = None) -> None:
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.size(), validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.rate

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return self.rate.floor()

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.rate

    def sample(self, sample_shape: Any = ()) -> Any:
        """Values."""
        with no_grad():
            return of.poisson(self.rate.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability."""
        if self._validate_args:
            self._validate_sample(value)
        rate, value = broadcast_all(self.rate, value)
        return value.xlogy(rate) - rate - (value + 1).lgamma()

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (of.log(self.rate),)

    def _log_normalizer(self, *natural_params: Any) -> Any:
        return of.exp(natural_params[0])


class ContinuousBernoulli(Probability, ExponentialFamily):
    """Numbers between 0 and 1 with a density of the form of Bernoulli's.

    Args:
        probs: The parameter, between 0 and 1.
        logits: Or its logit.
        lims: Between these, near 1/2, series are used: the formulas are singular there.
        validate_args: Whether parameters and values are checked.
    """

    support: Any = constraints.unit_interval
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(
        self, probs: Any = None, logits: Any = None, lims: Any = (0.499, 0.501), validate_args: bool | None = None
    ) -> None:
        shape = self._take(probs, logits)
        if probs is not None:
            if validate_args is not None and not self.arg_constraints["probs"].check(self.probs).all():
                raise ValueError("The parameter probs has invalid values")
            self.probs = clamp_probs(self.probs)
        self._lims = lims
        super().__init__(shape, validate_args=validate_args)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        super()._expand_into(new, batch_shape)
        new._lims = self._lims

    @lazy_property
    def probs(self) -> Any:  # an attribute once it is known
        """The parameter."""
        return clamp_probs(logits_to_probs(self.logits, is_binary=True))

    def _regular(self) -> Any:
        """Where the formulas are not singular."""
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

    def _away(self) -> Any:
        """The parameters, and another number where the formulas are singular."""
        return of.where(self._regular(), self.probs, self._lims[0] * of.ones_like(self.probs))

    def _cont_bern_log_norm(self) -> Any:
        """The logarithm of what makes the density one."""
        p, x = self._away(), self.probs - 0.5
        below = of.where(p <= 0.5, p, of.zeros_like(p))
        above = of.where(p >= 0.5, p, of.ones_like(p))
        change = of.where(p <= 0.5, of.log1p(-2.0 * below), of.log(2.0 * above - 1.0))
        found = of.log(of.abs(of.log1p(-p) - of.log(p))) - change
        square = x.pow(2)
        return of.where(self._regular(), found, math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * square) * square)

    @property
    def mean(self) -> Any:
        """The mean."""
        p, x = self._away(), self.probs - 0.5
        found = p / (2.0 * p - 1.0) + 1.0 / (of.log1p(-p) - of.log(p))
        return of.where(self._regular(), found, 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * x.pow(2)) * x)

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return of.sqrt(self.variance)

    @property
    def variance(self) -> Any:
        """The variance."""
        p, x = self._away(), (self.probs - 0.5).pow(2)
        found = p * (p - 1.0) / (1.0 - 2.0 * p).pow(2) + 1.0 / (of.log1p(-p) - of.log(p)).pow(2)
        return of.where(self._regular(), found, 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        drawn = of.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype, device=self.probs.device)
        return self.icdf(drawn)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        self._checked(value)
        logits, value = broadcast_all(self.logits, value)
        return -_cross_entropy(logits, value) + self._cont_bern_log_norm()

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        self._checked(value)
        p = self._away()
        found = (of.pow(p, value) * of.pow(1.0 - p, 1.0 - value) + p - 1.0) / (2.0 * p - 1.0)
        inside = of.where(self._regular(), found, value)
        outside = of.where(of.le(value, 0.0), of.zeros_like(value), of.ones_like(value))
        return of.where(of.le(value, 0.0) | of.ge(value, 1.0), outside, inside)

    def icdf(self, value: Any) -> Any:
        """The value of a cumulative probability."""
        p = self._away()
        found = (of.log1p(-p + value * (2.0 * p - 1.0)) - of.log1p(-p)) / (of.log(p) - of.log1p(-p))
        return of.where(self._regular(), found, value)

    def entropy(self) -> Any:
        """The entropy."""
        failed = of.log1p(-self.probs)
        return self.mean * (failed - of.log(self.probs)) - self._cont_bern_log_norm() - failed

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (self.logits,)

    def _log_normalizer(self, *natural_params: Any) -> Any:
        (x,) = natural_params
        regular = (x <= self._lims[0] - 0.5) | (x > self._lims[1] - 0.5)
        away = of.where(regular, x, (self._lims[0] - 0.5) * of.ones_like(x))
        found = of.log(of.abs(of.special_expm1(away))) - of.log(of.abs(away))
        return of.where(regular, found, 0.5 * x + x.pow(2) / 24.0 - x.pow(4) / 2880.0)
