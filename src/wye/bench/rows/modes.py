"""Calls that Python handles: one and two pass-through modes, a wrapper subclass; and entering a mode."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import wye
from wye.bench.calls import noop
from wye.bench.lines import Line, at_most
from wye.bench.measure import Effort, Snippet, compare
from wye.bench.sides import load_torch, torch_op, wye_op
from wye.tensors.subclass import make_wrapper_subclass

__all__ = ["measure"]

SCHEMA = "op(Tensor x) -> Tensor"


class _Pass(wye.DispatchMode):
    def __wye_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


class _Wrapper(wye.Tensor):
    held: wye.Tensor

    @staticmethod
    def __new__(cls: type, inner: wye.Tensor) -> "_Wrapper":
        self: _Wrapper = make_wrapper_subclass(cls, inner.shape)
        self.held = inner
        return self

    @classmethod
    def __wye_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*[arg.held for arg in args], **(kwargs or {}))


def _torchs(torch: Any) -> tuple[type, type]:
    from torch.utils._python_dispatch import TorchDispatchMode

    class Pass(TorchDispatchMode):  # type: ignore[misc]  # Any: torch may be absent
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return func(*args, **(kwargs or {}))

    class Wrapper(torch.Tensor):  # type: ignore[misc]
        @staticmethod
        def __new__(cls: type, inner: Any) -> Any:
            self = torch.Tensor._make_wrapper_subclass(cls, inner.shape)
            self.inner = inner
            return self

        @classmethod
        def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return func(*[arg.inner for arg in args], **(kwargs or {}))

    return Pass, Wrapper


def measure(effort: Effort) -> Iterator[Line]:
    """Yield the row's lines."""
    torch = load_torch()
    mode, wrapper = (None, None) if torch is None else _torchs(torch)
    with wye_op(SCHEMA, ("CPU", noop)) as ours, torch_op(SCHEMA, ("CPU", noop)) as theirs:
        x = wye.tensor([1.0, 2.0, 3.0])
        t = None if torch is None else torch.tensor([1.0, 2.0, 3.0])

        def contenders(wrap: Any = None, wrap_torch: Any = None) -> dict[str, Snippet | None]:
            direct = Snippet("f(x)", {"f": noop, "x": x})
            found: dict[str, Snippet | None] = {
                "wye": Snippet("f(x)", {"f": ours, "x": x if wrap is None else wrap(x)}),
                "direct": direct,
            }
            if torch is not None:
                found["torch"] = Snippet("f(x)", {"f": theirs, "x": t if wrap_torch is None else wrap_torch(t)})
            return found

        for depth, name in ((1, "pass-through mode"), (2, "two pass-through modes")):
            with ExitStack() as stack:
                for _ in range(depth):
                    stack.enter_context(_Pass())
                    if mode is not None:
                        stack.enter_context(mode())
                targets = (at_most(1 / 6, "torch"),) if depth == 1 else ()
                yield Line(name, compare(effort, contenders()), targets)
        yield Line("wrapper subclass", compare(effort, contenders(_Wrapper, wrapper)))
    enter = {"wye": Snippet("with mode: pass", {"mode": _Pass()})}
    if mode is not None:
        enter["torch"] = Snippet("with mode: pass", {"mode": mode()})
    yield Line("mode: enter, exit", compare(effort, enter))
