"""opcheck of one custom operator with gradients: each check alone, and those that run by default."""

from collections.abc import Iterator
from typing import Any

import wye
from wye.bench.lines import Line, at_most
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch

__all__ = ["measure"]

CHECKS = (
    "test_schema",
    "test_autograd_registration",
    "test_faketensor",
    "test_aot_dispatch_static",
    "test_aot_dispatch_dynamic",
)


def _square(package: Any) -> Any:
    """A custom operator of one tensor, with a fake kernel and gradients."""
    op = package.library.custom_op(
        "bench_opcheck::square", lambda x: x * x, mutates_args=(), schema="(Tensor x) -> Tensor"
    )
    op.register_fake(package.empty_like)
    op.register_autograd(
        lambda ctx, g: g * 2 * ctx.saved_tensors[0],
        setup_context=lambda ctx, inputs, output: ctx.save_for_backward(inputs[0]),
    )
    return op


def _snippet(package: Any, op: Any, checks: Any) -> Snippet:
    x = package.ones(3, requires_grad=True)
    names = {"opcheck": package.library.opcheck, "op": op, "x": x, "checks": checks}
    return Snippet("opcheck(op, (x,), test_utils=checks)", names)


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    torch = load_torch()
    sides = {"wye": wye} if torch is None else {"wye": wye, "torch": torch}
    ops = {name: _square(package) for name, package in sides.items()}

    def times(*checks: str) -> dict[str, float]:
        return compare(effort, {side: _snippet(package, ops[side], checks) for side, package in sides.items()})

    by_default = (check for check in CHECKS if check != "test_aot_dispatch_static")
    yield Line("opcheck", times(*by_default), (at_most(1 / 5, "torch"),))
    for check in CHECKS:
        note = "also runs backward, torch's does not" if check == "test_autograd_registration" else ""
        yield Line(f"opcheck: {check}", times(check), note=note)
