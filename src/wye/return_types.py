"""The classes of results that have names: what `wye.max(x, 0)` returns is a `wye.return_types.max`.

Each is made at its first look-up, from the operator's schema.
"""

from __future__ import annotations

from typing import Any

from wye.aten.functions import names, result_type


def __getattr__(name: str) -> Any:
    made = None if name.startswith("__") or name not in names() else result_type(name)
    if made is None:
        raise AttributeError(f"no function {name!r} has results with names")
    return made


def __dir__() -> list[str]:
    return sorted(name for name in names() if result_type(name) is not None)
