"""The context of a fake kernel: it makes sizes that are known only when the operator really runs.

Cold path.  In: a running fake kernel.  Out: `get_ctx()`, set by the fake-tensor implementation when there is one.
"""

from __future__ import annotations

import contextlib
import threading
import warnings
from typing import TYPE_CHECKING, Any

from wye.errors import FakeContextError
from wye.registry.kernel import line_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wye.call import OpOverload
    from wye.registry.kernel import Place

__all__ = ["FakeContext", "get_ctx", "on_meta", "running_with"]


class FakeContext:
    """Given to fake kernels by `get_ctx`.

    Made by the fake-tensor implementation: ``new_size(min, max)`` makes an unknown size.
    """

    __slots__ = ("_new_size", "op")

    def __init__(self, op: OpOverload, new_size: Callable[[int, int | None], Any]) -> None:
        self.op, self._new_size = op, new_size

    def new_dynamic_size(self, *, min: int = 0, max: int | None = None) -> Any:
        """A size that depends on the data of the arguments; known to be between ``min`` and ``max``.

        Raises:
            FakeContextError: a bound is not a number, or ``min`` is negative or above ``max``.
        """
        if not isinstance(min, int) or not isinstance(max, (int, type(None))):
            raise FakeContextError(
                f"ctx.new_dynamic_size(min={min}, max={max}): expected min and max to be statically known "
                "ints but got SymInt. This is not supported."
            )
        if min < 0:
            raise FakeContextError(
                f"ctx.new_dynamic_size(min={min}, ...): expected min to be greater than or equal to 0: this API can "
                "only create non-negative sizes."
            )
        if max is not None and max < min:
            raise FakeContextError(
                "Maximum value to constrain_as_size can't be less than the specified min value, received "
                f"min={min} and max={max}"
            )
        return self._new_size(min, max)

    def create_unbacked_symint(self, *, min: int = 2, max: int | None = None) -> Any:
        """The old name of `new_dynamic_size`."""
        warnings.warn(
            "`create_unbacked_symint` is deprecated, please use `new_dynamic_size` instead", FutureWarning, stacklevel=2
        )
        return self.new_dynamic_size(min=min, max=max)


class _Running(threading.local):
    getter: Callable[[], FakeContext | None] | None = None


_running = _Running()


def get_ctx() -> FakeContext | None:
    """The context of the fake kernel that runs in this thread; None outside of one.

    Raises:
        FakeContextError: the kernel runs on meta tensors, which cannot have sizes that depend on data.
    """
    return None if _running.getter is None else _running.getter()


@contextlib.contextmanager
def running_with(getter: Callable[[], FakeContext | None]) -> Iterator[None]:
    """Inside, `get_ctx` returns what ``getter`` returns; for the fake-tensor implementation."""
    saved = _running.getter
    _running.getter = getter
    try:
        yield
    finally:
        _running.getter = saved


def on_meta(name: str, fn: Callable[..., Any], source: Place | str) -> Callable[..., Any]:
    """The kernel at Meta that runs a fake kernel."""

    def refuse() -> FakeContext:
        raise FakeContextError(
            f"{name} ({line_of(source)}): You're trying to run this operator with meta Tensors (as opposed to "
            "FakeTensors), but this operator may return an output Tensor with data-dependent shape. Meta Tensors don't "
            "support operators with outputs that have data-dependent shapes but FakeTensors do.",
            fix="if its output does not depend on data, leave get_ctx out of its fake kernel",
        )

    def meta(*args: Any, **kwargs: Any) -> Any:
        with running_with(refuse):
            return fn(*args, **kwargs)

    return meta
