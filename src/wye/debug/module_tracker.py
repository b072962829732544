"""ModuleTracker: which modules are running, also while backward runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Self

from wye.autograd.engine import current_task, queue_callback
from wye.autograd.graph import register_multi_grad_hook
from wye.nn.modules.global_hooks import register_module_forward_hook, register_module_forward_pre_hook
from wye.pytree import tree_leaves
from wye.tensors import Tensor
from wye.weak import WeakIdKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["EVERYWHERE", "ModuleTracker"]

EVERYWHERE: Final = "Global"


class ModuleTracker:
    """The modules that are running now, forward or backward, by name.

    >>> import wye
    >>> class Show(wye.nn.Module):
    ...     def forward(self, x):
    ...         print(sorted(tracker.parents))
    ...         return x
    >>> with ModuleTracker() as tracker:
    ...     _ = wye.nn.Sequential(Show())(wye.ones(1))
    ['Global', 'Sequential', 'Sequential.0']

    Attributes:
        parents: Their names, and "Global".
    """

    def __init__(self) -> None:
        """Nothing runs yet."""
        self.parents = {EVERYWHERE}
        self._names: Any = WeakIdKeyDictionary()
        self._handles: list[Any] = []
        self._is_queued = False

    def _name(self, module: Any) -> str:
        if module not in self._names:
            self._names[module] = type(module).__name__
        for name, child in module.named_modules():
            if child not in self._names:  # also those below modules that are never called, as lists of modules
                self._names[child] = f"{self._names[module]}.{name}"
        return str(self._names[module])

    def _at_gradients(self, values: Any, act: Callable[[], Any]) -> None:
        tensors = [t for t in tree_leaves(values) if isinstance(t, Tensor) and t.requires_grad]
        if tensors:
            self._handles.append(register_multi_grad_hook(tensors, lambda grads: act()))

    def _backward_begins(self, name: str) -> None:
        if not self._is_queued:
            self._is_queued = True
            queue_callback(self._backward_ends)
        self.parents.add(name)

    def _backward_ends(self) -> None:
        self._is_queued = False
        self.parents = {EVERYWHERE}

    def _before(self, module: Any, inputs: Any) -> None:
        name = self._name(module)
        self.parents.add(name)
        self._at_gradients(inputs, lambda: self.parents.discard(name))

    def _after(self, module: Any, inputs: Any, outputs: Any) -> None:
        name = self._name(module)
        self.parents.discard(name)
        self._at_gradients(outputs, lambda: self._backward_begins(name))

    @property
    def is_bw(self) -> bool:
        """Does a backward pass run in this thread?"""
        return current_task() is not None

    def __enter__(self) -> Self:
        self._handles = [
            register_module_forward_pre_hook(self._before),
            register_module_forward_hook(self._after, always_call=True),
        ]
        return self

    def __exit__(self, *error: object) -> None:
        for handle in self._handles:
            handle.remove()
        self._handles = []
        self.parents = {EVERYWHERE}
