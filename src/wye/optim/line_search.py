"""A search along a direction for a step that lowers the loss and flattens it enough: the strong Wolfe conditions."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from wye.schema.values import MEMORY_FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.tensors import Tensor

__all__ = ["cubic_minimum", "strong_wolfe"]


def cubic_minimum(x1: Any, f1: Any, g1: Any, x2: Any, f2: Any, g2: Any, bounds: tuple[Any, Any] | None = None) -> Any:
    """Where the cubic through two points with these values and slopes is least, between bounds.

    Args:
        x1: The first place.
        f1: The value there.
        g1: The slope there.
        x2: The second place.
        f2: The value there.
        g2: The slope there.
        bounds: The least and the greatest answer; by default the two places.
    """
    low, high = bounds if bounds is not None else (x1, x2) if x1 <= x2 else (x2, x1)
    first = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = first**2 - g1 * g2
    if not square >= 0:
        return (low + high) / 2.0
    second = sqrt(square) if not hasattr(square, "sqrt") else square.sqrt()
    if x1 <= x2:
        found = x2 - (x2 - x1) * ((g2 + second - first) / (g2 - g1 + 2 * second))
    else:
        found = x1 - (x1 - x2) * ((g1 + second - first) / (g1 - g2 + 2 * second))
    return min(max(found, low), high)


class _Point:
    """A length that was tried, with the loss, the gradient and the slope there."""

    __slots__ = ("gradient", "length", "loss", "slope")

    def __init__(self, length: Any, loss: float, gradient: Tensor, slope: Any) -> None:
        self.length, self.loss, self.slope = length, loss, slope
        self.gradient = gradient.clone(memory_format=MEMORY_FORMATS["contiguous_format"])


class _Search:
    def __init__(self, at: Callable[[Any], tuple[float, Tensor]], direction: Tensor, loss: float, slope: Any) -> None:
        self.at, self.direction, self.loss, self.slope = at, direction, loss, slope
        self.evaluations = 0

    def look(self, length: Any) -> _Point:
        loss, gradient = self.at(length)
        self.evaluations += 1
        return _Point(length, loss, gradient, gradient.dot(self.direction))

    def is_high(self, point: _Point, c1: float) -> bool:
        return bool(point.loss > self.loss + c1 * point.length * self.slope)

    def is_flat(self, point: _Point, c2: float) -> bool:
        return bool(abs(point.slope) <= -c2 * self.slope)


def strong_wolfe(
    at: Callable[[Any], tuple[float, Tensor]],
    length: Any,
    direction: Tensor,
    loss: float,
    gradient: Tensor,
    slope: Any,
    *,
    c1: float = 1e-4,
    c2: float = 0.9,
    tolerance_change: float = 1e-9,
    most: int = 25,
) -> tuple[float, Tensor, Any, int]:
    """Search for a length.

    Args:
        at: The loss and the gradient after a step of some length.
        length: The first that is tried.
        direction: Along which steps go.
        loss: Where the search begins.
        gradient: There.
        slope: The gradient along the direction, there.
        c1: How much of the slope the loss has to fall by.
        c2: How much of the slope may be left.
        tolerance_change: The search ends where places are so close.
        most: The most evaluations.

    Returns:
        The loss and the gradient at the end, the length, and the number of evaluations.
    """
    search = _Search(at, direction, loss, slope)
    bracket = _bracketed(search, _Point(0, loss, gradient, slope), length, c1, c2, most)
    best = _narrowed(search, bracket, c1, c2, tolerance_change, most) if len(bracket) > 1 else bracket[0]
    return best.loss, best.gradient, best.length, search.evaluations


def _bracketed(search: _Search, before: _Point, length: Any, c1: float, c2: float, most: int) -> list[_Point]:
    """Two points with a good one between them, or one that is good."""
    now = search.look(length)
    for tried in range(most):
        if search.is_high(now, c1) or (tried > 0 and now.loss >= before.loss):
            return [before, now]
        if search.is_flat(now, c2):
            return [now]
        if now.slope >= 0:
            return [before, now]
        bounds = now.length + 0.01 * (now.length - before.length), now.length * 10
        points = before.length, before.loss, before.slope, now.length, now.loss, now.slope
        further = cubic_minimum(*points, bounds=bounds)
        before, now = now, search.look(further)
    return [_Point(0, search.loss, before.gradient, search.slope), now]


def _narrowed(
    search: _Search, bracket: list[_Point], c1: float, c2: float, tolerance_change: float, most: int
) -> _Point:
    """The best point between two."""
    low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
    is_stuck = False
    while search.evaluations < most:
        one, other = bracket
        least, greatest = min(one.length, other.length), max(one.length, other.length)
        if abs(other.length - one.length) * search.direction.abs().max() < tolerance_change:
            break
        length = cubic_minimum(one.length, one.loss, one.slope, other.length, other.loss, other.slope)
        margin = 0.1 * (greatest - least)
        if min(greatest - length, length - least) < margin:  # too close to an end
            if is_stuck or length >= greatest or length <= least:
                length = greatest - margin if abs(length - greatest) < abs(length - least) else least + margin
                is_stuck = False
            else:
                is_stuck = True
        else:
            is_stuck = False
        now = search.look(length)
        if search.is_high(now, c1) or now.loss >= bracket[low].loss:
            bracket[high] = now
            low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
            continue
        flat = search.is_flat(now, c2)
        if not flat and now.slope * (bracket[high].length - bracket[low].length) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = now
        if flat:
            break
    return bracket[low]
