"""Several providers at one key: the first whose predicate accepts the arguments runs.

Only keys with a predicate pay: their slot holds the chain made here, any other slot the kernel itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.errors import NoKernelError
from wye.keys import DispatchKeySet
from wye.registry.kernel import Kernel, make_kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["active_kernel", "call_kernel", "order"]


def order(kernels: Sequence[Kernel]) -> list[Kernel]:
    """Kernels of one key, newest first, as they are tried: by priority, then by age."""
    return sorted(kernels, key=lambda kernel: -kernel.priority)


def active_kernel(kernels: Sequence[Kernel], op: str, key: str) -> Kernel:
    """What the slot of a key holds: its first kernel, or a chain when that one has a predicate."""
    first = kernels[0]
    if first.details.when is None:
        return first
    chain: list[Kernel] = []
    for kernel in kernels:
        chain.append(kernel)
        if kernel.when is None:
            break
    return _chain(chain, op, key)


def _chain(kernels: list[Kernel], op: str, key: str) -> Kernel:
    def run_first_accepting(called: Any, keyset: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        for kernel in kernels:
            if kernel.when is not None and not kernel.when(*args, **kwargs):
                continue
            if kernel.is_fallthrough:
                return called.redispatch(keyset.remove(keyset.highest_priority()), *args, **kwargs)
            return call_kernel(kernel, called, keyset, args, kwargs)
        refused = ", ".join(kernel.provider or kernel.debug for kernel in kernels)
        raise NoKernelError(
            f"Could not run '{op}' with arguments from the '{key}' backend: every provider refused them ({refused}).",
            op=op,
            key=key,
            have=[key],
            fix="register one provider without when=",
        )

    return make_kernel(run_first_accepting, kernels[0].debug, kind=engine.BOXED)


def call_kernel(kernel: Kernel, op: Any, keyset: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a kernel of an operator outside of its slot, as the engine would inside."""
    if kernel.fn is None:
        raise NoKernelError(f"{kernel.debug} falls through and cannot be called", op="", key="")
    if kernel.kind in (engine.BOXED, engine.PASS):
        return kernel.fn(op, keyset, args, kwargs)
    if kernel.kind == engine.ERROR:
        raise kernel.fn(op, keyset)
    if kernel.kind == engine.ARRAYS:  # what its arrays become is known to the engine alone, in the kernel's slot
        key = next(key for key, kernels in op._entry.kernels.items() if kernel in kernels)
        return op.redispatch(DispatchKeySet(key), *args, **kwargs)
    return kernel.fn(keyset, *args, **kwargs) if kernel.kind == engine.KEYSET else kernel.fn(*args, **kwargs)
