"""Registering classes without writing flatten functions: dataclasses, constants, named tuples.

Cold path.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.errors import TreeError
from wye.pytree.containers import NAMED_TUPLE, keyed
from wye.pytree.nodes import SUPPORTED_NODES, NodeDef, add_node
from wye.pytree.paths import GetAttrKey
from wye.schema.frozen import Frozen, fill

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wye.pytree.spec import TreeSpec

__all__ = [
    "ConstantNode",
    "constant_of",
    "is_constant_class",
    "is_constant_spec",
    "register_constant",
    "register_dataclass",
    "register_named_tuple",
]


def register_dataclass(
    cls: type,
    *,
    field_names: list[str] | None = None,
    drop_field_names: list[str] | None = None,
    serialized_type_name: str | None = None,
) -> None:
    """Make a dataclass a container of its fields.  Fields that are None are not leaves: they come back as None.

    Args:
        cls: A dataclass, or a class whose constructor takes its fields by name.
        field_names: The fields that hold data; those of a dataclass are known.
        drop_field_names: Fields of the dataclass to leave out.
        serialized_type_name: The name of the class in `treespec_dumps`.

    Raises:
        TreeError: the names are not those of the dataclass, or there are none.

    Example:
        >>> from dataclasses import dataclass
        >>> from wye.pytree import tree_map, unregister_pytree_node
        >>> @dataclass
        ... class Point:
        ...     x: int
        ...     y: int
        >>> register_dataclass(Point)
        >>> tree_map(lambda v: -v, Point(1, 2))
        Point(x=-1, y=-2)
        >>> unregister_pytree_node(Point)
    """
    names = _field_names(cls, field_names, drop_field_names or [])

    def flatten(value: Any) -> tuple[list[Any], list[list[str]]]:
        pairs = [(name, getattr(value, name)) for name in names]
        filled = [(name, child) for name, child in pairs if child is not None]
        empty = [name for name, child in pairs if child is None]
        return [child for _, child in filled], [[name for name, _ in filled], empty]

    def unflatten(children: Iterable[Any], context: list[list[str]]) -> Any:
        filled, empty = context
        return cls(**dict(zip(filled, children, strict=True)), **dict.fromkeys(empty))

    def keys(context: list[list[str]], _: int) -> list[GetAttrKey]:
        return [GetAttrKey(name) for name in context[0]]

    add_node(NodeDef(cls, flatten, unflatten, keyed(flatten, keys), keys, serialized_type_name))


def _field_names(cls: type, given: list[str] | None, dropped: list[str]) -> list[str]:
    import dataclasses  # here: its import costs more than the rest of this package

    if not dataclasses.is_dataclass(cls):
        if given is None:
            raise TreeError(
                f"field_names must be specified with a list of all fields used to initialize {cls}, as it is not a "
                "dataclass."
            )
        return list(given)
    known = [field.name for field in dataclasses.fields(cls) if field.init]
    if given is None:
        return known
    missing, unexpected = set(known) - set(dropped) - set(given), set(given) - (set(known) - set(dropped))
    problems = [f"Missing fields in `field_names`: {missing}."] if missing else []
    problems += [f"Unexpected fields in `field_names`: {unexpected}."] if unexpected else []
    if problems:
        raise TreeError(
            "\n".join(["field_names does not include all dataclass fields.", *problems]),
            fix="put every field into `field_names` or `drop_field_names`",
        )
    return list(given)


class ConstantNode(Frozen):
    """The context of an object that has no leaves: the object."""

    __slots__ = ("value",)
    value: Any

    def __init__(self, value: Any) -> None:
        fill(self, "value", value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConstantNode) and bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash((self.value,))

    def __repr__(self) -> str:
        return f"ConstantNode(value={self.value!r})"


def _take_apart(value: Any) -> tuple[list[Any], ConstantNode]:
    return [], ConstantNode(value)


def _put_together(children: Iterable[Any], context: ConstantNode) -> Any:
    return context.value


def register_constant(cls: type) -> None:
    """Make objects of ``cls`` containers without leaves: they are part of the structure around the leaves.

    Raises:
        TreeError: the class has no ``__eq__`` or no ``__hash__`` of its own.

    Example:
        >>> from fractions import Fraction
        >>> from wye.pytree import tree_leaves, unregister_pytree_node
        >>> register_constant(Fraction)
        >>> tree_leaves([Fraction(1, 2), 3])
        [3]
        >>> unregister_pytree_node(Fraction)
    """
    for name, absent in (("__eq__", object.__eq__), ("__hash__", None)):
        if getattr(cls, name) is absent:
            raise TreeError(f"register_constant(cls) expects `cls` to have a non-default `{name}` implementation.")
    add_node(NodeDef(cls, _take_apart, _put_together, _take_apart))


def is_constant_class(cls: object) -> bool:
    """Was the class registered by `register_constant`?"""
    node = SUPPORTED_NODES.get(cls) if isinstance(cls, type) else None
    return node is not None and node.flatten_fn is _take_apart


def is_constant_spec(spec: TreeSpec) -> bool:
    """Is it the spec of an object whose class was registered by `register_constant`?"""
    return isinstance(spec.context, ConstantNode)


def constant_of(spec: TreeSpec) -> Any:
    """The object that `is_constant_spec` found.

    Raises:
        TreeError: it is the spec of something else.
    """
    if not is_constant_spec(spec):
        raise TreeError("spec does not correspond to a registered constant pytree")
    return spec.unflatten([])


def register_named_tuple(cls: type, *, serialized_type_name: str) -> None:
    """Give a class of named tuples a name in `treespec_dumps`; containers they are anyway."""
    add_node(NAMED_TUPLE._replace(type=cls, serialized_type_name=serialized_type_name))
