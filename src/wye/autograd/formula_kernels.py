"""Kernels for the key Autograd made of a formula by hand, and functions whose arguments are lists of tensors.

Cold path: `make_autograd_impl` makes a kernel for ``Library.impl(name, kernel, "Autograd", with_keyset=True)``;
`register_autograd` is the usual way.  `supports_tensorlist` is a decorator for `Function`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from wye.autograd.custom import record_by
from wye.autograd.function import Function
from wye.pytree import tree_flatten, tree_unflatten
from wye.registry.rules import Rule
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.keys import DispatchKeySet

__all__ = [
    "Info", "InfoProtocol", "make_autograd_impl", "not_list_of_optional_tensor", "not_list_of_tensor",
    "supports_tensorlist",
]  # fmt: skip


class InfoProtocol(Protocol):
    """What has a formula for gradients."""

    _backward_fn: Callable[..., Any] | None
    _setup_context_fn: Callable[..., Any] | None


@dataclass
class Info:
    """A formula for gradients."""

    _backward_fn: Callable[..., Any] | None
    _setup_context_fn: Callable[..., Any] | None


def make_autograd_impl(op: Any, info: InfoProtocol) -> Callable[..., Any]:
    """A kernel for the key Autograd that differentiates an operator by a formula; it takes the key set first.

    Args:
        op: The operator; its kernels below Autograd compute.
        info: The formula, read at each call.
    """

    def autograd_impl(keyset: DispatchKeySet, *args: Any, **kwargs: Any) -> Any:
        backward, setup = info._backward_fn, info._setup_context_fn
        rule = None if backward is None else Rule(backward, "make_autograd_impl", setup_context=setup)
        return record_by(rule, op, keyset, args, kwargs)

    return autograd_impl


def not_list_of_tensor(tree: Any) -> bool:
    """Is a value no tuple, and no list of tensors alone?"""
    if isinstance(tree, list):
        return any(not isinstance(one, Tensor) for one in tree)
    return not isinstance(tree, tuple)


def not_list_of_optional_tensor(tree: Any) -> bool:
    """Is a value no tuple, and no list of tensors and None alone?"""
    if isinstance(tree, list):
        return any(one is not None and not isinstance(one, Tensor) for one in tree)
    return not isinstance(tree, tuple)


def supports_tensorlist(cls: Any) -> Any:
    """Let a `Function` take and return lists of tensors, whose gradients are lists; a decorator.

    ``forward`` gets the lists; ``backward`` gets a list for each list that ``forward`` returned, and returns one for
    each that it took.  They are called through ``apply`` alone, as their lists are made flat for autograd there.
    """
    run_forward, run_backward = cls.forward, cls.backward

    def apply(*args: Any) -> Any:
        leaves, spec = tree_flatten(args, is_leaf=not_list_of_tensor)
        shape_of_result: list[Any] = []

        def forward(ctx: Any, *flat: Any) -> Any:
            result = run_forward(ctx, *tree_unflatten(flat, spec))
            made, structure = tree_flatten(result, is_leaf=not_list_of_tensor)
            shape_of_result[:] = [structure]
            return made[0] if structure.is_leaf() else tuple(made)

        def backward(ctx: Any, *grads: Any) -> Any:
            nested = tree_unflatten(grads, shape_of_result[0])
            if not isinstance(ctx.needs_input_grad, _Nested):
                ctx.needs_input_grad = _Nested(tree_unflatten(list(ctx.needs_input_grad), spec))
            found = run_backward(ctx, *(nested if isinstance(nested, tuple) else (nested,)))
            return _flat_gradients(list(found) if isinstance(found, tuple) else [found], args)

        functions = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
        flat_class: Any = type(cls.__name__, (Function,), functions)
        result = flat_class.apply(*leaves)
        return tree_unflatten(result if isinstance(result, tuple) else [result], shape_of_result[0])

    cls.apply = staticmethod(apply)
    cls.forward, cls.backward = _only_by_apply("forward"), _only_by_apply("backward")
    return cls


class _Nested(tuple[Any, ...]):
    """Which inputs need gradients: a list for each list of tensors, made once a node, for it may run again."""

    __slots__ = ()


def _only_by_apply(name: str) -> Any:
    def refuse(*args: Any) -> Any:
        raise NotImplementedError(
            f"NYI: calling supports_tensorlist autograd.Function.{name} directly. You should be calling .apply instead."
        )

    return staticmethod(refuse)


def _flat_gradients(found: list[Any], args: tuple[Any, ...]) -> tuple[Any, ...]:
    """One gradient for each leaf of the arguments.

    Raises:
        RuntimeError: for a list of tensors, something else than a list of as many gradients.
    """
    flat: list[Any] = []
    for number, (grad, arg) in enumerate(zip(found, args, strict=False)):
        if not_list_of_tensor(arg):
            flat.append(grad)
            continue
        if grad is not None and (not isinstance(grad, (list, tuple)) or len(grad) != len(arg)):
            raise RuntimeError(
                f"Expected the gradient of input {number} to be None or a list of {len(arg)} gradients, as the input "
                f"is a list of tensors, but got {grad!r}"
            )
        flat += [None] * len(arg) if grad is None else grad
    return tuple(flat)
