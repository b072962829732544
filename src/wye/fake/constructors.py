"""Which operators make tensors of nothing or like others, and which take their device by place.

Cold path: tests ask.  Computed from the schemas of the operator set when first asked for.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from wye.call import OpOverload
from wye.registry import registry
from wye.schema import types

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["is_tensor_constructor", "takes_device_by_place"]

# Operators that make a tensor like another one although they are not called `..._like`.
_NEW: Final = frozenset(("new_empty", "new_empty_strided", "new_full", "new_ones", "new_zeros"))


def is_tensor_constructor(func: OpOverload) -> bool:
    """Does an operator make one tensor of arguments that are none?

    Raises:
        AssertionError: it is no overload of an operator.
    """
    if not isinstance(func, OpOverload):
        raise AssertionError(f"func must be an OpOverload, got {type(func)}")
    schema = func._schema
    return [one.type.str() for one in schema.returns] == ["Tensor"] and not any(
        _has_tensors(argument.type) for argument in schema.arguments
    )


def _has_tensors(kind: types.Type) -> bool:
    if isinstance(kind, (types.ListType, types.OptionalType)):
        return _has_tensors(kind.elem)
    return kind.str() == "Tensor"


def _is_like(name: str) -> bool:
    plain = name.removeprefix("aten::").partition(".")[0]
    return plain.endswith("_like") or plain in _NEW


def takes_device_by_place(func: OpOverload) -> bool:
    """May the device be given without its name?"""
    return any(not one.kwarg_only and "Device" in one.type.str() for one in func._schema.arguments)


def _chosen(names: Callable[[str], bool], ops: Callable[[Any], bool]) -> frozenset[Any]:
    found = [name for name in registry.entries if name.startswith("aten::") and names(name)]
    return frozenset(op for op in (registry.entries[name].op for name in found) if ops(op))


_WHICH: Final[dict[str, tuple[Callable[[str], bool], Callable[[Any], bool]]]] = {
    "_like_tensor_constructors": (_is_like, lambda op: True),
    "_device_not_kwarg_ops": (lambda name: True, takes_device_by_place),
}


@cache
def __getattr__(name: str) -> frozenset[Any]:
    if name not in _WHICH:
        raise AttributeError(name)
    return _chosen(*_WHICH[name])
