"""Fake kernels that programs register for their operators, and the context that these may ask for sizes.

Warm.  In: a call on fake tensors.  Out: what the fake kernel returned, checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.errors import FakeKernelError
from wye.fake.exceptions import DynamicOutputShapeException
from wye.fake.tensor import FakeTensor
from wye.library.fake_context import FakeContext, running_with
from wye.tensors import Tensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wye.fake.plans import Plan

__all__ = ["context_for", "run_registered"]


def context_for(mode: Any, func: Any) -> FakeContext:
    """What `get_ctx` returns to a fake kernel."""

    def new_size(least: int, most: int | None) -> Any:
        env = mode.shape_env
        if env is None or not env.allow_dynamic_output_shape_ops:
            raise DynamicOutputShapeException(func)
        from wye.fake.symbols import new_size as unbacked  # here: only such kernels need symbolic sizes

        return unbacked(env, least, most)

    return FakeContext(func, new_size)


def run_registered(plan: Plan, mode: Any, args: tuple[Any, ...], kwargs: dict[str, Any], fakes: Sequence[Any]) -> Any:
    """Run a fake kernel that a program has registered."""
    context = context_for(mode, plan.func)
    assert plan.fn is not None
    with running_with(lambda: context), mode:
        result = plan.fn(*args, **kwargs)
    for value in result if isinstance(result, (list, tuple)) else (result,):
        for one in value if isinstance(value, list) else (value,):
            if isinstance(one, Tensor) and not mode.is_our_fake(one):
                _refuse(plan, one)
    if result is None and plan.codes:
        _refuse(plan, None)
    return result


def _refuse(plan: Plan, value: Any) -> None:
    name = plan.func.name()
    if isinstance(value, FakeTensor):
        what = "a fake tensor of another FakeTensorMode"
    elif value is None:
        what = "None, where its schema has a result"
    else:
        what = "a meta tensor" if value.is_meta else "a real tensor"
    raise FakeKernelError(
        f"the fake kernel of {name} returned {what}",
        fix="make its results inside of the fake kernel, from its arguments: x.new_empty(shape), wye.empty_like(x)",
    )
