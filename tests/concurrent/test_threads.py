"""Many threads over one operator: every call sees a legal kernel, every thread its own state."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

import wye
from wye._engine import engine
from wye.dispatch import Library, capture_state, exclude, include, included_keys, library

SECONDS = float(os.environ.get("WYE_STRESS_SECONDS", "2"))
KEYS = ("CPU", "CompositeExplicitAutograd", "AutogradCPU", "CompositeImplicitAutograd")


@pytest.fixture(autouse=True)
def _switch_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def lib() -> Iterator[Library]:
    with library("FRAGMENT", "threads") as lib:
        yield lib


def run_together(workers: list[Callable[[threading.Event], None]], seconds: float) -> None:
    """Run each worker in a thread until the time is over; the first error of any of them is raised here."""
    stop, errors = threading.Event(), []

    def guarded(worker: Callable[[threading.Event], None]) -> None:
        try:
            worker(stop)
        except BaseException as error:  # noqa: BLE001 - raised again in the main thread
            errors.append(error)
            stop.set()

    threads = [threading.Thread(target=guarded, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    stop.wait(seconds)
    stop.set()
    for thread in threads:
        thread.join(200)
    assert not any(thread.is_alive() for thread in threads)
    if errors:
        raise errors[0]


def calling(op: wye.OpOverload, legal: set[int], calls: list[int], place: int) -> Callable[[threading.Event], None]:
    """A worker that calls in every form and counts; each call must see a legal kernel, or say that there is none."""
    x = wye.tensor([1.0])
    forms = (((x,), {}), ((x, 0), {}), ((x,), {"n": 0}), ((), {"x": x, "n": 0}))

    def work(stop: threading.Event) -> None:
        while not stop.is_set():
            for arguments, named in forms:
                with suppress(wye.NoKernelError):
                    assert op(*arguments, **named) in legal
                calls[place] += 1

    return work


def registering(kernels: list[Callable[..., int]], place: int) -> Callable[[threading.Event], None]:
    """A worker that registers kernels at all keys and removes them, some by their handles and some by the library."""

    def work(stop: threading.Event) -> None:
        with library("IMPL", "threads") as mine:
            while not stop.is_set():
                handles = [mine.impl("stressed", fn, key) for fn, key in zip(kernels, KEYS, strict=True)]
                for handle in handles[place :: 2 - place]:
                    handle.remove()
                mine.reset()

    return work


def kernel_named(name: int) -> Callable[..., int]:
    def kernel(x: wye.Tensor, n: int = 0) -> int:
        return name + n

    return kernel


@pytest.mark.filterwarnings("ignore:Overriding a previously registered kernel")
def test_callers_see_only_legal_kernels_while_others_register_and_remove(lib: Library) -> None:
    op = lib.define("stressed(Tensor x, int n=0) -> int")
    names = [[100 * place + k for k in range(len(KEYS))] for place in range(2)]
    calls = [0] * 8
    callers = [calling(op, {*names[0], *names[1]}, calls, place) for place in range(8)]
    registrars = [registering([kernel_named(name) for name in names[place]], place) for place in range(2)]
    run_together(callers + registrars, SECONDS)
    assert min(calls) > 10
    wye.dispatch.check_invariants("threads::stressed")
    assert not wye.dispatch.has_kernel_for_any_key("threads::stressed", wye.DispatchKeySet.full())


def test_callers_see_the_operator_or_its_absence_while_it_is_redefined(lib: Library) -> None:
    op = lib.define("redefined(Tensor x, int n=1) -> int")
    lib.impl("redefined", lambda x, n=1: n, "CPU")
    x = wye.tensor([1.0])

    def caller(stop: threading.Event) -> None:
        while not stop.is_set():
            for call, results in ((lambda: op(x), (1,)), (lambda: op(x, n=7), (7,)), (lambda: op(x, 3.0), ())):
                with suppress(wye.errors.OperatorNotFoundError, wye.errors.ArgumentError):
                    assert call() in results

    def definer(stop: threading.Event) -> None:
        while not stop.is_set():
            with library("FRAGMENT", "threads") as other:
                other.define("redefined(Tensor x, int n=1, *, bool extra=False) -> int", replace=True)
            lib.define("redefined(Tensor x, int n=1) -> int", replace=True)
            lib._undo[:] = lib._undo[:2]

    run_together([caller] * 4 + [definer], min(SECONDS, 3) / 2)


def test_fallbacks_and_backends_may_come_and_go_while_others_call(lib: Library) -> None:
    op = lib.define("with_fallback(Tensor x) -> str")
    x = wye.tensor([1.0])

    def caller(stop: threading.Event) -> None:
        while not stop.is_set():
            with suppress(wye.NoKernelError):
                assert op(x) == "fallback"

    def registrar(stop: threading.Event) -> None:
        while not stop.is_set():
            with library("IMPL", "_") as everywhere:
                everywhere.fallback(lambda op, keyset, args, kwargs: "fallback", "CPU")

    run_together([caller] * 4 + [registrar], min(SECONDS, 3) / 2)


def test_each_thread_has_its_own_state() -> None:
    names = ("Tracer", "Batched", "Conjugate", "Negative", "ZeroTensor", "Functionalize", "VmapMode", "PreDispatch")

    def worker(name: str) -> Callable[[threading.Event], None]:
        mine = wye.DispatchKeySet(name)

        def work(stop: threading.Event) -> None:
            default = included_keys()
            while not stop.is_set():
                with include(name):
                    assert included_keys() == default | mine
                    with exclude(name):
                        assert wye.dispatch.excluded_keys().has(name)
                assert included_keys() == default

        return work

    run_together([worker(name) for name in names], min(SECONDS, 3) / 4)


def test_one_guard_shared_by_threads_raises_or_restores_but_mixes_nothing_up() -> None:
    guard = include("Tracer")
    default = included_keys()

    def work(stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                with guard:
                    assert included_keys().has("Tracer")
            except RuntimeError:
                wye.dispatch.capture_state()
                engine.set_state(default, wye.dispatch.excluded_keys())

    run_together([work] * 3, 0.2)


def test_a_captured_state_holds_in_another_thread() -> None:
    with include("Tracer"), exclude("AutogradCPU"):
        state = capture_state()
    seen: list[object] = []

    def work() -> None:
        before = capture_state()
        with state:
            seen.append(capture_state() == state)
        seen.append(capture_state() == before)
        state.install()
        seen.append(capture_state() == state)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [True, True, True]
    assert not included_keys().has("Tracer")


def test_a_guard_left_in_another_thread_is_refused() -> None:
    guard = include("Tracer")
    errors: list[BaseException] = []

    def leave() -> None:
        try:
            guard.__exit__(None, None, None)
        except RuntimeError as error:
            errors.append(error)

    with guard:
        thread = threading.Thread(target=leave)
        thread.start()
        thread.join()
    assert "in the thread that entered it" in str(errors[0])
    assert not included_keys().has("Tracer")


def test_types_forgotten_while_others_ask_for_their_keys() -> None:
    class Array:
        pass

    wye.register_array_type(Array, lambda value: wye.DispatchKeySet("CPU"))
    expected = wye.DispatchKeySet("CPU")

    def ask(stop: threading.Event) -> None:
        subclasses = [type(f"Array{i}", (Array,), {}) for i in range(50)]
        while not stop.is_set():
            for cls in subclasses:
                assert engine.keys_of(cls()) == expected

    def forget(stop: threading.Event) -> None:
        while not stop.is_set():
            engine.forget_types()
            time.sleep(0)

    run_together([ask] * 4 + [forget] * 2, 0.4)
