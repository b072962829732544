"""The Dirichlet distribution."""

from __future__ import annotations

from typing import Any

from wye.compat.autograd import numpy as np
from wye.compat.autograd.scipy import special
from wye.compat.autograd.scipy.installed import member_of

__all__ = ["logpdf", "pdf"]


def logpdf(x: Any, alpha: Any) -> Any:
    """The logarithm of the density."""
    constant = special.gammaln(np.sum(alpha)) - np.sum(special.gammaln(alpha))
    return constant + np.sum((np.transpose(alpha) - 1) * np.transpose(np.log(x)), axis=-1)


def pdf(x: Any, alpha: Any) -> Any:
    """The density."""
    return np.exp(logpdf(x, alpha))


def __getattr__(name: str) -> Any:
    return member_of("dirichlet", name)
