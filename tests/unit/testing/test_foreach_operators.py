"""Operators on lists as test cases: their samples, and the operator of one tensor beside them."""

import pytest

import wye
from wye.testing import assert_close
from wye.testing.foreach_operators import BINARY, OTHERS, POINTWISE, REDUCING, UNARY

ALL = [*UNARY, *BINARY, *POINTWISE, *REDUCING, *OTHERS]


def named(name):
    return next(op for op in ALL if op.name == f"_foreach_{name}")


def alone(op, sample):
    """What the operator of one tensor gives for each."""
    options = dict(sample.kwargs)
    scalars = options.pop("scalars", None)
    copies = [
        [one.clone() if isinstance(one, wye.Tensor) else one for one in given]
        for given in (sample.input, *sample.ref_args)
    ]
    more = [
        options if scalars is None else {**options, "value": number} for number in scalars or [None] * len(sample.input)
    ]
    return [op.ref(*args, **named) for args, named in zip(zip(*copies, strict=True), more, strict=True)]


@pytest.mark.parametrize("op", ALL, ids=lambda op: op.name)
def test_each_sample_gives_what_the_operator_of_one_tensor_gives(op):
    with wye.no_grad():
        for sample in op.sample_inputs("cpu", wye.float64, num_input_tensors=[4]):
            try:
                expected = alone(op, sample)
            except RuntimeError as refused:  # a bool is not subtracted
                with pytest.raises(type(refused)):
                    op.method_variant(sample.input, *sample.args, **sample.kwargs)
                continue
            found = op.method_variant(sample.input, *sample.args, **sample.kwargs)
            assert_close(list(sample.input if found is None else found), expected, equal_nan=True)


def test_numbers_of_a_wider_dtype_come_only_if_they_are_asked_for():
    def kinds(**options):
        samples = named("mul").sample_inputs("cpu", wye.float32, num_input_tensors=[5], **options)
        return {type(sample.args[0]) for sample in samples}

    assert complex in kinds(allow_higher_dtype_scalars=True)
    assert complex not in kinds()


def test_empty_tensors_are_samples_of_their_own():
    (sample,) = named("add").sample_zero_size_inputs("cpu", wye.float32)
    assert all(tensor.numel() == 0 for tensor in (*sample.input, *sample.args[0]))


def test_tensors_have_one_size_if_that_is_asked_for():
    _, sample = named("exp").sample_inputs("cpu", wye.float32, num_input_tensors=[3], same_size=True)
    assert {tuple(tensor.shape) for tensor in sample.input} == {(3, 3)}
