"""The Poisson distribution."""

from __future__ import annotations

from typing import Any

from wye.compat.autograd import numpy as np
from wye.compat.autograd.scipy import special
from wye.compat.autograd.scipy.installed import member_of

__all__ = ["cdf", "logpmf", "pmf"]


def logpmf(k: Any, mu: Any) -> Any:
    """The logarithm of the probability of k."""
    return k * np.log(mu) - mu - special.gammaln(k + 1.0)


def pmf(k: Any, mu: Any) -> Any:
    """The probability of k."""
    return np.exp(logpmf(k, mu))


def cdf(k: Any, mu: Any) -> Any:
    """The probability of values up to k."""
    return special.gammaincc(np.floor(k) + 1.0, mu)


def __getattr__(name: str) -> Any:
    return member_of("poisson", name)
