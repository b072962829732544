"""The cost of one call while 10 operators are registered, and while 10,000 are."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import wye
from wye import dispatch
from wye.bench.calls import noop
from wye.bench.lines import Line, Target
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import fresh_namespace, load_torch, torch_op, wye_op

__all__ = ["measure"]

FEW, MANY = 10, 10_000
SCHEMA = "op(Tensor x) -> Tensor"


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines; few and many take turns, and the best turn of each counts."""
    turns: dict[int, list[dict[str, float]]] = {FEW: [], MANY: []}
    torch = load_torch()
    with wye_op(SCHEMA, ("CPU", noop)) as ours, torch_op(SCHEMA, ("CPU", noop)) as theirs:
        contenders: dict[str, Snippet | None] = {"wye": Snippet("f(x)", {"f": ours, "x": wye.tensor([1.0])})}
        contenders["direct"] = Snippet("f(x)", {"f": noop, "x": wye.tensor([1.0])})
        if torch is not None:
            contenders["torch"] = Snippet("f(x)", {"f": theirs, "x": torch.tensor([1.0])})
        for _ in range(min(3, effort.repeats)):
            for count, found in turns.items():
                with _others(count - 1):
                    found.append(compare(effort, contenders))
    few, many = ({name: min(turn[name] for turn in found) for name in found[0]} for found in turns.values())
    yield Line(f"call with {FEW} operators registered", few)
    target = Target(f"<= 1.1x with {FEW}", 1.1, "few")
    change = f"{many['wye'] / few['wye']:.2f}x"
    yield Line(f"call with {MANY:,} operators registered", {**many, "few": few["wye"]}, (target,), change)


@contextmanager
def _others(count: int) -> Iterator[None]:
    """Other operators, with a kernel each, on both sides."""
    torch = load_torch()
    with ExitStack() as stack:
        ours = stack.enter_context(dispatch.library("DEF", fresh_namespace()))
        theirs = None
        if torch is not None:
            theirs = torch.library.Library(fresh_namespace(), "DEF")
            stack.callback(theirs._destroy)
        for lib in (ours, theirs) if theirs is not None else (ours,):
            for i in range(count):
                lib.define(f"op{i}(Tensor x) -> Tensor")
                lib.impl(f"op{i}", noop, "CPU")
        yield
