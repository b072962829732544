"""The normal distribution of vectors."""

from __future__ import annotations

from typing import Any

from wye.compat.autograd import numpy as np
from wye.compat.autograd.scipy.installed import member_of

__all__ = ["entropy", "logpdf", "pdf"]


def logpdf(x: Any, mean: Any = 0.0, cov: Any = 1.0, allow_singular: bool = False) -> Any:
    """The logarithm of the density.

    Args:
        x: Points; the last dimension is theirs.
        mean: The mean, a vector or one number for all.
        cov: The matrix of covariances, a number for a multiple of the identity, or a vector of variances.
        allow_singular: Take the density on the image of a singular matrix.
    """
    size = np.shape(mean)[-1] if np.ndim(mean) else np.shape(cov)[-1] if np.ndim(cov) else 1
    matrix = cov if np.ndim(cov) == 2 else cov * np.eye(size)
    apart = x - mean
    apart = apart if size > 1 or np.ndim(cov) == 2 else np.reshape(apart, (*np.shape(apart), 1))
    if allow_singular:
        values = np.linalg.eigvalsh(matrix)
        used = values > 1e6 * np.finfo(float).eps * np.max(np.abs(values))
        log_det, rank = np.sum(np.log(np.where(used, values, 1.0))), np.sum(used)
        inverse = np.linalg.pinv(matrix)
    else:
        log_det, rank = np.linalg.slogdet(matrix)[1], size
        inverse = np.linalg.inv(matrix)
    distance = np.sum(apart * np.dot(apart, inverse), axis=-1)
    return -0.5 * (distance + log_det + rank * np.log(2 * np.pi))


def pdf(x: Any, mean: Any = 0.0, cov: Any = 1.0, allow_singular: bool = False) -> Any:
    """The density."""
    return np.exp(logpdf(x, mean, cov, allow_singular))


def entropy(mean: Any = None, cov: Any = 1.0) -> Any:
    """The entropy."""
    matrix = np.atleast_2d(cov)
    return 0.5 * np.linalg.slogdet(2 * np.pi * np.e * matrix)[1]


def __getattr__(name: str) -> Any:
    return member_of("multivariate_normal", name)
