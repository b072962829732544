"""Tangents through calls that are no built-in operators: of `Function`, by its ``jvp``, and of custom operators."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from wye.autograd.forward_mode import check_size, primal_of, set_tangent, tangent_of, thread
from wye.autograd.state import BELOW
from wye.call.packets import ops
from wye.grad_mode import enable_grad, is_grad_enabled
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

__all__ = ["follow", "follow_backward", "with_tangents", "without_tangents"]


@contextmanager
def with_tangents(enabled: bool = True) -> Iterator[None]:
    """Inside, this thread computes tangents."""
    before, thread.enabled = thread.enabled, enabled
    try:
        yield
    finally:
        thread.enabled = before


def without_tangents() -> AbstractContextManager[None]:
    """Inside, this thread computes no tangents."""
    return with_tangents(False)


def _is_differentiable(tensor: Any) -> bool:
    return isinstance(tensor, Tensor) and (tensor.dtype.is_floating_point or tensor.dtype.is_complex)


def follow(function: Any, node: Any, args: Sequence[Any], outputs: list[Any]) -> None:
    """Give the outputs of a function the tangents that its ``jvp`` computes.

    Raises:
        RuntimeError: there are too few or too many, or that of a written input is a new tensor.
    """
    given = [_given(value, node) for value in args]
    versions = [None if tangent is None else tangent._version for tangent in given]
    with without_tangents():
        found = node.call_jvp(function.jvp, given)
    tangents = found if isinstance(found, tuple) else (found,)
    if len(tangents) != len(outputs):
        raise RuntimeError(
            f"Function's jvp returned an invalid number of forward gradients (expected {len(outputs)} but got "
            f"{len(tangents)})"
        )
    for number, (output, tangent) in enumerate(zip(outputs, tangents, strict=True)):
        if tangent is None:
            continue
        if not isinstance(tangent, Tensor):
            raise RuntimeError(f"expected Variable or None (got {type(tangent).__name__}) for grad output {number}.")
        if not _is_differentiable(output) or any(output is one for one in node._constant):
            raise RuntimeError(
                f"Function's jvp returned a gradient at position {number}, but the corresponding forward output is not "
                "a differentiable Tensor. You should return None at that position instead."
            )
        if output._base is not None and not any(output is one for one in node._dirty):
            _check_view(output, tangent, args)
        unwritten = [
            one for one, version in zip(given, versions, strict=True) if one is not None and one._version == version
        ]
        set_tangent(output, _checked(output, tangent, given, unwritten, node._dirty))


def _check_view(output: Any, tangent: Any, args: Sequence[Any]) -> None:
    """Refuse a tangent of a view that is not the same view of its input's tangent.

    Writes to one would not be seen in the other.

    Raises:
        RuntimeError: it is no view, or one of something else.
    """
    if tangent._base is None:
        raise RuntimeError(
            "A custom Function's forward is returning a view (or an input as-is) but the jvp is not returning a view."
        )
    for value in args:
        if not isinstance(value, Tensor) or output._base is not (value if value._base is None else value._base):
            continue
        given = tangent_of(value)
        if given is not None and tangent._base is not (given if given._base is None else given._base):
            what = "given grad input" if given._base is None else "same base as the given grad input"
            raise RuntimeError(
                f"A custom Function is returning a view but the jvp is not returning a view of the {what}."
            )
        return


def _checked(output: Any, tangent: Any, given: list[Any], unwritten: list[Any], dirty: Sequence[Any]) -> Any:
    """The tangent that an output gets: one that shares no memory with those given, unless the output does, too."""
    if any(output is one for one in dirty):
        old = tangent_of(output)
        if old is not None and (tangent is not old or any(tangent is one for one in unwritten)):
            raise RuntimeError(
                "An inplace custom Function is not modifying the forward mode gradients inplace. If the forward is "
                "modifying an input inplace, then the jvp function must modify the corresponding gradient inplace."
            )
        return tangent
    check_size(output, tangent)
    is_shared = output._base is None and any(tangent is one for one in given)
    return ops.aten.clone.default(tangent) if is_shared else tangent


def _given(value: Any, node: Any) -> Any:
    if not _is_differentiable(value):
        return None
    tangent = tangent_of(value)
    return ops.aten.zeros_like.default(primal_of(value)) if tangent is None and node.materialize_grads else tangent


def _leaf(value: Any, leaves: list[tuple[Any, Any]]) -> Any:
    """A value whose tensors with tangents require grad, and have none."""
    if type(value) in (list, tuple):
        return [_leaf(one, leaves) for one in value]
    tangent = tangent_of(value) if isinstance(value, Tensor) else None
    if tangent is None:
        return value
    made = primal_of(value)
    if not made._requires_grad:
        made._requires_grad = True
    leaves.append((made, tangent))
    return made


def follow_backward(record: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call an operator that has a backward and no rule for tangents: they are the gradient of its backward.

    Args:
        record: Runs and records the call.
        args: With tangents.
        kwargs: The same.
    """
    from wye.autograd.api import grad  # here: it imports what this module is a part of

    leaves: list[tuple[Any, Any]] = []
    records = is_grad_enabled()
    by_place = tuple(_leaf(value, leaves) for value in args)
    by_name = {name: _leaf(value, leaves) for name, value in kwargs.items()}
    with enable_grad(), without_tangents():
        result = record(by_place, by_name)
        outputs = [one for one in _flat(result) if _is_differentiable(one) and one._requires_grad]
        starts = [ops.aten.zeros_like.default(one.detach())._begin_as_leaf() for one in outputs]
        inner = grad(outputs, [leaf for leaf, _ in leaves], starts, create_graph=True, allow_unused=True)
        pairs = [(g, t) for g, (_, t) in zip(inner, leaves, strict=True) if g is not None and g.requires_grad]
        tangents: Sequence[Any] = [None] * len(outputs)
        if pairs:
            given = [t for _, t in pairs]
            is_recorded = records and _requires((args, given), kwargs)
            tangents = grad([g for g, _ in pairs], starts, given, create_graph=is_recorded, allow_unused=True)
    kept = result if records and _requires(args, kwargs) else _detached(result)
    flat = [one for one, old in zip(_flat(kept), _flat(result), strict=True) if any(old is o for o in outputs)]
    for one, tangent in zip(flat, tangents, strict=True):
        set_tangent(one, ops.aten.zeros_like.default(one.detach()) if tangent is None else tangent)
    return kept


def _flat(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [one for item in value for one in _flat(item)]
    return [value]


def _requires(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    return any(isinstance(one, Tensor) and one._requires_grad for one in _flat([args, list(kwargs.values())]))


def _detached(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_detached(one) for one in value)
    return BELOW.run(ops.aten.detach.default, value) if isinstance(value, Tensor) else value
