"""The stack of function transforms: one interpreter per level, one stack per thread.

Hot path: while a transform runs, every call of an operator comes through `_front`.
In: an operator and its arguments.  Out: what the top interpreter makes of the call.
"""

# Note [Levels of transforms]
# ``vmap(f)(x)`` pushes an interpreter, whose level is the length of the stack from then on, wraps its inputs at this
# level, calls f, unwraps the outputs and pops.  While the stack is not empty, the thread includes the keys
# FuncTorchDynamicLayerFrontMode, at which each call comes to the top interpreter, and FuncTorchDynamicLayerBackMode.
# The interpreter handles the call with itself removed (`lower`), so that the calls it makes come to the interpreter
# below, and to the plain operators once the stack is empty: stacks only get shorter, and every call ends.
# A kernel that a program registers at FuncTorchBatched runs instead of the interpreter, with its level still there and
# the front key excluded; what it calls on wrapped tensors comes to the fallback at FuncTorchBatched, everything else to
# the fallback at FuncTorchDynamicLayerBackMode: both continue where the interpreter would have been.
# Broken by: an interpreter that calls its operator without `lower`.
# Guarded by: tests/unit/transforms/test_interpreters.py

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Final

from wye._engine import engine
from wye.higher_order.operator import hooks
from wye.keys import DispatchKey, DispatchKeySet
from wye.modes.stack import dispatch_stack
from wye.registry import registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.call.py_impl import TransformType

__all__ = [
    "BOTH",
    "ENTER",
    "FORWARD",
    "LEAVE",
    "PARTS",
    "PLAIN",
    "PLANNED",
    "POINTWISE",
    "RULE",
    "VIEW",
    "Interpreter",
    "all_interpreters",
    "call_transform",
    "current",
    "hooks_of_grad",
    "lowered",
    "popped",
    "process_below_front",
    "required",
    "run_registered",
    "stack_of_thread",
]

_FRONT: Final = DispatchKeySet("FuncTorchDynamicLayerFrontMode")
BOTH: Final = DispatchKeySet("FuncTorchDynamicLayerFrontMode", "FuncTorchDynamicLayerBackMode")
_NONE: Final = DispatchKeySet()
_ALL: Final = (1 << 128) - 1
# What C may do with calls of an operator (`op._levels`): keep the places of batch dimensions under vmap; unwrap its
# tensors and wrap its results inside grad, as views of its first tensor; under vmap, follow the plan in `op._batching`,
# call the rule there, or the function, which is the composite itself; inside jvp, follow `op._forward`.
POINTWISE: Final = 1
PLAIN: Final = 2
VIEW: Final = 4
PLANNED: Final = 8
PARTS: Final = 16
RULE: Final = 32
FORWARD: Final = 64


def _all_but(keys: DispatchKeySet) -> DispatchKeySet:
    return DispatchKeySet.raw(_ALL & ~keys.bits)


# Tensors and calls of a level are known by these keys: that the caller excludes them does not count inside.
COUNTED: Final = BOTH | DispatchKeySet("FuncTorchBatched", "FuncTorchGradWrapper")
ENTER: Final = engine.StateGuard(BOTH, _NONE, None, _all_but(COUNTED))
LEAVE: Final = engine.StateGuard(_NONE, _NONE, _all_but(BOTH))
_WITHOUT_FRONT: Final = engine.StateGuard(_NONE, _FRONT)
_WITH_FRONT: Final = engine.StateGuard(BOTH, _NONE, None, _all_but(_FRONT))


class _Thread(threading.local):
    """The interpreters of a thread, the lowest level first."""

    def __init__(self) -> None:
        self.stack: list[Interpreter] = dispatch_stack.thread.levels  # there, what makes tensors sees them too


_thread: Final = _Thread()


class Interpreter(engine.Level):
    """One level of the stack: a transform that is running.

    Attributes:
        kind: What the transform does.
        knows_no_wrappers: Must wrappers of gradient transforms that have ended be replaced before `process`?
    """

    __slots__ = ()
    kind: ClassVar[TransformType]
    knows_no_wrappers: ClassVar[bool] = True
    _stack: list[Interpreter]  # of its thread

    def level(self) -> int:
        """Its place in the stack, from 1."""
        return self._level

    def key(self) -> TransformType:
        """What the transform does."""
        return self.kind

    def process(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Handle a call of an operator."""
        raise NotImplementedError  # abstract: each transform has its own

    def leave(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Continue a call that a kernel of this level makes, below the level."""
        return _WITH_FRONT.run(lowered, op, *args, **kwargs)

    @contextmanager
    def lower(self) -> Iterator[None]:
        """Remove the interpreter for a while: calls come to the level below."""
        with popped():
            yield

    def __repr__(self) -> str:
        return f"<{type(self).__name__} level={self._level}>"


def stack_of_thread() -> list[Interpreter]:
    """The interpreters of this thread, the lowest level first."""
    return _thread.stack


def current() -> Interpreter | None:
    """The interpreter on top, or None."""
    stack = _thread.stack
    return stack[-1] if stack else None


def required() -> Interpreter:
    """The interpreter on top.

    Raises:
        RuntimeError: no transform is running.
    """
    stack = _thread.stack
    if not stack:
        raise RuntimeError("no function transform is running in this thread")
    return stack[-1]


def all_interpreters() -> list[Interpreter]:
    """The interpreters of this thread, the lowest level first."""
    return list(_thread.stack)


@contextmanager
def popped() -> Iterator[Interpreter]:
    """Remove the top interpreter for a while."""
    stack = _thread.stack
    top = stack.pop()
    try:
        if stack:
            yield top
        else:
            with LEAVE:
                yield top
    finally:
        stack.append(top)


def lowered(fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
    """Call ``fn`` without the top interpreter."""
    stack = _thread.stack
    top = stack.pop()
    try:
        if stack:
            return fn(*args, **kwargs)
        return LEAVE.run(fn, *args, **kwargs)
    finally:
        stack.append(top)


# ---- the keys ----


class _GradHooks:
    """What the levels of gradients give to this module.

    Attributes:
        revive: Replaces wrappers of transforms that have ended by the tensors inside; None: there never was one.
    """

    __slots__ = ("revive",)

    def __init__(self) -> None:
        self.revive: Callable[[tuple[Any, ...], dict[str, Any]], tuple[tuple[Any, ...], dict[str, Any]]] | None = None


hooks_of_grad: Final = _GradHooks()
_WRAPPER: Final = DispatchKeySet("FuncTorchGradWrapper")


def _front(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Hand a call to the top interpreter.  See Note [Levels of transforms]."""
    top = _thread.stack[-1]
    if hooks_of_grad.revive is not None and top.knows_no_wrappers and keyset & _WRAPPER:
        args, kwargs = hooks_of_grad.revive(args, kwargs)
    return top.process(op, args, kwargs)


def _back(op: Any, keyset: DispatchKeySet, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Leave the level in which a kernel runs.  See Note [Levels of transforms]."""
    return _thread.stack[-1].leave(op, args, kwargs)


def run_registered(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run the kernel that a program has registered at a key of a transform."""
    return _WITHOUT_FRONT.run(op, *args, **kwargs)


def process_below_front(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Handle a call that such a kernel makes as if the front key had not been excluded."""
    return _WITH_FRONT.run(_thread.stack[-1].process, op, args, kwargs)


def call_transform(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run the rule that a higher-order operator has for the transform on top.

    Raises:
        KeyError: it has none.
    """
    interpreter = _thread.stack[-1]
    return op.functorch_table[interpreter.key()](interpreter, *args, **kwargs)


engine.configure_levels(_thread, BOTH, COUNTED)
registry.give_engine(DispatchKey.FuncTorchDynamicLayerFrontMode, engine.level_kernel(0, _front), unchecked=True)
registry.give_engine(DispatchKey.FuncTorchDynamicLayerBackMode, engine.level_kernel(1, _back), unchecked=True)
hooks.transform = call_transform
