"""Operators that fake tensors handle apart: what needs elements, and what programs register.

Cold path: asked once per operator, when its plan is made.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from wye.fake.exceptions import DataDependentOutputException, DynamicOutputShapeException
from wye.keys import DispatchKey
from wye.registry import registry
from wye.registry.rules import find_rule
from wye.schema.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "deregister_op_impl", "fast_implementations", "needs_data", "op_implementations", "register_fast_op_impl",
    "register_op_impl", "special_rule",
]  # fmt: skip

# Of programs: which operators a function is for, and the function; the first that fits counts.
op_implementations: Final[list[tuple[Callable[[Any], bool], Callable[..., Any]]]] = []
_fast: Final[dict[Any, Callable[..., Any]]] = {}
# The operators whose results have a shape that does not depend on data, whatever their tags say.
_INDEXING: Final = ("aten::index.Tensor", "aten::_unsafe_index.Tensor")


def register_op_impl(run_impl_check: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: a function handles calls of operators on fake tensors, before their fake kernels.

    Args:
        run_impl_check: An operator, several, or a predicate over operators.

    Returns:
        The decorator.  Its function is called as ``fn(mode, func, *args, **kwargs)``; NotImplemented leaves the call to
        what would handle it otherwise.
    """

    def decorate(fn: Callable[..., Any]) -> Callable[..., Any]:
        if hasattr(run_impl_check, "schema"):
            check = lambda func: func is run_impl_check  # noqa: E731 - one of three kinds of predicate
        elif isinstance(run_impl_check, (list, tuple, set, frozenset)):
            check = lambda func: func in run_impl_check  # noqa: E731
        else:
            check = run_impl_check
        op_implementations.append((check, fn))
        _forget_plans()
        return fn

    return decorate


def register_fast_op_impl(func: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: a function computes the result of an operator on fake tensors, before everything else.

    Args:
        func: The operator.

    Returns:
        The decorator.  Its function is called as ``fn(mode, *args, **kwargs)``.
    """

    def decorate(fn: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(fn)
        def handle(mode: Any, _: Any, *args: Any, **kwargs: Any) -> Any:
            return fn(mode, *args, **kwargs)

        _fast[func] = fn
        op_implementations.insert(0, (lambda other: other is func, handle))
        _forget_plans()
        return fn

    return decorate


def fast_implementations() -> dict[Any, Callable[..., Any]]:
    """What `register_fast_op_impl` was given, by operator; plans make the other operators fast."""
    return dict(_fast)


def deregister_op_impl(fn: Callable[..., Any]) -> None:
    """Take a function back that `register_op_impl` or `register_fast_op_impl` was given."""
    op_implementations[:] = [
        pair for pair in op_implementations if fn not in (pair[1], getattr(pair[1], "__wrapped__", None))
    ]
    for func in [func for func, known in _fast.items() if known is fn]:
        del _fast[func]
    _forget_plans()


def _forget_plans() -> None:
    for entry in registry.entries.made():
        entry.rules.pop("fake_plan", None)


def special_rule(func: Any) -> Callable[..., Any] | None:
    """What handles calls of an operator first, as ``fn(mode, func, *args, **kwargs)``; None: nothing."""
    for check, fn in op_implementations:
        if check(func):
            return fn
    rule = find_rule(func, "unbacked")
    if rule is not None:
        return rule.fn
    if func.has_kernel_for_dispatch_key(DispatchKey.CompositeImplicitAutograd):
        return None  # its parts say so themselves
    tags = _all_tags(func)
    if Tag.data_dependent_output in tags:
        return _needs_data
    if Tag.dynamic_output_shape in tags and func.name() not in _INDEXING:
        return _has_unknown_shape
    return None


def _all_tags(func: Any) -> list[Any]:
    """The tags of an operator, and of that which it is a variant of."""
    row = func._entry.row
    return list(func.tags) if row is None else [Tag[name] for name in (*row.tags, *row.source.tags)]


def needs_data(func: Any) -> bool:
    """Do results of an operator, or their shapes, depend on the elements of its arguments?"""
    tags = _all_tags(func)
    return Tag.data_dependent_output in tags or Tag.dynamic_output_shape in tags


def _needs_data(mode: Any, func: Any, *args: Any, **kwargs: Any) -> Any:
    raise DataDependentOutputException(func)


def _has_unknown_shape(mode: Any, func: Any, *args: Any, **kwargs: Any) -> Any:
    raise DynamicOutputShapeException(func)
