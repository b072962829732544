"""Traces on proxies, graphs and what is done with them, beside torch."""

import copy
import importlib
import operator
from collections.abc import Callable, Iterator
from typing import Any

from wye.bench.lines import Line, at_most
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch

__all__ = ["measure"]

LIMIT = 1 / 5


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    import wye.fx

    torch = load_torch()
    ours = _programs(wye, wye.fx)
    theirs = None
    if torch is not None:
        theirs = _programs(torch, importlib.import_module("torch.fx"))
    for name, (program, is_limited) in ours.items():
        contenders: dict[str, Snippet | None] = {"wye": Snippet("f()", {"f": program})}
        if theirs is not None:
            contenders["torch"] = Snippet("f()", {"f": theirs[name][0]})
        targets = (at_most(LIMIT, "torch"),) if is_limited else ()
        yield Line(name, compare(effort, contenders), targets)


def _chain(x: Any) -> Any:
    for _ in range(10):
        x = x * 2 + x
    return x


def _methods(x: Any) -> Any:
    for _ in range(10):
        x = x.relu().transpose(0, 1).contiguous()
    return x


def _indices(x: Any) -> Any:
    return [x[i, :, None] for i in range(10)]


def _functions_of(lib: Any) -> Callable[[Any], Any]:
    def functions(x: Any) -> Any:
        for _ in range(10):
            x = lib.add(lib.relu(x), x)
        return x

    return functions


def _net(lib: Any) -> Any:
    nn = lib.nn

    class Net(nn.Module):  # type: ignore[name-defined,misc]  # of either library
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = nn.Linear(8, 8), nn.Linear(8, 8)
            self.scale = nn.Parameter(lib.ones(8))
            self.layers = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8))

        def forward(self, x: Any, flag: bool = True) -> Any:
            y = self.first(x).relu() + self.scale
            y = lib.cat([nn.functional.gelu(self.second(y)), y], dim=-1)
            return self.layers(y[:, :8]), y.sum(dim=-1, keepdim=True)

    return Net()


def _programs(lib: Any, fx: Any) -> dict[str, tuple[Callable[[], Any], bool]]:
    """Functions to time, and whether they have a target."""
    net, functions = _net(lib), _functions_of(lib)
    module = fx.symbolic_trace(net)
    graph = module.graph

    def by_hand() -> Any:
        made = fx.Graph()
        value = made.placeholder("x")
        for i in range(20):
            value = made.call_function(operator.add, (value, i))
        return made.output(value)

    return {
        "symbolic_trace of operators": (lambda: fx.symbolic_trace(_chain), True),
        "symbolic_trace of methods": (lambda: fx.symbolic_trace(_methods), True),
        "symbolic_trace of functions": (lambda: fx.symbolic_trace(functions), True),
        "symbolic_trace of indices": (lambda: fx.symbolic_trace(_indices), True),
        "symbolic_trace of a small function": (lambda: fx.symbolic_trace(lambda x: x + 1), True),
        "symbolic_trace of a module": (lambda: fx.symbolic_trace(net), True),
        "symbolic_trace, concrete arguments": (lambda: fx.symbolic_trace(net, {"flag": False}), True),
        "GraphModule of a graph": (lambda: fx.GraphModule(net, graph), True),
        "recompile": (module.recompile, True),
        "copy of a graph": (lambda: copy.deepcopy(graph), False),
        "a graph by hand": (by_hand, True),
        "code of a graph": (lambda: graph.python_code("self"), False),
    }
