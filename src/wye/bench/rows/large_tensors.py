"""Operators on ten million elements: as fast as NumPy.  ``direct`` is NumPy's function on the same memory."""

import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import wye
from wye.bench.lines import Line, at_most, below
from wye.bench.measure import Effort, Snippet, compare

__all__ = ["measure"]

N = 10_000_000
SIDE = 1500  # of the matrices


def _softmax(x: Any) -> Any:
    shifted = x - x.max(axis=-1, keepdims=True)
    np.exp(shifted, out=shifted)
    shifted /= shifted.sum(axis=-1, keepdims=True)
    return shifted


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    few = Effort(rounds=max(3, effort.rounds // 10), sample=1e-3)
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal(N, np.float32) for _ in range(2))
    m = rng.standard_normal((SIDE, SIDE), np.float32)
    rows = x.reshape(10_000, -1)
    ours = {"x": wye.from_numpy(x), "y": wye.from_numpy(y), "m": wye.from_numpy(m), "rows": wye.from_numpy(rows)}
    aten = wye.ops.aten
    statements = {
        "add": ("f(x, y)", aten.add, "np.add(x, y)"),
        "sum": ("f(x)", aten.sum, "np.add.reduce(x)"),
        "exp": ("f(x)", aten.exp, "np.exp(x)"),
        "softmax": ("f(rows, -1)", aten.softmax, "softmax(rows)"),
        f"matmul {SIDE}x{SIDE}": ("f(m, m)", aten.matmul, "np.matmul(m, m)"),
    }
    for name, (statement, function, direct) in statements.items():
        used = {n: v for n, v in {"x": x, "y": y, "m": m, "rows": rows}.items() if n in direct.partition("(")[2]}
        times = compare(
            few,
            {
                "wye": Snippet(statement, {"f": function, **{n: ours[n] for n in used}}),
                "direct": Snippet(direct, {"np": np, "softmax": _softmax, **used}),
            },
        )
        size = "" if "matmul" in name else ", 10M elements"
        yield Line(f"{name}{size}", times, (at_most(1.05, "direct"),))
    for name, work in {
        "x.add_(y)": lambda: ours["x"].add_(ours["y"]),
        "x.view(-1, 10).t()[2:]": lambda: ours["x"].view(-1, 10).t()[2:],
        "add.out": lambda: aten.add.out(ours["x"], ours["y"], out=ours["x"]),
    }.items():
        yield Line(f"peak memory of {name}, 10M", {"wye": _peak(work)}, (below("64 KiB", 65536),), in_bytes=True)


def _peak(work: Callable[[], object]) -> float:
    """The most memory that was allocated at once, NumPy's arrays included."""
    work()
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return float(peak)
