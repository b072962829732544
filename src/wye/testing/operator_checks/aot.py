"""test_aot_dispatch_static and _dynamic: are results and gradients the same when a call is traced without its writes?

Cold path.  In: a call.  Out: nothing, or an AssertionError.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from wye.autograd.api import grad as gradients_of
from wye.fx.aot import aot_function, nop
from wye.fx.tracing import make_fx
from wye.pytree import tree_flatten
from wye.tensors import Tensor
from wye.testing.comparing import assert_same
from wye.testing.operator_checks.arguments import copied, floating_tensors, has_data, require_grad, tensors_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["aot_autograd_check", "assert_raises_regex", "check_aot", "make_fx_check"]

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
        same = partial(assert_same, rtol=rtol, atol=atol)
        aot_autograd_check(op, args, kwargs, dynamic, assert_equals_fn=same, check_gradients="auto")


def aot_autograd_check(
    func: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    dynamic: bool,
    assert_raises_regex_fn: Any = None,
    assert_equals_fn: Callable[..., None] = assert_same,
    check_gradients: bool | str = True,
    try_check_data_specialization: bool = False,
    skip_correctness_check: bool = False,
    disable_functionalization: bool = False,
) -> None:
    """Compare a function with what its forward and backward graphs compute.

    Args:
        func: The function.
        args: Its arguments by place.
        kwargs: Its arguments by name.
        dynamic: Trace with sizes that are symbols.
        assert_raises_regex_fn: Accepted; PyTorch's has it.
        assert_equals_fn: Raises unless two values are the same.
        check_gradients: Compare gradients; ``"auto"``: where arguments and results require grad.
        try_check_data_specialization: Compare also on other elements, with the graphs of the given ones.
        skip_correctness_check: Trace and run, compare nothing.
        disable_functionalization: Accepted: graphs never have writes.

    Raises:
        AssertionError: results, gradients or writes differ.
    """
    compiled = aot_function(func, nop, nop, dynamic=dynamic)
    samples = [(args, kwargs)]
    if try_check_data_specialization:
        samples.append(copied((args, kwargs), _other_elements))
    for given in samples:
        eager, traced = copied(given), copied(given)
        expected = func(*eager[0], **eager[1])
        compares = require_grad(given) and require_grad(expected) if check_gradients == "auto" else check_gradients
        wanted = _gradients(expected, eager) if compares else []  # first: its errors are the plainest
        found = compiled(*traced[0], **traced[1])
        if skip_correctness_check:
            continue
        _compare(assert_equals_fn, expected, found, _OUTPUTS)
        _compare(assert_equals_fn, *_of_same_shape(given, eager, traced), _WRITES)
        if compares:
            _compare(assert_equals_fn, wanted, _gradients(found, traced), _GRADIENTS)


@contextmanager
def assert_raises_regex(exception_cls: type[BaseException], regex: str) -> Iterator[None]:
    """A block that raises an exception of this class whose text has a match of ``regex``.

    Raises:
        AssertionError: it raises nothing, something else, or with other words.
    """
    try:
        yield
    except exception_cls as error:
        if re.search(regex, str(error)) is None:
            raise AssertionError(f"Expected the message of the exception to match regex {regex!r}: {error}") from error
    except Exception as error:
        raise AssertionError(f"Expected {exception_cls} to be raised, instead got {type(error)}") from error
    else:
        raise AssertionError(f"Expected exception {exception_cls}, but nothing was raised")


def _of_same_shape(given: Any, eager: Any, traced: Any) -> tuple[list[Any], list[Any]]:
    """The arguments after both calls, but for those whose shapes a call has changed: graphs write elements alone."""
    lists = (tensors_of(tree) for tree in (given, eager, traced))
    kept = [
        (one, other)
        for was, one, other in zip(*lists, strict=True)
        if (was.shape, was.stride()) == (one.shape, one.stride())
    ]
    return [one for one, _ in kept], [other for _, other in kept]


def _other_elements(tensor: Tensor, copy: Tensor) -> Tensor:
    return copy * 0.5 if copy.is_floating_point() or copy.is_complex() else copy


def _compare(assert_equals: Callable[..., None], one: Any, other: Any, message: str) -> None:
    first, second = (_detached(tree_flatten(tree)[0]) for tree in (one, other))
    if len(first) == len(second):
        try:
            return assert_equals(first, second)
        except AssertionError as error:
            raise AssertionError(message) from error
    raise AssertionError(message)


def _detached(values: list[Any]) -> list[Any]:
    return [_plain(value.detach()) if isinstance(value, Tensor) else value for value in values]


def _plain(tensor: Tensor) -> Tensor:
    """A tensor whose memory holds its values: conjugated, negated and zero tensors are computed."""
    return tensor.resolve_conj().resolve_neg() if not tensor._is_zerotensor() else tensor.clone()


def _gradients(results: Any, arguments: Any) -> list[Any]:
    """The gradients of the arguments that require them; None where there is none."""
    inputs = [tensor for tensor in floating_tensors(arguments) if tensor.requires_grad and tensor.is_leaf]
    followed = [tensor for tensor in floating_tensors(results) if tensor.requires_grad]
    if not followed or not inputs:
        return [None] * len(inputs)
    total = sum((tensor.abs() if tensor.is_complex() else tensor).sum() for tensor in followed)
    return list(gradients_of([total], inputs, allow_unused=True))


def make_fx_check(
    func: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    tracing_mode: str,
    assert_close: Callable[..., None] = assert_same,
    randomize_data: bool = False,
) -> None:
    """Compare a function with the graph that `make_fx` makes of it.

    Args:
        func: The function.
        args: Its arguments by place.
        kwargs: Its arguments by name.
        tracing_mode: As in `make_fx`.
        assert_close: Raises unless two values are close.
        randomize_data: Compare on other elements than the trace saw.

    Raises:
        AssertionError: results differ.
    """
    leaves, spec = tree_flatten((args, kwargs))
    places = [at for at, leaf in enumerate(leaves) if isinstance(leaf, Tensor)]

    def on_tensors(*tensors: Any) -> Any:
        given = list(leaves)
        for at, tensor in zip(places, tensors, strict=True):
            given[at] = tensor
        mine, by_name = spec.unflatten(given)
        return func(*mine, **by_name)

    tensors = [leaves[at] for at in places]
    graph = make_fx(on_tensors, tracing_mode=tracing_mode)(*copied(tensors))
    if randomize_data:
        tensors = copied(tensors, _other_elements)
    _compare(assert_close, on_tensors(*copied(tensors)), graph(*copied(tensors)), _OUTPUTS)
