"""Arguments of traced functions, taken apart by the tree that they had when they were traced.

Generated code calls it by the name ``fx_pytree``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wye.pytree import TreeSpec

__all__ = ["tree_flatten_spec"]


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
    if isinstance(tree, dict) or (is_proxy and spec.type is dict):
        children = [tree[key] for key in spec.context]
    elif isinstance(tree, (list, tuple)) or (is_proxy and spec.type in {list, tuple}):
        children = [tree[at] for at in range(len(spec.children()))]
    else:
        return list(spec.flatten_up_to(tree))
    return [
        leaf for one, inner in zip(children, spec.children(), strict=True) for leaf in tree_flatten_spec(one, inner)
    ]
