"""What `with mode:` asks of a mode, of its class and of what programs write in them."""

from __future__ import annotations

import gc
import sys
import weakref

import pytest

import wye
from wye.errors import ModePlaceError
from wye.keys import DispatchKey
from wye.modes import both_stacks, current_function_modes, current_modes, pre_dispatch
from wye.modes.mode import disable_current_modes, pop_mode_temporarily
from wye.modes.stack import ModeKey

KINDS = [
    pytest.param(wye.DispatchMode, current_modes, id="dispatch"),
    pytest.param(wye.FunctionMode, current_function_modes, id="function"),
]


@pytest.mark.parametrize(("kind", "current"), KINDS)
def test_a_class_may_add_to_entering_and_leaving(kind, current):
    class Told(kind):
        def __init__(self):
            super().__init__()
            self.seen = []

        def __enter__(self):
            self.seen.append(current())
            entered = super().__enter__()
            self.seen.append(current())
            return entered

        def __exit__(self, *exc):
            self.seen.append(exc[0])
            super().__exit__(*exc)
            self.seen.append(current())

    with pytest.raises(ValueError, match="inside"), Told() as told:
        raise ValueError("inside")
    assert told.seen == [(), (told,), ValueError, ()]


@pytest.mark.parametrize(("kind", "current"), KINDS)
def test_a_class_that_raises_before_it_enters_is_on_no_stack(kind, current):
    class Refusing(kind):
        def __enter__(self):
            raise KeyError("no")

    with pytest.raises(KeyError), Refusing():
        pass
    assert current() == ()


@pytest.mark.parametrize(("kind", "current"), KINDS)
def test_modes_leave_in_any_order(kind, current):
    first, second, third = kind(), kind(), kind()
    for mode in (first, second, third):
        assert mode.__enter__() is mode
    first.__exit__(None, None, None)
    assert current() == (second, third)
    third.__exit__()
    assert current() == (second,)
    second.__exit__(None, None, None)
    assert current() == ()
    for mode in (first, second, third):
        with pytest.raises(RuntimeError, match="left without having been entered"):
            mode.__exit__(None, None, None)


@pytest.mark.parametrize(
    ("kind", "name"), [(wye.DispatchMode, "__wye_dispatch__"), (wye.FunctionMode, "__wye_function__")]
)
def test_a_handler_that_becomes_a_classmethod_is_refused_from_then_on(kind, name):
    class Mode(kind):
        pass

    with Mode() as mode:
        pass
    setattr(Mode, name, classmethod(lambda cls, func, types, args=(), kwargs=None: None))
    with pytest.raises(RuntimeError, match="classmethod is not supported"):
        mode.__enter__()
    setattr(Mode, name, lambda self, func, types, args=(), kwargs=None: func(*args, **(kwargs or {})))
    with mode:
        pass


def test_a_handler_may_be_any_callable():
    class Handler:
        def __call__(self, func, types, args=(), kwargs=None):
            return func(*args, **(kwargs or {})) + 1

    class Mode(wye.DispatchMode):
        __wye_dispatch__ = Handler()

    with Mode() as mode:
        assert current_modes() == (mode,)
        x = wye.zeros(1)
    assert x.tolist() == [1.0]


@pytest.mark.parametrize(("kind", "current"), KINDS)
def test_a_mode_may_have_other_bases(kind, current):
    class Names(kind, dict):
        pass

    with Names() as names:
        names["a"] = 1
        assert current() == (names,)
        assert names == {"a": 1}
    assert current() == ()


def test_a_mode_may_find_its_place_after_it_was_made():
    class Mode(wye.DispatchMode):
        pass

    mode, other, user = Mode(), Mode(), Mode()
    mode._mode_key = other._mode_key = ModeKey.PROXY
    with user, mode:
        assert current_modes() == (mode, user)
        with other:  # one at a time in this place
            assert current_modes() == (other, user)
        assert current_modes() == (mode, user)
    with mode:
        assert current_modes() == (mode,)
    Mode._mode_key = ModeKey.FUNCTIONAL  # of all modes of the class that say nothing themselves
    with user, mode:
        assert current_modes() == (mode, user)
    with mode, user:
        assert current_modes() == (mode, user)
    assert current_modes() == ()


def test_a_mode_may_learn_after_it_was_made_that_it_goes_before_dispatch():
    class Mode(wye.DispatchMode):
        _mode_key = ModeKey.PROXY

    mode = Mode()
    with mode:
        assert current_modes() == (mode,)
    mode._dispatch_key = DispatchKey.PreDispatch
    with mode:
        assert current_modes() == ()
        assert pre_dispatch.get_mode(ModeKey.PROXY) is mode
    assert pre_dispatch.get_mode(ModeKey.PROXY) is None
    mode._dispatch_key = DispatchKey.CPU
    with pytest.raises(ModePlaceError, match="must be None or"):
        mode.__enter__()
    mode._dispatch_key = None
    with mode:
        assert current_modes() == (mode,)


def test_a_handler_may_take_modes_off_the_stack_and_finds_them_again_afterwards():
    seen = []

    class Popping(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append(current_modes())
            seen.append(wye.modes.pop())
            with self:
                seen.append(current_modes())
            return func(*args, **(kwargs or {}))

    below = wye.DispatchMode()
    with below, Popping() as mode:
        wye.ones(1)
        assert current_modes() == (below, mode)
    assert seen == [(below,), below, (mode,)]
    assert current_modes() == ()


def test_a_mode_that_a_handler_leaves_is_gone_when_the_program_leaves_it():
    class Leaving(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            self.__exit__(None, None, None)
            return func(*args, **(kwargs or {}))

    with pytest.raises(RuntimeError, match="left without having been entered"), Leaving():
        wye.ones(1)
    assert current_modes() == ()
    assert wye.ones(1).tolist() == [1.0]


def test_contexts_without_modes_decorate_functions_too():
    mode = wye.DispatchMode()

    @pop_mode_temporarily()
    @disable_current_modes()
    def inside():
        return current_modes()

    @both_stacks.all_disabled()
    def disabled(n):
        return disabled(n - 1) if n else current_modes()

    with mode:
        assert inside() == inside() == disabled(2) == ()
        assert current_modes() == (mode,)


def test_modes_before_dispatch_are_off_where_all_are():
    class Proxy(wye.DispatchMode):
        _mode_key = ModeKey.PROXY

    before, after = Proxy(DispatchKey.PreDispatch), wye.DispatchMode()
    with before, after:
        with both_stacks.all_disabled() as modes:
            assert modes == [before, after]
            assert pre_dispatch.count() == len(current_modes()) == 0
        assert pre_dispatch.get_mode(ModeKey.PROXY) is before
        assert current_modes() == (after,)


@pytest.mark.parametrize("kind", [wye.DispatchMode, wye.FunctionMode])
def test_entering_keeps_nothing_alive(kind):
    class Mode(kind):
        pass

    mode = Mode()
    with mode, mode:
        pass
    before = sys.getrefcount(mode), sys.getrefcount(Mode), sys.getrefcount(None)
    for _ in range(1000):
        with mode, mode:
            pass
    after = sys.getrefcount(mode), sys.getrefcount(Mode), sys.getrefcount(None)
    assert after[:2] == before[:2]
    assert abs(after[2] - before[2]) < 100
    gone = weakref.ref(Mode)
    del mode, Mode
    gc.collect()
    assert gone() is None


def test_push_makes_a_mode_and_says_that_it_is_not_needed():
    from wye.modes import DispatchMode, FunctionMode

    for base in (DispatchMode, FunctionMode):

        class Named(base):
            def __init__(self, name):
                self.name = name

        with pytest.warns(UserWarning, match="no longer necessary"):
            made = Named.push("a")
        assert type(made) is Named
        assert made.name == "a"
