"""What is registered and taken back is gone, and so is what is dropped."""

import gc
import weakref
from collections.abc import Iterator

import pytest
from tests.leaks.counting import SLOW, assert_no_leak, times

import wye
from wye._engine import engine
from wye.dispatch import Library, library

TEN_THOUSAND = 10_000


@pytest.fixture
def lib() -> Iterator[Library]:
    with library("FRAGMENT", "leaks") as lib:
        yield lib


def test_kernels_that_are_registered_and_removed(lib: Library) -> None:
    op = lib.define("registered(Tensor x) -> Tensor")
    kernel = lambda x: x  # noqa: E731 - a function to count

    def repeat(n: int) -> None:
        for i in range(n):
            handle = lib.impl("registered", kernel, ("CPU", "Autograd", "CompositeExplicitAutograd")[i % 3])
            handle.remove()
            lib._undo.clear()  # a library keeps its handles until it is reset

    assert_no_leak(repeat, times(TEN_THOUSAND), op, kernel, engine.Kernel, engine.Layout)


def test_libraries_that_define_and_reset() -> None:
    kernel = lambda x: x  # noqa: E731 - a function to count

    def repeat(n: int) -> None:
        for _ in range(n):
            with library("DEF", "leaks_def") as lib:
                lib.define("defined(Tensor x, int[] sizes=[1, 2]) -> Tensor")
                lib.impl("defined", kernel, "CPU")
                lib.impl("undefined", kernel, "CPU")

    assert_no_leak(repeat, times(TEN_THOUSAND), kernel, engine.Op, engine.Signature, engine.Kernel, wye.OpOverload)


def test_fallbacks_that_are_registered_and_removed(lib: Library) -> None:
    op = lib.define("with_fallback(Tensor x) -> Tensor")
    fallback = lambda op, keyset, args, kwargs: None  # noqa: E731 - a function to count

    def repeat(n: int) -> None:
        for _ in range(n):
            with library("IMPL", "_") as everywhere:
                everywhere.fallback(fallback, "XLA")

    assert_no_leak(repeat, 40 if SLOW else 200, op, fallback, engine.Layout)  # each computes all tables


def test_registrations_that_fail(lib: Library) -> None:
    lib.define("taken(Tensor x) -> Tensor")
    wrong = (
        lambda: lib.define("taken(Tensor x) -> Tensor", replace=False),
        lambda: lib.define("broken(Tensor"),
        lambda: lib.impl("taken", 3, "CPU"),  # type: ignore[arg-type]
        lambda: lib.impl("taken", repr, "NoSuchKey"),
        lambda: lib.impl("elsewhere::taken", repr, "CPU"),
    )

    def repeat(n: int) -> None:
        for i in range(n):
            with pytest.raises((RuntimeError, ValueError)):
                wrong[i % len(wrong)]()

    assert_no_leak(repeat, times(TEN_THOUSAND), engine.Kernel, engine.Op, lib)


def test_tables_swapped_in_the_engine_itself() -> None:
    signature = engine.Signature(("x",), 1, b"\1", (None,), (None,), 1, b"\1", (None,))
    layout = engine.Layout(bytes(2 * 100), (1 << 48) - 1, [1, 2, 3])
    kernels = tuple(engine.Kernel(engine.PLAIN, fn) for fn in (len, repr, str))
    op = engine.Op()

    def repeat(n: int) -> None:
        for _ in range(n):
            op.install(signature, layout, kernels)
            op.uninstall()
            engine.Op().install(signature, layout, kernels)
            for wrong in ((signature, layout, (1,)), (signature, signature, ()), (None, None, None)):
                with pytest.raises(TypeError):
                    op.install(*wrong)

    assert_no_leak(repeat, times(TEN_THOUSAND), op, signature, layout, *kernels)


def test_dropped_operators_kernels_and_libraries_are_collected() -> None:
    def kernel(x: object) -> object:
        return x

    lib = library("DEF", "leaks_dropped")
    op = lib.define("dropped(Tensor x) -> Tensor")
    handle = lib.impl("dropped", kernel, "CPU")
    op(wye.tensor(1.0))
    watched = [weakref.ref(thing) for thing in (lib, op, kernel, handle)]
    lib.reset()
    del lib, op, kernel, handle
    gc.collect()
    assert [ref() for ref in watched] == [None] * 4


def test_a_kernel_that_refers_to_its_operator_does_not_keep_it() -> None:
    lib = library("DEF", "leaks_cycle")
    op = lib.define("cycle(Tensor x) -> Tensor")

    def kernel(x: object, op: object = op) -> object:
        return op

    lib.impl("cycle", kernel, "CPU")
    watched = [weakref.ref(op), weakref.ref(kernel)]
    lib.reset()
    del lib, op, kernel
    gc.collect()
    assert [ref() for ref in watched] == [None, None]


def test_a_cycle_through_an_installed_table_is_collected() -> None:
    """Nobody takes anything back here: only the garbage collector sees the cycle."""
    signature = engine.Signature((), 0, b"", (), (), 0, None)
    layout = engine.Layout(b"\1\0", (1 << 48) - 1)

    def make() -> tuple[weakref.ref, weakref.ref]:
        op, other = engine.Op(), engine.Op()

        def kernel() -> object:
            return op, other

        op.install(signature, layout, (engine.Kernel(engine.PLAIN, kernel),))
        other.install(signature, layout, (engine.Kernel(engine.PLAIN, op),))
        return weakref.ref(op), weakref.ref(kernel)

    watched = make()
    gc.collect()
    assert [ref() for ref in watched] == [None, None]


def test_a_cycle_through_a_subclass_and_its_attributes_is_collected() -> None:
    class Sub(engine.Op):
        pass

    class Carrier(engine.TensorBase):
        pass

    op = Sub()
    op.me, op.carrier = op, Carrier(engine.KeyBits(1))
    op.carrier.op = op
    watched = [weakref.ref(op), weakref.ref(op.carrier), weakref.ref(Sub), weakref.ref(Carrier)]
    del op, Sub, Carrier
    gc.collect()
    assert [ref() for ref in watched] == [None] * 4


def test_the_keys_of_a_type_do_not_keep_its_objects() -> None:
    class Array:
        pass

    wye.register_array_type(Array, lambda value: wye.DispatchKeySet("CPU"))
    value = Array()
    assert engine.keys_of(value) == wye.DispatchKeySet("CPU")
    watched = weakref.ref(value)
    del value
    gc.collect()
    assert watched() is None


@pytest.mark.skipif(engine.__name__ == "wye._pure", reason="the pure twin unwinds Python objects of its own")
def test_a_long_chain_of_operators_is_dropped_without_exhausting_the_stack() -> None:
    signature = engine.Signature((), 0, b"", (), (), 0, None)
    layout = engine.Layout(b"\1\0", 0)
    op = engine.Op()
    for _ in range(200_000):
        above = engine.Op()
        above.install(signature, layout, (engine.Kernel(engine.PLAIN, op),))
        op = above
    watched = weakref.ref(op)
    del op, above
    assert watched() is None
