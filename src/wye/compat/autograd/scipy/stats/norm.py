"""The normal distribution."""

from __future__ import annotations

from typing import Any

from wye.compat.autograd import numpy as np
from wye.compat.autograd.scipy import special
from wye.compat.autograd.scipy.installed import member_of

__all__ = ["cdf", "entropy", "logcdf", "logpdf", "logsf", "pdf", "sf"]


def logpdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the density."""
    return -0.5 * ((x - loc) / scale) ** 2 - np.log(scale) - 0.5 * np.log(2 * np.pi)


def pdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The density."""
    return np.exp(logpdf(x, loc, scale))


def cdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of values up to x."""
    return special.ndtr((x - loc) / scale)


def logcdf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the probability of values up to x."""
    return special.log_ndtr((x - loc) / scale)


def sf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The probability of values above x."""
    return special.ndtr((loc - x) / scale)


def logsf(x: Any, loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The logarithm of the probability of values above x."""
    return special.log_ndtr((loc - x) / scale)


def entropy(loc: Any = 0.0, scale: Any = 1.0) -> Any:
    """The entropy."""
    return np.log(scale) + 0.5 * np.log(2 * np.pi * np.e) + 0.0 * loc


def __getattr__(name: str) -> Any:
    return member_of("norm", name)
