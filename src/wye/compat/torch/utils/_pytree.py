"""`torch.utils._pytree`: nested containers.  Aliases only."""

from __future__ import annotations

import warnings
from collections import namedtuple
from collections.abc import Callable, Iterable
from typing import Any

from wye.pytree import *  # noqa: F403 - the same names, one list
from wye.pytree import TreeSpec, treespec_dumps, treespec_loads
from wye.pytree import __all__ as _names
from wye.pytree.class_nodes import ConstantNode, is_constant_class
from wye.pytree.class_nodes import constant_of as _retrieve_constant
from wye.pytree.class_nodes import is_constant_spec as _is_constant_holder
from wye.pytree.class_nodes import register_named_tuple as _register_namedtuple
from wye.pytree.containers import (
    BUILTIN_TYPES,
    STANDARD_DICT_TYPES,
    is_namedtuple_instance,
    is_structseq,
    is_structseq_class,
    is_structseq_instance,
)
from wye.pytree.containers import node_type as _get_node_type
from wye.pytree.nodes import SERIALIZED_TYPE_TO_PYTHON_TYPE, SUPPORTED_NODES
from wye.pytree.nodes import replace_pytree_node as _private_register_pytree_node
from wye.pytree.nodes import unregister_pytree_node as _deregister_pytree_node
from wye.pytree.paths import Key as KeyEntry
from wye.pytree.spec import LEAF as _LEAF_SPEC
from wye.pytree.text import PROTOCOL as DEFAULT_TREESPEC_SERIALIZATION_PROTOCOL
from wye.pytree.trees import broadcast_to_and_flatten as _broadcast_to_and_flatten
from wye.pytree.trees import tree_is_leaf

__all__ = [  # noqa: PLE0604 - and PyTorch's names of the same things
    *_names,
    "BUILTIN_TYPES",
    "DEFAULT_TREESPEC_SERIALIZATION_PROTOCOL",
    "SERIALIZED_TYPE_TO_PYTHON_TYPE",
    "STANDARD_DICT_TYPES",
    "SUPPORTED_NODES",
    "_LEAF_SPEC",
    "ConstantNode",
    "Context",
    "DumpableContext",
    "FlattenFn",
    "FlattenFunc",
    "FlattenWithKeysFn",
    "FlattenWithKeysFunc",
    "FromDumpableContextFn",
    "KeyEntry",
    "KeyPath",
    "PyTree",
    "PyTreeSpec",
    "ToDumpableContextFn",
    "UnflattenFn",
    "UnflattenFunc",
    "_broadcast_to_and_flatten",
    "_deregister_pytree_node",
    "_dict_flatten",
    "_dict_flatten_with_keys",
    "_dict_unflatten",
    "_get_node_type",
    "_is_constant_holder",
    "_is_leaf",
    "_is_namedtuple_instance",
    "_list_flatten",
    "_list_flatten_with_keys",
    "_list_unflatten",
    "_namedtuple_flatten",
    "_namedtuple_flatten_with_keys",
    "_namedtuple_unflatten",
    "_private_register_pytree_node",
    "_register_namedtuple",
    "_register_pytree_node",
    "_retrieve_constant",
    "_tuple_flatten",
    "_tuple_flatten_with_keys",
    "_tuple_unflatten",
    "is_constant_class",
    "is_structseq",
    "is_structseq_class",
    "is_structseq_instance",
    "pytree_to_str",
    "str_to_pytree",
]

PyTreeSpec = TreeSpec
Context = PyTree = DumpableContext = Any
KeyPath = tuple[KeyEntry, ...]
FlattenFn = FlattenFunc = Callable[[Any], tuple[list[Any], Any]]
UnflattenFn = UnflattenFunc = Callable[[Iterable[Any], Any], Any]
FlattenWithKeysFn = FlattenWithKeysFunc = Callable[[Any], tuple[list[tuple[KeyEntry, Any]], Any]]
ToDumpableContextFn = FromDumpableContextFn = Callable[[Any], Any]
_tuple_flatten, _tuple_unflatten, _tuple_flatten_with_keys = SUPPORTED_NODES[tuple][1:4]
_list_flatten, _list_unflatten, _list_flatten_with_keys = SUPPORTED_NODES[list][1:4]
_dict_flatten, _dict_unflatten, _dict_flatten_with_keys = SUPPORTED_NODES[dict][1:4]
_namedtuple_flatten, _namedtuple_unflatten, _namedtuple_flatten_with_keys = SUPPORTED_NODES[namedtuple][1:4]


def _warn(old: str, new: str) -> None:
    warnings.warn(f"`{old}` is deprecated. Please use `{new}` instead.", FutureWarning, stacklevel=3)


def _register_pytree_node(
    cls: type,
    flatten_fn: Any,
    unflatten_fn: Any,
    to_str_fn: Any = None,
    maybe_from_str_fn: Any = None,
    **texts: Any,
) -> None:
    _warn("torch.utils._pytree._register_pytree_node", "torch.utils._pytree.register_pytree_node")
    if to_str_fn is not None or maybe_from_str_fn is not None:
        _warn("to_str_fn` and `maybe_from_str_fn", "to_dumpable_context` and `from_dumpable_context")
    _private_register_pytree_node(cls, flatten_fn, unflatten_fn, **texts)


def _is_namedtuple_instance(tree: object) -> bool:
    _warn("torch.utils._pytree._is_namedtuple_instance", "torch.utils._pytree.is_namedtuple_instance")
    return is_namedtuple_instance(tree)


def _is_leaf(tree: object, is_leaf: Any = None) -> bool:
    _warn("torch.utils._pytree._is_leaf", "torch.utils._pytree.tree_is_leaf")
    return tree_is_leaf(tree, is_leaf)


def pytree_to_str(treespec: TreeSpec) -> str:
    _warn("pytree_to_str", "treespec_dumps")
    return treespec_dumps(treespec)


def str_to_pytree(json: str) -> TreeSpec:
    _warn("str_to_pytree", "treespec_loads")
    return treespec_loads(json)
