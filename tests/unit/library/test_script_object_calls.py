"""Calls with objects of registered classes, and with their fakes."""

import threading

import pytest
from tests.unit.library.opaque_examples import COUNTER, NS, QUEUE, Counter, Queue, Special, define, fake, library

import wye
from wye import DispatchKey, dispatch
from wye.call import FakeScriptObject, OpaqueOpOverload, OpOverload
from wye.call.script_objects import ScriptObject, is_called_with_fakes
from wye.errors import (
    ArgumentError,
    NoKernelError,
    ReturnError,
)
from wye.library import (
    deregister_opaque_type,
    fallthrough_kernel,
    maybe_to_fake_obj,
    register_opaque_type,
)


@pytest.fixture
def lib():
    with library() as made:
        yield made


# ---------------------------------------------------------------- calls with real objects


def test_a_call_with_a_real_object(lib):
    op = define(lib, f"size({QUEUE} q) -> int", lambda q: q.size())
    assert op(Queue(1, 2)) == 2
    assert op(q=Queue(1)) == 1


def test_objects_of_subclasses_pass_and_others_do_not(lib):
    op = define(lib, f"n({COUNTER} c) -> int", lambda c: c.n)
    assert op(Special(5)) == 5
    for wrong in (3, None, object(), Queue()):
        with pytest.raises(ArgumentError, match=f"Expected a value of type '{COUNTER}' for argument 'c'"):
            op(wrong)
    queue = define(lib, f"q({QUEUE} q) -> int", lambda q: 1)
    with pytest.raises(ArgumentError, match="for argument 'q' but instead found type 'Counter'"):
        queue(Counter())


def test_a_result_is_checked_by_its_class(lib):
    op = define(lib, f"make(int n) -> {COUNTER}", lambda n: Counter(n) if n else 0)
    assert op(4).n == 4
    with pytest.raises(ReturnError, match="promises"):
        op(0)


def test_lists_and_optionals_of_objects(lib):
    op = define(lib, f"all({COUNTER}[] cs, {QUEUE}? q=None) -> int", lambda cs, q=None: len(cs))
    assert op([Counter(), Special()]) == 2
    assert op([], Queue()) == 0
    with pytest.raises(ArgumentError, match="argument 'cs'"):
        op([Counter(), 3])


def test_only_operators_with_script_classes_have_the_other_class(lib):
    plain = define(lib, "plain(Tensor x) -> ()")
    counter = define(lib, f"counter({COUNTER} c) -> ()")
    script = define(lib, f"script({QUEUE} q) -> ()")
    optional = define(lib, f"optional({QUEUE}? q) -> ()")
    several = define(lib, f"several({QUEUE}[] q) -> ()")
    found = [type(op) for op in (plain, counter, script, optional, several)]
    assert found == [OpOverload, OpOverload, *[OpaqueOpOverload] * 3]
    assert repr(script) == f"<OpOverload(op='{NS}.script', overload='default')>"


def test_an_operator_gets_the_class_that_its_newest_definition_asks_for(lib):
    with dispatch.library("FRAGMENT", NS) as low:
        op = low.define("changes(int x) -> int")
        assert type(op) is OpOverload
        low.define(f"changes({QUEUE} x) -> int", replace=True)
        assert type(op) is OpaqueOpOverload
        low.impl("changes", lambda x: 1, "CompositeExplicitAutograd")
        assert op(Queue()) == 1
        low.define("changes(int x) -> int", replace=True)
        assert type(op) is OpOverload
        assert op(3) == 1


def test_the_engine_checks_the_exact_class_by_itself(lib):
    op = define(lib, f"fast({QUEUE} q, {COUNTER} c) -> int", lambda q, c: 1)
    signature = op.definition.signature
    assert signature.exact == (Queue, Counter)


def test_a_class_that_is_made_anew_takes_the_place_of_the_old_one(lib):
    op = define(lib, f"renewed({COUNTER} c) -> int", lambda c: c.n)
    renewed = type("Counter", (), {"n": 9, "__module__": Counter.__module__, "__qualname__": "Counter"})
    register_opaque_type(renewed, typ="reference", lib=lib)
    assert op(renewed()) == 9
    assert op.definition.signature.exact == (renewed,)
    with pytest.raises(ArgumentError):
        op(Counter(1))
    deregister_opaque_type(renewed)
    assert op(Counter(1)) == 1


# ---------------------------------------------------------------- calls with fake objects


@pytest.fixture
def op(lib):
    return define(lib, f"take({QUEUE} q, Tensor x) -> int", lambda q, x: 1, "CPU")


def test_a_fake_needs_a_python_kernel(op):
    x = wye.tensor([1.0])
    assert op(Queue(), x) == 1
    with pytest.raises(NoKernelError, match=rf"^Torchbind op {NS}.take.default received a FakeScriptObject input when"):
        op(fake(), x)
    op.py_impl("CPU")(lambda q, x: 10 + q.size())
    assert op(fake(), x) == 10
    assert op(x=x, q=fake()) == 10
    assert wye.ops.test_opaque.take(fake(), x) == 10
    assert op(Queue(), x) == 1


def test_a_fake_where_nothing_is_registered(lib):
    empty = define(lib, f"empty({QUEUE} q) -> int")
    with pytest.raises(NoKernelError, match=r"could not find kernel for .* at dispatch key DispatchKey\.Undefined"):
        empty(fake())
    empty.py_impl("CompositeExplicitAutograd")(lambda q: 5)
    assert empty(fake()) == 5


def test_fakes_in_lists_and_optionals_count(lib):
    op = define(lib, f"many({QUEUE}[] qs, {QUEUE}? q=None) -> int", lambda qs, q=None: 1)
    op.py_impl("CompositeExplicitAutograd")(lambda qs, q=None: 2)
    assert op([Queue()]) == 1
    assert op([Queue(), fake()]) == 2
    assert op([], q=fake()) == 2


def test_the_arguments_of_a_call_with_a_fake_are_bound(op):
    op.py_impl("CPU")(lambda q, x: "no int")
    with pytest.raises(ArgumentError, match="missing value for argument 'x'"):
        op(fake())
    with pytest.raises(ArgumentError, match="for argument 'q'"):
        op(FakeScriptObject(None, "__torch__.torch.classes.other.Class", None), wye.tensor([1.0]))
    with pytest.raises(ReturnError):
        op(fake(), wye.tensor([1.0]))


def test_the_overload_is_found_with_a_fake(lib):
    one = define(lib, f"over({QUEUE} q) -> int")
    lib.define(f"over.two({QUEUE} q, int n) -> int")
    one.py_impl("CompositeExplicitAutograd")(lambda q: 1)
    wye.ops.test_opaque.over.two.py_impl("CompositeExplicitAutograd")(lambda q, n: n)
    assert wye.ops.test_opaque.over(fake()) == 1
    assert wye.ops.test_opaque.over(fake(), 2) == 2


def test_keys_with_nothing_of_the_operator_are_passed_by(op):
    op.py_impl("CPU")(lambda q, x: 3)
    x = wye.tensor([1.0])
    assert {"AutogradCPU", "ADInplaceOrView"} <= {key.name for key in x.keys}
    for key in ("BackendSelect", "Functionalize", "PythonTLSSnapshot", "PythonDispatcher"):
        with dispatch.include(key):
            assert op(fake(), x) == 3


@pytest.mark.parametrize("key", ["AutogradCPU", "Autograd", "ADInplaceOrView"])
def test_a_rule_at_such_a_key_is_used(op, key):
    op.py_impl("CPU")(lambda q, x: 3)
    op.py_impl(key)(lambda q, x: 4)
    x = wye.tensor([1.0])
    assert op(fake(), x) == 4
    with dispatch.below_ad_inplace_or_view():
        assert op(fake(), x) == 3


def test_a_kernel_at_such_a_key_stops_the_call(op, lib):
    op.py_impl("CPU")(lambda q, x: 3)
    lib.impl("take", lambda q, x: 5, "ADInplaceOrView")
    with pytest.raises(NoKernelError, match=r"when dispatching DispatchKey.ADInplaceOrView\."):
        op(fake(), wye.tensor([1.0]))


def test_keys_that_fall_through_are_passed_by(op, lib):
    op.py_impl("CPU")(lambda q, x: 3)
    x = wye.tensor([1.0])
    with dispatch.include("Tracer"):
        lib.impl("take", lambda q, x: 5, "Tracer")
        with pytest.raises(NoKernelError, match=r"when dispatching DispatchKey.Tracer\."):
            op(fake(), x)
        handle = lib.impl("take", fallthrough_kernel, "Tracer")
        assert op(fake(), x) == 3
        handle.remove()
        op.py_impl("Tracer")(fallthrough_kernel)
        assert op(fake(), x) == 3


def test_a_mode_sees_a_call_with_a_fake(op):
    seen = []

    class Mode(wye.DispatchMode):
        def __wye_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append((func, [type(arg) for arg in args], kwargs))
            return func(*args, **(kwargs or {}))

    class Ruled(Mode):
        pass

    op.py_impl("CPU")(lambda q, x: 3)
    x = wye.tensor([1.0])
    with Mode():
        assert op(fake(), x) == 3
    assert seen == [(op, [FakeScriptObject, wye.Tensor], {})]
    op.py_impl(Ruled)(lambda mode, q, x: 7)
    with Ruled():
        assert op(fake(), x) == 7
    with Mode():
        assert op(fake(), x) == 3
    assert len(seen) == 2


def test_a_tensor_subclass_sees_a_call_with_a_fake(op):
    class Mine(wye.Tensor):
        @classmethod
        def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
            return 8

    assert op(fake(), Mine([1.0])) == 8


def test_a_function_mode_sees_a_call_with_a_fake(op):
    seen = []

    class Mode(wye.FunctionMode):
        def __wye_function__(self, func, types, args=(), kwargs=None):
            seen.append(func)
            return func(*args, **(kwargs or {}))

    op.py_impl("CPU")(lambda q, x: 3)
    x = wye.tensor([1.0])
    with Mode():
        assert op(fake(), x) == 3
    assert seen == [op]


def test_an_operator_counts_as_called_with_fakes_only_meanwhile(op):
    seen = []

    @op.py_impl("CPU")
    def rule(q, x):
        other = threading.Thread(target=lambda: seen.append(is_called_with_fakes(op)))
        other.start()
        other.join()
        seen.append(is_called_with_fakes(op))
        raise KeyError("inside")

    with pytest.raises(KeyError):
        op(fake(), wye.tensor([1.0]))
    assert seen == [False, True]
    assert not is_called_with_fakes(op)


def test_fakes_of_opaque_types_go_the_ordinary_way(lib):
    op = define(lib, f"ordinary({COUNTER} c) -> int", lambda c: c.n)
    assert op(maybe_to_fake_obj(None, Counter(6))) == 6
    assert op(maybe_to_fake_obj(None, Special(7))) == 7
    with pytest.raises(ArgumentError):
        op(fake())


def test_the_keys_of_a_fake_call_are_those_of_the_thread(op):
    op.py_impl("CPU")(lambda q, x: 3)
    op.py_impl(DispatchKey.Tracer)(lambda q, x: 4)
    x = wye.tensor([1.0])
    with dispatch.include("Tracer"):
        assert op(fake(), x) == 4
        with dispatch.exclude("Tracer"):
            assert op(fake(), x) == 3


def test_objects_of_script_classes_are_known_by_a_class_of_their_own(lib):
    assert isinstance(Queue(), ScriptObject)
    assert not any(isinstance(other, ScriptObject) for other in (Counter(), 3, wye.ones(1)))
