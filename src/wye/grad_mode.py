"""Whether operations in this thread may record gradients: `no_grad`, `enable_grad`, `inference_mode`.

Cold path.  The thread's state and its guards alone; the engine reads the bits that they set.
Each guard works in ``with`` and as a decorator, with or without brackets; generators have it while they run.
"""

from __future__ import annotations

import functools
import inspect
import threading
import warnings
from typing import TYPE_CHECKING, Any, ClassVar, Final

from wye._engine import engine
from wye.keys import DispatchKeySet

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

__all__ = [
    "Decorating",
    "decorated",
    "enable_grad",
    "force_original_view_tracking",
    "inference_mode",
    "is_grad_enabled",
    "is_inference_mode_enabled",
    "is_multithreading_enabled",
    "levels",
    "no_grad",
    "set_grad_enabled",
    "set_level",
    "set_multithreading_enabled",
]


class _Thread(threading.local):
    inference: bool = False
    on_change: Callable[[bool], None] | None = None  # told when a program switches; tracing records it
    multithreading: bool = True
    view_tracking: bool = False


thread: Final = _Thread()
levels: Final[list[object]] = []  # of forward mode, in all threads: while there is one, `no_grad` excludes nothing
_COUNTED: Final = DispatchKeySet("ADInplaceOrView")
_AUTOGRAD: Final = DispatchKeySet("AutogradFunctionality", "AutogradOther", "AutogradNestedTensor")
set_mode: Final = engine.set_grad_mode  # see Note [The grad bit]


def is_grad_enabled() -> bool:
    """May operations in this thread record gradients?"""
    return engine.is_grad_enabled()


def is_inference_mode_enabled() -> bool:
    """Is this thread inside `inference_mode`?"""
    return thread.inference


def _set_grad_enabled(enabled: bool) -> None:
    """`set_mode`, as programs call it: traces that record settings see it."""
    if thread.on_change is not None:
        thread.on_change(enabled)
    set_mode(enabled)


def set_level(level: object | None) -> None:
    """Begin a level of forward mode, or end it."""
    levels[:] = [] if level is None else [level]
    engine.set_careful(engine.CAREFUL_TANGENTS, level is not None)


def _set_inference(inference: bool) -> None:
    """Enter or leave inference mode; see Note [Inference tensors] (_pure)."""
    if inference is not thread.inference:
        thread.inference = inference
        included, excluded = engine.get_state()
        if inference:
            engine.set_state(included - _COUNTED, excluded | _AUTOGRAD)
        else:
            engine.set_state(included | _COUNTED, excluded - _AUTOGRAD)


class Decorating:
    """A guard that also works as a decorator."""

    def clone(self) -> Any:
        """A guard that does the same."""
        raise NotImplementedError("a guard that decorates says how another one is made")  # abstract

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Use it as a decorator."""
        if isinstance(func, type):
            warnings.warn(
                "Decorating classes is deprecated and will be disabled in future versions. You should only decorate "
                "functions or methods. To preserve the current behavior of class decoration, you can directly decorate "
                "the `__init__` method and nothing else.",
                FutureWarning,
                stacklevel=2,
            )
        return decorated(func, self.clone)


class _Guard(Decorating):
    """Sets the thread's state on entry and restores what it saw on exit; may be entered again."""

    def __init__(self, grad: bool, inference: bool | None = None) -> None:
        self._wanted = grad, inference
        self._seen: list[tuple[bool, bool]] = []

    def clone(self) -> _Guard:
        """A guard that does the same."""
        return _Guard(*self._wanted)

    def __enter__(self) -> None:
        grad, inference = self._wanted
        self._seen.append((is_grad_enabled(), thread.inference))
        if inference is None:
            _set_grad_enabled(grad)
        else:
            set_mode(grad)
            _set_inference(inference)

    def __exit__(self, *exc: object) -> None:
        grad, inference = self._seen.pop()
        _set_inference(inference)
        (_set_grad_enabled if self._wanted[1] is None else set_mode)(grad)


def decorated(func: Callable[..., Any], guard: Callable[[], Any]) -> Callable[..., Any]:
    """A function that runs inside of guards made for each call; a generator is guarded while it runs."""
    if inspect.isgeneratorfunction(func):

        @functools.wraps(func)
        def generate(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
            return (yield from _guarded(func(*args, **kwargs), guard))

        return generate

    @functools.wraps(func)
    def call(*args: Any, **kwargs: Any) -> Any:
        with guard():
            return func(*args, **kwargs)

    return call


def _guarded(generator: Generator[Any, Any, Any], guard: Callable[[], Any]) -> Generator[Any, Any, Any]:
    """The generator, guarded while it runs and not while it waits."""
    step, value = generator.send, None
    while True:
        try:
            with guard():
                item = step(value)
        except StopIteration as stop:
            return stop.value
        try:
            step, value = generator.send, (yield item)
        except GeneratorExit:
            with guard():
                generator.close()
            raise
        except BaseException as error:  # noqa: BLE001 - it goes to the generator, whatever it is
            step, value = generator.throw, error


class _Plain(_Guard):
    """A guard without arguments: given a function, it decorates it."""

    def __new__(cls, func: Callable[..., Any] | None = None) -> Any:
        return super().__new__(cls) if func is None else decorated(func, cls)

    def clone(self) -> Any:
        """A guard that does the same."""
        return type(self)()


class no_grad(_Plain):  # noqa: N801 - PyTorch's name
    """Inside, nothing records gradients.

    >>> with no_grad():
    ...     is_grad_enabled()
    False
    """

    def __init__(self, func: Callable[..., Any] | None = None) -> None:
        super().__init__(False)


class enable_grad(_Plain):  # noqa: N801 - PyTorch's name
    """Inside, gradients are recorded, also within `no_grad`."""

    def __init__(self, func: Callable[..., Any] | None = None) -> None:
        super().__init__(True)


class set_grad_enabled(_Guard):  # noqa: N801 - PyTorch's name
    """Set whether gradients are recorded, immediately; ``with`` restores the previous state."""

    def __init__(self, mode: bool) -> None:
        super().__init__(mode)
        self.mode, self._before = mode, is_grad_enabled()
        _set_grad_enabled(bool(mode))

    def __enter__(self) -> None:
        self._seen.append((self._before, thread.inference))
        _set_grad_enabled(bool(self.mode))

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Use it as a decorator: it affects only the function's calls."""
        _set_grad_enabled(self._before)
        return super().__call__(func)


def is_multithreading_enabled() -> bool:
    """Whether backward may use several threads; see `set_multithreading_enabled`."""
    return thread.multithreading


class _Kept(Decorating):
    """Sets a setting of the thread, immediately, that is kept and answered; ``with`` restores the previous one."""

    _setting: ClassVar[str]

    def __init__(self, mode: bool) -> None:
        self.mode, self._before = mode, getattr(thread, self._setting)
        setattr(thread, self._setting, mode)

    def clone(self) -> _Kept:
        """A guard that does the same."""
        return type(self)(self.mode)

    def __enter__(self) -> None:
        setattr(thread, self._setting, self.mode)

    def __exit__(self, *exc: object) -> None:
        setattr(thread, self._setting, self._before)


class set_multithreading_enabled(_Kept):  # noqa: N801 - PyTorch's name
    """Set whether backward may use several threads, immediately; ``with`` restores the previous state.

    It is kept and answered; backward runs in the thread that calls it in either case.
    """

    _setting = "multithreading"


class force_original_view_tracking(_Kept):  # noqa: N801 - PyTorch's name
    """Set whether views are made again from their bases, immediately; ``with`` restores the previous state.

    It is kept and answered; views are made again by the operators that made them in either case.
    """

    _setting = "view_tracking"


class inference_mode(_Guard):  # noqa: N801 - PyTorch's name
    """Inside, nothing records gradients, and tensors will never take part in recording."""

    def __new__(cls, mode: bool | Callable[..., Any] = True) -> Any:
        """A guard, or a decorated function."""
        return decorated(mode, cls) if callable(mode) else super().__new__(cls)

    def __init__(self, mode: bool = True) -> None:
        super().__init__(not mode, mode)
        self.mode = mode

    def clone(self) -> inference_mode:
        """A guard that does the same."""
        return inference_mode(self.mode)
