"""NumPy kernels: random numbers of gamma and Dirichlet distributions, with the draws of PyTorch's CPU kernels.

Numbers are drawn by Marsaglia's and Tsang's squeeze (2000).  How they change with a parameter follows from the
distribution function F, which stays what it is: dx/da = -(dF/da) / (dF/dx).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wye.aten.arrays.results import allocate
from wye.aten.arrays.sampling import generator_or_default, one_by_one
from wye.aten.declare import Rules
from wye.aten.fake import random_gamma as fake
from wye.aten.kernels.elementwise_gamma import incomplete_gamma
from wye.aten.kernels.elementwise_special import digamma, lgamma

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["KERNELS"]

KERNELS = Rules()
_STEP: Final = 1e-3  # of differences, relative to the parameter, or to its root: a compromise of rounding and curvature
_LOWER, _UPPER = incomplete_gamma(upper=False), incomplete_gamma(upper=True)
_MOST: Final = 2000  # terms of the continued fraction; it needs about the root of the larger parameter


# ---- drawing


def _normals(draw: Callable[[], float], kept: list[float]) -> Iterator[float]:
    """Normally distributed numbers, made in pairs; the second of a pair waits in ``kept``."""
    while True:
        if kept:
            yield kept.pop()
            continue
        turn, rest = 2 * math.pi * draw(), draw()
        radius = math.sqrt(-2 * math.log1p(-rest))
        kept.append(radius * math.sin(turn))
        yield radius * math.cos(turn)


def _gamma(shape: float, draw: Callable[[], float], normals: Iterator[float]) -> float:
    """A number of the gamma distribution with a shape and rate 1."""
    scale = 1.0
    if shape < 1:
        if shape == 0:
            return 0.0
        scale = (1 - draw()) ** (1 / shape)
        shape += 1
    if shape != shape:
        return math.nan
    d = shape - 1 / 3
    c = 1 / math.sqrt(9 * d)
    while True:
        x = next(normals)
        y = 1 + c * x
        if y <= 0:
            continue
        cube, u, square = y**3, 1 - draw(), x * x
        if u < 1 - 0.0331 * square * square or math.log(u) < 0.5 * square + d * (1 - cube + math.log(cube)):
            return scale * d * cube


def _gammas(shapes: Any, generator: Any) -> Any:
    """Numbers with the shapes of an array, in float64."""
    source = generator_or_default(generator)
    flat = np.ascontiguousarray(shapes, np.float64).reshape(-1).tolist()
    with one_by_one(source) as draw:
        kept = [] if source.normal is None else [source.normal]
        normals = _normals(draw, kept)
        made = np.array([_gamma(shape, draw, normals) for shape in flat], np.float64)
        source.normal = kept[0] if kept else None
    return made.reshape(shapes.shape)


@KERNELS("_standard_gamma")
def standard_gamma(self: Any, generator: Any = None) -> Any:
    """Numbers of gamma distributions with these shapes and rate 1; the smallest is the smallest normal number."""
    made = allocate(fake.standard_gamma(self))
    with np.errstate(under="ignore"):
        made[...] = np.maximum(_gammas(self, generator).astype(made.dtype), np.finfo(made.dtype).tiny)
    return made


@KERNELS("_sample_dirichlet")
def sample_dirichlet(self: Any, generator: Any = None) -> Any:
    """Numbers that add up to 1 along the last dimension, of Dirichlet distributions with these concentrations."""
    made = allocate(fake.sample_dirichlet(self))
    drawn = _gammas(self, generator)
    limits = np.finfo(made.dtype)
    with np.errstate(all="ignore"):
        shares = (drawn / drawn.sum(-1, keepdims=True)).astype(made.dtype)
    made[...] = np.fmin(np.fmax(shares, limits.tiny), 1 - limits.epsneg)  # what is NaN has underflown
    return made


# ---- how the numbers change


def _difference(of: Callable[[Any], Any], at: Any) -> Any:
    """The derivative of a smooth function, from four of its values."""
    step = np.minimum(_STEP * np.minimum(np.maximum(at, 0.01), np.sqrt(at)), at / 4)
    near = of(at + step) - of(at - step)
    far = of(at + 2 * step) - of(at - 2 * step)
    return (8 * near - far) / (12 * step)


@KERNELS("_standard_gamma_grad")
def standard_gamma_grad(self: Any, output: Any) -> Any:
    """How a number that was drawn changes with the shape of its distribution."""
    made = allocate(fake.standard_gamma_grad(self, output))
    shape, x = (one.astype(np.float64) for one in np.broadcast_arrays(self, output))
    with np.errstate(all="ignore"):
        density = np.exp((shape - 1) * np.log(x) - x - lgamma(shape))
        # The smaller of F and 1 - F has more digits.
        from_below = -_difference(lambda a: _LOWER(a, x), shape)
        from_above = _difference(lambda a: _UPPER(a, x), shape)
        change = np.where(x < shape, from_below, from_above) / density
        # F is x**a / Gamma(a + 1) where x is small.
        small = x / shape * (digamma(shape + 1) - np.log(x))
        made[...] = np.where(x < 1e-8 * shape, small, change)
    return made


def _beta_fraction(a: Any, b: Any, x: Any) -> Any:
    """The continued fraction of the incomplete beta function, by Lentz's method."""
    tiny = 1e-300
    c = np.ones_like(x)
    d = 1 - (a + b) * x / (a + 1)
    d = 1 / np.where(np.abs(d) < tiny, tiny, d)
    made = d
    for m in range(1, _MOST):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 + term * d
            d = 1 / np.where(np.abs(d) < tiny, tiny, d)
            c = 1 + term / c
            c = np.where(np.abs(c) < tiny, tiny, c)
            made = made * (d * c)
        if np.all(~(np.abs(d * c - 1) > 1e-15)):
            break
    return made


def _incomplete_beta(a: Any, b: Any, x: Any, complement: Any) -> Any:
    """The regularised incomplete beta function; 1 minus it where ``complement`` is set."""
    swapped = x > (a + 1) / (a + b + 2)  # there the fraction of the other side is faster
    factor = np.exp(a * np.log(x) + b * np.log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b))
    first, second, at = np.where(swapped, b, a), np.where(swapped, a, b), np.where(swapped, 1 - x, x)
    value = factor * _beta_fraction(first, second, at) / first
    return np.where(swapped == complement, value, 1 - value)


@KERNELS("_dirichlet_grad")
def dirichlet_grad(x: Any, alpha: Any, total: Any) -> Any:
    """How a number that was drawn changes with its concentration, while the others keep their proportions.

    Each number alone has a beta distribution; of its change, ``x`` parts are taken by the scaling of the others.
    """
    made = allocate(fake.dirichlet_grad(x, alpha, total))
    x, a, total = (one.astype(np.float64) for one in np.broadcast_arrays(x, alpha, total))
    b = total - a
    with np.errstate(all="ignore"):
        density = np.exp((a - 1) * np.log(x) + (b - 1) * np.log1p(-x) + lgamma(total) - lgamma(a) - lgamma(b))
        upper = x > a / total
        difference = _difference(lambda at: _incomplete_beta(at, b, x, upper), a)
        change = np.where(upper, difference, -difference) / density
        # F is x**a / (a * B(a, b)) where x is small; where 1 - x is, 1 - F is the same of it.
        small = x / a * (digamma(a + 1) - digamma(total + 1) + 1 / total - np.log(x))
        rest = 1 - x
        large = rest / b * (digamma(total + 1) - 1 / total - digamma(a + 1) + 1 / a)
        change = np.where(x * (total + 1) < 1e-9, small, np.where(rest * (total + 1) < 1e-9, large, change))
        made[...] = np.where(x < 1, change / rest, 0)
    return made
