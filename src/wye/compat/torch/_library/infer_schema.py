"""`torch._library.infer_schema`: schemas from annotations.  Aliases only."""

from __future__ import annotations

from wye.annotation_table import PARAMETER_TYPES as SUPPORTED_PARAM_TYPES
from wye.annotation_table import RETURN_TYPES as SUPPORTED_RETURN_TYPES
from wye.annotation_table import is_supported_kind as supported_param
from wye.annotation_table import list_of_tuple as tuple_to_list
from wye.library import infer_schema

__all__ = ["SUPPORTED_PARAM_TYPES", "SUPPORTED_RETURN_TYPES", "infer_schema", "supported_param", "tuple_to_list"]
