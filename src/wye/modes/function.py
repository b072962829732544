"""Function modes and `__wye_function__`: overriding functions above every dispatch key.

Reached only by calls that have the function bit: see Note [The function bit] (keys/keyset.py).
Order, as everywhere: the innermost mode, then tensor subclasses, the most derived first; NotImplemented tries the next.
"""

from __future__ import annotations

import threading
import warnings
from typing import TYPE_CHECKING, Any, Final, Self

from wye._engine import engine
from wye.call.arrays import brings_keys
from wye.call.op import OpOverload
from wye.call.packets import overriding
from wye.keys import FUNCTION, DispatchKey, DispatchKeySet
from wye.modes.mode import refuse_classmethod
from wye.modes.python_key import plain_types, refusal, subclass_order
from wye.modes.stack import ModeStack, ThreadStack, stacked
from wye.registry import registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

    from wye.modes.stack import Node

__all__ = [
    "FunctionMode",
    "PassingFunctionMode",
    "are_subclass_functions_disabled",
    "call_function",
    "call_public",
    "count_function_modes",
    "current_function_mode",
    "current_function_modes",
    "disable_functions",
    "disable_subclass_functions",
    "enable_functions",
    "function_mode_at",
    "function_mode_list",
    "handler_of",
    "hooks",
    "is_handled",
    "is_mode_enabled",
    "pop_function_mode",
    "popped_function_mode",
    "push_function_mode",
    "replace_function_modes",
    "run_as_subclass",
    "run_without_functions",
    "thread",
]

_NONE: Final = DispatchKeySet()
_SAME: Final = engine.StateGuard(_NONE, _NONE)
_LAST: Final = engine.StateGuard(_NONE, _NONE, DispatchKeySet.raw((1 << 128) - 1) - FUNCTION)
_DISABLED: Final = engine.StateGuard(_NONE, FUNCTION)


# Note [What handlers are told]
# Programs ask `func is torch.sin`, or look `func` up in a table of functions. An operator that has a public function
# is therefore shown to handlers as that function: `wye.sin(x)` and `ops.aten.sin.default(x)` as `wye.sin`, ``x.sin()``
# as `wye.Tensor.sin`, ``x + y`` as `wye.Tensor.add`. Functions and methods ask handlers themselves, before an operator
# is called, and pass on the arguments as they were written; operators called directly ask through their key.
# Other members of tensors ask where they are made, by `engine.member` (tensors/seen_members.py has most of them): a
# method is shown as itself (`wye.Tensor.to`), an attribute as its `__get__`, `__set__` or `__delete__`, so that a plain
# tensor without modes pays one test of a bit. The functions behind members ask nothing: no check belongs into them.
# The layer with the functions sets `hooks.public`; operators without a function are shown as themselves.
# Guarded by: tests/unit/modes/test_public_functions.py, tests/unit/modes/test_seen_members.py


class Hooks:
    """Callbacks that higher layers set.

    Attributes:
        public: Returns the public function of an operator, or the operator.
    """

    def __init__(self) -> None:
        self.public: Callable[[Any], Any] = lambda op: op


hooks: Final = Hooks()
_stack: Final = ModeStack(FUNCTION, ThreadStack(), "__wye_function__")
thread: Final = _stack.thread  # `top` is its innermost function mode


def disable_functions() -> engine.StateGuard:
    """A guard: neither function modes nor `__wye_function__` see calls."""
    return engine.StateGuard(_NONE, FUNCTION)


class _Flags(threading.local):
    subclasses_off: bool = False  # see `disable_subclass_functions`


_flags: Final = _Flags()


class enable_functions:  # noqa: N801 - a guard, as `disable_functions` is
    """A guard: function modes and `__wye_function__` see calls again, inside of guards that turn them off."""

    __slots__ = ("_guard", "_seen")

    def __enter__(self) -> None:
        self._guard = engine.StateGuard(_NONE, _NONE, None, DispatchKeySet.raw((1 << 128) - 1) - FUNCTION)
        self._guard.__enter__()
        self._seen, _flags.subclasses_off = _flags.subclasses_off, False

    def __exit__(self, *exc: object) -> None:
        _flags.subclasses_off = self._seen
        self._guard.__exit__(None, None, None)


class disable_subclass_functions:  # noqa: N801 - a guard, as `disable_functions` is
    """A guard: function modes see calls, ``__wye_function__`` of tensor subclasses does not."""

    __slots__ = ("_seen",)

    def __enter__(self) -> None:
        self._seen, _flags.subclasses_off = _flags.subclasses_off, True

    def __exit__(self, *exc: object) -> None:
        _flags.subclasses_off = self._seen


def are_subclass_functions_disabled() -> bool:
    """Is this thread inside `disable_subclass_functions`?"""
    return _flags.subclasses_off


def is_mode_enabled() -> bool:
    """Is a function mode active that sees calls now?"""
    return thread.top is not None and not engine.get_state()[1].bits & FUNCTION.bits


def run_without_functions(func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any] | None) -> Any:
    """Call ``func`` where neither function modes nor `__wye_function__` see it."""
    return _DISABLED.run(func, *args, **(kwargs or {}))


def run_as_subclass(func: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any] | None) -> Any:
    """Call ``func`` where no `__wye_function__` sees it, but a function mode that left it to them is asked again."""
    if thread.top is None:
        return _DISABLED.run(func, *args, **(kwargs or {}))
    with disable_subclass_functions():
        return func(*args, **(kwargs or {}))


def current_function_modes() -> tuple[Any, ...]:
    """The active function modes of this thread, bottom first."""
    return _stack.modes()


def popped_function_mode() -> AbstractContextManager[Any]:
    """The top function mode is off the stack inside; yields that mode.

    Raises:
        RuntimeError: no mode is active.
    """
    return _stack.popped()


def replace_function_modes(modes: Iterable[Any]) -> None:
    """Make these the active function modes of this thread, bottom first."""
    _stack.restore(stacked(modes))


def function_mode_at(index: int) -> Any:
    """The active function mode at a place, counted from the bottom."""
    return _stack.modes()[index]


def function_mode_list() -> list[Any]:
    """`current_function_modes` as a new list."""
    return list(_stack.modes())


def count_function_modes() -> int:
    """How many function modes are active in this thread."""
    return len(_stack.modes())


def current_function_mode() -> Any:
    """The innermost function mode, or None."""
    return (_stack.modes() or (None,))[-1]


def push_function_mode(mode: Any) -> None:
    """Put a function mode on the stack."""
    _stack.restore((mode, thread.top))


def pop_function_mode() -> Any:
    """Take the top function mode off the stack.

    Raises:
        RuntimeError: the stack is empty.
    """
    return _stack.pop()


class FunctionMode(engine.ModeBase):
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

    _stack = _stack
    _entered: list[tuple[Any, Node | None, Node]]

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

    @classmethod
    def push(cls, *args: Any, **kwargs: Any) -> Self:
        """A mode with these arguments, as programs entered modes before ``with Mode()`` did."""
        warnings.warn("`Mode.push()` is no longer necessary and can be replaced with just `with Mode()`", stacklevel=2)
        return cls(*args, **kwargs)

    def _enter_specially(self) -> Self:
        refuse_classmethod(type(self), "__wye_function__")
        _stack.enter(self, (self, thread.top))
        return self

    def _leave_specially(self) -> None:
        _stack._leave_late(self)


class PassingFunctionMode(FunctionMode):
    """A mode that passes every call on: a base for others."""

    def __torch_function__(
        self, func: Callable[..., Any], types: tuple[type, ...], args: Any = (), kwargs: Any = None
    ) -> Any:
        return func(*args, **(kwargs or {}))


def _ask_mode(top: Node, func: Any, types: tuple[type, ...], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call the handler of the top function mode, which is off the stack inside."""
    guard = _LAST if top[1] is None else _SAME
    return guard.ask(thread.__dict__, "top", top, "__wye_function__", func, types, args, kwargs)


def call_function(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Let the top function mode, then each subclass, handle the call; without any, continue below.

    Raises:
        DispatchRefusedError: all of them returned NotImplemented.
    """
    if _stack.has_notes:
        _stack.read_notes()
    top = thread.top
    types = () if _flags.subclasses_off else subclass_order(args, kwargs, _overrides_functions)
    if top is None and not types:
        return op.redispatch(keyset - FUNCTION, *args, **kwargs)
    func = hooks.public(op) if isinstance(op, OpOverload) else op
    if top is not None:
        result = _ask_mode(top, func, types, args, kwargs)
        if result is not NotImplemented:
            return result
    for cls in types:
        shown = op if getattr(cls, "_sees_operators", False) else func
        result = cls.__wye_function__(shown, types, args, kwargs)  # type: ignore[attr-defined]  # its bit says so
        if result is not NotImplemented:
            return result
    raise refusal("__wye_function__", op, top, types)


def _find_handler(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Callable[..., Any] | None:
    """Who handles a call on objects, not tensors, that stand for values of any kind: their classes, as elsewhere."""
    if engine.get_state()[1].bits & FUNCTION.bits or _flags.subclasses_off:
        return None
    return _let_classes_handle if subclass_order(args, kwargs, _stands_for_anything) else None


def _stands_for_anything(value: Any) -> bool:
    return not isinstance(value, engine.TensorBase) and brings_keys(type(value), FUNCTION)


def _let_classes_handle(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return call_function(op, FUNCTION, args, kwargs)


overriding.find = _find_handler


def call_public(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`call_function` for a public function; handlers get the arguments as the caller wrote them.

    Handlers of objects that are not tensors are called too.
    See Note [What handlers are told].

    Raises:
        DispatchRefusedError: all of them returned NotImplemented.
    """
    if _stack.has_notes:
        _stack.read_notes()
    top, called, func = thread.top, func, getattr(func, "told", func)
    values = [] if _flags.subclasses_off else _handlers(args, kwargs)
    types = tuple(type(value) for value in values)
    if top is not None:
        result = _ask_mode(top, func, types, args, kwargs)
        if result is not NotImplemented:
            return result
    for value in values:
        result = handler_of(value)(func, types, args, kwargs)
        if result is not NotImplemented:
            return result
    if top is None and not values:
        return _DISABLED.run(called, *args, **kwargs)
    if getattr(called, "gives_way", False):
        return NotImplemented  # Python asks the other operand
    raise refusal("__wye_function__", f"{func.__module__}.{func.__qualname__}", top, types)


def is_handled(value: Any) -> bool:
    """Do function modes, or the class of a value, handle a call with it now?"""
    if engine.get_state()[1].bits & FUNCTION.bits:
        return False
    return thread.top is not None or (not _flags.subclasses_off and _handles(value))


def _handlers(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """One argument of each class that handles functions: in order, but a subclass before its bases."""
    if not kwargs and len(args) == 1 and type(args[0]) in plain_types:  # as of most methods and attributes
        return []
    found: dict[type, Any] = {}
    for value in (*args, *kwargs.values()):
        for item in value if isinstance(value, (list, tuple)) and not _handles(value) else (value,):
            if type(item) not in plain_types and _handles(item):
                found.setdefault(type(item), item)
    if len(found) < 2:
        return [*found.values()]
    order = subclass_order(found.values(), {}, _handles)
    return [found[cls] for cls in order]


def _handles(value: Any) -> bool:
    if isinstance(value, engine.TensorBase):
        return bool(value._keys.bits & FUNCTION.bits)
    return _handler_name(type(value)) is not None


def _handler_name(cls: type) -> str | None:
    return next((name for name in ("__wye_function__", "__torch_function__") if hasattr(cls, name)), None)


def handler_of(value: Any, warning: type[Warning] = UserWarning) -> Any:
    """What handles functions for a value whose class has a handler.  Instances alone have none, as in PyTorch.

    Args:
        value: The value.
        warning: Of which class is the warning that the handler is not a class method.
    """
    name = _handler_name(type(value))
    found = None if name is None else getattr(value, name)
    if found is not None and getattr(found, "__self__", None) is value:
        warnings.warn(
            f"Defining your `{found.__name__}` as a plain method is deprecated and will be an error in future, please "
            "define it as a classmethod.",
            warning,
            stacklevel=4,
        )
    return found


def _overrides_functions(value: Any) -> bool:
    if isinstance(value, engine.TensorBase):
        return bool(value._keys.bits & FUNCTION.bits)
    return brings_keys(type(value), FUNCTION)


registry.give_engine(DispatchKey.EndOfFunctionalityKeys, call_function, unchecked=True)
engine.configure(override=call_public, function_keys=FUNCTION.bits)
