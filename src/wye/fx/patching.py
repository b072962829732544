"""Functions that tracing replaces for a while, to record their calls.

See Note [Patches of one thread].
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

from wye.forking import Rank, fork_safe_lock

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Patches"]

# Note [Patches of one thread]
# Tracing replaces names of modules, which all threads share. Each patch asks which thread called it, and runs the
# original in every other one; leaving restores what was found. Modules whose functions every trace replaces (`math`)
# are replaced once for all traces that run, by functions that ask which trace their thread runs: `Patches.shared`.
# Broken by: a patch that is not made by a method of `Patches`.
# Guarded by: tests/unit/fx/test_tracer.py::test_other_threads_do_not_see_a_trace


_lock: Final = fork_safe_lock(Rank.TRACING)
_shared: Final[dict[int, list[Any]]] = {}  # by the id of a dict of names: how many traces, what to put back


class Patches:
    """Replaced attributes, restored at the end of a ``with``."""

    def __init__(self) -> None:
        """Nothing is replaced yet."""
        self._undo: list[Callable[[], None]] = []
        self._thread = threading.get_ident()

    def __enter__(self) -> Patches:
        return self

    def __exit__(self, *exc: object) -> None:
        while self._undo:
            self._undo.pop()()

    def _for_this_thread(self, original: Callable[..., Any], patched: Callable[..., Any]) -> Callable[..., Any]:
        thread = self._thread

        def choose(*args: Any, **kwargs: Any) -> Any:
            return (patched if threading.get_ident() == thread else original)(*args, **kwargs)

        choose.__wrapped__ = original  # type: ignore[attr-defined]
        return choose

    def function(
        self, space: dict[str, Any], name: str, make: Callable[[Callable[..., Any]], Callable[..., Any]]
    ) -> None:
        """Replace a function in a dict of names, such as a module's; builtins are shadowed there."""
        builtins = space.get("__builtins__", {})
        builtins = builtins if isinstance(builtins, dict) else vars(builtins)
        own = name in space
        original = space[name] if own else builtins.get(name)
        if original is None:
            return
        space[name] = self._for_this_thread(original, make(original))

        def undo() -> None:
            if own:
                space[name] = original
            else:
                del space[name]

        self._undo.append(undo)

    def shared(self, space: dict[str, Any], replaced: dict[str, Any]) -> None:
        """Replace functions in a dict of names until the last trace that wants this has ended.

        Args:
            space: The dict.
            replaced: What to put there; it must do what the original does in threads that trace nothing.
        """
        with _lock:
            known = _shared.get(id(space))
            if known is None:
                known = _shared[id(space)] = [0, {name: space[name] for name in replaced}]
                space.update(replaced)
            known[0] += 1

        def undo() -> None:
            with _lock:
                known[0] -= 1
                if not known[0]:
                    space.update(known[1])
                    _shared.pop(id(space), None)

        self._undo.append(undo)
