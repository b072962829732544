"""The structure of a tree without its leaves."""

from __future__ import annotations

import warnings
from collections import OrderedDict, defaultdict, deque
from typing import TYPE_CHECKING, Any, Final

from wye.errors import TreeError
from wye.pytree.containers import BUILTIN_TYPES, STANDARD_DICT_TYPES, node_of, node_type
from wye.pytree.nodes import SUPPORTED_NODES
from wye.pytree.paths import SequenceKey, keystr
from wye.schema.frozen import Frozen, fill

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

__all__ = ["LEAF", "LeafSpec", "TreeSpec", "leaf_paths", "treespec_dict", "treespec_leaf", "treespec_tuple"]


class TreeSpec(Frozen):
    """The structure of a tree without its leaves.

    >>> from wye.pytree import tree_structure
    >>> tree_structure({"a": [1], "b": None})
    TreeSpec(dict, ['a', 'b'], [TreeSpec(list, None, [*]),
      *])

    Attributes:
        type: The container's class, `collections.namedtuple` for every named tuple; None for a leaf.
        num_leaves: How many leaves there are.
        num_nodes: How many containers and leaves there are.
        num_children: How many children the outermost container has.
    """

    __slots__ = ("_children", "_context", "num_children", "num_leaves", "num_nodes", "type")
    _children: list[TreeSpec]
    _context: Any
    num_children: int
    num_leaves: int
    num_nodes: int
    type: Any

    def __init__(self, type: Any, context: Any, children_specs: list[TreeSpec]) -> None:
        leaves, nodes = (0, 1) if type is not None else (1, 1)
        for child in children_specs:
            leaves += child.num_leaves
            nodes += child.num_nodes
        fill(self, "type", type)
        fill(self, "_context", context)
        fill(self, "_children", children_specs)
        fill(self, "num_children", len(children_specs))
        fill(self, "num_leaves", leaves)
        fill(self, "num_nodes", nodes)

    @property
    def context(self) -> Any:
        """What the container needs besides its children, for example the keys of a dict."""
        return self._context

    @property
    def children_specs(self) -> list[TreeSpec]:
        """The specs of the children.  PyTorch's old name of `children`."""
        warnings.warn(
            "`treespec.children_specs` is deprecated. Use `treespec.child(index)` to access a single child, or "
            "`treespec.children()` to get all children.",
            FutureWarning,
            stacklevel=2,
        )
        return self._children

    def children(self) -> list[TreeSpec]:
        """The specs of the children."""
        return list(self._children)

    def child(self, index: int) -> TreeSpec:
        """The spec of one child."""
        return self._children[index]

    def is_leaf(self) -> bool:
        """Is there no container?"""
        return self.type is None

    def unflatten(self, leaves: Iterable[Any]) -> Any:
        """The tree with these leaves.

        Raises:
            TreeError: there are too many of them, or too few.
        """
        given = list(leaves)
        if len(given) != self.num_leaves:
            raise TreeError(
                f"treespec.unflatten(leaves): `leaves` has length {len(given)} but the spec refers to a pytree that "
                f"holds {self.num_leaves} items ({self})."
            )
        return self._build(iter(given))

    def _build(self, leaves: Iterator[Any]) -> Any:
        if self.type is None:
            return next(leaves)
        children = [child._build(leaves) for child in self._children]
        return SUPPORTED_NODES[self.type].unflatten_fn(children, self._context)

    def flatten_up_to(self, tree: Any) -> list[Any]:
        """What ``tree`` has where this spec has leaves.

        Python's dict classes are interchangeable and their keys may come in another order; other containers are the
        same, but a deque may have another length limit.

        Raises:
            TreeError: it has other containers than this spec; the message says where.
        """
        into: list[Any] = []
        self._collect(tree, into, ())
        return into

    def _collect(self, tree: Any, into: list[Any], path: tuple[Any, ...]) -> None:
        if self.type is None:
            into.append(tree)
            return
        children = self._matching_children(tree, path)
        for key, spec, child in zip(self._keys(), self._children, children, strict=True):
            spec._collect(child, into, (*path, key))

    def _matching_children(self, tree: Any, path: tuple[Any, ...]) -> list[Any]:
        node, found = node_of(tree), node_type(tree)
        if found in STANDARD_DICT_TYPES and self.type in STANDARD_DICT_TYPES:
            return self._matching_values(tree, path)
        if node is None or found is not self.type:
            words = "Node type mismatch" if self.type in BUILTIN_TYPES else "Type mismatch"
            raise TreeError(f"{words}{_at(path)}; expected {self.type!r}, but got {found!r}.")
        given, context = node.flatten_fn(tree)
        children = list(given)
        self._check_arity(children, path)
        if context != self._context and found is not deque:
            raise TreeError(
                f"Node context mismatch{_at(path)} for {'' if found in BUILTIN_TYPES else 'custom '}node type "
                f"{self.type!r}; expected {self._context!r}, but got {context!r}."
            )
        return children

    def _matching_values(self, tree: dict[Any, Any], path: tuple[Any, ...]) -> list[Any]:
        """Of two dicts: the values at this spec's keys."""
        self._check_arity(tree, path)
        names = self._context[1] if self.type is defaultdict else self._context
        if set(tree) != set(names):
            missing, extra = set(names) - set(tree), set(tree) - set(names)
            raise TreeError(f"Node keys mismatch{_at(path)}; missing key(s): {missing}; extra key(s): {extra}.")
        return [tree[name] for name in names]

    def _check_arity(self, children: Any, path: tuple[Any, ...]) -> None:
        if len(children) != self.num_children:
            raise TreeError(f"Node arity mismatch{_at(path)}; expected {self.num_children}, but got {len(children)}.")

    def _keys(self) -> Iterable[Any]:
        keys = SUPPORTED_NODES[self.type].keys_fn
        count = self.num_children
        return [SequenceKey(number) for number in range(count)] if keys is None else keys(self._context, count)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TreeSpec):
            return NotImplemented
        return self is other or (
            self.type is other.type
            and bool(self._context == other._context)
            and bool(self._children == other._children)
        )

    def __hash__(self) -> int:
        # The keys of a dict are a list; the context of a registered class need not have a hash.
        keys = tuple(self._context) if self.type in (dict, OrderedDict) else None
        return hash((self.type, keys, tuple(self._children)))

    def __reduce__(self) -> Any:
        return TreeSpec, (self.type, self._context, self._children)

    def __repr__(self) -> str:
        return self._text(0)

    def _text(self, indent: int) -> str:
        inside = f",\n{' ' * (indent + 2)}".join(child._text(indent + 2) for child in self._children)
        return f"TreeSpec({self.type.__name__}, {self._context}, [{inside}])"


class LeafSpec(TreeSpec):
    """The spec of a leaf.  PyTorch's old name: ask ``spec.is_leaf()``, and `treespec_leaf` gives one."""

    __slots__ = ()

    def __init__(self) -> None:
        warnings.warn(
            "`isinstance(treespec, LeafSpec)` is deprecated, use `isinstance(treespec, TreeSpec) and "
            "treespec.is_leaf()` instead.",
            FutureWarning,
            stacklevel=2,
        )
        super().__init__(None, None, [])

    def __reduce__(self) -> Any:
        return treespec_leaf, ()

    def _text(self, indent: int) -> str:
        return "*"


LEAF: Final = LeafSpec.__new__(LeafSpec)  # all leaves are alike
TreeSpec.__init__(LEAF, None, None, [])


def _at(path: tuple[Any, ...]) -> str:
    return f" at {keystr(path)}" if path else ""


def treespec_leaf() -> TreeSpec:
    """The spec of a leaf."""
    return LEAF


def treespec_tuple(iterable: Iterable[TreeSpec] = (), /) -> TreeSpec:
    """The spec of a tuple whose children have these specs.

    Raises:
        TreeError: one of them is not a spec.
    """
    children = list(iterable)
    if not all(isinstance(child, TreeSpec) for child in children):
        raise TreeError(f"Expected a tuple of TreeSpec values, got: {children!r}.")
    return TreeSpec(tuple, None, children)


def treespec_dict(mapping: Mapping[Any, TreeSpec] | Iterable[Any] = (), /, **kwargs: TreeSpec) -> TreeSpec:
    """The spec of a dict whose values have these specs.

    Raises:
        TreeError: one of them is not a spec.
    """
    specs = dict(mapping, **kwargs)
    if not all(isinstance(child, TreeSpec) for child in specs.values()):
        raise TreeError(f"Expected a dictionary of TreeSpec values, got: {specs!r}.")
    return TreeSpec(dict, list(specs), list(specs.values()))


def leaf_paths(spec: TreeSpec) -> list[str]:
    """How each leaf is reached from the tree, as one writes it in Python.

    >>> from wye.pytree import tree_structure
    >>> leaf_paths(tree_structure({"a": (1, 2)}))
    ["['a'][0]", "['a'][1]"]
    """
    if spec.type is None:
        return [""]
    children = zip(spec._keys(), spec._children, strict=True)
    return [f"{key}{path}" for key, child in children for path in leaf_paths(child)]
