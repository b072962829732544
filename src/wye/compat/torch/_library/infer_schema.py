"""`torch._library.infer_schema`: schemas from annotations.  Aliases only."""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Any

from wye.library import infer_schema

if TYPE_CHECKING:
    import inspect

__all__ = ["infer_schema", "supported_param", "tuple_to_list"]


def supported_param(param: inspect.Parameter) -> bool:
    return param.kind in (param.POSITIONAL_OR_KEYWORD, param.KEYWORD_ONLY)


def tuple_to_list(tuple_type: Any) -> Any:
    items = [item for item in typing.get_args(tuple_type) if item is not Ellipsis]
    listed: Any = list
    return listed[typing.Union[tuple(items)]] if items else list  # noqa: UP007 - known at run time only
