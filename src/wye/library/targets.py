"""What registrations name: operators by qualified name, kernels by device type or dispatch key.

Cold path.  Pure but for reading the registry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wye.errors import LibraryError
from wye.keys import DispatchKey, as_key, key_for_device

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["as_keys", "split_name"]

_DEFAULTS = ("default", "")


def split_name(qualname: Any) -> tuple[str, str]:
    """The namespace and the name in ``"namespace::name"``.

    Raises:
        LibraryError: it is not of that form.
    """
    parts = qualname.split("::") if isinstance(qualname, str) else ()
    if len(parts) != 2 or not all(parts):
        raise LibraryError(
            f'Expected `qualname` to be of the form "namespace::name", but got {qualname}. The qualname passed to the '
            "library APIs must consist of a namespace and a name, e.g. aten::sin",
        )
    return parts[0], parts[1]


def as_keys(types: str | DispatchKey | Sequence[str | DispatchKey] | None) -> dict[str, DispatchKey]:
    """The key of each device type, dispatch key or ``"default"``, by its name; ``""`` stands for no particular device.

    Raises:
        UnknownKeyError: no such device type, or a device with an index.
    """
    several = (types,) if isinstance(types, (str, int)) or types is None else tuple(types)
    found = {}
    for one in several:
        if one is None or one in _DEFAULTS:
            found[""] = DispatchKey.CompositeExplicitAutograd
        elif isinstance(one, str):
            named = one in DispatchKey.__members__
            found[one] = as_key(one) if named else key_for_device(one)
        else:
            found[as_key(one).name] = as_key(one)
    return found
