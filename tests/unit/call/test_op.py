"""Operators as callable objects."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref

import pytest
from tests.unit.call.tensor_kinds import make, names

import wye
from wye import dispatch
from wye.errors import NoKernelError, OperatorNotFoundError, UnknownKeyError
from wye.keys import DispatchKeySet


def test_an_operator_knows_its_names_schema_and_tags(lib):
    op = lib.define("f.out(Tensor x) -> Tensor", tags=["pure", "cheap"])
    assert (op.name(), op.namespace, op.name_in_namespace) == ("call::f.out", "call", "f.out")
    assert str(op.schema) == "call::f.out(Tensor x) -> Tensor"
    assert op._schema is op.schema
    assert op.tags == ["pure", "cheap"]
    assert repr(op) == "<OpOverload(op='call.f', overload='out')>"


def test_an_operator_is_copied_and_pickled_by_name(lib):
    op = lib.define("f(Tensor x) -> Tensor")
    assert copy.copy(op) is copy.deepcopy(op) is pickle.loads(pickle.dumps(op)) is op


def test_a_pickled_operator_that_is_not_defined_cannot_be_loaded():
    with dispatch.library("FRAGMENT", "call") as lib:
        text = pickle.dumps(lib.define("gone(Tensor x) -> Tensor"))
    with pytest.raises(OperatorNotFoundError, match="operator call::gone does not exist"):
        pickle.loads(text)


def test_with_keyset_passes_the_keys_that_are_left_first(lib):
    op = lib.define("f(Tensor x, *, int y) -> str")
    lib.impl("f", lambda ks, x, *, y: f"{', '.join(names(ks))} {y}", "CPU", with_keyset=True)
    assert op(make("t"), y=3) == "CPU 3"


def test_call_boxed_and_redispatch_boxed_are_the_call_and_redispatch(lib):
    op, x = lib.define("f(Tensor x, int y=0) -> str"), make("t")
    lib.impl("f", lambda x, y=0: f"CPU {y}", "CPU")
    lib.impl("f", lambda x, y=0: f"Meta {y}", "Meta")
    assert (op.call_boxed(x, y=1), op.redispatch_boxed(DispatchKeySet("Meta"), x, 2)) == ("CPU 1", "Meta 2")
    handle = dispatch.find_schema_or_throw("call::f")
    assert (handle.call_boxed(x, y=1), handle.redispatch_boxed(DispatchKeySet("Meta"), x, 2)) == ("CPU 1", "Meta 2")
    assert handle.schema() is op.schema
    assert handle.debug() == op.debug()


def test_call_with_key_runs_the_kernel_of_that_key(lib):
    op, x = lib.define("f(Tensor x) -> str"), make("t")
    for key in ("CPU", "Meta", "AutogradCPU", "TESTING_ONLY_GenericMode"):
        lib.impl("f", lambda x, key=key: key, key)
        assert dispatch.call_with_key(op, key, x) == key
    lib.impl("f", lambda x: "anywhere", "CompositeImplicitAutograd")
    assert dispatch.call_with_key(op, "Undefined", x) == "anywhere"


@pytest.mark.parametrize("key", ["Autograd", "CompositeImplicitAutograd", "CompositeExplicitAutograd"])
def test_call_with_key_refuses_an_alias(lib, key):
    op = lib.define("f(Tensor x) -> str")
    with pytest.raises(UnknownKeyError, match=f"^{key} is an alias for several keys"):
        dispatch.call_with_key(op, key, make("t"))


@pytest.mark.parametrize("key", ["Dense", "Sparse", "AutogradFunctionality"])
def test_call_with_key_refuses_a_functionality_without_its_backend(lib, key):
    op = lib.define("f(Tensor x) -> str")
    with pytest.raises(UnknownKeyError, match=f"^{key} is not a runtime key"):
        dispatch.call_with_key(op, key, make("t"))


def test_an_unknown_key_lists_the_nearest_names(lib):
    op = lib.define("f(Tensor x) -> str")
    with pytest.raises(UnknownKeyError) as raised:
        dispatch.call_with_key(op, "AutogradCpu", make("t"))
    assert str(raised.value) == "could not parse dispatch key: AutogradCpu"
    assert raised.value.__notes__[0] == "  did you mean AutogradCPU?"


def test_call_with_key_misses_like_a_call(lib):
    op = lib.define("f(Tensor x) -> str")
    with pytest.raises(NoKernelError, match="from the 'CUDA' backend"):
        dispatch.call_with_key(op, "CUDA", make("t"))


def test_a_call_of_an_operator_that_was_taken_back_says_so():
    with dispatch.library("FRAGMENT", "call") as lib:
        op = lib.define("f(Tensor x) -> Tensor")
    for call in (
        lambda: op(make("t")),
        lambda: op.redispatch(DispatchKeySet("CPU"), make("t")),
        lambda: op.schema,
        lambda: op.tags,
    ):
        with pytest.raises(OperatorNotFoundError) as raised:
            call()
        assert str(raised.value) == "Could not find schema for call::f."
        assert "define call::f" in raised.value.__notes__[0]


def test_a_definition_under_a_held_operator_brings_it_back(lib):
    lib.impl("f", lambda x: x, "CPU")
    with dispatch.library("FRAGMENT", "call") as first:
        op = first.define("f(Tensor x) -> Tensor")
    with pytest.raises(OperatorNotFoundError, match="but we found an implementation"):
        op(make("t"))
    assert lib.define("f(Tensor x) -> Tensor") is op
    assert op(make("t")).kind == "t"


def test_a_kernel_may_remove_itself_while_it_runs(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "below", "CPU")

    def once(x):
        handle.remove()
        return "once"

    handle = lib.impl("f", once, "CPU")
    assert [op(make("t")), op(make("t"))] == ["once", "below"]


def test_a_kernel_may_redefine_its_operator_while_it_runs(lib):
    op = lib.define("f(Tensor x) -> int")

    def kernel(x):
        lib.define("f(Tensor x) -> str", replace=True)
        return 1

    lib.impl("f", kernel, "CPU")
    assert op(make("t")) == 1  # checked by the schema that stood when the call began
    assert str(op.schema) == "call::f(Tensor x) -> str"


def test_what_a_kernel_raises_comes_through_untouched(lib):
    op, error = lib.define("f(Tensor x) -> str"), KeyError("mine")

    def kernel(x):
        raise error

    lib.impl("f", kernel, "CPU")
    with pytest.raises(KeyError) as raised:
        op(make("t"))
    assert raised.value is error
    assert not hasattr(error, "__notes__")


def test_any_callable_is_a_kernel(lib):
    class Callable:
        __hash__ = None

        def __call__(self, x):
            return "object"

        def method(self, x):
            return "method"

    op = lib.define("f(Tensor x) -> str")
    for fn, expected in ((Callable(), "object"), (Callable().method, "method")):
        lib.impl("f", fn, "CPU")
        assert op(make("t")) == expected


def test_keys_come_from_keywords_lists_and_optional_arguments(lib):
    op = lib.define(
        "f(Tensor? a=None, Tensor[]? b=None, Tensor?[]? c=None, *, Tensor? d=None, Tensor[]? e=None) -> str"
    )
    lib.impl("f", lambda *args, **kwargs: "none", "CompositeExplicitAutograd")
    lib.impl("f", lambda *args, **kwargs: "CPU", "CPU")
    lib.impl("f", lambda *args, **kwargs: "Sparse", "SparseCPU")
    t, sparse = make("t"), make("sparse")
    assert op() == "none"
    for given in ({"a": t}, {"b": [t]}, {"c": [None, t]}, {"d": t}, {"e": [t]}, {"b": (t, t)}):
        assert op(**given) == "CPU"
    for given in ({"a": t, "d": sparse}, {"b": [t, sparse]}, {"c": [sparse, None]}, {"a": t, "e": (t, sparse)}):
        assert op(**given) == "Sparse"


def test_keys_do_not_come_from_arguments_of_other_types(lib):
    op = lib.define("f(Any x, (Tensor, int) y, Dict(str, Tensor) z) -> str")
    lib.impl("f", lambda *args: "none", "CompositeExplicitAutograd")
    lib.impl("f", lambda *args: "CPU", "CPU")
    assert op(make("t"), (make("t"), 1), {"a": make("t")}) == "none"


def test_an_operator_that_nobody_holds_goes_away():
    with dispatch.library("FRAGMENT", "call") as lib:
        seen = weakref.ref(lib.define("f(Tensor x) -> Tensor"))
        assert seen() is not None
    del lib
    gc.collect()
    assert seen() is None


def test_operators_are_equal_only_to_themselves(lib):
    op, other = lib.define("f(Tensor x) -> Tensor"), lib.define("g(Tensor x) -> Tensor")
    assert op != other
    assert len({op, other, dispatch.find_schema_or_throw("call::f").op}) == 2


def test_plain_wye_tensors_reach_the_cpu_kernel(lib):
    op = lib.define("double(Tensor x) -> Tensor")
    lib.impl("double", lambda x: wye.from_numpy(x.numpy() * 2), "CPU")
    assert op(wye.tensor([1.0, 2.0])).tolist() == [2.0, 4.0]
