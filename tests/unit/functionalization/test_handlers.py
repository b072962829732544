"""What operators do with functional tensors: the operators below, in order, and the values."""

import pytest

import wye
from wye import func

X = wye.arange(6.0).view(2, 3)


class Seen(wye.DispatchMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(str(func).removeprefix("aten.").removesuffix(".default"))
        return func(*args, **(kwargs or {}))


def seen(f, *args, remove="mutations"):
    with Seen() as mode:
        func.functionalize(f, remove=remove)(*args)
    return mode.names


def agrees(f, *args):
    """Is the result, and what is written to the arguments, that of the function itself?"""
    for remove in ("mutations", "mutations_and_views"):
        ours, theirs = [one.clone() for one in args], [one.clone() for one in args]
        assert wye.equal(func.functionalize(f, remove=remove)(*ours), f(*theirs)), remove
        assert all(map(wye.equal, ours, theirs)), remove
    return True


def test_a_write_becomes_a_computation_and_a_copy_back():
    assert seen(lambda x: x.add_(1), X.clone()) == ["add.Tensor", "copy_"]


def test_a_write_through_a_view_goes_back_to_the_base_and_the_view_is_made_again():
    assert seen(lambda x: x[0].mul_(2), X.clone()) == [
        "select.int", "mul.Tensor", "select_scatter", "select.int", "copy_",
    ]  # fmt: skip


def test_views_become_copies_on_request():
    assert seen(lambda x: x.t()[0] + 1, X, remove="mutations_and_views") == ["t_copy", "select_copy.int", "add.Tensor"]


def test_composites_are_seen_as_their_parts():
    assert seen(lambda x: x.reshape(6), X) == ["view"]
    assert seen(lambda x: wye.nn.functional.linear(x, x), X) == ["t", "mm"]


def test_an_alias_that_is_not_read_is_not_made_again():
    def f(x):
        x.view(6), x[0]
        x.add_(1)
        return x * 2

    assert seen(f, X.clone()) == ["view", "select.int", "add.Tensor", "mul.Tensor", "copy_"]


def two_overlapping_views(x):
    a, b = x.view(6)[:4], x.view(6)[2:]
    a.add_(10)
    b.mul_(2)
    return a.add_(1) + b


def metadata_in_place(x):
    y = x * 1
    y.t_()
    y[0].add_(1)
    return y.unsqueeze_(0)


def outputs(x):
    out = wye.empty(0)
    wye.mul(x, 2, out=out)
    wye.add(x[0], 1, out=out[1])
    return out


def pieces(x):
    for at, piece in enumerate(x.split(1)):
        piece.add_(at)
    return x.unbind(1)[0].zero_() + 1


def several_outputs(x):
    values, places = wye.empty(0), wye.empty(0, dtype=wye.int64)
    wye.max(x, 0, out=(values, places))
    return values + places


def indexing(x):
    x[x > 2] = 0
    x[:, 1] = 7
    x[wye.tensor([0])] += 1
    return x.index_add_(0, wye.tensor([1]), wye.ones(1, 3))


def smaller_then_larger(x):
    y = x * 1
    y.resize_(2).fill_(3)
    z = x + 1
    return y + z.resize_(8).fill_(4)[:2]


def copied(x):
    y = wye.zeros(2, 3, dtype=wye.int64)
    y.copy_(x + 0.5)
    return y


def other_memory(x):
    y, z = wye.zeros(1), x * 1
    y.set_(z)
    y[0].add_(1)
    return z


@pytest.mark.parametrize(
    "f",
    [two_overlapping_views, metadata_in_place, outputs, pieces, several_outputs, indexing, smaller_then_larger, copied,
     other_memory],
)  # fmt: skip
def test_results_and_writes_are_those_of_the_function(f):
    assert agrees(f, X)


def test_complex_parts_can_be_written_to():
    def f(x):
        x.real.add_(1)
        x.imag.mul_(2)
        x.conj().add_(1j)
        return x * 1

    assert agrees(f, wye.tensor([1 + 2j, 3 - 1j]))


def test_an_operator_whose_functional_form_has_another_name_is_found():
    assert seen(lambda x: x.normal_(), X.clone()) == ["normal_functional", "copy_"]
    assert seen(lambda x: x.polygamma_(1), X + 1) == ["polygamma", "copy_"]
    assert agrees(lambda x: x.__ilshift__(1), wye.tensor([1, 2]))


def test_a_result_that_does_not_fit_is_refused_before_anything_changes():
    x = wye.ones(2, dtype=wye.int64)
    with pytest.raises(RuntimeError, match="can't be cast"):
        func.functionalize(lambda x: x.add_(1.5))(x)
    with pytest.raises(RuntimeError, match=r"shape \[2\] doesn't match the broadcast shape \[3, 2\]"):
        func.functionalize(lambda x: x.add_(wye.ones(3, 2, dtype=wye.int64)))(x)
    assert x.tolist() == [1, 1]


def test_a_write_to_a_captured_tensor_is_refused_with_the_operators_name():
    captured = wye.zeros(2)
    with pytest.raises(RuntimeError, match=r"aten::add_.Tensor: mutating a non-functional tensor"):
        func.functionalize(captured.add_)(wye.ones(2))
    assert captured.tolist() == [0.0, 0.0]


def test_a_view_cannot_grow():
    with pytest.raises(RuntimeError, match="resize a view"):
        func.functionalize(lambda x: (x + 1)[0].resize_(9))(X)


def test_running_statistics_are_returned_and_copied_back():
    def f(x, mean, var):
        return wye.ops.aten._native_batch_norm_legit(x, None, None, mean, var, True, 0.5, 1e-5)[0]

    names = seen(f, X.clone(), wye.zeros(3), wye.ones(3))
    assert names[-3:] == ["_native_batch_norm_legit_functional", "copy_", "copy_"]
    assert agrees(f, X, wye.zeros(3), wye.ones(3))


@pytest.mark.parametrize("remove", ["mutations", "mutations_and_views"])
def test_writes_through_windows_leave_what_is_in_no_window(remove):
    def f(x):
        x.unfold(1, 2, 3).add_(1)
        return x

    x = wye.ones(1, 7)
    assert wye.func.functionalize(f, remove=remove)(x.clone()).tolist() == f(x.clone()).tolist()


@pytest.mark.parametrize("remove", ["mutations", "mutations_and_views"])
def test_writes_through_windows_that_overlap_are_refused(remove):
    f = wye.func.functionalize(lambda x: (x + x).unfold(1, 3, 2).abs_(), remove=remove)
    with pytest.raises(RuntimeError, match="a tensor being mutated that has internal overlap"):
        f(wye.ones(1, 5))
