"""What higher layers do about calls of `autograd.Function`.  Imports nothing: they set it before it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ApplyHooks", "apply_hooks"]


class ApplyHooks:
    """Callbacks of `Function.apply`.

    Attributes:
        transform: Called with the class, the arguments and the keywords while a function transform runs.
    """

    __slots__ = ("transform",)

    def __init__(self) -> None:
        self.transform: Callable[[Any, tuple[Any, ...], dict[str, Any]], Any] | None = None


apply_hooks: Final = ApplyHooks()
