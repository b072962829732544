"""Operators on lists: the same as the operator of one tensor, for each."""

import pytest

import wye
from wye import ops
from wye.aten.functions import function
from wye.aten.lines import lines

NAMES = [name for name, family in lines().families.items() if family == "foreach"]
UNARY = sorted({name for name in NAMES if f"{name}_" in NAMES and "." not in name} - {"_foreach_zero", "_foreach_copy"})


def tensors():
    return [wye.tensor([0.25, 0.5]), wye.tensor([[0.75]])]


def values(found):
    return [one.tolist() for one in found]


@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_tensor_are_applied_to_each_and_in_place(name):
    single = getattr(wye, name.removeprefix("_foreach_"))
    expected = values(map(single, tensors()))
    found = function(name)(tensors())
    assert type(found) is tuple
    assert values(found) == expected
    mine = tensors()
    assert function(f"{name}_")(mine) is mine
    assert values(mine) == expected


def test_second_operands_are_a_number_numbers_tensors_or_one_tensor():
    assert values(function("_foreach_add")(tensors(), 1)) == [[1.25, 1.5], [[1.75]]]
    assert values(function("_foreach_add")(tensors(), [1, 2])) == [[1.25, 1.5], [[2.75]]]
    assert values(function("_foreach_add")(tensors(), tensors(), alpha=2)) == [[0.75, 1.5], [[2.25]]]
    assert values(function("_foreach_mul")(tensors(), wye.tensor(2.0))) == [[0.5, 1.0], [[1.5]]]
    assert values(function("_foreach_pow")(2, [wye.tensor([1.0, 3.0])])) == [[2.0, 8.0]]
    assert values(function("_foreach_maximum")(tensors(), 0.5)) == [[0.5, 0.5], [[0.75]]]


def test_products_are_added_with_a_factor_for_each():
    ones = [wye.ones(2), wye.ones(1, 1)]
    for factors in ([1, 2], wye.tensor([1.0, 2.0])):
        assert values(function("_foreach_addcmul")(ones, ones, ones, factors)) == [[2.0, 2.0], [[3.0]]]
    assert values(function("_foreach_addcdiv")(ones, ones, ones, 4)) == [[5.0, 5.0], [[5.0]]]


def test_operators_that_write_return_nothing_and_count_one_write():
    one = wye.ones(2)
    assert ops.aten._foreach_add_.Scalar([one], 1) is None
    assert one.tolist() == [2.0, 2.0]
    assert one._version == 1


def test_outputs_are_resized():
    outs = [wye.empty(0), wye.empty(1, 1)]
    assert ops.aten._foreach_mul.Scalar_out(tensors(), 4, out=outs) is None
    assert values(outs) == [[1.0, 2.0], [[3.0]]]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (([], 1), "at least one tensor"),
        (([1], [1, 2]), "same number of tensors, got 1 and 2"),
    ],
)
def test_lists_must_fit(args, words):
    first, second = args
    others = second if second == 1 else [wye.ones(2) for _ in second]
    with pytest.raises(RuntimeError, match=words):
        function("_foreach_add")([wye.ones(2) for _ in first], others)


def test_numbers_must_fit():
    with pytest.raises(RuntimeError, match="same number of elements as scalar list"):
        function("_foreach_add")(tensors(), [1])
    with pytest.raises(RuntimeError, match="expected to be 0 dim but it has 1 dimensions and 2 elements"):
        function("_foreach_mul")(tensors(), wye.ones(2))
    with pytest.raises(RuntimeError, match="match input of length 2 but got 1"):
        function("_foreach_addcmul")(tensors(), tensors(), tensors(), wye.ones(1))
    with pytest.raises(RuntimeError, match="Expected scalars to be contiguous"):
        function("_foreach_addcmul")(tensors(), tensors(), tensors(), wye.ones(2, 2)[:, 0])


def test_gradients_are_those_of_each_tensor():
    x = wye.tensor([1.0, 2.0], requires_grad=True)
    first, second = function("_foreach_mul")([x, x], [x, wye.ones(2)])
    function("_foreach_add_")([first], [second])
    first.sum().backward()
    assert x.grad.tolist() == [3.0, 5.0]


def test_transforms_see_each_tensor():
    assert wye.vmap(lambda a: function("_foreach_exp")([a, a])[1])(wye.zeros(3)).tolist() == [1.0] * 3
    assert wye.vmap(lambda a: function("_foreach_add_")([a], 1)[0])(wye.zeros(3)).tolist() == [1.0] * 3
    assert wye.func.grad(lambda a: function("_foreach_norm")([a], 1)[0])(wye.ones(2)).tolist() == [1.0, 1.0]
    assert wye.func.jvp(lambda a: function("_foreach_exp")([a])[0], (wye.zeros(1),), (wye.ones(1),))[1].tolist() == [
        1.0
    ]
