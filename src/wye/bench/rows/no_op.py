"""A call of an operator with a no-op kernel, with one tensor and with ten."""

from collections.abc import Iterator

from wye.bench.calls import call_line, noop, noop10
from wye.bench.lines import Line, at_most
from wye.bench.measure import Effort

__all__ = ["measure"]

TARGETS = (at_most(2, "direct"), at_most(1 / 12, "torch"))
TEN = "op(Tensor a, Tensor b, Tensor c, Tensor d, Tensor e, Tensor f, Tensor g, Tensor h, Tensor i, Tensor j) -> Tensor"


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    yield call_line(effort, "no-op kernel, 1 tensor", "op(Tensor x) -> Tensor", noop, "f(x0)", targets=TARGETS)
    text = f"f({', '.join(f'x{i}' for i in range(10))})"
    yield call_line(effort, "no-op kernel, 10 tensors", TEN, noop10, text, targets=TARGETS)
