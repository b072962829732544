"""A schema as Python's `inspect` shows signatures.

Cold path: for `help`, notebooks and type stubs.
"""

from __future__ import annotations

import inspect
from keyword import iskeyword
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wye.schema.model import FunctionSchema

__all__ = ["python_signature"]

_KEYWORD = inspect.Parameter.KEYWORD_ONLY
_EITHER = inspect.Parameter.POSITIONAL_OR_KEYWORD


def python_signature(schema: FunctionSchema) -> inspect.Signature:
    """The parameters and the result of an operator; types are written as in the schema."""
    parameters: list[inspect.Parameter] = []
    has_default = False
    for argument in schema.arguments:
        default = argument.default_value if argument.has_default_value() else inspect.Parameter.empty
        # Python has no parameter without a default after one with; such a one is shown as a keyword.
        late = has_default and default is inspect.Parameter.empty
        has_default = has_default or default is not inspect.Parameter.empty
        kind = _KEYWORD if argument.kwarg_only or late or (parameters and parameters[-1].kind is _KEYWORD) else _EITHER
        name = f"{argument.name}_" if iskeyword(argument.name) else argument.name
        parameters.append(inspect.Parameter(name, kind, default=default, annotation=argument.real_type.str()))
    returned = [one.real_type.str() for one in schema.returns]
    result = returned[0] if len(returned) == 1 else f"({', '.join(returned)})" if returned else "None"
    return inspect.Signature(parameters, return_annotation=result)
