"""What a call would do, and that it does it."""

from __future__ import annotations

import pytest

import wye
from wye import dispatch
from wye.call.look import keys_of_values
from wye.errors import ArgumentError, OperatorNotFoundError
from wye.keys import DispatchKey, DispatchKeySet


@pytest.fixture
def lib():
    with dispatch.library("DEF", "look") as made:
        yield made


def told(hops):
    return [(hop.key.name, hop.outcome) for hop in hops]


def test_the_keys_of_a_call_are_those_that_its_kernel_sees(lib):
    op = lib.define("f(Tensor a, Tensor[]? b=None, *, Tensor? c=None) -> str")
    lib.impl("f", lambda ks, *args, **kwargs: repr(ks), "Autograd", with_keyset=True)
    x, y = wye.ones(2), wye.ones(2, device="meta")
    for args, kwargs in [((x,), {}), ((x, [y]), {}), ((x, (y, x)), {}), ((y,), {"c": x}), ((), {"a": x, "b": [x]})]:
        with dispatch.include("Functionalize"), dispatch.exclude("Functionalize"):
            assert repr(dispatch.keys_of_call(op, args, kwargs)) == op(*args, **kwargs)


def test_a_number_for_a_tensor_brings_no_keys():
    add, x = wye.ops.aten.add.Tensor, wye.ones(2)
    assert dispatch.keys_of_call(add, (x, 2)) == dispatch.keys_of_call(add, (x, x))
    assert not dispatch.keys_of_call(add, (2, 2)).has_any(x.keys)


def test_asking_refuses_what_calling_refuses(lib):
    op = lib.define("f(Tensor a) -> str")
    for args, kwargs in [((), {}), ((1,), {}), ((wye.ones(1),), {"b": 1}), ((wye.ones(1), 2), {})]:
        with pytest.raises(ArgumentError) as called:
            op(*args, **kwargs)
        with pytest.raises(ArgumentError) as asked:
            dispatch.keys_of_call(op, args, kwargs)
        assert str(asked.value) == str(called.value)
    lib.reset()
    with pytest.raises(OperatorNotFoundError):
        dispatch.keys_of_call(op, (1,))
    with pytest.raises(OperatorNotFoundError):
        dispatch.hops(op, "CPU")


def test_hops_tell_what_passes_falls_through_and_runs(lib):
    op = lib.define("f(Tensor a) -> str")
    lib.impl("f", lambda a: "cpu", "CPU")
    lib.impl("f", dispatch.fallthrough, "Functionalize")
    keys = DispatchKeySet("CPU", "AutogradCPU", "ADInplaceOrView", "Functionalize", "BackendSelect")
    rest = [
        ("ADInplaceOrView", "fell through"),
        ("Functionalize", "fell through"),
        ("BackendSelect", "fell through"),
        ("CPU", "ran"),
    ]
    assert told(dispatch.hops(op, keys)) == [("AutogradCPU", "passed"), *rest]
    assert told(dispatch.hops(op, keys.remove("AutogradCPU"))) == rest
    in_a_call = dispatch.hops(op, dispatch.keys_of_call(op, (wye.ones(1),)))  # what falls through is masked
    assert told(in_a_call) == [("AutogradCPU", "passed"), ("CPU", "ran")]


def test_hops_end_where_nothing_is_registered(lib):
    op = lib.define("f(Tensor a) -> str")
    (hop,) = dispatch.hops(op, "CPU")
    assert (hop.key, hop.outcome, hop.kernel) == (DispatchKey.CPU, "missing", None)
    lib.impl("f", dispatch.fallthrough, "CPU")
    (hop,) = dispatch.hops(op, "CPU")
    assert hop.outcome == "missing"
    assert hop.kernel.is_fallthrough
    lib.impl("f", lambda a: "composite", "CompositeImplicitAutograd")
    lib.impl("f", lambda a: "fpga", "FPGA")
    assert told(dispatch.hops(op, "AutogradOther")) == [("AutogradOther", "error")]


def test_hops_run_nothing(lib):
    def fail(*args):
        raise AssertionError("it ran")

    op = lib.define("f(Tensor a) -> str")
    lib.impl("f", fail, "CPU", when=fail)
    lib.impl("f", fail, "CPU")
    x = wye.ones(1)
    assert dispatch.hops(op, dispatch.keys_of_call(op, (x,)))[-1].outcome == "ran"


def test_hops_show_the_providers_of_a_key_and_which_would_run(lib):
    op = lib.define("f(Tensor a, int n) -> str")
    lib.impl("f", lambda a, n: "any", "CPU", provider="any")
    lib.impl("f", lambda a, n: "even", "CPU", provider="even", when=lambda a, n: n % 2 == 0, priority=1)
    lib.impl("f", lambda a, n: "big", "CPU", provider="big", when=lambda a, n: n > 9, priority=2)
    hop = dispatch.hops(op, "CPU")[-1]
    assert [(kernel.provider, kernel.priority) for kernel in hop.providers] == [("big", 2), ("even", 1), ("any", 0)]
    assert [kernel.when is None for kernel in hop.providers] == [False, False, True]
    assert hop.chosen is None
    x = wye.ones(1)
    for n in (1, 2, 10):
        hop = dispatch.hops(op, dispatch.keys_of_call(op, (x, n)), (x, n))[-1]
        assert hop.chosen.provider == op(x, n)


def test_values_without_a_schema_have_keys_together():
    x = wye.ones(1)
    with dispatch.include("Functionalize"), dispatch.exclude("ADInplaceOrView"):
        keys = keys_of_values([x, 1, None])
    assert keys.has("Functionalize")
    assert keys.has("CPU")
    assert not keys.has("ADInplaceOrView")
