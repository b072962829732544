"""Which kernel serves a key when Python rules count: recorded of PyTorch, and what the cache does."""

from __future__ import annotations

import gc

import pytest
from tests.unit.call.recorded_operators import by_id, key, recorded

from wye import dispatch
from wye.call.resolve import get_cached_ops, get_dispatch, hooks, reset_cached_ops, resolve_key
from wye.errors import AmbiguousKernelError, NoKernelError
from wye.keys import DispatchKey

*SCENARIOS, LAST = recorded("resolve_key")
KEYS = LAST["keys"]


@pytest.fixture
def test_lib():
    with dispatch.library("FRAGMENT", "test") as lib:
        yield lib


def answer(call, name):
    try:
        found = call(key(name))
    except (AmbiguousKernelError, NoKernelError) as error:
        kind = "NotImplementedError" if isinstance(error, NotImplementedError) else "RuntimeError"
        return f"!{kind}: {error}"
    return found.name if isinstance(found, DispatchKey) else "callable"


def register(lib, spec):
    op = lib.define("foo(Tensor x) -> Tensor")
    for name in spec["cpp_kernels"]:
        lib.impl("foo", lambda x: x, key(name))
    for name in spec["py_impl"]:
        op.py_impl(key(name))(lambda x: x)
    return op


@by_id(SCENARIOS)
def test_keys_resolve_as_recorded(test_lib, scenario):
    op = register(test_lib, scenario["spec"])
    for start, count, expected in scenario["runs"]:
        for name in KEYS[start : start + count]:
            wanted = name if expected == "SELF" else expected.replace("<KEY>", name)
            assert answer(lambda k: resolve_key(op, k), name) == wanted, name
    assert [[name, answer(op._get_dispatch, name)] for name, _ in scenario["get_dispatch"]] == scenario["get_dispatch"]
    assert sorted(k.name for k in op._dispatch_cache) == scenario["cache_keys"]


def test_every_recorded_key_is_covered():
    for scenario in SCENARIOS:
        assert sum(count for _, count, _ in scenario["runs"]) == len(KEYS)


def test_errors_say_what_to_do(lib):
    op = lib.define("f(Tensor x) -> Tensor")
    with pytest.raises(NoKernelError) as raised:
        resolve_key(op, "CPU")
    assert (raised.value.op, raised.value.key) == ("call::f", "CPU")
    assert "op.py_impl('CPU')" in raised.value.__notes__[0]
    lib.impl("f", lambda x: x, "CompositeImplicitAutograd")
    lib.impl("f", lambda x: x, "SparseCPU")
    with pytest.raises(AmbiguousKernelError, match=r"^ambiguous autogradother kernel"):
        resolve_key(op, "AutogradOther")


def test_named_backends_resolve_like_built_in_ones(lib):
    op = lib.define("f(Tensor x) -> Tensor")
    op.py_impl("CompositeImplicitAutograd")(lambda x: x)
    assert resolve_key(op, DispatchKey.NumPy).name == "CompositeImplicitAutograd"
    op.py_impl(DispatchKey.NumPy)(lambda x: x)
    assert resolve_key(op, DispatchKey.AutogradNumPy).name == "AutogradNumPy"  # the fallback


def test_what_was_resolved_is_kept_until_something_is_registered(lib):
    op = lib.define("f(Tensor x) -> Tensor")
    rule = op.py_impl("CompositeImplicitAutograd")(lambda x: x)
    assert op._get_dispatch("CPU") is op._get_dispatch("CPU") is rule
    assert op._dispatch_cache == {DispatchKey.CPU: rule}
    registration = lib.impl("f", lambda x: x, "CPU")
    assert op._dispatch_cache == {}
    assert op._get_dispatch("CPU") is DispatchKey.CPU
    registration.remove()
    assert op._get_dispatch("CPU") is rule
    override = op.py_impl("CPU")(lambda x: x)
    assert op._get_dispatch("CPU") is override
    del op.py_kernels[DispatchKey.CPU]
    assert op._get_dispatch("CPU") is rule


def test_a_fallback_that_comes_or_goes_drops_what_was_resolved(lib):
    op = lib.define("f(Tensor x) -> Tensor")
    assert op._get_dispatch("AutogradPrivateUse1") is DispatchKey.AutogradPrivateUse1
    with dispatch.library("IMPL", "_") as everywhere:
        everywhere.fallback(lambda op, keys, args, kwargs: None, "AutogradPrivateUse1")
        assert op._dispatch_cache == {}


def test_one_key_can_be_uncached(lib):
    op = lib.define("f(Tensor x) -> Tensor")
    op.py_impl("CompositeImplicitAutograd")(lambda x: x)
    op._get_dispatch("CPU")
    op._get_dispatch("Meta")
    op._uncache_dispatch("CPU")
    assert list(op._dispatch_cache) == [DispatchKey.Meta]
    op._uncache_dispatch("CUDA")  # was not there


def test_cached_operators_are_listed_until_they_go_or_the_list_is_reset():
    reset_cached_ops()
    with dispatch.library("FRAGMENT", "call") as lib:
        op = lib.define("f(Tensor x) -> Tensor")
        assert get_cached_ops() == set()
        op._get_dispatch("AutogradCPU")
        assert get_cached_ops() == {op}
        reset_cached_ops()
        assert get_cached_ops() == set()
        assert op._dispatch_cache
        op._get_dispatch("Functionalize")
        assert get_cached_ops() == {op}
    del op, lib
    gc.collect()
    assert get_cached_ops() == set()


def test_a_removed_operator_forgets_its_rules_and_its_cache():
    with dispatch.library("FRAGMENT", "call") as lib:
        op = lib.define("f(Tensor x) -> Tensor")
        op.py_impl("CPU")(lambda x: x)
        op._get_dispatch("CPU")
    with dispatch.library("FRAGMENT", "call") as lib:
        assert lib.define("f(Tensor x) -> Tensor") is op
        assert (dict(op.py_kernels), op._dispatch_cache) == ({}, {})


def test_crossref_sees_the_operator_and_the_final_key(lib, monkeypatch):
    op = lib.define("f(Tensor x) -> Tensor")
    seen = []
    monkeypatch.setattr(hooks, "crossref", lambda op, final: seen.append((op, final)) or (lambda x: "crossref"))
    assert get_dispatch(op, DispatchKey.Functionalize)(1) == "crossref"
    assert seen == [(op, DispatchKey.Functionalize)]
    op._get_dispatch("AutogradCPU")
    assert len(seen) == 1
