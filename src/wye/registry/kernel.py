"""One registered kernel: what to call, how, who registered it where.

Cold path: made at registration.  The engine sees only `Kernel.kind` and `Kernel.fn`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final, Self

from wye._engine import engine
from wye.errors import RegistrationError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema import FunctionSchema

__all__ = ["FALLTHROUGH", "Kernel", "Location", "fallthrough", "make_kernel"]


class _Fallthrough:
    """Register this instead of a function to let calls fall through a key."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "wye.dispatch.fallthrough"

    def __reduce__(self) -> str:
        return "fallthrough"

    def __call__(self, *args: object, **kwargs: object) -> Any:
        raise RuntimeError("the fallthrough kernel is a mark for registrations and cannot be called")


fallthrough: Final = _Fallthrough()
FALLTHROUGH: Final = engine.FALLTHROUGH


class Location(str):
    """Where something was registered, as ``file:line``."""

    __slots__ = ()

    @classmethod
    def of_caller(cls, outside: str) -> Self:
        """The nearest frame that is not in a file of the package directory ``outside``."""
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename.startswith(outside):
            frame = frame.f_back
        return cls(f"{frame.f_code.co_filename}:{frame.f_lineno}")


class Kernel(engine.Kernel):
    """A kernel with its provenance.

    Attributes:
        debug: What tables and dumps print for it.
        inferred: The schema of a kernel whose types are known without the operator's schema, or None.
        provider, priority, when: Which of several providers at one key runs.  See `wye.registry.providers`.
        user_fn: The function as it was registered.
    """

    __slots__ = ("debug", "inferred", "priority", "provider", "user_fn", "when")
    debug: str
    inferred: FunctionSchema | None
    provider: str | None
    priority: int
    when: Callable[..., bool] | None
    user_fn: Callable[..., Any] | None

    @property
    def is_fallthrough(self) -> bool:
        """Does a call pass this kernel by?"""
        return self.kind == engine.FALLTHROUGH

    @property
    def with_keyset(self) -> bool:
        """Does the function take the key set first?"""
        return self.kind == engine.KEYSET

    @property
    def name(self) -> str:
        """The name of the function."""
        if self.is_fallthrough:
            return "fallthrough"
        return str(getattr(self.user_fn, "__qualname__", None) or type(self.user_fn).__name__).rpartition(".<locals>.")[
            2
        ]

    @property
    def table_text(self) -> str:
        """The kernel as a dispatch table prints it."""
        return f"fallthrough {self.debug}" if self.is_fallthrough else self.debug

    @property
    def dump_text(self) -> str:
        """The kernel as an operator's dump prints it."""
        if self.inferred is None:
            return f"{self.debug} :: (none) [ {'fallthrough ' if self.is_fallthrough else ''}boxed ]"
        signature = str(self.inferred).removeprefix(self.inferred.name)
        return f"{self.debug} :: {signature} [ boxed unboxed ]"


def make_kernel(
    fn: object,
    debug: str,
    *,
    with_keyset: bool = False,
    kind: int = 0,
    pass_bits: int = 0,
    inferred: FunctionSchema | None = None,
    provider: str | None = None,
    priority: int = 0,
    when: Callable[..., bool] | None = None,
) -> Kernel:
    """Make a kernel of a callable, or of `fallthrough`.

    Raises:
        RegistrationError: ``fn`` or ``when`` cannot be called.
    """
    if fn is fallthrough:
        kind, fn = engine.FALLTHROUGH, None
    elif not callable(fn):
        raise RegistrationError(
            f"Input function is required to be a callable but found type {type(fn)}",
            fix="register a function, or wye.dispatch.fallthrough",
        )
    if when is not None and not callable(when):
        raise RegistrationError(f"when= must be a predicate over the arguments, not {type(when).__name__}")
    kernel = Kernel(kind or (engine.KEYSET if with_keyset else engine.PLAIN), fn, pass_bits)
    kernel.debug, kernel.inferred, kernel.user_fn = debug, inferred, fn
    kernel.provider, kernel.priority, kernel.when = provider, priority, when
    return kernel
