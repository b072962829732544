"""Write a schema as text.

Cold path: definitions, messages, dumps.
In: a schema or one of its parts.  Out: PyTorch's canonical text.
Pure.

See Note [What prints parses].
"""

from __future__ import annotations

from wye.schema.types import DeviceObjType, IntType, ListType, OptionalType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wye.schema.model import AliasInfo, Argument, FunctionSchema
    from wye.schema.types import Type

__all__ = ["format_argument", "format_schema", "format_type", "format_value"]

# Note [What prints parses]
# The text is PyTorch's wherever PyTorch's text can be read back, by PyTorch or by our parser, which
# also takes what PyTorch only prints: `0.+1.j`, an unquoted device, `($0! -> )` and `Tensor?(a)[]`.
# Where PyTorch's text loses something, ours does not: a string default of a type that is not `str`
# keeps its quotes, `-0.` its sign, `int[] x=[3, 3]` its length, nested lists all their alias sets.
# Defaults that no schema text can hold (inf, nan, objects) print as Python shows them.
# Broken by: a shorter form that the parser reads as another value.
# Guarded by: tests/unit/schema/test_printer.py::test_what_is_printed_parses_to_an_equal_schema

_ESCAPES = {
    "\\": "\\\\",
    "'": "\\'",
    '"': '\\"',
    "\a": "\\a",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\v": "\\v",
}
_INT64 = 2**63


def format_schema(schema: FunctionSchema) -> str:
    """The whole schema: ``name.overload(arguments) -> returns``."""
    parts = []
    kwarg_only = False
    for argument in schema.arguments:
        if argument.kwarg_only and not kwarg_only:
            kwarg_only = True
            parts.append("*")
        parts.append(format_argument(argument))
    if schema.is_vararg:
        parts.append("...")
    returns = [format_argument(value) for value in schema.returns]
    if schema.is_varret:
        returns.append("...")
    # A single return goes without brackets, unless it would be taken for a list of returns.
    text = returns[0] if len(returns) == 1 and not returns[0].startswith("(") else f"({', '.join(returns)})"
    return f"{schema.qualified_name}({', '.join(parts)}) -> {text}"


def format_argument(argument: Argument) -> str:
    """Type, name and default."""
    text = format_type(argument.real_type, argument.N, argument.alias_info)
    if argument.name:
        text = f"{text} {argument.name}"
    if argument.has_default:
        text = f"{text}={_format_default(argument)}"
    return text


def format_type(of: Type, size: int | None = None, alias: AliasInfo | None = None) -> str:
    """The type with its list size and alias sets."""
    if alias is None and size is None:
        return of.text
    if isinstance(of, OptionalType):
        return f"{format_type(of.elem, size, alias)}?"
    if isinstance(of, ListType):
        inner = alias.contained[0] if alias is not None and alias.contained else None
        brackets = "[]" if size is None else f"[{size}]"
        return f"{_format_element(of.elem, inner)}{brackets}{_format_alias(alias)}"
    return of.text + _format_alias(alias)


def _format_element(of: Type, alias: AliasInfo | None) -> str:
    if isinstance(of, OptionalType) and not isinstance(of.elem, ListType):
        return of.text + _format_alias(alias)
    return format_type(of, None, alias)


def _format_alias(alias: AliasInfo | None) -> str:
    if alias is None or not alias.before:
        return ""
    after = "" if alias.before_set == alias.after_set else f" -> {'|'.join(alias.after)}"
    return f"({'|'.join(alias.before)}{'!' if alias.is_write else ''}{after})"


def _format_default(argument: Argument) -> str:
    value = argument.default
    of = argument.real_type
    if isinstance(value, str) and isinstance(of, DeviceObjType):
        return value
    if isinstance(value, tuple) and isinstance(of, ListType) and isinstance(of.elem, IntType):
        # PyTorch writes a repeated int once.
        once = len(value) > 1 and len(value) == argument.N and len(set(value)) == 1
        return format_value(value[0] if once else value)
    return format_value(value)


def format_value(value: object) -> str:
    """A default value.

    >>> format_value(1.0), format_value([1, 2]), format_value("a"), format_value(2j)
    ('1.', '[1, 2]', '"a"', '0.+2.j')
    """
    if isinstance(value, str):
        return f'"{"".join([_escape(char) for char in value])}"'
    if isinstance(value, float):
        return _format_float(value)
    if isinstance(value, complex):
        real, imag = _format_float(value.real), _format_float(value.imag)
        return f"{real}{imag}j" if imag.startswith("-") else f"{real}+{imag}j"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join([format_value(item) for item in value])}]"
    return repr(value)


def _format_float(value: float) -> str:
    if value.is_integer() and -_INT64 <= value < _INT64:
        sign = "-" if repr(value) == "-0.0" else ""
        return f"{sign}{int(value)}."
    return f"{value:.17g}"


def _escape(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    return char if " " <= char != "\x7f" else f"\\{ord(char):03o}"
