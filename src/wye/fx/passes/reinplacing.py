"""Reinplace: calls whose argument nobody needs any more write into it, which saves the memory of the result.

Two kinds of calls are changed.  ``b = a.add(1)`` becomes ``a.add_(1)`` where neither ``a`` nor anything that shares its
memory is read later.  A scatter, which functionalization makes of a write through a view, goes away where the view
has been written to by then, and is a ``copy_`` into the view otherwise.

In: a graph of operators without writes, whose views are views.  Out: the same graph, changed in place.
"""

from __future__ import annotations

from itertools import chain
from operator import getitem
from typing import TYPE_CHECKING, Any, Final

import wye.pytree as trees
from wye.call import ops
from wye.fake import FakeTensor, FakeTensorMode
from wye.fake.finding import unset_fake_temporarily
from wye.fx.interpreter import Interpreter
from wye.fx.node import Node, map_aggregate
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wye.fx.graph_module import GraphModule

__all__ = ["reinplace"]

# The scatter -> the view that it writes through.
_VIEW_OF_SCATTER: Final[dict[str, str]] = {
    "diagonal_scatter.default": "diagonal.default",
    "select_scatter.default": "select.int",
    "slice_scatter.default": "slice.Tensor",
    "as_strided_scatter.default": "as_strided.default",
}


def reinplace(gm: GraphModule, *sample_args: Any) -> GraphModule:
    """Let the calls of a graph write into arguments that nobody reads later.

    Inputs of the graph and attributes of the module are never written to where the graph did not write before.

    Args:
        gm: The module, which is changed; its graph has no writes, except to inputs at its end.
        sample_args: Arguments, for shapes and for what shares memory.

    Returns:
        The same module.
    """
    _Reinplacing(gm, sample_args).run()
    gm.recompile()
    return gm


class _Facts(Interpreter):
    """Runs a graph on fake tensors and keeps the result of each node, its place, and of what it is a view.

    Attributes:
        fakes: The result of each node.
        places: The place of each node in the graph.
        bases: The node that a view was taken of.
    """

    def __init__(self, module: GraphModule, args: tuple[Any, ...]) -> None:
        super().__init__(module)
        self.fakes: dict[Node, Any] = {}
        self.places: dict[Node, int] = {}
        self.bases: dict[Node, Node] = {}
        self.mode = _mode_of(args) or FakeTensorMode(allow_non_fake_inputs=True)
        with self.mode:
            self.run(*(self._faked(arg) for arg in args))

    def _faked(self, value: Any) -> Any:
        if isinstance(value, Tensor) and not isinstance(value, FakeTensor):
            with unset_fake_temporarily():
                return self.mode.from_tensor(value)
        return value

    def run_node(self, n: Node) -> Any:
        """Run a node and keep what is known of it."""
        result = super().run_node(n)
        if n.op == "get_attr":
            result = map_aggregate(result, self._faked)
        self.fakes[n], self.places[n] = result, len(self.places)
        base = self._base(n)
        if base is not None:
            self.bases[n] = base
        return result

    def _base(self, node: Node) -> Node | None:
        """The tensor that a node is a view of; elements of lists of views are views, lists are not."""
        if node.op != "call_function" or not node.args or not isinstance(node.args[0], Node):
            return None
        if node.target is getitem:
            source: Any = node.args[0]
            return source.args[0] if _is_view(source) and isinstance(source.args[0], Node) else None
        return node.args[0] if _is_view(node) and isinstance(self.fakes[node], Tensor) else None

    def memory(self, node: Node) -> set[int]:
        """The memory that a node's result lies in."""
        return {_memory(leaf) for leaf in trees.tree_leaves(self.fakes.get(node)) if isinstance(leaf, FakeTensor)}


class _Reinplacing:
    """One run over one graph.

    Attributes:
        facts: What is known of the nodes.
        kept: Memory of inputs and attributes.
        sharing: The nodes in each memory: more and more as calls are changed, since their results move.
        gone: Scatters that the graph does not need any more.
    """

    def __init__(self, module: GraphModule, args: tuple[Any, ...]) -> None:
        self.graph, self.facts = module.graph, _Facts(module, args)
        self.kept: set[int] = set()
        self.sharing: dict[int, set[Node]] = {}
        self.gone: dict[Node, None] = {}
        for node in self.graph.nodes:
            found = self.facts.memory(node)
            if node.op in {"placeholder", "get_attr"}:
                self.kept |= found
            for one in found:
                self.sharing.setdefault(one, set()).add(node)

    def run(self) -> None:
        """Change what can be changed."""
        for node in list(self.graph.nodes):
            if self._may_write(node):
                self._change(node)
        for node in reversed(list(self.graph.nodes)):
            if node in self.gone:
                self.graph.erase_node(node)

    def _may_write(self, node: Node) -> bool:
        """Could the call write its result into its first argument, as far as shapes and owners go?"""
        schema = getattr(node.target, "_schema", None)
        if node.op != "call_function" or schema is None or not schema.arguments or not node.args:
            return False
        first: Any = node.args[0]
        source, result = self.facts.fakes.get(first), self.facts.fakes.get(node)
        if not isinstance(source, FakeTensor) or not isinstance(result, FakeTensor) or self._is_read(node):
            return False
        if node.target is not ops.aten.resize.default and (
            source.numel() != result.numel() or source.dtype != result.dtype or _overlaps(source)
        ):
            return False
        return _memory(source) not in self.kept

    def _is_read(self, node: Node) -> bool:
        """Does the call read what it would write to once more, not element by element?"""
        first, *others = (leaf for leaf in trees.tree_leaves((node.args, node.kwargs)) if isinstance(leaf, Node))
        target = self.facts.fakes[first]
        memory = self.sharing[_memory(target)]
        return any(one is first or (one in memory and not _lie_alike(self.facts.fakes[one], target)) for one in others)

    def _change(self, node: Node) -> None:
        """Change one call, unless something is read later that it would write to."""
        first: Any = node.args[0]
        memory, own = _memory(self.facts.fakes[first]), _memory(self.facts.fakes[node])
        aliases = self.sharing[memory]
        later = self._later_uses(aliases, self.facts.places[node])
        written = self._written_already(later, aliases, own)
        if any(use not in written for use in later):
            return
        view = _view_of_scatter(node)
        if view is not None and node not in self.gone:
            self._copy_into_view(node, view)
        else:
            changed = _writing(node.target)
            if changed is None:
                return
            node.target = changed
        self._share(memory, own)
        self.gone.update(written)
        for old in chain([node], written):
            self._replace(old, after=self.facts.places[node])

    def _later_uses(self, aliases: set[Node], place: int) -> list[Node]:
        """What reads one of the nodes after a place, in order; to take a view reads nothing."""
        places = self.facts.places
        found = {use for one in aliases for use in one.users if places.get(use, -1) > place}
        return sorted(
            (use for use in found if use not in aliases or use not in self.facts.bases), key=places.__getitem__
        )

    def _written_already(self, later: list[Node], aliases: set[Node], own: int) -> dict[Node, None]:
        """Scatters that write the new value to where the call, writing in place, puts it itself."""
        found: dict[Node, None] = {}
        values = {own}
        for use in later:
            view = _view_of_scatter(use)
            if view is None or use.args[0] not in aliases or len(use.args) < 2:
                continue
            value: Any = use.args[1]
            if isinstance(value, Node) and self.facts.memory(value) & values and self._is_place(use, view, aliases):
                found[use] = None
                values |= self.facts.memory(use)
        return found

    def _is_place(self, scatter: Node, view: Callable[..., Any], aliases: set[Node]) -> bool:
        """Is there a view in the memory that the scatter would write through, and of a tensor as the scatter's?"""
        fakes, first = self.facts.fakes, scatter.args[0]
        for alias in aliases:
            base = self.facts.bases.get(alias)
            if base is None or not _lie_alike(fakes[base], fakes[first]):
                continue
            args, kwargs = map_aggregate((scatter.args[2:], scatter.kwargs), lambda x: fakes.get(x, x))
            try:
                with self.facts.mode:
                    again = view(fakes[base], *args, **kwargs)
            except (RuntimeError, IndexError, ValueError):
                continue  # a view that this tensor does not have
            if _lie_alike(again, fakes[alias]):
                return True
        return False

    def _copy_into_view(self, node: Node, view: Callable[..., Any]) -> None:
        """Write to the view, in the place of a scatter."""
        base, value, *rest = node.args
        with self.graph.inserting_before(node):
            part = self.graph.create_node("call_function", view, (base, *rest), node.kwargs)
            self.graph.create_node("call_function", ops.aten.copy_.default, (part, value), {})
        self.gone[node] = None

    def _share(self, *memories: int) -> None:
        """Several memories are one from now on."""
        everything = set().union(*(self.sharing[one] for one in memories))
        for one in memories:
            self.sharing[one].update(everything)

    def _replace(self, old: Node, after: int) -> None:
        """Let later calls read what was written to, and views of it lie in its memory."""
        new: Any = old.args[0]
        mine = self.facts.memory(old)
        for use in [one for one in old.users if self.facts.places.get(one, -1) > after]:
            use.replace_input_with(old, new)
            theirs = self.facts.memory(use)
            if len(mine) == 1 and mine == theirs:
                self._share(*theirs, *self.facts.memory(new))


def _mode_of(args: Iterable[Any]) -> FakeTensorMode | None:
    return next((leaf.fake_mode for leaf in trees.tree_leaves(list(args)) if isinstance(leaf, FakeTensor)), None)


def _memory(value: Any) -> int:
    return id(value.untyped_storage())


def _overlaps(value: Any) -> bool:
    """Do two elements lie at one place for certain?"""
    return any(stride == 0 and size > 1 for size, stride in zip(value.shape, value.stride(), strict=True))


def _lie_alike(a: Any, b: Any) -> bool:
    return bool(a.shape == b.shape and a.stride() == b.stride() and a.storage_offset() == b.storage_offset())


def _is_view(node: Node) -> bool:
    return node.op == "call_function" and bool(getattr(node.target, "is_view", False))


def _view_of_scatter(node: Node) -> Callable[..., Any] | None:
    """The view that a scatter writes through; None for other nodes."""
    target: Any = node.target
    if node.op != "call_function" or getattr(target, "namespace", None) != "aten":
        return None
    name = _VIEW_OF_SCATTER.get(f"{target._opname}.{target._overloadname}")
    packet, overload = name.split(".") if name is not None else (None, None)
    return None if packet is None else getattr(getattr(ops.aten, packet), str(overload))


def _writing(op: Any) -> Any:
    """The operator that writes its result into its first argument, and takes the same ones; None if there is none."""
    space, name = getattr(ops, op.namespace), op._opname
    if not hasattr(space, f"{name}_"):
        return None
    types = [str(argument.type) for argument in op._schema.arguments]
    packet = getattr(space, f"{name}_")
    for overload in packet.overloads():
        found = getattr(packet, overload)
        arguments = found._schema.arguments
        first = arguments[0].alias_info if arguments else None
        if first is not None and first.is_write and [str(argument.type) for argument in arguments] == types:
            return found
    return None
