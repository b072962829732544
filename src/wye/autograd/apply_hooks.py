"""What higher layers do about calls of autograd.  Imports nothing: they set it before it is needed."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["ApplyHooks", "apply_hooks", "as_former", "mapped", "thread"]


class ApplyHooks:
    """What function transforms give to autograd; None: there are none.

    Attributes:
        revive: Gives arguments and keywords without wrappers of transforms that have ended.
        transform: Called with the class, the arguments and the keywords of `Function.apply` while a transform runs.
        vmap: Maps a function over the first dimension of its arguments.
        jvp: The value of a function and its derivative in a direction.
    """

    __slots__ = ("jvp", "revive", "transform", "vmap")

    def __init__(self) -> None:
        self.revive: Callable[[tuple[Any, ...], dict[str, Any]], tuple[tuple[Any, ...], dict[str, Any]]] | None = None
        self.transform: Callable[[Any, tuple[Any, ...], dict[str, Any]], Any] | None = None
        self.vmap: Callable[..., Any] | None = None
        self.jvp: Callable[..., Any] | None = None


class _Thread(threading.local):
    requires_grad: bool = False  # may `requires_grad_` be called inside of a function that is transformed?
    is_former: bool = False  # is the vmap that runs PyTorch's former one, which asks nothing of `autograd.Function`s?


thread: Final = _Thread()


apply_hooks: Final = ApplyHooks()


@contextmanager
def as_former() -> Iterator[None]:
    """Run vmap as PyTorch's former one: an `autograd.Function` needs neither ``setup_context`` nor a rule for vmap."""
    before, thread.is_former = thread.is_former, True
    try:
        yield
    finally:
        thread.is_former = before


def mapped(vmap: Callable[..., Any], function: Callable[..., Any], *args: Any) -> Any:
    """``vmap(function)(*args)`` as the former vmap does it, which passes for batches of gradients are made of."""
    with as_former():
        return vmap(function)(*args)
