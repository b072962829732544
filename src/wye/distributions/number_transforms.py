"""Transforms of single numbers."""

from __future__ import annotations

import math
from numbers import Number
from typing import Any

from wye.distributions import constraints
from wye.distributions.transforms import Transform
from wye.functional.operators import of
from wye.nn import functional as F  # noqa: N812 - as everybody calls it
from wye.tensors import Tensor
from wye.tensors.layout import broadcast_shapes
from wye.tensors.limits import finfo

__all__ = [
    "AbsTransform",
    "AffineTransform",
    "CumulativeDistributionTransform",
    "ExpTransform",
    "OfOneKind",
    "PowerTransform",
    "SigmoidTransform",
    "SoftplusTransform",
    "TanhTransform",
]


class OfOneKind(Transform):
    """A transform without parameters: all of a class are equal."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    __hash__ = None


class ExpTransform(OfOneKind):
    """The exponential."""

    domain = constraints.real
    codomain = constraints.positive
    bijective = True
    sign = +1

    def _call(self, x: Any) -> Any:
        return x.exp()

    def _inverse(self, y: Any) -> Any:
        return y.log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The value itself."""
        return x


class PowerTransform(Transform):
    """A power of positive numbers.

    Args:
        exponent: Which.
        cache_size: 1 for a cache.
    """

    domain = constraints.positive
    codomain = constraints.positive
    bijective = True

    def __init__(self, exponent: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.exponent = exponent if isinstance(exponent, Tensor) else of.scalar_tensor(exponent)

    def with_cache(self, cache_size: int = 1) -> Any:
        """This transform with a cache, or without one."""
        return self if self._cache_size == cache_size else PowerTransform(self.exponent, cache_size=cache_size)

    @property
    def sign(self) -> Any:
        """1 where it grows, -1 where it falls: the sign of the exponent."""
        return self.exponent.sign()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PowerTransform) and bool(self.exponent.eq(other.exponent).all().item())

    __hash__ = None

    def _call(self, x: Any) -> Any:
        return x.pow(self.exponent)

    def _inverse(self, y: Any) -> Any:
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """log(exponent * y / x)."""
        return (self.exponent * y / x).abs().log()

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the results of values of a shape."""
        return broadcast_shapes(shape, getattr(self.exponent, "shape", ()))

    inverse_shape = forward_shape


class SigmoidTransform(OfOneKind):
    """The logistic function."""

    domain = constraints.real
    codomain = constraints.unit_interval
    bijective = True
    sign = +1

    def _call(self, x: Any) -> Any:
        limits = finfo(x.dtype)
        return x.sigmoid().clamp(min=limits.tiny, max=1.0 - limits.eps)

    def _inverse(self, y: Any) -> Any:
        limits = finfo(y.dtype)
        y = y.clamp(min=limits.tiny, max=1.0 - limits.eps)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """log(y (1 - y)), without loss of digits."""
        return -F.softplus(-x) - F.softplus(x)


class SoftplusTransform(OfOneKind):
    """log(1 + exp(x)); the number itself where it is large."""

    domain = constraints.real
    codomain = constraints.positive
    bijective = True
    sign = +1

    def _call(self, x: Any) -> Any:
        return F.softplus(x)

    def _inverse(self, y: Any) -> Any:
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of the logistic function."""
        return -F.softplus(-x)


class TanhTransform(OfOneKind):
    """The hyperbolic tangent."""

    domain = constraints.real
    codomain = constraints.interval(-1.0, 1.0)
    bijective = True
    sign = +1

    def _call(self, x: Any) -> Any:
        return x.tanh()

    def _inverse(self, y: Any) -> Any:
        return of.atanh(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """log(1 - tanh(x) ** 2), without loss of digits."""
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))


class AbsTransform(OfOneKind):
    """The absolute value; of two values with one, its inverse gives the positive one."""

    domain = constraints.real
    codomain = constraints.positive

    def _call(self, x: Any) -> Any:
        return x.abs()

    def _inverse(self, y: Any) -> Any:
        return y


def _same(one: Any, other: Any) -> bool:
    """Whether parameters are equal; each is a number or a tensor."""
    found = one == other
    return bool(found) if isinstance(one, Number) and isinstance(other, Number) else bool(found.all().item())


class AffineTransform(Transform):
    """A multiple, and a number more.

    Args:
        loc: What is added.
        scale: What is multiplied by.
        event_dim: How many dimensions a value has.
        cache_size: 1 for a cache.
    """

    bijective = True

    def __init__(self, loc: Any, scale: Any, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.loc, self.scale, self._event_dim = loc, scale, event_dim

    @property
    def event_dim(self) -> int:
        """How many dimensions a value has."""
        return self._event_dim

    @property
    def domain(self) -> Any:
        """Where values are."""
        return constraints.real if self.event_dim == 0 else constraints.independent(constraints.real, self.event_dim)

    codomain = domain

    def with_cache(self, cache_size: int = 1) -> Any:
        """This transform with a cache, or without one."""
        if self._cache_size == cache_size:
            return self
        return AffineTransform(self.loc, self.scale, self.event_dim, cache_size=cache_size)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AffineTransform) and _same(self.loc, other.loc) and _same(self.scale, other.scale)

    __hash__ = None

    @property
    def sign(self) -> Any:
        """1 where it grows, -1 where it falls: the sign of the scale."""
        if isinstance(self.scale, Tensor):
            return self.scale.sign()
        return (self.scale > 0) - (self.scale < 0)

    def _call(self, x: Any) -> Any:
        return self.loc + self.scale * x

    def _inverse(self, y: Any) -> Any:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The logarithm of the scale."""
        if isinstance(self.scale, Tensor):
            result = of.abs(self.scale).log()
        else:
            result = of.full_like(x, math.log(abs(self.scale)))
        if self.event_dim:
            result = result.reshape((*result.shape[: result.dim() - self.event_dim], -1)).sum(-1)
        return result.expand(x.shape[: x.dim() - self.event_dim])

    def _wider(self, shape: Any) -> Any:
        return broadcast_shapes(shape, getattr(self.loc, "shape", ()), getattr(self.scale, "shape", ()))

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the results of values of a shape."""
        return self._wider(shape)

    inverse_shape = forward_shape


class CumulativeDistributionTransform(Transform):
    """The cumulative probability of a distribution.

    Args:
        distribution: Which.
        cache_size: 1 for a cache.
    """

    bijective = True
    codomain = constraints.unit_interval
    sign = +1

    def __init__(self, distribution: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.distribution = distribution

    @property
    def domain(self) -> Any:
        """Where values are."""
        return self.distribution.support

    def _call(self, x: Any) -> Any:
        return self.distribution.cdf(x)

    def _inverse(self, y: Any) -> Any:
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """The density."""
        return self.distribution.log_prob(x)

    def with_cache(self, cache_size: int = 1) -> Any:
        """This transform with a cache, or without one."""
        if self._cache_size == cache_size:
            return self
        return CumulativeDistributionTransform(self.distribution, cache_size=cache_size)
