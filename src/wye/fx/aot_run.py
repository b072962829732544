"""Calls of compiled graphs: what a graph computes, and what it leaves to its caller.

Warm.  In: what compilers made, and the arguments of a call.  Out: the function's result; its arguments as the function
would have left them.  See Note [What a graph leaves to its caller].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wye.aten.view_chain import ViewStep, replay
from wye.autograd import Function
from wye.call.packets import ops
from wye.grad_mode import no_grad
from wye.pytree import tree_map
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.fx.aot_trace import Change, Joint

__all__ = ["Compiled", "call_compiled"]


@dataclass
class Compiled:
    """What compilers made for one kind of arguments.

    Attributes:
        joint: The graph before it was partitioned, and what it leaves to its caller.
        forward: Takes a list of inputs.
        backward: Takes what the forward graph saved, then gradients; None without gradients.
        accepts: Do arguments pass the guards of the trace?
    """

    joint: Joint
    forward: Callable[[list[Any]], Any]
    backward: Callable[[list[Any]], Any] | None
    accepts: Callable[[Sequence[Any]], bool]


class _Sizes:
    """The numbers that symbolic sizes of a trace have for the inputs of a call."""

    def __init__(self, joint: Joint, inputs: list[Any]) -> None:
        env = joint.shape_env
        self.joint = joint
        # Now: the function may change the shapes of its arguments.
        self.values: dict[Any, Any] = {} if env is None else env.bind_symbols(joint.inputs, inputs)

    def of(self, value: Any) -> Any:
        """A number, or the number that a symbolic one has.

        Raises:
            KeyError: it depends on elements.
        """
        if not hasattr(value, "node"):
            return value
        from wye.symbolic.values import value_of  # here: only graphs with symbolic sizes need it

        return value_of(value.node._expr, self.values)

    def steps(self, steps: Sequence[Any]) -> Sequence[Any]:
        """Views with numbers for symbolic sizes."""
        if self.joint.shape_env is None:
            return steps
        return [
            ViewStep(one.op, tree_map(self.of, one.args), tree_map(self.of, one.kwargs), one.output) for one in steps
        ]


def call_compiled(compiled: Compiled, args: list[Any]) -> Any:
    """Run what compilers made, on the leaves of a call's arguments."""
    joint = compiled.joint
    inputs = joint.arrangement.inputs(args)
    sizes = _Sizes(joint, inputs)
    if compiled.backward is None:
        with no_grad():
            results = list(compiled.forward(list(inputs)))
    else:
        results = list(CompiledFunction.apply(compiled, sizes, *inputs))
    for at, is_recorded, value in zip(joint.written, joint.recorded, results, strict=False):
        _write(inputs[at], value, is_recorded)
    outputs = results[len(joint.written) + joint.n_hidden :]
    if joint.changes:
        inputs = [_as_before(one, args, joint) for one in inputs]
        for change in joint.changes:
            _apply(change, args, inputs, results, sizes)
    homes = {"argument": args, "input": inputs, "result": outputs, "hidden": results}
    for at, alias in enumerate(joint.aliases):
        if alias is not None:
            outputs[at] = _shared(homes[alias.of][alias.number], alias.steps, sizes, outputs[at])
    return joint.out_spec.unflatten(outputs)


def _write(target: Any, value: Any, is_recorded: bool) -> None:
    if is_recorded:
        target.copy_(value)
        return
    with no_grad():
        if target.shape != value.shape:  # an output that was resized
            _resize(target, value)
        target.copy_(value)


def _resize(target: Any, value: Any) -> None:
    target.resize_(value.shape)
    if target.stride() != value.stride():
        target.as_strided_(value.shape, value.stride())


def _shared(home: Any, steps: Sequence[Any], sizes: _Sizes, computed: Any) -> Any:
    """A result made from what it shares memory with; as the graph gave it where sizes depend on elements."""
    try:
        known = sizes.steps(steps)
    except KeyError:
        return computed
    return replay(home, known)


def _as_before(value: Any, args: list[Any], joint: Joint) -> Any:
    """An input that keeps the shape and memory that it has now, where the argument itself changes."""
    changes = any(args[change.argument] is value for change in joint.changes)
    if not changes:
        return value
    return ops.aten.as_strided.default(value, value.shape, value.stride(), value.storage_offset())


def _apply(change: Change, args: list[Any], inputs: list[Any], results: list[Any], sizes: _Sizes) -> None:
    """Change the shape or memory of an argument."""
    target = args[change.argument]
    if change.steps is None:
        value = results[change.number]
        with no_grad():
            if change.how == "set":
                target.set_(value)
                return
            _resize(target, value)
            target.copy_(value)
        return
    with no_grad():
        shown = replay(inputs[change.number], sizes.steps(change.steps))
    if change.how == "view":
        target.as_strided_(shown.shape, shown.stride(), shown.storage_offset())
        return
    with no_grad():
        target.set_(shown)


def _laid_out(grad: Any, like: Any, sizes: _Sizes) -> Any:
    """A gradient that lies in memory as the one that was traced: a trace does not record what it did not have to do."""
    if grad is None:
        return grad
    try:
        steps = tuple([sizes.of(one) for one in like.stride()])
    except KeyError:  # they depend on elements
        return grad
    if tuple(grad.stride()) == steps:
        return grad
    return ops.aten.new_empty_strided.default(grad, grad.shape, steps).copy_(grad)  # a subclass makes one of its own


def _kept(values: list[Any], written: list[Any]) -> list[Any]:
    """What the backward graph needs; copies where inputs are written to as soon as the forward graph has run."""
    memory = {one.untyped_storage()._cdata for one in written}
    if not memory:
        return values
    return [
        one.clone() if isinstance(one, Tensor) and one.untyped_storage()._cdata in memory else one for one in values
    ]


class CompiledFunction(Function):
    """Runs compiled graphs as one step of autograd."""

    @staticmethod
    def forward(ctx: Any, compiled: Compiled, sizes: _Sizes, *args: Any) -> Any:
        """Run the forward graph, and keep what the backward graph needs."""
        n = compiled.joint.n_forward
        given = [one.detach() if isinstance(one, Tensor) else one for one in args]
        values = list(compiled.forward(list(given)))
        values[:n] = [_without_base(one) for one in values[:n]]
        values[n:] = _kept(values[n:], [given[at] for at in compiled.joint.written])
        ctx.compiled, ctx.sizes = compiled, sizes
        ctx.tensors = [isinstance(one, Tensor) for one in values[n:]]
        ctx.save_for_backward(*[one for one in values[n:] if isinstance(one, Tensor)])
        ctx.others = [one for one in values[n:] if not isinstance(one, Tensor)]
        keep = compiled.joint.differentiable
        if len(keep) < n:
            plain = [one for at, one in enumerate(values[:n]) if at not in keep and isinstance(one, Tensor)]
            ctx.mark_non_differentiable(*plain)
        return tuple(values[:n])

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """Run the backward graph."""
        compiled = ctx.compiled
        saved, others = iter(ctx.saved_tensors), iter(ctx.others)
        kept = [next(saved) if is_tensor else next(others) for is_tensor in ctx.tensors]
        numbers = compiled.joint.differentiable
        traced = compiled.joint.examples[-len(numbers) :]
        tangents = [_laid_out(grads[at], like, ctx.sizes) for at, like in zip(numbers, traced, strict=True)]
        return (None, None, *compiled.backward([*kept, *tangents]))


def _without_base(value: Any) -> Any:
    """A result that is no view for autograd: its history is the graph's, so it can be written to."""
    if type(value) is Tensor and value._base is not None:
        return Tensor._view_of(value, value._data, is_view=False)
    return value
