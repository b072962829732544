"""Symbolic sizes beside torch: arithmetic, guards, and calls on fake tensors that have them."""

from collections.abc import Callable, Iterator
from typing import Any

import wye
from wye.bench.lines import Line, at_most
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch

__all__ = ["measure"]

LIMIT = 1 / 5
# Arithmetic that an environment has seen before is a look into a dictionary on both sides.
REPEATED = 1 / 3


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    from wye.fake import FakeTensorMode
    from wye.symbolic import ConstantSource, ShapeEnv

    torch = load_torch()
    ours = _programs(wye, ShapeEnv, ConstantSource, FakeTensorMode)
    theirs = None
    if torch is not None:
        from torch._dynamo.source import ConstantSource as SourceOfTorch
        from torch._subclasses.fake_tensor import FakeTensorMode as ModeOfTorch
        from torch.fx.experimental.symbolic_shapes import ShapeEnv as EnvOfTorch

        theirs = _programs(torch, EnvOfTorch, SourceOfTorch, ModeOfTorch)
    for name, program in ours.items():
        program()
        contenders: dict[str, Snippet | None] = {"wye": Snippet("f()", {"f": program})}
        if theirs is not None:
            theirs[name]()
            contenders["torch"] = Snippet("f()", {"f": theirs[name]})
        limit = REPEATED if "again" in name else LIMIT
        yield Line(name, compare(effort, contenders), (at_most(limit, "torch"),))


def _programs(lib: Any, shape_env: Any, source: Any, fake_mode: Any) -> dict[str, Callable[[], Any]]:
    def size(env: Any, value: int, name: str) -> Any:
        return env.create_symintnode(env.create_symbol(value, source=source(name)), hint=value, source=source(name))

    env = shape_env()
    a, b = size(env, 5, "a"), size(env, 7, "b")
    count = iter(range(10**9))

    def expressions() -> Any:
        n = next(count)
        return (a * b + n) // (b + n)

    def guard() -> bool:
        fresh = shape_env()
        return bool(size(fresh, 5, "a") * 2 + 1 < size(fresh, 7, "b") * 3)

    def fakes() -> Any:
        return fake_mode(shape_env=shape_env()).from_tensor(lib.ones(3, 4), static_shapes=False)

    x = fakes()

    def call() -> Any:
        with x.fake_mode:
            return (x @ x.t()).view(-1) + 1

    return {
        "symbolic sizes: (a + 1) * b, again": lambda: (a + 1) * b,
        "symbolic sizes: a known condition, again": lambda: bool(a > 1),
        "symbolic sizes: new expressions": expressions,
        "symbolic sizes: an environment, two sizes, a guard": guard,
        "symbolic sizes: a fake of a tensor": fakes,
        "symbolic sizes: three calls on a fake tensor": call,
    }
