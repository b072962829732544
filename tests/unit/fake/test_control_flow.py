"""Operators that take functions, on fake tensors."""

import pytest

import wye
from wye.fake import FakeTensorMode
from wye.higher_order.control_flow import cond, scan, while_loop
from wye.higher_order.control_flow import map as map_over


@pytest.fixture(params=[True, False], ids=["mode", "no mode"])
def fake(request):
    mode = FakeTensorMode()
    if not request.param:
        yield mode.from_tensor
        return
    with mode:
        yield mode.from_tensor


def test_a_branch_says_what_the_result_is_like(fake):
    x = fake(wye.ones(3))
    made = cond(x.sum() > 0, lambda x: x.double(), lambda x: -x.double(), (x,))
    assert (made.shape, made.dtype, type(made)) == ((3,), wye.float64, type(x))


def test_one_step_says_what_a_loop_gives(fake):
    x = fake(wye.ones(3))
    count, made = while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (fake(wye.tensor(0)), x))
    assert (count.shape, made.shape) == ((), (3,))


def test_results_of_steps_lie_side_by_side(fake):
    x = fake(wye.ones(4, 3))
    assert map_over(lambda row: row[:2] * 2, x).shape == (4, 2)
    carry, outputs = scan(lambda c, row: (c + row, row[:2] * 1.0), fake(wye.ones(3)), x)
    assert (carry.shape, outputs.shape) == ((3,), (4, 2))
