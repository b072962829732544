"""Layer 2: schema. May import: keys, errors.

What an operator takes and returns: reading, writing and comparing schemas.
Built up in this order: `types`, `model` (with `printer` and `compat`), `lexer`, `cursor`, `type_parser`,
`default_parser`, `parser`.
"""

from __future__ import annotations

from wye.schema.model import NO_DEFAULT, AliasInfo, Argument, FunctionSchema
from wye.schema.parser import parse, parse_name, parse_schema_or_name
from wye.schema.types import Type, is_subtype, register_class

__all__ = [
    "NO_DEFAULT",
    "AliasInfo",
    "Argument",
    "FunctionSchema",
    "Type",
    "is_subtype",
    "parse",
    "parse_name",
    "parse_schema_or_name",
    "register_class",
]
