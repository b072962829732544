"""`autograd.Function` under transforms: each level takes the function as a whole, then the level below does.

Warm path: called for `Function.apply` while a transform runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.autograd.apply_hooks import thread
from wye.autograd.context import ContextNode
from wye.autograd.forward_calls import with_tangents
from wye.autograd.function import Function, backward_of, has_setup, record_call
from wye.call.packets import ops
from wye.call.py_impl import TransformType, hooks
from wye.grad_mode import enable_grad
from wye.pytree import tree_flatten, tree_map, tree_map_only
from wye.tensors import Tensor
from wye.transforms.batched_calls import VmapInfo, checked_pair, take_apart, wrap_outputs
from wye.transforms.grad_level import track, wrapper_at
from wye.transforms.interpreters import hooks_of_grad, lowered, required
from wye.transforms.nesting import restore_vmap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.transforms.grad_level import GradInterpreter

__all__ = ["apply_function"]

_MORE = "For more details, please see https://pytorch.org/docs/main/notes/extending.func.html"
aten: Any = ops.aten


def apply_function(function: type[Function], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a function while a transform runs.

    Raises:
        RuntimeError: it has no ``setup_context``, or none of the ways to be mapped.
    """
    if not has_setup(function) and not thread.is_former:
        raise RuntimeError(
            "In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, jacrev, ...), it must "
            f"override the setup_context staticmethod. {_MORE}"
        )
    top: Any = required()
    if hooks_of_grad.revive is not None and top.knows_no_wrappers:  # as for operators
        args, kwargs = hooks_of_grad.revive(args, kwargs)
    if top.kind is TransformType.Torch:  # a tape: what depends on tangents comes from the level above
        return lowered(function.apply, *args, **kwargs)
    if top.kind is TransformType.Vmap:
        return _mapped(top, function, args, kwargs)
    if top.kind is TransformType.Functionalize:
        return _functional(hooks.contexts[top.kind](top), function, args, kwargs)
    if not has_setup(function):  # its forward fills the context, at this level
        return record_call(function, tuple(top._tracked(value) for value in args), kwargs, function.forward)
    return _recorded(top, function, args, kwargs)


def _recorded(top: GradInterpreter, function: type[Function], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """At the level of gradients: a node of the level, whose forward is the function at the level below."""

    def inside(value: Any) -> Any:
        mine = wrapper_at(value, top)
        return value if mine is None else mine.inner

    def forward(*values: Any, **more: Any) -> Any:
        plain = [inside(value) if isinstance(value, Tensor) else value for value in values]
        known = {id(value._data.inner): value for value in values if isinstance(value, Tensor)}
        with enable_grad(), with_tangents():  # both are switched off while a forward runs: for its own level alone
            result = top.below(function.apply, *plain, **more)
        return tree_map_only(Tensor, lambda x: known[id(x)] if id(x) in known else track(x, top), result)

    return record_call(function, tuple(top._tracked(value) for value in args), kwargs, forward, _node_class(function))


def _node_class(function: type[Function]) -> Any:
    """The class of a function's nodes at a level, which has a name of its own, as in PyTorch."""
    made = vars(function).get("_level_node_class")
    if made is None:
        made = type(
            f"{function.__name__}GeneratedBackward", (function._node_class,), {"__module__": function.__module__}
        )
        function._level_node_class = made  # type: ignore[attr-defined]
    return made


def _functional(context: Any, function: type[Function], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Where writes are removed: the function, which makes new tensors, on the values below."""
    plain, named = context.unwrap_tensors((args, kwargs))
    with context.redispatch_to_next():
        return context.wrap_tensors(function.apply(*plain, **named))


# ---- vmap ----


def _mapped(top: Any, function: type[Function], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    has_rule = function.vmap is not Function.vmap
    if function.generate_vmap_rule and has_rule:
        raise RuntimeError(
            f"You tried to vmap over {function.__name__}, but it has both generate_vmap_rule=True and an overridden "
            "vmap staticmethod. Please set generate_vmap_rule=False or delete the overridden vmap staticmethod to "
            f"avoid ambiguity. {_MORE}"
        )
    is_generated = function.generate_vmap_rule or (thread.is_former and not has_rule)
    if not is_generated and not has_rule:
        raise RuntimeError(
            f"You tried to vmap over {function.__name__}, but it does not have vmap support. Please override and "
            f"implement the vmap staticmethod or set generate_vmap_rule=True. {_MORE}"
        )
    if any(isinstance(value, Tensor) for value in kwargs.values()):
        raise NotImplementedError(
            f"Run vmap with autograd.Function with kwarg-only Tensor args is not supported: {function.__name__}"
        )
    plain, dims, found = take_apart(args, top._level)
    if not found:
        return lowered(function.apply, *args, **kwargs)
    if is_generated:
        made = _generated(function, dims, top._batch_size, top._randomness)
        outputs = lowered(made.apply, *plain, **kwargs)
        return wrap_outputs(outputs, made.out_dims, top._level, top._batch_size)  # type: ignore[attr-defined]
    info = VmapInfo(top._batch_size, top._randomness)
    result = lowered(function.vmap, info, tuple(dims), *plain, **kwargs)
    outputs, out_dims = checked_pair(result)
    return wrap_outputs(outputs, out_dims, top._level, top._batch_size)


def _alone(function: type[Function]) -> Any:
    """A function's forward as a function of the arguments alone."""
    return function.forward if has_setup(function) else lambda *args: function.forward(ContextNode(), *args)


def _context(function: type[Function], ctx: Any, operands: Any) -> Any:
    """The context of one example."""
    inner = ContextNode()
    inner.needs_input_grad = ctx.needs_input_grad
    if has_setup(function):
        output = function.forward(*operands)
        function.setup_context(inner, tuple(operands), output)
    else:
        output = function.forward(inner, *operands)
    inner.keep(list(output) if isinstance(output, tuple) else [output])
    return inner


def _generated(function: type[Function], in_dims: Sequence[Any], size: int, randomness: str) -> type[Function]:
    """A function of all examples whose forward and backward are those of the given one under vmap."""

    def forward(*operands: Any) -> Any:
        outputs, made.out_dims = restore_vmap(_alone(function), tuple(in_dims), size, randomness)(*operands)  # type: ignore[attr-defined]
        return outputs

    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.places = [i for i, value in enumerate(inputs) if isinstance(value, Tensor)]
        ctx.rest = [None if isinstance(value, Tensor) else value for value in inputs]
        ctx.save_for_backward(*(inputs[i] for i in ctx.places))
        ctx.save_for_forward(*(inputs[i] for i in ctx.places))

    def operands_of(ctx: Any) -> tuple[Any, ...]:
        operands = list(ctx.rest)
        for place, value in zip(ctx.places, ctx.saved_tensors, strict=True):
            operands[place] = value
        return tuple(operands)

    def backward(ctx: Any, *grads: Any) -> Any:
        flat_dims = tree_flatten(made.out_dims)[0]  # type: ignore[attr-defined]

        def one(operands: Any, grads: Any) -> Any:
            found = _context(function, ctx, operands).call(backward_of(function), list(grads))
            found = found if isinstance(found, tuple) else (found,)
            return tuple(_reduced(x, operand) for x, operand in zip(found, operands, strict=True))

        found, dims = restore_vmap(one, (tuple(in_dims), tuple(flat_dims)), size, randomness)(
            operands_of(ctx), tuple(grads)
        )
        return tuple(_fitting(x, dim, in_dim, size) for x, dim, in_dim in zip(found, dims, in_dims, strict=True))

    def jvp(ctx: Any, *tangents: Any) -> Any:
        def one(operands: Any, tangents: Any) -> Any:
            return _context(function, ctx, operands).call_jvp(function.jvp, tangents)

        where = tuple(None if t is None else dim for t, dim in zip(tangents, in_dims, strict=True))
        found, dims = restore_vmap(one, (tuple(in_dims), where), size, randomness)(operands_of(ctx), tangents)
        return tree_map(lambda x, dim, out: _placed(x, dim, out, size), found, dims, made.out_dims)  # type: ignore[attr-defined]

    members = {
        "forward": staticmethod(forward),
        "setup_context": staticmethod(setup_context),
        "backward": staticmethod(backward),
        "jvp": staticmethod(jvp),
        "generate_vmap_rule": True,
        "out_dims": 0,
    }
    made: type[Function] = type(f"Vmapped{function.__name__}", (Function,), members)
    return made


def _placed(tangent: Any, dim: int | None, out_dim: int | None, size: int) -> Any:
    """A tangent with the batch dimension of its output."""
    if tangent is None or out_dim is None or dim == out_dim:
        return tangent
    if dim is None:
        tangent = aten.unsqueeze.default(tangent, out_dim)
        return tangent.expand([size if place == out_dim else -1 for place in range(tangent.ndim)])
    return aten.movedim.int(tangent, dim, out_dim)


def _reduced(gradient: Any, operand: Any) -> Any:
    """The gradient of one example, summed over what it was broadcast by."""
    if gradient is None or not isinstance(operand, Tensor) or gradient.shape == operand.shape:
        return gradient
    return gradient.sum_to_size(operand.shape)


def _fitting(gradient: Any, dim: int | None, in_dim: int | None, size: int) -> Any:
    """A gradient with the batch dimension of its input; summed over the examples that share the input."""
    if in_dim is None:
        return gradient if dim is None else aten.sum.dim_IntList(gradient, [dim])
    return _placed(gradient, dim, in_dim, size)
