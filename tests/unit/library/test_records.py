"""What was registered for an operator beside its kernels, and whether calls do what their schemas say."""

import pytest

import wye
from wye.errors import AliasError
from wye.library import Library, register_dispatch_rule
from wye.library.mutation import MutationChecker, check_fresh
from wye.library.records import record_of
from wye.pytree import tree_flatten


@pytest.fixture
def lib():
    with Library("records", "FRAGMENT") as lib:
        yield lib


def test_fake_kernels_are_seen_and_gone_with_their_library(lib):
    record = record_of("records::f")
    assert record.fake_impl.kernel is None
    lib.define("f(Tensor x) -> Tensor")
    lib._register_fake("f", first := lambda x: x)
    lib._register_fake("f", second := lambda x: x)
    assert [kernel.func for kernel in record.fake_impl.kernels] == [first, second]
    assert record.abstract_impl.kernel.func is second
    assert record.fake_impl.kernel(3) == 3
    assert __file__ in record.fake_impl.kernel.source
    lib._destroy()
    assert record.fake_impl.kernel is None


def test_dispatch_rules_are_found_by_class(lib):
    class Mode(wye.DispatchMode):
        pass

    lib.define("f(Tensor x) -> Tensor")
    register_dispatch_rule("records::f", Mode, rule := lambda mode, func, types, args, kwargs: None, lib=lib)
    assert record_of("records::f").torch_dispatch_rules.find(Mode) is rule
    assert record_of("records::f").torch_dispatch_rules.find(int) is None


def test_a_write_that_the_schema_does_not_promise_is_found(lib):
    lib.define("write(Tensor(a!) x, Tensor y, Tensor[] z) -> ()")
    op = wye.ops.records.write.default
    x, y, z = wye.tensor([1.0]), wye.tensor([2.0]), wye.tensor([3.0])

    def checker():
        return MutationChecker(op, *tree_flatten(((x, y, [z]), {})))

    good = checker()
    x.numpy()[:] += 1
    good.check()
    for wrong, name in (((x, y), "y"), ((x, z), "z"), ((), "x")):
        seen = checker()
        for tensor in wrong:
            tensor.numpy()[:] += 1
        with pytest.raises(AliasError, match=f"for argument '{name}'"):
            seen.check()


def test_outputs_must_be_fresh():
    x, y = wye.tensor([1.0]), wye.tensor([2.0])
    check_fresh("f", (x,), y)
    for result in (x, (y, y), [y, x]):
        with pytest.raises(AliasError, match=r"f \(with implementation in here\): The output of this custom operator"):
            check_fresh("f", (x,), result, lambda: "here")
