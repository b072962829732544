"""Read a type and its alias sets.

Cold path: part of the parser.
In: a cursor at a type.  Out: the type as bound, the type as written, the alias sets; the cursor after them.
Pure but for the cursor, and for the classes that are known.
"""

from __future__ import annotations

from wye.schema.lexer import is_ident
from wye.schema.model import AliasInfo
from wye.schema.object_classes import SCRIPT_PREFIX, classes
from wye.schema.types import (
    ANY,
    ANY_CLASS,
    ANY_ENUM,
    BOOL,
    CAPSULE,
    COMPLEX,
    DEVICE,
    FLOAT,
    GENERATOR,
    INT,
    LAYOUT,
    MEMORY_FORMAT,
    NONE,
    NUMBER,
    QSCHEME,
    QUANTIZER,
    SCALAR_TYPE,
    STORAGE,
    STR,
    STREAM,
    SYM_BOOL,
    SYM_INT,
    TENSOR,
    AwaitType,
    ClassType,
    DictType,
    FutureType,
    PyObjectType,
    RRefType,
    TupleType,
    Type,
    VarType,
    dict_key_is_valid,
    list_of,
    optional_of,
    union_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema.cursor import Cursor

__all__ = ["MAX_DEPTH", "contain", "parse_alias", "parse_type"]

MAX_DEPTH = 64
"""Types may be nested this deep; more is a SchemaError, not a crash."""

Parsed = tuple[Type, Type, AliasInfo | None]

# name -> (as bound, as written)
_BASE: dict[str, tuple[Type, Type]] = {}
_BASE.update({t.text: (t, t) for t in [TENSOR, NUMBER, INT, FLOAT, BOOL, SYM_BOOL, COMPLEX, STR, DEVICE, GENERATOR]})
_BASE.update({t.text: (t, t) for t in [STORAGE, QSCHEME, QUANTIZER, STREAM, CAPSULE, ANY, ANY_ENUM, ANY_CLASS, NONE]})
_BASE.update({t.text: (INT, t) for t in [SYM_INT, SCALAR_TYPE, LAYOUT, MEMORY_FORMAT]})
_BASE.update({"None": (NONE, NONE), "DeviceIndex": (INT, INT)})

_UNKNOWN = "unknown type specifier. Common valid schema types include Tensor, SymInt, int, float, bool, Scalar:"
_INSTEAD = {
    "double": "Use `float` instead of `double` in an operator's schema string: it is a double.",
    "int64_t": "Use `SymInt` or `int` instead of `int64_t` in an operator's schema string.",
}
_HINTS = {
    "List": "a list is written t[], e.g. int[]",
    "Optional": "an optional is written t?, e.g. Tensor?",
    "Tuple": "a tuple is written (t, u), e.g. (int, float)",
    "Int": "the type is written int",
    "Float": "the type is written float",
    "Bool": "the type is written bool",
    "T": "type variables begin with a small letter",
}


def parse_type(cursor: Cursor, depth: int = 0) -> Parsed:
    """Read one type with what follows it: alias sets, ``[]`` and ``?``, but not ``[N]``."""
    token = cursor.tokens[cursor.at]
    found = _BASE.get(token)
    alias: AliasInfo | None = None
    if found is not None:
        cursor.at += 1
        bound, written = found
        if cursor.tokens[cursor.at] in ("(", "!"):
            alias = parse_alias(cursor)
    else:
        if depth >= MAX_DEPTH:
            raise cursor.error(f"types are nested more than {MAX_DEPTH} deep")
        bound, alias = _parse_other(cursor, depth)
        written = bound
    if cursor.tokens[cursor.at] in ("[", "?"):
        return _parse_suffixes(cursor, bound, written, alias)
    return bound, written, alias


def _parse_suffixes(cursor: Cursor, bound: Type, written: Type, alias: AliasInfo | None) -> Parsed:
    tokens = cursor.tokens
    while True:
        token = tokens[cursor.at]
        if token == "[" and tokens[cursor.at + 1] == "]":
            if written.depth >= MAX_DEPTH:
                raise cursor.error(f"types are nested more than {MAX_DEPTH} deep")
            cursor.at += 2
            bound, written = list_of(bound), list_of(written)
            alias = contain(parse_alias(cursor), alias)
        elif token == "?":
            if written == NONE:
                raise cursor.error("expected a type that is not None already before '?'")
            cursor.at += 1
            bound, written = optional_of(bound), optional_of(written)
            if alias is None and tokens[cursor.at] == "(" and _opens_element_alias(cursor):
                alias = parse_alias(cursor)
        else:
            return bound, written, alias


def _opens_element_alias(cursor: Cursor) -> bool:
    # The printed form of optional list elements, `Tensor?(a)[]`. See Note [What prints parses].
    tokens, place = cursor.tokens, cursor.at
    while tokens[place] not in (")", ""):
        place += 1
    return tokens[place] == ")" and tokens[place + 1] == "["


def _parse_other(cursor: Cursor, depth: int) -> tuple[Type, AliasInfo | None]:
    token = cursor.tokens[cursor.at]
    if token == "(":
        return TupleType(*_parse_types(cursor, depth)), None
    if token in _WRAPPERS:
        cursor.at += 1
        cursor.expect("(")
        elem = parse_type(cursor, depth + 1)[0]
        cursor.expect(")")
        return _WRAPPERS[token](elem), None
    if token == "Dict":
        return _parse_dict(cursor, depth), parse_alias(cursor)
    if token == "Union":
        return _parse_union(cursor, depth), parse_alias(cursor)
    if token == "__torch__":
        return _parse_class(cursor), None
    if token and cursor.tokens[cursor.at + 1] == "." and (opaque := _parse_opaque(cursor)) is not None:
        return opaque, None
    return _parse_variable(cursor), parse_alias(cursor)


_WRAPPERS: dict[str, Callable[[Type], Type]] = {"Future": FutureType, "Await": AwaitType, "RRef": RRefType}


def _parse_types(cursor: Cursor, depth: int) -> list[Type]:
    cursor.expect("(")
    types: list[Type] = []
    if cursor.take(")"):
        return types
    while True:
        types.append(parse_type(cursor, depth + 1)[0])
        if not cursor.take(","):
            cursor.expect(")")
            return types


def _parse_dict(cursor: Cursor, depth: int) -> Type:
    cursor.at += 1
    cursor.expect("(")
    start = cursor.at
    key = parse_type(cursor, depth + 1)[0]
    cursor.expect(",")
    value = parse_type(cursor, depth + 1)[0]
    cursor.expect(")")
    if not dict_key_is_valid(key):
        raise cursor.error(
            f"Cannot create dict for key type '{key.text}', "
            "only int, float, complex, Tensor, device and string keys are supported",
            at=start,
        )
    return DictType(key, value)


def _parse_union(cursor: Cursor, depth: int) -> Type:
    start = cursor.at
    cursor.at += 1
    if cursor.tokens[cursor.at : cursor.at + 2] == ["(", ")"]:
        cursor.at += 1
        raise cursor.unexpected("ident")
    members = _parse_types(cursor, depth)
    union = union_of(members)
    if ANY in members or union == members[0]:
        raise cursor.error(f"expected a union of different types, but it is {members[0].text} alone", at=start)
    return union


def _parse_class(cursor: Cursor) -> Type:
    start = cursor.at
    cursor.at += 1
    for word in ("torch", "classes"):
        cursor.expect(".")
        name = cursor.ident()
        if name != word:
            raise cursor.error(f"Expected classes namespace but got {name}:", at=cursor.at - 1)
    cursor.expect(".")
    namespace = cursor.ident()
    cursor.expect(".")
    name = f"{namespace}.{cursor.ident()}"
    if not classes.is_known(SCRIPT_PREFIX + name):
        raise cursor.error(
            f"Unknown custom class type {name}. Please ensure it is registered.:",
            at=start,
            fix=f"wye.library.register_opaque_class takes a Python class, wye.schema.register_class({name!r}) a name",
        )
    return ClassType(SCRIPT_PREFIX + name)


def _parse_opaque(cursor: Cursor) -> Type | None:
    """The opaque type whose dotted name is next; None, and nothing is read, if there is none."""
    tokens, end = cursor.tokens, cursor.at + 1
    while tokens[end] == "." and is_ident(tokens[end + 1]):
        end += 2
    name = "".join(tokens[cursor.at : end])
    if classes.named(name) is None:
        return None
    cursor.at = end
    return PyObjectType(name)


def _parse_variable(cursor: Cursor) -> Type:
    token = cursor.tokens[cursor.at]
    if not is_ident(token):
        raise cursor.unexpected("ident")
    if not (cursor.allow_typevars and "a" <= token[0] <= "z"):
        raise cursor.error(_INSTEAD.get(token, _UNKNOWN), fix=_HINTS.get(token, ""))
    cursor.at += 1
    parts = [token]
    while cursor.take("."):
        parts.append(cursor.ident())
    return VarType(".".join(parts))


def parse_alias(cursor: Cursor) -> AliasInfo | None:
    """Read ``(a|b! -> c)`` or ``!``, if that is next."""
    token = cursor.tokens[cursor.at]
    if token == "!":
        cursor.at += 1
        cursor.fresh += 1
        return AliasInfo((f"${cursor.fresh - 1}",), (), True)
    if token != "(":
        return None
    cursor.at += 1
    token = cursor.tokens[cursor.at]
    if token[:1] == "$" and len(token) > 1:
        # The printed form of `!`: a set of its own. See Note [What prints parses].
        cursor.at += 1
        cursor.fresh += 1
        for sign in ("!", "->", ")"):
            cursor.expect(sign)
        return AliasInfo((token,), (), True)
    before = _parse_set(cursor)
    is_write = cursor.take("!")
    after = _parse_set(cursor) if cursor.take("->") else before
    cursor.expect(")")
    return AliasInfo(before, after, is_write)


def _parse_set(cursor: Cursor) -> tuple[str, ...]:
    if cursor.take("*"):
        return ("*",)
    names = {cursor.ident(): None}
    while cursor.take("|"):
        names["*" if cursor.take("*") else cursor.ident()] = None
    return tuple(names)


def contain(outer: AliasInfo | None, inner: AliasInfo | None) -> AliasInfo | None:
    """The alias sets of a list, given those written for the list and for its elements."""
    if inner is None:
        return outer
    if outer is None:
        return AliasInfo((), (), inner.is_write, (inner,))
    return AliasInfo(outer.before, outer.after, outer.is_write, (inner,))
