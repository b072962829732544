"""Which tensors are fake, and which mode is whose."""

import pytest

import wye
from wye.fake import FakeTensorMode
from wye.fake.finding import (
    detect_fake_mode,
    in_kernel_invocation_manager,
    is_fake,
    maybe_get_fake_mode,
    unset_fake_temporarily,
)
from wye.fake.tracing_context import TracingContext, tracing
from wye.testing.two_tensor import TwoTensor


@pytest.fixture
def mode():
    return FakeTensorMode()


def test_the_mode_of_a_tensor_is_found_inside_of_wrappers(mode):
    x = mode.from_tensor(wye.ones(2))
    assert is_fake(x)
    assert is_fake(TwoTensor(x, x))
    assert maybe_get_fake_mode(mode.from_tensor(TwoTensor(wye.ones(2), wye.ones(2)))) is mode
    assert not is_fake(wye.ones(2))
    assert not is_fake(3)


def test_the_mode_to_go_on_with_is_the_only_one(mode):
    x = mode.from_tensor(wye.ones(2))
    assert detect_fake_mode() is None
    assert detect_fake_mode([x, 3]) is mode
    with mode:
        assert detect_fake_mode() is mode
    with tracing(TracingContext(mode)):
        assert detect_fake_mode() is mode
        assert TracingContext.get().fake_mode is mode
    with pytest.raises(AssertionError, match="doesn't match mode"):
        detect_fake_mode([x, FakeTensorMode().from_tensor(wye.ones(2))])
    with pytest.raises(RuntimeError, match="within an ongoing trace"):
        TracingContext.get()


def test_code_can_run_without_the_mode(mode):
    with mode:
        with unset_fake_temporarily() as before:
            assert type(wye.ones(2)) is wye.Tensor
        assert before is mode
        assert is_fake(wye.ones(2))


def test_kernels_see_fake_tensors_on_the_device_meta(mode):
    x = mode.from_tensor(wye.ones(2))
    with in_kernel_invocation_manager(mode):
        assert mode.in_kernel_invocation
        assert x.device == wye.device("meta")
        assert (type(x + 1), (x + 1).device) == (wye.Tensor, wye.device("meta"))
    assert x.device == x.fake_device == wye.device("cpu")
