"""Calls, thread state and arguments as they were recorded of PyTorch 2.13 (tests/golden/calls.json).

A scenario that wye answers otherwise stands in a table below with the reason and with what wye does; all others are equal.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import wye
from tests.unit.call.tensor_kinds import BY_CATEGORY, GOLDEN, KEYS_OF_KIND, Tensor, make, names
from wye import dispatch
from wye.errors import AmbiguousKernelError, ArgumentError, FallthroughError, MissingEngineError, ReturnError, WyeError
from wye.keys import DispatchKey, DispatchKeySet, after_ad_inplace_or_view, after_autograd
from wye.schema.values import LAYOUTS, MEMORY_FORMATS

TRACES = [s for c in ("dispatch_trace", "random_trace", "fallback_trace") for s in BY_CATEGORY[c]]
BUILTIN = {e.__name__: e for e in (RuntimeError, NotImplementedError, ValueError, TypeError)}
MOST_EVENTS = 7


def by_id(scenarios):
    return pytest.mark.parametrize("scenario", scenarios, ids=lambda s: f"{s['id']}-{s['words']}")


def key(name: str) -> DispatchKey:
    """A key by its attribute: PyTorch's text parser does not know all of them."""
    return getattr(DispatchKey, name)


def keyset(keys: list[str]) -> DispatchKeySet:
    return DispatchKeySet(*map(key, keys))


def tls_difference() -> dict[str, Any]:
    """What the thread's state adds to and takes from the default, in the words of the recordings."""
    state, default = dispatch.capture_state(), GOLDEN["default_tls"]
    found = {}
    for what, keys in (("include", state.included), ("exclude", state.excluded)):
        now, before = names(keys), default[what]
        found[f"{what}_added"] = [name for name in now if name not in before]
        found[f"{what}_removed"] = [name for name in before if name not in now]
        if keys.raw_repr() != default[f"{what}_raw"]:
            found[f"{what}_raw"] = keys.raw_repr()
    return {what: value for what, value in found.items() if value}


@contextlib.contextmanager
def entered(guards: list[list[Any]]) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for name, *keys in guards:
            if name != "no_grad":  # a flag of the autograd engine; no key changes
                stack.enter_context(GUARDS[name](*keys))
        yield


def inference_mode() -> Any:
    recorded = next(s for s in BY_CATEGORY["tls"] if s["spec"] == ["inference_mode"])
    return dispatch.force(keyset(recorded["include"]), DispatchKeySet.raw(recorded["exclude_raw"]))


GUARDS: dict[str, Callable[..., Any]] = {
    "include": lambda name: dispatch.include(key(name)),
    "exclude": lambda names: dispatch.exclude(keyset(names)),
    "below_autograd": dispatch.below_autograd,
    "below_adinplace": dispatch.below_ad_inplace_or_view,
    "inference_mode": inference_mode,
    "autocast": lambda: dispatch.set_exclude("AutocastCPU", False),
    "python_dispatcher": lambda: dispatch.include("PythonDispatcher"),
}
REDISPATCH: dict[str, Callable[[DispatchKeySet, DispatchKey], DispatchKeySet]] = {
    "after_autograd": lambda ks, own: ks & after_autograd(),
    "after_ADInplaceOrView": lambda ks, own: ks & after_ad_inplace_or_view(),
    "full_after_self": lambda ks, own: ks & DispatchKeySet.full_after(own),
    "remove_self": lambda ks, own: ks.remove(own),
    "same": lambda ks, own: ks,
}
RECALL: dict[str, Callable[[DispatchKey], Any]] = {
    "recall": lambda own: dispatch.preserve(),
    "recall_below_autograd": lambda own: dispatch.below_autograd(),
    "recall_below_adinplace": lambda own: dispatch.below_ad_inplace_or_view(),
    "recall_exclude_self": lambda own: dispatch.exclude(own),
}


class Run:
    """One recorded call: registers its kernels, calls, keeps the trace."""

    def __init__(self, spec: dict[str, Any], *, accepts_none: bool = False) -> None:
        self.trace: list[list[Any]] = []
        self.spec, self.accepts_none = spec, accepts_none
        self.args = [self.argument(arg) for arg in spec.get("args", ["t"])]

    def argument(self, code: Any) -> Any:
        if isinstance(code, list):
            return [self.argument(item) for item in code]
        return make(code) if isinstance(code, str) else code

    def act(self, what: str, own: DispatchKey, action: str, op: Any, ks: DispatchKeySet | None, args: tuple[Any, ...]) -> Any:
        event: dict[str, Any] = {"keyset": None if ks is None else names(ks)}
        if what == "fallback":
            event["op"] = f"{op.name().replace('::', '.')}.default"
        if difference := tls_difference():
            event["tls"] = difference
        self.trace.append([what, own.name, event])
        if len(self.trace) >= MOST_EVENTS:
            raise RuntimeError("too deep")
        if action == "raise":
            raise ValueError("kernel error")
        if action == "return":
            first = args[0][0] if isinstance(args[0], list) else args[0]
            return first if isinstance(first, Tensor) or isinstance(args[0], list) else make("t")
        if action in RECALL:
            with RECALL[action](own):
                return op(*args)
        mask = action.removeprefix("redispatch:")
        chosen = keyset(mask.removeprefix("only:").split(",")) if mask.startswith("only:") else REDISPATCH[mask](ks, own)
        return op.redispatch(chosen, *args)

    def kernel(self, own: DispatchKey, action: str, with_keyset: bool) -> Callable[..., Any]:
        if with_keyset:
            return lambda ks, *args: self.act("kernel", own, action, self.op, ks, args)
        return lambda *args: self.act("kernel", own, action, self.op, None, args)

    def fallback(self, own: DispatchKey, action: str) -> Callable[..., Any]:
        return lambda op, ks, args, kwargs: self.act("fallback", own, action, op, ks, args)

    def __call__(self) -> Any:
        spec = self.spec
        with dispatch.library("FRAGMENT", "test", accepts_none=self.accepts_none) as lib, dispatch.library("IMPL", "_") as any_ns:
            self.op = lib.define(spec.get("schema", "foo(Tensor x) -> Tensor"))
            for step in spec["kernels"]:
                own, action, with_keyset = key(step["key"]), step["action"], step.get("with_keyset", True)
                fn = dispatch.fallthrough if action == "fallthrough" else self.kernel(own, action, with_keyset)
                lib.impl("foo", fn, own, with_keyset=with_keyset)
            for step in spec.get("fallbacks", []):
                own, action = key(step["key"]), step["action"]
                any_ns.fallback(dispatch.fallthrough if action == "fallthrough" else self.fallback(own, action), own)
            with entered(spec.get("guards", [])):
                if spec.get("call") == "redispatch":
                    return self.op.redispatch(keyset(spec["call_keys"]), *self.args)
                return self.op(*self.args)

    def summary(self, result: Any) -> dict[str, Any]:
        if result is None:
            return {"py": "NoneType", "value": None}
        return {"type": type(result).__name__, "is_first_arg": result is self.args[0]}


@by_id(TRACES)
def test_xx(scenario):
    run = Run(scenario["spec"])
    try:
        result = run()
    except Exception as e:
        assert "error" in scenario, f"{type(e).__name__}: {e}"
        assert isinstance(e, BUILTIN[scenario["error"]["type"]]), repr(e)
        assert str(e).startswith(scenario["error"]["message"].split(". ")[0]), repr(e)
    else:
        assert run.summary(result) == scenario.get("result"), scenario.get('error')
    assert run.trace == scenario["trace"]
