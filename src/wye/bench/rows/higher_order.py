"""Calls of higher-order operators: one that only calls the function it is given, and `cond`."""

import importlib
from collections.abc import Callable, Iterator
from typing import Any

import wye
from wye.bench.calls import noop
from wye.bench.lines import Line
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import fresh_namespace, load_torch
from wye.higher_order.control_flow import cond_op

__all__ = ["measure"]


def _run(fn: Callable[[object], object], x: object) -> object:
    return fn(x)


def _branch(pred: object, true_fn: Callable[[object], object], false_fn: object, operands: tuple[object]) -> object:
    return true_fn(*operands)


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    torch = load_torch()
    x = wye.tensor([1.0, 2.0, 3.0])
    t = None if torch is None else torch.tensor([1.0, 2.0, 3.0])
    for name, text, ours, direct, theirs in (
        ("higher-order operator", "f(g, x)", _in_wye(), _run, torch and _in_torch()),
        ("cond, by operator", "f(True, g, g, (x,))", cond_op, _branch, torch and _cond_in_torch()),
    ):
        contenders = {
            "wye": Snippet(text, {"f": ours, "g": noop, "x": x}),
            "direct": Snippet(text, {"f": direct, "g": noop, "x": x}),
        }
        if theirs is not None:
            contenders["torch"] = Snippet(text, {"f": theirs, "g": noop, "x": t})
        yield Line(name, compare(effort, contenders))


def _in_wye() -> wye.HigherOrderOperator:
    made = wye.HigherOrderOperator(fresh_namespace())
    made.py_impl("CompositeImplicitAutograd")(_run)
    return made


def _in_torch() -> Any:
    operators = importlib.import_module("torch._ops")

    class Made(operators.HigherOrderOperator):  # type: ignore[misc, name-defined]
        def __call__(self, fn: Any, x: Any) -> Any:
            return super().__call__(fn, x)

    made = Made(fresh_namespace())
    made.py_impl(importlib.import_module("torch._C").DispatchKey.CompositeImplicitAutograd)(_run)
    return made


def _cond_in_torch() -> Any:
    return importlib.import_module("torch._higher_order_ops.cond").cond_op
