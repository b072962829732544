"""Python's containers, which hold traced arrays as they are, and questions about the class of a value's data."""

from __future__ import annotations

import builtins
from typing import Any

from wye.compat.autograd.core import VSpace, vspace
from wye.compat.autograd.tracer import getval
from wye.compat.autograd.vspaces import ContainerVSpace

__all__ = ["ContainerVSpace", "VSpace", "dict", "isinstance", "list", "tuple", "type", "vspace"]

tuple, list, dict = builtins.tuple, builtins.list, builtins.dict


def isinstance(value: Any, classes: Any) -> bool:
    """`isinstance` of the data of a traced array, or of another value."""
    return builtins.isinstance(getval(value), classes) or builtins.isinstance(value, classes)


def type(value: Any) -> Any:
    """The class of the data of a traced array, or of another value."""
    return builtins.type(getval(value))
