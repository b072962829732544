"""Distributions around the gamma function."""

from __future__ import annotations

from typing import Any, ClassVar

from wye.autograd.function import Function, once_differentiable
from wye.call.packets import ops
from wye.distributions import constraints
from wye.distributions.distribution import Distribution, ExponentialFamily
from wye.distributions.parameters import broadcast_all
from wye.functional.operators import of
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.tensors import Size, Tensor, tensor
from wye.tensors.limits import finfo

__all__ = ["Beta", "Chi2", "Dirichlet", "Exponential", "FisherSnedecor", "Gamma", "dirichlet_backward"]


def _positive_sample(value: Any) -> Any:
    """A sample that is not 0, without a gradient for what is lifted."""
    value.detach().clamp_(min=finfo(value.dtype).tiny)
    return value


class Gamma(ExponentialFamily):
    """The gamma distribution.

    Args:
        concentration: Its shape.
        rate: One over its scale.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"concentration": constraints.positive, "rate": constraints.positive}
    support: Any = constraints.nonnegative
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.size(), validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.concentration / self.rate

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        shape = self._extended_shape(sample_shape)
        return _positive_sample(ops.aten._standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if not isinstance(value, Tensor):
            value = tensor(value, dtype=self.rate.dtype, device=self.rate.device)
        if self._validate_args:
            self._validate_sample(value)
        a, rate = self.concentration, self.rate
        return of.xlogy(a, rate) + of.xlogy(a - 1, value) - rate * value - of.lgamma(a)

    def entropy(self) -> Any:
        """The entropy."""
        a = self.concentration
        return a - of.log(self.rate) + of.lgamma(a) + (1.0 - a) * of.digamma(a)

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        if self._validate_args:
            self._validate_sample(value)
        return of.special_gammainc(self.concentration, self.rate * value)

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return self.concentration - 1, -self.rate

    def _log_normalizer(self, *natural_params: Any) -> Any:
        x, y = natural_params
        return of.lgamma(x + 1) + (x + 1) * of.log(-y.reciprocal())


class Chi2(Gamma):
    """The chi-squared distribution.

    Args:
        df: Degrees of freedom.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"df": constraints.positive}

    def __init__(self, df: Any, validate_args: bool | None = None) -> None:
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        new.concentration, new.rate = self.concentration.expand(batch_shape), self.rate.expand(batch_shape)

    @property
    def df(self) -> Any:
        """Degrees of freedom."""
        return self.concentration * 2


class Exponential(ExponentialFamily):
    """The exponential distribution.

    Args:
        rate: One over its mean.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"rate": constraints.positive}
    support: Any = constraints.nonnegative
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(self, rate: Any, validate_args: bool | None = None) -> None:
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.size(), validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.rate.reciprocal()

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return of.zeros_like(self.rate)

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return self.rate.reciprocal()

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.rate.pow(-2)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        return self.rate.new_empty(self._extended_shape(sample_shape)).exponential_() / self.rate

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        if self._validate_args:
            self._validate_sample(value)
        return 1 - of.exp(-self.rate * value)

    def icdf(self, value: Any) -> Any:
        """The value of a cumulative probability."""
        return -of.log1p(-value) / self.rate

    def entropy(self) -> Any:
        """The entropy."""
        return 1.0 - of.log(self.rate)

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (-self.rate,)

    def _log_normalizer(self, *natural_params: Any) -> Any:
        return -of.log(-natural_params[0])


def dirichlet_backward(x: Any, concentration: Any, grad_output: Any) -> Any:
    """The gradient for the concentrations of numbers that were drawn."""
    total = concentration.sum(-1, True).expand_as(concentration)
    change = ops.aten._dirichlet_grad(x, concentration, total)
    return change * (grad_output - (x * grad_output).sum(-1, True))


class _Drawn(Function):
    """A sample of a Dirichlet distribution, which changes with the concentrations at its place in the distribution."""

    @staticmethod
    def forward(ctx: Any, concentration: Any) -> Any:
        x = ops.aten._sample_dirichlet(concentration)
        ctx.save_for_backward(x, concentration)
        return x

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad_output: Any) -> Any:
        x, concentration = ctx.saved_tensors
        return dirichlet_backward(x, concentration, grad_output)


class Dirichlet(ExponentialFamily):
    """The Dirichlet distribution: vectors of positive numbers with sum 1.

    Args:
        concentration: One for each number, along the last dimension.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"concentration": constraints.independent(constraints.positive, 1)}
    support: Any = constraints.simplex
    has_rsample = True

    def __init__(self, concentration: Any, validate_args: bool | None = None) -> None:
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        return _Drawn.apply(self.concentration.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        a = self.concentration
        return of.xlogy(a - 1.0, value).sum(-1) + of.lgamma(a.sum(-1)) - of.lgamma(a).sum(-1)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self) -> Any:
        """The most likely value; a corner if all concentrations are below 1."""
        above = (self.concentration - 1).clamp(min=0.0)
        mode = above / above.sum(-1, True)
        below = (self.concentration < 1).all(-1)
        corner = F.one_hot(mode.nan_to_num(0).argmax(-1), mode.shape[-1]).to(mode) if bool(below.any()) else mode
        return of.where(below.unsqueeze(-1), corner, mode)

    @property
    def variance(self) -> Any:
        """The variance of each number."""
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def entropy(self) -> Any:
        """The entropy."""
        a, k = self.concentration, self.concentration.size(-1)
        total = a.sum(-1)
        digammas = (k - total) * of.digamma(total) + ((a - 1.0) * of.digamma(a)).sum(-1)
        return of.lgamma(a).sum(-1) - of.lgamma(total) - digammas

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return (self.concentration,)

    def _log_normalizer(self, *natural_params: Any) -> Any:
        (x,) = natural_params
        return x.lgamma().sum(-1) - of.lgamma(x.sum(-1))


class Beta(ExponentialFamily):
    """The beta distribution: the first of two numbers of a Dirichlet distribution.

    Args:
        concentration1: How strongly it is drawn to 1.
        concentration0: How strongly it is drawn to 0.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support: Any = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        if isinstance(concentration1, float | int) and isinstance(concentration0, float | int):
            both = tensor([float(concentration1), float(concentration0)])
        else:
            both = of.stack(broadcast_all(concentration1, concentration0), -1)
        self._dirichlet = Dirichlet(both, validate_args=validate_args)
        super().__init__(self._dirichlet._batch_shape, validate_args=validate_args)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        new._dirichlet = self._dirichlet.expand(batch_shape)

    @property
    def concentration1(self) -> Any:
        """How strongly it is drawn to 1."""
        return self._dirichlet.concentration[..., 0]

    @property
    def concentration0(self) -> Any:
        """How strongly it is drawn to 0."""
        return self._dirichlet.concentration[..., 1]

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return self._dirichlet.mode[..., 0]

    @property
    def variance(self) -> Any:
        """The variance."""
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        return self._dirichlet.rsample(Size(sample_shape)).select(-1, 0)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        return self._dirichlet.log_prob(of.stack([value, 1.0 - value], -1))

    def entropy(self) -> Any:
        """The entropy."""
        return self._dirichlet.entropy()

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        return self.concentration1, self.concentration0

    def _log_normalizer(self, *natural_params: Any) -> Any:
        x, y = natural_params
        return of.lgamma(x) + of.lgamma(y) - of.lgamma(x + y)


class FisherSnedecor(Distribution):
    """Fisher's and Snedecor's F-distribution: of the quotient of two variances.

    Args:
        df1: Degrees of freedom of the first.
        df2: Of the second.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"df1": constraints.positive, "df2": constraints.positive}
    support: Any = constraints.positive
    has_rsample = True

    def __init__(self, df1: Any, df2: Any, validate_args: bool | None = None) -> None:
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1, self._gamma2 = Gamma(self.df1 * 0.5, self.df1), Gamma(self.df2 * 0.5, self.df2)
        super().__init__(self.df1.size(), validate_args=validate_args)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        super()._expand_into(new, batch_shape)
        new._gamma1, new._gamma2 = self._gamma1.expand(batch_shape), self._gamma2.expand(batch_shape)

    @property
    def mean(self) -> Any:
        """The mean; NaN where there is none."""
        return of.where(self.df2 > 2, self.df2 / (self.df2 - 2), float("nan"))

    @property
    def mode(self) -> Any:
        """The most likely value; NaN where there is none."""
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return of.where(self.df1 > 2, mode, float("nan"))

    @property
    def variance(self) -> Any:
        """The variance; NaN where there is none."""
        df1, df2 = self.df1, of.where(self.df2 > 4, self.df2, float("nan"))
        return 2 * df2.pow(2) * (df1 + df2 - 2) / (df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        shape, tiny = Size(sample_shape), finfo(self.df1.dtype).tiny
        first, second = self._gamma1.rsample(shape), self._gamma2.rsample(shape).clamp(min=tiny)
        return (first / second).clamp(min=tiny)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        half1, half2, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        normalizer = of.lgamma(half1 + half2) - of.lgamma(half1) - of.lgamma(half2)
        return normalizer + half1 * ratio.log() + (half1 - 1) * value.log() - (half1 + half2) * of.log1p(ratio * value)
