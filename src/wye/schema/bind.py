"""Bind arguments to a schema, and compile a schema into what the engine checks by itself.

`compile_signature` runs at definition; `bind` and `check_return` only when the engine's quick check refuses a value.
In: a schema and arguments.  Out: arguments as kernels get them, or an error that names operator, argument and types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye._engine import engine
from wye.errors import ArgumentError, ReturnError
from wye.schema import types
from wye.schema.convert import EXACT_TYPES, DoesNotFit, convert
from wye.schema.object_classes import classes
from wye.schema.symbolic import stands_for

if TYPE_CHECKING:
    from wye.schema.model import Argument, FunctionSchema

__all__ = ["bind", "check_return", "compile_signature", "kind_of"]

_kinds: dict[types.Type, tuple[int, type | None]] = {}

# Operators that take a number for a tensor, which their kernels then get unchanged.  PyTorch decides that by name, too.
_ARITHMETIC = ("add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide", "floor_divide")
TAKE_NUMBERS: Final = frozenset(f"aten::{name}{form}" for name in (*_ARITHMETIC, "copy") for form in ("", "_"))
NUMBERS: Final = frozenset((bool, int, float, complex))


def _base_kind(of: types.Type) -> tuple[int, type | None]:
    if isinstance(of, types.TensorType):
        return engine.KIND_TENSOR, None
    if isinstance(of, types.FloatType):
        return engine.KIND_FLOAT, None
    if isinstance(of, types.NumberType):
        return engine.KIND_SCALAR, None
    if isinstance(of, types.SymIntType):
        return engine.KIND_SYMINT, int
    if isinstance(of, (types.AnyType, types.VarType)):
        return engine.KIND_ANY, None
    known = classes.named(of.text) if of.has_objects else None
    exact = EXACT_TYPES.get(type(of)) if known is None else known.cls
    return (engine.KIND_PYTHON, None) if exact is None else (engine.KIND_EXACT, exact)


def kind_of(of: types.Type) -> tuple[int, type | None]:
    """How the engine checks a value of this type by itself.  See Note [Argument kinds] (_pure)."""
    if of in _kinds:
        return _kinds[of]
    flags, inner = 0, of
    if isinstance(inner, types.OptionalType):
        flags, inner = engine.OPTIONAL, inner.elem
    if isinstance(inner, types.ListType):
        flags, inner = flags | engine.LIST, inner.elem
        if isinstance(inner, types.OptionalType):
            flags, inner = flags | engine.OPTIONAL_ELEMENT, inner.elem
    base, exact = _base_kind(inner)
    if base == engine.KIND_PYTHON or (base == engine.KIND_ANY and flags & engine.LIST):
        base, flags = engine.KIND_PYTHON, flags & engine.OPTIONAL
    _kinds[of] = flags | base, exact
    return _kinds[of]


def _default(argument: Argument) -> Any:
    """The default as a kernel would get it."""
    if not argument.has_default_value():
        return None
    try:
        return convert(argument.default_value, argument.real_type, argument.N)
    except DoesNotFit:  # `int x=1.5` parses, as in PyTorch
        return argument.default_value


# Schemas that differ only in their names share their tuples of arguments and returns, and so a signature.
_signatures: dict[tuple[int, int, bool, bool], tuple[FunctionSchema, engine.Signature]] = {}
_MAX_SIGNATURES = 4096
classes.on_change(_signatures.clear)
classes.on_change(_kinds.clear)


def compile_signature(schema: FunctionSchema, *, accepts_none: bool = False) -> engine.Signature:
    """Compile what the engine needs to count, place and check arguments without calling Python.

    Args:
        schema: The operator's schema.
        accepts_none: Take None for ``Tensor`` as PyTorch does.
    """
    numbers = schema.name in TAKE_NUMBERS
    shape = id(schema.arguments), id(schema.returns), accepts_none, numbers
    known = _signatures.get(shape)
    if known is not None and known[0].is_varret == schema.is_varret:
        return known[1]
    if len(_signatures) >= _MAX_SIGNATURES:
        _signatures.clear()
    signature = _compile(schema, accepts_none, numbers)
    _signatures[shape] = schema, signature  # holds the tuples, so that their addresses stay theirs
    return signature


def _compile(schema: FunctionSchema, accepts_none: bool, numbers: bool) -> engine.Signature:
    lenient = engine.OPTIONAL if accepts_none else 0
    tensor = engine.KIND_OPERAND if numbers else engine.KIND_TENSOR
    names, kinds, exact, defaults, required, n_positional = [], bytearray(), [], [], 0, 0
    for i, argument in enumerate(schema.arguments):
        kind, cls = kind_of(argument.real_type)
        names.append(argument.name)
        if argument.N == 1 and kind & engine.LIST and cls is int:
            kind |= engine.SINGLE  # `int[1] dim`: a number stands for a list of one
        kinds.append(tensor | lenient if kind == engine.KIND_TENSOR else kind)
        exact.append(cls)
        defaults.append(_default(argument))
        n_positional += not argument.kwarg_only
        if not argument.has_default_value():
            required |= 1 << i
    returns = [kind_of(returned.real_type) for returned in schema.returns]
    return engine.Signature(
        tuple(names),
        n_positional,
        bytes(kinds),
        tuple(exact),
        tuple(defaults),
        required & ((1 << 64) - 1),
        None if schema.is_varret else bytes(k | lenient if k == engine.KIND_TENSOR else k for k, _ in returns),
        tuple(cls for _, cls in returns),
    )


def bind(
    schema: FunctionSchema, args: tuple[Any, ...], kwargs: dict[str, Any], *, accepts_none: bool = False
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Place, convert and check arguments: positional ones first, kwarg-only ones by name.

    A default is filled in only before a later positional argument that was given; the others are left to the kernel.

    Raises:
        ArgumentError: a missing, unexpected, duplicated or wrong argument.
    """
    arguments = schema.arguments
    n_positional = sum(not argument.kwarg_only for argument in arguments)
    if len(args) > n_positional and not schema.is_vararg:
        raise _too_many(schema, n_positional, len(args))
    given = dict(zip((a.name for a in arguments[:n_positional]), args, strict=False))
    for name, value in kwargs.items():
        if name in given:
            raise ArgumentError(
                f"Argument '{name}' specified both as positional and keyword argument. Schema: {schema}",
                fix=f"pass {name} once",
            )
        given[name] = value
    known = {argument.name for argument in arguments}
    for name in kwargs:
        if name not in known:
            raise ArgumentError(
                f"Unknown keyword argument '{name}' for operator '{schema.qualified_name}'. Schema: {schema}",
                fix=f"it takes {', '.join(a.name for a in arguments) or 'no arguments'}",
            )
    for argument in arguments:
        if argument.name not in given and not argument.has_default_value():
            raise ArgumentError(
                f"{schema.name}() is missing value for argument '{argument.name}'. Declaration: {schema}"
            )
    placed = [_bound(schema, i, given, accepts_none) for i in range(n_positional)]
    last = max((i + 1 for i in range(n_positional) if arguments[i].name in given), default=0)
    by_name = {
        arguments[i].name: _bound(schema, i, given, accepts_none)
        for i in range(n_positional, len(arguments))
        if arguments[i].name in given
    }
    return (*placed[:last], *args[n_positional:]), by_name


def _too_many(schema: FunctionSchema, n_positional: int, received: int) -> ArgumentError:
    if received > len(schema.arguments):
        expected = f"expected at most {len(schema.arguments)} argument(s) but received {received} argument(s). "
        return ArgumentError(f"{schema.name}() {expected}Declaration: {schema}")
    return ArgumentError(
        f"{schema.name}() takes {n_positional} positional argument(s) but {received} was/were given.  "
        f"Declaration: {schema}",
        fix=f"pass {schema.arguments[n_positional].name} by name",
    )


def _bound(schema: FunctionSchema, i: int, given: dict[str, Any], accepts_none: bool) -> Any:
    argument = schema.arguments[i]
    if argument.name not in given:
        return _default(argument)
    value = given[argument.name]
    if value is None and accepts_none and isinstance(argument.real_type, (types.TensorType, types.BoolType)):
        return None if isinstance(argument.real_type, types.TensorType) else False
    is_number = type(value) in NUMBERS or stands_for(value, int, float, bool)
    if is_number and schema.name in TAKE_NUMBERS and isinstance(argument.real_type, types.TensorType):
        return value
    try:
        return convert(value, argument.real_type, argument.N)
    except DoesNotFit:
        raise ArgumentError(
            f"{schema.name}() Expected a value of type '{argument.type.annotation_str}' for argument '{argument.name}' "
            f"but instead found type '{type(value).__name__}'.\n"
            f"Position: {i}\nValue: {_shown(value)}\nDeclaration: {schema}",
            fix=_advice(argument, value),
        ) from None


def _misfit(value: object, wanted: types.Type) -> str:
    if isinstance(wanted, types.TensorType):
        return f"{_shown(value)} to Tensor"
    return f"Python instance of type {type(value)} to {wanted.annotation_str}"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:200] + "..."


def _advice(argument: Argument, value: object) -> str | tuple[()]:
    if value is None:
        return f"an argument that may be None is written {argument.real_type.str()}? in the schema"
    if isinstance(argument.real_type, types.TensorType):
        return "wye.tensor makes a Tensor of numbers; wye.register_array_type makes a class's objects count as tensors"
    return ()


def check_return(schema: FunctionSchema, result: Any) -> Any:
    """What a kernel returned, as the schema promises it.

    Raises:
        ReturnError: it is something else.
    """
    n = len(schema.returns)
    if n == 0:
        if result is None:
            return None
        raise ReturnError(
            f"Expected a kernel of {schema.qualified_name} to return None but it returned something else instead: "
            f"{type(result).__name__}. Declaration: {schema}",
            fix="a schema that ends in -> () promises nothing",
        )
    if n == 1:
        return _returned(schema, 0, result)
    if not isinstance(result, (tuple, list)) or len(result) != n:
        found = f"{len(result)} values" if isinstance(result, (tuple, list)) else type(result).__name__
        raise ReturnError(
            f"a kernel of {schema.qualified_name} must return {n} values but returned {found}. Declaration: {schema}"
        )
    return tuple(_returned(schema, i, value) for i, value in enumerate(result))


def _returned(schema: FunctionSchema, i: int, value: Any) -> Any:
    returned = schema.returns[i]
    if value is None and len(schema.returns) > 1 and isinstance(returned.real_type, types.TensorType):
        return None  # one of several results that was not requested: gradients under an output_mask
    try:
        return convert(value, returned.real_type)
    except DoesNotFit:
        place = f" as return {i}" if len(schema.returns) > 1 else ""
        raise ReturnError(
            f"Unable to cast {_misfit(value, returned.real_type)}: a kernel of {schema.qualified_name} returned "
            f"{type(value).__name__}{place} where the schema promises "
            f"'{returned.type.annotation_str}'. Declaration: {schema}"
        ) from None
