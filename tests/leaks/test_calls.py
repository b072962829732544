"""A call leaves nothing behind, whichever way it goes."""

from collections.abc import Iterator
from contextlib import suppress

import numpy as np
import pytest
from tests.leaks.counting import assert_no_leak, times

import wye
from wye._engine import engine
from wye.dispatch import Library, library

MILLION = 1_000_000


@pytest.fixture
def lib() -> Iterator[Library]:
    with library("FRAGMENT", "leaks") as lib:
        yield lib


@pytest.fixture
def x() -> wye.Tensor:
    return wye.tensor([1.0, 2.0])


def types_of_the_engine() -> tuple[type, ...]:
    return (
        engine.KeyBits,
        wye.DispatchKeySet,
        engine.TensorBase,
        wye.Tensor,
        engine.Kernel,
        engine.Op,
        tuple,
        dict,
        list,
    )


def test_a_million_plain_calls(lib: Library, x: wye.Tensor) -> None:
    op = lib.define("plain(Tensor x) -> Tensor")
    lib.impl("plain", kernel := lambda x: x, "CPU")

    def repeat(n: int) -> None:
        for _ in range(n):
            op(x)

    assert_no_leak(repeat, times(MILLION), x, op, kernel, None, *types_of_the_engine())


def test_a_million_calls_with_keywords(lib: Library, x: wye.Tensor) -> None:
    op = lib.define("named(Tensor x, int n=3, Tensor? y=None, *, str mode='long ago') -> Tensor")
    lib.impl("named", kernel := lambda x, n=3, y=None, *, mode="": x, "CPU")
    mode = "a mode with a reference count"

    def repeat(n: int) -> None:
        for _ in range(n):
            op(x=x, y=x, mode=mode)

    assert_no_leak(repeat, times(MILLION), x, op, kernel, mode, "y", *types_of_the_engine())


def test_a_million_calls_with_converted_arguments(lib: Library, x: wye.Tensor) -> None:
    op = lib.define("converted(Tensor x, float by, float[] many) -> Tensor")
    lib.impl("converted", kernel := lambda x, by, many: x, "CPU")
    number, many = 123_456, (1, 2.0, 3)

    def repeat(n: int) -> None:
        for _ in range(n):
            op(x, number, many)

    assert_no_leak(repeat, times(MILLION), x, op, kernel, number, many, *types_of_the_engine())


def test_calls_whose_arguments_only_python_can_convert(lib: Library, x: wye.Tensor) -> None:
    op = lib.define("bound(Tensor x, Tensor[] xs, *, Device device, int[2] sizes, Tensor? y) -> Tensor")
    lib.impl("bound", kernel := lambda x, xs, *, device, sizes, y: x, "CPU")
    xs = [x]

    def repeat(n: int) -> None:
        for _ in range(n):
            op(x, xs, device="cpu", sizes=3, y=x)

    assert_no_leak(repeat, times(MILLION // 20), x, xs, op, kernel, *types_of_the_engine())


def test_a_million_calls_with_lists(lib: Library, x: wye.Tensor) -> None:
    op = lib.define("listed(Tensor[] xs, Tensor?[] ys, int[] sizes) -> Tensor[]")
    lib.impl("listed", kernel := lambda xs, ys, sizes: xs, "CPU")
    xs, ys, sizes = [x, x], (None, x), [1, 2]

    def repeat(n: int) -> None:
        for _ in range(n):
            op(xs, ys, sizes)

    assert_no_leak(repeat, times(MILLION), x, xs, ys, sizes, op, kernel, None, *types_of_the_engine())


def test_a_million_calls_with_a_keyset_that_redispatch(lib: Library, x: wye.Tensor) -> None:
    op = lib.define("chain(Tensor x) -> Tensor")
    below = wye.DispatchKeySet("CPU")

    def above(keyset: wye.DispatchKeySet, x: wye.Tensor) -> wye.Tensor:
        return op.redispatch(keyset & below, x)

    lib.impl("chain", above, "AutogradCPU", with_keyset=True)
    lib.impl("chain", kernel := lambda x: x, "CPU")
    keys = wye.DispatchKeySet("CPU", "AutogradCPU")

    def repeat(n: int) -> None:
        with wye.dispatch.include(keys):
            for _ in range(n):
                op(x)

    assert_no_leak(repeat, times(MILLION), x, op, kernel, above, below, keys, *types_of_the_engine())


def test_a_million_calls_through_a_boxed_fallback(lib: Library, x: wye.Tensor) -> None:
    op = lib.define("boxed(Tensor x, *, int n=1) -> Tensor")

    def fallback(op: object, keyset: object, args: tuple, kwargs: dict) -> object:
        return args[0]

    def repeat(n: int) -> None:
        for _ in range(n):
            op(x, n=3)

    with library("IMPL", "_") as everywhere:
        everywhere.fallback(fallback, "CPU")
        assert_no_leak(repeat, times(MILLION), x, op, fallback, *types_of_the_engine())


def test_calls_with_arrays_and_key_functions(lib: Library) -> None:
    class Boxed:
        """Its keys depend on the object."""

    keys = wye.DispatchKeySet("CPU")
    wye.register_array_type(Boxed, lambda value: keys)
    op = lib.define("arrays(Tensor x, Tensor y) -> Tensor")
    lib.impl("arrays", kernel := lambda x, y: x, "CompositeExplicitAutograd")
    array, boxed = np.ones(3), Boxed()

    def repeat(n: int) -> None:
        for _ in range(n):
            op(array, boxed)

    assert_no_leak(repeat, times(MILLION), array, boxed, op, kernel, keys, Boxed, np.ndarray, *types_of_the_engine())


def fail(x: object) -> object:
    raise ZeroDivisionError


def refuse(x: object) -> object:
    return "no tensor"


@pytest.mark.parametrize(
    "kind", ["argument", "count", "keyword", "miss", "raises", "return", "undefined", "error kernel"]
)
def test_calls_that_fail(lib: Library, x: wye.Tensor, kind: str) -> None:
    op = lib.define("fails(Tensor x) -> Tensor")
    kernel = {"raises": fail, "return": refuse}.get(kind, lambda x: x)
    calls = {
        "argument": lambda: op("text"),
        "count": lambda: op(x, x),
        "keyword": lambda: op(x, nothing=1),
        "error kernel": lambda: op.redispatch(wye.DispatchKeySet("AutogradOther"), x),
    }
    call = calls.get(kind, lambda: op(x))
    if kind != "miss":
        lib.impl("fails", kernel, "CPU")
    if kind == "error kernel":
        lib.impl("fails", kernel, "CompositeImplicitAutograd")
        lib.impl("fails", kernel, "MkldnnCPU")
    if kind == "undefined":
        lib.reset()

    def repeat(n: int) -> None:
        for _ in range(n):
            with pytest.raises((RuntimeError, TypeError, NotImplementedError, ZeroDivisionError)):
                call()

    assert_no_leak(repeat, times(20_000), x, op, kernel, ZeroDivisionError, *types_of_the_engine())


def test_guards_and_key_sets(x: wye.Tensor) -> None:
    keys = wye.DispatchKeySet("CPU", "AutogradCPU")
    guard = wye.dispatch.exclude(keys)

    def repeat(n: int) -> None:
        for _ in range(n):
            with guard, guard, guard, wye.dispatch.include(keys):
                engine.get_state()
            hash(keys | keys & keys)
            _ = keys.bits
            x._keys = x._keys

    assert_no_leak(repeat, times(MILLION // 4), x, keys, guard, *types_of_the_engine())


def test_questions_about_calls_and_kernels_out_of_their_slots(lib: Library, x: wye.Tensor) -> None:
    op = lib.define("asked(Tensor[] xs, float a=1.0, *, Tensor? y=None) -> Any")
    lib.impl("asked", kernel := lambda keyset, xs, a=1.0, y=None: None, "CPU", with_keyset=True)
    keys = wye.DispatchKeySet("CPU", "AutogradCPU")
    held = op.kernel_at(wye.DispatchKeySet("CPU").slot())
    above = op.kernel_at(keys.slot())

    def repeat(n: int) -> None:
        for _ in range(n):
            engine.keys_of_call(op, ([x, x],), {"y": x, "a": 2})
            engine.hops(op, keys)
            op.run_kernel(held, keys, [x], y=x)
            op.run_kernel(above, keys, (x,), 2)

    assert_no_leak(repeat, times(100_000), x, op, kernel, keys, held, above, None, *types_of_the_engine())


def test_questions_that_fail(lib: Library, x: wye.Tensor) -> None:
    op = lib.define("asked_wrongly(Tensor x) -> Any")
    wrong = [((1,), {}), ((), {}), ((x,), {"y": 1}), ((x,), {1: 2}), ((x, x), {})]

    def repeat(n: int) -> None:
        for _ in range(n):
            for args, kwargs in wrong:
                with suppress(Exception):
                    engine.keys_of_call(op, args, kwargs)

    assert_no_leak(repeat, times(20_000), x, op, wrong, None, *types_of_the_engine())


def test_storages_that_grow_move_and_are_replaced() -> None:
    source = wye.arange(4.0)

    def repeat(n: int) -> None:
        for _ in range(n):
            x = wye.ones(4)
            views = [x[1:], x.view(2, 2), x.detach(), x.data]
            x.resize_(64)
            views[0].set_(source)
            views[1].data = source
            x.untyped_storage().resize_(0)
            x.set_()
            source[1:].numpy()
            with pytest.raises(RuntimeError):
                source.resize_(1000)

    assert_no_leak(repeat, times(5_000), source, source.untyped_storage(), *types_of_the_engine())
