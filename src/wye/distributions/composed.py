"""Distributions made of others: with more dimensions in a value, mixed, or transformed."""

from __future__ import annotations

from typing import Any, ClassVar

from wye.distributions import constraints
from wye.distributions.distribution import Distribution
from wye.distributions.parameters import sum_rightmost
from wye.distributions.transforms import ComposeTransform, Transform
from wye.functional.operators import of
from wye.grad_mode import no_grad
from wye.tensors import Size

__all__ = ["Independent", "MixtureSameFamily", "TransformedDistribution"]


class Independent(Distribution):
    """A distribution of which several, along the last dimensions of the batch, count as one.

    Args:
        base_distribution: The distribution.
        reinterpreted_batch_ndims: How many dimensions.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {}

    def __init__(
        self, base_distribution: Any, reinterpreted_batch_ndims: int, validate_args: bool | None = None
    ) -> None:
        if reinterpreted_batch_ndims > len(base_distribution.batch_shape):
            raise ValueError(
                "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), "
                f"actual {reinterpreted_batch_ndims} vs {len(base_distribution.batch_shape)}"
            )
        shape = base_distribution.batch_shape + base_distribution.event_shape
        cut = len(shape) - reinterpreted_batch_ndims - len(base_distribution.event_shape)
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        super().__init__(shape[:cut], shape[cut:], validate_args=validate_args)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        inner = self.event_shape[: self.reinterpreted_batch_ndims]
        new.base_dist = self.base_dist.expand((*batch_shape, *inner))
        new.reinterpreted_batch_ndims = self.reinterpreted_batch_ndims

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]  # as the other one
        """Whether values change smoothly with the parameters."""
        return bool(self.base_dist.has_rsample)

    @property
    def has_enumerate_support(self) -> bool:  # type: ignore[override]  # as the other one
        """Whether all values can be listed."""
        return self.reinterpreted_batch_ndims == 0 and bool(self.base_dist.has_enumerate_support)

    @constraints.dependent_property
    def support(self) -> Any:
        """Where values may be."""
        found = self.base_dist.support
        more = self.reinterpreted_batch_ndims
        return constraints.independent(found, more) if more else found

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.base_dist.mean

    @property
    def mode(self) -> Any:
        """The most likely value."""
        return self.base_dist.mode

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.base_dist.variance

    def sample(self, sample_shape: Any = ()) -> Any:
        """Values."""
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        return sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self) -> Any:
        """The entropy."""
        return sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self, expand: bool = True) -> Any:
        """All values, if none count together."""
        if self.reinterpreted_batch_ndims > 0:
            raise NotImplementedError("Enumeration over cartesian product is not implemented")
        return self.base_dist.enumerate_support(expand=expand)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_dist}, {self.reinterpreted_batch_ndims})"


class MixtureSameFamily(Distribution):
    """A mixture: the last dimension of a distribution's batch has its components.

    Args:
        mixture_distribution: A `Categorical` over the components.
        component_distribution: The components.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {}
    has_rsample = False

    def __init__(
        self, mixture_distribution: Any, component_distribution: Any, validate_args: bool | None = None
    ) -> None:
        from wye.distributions.categorical import Categorical

        self._mixture_distribution, self._component_distribution = mixture_distribution, component_distribution
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution need to be an instance of torch.distributions.Distribution")
        mixed, each = mixture_distribution.batch_shape, component_distribution.batch_shape[:-1]
        for one, other in zip(reversed(mixed), reversed(each), strict=False):
            if one not in (1, other) and other != 1:
                raise ValueError(
                    f"`mixture_distribution.batch_shape` ({mixed}) is not compatible with "
                    f"`component_distribution.batch_shape`({each})"
                )
        count, listed = mixture_distribution.logits.shape[-1], component_distribution.batch_shape[-1]
        if count is not None and listed is not None and count != listed:
            raise ValueError(
                f"`mixture_distribution component` ({count}) does not equal "
                f"`component_distribution.batch_shape[-1]` ({listed})"
            )
        self._num_component = listed
        event = component_distribution.event_shape
        self._event_ndims = len(event)
        super().__init__(batch_shape=each, event_shape=event, validate_args=validate_args)

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        new._component_distribution = self._component_distribution.expand((*batch_shape, self._num_component))
        new._num_component, new._event_ndims = self._num_component, self._event_ndims
        new._mixture_distribution = self._mixture_distribution.expand(batch_shape)

    @constraints.dependent_property
    def support(self) -> Any:
        """Where values may be."""
        return constraints.MixtureSameFamilyConstraint(self._component_distribution.support)

    @property
    def mixture_distribution(self) -> Any:
        """The distribution over the components."""
        return self._mixture_distribution

    @property
    def component_distribution(self) -> Any:
        """The components."""
        return self._component_distribution

    def _weights(self) -> Any:
        probs = self.mixture_distribution.probs
        return probs.reshape((*probs.shape, *(1,) * self._event_ndims))

    @property
    def mean(self) -> Any:
        """The mean."""
        return (self._weights() * self.component_distribution.mean).sum(-1 - self._event_ndims)

    @property
    def variance(self) -> Any:
        """The variance."""
        dim = -1 - self._event_ndims
        inside = (self._weights() * self.component_distribution.variance).sum(dim)
        far = self.component_distribution.mean - self._spread(self.mean)
        return inside + (self._weights() * far.pow(2.0)).sum(dim)

    def cdf(self, x: Any) -> Any:
        """The probability of values up to one."""
        return (self.component_distribution.cdf(self._spread(x)) * self.mixture_distribution.probs).sum(-1)

    def log_prob(self, x: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(x)
        found = self.component_distribution.log_prob(self._spread(x))
        return of.logsumexp(found + of.log_softmax(self.mixture_distribution.logits, -1), -1)

    def sample(self, sample_shape: Any = ()) -> Any:
        """Values."""
        with no_grad():
            shape = Size(sample_shape)
            dim = len(shape) + len(self.batch_shape)
            chosen = self.mixture_distribution.expand(self.batch_shape).sample(shape)
            drawn = self.component_distribution.sample(shape)
            at = chosen.reshape((*chosen.shape, *(1,) * (self._event_ndims + 1)))
            at = at.expand((*chosen.shape, 1, *self.event_shape))
            return of.gather(drawn, dim, at).squeeze(dim)

    def _spread(self, x: Any) -> Any:
        """A value for every component."""
        return x.unsqueeze(-1 - self._event_ndims)

    def __repr__(self) -> str:
        return f"MixtureSameFamily(\n  {self.mixture_distribution},\n  {self.component_distribution})"


class TransformedDistribution(Distribution):
    """A distribution whose values pass through transforms.

    Args:
        base_distribution: The distribution.
        transforms: A transform, or several, the first one first.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {}

    def __init__(self, base_distribution: Any, transforms: Any, validate_args: bool | None = None) -> None:
        if isinstance(transforms, Transform):
            self.transforms = [transforms]
        elif isinstance(transforms, list) and all(isinstance(one, Transform) for one in transforms):
            self.transforms = transforms
        else:
            raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
        base_shape = base_distribution.batch_shape + base_distribution.event_shape
        base_dims = len(base_distribution.event_shape)
        transform = ComposeTransform(self.transforms)
        if len(base_shape) < transform.domain.event_dim:
            raise ValueError(
                f"base_distribution needs to have shape with size at least {transform.domain.event_dim}, "
                f"but got {base_shape}."
            )
        shape = transform.forward_shape(base_shape)
        expanded = transform.inverse_shape(shape)
        if tuple(base_shape) != tuple(expanded):
            base_distribution = base_distribution.expand(expanded[: len(expanded) - base_dims])
        more = transform.domain.event_dim - base_dims
        if more > 0:
            base_distribution = Independent(base_distribution, more)
        self.base_dist = base_distribution
        dims = self._event_dims(transform, base_dims)
        cut = len(shape) - dims
        super().__init__(shape[:cut], shape[cut:], validate_args=validate_args)

    @staticmethod
    def _event_dims(transform: Any, base_dims: int) -> int:
        """How many dimensions a value has."""
        change = transform.codomain.event_dim - transform.domain.event_dim
        return int(max(transform.codomain.event_dim, base_dims + change))

    def _expand_into(self, new: Any, batch_shape: Any) -> None:
        shape = (*batch_shape, *self.event_shape)
        for transform in reversed(self.transforms):
            shape = transform.inverse_shape(shape)
        new.base_dist = self.base_dist.expand(shape[: len(shape) - len(self.base_dist.event_shape)])
        new.transforms = self.transforms

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]  # as the other one
        """Whether values change smoothly with the parameters."""
        return bool(self.base_dist.has_rsample)

    @constraints.dependent_property(is_discrete=False)
    def support(self) -> Any:
        """Where values may be."""
        if not self.transforms:
            return self.base_dist.support
        found = self.transforms[-1].codomain
        more = len(self.event_shape) - found.event_dim
        return constraints.independent(found, more) if more > 0 else found

    def sample(self, sample_shape: Any = ()) -> Any:
        """Values."""
        with no_grad():
            return self._transformed(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        return self._transformed(self.base_dist.rsample(sample_shape))

    def _transformed(self, x: Any) -> Any:
        for transform in self.transforms:
            x = transform(x)
        return x

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        dims, y, result = len(self.event_shape), value, 0.0
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            dims += transform.domain.event_dim - transform.codomain.event_dim
            change = transform.log_abs_det_jacobian(x, y)
            result = result - sum_rightmost(change, dims - transform.domain.event_dim)
            y = x
        return result + sum_rightmost(self.base_dist.log_prob(y), dims - len(self.base_dist.event_shape))

    def _turned(self, value: Any) -> Any:
        """A cumulative probability under transforms that may fall."""
        sign = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        if isinstance(sign, int) and sign == 1:
            return value
        return sign * (value - 0.5) + 0.5

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        for transform in self.transforms[::-1]:
            value = transform.inv(value)
        if self._validate_args:
            self.base_dist._validate_sample(value)
        return self._turned(self.base_dist.cdf(value))

    def icdf(self, value: Any) -> Any:
        """The value of a cumulative probability."""
        return self._transformed(self.base_dist.icdf(self._turned(value)))
