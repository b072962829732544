"""Operators on lists: the operator of one tensor, called for each.

The rules are derived from the schemas: ``_foreach_add_.ScalarList`` calls ``add_.Scalar`` with one number for each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.aten.declare import Rules
from wye.aten.lines import lines
from wye.call.packets import ops
from wye.schema import parse
from wye.schema.types import ListType

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wye.schema import FunctionSchema

__all__ = ["EXPLICIT"]

EXPLICIT = Rules()

_PREFIX: Final = "_foreach_"
# The overload for one tensor, by that of the list; names that differ from the usual ones.
_OVERLOADS: Final = {"": "default", "Scalar": "Scalar", "ScalarList": "Scalar", "List": "Tensor", "Tensor": "Tensor"}
_OTHER_OVERLOADS: Final = {
    "pow": {
        "Scalar": "Tensor_Scalar", "ScalarList": "Tensor_Scalar", "List": "Tensor_Tensor", "ScalarAndTensor": "Scalar",
    },
    "clamp_min": {"Scalar": "default", "ScalarList": "default"},
    "clamp_max": {"Scalar": "default", "ScalarList": "default"},
    "maximum": {"List": "default"},
    "minimum": {"List": "default"},
    **dict.fromkeys(("addcmul", "addcdiv"), dict.fromkeys(("Scalar", "ScalarList", "Tensor"), "default")),
}  # fmt: skip
_OTHER_OVERLOADS_IN_PLACE: Final = {"pow": {"Scalar": "Scalar", "ScalarList": "Scalar", "List": "Tensor"}}
# With a number, the larger of two is a bound.
_WITH_NUMBER: Final = {"maximum": "clamp_min", "minimum": "clamp_max"}


def _norm(self: Any, ord: Any = 2, dtype: Any = None) -> Any:
    return ops.aten.linalg_vector_norm.default(self, ord, dtype=dtype)


def _powsum(self: Any, ord: Any = 2, dtype: Any = None) -> Any:
    return ops.aten.sum.default(ops.aten.pow.Tensor_Scalar(ops.aten.abs.default(self), ord), dtype=dtype)


def _max(self: Any) -> Any:
    if not self.numel():
        raise RuntimeError(
            "_foreach_max cannot compute the maximum of an empty tensor; max over zero elements is undefined."
        )
    return ops.aten.max.default(self)


def _write(name: str) -> Callable[..., Any]:
    """What stores the larger or smaller of two in the first: no operator of one tensor does."""

    def write(self: Any, other: Any) -> Any:
        return getattr(ops.aten, name).out(self, other, out=self)

    return write


_ITEMS: Final[dict[str, Callable[..., Any]]] = {
    "norm.Scalar": _norm,
    "powsum.Scalar": _powsum,
    "max": _max,
    "maximum_.List": _write("maximum"),
    "minimum_.List": _write("minimum"),
}


def _item(name: str, overload: str) -> Callable[..., Any]:
    """What is called for one tensor."""
    found = _ITEMS.get(f"{name}.{overload}" if overload else name)
    if found is not None:
        return found
    base = name.removesuffix("_")
    special = _OTHER_OVERLOADS_IN_PLACE.get(base, {}) if base != name else {}
    inner = special.get(overload) or _OTHER_OVERLOADS.get(base, {}).get(overload) or _OVERLOADS[overload]
    if overload.startswith("Scalar") and base in _WITH_NUMBER:
        name, inner = name.replace(base, _WITH_NUMBER[base]), "default"

    def call(*args: Any, **kwargs: Any) -> Any:
        return getattr(getattr(ops.aten, name), inner)(*args, **kwargs)

    return call


def _numbers(scalars: Any, n: int) -> list[Any]:
    """The numbers in a tensor, one for each tensor of a list."""
    if scalars.ndim != 1:
        raise RuntimeError(f"Expected packed scalar Tensor to be of dimension 1. Got {scalars.ndim} instead.")
    if not scalars.is_contiguous():
        raise RuntimeError("Expected scalars to be contiguous.")
    if scalars.shape[0] != n:
        raise RuntimeError(
            f"Expected length of scalars to match input of length {n} but got {scalars.shape[0]} instead."
        )
    return list(scalars.tolist())


def _check(schema: FunctionSchema, values: Sequence[Any]) -> int:
    """How many tensors there are; lists must agree about it.

    Raises:
        RuntimeError: there are none, or lists do not fit.
    """
    lists = [(a, value) for a, value in zip(schema.arguments, values, strict=True) if isinstance(a.type, ListType)]
    n = len(lists[0][1])
    if not n:
        raise RuntimeError("Tensor list must have at least one tensor.")
    for argument, value in lists[1:]:
        if len(value) == n:
            continue
        if argument.type.has_tensors:
            raise RuntimeError(f"Tensor lists must have the same number of tensors, got {n} and {len(value)}")
        raise RuntimeError("Tensor list must have same number of elements as scalar list.")
    return n


def _check_scalar(other: Any) -> None:
    if other.ndim:
        raise RuntimeError(
            f"scalar tensor expected to be 0 dim but it has {other.ndim} dimensions and {other.numel()} elements."
        )


def _rule(schema: FunctionSchema, name: str, overload: str) -> Callable[..., Any]:
    item = _item(name, overload)
    by_place = [a for a in schema.arguments if not a.kwarg_only]
    is_list = [isinstance(a.type, ListType) for a in by_place]
    takes_value = name.rstrip("_") in ("addcmul", "addcdiv")
    writes = name.endswith("_")

    def rule(*args: Any, **kwargs: Any) -> Any:
        values = [*args, *(a.default for a in by_place[len(args) :])]
        for place, argument in enumerate(by_place[len(args) :], len(args)):
            if argument.name in kwargs:
                values[place] = kwargs.pop(argument.name)
        n = _check(schema, [*values, *(kwargs.get(a.name, a.default) for a in schema.arguments if a.kwarg_only)])
        each = list(is_list)
        if overload == "Tensor" and takes_value:
            values[-1], each[-1] = _numbers(values[-1], n), True
        elif overload == "Tensor":
            _check_scalar(values[-1])
        found = []
        for number in range(n):
            one = [value[number] if many else value for value, many in zip(values, each, strict=True)]
            found.append(item(*one[:-1], value=one[-1], **kwargs) if takes_value else item(*one, **kwargs))
        return None if writes else found

    return rule


def _into_outputs(functional: Callable[..., Any]) -> Callable[..., Any]:
    """The rule of a variant that stores its results in tensors that it is given."""

    def rule(*args: Any, out: Any, **kwargs: Any) -> None:
        found = functional(*args, **kwargs)
        if len(out) != len(found):
            raise RuntimeError(f"Tensor lists must have the same number of tensors, got {len(found)} and {len(out)}")
        for place, value in zip(out, found, strict=True):
            if tuple(place.shape) != tuple(value.shape):
                place.resize_(value.shape)
            place.copy_(value)

    return rule


def _register() -> None:
    outputs = []
    for full, family in lines().families.items():
        if family != "foreach":
            continue
        name, _, overload = full.removeprefix(_PREFIX).partition(".")
        if overload.endswith("out"):
            outputs.append(full)
            continue
        EXPLICIT[full] = _rule(parse(_schema_line(full)), name, overload)
    for full in outputs:
        EXPLICIT[full] = _into_outputs(EXPLICIT[full.removesuffix("out").rstrip("_.")])


def _schema_line(name: str) -> str:
    group = name.partition(".")[0].removesuffix("_")
    line = next(line for line, _ in lines().groups[group] if line.startswith(f"{name}("))
    return f"aten::{line.partition(' | ')[0]}"


_register()
