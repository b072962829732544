"""Layer 4: trees of containers. May import: schema (values that do not change), errors.

paths (how a leaf is reached) -> nodes (which classes are containers) -> containers (Python's own), immutable
-> spec (the structure around the leaves) -> trees (flatten, map), class_nodes (dataclasses, constants), text (JSON).
"""

from __future__ import annotations

from wye.pytree.class_nodes import (
    register_constant,
    register_dataclass,
    register_named_tuple,
)
from wye.pytree.containers import is_namedtuple, is_namedtuple_class, is_namedtuple_instance
from wye.pytree.nodes import NodeDef, register_pytree_node, unregister_pytree_node
from wye.pytree.paths import GetAttrKey, MappingKey, SequenceKey, key_get, keystr
from wye.pytree.spec import LEAF, LeafSpec, TreeSpec, leaf_paths, treespec_dict, treespec_leaf, treespec_tuple
from wye.pytree.text import treespec_dumps, treespec_loads, treespec_pprint
from wye.pytree.trees import (
    arg_tree_leaves,
    broadcast_to_and_flatten,
    map_only,
    tree_all,
    tree_all_only,
    tree_any,
    tree_any_only,
    tree_flatten,
    tree_flatten_with_path,
    tree_is_leaf,
    tree_iter,
    tree_leaves,
    tree_leaves_with_path,
    tree_map,
    tree_map_,
    tree_map_only,
    tree_map_only_,
    tree_map_with_path,
    tree_structure,
    tree_unflatten,
)

__all__ = [
    "LEAF",
    "GetAttrKey",
    "LeafSpec",
    "MappingKey",
    "NodeDef",
    "SequenceKey",
    "TreeSpec",
    "arg_tree_leaves",
    "broadcast_to_and_flatten",
    "is_namedtuple",
    "is_namedtuple_class",
    "is_namedtuple_instance",
    "key_get",
    "keystr",
    "leaf_paths",
    "map_only",
    "register_constant",
    "register_dataclass",
    "register_named_tuple",
    "register_pytree_node",
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
    "treespec_dict",
    "treespec_dumps",
    "treespec_leaf",
    "treespec_loads",
    "treespec_pprint",
    "treespec_tuple",
    "unregister_pytree_node",
]
