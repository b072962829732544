"""Specs as text: JSON that PyTorch reads and writes too, and the tree with stars for leaves.

Cold path.
"""

from __future__ import annotations

import json
from enum import Enum
from importlib import import_module
from operator import attrgetter
from typing import Any, Final

from wye.errors import TreeError, TreeTextError
from wye.pytree.nodes import SERIALIZED_TYPE_TO_PYTHON_TYPE, SUPPORTED_NODES
from wye.pytree.spec import LEAF, TreeSpec

__all__ = ["PROTOCOL", "treespec_dumps", "treespec_loads", "treespec_pprint"]

PROTOCOL: Final = 1  # the only one


def treespec_dumps(treespec: TreeSpec, protocol: int | None = None) -> str:
    """The spec as JSON.

    >>> from wye.pytree import tree_structure
    >>> treespec_loads(treespec_dumps(tree_structure({"a": (1, 2)})))
    TreeSpec(dict, ['a'], [TreeSpec(tuple, None, [*,
        *])])

    Raises:
        TreeError: an unknown protocol, or no spec, or a context that JSON cannot hold.
        TreeTextError: a container whose class was registered without a name.
    """
    if not isinstance(treespec, TreeSpec):
        raise TreeError(f"Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}.")
    _check_protocol(PROTOCOL if protocol is None else protocol)
    return json.dumps((PROTOCOL, _written(treespec)), default=_write_enum)


def treespec_loads(serialized: str) -> TreeSpec:
    """The spec that `treespec_dumps` wrote.

    Raises:
        TreeError: an unknown protocol, or a context that cannot be read.
        TreeTextError: a container whose name is not registered.
    """
    protocol, written = json.loads(serialized)
    _check_protocol(protocol)
    return _read(written)


def _check_protocol(protocol: int) -> None:
    if protocol != PROTOCOL:
        raise TreeError(f"Unknown protocol {protocol}. Available protocols: {[PROTOCOL]}")


def _written(spec: TreeSpec) -> dict[str, Any]:
    if spec.is_leaf():
        return {"type": None, "context": None, "children_spec": []}
    node = SUPPORTED_NODES.get(spec.type)
    if node is None:
        raise TreeTextError(f"Serializing {spec.type} in pytree is not registered.")
    if node.serialized_type_name is None:
        raise TreeTextError(
            f"No registered serialization name for {spec.type} found. Please update your _register_pytree_node call "
            "with a `serialized_type_name` kwarg."
        )
    if node.to_dumpable_context is not None:
        context = node.to_dumpable_context(spec.context)
    else:
        try:
            context = json.dumps(spec.context, default=_write_enum)
        except TypeError as error:
            raise TreeError(
                "Unable to serialize context. Please make the context json dump-able, or register a custom serializer "
                "using _register_pytree_node."
            ) from error
    return {
        "type": node.serialized_type_name,
        "context": context,
        "children_spec": [_written(child) for child in spec.children()],
    }


def _read(written: dict[str, Any]) -> TreeSpec:
    name = written["type"]
    if name is None:
        return LEAF
    if name not in SERIALIZED_TYPE_TO_PYTHON_TYPE:
        raise TreeTextError(f"Deserializing {name} in pytree is not registered.")
    cls = SERIALIZED_TYPE_TO_PYTHON_TYPE[name]
    read = SUPPORTED_NODES[cls].from_dumpable_context
    if read is not None:
        context = read(written["context"])
    else:
        try:
            context = json.loads(written["context"], object_hook=_read_enum)
        except TypeError as error:
            raise TreeError(
                "Unable to deserialize context. Please make the context json load-able, or register a custom "
                "serializer using _register_pytree_node."
            ) from error
    return TreeSpec(cls, context, [_read(child) for child in written["children_spec"]])


def _write_enum(value: object) -> dict[str, Any]:
    if not isinstance(value, Enum):
        raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")
    cls = type(value)
    return {"__enum__": True, "fqn": f"{cls.__module__}:{cls.__qualname__}", "name": value.name}


def _read_enum(found: dict[str, Any]) -> Any:
    if "__enum__" not in found:
        return found
    module, _, name = found["fqn"].partition(":")
    return attrgetter(name)(import_module(module))[found["name"]]


class _Star:
    __slots__ = ()

    def __repr__(self) -> str:
        return "*"


def treespec_pprint(treespec: TreeSpec) -> str:
    """The tree with stars for leaves.

    >>> from wye.pytree import tree_structure
    >>> treespec_pprint(tree_structure({"a": (1, 2)}))
    "{'a': (*, *)}"
    """
    star = _Star()
    return repr(treespec.unflatten([star] * treespec.num_leaves))
