"""`backward` and `grad`: from tensors to edges, through the engine, and back."""

from __future__ import annotations

import operator
import warnings
from typing import TYPE_CHECKING, Any

from wye import late_names
from wye._engine import engine
from wye.autograd.apply_hooks import mapped
from wye.autograd.engine import run
from wye.autograd.recording import BELOW, edge_of
from wye.autograd.warnings import warn_create_graph
from wye.call.guards import is_included
from wye.call.packets import ops
from wye.modes.stack import dispatch_stack
from wye.overrides import handle_override, has_override, is_next_skipped, is_tensor_like
from wye.schema.values import MEMORY_FORMATS
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.autograd.node import Node

__all__ = ["GradientEdge", "backward", "get_gradient_edge", "grad", "ones_as_shown"]


class GradientEdge(tuple[Any, ...]):
    """Where a gradient flows: a node and the number of one of its outputs."""

    __slots__ = ()

    def __new__(cls, node: Node, output_nr: int, ownership_token: Any = None) -> GradientEdge:
        """A node, the number of its output, and what keeps it alive."""
        return tuple.__new__(cls, (node, output_nr, ownership_token))

    node = property(lambda self: self[0])
    output_nr = property(lambda self: self[1])
    ownership_token = property(lambda self: self[2])


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """The edge of a tensor: `grad` takes it in the tensor's place.

    Raises:
        RuntimeError: the tensor does not require grad.
    """
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    node, number = edge_of(tensor)
    return GradientEdge(node, number)  # type: ignore[arg-type]  # it requires grad


def _listed(value: Any) -> tuple[Any, ...]:
    if isinstance(value, GradientEdge) or is_tensor_like(value):
        return (value,)
    return tuple(value)


def _shape(output: Any) -> tuple[int, ...]:
    return tuple(output.shape) if isinstance(output, Tensor) else output.node.outputs[output.output_nr][0]


def _dtype(output: Any) -> Any:
    return output.dtype if isinstance(output, Tensor) else output.node.outputs[output.output_nr][1]


def _starts(outputs: Sequence[Any], grads: Sequence[Any], *, is_batched: bool = False) -> list[Any]:
    """The gradient of each output: as given, or one for a scalar.

    Raises:
        RuntimeError, TypeError: one is missing or does not fit.
    """
    found: list[Any] = []
    for output, grad in zip(outputs, grads, strict=True):
        shape, dtype = _shape(output), _dtype(output)
        if isinstance(grad, Tensor):
            own = tuple(grad.shape)[1:] if is_batched else tuple(grad.shape)
            if own != shape:
                raise RuntimeError(_mismatch(outputs, output, grads, grad, own, shape, is_batched=is_batched))
            if dtype.is_complex != grad.dtype.is_complex:
                raise RuntimeError(
                    "For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch "
                    f"in dtype: grad_output[{_place(grads, grad)}] has a dtype of {grad.dtype} and "
                    f"output[{_place(outputs, output)}] has a dtype of {dtype}."
                )
            found.append(grad if grad.dtype is dtype else grad.to(dtype))
        elif grad is None:
            found.append(_one(output, shape, dtype))
        else:
            raise TypeError(f"gradients can be either Tensors or None, but got {type(grad).__name__}")
    return found


def _place(items: Sequence[Any], item: Any) -> int:
    return next(i for i, one in enumerate(items) if one is item)


def _mismatch(outputs: Any, output: Any, grads: Any, grad: Any, own: Any, shape: Any, *, is_batched: bool) -> str:
    where = (
        f"grad_output[{_place(grads, grad)}] has a shape of {_size(own)} and output[{_place(outputs, output)}] has a "
        f"shape of {_size(shape)}."
    )
    if not is_batched:
        return f"Mismatch in shape: {where}"
    return (
        "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The "
        "sizes of the remaining dimensions are expected to match the shape of corresponding output, but a mismatch was "
        f"detected: {where} If you only want some tensors in `grad_output` to be considered batched, consider using "
        "vmap."
    )


def _size(shape: tuple[int, ...]) -> str:
    from wye.tensors import Size  # here: for a message

    return repr(Size(shape))


def _one(output: Any, shape: tuple[int, ...], dtype: Any) -> Any:
    requires = output.requires_grad if isinstance(output, Tensor) else True
    if not requires:
        return None
    count = 1
    for size in shape:
        count *= size
    if count != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    if not dtype.is_floating_point:
        raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {dtype}")
    if isinstance(output, Tensor):
        if dispatch_stack.thread.top is None:
            return BELOW.run(ops.aten.ones_like.default, output)
        return BELOW.run(ones_as_shown, output)
    return ops.aten.ones.default(list(shape), dtype=dtype)


def ones_as_shown(output: Any) -> Any:
    """Ones, with the arguments that PyTorch shows to modes."""
    return ops.aten.ones_like.default(output, pin_memory=False, memory_format=MEMORY_FORMATS["preserve_format"])


def _root(output: Any, place: int) -> Any:
    edge = edge_of(output) if isinstance(output, Tensor) else (output.node, output.output_nr)
    if edge[0] is None:
        raise RuntimeError(f"element {place} of tensors does not require grad and does not have a grad_fn")
    return edge


def backward(
    tensors: Any,
    grad_tensors: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Any = None,
    inputs: Any = None,
) -> None:
    """Add the gradients of tensors to `grad` of the leaves that they were computed from.

    Args:
        tensors: One, or several.
        grad_tensors: Their gradients; may be left out for tensors with one element.
        retain_graph: Keep what the graph has saved, so that it can be run again; by default as ``create_graph``.
        create_graph: Record this pass, for derivatives of higher order.
        grad_variables: An old name of ``grad_tensors``.
        inputs: Only add to the gradients of these.

    Raises:
        RuntimeError: a tensor does not require grad; a gradient is missing or does not fit; the graph was run before.
    """
    if is_included("FuncTorchDynamicLayerFrontMode"):
        raise RuntimeError(
            "backward() called inside a functorch transform. This is not supported, please use functorch.grad or "
            "functorch.vjp instead or call backward() outside of functorch transforms."
        )
    if grad_variables is not None:
        warnings.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError(
                "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only "
                "use `grad_tensors`."
            )
        grad_tensors = grad_variables
    wanted = None if inputs is None else _listed(inputs)
    if wanted is not None and not wanted:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    outputs = _listed(tensors)
    given = _given(grad_tensors, len(outputs))
    create_graph = _flag(create_graph)
    keep = create_graph if retain_graph is None else _flag(retain_graph)
    starts = _starts(outputs, given)
    roots = [_root(output, i) for i, output in enumerate(outputs)]
    if create_graph:
        warn_create_graph()
    if wanted is None:
        run(roots, starts, keep_graph=keep, create_graph=create_graph)
    else:
        _into(wanted, roots, starts, keep, create_graph)


def _into(wanted: tuple[Any, ...], roots: Any, starts: Any, keep: bool, create_graph: bool) -> None:
    """Add to the gradients of some tensors only; also of tensors that are no leaves."""
    for one in wanted:
        if isinstance(one, Tensor):
            one.retain_grad()  # what leaves do anyway
    edges = [_input_edge(one) for one in wanted]
    run(roots, starts, keep_graph=keep, create_graph=create_graph, inputs=edges)


def _input_edge(tensor: Any) -> Any:
    if isinstance(tensor, GradientEdge):
        return tensor.node, tensor.output_nr
    if not isinstance(tensor, Tensor):
        raise RuntimeError(f"all inputs have to be Tensors or GradientEdges, but got {type(tensor).__name__}")
    if not tensor.requires_grad:
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    return edge_of(tensor)


def _flag(value: Any) -> bool:
    """True or False, or an integer; what has no truth, as a tensor of several elements, is refused."""
    return value if type(value) is bool else bool(operator.index(value))


def _given(grads: Any, n: int) -> tuple[Any, ...]:
    if grads is None:
        return (None,) * n
    listed = (grads,) if isinstance(grads, Tensor) else tuple(grads)
    if len(listed) < n:
        raise RuntimeError(f"got {n} tensors and {len(listed)} gradients")
    return listed[:n]


def grad(
    outputs: Any,
    inputs: Any,
    grad_outputs: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Any, ...]:
    """The gradients of outputs with respect to inputs; nothing is accumulated.

    Args:
        outputs: Tensors, or edges of the graph.
        inputs: With respect to which.
        grad_outputs: The gradients of the outputs; may be left out for tensors with one element.
        retain_graph: Keep what the graph has saved; by default as ``create_graph``.
        create_graph: Record this pass, for derivatives of higher order.
        only_inputs: Always true.
        allow_unused: Give None for an input that the outputs do not depend on, instead of an error.
        is_grads_batched: ``grad_outputs`` have a leading dimension, over which the gradients are computed together.
        materialize_grads: Give zeros instead of None.

    Raises:
        RuntimeError: an output or input does not require grad; an input was not used; a gradient does not fit.
    """
    is_common = only_inputs is True and is_grads_batched is materialize_grads is False and type(create_graph) is bool
    if is_common and (retain_graph is None or type(retain_graph) is bool) and not is_next_skipped():
        keep = create_graph if retain_graph is None else retain_graph
        quick = engine.try_grad(outputs, inputs, grad_outputs, keep, create_graph)
        if quick is not None:
            return _answered(_listed(inputs), quick, bool(allow_unused), False, create_graph)
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
        )
    allow_unused = materialize_grads if allow_unused is None else allow_unused
    ends, asked = _listed(outputs), _listed(inputs)
    if not asked:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    overridden = tuple(one for one in (*ends, *asked) if is_tensor_like(one))
    if has_override(overridden):
        return handle_override(  # type: ignore[no-any-return]
            grad, overridden, ends, asked, grad_outputs=grad_outputs, retain_graph=retain_graph,
            create_graph=create_graph, only_inputs=only_inputs, allow_unused=allow_unused,
            is_grads_batched=is_grads_batched, materialize_grads=materialize_grads,
        )  # fmt: skip
    if not only_inputs:
        warnings.warn(
            "only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for "
            "other parts of the graph, please use torch.autograd.backward.",
            FutureWarning,
            stacklevel=2,
        )
    starts = _starts(ends, _given(grad_outputs, len(ends)), is_batched=is_grads_batched)
    create_graph = _flag(create_graph)
    keep = create_graph if retain_graph is None else _flag(retain_graph)
    roots = [_root(output, i) for i, output in enumerate(ends)]
    edges = [_input_edge(one) for one in asked]
    if is_grads_batched:
        found = _batched(roots, starts, edges, keep, create_graph)
    else:
        found = run(roots, starts, keep_graph=keep, create_graph=create_graph, inputs=edges, accumulate=False)
    return _answered(asked, found, allow_unused, materialize_grads, create_graph)


def _answered(
    asked: Sequence[Any], found: list[Any], allow_unused: bool, zeros: bool, create_graph: bool
) -> tuple[Any, ...]:
    if zeros:
        if any(gradient is None and isinstance(one, GradientEdge) for one, gradient in zip(asked, found, strict=True)):
            raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
        return tuple(
            ops.aten.zeros_like.default(one).requires_grad_(create_graph)
            if gradient is None and isinstance(one, Tensor)
            else gradient
            for one, gradient in zip(asked, found, strict=True)
        )
    unused = next((i for i, gradient in enumerate(found) if gradient is None), None)
    if not allow_unused and unused is not None:
        raise RuntimeError(
            f"The differentiated Tensor at index {unused} appears to not have been used in the graph. Set "
            "allow_unused=True if this is the desired behavior."
        )
    return tuple(found)


def _batched(roots: Any, starts: Any, edges: Any, keep: bool, create_graph: bool) -> list[Any]:
    """One pass for all gradients of a batch, under `vmap`; hooks and formulas see the batch as one gradient."""
    places = [i for i, start in enumerate(starts) if start is not None]
    missing: list[int] = []

    def vjp(*given: Any) -> tuple[Any, ...]:
        own: list[Any] = [None] * len(starts)
        for place, start in zip(places, given, strict=True):
            own[place] = start
        found = run(roots, own, keep_graph=keep, create_graph=create_graph, inputs=edges, accumulate=False)
        missing[:] = [i for i, gradient in enumerate(found) if gradient is None]
        return tuple(gradient for gradient in found if gradient is not None)

    vmap = late_names.find("wye.autograd", "vmap")  # of a layer above
    parts = list(mapped(vmap, vjp, *(starts[i] for i in places)))
    for i in missing:
        parts.insert(i, None)
    return parts
