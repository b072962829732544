"""Trees of containers: their leaves in order, and the same tree around other leaves.

Warm: calls of higher-order operators look for tensors in it.
In: any value.  Out: leaves, and a `TreeSpec` that says what stood around them.
Containers are known by their exact class: a subclass of dict that nobody registered is a leaf, and so is None.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from wye.errors import ArgumentError, RegistrationError
from wye.schema.frozen import Frozen, fill

if TYPE_CHECKING:
    import builtins
    from collections.abc import Callable, Iterable, Iterator

__all__ = [
    "LEAF",
    "TreeSpec",
    "leaf_paths",
    "register_pytree_node",
    "tree_flatten",
    "tree_leaves",
    "tree_map",
    "tree_structure",
    "tree_unflatten",
    "unregister_pytree_node",
]


class _Kind(NamedTuple):
    """How containers of one class are taken apart and put together.

    Attributes:
        flatten: From a container to its children and what else it needs to be rebuilt.
        unflatten: From children and that to a container.
        entries: From that to what stands before each child in a path; None where children have numbers.
    """

    flatten: Callable[[Any], tuple[Iterable[Any], Any]]
    unflatten: Callable[[Iterable[Any], Any], Any]
    entries: Callable[[Any], Iterable[str]] | None = None


def _keyed(keys: Iterable[Any]) -> list[str]:
    return [f"[{key!r}]" for key in keys]


_kinds: dict[type, _Kind] = {
    tuple: _Kind(lambda value: (value, None), lambda children, _: tuple(children)),
    list: _Kind(lambda value: (value, None), lambda children, _: list(children)),
    dict: _Kind(
        lambda value: (value.values(), tuple(value)),
        lambda children, keys: dict(zip(keys, children, strict=True)),
        _keyed,
    ),
    OrderedDict: _Kind(
        lambda value: (value.values(), tuple(value)),
        lambda children, keys: OrderedDict(zip(keys, children, strict=True)),
        _keyed,
    ),
    defaultdict: _Kind(
        lambda value: (value.values(), (value.default_factory, tuple(value))),
        lambda children, made: defaultdict(made[0], zip(made[1], children, strict=True)),
        lambda made: _keyed(made[1]),
    ),
    deque: _Kind(lambda value: (value, value.maxlen), deque),
}
_BUILT_IN: Final = frozenset(_kinds)
_NAMED_TUPLE: Final = _Kind(
    lambda value: (value, type(value)),
    lambda children, cls: cls(*children),
    lambda cls: [f".{name}" for name in cls._fields],
)


def register_pytree_node(
    cls: type,
    flatten: Callable[[Any], tuple[Iterable[Any], Any]],
    unflatten: Callable[[Iterable[Any], Any], Any],
) -> None:
    """Let objects of ``cls`` be containers.

    Args:
        cls: The class, this one exactly.
        flatten: Gives the children of an object and whatever else it takes to rebuild it; that must have an ``==``.
        unflatten: Gives an object from children and that.

    Raises:
        RegistrationError: it is one already.

    Example:
        >>> class Pair:
        ...     def __init__(self, a, b):
        ...         self.a, self.b = a, b
        >>> register_pytree_node(Pair, lambda p: ((p.a, p.b), None), lambda children, _: Pair(*children))
        >>> tree_leaves([Pair(1, (2, 3)), 4])
        [1, 2, 3, 4]
        >>> unregister_pytree_node(Pair)
    """
    if cls in _kinds:
        raise RegistrationError(
            f"{cls} is already registered as pytree node.", fix=f"unregister_pytree_node({cls.__name__}) takes it back"
        )
    _kinds[cls] = _Kind(flatten, unflatten)


def unregister_pytree_node(cls: type) -> None:
    """Let objects of ``cls`` be leaves again.

    Raises:
        RegistrationError: it was not registered.
    """
    if cls in _BUILT_IN or cls not in _kinds:
        raise RegistrationError(f"{cls} was not registered as pytree node.")
    del _kinds[cls]


def _kind_of(value: Any) -> _Kind | None:
    kind = _kinds.get(type(value))
    if kind is None and isinstance(value, tuple) and _is_named_tuple(type(value)):
        return _NAMED_TUPLE
    return kind


def _is_named_tuple(cls: type) -> bool:
    return cls.__bases__ == (tuple,) and isinstance(getattr(cls, "_fields", None), tuple)


class TreeSpec(Frozen):
    """What stands around the leaves of a tree.

    >>> tree_structure({"a": (1, 2), "b": None})
    TreeSpec(dict, ('a', 'b'), [TreeSpec(tuple, None, [*, *]), *])

    Attributes:
        type: The container's class; None for a leaf.
        context: What the container needs besides its children, for example the keys of a dict.
        children: The specs of the children.
        num_leaves: How many leaves there are.
    """

    __slots__ = ("children", "context", "num_leaves", "type")
    children: tuple[TreeSpec, ...]
    context: Any
    num_leaves: int
    type: type | None

    def __init__(
        self, of: builtins.type | None = None, context: Any = None, children: tuple[TreeSpec, ...] = ()
    ) -> None:
        fill(self, "type", of)
        fill(self, "context", context)
        fill(self, "children", children)
        fill(self, "num_leaves", 1 if of is None else sum(child.num_leaves for child in children))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TreeSpec)
            and self.type is other.type
            and self.context == other.context
            and self.children == other.children
        )

    def __hash__(self) -> int:
        return hash((self.type, self.children))  # a context need not have a hash

    @property
    def num_nodes(self) -> int:
        """How many containers and leaves there are."""
        return 1 + sum(child.num_nodes for child in self.children)

    @property
    def num_children(self) -> int:
        """How many children the outermost container has."""
        return len(self.children)

    def is_leaf(self) -> bool:
        """Is there no container?"""
        return self.type is None

    def unflatten(self, leaves: Iterable[Any]) -> Any:
        """The tree with these leaves.

        Raises:
            ArgumentError: there are too many of them, or too few.
        """
        given = list(leaves)
        if len(given) != self.num_leaves:
            raise ArgumentError(
                f"treespec.unflatten(leaves): `leaves` has length {len(given)} but the spec refers to a pytree that "
                f"holds {self.num_leaves} items ({self})."
            )
        return self._build(iter(given))

    def _build(self, leaves: Iterator[Any]) -> Any:
        if self.type is None:
            return next(leaves)
        children = [child._build(leaves) for child in self.children]
        return _kinds.get(self.type, _NAMED_TUPLE).unflatten(children, self.context)

    def flatten_up_to(self, tree: Any) -> list[Any]:
        """What ``tree`` has where this spec has leaves; the keys of dicts may come in another order.

        Raises:
            ArgumentError: it has other containers than this spec.
        """
        into: list[Any] = []
        self._collect(tree, into, "")
        return into

    def _collect(self, tree: Any, into: list[Any], path: str) -> None:
        if self.type is None:
            into.append(tree)
            return
        found = type(tree)
        if found is not self.type:
            raise ArgumentError(f"Node type mismatch{_at(path)}; expected {self.type}, but got {found}.")
        if self.type in (dict, OrderedDict):
            if set(tree) != set(self.context):
                raise ArgumentError(
                    f"Node keys mismatch{_at(path)}; expected {list(self.context)}, but got {list(tree)}."
                )
            children: list[Any] = [tree[key] for key in self.context]
        else:
            kind = _kinds.get(self.type, _NAMED_TUPLE)
            given, context = kind.flatten(tree)
            children = list(given)
            if len(children) != len(self.children):
                raise ArgumentError(
                    f"Node arity mismatch{_at(path)}; expected {len(self.children)}, but got {len(children)}."
                )
            if context != self.context:
                raise ArgumentError(f"Node context mismatch{_at(path)}; expected {self.context}, but got {context}.")
        for entry, spec, child in zip(self._entries(), self.children, children, strict=True):
            spec._collect(child, into, path + entry)

    def _entries(self) -> Iterable[str]:
        assert self.type is not None
        entries = _kinds.get(self.type, _NAMED_TUPLE).entries
        return _keyed(range(len(self.children))) if entries is None else entries(self.context)

    def __repr__(self) -> str:
        if self.type is None:
            return "*"
        inside = ", ".join(repr(child) for child in self.children)
        return f"TreeSpec({self.type.__name__}, {self.context}, [{inside}])"


LEAF: Final = TreeSpec()


def _at(path: str) -> str:
    return f" at {path}" if path else ""


def tree_flatten(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> tuple[list[Any], TreeSpec]:
    """The leaves of a tree, and what stands around them.

    >>> leaves, spec = tree_flatten({"a": 1, "b": [2, 3]})
    >>> leaves, spec.unflatten("xyz")
    ([1, 2, 3], {'a': 'x', 'b': ['y', 'z']})

    Args:
        tree: Any value.
        is_leaf: Asked first: true for a container that is to be taken as a leaf.
    """
    leaves: list[Any] = []
    return leaves, _flatten(tree, leaves, is_leaf)


def _flatten(tree: Any, leaves: list[Any], is_leaf: Callable[[Any], bool] | None) -> TreeSpec:
    kind = _kind_of(tree)
    if kind is None or (is_leaf is not None and is_leaf(tree)):
        leaves.append(tree)
        return LEAF
    children, context = kind.flatten(tree)
    return TreeSpec(type(tree), context, tuple([_flatten(child, leaves, is_leaf) for child in children]))


def tree_unflatten(leaves: Iterable[Any], spec: TreeSpec) -> Any:
    """The tree with these leaves.

    Raises:
        ArgumentError: there are too many of them, or too few.
    """
    return spec.unflatten(leaves)


def tree_leaves(tree: Any) -> list[Any]:
    """The leaves of a tree."""
    leaves: list[Any] = []
    _leaves(tree, leaves)
    return leaves


def _leaves(tree: Any, into: list[Any]) -> None:
    kind = _kind_of(tree)
    if kind is None:
        into.append(tree)
        return
    for child in kind.flatten(tree)[0]:
        _leaves(child, into)


def tree_structure(tree: Any) -> TreeSpec:
    """What stands around the leaves of a tree."""
    return tree_flatten(tree)[1]


def tree_map(fn: Callable[..., Any], tree: Any, *rest: Any, is_leaf: Callable[[Any], bool] | None = None) -> Any:
    """The tree with ``fn`` applied to its leaves, and to what the other trees have in their places.

    >>> tree_map(lambda a, b: a + b, {"a": 1, "b": 2}, {"b": 20, "a": 10})
    {'a': 11, 'b': 22}

    Raises:
        ArgumentError: another tree has other containers.
    """
    leaves, spec = tree_flatten(tree, is_leaf)
    columns = [leaves, *(spec.flatten_up_to(other) for other in rest)]
    return spec.unflatten([fn(*values) for values in zip(*columns, strict=True)])


def leaf_paths(spec: TreeSpec) -> list[str]:
    """How each leaf is reached from the tree, as one writes it in Python.

    >>> leaf_paths(tree_structure({"a": (1, 2)}))
    ["['a'][0]", "['a'][1]"]
    """
    if spec.type is None:
        return [""]
    children = zip(spec._entries(), spec.children, strict=True)
    return [entry + path for entry, child in children for path in leaf_paths(child)]
