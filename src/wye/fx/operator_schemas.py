"""Signatures of what graphs call, and arguments in one form: by place and name as the schema has them.

Cold path: passes ask.  In: a target of a node and its arguments.  Out: all arguments, defaults included.
"""

from __future__ import annotations

import inspect
import numbers
import types as python_types
import typing
from typing import Any, Final, NamedTuple

from wye.aten.functions import Function
from wye.call import OpOverload, OpOverloadPacket
from wye.schema import types
from wye.schema.values import device, dtype, layout, memory_format
from wye.tensors import Tensor

if typing.TYPE_CHECKING:
    from collections.abc import Callable

    from wye.nn.modules.module import Module
    from wye.schema import FunctionSchema

__all__ = [
    "ArgsKwargsPair",
    "check_for_mutable_operation",
    "create_type_hint",
    "get_signature_for_torch_op",
    "normalize_function",
    "normalize_module",
    "python_type",
    "type_matches",
]


class ArgsKwargsPair(NamedTuple):
    """Arguments by place and by name."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]


_PYTHON: Final[dict[str, Any]] = {
    "Tensor": Tensor, "Scalar": numbers.Number, "int": int, "SymInt": int, "float": float, "SymFloat": float,
    "bool": bool, "SymBool": bool, "str": str, "complex": complex, "Device": device, "ScalarType": dtype,
    "Layout": layout, "MemoryFormat": memory_format,
}  # fmt: skip


def python_type(kind: types.Type) -> Any:
    """The Python type that values of a schema's type have."""
    if isinstance(kind, types.ListType):
        return python_types.GenericAlias(list, python_type(kind.elem))
    if isinstance(kind, types.OptionalType):
        return typing.Optional[python_type(kind.elem)]  # noqa: UP045 - `|` fails on some of them
    if isinstance(kind, types.TupleType):
        return python_types.GenericAlias(tuple, tuple(map(python_type, kind.contained)) or ((),))
    if isinstance(kind, types.DictType):
        return python_types.GenericAlias(dict, tuple(map(python_type, kind.contained)))
    if isinstance(kind, types.NoneType):
        return type(None)
    return _PYTHON.get(kind.str(), Any)


def _signature(schema: FunctionSchema) -> inspect.Signature:
    """A schema as a Python signature; `self` of operators is ``input``, as functions call it."""
    parameters, by_name = [], False
    for argument in schema.arguments:
        by_name = by_name or argument.kwarg_only
        default = argument.default_value if argument.has_default_value() else inspect.Parameter.empty
        kind = inspect.Parameter.KEYWORD_ONLY if by_name else inspect.Parameter.POSITIONAL_OR_KEYWORD
        name = {"self": "input", "from": "from_"}.get(argument.name, argument.name)
        parameters.append(inspect.Parameter(name, kind, default=default, annotation=python_type(argument.real_type)))
    returned = [python_type(one.real_type) for one in schema.returns]
    result = None if not returned else returned[0] if len(returned) == 1 else tuple(returned)
    return inspect.Signature(parameters, return_annotation=result)


def _schemas(op: Any) -> list[FunctionSchema] | None:
    if isinstance(op, Function):
        op = op.packet
    if isinstance(op, OpOverload):
        return [op._schema]
    if isinstance(op, OpOverloadPacket):
        return [overload._schema for overload in op.op_overloads()]
    return None


def get_signature_for_torch_op(op: Any, return_schemas: bool = False) -> Any:
    """The signatures of an operator's overloads.

    Args:
        op: An overload, a packet, or a function of tensors.
        return_schemas: Return the schemas beside them.

    Returns:
        A list of signatures, or None if it is no operator; with ``return_schemas`` a pair of lists.
    """
    schemas = _schemas(op)
    found = None if schemas is None else [_signature(schema) for schema in schemas]
    return (found, schemas) if return_schemas else found


def check_for_mutable_operation(target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Refuse an operator that writes to these arguments, where the schema that fits is the only one.

    Raises:
        RuntimeError: it writes.
    """
    signatures, schemas = get_signature_for_torch_op(target, return_schemas=True)
    if not signatures:
        return
    fitting = [schema for sig, schema in zip(signatures, schemas, strict=True) if _binds(sig, args, kwargs)]
    if len(fitting) == 1 and fitting[0].is_mutable:
        raise RuntimeError(
            f"Tried to trace mutable operation {fitting[0]}. FX only supports functional code, so operations that "
            "mutate operands in-place (e.g. via `out` arguments) are not supported"
        )


def _binds(signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        return False
    return True


def create_type_hint(x: Any) -> Any:
    """``[int, int]`` as ``list[int]``, ``(int, float)`` as ``tuple[Any, ...]``; other things as they are.

    >>> create_type_hint([int, int])
    list[int]
    """
    if not isinstance(x, (list, tuple)):
        return x
    if not all(isinstance(one, type) for one in x):
        return x

    def made(kind: Any) -> Any:
        return python_types.GenericAlias(type(x), kind if isinstance(x, list) else (kind, ...))

    if not x:
        return made(Any)
    base = x[0]
    for one in x:
        if issubclass(base, one):
            base = one
        elif not issubclass(one, base):
            return made(Any)
    return made(base)


def type_matches(signature_type: Any, argument_type: Any) -> bool:
    """May a value of one type be given for a parameter of another?"""
    if signature_type == argument_type or signature_type is Any:
        return True
    if signature_type is int and argument_type is dtype:
        return True  # schemas of PyTorch say int of a dtype
    origin, parts = typing.get_origin(signature_type), typing.get_args(signature_type)
    if origin in (typing.Union, python_types.UnionType):
        return any(type_matches(part, argument_type) for part in parts if part is not type(None))
    if origin is list and argument_type is int and parts == (int,):
        return True  # one number for all
    if origin is list and typing.get_origin(argument_type) in (list, tuple):
        given = [part for part in typing.get_args(argument_type) if part is not Ellipsis]
        return all(type_matches(parts[0], part) for part in given)
    if isinstance(argument_type, type) and isinstance(signature_type, type):
        if signature_type is numbers.Number and argument_type in (int, float, complex, bool):
            return True
        return origin is None and not hasattr(argument_type, "__origin__") and issubclass(argument_type, signature_type)
    return False


def _fits(signature: inspect.Signature, arg_types: tuple[Any, ...], kwarg_types: dict[str, Any]) -> bool:
    try:
        bound = signature.bind(*arg_types, **kwarg_types)
    except TypeError:
        return False
    return all(type_matches(signature.parameters[name].annotation, kind) for name, kind in bound.arguments.items())


def _choose(
    target: Any, args: tuple[Any, ...], kwargs: dict[str, Any], arg_types: Any, kwarg_types: Any
) -> inspect.Signature | None:
    signatures = get_signature_for_torch_op(target)
    if signatures is None:
        return None
    fitting = [signature for signature in signatures if _binds(signature, args, kwargs)]
    if len(fitting) > 1 and (arg_types is not None or kwarg_types is not None):
        kinds = tuple(create_type_hint(one) for one in arg_types or ())
        named = {name: create_type_hint(one) for name, one in (kwarg_types or {}).items()}
        fitting = [signature for signature in fitting if _fits(signature, kinds, named)][:1]
    elif len(fitting) > 1:
        name, shown = getattr(target, "__name__", target), "\n".join(map(str, fitting))
        raise RuntimeError(
            f"Tried to normalize arguments to {name} but the schema match was ambiguous! "
            f"Please provide argument types to the normalize_arguments() call. Available schemas:\n{shown}"
        )
    return fitting[0] if fitting else None


def normalize_function(
    target: Callable[..., Any],
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None = None,
    arg_types: tuple[Any, ...] | None = None,
    kwarg_types: dict[str, Any] | None = None,
    normalize_to_only_use_kwargs: bool = False,
) -> ArgsKwargsPair | None:
    """All arguments of a call, defaults included, as the parameters stand.

    Args:
        target: An operator, a function of tensors, or a function written in Python.
        args: Arguments by place.
        kwargs: Arguments by name.
        arg_types: The types of ``args``, where several overloads would take them.
        kwarg_types: The types of ``kwargs``, likewise.
        normalize_to_only_use_kwargs: Give all of them by name.

    Returns:
        The arguments; None: nothing is known about the target, or nothing fits.

    Raises:
        RuntimeError: several overloads fit, and no types are given.
    """
    kwargs = kwargs or {}
    if isinstance(target, python_types.BuiltinFunctionType):
        return None
    signature = _choose(target, args, kwargs, arg_types, kwarg_types)
    if signature is None and _schemas(target) is None and not isinstance(target, (OpOverload, OpOverloadPacket)):
        try:
            signature = inspect.signature(inspect.unwrap(target))
        except (TypeError, ValueError):
            return None
    return None if signature is None else _normalized(signature, args, kwargs, normalize_to_only_use_kwargs)


def normalize_module(
    root: Module,
    target: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None = None,
    normalize_to_only_use_kwargs: bool = False,
) -> ArgsKwargsPair | None:
    """The same for a call of a submodule, by its full name.

    Raises:
        RuntimeError: there is no such submodule.
    """
    try:
        module = root.get_submodule(target)
    except AttributeError as error:
        raise RuntimeError(
            f"Tried to normalize node with target {target} but root did not have that target!"
        ) from error
    return _normalized(inspect.signature(module.forward), args, kwargs or {}, normalize_to_only_use_kwargs)


def _normalized(
    signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any], only_names: bool
) -> ArgsKwargsPair | None:
    kinds = {parameter.kind for parameter in signature.parameters.values()}
    if kinds - {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}:
        return None
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError:
        return None
    bound.apply_defaults()
    by_place, by_name = [], {}
    for number, (name, value) in enumerate(bound.arguments.items()):
        if only_names or number >= len(args):
            by_name[name] = value
        else:
            by_place.append(value)
    return ArgsKwargsPair(tuple(by_place), by_name)
