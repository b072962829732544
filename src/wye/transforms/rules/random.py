"""Operators that draw random numbers.

Randomness "same": drawn once, for one example; "different": one tensor of the size of the batch, so that the first
example has the numbers of a plain call; "error": refused.  Every vmap around a call must allow it.
"""

from __future__ import annotations

from typing import Any

from wye._engine import engine
from wye.autograd.apply_hooks import thread
from wye.transforms.batched import BatchedArray, batch, batched_at
from wye.transforms.batched_calls import refuse_unbatched_self, take_apart, taking_calls, wrap_results
from wye.transforms.interpreters import lowered
from wye.transforms.rules.moving import aten, front, padded, spread

__all__ = ["check_randomness", "drawing", "unsupported"]


def check_randomness(interpreter: Any) -> None:
    """Refuse random operators where the vmap does.

    Raises:
        RuntimeError: its randomness is "error".
    """
    if interpreter._randomness == "error":
        if thread.is_former:
            raise RuntimeError(
                "vmap: We do not yet support calling random operations inside of vmap. Please perform random "
                "operations outside of vmap as a workaround"
            )
        raise RuntimeError(
            "vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' "
            "randomness flags on vmap or perform the randomness operation out of vmap"
        )


@taking_calls
def unsupported(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The rule of a random operator that no randomness is defined for, even where nothing is batched."""
    raise RuntimeError(f"vmap: we do not yet support {op.name()}. Please perform the operation outside of vmap")


@taking_calls
def drawing(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The rule of a random operator."""
    check_randomness(interpreter)
    schema = op.schema
    if any(isinstance(value, engine.TensorBase) for value in args):
        if schema.arguments[0].alias_info is not None:
            return _in_place(interpreter, op, args, kwargs)
        return _like(interpreter, op, args, kwargs)
    if interpreter._randomness == "same":
        return lowered(op, *args, **kwargs)
    return _factory(interpreter, op, args, kwargs)


def _factory(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """An operator with sizes and without tensors."""
    size, level = interpreter._batch_size, interpreter._level
    names = [argument.name for argument in op.schema.arguments]
    if "size" not in names:  # a permutation
        made = [lowered(op, *args, **kwargs) for _ in range(size)]
        return batch(lowered(aten.stack.default, made), 0, level)
    place = names.index("size")
    if place < len(args):
        args = (*args[:place], [size, *args[place]], *args[place + 1 :])
    else:
        kwargs = {**kwargs, "size": [size, *kwargs["size"]]}
    return batch(lowered(op, *args, **kwargs), 0, level)


def _in_place(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    level, different = interpreter._level, interpreter._randomness == "different"
    mine = batched_at(args[0], level)
    others = any(batched_at(value, level) is not None for value in args[1:])
    if others and not different:
        raise _not_the_same()
    if mine is None:
        if others:
            name = op.name().removeprefix("aten::").partition(".")[0]
            refuse_unbatched_self(name, args[0], level, f"at level {level}")
        if different:
            raise RuntimeError(
                "vmap: Cannot ask for different inplace randomness on an unbatched tensor. This will appear like same "
                "randomness. If this is necessary for your usage, please file an issue with functorch."
            )
        return lowered(op, *args, **kwargs)
    if different:
        lowered(_fill_all, op, mine, args, kwargs, level)
    else:
        lowered(_fill_alike, op, mine, args, kwargs)
    return args[0]


def _fill_all(op: Any, mine: BatchedArray, args: tuple[Any, ...], kwargs: dict[str, Any], level: int) -> None:
    rest, dims, _ = take_apart(args[1:], level)
    target = front(mine.inner, mine.dim)
    rest = [
        value if dim is None else padded(front(value, dim), mine.ndim) for value, dim in zip(rest, dims, strict=True)
    ]
    op(target, *rest, **kwargs)


def _fill_alike(op: Any, mine: BatchedArray, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    target = front(mine.inner, mine.dim)
    example = aten.empty_like.default(aten.select.int(target, 0, 0)) if target.size(0) else None
    if example is not None:
        aten.copy_.default(target, op(example, *args[1:], **kwargs))


def _not_the_same() -> RuntimeError:
    return RuntimeError(
        "Vmap does not currently support same randomness with a batched tensor input. Please use different randomness "
        "or file an issue with functorch"
    )


_BY_SHAPE = ("rand_like", "randn_like", "randint_like", "uniform", "exponential", "geometric", "cauchy", "log_normal",
             "random", "normal_functional", "bernoulli.p")  # fmt: skip


def _like(interpreter: Any, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """An operator with tensors that writes to none."""
    level, size = interpreter._level, interpreter._batch_size
    plain, dims, found = take_apart(args, level)
    if interpreter._randomness == "same":
        if not found:
            return lowered(op, *args, **kwargs)
        return _same(op, plain, dims, kwargs, level)
    results = lowered(_different, op, plain, dims, kwargs, size)
    return wrap_results(results, 0, level)


def _same(op: Any, plain: list[Any], dims: list[Any], kwargs: dict[str, Any], level: int) -> Any:
    name = op.name().removeprefix("aten::")
    if name == "native_dropout":
        x, p, train = plain[0], plain[1], plain[2]
        example = lowered(aten.select.int, x, dims[0], 0)
        kept, mask = lowered(op, aten.ones_like.default(example), p, train)
        return aten.mul.Tensor(batch(x, dims[0], level), kept), mask
    if name not in _BY_SHAPE and name.partition(".")[0] not in _BY_SHAPE:
        raise _not_the_same()
    example = lowered(aten.select.int, plain[0], dims[0], 0)
    return lowered(op, example, *plain[1:], **kwargs)


def _different(op: Any, plain: list[Any], dims: list[Any], kwargs: dict[str, Any], size: int) -> Any:
    tensors = [i for i, value in enumerate(plain) if isinstance(value, engine.TensorBase)]
    ranks = [plain[i].ndim - (dims[i] is not None) for i in tensors]
    for i in tensors:
        plain[i] = padded(spread(plain[i], dims[i], size), max(ranks))
    if op.name() == "aten::multinomial" and plain[0].ndim == 3:
        x = plain[0]
        made = op(x.reshape([size * x.size(1), x.size(2)]), *plain[1:], **kwargs)
        return made.reshape([size, x.size(1), made.size(1)])
    return op(*plain, **kwargs)
