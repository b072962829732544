"""KernelFunction: one kernel of an operator, taken from the table to be called without the dispatcher."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.errors import RegistrationError
from wye.registry import registry
from wye.registry.fallbacks import ambiguous_kernel
from wye.registry.introspect import find_op_or_throw, get_computed_kernel
from wye.registry.providers import ProviderChain, call_kernel

if TYPE_CHECKING:
    from wye.keys import DispatchKey, DispatchKeySet
    from wye.registry import Kernel
    from wye.registry.entry import OperatorEntry

__all__ = ["KernelFunction", "kernel_function"]


class KernelFunction:
    """The kernel that was registered at a key when this object was made, even if another one is registered there now.

    It can be called while its registration lives.
    """

    __slots__ = ("_entry", "kernel")

    def __init__(self, entry: OperatorEntry, kernel: Kernel) -> None:
        self._entry, self.kernel = entry, kernel

    @property
    def is_valid(self) -> bool:
        """Is the kernel still registered, as the active one or under another?"""
        fn = self.kernel.fn
        wanted = fn.kernels if isinstance(fn, ProviderChain) else (self.kernel,)
        return all(self._is_registered(kernel) for kernel in wanted)

    def _is_registered(self, kernel: Kernel) -> bool:
        own = any(kernel is other for kernels in self._entry.kernels.values() for other in kernels)
        return own or kernel is ambiguous_kernel or registry.fallbacks.holds(kernel)

    def call_boxed(self, keyset: DispatchKeySet, /, *args: Any, **kwargs: Any) -> Any:
        """Call it with the key set that it would have been given.

        Raises:
            RegistrationError: its registration is gone, and the kernel with it.
        """
        if not self.is_valid:
            raise RegistrationError(
                f"SafeKernelFunction has been invalidated {self.kernel.debug}",
                fix="keep the library that registered the kernel, or ask for the kernel that is there now",
            )
        return call_kernel(self.kernel, self._entry.op, keyset, args, kwargs)

    def __repr__(self) -> str:
        return f"SafeKernelFunction(debug='{self.kernel.debug}')"


def kernel_function(name: str, key: DispatchKey | int | str) -> KernelFunction:
    """The kernel that runs now when a call of the operator ``name`` arrives at ``key``.

    Raises:
        OperatorNotFoundError: the operator does not exist, or has no kernel there.
    """
    entry = registry.require(name)
    find_op_or_throw(*name.partition(".")[::2])  # kernels alone are no operator
    return KernelFunction(entry, get_computed_kernel(name, key))
