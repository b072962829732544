"""Calls on fake tensors, remembered and computed, and what surrounds them: the mode, and fakes of real tensors."""

from collections.abc import Iterator
from typing import Any

import wye
from wye.bench.lines import Line, at_most
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch
from wye.fake import FakeTensorMode

__all__ = ["measure"]

CALLS = {
    "add": "x + x",
    "view": "x.view(6)",
    "matmul": "x @ y",
    "factory": "zeros(2)",
}


def _setting(package: Any, mode: Any, remembers: bool) -> dict[str, Any]:
    mode.cache_enabled = remembers
    x, y = mode.from_tensor(package.ones(2, 3)), mode.from_tensor(package.ones(3, 2))
    return {"x": x, "y": y, "zeros": package.zeros, "mode": mode, "ones": package.ones, "make": type(mode)}


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    torch = load_torch()
    packages: dict[str, tuple[Any, Any]] = {"wye": (wye, FakeTensorMode)}
    if torch is not None:
        from torch._subclasses.fake_tensor import FakeTensorMode as Theirs

        packages["torch"] = (torch, Theirs)

    def line(name: str, code: str, *, remembers: bool = True, inside: bool = False) -> Line:
        found = {}
        for side, (package, make) in packages.items():
            setting = _setting(package, make(), remembers)
            text = f"with mode: {code}" if inside else code
            found[side] = Snippet(text, setting)
        return Line(name, compare(effort, found), (at_most(1 / 5, "torch"),))

    for call, code in CALLS.items():
        inside = call == "factory"
        yield line(f"fake {call}, remembered", code, inside=inside)
        yield line(f"fake {call}, computed", code, remembers=False, inside=inside)
    yield line("fake mode: enter, exit", "pass", inside=True)
    yield line("fake mode: make", "make()")
    yield line("fake of a real tensor", "mode.from_tensor(ones(3))")
