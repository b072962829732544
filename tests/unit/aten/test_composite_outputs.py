"""Composites with ``out=``: the last operator stores the result, or it is copied."""

import numpy as np
import pytest

import wye
from wye.aten.composite_outputs import into, resize_output


class Seen(wye.DispatchMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __wye_dispatch__(self, op, types, args=(), kwargs=None):
        self.names.append(op.name().removeprefix("aten::"))
        return op(*args, **(kwargs or {}))


def test_the_last_operator_of_a_composite_stores_its_result():
    x, out = wye.ones(2, 3), wye.empty(0)
    with Seen() as seen:
        result = wye.matmul(x, x.t(), out=out)
    assert result is out
    assert seen.names == ["t", "mm.out"]
    assert out.tolist() == [[3.0, 3.0], [3.0, 3.0]]


def test_a_result_without_such_an_operator_is_copied_into_the_resized_output():
    out = wye.empty(0)
    with Seen() as seen:
        wye.linalg.norm(wye.ones(2, 2), out=out)
    assert seen.names[-2:] == ["resize_", "copy_"]
    assert (out.item(), out._version) == (2.0, 2)


def test_an_output_is_written_once_where_no_handler_looks():
    out = wye.empty(0)
    wye.linalg.norm(wye.ones(2, 2), out=out)
    assert out._version == 1


def test_an_output_with_elements_is_resized_with_a_warning():
    with pytest.warns(UserWarning, match="was resized since it had shape"):
        resize_output(wye.ones(3), (2, 2))
    assert resize_output(wye.ones(2), (2,)).tolist() == [1.0, 1.0]


def test_several_results_go_to_several_outputs():
    values, vectors = wye.empty(0), wye.empty(0)
    into((values, vectors), wye.ops.aten._linalg_eigh.default, wye.eye(2), "L", True)
    assert values.tolist() == [1.0, 1.0]
    assert vectors.shape == (2, 2)


def test_a_list_of_outputs_takes_a_list_of_results():
    x, outs = wye.arange(6.0).reshape(2, 3), [wye.empty(0), wye.empty(3)]
    assert wye.ops.aten.unbind_copy.int_out(x, out=outs) is None
    assert [out.tolist() for out in outs] == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    with pytest.raises(RuntimeError, match="expected an out= argument of size 2, got size 1"):
        wye.ops.aten.unbind_copy.int_out(x, out=outs[:1])


@pytest.mark.parametrize("causal", [False, True])
def test_the_kernel_for_attention_agrees_with_products_and_a_softmax(causal):
    numbers = np.random.default_rng(0)
    q, k, v = (wye.from_numpy(numbers.normal(size=(2, 4, 3, 5))) for _ in range(3))
    fused, sums = wye.ops.aten._scaled_dot_product_flash_attention_for_cpu(q, k, v, 0.0, causal)
    plain, _ = wye.ops.aten._scaled_dot_product_attention_math(q, k, v, None, 0.0, causal)
    np.testing.assert_allclose(fused.numpy(), plain.numpy())
    assert (sums.shape, sums.stride()) == ((2, 4, 3), (12, 1, 4))


def test_attention_shares_keys_among_groups_of_heads():
    x = wye.arange(16.0).reshape(1, 2, 2, 4) / 16
    one = x[:, :1]
    shared = wye.nn.functional.scaled_dot_product_attention(x, one, one, enable_gqa=True)
    twice = wye.cat([one, one], 1)
    np.testing.assert_allclose(
        shared.numpy(), wye.nn.functional.scaled_dot_product_attention(x, twice, twice).numpy(), rtol=1e-6
    )


@pytest.mark.parametrize("shape", [(1, 2, 3, 0), (2, 3, 0), (3, 0)])
def test_attention_of_heads_without_elements_has_none(shape):
    x = wye.ones(shape, requires_grad=True)
    result = wye.nn.functional.scaled_dot_product_attention(x, x, x)
    assert result.shape == shape
    assert wye.autograd.grad(result.sum(), [x])[0].shape == shape


def test_the_kernel_for_attention_refuses_what_it_cannot_do():
    fused = wye.ops.aten._scaled_dot_product_flash_attention_for_cpu
    x = wye.ones(1, 2, 3, 4)
    for args, message in (
        ((x[0], x[0], x[0]), "Accept only 4 dims"),
        ((x, x, x[..., :2]), "should have the same head size"),
        ((x.long(),) * 3, "Expected data type in FP32"),
        ((x, x, x, 0.5), "do not support dropout"),
    ):
        with pytest.raises(RuntimeError, match=message):
            fused(*args)


def test_a_product_of_three_is_summed_over_the_named_dimensions():
    a, b, c = wye.ones(2, 3), wye.ones(5, 3, 4), wye.ones(2, 4)
    result = wye.ops.aten._trilinear(a, b, c, [1, 3], [0], [1, 2], [2, 3])
    assert (result.shape, result[0, 0].item()) == ((2, 5), 12.0)
    with pytest.raises(RuntimeError, match="unroll_dim must be in"):
        wye.ops.aten._trilinear(a, b, c, [1, 3], [0], [1, 2], [2, 3], 9)
