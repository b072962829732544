"""Checks with the error for each kind of mistake."""

import pytest

import wye
from wye import checks


@pytest.mark.parametrize(
    ("check", "error"),
    [
        (checks.check, RuntimeError),
        (checks.check_index, IndexError),
        (checks.check_value, ValueError),
        (checks.check_type, TypeError),
        (checks.check_not_implemented, NotImplementedError),
    ],
)
def test_a_condition_that_does_not_hold_is_its_error(check, error):
    check(True, lambda: pytest.fail("nobody asks"))
    with pytest.raises(error, match="why"):
        check(False, lambda: "why")
    with pytest.raises(error, match="Expected cond to be True"):
        check(False)
    with pytest.raises(TypeError, match="must be a bool"):
        check(1)


def test_sizes_begin_at_zero():
    with pytest.warns(FutureWarning, match="_check_is_size will be removed"):
        checks.check_is_size(0, max=3)
    for size in (-1, 4):
        with pytest.raises(RuntimeError), pytest.warns(FutureWarning):
            checks.check_is_size(size, max=3)


def test_checks_have_the_names_of_pytorch_at_the_top():
    assert wye._check is checks.check
    assert wye._check_index is checks.check_index
    with pytest.raises(AttributeError, match="_check_all"):
        _ = wye._check_all


def test_conditions_of_tensors():
    checks.check_tensor_all(wye.tensor([True, True]))
    with pytest.raises(RuntimeError, match="why"):
        checks.check_tensor_all(wye.tensor([True, False]), lambda: "why")
    for wrong in (True, wye.ones(2)):
        with pytest.raises(TypeError):
            checks.check_tensor_all(wrong)
    with pytest.raises(TypeError, match="_check_tensor_all"):
        checks.check(wye.tensor(True))
