"""Arguments of traced functions, taken apart by the tree that they had when they were traced.

Generated code calls it by the name ``fx_pytree``.
"""

from __future__ import annotations

from collections import namedtuple
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.pytree import TreeSpec

__all__ = ["deregister_pytree_flatten_spec", "register_pytree_flatten_spec", "tree_flatten_spec"]

_SEQUENCES: Final = (list, tuple, namedtuple)
_registered: Final[dict[type, Callable[[Any, TreeSpec], list[Any]]]] = {}


def register_pytree_flatten_spec(
    cls: type,
    flatten_fn_spec: Callable[[Any, TreeSpec], list[Any]],
    flatten_fn_exact_match_spec: Callable[[Any, TreeSpec], bool] | None = None,
) -> None:
    """Say how arguments of a class are taken apart.

    Args:
        cls: The class, which is a container of trees.
        flatten_fn_spec: Takes an argument, which may be traced, and the structure that it had; gives its children.
        flatten_fn_exact_match_spec: Accepted.
    """
    _registered[cls] = flatten_fn_spec


def deregister_pytree_flatten_spec(cls: type) -> None:
    """Forget what was registered for a class."""
    del _registered[cls]


def tree_flatten_spec(tree: Any, spec: TreeSpec) -> list[Any]:
    """The leaves of ``tree`` where ``spec`` has its leaves.

    Containers may have more in them than when they were traced: a dict more keys.

    Raises:
        KeyError: a dict lacks a key.
        IndexError: a sequence is too short.
    """
    if spec.is_leaf():
        return [tree]
    is_proxy = getattr(type(tree), "_sees_operators", False)  # of a container that a trace does not know
    registered = _registered.get(spec.type)
    if registered is not None:
        children = registered(tree, spec)
    elif isinstance(tree, dict) or (is_proxy and spec.type is dict):
        children = [tree[key] for key in spec.context]
    elif isinstance(tree, (list, tuple)) or (is_proxy and spec.type in _SEQUENCES):
        children = [tree[at] for at in range(len(spec.children()))]
    else:
        return list(spec.flatten_up_to(tree))
    return [
        leaf for one, inner in zip(children, spec.children(), strict=True) for leaf in tree_flatten_spec(one, inner)
    ]
