"""Distributions over classes, and continuous relaxations of them."""

from __future__ import annotations

from typing import Any, ClassVar

from wye.distributions import constraints
from wye.distributions.composed import TransformedDistribution
from wye.distributions.discrete import Binomial, Probability
from wye.distributions.distribution import Distribution
from wye.distributions.number_transforms import ExpTransform, SigmoidTransform
from wye.distributions.parameters import (
    broadcast_all,
    clamp_probs,
    either,
    lazy_property,
    logits_to_probs,
    probs_to_logits,
)
from wye.functional.operators import of
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.tensors import Size
from wye.tensors.limits import finfo

__all__ = [
    "Categorical",
    "ExpRelaxedCategorical",
    "LogitRelaxedBernoulli",
    "Multinomial",
    "OneHotCategorical",
    "OneHotCategoricalStraightThrough",
    "RelaxedBernoulli",
    "RelaxedOneHotCategorical",
]


class Categorical(Distribution):
    """One of several classes.

    Args:
        probs: How likely each is, along the last dimension; need not add up to 1.
        logits: Or the logarithms, up to a number that all have in common.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"probs": constraints.simplex, "logits": constraints.real_vector}
    has_enumerate_support = True

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        either(probs, logits)
        given, name = (probs, "probs") if probs is not None else (logits, "logits")
        if given.dim() < 1:
            raise ValueError(f"`{name}` parameter must be at least one-dimensional.")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        super().__init__(given.shape[:-1], validate_args=validate_args)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        for name in ("probs", "logits"):
            if name in self.__dict__:
                setattr(new, name, self.__dict__[name].expand((*batch_shape, self._num_events)))

    @property
    def _param(self) -> Any:
        return self.__dict__.get("probs", self.__dict__.get("logits"))

    @property
    def _num_events(self) -> int:
        return int(self._param.size(-1))

    def _new(self, *args: Any, **kwargs: Any) -> Any:
        return self._param.new(*args, **kwargs)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self) -> Any:
        """Where values may be."""
        return constraints.integer_interval(0, self._num_events - 1)

    @lazy_property
    def logits(self) -> Any:  # an attribute once it is known
        """The logarithms of the probabilities."""
        return probs_to_logits(self.probs)

    @lazy_property
    def probs(self) -> Any:  # an attribute once it is known
        """The probabilities."""
        return logits_to_probs(self.logits)

    @property
    def param_shape(self) -> Any:
        """The shape of the probabilities."""
        return self._param.size()

    @property
    def mean(self) -> Any:
        """Classes have none: NaN."""
        return of.full(self._extended_shape(), float("nan"), dtype=self.probs.dtype, device=self.probs.device)

    @property
    def mode(self) -> Any:
        """The most likely class."""
        return self.probs.argmax(dim=-1)

    @property
    def variance(self) -> Any:
        """Classes have none: NaN."""
        return of.full(self._extended_shape(), float("nan"), dtype=self.probs.dtype, device=self.probs.device)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Classes."""
        shape = Size(sample_shape)
        flat = self.probs.reshape(-1, self._num_events)
        drawn = of.multinomial(flat, shape.numel(), True).T
        return drawn.reshape(self._extended_shape(shape))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability."""
        if self._validate_args:
            self._validate_sample(value)
        value = value.long().unsqueeze(-1)
        value, log_pmf = of.broadcast_tensors([value, self.logits])
        return log_pmf.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self) -> Any:
        """The entropy."""
        logits = self.logits.clamp(min=finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)

    def enumerate_support(self, expand: bool = True) -> Any:
        """All classes."""
        values = of.arange(self._num_events, device=self._param.device).long()
        values = values.view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1, *self._batch_shape)) if expand else values


class _OverCategorical(Distribution):
    """A distribution that shows the parameters of a categorical one, which it keeps."""

    _categorical: Any

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        new._categorical = self._categorical.expand(batch_shape)

    def _new(self, *args: Any, **kwargs: Any) -> Any:
        return self._categorical._new(*args, **kwargs)

    @property
    def _param(self) -> Any:
        return self._categorical._param

    @property
    def probs(self) -> Any:
        """The probabilities."""
        return self._categorical.probs

    @property
    def logits(self) -> Any:
        """The logarithms of the probabilities."""
        return self._categorical.logits

    @property
    def param_shape(self) -> Any:
        """The shape of the probabilities."""
        return self._categorical.param_shape


class OneHotCategorical(_OverCategorical):
    """One of several classes, as a vector with one 1.

    Args:
        probs: How likely each is, along the last dimension; need not add up to 1.
        logits: Or the logarithms, up to a number that all have in common.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support: Any = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._categorical = Categorical(probs, logits)
        shape = self._categorical.param_shape
        super().__init__(self._categorical.batch_shape, shape[-1:], validate_args=validate_args)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.probs

    @property
    def mode(self) -> Any:
        """The most likely class."""
        return F.one_hot(self.probs.argmax(axis=-1), num_classes=self.probs.shape[-1]).to(self.probs)

    @property
    def variance(self) -> Any:
        """The variance of each number."""
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Vectors."""
        drawn = self._categorical.sample(Size(sample_shape))
        return F.one_hot(drawn, self._categorical._num_events).to(self.probs)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability."""
        if self._validate_args:
            self._validate_sample(value)
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self) -> Any:
        """The entropy."""
        return self._categorical.entropy()

    def enumerate_support(self, expand: bool = True) -> Any:
        """All vectors."""
        n = self.event_shape[0]
        values = of.eye(n, dtype=self._param.dtype, device=self._param.device)
        values = values.view((n, *(1,) * len(self.batch_shape), n))
        return values.expand((n, *self.batch_shape, n)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """`OneHotCategorical`, where the gradient of a sample is that of the probabilities."""

    has_rsample = True

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Vectors."""
        return self.sample(sample_shape) + (self.probs - self.probs.detach())


class Multinomial(_OverCategorical):
    """How often each of several classes comes, of a number of trials.

    Args:
        total_count: How many trials.
        probs: How likely each class is, along the last dimension; need not add up to 1.
        logits: Or the logarithms, up to a number that all have in common.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"probs": constraints.simplex, "logits": constraints.real_vector}
    total_count: int

    def __init__(
        self, total_count: int = 1, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        self._categorical = Categorical(probs=probs, logits=logits)
        self._binomial = Binomial(total_count=total_count, probs=self.probs)
        shape = self._categorical.param_shape
        super().__init__(self._categorical.batch_shape, shape[-1:], validate_args=validate_args)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        super()._expand_into(new, batch_shape)
        new.total_count = self.total_count
        new._binomial = self._binomial.expand((*batch_shape, *self.event_shape))

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self) -> Any:
        """Where values may be."""
        return constraints.multinomial(self.total_count)

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.probs * self.total_count

    @property
    def variance(self) -> Any:
        """The variance of each count."""
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Counts."""
        shape = Size(sample_shape)
        drawn = self._categorical.sample((self.total_count, *shape))
        drawn = drawn.permute(*range(1, drawn.dim()), 0)
        counts = drawn.new_zeros(self._extended_shape(shape))
        counts.scatter_add_(-1, drawn, of.ones_like(drawn))
        return counts.type_as(self.probs)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the probability."""
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        logits = logits.clone()
        logits[(value == 0) & (logits == -float("inf"))] = 0
        ways = of.lgamma(value.sum(-1) + 1) - of.lgamma(value + 1).sum(-1)
        return ways + (logits * value).sum(-1)

    def entropy(self) -> Any:
        """The entropy."""
        n = of.scalar_tensor(self.total_count, dtype=self.probs.dtype, device=self.probs.device)
        categories = self._categorical.entropy()
        support = self._binomial.enumerate_support(expand=False)[1:]
        weights = of.exp(self._binomial.log_prob(support))
        return n * categories - of.lgamma(n + 1) + (weights * of.lgamma(support + 1)).sum((0, -1))


class ExpRelaxedCategorical(_OverCategorical):
    """The logarithm of a relaxed vector.

    Args:
        temperature: The lower it is, the nearer a sample is to a vector with one 1.
        probs: How likely each class is, along the last dimension; need not add up to 1.
        logits: Or the logarithms, up to a number that all have in common.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support: Any = constraints.real_vector  # the exponentials add up to 1, which rounding hides
    has_rsample = True

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self._categorical = Categorical(probs, logits)
        self.temperature = temperature
        shape = self._categorical.param_shape
        super().__init__(self._categorical.batch_shape, shape[-1:], validate_args=validate_args)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        super()._expand_into(new, batch_shape)
        new.temperature = self.temperature

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        shape = self._extended_shape(sample_shape)
        uniforms = clamp_probs(of.rand(shape, dtype=self.logits.dtype, device=self.logits.device))
        gumbels = -((-uniforms.log()).log())
        scores = (self.logits + gumbels) / self.temperature
        return scores - scores.logsumexp(dim=-1, keepdim=True)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        k = self._categorical._num_events
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        temperature = of.full_like(self.temperature, float(k))
        scale = temperature.lgamma() - self.temperature.log().mul(-(k - 1))
        score = logits - value.mul(self.temperature)
        return (score - score.logsumexp(dim=-1, keepdim=True)).sum(-1) + scale


class _Relaxed(TransformedDistribution):
    """Numbers near to those of a discrete distribution, which transform those of another one with its parameters."""

    has_rsample = True
    base_dist: Any

    @property
    def temperature(self) -> Any:
        """How far from the discrete distribution."""
        return self.base_dist.temperature

    @property
    def logits(self) -> Any:
        """The logarithms of the probabilities, or of the odds."""
        return self.base_dist.logits

    @property
    def probs(self) -> Any:
        """The probabilities."""
        return self.base_dist.probs


class RelaxedOneHotCategorical(_Relaxed):
    """Vectors of positive numbers with sum 1, near to those with one 1.

    Args:
        temperature: The lower it is, the nearer they are.
        probs: How likely each class is, along the last dimension; need not add up to 1.
        logits: Or the logarithms, up to a number that all have in common.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support: Any = constraints.simplex

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args=validate_args)
        super().__init__(base, ExpTransform(), validate_args=validate_args)


class LogitRelaxedBernoulli(Probability):
    """The logit of a number that is near to 0 or 1.

    Args:
        temperature: The lower it is, the nearer.
        probs: The probability of 1.
        logits: Or the logarithm of its odds.
        validate_args: Whether parameters and values are checked.
    """

    support: Any = constraints.real

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        self.temperature = temperature
        super().__init__(self._take(probs, logits), validate_args=validate_args)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        super()._expand_into(new, batch_shape)
        new.temperature = self.temperature

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        shape = self._extended_shape(sample_shape)
        probs = clamp_probs(self.probs.expand(shape))
        u = clamp_probs(of.rand(shape, dtype=probs.dtype, device=probs.device))
        return (u.log() - (-u).log1p() + probs.log() - (-probs).log1p()) / self.temperature

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        self._checked(value)
        logits, value = broadcast_all(self.logits, value)
        far = logits - value.mul(self.temperature)
        return self.temperature.log() + far - 2 * far.exp().log1p()


class RelaxedBernoulli(_Relaxed):
    """Numbers between 0 and 1, near to them.

    Args:
        temperature: The lower it is, the nearer.
        probs: The probability of 1.
        logits: Or the logarithm of its odds.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"probs": constraints.unit_interval, "logits": constraints.real}
    support: Any = constraints.unit_interval

    def __init__(
        self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None
    ) -> None:
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform(), validate_args=validate_args)
