"""Types of values: which type of schemas a value has, as far as its elements have one in common.

Cold path.  In: a value.  Out: its type, or why it has none.
"""

from __future__ import annotations

from typing import Any

from wye._engine import engine
from wye.schema import types
from wye.schema.values import device, dtype, layout

__all__ = ["InferredType", "infer_type"]

_SIMPLE: dict[type, types.Type] = {
    type(None): types.NoneType.get(), bool: types.BoolType.get(), int: types.IntType.get(),
    float: types.FloatType.get(), complex: types.ComplexType.get(), str: types.StringType.get(),
    dtype: types.IntType.get(), layout: types.IntType.get(), device: types.DeviceObjType.get(),
}  # fmt: skip


class InferredType:
    """The type of a value, or the reason why it has none."""

    __slots__ = ("_found",)

    def __init__(self, found: types.Type | str) -> None:
        self._found = found

    def success(self) -> bool:
        """Has it a type?"""
        return not isinstance(self._found, str)

    def type(self) -> types.Type:
        """The type.

        Raises:
            RuntimeError: there is none.
        """
        if isinstance(self._found, str):
            raise RuntimeError(f"Tried to get the type from an InferredType, but the type is null. {self._found}")
        return self._found

    def reason(self) -> str:
        """Why it has none; empty if it has one."""
        return self._found if isinstance(self._found, str) else ""


def infer_type(value: Any) -> InferredType:
    """The type of a value in schemas: numbers, texts, tensors, and lists, tuples and dictionaries of them.

    >>> infer_type([1, 2]).type().annotation_str
    'List[int]'
    >>> infer_type([]).success()
    False
    """
    try:
        return InferredType(_type_of(value))
    except TypeError as error:
        return InferredType(str(error))


def _type_of(value: Any) -> types.Type:
    found = _SIMPLE.get(type(value))
    if found is not None:
        return found
    if isinstance(value, engine.TensorBase):
        return types.TensorType.get()
    if isinstance(value, tuple):
        return types.TupleType(*map(_type_of, value))
    if isinstance(value, list):
        if not value:
            raise TypeError("List trace inputs must have elements")
        return types.ListType(_common(value, "List inputs to traced functions"))
    if isinstance(value, dict):
        if not value:
            raise TypeError("Dictionary inputs must have entries")
        return types.DictType(
            _common(list(value), "Dictionary inputs to traced functions"),
            _common(list(value.values()), "Dictionary inputs to traced functions"),
        )
    raise TypeError(
        "Only tensors and (possibly nested) tuples of tensors, lists, or dicts are supported as inputs or outputs of "
        f"traced functions, but instead got value of type {type(value).__name__}."
    )


def _common(values: list[Any], who: str) -> types.Type:
    """The one type of several values; None makes it optional."""
    found: types.Type | None = None
    has_none = False
    for value in values:
        if value is None:
            has_none = True
            continue
        one = _type_of(value)
        if found is not None and found != one:
            raise TypeError(f"{who} must have consistent element type. Found {found} and {one}")
        found = one
    if found is None:
        return types.NoneType.get()
    return types.OptionalType(found) if has_none else found
