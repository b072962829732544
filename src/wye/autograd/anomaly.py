"""Anomaly mode: each node remembers where its forward call was, and backward says which one produced NaN."""

from __future__ import annotations

import sys
import traceback
import warnings
from typing import TYPE_CHECKING, Any

from wye._engine import engine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.autograd.node import Node

__all__ = ["apply", "checks_nan", "detect_anomaly", "is_enabled", "remember", "set_detect_anomaly", "state"]


class _State:
    """Is anomaly mode on, and does backward look for NaN?"""

    enabled = False
    check_nan = True


state = _State()


def is_enabled() -> bool:
    """Is anomaly mode on?"""
    return state.enabled


def checks_nan() -> bool:
    """Does backward look for NaN while anomaly mode is on?"""
    return state.check_nan


def _set(enabled: bool, check_nan: bool) -> None:
    state.enabled, state.check_nan = enabled, check_nan
    engine.set_careful(engine.CAREFUL_ANOMALY, enabled)


def remember(node: Node, parent: Node | None) -> None:
    """Keep the place of the call that made a node."""
    extras = node.more()
    extras.metadata["traceback_"] = traceback.format_list(traceback.extract_stack()[:-2])
    if parent is not None:
        extras.metadata["parent_"] = parent


def apply(node: Node, grads: list[Any]) -> Sequence[Any]:
    """Run a node; an error, or a NaN among its results, tells of the forward call."""
    try:
        found = node.apply(grads)
    except Exception:
        _tell(node)
        raise
    if state.check_nan:
        for place, grad in enumerate(found):
            if grad is not None and _has_nan(grad):
                _tell(node)
                raise RuntimeError(f"Function '{node.name()}' returned nan values in its {place}th output.")
    return found


def _has_nan(grad: Any) -> bool:
    return bool((grad != grad).any())


def _warn(message: str) -> None:
    """Warn; where warnings are errors, write: the error that is being told about must not be replaced."""
    try:
        warnings.warn(message, stacklevel=3)
    except Warning as warning:
        print(f"Warning: {warning}", file=sys.stderr)


def _tell(node: Node | None, of: str | None = None) -> None:
    """Warn with the forward call of a node, and of the backward call that made it, if one did."""
    while node is not None:
        kept = {} if node.extras is None else node.extras.metadata
        trace = kept.get("traceback_")
        name = node.name()
        if trace is None:
            _warn(
                f"Error detected in {name}. No forward pass information available. Enable detect anomaly during "
                "forward pass for more information."
            )
            return
        if of is None:
            message = f"Error detected in {name}. Traceback of forward call that caused the error:\n{''.join(trace)}"
        else:
            message = (
                f"\n\nPrevious calculation was induced by {name}. Traceback of forward call that induced the previous "
                f"calculation:\n{''.join(trace)}"
            )
        _warn(message)
        node, of = kept.get("parent_"), name


class set_detect_anomaly:  # noqa: N801 - PyTorch's name
    """Switch anomaly mode on or off, immediately; ``with`` restores the previous state."""

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._before = state.enabled, state.check_nan
        _set(bool(mode), bool(check_nan))

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc: object) -> None:
        _set(*self._before)


class detect_anomaly:  # noqa: N801 - PyTorch's name
    """Inside, errors of backward name the forward call, and NaN is an error; slower."""

    def __init__(self, check_nan: bool = True) -> None:
        self._check_nan = check_nan
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for "
            "debugging.",
            stacklevel=2,
        )

    def __enter__(self) -> None:
        self._before = state.enabled, state.check_nan
        _set(True, self._check_nan)

    def __exit__(self, *exc: object) -> None:
        _set(*self._before)
