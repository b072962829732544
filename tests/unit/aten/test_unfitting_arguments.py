"""What operators say of arguments that do not fit: the classes of errors are PyTorch's, and nothing is computed."""

import pytest

import wye
from wye.library import Library


def test_joining_nothing_is_the_operators_own_error():
    for join in (wye.cat, wye.concat, wye.ops.aten.cat):
        with pytest.raises(ValueError, match="expected a non-empty list of Tensors"):
            join([])
    with pytest.raises(ValueError, match="expected a non-empty list of Tensors"):
        wye.cat([], out=wye.empty(0))
    with pytest.raises(RuntimeError, match="stack expects a non-empty TensorList"):
        wye.stack([])


def test_an_operator_of_a_program_without_tensors_still_names_its_missing_kernel():
    lib = Library("unfitting", "DEF")
    lib.define("joined(Tensor[] tensors) -> Tensor")
    lib.impl("joined", lambda tensors: tensors[0], "CPU")
    with pytest.raises(NotImplementedError, match="no tensor arguments"):
        wye.ops.unfitting.joined([])
    lib._destroy()


@pytest.mark.parametrize("name", ["index_add", "index_reduce"])
def test_an_index_of_slices_with_two_dimensions_is_an_index_error(name):
    more = ("prod",) if name == "index_reduce" else ()
    with pytest.raises(IndexError, match=r"got dim: 2 with type: Long and size: \[1, 2\]"):
        getattr(wye, name)(wye.zeros(2, 3), 0, wye.zeros(1, 2, dtype=wye.int64), wye.zeros(2, 3), *more)


def test_operators_that_ask_for_a_size_first_say_that_there_is_no_such_dimension():
    matrix, batch = wye.zeros(2, 2), wye.zeros(2, 2, 2)
    for call in (
        lambda: wye.baddbmm(matrix, wye.zeros(2), batch),
        lambda: wye.addbmm(matrix, batch, matrix),
        lambda: wye.zeros(2, 2).addbmm_(wye.zeros(2), batch),
        lambda: wye.group_norm(wye.zeros(3), 1),
        lambda: wye.instance_norm(wye.zeros(3), None, None, None, None, True, 0.1, 0.1, False),
        lambda: wye.mv(wye.zeros(()), wye.zeros(3)),
        lambda: wye.linalg.pinv(wye.zeros(3), atol=0.1),
    ):
        with pytest.raises(IndexError, match="Dimension"):
            call()
    with pytest.raises(RuntimeError, match="batch1 must be a 3D tensor"):
        wye.baddbmm(matrix, matrix, batch)


def test_a_negative_number_of_greatest_elements_is_out_of_range():
    with pytest.raises(RuntimeError, match="selected index k out of range"):
        wye.topk(wye.arange(3.0), -1)


def test_tensors_that_do_not_broadcast_have_no_distance():
    with pytest.raises(RuntimeError, match="must match the size of tensor b"):
        wye.dist(wye.zeros(2, 3), wye.zeros(4))


def test_ranges_are_of_real_numbers():
    for numbers in ((1j,), (0, 1j), (0, 1, 1j)):
        with pytest.raises(RuntimeError, match="cannot be converted to type double"):
            wye.arange(*numbers)


def test_renorm_refuses_limits_that_are_no_numbers():
    with pytest.raises(RuntimeError, match="non-positive-norm"):
        wye.renorm(wye.ones(2, 2), float("nan"), 0, 1.0)
    with pytest.raises(RuntimeError, match="maxnorm to be >= 0"):
        wye.renorm(wye.ones(2, 2), 2, 0, float("nan"))


def test_condition_numbers_by_inverses_are_of_square_matrices():
    for norm in ("nuc", "fro"):
        with pytest.raises(RuntimeError, match="square matrices"):
            wye.linalg.cond(wye.zeros(2, 3), norm)


def test_tolerances_of_ranks_are_real():
    with pytest.raises(RuntimeError, match="rtol tensor of complex type is not supported"):
        wye.linalg.matrix_rank(wye.zeros(2, 3), atol=wye.zeros(1), rtol=wye.zeros(1, dtype=wye.complex64))


def test_pseudo_inverses_are_of_matrices():
    with pytest.raises(RuntimeError, match="expected a tensor with 2 or more dimensions"):
        wye.linalg.pinv(wye.zeros(3))
