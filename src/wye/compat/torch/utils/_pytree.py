"""`torch.utils._pytree`: nested containers.  Aliases only."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable
from typing import Any

from wye.deprecated.pytree_names import is_leaf as _is_leaf
from wye.deprecated.pytree_names import is_namedtuple_instance as _is_namedtuple_instance
from wye.deprecated.pytree_names import pytree_to_str, str_to_pytree
from wye.deprecated.pytree_names import register_pytree_node as _register_pytree_node
from wye.pytree import *  # noqa: F403 - the same names, one list
from wye.pytree import TreeSpec
from wye.pytree import __all__ as _names
from wye.pytree.class_nodes import ConstantNode, is_constant_class
from wye.pytree.class_nodes import constant_of as _retrieve_constant
from wye.pytree.class_nodes import is_constant_spec as _is_constant_holder
from wye.pytree.class_nodes import register_named_tuple as _register_namedtuple
from wye.pytree.containers import (
    BUILTIN_TYPES,
    STANDARD_DICT_TYPES,
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
