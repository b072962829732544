"""NumPy kernels: random numbers that count events, with the draws of PyTorch's CPU kernels in the same order.

Small means are sampled by waiting times, larger ones by Hoermann's transformed rejection (1993).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from wye.aten.arrays.results import allocate, described
from wye.aten.arrays.sampling import fill_counts, generator_or_default, one_by_one
from wye.aten.declare import Rules
from wye.aten.fake import random_counts as fake

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["KERNELS"]

KERNELS = Rules()
_LARGE = 10  # from this mean on, rejection takes fewer draws than waiting times
# What Stirling's formula lacks of log(k!), for the first k.
_STIRLING_TAILS = tuple(
    math.lgamma(k + 1) - (k + 0.5) * math.log(k + 1) + (k + 1) - 0.5 * math.log(2 * math.pi) for k in range(10)
)


def _events(rate: float, draw: Callable[[], float]) -> float:
    """How often something happens in the time in which it happens ``rate`` times on average."""
    if rate == 0:
        return 0.0
    if rate < _LARGE:
        happened, product, limit = -1.0, 1.0, math.exp(-rate)
        while product > limit or happened < 0:
            product *= draw()
            happened += 1
        return happened
    root, log_rate = math.sqrt(rate), math.log(rate)
    b = 0.931 + 2.53 * root
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    bound = 0.9277 - 3.6224 / (b - 2)
    while True:
        u, v = draw() - 0.5, draw()
        side = 0.5 - abs(u)
        k = math.floor((2 * a / side + b) * u + rate + 0.43) if side else math.inf
        if side >= 0.07 and v <= bound:
            return float(k)
        if k < 0 or (side < 0.013 and v > side):
            continue
        left = _log(v) + math.log(inverse_alpha) - math.log(a / (side * side) + b)
        if left <= -rate + k * log_rate - math.lgamma(k + 1):
            return float(k)


def _log(value: float) -> float:
    return math.log(value) if value else -math.inf


@KERNELS("poisson")
def poisson(self: Any, generator: Any = None) -> Any:
    """How often events happen, each with the rate at its position."""
    made, source = allocate(described(fake.poisson, self)), generator_or_default(generator)
    if fill_counts(made, self, source):
        return made
    with one_by_one(source) as draw:
        flat = made.reshape(-1)
        for at, rate in enumerate(np.ascontiguousarray(self).reshape(-1).tolist()):
            if not rate >= 0:
                raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
            flat[at] = _events(float(rate), draw)
    return made


def _tail(k: float) -> float:
    if k < len(_STIRLING_TAILS):
        return _STIRLING_TAILS[int(k)]
    square = (k + 1) * (k + 1)
    return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)


def _waiting(count: float, p: float, draw: Callable[[], float]) -> float:
    """Successes, counted by the trials between one and the next."""
    tried, succeeded, log_q = 0.0, 0, math.log1p(-p)
    while True:
        waited = _log(draw()) / log_q
        tried += math.ceil(waited) if waited < math.inf else waited
        if tried > count:
            return float(succeeded)
        succeeded += 1


def _rejecting(count: float, p: float, draw: Callable[[], float]) -> float:
    deviation = math.sqrt(count * p * (1 - p))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * p
    c = count * p + 0.5
    bound = 0.92 - 4.2 / b
    odds = p / (1 - p)
    alpha = (2.83 + 5.1 / b) * deviation
    m = math.floor((count + 1) * p)
    while True:
        u, v = draw() - 0.5, draw()
        side = 0.5 - abs(u)
        k = math.floor((2 * a / side + b) * u + c) if side else math.inf
        if side >= 0.07 and v <= bound:
            return float(k)
        if k < 0 or k > count:
            continue
        limit = (
            (m + 0.5) * math.log((m + 1) / (odds * (count - m + 1)))
            + (count + 1) * math.log((count - m + 1) / (count - k + 1))
            + (k + 0.5) * math.log(odds * (count - k + 1) / (k + 1))
            + (_tail(m) + _tail(count - m) - _tail(k) - _tail(count - k))
        )
        if _log(v * alpha / (a / (side * side) + b)) <= limit:
            return float(k)


def _successes(count: float, p: float, draw: Callable[[], float]) -> float:
    if count <= 0 or p <= 0:
        return 0.0
    if p >= 1:
        return count
    if p != p or count != count:
        return math.nan
    rare = p if p <= 0.5 else 1 - p
    found = (_rejecting if count * rare >= _LARGE else _waiting)(count, rare, draw)
    return found if p <= 0.5 else count - found


@KERNELS("binomial")
def binomial(count: Any, prob: Any, generator: Any = None) -> Any:
    """How many of ``count`` trials succeed, each with probability ``prob``."""
    made = allocate(fake.binomial(count, prob, generator))
    counts, chances = (one.reshape(-1).tolist() for one in np.broadcast_arrays(count, prob))
    with one_by_one(generator_or_default(generator)) as draw:
        flat = made.reshape(-1)
        for at, (number, p) in enumerate(zip(counts, chances, strict=True)):
            flat[at] = _successes(number, p, draw)
    return made
