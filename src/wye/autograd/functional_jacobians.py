"""Whole Jacobians and Hessians of functions of tensors: one pass for each element, or all at once.

Part of `wye.autograd.functional`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.autograd import forward_ad
from wye.autograd.apply_hooks import apply_hooks, mapped
from wye.autograd.functional_steps import (
    NO_GRADIENT,
    NOT_TWICE,
    as_tuple,
    check_each,
    check_single,
    given,
    outputs_of,
    own_inputs,
    pass_back,
)
from wye.call.packets import ops
from wye.grad_mode import enable_grad

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["hessian", "jacobian"]


def jacobian(
    func: Callable[..., Any],
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:
    """The derivative of each element of the outputs by each element of the inputs.

    Args:
        func: Takes tensors, and returns a tensor or a tuple of them.
        inputs: A tensor or a tuple of them.
        create_graph: Record the computation, for derivatives of higher order.
        strict: Raise an error where an output does not depend on an input, rather than give zeros.
        vectorize: Compute all rows at once, by `vmap`; ``"forward-mode"`` needs it.
        strategy: ``"reverse-mode"`` (a pass for each element of the outputs) or ``"forward-mode"`` (of the inputs).

    >>> import wye
    >>> jacobian(lambda x: x * x, wye.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError(
            'Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs '
            'than inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".'
        )
    if strategy == "forward-mode":
        if create_graph:
            raise NotImplementedError(
                'torch.autograd.functional.jacobian: `create_graph=True` and `strategy="forward-mode"` are not '
                'supported together (yet). Please either set `create_graph=False` or `strategy="reverse-mode"`.'
            )
        return _jacobian_forward(func, inputs, strict, vectorize)
    with enable_grad():
        is_tuple, own = own_inputs(inputs, "jacobian", create_graph)
        several, outputs = outputs_of(func, own, "jacobian")
        check_each(outputs, NO_GRADIENT, strict)
        if vectorize and strict:
            raise RuntimeError(
                "torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. "
                "Please either set `strict=False` or `vectorize=False`."
            )
        if vectorize and apply_hooks.vmap is not None:
            rows = _rows_at_once(outputs, own, create_graph, apply_hooks.vmap)
        else:
            rows = [_rows(place, one, own, strict, create_graph) for place, one in enumerate(outputs)]
    kept = tuple(given(row, is_tuple, create_graph) for row in rows)
    return kept if several else kept[0]


def _rows(place: int, output: Any, inputs: tuple[Any, ...], strict: bool, create_graph: bool) -> list[Any]:
    """The Jacobian of an output by each input."""
    columns: list[list[Any]] = [[] for _ in inputs]
    for at in range(output.numel()):
        start = ops.aten.zeros.default([output.numel()], dtype=output.dtype, device=output.device)
        start[at] = 1
        found = pass_back([output], inputs, [start.reshape(output.shape)], create_graph)
        for i, (one, column, by) in enumerate(zip(found, columns, inputs, strict=True)):
            if one is None and strict:
                raise RuntimeError(
                    f"Output {place} of the user-provided function is independent of input {i}. This is not allowed in "
                    "strict mode."
                )
            if strict and create_graph and not one.requires_grad:
                raise RuntimeError(
                    f"The jacobian of the user-provided function is independent of input {i}. This is not allowed in "
                    "strict mode when create_graph=True."
                )
            column.append(ops.aten.zeros_like.default(by) if one is None else one)
    return [_joined(column, output, by) for column, by in zip(columns, inputs, strict=True)]


def standard_basis(tensors: Sequence[Any], tensor_numels: Sequence[int]) -> tuple[Any, ...]:
    """For each tensor the columns of an identity matrix that belong to its elements, with a row for all elements.

    Args:
        tensors: Say dtypes and devices.
        tensor_numels: How many elements each of them has.
    """
    total, start, made = sum(tensor_numels), 0, []
    for one, count in zip(tensors, tensor_numels, strict=True):
        rows = ops.aten.zeros.default([total, count], dtype=one.dtype, device=one.device)
        ops.aten.fill_.Scalar(ops.aten.diagonal.default(rows, -start), 1)
        made.append(rows)
        start += count
    return tuple(made)


def _basis(tensors: Sequence[Any]) -> list[Any]:
    """For each tensor a batch of tensors, one for each element of all of them: a one in its place, zeros elsewhere."""
    rows = standard_basis(tensors, [one.numel() for one in tensors])
    return [ops.aten.view.default(r, [r.shape[0], *one.shape]) for r, one in zip(rows, tensors, strict=True)]


def _rows_at_once(
    outputs: tuple[Any, ...], inputs: tuple[Any, ...], create_graph: bool, vmap: Callable[..., Any]
) -> list[list[Any]]:
    """The Jacobian of each output by each input, by one backward pass for all elements of the outputs."""

    def pull_back(*starts: Any) -> tuple[Any, ...]:
        found = pass_back(outputs, inputs, starts, create_graph)
        return tuple(ops.aten.zeros_like.default(x) if g is None else g for g, x in zip(found, inputs, strict=True))

    if not sum(one.numel() for one in outputs):
        return [[_joined([], output, by) for by in inputs] for output in outputs]
    sizes = [output.numel() for output in outputs]
    parts = [ops.aten.split_with_sizes.default(one, sizes, 0) for one in mapped(vmap, pull_back, *_basis(outputs))]
    return [
        [
            ops.aten.view.default(part[number], [*output.shape, *by.shape])
            for part, by in zip(parts, inputs, strict=True)
        ]
        for number, output in enumerate(outputs)
    ]


def _columns_at_once(
    func: Callable[..., Any], inputs: tuple[Any, ...], vmap: Callable[..., Any], jvp: Callable[..., Any]
) -> tuple[bool, list[list[Any]]]:
    """Does the function return a tuple, and its Jacobian, by one forward pass for all elements of the inputs."""
    is_tuple: list[bool] = []

    def called(*args: Any) -> tuple[Any, ...]:
        several, outputs = outputs_of(func, args, "jacobian")
        is_tuple[:] = [several]
        return outputs

    plain = tuple(one.detach() for one in inputs)
    found = mapped(vmap, lambda *directions: jvp(called, plain, directions)[1], *_basis(plain))
    rows = []
    for columns in found:
        shape, last = columns.shape[1:], ops.aten.movedim.int(columns, 0, -1)
        parts = ops.aten.split_with_sizes.default(last, [one.numel() for one in plain], -1)
        rows.append(
            [ops.aten.reshape.default(part, [*shape, *by.shape]) for part, by in zip(parts, plain, strict=True)]
        )
    return is_tuple[0], rows


def _joined(column: list[Any], output: Any, by: Any) -> Any:
    shape = [*output.shape, *by.shape]
    if not column:
        return ops.aten.zeros.default(shape, dtype=by.dtype, device=by.device)
    return ops.aten.view.default(ops.aten.stack.default(column), shape)


def _jacobian_forward(
    func: Callable[..., Any], inputs: Any, strict: bool, vectorize: bool, at_once: bool = True
) -> Any:
    """By forward mode: one pass for all elements of the inputs, or one for each."""
    if strict:
        raise RuntimeError(
            'torch.autograd.functional.jacobian: `strict=True` and `strategy="forward-mode"` are not supported '
            'together (yet). Please either set `strict=False` or `strategy="reverse-mode"`.'
        )
    is_tuple, own = as_tuple(inputs, "inputs", "jacobian")
    if not vectorize:
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for "
            "`vectorize=True`."
        )
    transforms = apply_hooks.vmap, apply_hooks.jvp
    if at_once and None not in transforms and any(one.numel() for one in own):
        several, rows = _columns_at_once(func, own, *transforms)  # type: ignore[arg-type]  # both are there
        kept = [row if is_tuple else row[0] for row in rows]
        return kept if several else kept[0]
    by_input: list[list[list[Any]]] = []
    outputs: tuple[Any, ...] = ()
    several = False
    for number, one in enumerate(own):
        passes = []
        for at in range(one.numel()):
            tangent = ops.aten.zeros.default([one.numel()], dtype=one.dtype, device=one.device)
            tangent[at] = 1
            with forward_ad.dual_level():
                given = list(own)
                given[number] = forward_ad.make_dual(one.detach(), tangent.reshape(one.shape))
                several, outputs = outputs_of(func, tuple(given), "jacobian")
                passes.append([_tangent(output) for output in outputs])
        by_input.append(passes)
    if not outputs:
        several, outputs = outputs_of(func, own, "jacobian")
    rows = [
        [_columns([one[place] for one in passes], output, by) for passes, by in zip(by_input, own, strict=True)]
        for place, output in enumerate(outputs)
    ]
    kept = [row if is_tuple else row[0] for row in rows]
    return kept if several else kept[0]


def _tangent(output: Any) -> Any:
    found = forward_ad.unpack_dual(output)
    return ops.aten.zeros_like.default(found.primal) if found.tangent is None else found.tangent


def _columns(passes: list[Any], output: Any, by: Any) -> Any:
    shape = [*output.shape, *by.shape]
    if not passes:
        return ops.aten.zeros.default(shape, dtype=output.dtype, device=output.device)
    return ops.aten.reshape.default(ops.aten.stack.default(passes).movedim(0, -1), shape)


def hessian(
    func: Callable[..., Any],
    inputs: Any,
    create_graph: bool = False,
    strict: bool = False,
    vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:
    """The second derivatives of a function that returns one number.

    Args:
        func: Takes tensors, and returns a tensor with one element.
        inputs: A tensor or a tuple of them.
        create_graph: Record the computation, for derivatives of higher order.
        strict: Raise an error where something does not depend on an input, rather than give zeros.
        vectorize: Accepted; ``"forward-mode"`` needs it.
        outer_jacobian_strategy: As for `jacobian`, for the Jacobian of the gradient.

    >>> import wye
    >>> hessian(lambda x: (x**3).sum(), wye.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    is_tuple, own = as_tuple(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')

    def single(*args: Any) -> Any:
        several, outputs = outputs_of(func, args, "hessian")
        check_each(outputs, NO_GRADIENT, strict)
        check_single(outputs, several, "hessian")
        return outputs[0].squeeze()

    def gradient(*args: Any) -> Any:
        if outer_jacobian_strategy == "forward-mode":
            args = tuple(one if one.requires_grad else _following(one) for one in args)
        found = jacobian(single, args, create_graph=True)
        check_each(found, NOT_TWICE, strict)
        return found

    if outer_jacobian_strategy == "forward-mode" and not create_graph:
        # `gradient` makes tensors that require grad, which a transform does not let it do
        found = _jacobian_forward(gradient, own, strict, vectorize, at_once=False)
    else:
        strategy = outer_jacobian_strategy
        found = jacobian(
            gradient, own, create_graph=create_graph, strict=strict, vectorize=vectorize, strategy=strategy
        )
    return found if is_tuple else found[0][0]


def _following(one: Any) -> Any:
    """A tensor with the same tangent that requires grad."""
    unpacked = forward_ad.unpack_dual(one)
    made = unpacked.primal.detach().requires_grad_()
    return made if unpacked.tangent is None else forward_ad.make_dual(made, unpacked.tangent)
