"""``wye tour`` and ``make demo``: a tour of wye in two minutes.

Define an operator, give it kernels, call it, and see which kernel ran and why.
"""

from __future__ import annotations

import sys
import timeit
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.table import Table
from rich.text import Text

import wye
from wye import dispatch
from wye.command.console import out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import Console


def console() -> Console:
    """Where the tour is printed."""
    found = out()
    found.width = min(found.width, 110)
    return found


def title(text: str) -> None:
    """A heading."""
    console().print()
    console().rule(Text(text, "bold cyan"), align="left", style="cyan")


def show(code: str, value: object = None) -> None:
    """Lines of code, and what they gave.  Lines are at most 74 characters long: they fit a terminal of 80."""
    lines = code.splitlines()
    assert all(len(line) <= 74 for line in lines), code
    for i, line in enumerate(lines):
        console().print(Text("  >>> " if i == 0 else "  ... ", "green") + Text(line, "bold"))
    if value is not None:
        console().print(Text("\n".join(map(_wrapped, str(value).splitlines()))))


def _wrapped(line: str) -> str:
    """A line of output, broken between words where it is longer than the terminal."""
    inside = len(line) - len(line.lstrip())
    return fill(line, 78, initial_indent="  ", subsequent_indent=" " * (inside + 4), drop_whitespace=True,
                break_long_words=False, break_on_hyphens=False, replace_whitespace=False)  # fmt: skip


def note(text: str) -> None:
    """A remark."""
    console().print(f"  {text}", style="italic bright_black")


def table(headers: list[str], rows: Iterable[Iterable[str]]) -> None:
    """A table."""
    grid = Table(*headers, header_style="bold", box=None, padding=(0, 2, 0, 2))
    for row in rows:
        grid.add_row(*row)
    console().print(grid)


def the_table_of(op: str, keys: tuple[str, ...]) -> None:
    """Print the slots of ``op`` that are named, and why each is what it is."""
    rows = {
        key.name: [kernel.name, kernel.debug.removeprefix("registered at ").rpartition("/")[2], why.value]
        for key, kernel, why in dispatch.table_rows(op)
    }
    table(
        ["key", "kernel", "registered at", "because it is the"],
        [[k, *rows.get(k, ["-", "", "(missing)"])] for k in keys],
    )


def here() -> str:
    """What tables say of a registration on this line, which is wye's own: else they would name who called the tour."""
    return f"registered at tour.py:{sys._getframe(1).f_lineno}"


def error_of(call: Callable[[], Any]) -> str:
    """What a failing call tells its author."""
    try:
        call()
    except wye.WyeError as error:
        return f"{type(error).__name__}: {error}\n" + "\n".join(getattr(error, "__notes__", []))
    return "(no error?)"


def define_and_call(lib: dispatch.Library) -> Any:
    """One operator, two kernels."""
    title("1  An operator has a schema; kernels are registered under dispatch keys")
    scale = lib.define("scale(Tensor x, float by=2.0, *, bool flip=False) -> Tensor")
    show('scale = lib.define(\n    "scale(Tensor x, float by=2.0, *, bool flip=False) -> Tensor")', scale)

    def scale_tensor(x: wye.Tensor, by: float = 2.0, *, flip: bool = False) -> wye.Tensor:
        return wye.from_numpy(scale(x.numpy(), by, flip=flip))

    def scale_array(x: np.ndarray, by: float = 2.0, *, flip: bool = False) -> np.ndarray:
        return (x * by)[::-1] if flip else x * by

    lib.impl("scale", scale_tensor, "CPU", debug=here())
    lib.impl("scale", scale_array, "NumPy", debug=here())
    show('lib.impl("scale", scale_tensor, "CPU")    # receives wye Tensors')
    show('lib.impl("scale", scale_array, "NumPy")   # receives ndarrays')

    title("2  A call takes the keys of its arguments and runs the kernel of the highest")
    x = wye.tensor([1.0, 2.0, 3.0])
    show("scale(wye.tensor([1.0, 2.0, 3.0]))", scale(x))
    show(
        "scale(np.arange(3), 10, flip=True)   # the int becomes a float",
        scale(np.arange(3), 10, flip=True),
    )
    show("x.keys", x.keys)
    return scale


def why_each_slot(lib: dispatch.Library) -> None:
    """The computed table, and how registrations change it."""
    title("3  Every slot of the table says why it holds what it holds")
    keys = ("CPU", "CUDA", "Meta", "NumPy", "AutogradCPU", "ADInplaceOrView", "Undefined")
    the_table_of("tour::scale", keys)
    note("AutogradCPU has a fallback that steps below autograd; CUDA has nothing yet.")

    def generic(x: Any, by: float = 2.0, *, flip: bool = False) -> Any:
        return x * by

    handle = lib.impl("scale", generic, "CompositeExplicitAutograd", debug=here())
    show('# one kernel for every backend:\nhandle = lib.impl("scale", generic, "CompositeExplicitAutograd")')
    the_table_of("tour::scale", keys)
    handle.remove()
    show("handle.remove()   # in any order: what stays is what is registered")
    dispatch.check_all_invariants()


def layers(lib: dispatch.Library, scale: Any) -> None:
    """A layer is a key with kernels."""
    title("4  A layer is a key with kernels: do something, then redispatch below yourself")
    log: list[str] = []

    def traced(keys: wye.DispatchKeySet, x: Any, *rest: Any, **options: Any) -> Any:
        log.append(f"Tracer sees {type(x).__name__}; {len(keys)} keys: {', '.join(key.name for key in keys)}")
        result = scale.redispatch(keys & wye.DispatchKeySet.full_after("Tracer"), x, *rest, **options)
        log.append(f"Tracer got {type(result).__name__} back")
        return result

    with dispatch.library("IMPL", "tour") as layer:
        layer.impl("scale", traced, "Tracer", with_keyset=True)
        show('layer.impl("scale", traced, "Tracer", with_keyset=True)')
        with dispatch.include("Tracer"):
            show('with dispatch.include("Tracer"): scale(x)', scale(wye.tensor([1.0, 2.0])))
        show("log", "\n".join(log))
    note("The library was a context manager: its registrations are gone again.")
    del lib


def other_arrays(lib: dispatch.Library, scale: Any) -> None:
    """A backend of one's own, for a type that is not ours."""
    title("5  The same operator on somebody else's arrays")
    wye.register_backend("Chunked")

    class Chunks(list):  # type: ignore[type-arg]
        """A list of arrays that stands for one long array."""

    wye.register_array_type(Chunks, "Chunked")
    lib.impl("scale", lambda x, by=2.0, *, flip=False: Chunks(scale(c, by, flip=flip) for c in x), "Chunked")
    show('wye.register_backend("Chunked")\nwye.register_array_type(Chunks, "Chunked")')
    show('lib.impl("scale", lambda x, ...: Chunks(scale(c, ...) for c in x),\n         "Chunked")')
    show("scale(Chunks([np.ones(2), np.ones(3)]), 7.0)", scale(Chunks([np.ones(2), np.ones(3)]), 7.0))


def modes(scale: Any) -> None:
    """A mode handles every call in its thread."""
    title("6  A mode sees every operator call while it is active")

    class Log(wye.DispatchMode):
        def __wye_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            result = func(*args, **kwargs)
            note(f"{func}({', '.join(type(arg).__name__ for arg in args)}) -> {type(result).__name__}")
            return result

    show("class Log(wye.DispatchMode): ...   # calls func, prints what it saw")
    show("with Log(): wye.ops.tour.scale(x); scale(np.ones(2))")
    x = wye.tensor([1.0])
    with Log():
        wye.ops.tour.scale(x)
        scale(np.ones(2))
    note("The CPU kernel calls scale again: not seen, as the mode is handling a call.")


def providers(lib: dispatch.Library) -> None:
    """Several kernels at one key."""
    title("7  Several providers at one key: priority and predicate")
    total = lib.define("total(Tensor x) -> float")
    lib.impl("total", lambda x: float(x.sum()), "NumPy", provider="numpy")
    lib.impl("total", lambda x: float(sum(x)), "NumPy", provider="small", priority=10, when=lambda x: x.size < 4)
    show('lib.impl("total", ..., "NumPy", provider="small", priority=10,\n         when=lambda x: x.size < 4)')
    show("total(np.ones(3)), total(np.ones(1000))", (total(np.ones(3)), total(np.ones(1000))))


def tensors() -> None:
    """The operator set on wye's own Tensor."""
    title("8  The same dispatcher carries PyTorch's operators, on NumPy")
    x = wye.arange(6.0).reshape(2, 3)
    show("x = wye.arange(6.0).reshape(2, 3); x @ x.T + 1", x @ x.T + 1)
    view = x.t()[1]
    view.mul_(10)
    show("view = x.t()[1]; view.mul_(10); x", x)
    show("x._version, view._version, view.stride(),\nnp.shares_memory(x.numpy(), view.numpy())",
         (x._version, view._version, view.stride(), np.shares_memory(x.numpy(), view.numpy())))  # fmt: skip
    meta = wye.ones(64, 3, 224, 224, device="meta")
    kernel = wye.ones(16, 3, 7, 7, device="meta")
    show(
        "wye.conv2d(images_on_meta, kernel, stride=2).shape   # without data",
        wye.conv2d(meta, kernel, stride=2).shape,
    )
    show(
        "wye.ops.aten.softmax(np.array([1.0, 2.0]), 0)   # ndarrays stay so",
        wye.ops.aten.softmax(np.array([1.0, 2.0]), 0),
    )

    seen: list[str] = []

    class Log(wye.DispatchMode):
        def __wye_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(str(func))
            return func(*args, **kwargs)

    target = wye.tensor([0, 2])
    with Log():
        wye.cross_entropy_loss(x, target)
    show("with Log(): wye.cross_entropy_loss(x, target)   # what it is made of", " -> ".join(seen))


def mistakes(lib: dispatch.Library, scale: Any) -> None:
    """What a mistake looks like."""
    title("9  Mistakes name the operator, the argument and the fix")
    show("scale([1.0, 2.0])", error_of(lambda: scale([1.0, 2.0])))
    show('scale(wye.tensor(1.0, device="meta"))', error_of(lambda: scale(wye.tensor(1.0, device="meta"))))
    show('lib.impl("scale", f, "Autogrd")', error_of(lambda: lib.impl("scale", print, "Autogrd")))
    show('lib.define("f(Tensor x -> Tensor")', error_of(lambda: lib.define("f(Tensor x -> Tensor")))


def cost(lib: dispatch.Library) -> None:
    """What a call costs."""
    title("10  What a call costs")
    noop = lib.define("noop(Tensor x) -> Tensor")

    def kernel(x: Any) -> Any:
        return x

    lib.impl("noop", kernel, "CPU")
    x, n = wye.tensor([1.0]), 200_000
    names = {"kernel": kernel, "noop": noop, "x": x}
    direct, through = (
        min(timeit.repeat(f"{f}(x)", globals=names, number=n, repeat=5)) / n * 1e9 for f in ("kernel", "noop")
    )
    from wye._engine import is_pure  # here: only for this line

    table(
        ["", "ns"],
        [
            ["kernel(x): the Python function itself", f"{direct:.0f}"],
            ["noop(x): through the dispatcher", f"{through:.0f}"],
        ],
    )
    engine = "the pure Python engine (no C extension)" if is_pure else "the C engine"
    note(f"{through / direct:.1f}x, with {engine}. wye bench has the rest.")


def main() -> None:
    """Run the tour."""
    console().print(Text("\nwye", "bold") + Text(": PyTorch's operator dispatcher as a standalone library", "default"))
    with dispatch.library("DEF", "tour") as lib:
        scale = define_and_call(lib)
        why_each_slot(lib)
        layers(lib, scale)
        other_arrays(lib, scale)
        modes(scale)
        providers(lib)
        tensors()
        mistakes(lib, scale)
        cost(lib)
    print()
