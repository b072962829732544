"""A kernel continues a call below its own key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.call.tensor_kinds import Tensor, make, names

import wye
from wye import dispatch
from wye.errors import ArgumentError, FallthroughError, NoKernelError
from wye.keys import DispatchKey, DispatchKeySet, after_autograd
from wye.registry import runtime_keys

RUNTIME_KEYS = [key for key in runtime_keys(16) if key]


def go_below(own, op, seen):
    def kernel(ks, x):
        seen.append(ks.highest_priority())
        rest = ks & DispatchKeySet.full_after(own)
        return op.redispatch(rest.remove("PythonDispatcher"), x) if rest else x

    return kernel


@given(keys=st.sets(st.sampled_from(RUNTIME_KEYS), min_size=1, max_size=12))
def test_the_top_key_falls_at_every_hop(keys):
    x, seen = Tensor("any", DispatchKeySet(*keys)), []
    with dispatch.library("FRAGMENT", "call") as lib:
        op = lib.define("f(Tensor x) -> Tensor")
        for key in RUNTIME_KEYS:
            if x.keys.has(key):
                lib.impl("f", go_below(key, op, seen), key, with_keyset=True)
        lib.impl("f", lambda x: x, "CompositeExplicitAutograd")  # below everything: no key is left
        with dispatch.force(DispatchKeySet(), DispatchKeySet()):
            assert op(x) is x
    functionalities = [key.functionality for key in seen]
    assert functionalities == sorted(set(functionalities), reverse=True)
    assert set(functionalities) == {key.functionality for key in x.keys}


def test_redispatch_ignores_the_thread_state(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "CPU", "CPU")
    lib.impl("f", lambda x: "mode", "TESTING_ONLY_GenericMode")
    with dispatch.include("TESTING_ONLY_GenericMode"), dispatch.exclude("CPU"):
        assert op(make("t")) == "mode"
        assert op.redispatch(DispatchKeySet("CPU"), make("t")) == "CPU"


def test_redispatch_ignores_the_keys_of_the_arguments(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda x: "Meta", "Meta")
    assert op.redispatch(DispatchKeySet("Meta"), make("t")) == "Meta"


def test_redispatch_checks_arguments_as_a_call_does(lib):
    op = lib.define("f(Tensor x, float y=1.0, *, int z=0) -> str")
    lib.impl("f", lambda *args, **kwargs: repr((args[1:], kwargs)), "CPU")
    assert op.redispatch(DispatchKeySet("CPU"), make("t"), 2, z=True) == "((2.0,), {'z': 1})"
    with pytest.raises(ArgumentError, match="'float' for argument 'y'"):
        op.redispatch(DispatchKeySet("CPU"), make("t"), "a")
    with pytest.raises(ArgumentError, match="missing value for argument 'x'"):
        op.redispatch(DispatchKeySet("CPU"))


@pytest.mark.parametrize("wrong", [None, 3, "CPU", DispatchKey.CPU, ["CPU"]])
def test_redispatch_wants_a_key_set(lib, wrong):
    op = lib.define("f(Tensor x) -> Tensor")
    with pytest.raises(TypeError, match=f"takes a DispatchKeySet first, not {type(wrong).__name__}"):
        op.redispatch(wrong, make("t"))


def test_redispatch_without_any_argument_says_what_is_missing(lib):
    with pytest.raises(TypeError):
        lib.define("f(Tensor x) -> Tensor").redispatch()


def test_redispatch_skips_keys_that_fall_through(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.fallthrough("f", "AutogradCPU")
    lib.fallthrough("f", "TESTING_ONLY_GenericMode")
    lib.impl("f", lambda ks, x: ", ".join(names(ks)), "CPU", with_keyset=True)
    assert op.redispatch(DispatchKeySet("CPU", "AutogradCPU", "TESTING_ONLY_GenericMode"), make("t")) == "CPU"


def test_redispatch_to_nothing_but_fallthrough_keys_is_an_error_with_the_fix(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.fallthrough("f", "AutogradCPU")
    with pytest.raises(
        FallthroughError, match=r"^call::f arrived at AutogradCPU, whose kernel falls through"
    ) as raised:
        op.redispatch(DispatchKeySet("AutogradCPU"), make("t"))
    assert "redispatch" in raised.value.__notes__[0]


def test_the_built_in_autograd_fallback_goes_below_autograd(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.impl("f", lambda ks, x: ", ".join(names(ks)), "CPU", with_keyset=True)
    assert op.redispatch(DispatchKeySet("CPU", "AutogradCPU", "ADInplaceOrView"), make("t")) == "CPU"
    assert op.redispatch(DispatchKeySet("CPU", "AutogradCPU"), make("t")) == "CPU"


def test_an_empty_key_set_reaches_the_kernel_that_runs_anywhere(lib):
    op = lib.define("f(Tensor x) -> str")
    with pytest.raises(NoKernelError):
        op.redispatch(DispatchKeySet(), make("t"))
    lib.impl("f", lambda x: "anywhere", "CompositeImplicitAutograd")
    assert op.redispatch(DispatchKeySet(), make("t")) == "anywhere"


def test_fallthrough_on_one_backend_leaves_the_others(lib):
    op = lib.define("f(Tensor x) -> str")
    lib.fallthrough("f", "AutogradCPU")
    lib.impl("f", lambda x: "AutogradMeta", "AutogradMeta")
    lib.impl("f", lambda x: "backend", "CompositeExplicitAutograd")
    assert op(make("t")) == "backend"
    assert op(make("meta")) == "AutogradMeta"


def test_a_chain_through_a_named_backend_ends_at_it(lib):
    op, seen = lib.define("f(Tensor x) -> Tensor"), []
    lib.impl("f", go_below(DispatchKey.AutogradNumPy, op, seen), DispatchKey.AutogradNumPy, with_keyset=True)
    lib.impl("f", lambda ks, x: seen.append(ks.highest_priority()) or x, "NumPy", with_keyset=True)
    x = Tensor("any", DispatchKeySet("NumPy", "AutogradNumPy"))
    assert op(x) is x
    assert [key.name for key in seen] == ["AutogradNumPy", "NumPy"]


def test_recalling_the_operator_is_a_new_call_that_starts_at_the_top(lib):
    op, seen = lib.define("f(Tensor x) -> Tensor"), []

    def autograd(x):
        seen.append("autograd")
        with dispatch.below_autograd():
            return op(x)

    lib.impl("f", autograd, "Autograd")
    lib.impl("f", lambda x: seen.append("CPU") or (op(x) if len(seen) < 4 else x), "CPU")
    op(make("t"))
    assert seen == ["autograd", "CPU", "CPU", "CPU"]  # below_autograd still stands around the inner calls


def test_kernels_without_keyset_cannot_tell_how_they_were_reached(lib):
    op = lib.define("f(Tensor x) -> int")
    lib.impl("f", lambda *args: len(args), "CPU")
    x = wye.tensor(1)
    assert op(x) == op.redispatch(x.keys & after_autograd(), x) == dispatch.call_with_key(op, "CPU", x) == 1
