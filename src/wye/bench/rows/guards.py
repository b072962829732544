"""Making, entering and leaving a guard that excludes one key; beside a context manager of Python that does nothing."""

from collections.abc import Iterator

import wye
from wye import dispatch
from wye.bench.lines import Line
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch

__all__ = ["measure"]

TEXT = "with guard(keys): pass"


class _Nothing:
    __slots__ = ("keys",)

    def __init__(self, keys: object) -> None:
        self.keys = keys

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc: object) -> None:
        pass


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    torch, keys = load_torch(), wye.DispatchKeySet("AutogradCPU")
    contenders = {
        "wye": Snippet(TEXT, {"guard": dispatch.exclude, "keys": keys}),
        "direct": Snippet(TEXT, {"guard": _Nothing, "keys": keys}),
    }
    again = {"wye": Snippet("with guard: pass", {"guard": dispatch.exclude(keys)})}
    again["direct"] = Snippet("with guard: pass", {"guard": _Nothing(keys)})
    if torch is not None:
        guard, theirs = torch._C._ExcludeDispatchKeyGuard, torch._C.DispatchKeySet(torch._C.DispatchKey.AutogradCPU)
        contenders["torch"] = Snippet(TEXT, {"guard": guard, "keys": theirs})
        again["torch"] = Snippet("with guard: pass", {"guard": guard(theirs)})
    yield Line("guard: make, enter, exit", compare(effort, contenders))
    yield Line("guard made before: enter, exit", compare(effort, again))
