"""The names that wye uses in reprs: its own, or PyTorch's while `wye.compat.torch` replaces torch.

And the one way in which calls differ then: operators defined since take None where a tensor belongs.
Imports nothing.  Read when something is printed or an operator is made; changed once, by `wye.compat.install`.
"""

from __future__ import annotations

__all__ = ["as_torch", "handler", "operators", "package", "takes_none"]

package = "wye"  # as in wye.float32
takes_none = False  # may None be passed for a tensor, as in PyTorch?
operators = "wye.ops"  # the module of operators, before their namespace


def handler(name: str) -> str:
    """What errors call a handler (``__wye_dispatch__``, ``__wye_function__``)."""
    return name.replace("_wye_", f"_{package}_")


def as_torch() -> None:
    """From now on, use PyTorch's names."""
    global package, operators, takes_none
    package, operators, takes_none = "torch", "torch._ops", True
