"""A call with a list: of three tensors, and of three numbers."""

from collections.abc import Iterator

from wye.bench.calls import call_line
from wye.bench.lines import Line
from wye.bench.measure import Effort

__all__ = ["measure"]


def _first(xs: list[object]) -> object:
    return xs[0]


def _reshape(x: object, xs: list[int]) -> object:
    return x


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    yield call_line(effort, "Tensor[] of 3", "op(Tensor[] xs) -> Tensor", _first, "f(xs)", lists="[x0, x1, x2]")
    yield call_line(effort, "int[] of 3", "op(Tensor x, int[] xs) -> Tensor", _reshape, "f(x0, xs)", lists="[1, 2, 3]")
