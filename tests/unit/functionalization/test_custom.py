"""Operators of programs that write: under the key, the mode and the transform."""

import pytest

import wye
from wye.functionalization import custom, tensors
from wye.functionalization.mode import dispatch_functionalize
from wye.higher_order.auto_functionalize_bases import auto_functionalized_v2
from wye.transforms import functionalize

NS = "test_functionalized_custom"


@pytest.fixture
def ops():
    with wye.library._scoped_library(NS, "DEF") as lib:
        lib.define("both(Tensor(a!) x, Tensor(b!) y, float by) -> Tensor")
        lib.impl("both", both, "CompositeExplicitAutograd")
        lib.define("many(Tensor(a!)[] xs) -> ()")
        lib.impl("many", lambda xs: [x.add_(1) for x in xs] and None, "CompositeExplicitAutograd")
        lib.define("maybe(Tensor x, Tensor(a!)? y) -> ()")
        lib.impl("maybe", lambda x, y: None if y is None else [y.add_(x), None][1], "CompositeExplicitAutograd")
        lib.define("own(Tensor(a!) x) -> Tensor(a!)", tags=(wye.Tag.inplace,))
        lib.impl("own", lambda x: x.add_(1), "CompositeExplicitAutograd")
        yield getattr(wye.ops, NS)


def both(x, y, by):
    x.add_(by)
    y.mul_(2)
    return x + y


def of_views(ops):
    def f(x):
        a, b = x[:3], x[2:]
        return ops.both(a, b, 3.0) + x[0]

    return f


def of_list(ops):
    def f(x):
        ops.many([x[:2], x[2:3], x])
        return x * 1

    return f


def of_optional(ops):
    def f(x):
        ops.maybe(x * 2, x)
        ops.maybe(x, None)
        return x * 1

    return f


def of_in_place(ops):
    def f(x):
        y = x[1:]
        return ops.own(y) * 2 + y

    return f


@pytest.mark.parametrize("make", [of_views, of_list, of_optional, of_in_place])
def test_results_and_writes_are_those_of_the_operator(ops, make):
    f, x = make(ops), wye.arange(5.0) + 1
    changed = x.clone()
    wanted = f(changed)
    ours = x.clone()
    assert wye.equal(functionalize(f)(ours), wanted)
    assert wye.equal(ours, changed)
    assert wye.equal(dispatch_functionalize(f)(x), wanted)
    wrapped = tensors.to_functional(x)
    before = tensors.set_reapplies_views(True)
    try:
        made = f(wrapped)
    finally:
        tensors.set_reapplies_views(before)
    for one, value in ((made, wanted), (wrapped, changed)):
        tensors.sync_(one)
        assert wye.equal(tensors.from_functional(one), value)


def test_arguments_that_share_memory_are_seen_from_their_base(ops):
    x = wye.arange(4.0)
    result, new = auto_functionalized_v2(
        getattr(wye.ops, NS).both.default, by=1.0, _x_base_index=0, _x_slice_dim=0, _x_slice_start=0, _x_slice_end=2,
        _y_base_index=0, _y_size=[2], _y_stride=[2], _y_storage_offset=1, _all_bases=[x],
    )  # fmt: skip
    assert (new.tolist(), x.tolist()) == ([1.0, 4.0, 2.0, 6.0], [0.0, 1.0, 2.0, 3.0])
    assert result.tolist() == [5.0, 10.0]


def test_the_first_form_is_used_on_request(ops):
    with custom.patched(enable_auto_functionalized_v2=False):
        assert not custom.setting("enable_auto_functionalized_v2")
        x = wye.zeros(2)
        functionalize(ops.own)(x)
    assert (x.tolist(), custom.settings.by_bases) == ([1.0, 1.0], True)
    with pytest.raises(AttributeError, match="no setting 'other'"):
        custom.setting("other")


def test_a_write_of_functional_values_to_an_ordinary_tensor_is_refused(ops):
    with pytest.raises(RuntimeError, match="::maybe: mutating a non-functional tensor"):
        ops.maybe(tensors.to_functional(wye.zeros(1)), wye.zeros(1))


def test_a_kernel_at_the_key_handles_calls_itself(ops):
    def rule(x, y, by):
        value = tensors.from_functional(x)
        tensors.replace_(x, value + 10)
        tensors.commit_update(x)
        return y * 1

    handle = wye.library.Library(NS, "IMPL")
    handle.impl("both", rule, "Functionalize")
    try:
        x = wye.zeros(2)
        assert functionalize(lambda x: ops.both(x, x + 1, 1.0))(x).tolist() == [1.0, 1.0]
        assert x.tolist() == [10.0, 10.0]
        assert dispatch_functionalize(lambda x: (ops.both(x, x, 1.0), x)[1])(wye.zeros(1)).tolist() == [10.0]
    finally:
        handle._destroy()
