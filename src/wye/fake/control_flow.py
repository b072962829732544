"""Operators that take functions, on fake tensors: each function runs once, on fakes, and says what the result is like.

Warm.  Registers rules for `FakeTensorMode` and for fake tensors outside of their mode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.fake.mode import FakeTensorMode
from wye.fake.tensor import FakeTensor
from wye.higher_order.auto_functionalize import auto_functionalized
from wye.higher_order.auto_functionalize_bases import auto_functionalized_v2
from wye.higher_order.control_flow import cond_op, map_op, scan_op, while_loop_op
from wye.higher_order.effects import with_effects
from wye.higher_order.out_dtype import out_dtype
from wye.higher_order.slices import select, stacking_dim
from wye.keys import DispatchKey
from wye.pytree import tree_leaves, tree_map

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__: list[str] = []


def _cond(
    mode: FakeTensorMode, pred: Any, true_fn: Callable[..., Any], false_fn: Callable[..., Any], operands: Any = ()
) -> Any:
    """Both functions run; the result is like that of the first."""
    with mode:
        result = true_fn(*operands)
        false_fn(*operands)
    return result


def _while_loop(
    mode: FakeTensorMode,
    cond_fn: Callable[..., Any],
    body_fn: Callable[..., Any],
    carried: Sequence[Any],
    additional: Sequence[Any] = (),
) -> Any:
    with mode:
        cond_fn(*carried, *additional)
        return tuple(body_fn(*carried, *additional))


def _several(part: Any, count: Any, dim: int = 0) -> Any:
    """As many results side by side, along a new dimension."""
    if part is None:
        return None
    place = stacking_dim(part, dim)
    return part.new_empty((*part.shape[:place], count, *part.shape[place:]))


def _map(mode: FakeTensorMode, f: Callable[..., Any], xs: Sequence[Any], args: Sequence[Any] = ()) -> Any:
    with mode:
        parts = f(*(select(x, 0, 0) for x in xs), *args)
        return tree_map(lambda one: _several(one, xs[0].shape[0]), parts)


def _scan(
    mode: FakeTensorMode,
    combine_fn: Callable[..., Any],
    init: Sequence[Any],
    xs: Sequence[Any],
    additional: Sequence[Any] = (),
    *how: Any,
) -> Any:
    dim = how[0] if how else 0
    with mode:
        found = list(combine_fn(*init, *(select(x, dim, 0) for x in xs), *additional))
        count = xs[0].shape[dim]
        return (*found[: len(init)], *(_several(one, count, dim) for one in found[len(init) :]))


def _parts(op: Any) -> Callable[..., Any]:
    """An operator that takes an operator: what it does, on fakes."""

    def run(mode: FakeTensorMode, *args: Any, **kwargs: Any) -> Any:
        with mode:
            return op.py_kernels[DispatchKey.CompositeExplicitAutograd](*args, **kwargs)

    return run


def _without_mode(rule: Callable[..., Any]) -> Callable[..., Any]:
    """The rule for fake tensors while their mode is not active."""

    def run(*args: Any, **kwargs: Any) -> Any:
        fake = next(one for one in tree_leaves((args, kwargs)) if isinstance(one, FakeTensor))
        return rule(fake.fake_mode, *args, **kwargs)

    return run


_RULES: Final[list[tuple[Any, Callable[..., Any]]]] = [
    (cond_op, _cond),
    (while_loop_op, _while_loop),
    (map_op, _map),
    (scan_op, _scan),
    *((op, _parts(op)) for op in (auto_functionalized, auto_functionalized_v2, out_dtype, with_effects)),
]
for _op, _rule in _RULES:
    _op.py_impl(FakeTensorMode)(_rule)
    _op.py_impl(FakeTensor)(_without_mode(_rule))
