"""Queries about a schema, and its arguments paired with the values of a call.

Cold path: registration, checks, tools.
Pure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wye.schema.model import Argument, FunctionSchema
    from wye.schema.types import Type

__all__ = [
    "device_place",
    "fill_defaults",
    "has_kwarg_only_arguments",
    "has_kwarg_only_tensors",
    "has_tensor_argument",
    "is_functional_schema",
    "is_tensor_like_type",
    "is_tensorlist_like_type",
    "is_view_schema",
    "mutates_and_returns_first",
    "pair_with_values",
    "written_places",
]

_TENSOR = ("Tensor", "Tensor?")
_TENSOR_LIST = ("Tensor[]", "Tensor?[]", "Tensor[]?", "Tensor?[]?")


def is_tensor_like_type(typ: Type) -> bool:
    """Is it a tensor or an optional tensor?"""
    return typ.text in _TENSOR


def is_tensorlist_like_type(typ: Type) -> bool:
    """Is it a list of tensors, with or without question marks?"""
    return typ.text in _TENSOR_LIST


def has_tensor_argument(schema: FunctionSchema) -> bool:
    """Is there a tensor, or a list of them, among the arguments?"""
    return any(is_tensor_like_type(a.type) or is_tensorlist_like_type(a.type) for a in schema.arguments)


def has_kwarg_only_arguments(schema: FunctionSchema) -> bool:
    """Must an argument be given by name?"""
    return any(a.kwarg_only for a in schema.arguments)


def has_kwarg_only_tensors(schema: FunctionSchema) -> bool:
    """Must a tensor be given by name?"""
    return any(
        a.kwarg_only and (is_tensor_like_type(a.type) or is_tensorlist_like_type(a.type)) for a in schema.arguments
    )


def device_place(schema: FunctionSchema) -> int | None:
    """The place of the argument ``Device device``, or None."""
    places = (i for i, a in enumerate(schema.arguments) if a.type.text == "Device" and a.name == "device")
    return next(places, None)


def is_functional_schema(schema: FunctionSchema, *, allow_valid_view: bool = False) -> bool:
    """Does the operator write to nothing and return something that is not a view of an argument?

    Args:
        schema: The schema.
        allow_valid_view: Accept a view that takes one tensor and returns one.
    """
    if schema.is_mutable or not schema.returns:
        return False
    if not is_view_schema(schema):
        return True
    tensors_in, tensors_out = (
        sum(value.type.text == "Tensor" for value in values) for values in (schema.arguments, schema.returns)
    )
    return allow_valid_view and tensors_in == tensors_out == 1


def is_view_schema(schema: FunctionSchema) -> bool:
    """Does it return a view of an argument, or views, which it has not written to?"""
    return any(r.alias_info is not None and not r.alias_info.is_write for r in schema.returns)


def mutates_and_returns_first(schema: FunctionSchema) -> bool:
    """Is it of the form ``f_(Tensor(a!) x, ...) -> Tensor(a!)``, with no other alias?"""
    aliases = [value.alias_info for value in (*schema.arguments, *schema.returns)]
    if len(schema.returns) != 1 or not schema.arguments or any(alias is not None for alias in aliases[1:-1]):
        return False
    first, returned = aliases[0], aliases[-1]
    if first is None or returned is None or not first.is_write:
        return False
    return len(first.after_set) == 1 and first.after_set == returned.after_set


def written_places(schema: FunctionSchema) -> tuple[list[int], list[str]]:
    """Where the arguments stand that the operator writes to: places, and names of those given by name."""
    places = [i for i, a in enumerate(schema.arguments) if a.is_write and not a.kwarg_only]
    return places, [a.name for a in schema.arguments if a.is_write and a.kwarg_only]


def fill_defaults(
    schema: FunctionSchema, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The values of a call, with the defaults of those that were left out; a missing one without default is None."""
    filled, named = [], {}
    for place, argument in enumerate(schema.arguments):
        if argument.kwarg_only:
            named[argument.name] = kwargs.get(argument.name, argument.default_value)
        else:
            given = place < len(args)
            filled.append(args[place] if given else kwargs.get(argument.name, argument.default_value))
    return tuple(filled), named


def pair_with_values(
    schema: FunctionSchema, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Iterator[tuple[Argument, Any]]:
    """Each argument that was given a value, with that value.  The values are known to fit.

    Raises:
        AssertionError: there are more of them than arguments.
    """
    if len(args) + len(kwargs) > len(schema.arguments):
        raise AssertionError(
            f"{schema.qualified_name} has {len(schema.arguments)} arguments but got {len(args)} by place and "
            f"{len(kwargs)} by name"
        )
    for place, argument in enumerate(schema.arguments):
        if place < len(args) and not argument.kwarg_only:
            yield argument, args[place]
        elif argument.name in kwargs:
            yield argument, kwargs[argument.name]
