"""Which tensors are fake, which mode is active or theirs, and code that runs without it.

Cold path.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from wye._engine import engine
from wye.fake.mode import FakeTensorMode
from wye.fake.plans import AT_META
from wye.fake.tensor import FakeTensor, kernels
from wye.fake.tracing_context import TracingContext
from wye.modes import stack
from wye.modes.stack import ModeKey, current_modes
from wye.pytree import tree_flatten
from wye.tensors import Tensor
from wye.wrappers import is_traceable_wrapper_subclass

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "active_fake_mode",
    "detect_fake_mode",
    "in_kernel_invocation_manager",
    "is_fake",
    "maybe_get_fake_mode",
    "unset_fake_temporarily",
]


@contextmanager
def unset_fake_temporarily() -> Iterator[FakeTensorMode | None]:
    """No `FakeTensorMode` is active inside; yields the one that was, or None."""
    before = stack.unset_mode(ModeKey.FAKE)
    try:
        yield before
    finally:
        if before is not None:
            stack.set_mode(before)


@contextmanager
def in_kernel_invocation_manager(fake_mode: FakeTensorMode) -> Iterator[None]:
    """Inside, the fake tensors of a mode say that they are on "meta", and calls on them run the kernels there."""
    before, kernels.mode = kernels.mode, fake_mode
    try:
        with AT_META:
            yield
    finally:
        kernels.mode = before


def _inside(x: Any) -> list[Any]:
    """The tensors inside of one that wraps others; else an empty list."""
    if is_traceable_wrapper_subclass(x):
        return [getattr(x, name) for name in x.__tensor_flatten__()[0]]
    if isinstance(x, Tensor):
        if isinstance(x._data, engine.Wrapped):
            return [x._data.inner]
        elem = getattr(x, "elem", None) if getattr(x, "_mode_key", None) is ModeKey.FUNCTIONAL else None
        return [] if elem is None else [elem]
    return []


def maybe_get_fake_mode(t: object) -> FakeTensorMode | None:
    """The mode of a fake tensor, or of the fake tensors inside of a tensor that wraps them; None: there is none.

    Raises:
        RuntimeError: the tensors inside belong to different modes, or not all are fake.
    """
    if isinstance(t, FakeTensor):
        return t.fake_mode
    modes = [maybe_get_fake_mode(inner) for inner in _inside(t)]
    if not modes:
        return None
    first = modes[0]
    if any(mode is not first for mode in modes):
        raise RuntimeError("unexpected: the tensors inside of a tensor belong to different fake modes")
    return first


def is_fake(x: object) -> bool:
    """Is it a fake tensor, or a tensor that wraps fake tensors?"""
    return maybe_get_fake_mode(x) is not None


def active_fake_mode() -> FakeTensorMode | None:
    """The mode that is active in this thread, or None."""
    found: FakeTensorMode | None = stack.get_mode(ModeKey.FAKE)
    return found


def detect_fake_mode(inputs: Any = None) -> FakeTensorMode | None:
    """The mode that a program should go on with: that of the trace, that which is active, or that of ``inputs``.

    Raises:
        AssertionError: they are different modes.
    """
    found: list[tuple[FakeTensorMode, str]] = []
    context = TracingContext.try_get()
    if context is not None and context.fake_mode is not None:
        found.append((context.fake_mode, "tracing context"))
    active = [mode for mode in current_modes() if isinstance(mode, FakeTensorMode)]
    found += [(mode, f"active fake mode {at}") for at, mode in enumerate(reversed(active))]
    for at, leaf in enumerate(tree_flatten(inputs)[0]):
        if isinstance(leaf, FakeTensor):
            found.append((leaf.fake_mode, f"fake tensor input {at}"))
    if not found:
        return None
    mode, where = found[0]
    for other, there in found[1:]:
        if other is not mode:
            raise AssertionError(
                f"fake mode ({mode}) from {where} doesn't match mode ({other}) from {there}\n\n"
                f"fake mode from {where} allocated at:\n{mode.stack}\n"
                f"fake mode from {there} allocated at:\n{other.stack}"
            )
    return mode
