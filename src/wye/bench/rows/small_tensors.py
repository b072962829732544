"""Operators on three elements: what is left where there is little to compute.  ``direct`` is NumPy's function."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import wye
from wye.bench.lines import Line, Target, at_most
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch

__all__ = ["measure"]

# name -> the statement in wye and torch, the one in NumPy
STATEMENTS = {
    "ops.aten.add": ("f(x, y)", "np.add(x, y)", "add"),
    "ops.aten.add.Tensor": ("f(x, y)", "np.add(x, y)", "add.Tensor"),
    "ops.aten.mul": ("f(x, y)", "np.multiply(x, y)", "mul"),
    "ops.aten.sum": ("f(x)", "np.add.reduce(x)", "sum"),
    "ops.aten.mm": ("f(a, a)", "np.matmul(a, a)", "mm"),
    "ops.aten.add_": ("f(x, y)", "np.add(x, y, x)", "add_"),
    "x + y": ("x + y", "x + y", ""),
    "x + 1": ("x + 1.0", "x + 1.0", ""),
    "x.sum()": ("x.sum()", "x.sum()", ""),
    "x[0]": ("x[0]", "x[0]", ""),
    "x[1:]": ("x[1:]", "x[1:]", ""),
    "a.t().view(9)[1:]": ("a.t().reshape(9)[1:]", "a.T.reshape(9)[1:]", ""),
}


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    torch = load_torch()
    for name, (statement, direct, operator) in STATEMENTS.items():
        ours = _names(wye, wye.ops.aten, operator)
        contenders: dict[str, Snippet | None] = {
            "wye": Snippet(statement, ours),
            "direct": Snippet(direct, {"np": np, **{n: v.numpy() for n, v in ours.items() if n != "f"}}),
        }
        if torch is not None:
            theirs = _names(torch, torch.ops.aten, operator)
            contenders["torch"] = Snippet(statement, theirs)
            if name == "ops.aten.add":
                contenders["torch.add"] = Snippet("f(x, y)", {**theirs, "f": torch.add})
        times = compare(effort, contenders)
        targets: tuple[Target, ...] = ()
        if name == "ops.aten.add" and torch is not None:
            targets = (at_most(1 / 3, "torch"), at_most(2 / 3, "torch.add"))
        yield Line(f"{name}, 3 elements", times, targets)


def _names(library: Any, aten: Any, operator: str) -> dict[str, Any]:
    names = {"x": library.tensor([1.0, 2.0, 3.0]), "y": library.tensor([4.0, 5.0, 6.0]), "a": library.eye(3)}
    if operator:
        packet, _, overload = operator.partition(".")
        names["f"] = getattr(getattr(aten, packet), overload) if overload else getattr(aten, packet)
    return names
