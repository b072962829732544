"""Function transforms: `vmap`, `grad` and what is made of them.  May import: autograd and what is below.

interpreters (the stack of levels, its keys) -> batched (tensors under vmap) -> loop, batched_calls (what an operator
does with them), rules (shapes of batching rules) and batching (which operator has which) -> vmap; control_flow (cond,
while_loop, map and scan at a level); grad_level (tensors that autograd follows at a level) -> gradients, tangents,
functions (`autograd.Function` at a level).  Those of
gradients are loaded when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from wye.aten.grid import add_column
from wye.autograd.apply_hooks import apply_hooks
from wye.call.py_impl import TransformType
from wye.transforms import batching, control_flow
from wye.transforms.batched_calls import VmapInfo
from wye.transforms.vmap import VmapInterpreter, vmap

if TYPE_CHECKING:
    from wye.transforms.functional_level import FunctionalizeInterpreter, functionalize
    from wye.transforms.grad_level import GradInterpreter
    from wye.transforms.gradients import grad, grad_and_value, jacrev, vjp
    from wye.transforms.linear import linearize
    from wye.transforms.tangents import JvpInterpreter, hessian, jacfwd, jvp

__all__ = [
    "FunctionalizeInterpreter", "GradInterpreter", "JvpInterpreter", "TransformType", "VmapInfo", "VmapInterpreter",
    "functionalize", "grad", "grad_and_value",
    "hessian", "jacfwd", "jacrev", "jvp", "linearize", "vjp", "vmap",
]  # fmt: skip

_HOME = {
    "linearize": "wye.transforms.linear",
    "GradInterpreter": "wye.transforms.grad_level",
    **dict.fromkeys(("FunctionalizeInterpreter", "functionalize"), "wye.transforms.functional_level"),
    **dict.fromkeys(("JvpInterpreter", "hessian", "jacfwd", "jvp"), "wye.transforms.tangents"),
    **dict.fromkeys(("grad", "grad_and_value", "jacrev", "vjp"), "wye.transforms.gradients"),
}
add_column("vmap", batching, "BATCHING")
control_flow.register()


def _apply_function(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    from wye.transforms.functions import apply_function  # here: it loads autograd

    return apply_function(function, args, kwargs)


def _jvp(*args: Any, **kwargs: Any) -> Any:
    from wye.transforms.tangents import jvp  # here: it loads autograd

    return jvp(*args, **kwargs)


apply_hooks.transform, apply_hooks.vmap, apply_hooks.jvp = _apply_function, vmap, _jvp


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
