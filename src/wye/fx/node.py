"""Node: one step of a graph.  PyTorch's model: six kinds of steps, linked in the order in which they run.

Warm: tracing makes one for every call.  A node keeps its arguments with other nodes in them, and its users by node.

See Note [Users mirror arguments].
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.call import OpOverload
from wye.fx.names import qualified_name, type_name
from wye.pytree.immutable import immutable_dict, immutable_list

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wye.fx.graph import Graph
    from wye.fx.operator_schemas import ArgsKwargsPair

__all__ = ["ATOMS", "KINDS", "Node", "Target", "format_argument", "has_side_effect", "map_aggregate", "map_arg"]

# Note [Users mirror arguments]
# `a in b.all_input_nodes` exactly if `b in a.users`: setting `args` or `kwargs` keeps both. So arguments are immutable
# containers: a list changed in place would leave `users` as it was.
# Broken by: writing to `_args` or `_kwargs`.
# Guarded by: tests/unit/fx/test_node.py::test_users_mirror_arguments

# Classes whose objects are arguments as they are: neither containers nor nodes.
ATOMS: Final = frozenset({bool, complex, float, int, str, type(None)})
KINDS: Final = frozenset({"placeholder", "call_method", "call_module", "call_function", "get_attr", "output"})
Target = Any  # a function, or the name of a method, module, attribute or parameter
_side_effects: Final[set[Any]] = set()


def has_side_effect(function: Callable[..., Any]) -> Callable[..., Any]:
    """Keep calls of ``function`` although nobody uses their results; also a decorator."""
    _side_effects.add(function)
    return function


map_aggregate: Final = engine.map_aggregate  # ``fn`` of every leaf of nested containers
map_arg: Final = engine.map_arg  # ``fn`` of every node in an argument
_set_arguments: Final = engine.set_arguments


class Node:
    """One step of a graph: made by the graph's methods, never directly.

    Attributes:
        graph: The graph that it belongs to.
        name: Unique in the graph; the variable of its result in generated code.
        op: Which of the six kinds it is: ``placeholder`` (an input; ``target`` is its name), ``get_attr`` (a value of
            the module), ``call_function``, ``call_method`` (of the first argument), ``call_module``, ``output``.
        target: What it calls or reads.
        users: The nodes that use its result; a dict, for its order.
        type: The annotation of its result, or None.
        meta: What passes know about it.
    """

    __slots__ = (
        "__dict__", "__weakref__", "_args", "_erased", "_input_nodes", "_kwargs", "_next", "_prev", "graph", "meta",
        "name", "op", "target", "type", "users",
    )  # fmt: skip

    _args: tuple[Any, ...]
    _input_nodes: dict[Node, None]  # those in its arguments
    _kwargs: dict[str, Any]
    _next: Node
    _prev: Node

    def __init__(
        self,
        graph: Graph,
        name: str,
        op: str,
        target: Target,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        return_type: Any = None,
    ) -> None:
        """Make a node that is in no place of the graph yet."""
        if op not in KINDS:
            raise AssertionError(f"op '{op}' is not in _legal_ops")
        if op == "call_function":
            if not callable(target):
                raise _wrong_target(graph, name, target, "a Callable")
        elif not isinstance(target, str):
            raise _wrong_target(graph, name, target, "a str")
        self.graph, self.name, self.op, self.target, self.type = graph, name, op, target, return_type
        self.users: dict[Node, None] = {}
        self.meta: dict[str, Any] = {}
        self._erased = False
        self._prev = self._next = self
        _set_arguments(self, args, kwargs)

    # ---- places ------------------------------------------------------------------------------------------------------

    @property
    def next(self) -> Node:
        """The node after it."""
        return self._next

    @property
    def prev(self) -> Node:
        """The node before it."""
        return self._prev

    def prepend(self, node: Node) -> None:
        """Move ``node`` to the place before this one.

        Raises:
            AssertionError: it is of another graph.
        """
        if self.graph is not node.graph:
            raise AssertionError("Attempting to move a Node into a different Graph")
        if self is node:
            return
        node._unlink()
        before = self._prev
        before._next, node._prev = node, before
        node._next, self._prev = self, node
        self.graph._reordered()

    def append(self, node: Node) -> None:
        """Move ``node`` to the place after this one.

        Raises:
            AssertionError: it is of another graph.
        """
        if self is not node:
            after = self._next
            if after is not node:
                after.prepend(node)

    def _unlink(self) -> None:
        before, after = self._prev, self._next
        before._next, after._prev = after, before

    def __lt__(self, other: Node) -> bool:
        return self.graph._position(self) < self.graph._position(other)

    def __le__(self, other: Node) -> bool:
        return self is other or self < other

    def __gt__(self, other: Node) -> bool:
        return other < self

    def __ge__(self, other: Node) -> bool:
        return other <= self

    # ---- arguments ---------------------------------------------------------------------------------------------------

    @property
    def args(self) -> tuple[Any, ...]:
        """The positional arguments, with nodes in them; assign new ones to change them."""
        return self._args

    @args.setter
    def args(self, args: tuple[Any, ...]) -> None:
        _set_arguments(self, args, self._kwargs)

    @property
    def kwargs(self) -> dict[str, Any]:
        """The keyword arguments."""
        return self._kwargs

    @kwargs.setter
    def kwargs(self, kwargs: Mapping[str, Any]) -> None:
        _set_arguments(self, self._args, kwargs)

    @property
    def all_input_nodes(self) -> list[Node]:
        """The nodes in its arguments, each once, in order."""
        return list(self._input_nodes)

    def update_arg(self, idx: int, arg: Any) -> None:
        """Change one positional argument."""
        args = list(self._args)
        args[idx] = arg
        self.args = tuple(args)

    def insert_arg(self, idx: int, arg: Any) -> None:
        """Insert a positional argument before the one with this number.

        Raises:
            AssertionError: there are not so many.
        """
        if not 0 <= idx <= len(self._args):
            raise AssertionError("insert_args index must be between 0 and len(self.args)")
        self.args = (*self._args[:idx], arg, *self._args[idx:])

    def update_kwarg(self, key: str, arg: Any) -> None:
        """Change one keyword argument."""
        self.kwargs = {**self._kwargs, key: arg}

    def replace_input_with(self, old_input: Node, new_input: Any) -> None:
        """Use ``new_input`` wherever an argument uses ``old_input``."""

        def swap(node: Node) -> Any:
            return new_input if node is old_input else node

        _set_arguments(self, map_arg(self._args, swap), map_arg(self._kwargs, swap))

    def replace_all_uses_with(
        self,
        replace_with: Any,
        delete_user_cb: Callable[[Node], bool] | None = None,
        *,
        propagate_meta: bool = False,
    ) -> list[Node]:
        """Let all users of this node use another one.

        Args:
            replace_with: The other node.
            delete_user_cb: Asked for each user; False leaves it as it is.
            propagate_meta: Give the other node this one's ``meta``, too; it must have none of its own.

        Returns:
            The users that changed.

        Raises:
            AssertionError: ``propagate_meta``, and the other node has ``meta``.
        """
        if propagate_meta:
            if replace_with.meta:
                raise AssertionError("Called node.replace_all_uses_with(replace_with, propagate_meta=True) on a Node "
                                     "that already has .meta keys")  # fmt: skip
            replace_with.meta.update(self.meta)
        changed = [user for user in self.users if delete_user_cb is None or delete_user_cb(user)]
        hooks = self.graph._hooks("_replace_hooks")
        for user in changed:
            for hook in hooks:
                hook(old=self, new=replace_with.name, user=user)
            user.replace_input_with(self, replace_with)
        return changed

    def normalized_arguments(
        self,
        root: Any,
        arg_types: tuple[Any, ...] | None = None,
        kwarg_types: dict[str, Any] | None = None,
        normalize_to_only_use_kwargs: bool = False,
    ) -> ArgsKwargsPair | None:
        """Its arguments in the form of the signature of what it calls, defaults included.

        Args:
            root: The module that has the submodules which nodes call.
            arg_types: The types of the arguments, which choose among overloads.
            kwarg_types: Those of keyword arguments.
            normalize_to_only_use_kwargs: Give all arguments by name.

        Returns:
            The arguments; None where there is no signature, or several that fit, or it calls a method.
        """
        from wye.fx.operator_schemas import normalize_function, normalize_module  # here: few passes ask

        if self.op == "call_function":
            return normalize_function(
                self.target, self._args, self._kwargs, arg_types, kwarg_types, normalize_to_only_use_kwargs
            )
        if self.op == "call_module":
            return normalize_module(
                root,
                self.target,
                self._args,
                self._kwargs,
                normalize_to_only_use_kwargs=normalize_to_only_use_kwargs,
            )
        return None

    # ---- questions ---------------------------------------------------------------------------------------------------

    @property
    def stack_trace(self) -> str | None:
        """The place in the traced program that made it, if that was kept."""
        trace: str | None = self.meta.get("stack_trace")
        return trace

    @stack_trace.setter
    def stack_trace(self, trace: str | None) -> None:
        self.meta["stack_trace"] = trace

    def is_impure(self, impure_random: bool = True) -> bool:
        """Does running it do more than give a result, so that it stays although nobody uses that?

        Args:
            impure_random: Do random operators count, which change the state of a generator?
        """
        if self.op in {"placeholder", "output"}:
            return True
        if self.op == "call_function":
            schema = getattr(self.target, "_schema", None)
            if schema is not None and schema.is_mutable:
                return True
            if impure_random and getattr(self.target, "_nondeterministic_seeded", False):
                return True
            return self.target in _side_effects or _has_effects(self)
        if self.op == "call_module":
            owner = self.graph.owning_module
            if owner is None:
                raise AssertionError("self.graph.owning_module not set for purity check")
            return bool(getattr(owner.get_submodule(self.target), "_is_impure", False))
        return False

    def format_node(
        self, placeholder_names: list[str] | None = None, maybe_return_typename: list[str] | None = None
    ) -> str | None:
        """The node as a line of a printed graph.

        Args:
            placeholder_names: Where it is not empty, placeholders are added to it and give None.
            maybe_return_typename: Gets the annotation of the output.
        """
        annotation = f"{type_name(self.type)} " if self.type else ""
        if self.op == "placeholder":
            if placeholder_names:
                placeholder_names.append(f"{self.target} : {annotation}".rstrip(" :"))
                return None
            default = f"(default={self._args[0]})" if self._args else ""
            return f"{self._beginning(annotation)}placeholder[target={self.target}]{default}"
        if self.op == "get_attr":
            return f"{self._beginning(annotation)}get_attr[target={self._pretty_print_target(self.target)}]"
        if self.op == "output":
            if self.type and maybe_return_typename:
                maybe_return_typename[0] = f" -> {type_name(self.type)}"
            return f"return {self._args[0]}"
        kwargs = format_argument(self._kwargs) if self._kwargs else "{}"
        return (
            f"{self._beginning(annotation)}{self.op}[target={self._pretty_print_target(self.target)}]"
            f"(args = {format_argument(self._args)}, kwargs = {kwargs})"
        )

    def _beginning(self, annotation: str) -> str:
        return f"%{self.name} : {annotation}[num_users={len(self.users)}] = "

    @staticmethod
    def _pretty_print_target(target: Target) -> str:
        if isinstance(target, str):
            return target
        if isinstance(target, OpOverload):
            return qualified_name(target)
        module, name = getattr(target, "__module__", None), getattr(target, "__name__", None)
        if name is not None and module == "builtins":
            return f"builtins.{name}"
        if name is not None and module == "_operator":
            return f"operator.{name}"
        return qualified_name(target)

    def _rename(self, candidate: str) -> None:
        """Give it another name, like ``candidate``."""
        if candidate == self.name:
            return
        self.name = self.graph._graph_namespace.create_name(candidate, None)

    def __repr__(self) -> str:
        return self.name


engine.configure_nodes(Node, KINDS, immutable_list, immutable_dict)


def format_argument(value: Any) -> str:
    """An argument as printed graphs show it: nodes as ``%name``."""
    if isinstance(value, Node):
        return f"%{value.name}"
    if type(value) in ATOMS:
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(format_argument, value))}]"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        named = ", ".join(f"{key}={format_argument(one)}" for key, one in zip(value._fields, value, strict=True))
        return f"{type(value).__name__}({named})"
    if isinstance(value, tuple):
        inner = ", ".join([f"%{one.name}" if isinstance(one, Node) else format_argument(one) for one in value])
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {format_argument(one)}' for key, one in value.items())}}}"
    return str(value)


def _has_effects(node: Node) -> bool:
    """Does a call of an operator that takes functions run one with an effect?"""
    owner = node.graph.owning_module
    if owner is None or not hasattr(node.target, "non_fallthrough_keys"):
        return False
    for used in node.all_input_nodes:
        if used.op == "get_attr":
            inner = getattr(operator.attrgetter(used.target)(owner), "graph", None)
            if inner is not None and any(n.op not in {"placeholder", "output"} and n.is_impure() for n in inner.nodes):
                return True
    return False


def _wrong_target(graph: Graph, name: str, target: Any, wanted: str) -> ValueError:
    return ValueError(
        f"Node [graph = {graph}, name = '{name}'] target {target} has type {type(target).__name__} "
        f"but {wanted} is expected"
    )
