"""Numbers at the edge of what fits: large elements, positions and steps; the dtypes of outputs."""

import pytest

import wye

LARGE = 1e39


@pytest.mark.parametrize("dtype", [wye.float16, wye.bfloat16])
def test_one_element_of_16_bits_is_filled_with_infinity(dtype):
    one = wye.ones(1, dtype=dtype)
    for made in (one.new_full((1,), LARGE), wye.full((), -LARGE, dtype=dtype), one.clone().fill_(LARGE)):
        assert abs(made.item()) == float("inf")
    for fill in (lambda: one.new_full((2,), LARGE), lambda: wye.ones(2, dtype=dtype).fill_(LARGE)):
        with pytest.raises(RuntimeError, match="without overflow"):
            fill()


def test_padding_refuses_what_its_elements_cannot_hold():
    with pytest.raises(RuntimeError, match="without overflow"):
        wye.constant_pad_nd(wye.ones(2), [1, 1], LARGE)


def test_the_deviation_of_large_numbers_is_finite():
    x = wye.tensor([1e30, 2e30, 3e30])
    assert x.std().item() == pytest.approx(1e30)
    deviation, mean = wye.std_mean(x.view(1, 3), 1)
    assert deviation.tolist() == pytest.approx([1e30])
    assert mean.tolist() == pytest.approx([2e30])
    assert x.var().item() == float("inf")  # no float32 can hold it


def test_a_step_may_be_larger_than_the_memory():
    assert wye.arange(4.0).unfold(0, 2, 2**62).tolist() == [[0.0, 1.0]]


@pytest.mark.parametrize("at", [2**63, -(2**63) - 1, 2**70])
def test_a_position_beyond_64_bits_is_no_position(at):
    x = wye.arange(4.0)
    with pytest.raises(ValueError, match="Overflow when unpacking long long"):
        x[at]
    with pytest.raises(ValueError, match="Overflow when unpacking long long"):
        x[at] = 1


def test_a_bool_tensor_is_an_integer_only_where_integers_are_given_one_by_one():
    x, truth = wye.ones(2, 1), wye.tensor(True)
    assert x.squeeze(truth).shape == (2,)
    for function in (wye.squeeze, wye.squeeze_copy, wye.flip):
        with pytest.raises(TypeError):
            function(x, truth)


@pytest.mark.parametrize("name", ["fft_fft", "fft_ifft", "fft_rfft", "fft_ihfft", "fft_fftn", "fft_rfftn"])
def test_a_transform_to_complex_numbers_refuses_a_real_output(name):
    function = getattr(wye.ops.aten, name)
    with pytest.raises(RuntimeError, match="expects a complex output tensor, but got Float"):
        function(wye.ones(4), norm="forward", out=wye.empty(0))


@pytest.mark.parametrize("name", ["fft_irfft", "fft_hfft", "fft_irfftn", "fft_hfftn"])
def test_a_transform_to_real_numbers_refuses_a_complex_output(name):
    function = getattr(wye.ops.aten, name)
    with pytest.raises(RuntimeError, match="expects a floating point output tensor, but got ComplexFloat"):
        function(wye.ones(4), out=wye.empty(0, dtype=wye.complex64))


def test_dimensions_are_looked_at_before_the_output():
    with pytest.raises(IndexError):
        wye.ops.aten.fft_rfft2(wye.ones(4), out=wye.empty(0))


@pytest.mark.parametrize("dtype", [wye.complex64, wye.complex128])
def test_log1p_of_complex_numbers_near_zero_keeps_its_real_part(dtype):
    found = wye.tensor([1e-19 + 1e-18j, -0.3 + 0.2j, 3 + 4j], dtype=dtype).log1p()
    assert found[0].real.item() == pytest.approx(1e-19)
    expected = wye.tensor([0.7 + 0.2j, 4 + 4j], dtype=dtype).log()
    assert wye.allclose(found[1:], expected)


@pytest.mark.parametrize("dtype", [wye.bfloat16, wye.float16])
def test_shrinking_rounds_its_number_as_elements_are(dtype):
    x = wye.tensor([0.3, -0.3, 0.31], dtype=dtype)
    assert x.hardshrink(0.3)[:2].tolist() == [0.0, 0.0]
    assert x.hardshrink(0.3)[2] == x[2]
    for backward in (wye.ops.aten.hardshrink_backward, wye.ops.aten.softshrink_backward):
        assert backward(x, x, 0.3)[:2].tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda x: wye.isposinf(x, out=wye.empty(2)), "isposinf does not support non-boolean outputs"),
        (lambda x: wye.nonzero(x, out=wye.empty(0)), "nonzero: Expected out tensor to have scalar type Long but got"),
        (lambda x: wye.complex(x, x, out=wye.empty(2)), "Expected object of scalar type ComplexFloat but got scalar"),
        (lambda x: wye.frexp(x.int()), r"torch\.frexp\(\) only supports floating-point dtypes"),
        (lambda x: wye.heaviside(x, x * 1j), "heaviside is not yet implemented for complex tensors"),
    ],
)
def test_refusals_say_what_the_operator_wants(call, words):
    with pytest.raises(RuntimeError, match=words):
        call(wye.ones(2))
