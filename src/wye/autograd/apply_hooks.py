"""What higher layers do about calls of autograd.  Imports nothing: they set it before it is needed."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["ApplyHooks", "apply_hooks", "thread"]


class ApplyHooks:
    """What function transforms give to autograd; None: there are none.

    Attributes:
        transform: Called with the class, the arguments and the keywords of `Function.apply` while a transform runs.
        vmap: Maps a function over the first dimension of its arguments.
        jvp: The value of a function and its derivative in a direction.
    """

    __slots__ = ("jvp", "transform", "vmap")

    def __init__(self) -> None:
        self.transform: Callable[[Any, tuple[Any, ...], dict[str, Any]], Any] | None = None
        self.vmap: Callable[..., Any] | None = None
        self.jvp: Callable[..., Any] | None = None


class _Thread(threading.local):
    requires_grad: bool = False  # may `requires_grad_` be called inside of a function that is transformed?


thread: Final = _Thread()


apply_hooks: Final = ApplyHooks()
