"""Products of short integers, products with what follows them, and operators that have no kernel here."""

import pytest

import wye
from wye import ops
from wye.testing import assert_close

aten = ops.aten


def test_short_integers_are_multiplied_in_32_bits():
    a = wye.full((2, 300), -128, dtype=wye.int8)
    assert aten._int_mm(a, a.T).tolist() == [[300 * 128 * 128] * 2] * 2
    assert aten._int_mm(a.to(wye.uint8), a.T).dtype is wye.int32
    assert aten._int_mm(a.to("meta"), a.T.to("meta")).shape == (2, 2)


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ((2, 3), (2, 3), "needs to match mat2.size"),
        ((3,), (3, 2), "Expected self to be of dimension 2 but got 1"),
    ],
)
def test_shapes_of_short_integers_must_fit(a, b, words):
    with pytest.raises(RuntimeError, match=words):
        aten._int_mm(wye.ones(a, dtype=wye.int8), wye.ones(b, dtype=wye.int8))
    with pytest.raises(RuntimeError, match="Expected self dtype to be int8 or uint8 but got float"):
        aten._int_mm(wye.ones(2, 2), wye.ones(2, 2))


def test_sums_of_products_go_through_a_unit():
    x, a = wye.tensor([0.5, -40.0]), wye.tensor([[1.0, 2.0], [3.0, -4.0]])
    assert_close(aten._addmm_activation(x, a, a), (x + a @ a).relu())
    assert_close(aten._addmm_activation(x, a, a, use_gelu=True), wye.nn.functional.gelu(x + a @ a))


def test_batch_norm_with_update_is_that_of_training():
    x, mean, var = wye.randn(4, 3), wye.zeros(3), wye.ones(3)
    made = aten._batch_norm_with_update(x, None, None, mean, var, 0.1, 1e-5)
    assert_close(made[0], wye.nn.functional.batch_norm(x, None, None, training=True))
    assert_close(mean, x.mean(0) * 0.1)
    assert made[3].numel() == 0


def test_operators_of_other_devices_and_layouts_are_there_and_refuse():
    assert isinstance(aten.cudnn_batch_norm.default, type(aten.add.Tensor))
    with pytest.raises(NotImplementedError):
        wye.ones(2).to_sparse()
