"""Common subexpressions: calls with equal arguments are made once.

Operators that write, that are random, or whose result is written to later stay as they are.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Final

from wye.call import ops
from wye.fx.graph_module import GraphModule
from wye.fx.node import Node, map_arg
from wye.fx.passes.manager import PassBase, PassResult
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Container

    from wye.fx.graph import Graph

__all__ = [
    "CSEPass", "eliminate_common_subexpressions", "shared_subexpressions", "unshared_operators", "written_nodes",
]  # fmt: skip


_RANDOM: Final = (
    "bernoulli", "binomial", "dropout", "multinomial", "native_dropout", "normal", "poisson", "rand", "rand_like",
    "randint", "randn", "randn_like", "randperm", "rrelu",
)  # fmt: skip


def unshared_operators() -> set[Any]:
    """The random operators: each call of one gives other numbers, so no two are one."""
    return {getattr(ops.aten, name) for name in _RANDOM}


class CSEPass(PassBase):
    """The pass: gives a copy of the module in which equal calls share one node."""

    def __init__(self, banned_ops: Container[Any] | None = None) -> None:
        """Make the pass.

        Args:
            banned_ops: Operators whose calls stay apart, beside those that always do.
        """
        self.banned_ops = set() if banned_ops is None else banned_ops

    def call(self, graph_module: GraphModule) -> PassResult:
        """Run the pass."""
        graph = copy.deepcopy(graph_module.graph)
        graph.owning_module = graph_module  # says which submodules have effects
        changed = eliminate_common_subexpressions(graph, self.banned_ops)
        return PassResult(GraphModule(graph_module, graph), changed)


def shared_subexpressions(graph: Graph) -> Graph:
    """A copy of a graph in which equal calls share one node.

    Results of the graph stay apart where they have memory of their own, as do constants, random numbers and
    uninitialized memory.
    """
    copied: dict[Node, Node] = {}
    shared = type(graph)(owning_module=graph.owning_module)
    for node in graph.nodes:
        copied[node] = shared.node_copy(node, copied.__getitem__)
    owned = {_storage_of(node) for end in graph.find_nodes(op="output") for node in end.all_input_nodes} - {None}
    kept = {new for old, new in copied.items() if old.op == "get_attr" or _storage_of(old) in owned}
    eliminate_common_subexpressions(shared, unshared_operators() | {ops.aten.empty}, kept)
    return shared


def _storage_of(node: Node) -> Any:
    """The memory of a node's value, where the trace has written that value down and it has memory."""
    value = node.meta.get("val")
    try:
        return value.untyped_storage() if isinstance(value, Tensor) else None
    except NotImplementedError:
        return None


def eliminate_common_subexpressions(
    graph: Graph, banned: Container[Any] = (), kept: Container[Node] = frozenset()
) -> bool:
    """Let equal calls share one node.

    Args:
        graph: Changed in place; `GraphModule.recompile` makes the code follow.
        banned: Operators (`OpOverloadPacket`) or functions whose calls stay apart.
        kept: Nodes that stay what they are.

    Returns:
        Whether there were any.
    """
    seen: dict[Any, Node] = {}
    written = written_nodes(graph)
    changed = False
    for node in graph.nodes:
        if node.op not in {"call_function", "call_method", "get_attr"} or node in written or node.is_impure():
            continue
        if node in kept:
            continue
        if getattr(node.target, "overloadpacket", node.target) in banned:
            continue
        if node.op != "get_attr" and any(used in written for used in node.all_input_nodes):
            continue
        key = _key(node)
        if key is None:
            continue
        first = seen.setdefault(key, node)
        if first is not node:
            node.replace_all_uses_with(first)
            graph.erase_node(node)
            changed = True
    return changed


def written_nodes(graph: Graph) -> set[Node]:
    """Nodes whose value, or what it is a view of, is written to by some node."""
    found: set[Node] = set()
    for node in graph.nodes:
        schema = getattr(node.target, "_schema", None) if node.op == "call_function" else None
        writes = node.op == "call_method" and node.target.endswith("_") and not node.target.endswith("__")
        if schema is not None and schema.is_mutable:
            writes = True
        if writes:
            found.update(node.all_input_nodes)
            found.add(node)
    pending = list(found)
    while pending:  # a write to a view is a write to its base, and to the other views of it
        node = pending.pop()
        for other in (*node.all_input_nodes, *node.users):
            if other not in found and (_is_view(node) or _is_view(other)):
                found.add(other)
                pending.append(other)
    return found


def _is_view(node: Node) -> bool:
    if node.op == "call_method":
        return True  # a method's name does not say whether its result shares memory
    return node.op == "call_function" and bool(getattr(node.target, "is_view", False))


def _key(node: Node) -> Any:
    """What two equal calls have in common; None for arguments that cannot be compared."""

    def frozen(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return (type(value).__name__, *map(frozen, value))
        if isinstance(value, dict):
            return ("dict", *((key, frozen(one)) for key, one in value.items()))
        if isinstance(value, slice):
            return ("slice", *map(frozen, (value.start, value.stop, value.step)))
        return (type(value), value)  # 1, 1.0 and True are three arguments

    key = (node.op, node.target, frozen(map_arg(node.args, lambda n: n)), frozen(dict(node.kwargs)))
    try:
        hash(key)
    except TypeError:
        return None
    return key
