"""What `explain` says before a call is what a recording of the call shows: any registrations, states and arguments."""

from __future__ import annotations

import contextlib
import itertools
import warnings
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import wye
from wye import dispatch

_names = itertools.count()

# ---- programs: kernels at keys ----

KEYS = (
    "CPU", "CompositeImplicitAutograd", "CompositeExplicitAutograd", "AutogradCPU", "Autograd", "ADInplaceOrView",
    "BackendSelect", "NumPy", "AutogradNumPy", "Meta", "AutocastCPU", "FuncTorchBatched", "Python", "PreDispatch",
    "Functionalize", "FuncTorchBatchedDecomposition",
)  # fmt: skip
KINDS = ("plain", "redispatch", "fallthrough", "yes", "no", "no fallthrough", "raises")


def plain(x: Any, y: Any) -> Any:
    return x


def raises(x: Any, y: Any) -> Any:
    raise KeyError("on purpose")


def provided(x: Any, y: Any) -> Any:
    return y


def register(lib: Any, op: Any, key: str, kind: str) -> None:
    def redispatch(keyset: Any, x: Any, y: Any) -> Any:
        return op.redispatch(keyset.remove(keyset.highest_priority()), x, y)

    if kind == "redispatch":
        lib.impl("f", redispatch, key, with_keyset=True)
    elif kind == "fallthrough":
        lib.impl("f", dispatch.fallthrough, key)
    elif kind == "yes":
        lib.impl("f", provided, key, when=lambda x, y: True, provider="quick", priority=1)
    elif kind == "no":
        lib.impl("f", provided, key, when=lambda x, y: False, provider="never", priority=2)
    elif kind == "no fallthrough":
        lib.impl("f", dispatch.fallthrough, key, when=lambda x, y: x is y, provider="falls", priority=3)
    else:
        lib.impl("f", raises if kind == "raises" else plain, key)


# ---- states of the thread ----


class Passing(wye.DispatchMode):
    def __wye_dispatch__(self, op: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return op(*args, **(kwargs or {}))


class Handled(wye.Tensor):
    @classmethod
    def __wye_dispatch__(cls, op: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return NotImplemented if len(types) > 1 else args[-1]


class PassingFunctions(wye.FunctionMode):
    def __wye_function__(self, fn: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return fn(*args, **(kwargs or {}))


STATES = {
    "no_grad": wye.no_grad,
    "inference": wye.inference_mode,
    "mode": Passing,
    "function mode": PassingFunctions,
    "autocast": lambda: wye.autocast("cpu"),
    "exclude AutogradCPU": lambda: dispatch.exclude("AutogradCPU"),
    "exclude ADInplaceOrView": lambda: dispatch.exclude("ADInplaceOrView"),
    "exclude Python": lambda: dispatch.exclude("Python"),
    "include AutogradCPU": lambda: dispatch.include("AutogradCPU"),
    "include PreDispatch": lambda: dispatch.include("PreDispatch"),
    "include Functionalize": lambda: dispatch.include("Functionalize"),
}


def inside(transform: str | None, ask: Any, x: Any, y: Any) -> None:
    """Ask while a transform runs, with the tensors that a function sees there."""
    if transform is None:
        ask(x, y)
        return

    def f(a: Any) -> Any:
        ask(a, y)
        return wye.ops.aten.sum.default(a)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if transform == "vmap":
            wye.vmap(f)(x)
        elif transform == "grad":
            wye.grad(f)(x)
        elif transform == "functionalize":
            wye.functionalize(f)(x)
        elif transform == "jvp":
            wye.jvp(f, (x,), (x,))
        else:
            wye.vmap(wye.grad(f))(x)


def value(kind: str) -> Any:
    if kind == "ndarray":
        return np.ones((2, 2), np.float32)
    if kind == "subclass":
        return wye.Tensor._make_subclass(Handled, wye.ones(2, 2))
    if kind == "fake":
        return wye.fake.FakeTensorMode().from_tensor(wye.ones(2, 2))
    if kind == "meta":
        return wye.ones(2, 2, device="meta")
    return wye.ones(2, 2, requires_grad=kind == "grad")


# ---- what was said, and what happened ----


def told_of(explanation: wye.Explanation) -> list[tuple[str, str | None, str]]:
    return [(hop["key"], hop["kernel"], hop["outcome"]) for hop in explanation.hops]


def recorded(recording: wye.Recording, root: int, count: int) -> list[tuple[str, str | None, str]]:
    """The hops of a call, and of those by which its kernels continued it, as far as `count` hops."""
    calls = recording.calls
    found: list[tuple[str, str | None, str]] = []
    at: int | None = root
    while at is not None:
        hops = [(hop.key, hop.kernel, hop.outcome) for hop in calls[at].hops]
        below = [i for i, call in enumerate(calls) if call.parent == at and call.redispatched]
        if hops[-1][1] == "providers":  # the chain runs one of its kernels, or continues below
            chosen = calls[below[0]].hops[0] if below else None
            if chosen is None:
                hops[-1] = (hops[-1][0], "providers", "error")
            elif chosen.key == hops[-1][0]:
                hops[-1] = (chosen.key, chosen.kernel, chosen.outcome)
                below = [i for i, call in enumerate(calls) if call.parent == below[0] and call.redispatched]
            else:
                hops[-1] = (hops[-1][0], "fallthrough", "falls through")
        found += hops
        at = below[0] if below and len(found) < count else None
    return found


def check(op: Any, x: Any, y: Any) -> None:
    explanation = wye.explain(op, x, y)
    again = wye.explain(op, x, y)
    assert explanation.to_dict() == again.to_dict()  # it changes nothing
    with wye.record() as recording, contextlib.suppress(Exception):
        op(x, y)
    root = next(i for i, call in enumerate(recording.calls) if call.op == explanation.op)
    call = recording.calls[root]
    told = told_of(explanation)
    assert list(call.keys) == explanation.to_dict()["keys"]
    assert recorded(recording, root, len(told)) == told
    handler = explanation.hops[-1]["handler"]
    if handler is not None and handler["name"] in ("loop", "decomposition"):
        assert call.fallback == handler["name"] or call.error is not None
    else:
        assert call.fallback not in ("loop", "decomposition")
    str(explanation)


@settings(max_examples=200)
@given(
    registrations=st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(KINDS)), min_size=1, max_size=6),
    states=st.lists(st.sampled_from(sorted(STATES)), max_size=3, unique=True),
    transform=st.sampled_from([*[None] * 8, "vmap", "grad", "functionalize", "jvp", "vmap of grad"]),
    kinds=st.tuples(*[st.sampled_from(["plain", "plain", "grad", "ndarray", "meta", "subclass", "fake"])] * 2),
)
def test_a_recorded_call_does_what_was_explained(
    registrations: list[tuple[str, str]], states: list[str], transform: str | None, kinds: tuple[str, str]
) -> None:
    x, y = map(value, kinds if transform is None else ("plain", kinds[1]))
    with dispatch.library("DEF", f"agreement{next(_names)}") as lib:
        op = lib.define("f(Tensor x, Tensor y) -> Tensor")
        for key, kind in registrations:
            register(lib, op, key, kind)

        def ask(a: Any, b: Any) -> None:
            with contextlib.ExitStack() as stack:
                for state in states:
                    stack.enter_context(STATES[state]())
                check(op, a, b)

        inside(transform, ask, x, y)


FUNCTIONS = {
    "add": lambda x, y: (wye.add, x, y),
    "method": lambda x, y: (wye.Tensor.mul, x, y),
    "packet": lambda x, y: (wye.ops.aten.sub, x, y),
    "softmax": lambda x, y: (wye.softmax, x, -1),
    "matmul": lambda x, y: (wye.matmul, x, y),
    "in place": lambda x, y: (wye.Tensor.add_, x.clone(), y),
    "view": lambda x, y: (wye.Tensor.reshape, x, (-1,)),
    "transpose": lambda x, y: (wye.transpose, x, 0, -1),
    "cat": lambda x, y: (wye.cat, [x, y]),
    "factory": lambda x, y: (wye.zeros, 2),
    "where": lambda x, y: (wye.where, x > 0, x, 2.0),
    "name": lambda x, y: ("aten::exp", x),
    "reduction": lambda x, y: (wye.sum, x, -1),
}


@settings(max_examples=120)
@given(
    name=st.sampled_from(sorted(FUNCTIONS)),
    states=st.lists(st.sampled_from(["no_grad", "inference", "mode", "autocast"]), max_size=2, unique=True),
    transform=st.sampled_from([None, None, "vmap", "grad", "functionalize", "jvp", "vmap of grad"]),
    kinds=st.tuples(*[st.sampled_from(["plain", "grad", "meta"])] * 2),
)
def test_public_functions_do_what_was_explained(
    name: str, states: list[str], transform: str | None, kinds: tuple[str, str]
) -> None:
    x, y = map(value, kinds if transform is None else ("plain", "plain"))

    def ask(a: Any, b: Any) -> None:
        what, *args = FUNCTIONS[name](a, b)
        with contextlib.ExitStack() as stack:
            for state in states:
                stack.enter_context(STATES[state]())
            explanation = wye.explain(what, *args)
            call = wye.ops.aten.exp if isinstance(what, str) else what
            with wye.record() as recording, contextlib.suppress(Exception):
                call(*args)
        if not recording.calls:
            assert explanation.to_dict()["error"] is not None
            return
        told = told_of(explanation)
        root = next(i for i, one in enumerate(recording.calls) if one.depth == 0)
        assert recording.calls[root].op == explanation.op
        assert list(recording.calls[root].keys) == explanation.to_dict()["keys"]
        assert recorded(recording, root, len(told)) == told

    inside(transform, ask, x, y)
