"""What programs call on large arrays, beside torch in one thread.  ``direct`` is NumPy's own call."""

from collections.abc import Iterator
from math import exp, log
from typing import Any

import numpy as np

import wye
from wye.bench.lines import Line, Target
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch, one_thread

__all__ = ["measure"]

CALLS: dict[str, str] = {
    "x + y": "np.add(x, y)", "x.exp()": "np.exp(x)", "m.tanh(x)": "np.tanh(x)", "m.relu(x)": "np.maximum(x, 0)",
    "m.sigmoid(x)": "1 / (1 + np.exp(-x))", "m.nn.functional.gelu(x)": "",
    "m.where(mask, x, y)": "np.where(mask, x, y)",
    "x.sum()": "np.add.reduce(x)", "a.sum(0)": "np.add.reduce(a, 0)", "a.sum(1)": "np.add.reduce(a, 1)",
    "a.max(1)": "a.argmax(1), np.maximum.reduce(a, 1)", "a.std(1)": "a.std(1)",
    "a.cumsum(1)": "np.add.accumulate(a, 1)",
    "m.softmax(a, -1)": "", "m.log_softmax(a, -1)": "", "m.nn.functional.layer_norm(a, (1000,))": "",
    "a @ a": "a @ a", "a.sort(1)": "np.sort(a, 1), a.argsort(1, 'stable')",
    "a.topk(10, 1)": "np.argpartition(a, 990, 1)",
    "a.t().contiguous()": "np.ascontiguousarray(a.T)", "x.to(m.float16)": "x.astype('e')", "x[mask]": "x[mask]",
    "m.cat([x, y])": "np.concatenate([x, y])", "m.nn.functional.conv2d(c, w, padding=1)": "", "m.randn(100000)": "",
}  # fmt: skip
_MEAN = Target("<= 1/0.9 torch", 1 / 0.9, "torch")


def _names(library: Any) -> dict[str, Any]:
    rng = np.random.default_rng(0)
    shapes: dict[str, Any] = {
        "x": 1_000_000,
        "y": 1_000_000,
        "a": (1000, 1000),
        "c": (8, 16, 56, 56),
        "w": (32, 16, 3, 3),
    }
    arrays: dict[str, Any] = {name: rng.normal(size=shape).astype("f") for name, shape in shapes.items()}
    arrays["mask"] = rng.random(1_000_000) < 0.5
    if library is np:
        return {"np": np, **arrays}
    return {"m": library, **{name: library.from_numpy(array) for name, array in arrays.items()}}


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines, and the geometric mean of all of them."""
    few = Effort(rounds=max(3, effort.rounds // 30), sample=1e-3)
    torch, ours, numpy = load_torch(), _names(wye), _names(np)
    theirs = None if torch is None else _names(torch)
    lines = []
    with one_thread():
        for call, direct in CALLS.items():
            contenders = {
                "wye": Snippet(call, ours),
                "direct": Snippet(direct, numpy) if direct else None,
                "torch": None if theirs is None else Snippet(call, theirs),
            }
            times = compare(few, contenders)
            slow = "torch" in times and times.get("direct", 0.0) > times["torch"]
            lines.append(Line(f"{call}, 1M", times, (), "NumPy alone takes longer than torch" if slow else ""))
            yield lines[-1]
    sides = ("wye",) if torch is None else ("wye", "torch")
    means = {side: exp(sum(log(line.times[side]) for line in lines) / len(lines)) for side in sides}
    yield Line(f"large calls, mean of {len(lines)}", means, (_MEAN,))
