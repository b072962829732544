"""Real tensors beside fake ones: each call is also computed, and what only data says is decided by the values.

Warm: only modes with `propagate_real_tensors` come here.  In: a call on fakes that have real tensors.  Out: its fake
result; results have real tensors, and sizes that depend on data have values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.fake.calls import call
from wye.fake.plans import run_without_handlers
from wye.fake.tensor import FakeTensor
from wye.pytree import tree_leaves, tree_map
from wye.tensors import Tensor

if TYPE_CHECKING:
    from wye.fake.plans import Plan

__all__ = ["call_with_real", "copy_of"]


class _MissingError(Exception):
    """An argument whose value is not known."""


def copy_of(tensor: Any, memory: Any) -> Any:
    """A copy of a real tensor; copies of tensors that share memory share memory, too.

    Args:
        tensor: The tensor.
        memory: The copies of memory so far, by storage.
    """
    if isinstance(tensor, FakeTensor):  # of another mode, which knows its value or does not
        return tensor.real_tensor

    def copied() -> Any:
        plain = tensor.detach()
        if plain.is_meta or plain.is_conj() or plain.is_neg():
            return plain.clone()
        storage = plain.untyped_storage()
        whole = memory.get(storage)
        if whole is None or whole.dtype != plain.dtype:
            whole = memory[storage] = plain.new_empty(0).set_(storage).clone()
        return whole.as_strided(plain.shape, plain.stride(), plain.storage_offset())

    return run_without_handlers(copied)


def call_with_real(mode: Any, plan: Plan, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call an operator on fake tensors, and on the real ones beside them where all are there."""
    result = call(mode, plan, args, kwargs)
    try:
        given, named = tree_map(_real, (args, kwargs))
    except _MissingError:
        return result
    computed = run_without_handlers(plan.func, *given, **named)
    fakes, reals = tree_leaves(result), tree_leaves(computed)
    if len(fakes) == len(reals):
        for fake, real in zip(fakes, reals, strict=True):
            _pair(mode.shape_env, fake, real)
    return result


def _real(value: Any) -> Any:
    if isinstance(value, FakeTensor):
        if value.real_tensor is None:
            raise _MissingError
        return value.real_tensor
    if isinstance(value, Tensor):
        return value
    node = getattr(value, "node", None)
    if node is None:
        return value
    found = node.shape_env.value_with_data(node.expr)
    if found is None:
        raise _MissingError
    return found


def _pair(env: Any, fake: Any, real: Any) -> None:
    """Keep what was computed beside a fake result."""
    if isinstance(fake, FakeTensor) and isinstance(real, Tensor):
        fake.real_tensor = real
        if env is not None:
            for number, value in zip((*fake.shape, *fake.stride()), (*real.shape, *real.stride()), strict=False):
                _bind(env, number, value)
    elif env is not None:
        _bind(env, fake, real)


def _bind(env: Any, number: Any, value: Any) -> None:
    node = getattr(number, "node", None)
    if node is not None:
        env.set_value_with_data(node._expr, value)
