"""The overloads that a public function tries, and their order."""

import pytest

import wye
from wye.aten.functions import function
from wye.aten.misfit import form_texts

X = wye.arange(6.0).reshape(2, 3)


def texts(member):
    return form_texts(member.overloads())


def test_what_takes_a_tensor_is_tried_before_what_takes_a_number():
    assert texts(function("eq")) == [
        "(Tensor input, Tensor other, *, Tensor out = None)",
        "(Tensor input, Number other, *, Tensor out = None)",
    ]


def test_an_int_is_tried_before_a_list_of_ints():
    assert texts(wye.Tensor.squeeze) == ["()", "(int dim)", "(tuple of ints dim)"]


def test_a_method_has_neither_its_tensor_nor_out():
    assert texts(wye.Tensor.sum) == [
        "(*, wye.dtype dtype = None)",
        "(tuple of ints dim, bool keepdim = False, *, wye.dtype dtype = None)",
    ]


def test_the_tensor_of_a_method_may_stand_behind_another():
    assert X.where(X > 2, 0.0).tolist() == wye.where(X > 2, X, 0.0).tolist()


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        (lambda: wye.var(X, 0), [4.5, 4.5, 4.5]),
        (lambda: X.std(1), [1.0, 1.0]),
        (lambda: wye.var_mean(X, 0)[1], [1.5, 2.5, 3.5]),
        (lambda: X.sum(axis=0, keepdims=True), [[3.0, 5.0, 7.0]]),
        (lambda: wye.sum(input=X, dim=0), [3.0, 5.0, 7.0]),
        (lambda: wye.add(x1=X, x2=X)[0], [0.0, 2.0, 4.0]),
        (lambda: wye.roll(X, 2, None)[0], [4.0, 5.0, 0.0]),
        (lambda: wye.amax(X, dim=None), 5.0),
        (lambda: wye.add(1, 2), 3),
        (lambda: X.view(wye.tensor(3), 2)[2], [4.0, 5.0]),
        (lambda: wye.zeros(2, True), [[0.0], [0.0]]),
        (lambda: wye.softmax(X, 0, float).dtype is wye.float64, True),
    ],
)
def test_calls_mean_what_they_mean_in_pytorch(call, wanted):
    result = call()
    assert (result.tolist() if isinstance(result, wye.Tensor) else result) == wanted


@pytest.mark.parametrize(
    "call",
    [
        lambda: wye.sum(X, True),
        lambda: wye.sum(X, 0, 1),
        lambda: wye.softmax(X, 0.0),
        lambda: wye.topk(X, True),
        lambda: wye.permute(X, 1, 0),
        lambda: X.add(X, out=X),
        lambda: wye.layer_norm(X, 3),
        lambda: wye.sin(1),
        lambda: wye.eq(1, X),
        lambda: wye.zeros(2, requires_grad=1),
        lambda: wye.zeros(2.0),
        lambda: wye.sum(X, 0, dim=0),
        lambda: wye.sort(X, out=wye.empty(0)),
        lambda: X.index_put((None, wye.tensor([0])), X),
        lambda: wye.cat(X),
    ],
)
def test_calls_that_pytorch_refuses_are_refused(call):
    with pytest.raises(TypeError):
        call()


@pytest.mark.filterwarnings("ignore:This overload of")
def test_numbers_by_place_before_tensors_are_still_taken():
    assert wye.add(X, 2, X).tolist() == (X * 3).tolist()
    square = wye.ones(2, 2)
    assert wye.addmm(2, square, 3, square, square).tolist() == [[8.0, 8.0], [8.0, 8.0]]
    assert square.addmm(2, 3, square, square).tolist() == [[8.0, 8.0], [8.0, 8.0]]


def test_functions_of_losses_reduce_nothing_by_default():
    assert wye.hinge_embedding_loss(X, X, 0).shape == (2, 3)
    assert wye.binary_cross_entropy_with_logits(X, X).shape == (2, 3)
    assert wye.kl_div(X, X, reduction=1).shape == ()


def test_several_outputs_are_a_tuple():
    values, indices = wye.empty(0), wye.empty(0, dtype=wye.int64)
    result = wye.sort(X, out=(values, indices))
    assert result.values is values
    assert result.indices is indices


def test_packets_stay_lenient():
    assert wye.ops.aten.sum(X, [0], 1).shape == (1, 3)


@pytest.mark.parametrize("name", ["pow", "float_power", "remainder", "xlogy"])
def test_a_tensor_is_not_read_for_a_number_where_the_rest_of_the_call_does_not_fit(name):
    function, x = getattr(wye, name), wye.tensor([0.5, 2.0])
    assert wye.allclose(wye.vmap(lambda one: function(one, 2.0))(x), function(x, 2.0))
    assert wye.allclose(wye.vmap(lambda one: function(2.0, one))(x), function(2.0, x))
    assert wye.allclose(wye.vmap(lambda one: wye.where(one > 1, one, 2.0))(x), wye.tensor([2.0, 2.0]))
