"""One call through kernels at five keys, each of which goes on to the next lower one."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import wye
from wye import dispatch
from wye.bench.calls import noop
from wye.bench.lines import Line
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import Kernel, fresh_namespace, load_torch

__all__ = ["measure"]

SCHEMA = "op(Tensor x) -> Tensor"
INCLUDED = ("TESTING_ONLY_GenericMode", "TESTING_ONLY_GenericWrapper")
ABOVE = (*INCLUDED, "AutogradCPU", "ADInplaceOrView")  # and CPU, which ends the chain


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's line."""
    with ExitStack() as stack:
        tensor = wye.tensor([1.0, 2.0, 3.0])
        contenders = {
            "wye": Snippet("f(x)", {"f": _in_wye(stack), "x": tensor}),
            "direct": Snippet("f(x)", {"f": _direct(), "x": tensor}),
            "torch": _in_torch(stack),
        }
        yield Line("redispatch through 5 keys", compare(effort, contenders))


def _go_on(redispatch: Callable[..., object], after: object) -> Kernel:
    def kernel(keys: object, x: object) -> object:
        return redispatch(keys & after, x)  # type: ignore[operator]

    return kernel


def _in_wye(stack: ExitStack) -> Kernel:
    lib = stack.enter_context(dispatch.library("DEF", fresh_namespace()))
    op: dispatch.OpOverload = lib.define(SCHEMA)
    for key in ABOVE:
        lib.impl("op", _go_on(op.redispatch, wye.DispatchKeySet.full_after(key)), key, with_keyset=True)
    lib.impl("op", noop, "CPU")
    stack.enter_context(dispatch.include(*INCLUDED))
    return op


def _in_torch(stack: ExitStack) -> Snippet | None:
    torch = load_torch()
    if torch is None:
        return None
    parse, after = torch._C._parse_dispatch_key, torch._C._dispatch_keyset_full_after
    ns, tensor = fresh_namespace(), torch.tensor([1.0, 2.0, 3.0])
    lib = torch.library.Library(ns, "DEF")
    stack.callback(lib._destroy)
    lib.define(SCHEMA)
    op = getattr(torch.ops, ns).op.default
    for key in ABOVE:
        lib.impl("op", _go_on(op.redispatch, after(parse(key))), key, with_keyset=True)
    lib.impl("op", noop, "CPU")
    for key in INCLUDED:
        stack.enter_context(torch._C._IncludeDispatchKeyGuard(parse(key)))
    return Snippet("f(x)", {"f": op, "x": tensor})


def _direct() -> Kernel:
    """Five Python functions, each of which calls the next."""

    def calling(below: Kernel) -> Kernel:
        def kernel(x: object) -> object:
            return below(x)

        return kernel

    f: Kernel = noop
    for _ in ABOVE:
        f = calling(f)
    return f
