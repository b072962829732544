"""Student's t distribution."""

from __future__ import annotations

from typing import Any

from wye.compat.autograd import numpy as np
from wye.compat.autograd.scipy import special
from wye.compat.autograd.scipy.installed import member_of

__all__ = ["cdf", "logcdf", "logpdf", "pdf"]


def logpdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    z = (x - loc) / scale
    constant = special.gammaln((df + 1) / 2.0) - special.gammaln(df / 2.0) - 0.5 * np.log(df * np.pi)
    return constant - np.log(scale) - (df + 1) / 2.0 * np.log1p(z * z / df)


def pdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, df, loc, scale))


def cdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of values up to x."""
    return special.stdtr(df, (x - loc) / scale)


def logcdf(x: Any, df: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the probability of values up to x."""
    return np.log(cdf(x, df, loc, scale))


def __getattr__(name: str) -> Any:
    return member_of("t", name)
