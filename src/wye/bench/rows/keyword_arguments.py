"""A call with arguments given by keyword."""

from collections.abc import Iterator

from wye.bench.calls import call_line, noop
from wye.bench.lines import Line
from wye.bench.measure import Effort

__all__ = ["measure"]


def _scale(x: object, *, by: float = 1.0) -> object:
    return x


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    schema = "op(Tensor x, *, float by=1.0) -> Tensor"
    yield call_line(effort, "keyword-only float", schema, _scale, "f(x0, by=2.0)")
    yield call_line(effort, "keyword-only float, left out", schema, _scale, "f(x0)")
    yield call_line(effort, "tensor by keyword", "op(Tensor x) -> Tensor", noop, "f(x=x0)")
