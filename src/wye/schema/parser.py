"""Read the text of a schema.

Cold path: runs once for every definition.
In: text.  Out: a `FunctionSchema`, or the name of an operator; `SchemaError` for anything else.
Pure, except that class types must be registered.

>>> str(parse("aten::scale(Tensor x, float by=2) -> Tensor"))
'aten::scale(Tensor x, float by=2.) -> Tensor'
"""

from __future__ import annotations

import re

from wye.schema.cursor import Cursor
from wye.schema.default_parser import parse_default
from wye.schema.lexer import KEYWORDS, is_ident, is_number
from wye.schema.model import NO_DEFAULT, Argument, FunctionSchema
from wye.schema.object_classes import classes
from wye.schema.type_parser import contain, parse_alias, parse_type
from wye.schema.types import ListType, list_of, optional_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wye.schema.model import AliasInfo
    from wye.schema.types import Type

__all__ = ["parse", "parse_name", "parse_schema_or_name"]

_MAX_SIZE = 2**31 - 1

# Many operators differ only in their names: what follows the name is read once for all of them.
_Shape = tuple[tuple[Argument, ...], tuple[Argument, ...], bool, bool]
_HEAD = re.compile(r"((?:([A-Za-z_]\w*)::)?([A-Za-z_]\w*))(?:\.(?!default\(|__)([A-Za-z_]\w*))?\(", re.ASCII)
_MAX_SHAPES = 4096
_shapes: dict[tuple[str, bool], _Shape] = {}
classes.on_change(_shapes.clear)


def parse(text: str, allow_typevars: bool = True) -> FunctionSchema:
    """Read a whole schema: ``"ns::name.overload(arguments) -> returns"``.

    Args:
        text: The schema.
        allow_typevars: Whether names in small letters may stand for any type; definitions of operators say no.

    Raises:
        SchemaError: The text is not a schema; the message points at the place and says what was expected there.
    """
    head = _HEAD.match(text) if isinstance(text, str) else None
    if head is None:
        return _parse_whole(text, allow_typevars)
    name, namespace, last, overload = head.groups()
    if last in KEYWORDS or namespace in KEYWORDS or overload in KEYWORDS:
        return _parse_whole(text, allow_typevars)
    rest = text[head.end() :], allow_typevars
    shape = _shapes.get(rest)
    if shape is not None:
        return FunctionSchema(name, overload or "", *shape)
    found = _parse_whole(text, allow_typevars)
    if len(_shapes) >= _MAX_SHAPES:
        _shapes.clear()
    _shapes[rest] = found.arguments, found.returns, found.is_vararg, found.is_varret
    return found


def _parse_whole(text: str, allow_typevars: bool) -> FunctionSchema:
    cursor = Cursor(text, allow_typevars)
    found = _parse_either(cursor)
    if isinstance(found, tuple):
        raise cursor.error("Tried to parse a function schema but only the operator name was given: expected ( here")
    return found


def parse_name(text: str) -> tuple[str, str]:
    """Read the name of an operator: ``"ns::name.overload"`` gives ``("ns::name", "overload")``.

    Raises:
        SchemaError: The text is not a name, or is a whole schema.
    """
    cursor = Cursor(text, allow_typevars=False)
    name = _parse_name(cursor)
    cursor.expect("")
    return name


def parse_schema_or_name(text: str, allow_typevars: bool = True) -> FunctionSchema | tuple[str, str]:
    """Read a schema, or a name where the text is only a name.

    Raises:
        SchemaError: The text is neither.
    """
    return _parse_either(Cursor(text, allow_typevars))


def _parse_either(cursor: Cursor) -> FunctionSchema | tuple[str, str]:
    name = _parse_name(cursor)
    if not cursor.take("("):
        cursor.expect("")
        return name
    arguments, is_vararg = _parse_arguments(cursor)
    cursor.expect("->")
    returns, is_varret = _parse_returns(cursor)
    cursor.expect("")
    _check_order(cursor, arguments)
    return FunctionSchema(*name, arguments, returns, is_vararg, is_varret)


def _parse_name(cursor: Cursor) -> tuple[str, str]:
    name = cursor.ident()
    if cursor.take(":"):
        cursor.expect(":")
        name = f"{name}::{cursor.ident()}"
    overload = ""
    if cursor.take("."):
        overload = cursor.ident()
        if overload == "default" or overload.startswith("__"):
            raise cursor.error(f"{overload} is not a legal overload name for aten operators", at=cursor.at - 1)
    return name, overload


def _parse_arguments(cursor: Cursor) -> tuple[list[Argument], bool]:
    arguments: list[Argument] = []
    kwarg_only = is_vararg = False
    if cursor.take(")"):
        return arguments, False
    while True:
        if is_vararg:
            raise cursor.error("... must be the last element of the argument list:")
        if cursor.take("*"):
            kwarg_only = True
        elif cursor.take("..."):
            is_vararg = True
            if any(argument.has_default for argument in arguments):
                raise cursor.error("schemas with vararg (...) can't have default value args:", at=cursor.at - 1)
        else:
            arguments.append(_parse_argument(cursor, kwarg_only))
        if not cursor.take(","):
            cursor.expect(")")
            return arguments, is_vararg


def _check_order(cursor: Cursor, arguments: list[Argument]) -> None:
    # As in PyTorch, lists are let through: their defaults may be hidden in a broadcast.
    seen_default = False
    for place, argument in zip(cursor.names, arguments, strict=True):
        if argument.has_default:
            seen_default = True
        elif seen_default and not argument.kwarg_only and not isinstance(argument.type, ListType):
            message = f"Non-default positional argument follows default argument. Parameter {argument.name}:"
            raise cursor.error(message, at=place)


def _parse_returns(cursor: Cursor) -> tuple[list[Argument], bool]:
    if cursor.take("..."):
        return [], True
    if not cursor.take("("):
        return [_parse_return(cursor)], False
    returns: list[Argument] = []
    if cursor.take(")"):
        return returns, False
    is_varret = False
    while True:
        if is_varret:
            raise cursor.error("... must be the last element of the return list:")
        if cursor.take("..."):
            is_varret = True
        else:
            returns.append(_parse_return(cursor))
        if not cursor.take(","):
            cursor.expect(")")
            return returns, is_varret


def _parse_argument(cursor: Cursor, kwarg_only: bool) -> Argument:
    bound, written, alias, size = _parse_sized_type(cursor)
    cursor.names.append(cursor.at)
    name = cursor.ident()
    default = parse_default(cursor, written, size) if cursor.take("=") else NO_DEFAULT
    return Argument(name, bound, written, size, default, kwarg_only, alias)


def _parse_return(cursor: Cursor) -> Argument:
    bound, written, alias, size = _parse_sized_type(cursor)
    name = cursor.ident() if is_ident(cursor.tokens[cursor.at]) else ""
    return Argument(name, bound, written, size, alias_info=alias)


def _parse_sized_type(cursor: Cursor) -> tuple[Type, Type, AliasInfo | None, int | None]:
    bound, written, alias = parse_type(cursor)
    if not cursor.take("["):
        return bound, written, alias, None
    size = _parse_size(cursor)
    alias = contain(parse_alias(cursor), alias)
    bound, written = list_of(bound), list_of(written)
    if cursor.take("?"):
        return optional_of(bound), optional_of(written), alias, size
    return bound, written, alias, size


def _parse_size(cursor: Cursor) -> int:
    token = cursor.tokens[cursor.at]
    if not is_number(token):
        raise cursor.unexpected("number")
    # As in PyTorch, what follows the whole part is ignored: `[1.5]` is `[1]`.
    digits = token[: len(token) - len(token.lstrip("0123456789"))]
    if not digits or len(digits) > 20 or int(digits) > _MAX_SIZE:
        raise cursor.error(f"expected a list size between 0 and {_MAX_SIZE}")
    cursor.at += 1
    cursor.expect("]")
    return int(digits)
