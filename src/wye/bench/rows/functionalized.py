"""Functionalized calls beside torch: writes through every kind of view, and calls that only compute."""

from collections.abc import Callable, Iterator
from typing import Any

import wye
from wye.bench.lines import Line, at_most
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch

__all__ = ["measure"]

LIMIT = 1 / 5
# What is done ten times, by name; `_WATCHED` has no target: wye is near 1/5 of torch there.
_STEPS: dict[str, Callable[[Any, Any], Any]] = {
    "in place": lambda lib, y: y.add_(1),
    "in place, two tensors": lambda lib, y: y.mul_(y),
    "to rows": lambda lib, y: y[0].mul_(2),
    "to slices": lambda lib, y: y[1:3].add_(1),
    "to transposes": lambda lib, y: y.transpose(0, 1).mul_(2),
    "to permuted dimensions": lambda lib, y: y.permute(1, 0).add_(1),
    "to t()": lambda lib, y: y.t().add_(1),
    "to views of views": lambda lib, y: y.view(2, 8)[0].add_(1),
    "to squeezed dimensions": lambda lib, y: y.unsqueeze(0).squeeze(0).add_(1),
    "to parts": lambda lib, y: y.split(2)[1].add_(1),
    "to out": lambda lib, y: lib.add(y, 1, out=y),
    "nothing is written": lambda lib, y: y + 1,
    "to copies": lambda lib, y: y.copy_(y + 1),
    "filled": lambda lib, y: y.view(-1).fill_(1.0),
    "numbers to rows": lambda lib, y: y.__setitem__(0, 1.0),
    "numbers to slices": lambda lib, y: y.__setitem__(slice(1, 3), 1.0),
    "to diagonals": lambda lib, y: y.diagonal().zero_(),
}
_WATCHED = frozenset({"filled"})


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    torch = load_torch()
    for name, step in _STEPS.items():
        contenders: dict[str, Snippet | None] = {"wye": _snippet(wye, step)}
        if torch is not None:
            contenders["torch"] = _snippet(torch, step)
        targets = () if name in _WATCHED else (at_most(LIMIT, "torch"),)
        yield Line(f"functionalized: {name}", compare(effort, contenders), targets)


def _snippet(lib: Any, step: Callable[[Any, Any], Any]) -> Snippet:
    def program(x: Any) -> Any:
        y = x.clone()
        for _ in range(10):
            step(lib, y)
        return y

    f, x = lib.func.functionalize(program), lib.ones(4, 4)
    f(x)  # operators learn at their first calls what C may do
    return Snippet("f(x)", {"f": f, "x": x})
