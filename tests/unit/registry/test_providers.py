"""Several kernels at one key: priorities, predicates, and calling the one that is overridden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wye
from wye import dispatch
from wye.errors import NoKernelError, RegistrationError
from wye.keys import DispatchKeySet

X = wye.tensor(1.0)


@pytest.fixture
def lib():
    with dispatch.library("FRAGMENT", "prov") as lib:
        yield lib


@pytest.fixture
def op(lib):
    return lib.define("f(Tensor x, int n=0, *, bool flag=False) -> str")


def provide(lib, name, **options):
    return lib.impl("f", lambda *args, **kwargs: name, "CPU", provider=name, **options)


def test_the_newest_registration_wins_and_removing_it_brings_the_other_back(lib, op):
    provide(lib, "first")
    second = provide(lib, "second")
    assert op(X) == "second"
    second.remove()
    assert op(X) == "first"


def test_a_higher_priority_wins_whatever_the_order(lib, op):
    provide(lib, "fast", priority=10)
    provide(lib, "slow", priority=-1)
    provide(lib, "plain")
    assert op(X) == "fast"


@given(st.lists(st.tuples(st.integers(-3, 3), st.booleans()), min_size=1, max_size=6), st.data())
def test_registrations_and_removals_in_any_order_leave_the_best_of_the_rest(steps, data):
    with dispatch.library("FRAGMENT", "prov") as lib:
        op = lib.define("f(Tensor x, int n=0, *, bool flag=False) -> str")
        live = {}
        for i, (priority, refuses) in enumerate(steps):
            when = (lambda *args, **kwargs: False) if refuses else None
            live[i] = provide(lib, str(i), priority=priority, when=when)
        while True:
            accepting = [i for i in live if not steps[i][1]]
            if accepting:
                assert op(X) == str(max(accepting, key=lambda i: (steps[i][0], i)))
            else:
                with pytest.raises(NoKernelError):
                    op(X)
            if not live:
                break
            live.pop(data.draw(st.sampled_from(sorted(live)))).remove()


def test_a_predicate_sees_the_arguments_and_false_goes_to_the_next(lib, op):
    seen = []
    provide(lib, "general")
    provide(lib, "small", when=lambda x, n=0, *, flag=False: seen.append((x, n, flag)) or n < 10)
    assert (op(X, 3), op(X, 30, flag=True)) == ("small", "general")
    assert seen == [(X, 3, False), (X, 30, True)]


def test_predicates_are_tried_in_order_until_one_accepts(lib, op):
    tried = []

    def when(name, accepts):
        return lambda *args, **kwargs: tried.append(name) or accepts

    provide(lib, "last", when=when("last", True))
    provide(lib, "middle", when=when("middle", True), priority=1)
    provide(lib, "first", when=when("first", False), priority=2)
    assert op(X) == "middle"
    assert tried == ["first", "middle"]


def test_a_kernel_without_predicate_ends_the_search(lib, op):
    provide(lib, "never", when=lambda *args, **kwargs: pytest.fail("not asked"))
    provide(lib, "always", priority=1)
    assert op(X) == "always"


def test_where_every_provider_refuses_the_error_names_them(lib, op):
    provide(lib, "small", when=lambda *args: False)
    provide(lib, "smaller", when=lambda *args: False)
    with pytest.raises(NoKernelError) as raised:
        op(X)
    assert str(raised.value) == (
        "Could not run 'prov::f' with arguments from the 'CPU' backend: every provider refused them (smaller, small)."
    )
    assert (raised.value.op, raised.value.key) == ("prov::f", "CPU")
    assert "without when=" in raised.value.__notes__[0]


def test_what_a_predicate_raises_comes_through(lib, op):
    provide(lib, "broken", when=lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        op(X)


def test_kernels_with_and_without_keyset_share_a_key(lib, op):
    lib.impl("f", lambda ks, x, n=0: f"keyset {ks}", "CPU", with_keyset=True)
    provide(lib, "plain", when=lambda x, n=0: n > 0)
    assert op(X) == "keyset DispatchKeySet(CPU)"
    assert op(X, 1) == "plain"


def test_an_argument_may_be_called_keyset(lib):
    op = lib.define("g(Tensor x, *, int keyset) -> int")
    lib.impl("g", lambda x, *, keyset: keyset, "CPU", when=lambda x, *, keyset: keyset > 0)
    assert op(X, keyset=3) == 3


def test_a_refusal_above_a_fallthrough_falls_through(lib, op):
    lib.impl("f", lambda *args: "CPU", "CPU")
    lib.fallthrough("f", "AutogradCPU")
    lib.impl("f", lambda x, n=0: "autograd", "AutogradCPU", when=lambda x, n=0: n > 0)
    assert (op(X, 1), op(X, 0)) == ("autograd", "CPU")


def test_a_fallthrough_may_have_a_predicate(lib, op):
    lib.impl("f", lambda *args: "CPU", "CPU")
    lib.impl("f", lambda *args: "autograd", "AutogradCPU")
    lib.impl("f", dispatch.fallthrough, "AutogradCPU", when=lambda x, n=0: n > 0)
    assert (op(X, 1), op(X, 0)) == ("CPU", "autograd")


def test_providers_are_reached_by_redispatch_too(lib, op):
    provide(lib, "general")
    provide(lib, "some", when=lambda x, n=0: n > 0)
    assert op.redispatch(DispatchKeySet("CPU"), X, 1) == dispatch.call_with_key(op, "CPU", X, 1) == "some"


def test_an_alias_key_has_providers_like_any_other(lib, op):
    lib.impl("f", lambda x, n=0: "general", "CompositeExplicitAutograd")
    lib.impl("f", lambda x, n=0: "some", "CompositeExplicitAutograd", when=lambda x, n=0: n > 0)
    assert (op(X), op(X, 1)) == ("general", "some")
    lib.impl("f", lambda x, n=0: "CPU", "CPU")
    assert op(X, 1) == "CPU"


def test_no_predicate_means_no_chain(lib, op):
    fn = lambda x: "fast"  # noqa: E731 - its identity matters
    lib.impl("f", lambda x: "slow", "CPU", when=lambda x: True)
    lib.impl("f", fn, "CPU", priority=1)
    assert dispatch.get_computed_kernel("prov::f", "CPU").fn is fn


def test_dumps_show_every_provider_and_tables_the_first(lib, op):
    lib.impl("f", lambda x: "", "CPU", debug="general")
    lib.impl("f", lambda x: "", "CPU", debug="special", when=lambda x: True, priority=5)
    assert "CPU: special :: (none) [ boxed ]\nCPU (inactive): general :: (none) [ boxed ]\n" in dispatch.dump("prov::f")
    assert dispatch.dump_table("prov::f").startswith("CPU: special [kernel]\n")


# ---- calling the one that is overridden ----


def test_a_kernel_can_call_the_one_it_overrides(lib, op):
    lib.impl("f", lambda x, n=0, *, flag=False: f"below {n} {flag}", "CPU")
    above = lib.impl("f", lambda x, n=0, **kw: "above " + above.call_overridden(x, n, **kw), "CPU")
    top = lib.impl("f", lambda x, n=0, **kw: "top " + top.call_overridden(x, n, **kw), "CPU")
    assert op(X, 3, flag=True) == "top above below 3 True"
    above.remove()
    assert op(X) == "top below 0 False"


def test_what_is_overridden_is_known(lib, op):
    below = provide(lib, "below")
    above = provide(lib, "above")
    assert above.overridden() is below.kernel
    assert below.overridden() is None
    above.remove()
    assert (above.overridden(), above.is_active, below.is_active) == (None, False, True)


def test_a_kernel_that_overrides_none_cannot_call_it(lib, op):
    alone = lib.impl("f", lambda x: "alone " + alone.call_overridden(x), "CPU")
    with pytest.raises(RegistrationError, match="this registration of prov::f overrides no kernel"):
        op(X)


@pytest.mark.parametrize("options", [{"with_keyset": True}, {}])
def test_a_kernel_that_needs_a_key_set_or_falls_through_cannot_be_called(lib, op, options):
    lib.impl("f", (lambda ks, x: "") if options else dispatch.fallthrough, "CPU", **options)
    above = lib.impl("f", lambda x: "above " + above.call_overridden(x), "CPU")
    with pytest.raises(RegistrationError, match="this registration of prov::f overrides a kernel that") as raised:
        op(X)
    assert "op.redispatch" in raised.value.__notes__[0]


def test_a_removed_registration_is_removed_once(lib, op):
    first, second = provide(lib, "first"), provide(lib, "second")
    first.remove()
    first.remove()
    assert op(X) == "second"
    second.remove()
    assert not dispatch.has_kernel_for_key("prov::f", "CPU")


def test_a_predicate_that_cannot_be_called_is_refused(lib, op):
    before = dispatch.dump("prov::f")
    with pytest.raises(RegistrationError, match="when= must be a predicate over the arguments, not int"):
        provide(lib, "broken", when=3)
    assert dispatch.dump("prov::f") == before
