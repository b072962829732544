"""Operators that compute each element of the result from the elements in the same place.

One tensor among the arguments: the batch dimension stays where it is.  Several: it goes to the front, and examples of
fewer dimensions get dimensions of size 1 after it, so that they broadcast as single examples do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.aten.columns import COLUMNS
from wye.aten.declare import Rules
from wye.aten.lines import lines
from wye.schema.values import DTYPES
from wye.tensors import Tensor
from wye.tensors.dtypes import from_numpy_dtype
from wye.tensors.promotion import result_type
from wye.transforms.batched import BatchedArray, batch
from wye.transforms.batched_calls import keeping_places, refuse_unbatched_self, taking_calls
from wye.transforms.interpreters import LEAVE, lowered
from wye.transforms.rules.moving import aten, front, padded

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.transforms.vmap import VmapInterpreter

_BOOL: Final = DTYPES["bool"]

__all__ = ["in_place", "named_in_place", "pointwise", "pointwise_family"]


def _run(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    level = interpreter._level
    if len(args) == 1:
        data = args[0]._data
        if type(data) is BatchedArray and data.level == level:
            stack = interpreter._stack  # as `lowered` does, without another frame
            stack.pop()
            try:
                result = LEAVE.run(op, data.inner, **kwargs) if not stack else op(data.inner, **kwargs)
            finally:
                stack.append(interpreter)
            if type(result) is tuple:
                return tuple(batch(one, data.dim, level) for one in result)
            return batch(result, data.dim, level)
    others = False  # tensors beside the first argument
    for value in args[1:]:
        if isinstance(value, engine.TensorBase):
            others = True
    first = args[0] if args else None
    if not others and isinstance(first, engine.TensorBase):
        data = first._data
        if type(data) is not BatchedArray or data.level != level:
            return lowered(op, *args, **kwargs)
        result = lowered(op, data.inner, *args[1:], **kwargs)
        if type(result) is tuple:
            return tuple(batch(one, data.dim, level) for one in result)
        return batch(result, data.dim, level)
    plain = _aligned(args, level)
    if plain is None:
        return lowered(op, *args, **kwargs)
    result = lowered(_call, op, plain, kwargs)
    return tuple(batch(one, 0, level) for one in result) if type(result) is tuple else batch(result, 0, level)


def _call(op: Any, plain: list[Any], kwargs: dict[str, Any]) -> Any:
    return op(*_broadcast(plain), **kwargs)


def _aligned(args: tuple[Any, ...], level: int) -> list[Any] | None:
    """The arguments, batched tensors as their `BatchedArray`; None: there are none."""
    plain: list[Any] = []
    found = False
    for value in args:
        data = value._data if isinstance(value, engine.TensorBase) else None
        if type(data) is BatchedArray and data.level == level:
            plain.append(data)
            found = True
        else:
            plain.append(value)
    return plain if found else None


def _broadcast(values: list[Any]) -> list[Any]:
    """Arguments that broadcast as those of single examples do; `BatchedArray`s become tensors."""
    rank, lowest = 0, 64
    for value in values:
        if isinstance(value, (BatchedArray, Tensor)):
            n = value.ndim
            rank, lowest = max(rank, n), min(lowest, n)
    dtype = _common_dtype(values) if lowest == 0 else None
    made: list[Any] = []
    for value in values:
        if type(value) is BatchedArray:
            x = padded(front(value.inner, value.dim), rank)
            if dtype is not None and value.ndim == 0 and x.dtype != dtype and x.dtype != _BOOL:  # masks stay masks
                x = x.to(dtype)
            made.append(x)
        elif rank == 0 and dtype is not None and isinstance(value, engine.TensorBase):
            made.append(aten.view.default(value, [1]))
        else:
            made.append(value)
    return made


def _common_dtype(values: list[Any]) -> Any:
    """What operands of several dtypes are promoted to, where an example of a batched one has no dimensions.

    Together, the examples have one, which would count more in the promotion.  None: all have the same dtype.
    """
    tensors = [value if type(value) is BatchedArray else value._data for value in values
               if type(value) is BatchedArray or isinstance(value, engine.TensorBase)]  # fmt: skip
    if len({tensor.dtype for tensor in tensors}) == 1:
        return None
    return from_numpy_dtype(result_type(*tensors))


pointwise: Final = keeping_places(taking_calls(_run))


def named_in_place(name: str | None, by: str | None = None) -> Callable[..., Any]:
    """The rule of a pointwise operator that writes in place.

    Args:
        name: What errors call it; None: its own name, with the level; "": no check, PyTorch's has none.
        by: The operator that writes, if it is another one; it stores one number then.
    """

    def run(interpreter: VmapInterpreter, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        level = interpreter._level
        plain = _aligned(args, level)
        if plain is None:
            return lowered(op, *args, **kwargs)
        if type(plain[0]) is not BatchedArray and name != "":
            where = f"at level {level}" if name is None else "in a vmap"
            refuse_unbatched_self(name or op.name().partition(".")[0], args[0], level, where)
        if by is not None and args[1].ndim:
            raise RuntimeError(
                f"{name} only supports 0-dimension value tensor but got tensor with {args[1].ndim} dimensions."
            )
        lowered(_call, op if by is None else getattr(aten, by).default, plain, kwargs)
        return args[0]

    return taking_calls(run)


in_place: Final = named_in_place(None)


def pointwise_family(family: str, *without: str) -> Rules:
    """The rules of a family whose kernels are all pointwise, and of their variants that write in place.

    Args:
        family: Its name.
        without: Operators of the family that are not pointwise.
    """
    made = Rules()
    computed = {*COLUMNS["kernel"].table(family), *COLUMNS["explicit"].table(family)} - set(without)
    for name, its_family in lines().families.items():
        packet, dot, overload = name.partition(".")
        if its_family != family or name in without or "out" in overload:
            continue
        writes = packet.endswith("_") and not packet.endswith("__")
        functional = packet.removesuffix("_") + dot + overload if writes else name
        if name in computed or functional in computed:
            made[name] = in_place if writes else pointwise
    return made
