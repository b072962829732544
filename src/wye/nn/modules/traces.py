"""What a trace does with calls of modules and with their attributes.

Hot path: every call of a module asks whether a trace runs.  See Note [Modules ask for traces].
"""

# Note [Modules ask for traces]
# A trace sees calls of modules, and the parameters that programs read from them.  To replace `Module.__call__` for that
# long would change the class for all threads, and make Python visit all its subclasses, twice for each trace.  So
# modules ask: `running` has an entry for each thread that traces, and is empty else.  A trace inside of another one is
# asked first; what it does not take is asked of the outer one.
# Broken by: leaving `running` with an entry, which sends every call of the thread on the long way.
# Guarded by: tests/unit/nn/modules/test_traces.py

from __future__ import annotations

from threading import get_ident
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.nn.modules.calling import Calling

__all__ = ["Trace", "begin", "end", "running"]


class Trace(NamedTuple):
    """A trace that runs in a thread.

    Attributes:
        call: Called with a module, what calls it without this trace, and the arguments.
        attribute: Called with the name of a parameter, buffer or module, and it; returns what the program gets.
        outer: The trace around it.
    """

    call: Callable[[Any, Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any]
    attribute: Callable[[str, Any], Any]
    outer: Trace | None

    def run(self, module: Calling, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a module."""

        def without(*args: Any, **kwargs: Any) -> Any:
            outer = self.outer
            return module._call_untraced(args, kwargs) if outer is None else outer.run(module, args, kwargs)

        return self.call(module, without, args, kwargs)

    def read(self, name: str, value: Any) -> Any:
        """What a program gets that reads an attribute."""
        return self.attribute(name, value if self.outer is None else self.outer.read(name, value))


running: Final[dict[int, Trace]] = {}  # by thread: the innermost trace


def begin(
    call: Callable[[Any, Callable[..., Any], tuple[Any, ...], dict[str, Any]], Any],
    attribute: Callable[[str, Any], Any],
) -> None:
    """Let a trace see calls and attributes of modules in this thread, until `end`."""
    thread = get_ident()
    running[thread] = Trace(call, attribute, running.get(thread))


def end() -> None:
    """The innermost trace of this thread has ended."""
    thread = get_ident()
    outer = running.pop(thread).outer
    if outer is not None:
        running[thread] = outer
