"""Function modes and `__wye_function__`: overriding functions above every dispatch key.

Reached only by calls that have the function bit: see Note [The function bit] (keys/keyset.py).
Order, as everywhere: the innermost mode, then tensor subclasses, the most derived first; NotImplemented tries the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Self

from wye._engine import engine
from wye.call.op import OpOverload
from wye.keys import FUNCTION, DispatchKey, DispatchKeySet
from wye.modes.python_key import refusal, subclass_order
from wye.modes.stack import ModeStack
from wye.registry import registry

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from wye.modes.stack import Node

__all__ = [
    "FunctionMode",
    "call_function",
    "current_function_modes",
    "disable_functions",
    "hooks",
    "pop_function_mode",
    "popped_function_mode",
    "push_function_mode",
    "run_without_functions",
    "thread",
]

_NONE: Final = DispatchKeySet()
_SAME: Final = engine.StateGuard(_NONE, _NONE)
_LAST: Final = engine.StateGuard(_NONE, _NONE, DispatchKeySet.raw((1 << 128) - 1) - FUNCTION)
_DISABLED: Final = engine.StateGuard(_NONE, FUNCTION)


# Note [What handlers are told]
# Programs ask `func is torch.sin`, or look `func` up in a table of functions. An operator that has a public function
# is therefore shown to handlers as that function, whoever called it: `wye.sin(x)`, ``x.sin()``, `ops.aten.sin.default`.
# A function and the method of its name are one object here, so both questions of PyTorch's programs get their answer:
# `func is torch.add` and `func is torch.Tensor.add`.
# Who has functions tells `hooks.public`; operators without one are shown as they are.
# Guarded by: tests/unit/modes/test_public_functions.py


class Hooks:
    """What higher layers give.

    Attributes:
        public: Gives the function that stands for an operator, or the operator.
    """

    def __init__(self) -> None:
        self.public: Callable[[Any], Any] = lambda op: op


hooks: Final = Hooks()
_stack: Final = ModeStack(FUNCTION)
thread: Final = _stack.thread  # `top` is its innermost function mode


def disable_functions() -> engine.StateGuard:
    """A guard: neither function modes nor `__wye_function__` see calls."""
    return engine.StateGuard(_NONE, FUNCTION)


def run_without_functions(func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any] | None) -> Any:
    """Call ``func`` where neither function modes nor `__wye_function__` see it."""
    return _DISABLED.run(func, *args, **(kwargs or {}))


def current_function_modes() -> tuple[Any, ...]:
    """The active function modes of this thread, bottom first."""
    return _stack.modes()


def popped_function_mode() -> AbstractContextManager[Any]:
    """The top function mode is off the stack inside; gives that mode.

    Raises:
        RuntimeError: no mode is active.
    """
    return _stack.popped()


def push_function_mode(mode: Any) -> None:
    """Put a function mode on the stack."""
    _stack.restore((mode, thread.top))


def pop_function_mode() -> Any:
    """Take the top function mode off the stack.

    Raises:
        RuntimeError: the stack is empty.
    """
    return _stack.pop()


class FunctionMode:
    """Handles function calls while entered, above every dispatch key: before autograd, before decomposition.

    >>> class Names(FunctionMode):
    ...     def __init__(self):
    ...         self.seen = []
    ...     def __wye_function__(self, func, types, args=(), kwargs=None):
    ...         self.seen.append(str(func))
    ...         return func(*args, **(kwargs or {}))
    >>> with Names() as names:
    ...     pass
    >>> names.seen
    []
    """

    _entered: list[tuple[Node | None, Node]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "__torch_function__" in cls.__dict__ and "__wye_function__" not in cls.__dict__:
            cls.__wye_function__ = cls.__torch_function__  # type: ignore[attr-defined, method-assign]  # for PyTorch

    def __wye_function__(
        self,
        func: Callable[..., Any],
        types: tuple[type, ...],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:
        """Handle a call of ``func``; ``NotImplemented`` leaves it to the tensor subclasses among the arguments."""
        return func(*args, **(kwargs or {}))

    def __enter__(self) -> Self:
        _stack.enter(self, (self, thread.top))
        return self

    def __exit__(self, *exc: object) -> None:
        _stack.leave(self)


def call_function(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Ask the top function mode, then each subclass, to handle the call; without any, go on below.

    Raises:
        DispatchRefusedError: all of them returned NotImplemented.
    """
    top = thread.top
    types = subclass_order(args, kwargs, _overrides_functions)
    if top is None and not types:
        return op.redispatch(keyset - FUNCTION, *args, **kwargs)
    func = hooks.public(op) if isinstance(op, OpOverload) else op
    if top is not None:
        mode, thread.top = top
        guard = _LAST if top[1] is None else _SAME
        try:
            result = guard.run(mode.__wye_function__, func, types, args, kwargs)
        finally:
            thread.top = top
        if result is not NotImplemented:
            return result
    for cls in types:
        result = cls.__wye_function__(func, types, args, kwargs)  # type: ignore[attr-defined]  # its bit says so
        if result is not NotImplemented:
            return result
    raise refusal("__wye_function__", op, top, types)


def _overrides_functions(value: Any) -> bool:
    return isinstance(value, engine.TensorBase) and bool(value._keys.bits & FUNCTION.bits)


registry.give_engine(DispatchKey.EndOfFunctionalityKeys, call_function, unchecked=True)
