"""Arguments of the nodes of graphs: nested tuples, lists, dicts and slices with nodes in them.

The twin of csrc/nodes.c.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["configure_nodes", "map_aggregate", "map_arg", "new_node", "set_arguments"]

_ATOMS: Final = frozenset({bool, complex, float, int, str, type(None)})


class _Classes:
    """What `configure_nodes` was given."""

    node: type[Any]
    list: type[Any]
    dict: type[Any]
    no_keywords: Any


def configure_nodes(node: type[Any], kinds: frozenset[str], of_lists: type[Any], of_dicts: type[Any], /) -> None:
    """Give the class of nodes, their kinds, and the classes of containers that cannot be changed."""
    _Classes.node, _Classes.list, _Classes.dict = node, of_lists, of_dicts
    _Classes.no_keywords = of_dicts()


def map_aggregate(value: Any, fn: Callable[[Any], Any], /) -> Any:
    """``fn`` of every leaf of nested tuples, lists, dicts and slices; the new containers cannot be changed."""
    if not callable(fn):
        raise TypeError("map_aggregate takes a function as its second argument")
    return _walk(value, fn)


def map_arg(value: Any, fn: Callable[[Any], Any], /) -> Any:
    """``fn`` of every node in an argument; everything else stays."""
    if not callable(fn):
        raise TypeError("map_arg takes a function as its second argument")
    if type(value) is dict or type(value) is _Classes.dict:  # most nodes have no keywords
        return _walk(value, lambda one: _node_only(one, fn)) if value else _Classes.no_keywords
    return _walk(value, lambda one: _node_only(one, fn))


def _node_only(value: Any, fn: Callable[[Any], Any]) -> Any:
    return fn(value) if isinstance(value, _Classes.node) else value


def _walk(value: Any, fn: Callable[[Any], Any]) -> Any:
    kind = type(value)
    if kind in _ATOMS or kind is _Classes.node:
        return fn(value)
    if kind is tuple:
        return tuple([_walk(one, fn) for one in value])
    if isinstance(value, list):
        return _Classes.list([_walk(one, fn) for one in value])
    if isinstance(value, tuple):
        made = [_walk(one, fn) for one in value]
        return kind(*made) if hasattr(value, "_fields") else kind(made)
    if isinstance(value, dict):
        return _Classes.dict([(key, _walk(one, fn)) for key, one in value.items()])
    if kind is slice:
        return slice(_walk(value.start, fn), _walk(value.stop, fn), _walk(value.step, fn))
    return fn(value)


def set_arguments(node: Any, args: Iterable[Any], kwargs: Mapping[str, Any], /) -> None:
    """Give a node its arguments, in containers that cannot be changed, and tell the nodes in them who uses them."""
    found: dict[Any, None] = {}

    def collect(value: Any) -> Any:
        if isinstance(value, _Classes.node):
            found[value] = None
        return value

    kept = tuple([_walk(one, collect) for one in args])
    keywords = _walk(kwargs, collect) if kwargs else _Classes.no_keywords
    for old in getattr(node, "_input_nodes", ()):
        old.users.pop(node, None)
    node._args, node._kwargs, node._input_nodes = kept, keywords, found
    for used in found:
        used.users[node] = None


def new_node(graph: Any, name: str, op: str, target: Any, args: Any, kwargs: Any, type: Any, after: Any, /) -> Any:
    """A node of a graph, in the place before ``after``; None: in no place yet."""
    if after is not None and not isinstance(getattr(after, "_prev", None), _Classes.node):
        raise TypeError("a node is put before another node")
    node = _Classes.node(graph, name, op, target, args, kwargs, type)
    if after is not None:
        before = after._prev
        node._prev, node._next = before, after
        before._next = after._prev = node
    return node
