"""Calls of every function of the array API standard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.conformance.array_api.drawing import Drawer
from tests.conformance.array_api.functions import FUNCTIONS
from tests.conformance.array_api.members import WRITTEN
from tests.conformance.array_api.products import FFT, LINALG

if TYPE_CHECKING:
    from collections.abc import Iterator

Case = tuple[str, Any, list[Any], dict[str, Any]]  # text, function, arguments


def _function(name: str) -> Any:
    *path, last = name.split(".")

    def called(xp: Any, *args: Any, **kwargs: Any) -> Any:
        space = xp
        for part in path:
            space = getattr(space, part)
        return getattr(space, last)(*args, **kwargs)

    return called


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        (kind, inner), *_ = value.items()
        return f"{kind[1:]}:{_shown(inner)}"
    return f"[{', '.join(map(_shown, value))}]" if isinstance(value, list) else str(value)


def _text(name: str, args: list[Any], kwargs: dict[str, Any]) -> str:
    return f"{name}({', '.join([*map(_shown, args), *(f'{k}={_shown(v)}' for k, v in kwargs.items())])})"


def calls(seed: int, count: int) -> Iterator[Case]:
    """``count`` calls of each function: text, function, arguments."""
    drawn = {name: (_function(name), draw) for name, draw in FUNCTIONS.items()}
    drawn |= {f"linalg.{name}": (_function(f"linalg.{name}"), draw) for name, draw in LINALG.items()}
    drawn |= {name: (_function(name), LINALG[name]) for name in ("matmul", "tensordot", "vecdot")}
    drawn |= {f"fft.{name}": (_function(f"fft.{name}"), draw) for name, draw in FFT.items()}
    for name, (function, draw) in (drawn | WRITTEN).items():
        d = Drawer(f"{name} {seed}")
        for _ in range(count):
            args, kwargs = draw(d)
            yield _text(name, args, kwargs), function, args, kwargs
