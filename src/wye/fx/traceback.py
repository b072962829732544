"""What is known of the place that a node comes from, while another graph is made of it.

Inside `preserve_node_meta`, nodes that are made while a node is run again (`set_current_meta`) take over what is kept
of its ``meta``; `annotate` adds to it by hand.
"""

from __future__ import annotations

import contextlib
import functools
import threading
import traceback
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.fx.node import Node

__all__ = [
    "annotate",
    "annotate_fn",
    "format_stack",
    "get_current_meta",
    "get_current_replay_node",
    "has_preserved_node_meta",
    "preserve_node_meta",
    "set_current_meta",
    "set_current_replay_node",
    "set_stack_trace",
]


class _Thread(threading.local):
    def __init__(self) -> None:
        self.meta: dict[str, Any] = {}
        self.preserves = False
        self.node: Node | None = None


_thread = _Thread()


@contextlib.contextmanager
def preserve_node_meta(enable: bool = True) -> Iterator[None]:
    """Inside, new nodes take over what `set_current_meta` and `annotate` say."""
    before, kept = _thread.preserves, _thread.meta
    _thread.preserves = enable or before
    _thread.meta = dict(kept)
    try:
        yield
    finally:
        _thread.preserves, _thread.meta = before, kept


def has_preserved_node_meta() -> bool:
    """Is a block of `preserve_node_meta` open?"""
    return _thread.preserves


def get_current_meta() -> dict[str, Any]:
    """What new nodes take over now."""
    return _thread.meta


@contextlib.contextmanager
def set_current_meta(node: Node, pass_name: str = "") -> Iterator[None]:
    """Inside, new nodes take over the ``meta`` of a node, where it is preserved."""
    if not (_thread.preserves and node.meta):
        yield
        return
    kept = _thread.meta
    _thread.meta = {**node.meta, "from_node": [*node.meta.get("from_node", []), (node.name, pass_name)]}
    try:
        yield
    finally:
        _thread.meta = kept


@contextlib.contextmanager
def annotate(annotation_dict: dict[str, Any]) -> Iterator[None]:
    """Inside, new nodes carry these annotations in ``meta["custom"]``, where it is preserved."""
    had = "custom" in _thread.meta
    before = _thread.meta.get("custom", {})
    _thread.meta["custom"] = {**before, **annotation_dict}
    try:
        yield
    finally:
        if had:
            _thread.meta["custom"] = before
        else:
            _thread.meta.pop("custom", None)


def annotate_fn(annotation_dict: dict[str, Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: calls of the function run inside `annotate`."""

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(func)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            with annotate(annotation_dict):
                return func(*args, **kwargs)

        return wrapper

    return decorate


def set_stack_trace(stack: list[str]) -> None:
    """Say which place in a program new nodes come from, where it is preserved."""
    if _thread.preserves and stack:
        _thread.meta["stack_trace"] = "".join(stack)


def format_stack() -> list[str]:
    """The place in a program that new nodes come from: the one that was set, or the present stack."""
    if _thread.preserves:
        return [_thread.meta.get("stack_trace", "")]
    return traceback.format_list(traceback.extract_stack()[:-1])


@contextlib.contextmanager
def set_current_replay_node(node: Node | None) -> Iterator[None]:
    """Inside, this is the node that is run again."""
    before, _thread.node = _thread.node, node
    try:
        yield
    finally:
        _thread.node = before


def get_current_replay_node() -> Node | None:
    """The node that is run again now, if any."""
    return _thread.node
