"""For each function of operators, the arguments that have no default, as data: tests of overrides make arguments of it.

Cold path.  In: schemas.  Out: `REQUIRED_ARGUMENTS`, with the names that PyTorch's generated code has for types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wye.call import OpOverloadPacket
from wye.overrides import testing_overrides

if TYPE_CHECKING:
    from collections.abc import Callable

    from wye.schema import FunctionSchema

__all__ = ["REQUIRED_ARGUMENTS", "describe"]

_NAMES: Final = {
    "Tensor": "Tensor", "Tensor[]": "TensorList", "Tensor?[]": "c10::List<::std::optional<Tensor>>",
    "int": "int64_t", "int[]": "IntArrayRef", "SymInt": "SymInt", "SymInt[]": "SymIntArrayRef", "float": "double",
    "float[]": "ArrayRef<double>", "Scalar": "Scalar", "Scalar[]": "ScalarList", "bool": "bool",
    "str": "c10::string_view",
}  # fmt: skip  # other types keep their names

_KNOWN: Final = frozenset(_NAMES.values()) | {"Generator", "ScalarType", "Stream", "Dimname"}


def describe(schema: FunctionSchema) -> list[dict[str, Any]]:
    """The arguments without default: name, type, is it given by name only, and the length of lists that have one."""
    return [
        {
            "is_kwarg_only": str(argument.kwarg_only),
            "name": argument.name,
            "simple_type": _name_of(argument.real_type.text),
            **({"size": argument.N} if argument.N is not None else {}),
        }
        for argument in schema.arguments
        if not argument.has_default
    ]


def _name_of(text: str) -> str:
    if text.endswith("?"):
        return f"{_name_of(text[:-1])}?"
    return _NAMES.get(text, text)


def _required() -> dict[Callable[..., Any], list[dict[str, Any]]]:
    found: dict[Callable[..., Any], list[dict[str, Any]]] = {}
    for function in testing_overrides():
        operator: Any = getattr(function, "packet", function)
        if isinstance(operator, OpOverloadPacket):
            described = [describe(op.schema) for op in operator.op_overloads()]
            fitting = (one for one in described if all(arg["simple_type"].rstrip("?") in _KNOWN for arg in one))
            one = next(fitting, None)
            if one is not None:
                found[function] = one
    return found


REQUIRED_ARGUMENTS: Final = _required()
