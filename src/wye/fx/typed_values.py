"""Annotations that a traced program gives to its values.  Cold path."""

from __future__ import annotations

from typing import Any

from wye.fx.proxy import Proxy

__all__ = ["annotate"]


def annotate(val: Any, type: Any) -> Any:
    """Say of which type a traced value is; other values need no annotation.

    Args:
        val: The value.
        type: Its type, which the graph's code shows.

    Returns:
        The value.

    Raises:
        RuntimeError: it has a type already.
    """
    if isinstance(val, Proxy):
        if val.node.type:
            raise RuntimeError(
                f"Tried to annotate a value that already had a type on it! Existing type is {val.node.type} and new "
                f"type is {type}: an argument gets its type in the function's signature, any value only once"
            )
        val.node.type = type
    return val
