"""Layer 2: schema. May import: keys, errors.

What an operator takes and returns: reading, writing and comparing schemas.
Built up in this order: `types`, `model` (with `printer` and `compat`), `object_classes`, `lexer`, `cursor`,
`type_parser`, `default_parser`, `parser`.
"""

from __future__ import annotations

from wye.schema.model import NO_DEFAULT, AliasInfo, Argument, FunctionSchema
from wye.schema.object_classes import SCRIPT_PREFIX, classes
from wye.schema.parser import parse, parse_name, parse_schema_or_name
from wye.schema.types import Type, is_subtype

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


def register_class(name: str) -> None:
    """Make ``__torch__.torch.classes.<name>`` a type; ``name`` is ``"ns.Name"``.

    A name alone: any object passes for one of the class.  `wye.library.register_opaque_class` registers a Python class.
    """
    classes.declare(SCRIPT_PREFIX + name)
