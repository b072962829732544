"""What one call did to its arguments, beside what its schema says."""

import pytest

import wye
from wye.library import Library
from wye.library.mutation import CallWatch, Snapshot, is_wrong_write


@pytest.fixture
def lib():
    with Library("watched", "FRAGMENT") as made:
        yield made


def watch(lib, schema, kernel, *args, **options):
    """Define an operator, watch one call of it, and return the watch."""
    lib.define(schema)
    name = schema.partition("(")[0]
    lib.impl(name, kernel, "CPU")
    op = getattr(wye.ops.watched, name).default
    seen = CallWatch(op, args, {}, **options)
    seen.finish(seen.run(lambda: op(*args)))
    return seen


def put(x, value):
    x.numpy()[...] = value
    return x.clone()


def test_a_snapshot_sees_other_elements_and_another_shape():
    x = wye.ones(2)
    before = Snapshot(x)
    assert not before.is_changed(x)
    x.add_(1)
    assert before.is_changed(x)
    assert before.has_other_elements(x)
    y = wye.ones(2, 3)
    before = Snapshot(y)
    y.t_()
    assert before.is_changed(y)


def test_a_tensor_without_data_changes_by_its_shape_alone():
    x = wye.ones(2, device="meta")
    before = Snapshot(x)
    x.add_(1)
    assert not before.is_changed(x)
    x.unsqueeze_(0)
    assert before.is_changed(x)


@pytest.mark.parametrize("value", [2.0, 1.0], ids=["other", "equal"])
def test_an_undeclared_write_is_found_whether_the_value_changes_or_not(lib, value):
    with pytest.raises(RuntimeError, match="Argument x is not defined as mutable but was mutated") as caught:
        watch(lib, "f(Tensor x) -> Tensor", lambda x: x.fill_(value).clone(), wye.ones(2))
    assert "mutates_args" in "".join(caught.value.__notes__)


def test_a_write_of_equal_values_through_numpy_is_found(lib):
    with pytest.raises(RuntimeError, match="Argument x"):
        watch(lib, "f(Tensor x) -> Tensor", lambda x: put(x, 1.0), wye.ones(2))


def test_a_write_of_equal_values_through_a_view_is_found(lib):
    with pytest.raises(RuntimeError, match="Argument x"):
        watch(lib, "f(Tensor x) -> Tensor", lambda x: x.view(-1).mul_(1).clone(), wye.ones(2))


def test_the_argument_among_several_that_is_written_to_is_named(lib):
    x, y, z = wye.ones(2), wye.ones(2), wye.ones(2)
    with pytest.raises(RuntimeError, match="Argument y"):
        watch(lib, "f(Tensor x, Tensor y, Tensor z) -> Tensor", lambda x, y, z: y.mul_(1) + x, x, y, z)


def test_arguments_are_writable_again_after_the_call_and_after_an_error(lib):
    x, y = wye.ones(2), wye.ones(4)[1:]
    watch(lib, "f(Tensor x, Tensor y) -> Tensor", lambda x, y: x.clone(), x, y)
    with pytest.raises(RuntimeError):
        watch(lib, "g(Tensor x, Tensor y) -> Tensor", lambda x, y: y.mul_(1).clone(), x, y)
    assert x.add_(1).tolist() == [2.0, 2.0]
    assert y.add_(1).tolist() == [2.0, 2.0, 2.0]


def test_views_of_one_array_are_writable_again_in_any_order(lib):
    x = wye.ones(4)
    watch(lib, "f(Tensor x, Tensor y) -> Tensor", lambda x, y: x.clone(), x[1:], x)
    assert x.add_(1).tolist() == [2.0] * 4


def test_a_kernel_that_cannot_take_a_read_only_array_runs_without_the_protection(lib):
    def kernel(x):
        if not x.numpy().flags.writeable:
            raise TypeError("no matching signature for a read-only array")
        return x.clone()

    assert watch(lib, "f(Tensor x) -> Tensor", kernel, wye.ones(2)).written == []


def test_the_error_of_a_kernel_comes_out_as_it_is(lib):
    with pytest.raises(ZeroDivisionError):
        watch(lib, "f(Tensor x) -> Tensor", lambda x: 1 / 0, wye.ones(2))


def test_only_numpys_refusal_of_a_write_counts_as_one():
    assert is_wrong_write(ValueError("assignment destination is read-only"))
    assert not is_wrong_write(ValueError("buffer source array is read-only"))
    assert not is_wrong_write(TypeError("read-only"))


def test_declared_writes_and_views_are_reported(lib):
    x = wye.ones(2)
    seen = watch(lib, "f(Tensor(a!) x) -> Tensor(a!)", lambda x: x.add_(1), x)
    assert (seen.written, seen.shared) == (["x"], [("x", 0)])
    seen = watch(lib, "g(Tensor(a) x) -> Tensor(a)", lambda x: x.view(-1), x)
    assert (seen.written, seen.shared) == ([], [("x", 0)])
    seen = watch(lib, "h(Tensor(a) x) -> Tensor(a)[]", lambda x: [x[:1], x[1:]], x)
    assert seen.shared == [("x", 0)]


def test_an_argument_that_shares_memory_with_a_written_one_may_change(lib):
    x = wye.ones(2)
    seen = watch(lib, "f(Tensor(a!) x, Tensor y) -> ()", lambda x, y: [x.add_(1), None][1], x, x)
    assert seen.written == ["x", "y"]


def test_an_undeclared_view_is_found(lib):
    with pytest.raises(RuntimeError, match="Argument y is not defined to alias output but was aliasing") as caught:
        watch(lib, "f(Tensor(a) x, Tensor y) -> Tensor(a)", lambda x, y: y[:], wye.ones(2), wye.ones(2))
    assert "y.clone()" in "".join(caught.value.__notes__)


def test_a_view_operator_must_not_return_its_argument_itself(lib):
    with pytest.raises(RuntimeError, match="not allowed to directly return inputs"):
        watch(lib, "f(Tensor(a) x) -> Tensor(a)", lambda x: x, wye.ones(2))


def test_outputs_that_share_memory_are_found(lib):
    with pytest.raises(RuntimeError, match="Outputs 0 and 2 alias unexpectedly"):
        watch(lib, "f(Tensor x) -> (Tensor, Tensor, Tensor)", lambda x: (y := x.clone(), x.clone(), y[:1]), wye.ones(2))


def test_elements_of_one_returned_list_that_share_memory_are_found(lib):
    with pytest.raises(RuntimeError, match="Elements 0 and 2 of output 0 alias unexpectedly"):
        watch(lib, "f(Tensor x) -> Tensor[]", lambda x: [y := x.clone(), x.clone(), y.view(-1)], wye.ones(2))


def test_two_outputs_that_may_be_views_of_one_argument_may_share_memory(lib):
    seen = watch(lib, "f(Tensor(a) x) -> (Tensor(a), Tensor(a))", lambda x: (x[:1], x[1:]), wye.ones(2))
    assert seen.shared == [("x", 0), ("x", 1)]


def test_what_is_known_to_be_undeclared_is_allowed(lib):
    watch(lib, "f(Tensor x) -> Tensor", lambda x: x.add_(1).view(-1), wye.ones(2), undeclared=("x",))


def test_tensors_in_lists_are_watched(lib):
    with pytest.raises(RuntimeError, match="Argument xs is not defined as mutable"):
        watch(lib, "f(Tensor[] xs) -> Tensor", lambda xs: xs[1].mul_(1).clone(), [wye.ones(1), wye.ones(1)])
