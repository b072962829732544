"""What tests set up around themselves, and random tensors for them."""

import os
import warnings

import pytest

import wye
from wye.testing.dtype_groups import GROUPS, get_all_dtypes
from wye.testing.make_tensor import make_tensor
from wye.testing.surroundings import (
    called_with_a_fixed_seed,
    clone_inputs,
    default_dtype,
    frozen_random_state,
    is_list_of_tensors,
    noncontiguous_like,
    number_of_bytes,
    temporary_directory,
    temporary_file,
    without_warnings,
)


def test_random_numbers_drawn_inside_are_not_missing_outside():
    wye.manual_seed(0)
    with frozen_random_state():
        inside = wye.rand(3)
    assert inside.tolist() == wye.rand(3).tolist()


def test_the_default_dtype_is_restored():
    with default_dtype(wye.float64):
        assert wye.tensor(1.0).dtype is wye.float64
    assert wye.tensor(1.0).dtype is wye.float32


def test_warnings_are_not_shown():
    with warnings.catch_warnings(record=True) as caught:
        without_warnings(lambda: warnings.warn("x", stacklevel=1))()
    assert not caught


def test_files_and_directories_are_gone_afterwards():
    with temporary_file() as name, temporary_directory() as folder:
        assert os.path.exists(name)
        assert os.path.isdir(folder)
    assert not os.path.exists(name)
    assert not os.path.exists(folder)


def test_lists_of_tensors_and_copies_of_them():
    x = wye.ones(2)
    assert is_list_of_tensors((x, x))
    assert not any(map(is_list_of_tensors, (x, [], [x, 1], 3)))
    copied = clone_inputs([x, (x, 1)])
    copied[1][0].add_(1)
    assert x.tolist() == [1, 1]


@pytest.mark.parametrize("kind", [wye.float32, wye.int64, wye.uint8, wye.bool, wye.complex64, wye.float16])
def test_random_tensors_keep_their_bounds(kind):
    made = make_tensor(20, 3, dtype=kind, device="cpu")
    assert made.shape == (20, 3)
    assert made.dtype is kind
    if not kind.is_complex:
        assert -9 <= float(made.min()) <= float(made.max()) <= 9
    spread = make_tensor((4, 2), dtype=kind, device="cpu", noncontiguous=True)
    assert not spread.is_contiguous()
    assert not bool((make_tensor(50, dtype=kind, device="cpu", exclude_zero=True) == 0).any())


def test_bounds_in_the_wrong_order_are_refused():
    with pytest.raises(ValueError, match="less than"):
        make_tensor(2, dtype=wye.float32, device="cpu", low=2, high=1)


def test_a_tensor_whose_elements_do_not_lie_side_by_side_has_the_same_values():
    x = wye.arange(6.0).reshape(2, 3)
    assert noncontiguous_like(x).tolist() == x.tolist()
    assert not noncontiguous_like(x).is_contiguous()


def test_groups_of_dtypes():
    assert GROUPS["floating_types"]() == (wye.float32, wye.float64)
    assert GROUPS["integral_types_and"](wye.bool)[-1] is wye.bool
    assert len(get_all_dtypes()) == 12


def test_a_copy_that_is_not_contiguous_wants_gradients_as_its_original():
    for wanted in (True, False):
        made = noncontiguous_like(wye.ones(2, 3, requires_grad=wanted))
        assert (made.requires_grad, made.is_leaf, made.is_contiguous()) == (wanted, True, False)


def test_bytes_are_a_number_of_a_dtype():
    assert number_of_bytes([0, 0, 128, 63], wye.float32, "cpu").item() == 1.0
    with pytest.raises(AssertionError, match="has 4 bytes, not 2"):
        number_of_bytes([0, 0], wye.float32, "cpu")


def test_a_function_called_with_a_fixed_seed_gives_the_same_and_leaves_the_random_state():
    state = wye.get_rng_state()
    first = called_with_a_fixed_seed(wye.rand, 3)
    assert wye.equal(wye.get_rng_state(), state)
    wye.rand(1)
    assert wye.equal(called_with_a_fixed_seed(wye.rand, 3), first)


def test_clones_of_inputs_pass_gradients_on():
    x = wye.ones(2, requires_grad=True)
    one, (other,) = clone_inputs([x, [x]])
    (one + 2 * other).sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]
