"""The von Mises distribution, on the circle."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from wye.distributions import constraints
from wye.distributions.distribution import Distribution
from wye.distributions.parameters import broadcast_all, lazy_property
from wye.functional.operators import of
from wye.grad_mode import no_grad
from wye.schema.values import DTYPES
from wye.tensors import Size

__all__ = ["VonMises"]


class VonMises(Distribution):
    """Angles around a mean.

    Args:
        loc: The mean, in radians.
        concentration: How near to it.
        validate_args: Whether parameters and values are checked.
    """

    arg_constraints: ClassVar[Any] = {"loc": constraints.real, "concentration": constraints.positive}
    support: Any = constraints.real
    has_rsample = False

    def __init__(self, loc: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, Size(), validate_args=validate_args)

    def log_prob(self, value: Any) -> Any:
        """The logarithm of the density."""
        if self._validate_args:
            self._validate_sample(value)
        k = self.concentration
        return k * (of.cos(value - self.loc) - 1) - math.log(2 * math.pi) - of.special_i0e(k).log()

    @lazy_property
    def _proposal_r(self) -> Any:
        """The parameter of the wrapped Cauchy distribution that proposals come from (Best and Fisher, 1979)."""
        k = self.concentration.to(DTYPES["float64"])
        tau = 1 + (1 + 4 * k**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * k)
        exact = (1 + rho**2) / (2 * rho)
        return of.where(k < 1e-5, 1 / k + k, exact)  # the first terms of the series, where digits are lost

    def sample(self, sample_shape: Any = ()) -> Any:
        """Angles between -pi and pi."""
        with no_grad():
            shape = self._extended_shape(sample_shape)
            loc, k = (
                self.loc.to(DTYPES["float64"]).expand(shape),
                self.concentration.to(DTYPES["float64"]).expand(shape),
            )
            r = self._proposal_r.expand(shape)
            made, done = of.zeros(shape, dtype=loc.dtype), of.zeros(shape).bool()
            while not done.all():
                u1, u2, u3 = of.rand((3, *shape), dtype=loc.dtype).unbind()
                z = of.cos(math.pi * u1)
                f = (1 + r * z) / (r + z)
                c = k * (r - f)
                accepted = (c * (2 - c) - u2 > 0) | ((c / u2).log() + 1 - c >= 0)
                made = of.where(accepted, (u3 - 0.5).sign() * f.clamp(min=-1, max=1).acos(), made)
                done = done | accepted
            return ((made + math.pi + loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)

    @property
    def mean(self) -> Any:
        """The mean direction."""
        return self.loc

    @property
    def mode(self) -> Any:
        """The most likely angle."""
        return self.loc

    @lazy_property
    def variance(self) -> Any:
        """The circular variance."""
        return 1 - of.special_i1e(self.concentration) / of.special_i0e(self.concentration)
