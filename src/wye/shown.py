"""The names under which wye shows itself in reprs: its own, or PyTorch's while `wye.compat.torch` stands for torch.

Imports nothing.  Read when something is printed or an operator is made; changed once, by `wye.compat.install`.
"""

from __future__ import annotations

__all__ = ["as_torch", "operators", "package"]

package = "wye"  # as in wye.float32
operators = "wye.ops"  # the module of operators, before their namespace


def as_torch() -> None:
    """From now on, say torch."""
    global package, operators
    package, operators = "torch", "torch._ops"
