"""Tracing beside torch: an MLP and a transformer block, forward and with gradients, and functionalized writes."""

from collections.abc import Callable, Iterator
from typing import Any

import wye
from wye.bench.lines import Line, at_most
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch

__all__ = ["measure"]

LIMIT = 1 / 5


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    from wye.fx import make_fx, symbolic_trace
    from wye.fx.aot import aot_function

    torch = load_torch()
    ours = _programs(wye, make_fx, aot_function, symbolic_trace)
    theirs = None
    if torch is not None:
        from torch._functorch.aot_autograd import aot_function as aot_of_torch
        from torch.fx import symbolic_trace as trace_of_torch
        from torch.fx.experimental.proxy_tensor import make_fx as make_fx_of_torch

        theirs = _programs(torch, make_fx_of_torch, aot_of_torch, trace_of_torch)
    for name, program in ours.items():
        program()  # what is loaded and registered at first use is no part of it
        contenders: dict[str, Snippet | None] = {"wye": Snippet("f()", {"f": program})}
        if theirs is not None:
            theirs[name]()
            contenders["torch"] = Snippet("f()", {"f": theirs[name]})
        times = compare(effort, contenders)
        yield Line(name, times, (at_most(LIMIT, "torch"),))


class Block:
    """A transformer block, made of functions."""

    def __init__(self, lib: Any) -> None:
        """A block of width 8 with 2 heads."""
        nn = lib.nn
        self.lib = lib
        self.layers = nn.ModuleDict(
            {
                "norm": nn.LayerNorm(8), "qkv": nn.Linear(8, 24), "out": nn.Linear(8, 8),
                "norm2": nn.LayerNorm(8), "wide": nn.Linear(8, 32), "narrow": nn.Linear(32, 8),
            }
        )  # fmt: skip

    def __call__(self, x: Any) -> Any:
        """Attention, then two linear layers."""
        of, lib = self.layers, self.lib
        b, t, d = x.shape
        parts = of["qkv"](of["norm"](x)).chunk(3, -1)
        q, k, v = (part.reshape(b, t, 2, d // 2).transpose(1, 2) for part in parts)
        weights = lib.softmax(q @ k.transpose(-2, -1) / 2.0, -1)
        x = x + of["out"]((weights @ v).transpose(1, 2).reshape(b, t, d))
        return x + of["narrow"](lib.nn.functional.gelu(of["wide"](of["norm2"](x))))


def _writes(x: Any) -> Any:
    y = x.clone()
    for _ in range(10):
        y.add_(1)
        y.mul_(2)
        y.sub_(x)
    return y


def _writes_to_views(x: Any) -> Any:
    y = x.clone()
    for _ in range(10):
        y.add_(1)
        y[0].mul_(2)
        y.view(-1).sub_(1)
    return y


def _keep(graph: Any, examples: Any) -> Any:
    return graph


def _programs(lib: Any, make_fx: Any, aot_function: Any, symbolic_trace: Any) -> dict[str, Callable[[], Any]]:
    nn = lib.nn
    mlp = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 16), nn.ReLU(), nn.Linear(16, 4))
    block, x, rows, square = Block(lib), lib.ones(2, 8), lib.ones(2, 4, 8), lib.ones(4, 4)
    of_mlp, of_block = list(mlp.parameters()), list(block.layers.parameters())
    names = [name for name, _ in mlp.named_parameters()]

    def called(x: Any, *parameters: Any) -> Any:
        return lib.func.functional_call(mlp, dict(zip(names, parameters, strict=True)), (x,)).sum()

    functionalized, on_views = lib.func.functionalize(_writes), lib.func.functionalize(_writes_to_views)
    return {
        "make_fx of an MLP": lambda: make_fx(mlp)(x),
        "make_fx of an MLP, backward": lambda: make_fx(lambda x: lib.autograd.grad(mlp(x).sum(), of_mlp))(x),
        "make_fx of a transformer block": lambda: make_fx(block)(rows),
        "make_fx of a block, backward": lambda: make_fx(lambda x: lib.autograd.grad(block(x).sum(), of_block))(rows),
        "aot of an MLP": lambda: aot_function(called, _keep, _keep)(x, *of_mlp),
        "symbolic_trace of an MLP": lambda: symbolic_trace(mlp),
        "functionalized writes": lambda: functionalized(square),
        "functionalized writes to views": lambda: on_views(square),
    }
