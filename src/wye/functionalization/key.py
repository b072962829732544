"""The dispatch key Functionalize: functional tensors that belong to no transform.

Hot path: every call on such a tensor comes here, and, while the thread includes the key, every other call.
"""

from __future__ import annotations

import threading
from typing import Any, Final

from wye._engine import engine
from wye.functionalization.handlers import call_functional
from wye.functionalization.wrapper import FunctionalArray, Owner
from wye.keys import DispatchKey, DispatchKeySet
from wye.modes import pre_dispatch
from wye.modes.stack import dispatch_stack
from wye.registry import registry
from wye.tensors import Tensor

__all__ = ["AT_KEY", "KEY", "OUTSIDE", "Key", "hooks", "settings"]


class _Settings(threading.local):
    """Of this thread.

    Attributes:
        reapplies_views: Are views made as views; else as copies?
        removes_undeclared_writes: Are writes removed, too, that schemas do not declare?
    """

    reapplies_views = False
    removes_undeclared_writes = False


class _Hooks:
    """What the transform gives to this module.

    Attributes:
        in_transform: Asked for a call that arrives at the key; True if a level of the transform has to handle it.
        process: Lets that level handle the call.
    """

    __slots__ = ("in_transform", "process")

    def __init__(self) -> None:
        self.in_transform: Any = None
        self.process: Any = None


_FUNCTIONALIZE: Final = DispatchKeySet("Functionalize")
settings: Final = _Settings()
hooks: Final = _Hooks()
# What is computed below the key is below autograd, too: that has seen the functional tensors.
_BELOW: Final = engine.StateGuard(
    DispatchKeySet(),
    DispatchKeySet(
        "Functionalize", "AutogradOther", "AutogradFunctionality", "AutogradNestedTensor", "ADInplaceOrView"
    ),
)


# Calls come to the key, also those of factories, and whatever was excluded.
AT_KEY: Final = engine.StateGuard(
    DispatchKeySet("Functionalize"), DispatchKeySet(), None, DispatchKeySet.raw(((1 << 128) - 1) & ~_FUNCTIONALIZE.bits)
)


# Calls do not come to the key, whatever the arguments and the thread say.
OUTSIDE: Final = engine.StateGuard(DispatchKeySet(), _FUNCTIONALIZE)


class Key(Owner):
    """The layer of the dispatch key."""

    __slots__ = ()
    level_of_wrappers = 0
    kind = DispatchKey.Functionalize
    below = _BELOW.run

    @property
    def copies(self) -> bool:  # type: ignore[override]  # a setting of the thread
        """Are views removed, too?"""
        return not settings.reapplies_views

    def run_registered(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the kernel that a program has registered at the key."""
        return AT_KEY.run(op, *args, **kwargs)

    def find(self, value: Any) -> FunctionalArray | None:
        """The array of a functional tensor; also of one whose transform has ended."""
        if isinstance(value, engine.TensorBase):
            data = value._data
            if type(data) is FunctionalArray:
                return data
        return None

    def shown(self, value: Any) -> Any:
        """Forget that the value is a view: that is tracked above the key.  Modes know tensors by identity."""
        no_modes = dispatch_stack.thread.top is None and not pre_dispatch.thread.is_active
        if no_modes and type(value) is Tensor and value._base is not None:
            return Tensor._view_of(value, value._data, is_view=False)
        return value


KEY: Final = Key()


def _functionalize(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    if hooks.in_transform is not None and hooks.in_transform():
        return hooks.process(op, args, kwargs)
    return call_functional(KEY, op, args, kwargs)


registry.give_engine(DispatchKey.Functionalize, _functionalize, unchecked=True)
