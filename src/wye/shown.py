"""The names that wye uses in reprs: its own, or PyTorch's while `wye.compat.torch` replaces torch.

And the one way in which calls differ then: operators defined since take None where a tensor belongs.
Imports nothing.  Read when something is printed or an operator is made; changed once, by `wye.compat.install`.
"""

from __future__ import annotations

__all__ = ["FAMILIES", "as_torch", "function_module", "handler", "operators", "package", "python_module", "takes_none"]

FAMILIES = ("fft", "linalg", "special")  # of functions of operators, each with a module of its own

package = "wye"  # as in wye.float32
takes_none = False  # may None be passed for a tensor, as in PyTorch?
operators = "wye.ops"  # the module of operators, before their namespace


def handler(name: str) -> str:
    """What errors call a handler (``__wye_dispatch__``, ``__wye_function__``)."""
    return name.replace("_wye_", f"_{package}_")


def function_module(name: str, is_in_nn: bool = False) -> str:
    """The module that the function of an operator says it is from: PyTorch keeps families in modules of their own."""
    family = "nn" if is_in_nn else name.partition("_")[0]
    if package == "torch" and family != name and (is_in_nn or family in FAMILIES):
        return f"torch._C._{family}"
    return package


def python_module(module: str) -> str:
    """The module that a function which is written in Python says it is from: the public one, for PyTorch's names."""
    for inside, public in (("wye.nn.functional", "torch.nn.functional"), ("wye.functional", "torch.functional")):
        if package == "torch" and f"{module}.".startswith(f"{inside}."):
            return public
    return module


def as_torch() -> None:
    """From now on, use PyTorch's names."""
    global package, operators, takes_none
    package, operators, takes_none = "torch", "torch._ops", True
