"""Thread state: what is included and excluded, guards, and taking the state to another thread."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.call.tensor_kinds import make, names

from wye import dispatch
from wye._engine import engine
from wye.errors import UnknownKeyError
from wye.keys import DispatchKey, DispatchKeySet
from wye.registry import runtime_keys

DEFAULT = dispatch.capture_state()
GUARDS = {
    "include": lambda: dispatch.include("Functionalize"),
    "exclude": lambda: dispatch.exclude("CPU"),
    "force": lambda: dispatch.force("CPU", "AutogradCPU"),
    "set_exclude": lambda: dispatch.set_exclude("AutocastCPU", False),
    "set_include": lambda: dispatch.set_include("ADInplaceOrView", False),
    "preserve": dispatch.preserve,
    "below_autograd": dispatch.below_autograd,
    "below_ad_inplace_or_view": dispatch.below_ad_inplace_or_view,
    "no_dispatch": dispatch.no_dispatch,
    "hermetic": dispatch.hermetic,
}
every_guard = pytest.mark.parametrize("guard", GUARDS.values(), ids=GUARDS)


@pytest.fixture(autouse=True)
def _state_is_the_default_afterwards():
    yield
    left = dispatch.capture_state()
    DEFAULT.install()
    assert left == DEFAULT


def in_thread(fn):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(fn).result()


def test_the_default_state_is_pytorchs():
    assert names(DEFAULT.included) == ["BackendSelect", "ADInplaceOrView"]
    assert all(name.startswith("Autocast") for name in names(DEFAULT.excluded))


def test_a_new_thread_starts_with_the_default():
    with dispatch.include("Functionalize"):
        assert in_thread(dispatch.capture_state) == DEFAULT


@every_guard
def test_a_guard_restores_what_it_saw(guard):
    with dispatch.include("PreDispatch"), dispatch.exclude("Tracer"):
        before = dispatch.capture_state()
        with guard():
            inside = dispatch.capture_state()
        assert dispatch.capture_state() == before
        with guard():
            assert dispatch.capture_state() == inside


@every_guard
def test_a_guard_restores_when_an_exception_leaves_it(guard):
    with pytest.raises(ZeroDivisionError), guard():
        raise ZeroDivisionError
    assert dispatch.capture_state() == DEFAULT


@every_guard
def test_a_guard_undoes_what_the_setters_did_inside(guard):
    with guard():
        dispatch.set_included("CUDA", True)
        dispatch.set_excluded("AutogradXLA", True)
    assert dispatch.capture_state() == DEFAULT


@every_guard
def test_a_guard_can_be_entered_again_while_it_is_entered(guard):
    one = guard()
    with one:
        inside = dispatch.capture_state()
        with dispatch.include("CUDA"), one, one, one, one:
            pass
        assert dispatch.capture_state() == inside
    assert dispatch.capture_state() == DEFAULT


@every_guard
def test_a_guard_that_was_not_entered_cannot_be_left(guard):
    with pytest.raises(RuntimeError, match="left without having been entered"):
        guard().__exit__(None, None, None)


@every_guard
def test_a_guard_must_be_left_in_its_own_thread(guard):
    one = guard()
    with one, pytest.raises(RuntimeError, match="in the thread that entered it"):
        in_thread(lambda: one.__exit__(None, None, None))


def test_guards_left_in_the_wrong_order_restore_what_each_saw():
    first, second = dispatch.include("Functionalize"), dispatch.include("PreDispatch")
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert dispatch.capture_state() == DEFAULT
    second.__exit__(None, None, None)
    assert names(dispatch.included_keys()) == ["BackendSelect", "Functionalize", "ADInplaceOrView"]
    DEFAULT.install()


def test_a_guard_in_a_generator_reaches_its_caller_until_the_generator_ends():
    def generator():
        with dispatch.include("Functionalize"):
            yield

    running = generator()
    next(running)
    assert dispatch.is_included("Functionalize")
    running.close()
    assert dispatch.capture_state() == DEFAULT


def test_include_adds_and_exclude_wins():
    with dispatch.include("Functionalize", "CPU"), dispatch.exclude("Functionalize"):
        assert dispatch.is_included("Functionalize")
        assert dispatch.is_excluded("Functionalize")
        assert dispatch.is_included("CPU")
        assert not dispatch.is_excluded("CPU")


def test_guards_take_keys_names_numbers_and_sets():
    for keys in ("CPU", DispatchKey.CPU, int(DispatchKey.CPU), DispatchKeySet("CPU")):
        with dispatch.exclude(keys):
            assert dispatch.is_excluded("CPU")
    with dispatch.force(["CPU", "AutogradCPU"], ()):
        assert names(dispatch.included_keys()) == ["CPU", "AutogradCPU"]
        assert not dispatch.excluded_keys()


@pytest.mark.parametrize("guard", [dispatch.include, dispatch.exclude, lambda key: dispatch.set_exclude(key, True)])
def test_an_unknown_key_makes_no_guard(guard):
    with pytest.raises(UnknownKeyError, match="could not parse dispatch key: Nope"):
        guard("Nope")
    assert dispatch.capture_state() == DEFAULT


def test_set_exclude_removes_a_key_that_was_excluded():
    with dispatch.set_exclude("AutocastCPU", False):
        assert not dispatch.is_excluded("AutocastCPU")
        assert dispatch.is_excluded("AutocastCUDA")
        with dispatch.set_exclude("AutocastCPU", True):
            assert dispatch.is_excluded("AutocastCPU")
        assert not dispatch.is_excluded("AutocastCPU")


def test_the_setters_change_one_key_for_good():
    with dispatch.preserve():
        dispatch.set_included("Functionalize", True)
        dispatch.set_excluded("PreDispatch", True)
        assert (dispatch.is_included("Functionalize"), dispatch.is_excluded("PreDispatch")) == (True, True)
        dispatch.set_included("Functionalize", False)
        dispatch.set_excluded("PreDispatch", False)
        assert dispatch.capture_state() == DEFAULT


def test_no_dispatch_and_hermetic_exclude_pythons_keys():
    with dispatch.no_dispatch():
        assert dispatch.excluded_keys() == DEFAULT.excluded | DispatchKeySet(
            "Python", "PythonTLSSnapshot", "PreDispatch"
        )
    with dispatch.hermetic():
        assert dispatch.excluded_keys() == DEFAULT.excluded | DispatchKeySet("Python", "PythonTLSSnapshot")


@given(
    st.lists(
        st.tuples(st.sampled_from(["include", "exclude", "set_exclude", "force"]), st.sampled_from(runtime_keys()[1:])),
        max_size=8,
    )
)
def test_any_nest_of_guards_is_undone_exactly(steps):
    seen, entered = [], []
    for name, key in steps:
        seen.append(dispatch.capture_state())
        guard = {
            "include": dispatch.include,
            "exclude": dispatch.exclude,
            "set_exclude": lambda key: dispatch.set_exclude(key, False),
            "force": lambda key: dispatch.force(DispatchKeySet(key), DispatchKeySet()),
        }[name](key)
        entered.append(guard.__enter__())
        assert {"include": dispatch.is_included, "exclude": dispatch.is_excluded, "force": dispatch.is_included}.get(
            name, lambda key: not dispatch.excluded_keys().has(key.functionality)
        )(key)
    while entered:
        entered.pop().__exit__(None, None, None)
        assert dispatch.capture_state() == seen.pop()


# ---- states ----


def test_a_captured_state_is_a_value():
    with dispatch.include("Functionalize"):
        state = dispatch.capture_state()
        assert state == dispatch.capture_state() != DEFAULT
        assert len({state, dispatch.capture_state(), DEFAULT}) == 2
    assert state.included.has("Functionalize")
    assert "Functionalize" in repr(state)
    assert state != "something else"


def test_a_captured_state_can_be_installed_in_another_thread(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "CPU", "CPU")
    lib.impl("f", lambda x: "mode", "TESTING_ONLY_GenericMode")
    with dispatch.include("TESTING_ONLY_GenericMode"):
        state = dispatch.capture_state()

    def work():
        before = op(make("t"))
        with state as entered:
            assert entered is state
            inside = op(make("t"))
        return before, inside, op(make("t"))

    assert in_thread(work) == ("CPU", "mode", "CPU")

    def install():
        state.install()
        return op(make("t"))

    assert in_thread(install) == "mode"


def test_many_threads_enter_one_captured_state_in_any_order():
    with dispatch.include("Functionalize"):
        state = dispatch.capture_state()
    inside, leave = threading.Barrier(3, timeout=100), [threading.Event(), threading.Event()]
    outcomes = {}

    def work(i):
        with state:
            inside.wait()
            leave[i].wait(100)
            outcomes[i] = dispatch.is_included("Functionalize")
        outcomes[i] = outcomes[i] and dispatch.capture_state() == DEFAULT

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    inside.wait()
    for i in (0, 1):  # the first to enter may well be the first to leave
        leave[i].set()
        threads[i].join(100)
    assert outcomes == {0: True, 1: True}


def test_threads_that_share_one_guard_leave_it_in_any_order():
    guard, entered, leave = dispatch.include("Functionalize"), threading.Event(), threading.Event()

    def work():
        with guard:
            entered.set()
            leave.wait(100)

    with ThreadPoolExecutor(1) as pool, guard:
        other = pool.submit(work)
        entered.wait(100)
        try:
            guard.__exit__(None, None, None)
            assert not dispatch.is_included("Functionalize")
            guard.__enter__()
        finally:
            leave.set()
            other.result()


def test_a_captured_state_can_be_entered_again():
    with DEFAULT, dispatch.include("Functionalize"), DEFAULT:
        assert dispatch.capture_state() == DEFAULT
    assert dispatch.capture_state() == DEFAULT


def test_a_captured_state_that_was_not_entered_cannot_be_left():
    with pytest.raises(RuntimeError, match="left without having been entered"):
        dispatch.capture_state().__exit__(None, None, None)


# ---- guards that are held ----


def test_a_held_guard_stands_until_it_is_dropped():
    held = dispatch.Held(dispatch.include("Functionalize"))
    assert dispatch.is_included("Functionalize")
    del held
    assert dispatch.capture_state() == DEFAULT


def test_a_held_guard_is_left_once():
    with dispatch.Held(dispatch.include("Functionalize")) as held:
        assert dispatch.is_included("Functionalize")
    assert dispatch.capture_state() == DEFAULT
    with dispatch.include("PreDispatch"):
        del held
        assert dispatch.is_included("PreDispatch")


# ---- what a call sees ----


def test_an_excluded_key_is_not_reached_and_its_functionality_goes_on_every_backend(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "backend", "CompositeExplicitAutograd")
    lib.impl("f", lambda x: "autograd", "Autograd")
    assert op(make("t")) == "autograd"
    with dispatch.exclude("AutogradXLA"):
        assert op(make("t")) == op(make("meta")) == "backend"


def test_a_kernel_sees_the_state_of_its_caller(lib):
    op, seen = lib.define("f(Tensor x) -> ()"), []
    lib.impl("f", lambda x: seen.append(dispatch.capture_state()), "CPU")
    with dispatch.include("PreDispatch"), dispatch.exclude("PreDispatch"):
        op(make("t"))
        assert seen == [dispatch.capture_state()]


def test_a_kernel_that_changes_the_state_for_good_changes_it_for_its_caller(lib):
    op = lib.define("f(Tensor x) -> ()")
    lib.impl("f", lambda x: dispatch.set_included("PreDispatch", True), "CPU")
    with dispatch.preserve():
        op(make("t"))
        assert dispatch.is_included("PreDispatch")


def test_a_function_run_inside_a_guard_sees_its_state_and_leaves_none():
    guard = dispatch.exclude("CPU")
    before = dispatch.capture_state()
    assert guard.run(dispatch.is_excluded, "CPU")
    assert guard.run(lambda *args, **kwargs: (args, kwargs), 1, x=2) == ((1,), {"x": 2})
    with pytest.raises(ZeroDivisionError):
        guard.run(lambda: 1 / 0)
    with pytest.raises(TypeError):
        guard.run()
    assert dispatch.capture_state() == before


def test_a_mode_that_is_asked_inside_a_guard_is_off_its_stack_until_it_has_answered():
    guard = dispatch.exclude("CPU")
    before = dispatch.capture_state()

    class Mode:
        def answer(self, func, types, args, kwargs):
            if func is None:
                raise ZeroDivisionError
            return dispatch.is_excluded("CPU"), here["top"], func, types, args, kwargs

    under = (Mode(), None)
    here = {"top": (top := (Mode(), under))}
    assert guard.ask(here, "top", top, "answer", 1, (), (2,), {}) == (True, under, 1, (), (2,), {})
    assert here["top"] is top
    with pytest.raises(ZeroDivisionError):
        guard.ask(here, "top", top, "answer", None, (), (), {})
    with pytest.raises(AttributeError):
        guard.ask(here, "top", top, "nothing", None, (), (), {})
    for wrong in (("top", (1,), "answer", None), ("top", top, 1, None), ("top", top, "answer")):
        with pytest.raises(TypeError):
            guard.ask(here, *wrong, (), (), {})
    assert here["top"] is top
    assert dispatch.capture_state() == before


def test_the_thread_says_whether_it_includes_one_of_several_keys():
    keys = DispatchKeySet("CPU", "PreDispatch")
    assert not engine.includes(keys)
    with dispatch.include("PreDispatch"):
        assert engine.includes(keys)
        assert not engine.includes(DispatchKeySet("CPU"))
    with pytest.raises(TypeError):
        engine.includes("CPU")
