"""What every distribution has: shapes, checks of parameters and values, samples, densities."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from wye.autograd import grad
from wye.distributions import constraints
from wye.distributions.parameters import LazyProperty
from wye.functional.operators import of
from wye.grad_mode import enable_grad, no_grad
from wye.tensors import Size, Tensor

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Distribution", "ExponentialFamily"]


class Distribution:
    """A family of probability distributions, one for each place of ``batch_shape``, over values of ``event_shape``.

    Parameters are the attributes that ``arg_constraints`` names.

    Args:
        batch_shape: The shape of the distributions.
        event_shape: The shape of a value.
        validate_args: Whether parameters and values are checked; by default what `set_default_validate_args` says.
    """

    has_rsample: bool = False
    has_enumerate_support: bool = False
    _validate_args: bool = __debug__

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Let distributions check their parameters and values, or not.

        Raises:
            ValueError: it is neither True nor False.
        """
        if value not in (True, False):
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape: Any = (), event_shape: Any = (), validate_args: bool | None = None) -> None:
        self._batch_shape, self._event_shape = Size(batch_shape), Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_parameters()

    def _check_parameters(self) -> None:
        try:
            regions = self.arg_constraints
        except NotImplementedError:
            regions = {}
            warnings.warn(
                f"{type(self)} does not define `arg_constraints`. Please set `arg_constraints = {{}}` or initialize "
                "the distribution with `validate_args=False` to turn off validation.",
                stacklevel=4,
            )
        for name, region in regions.items():
            if constraints.is_dependent(region):
                continue
            if name not in self.__dict__ and isinstance(getattr(type(self), name), LazyProperty):
                continue  # it follows from another one
            value = getattr(self, name)
            if not region.check(value).all():
                raise ValueError(
                    f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution "
                    f"{self!r} to satisfy the constraint {region!r}, but found invalid values:\n{value}"
                )

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        """The same distributions, repeated to a larger batch, without copies.

        Args:
            batch_shape: The shape.
            _instance: Where a subclass wants the parameters; a new instance by default.

        Raises:
            NotImplementedError: a subclass with a constructor of its own has no ``expand`` of its own.
        """
        home = next(cls for cls in type(self).__mro__ if cls.__module__.startswith(__package__ or ""))
        if home is Distribution:
            raise NotImplementedError
        new = self._get_checked_instance(home, _instance)
        batch_shape = Size(batch_shape)
        self._expand_into(new, batch_shape)
        Distribution.__init__(new, batch_shape, self.event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    def _expand_into(self, new: Any, batch_shape: Size) -> None:
        """Give an instance the expanded parameters: those that are attributes already."""
        for name, region in type(self)._regions().items():
            if name in self.__dict__:
                value = self.__dict__[name]
                event = value.shape[value.dim() - region.event_dim :] if region.event_dim else ()
                setattr(new, name, value.expand((*batch_shape, *event)))

    @classmethod
    def _regions(cls) -> Mapping[str, Any]:
        """The regions of parameters, as the class knows them."""
        found: Any = cls.arg_constraints
        return found if not isinstance(found, property) else {}

    def _get_checked_instance(self, cls: type, _instance: Any = None) -> Any:
        if _instance is None and type(self).__init__ is not cls.__init__:  # type: ignore[misc]  # compared, not called
            raise NotImplementedError(
                f"Subclass {type(self).__name__} of {cls.__name__} that defines a custom __init__ method must also "
                "define a custom .expand() method."
            )
        return type(self).__new__(type(self)) if _instance is None else _instance

    @property
    def batch_shape(self) -> Size:
        """The shape of the distributions."""
        return self._batch_shape

    @property
    def event_shape(self) -> Size:
        """The shape of a value."""
        return self._event_shape

    @property
    def arg_constraints(self) -> dict[str, Any]:
        """Parameter -> where it may be."""
        raise NotImplementedError

    @property
    def support(self) -> Any:
        """Where values may be."""
        raise NotImplementedError

    @property
    def mean(self) -> Any:
        """The mean."""
        raise NotImplementedError

    @property
    def mode(self) -> Any:
        """A value of the greatest density."""
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def variance(self) -> Any:
        """The variance."""
        raise NotImplementedError

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return self.variance.sqrt()

    def sample(self, sample_shape: Any = ()) -> Any:
        """Values of a shape before that of the batch, without gradients."""
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Any = ()) -> Any:
        """Values that change smoothly with the parameters."""
        raise NotImplementedError

    def sample_n(self, n: int) -> Any:
        """``n`` values of each distribution; deprecated."""
        warnings.warn("sample_n will be deprecated. Use .sample((n,)) instead", UserWarning, stacklevel=2)
        return self.sample((n,))

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density at a value."""
        raise NotImplementedError

    def cdf(self, value: Any) -> Any:
        """The probability of values up to one."""
        raise NotImplementedError

    def icdf(self, value: Any) -> Any:
        """The value of a cumulative probability."""
        raise NotImplementedError

    def enumerate_support(self, expand: bool = True) -> Any:
        """All values of a discrete distribution, along a new first dimension."""
        raise NotImplementedError

    def entropy(self) -> Any:
        """The entropy, in nats."""
        raise NotImplementedError

    def perplexity(self) -> Any:
        """The exponential of the entropy."""
        return of.exp(self.entropy())

    def _extended_shape(self, sample_shape: Any = ()) -> Size:
        """The shape of samples."""
        return Size((*sample_shape, *self._batch_shape, *self._event_shape))

    def _validate_sample(self, value: Any) -> None:
        """Check a value.

        Raises:
            ValueError: it is no tensor, its shape does not fit, or it is outside of the support.
        """
        if not isinstance(value, Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        start = value.dim() - len(self._event_shape)
        if value.size()[start:] != self._event_shape:
            raise ValueError(
                f"The right-most size of value must match event_shape: {value.size()} vs {self._event_shape}."
            )
        expected = self._batch_shape + self._event_shape
        for i, j in zip(reversed(value.size()), reversed(expected), strict=False):
            if i != 1 and j != 1 and i != j:
                raise ValueError(
                    f"Value is not broadcastable with batch_shape+event_shape: {value.size()} vs {expected}."
                )
        try:
            support = self.support
        except NotImplementedError:
            warnings.warn(
                f"{type(self)} does not define `support` to enable sample validation. Please initialize the "
                "distribution with `validate_args=False` to turn off validation.",
                stacklevel=3,
            )
            return
        if not support.check(value).all():
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the "
                f"support ({support!r}) of the distribution {self!r}, but found invalid values:\n{value}"
            )

    def __repr__(self) -> str:
        named = [name for name in type(self)._regions() if name in self.__dict__]
        shown = (
            f"{name}: {value}" if value.numel() == 1 else f"{name}: {value.size()}"
            for name in named
            for value in (self.__dict__[name],)
        )
        return f"{type(self).__name__}({', '.join(shown)})"


class ExponentialFamily(Distribution):
    """Distributions with a density h(x) exp(t(x) . theta - F(theta)), whose entropy follows from F."""

    @property
    def _mean_carrier_measure(self) -> Any:
        """The mean of log h; entropies of families without it are not known."""
        raise NotImplementedError

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        raise NotImplementedError

    def _log_normalizer(self, *natural_params: Any) -> Any:
        raise NotImplementedError

    def entropy(self) -> Any:
        """The entropy, by the gradient of F."""
        result: Any = -self._mean_carrier_measure
        found = [one.detach().requires_grad_() for one in self._natural_params]
        with enable_grad():
            normalizer = self._log_normalizer(*found)
            slopes = grad(normalizer.sum(), found, create_graph=True)
        result = result + normalizer
        for one, slope in zip(found, slopes, strict=True):
            result = result - (one * slope).reshape((*self._batch_shape, -1)).sum(-1)
        return result
