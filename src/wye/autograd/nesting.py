"""Backward inside of backward: after many levels it goes on in another thread, whose stack is empty.

A hook, or the backward of a function, may run backward itself, to any depth; Python's stack is limited.  PyTorch does
the same.  The thread that waits lends its modes.
"""

from __future__ import annotations

import threading
from typing import Any, Final

from wye import autocast_mode, grad_mode
from wye._engine import engine
from wye.autograd.saved import hooks_in_effect
from wye.modes import function
from wye.modes.stack import dispatch_stack

__all__ = ["run_elsewhere"]

_LENT: Final[tuple[threading.local, ...]] = (
    autocast_mode.thread, grad_mode.thread, hooks_in_effect, dispatch_stack.thread, function.thread,
)  # fmt: skip


def _lent(local: threading.local) -> dict[str, Any]:
    return {name: value for name, value in vars(local).items() if name != "notes"}  # those belong to one thread


def run_elsewhere(*args: Any) -> Any:
    """Call the engine's `run_backward` in a thread that has the modes of this one, and wait; its error is raised here.

    An interrupt comes out when the pass has ended, so that no graph is left half run.
    """
    keys, lent, grad = engine.get_state(), [_lent(local) for local in _LENT], grad_mode.is_grad_enabled()
    results: list[Any] = []
    errors: list[BaseException] = []

    def work() -> None:
        try:
            for local, values in zip(_LENT, lent, strict=True):
                vars(local).update(values)
            grad_mode.set_mode(grad)
            engine.set_careful(engine.CAREFUL_HOOKS, bool(hooks_in_effect.pairs))
            engine.set_state(*keys)
            results.append(engine.run_backward(*args))
        except BaseException as error:  # noqa: BLE001 - raised in the thread that waits
            errors.append(error)

    thread = threading.Thread(target=work, name="wye backward", daemon=True)
    thread.start()
    while thread.is_alive():
        try:
            thread.join()
        except KeyboardInterrupt as error:
            errors.append(error)
    if errors:
        raise errors[0]
    return results[0]
