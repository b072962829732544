"""The last resort of vmap: an operator without a batching rule runs once for each example.

It warns, naming the operator: once in a process for each operator, or every time after `set_warn_always`.
"""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Any, Final

import wye.shown as shown
from wye._engine import engine
from wye.call.packets import ops
from wye.transforms.batched import BatchedArray, batch
from wye.transforms.interpreters import lowered
from wye.warn_always import is_warn_always_enabled

if TYPE_CHECKING:
    from wye.schema import FunctionSchema
    from wye.transforms.vmap import VmapInterpreter

__all__ = [
    "is_fallback_enabled", "is_fallback_warning_enabled", "loop", "no_fallback_for_outputs", "random_outputs",
    "set_fallback_enabled", "set_fallback_warning_enabled",
]  # fmt: skip

_warned: Final[set[str]] = set()
_enabled = True
_warns = True


def set_fallback_enabled(value: bool) -> None:
    """Allow loops over examples, or make them errors."""
    global _enabled  # noqa: PLW0603 - a switch of the process
    _enabled = bool(value)


def is_fallback_enabled() -> bool:
    """May operators without a batching rule loop over the examples?"""
    return _enabled


def set_fallback_warning_enabled(value: bool) -> None:
    """Warn about loops over examples, or not."""
    global _warns  # noqa: PLW0603 - a switch of the process
    _warns = bool(value)


def is_fallback_warning_enabled() -> bool:
    """Do loops over examples warn?"""
    return _warns


def _warn(name: str) -> None:
    if not _warns or (name in _warned and not is_warn_always_enabled()):
        return
    _warned.add(name)
    text = (
        f"There is a performance drop because we have not yet implemented the batching rule for {name}. Please file us "
        "an issue on GitHub so that we can prioritize its implementation."
    )
    if shown.package == "torch" and not name.startswith("aten::"):
        print(f"Warning: {text} (function warnFallback)", file=sys.stderr)  # as PyTorch does where C++ warns
    else:
        warnings.warn(text, UserWarning, stacklevel=5)


def _refuse(op: Any, why: str) -> RuntimeError:
    return RuntimeError(f"Batching rule not implemented for {op.name()}{why}")


def no_fallback_for_outputs(
    interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Variants that write to ``out`` have no batching rules."""
    if not any(_is_batched(value, interpreter._level) for value in (*args, *kwargs.values())):
        return lowered(op, *args, **kwargs)
    raise _refuse(op, "; the fallback path doesn't work on out= or view ops.")


def random_outputs(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Random numbers are not written to ``out``, batched or not: the randomness of the vmap would not hold for them."""
    raise RuntimeError(
        "vmap: We do not support calling out variants of random operations inside of vmap. Please use non-out "
        "variants as a workaround"
    )


def _is_batched(value: Any, level: int) -> bool:
    if isinstance(value, engine.TensorBase):
        data = value._data
        return type(data) is BatchedArray and data.level == level
    return type(value) in (list, tuple) and any(_is_batched(item, level) for item in value)


def _check(op: Any, schema: FunctionSchema, values: list[Any], level: int) -> None:
    """Refuse what a loop cannot do."""
    if not _enabled:
        raise RuntimeError(f"{op.name()} hit the vmap fallback which is currently disabled")
    writes = [a for a in schema.arguments if a.alias_info is not None]
    is_in_place = bool(writes) and writes[0] is schema.arguments[0] and schema.name.endswith("_")
    if writes and not is_in_place:
        raise _refuse(op, "; the fallback path doesn't work on out= or view ops.")
    if any(type(value) in (list, tuple) and _is_batched(value, level) for value in values) or any(
        str(a.type) != "Tensor" for a in schema.returns
    ):
        raise _refuse(op, ". We could not generate a fallback.")
    if not schema.returns:
        raise _refuse(op, ". The fallback path does not support operations with no returns.")


def loop(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Run the operator once for each example, and stack the results."""
    level, size, schema = interpreter._level, interpreter._batch_size, op.schema
    values = [*args, *kwargs.values()]
    if not any(_is_batched(value, level) for value in values):
        return lowered(op, *args, **kwargs)
    _check(op, schema, values, level)
    is_in_place = schema.arguments[0].alias_info is not None
    if is_in_place:
        from wye.transforms.batched_calls import refuse_unbatched_self  # here: that module chooses this one

        refuse_unbatched_self(op.name().partition(".")[0], args[0], level, f"at level {level}")
    engine.mark_call("loop")
    _warn(op.name())
    if size == 0:
        raise _refuse(op, ". The fallback path does not support vmap over dims of size 0.")
    return lowered(_loop, op, args, kwargs, level, size, is_in_place)


def _example(value: Any, number: int, level: int) -> Any:
    if _is_batched(value, level):
        return value._data.inner.select(value._data.dim, number)
    return value


def _loop(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any], level: int, size: int, is_in_place: bool) -> Any:
    made = []
    for number in range(size):
        one = [_example(value, number, level) for value in args]
        result = op(*one, **{name: _example(value, number, level) for name, value in kwargs.items()})
        made.append(result if isinstance(result, tuple) else (result,))
    if is_in_place:
        return args[0]
    stacked = tuple(
        None if column[0] is None else batch(ops.aten.stack.default(list(column)), 0, level)  # a result may be absent
        for column in zip(*made, strict=True)
    )
    return stacked if len(stacked) > 1 else stacked[0]
