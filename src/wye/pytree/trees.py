"""Functions over trees: their leaves in order, the same tree around other leaves, queries about leaves.

Warm: calls of higher-order operators look for tensors in them.
In: any value.  Out: leaves, and a `TreeSpec` with the structure around them.
Everywhere, ``is_leaf`` is called first: true for a container that is to be taken as a leaf.
"""

from __future__ import annotations

from functools import wraps
from types import UnionType
from typing import TYPE_CHECKING, Any

from wye.errors import TreeError
from wye.pytree.containers import node_of
from wye.pytree.spec import LEAF, TreeSpec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    IsLeaf = Callable[[Any], bool] | None

__all__ = [
    "arg_tree_leaves",
    "broadcast_to_and_flatten",
    "map_only",
    "tree_all",
    "tree_all_only",
    "tree_any",
    "tree_any_only",
    "tree_flatten",
    "tree_flatten_with_path",
    "tree_is_leaf",
    "tree_iter",
    "tree_leaves",
    "tree_leaves_with_path",
    "tree_map",
    "tree_map_",
    "tree_map_only",
    "tree_map_only_",
    "tree_map_with_path",
    "tree_structure",
    "tree_unflatten",
]


def tree_is_leaf(tree: Any, is_leaf: IsLeaf = None) -> bool:
    """Is it a leaf, not a container?

    >>> tree_is_leaf(None), tree_is_leaf([None])
    (True, False)
    """
    return (is_leaf is not None and is_leaf(tree)) or node_of(tree) is None


def tree_flatten(tree: Any, is_leaf: IsLeaf = None) -> tuple[list[Any], TreeSpec]:
    """The leaves of a tree, and the structure around them.

    >>> leaves, spec = tree_flatten({"a": 1, "b": [2, 3]})
    >>> leaves, spec.unflatten("xyz")
    ([1, 2, 3], {'a': 'x', 'b': ['y', 'z']})
    """
    leaves: list[Any] = []
    return leaves, _flatten(tree, leaves, is_leaf)


def _flatten(tree: Any, leaves: list[Any], is_leaf: IsLeaf) -> TreeSpec:
    node = node_of(tree)
    if node is None or (is_leaf is not None and is_leaf(tree)):
        leaves.append(tree)
        return LEAF
    children, context = node.flatten_fn(tree)
    return TreeSpec(node.type, context, [_flatten(child, leaves, is_leaf) for child in children])


def tree_unflatten(leaves: Any, treespec: Any) -> Any:
    """The tree with these leaves; the arguments may come in either order.

    Raises:
        TreeError: there are too many leaves, or too few, or no spec.
    """
    if not isinstance(treespec, TreeSpec):
        if not isinstance(leaves, TreeSpec):
            raise TreeError(
                f"Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}."
            )
        leaves, treespec = treespec, leaves
    return treespec.unflatten(leaves)


def tree_iter(tree: Any, is_leaf: IsLeaf = None) -> Iterator[Any]:
    """The leaves of a tree, one after the other."""
    node = node_of(tree)
    if node is None or (is_leaf is not None and is_leaf(tree)):
        yield tree
        return
    for child in node.flatten_fn(tree)[0]:
        yield from tree_iter(child, is_leaf)


def tree_leaves(tree: Any, is_leaf: IsLeaf = None) -> list[Any]:
    """The leaves of a tree."""
    leaves: list[Any] = []
    _leaves(tree, leaves, is_leaf)
    return leaves


def _leaves(tree: Any, into: list[Any], is_leaf: IsLeaf) -> None:
    kind = type(tree)
    if is_leaf is None and (kind is tuple or kind is list):  # their children are their items: most trees
        for child in tree:
            _leaves(child, into, None)
        return
    node = node_of(tree)
    if node is None or (is_leaf is not None and is_leaf(tree)):
        into.append(tree)
        return
    for child in node.flatten_fn(tree)[0]:
        _leaves(child, into, is_leaf)


def arg_tree_leaves(*args: Any, **kwargs: Any) -> list[Any]:
    """The leaves of the arguments."""
    leaves: list[Any] = []
    for tree in (*args, *kwargs.values()):
        _leaves(tree, leaves, None)
    return leaves


def tree_structure(tree: Any, is_leaf: IsLeaf = None) -> TreeSpec:
    """The structure of a tree without its leaves."""
    return tree_flatten(tree, is_leaf)[1]


def tree_map(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: IsLeaf = None) -> Any:
    """The tree with ``func`` applied to its leaves, and to what the other trees have in their places.

    >>> tree_map(lambda a, b: a + b, {"a": 1, "b": 2}, {"b": 20, "a": 10})
    {'a': 11, 'b': 22}

    Raises:
        TreeError: another tree has other containers.
    """
    leaves, spec = tree_flatten(tree, is_leaf)
    columns = [leaves, *(spec.flatten_up_to(other) for other in rests)]
    return spec.unflatten([func(*values) for values in zip(*columns, strict=True)])


def tree_map_(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: IsLeaf = None) -> Any:
    """Call ``func`` as `tree_map` does, for its side effects; returns the tree itself."""
    leaves, spec = tree_flatten(tree, is_leaf)
    for values in zip(leaves, *(spec.flatten_up_to(other) for other in rests), strict=True):
        func(*values)
    return tree


def map_only(type_or_types_or_pred: Any, /) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """A decorator: the function is called for values of a type, or that a predicate is true of; others stay.

    >>> map_only(int)(lambda x: -x)("a"), map_only(int)(lambda x: -x)(1)
    ('a', -1)

    Raises:
        TreeError: neither a type, nor types, nor a function.
    """
    wanted = _predicate(type_or_types_or_pred)

    def decorate(func: Callable[[Any], Any]) -> Callable[[Any], Any]:
        @wraps(func)
        def on_wanted(value: Any) -> Any:
            return func(value) if wanted(value) else value

        return on_wanted

    return decorate


def _predicate(wanted: Any) -> Callable[[Any], bool]:
    if isinstance(wanted, (type, tuple, UnionType)):
        return lambda value: isinstance(value, wanted)
    if not callable(wanted):
        raise TreeError("Argument must be a type, a tuple of types, or a callable.")
    return wanted  # type: ignore[no-any-return]  # the caller says that it answers


def tree_map_only(type_or_types_or_pred: Any, /, func: Callable[[Any], Any], tree: Any, is_leaf: IsLeaf = None) -> Any:
    """`tree_map` over the leaves of a type, or that a predicate is true of; the others stay.

    >>> tree_map_only(int, lambda x: -x, [1, "a"])
    [-1, 'a']
    """
    return tree_map(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_map_only_(type_or_types_or_pred: Any, /, func: Callable[[Any], Any], tree: Any, is_leaf: IsLeaf = None) -> Any:
    """`tree_map_` over the leaves of a type, or that a predicate is true of."""
    return tree_map_(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_all(pred: Callable[[Any], bool], tree: Any, is_leaf: IsLeaf = None) -> bool:
    """Is ``pred`` true of every leaf?"""
    return all(map(pred, tree_iter(tree, is_leaf)))


def tree_any(pred: Callable[[Any], bool], tree: Any, is_leaf: IsLeaf = None) -> bool:
    """Is ``pred`` true of a leaf?"""
    return any(map(pred, tree_iter(tree, is_leaf)))


def tree_all_only(type_or_types: Any, /, pred: Callable[[Any], bool], tree: Any, is_leaf: IsLeaf = None) -> bool:
    """Is ``pred`` true of every leaf of a type?"""
    return all(pred(leaf) for leaf in tree_iter(tree, is_leaf) if isinstance(leaf, type_or_types))


def tree_any_only(type_or_types: Any, /, pred: Callable[[Any], bool], tree: Any, is_leaf: IsLeaf = None) -> bool:
    """Is ``pred`` true of a leaf of a type?"""
    return any(pred(leaf) for leaf in tree_iter(tree, is_leaf) if isinstance(leaf, type_or_types))


def tree_leaves_with_path(tree: Any, is_leaf: IsLeaf = None) -> list[tuple[tuple[Any, ...], Any]]:
    """Pairs of path and leaf; a path is a tuple of keys.

    Raises:
        TreeError: a class was registered without functions for keys.
    """
    return list(_walk((), tree, is_leaf))


def _walk(path: tuple[Any, ...], tree: Any, is_leaf: IsLeaf) -> Iterator[tuple[tuple[Any, ...], Any]]:
    node = node_of(tree)
    if node is None or (is_leaf is not None and is_leaf(tree)):
        yield path, tree
        return
    if node.flatten_with_keys_fn is None:
        raise TreeError(
            f"Did not find a flatten_with_keys_fn for type: {node.type}. Please pass a flatten_with_keys_fn argument "
            "to register_pytree_node."
        )
    for key, child in node.flatten_with_keys_fn(tree)[0]:
        yield from _walk((*path, key), child, is_leaf)


def tree_flatten_with_path(tree: Any, is_leaf: IsLeaf = None) -> tuple[list[tuple[tuple[Any, ...], Any]], TreeSpec]:
    """Pairs of path and leaf, and the structure around the leaves.

    >>> pairs, spec = tree_flatten_with_path({"a": [1]})
    >>> pairs
    [((MappingKey(key='a'), SequenceKey(idx=0)), 1)]
    """
    return tree_leaves_with_path(tree, is_leaf), tree_structure(tree, is_leaf)


def tree_map_with_path(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: IsLeaf = None) -> Any:
    """As `tree_map`; ``func`` gets the path first.

    >>> from wye.pytree import keystr
    >>> tree_map_with_path(lambda path, x: keystr(path) + x, {"a": ["!"]})
    {'a': ["['a'][0]!"]}
    """
    pairs, spec = tree_flatten_with_path(tree, is_leaf)
    others = (spec.flatten_up_to(other) for other in rests)
    return spec.unflatten([func(*pair, *values) for pair, *values in zip(pairs, *others, strict=True)])


def broadcast_to_and_flatten(tree: Any, treespec: TreeSpec, is_leaf: IsLeaf = None) -> list[Any] | None:
    """For each leaf of ``treespec``, the leaf of ``tree`` above it; None if the tree is not a prefix of the spec.

    >>> broadcast_to_and_flatten((0, 1), tree_structure((["a", "b"], "c")))
    [0, 0, 1]
    """
    full = treespec.unflatten([True] * treespec.num_leaves)  # not None: dataclasses leave that out
    leaves, spec = tree_flatten(tree, is_leaf)
    try:
        parts = spec.flatten_up_to(full)
    except TreeError:
        return None
    return [leaf for leaf, part in zip(leaves, parts, strict=True) for _ in tree_leaves(part, is_leaf)]
