"""A call of a custom operator that nothing differentiates, without and with a formula for gradients.

The kernel gives back a tensor that was made before: it may not give back its argument.
"""

from collections.abc import Iterator
from typing import Any

import wye
from wye.bench.lines import Line, at_most
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import Kernel, fresh_namespace, load_torch, wye_op
from wye.library import CustomOpDef, custom_op

__all__ = ["measure"]

SCHEMA = "op(Tensor x) -> Tensor"


def _kernel(result: Any) -> Kernel:
    def kernel(x: object) -> object:
        return result

    kernel.__annotations__ = {"x": type(result), "return": type(result)}
    return kernel


def _backward(ctx: object, grad: object) -> object:
    return grad


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    torch = load_torch()
    x, kernel = wye.tensor([1.0, 2.0, 3.0]), _kernel(wye.tensor([1.0, 2.0, 3.0]))
    plain, with_autograd = _in_wye(kernel), _in_wye(kernel)
    with_autograd.register_autograd(_backward)
    theirs, theirs_with_autograd = (None, None) if torch is None else (_in_torch(torch), _in_torch(torch))
    if theirs_with_autograd is not None:
        theirs_with_autograd["f"].register_autograd(_backward)
    try:
        with wye_op(SCHEMA, ("CPU", kernel)) as defined:
            contenders = {
                "wye": Snippet("f(x)", {"f": plain, "x": x}),
                "define+impl": Snippet("f(x)", {"f": defined, "x": x}),
                "with autograd": Snippet("f(x)", {"f": with_autograd, "x": x}),
                "direct": Snippet("f(x)", {"f": kernel, "x": x}),
                "torch": None if theirs is None else Snippet("f(x)", theirs),
                "torch with autograd": None if theirs_with_autograd is None else Snippet("f(x)", theirs_with_autograd),
            }
            times = compare(effort, contenders)
    finally:
        plain._destroy()
        with_autograd._destroy()
    yield _line("custom_op", "define+impl", 1.3, times)
    autograd = {"wye": times["with autograd"], "custom_op": times["wye"], "direct": times["direct"]}
    if torch is not None:
        autograd["torch"] = times["torch with autograd"]
    yield _line("custom_op with autograd, no grad", "custom_op", 1.5, autograd)


def _line(name: str, against: str, limit: float, times: dict[str, float]) -> Line:
    note = f"{times['wye'] / times[against]:.2f}x {against}"
    return Line(name, times, (at_most(limit, against), at_most(1 / 30, "torch")), note)


def _in_wye(kernel: Kernel) -> CustomOpDef:
    return custom_op(f"{fresh_namespace()}::op", kernel, mutates_args=())


def _in_torch(torch: Any) -> dict[str, Any]:
    x, kernel = torch.tensor([1.0, 2.0, 3.0]), _kernel(torch.tensor([1.0, 2.0, 3.0]))
    return {"f": torch.library.custom_op(f"{fresh_namespace()}::op", kernel, mutates_args=()), "x": x}
