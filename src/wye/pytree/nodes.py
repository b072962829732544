"""Which classes are containers, and how they are flattened and rebuilt.

Cold path: registration.  Flattening reads `SUPPORTED_NODES`, the only list.
Containers are known by their exact class: an unregistered subclass of dict is a leaf, and so is None.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye.errors import TreeError
from wye.schema.object_classes import classes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "SERIALIZED_TYPE_TO_PYTHON_TYPE",
    "SUPPORTED_NODES",
    "NodeDef",
    "add_node",
    "register_pytree_node",
    "replace_pytree_node",
    "unregister_pytree_node",
]


class NodeDef(NamedTuple):
    """One class of containers.

    Attributes:
        type: The class; `collections.namedtuple` stands for all named tuples.
        flatten_fn: From a container to its children and what else it takes to rebuild it, the context.
        unflatten_fn: From children and context to a container.
        flatten_with_keys_fn: From a container to pairs of key and child, and the context; None if not given.
        keys_fn: From a context and the number of children to their keys; None where it takes the container.
        serialized_type_name: The name in the text of a spec; None if it has none.
        to_dumpable_context: From a context to what JSON can hold; None if it can hold the context.
        from_dumpable_context: The way back.
    """

    type: Any
    flatten_fn: Callable[[Any], tuple[Any, Any]]
    unflatten_fn: Callable[[Iterable[Any], Any], Any]
    flatten_with_keys_fn: Callable[[Any], tuple[Any, Any]] | None = None
    keys_fn: Callable[[Any, int], Iterable[Any]] | None = None
    serialized_type_name: str | None = None
    to_dumpable_context: Callable[[Any], Any] | None = None
    from_dumpable_context: Callable[[Any], Any] | None = None


SUPPORTED_NODES: Final[dict[Any, NodeDef]] = {}
SERIALIZED_TYPE_TO_PYTHON_TYPE: Final[dict[str, Any]] = {}  # an index of the above by name
_built_in: Final[set[Any]] = set()


def add_node(node: NodeDef, *, built_in: bool = False) -> None:
    """Make objects of a class containers.

    Raises:
        TreeError: they are already; or are opaque; or contexts can be written and not read, or the other way round.
    """
    if (node.to_dumpable_context is None) != (node.from_dumpable_context is None):
        raise TreeError(
            f"Both to_dumpable_context and from_dumpable_context for {node.type} must be None or registered."
        )
    opaque = classes.of_class(node.type)
    if opaque is not None and opaque.kind != "script":
        raise TreeError(
            f"{node.type} cannot be registered as a pytree as it has been registered as an opaque object. Opaque "
            "objects must be pytree leaves."
        )
    if SUPPORTED_NODES.setdefault(node.type, node) is not node:
        raise TreeError(
            f"{node.type} is already registered as pytree node.",
            fix=f"unregister_pytree_node({node.type.__name__}) removes it",
        )
    if node.serialized_type_name is not None:
        SERIALIZED_TYPE_TO_PYTHON_TYPE[node.serialized_type_name] = node.type
    if built_in:
        _built_in.add(node.type)


def register_pytree_node(
    cls: type,
    flatten_fn: Callable[[Any], tuple[Any, Any]],
    unflatten_fn: Callable[[Iterable[Any], Any], Any],
    *,
    serialized_type_name: str | None = None,
    to_dumpable_context: Callable[[Any], Any] | None = None,
    from_dumpable_context: Callable[[Any], Any] | None = None,
    flatten_with_keys_fn: Callable[[Any], tuple[Any, Any]] | None = None,
) -> None:
    """Make objects of ``cls`` containers.

    Args:
        cls: The class, this one exactly.
        flatten_fn: Gives the children of an object, in a sequence, and whatever else it takes to rebuild it, the
            context; contexts are compared with ``==``.
        unflatten_fn: Gives an object from children and context.
        serialized_type_name: The name of the class in `treespec_dumps`.
        to_dumpable_context: Gives what JSON can hold from a context that it cannot hold.
        from_dumpable_context: The way back.
        flatten_with_keys_fn: As ``flatten_fn``, with pairs of key and child; for functions that ask for paths.

    Raises:
        TreeError: it is one already.

    Example:
        >>> class Pair:
        ...     def __init__(self, a, b):
        ...         self.a, self.b = a, b
        >>> register_pytree_node(Pair, lambda p: ((p.a, p.b), None), lambda children, _: Pair(*children))
        >>> from wye.pytree import tree_leaves
        >>> tree_leaves([Pair(1, (2, 3)), 4])
        [1, 2, 3, 4]
        >>> unregister_pytree_node(Pair)
    """
    add_node(
        NodeDef(
            cls,
            flatten_fn,
            unflatten_fn,
            flatten_with_keys_fn,
            serialized_type_name=serialized_type_name,
            to_dumpable_context=to_dumpable_context,
            from_dumpable_context=from_dumpable_context,
        )
    )


def replace_pytree_node(cls: type, *functions: Any, **rest: Any) -> None:
    """As `register_pytree_node`; a class that is a container already gets these functions, with a warning."""
    if cls in SUPPORTED_NODES:
        warnings.warn(
            f"{cls} is already registered as pytree node. Overwriting the previous registration.", stacklevel=2
        )
        unregister_pytree_node(cls)
    register_pytree_node(cls, *functions, **rest)


def unregister_pytree_node(cls: type) -> None:
    """Make objects of ``cls`` leaves again.

    Raises:
        TreeError: it was not registered.
    """
    node = None if cls in _built_in else SUPPORTED_NODES.pop(cls, None)
    if node is None:
        raise TreeError(f"{cls} was not registered as pytree node.")
    name = node.serialized_type_name
    if name is not None and SERIALIZED_TYPE_TO_PYTHON_TYPE.get(name) is cls:
        del SERIALIZED_TYPE_TO_PYTHON_TYPE[name]
