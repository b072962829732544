"""Library and the functions by name, beyond what the golden scenarios tell."""

import warnings

import pytest

import wye
from wye import ones
from wye.errors import RegistrationError
from wye.library import Library, define, fallthrough_kernel, get_ctx, get_kernel, impl
from wye.library.fake_context import FakeContext, running_with


@pytest.fixture
def lib():
    with Library("li", "FRAGMENT") as lib:
        lib.define("f(Tensor x) -> int")
        yield lib


def test_impl_gives_a_handle(lib):
    lib.impl("f", lambda x: 1, "CPU")
    handle = lib.impl("f", lambda x: handle.call_overridden(x) + 1, "CPU")
    assert wye.ops.li.f(ones(1)) == 2
    handle.remove()
    assert wye.ops.li.f(ones(1)) == 1


def test_keys_may_be_given_as_keys(lib):
    lib.impl("f", lambda x: 1, wye.DispatchKey.CPU)
    impl("li::f", [wye.DispatchKey.Meta, "cuda"], lambda x: 2, lib=lib)
    assert [wye.ops.li.f(ones(1)), wye.ops.li.f(ones(1, device="meta"))] == [1, 2]


def test_impl_as_a_decorator_in_both_forms(lib):
    @impl("li::f", "cpu", lib=lib)
    def one(x):
        return 1

    @impl(lib, "f", "Meta")
    def two(x):
        return 2

    assert (one(0), two(0)) == (1, 2)
    assert [wye.ops.li.f(ones(1)), wye.ops.li.f(ones(1, device="meta"))] == [1, 2]


def test_what_has_no_library_stays():
    define("li::g", "(int x) -> int", tags=wye.Tag.pointwise)
    impl("li::g", "default", lambda x: x)
    assert wye.ops.li.g(3) == 3
    assert wye.ops.li.g.default.tags == [wye.Tag.pointwise]


def test_a_fallthrough_kernel_falls_through(lib):
    lib.impl("f", fallthrough_kernel, "AutogradCPU")
    lib.impl("f", lambda x: 1, "CPU")
    assert wye.ops.li.f(ones(1)) == 1


def test_get_kernel_calls_past_the_dispatcher(lib):
    lib.impl("f", lambda x: 1, "CPU")
    lib.impl("f", lambda keyset, x: keyset.raw_repr(), "Meta", with_keyset=True)
    keys = wye.DispatchKeySet("CPU")
    assert get_kernel("li::f", "CPU").call_boxed(keys, ones(1)) == 1
    assert get_kernel(wye.ops.li.f.default, wye.DispatchKey.Meta).call_boxed(keys, ones(1)) == keys.raw_repr()


def test_the_error_names_the_kernel_that_is_there(lib):
    lib.impl("f", lambda x: 1, "CPU")
    with pytest.raises(RuntimeError, match="CPU dispatch key and li namespace") as raised:
        lib.impl("f", lambda x: 1, "CPU", allow_override=False)
    assert any("test_library.py" in note for note in raised.value.__notes__)


def test_fallbacks_are_called_with_the_operator(lib):
    with Library("_", "IMPL") as all_of_them:
        all_of_them.fallback(lambda op, *args: op.name(), "PrivateUse2")
        lib.define("g(Tensor x) -> str")
        assert wye.dispatch.call_with_key(wye.ops.li.g.default, "PrivateUse2", ones(1)) == "li::g"


def test_repr_is_pytorchs(lib):
    assert repr(lib) == "Library(kind=FRAGMENT, ns=li, dispatch_key=)>"
    with Library("li", "IMPL", wye.DispatchKey.CPU) as other:
        assert repr(other) == "Library(kind=IMPL, ns=li, dispatch_key=CPU)>"


def test_a_fake_context_makes_sizes_within_bounds(lib):
    context = FakeContext(wye.ops.li.f.default, lambda low, high: (low, high))
    with running_with(lambda: context):
        assert get_ctx() is context
        assert get_ctx().new_dynamic_size(min=1, max=3) == (1, 3)
        with pytest.warns(FutureWarning, match="deprecated"):
            assert get_ctx().create_unbacked_symint() == (2, None)
        for bounds in ({"min": -1}, {"min": 3, "max": 2}, {"min": "a"}):
            with pytest.raises(ValueError, match=r"new_dynamic_size|Maximum value"):
                get_ctx().new_dynamic_size(**bounds)
    assert get_ctx() is None


def test_get_kernel_gives_what_stood_there_to_an_override(lib):
    x, keys = wye.ones(2), wye.DispatchKeySet("CPU")
    old = get_kernel("aten::sin", "CPU")
    with Library("aten", "IMPL") as override:
        override.impl("sin", lambda ks, x: old.call_boxed(ks, x) + 1, "CPU", with_keyset=True)
        assert wye.sin(x).tolist() == (wye.sin(x) * 0 + old.call_boxed(keys, x) + 1).tolist()
        newer = get_kernel("aten::sin", "CPU")
        assert newer.call_boxed(keys, x).tolist() == wye.sin(x).tolist()
    assert old.is_valid
    assert old.call_boxed(keys, x).tolist() == wye.sin(x).tolist()


def test_a_kernel_whose_library_is_gone_says_so(lib):
    lib.define("gone(Tensor x) -> Tensor")
    with Library("li", "IMPL") as other:
        other.impl("gone", lambda x: x + 1, "CPU")
        kernel = get_kernel("li::gone", "CPU")
        assert kernel.call_boxed(wye.DispatchKeySet("CPU"), wye.ones(1)).tolist() == [2.0]
    assert not kernel.is_valid
    with pytest.raises(RegistrationError, match="SafeKernelFunction has been invalidated"):
        kernel.call_boxed(wye.DispatchKeySet("CPU"), wye.ones(1))


@pytest.mark.parametrize("key", ["AutogradCPU", "ADInplaceOrView", "Meta"])
def test_kernels_that_only_pass_a_call_on_can_be_called(key):
    x = wye.ones(2, device="meta" if key == "Meta" else "cpu")
    name = "aten::add_.Tensor" if key == "ADInplaceOrView" else "aten::add.Tensor"
    kernel = get_kernel(name, key)
    before = x._version
    assert kernel.call_boxed(wye.dispatch.keys_of_call(wye.ops.aten.add.Tensor, (x, x)), x, x).shape == (2,)
    assert x._version == before + (key == "ADInplaceOrView")


def test_a_kernel_for_a_misspelt_operator_of_the_set_is_a_warning_with_the_nearest_names():
    with wye.library.Library("aten", "IMPL") as lib:
        with pytest.warns(UserWarning, match=r"aten::addd is not defined.*did you mean aten::add "):
            lib.impl("addd", lambda x: x, "CPU")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            lib.impl("sin", lambda x: x, "Meta")


def test_kernels_may_come_before_the_operators_of_other_namespaces():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with wye.library.Library("li_early", "IMPL") as lib:
            lib.impl("f", lambda x: x, "CPU")


def test_deleting_what_a_library_holds_takes_its_registrations_back():
    lib = wye.library.Library("li_held", "FRAGMENT")
    lib.define("f(Tensor x) -> Tensor")
    assert lib.m is not None
    del lib.m
    assert lib.m is None
    with wye.library.Library("li_held", "DEF") as other:
        other.define("f(Tensor x) -> Tensor")
