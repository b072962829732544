"""`torch.utils._python_dispatch`: modes and wrapper subclasses.  Aliases only."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import wye.modes as _modes
from wye.modes import DispatchMode as TorchDispatchMode
from wye.modes import ModeKey, current_modes, pre_dispatch
from wye.wrappers import (
    TraceableWrapperSubclass,
    autograd_would_have_decomposed,
    is_traceable_wrapper_subclass,
    is_traceable_wrapper_subclass_type,
    return_and_correct_aliasing,
    transform_subclass,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.keys import DispatchKey

__all__ = [
    "BaseTorchDispatchMode",
    "TensorWithFlatten",
    "TorchDispatchMode",
    "TraceableWrapperSubclass",
    "_detect_infra_mode",
    "_disable_current_modes",
    "_disable_infra_mode",
    "_get_current_dispatch_mode",
    "_get_current_dispatch_mode_stack",
    "_len_torch_dispatch_stack",
    "_pop_mode",
    "_pop_mode_temporarily",
    "_push_mode",
    "_unset_infra_mode",
    "any_torch_dispatch_mode_on_stack",
    "autograd_would_have_decomposed",
    "is_in_torch_dispatch_mode",
    "is_traceable_wrapper_subclass",
    "is_traceable_wrapper_subclass_type",
    "return_and_correct_aliasing",
    "transform_subclass",
]

TensorWithFlatten = TraceableWrapperSubclass


class BaseTorchDispatchMode(TorchDispatchMode):
    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


# ---- who is active ----
def _get_current_dispatch_mode() -> Any:
    return (current_modes() or (None,))[-1]


def _get_current_dispatch_mode_stack() -> list[Any]:
    return list(current_modes())


def _len_torch_dispatch_stack() -> int:
    return len(current_modes())


def is_in_torch_dispatch_mode(include_infra_modes: bool = True) -> bool:
    return any(include_infra_modes or not mode.is_infra_mode() for mode in current_modes())


def any_torch_dispatch_mode_on_stack() -> bool:
    return is_in_torch_dispatch_mode(include_infra_modes=False)


# ---- coming and going ----
def _push_mode(mode: Any) -> None:
    place = pre_dispatch.set_mode if getattr(mode, "_dispatch_key", None) is not None else _modes.push
    place(mode)


def _pop_mode(k: DispatchKey | ModeKey | None = None) -> Any:
    if k is None:
        return _modes.pop()
    return _modes.unset_mode(k) if isinstance(k, ModeKey) else pre_dispatch.pop_mode()


@contextmanager
def _pop_mode_temporarily(k: DispatchKey | None = None) -> Iterator[Any]:
    with _modes.pop_mode_temporarily() if k is None else pre_dispatch.temporarily_popped() as mode:
        yield mode


@contextmanager
def _disable_current_modes() -> Iterator[list[Any]]:
    with ExitStack() as stack:
        before = [stack.enter_context(pre_dispatch.temporarily_popped()) for _ in range(pre_dispatch.count())]
        yield [*before, *stack.enter_context(_modes.disable_current_modes())]


# ---- infrastructure modes, wherever they are ----
def _detect_infra_mode(key: ModeKey) -> Any:
    assert key in (ModeKey.FUNCTIONAL, ModeKey.PROXY), "key must be FUNCTIONAL or PROXY"
    found = [mode for mode in (pre_dispatch.get_mode(key), _modes.get_mode(key)) if mode is not None]
    assert len(found) <= 1, "At most one of pre_dispatch_mode and post_dispatch_mode may be active"
    return found[0] if found else None


def _unset_infra_mode(key: ModeKey) -> Any:
    mode = _detect_infra_mode(key)
    if mode is None:
        return None
    return pre_dispatch.unset_mode(key) if pre_dispatch.get_mode(key) is mode else _modes.unset_mode(key)


@contextmanager
def _disable_infra_mode(key: ModeKey) -> Iterator[Any]:
    mode = _unset_infra_mode(key)
    try:
        yield mode
    finally:
        if mode is not None:
            _push_mode(mode)
