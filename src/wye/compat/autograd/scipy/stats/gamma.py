"""The gamma distribution."""

from __future__ import annotations

from typing import Any

from wye.compat.autograd import numpy as np
from wye.compat.autograd.scipy import special
from wye.compat.autograd.scipy.installed import member_of

__all__ = ["cdf", "logpdf", "pdf"]


def logpdf(x: Any, a: Any) -> Any:
    """The logarithm of the density."""
    return (a - 1) * np.log(x) - x - special.gammaln(a)


def pdf(x: Any, a: Any) -> Any:
    """The density."""
    return np.exp(logpdf(x, a))


def cdf(x: Any, a: Any) -> Any:
    """The probability of values up to x."""
    return special.gammainc(a, x)


def __getattr__(name: str) -> Any:
    return member_of("gamma", name)
