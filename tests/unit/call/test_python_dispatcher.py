"""Calls under the Python dispatcher: recorded of PyTorch, and around it."""

from __future__ import annotations

import contextlib

import pytest
from tests.unit.call.recorded_operators import by_id, key, recorded
from tests.unit.call.tensor_kinds import make, names
from tests.unit.call.test_golden_calls import tls_difference

import wye
from wye import dispatch
from wye.call.python_dispatcher import (
    enable_pre_dispatch,
    enable_python_dispatcher,
    no_python_dispatcher,
)
from wye.call.resolve import hooks
from wye.errors import NoKernelError, ReturnError
from wye.keys import DispatchKey, DispatchKeySet, after_autograd
from wye.modes import DispatchMode


@by_id(recorded("python_dispatcher_trace"))
def test_traces_are_as_recorded(scenario):
    spec, trace = scenario["spec"], []
    with dispatch.library("FRAGMENT", "test") as lib:
        op = lib.define("foo(Tensor x) -> Tensor")

        def registered(name):
            def kernel(ks, x):
                trace.append(["registered", name, names(ks)])
                return op.redispatch(ks & after_autograd(), x) if name.startswith("Autograd") else x

            return kernel

        def rule(name):
            def python(x):
                trace.append(["py_impl", name, tls_difference()])
                if not name.startswith("Autograd"):
                    return x
                with dispatch.below_autograd():
                    return op(x)

            return python

        for name in spec["cpp_kernels"]:
            lib.impl("foo", registered(name), key(name), with_keyset=True)
        for name in spec["py_impl"]:
            op.py_impl(key(name))(rule(name))
        enabled = enable_python_dispatcher() if spec["python_dispatcher_enabled"] else contextlib.nullcontext()
        error = None
        with enabled:
            try:
                op(*map(make, spec["args"]))
            except NoKernelError as raised:
                error = str(raised).partition("\n")[0]
        assert trace == scenario["trace"]
        if "error" in scenario:
            assert scenario["error"]["type"] == "NotImplementedError"
            assert scenario["error"]["message"].startswith(error)
        else:
            assert error is None
            cache = {
                k.name: v.name if isinstance(v, DispatchKey) else "callable" for k, v in op._dispatch_cache.items()
            }
            assert cache == scenario["cache"]


@pytest.mark.parametrize("guard", [enable_python_dispatcher, no_python_dispatcher, enable_pre_dispatch])
def test_guards_restore_what_they_saw(guard):
    for outer in (contextlib.nullcontext, enable_python_dispatcher, enable_pre_dispatch):
        with outer():
            before = dispatch.capture_state()
            with pytest.raises(KeyError), guard():
                raise KeyError
            assert dispatch.capture_state() == before


def test_it_can_be_switched_off_inside(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "registered", "CPU")
    op.py_impl("CPU")(lambda x: "python")
    with enable_python_dispatcher():
        assert op(make("t")) == "python"
        with no_python_dispatcher():
            assert op(make("t")) == "registered"
            with enable_python_dispatcher():
                assert op(make("t")) == "python"
    assert op(make("t")) == "registered"


def test_arguments_and_results_are_checked_as_always(lib):
    op = lib.define("f(Tensor x, int y=1, *, int z=2) -> str")
    op.py_impl("CPU")(lambda x, y=1, *, z=2: (y, z) if y > 5 else f"{y} {z}")
    with enable_python_dispatcher():
        assert op(make("t"), z=3) == "1 3"
        assert op(x=make("t"), y=4) == "4 2"
        with pytest.raises(ReturnError):
            op(make("t"), 6)


def test_pre_dispatch_without_modes_passes_calls_through(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "CPU", "CPU")
    with enable_pre_dispatch():
        assert op(make("t")) == "CPU"
        with enable_python_dispatcher():
            assert op(make("t")) == "CPU"
            op.py_impl("PreDispatch")(lambda x: "before")
            assert op(make("t")) == "before"
            assert DispatchKey.PreDispatch not in op._dispatch_cache
        assert op(make("t")) == "CPU"


def test_pre_dispatch_modes_are_asked_each_time(lib, monkeypatch):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "CPU", "CPU")
    answers = [lambda x: "mode", None]
    monkeypatch.setattr(hooks, "pre_dispatch", lambda op: answers.pop(0))
    with enable_pre_dispatch(), enable_python_dispatcher():
        assert [op(make("t")), op(make("t"))] == ["mode", "CPU"]
        with dispatch.exclude("Python"):
            assert op(make("t")) == "CPU"  # not asked


def test_a_rule_for_the_active_mode_comes_before_its_own_method(lib, monkeypatch):
    class Mode:
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            return "method"

    @contextlib.contextmanager
    def popped():
        with dispatch.exclude("Python"):
            yield active[-1]

    op, active = lib.define("f(Tensor x) -> str"), [Mode()]
    lib.impl("f", lambda x: "kernel at Python", "Python")
    lib.impl("f", lambda x: "CPU", "CPU")
    monkeypatch.setattr(hooks, "current_mode", lambda: active[-1])
    monkeypatch.setattr(hooks, "pop_mode", popped)
    with dispatch.include("Python"), enable_python_dispatcher(), dispatch.exclude("AutogradCPU"):
        assert op(make("t")) == "kernel at Python"
        op.py_impl(Mode)(lambda mode, x: f"{type(mode).__name__} over {op(x)}")
        assert op(make("t")) == "Mode over CPU"
        active.append(object())
        assert op(make("t")) == "kernel at Python"


def test_modes_find_their_rules_under_the_python_dispatcher(lib):
    class Log(DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            return f"method over {func(*args)}"

    class Other(Log):
        pass

    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "CPU", "CPU")
    op.py_impl(Log)(lambda mode, x: f"rule of {type(mode).__name__} over {op(x)}")
    with Log():
        assert op(make("t")) == "method over CPU"
        with enable_python_dispatcher():
            assert op(make("t")) == "rule of Log over CPU"
            with Other():
                assert op(make("t")) == "method over rule of Log over CPU"


def test_what_was_resolved_before_a_registration_is_not_kept(lib, monkeypatch):
    op = lib.define("f(Tensor x) -> str")

    def crossref(op, final):
        lib.impl("f", lambda x: "registered", "Functionalize")
        return lambda x: "old"

    monkeypatch.setattr(hooks, "crossref", crossref)
    op._get_dispatch("Functionalize")
    assert op._dispatch_cache == {}


def test_a_redispatch_to_a_key_that_falls_through_goes_on_below(lib):
    op = lib.define("f(Tensor x) -> str")
    op.py_impl("CPU")(lambda x: "python")
    keys = DispatchKeySet("PythonDispatcher", "ADInplaceOrView", "CPU")
    assert op.redispatch(keys, make("t")) == "python"


def test_a_call_without_tensors_resolves_undefined(lib):
    op = lib.define("f(int x) -> str")
    op.py_impl("CompositeExplicitAutograd")(lambda x: "python")
    with enable_python_dispatcher():
        with dispatch.exclude("BackendSelect"):
            assert op(1) == "python"
        assert op(1) == "python"


@pytest.mark.parametrize("kind", ["t", "meta", "sparse"])
def test_the_key_set_of_a_call_is_what_the_engine_computes(lib, kind):
    op = lib.define("f(Tensor? a=None, Tensor[]? b=None, Tensor?[]? c=None, *, Tensor? d=None, int e=0) -> str")
    for name in ("CompositeExplicitAutograd", "Autograd"):
        lib.impl("f", lambda ks, *args, **kwargs: repr(ks), name, with_keyset=True)
    lib.impl("f", dispatch.fallthrough, "AutogradMeta")
    x = make(kind)
    calls = [((x,), {}), ((None, [x, x]), {}), ((None, None, [None, x]), {}), ((), {"d": x, "e": 1}), ((), {})]
    for args, kwargs in calls:
        for guard in (dispatch.preserve, dispatch.below_autograd):
            with guard():
                assert repr(dispatch.keys_of_call(op, args, kwargs)) == op(*args, **kwargs)


NUMBERS = [2, 2.5, True, 1 + 2j]
OPERATORS = ["add", "sub", "mul", "div", "true_divide", "floor_divide", "pow", "eq", "lt", "maximum", "where"]


def outcome(call):
    try:
        return str(call())
    except Exception as error:  # noqa: BLE001 - compared
        return type(error).__name__, str(error)


@pytest.mark.parametrize("name", OPERATORS)
@pytest.mark.parametrize("under", [enable_python_dispatcher, enable_pre_dispatch])
def test_operators_with_numbers_for_tensors_give_the_same_under_the_python_dispatcher(name, under):
    fn, x, y = getattr(wye, name), wye.tensor([1.0, -2.0]), wye.tensor([3, 4])
    calls = [lambda a=a, b=b: fn(a, b) for a in (x, y) for b in (x, y, *NUMBERS)]
    calls += [lambda: x + 1, lambda: 1 - x, lambda: 2 * y, lambda: 1 / x, lambda: x // 2, lambda: -x, lambda: x**2]
    calls += [lambda: wye.ones(3).add_(1), lambda: wye.ones(2, 2) @ wye.ones(2, 2), x.sum, lambda: x[0]]
    calls += [lambda: wye.add(x, x, out=wye.empty(2)), lambda: wye.cat([x, x]), lambda: x.view(2, 1).t()]
    plainly = [outcome(call) for call in calls]
    with under():
        assert [outcome(call) for call in calls] == plainly


def test_writes_are_counted_under_the_python_dispatcher():
    x = wye.ones(2)
    with enable_python_dispatcher():
        x.add_(1)
        x[0] = 3
    assert x.tolist() == [3.0, 2.0]
    assert x._version == 2
