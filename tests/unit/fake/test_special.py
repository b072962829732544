"""Functions that handle operators on fake tensors before their fake kernels."""

import wye
from wye.fake import FakeTensorMode
from wye.fake.special import deregister_op_impl, fast_implementations, register_fast_op_impl, register_op_impl


def test_a_registered_function_handles_calls_until_it_is_taken_back():
    x = FakeTensorMode().from_tensor(wye.ones(2))
    seen = []
    assert tuple(x.sinc().shape) == (2,)

    @register_op_impl(wye.ops.aten.sinc.default)
    def handle(mode, func, *args, **kwargs):
        seen.append(func)
        return NotImplemented if len(seen) > 1 else args[0].new_empty(7)

    try:
        assert tuple(x.sinc().shape) == (7,)
        x.fake_mode.cache_enabled = False
        assert tuple(x.sinc().shape) == (2,)
        assert seen == [wye.ops.aten.sinc.default] * 2
    finally:
        deregister_op_impl(handle)
    assert tuple(x.sinc().shape) == (2,)
    assert len(seen) == 2


def test_a_fast_function_comes_first_and_can_be_taken_back():
    x = FakeTensorMode().from_tensor(wye.ones(2))

    @register_op_impl(wye.ops.aten.sinc.default)
    def slow(mode, func, *args, **kwargs):
        raise AssertionError("the other function comes first")

    @register_fast_op_impl(wye.ops.aten.sinc.default)
    def fast(mode, x):
        return x.new_empty(5)

    try:
        assert tuple(x.sinc().shape) == (5,)
        assert fast_implementations() == {wye.ops.aten.sinc.default: fast}
    finally:
        deregister_op_impl(fast)
        deregister_op_impl(slow)
    assert fast_implementations() == {}
    assert tuple(x.sinc().shape) == (2,)
