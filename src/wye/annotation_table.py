"""The annotations that PyTorch infers types of schemas from, as tables to look at; `infer_schema` knows more of them.

Cold path.  Made from the list of types that `wye.schema.annotations` owns.
"""

from __future__ import annotations

import collections.abc
import typing
from typing import TYPE_CHECKING, Any, Final

from wye.schema.annotations import PYTORCH_TEXTS
from wye.schema.values import device, dtype
from wye.tensors import Tensor

if TYPE_CHECKING:
    import inspect

__all__ = ["PARAMETER_TYPES", "RETURN_TYPES", "Number", "is_supported_kind", "list_of_tuple"]

Number = int | float | bool
_LISTS: Final[tuple[Any, ...]] = (typing.Sequence, typing.List, collections.abc.Sequence, list)  # noqa: UP006
_CLASSES: Final[dict[str, Any]] = {
    "Tensor": Tensor, "SymInt": int, "float": float, "bool": bool, "str": str, "Scalar": Number, "ScalarType": dtype,
    "Device": device,
}  # fmt: skip


def _annotations_of(text: str) -> list[Any]:
    """The annotations that stand for a type of schemas."""
    if text.endswith("?"):
        return [typing.Optional[one] for one in _annotations_of(text[:-1])]  # noqa: UP045 - known at run time only
    if text.endswith("[]"):
        return [listed[one] for listed in _LISTS for one in _annotations_of(text[:-2])]
    return [_CLASSES[text]]


PARAMETER_TYPES: Final = {one: text for text in sorted(PYTORCH_TEXTS) for one in _annotations_of(text)}
RETURN_TYPES: Final = {
    **{_CLASSES[text]: text for text in ("Tensor", "SymInt", "float", "bool", "Scalar")},
    typing.List[Tensor]: "Tensor[]",  # noqa: UP006 - programs have both
    list[Tensor]: "Tensor[]",
}


def is_supported_kind(param: inspect.Parameter) -> bool:
    """Can a schema have a parameter of this kind?"""
    return param.kind in (param.POSITIONAL_OR_KEYWORD, param.KEYWORD_ONLY)


def list_of_tuple(tuple_type: Any) -> Any:
    """The annotation of a list with the elements of a tuple: ``tuple[int, int]`` gives ``list[int]``."""
    items = [item for item in typing.get_args(tuple_type) if item is not Ellipsis]
    listed: Any = list
    return listed[typing.Union[tuple(items)]] if items else list  # noqa: UP007 - known at run time only
