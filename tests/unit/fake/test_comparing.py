"""Fake results beside real ones: what is found to differ."""

import pytest

import wye
from wye.fake import FakeTensorMode, MetadataMismatchError
from wye.fake.comparing import CrossRefFakeMode, assert_eq, assert_metadata_eq, describe, real_like
from wye.fake.converter import MetaConverter


@pytest.fixture
def lib():
    with wye.library.Library("fake_comparing_test", "DEF") as lib:
        lib.define("f(Tensor x) -> Tensor")
        yield lib


def test_operators_of_the_set_agree():
    x = wye.ones(2, 3)
    with CrossRefFakeMode():
        y = (x @ x.t()).sum(0).add_(1)
        assert y[0].item() == 7.0
        assert x.nonzero().shape == (6, 2)


@pytest.mark.parametrize(
    ("fake", "words"),
    [
        (lambda x: x.new_empty(3), "Shapes"),
        (lambda x: x.new_empty(2, dtype=wye.int64), "Dtypes"),
        (lambda x: x.new_empty(2, device="meta"), "Devices"),
        (lambda x: x.new_empty(4)[2:], "storage offset"),
        (lambda x: x.new_empty(4)[::2], "Stride mismatch"),
        (lambda x: x, "outputs_alias_inputs"),
    ],
)
def test_a_wrong_fake_kernel_is_found(lib, fake, words):
    lib.impl("f", lambda x: x.clone(), "CPU")
    wye.library.register_fake("fake_comparing_test::f", fake, lib=lib)
    with CrossRefFakeMode(), pytest.raises(MetadataMismatchError, match=f"fake_comparing_test.f.default .*{words}"):
        wye.ops.fake_comparing_test.f(wye.ones(2))


def test_a_fake_tensor_is_described_and_made_real_again():
    x = FakeTensorMode().from_tensor(wye.arange(6.0).view(2, 3).t())
    assert describe(x).stride == (1, 3)
    made, same = real_like([x, 3])
    assert (tuple(made.shape), made.stride(), type(made), same) == ((3, 2), (1, 3), wye.Tensor, 3)


def test_counterparts_of_tensors_are_alike():
    x = wye.ones(2, 3, requires_grad=True).t()
    assert_metadata_eq(assert_eq, x, MetaConverter()(x))
    with pytest.raises(AssertionError, match="!="):
        assert_metadata_eq(assert_eq, x, MetaConverter()(wye.ones(3, 2)))
