"""aot: a function's forward and backward graphs, ahead of time, without writes.

Warm: traces at the first call for each kind of arguments.  In: a function and compilers of graphs.  Out: a function
that runs what the compilers made, with gradients through an `autograd.Function`.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

from wye.fx.aot_arguments import Arrangement, kind, sharing
from wye.fx.aot_run import Compiled, call_compiled
from wye.fx.aot_trace import Joint, joint_graph
from wye.fx.partition import default_partition
from wye.grad_mode import is_grad_enabled
from wye.pytree import tree_flatten, tree_structure
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wye.fx.graph_module import GraphModule

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
    What ``fn`` does to its arguments is done to them after the forward graph has run: writes, new shapes, new memory.

    Args:
        fn: Takes and returns trees of tensors.
        fw_compiler: Given a graph module and example arguments; returns a function.
        bw_compiler: The same for the backward graph; ``fw_compiler`` without it.
        partition_fn: Splits the joint graph: `default_partition` saves what the forward pass has made, and
            `min_cut_rematerialization_partition` the least memory from which the rest can be computed again.
        decompositions: As in `make_fx`.
        inference_compiler: For calls without gradients; ``fw_compiler`` without it.
        dynamic: Trace with sizes that are symbols: a graph serves all calls whose sizes pass its guards.
        options: Further options of PyTorch, accepted.

    Example:
        >>> import wye
        >>> double = aot_function(lambda x: x.sin(), fw_compiler=nop, bw_compiler=nop)
        >>> x = wye.zeros(2, requires_grad=True)
        >>> double(x).sum().backward()
        >>> x.grad.tolist()
        [1.0, 1.0]
    """
    cache: dict[Any, list[Compiled]] = {}
    compilers = fw_compiler, bw_compiler or fw_compiler, inference_compiler or fw_compiler

    def compiled(*args: Any, **kwargs: Any) -> Any:
        form: Any = len(args)
        if kwargs or any(type(one) is not Tensor for one in args):
            flat, form = tree_flatten((args, kwargs))
        else:
            flat = list(args)
        trains = is_grad_enabled() and any(isinstance(one, Tensor) and one.requires_grad for one in flat)
        key = (form, trains, sharing(flat), *[kind(one, dynamic) for one in flat])
        known = cache.setdefault(key, [])
        found = next((one for one in known if one.accepts(flat)), None)
        if found is None:
            spec = tree_structure((args, kwargs))

            def on_leaves(*leaves: Any) -> Any:
                given, named = spec.unflatten(list(leaves))
                return fn(*given, **named)

            trace = partial(joint_graph, on_leaves, flat, decompositions=decompositions)
            found = _compile(partial(_traced, trace, flat, dynamic), trains, compilers, partition_fn)
            found.accepts = _acceptance(found.joint, flat, dynamic)
            known.insert(0, found)
        return call_compiled(found, flat)

    return compiled


def _traced(trace: Callable[..., Joint], args: list[Any], dynamic: bool, **gradients: bool) -> Joint:
    """Trace; once more, where the function changes memory that arguments share, with that memory as one input."""
    joint = trace(dynamic=dynamic, **gradients)
    same, owners = sharing(args)
    if len(set(owners)) == len(owners) or not (joint.written or joint.changes):
        return joint
    places = [at for at, one in enumerate(args) if isinstance(one, Tensor)]
    shared = {joint.arrangement.places[places[at]] for at, one in enumerate(owners) if owners.count(one) > 1}
    changed = {*joint.written, *(joint.arrangement.places[change.argument] for change in joint.changes)}
    if not shared & changed:
        return joint
    if same == owners:  # the same tensor several times
        return trace(dynamic=dynamic, arrangement=Arrangement.once_each(args), **gradients)
    return trace(arrangement=Arrangement.joined(args), **gradients)


def _acceptance(joint: Joint, args: Sequence[Any], dynamic: bool) -> Callable[[Sequence[Any]], bool]:
    """Which arguments of the same kind a graph serves."""
    if not dynamic:
        return _always
    if joint.shape_env is None or joint.arrangement.bases:
        kinds = [kind(one, dynamic=False) for one in args]
        return lambda given: [kind(one, dynamic=False) for one in given] == kinds
    code = joint.shape_env.produce_guards_expression(joint.inputs, ignore_static=False)
    if code is None:
        return _always
    guards = compile(code, "<guards>", "eval")
    inputs = joint.arrangement.inputs

    def passes(given: Sequence[Any]) -> bool:
        named = {f"t{at}": one for at, one in enumerate(inputs(given))}
        return bool(eval(guards, {"math": math}, {"L": named}))

    return passes


def _always(args: Sequence[Any]) -> bool:
    return True


def _compile(
    trace: Callable[..., Joint],
    trains: bool,
    compilers: tuple[Compiler, Compiler, Compiler],
    partition_fn: Callable[..., tuple[GraphModule, GraphModule]],
) -> Compiled:
    joint = trace(with_gradients=trains)
    if not joint.differentiable:
        if trains:  # inputs still require grad: the function may ask for gradients itself
            joint = trace(with_gradients=False, differentiates=True)
        joint.module.graph.eliminate_dead_code()
        joint.module.recompile()
        return Compiled(joint, _boxed(compilers[2](joint.module, joint.examples)), None, _always)
    forward, backward = partition_fn(joint.module, joint.examples, num_fwd_outputs=joint.n_forward)
    made = _boxed(compilers[0](forward, joint.examples))
    values = [node.meta.get("val") for node in backward.graph.find_nodes(op="placeholder")]
    return Compiled(joint, made, _boxed(compilers[1](backward, values)), _always)


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
