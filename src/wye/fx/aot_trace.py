"""The joint graph of a function: its calls and those of its gradients, traced on functional fake tensors.

Cold path.  In: a function and example arguments.  Out: a `Joint`: one graph without writes, and what a call must do
beside it so that the caller sees what the function did to its arguments.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from wye.autograd import Function
from wye.autograd.api import grad as gradients_of
from wye.autograd.context import ContextNode
from wye.call.packets import ops
from wye.fake import FakeTensor, FakeTensorMode
from wye.fake.finding import detect_fake_mode
from wye.functionalization.key import KEY
from wye.functionalization.tensors import disable, enable, from_functional, is_functional, sync_, to_functional
from wye.fx.aot_arguments import Arrangement
from wye.fx.graph_module import GraphModule
from wye.fx.partition import FORWARD
from wye.fx.proxy import Proxy
from wye.fx.proxy_mode import (
    ProxyTorchDispatchMode,
    PythonKeyTracer,
    decompose,
    disable_proxy_modes_tracing,
    track_tensor_tree,
)
from wye.fx.tracing import mode_for
from wye.grad_mode import enable_grad, no_grad
from wye.pytree import tree_flatten, tree_leaves
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wye.functionalization.storage import FunctionalStorage
    from wye.fx.node import Node
    from wye.pytree import TreeSpec

__all__ = ["Alias", "Change", "Joint", "joint_graph"]

# Note [What a graph leaves to its caller]
# A graph without writes computes values alone.  After it has run, a call does, in this order: it writes the new values
# into the inputs that the function wrote to (`Joint.written`); it changes shapes and memory of arguments as the
# function did (`Joint.changes`); it makes results that share memory with an argument, or with an earlier result, from
# there (`Joint.aliases`).  Steps from one tensor to another may hold symbolic sizes: they get the numbers of the call.
# Broken by: a functional tensor whose storage is replaced by other means than `resize_` and `set_`.
# Guarded by: tests/unit/fx/test_aot.py::test_what_a_function_does_to_its_arguments_is_done_to_them


class Alias(NamedTuple):
    """Where a result comes from that shares memory: it is made again from there, so that it shares memory again.

    Attributes:
        of: ``"argument"``: it is that argument; ``"input"``, ``"result"``, ``"hidden"``: a view of an input, an
            earlier result, or of a value that the graph returns beside the results.
        number: Of the argument, input, result or value.
        steps: The views that lead to it.
    """

    of: str
    number: int
    steps: Sequence[Any]


class Change(NamedTuple):
    """What became of an argument's shape or memory.

    Attributes:
        argument: Its number.
        how: ``"view"``: it shows its memory in another way; ``"set"``: it shows other memory; ``"resize"``: it has
            more memory, with these elements.
        number: Of the input that it shows; of the value of the graph, where ``steps`` is None.
        steps: The views from the input to it.
    """

    argument: int
    how: str
    number: int
    steps: Sequence[Any] | None


@dataclass
class Joint:
    """A function's graph forward and backward, in one.  See Note [What a graph leaves to its caller].

    Attributes:
        module: Takes the inputs, then the gradients of its results; gives the new values of inputs that the function
            wrote to, other values, the results, then the gradients of the inputs.
        n_forward: How many of what it gives come before the gradients.
        n_hidden: How many values come between the new values of inputs and the results.
        written: The numbers of the inputs that the function wrote to.
        recorded: For each of them: did autograd see the write?
        changes: What became of shapes and memory of arguments.
        out_spec: The tree of the function's result.
        differentiable: The numbers of what it gives that have gradients.
        examples: The tensors that it was traced on: fakes of the inputs, then of the gradients.
        inputs: What stood for each input in the trace: fake tensors, other values as they are.
        aliases: For each result where its memory comes from; None: it has its own.
        arrangement: Which input stands for which argument.
        shape_env: What decides about symbolic sizes; None if all sizes are numbers.
    """

    module: GraphModule
    n_forward: int
    n_hidden: int
    written: list[int]
    recorded: list[bool]
    changes: list[Change]
    out_spec: TreeSpec
    differentiable: list[int]
    examples: list[Any]
    inputs: list[Any]
    aliases: list[Alias | None]
    arrangement: Arrangement
    shape_env: Any


def joint_graph(
    fn: Callable[..., Any],
    args: Sequence[Any],
    *,
    with_gradients: bool = True,
    differentiates: bool | None = None,
    decompositions: Mapping[Any, Callable[..., Any]] | None = None,
    dynamic: bool = False,
    arrangement: Arrangement | None = None,
) -> Joint:
    """Trace a function and its gradients into one graph without writes, on fake tensors.

    Args:
        fn: Takes these arguments, and returns a tree of tensors.
        args: Tensors and other values; those that require grad get gradients.
        with_gradients: Trace the gradients, too.
        differentiates: Do inputs require grad inside, as the arguments do?  As ``with_gradients`` by default.
        decompositions: As in `make_fx`.
        dynamic: Sizes are symbols, which the graph computes from its arguments.
        arrangement: Which inputs of the graph stand for the arguments; one for each argument by default.

    Raises:
        DataDependentOutputException: the function needs a Python number of traced data.
        AssertionError: it uses tensors that are no arguments.
    """
    arrangement = arrangement or Arrangement.of(args)
    inputs = arrangement.inputs(args)
    tracer = PythonKeyTracer()
    mode = ProxyTorchDispatchMode(tracer, "symbolic" if dynamic else "real")
    fakes: Any = mode_for("symbolic", tuple(inputs)) if dynamic else detect_fake_mode(inputs) or FakeTensorMode()
    sizes = tracer.symbol_slots().recording() if dynamic else nullcontext()
    trace = _Trace(tracer, with_gradients, fakes, arrangement)
    trace.differentiates = with_gradients if differentiates is None else differentiates
    inner = trace.inputs(inputs)
    with fakes, decompose(decompositions), sizes, mode, enable_grad():
        enable(reapply_views=True, undeclared_writes=True)
        try:
            return trace.run(fn, inputs, inner)
        finally:
            disable()


class _Fresh(Function):
    """A functional tensor of its own with the same value: an argument that is no leaf of autograd's graph."""

    @staticmethod
    def forward(ctx: Any, root: Any) -> Any:
        return to_functional(from_functional(root))

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return grads[0]


class _Before(NamedTuple):
    """A functional tensor before the function runs."""

    storage: FunctionalStorage
    views: Sequence[Any]
    grad_fn: Any


def _before(value: Any) -> _Before | None:
    return _Before(value._data.storage, value._data.views, value.grad_fn) if is_functional(value) else None


class _Trace:
    """One trace of a function on functional tensors."""

    def __init__(
        self, tracer: PythonKeyTracer, with_gradients: bool, fakes: FakeTensorMode, arrangement: Arrangement
    ) -> None:
        self.tracer, self.with_gradients, self.fakes = tracer, with_gradients, fakes
        self.arrangement = arrangement
        self.differentiates = with_gradients  # do inputs require grad?
        self.examples: list[Any] = []
        self.last: Node | None = None  # placeholder

    def input(self, name: str, value: Any) -> Any:
        """A placeholder, and what stands for its value."""
        graph = self.tracer.graph
        with graph.inserting_after(self.last) if self.last is not None else graph.inserting_before():
            node = self.last = self.tracer.create_node("placeholder", name, (), {})
        node.meta["partitioner_tag"] = FORWARD
        if type(value) is int and self.tracer.symbols is not None:
            return self.symbol(value, name, Proxy(node, self.tracer))
        if not isinstance(value, Tensor):
            return value
        with disable_proxy_modes_tracing(), no_grad():
            plain = value.detach() if isinstance(value, FakeTensor) else self.fake(value.detach(), name)
            track_tensor_tree(plain, Proxy(node, self.tracer), tracer=self.tracer)
        self.examples.append(plain)
        return plain

    def symbol(self, value: int, name: str, proxy: Proxy) -> Any:
        """A number of the caller that other calls may have another value for."""
        from wye.symbolic import ConstantSource  # here: it loads sympy

        env, source = self.fakes.shape_env, ConstantSource(name)
        made = env.create_symintnode(env.create_symbol(value, source, positive=None), hint=value, source=source)
        if hasattr(made, "node"):
            self.tracer.symbol_slots().set(made, proxy)
            proxy.node.meta["val"] = made
        return made

    def fake(self, value: Tensor, name: str) -> Any:
        if self.fakes.shape_env is None:
            return self.fakes.from_tensor(value)
        from wye.symbolic import ConstantSource  # here: it loads sympy

        return self.fakes.from_tensor(value, source=ConstantSource(name))

    def inputs(self, args: Sequence[Any]) -> list[Any]:
        form = "primals_{}" if self.with_gradients else "arg{}_1"
        start = 1 if self.with_gradients else 0
        return [self.input(form.format(at + start), value) for at, value in enumerate(args)]

    def run(self, fn: Callable[..., Any], args: Sequence[Any], inner: list[Any]) -> Joint:
        roots = [to_functional(one) if isinstance(one, Tensor) else one for one in inner]
        needs = [at for at, one in enumerate(args) if isinstance(one, Tensor) and one.requires_grad]
        given = list(roots)
        for at in needs if self.differentiates else ():
            roots[at].requires_grad_()
            given[at] = roots[at] if args[at].is_leaf else _Fresh.apply(roots[at])
        leaves = self.arrangement.leaves(given)
        first = [_before(one) for one in given]
        before = [_before(one) for one in leaves]
        outputs, spec = tree_flatten(fn(*leaves))
        written = [at for at, was in enumerate(first) if was is not None and was.storage.generation > 0]
        recorded = [_is_recorded(given[at], first[at]) for at in written]
        new = [_new_value(given[at], first[at], inner[at], seen) for at, seen in zip(written, recorded, strict=True)]
        hidden: list[Any] = []
        changes = _changes(leaves, before, first, hidden, len(written))
        aliases = _aliases(leaves, first, outputs, hidden, len(written))
        results = [*new, *hidden, *outputs]
        plain = [self.unwrapped(one) for one in results]
        for node in self.tracer.graph.nodes:
            node.meta["partitioner_tag"] = FORWARD
        own = [
            *(one for one, seen in zip(new, recorded, strict=True) if seen),
            *hidden,
            *(one for one, of in zip(outputs, aliases, strict=True) if of is None),
        ]
        writes = [0 if was is None else was.storage.generation for was in first]
        differentiable, grads = self.gradients(results, own, [roots[at] for at in needs])
        _refuse_late_writes(first, writes)
        found: list[Any] = [None] * len(args) if self.with_gradients else []
        for at, one in zip(needs, grads, strict=False):
            found[at] = one
        self.tracer.create_node("output", "output", (self.nodes([*plain, *found]),), {})
        module = GraphModule(self.tracer.root, self.tracer.graph, "joint")
        return Joint(
            module, len(plain), len(hidden), written, recorded, changes, spec, differentiable, self.examples, inner,
            aliases, self.arrangement, self.fakes.shape_env,
        )  # fmt: skip

    def gradients(self, results: list[Any], own: list[Any], needs: list[Any]) -> tuple[list[int], list[Any]]:
        mine = set(map(id, own))
        differentiable = [
            at for at, one in enumerate(results) if isinstance(one, Tensor) and one.requires_grad and id(one) in mine
        ]
        if not self.with_gradients or not differentiable:
            return [], []
        tangents = []
        for number, at in enumerate(differentiable):
            with disable_proxy_modes_tracing(), no_grad():
                example = self.unwrapped(results[at]).detach().clone()
            tangents.append(to_functional(self.input(f"tangents_{number + 1}", example)))
        for node in self.tracer.graph.find_nodes(op="placeholder"):
            if node.name.startswith("tangents_"):
                node.meta.pop("partitioner_tag", None)
        found = gradients_of([results[at] for at in differentiable], needs, tangents, allow_unused=True)
        return differentiable, [self.unwrapped(one) for one in found]

    @staticmethod
    def unwrapped(value: Any) -> Any:
        """The tensor inside of a functional one, with all writes done."""
        if isinstance(value, Tensor) and is_functional(value):
            sync_(value)
            return from_functional(value)
        return value

    def nodes(self, values: list[Any]) -> tuple[Any, ...]:
        slots = self.tracer.tensor_tracker
        found = []
        for one in values:
            slot = slots.get(one) if isinstance(one, Tensor) else None
            known = self.tracer.unwrap_proxy(one) if slot is None else slot.proxy
            found.append(known.node if isinstance(known, Proxy) else self.tracer.create_arg(one))
        return tuple(found)


def _refuse_late_writes(first: list[Any], writes: list[int]) -> None:
    """Refuse gradients that write to inputs: the graph has no writes, and they are no results.

    Raises:
        RuntimeError: a backward function has written to one.
    """
    late = [at for at, was in enumerate(first) if was is not None and was.storage.generation > writes[at]]
    if late:
        raise RuntimeError(
            f"a backward function writes to input {late[0]} of the traced function, which graphs of gradients cannot; "
            "let it write to a copy"
        )


def _is_recorded(value: Any, was: Any) -> bool:
    """Did autograd see a write?"""
    return bool(value.requires_grad and value.grad_fn is not was.grad_fn)


def _new_value(value: Any, was: Any, inner: Any, is_recorded: bool) -> Any:
    """What an input holds after the function, in the shape that it had before."""
    data = value._data
    if data.storage is was.storage and not data.views:
        return value
    if is_recorded and data.storage is was.storage:
        return ops.aten.as_strided.default(value, inner.shape, inner.stride(), inner.storage_offset())
    return KEY.below(was.storage.apply)


def _changes(leaves: list[Any], before: list[Any], first: list[Any], hidden: list[Any], start: int) -> list[Change]:
    """What became of shapes and memory; values that this needs are appended to ``hidden``."""
    homes = {id(was.storage): at for at, was in enumerate(first) if was is not None}
    found: dict[int, Change] = {}  # by the tensor: one argument may be given twice
    for at, (one, was) in enumerate(zip(leaves, before, strict=True)):
        if was is None or id(one) in found:
            continue
        data = one._data
        home = homes.get(id(data.storage))
        if data.storage is was.storage:
            if data.views is not was.views:
                found[id(one)] = Change(at, "view", homes[id(was.storage)], data.views)
        elif home is not None:
            found[id(one)] = Change(at, "set", home, data.views)
        else:
            found[id(one)] = Change(at, "set" if data.new_storages else "resize", start + len(hidden), None)
            hidden.append(one)
    return list(found.values())


def _aliases(
    leaves: list[Any], first: list[Any], outputs: list[Any], hidden: list[Any], start: int
) -> list[Alias | None]:
    """Which results share memory with what; values that this needs are appended to ``hidden``."""
    same = {id(one): at for at, one in reversed([*enumerate(leaves)]) if is_functional(one)}
    homes = {id(was.storage): ("input", at) for at, was in enumerate(first) if was is not None}
    for at, one in enumerate(leaves):
        if is_functional(one) and not one._data.views:
            homes.setdefault(id(one._data.storage), ("argument", at))
    storages = [id(one._data.storage) if is_functional(one) else None for one in outputs]
    inputs = {id(was.grad_fn) for was in first if was is not None}
    found: list[Alias | None] = []
    for at, (one, storage) in enumerate(zip(outputs, storages, strict=True)):
        if id(one) in same:
            found.append(Alias("argument", same[id(one)], ()))
            continue
        if storage is not None and _has_own_gradient(one, inputs):
            found.append(None)
            continue
        if storage is not None and storage not in homes:
            base = _shared_base(one) if storages.count(storage) > 1 else None
            if base is not None:
                homes[storage] = ("hidden", start + len(hidden))
                hidden.append(base)
            elif not one._data.views:
                homes[storage] = ("result", at)
                found.append(None)
                continue
        home = None if storage is None or _depends_on_data(one._data.views) else homes.get(storage)
        found.append(None if home is None else Alias(*home, one._data.views))
    return found


def _has_own_gradient(value: Any, inputs: set[int]) -> bool:
    """Did a function with a gradient of its own make a view?  Then the view alone does not have this gradient."""
    node = value.grad_fn if value._data.views or value._base is not None else None
    while node is not None and id(node) not in inputs:
        if isinstance(node, ContextNode):
            return True
        edges = [edge for edge, _ in node.next_functions if edge is not None]
        if len(edges) != 1 or len(node.next_functions) != 1:
            return False  # what computes something is no view
        node = edges[0]
    return False


def _depends_on_data(steps: Sequence[Any]) -> bool:
    """Is there a number in these steps that only elements say?  Then the graph makes the view, and no one else."""
    numbers = [one.node for step in steps for one in tree_leaves((step.args, step.kwargs)) if hasattr(one, "node")]
    return any(node.hint is None for node in numbers)


def _shared_base(value: Any) -> Any:
    """The tensor that a result and others are views of, where autograd knows it."""
    base = value._base
    if base is None or not is_functional(base) or base._data.views or base._data.storage is not value._data.storage:
        return None
    return base
