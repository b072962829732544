"""The checks of ``wye doctor``: each runs a part of wye for real and compares the result with what it must be.

A check raises where something is wrong.  They take milliseconds, and leave nothing registered.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final

import wye
from wye import dispatch

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["CHECKS"]


def _expect(found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"got {found!r} instead of {wanted!r}")


def _operator() -> None:
    """Define, register, call, take back."""
    with dispatch.library("DEF", "wye_doctor") as lib:
        twice = lib.define("twice(Tensor x, int by=2) -> Tensor")
        handle = lib.impl("twice", lambda x, by=2: wye.from_numpy(x.numpy() * by), "CPU")
        _expect(twice(wye.tensor([1, 2])).tolist(), [2, 4])
        _expect(twice(wye.tensor([1, 2]), by=5).tolist(), [5, 10])
        handle.remove()
        try:
            twice(wye.tensor([1]))
        except wye.NoKernelError:
            pass
        else:
            raise AssertionError("a call without a kernel did not fail")
    _expect(dispatch.has_kernel("wye_doctor::twice"), False)


def _tables() -> None:
    """Installed tables are those that are computed from scratch."""
    wye.ones(2) + 1
    dispatch.check_all_invariants()


def _tensors() -> None:
    x = wye.arange(6.0).reshape(2, 3)
    x.t()[1].mul_(10)
    _expect((x @ x.T).tolist(), [[104.0, 410.0], [410.0, 1634.0]])
    _expect(list(wye.ones(2, 3, device="meta").sum(0).shape), [3])


def _gradients() -> None:
    x = wye.tensor([1.0, 2.0, 3.0], requires_grad=True)
    (x * x * x).sum().backward()
    assert x.grad is not None
    _expect(x.grad.tolist(), [3.0, 12.0, 27.0])


def _transforms() -> None:
    x = wye.tensor([[1.0, 2.0], [3.0, 4.0]])
    _expect(wye.vmap(wye.grad(lambda row: (row * row).sum()))(x).tolist(), [[2.0, 4.0], [6.0, 8.0]])


def _modes() -> None:
    seen, x = [], wye.ones(2)

    class Log(wye.DispatchMode):
        def __wye_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(str(func))
            return func(*args, **(kwargs or {}))

    with Log():
        wye.relu(x)
    _expect(seen, ["aten.relu.default"])


def _fake_tensors() -> None:
    with wye.fake.FakeTensorMode():
        _expect(list((wye.ones(8, 3) @ wye.ones(3, 5)).shape), [8, 5])


def _tracing() -> None:
    graph = wye.fx.make_fx(lambda x: (x + 1).relu())(wye.ones(2))
    _expect(graph(wye.tensor([-3.0, 1.0])).tolist(), [0.0, 2.0])


def _threads() -> None:
    """Keys that a thread includes are its own."""
    found: list[bool] = []
    with dispatch.include("Tracer"):
        thread = threading.Thread(target=lambda: found.append(dispatch.is_included("Tracer")))
        thread.start()
        thread.join()
    _expect(found, [False])


def _error_pages() -> None:
    from wye.errors.__main__ import page

    _expect(page("WYE201").startswith("#"), True)


CHECKS: Final[dict[str, Callable[[], None]]] = {
    "an operator: define, call, remove": _operator,
    "tables fit their registrations": _tables,
    "tensors, views, meta tensors": _tensors,
    "gradients": _gradients,
    "vmap of grad": _transforms,
    "a mode sees calls": _modes,
    "fake tensors": _fake_tensors,
    "a traced graph": _tracing,
    "keys of threads": _threads,
    "pages about errors": _error_pages,
}
