"""Read the default value of an argument.

Cold path: part of the parser.
In: a cursor after the ``=`` and the argument's type.  Out: a plain value; the cursor after it.
Pure but for the cursor.

A default is what the text says, whatever the type: ``int x=1.5`` is the float 1.5 and ``str x=1`` the int 1, as in
PyTorch.  Only lists, tensors, generators and devices are checked.
"""

from __future__ import annotations

from wye.errors import UnknownKeyError
from wye.keys import split_device
from wye.schema.dtype_table import ROWS
from wye.schema.lexer import is_ident, is_number, is_string
from wye.schema.types import (
    BOOL,
    COMPLEX,
    DEVICE,
    FLOAT,
    GENERATOR,
    INT,
    LAYOUT,
    MEMORY_FORMAT,
    NUMBER,
    QUANTIZER,
    SCALAR_TYPE,
    STR,
    SYM_INT,
    TENSOR,
    ListType,
    OptionalType,
    Type,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wye.schema.cursor import Cursor

__all__ = ["DTYPE_NUMBERS", "parse_default"]

_NONE_ONLY = frozenset([TENSOR, GENERATOR, QUANTIZER])
_SINGLE = frozenset([STR, NUMBER, INT, BOOL, FLOAT, SYM_INT, COMPLEX, SCALAR_TYPE, LAYOUT, MEMORY_FORMAT])
_LISTED: dict[Type, type] = {
    INT: int,
    SYM_INT: int,
    SCALAR_TYPE: int,
    LAYOUT: int,
    MEMORY_FORMAT: int,
    FLOAT: float,
    COMPLEX: complex,
    BOOL: bool,
}
_WORDS: dict[str, object] = {"True": True, "False": False, "None": None}
_ENUMS = {"float": 6, "complex": 9, "long": 4, "strided": 0, "Mean": 1, "contiguous_format": 0}
_MAX_REPEAT = 65536

DTYPE_NUMBERS = {name: row.number for name, row in ROWS.items()}
"""PyTorch's number of each dtype name."""
DTYPE_NUMBERS.update({row.short: row.number for row in ROWS.values() if row.short}, bit=30)

_ESCAPES = {
    "\\": "\\",
    "'": "'",
    '"': '"',
    "\n": "\n",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}


def parse_default(cursor: Cursor, of: Type, size: int | None) -> object:
    """Read the default of an argument of type ``of`` (as written), with list size ``size``."""
    if isinstance(of, OptionalType) or of in _SINGLE:
        return _parse_single(cursor, of)
    if isinstance(of, ListType):
        return _parse_list(cursor, of.elem, size)
    if of in _NONE_ONLY:
        cursor.expect("None")
        return None
    if of == DEVICE:
        return _parse_device(cursor)
    raise cursor.error(f"unexpected type, expected no default: {of.text} cannot have one")


def _parse_single(cursor: Cursor, of: Type) -> object:
    token = cursor.tokens[cursor.at]
    if token == "-" or is_number(token):
        return _parse_number(cursor, of)
    if token in _WORDS:
        cursor.at += 1
        return _WORDS[token]
    if is_string(token):
        value = _unquote(cursor, token)
        cursor.at += 1
        return value
    if not is_ident(token):
        raise cursor.unexpected("number")
    inner = of.elem if isinstance(of, OptionalType) else of
    number = _ENUMS.get(token)
    if number is None and inner == SCALAR_TYPE:
        number = DTYPE_NUMBERS.get(token)
    if number is None:
        raise cursor.error(f"invalid numeric default value: expected a number, None, True or False, not '{token}'")
    cursor.at += 1
    return number


def _parse_list(cursor: Cursor, elem: Type, size: int | None) -> tuple[object, ...]:
    start = cursor.at
    if size is not None and cursor.tokens[start] != "[":
        value = _parse_single(cursor, elem)
        _check_elements(cursor, elem, (value,), start)
        if size > _MAX_REPEAT:
            raise cursor.error(f"expected a list of at most {_MAX_REPEAT} elements as a default", at=start)
        return (value,) * size
    cursor.expect("[")
    values: list[object] = []
    if not cursor.take("]"):
        while True:
            values.append(_parse_single(cursor, elem))
            if not cursor.take(","):
                cursor.expect("]")
                break
    _check_elements(cursor, elem, tuple(values), start)
    return tuple(values)


def _check_elements(cursor: Cursor, elem: Type, values: tuple[object, ...], start: int) -> None:
    wanted = _LISTED.get(elem)
    if wanted is None:
        raise cursor.error("lists are only supported for float, int and complex types:", at=start)
    for value in values:
        if type(value) is not wanted:
            raise cursor.error(f"expected {elem.text} elements in the default, not {value!r}", at=start)


def _parse_number(cursor: Cursor, of: Type) -> object:
    start = cursor.at
    negative = cursor.take("-")
    token = cursor.tokens[cursor.at]
    if not is_number(token):
        raise cursor.unexpected("number")
    cursor.at += 1
    if token[-1] == "j":
        imag = _to_float(cursor, token[:-1], start)
        return complex(0.0, -imag if negative else imag)
    # `1.+2.j` is how a complex number prints. See Note [What prints parses].
    sign, after = cursor.tokens[cursor.at], cursor.tokens[cursor.at + 1 : cursor.at + 2]
    if sign in ("+", "-") and after and is_number(after[0]) and after[0][-1] == "j":
        real, imag = _to_float(cursor, token, start), _to_float(cursor, after[0][:-1], cursor.at + 1)
        cursor.at += 2
        return complex(-real if negative else real, -imag if sign == "-" else imag)
    if of == COMPLEX:
        raise cursor.error(f"expected an imaginary number but found '{token}' here:", at=start, fix=f"write {token}j")
    if of == FLOAT or not token.isdigit():
        real = _to_float(cursor, token, start)
        return -real if negative else real
    return _to_int(cursor, token, negative, start)


def _to_float(cursor: Cursor, digits: str, at: int) -> float:
    value = float(digits)
    vanished = value == 0.0 and digits.lower().partition("e")[0].strip("0.") != ""
    if vanished or value == float("inf"):
        raise cursor.error(f"expected a number that a double can hold, not {_shorten(digits)}", at=at)
    return value


def _to_int(cursor: Cursor, digits: str, negative: bool, at: int) -> int:
    digits = digits.lstrip("0") or "0"
    value = int(digits) if len(digits) < 20 else 2**64
    value = -value if negative else value
    if not -(2**63) <= value < 2**63:
        raise cursor.error(f"expected an integer of 64 bits, not {_shorten(digits)}", at=at)
    return value


def _shorten(digits: str) -> str:
    return digits if len(digits) <= 40 else f"{digits[:40]}..."


def _parse_device(cursor: Cursor) -> str:
    start = cursor.at
    token = cursor.tokens[start]
    if is_string(token):
        name = _unquote(cursor, token)
        cursor.at += 1
    elif is_ident(token):
        # How a device prints. See Note [What prints parses].
        cursor.at += 1
        name = token
        if cursor.take(":"):
            name = f"{token}:{cursor.tokens[cursor.at]}"
            cursor.at += 1 if cursor.tokens[cursor.at] else 0
    else:
        raise cursor.unexpected("string_literal")
    kind, colon, index = name.partition(":")
    plain = index.isascii() and index.isdigit() and (index == "0" or index[0] != "0")
    if not is_ident(kind) or (colon and not plain):
        raise cursor.error(f"Invalid device string: expected a device like cpu or cuda:0, not {name!r}", at=start)
    try:
        split_device(name)
    except UnknownKeyError as error:
        raise cursor.error(str(error), at=start) from None
    return name


def _unquote(cursor: Cursor, token: str) -> str:
    marks = 3 if len(token) >= 6 and token[:3] == token[0] * 3 else 1
    body = token[marks:-marks]
    if "\\" not in body:
        return body
    parts: list[str] = []
    place = 0
    while place < len(body):
        char = body[place]
        place += 1
        if char != "\\":
            parts.append(char)
            continue
        char = body[place]
        octal = body[place : place + 3]
        if char in _ESCAPES:
            parts.append(_ESCAPES[char])
            place += 1
        elif len(octal) == 3 and octal.isascii() and octal.isdigit() and octal[0] in "0123" and octal < "378":
            parts.append(_from_octal(cursor, octal))
            place += 3
        else:
            raise cursor.error("ill formed escape: expected three octal digits or one of \\ ' \" a b f n r t v")
    return "".join(parts)


def _from_octal(cursor: Cursor, octal: str) -> str:
    if "8" in octal or "9" in octal:
        raise cursor.error("ill formed escape: expected octal digits")
    return chr(int(octal, 8))
