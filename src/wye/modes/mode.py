"""DispatchMode: a context manager whose method handles every operator call in its thread while it is active."""

from __future__ import annotations

import warnings
from types import FunctionType
from typing import TYPE_CHECKING, Any, Self

from wye._engine import engine
from wye.errors import ModePlaceError
from wye.keys import DispatchKey
from wye.modes import pre_dispatch
from wye.modes.stack import ModeKey, current_modes, dispatch_stack, inserted, stacked

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from wye.call import OpOverload
    from wye.modes.stack import Node

__all__ = ["DispatchMode", "disable_current_modes", "pop_mode_temporarily", "refuse_classmethod"]


class DispatchMode(engine.ModeBase):
    """Handles operator calls while entered: the innermost mode first, with itself off the stack.

    Subclass it and write ``__wye_dispatch__(self, func, types, args=(), kwargs=None)``; calling ``func`` there reaches
    the next mode, then tensor subclasses, then the kernels below autograd.

    >>> class Count(DispatchMode):
    ...     def __init__(self):
    ...         self.calls = 0
    ...     def __wye_dispatch__(self, func, types, args=(), kwargs=None):
    ...         self.calls += 1
    ...         return func(*args, **(kwargs or {}))
    >>> with Count() as count:
    ...     pass
    >>> count.calls
    0
    """

    _stack = dispatch_stack
    _mode_key: ModeKey | None = None
    _is_for_torch = False  # is its handler a ``__torch_dispatch__``? See wye.modes.torch_form
    _entered: list[tuple[Any, Node | None, Node]]

    _dispatch_key: DispatchKey | None = None

    def __init__(self, _dispatch_key: DispatchKey | None = None) -> None:
        """Make a mode; with the key PreDispatch it goes to the pre-dispatch stack."""
        if _dispatch_key is not None:
            if not isinstance(_dispatch_key, DispatchKey):
                raise ModePlaceError("_dispatch_key must be a DispatchKey")
            self._dispatch_key = _dispatch_key

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "__wye_dispatch__" in cls.__dict__:
            cls._is_for_torch = False
        elif "__torch_dispatch__" in cls.__dict__:
            cls._is_for_torch = True
            cls.__wye_dispatch__ = cls.__torch_dispatch__  # type: ignore[attr-defined, method-assign]  # a program written for PyTorch

    def __wye_dispatch__(
        self,
        func: OpOverload,
        types: tuple[type, ...],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Handle a call of ``func``; ``NotImplemented`` leaves it to the tensor subclasses among the arguments."""
        return func(*args, **(kwargs or {}))

    @classmethod
    def push(cls, *args: Any, **kwargs: Any) -> Self:
        """A mode with these arguments, as programs entered modes before ``with Mode()`` did."""
        warnings.warn("`Mode.push()` is no longer necessary and can be replaced with just `with Mode()`", stacklevel=2)
        return cls(*args, **kwargs)

    @classmethod
    def is_infra_mode(cls) -> bool:
        """Is it an infrastructure mode, not one of the user's?"""
        return cls._mode_key is not None

    def _enter_specially(self) -> Self:
        if type(type(self).__wye_dispatch__) is not FunctionType:
            refuse_classmethod(type(self), "__wye_dispatch__")
        if self._dispatch_key is not None:
            if self._dispatch_key != DispatchKey.PreDispatch:
                raise ModePlaceError("mode._dispatch_key must be None or DispatchKey.PreDispatch")
            pre_dispatch.set_mode(self)
        elif self._mode_key is None:
            dispatch_stack.enter(self, (self, dispatch_stack.thread.top))
        else:  # one mode at a time in this place: it comes back when this one is left
            others = stacked(m for m in current_modes() if getattr(m, "_mode_key", None) is not self._mode_key)
            dispatch_stack.enter(self, inserted(others, self))
        return self

    def _leave_specially(self) -> None:
        if self._dispatch_key is None:
            dispatch_stack._leave_late(self)
            return
        if not pre_dispatch.is_active(self):
            raise ModePlaceError("a pre-dispatch mode must be left in the thread that entered it")
        pre_dispatch.unset_mode(self._mode_key, schema_check=self._mode_key is None)

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.{type(self).__qualname__} object>"


def refuse_classmethod(cls: type, name: str) -> None:
    """Refuse a handler that is a classmethod: it needs the mode.

    Raises:
        RuntimeError: it is a classmethod.
    """
    if getattr(getattr(cls, name), "__self__", None) is not None:
        name = name if f"__torch{name[5:]}" not in cls.__dict__ else f"__torch{name[5:]}"
        raise RuntimeError(
            f"Defining your mode's `{name}` as a classmethod is not supported, please make it a plain method"
        )


def disable_current_modes() -> AbstractContextManager[tuple[Any, ...]]:
    """No mode sees calls inside; yields the modes that were active."""
    return dispatch_stack.emptied()


def pop_mode_temporarily() -> AbstractContextManager[Any]:
    """The top mode is off the stack inside; yields that mode.

    Raises:
        RuntimeError: no mode is active.
    """
    return dispatch_stack.popped()
