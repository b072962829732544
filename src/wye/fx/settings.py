"""Settings of the thread as nodes: graphs traced before autograd record when gradients go on and off."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import wye.grad_mode as grad_mode
from wye.fx.node import has_side_effect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.fx.proxy_mode import ProxyTorchDispatchMode

__all__ = ["recorded_settings"]

has_side_effect(grad_mode._set_grad_enabled)


@contextmanager
def recorded_settings(mode: ProxyTorchDispatchMode) -> Iterator[None]:
    """Changes of the grad mode become nodes inside."""
    tracer = mode.tracer

    def record(grad: bool) -> None:
        tracer.create_node("call_function", grad_mode._set_grad_enabled, (grad,), {})

    before, grad_mode.thread.on_change = grad_mode.thread.on_change, record
    try:
        yield
    finally:
        grad_mode.thread.on_change = before
