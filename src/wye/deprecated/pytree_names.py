"""Names that PyTorch has deprecated for trees of containers: they warn, and do what their successors do."""

from __future__ import annotations

import warnings
from typing import Any

from wye.pytree import TreeSpec, containers, treespec_dumps, treespec_loads
from wye.pytree.nodes import replace_pytree_node
from wye.pytree.trees import tree_is_leaf

__all__ = ["is_leaf", "is_namedtuple_instance", "pytree_to_str", "register_pytree_node", "str_to_pytree"]


def _warn(old: str, new: str) -> None:
    """Warn that a name is deprecated, and name its successor."""
    warnings.warn(f"`{old}` is deprecated. Please use `{new}` instead.", FutureWarning, stacklevel=3)


def register_pytree_node(
    cls: type,
    flatten_fn: Any,
    unflatten_fn: Any,
    to_str_fn: Any = None,
    maybe_from_str_fn: Any = None,
    **texts: Any,
) -> None:
    """The old form of `wye.pytree.register_pytree_node`."""
    _warn("torch.utils._pytree._register_pytree_node", "torch.utils._pytree.register_pytree_node")
    if to_str_fn is not None or maybe_from_str_fn is not None:
        _warn("to_str_fn` and `maybe_from_str_fn", "to_dumpable_context` and `from_dumpable_context")
    replace_pytree_node(cls, flatten_fn, unflatten_fn, **texts)


def is_namedtuple_instance(tree: object) -> bool:
    """A deprecated name."""
    _warn("torch.utils._pytree._is_namedtuple_instance", "torch.utils._pytree.is_namedtuple_instance")
    return containers.is_namedtuple_instance(tree)


def is_leaf(tree: object, is_leaf: Any = None) -> bool:
    """A deprecated name."""
    _warn("torch.utils._pytree._is_leaf", "torch.utils._pytree.tree_is_leaf")
    return tree_is_leaf(tree, is_leaf)


def pytree_to_str(treespec: TreeSpec) -> str:
    """The old name of `treespec_dumps`."""
    _warn("pytree_to_str", "treespec_dumps")
    return treespec_dumps(treespec)


def str_to_pytree(json: str) -> TreeSpec:
    """The old name of `treespec_loads`."""
    _warn("str_to_pytree", "treespec_loads")
    return treespec_loads(json)
