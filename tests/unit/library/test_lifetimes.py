"""Libraries take back exactly what they added: when asked, when deleted, when collected, in any order, at any time."""

import gc
import itertools
import os
import subprocess
import sys
import textwrap
import threading

import pytest

import wye
from wye.library import Library, custom_op, find_rule, lifetimes, register_fake
from wye.registry import registry

EVERYWHERE = "CompositeExplicitAutograd"


def names():
    return [name for name in wye.dispatch.all_op_names() if name.startswith("lt::")]


def make_three():
    """One that defines, two that add kernels and a rule."""
    a = Library("lt", "DEF")
    a.define("f(int x) -> int")
    a.impl("f", lambda x: 1, EVERYWHERE)
    b = Library("lt", "FRAGMENT")
    b.define("g(int x) -> int")
    b.impl("f", lambda x: 2, EVERYWHERE)
    c = Library("lt", "IMPL")
    c.impl("f", lambda x: 3, EVERYWHERE)
    register_fake("lt::f", lambda x: 0, lib=c)
    return {"a": a, "b": b, "c": c}


VALUE = {"a": 1, "b": 2, "c": 3}


@pytest.mark.parametrize("how", ["destroy", "del", "collect"])
@pytest.mark.parametrize("order", list(itertools.permutations("abc")), ids="".join)
def test_libraries_go_in_any_order(order, how):
    libs = make_three()
    op = wye.ops.lt.f.default
    assert op(0) == 3
    for name in order:
        lib = libs.pop(name)
        if how == "destroy":
            lib._destroy()
        if how == "collect":
            lib.me = lib
        del lib
        if how == "collect":
            gc.collect()
        if "a" in libs:
            assert op(0) == max(VALUE[left] for left in libs)
            assert (find_rule(op, "fake") is not None) == ("c" in libs)
        else:
            with pytest.raises(RuntimeError, match="Could not find schema"):
                op(0)
        assert hasattr(wye.ops.lt, "g") == ("b" in libs)
        wye.dispatch.check_all_invariants()
    assert names() == []


def test_a_library_in_a_cycle_is_taken_back_by_the_collector():
    lib = Library("lt", "DEF")
    lib.define("f(int x) -> int")
    lib.me = lib
    del lib
    gc.collect()
    assert names() == []
    Library("lt", "DEF")._destroy()


def test_destroying_twice_is_harmless_and_leaves_others_alone():
    one, two = Library("lt", "FRAGMENT"), Library("lt", "FRAGMENT")
    one.define("f(int x) -> int")
    two.define("g(int x) -> int")
    one._destroy()
    one._destroy()
    assert names() == ["lt::g"]
    two._destroy()


def test_a_kernel_may_destroy_the_library_that_it_is_from():
    lib = Library("lt", "DEF")
    lib.define("f(int x) -> int")

    def kernel(x):
        lib._destroy()
        return x + 1

    lib.impl("f", kernel, EVERYWHERE)
    op = wye.ops.lt.f.default
    assert op(1) == 2
    assert names() == []
    with pytest.raises(RuntimeError):
        op(1)


def test_a_kernel_may_drop_the_last_reference_to_its_library():
    libs = [Library("lt", "DEF")]
    libs[0].define("f(int x) -> int")
    libs[0].impl("f", lambda x: libs.clear() or x + 1, EVERYWHERE)
    assert wye.ops.lt.f.default(1) == 2
    assert names() == []


def test_a_library_collected_inside_the_registry_waits():
    lib = Library("lt", "DEF")
    lib.define("f(int x) -> int")
    with registry.lock:
        del lib
        assert names() == ["lt::f"]
        assert len(lifetimes.waiting) == 1
    Library("lt2", "FRAGMENT")._destroy()
    assert names() == []
    assert not lifetimes.waiting


def test_a_waiting_library_is_taken_back_after_the_next_collection():
    lib = Library("lt", "DEF")
    lib.define("f(int x) -> int")
    gc.disable()  # a collection of its own accord would come before the question
    try:
        with registry.lock:
            del lib
        assert names() == ["lt::f"]
    finally:
        gc.enable()
    gc.collect()
    assert names() == []
    assert lifetimes._after_collection not in gc.callbacks


def test_a_finalizer_does_not_wait_for_another_thread():
    lib = Library("lt", "DEF")
    lib.define("f(int x) -> int")
    held, done = threading.Event(), threading.Event()

    def hold():
        with registry.lock:
            held.set()
            done.wait(100)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(100)
    del lib
    assert names() == ["lt::f"]
    done.set()
    thread.join()
    gc.collect()
    assert names() == []


def test_a_library_held_only_by_a_kernel_of_another_goes_with_it():
    inner, outer = Library("lt", "DEF"), Library("lt2", "DEF")
    inner.define("f(int x) -> int")
    outer.define("f(int x) -> int")

    def kernel(x, held=inner):
        return x

    outer.impl("f", kernel, EVERYWHERE)
    del inner, kernel
    assert names() == ["lt::f"]
    outer._destroy()
    assert names() == []


def test_a_namespace_forgets():
    lib = Library("lt", "DEF")
    lib.define("f(int x) -> int")
    lib.define("f.other(str x) -> int")
    lib.impl("f", lambda x: 1, EVERYWHERE)
    space, packet, op = wye.ops.lt, wye.ops.lt.f, wye.ops.lt.f.default
    assert (list(space), packet.overloads(), "lt" in list(wye.ops)) == (["f"], ["default", "other"], True)
    lib._destroy()
    assert (list(space), "f" in dir(space), hasattr(space, "f"), "lt" in list(wye.ops)) == ([], False, False, False)
    assert packet.overloads() == []
    with pytest.raises(AttributeError):
        packet(1)
    with pytest.raises(RuntimeError):
        op(1)
    assert (names(), registry.overloads.get("lt::f")) == ([], None)
    with Library("lt", "DEF") as again:
        again.define("f(int x) -> int")
        again.impl("f", lambda x: 2, EVERYWHERE)
        assert (op(1), packet(1), packet.overloads()) == (2, 2, ["default"])


def test_a_kernel_may_destroy_the_library_of_an_operator_that_it_calls_next():
    inner, outer = Library("lt", "DEF"), Library("lt2", "DEF")
    inner.define("f(int x) -> int")
    inner.impl("f", lambda x: x, EVERYWHERE)
    outer.define("f(int x) -> int")
    op = wye.ops.lt.f.default

    def kernel(x):
        inner._destroy()
        return op(x)

    outer.impl("f", kernel, EVERYWHERE)
    with pytest.raises(RuntimeError, match="Could not find schema"):
        wye.ops.lt2.f(1)
    outer._destroy()


def test_libraries_come_and_go_while_threads_call():
    base = Library("lt", "DEF")
    base.define("f(int x) -> int")
    base.impl("f", lambda x: 0, EVERYWHERE)
    op, seen, stop = wye.ops.lt.f.default, set(), threading.Event()

    def call():
        while not stop.is_set():
            seen.add(op(1))

    threads = [threading.Thread(target=call) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(1, 200):
        lib = Library("lt", "IMPL")
        lib.impl("f", lambda x, number=number: number, EVERYWHERE)
        del lib
    stop.set()
    for thread in threads:
        thread.join()
    assert seen <= set(range(200))
    assert op(1) == 0
    base._destroy()
    assert names() == []


def run_cell(source, names):
    exec(compile(textwrap.dedent(source), "<cell>", "exec"), names)


def test_the_same_cell_runs_twice():
    cell = """
        from wye.library import Library, custom_op, define, impl
        lib = Library("lt", "DEF")
        lib.define("f(int x) -> int")
        lib.impl("f", lambda x: x + 1, "CompositeExplicitAutograd")
        define("lt2::g", "(int x) -> int")
        impl("lt2::g", "default", lambda x: x + 2)

        @custom_op("lt2::h", mutates_args=())
        def h(x: int) -> int:
            return x + 3
    """
    names = {}
    for _ in range(3):
        run_cell(cell, names)
        assert [wye.ops.lt.f(0), wye.ops.lt2.g(0), wye.ops.lt2.h(0), names["h"](0)] == [1, 2, 3, 3]
    assert len(registry.require("lt2::g").kernels[wye.DispatchKey.CompositeExplicitAutograd]) == 1
    names["lib"]._destroy()


def test_a_library_is_a_context():
    with Library("lt", "DEF") as lib:
        lib.define("f(int x) -> int")
        assert names() == ["lt::f"]
    assert names() == []


def blocks(rounds, work):
    work()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(rounds):
        work()
    gc.collect()
    return sys.getallocatedblocks() - before


def define_and_destroy():
    lib = Library("lt", "DEF")
    lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x, "CPU")
    lib._register_fake("f", lambda x: x)
    wye.ops.lt.f.default  # noqa: B018 - makes the packet
    lib._destroy()


def custom_op_and_destroy():
    @custom_op("lt::c", mutates_args=("x",))
    def c(x: wye.Tensor) -> None: ...

    c._destroy()


def test_ten_thousand_rounds_of_define_and_destroy_leak_nothing():
    assert blocks(10_000, define_and_destroy) < 500


def test_custom_operators_leak_nothing():
    assert blocks(1_000, custom_op_and_destroy) < 500


@pytest.mark.parametrize("pure", ["0", "1"])
def test_the_end_of_the_process_takes_libraries_back_while_threads_call(pure):
    program = """
        import atexit, threading, wye
        from wye.library import Library, custom_op
        def report():
            left = [n for n in wye.dispatch.all_op_names() if n.startswith("lt::")]
            print("left", left)
        atexit.register(report)  # runs after the finalizers, which were registered later
        libs = [Library("lt", "FRAGMENT") for _ in range(20)]
        for i, lib in enumerate(libs):
            lib.define(f"f{i}(int x) -> int")
            lib.impl(f"f{i}", lambda x: x, "CompositeExplicitAutograd")
        ops = [getattr(wye.ops.lt, f"f{i}").default for i in range(20)]
        started = threading.Barrier(5)
        def work():
            started.wait()
            try:
                while True:
                    for op in ops:
                        op(1)
            except RuntimeError:
                pass
        for _ in range(4):
            threading.Thread(target=work, daemon=True).start()
        started.wait()
    """
    env = {"WYE_PURE": pure} if pure == "1" else {}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=200,
        env={**os.environ, **env},
        check=False,
    )
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "left []", "")
