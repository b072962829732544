"""Derivatives of functions of tensors: `vjp`, `jvp`, `jacobian`, `hessian`, `vhp`, `hvp`.

Each calls the function, and the engine once or for each element.  Without ``create_graph`` results have no history.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.autograd import forward_ad
from wye.autograd.api import grad
from wye.autograd.apply_hooks import apply_hooks
from wye.call.packets import ops
from wye.grad_mode import enable_grad, is_grad_enabled, set_grad_enabled
from wye.tensors import Size, Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]

_OUTPUTS: Final = "outputs of the user-provided function"
_NOT_TWICE: Final = (
    "While computing the hessian, found that the jacobian of the user-provided function with respect to input {i} is "
    "independent of the input. This is not allowed in strict mode. You should ensure that your function is twice "
    "differentiable and that the jacobian depends on the inputs (this would be violated by a linear function for "
    "example)."
)
_NO_GRADIENT: Final = (
    "Output {i} of the user-provided function does not require gradients. The outputs must be computed in a "
    "differentiable manner from the input when running in strict mode."
)
_CONSTANT_GRADIENT: Final = (
    "The gradient with respect to input {i} is independent of the inputs of the user-provided function. This is not "
    "allowed in strict mode."
)
# What is independent of what, by the step of the computation.
_INDEPENDENT: Final = {
    "back": "The output of the user-provided function is independent of input {i}.",
    "back twice": "The jacobian of the user-provided function is independent of input {i}.",
    "trick": "The gradient with respect to the input is independent of entry {i} in the grad_outputs when using the "
    "double backward trick to compute forward mode gradients.",
    "trick twice": "The jacobian of the user-provided function is independent of entry {i} in the grad_outputs when "
    "using the double backward trick to compute forward mode gradients.",
}


def _tuple(value: Any, what: str, where: str) -> tuple[bool, tuple[Any, ...]]:
    """Was it a tuple, and all of it as one.

    Raises:
        TypeError: it is no tensor and no tuple of tensors.
    """
    listed = value if isinstance(value, tuple) else (value,)
    for i, one in enumerate(listed):
        if not isinstance(one, Tensor):
            found = f"the value at index {i}" if isinstance(value, tuple) else f"the given {what}"
            raise TypeError(
                f"The {what} given to {where} must be either a Tensor or a tuple of Tensors but {found} has type "
                f"{type(one)}."
            )
    return isinstance(value, tuple), listed


def _inputs(value: Any, where: str, create_graph: bool) -> tuple[bool, tuple[Any, ...]]:
    """The inputs, as tensors that gradients are computed for."""
    is_tuple, listed = _tuple(value, "inputs", where)
    return is_tuple, _prepared(listed, create_graph, need_graph=True)


def _prepared(listed: Sequence[Any], create_graph: bool, *, need_graph: bool) -> tuple[Any, ...]:
    return tuple(
        ops.aten.view.default(one, list(one.shape))
        if create_graph and one.requires_grad
        else one.detach().requires_grad_(need_graph)
        for one in listed
    )


def _called(func: Callable[..., Any], inputs: tuple[Any, ...], where: str) -> tuple[bool, tuple[Any, ...]]:
    return _tuple(func(*inputs), _OUTPUTS, where)


def _check(tensors: Sequence[Any], text: str, strict: bool) -> None:
    """In strict mode, every tensor requires grad."""
    if strict:
        for i, one in enumerate(tensors):
            if one is None or not one.requires_grad:
                raise RuntimeError(text.format(i=i))


def _check_single(outputs: tuple[Any, ...], is_tuple: bool, where: str) -> None:
    if is_tuple:
        raise RuntimeError(f"The function given to {where} should return a single Tensor")
    if outputs[0].numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {where} should contain a single element")


def _vectors(v: Any, like: Sequence[Any], where: str, create_graph: bool, *, of_inputs: bool) -> tuple[Any, ...]:
    """The vectors of a product, one for each tensor; ones where there is a single number.

    Raises:
        RuntimeError: they do not fit.
    """
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            what = "input to the user-provided function is" if of_inputs else "user-provided function returns"
            raise RuntimeError(f"The vector v can only be None if the {what} a single Tensor with a single element.")
        return (ops.aten.ones_like.default(like[0].detach()),)
    _, listed = _tuple(v, "v", where)
    listed = _prepared(listed, create_graph, need_graph=False)
    if len(listed) != len(like):
        if len(like) != 1:
            raise RuntimeError(f"v is a tuple of invalid length: should be {len(like)} but got {len(listed)}.")
        raise RuntimeError("The given v should contain a single Tensor.")
    for i, (one, other) in enumerate(zip(listed, like, strict=True)):
        if tuple(one.shape) != tuple(other.shape):
            entry = "v has" if len(like) == 1 else f"Entry {i} in v has"
            raise RuntimeError(f"{entry} invalid size: should be {Size(other.shape)!r} but got {Size(one.shape)!r}.")
    return listed


def _grad(outputs: Sequence[Any], inputs: Sequence[Any], starts: Sequence[Any], create_graph: bool) -> list[Any]:
    """Gradients, None for those that do not exist."""
    pairs = [(one, start) for one, start in zip(outputs, starts, strict=True) if one is not None and one.requires_grad]
    if not pairs:
        return [None] * len(inputs)
    ends, given = zip(*pairs, strict=True)
    found = grad(ends, inputs, given, create_graph=create_graph, retain_graph=True, allow_unused=True)
    return list(found)


def _filled(found: Sequence[Any], like: Sequence[Any], strict: bool, create_graph: bool, step: str) -> tuple[Any, ...]:
    """Zeros where there is no gradient; an error in strict mode."""
    filled: list[Any] = []
    for i, (one, other) in enumerate(zip(found, like, strict=True)):
        if one is None:
            if strict:
                raise RuntimeError(f"{_INDEPENDENT[step].format(i=i)} This is not allowed in strict mode.")
            filled.append(ops.aten.zeros_like.default(other))
            continue
        if strict and create_graph and not one.requires_grad:
            text = _INDEPENDENT["back twice"].format(i=i)
            raise RuntimeError(f"{text} This is not allowed in strict mode when create_graph=True.")
        filled.append(one)
    return tuple(filled)


def _given(values: Sequence[Any], is_tuple: bool, create_graph: bool) -> Any:
    """What a function of this module returns: one tensor where there was one."""
    kept = tuple(values) if create_graph else tuple(one.detach() for one in values)
    return kept if is_tuple else kept[0]


def vjp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """The outputs of a function, and the product of a vector with its Jacobian.

    Args:
        func: Takes tensors, and returns a tensor or a tuple of them.
        inputs: A tensor or a tuple of them.
        v: A vector for each output; may be left out where that is a single number.
        create_graph: Record the computation, for derivatives of higher order.
        strict: Raise an error where an output does not depend on an input, rather than give zeros.

    >>> import wye
    >>> vjp(lambda x: x * x, wye.tensor([1.0, 2.0]), wye.ones(2))
    (tensor([1., 4.]), tensor([2., 4.]))
    """
    with enable_grad():
        is_tuple, own = _inputs(inputs, "vjp", create_graph)
        several, outputs = _called(func, own, "vjp")
        _check(outputs, _NO_GRADIENT, strict)
        starts = _vectors(v, outputs, "vjp", create_graph, of_inputs=False)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = _filled(_grad(outputs, own, starts, create_graph), own, strict, create_graph, "back")
    return _given(outputs, several, create_graph), _given(found, is_tuple, create_graph)


def jvp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """The outputs of a function, and the product of its Jacobian with a vector.

    The product is the gradient of the function's gradient, which every operator that can be differentiated twice has.

    Args:
        func: Takes tensors, and returns a tensor or a tuple of them.
        inputs: A tensor or a tuple of them.
        v: A vector for each input; may be left out where that is a single number.
        create_graph: Record the computation, for derivatives of higher order.
        strict: Raise an error where an output does not depend on an input, rather than give zeros.
    """
    with enable_grad():
        _, own = _inputs(inputs, "jvp", create_graph)
        directions = _vectors(v, own, "jvp", create_graph, of_inputs=True)
        several, outputs = _called(func, own, "jvp")
        _check(outputs, _NO_GRADIENT, strict)
        starts = tuple(ops.aten.zeros_like.default(one.detach()).requires_grad_() for one in outputs)
        inner = _filled(_grad(outputs, own, starts, create_graph=True), own, strict, False, "back")
        _check(inner, _CONSTANT_GRADIENT, strict)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = _filled(_grad(inner, starts, directions, create_graph), outputs, strict, create_graph, "trick")
    return _given(outputs, several, create_graph), _given(found, several, create_graph)


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
        is_tuple, own = _inputs(inputs, "jacobian", create_graph)
        several, outputs = _called(func, own, "jacobian")
        _check(outputs, _NO_GRADIENT, strict)
        if vectorize and strict:
            raise RuntimeError(
                "torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. "
                "Please either set `strict=False` or `vectorize=False`."
            )
        if vectorize and apply_hooks.vmap is not None:
            rows = _rows_at_once(outputs, own, create_graph, apply_hooks.vmap)
        else:
            rows = [_rows(place, one, own, strict, create_graph) for place, one in enumerate(outputs)]
    kept = tuple(_given(row, is_tuple, create_graph) for row in rows)
    return kept if several else kept[0]


def _rows(place: int, output: Any, inputs: tuple[Any, ...], strict: bool, create_graph: bool) -> list[Any]:
    """The Jacobian of an output by each input."""
    columns: list[list[Any]] = [[] for _ in inputs]
    for at in range(output.numel()):
        start = ops.aten.zeros.default([output.numel()], dtype=output.dtype, device=output.device)
        start[at] = 1
        found = _grad([output], inputs, [start.reshape(output.shape)], create_graph)
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


def _basis(tensors: Sequence[Any]) -> list[Any]:
    """For each tensor a batch of tensors, one for each element of all of them: a one in its place, zeros elsewhere."""
    total, start, made = sum(one.numel() for one in tensors), 0, []
    for one in tensors:
        rows = ops.aten.zeros.default([total, one.numel()], dtype=one.dtype, device=one.device)
        ops.aten.fill_.Scalar(ops.aten.diagonal.default(rows, -start), 1)
        made.append(ops.aten.view.default(rows, [total, *one.shape]))
        start += one.numel()
    return made


def _rows_at_once(
    outputs: tuple[Any, ...], inputs: tuple[Any, ...], create_graph: bool, vmap: Callable[..., Any]
) -> list[list[Any]]:
    """The Jacobian of each output by each input, by one backward pass for all elements of the outputs."""

    def pull_back(*starts: Any) -> tuple[Any, ...]:
        found = _grad(outputs, inputs, starts, create_graph)
        return tuple(ops.aten.zeros_like.default(x) if g is None else g for g, x in zip(found, inputs, strict=True))

    if not sum(one.numel() for one in outputs):
        return [[_joined([], output, by) for by in inputs] for output in outputs]
    sizes = [output.numel() for output in outputs]
    parts = [ops.aten.split_with_sizes.default(one, sizes, 0) for one in vmap(pull_back)(*_basis(outputs))]
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
        several, outputs = _called(func, args, "jacobian")
        is_tuple[:] = [several]
        return outputs

    plain = tuple(one.detach() for one in inputs)
    found = vmap(lambda *directions: jvp(called, plain, directions)[1])(*_basis(plain))
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
    is_tuple, own = _tuple(inputs, "inputs", "jacobian")
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
                several, outputs = _called(func, tuple(given), "jacobian")
                passes.append([_tangent(output) for output in outputs])
        by_input.append(passes)
    if not outputs:
        several, outputs = _called(func, own, "jacobian")
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
    is_tuple, own = _tuple(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')

    def single(*args: Any) -> Any:
        several, outputs = _called(func, args, "hessian")
        _check_single(outputs, several, "hessian")
        return outputs[0].squeeze()

    def gradient(*args: Any) -> Any:
        if outer_jacobian_strategy == "forward-mode":
            args = tuple(one if one.requires_grad else _following(one) for one in args)
        found = jacobian(single, args, create_graph=True)
        _check(found, _NOT_TWICE, strict)
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


def _differentiated_once(
    func: Callable[..., Any], inputs: Any, v: Any, name: str, create_graph: bool, strict: bool
) -> tuple[bool, Any, Any, Any, Any]:
    """What `vhp` and `hvp` begin with: are the inputs a tuple, the inputs, the vectors, the output, its gradient."""
    is_tuple, own = _inputs(inputs, name, create_graph)
    directions = _vectors(v, own, name, create_graph, of_inputs=True)
    several, outputs = _called(func, own, name)
    _check_single(outputs, several, name)
    _check(outputs, _NO_GRADIENT, strict)
    inner = _filled(_first(outputs, own), own, strict, False, "back")
    _check(inner, _NOT_TWICE, strict)
    return is_tuple, own, directions, outputs, inner


def vhp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """The output of a function that returns one number, and the product of a vector with its Hessian.

    Args:
        func: Takes tensors, and returns a tensor with one element.
        inputs: A tensor or a tuple of them.
        v: A vector for each input; may be left out where that is a single number.
        create_graph: Record the computation, for derivatives of higher order.
        strict: Raise an error where something does not depend on an input, rather than give zeros.
    """
    with enable_grad():
        is_tuple, own, directions, outputs, inner = _differentiated_once(func, inputs, v, "vhp", create_graph, strict)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = _filled(_grad(inner, own, directions, create_graph), own, strict, create_graph, "back twice")
    return _given(outputs, False, create_graph), _given(found, is_tuple, create_graph)


def _first(outputs: tuple[Any, ...], inputs: tuple[Any, ...]) -> list[Any]:
    return _grad(outputs, inputs, [ops.aten.ones_like.default(one.detach()) for one in outputs], create_graph=True)


def hvp(func: Callable[..., Any], inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> Any:
    """The output of a function that returns one number, and the product of its Hessian with a vector.

    Args:
        func: Takes tensors, and returns a tensor with one element.
        inputs: A tensor or a tuple of them.
        v: A vector for each input; may be left out where that is a single number.
        create_graph: Record the computation, for derivatives of higher order.
        strict: Raise an error where something does not depend on an input, rather than give zeros.
    """
    with enable_grad():
        is_tuple, own, directions, outputs, inner = _differentiated_once(func, inputs, v, "hvp", create_graph, strict)
        starts = tuple(ops.aten.zeros_like.default(one.detach()).requires_grad_() for one in own)
        second = _grad(inner, own, starts, create_graph=True)
        _check(second, _CONSTANT_GRADIENT, strict)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        found = _filled(_grad(second, starts, directions, create_graph), own, strict, create_graph, "trick twice")
    return _given(outputs, False, create_graph), _given(found, is_tuple, create_graph)
