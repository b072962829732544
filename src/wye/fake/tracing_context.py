"""TracingContext: what the parts of a tool that traces programs share while it runs, one per thread.

Cold path.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["TracingContext", "tracing"]


class _Active(threading.local):
    context: Any = None


_active = _Active()


class TracingContext:
    """The state of one trace.

    Attributes:
        fake_mode: The `FakeTensorMode` that the trace runs on, or None.
        params_flat: Parameters of the traced program, as a flat list; None: not known.
        fakify_first_call: Are arguments faked when the traced program is first called?
    """

    _fields: ClassVar[tuple[str, ...]] = ("fake_mode", "params_flat", "fakify_first_call")

    def __init__(self, fake_mode: Any = None) -> None:
        """A context on a mode."""
        self.fake_mode = fake_mode
        self.params_flat: list[Any] | None = None
        self.params_flat_unwrap_subclasses: list[Any] | None = None
        self.fakify_first_call = False
        self.output_strides: list[Any] | None = None
        self.force_unspec_int_unbacked_size_like = False
        self.tensor_to_context: dict[Any, Any] = {}

    @staticmethod
    def try_get() -> TracingContext | None:
        """The context of the trace that runs in this thread, or None."""
        found: TracingContext | None = _active.context
        return found

    @staticmethod
    def get() -> TracingContext:
        """The context of the trace that runs in this thread.

        Raises:
            RuntimeError: none runs.
        """
        found = TracingContext.try_get()
        if found is None:
            raise RuntimeError("TracingContext.get() must be called within an ongoing trace.")
        return found


@contextmanager
def tracing(context: TracingContext | None) -> Iterator[TracingContext | None]:
    """Inside, ``context`` is that of this thread; None: there is none."""
    before, _active.context = _active.context, context
    try:
        yield context
    finally:
        _active.context = before
