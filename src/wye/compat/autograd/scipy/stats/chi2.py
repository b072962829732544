"""The chi-squared distribution."""

from __future__ import annotations

from typing import Any

from wye.compat.autograd import numpy as np
from wye.compat.autograd.scipy import special
from wye.compat.autograd.scipy.installed import member_of

__all__ = ["cdf", "logpdf", "pdf"]


def logpdf(x: Any, df: Any) -> Any:
    """The logarithm of the density."""
    half = df / 2.0
    return (half - 1) * np.log(x) - x / 2.0 - half * np.log(2.0) - special.gammaln(half)


def pdf(x: Any, df: Any) -> Any:
    """The density."""
    return np.exp(logpdf(x, df))


def cdf(x: Any, df: Any) -> Any:
    """The probability of values up to x."""
    return special.gammainc(df / 2.0, x / 2.0)


def __getattr__(name: str) -> Any:
    return member_of("chi2", name)
