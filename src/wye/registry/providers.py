"""Several providers at one key: the first whose predicate accepts the arguments runs.

Only keys with a predicate pay: their slot holds the chain made here, any other slot the kernel itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import NoKernelError
from wye.registry.kernel import Kernel, make_kernel

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["BELOW_PROGRAMS", "ProviderChain", "active_kernel", "call_kernel", "order"]

# The priority of wye's own kernels that come with a feature at its first use: programs may have registered before.
BELOW_PROGRAMS: Final = -1


def order(kernels: Sequence[Kernel]) -> tuple[Kernel, ...]:
    """Kernels of one key, newest first, as they are tried: by priority, then by age."""
    return tuple(sorted(kernels, key=lambda kernel: -kernel.priority))


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
    made = ProviderChain(tuple(chain), op, key)
    return make_kernel(made, chain[0].debug, kind=engine.BOXED)


class ProviderChain:
    """The kernels of one key in the order in which they are tried; what the key's slot calls.

    Attributes:
        kernels: The providers, the first to be asked first; each with its name, priority and predicate.
        op: The operator's name.
        key: The key's name.
    """

    __slots__ = ("kernels", "key", "op")

    def __init__(self, kernels: tuple[Kernel, ...], op: str, key: str) -> None:
        self.kernels, self.op, self.key = kernels, op, key

    def choose(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Kernel | None:
        """The first provider whose predicate accepts these arguments; None when all refuse."""
        for kernel in self.kernels:
            if kernel.when is None or self._accepts(kernel, args, kwargs):
                return kernel
        return None

    def _accepts(self, kernel: Kernel, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        assert kernel.when is not None
        try:
            return bool(kernel.when(*args, **kwargs))
        except TypeError as error:
            if error.__traceback__ is not None and error.__traceback__.tb_next is None:  # it did not begin to run
                error.add_note(f"  the predicate (when=) of a kernel of {self.op} is called with the same arguments")
                error.add_note(f"  as the kernel: {kernel.debug}")
            raise

    def __call__(self, op: Any, keyset: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the provider that accepts the arguments.

        Raises:
            NoKernelError: every one of them refuses.
        """
        kernel = self.choose(args, kwargs)
        if kernel is None:
            refused = ", ".join(kernel.provider or kernel.debug for kernel in self.kernels)
            raise NoKernelError(
                f"Could not run '{self.op}' with arguments from the '{self.key}' backend: every provider refused them "
                f"({refused}).",
                op=self.op,
                key=self.key,
                have=[self.key],
                fix="register one provider without when=",
            )
        if kernel.is_fallthrough:
            return op.redispatch(keyset.remove(keyset.highest_priority()), *args, **kwargs)
        return op.run_kernel(kernel, keyset, *args, **kwargs)


def call_kernel(kernel: Kernel, op: Any, keyset: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a kernel of an operator outside of its slot, as the engine would inside.

    Raises:
        NoKernelError: it falls through: there is nothing to call.
    """
    if kernel.is_fallthrough:
        raise NoKernelError(f"{kernel.debug} falls through and cannot be called", op="", key="")
    return op.run_kernel(kernel, keyset, *args, **kwargs)
