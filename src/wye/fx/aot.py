"""aot: a function's forward and backward graphs, ahead of time, without writes.

Warm: traces at the first call for each kind of arguments.  In: a function and compilers of graphs.  Out: a function
that runs what the compilers made, with gradients through an `autograd.Function`.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from wye.aten.view_chain import replay
from wye.autograd import Function
from wye.autograd.api import grad as gradients_of
from wye.call.packets import ops
from wye.fake import FakeTensor, FakeTensorMode
from wye.fake.finding import detect_fake_mode
from wye.functionalization.tensors import (
    disable,
    enable,
    from_functional,
    has_writes,
    is_functional,
    sync_,
    to_functional,
)
from wye.fx.graph_module import GraphModule
from wye.fx.partition import FORWARD, default_partition
from wye.fx.proxy import Proxy
from wye.fx.proxy_mode import (
    ProxyTorchDispatchMode,
    PythonKeyTracer,
    decompose,
    disable_proxy_modes_tracing,
    track_tensor_tree,
)
from wye.fx.tracing import mode_for
from wye.grad_mode import enable_grad, is_grad_enabled, no_grad
from wye.pytree import tree_flatten
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wye.fx.node import Node
    from wye.pytree import TreeSpec

    Compiler = Callable[[GraphModule, list[Any]], Callable[..., Any]]

__all__ = ["Joint", "aot", "aot_function", "joint_graph", "make_boxed_func", "nop"]


def nop(gm: GraphModule, example_inputs: Sequence[Any]) -> GraphModule:
    """A compiler that gives the graph back."""
    return gm


def make_boxed_func(f: Callable[..., Any]) -> Callable[[list[Any]], Any]:
    """A function of one list of arguments, as compilers may return."""

    def boxed(args: list[Any]) -> Any:
        return f(*args)

    boxed._boxed_call = True  # type: ignore[attr-defined]
    return boxed


@dataclass
class Joint:
    """A function's graph forward and backward, in one.

    Attributes:
        module: Takes the arguments, then the gradients of its results; gives the new values of arguments that the
            function wrote to, the results, then the gradients of the arguments.
        n_forward: How many of what it gives come before the gradients.
        written: The numbers of the arguments that the function wrote to.
        out_spec: The tree of the function's result.
        differentiable: The numbers of the results, written arguments first, that have gradients.
        examples: The arguments and gradients that it was traced on: fake tensors.
        aliases: For each result that is an argument or a view of an argument or of an earlier result: of which, and
            the steps from it; None for other results.
    """

    module: GraphModule
    n_forward: int
    written: list[int]
    out_spec: TreeSpec
    differentiable: list[int]
    examples: list[Any]
    aliases: list[_Alias | None]


class _Alias(NamedTuple):
    """Where a result comes from that shares memory: it is made again from there, so that it shares memory again."""

    is_argument: bool
    number: int
    steps: Sequence[Any]


def joint_graph(
    fn: Callable[..., Any],
    args: Sequence[Any],
    *,
    with_gradients: bool = True,
    decompositions: Mapping[Any, Callable[..., Any]] | None = None,
    dynamic: bool = False,
) -> Joint:
    """Trace a function and its gradients into one graph without writes, on fake tensors.

    Args:
        fn: Takes these arguments, and returns a tree of tensors.
        args: Tensors and other values; those that require grad get gradients.
        with_gradients: Trace the gradients, too.
        decompositions: As in `make_fx`.
        dynamic: Sizes are symbols, which the graph computes from its arguments.

    Raises:
        DataDependentOutputException: the function needs a Python number of traced data.
        AssertionError: it uses tensors that are no arguments.
    """
    tracer = PythonKeyTracer()
    mode = ProxyTorchDispatchMode(tracer, "symbolic" if dynamic else "real")
    fakes: Any = mode_for("symbolic", tuple(args)) if dynamic else detect_fake_mode(args) or FakeTensorMode()
    sizes = tracer.symbol_slots().recording() if dynamic else nullcontext()
    trace = _Trace(tracer, with_gradients, fakes)
    inner = trace.inputs(args)
    with fakes, decompose(decompositions), sizes, mode, enable_grad():
        enable(reapply_views=True)
        try:
            return trace.run(fn, args, inner)
        finally:
            disable()


class _Trace:
    """One trace of a function on functional tensors."""

    def __init__(self, tracer: PythonKeyTracer, with_gradients: bool, fakes: FakeTensorMode) -> None:
        self.tracer, self.with_gradients, self.fakes = tracer, with_gradients, fakes
        self.examples: list[Any] = []
        self.last: Node | None = None  # placeholder

    def input(self, name: str, value: Any) -> Any:
        """A placeholder, and what stands for its value."""
        graph = self.tracer.graph
        with graph.inserting_after(self.last) if self.last is not None else graph.inserting_before():
            node = self.last = self.tracer.create_node("placeholder", name, (), {})
        node.meta["partitioner_tag"] = FORWARD
        if not isinstance(value, Tensor):
            return value
        with disable_proxy_modes_tracing(), no_grad():
            plain = value.detach() if isinstance(value, FakeTensor) else self.fake(value.detach(), name)
            track_tensor_tree(plain, Proxy(node, self.tracer), tracer=self.tracer)
        self.examples.append(plain)
        return plain

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
        given = [to_functional(one) if isinstance(one, Tensor) else one for one in inner]
        needs = [at for at, one in enumerate(args) if isinstance(one, Tensor) and one.requires_grad]
        for at in needs if self.with_gradients else ():
            given[at].requires_grad_()
        outputs, spec = tree_flatten(fn(*given))
        written = [at for at, one in enumerate(given) if isinstance(one, Tensor) and has_writes(one)]
        results = [*(given[at] for at in written), *outputs]
        aliases = _aliases(given, outputs)
        plain = [self.unwrapped(one) for one in results]
        for node in self.tracer.graph.nodes:
            node.meta["partitioner_tag"] = FORWARD
        own = [*results[: len(written)], *(one for one, of in zip(outputs, aliases, strict=True) if of is None)]
        differentiable, grads = self.gradients(results, own, [given[at] for at in needs])
        found: list[Any] = [None] * len(args) if self.with_gradients else []
        for at, one in zip(needs, grads, strict=False):
            found[at] = one
        self.tracer.create_node("output", "output", (self.nodes([*plain, *found]),), {})
        module = GraphModule(self.tracer.root, self.tracer.graph, "joint")
        return Joint(module, len(plain), written, spec, differentiable, self.examples, aliases)

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


@dataclass
class _Compiled:
    """What compilers made for one kind of arguments."""

    joint: Joint
    forward: Callable[[list[Any]], Any]
    backward: Callable[[list[Any]], Any] | None


def _boxed(compiled: Callable[..., Any]) -> Callable[[list[Any]], Any]:
    return compiled if getattr(compiled, "_boxed_call", False) else make_boxed_func(compiled)


def aot_function(
    fn: Callable[..., Any],
    fw_compiler: Compiler,
    bw_compiler: Compiler | None = None,
    partition_fn: Callable[..., tuple[GraphModule, GraphModule]] = default_partition,
    decompositions: Mapping[Any, Callable[..., Any]] | None = None,
    inference_compiler: Compiler | None = None,
    dynamic: bool = False,
    **options: Any,
) -> Callable[..., Any]:
    """A function that runs what compilers make of the forward and backward graphs of ``fn``.

    Graphs are traced at the first call for each combination of shapes, dtypes and gradients; numbers are burnt in.
    What ``fn`` writes to its arguments is written to them after the forward graph has run.

    Args:
        fn: Takes and returns trees of tensors.
        fw_compiler: Given a graph module and example arguments; returns a function.
        bw_compiler: The same for the backward graph; ``fw_compiler`` without it.
        partition_fn: Splits the joint graph: `default_partition` saves what the forward pass has made, and
            `min_cut_rematerialization_partition` the least memory from which the rest can be computed again.
        decompositions: As in `make_fx`.
        inference_compiler: For calls without gradients; ``fw_compiler`` without it.
        dynamic: Trace with sizes that are symbols.
        options: Further options of PyTorch, accepted.

    Example:
        >>> import wye
        >>> double = aot_function(lambda x: x.sin(), fw_compiler=nop, bw_compiler=nop)
        >>> x = wye.zeros(2, requires_grad=True)
        >>> double(x).sum().backward()
        >>> x.grad.tolist()
        [1.0, 1.0]
    """
    cache: dict[Any, _Compiled] = {}

    def compiled(*args: Any, **kwargs: Any) -> Any:
        flat, spec = tree_flatten((args, kwargs))
        trains = is_grad_enabled() and any(isinstance(one, Tensor) and one.requires_grad for one in flat)
        key = (spec, trains, *map(_kind, flat))
        found = cache.get(key)
        if found is None:

            def on_leaves(*leaves: Any) -> Any:
                given, named = spec.unflatten(list(leaves))
                return fn(*given, **named)

            compilers = fw_compiler, bw_compiler or fw_compiler, inference_compiler or fw_compiler
            trace = partial(joint_graph, on_leaves, flat, decompositions=decompositions, dynamic=dynamic)
            found = cache[key] = _compile(trace, trains, compilers, partition_fn)
        return _call(found, flat)

    return compiled


def _kind(value: Any) -> Any:
    if not isinstance(value, Tensor):
        return (type(value), value)
    return (tuple(value.shape), value.stride(), value.dtype, value.device, value.requires_grad)


def _compile(
    trace: Callable[..., Joint],
    trains: bool,
    compilers: tuple[Compiler, Compiler, Compiler],
    partition_fn: Callable[..., tuple[GraphModule, GraphModule]],
) -> _Compiled:
    joint = trace(with_gradients=trains)
    if not joint.differentiable:
        if trains:
            joint = trace(with_gradients=False)
        joint.module.graph.eliminate_dead_code()
        joint.module.recompile()
        return _Compiled(joint, _boxed(compilers[2](joint.module, joint.examples)), None)
    forward, backward = partition_fn(joint.module, joint.examples, num_fwd_outputs=joint.n_forward)
    made = _boxed(compilers[0](forward, joint.examples))
    values = [node.meta.get("val") for node in backward.graph.find_nodes(op="placeholder")]
    return _Compiled(joint, made, _boxed(compilers[1](backward, values)))


def _call(compiled: _Compiled, flat: list[Any]) -> Any:
    joint = compiled.joint
    if compiled.backward is None:
        with no_grad():
            results = list(compiled.forward(list(flat)))
    else:
        results = list(CompiledFunction.apply(compiled, *flat))
    with no_grad():
        for at, value in zip(joint.written, results, strict=False):
            flat[at].copy_(value)
    outputs = results[len(joint.written) :]
    for at, alias in enumerate(joint.aliases):
        if alias is not None:
            outputs[at] = replay((flat if alias.is_argument else outputs)[alias.number], alias.steps)
    return joint.out_spec.unflatten(outputs)


def _aliases(given: list[Any], outputs: list[Any]) -> list[_Alias | None]:
    """Which results are arguments, or views of arguments or of earlier results."""
    homes = {id(one._data.storage): (True, at) for at, one in enumerate(given) if is_functional(one)}
    found: list[_Alias | None] = []
    for at, one in enumerate(outputs):
        data = one._data if is_functional(one) else None
        home = None if data is None else homes.get(id(data.storage))
        found.append(None if data is None or home is None else _Alias(*home, data.views))
        if data is not None and home is None and not data.views:
            homes[id(data.storage)] = (False, at)
    return found


def _laid_out(grad: Any, like: Any) -> Any:
    """A gradient that lies in memory as the one that was traced: a trace does not record what it did not have to do."""
    steps = tuple(map(int, like.stride()))
    if grad is None or tuple(grad.stride()) == steps:
        return grad
    return ops.aten.empty_strided.default(grad.shape, steps, dtype=grad.dtype, device=grad.device).copy_(grad)


class CompiledFunction(Function):
    """Runs compiled graphs as one step of autograd."""

    @staticmethod
    def forward(ctx: Any, compiled: _Compiled, *args: Any) -> Any:
        """Run the forward graph, and keep what the backward graph needs."""
        n = compiled.joint.n_forward
        values = list(compiled.forward([one.detach() if isinstance(one, Tensor) else one for one in args]))
        ctx.compiled = compiled
        ctx.tensors = [isinstance(one, Tensor) for one in values[n:]]
        ctx.save_for_backward(*(one for one in values[n:] if isinstance(one, Tensor)))
        ctx.others = [one for one in values[n:] if not isinstance(one, Tensor)]
        keep = set(compiled.joint.differentiable)
        plain = (one for at, one in enumerate(values[:n]) if at not in keep and isinstance(one, Tensor))
        ctx.mark_non_differentiable(*plain)
        return tuple(values[:n])

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Run the backward graph."""
        compiled = ctx.compiled
        saved, others = iter(ctx.saved_tensors), iter(ctx.others)
        kept = [next(saved) if is_tensor else next(others) for is_tensor in ctx.tensors]
        traced = compiled.joint.examples[-len(compiled.joint.differentiable) :]
        tangents = [_laid_out(grads[at], like) for at, like in zip(compiled.joint.differentiable, traced, strict=True)]
        return (None, *compiled.backward([*kept, *tangents]))


def aot(fn: Callable[..., Any], *args: Any, partition_fn: Any = default_partition) -> tuple[GraphModule, ...]:
    """The forward and backward graphs of a function for example arguments.

    >>> import wye
    >>> forward, backward = aot(lambda x: x.sin(), wye.ones(2, requires_grad=True))
    >>> print(backward.code.strip())
    def forward(self, primals_1, tangents_1):
        cos = wye.ops.aten.cos.default(primals_1);  primals_1 = None
        mul = wye.ops.aten.mul.Tensor(tangents_1, cos);  tangents_1 = cos = None
        return (mul,)

    Args:
        fn: Takes these arguments.
        args: Trees of tensors; those that require grad get gradients.
        partition_fn: As in `aot_function`.

    Returns:
        The forward graph, and the backward graph where something requires grad.
    """
    graphs: list[GraphModule] = []

    def keep(gm: GraphModule, example_inputs: list[Any]) -> GraphModule:
        graphs.append(gm)
        return gm

    flat, spec = tree_flatten(args)
    trains = any(isinstance(one, Tensor) and one.requires_grad for one in flat)
    trace = partial(joint_graph, lambda *leaves: fn(*spec.unflatten(list(leaves))), flat)
    _compile(trace, trains, (keep, keep, keep), partition_fn)
    return tuple(graphs)
