"""A process that imports wye, beside one that imports nothing and one that imports torch; the best of several."""

from collections.abc import Iterator

from wye.bench.lines import Line, Target, at_most
from wye.bench.measure import Effort, once, run_child
from wye.bench.sides import has_torch

__all__ = ["measure"]

TORCH_REPEATS = 3  # it takes seconds
CHILDREN = {
    "direct": "pass",
    "wye": "import wye",
    "wye.dispatch": "import wye.dispatch",
    "numpy": "import numpy",
    "first operator": "import wye; wye.ones(3) + 1",
    "torch": "import torch",
}
FIRST_OPERATOR = 0.150  # seconds beyond NumPy's own import


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines.  Times are of whole processes; ``direct`` is the bare interpreter."""
    children = {name: code for name, code in CHILDREN.items() if name != "torch" or has_torch()}
    for code in children.values():
        run_child("-c", code)  # writes the .pyc files, warms the disk cache
    best: dict[str, float] = {}
    for i in range(3 * effort.repeats):
        for name, code in children.items():
            if name == "torch" and i >= min(TORCH_REPEATS, effort.repeats):
                continue
            took = once(lambda code=code: run_child("-c", code))  # type: ignore[misc]
            best[name] = min(took, best.get(name, took))
    for name in ("wye", "wye.dispatch"):
        times = {"wye": best[name]} | {side: best[side] for side in ("direct", "torch") if side in best}
        loaded = run_child("-c", f"import sys, {name}; print('numpy' in sys.modules)").strip() == "True"
        targets = (at_most(1 / 10, "torch"), Target("without NumPy", 0 if loaded else float("inf")))
        note = f"{(best[name] - best['direct']) * 1e3:+.1f} ms over the bare interpreter"
        yield Line(f"process: import {name}", times, targets, note)
    first = best["first operator"] - best["numpy"]
    times = {"wye": best["first operator"], "direct": best["direct"]}
    note = f"{first * 1e3:+.1f} ms over import numpy"
    yield Line(
        "process: first tensor operator", times, (Target("<= 150 ms over numpy", best["numpy"] + FIRST_OPERATOR),), note
    )
