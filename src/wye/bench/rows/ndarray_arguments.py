"""The same call with NumPy arrays instead of tensors."""

from collections.abc import Iterator

import wye
from wye.bench.calls import noop, noop10
from wye.bench.lines import Line, Target
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.rows.no_op import TEN
from wye.bench.sides import Kernel, wye_op

__all__ = ["measure"]

LIMIT = 40e-9


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    yield _line(effort, 1, "op(Tensor x) -> Tensor", noop)
    yield _line(effort, 10, TEN, noop10)


def _line(effort: Effort, n: int, schema: str, kernel: Kernel) -> Line:
    tensors = {f"x{i}": wye.tensor([1.0, 2.0, 3.0]) for i in range(n)}
    arrays = {name: tensor.numpy() for name, tensor in tensors.items()}
    text = f"f({', '.join(tensors)})"
    with wye_op(schema, ("CPU", kernel), ("NumPy", kernel)) as op:
        times = compare(
            effort,
            {
                "wye": Snippet(text, {"f": op, **arrays}),
                "with Tensor": Snippet(text, {"f": op, **tensors}),
                "direct": Snippet(text, {"f": kernel, **arrays}),
            },
        )
    more = (times["wye"] - times["with Tensor"]) / n
    times["with Tensor, and what is allowed"] = times["with Tensor"] + n * LIMIT
    target = Target("<= 40 ns more per argument", 1, "with Tensor, and what is allowed")
    return Line(f"no-op kernel, {n} ndarray", times, (target,), f"{more * 1e9:+.1f} ns per argument")
