"""A tensor and a mode that log every operator call, for tests of which operators are called.

A log has one line for each call: ``$1: f32[2] = wye.ops.ns.f.default($0, 2.0)``; tensors have numbers.
"""

from __future__ import annotations

import logging
import traceback
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final

from wye.modes import DispatchMode
from wye.pytree import tree_map
from wye.tensors import Tensor
from wye.tensors.printing import tensor_text
from wye.tensors.subclass import make_wrapper_subclass
from wye.weak import WeakIdKeyDictionary
from wye.wrappers import reentrant_dispatch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from wye.schema.values import dtype

__all__ = [
    "LogHandler",
    "LoggingTensor",
    "LoggingTensorMode",
    "LoggingTensorReentrant",
    "capture_logs",
    "capture_logs_with_logging_tensor_mode",
    "log_input",
    "short_name",
]

_log: Final = logging.getLogger("LoggingTensor")
_SHORT: Final = {"bool": "b8", "bits8": "b8x1", "bits16": "b16x1"}
_STARTS: Final = (("bfloat", "bf"), ("bits", "b"), ("complex", "c"), ("float", "f"), ("uint", "u"), ("int", "i"))


def short_name(of: dtype) -> str:
    """A dtype in a few letters.

    >>> import wye
    >>> short_name(wye.float32), short_name(wye.uint8)
    ('f32', 'u8')
    """
    name = of.name
    if name in _SHORT:
        return _SHORT[name]
    for long, short in _STARTS:
        if name.startswith(long):
            return short + name.removeprefix(long).replace("_", "")
    return name


def _write_down(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any) -> None:
    _log.info("%s", f"{func.__module__}.{func.__name__}", extra={"call": (args, kwargs, result)})


class LoggingTensor(Tensor):
    """Wraps a tensor; calls with it run on the wrapped one and are logged."""

    elem: Tensor
    context: Callable[[], AbstractContextManager[Any]] = nullcontext  # what the wrapped call runs in

    @staticmethod
    def __new__(cls: type[LoggingTensor], elem: Tensor, *args: Any, **kwargs: Any) -> LoggingTensor:
        """A wrapper of ``elem``."""
        self = make_wrapper_subclass(
            cls,
            elem.size(),
            strides=elem.stride(),
            storage_offset=elem.storage_offset(),
            dtype=elem.dtype,
            device=elem.device,
            requires_grad=kwargs.get("requires_grad", False),
        )
        self.elem = elem
        return self

    def __repr__(self, *, tensor_contents: object = None) -> str:
        return tensor_text(self, f"{self.elem}")

    @classmethod
    def __torch_dispatch__(
        cls, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run the call on the wrapped tensors, and log it."""
        named = kwargs or {}

        def unwrap(value: Any) -> Any:
            return value.elem if isinstance(value, cls) else value

        with cls.context():
            inner = func(*tree_map(unwrap, args), **tree_map(unwrap, named))
            result = tree_map(lambda value: cls(value) if isinstance(value, Tensor) else value, inner)
        _write_down(func, args, named, result)
        return result


class LoggingTensorReentrant(LoggingTensor):
    """Its calls pass autograd again, for the wrapped tensor."""

    context = reentrant_dispatch


class LoggingTensorMode(DispatchMode):
    """Logs every call while it is active."""

    def __torch_dispatch__(
        self, func: Any, types: tuple[type, ...], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run the call, and log it."""
        named = kwargs or {}
        result = func(*args, **named)
        _write_down(func, args, named, result)
        return result


class LogHandler(logging.Handler):
    """Collects the lines.

    Args:
        lines: Where they go.
        every_tensor: Number all tensors, not only those that write down their calls.
        stacks: Where the stack of each call goes, if anywhere.
    """

    def __init__(self, lines: list[str], *, every_tensor: bool, stacks: list[list[Any]] | None = None) -> None:
        super().__init__()
        self._lines, self._stacks = lines, stacks
        self._numbered: type = Tensor if every_tensor else LoggingTensor
        self._numbers = WeakIdKeyDictionary()
        self._next = 0

    def _number(self, tensor: Any) -> int:
        if tensor not in self._numbers:
            self._numbers[tensor] = self._next
            self._next += 1
        return int(self._numbers[tensor])

    def _text(self, value: Any) -> str:
        return f"${self._number(value)}" if isinstance(value, self._numbered) else repr(value)

    def _text_with_type(self, value: Any) -> str:
        if not isinstance(value, self._numbered):
            return repr(value)
        shape = ", ".join(map(str, value.shape))  # type: ignore[attr-defined]  # it is a tensor
        return f"{self._text(value)}: {short_name(value.dtype)}[{shape}]"  # type: ignore[attr-defined]

    def emit(self, record: logging.LogRecord) -> None:
        """Log one call."""
        args, kwargs, result = record.call  # type: ignore[attr-defined]  # `_write_down` puts it there
        given = [str(tree_map(self._text, value)) for value in args]
        given += [f"{name}={tree_map(self._text, value)}" for name, value in kwargs.items()]
        returned = tree_map(self._text_with_type, result)
        self._lines.append(f"{returned} = {record.getMessage()}({', '.join(given)})")
        if self._stacks is not None:
            self._stacks.append(traceback.extract_stack())


def log_input(name: str, var: object) -> None:
    """Log the name of a value: ``$0: f32[2] = input('x')``."""
    _log.info("%s", "input", extra={"call": ((name,), {}, var)})


@contextmanager
def capture_logs(
    is_mode: bool = False, python_tb: bool = False, script_tb: bool = False, cpp_tb: bool = False
) -> Iterator[Any]:
    """Collect what is logged inside: yields the list of lines, or lines and stacks where stacks are wanted.

    Args:
        is_mode: Number all tensors, not only those that write down their calls.
        python_tb: Also give the Python stack of each call.
        script_tb: As ``python_tb``: there is no other stack.
        cpp_tb: As ``python_tb``.
    """
    lines: list[str] = []
    stacks: list[list[Any]] | None = [] if python_tb or script_tb or cpp_tb else None
    handler = LogHandler(lines, every_tensor=is_mode, stacks=stacks)
    saved = _log.level, _log.propagate
    _log.addHandler(handler)
    _log.setLevel(logging.INFO)
    _log.propagate = False
    try:
        yield lines if stacks is None else (lines, stacks)
    finally:
        _log.removeHandler(handler)
        _log.setLevel(saved[0])
        _log.propagate = saved[1]


@contextmanager
def capture_logs_with_logging_tensor_mode(
    python_tb: bool = False, script_tb: bool = False, cpp_tb: bool = False
) -> Iterator[Any]:
    """`capture_logs` of every call inside."""
    with LoggingTensorMode(), capture_logs(True, python_tb, script_tb, cpp_tb) as logs:
        yield logs
