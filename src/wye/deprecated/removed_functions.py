"""Functions that PyTorch has under their old names to say what replaces them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["REMOVED", "variable"]

_REPLACED_BY: Final = {
    "eig": "eig", "lstsq": "lstsq", "matrix_rank": "matrix_rank", "solve": "solve", "symeig": "eigh",
}  # fmt: skip


def _refusing(name: str, instead: str) -> Callable[..., NoReturn]:
    def function(*args: Any, **kwargs: Any) -> NoReturn:
        raise RuntimeError(
            f"This function was deprecated since version 1.9 and is now removed. Use `torch.linalg.{instead}` instead."
        )

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Refused: `torch.linalg.{instead}` replaces it."
    return function


def variable(*args: Any, **kwargs: Any) -> NoReturn:
    """Refused: `torch.tensor` replaces it."""
    raise RuntimeError("torch.autograd.variable(...) is deprecated, use torch.tensor(...) instead")


REMOVED: Final = {name: _refusing(name, instead) for name, instead in _REPLACED_BY.items()}


def __getattr__(name: str) -> Any:
    if name in REMOVED:
        return REMOVED[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
