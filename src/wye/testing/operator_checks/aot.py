"""test_aot_dispatch_static and _dynamic: are results and gradients the same when a call is traced without its writes?

Cold path.  In: a call.  Out: nothing, or an AssertionError.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from wye.autograd.api import grad as gradients_of
from wye.fx.aot import aot_function, nop
from wye.pytree import tree_flatten
from wye.tensors import Tensor
from wye.testing.comparing import assert_same
from wye.testing.operator_checks.arguments import copied, floating_tensors, has_data, require_grad

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["aot_autograd_check", "check_aot"]

_OUTPUTS = (
    "Outputs of the operator are different in eager-mode PyTorch vs AOTDispatcher tracing. This means the operator "
    "will have incorrect output underneath torch.compile. This could be because the operator's implementation not "
    "traceable."
)
_GRADIENTS = (
    "Gradients of the operator are different in eager-mode PyTorch vs AOTDispatcher. This means the operator will have "
    "incorrect gradients underneath torch.compile. This could be because the operator's backward is incorrectly "
    "registered or not traceable."
)
_WRITES = (
    "What the operator wrote to its arguments is different when it is called and when it is traced without its writes."
)


def check_aot(
    op: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    *,
    dynamic: bool,
    copy_inputs: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
) -> None:
    """Compare a call with what its forward and backward graphs compute, where the arguments have data.

    Args:
        op: The operator.
        args: Its arguments by place.
        kwargs: Its arguments by name.
        dynamic: Trace with sizes that are symbols.
        copy_inputs: Kept for PyTorch's sake: arguments are always copied.
        rtol: Relative tolerance; that of the dtype by default.
        atol: Absolute tolerance; that of the dtype by default.

    Raises:
        AssertionError: results, gradients or writes differ.
    """
    if has_data((args, kwargs)):
        aot_autograd_check(op, args, kwargs, dynamic, assert_equals_fn=partial(assert_same, rtol=rtol, atol=atol))


def aot_autograd_check(
    func: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    dynamic: bool,
    assert_equals_fn: Callable[..., None] = assert_same,
    check_gradients: bool | str = "auto",
) -> None:
    """Compare a function with what its forward and backward graphs compute.

    Args:
        func: The function.
        args: Its arguments by place.
        kwargs: Its arguments by name.
        dynamic: Trace with sizes that are symbols.
        assert_equals_fn: Raises unless two values are the same.
        check_gradients: Compare gradients; ``"auto"``: where arguments and results require grad.

    Raises:
        AssertionError: results, gradients or writes differ.
    """
    compiled = aot_function(func, nop, nop, dynamic=dynamic)
    eager, traced = copied((args, kwargs)), copied((args, kwargs))
    expected, found = func(*eager[0], **eager[1]), compiled(*traced[0], **traced[1])
    _compare(assert_equals_fn, expected, found, _OUTPUTS)
    _compare(assert_equals_fn, eager, traced, _WRITES)
    if check_gradients == "auto":
        check_gradients = require_grad((args, kwargs)) and require_grad(expected)
    if check_gradients:
        wanted = _gradients(expected, eager)
        _compare(assert_equals_fn, wanted, _gradients(found, traced), _GRADIENTS)


def _compare(assert_equals: Callable[..., None], one: Any, other: Any, message: str) -> None:
    first, second = (_detached(tree_flatten(tree)[0]) for tree in (one, other))
    if len(first) == len(second):
        try:
            return assert_equals(first, second)
        except AssertionError as error:
            raise AssertionError(message) from error
    raise AssertionError(message)


def _detached(values: list[Any]) -> list[Any]:
    return [value.detach().resolve_conj().resolve_neg() if isinstance(value, Tensor) else value for value in values]


def _gradients(results: Any, arguments: Any) -> list[Any]:
    """The gradients of the arguments that require them; None where there is none."""
    inputs = [tensor for tensor in floating_tensors(arguments) if tensor.requires_grad and tensor.is_leaf]
    followed = [tensor for tensor in floating_tensors(results) if tensor.requires_grad]
    if not followed:
        return [None] * len(inputs)
    total = sum(tensor.abs().sum() for tensor in followed)
    return list(gradients_of([total], inputs, allow_unused=True))
