"""Views: shapes, strides and errors, on arrays and without data."""

from __future__ import annotations

import numpy as np
import pytest

import wye
import wye.aten.methods
from wye.aten.arrays.geometry import infer_size, view_strides
from wye.aten.fake.view import FAKES
from wye.aten.kernels.view import KERNELS, as_strided
from wye.aten.kernels.view_copy import KERNELS as COPIES
from wye.aten.kernels.view_copy import ON_ARRAYS
from wye.tensors.layout import wrap_dim
from wye.tensors.meta_array import MetaArray, describe

ops = wye.ops.aten


@pytest.fixture
def matrix():
    return np.arange(12, dtype=np.float32).reshape(3, 4)


def elements(array):
    return tuple(stride // array.dtype.itemsize for stride in array.strides)


def test_a_view_shares_memory(matrix):
    seen = KERNELS["view"](matrix, [2, -1])
    seen[0, 0] = 7
    assert seen.shape == (2, 6)
    assert matrix[0, 0] == 7


def test_a_view_that_strides_cannot_show_names_reshape(matrix):
    with pytest.raises(RuntimeError, match=r"view size is not compatible .* Use \.reshape\(\.\.\.\) instead"):
        KERNELS["view"](matrix.T, [12])


def test_a_transposed_array_splits_inside_its_dimensions(matrix):
    seen = KERNELS["view"](matrix.T, [2, 2, 3])
    assert elements(seen) == (2, 1, 4)
    assert seen.tolist() == matrix.T.reshape(2, 2, 3).tolist()


@pytest.mark.parametrize(
    ("size", "numel", "words"),
    [
        ([-1, -1], 4, "only one dimension can be inferred"),
        ([-2], 4, "invalid shape dimension -2"),
        ([3], 4, r"shape '\[3\]' is invalid for input of size 4"),
        ([-1, 0], 0, "unspecified dimension size -1 can be any value"),
    ],
)
def test_wrong_sizes_say_what_is_wrong(size, numel, words):
    with pytest.raises(RuntimeError, match=words):
        infer_size(size, numel)


def test_dimensions_count_from_both_ends():
    assert [wrap_dim(dim, 3) for dim in (0, 2, -1, -3)] == [0, 2, 2, 0]
    assert wrap_dim(-1, 0) == 0
    with pytest.raises(IndexError, match=r"range of \[-2, 1\], but got 2"):
        wrap_dim(2, 2)


def test_dimensions_of_size_one_get_the_strides_of_a_fresh_view():
    row = MetaArray((1, 2), np.dtype("int8"), (4, 1))
    assert view_strides(row, (1, 2)) == (2, 1)


def test_expand_repeats_without_memory(matrix):
    seen = KERNELS["expand"](matrix[:1], [2, 3, -1])
    assert (seen.shape, elements(seen)) == ((2, 3, 4), (0, 0, 1))
    with pytest.raises(RuntimeError, match=r"expanded size of the tensor \(5\) must match the existing size \(3\)"):
        KERNELS["expand"](matrix, [5, 4])


def test_select_and_slice_move_the_start(matrix):
    assert KERNELS["select.int"](matrix, 1, -1).tolist() == [3, 7, 11]
    assert KERNELS["slice.Tensor"](matrix, 1, 1, 99, 2).tolist() == [[1, 3], [5, 7], [9, 11]]
    assert FAKES["slice.Tensor"](describe(matrix), 1, 1, 99, 2).offset == 1
    with pytest.raises(IndexError, match=r"index 3 out of range for tensor of size \[3, 4\] at dimension 0"):
        KERNELS["select.int"](matrix, 0, 3)
    with pytest.raises(RuntimeError, match="step must be positive"):
        KERNELS["slice.Tensor"](matrix, 0, None, None, 0)


def test_diagonals_lie_across_two_strides(matrix):
    assert KERNELS["diagonal"](matrix, 1).tolist() == [1, 6, 11]
    assert KERNELS["diagonal"](matrix, -1).tolist() == [4, 9]
    assert KERNELS["diagonal"](matrix, 9).shape == (0,)


def test_unsqueeze_gives_a_stride_that_a_larger_dimension_would_have(matrix):
    assert elements(KERNELS["unsqueeze"](matrix, 0)) == (12, 4, 1)
    assert elements(KERNELS["unsqueeze"](matrix, 2)) == (4, 1, 1)


def test_split_leaves_the_rest_for_the_last_piece(matrix):
    assert [piece.shape for piece in KERNELS["split.Tensor"](matrix, 3, 1)] == [(3, 3), (3, 1)]
    assert [piece.shape for piece in KERNELS["split.Tensor"](matrix[:0], 0)] == [(0, 4)]
    with pytest.raises(RuntimeError, match="sum exactly to 4"):
        KERNELS["split_with_sizes"](matrix, [1, 1], 1)


def test_windows_of_unfold_overlap(matrix):
    assert KERNELS["unfold"](matrix[0], 0, 2, 1).tolist() == [[0, 1], [1, 2], [2, 3]]


def test_a_complex_number_without_dimensions_is_a_pair():
    number = np.array(2.0 + 3.0j, "complex64")
    pair = KERNELS["view_as_real"](number)
    pair[1] = 5.0
    assert number.item() == 2.0 + 5.0j


def test_complex_numbers_are_pairs_of_floats():
    z = np.array([1 + 2j, 3 - 4j], np.complex64)
    pairs = KERNELS["view_as_real"](z)
    assert pairs.tolist() == [[1, 2], [3, -4]]
    assert KERNELS["view_as_complex"](pairs).tolist() == z.tolist()
    with pytest.raises(RuntimeError, match="last dimension of size 2"):
        KERNELS["view_as_complex"](np.zeros(3, np.float32))


def test_bytes_are_seen_as_elements_of_another_size():
    ones = np.ones((2, 4), np.int8)
    wide = KERNELS["view.dtype"](ones, wye.int32)
    assert (wide.shape, wide[0, 0]) == ((2, 1), 0x01010101)
    assert KERNELS["view.dtype"](wide, wye.int8).tolist() == ones.tolist()
    with pytest.raises(RuntimeError, match=r"self.size\(-1\) must be divisible by 8"):
        KERNELS["view.dtype"](ones, wye.int64)


def test_as_strided_counts_from_the_start_of_the_storage():
    assert as_strided(np.arange(8), [2, 2], [3, 1], 1).tolist() == [[1, 2], [4, 5]]
    with pytest.raises(RuntimeError, match="Negative strides"):
        as_strided(np.arange(8), [2], [-1])


def test_copies_of_views_are_row_major_and_their_own(matrix):
    copy = COPIES["transpose_copy.int"](matrix, 0, 1)
    copy[0, 0] = 9
    assert elements(copy) == (3, 1)
    assert matrix[0, 0] == 0


def test_scatters_replace_a_view_in_a_copy(matrix):
    made = ON_ARRAYS["select_scatter"](matrix.T, np.full(3, 5.0), 0, 1)
    assert elements(made) == (1, 4)
    assert made[1].tolist() == [5, 5, 5]
    with pytest.raises(RuntimeError, match=r"src size = \[2\], slice size = \[3\]"):
        ON_ARRAYS["select_scatter"](matrix.T, np.zeros(2), 0, 1)


def test_gradients_of_overlapping_windows_add_up():
    grad = np.ones((3, 2), np.float32)
    assert COPIES["unfold_backward"](grad, [4], 0, 2, 1).tolist() == [1, 2, 2, 1]


@pytest.mark.parametrize("name", sorted(KERNELS))
def test_every_view_has_a_fake_kernel(name):
    assert FAKES[name] is KERNELS[name]


# ---- composites ----


def test_reshape_is_a_view_where_it_can_be():
    x = wye.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert ops.reshape(x, [4]).data_ptr() == x.data_ptr()
    assert ops.reshape(x.transpose(0, 1), [4]).tolist() == [1, 3, 2, 4]


def test_flatten_and_unflatten_undo_each_other():
    x = ops.zeros([2, 3, 4])
    assert ops.flatten(x, 1).shape == (2, 12)
    assert ops.unflatten(ops.flatten(x, 1), 1, [3, -1]).shape == (2, 3, 4)
    with pytest.raises(RuntimeError, match="don't multiply up"):
        ops.unflatten(x, 2, [3, 3])


def test_movedim_keeps_the_order_of_the_others():
    assert ops.movedim(ops.zeros([1, 2, 3, 4]), 0, 2).shape == (2, 3, 1, 4)


def test_chunks_of_nothing_are_as_many_as_asked():
    assert [one.shape for one in ops.chunk(ops.zeros([0, 2]), 3)] == [(0, 2)] * 3
    assert [one.shape for one in ops.chunk(ops.zeros([5]), 3)] == [(2,), (2,), (1,)]


def test_tensor_split_gives_the_first_pieces_more():
    assert [one.tolist() for one in ops.tensor_split(ops.arange(5), 3)] == [[0, 1], [2, 3], [4]]
    assert [one.tolist() for one in ops.tensor_split(ops.arange(5), [1, 3])] == [[0], [1, 2], [3, 4]]


def test_meshgrid_knows_both_orders():
    x, y = ops.arange(2), ops.arange(3)
    assert [grid.shape for grid in ops.meshgrid([x, y], indexing="ij")] == [(2, 3), (2, 3)]
    across, down = ops.meshgrid([x, y], indexing="xy")
    assert across.tolist() == [[0, 1]] * 3
    assert down.tolist() == [[0, 0], [1, 1], [2, 2]]


def test_parts_of_complex_tensors_are_views():
    z = wye.tensor([1 + 2j, 3 + 4j])
    ops.imag(z).fill_(0)
    assert z.tolist() == [1, 3]


def test_questions_answer_with_python_values():
    x = ops.zeros([2, 3]).transpose(0, 1)
    assert (ops.sym_size(x, 0), ops.sym_stride(x, 0), ops.sym_numel(x), ops.sym_storage_offset(x)) == (3, 1, 6, 0)
    assert not ops.sym_is_contiguous(x)
    assert (wye.ops.aten.size.default(x), wye.ops.aten.stride.default(x)) == ([3, 2], [1, 3])
    assert ops.is_non_overlapping_and_dense(x)
    assert not ops.is_non_overlapping_and_dense(ops.zeros([2, 3])[:, ::2])
    assert ops.is_same_size(x, x)
    with pytest.raises(RuntimeError, match="more than one value is ambiguous"):
        ops.is_nonzero(x)


def test_unsafe_views_share_memory_but_not_the_version():
    x = wye.ones(4, 2)
    seen = wye.ops.aten._unsafe_view(x, [8])
    first, _ = wye.ops.aten.unsafe_split(x, 2)
    seen[0] = 5
    assert x[0, 0].item() == first[0, 0].item() == 5
    assert (x._version, seen._version, first._version) == (0, 1, 0)
    assert wye.ops.aten.lift_fresh(x) is x


def test_scatters_keep_where_a_tensor_lies_in_its_storage():
    x = wye.arange(8)[2:]
    made = wye.ops.aten.select_scatter(x, wye.tensor(9), 0, 1)
    assert (made.tolist(), made.storage_offset(), made._version) == ([2, 9, 4, 5, 6, 7], 2, 0)


@pytest.mark.parametrize("name", ["squeeze_", "t_", "detach_", "set_"])
def test_arrays_are_not_reshaped_in_place(name):
    array = np.ones((1, 2))
    if name == "detach_":
        assert wye.ops.aten.detach_(array) is array
        return
    with pytest.raises(TypeError, match=f"aten::{name}: argument 'self' is a NumPy array.*wye.from_numpy"):
        getattr(wye.ops.aten, name)(array)


def test_one_integer_is_no_list_where_an_overload_takes_one():
    x = wye.arange(6).reshape(1, 6)
    assert [piece.shape[1] for piece in x.hsplit(2)] == [3, 3]
    assert [piece.shape[1] for piece in x.hsplit([2])] == [2, 4]
    assert x.squeeze(0).shape == x.squeeze(0, 1).shape == (6,)
    assert x.view(2, 3).shape == x.view((2, 3)).shape == x.view([2, 3]).shape == (2, 3)


def test_new_tensors_have_version_0():
    x = wye.ones(2, 3).t()
    made = [x.to(wye.float64), wye.zeros_like(x), wye.full_like(x, 2), x.new_full([2], 1), x.clone()]
    assert [one._version for one in made] == [0] * 5


@pytest.mark.parametrize("make", ["empty_like", "zeros_like", "ones_like", "new_zeros", "new_empty", "to"])
def test_factories_take_devices_and_refuse_to_pin_memory(make):
    x = wye.ones(2, 3)
    args = {"new_zeros": ([4],), "new_empty": ([4],), "to": ("meta",)}.get(make, ())
    fn = getattr(x, make) if hasattr(x, make) else lambda *rest, **options: getattr(wye, make)(x, *rest, **options)
    made = fn(*args) if make == "to" else fn(*args, device="meta")
    assert made.device.type == "meta"
    if make != "to":
        with pytest.raises(RuntimeError, match="pin_memory=True requires"):
            fn(*args, pin_memory=True)


def test_the_whole_of_a_slice_is_a_view_of_the_same_memory():
    base = wye.arange(10.0)
    whole = wye.slice_inverse(base[2:8:2], base, 0, 2, 8, 2)
    whole.add_(1)
    assert base.tolist() == wye.arange(1.0, 11.0).tolist()


@pytest.mark.parametrize(
    "view",
    [lambda x: x[1], lambda x: x[:, 1:5], lambda x: x.t(), lambda x: x.view(-1)[2::3], lambda x: x[None, 1:, 2]],
    ids=["row", "columns", "transposed", "with gaps", "with a dimension of size 1"],
)
def test_a_copy_of_a_view_with_a_part_replaced_has_memory_of_its_own_that_looks_alike(view):
    base = wye.arange(24.0).reshape(4, 6)
    seen = view(base)
    made = wye.select_scatter(seen, wye.full_like(seen.select(-1, 1), 9), -1, 1)
    sliced = wye.slice_scatter(seen, wye.full_like(seen[:1], 9), 0, 0, 1)
    for one in (made, sliced):
        assert (one.stride(), one.storage_offset()) == (seen.stride(), seen.storage_offset())
        assert one.untyped_storage().nbytes() == base.untyped_storage().nbytes()
        assert (one._is_view(), one._version, one.untyped_storage().data_ptr() == base.data_ptr()) == (False, 0, False)
    expected, by_slice = seen.clone(), seen.clone()
    expected.select(-1, 1).fill_(9)
    by_slice[:1] = 9
    assert (made.tolist(), sliced.tolist()) == (expected.tolist(), by_slice.tolist())
    assert base.tolist() == wye.arange(24.0).reshape(4, 6).tolist()


def test_a_tensor_resized_as_another_can_take_its_memory_format():
    like = wye.ones(2, 3, 4, 5).to(memory_format=wye.channels_last)
    x = wye.ones(120)
    assert x.resize_as_(like, memory_format=wye.preserve_format).stride() == like.stride()


def test_strides_of_an_empty_tensor_can_be_too_large():
    with pytest.raises(RuntimeError, match="Stride calculation overflowed"):
        wye.ones(1).resize_([0, 4, 2305843009213693952])


def test_tensor_split_names_the_dtype_that_it_got():
    with pytest.raises(RuntimeError, match="have dtype of long, but got Float"):
        wye.ones(3).tensor_split(wye.tensor([1.0]))


def test_how_a_tensor_lies_in_memory_is_asked_by_operators_too():
    aten = wye.ops.aten
    x = wye.ones(2, 3, 4, 5)
    last = x.to(memory_format=wye.channels_last)
    assert [aten.is_strides_like_format(one, wye.channels_last) for one in (x, last, x[:, :1])] == [False, True, False]
    assert not any(aten.is_strides_like_format(x, one) for one in (wye.contiguous_format, wye.channels_last_3d))
    volume = wye.ones(2, 3, 4, 5, 6).contiguous(memory_format=wye.channels_last_3d)
    assert aten.is_strides_like_format(volume, wye.channels_last_3d)
    dense = [aten.is_non_overlapping_and_dense(one) for one in (x, last, x.permute(3, 0, 1, 2), x[:, ::2])]
    assert dense == [True, True, True, False]
    assert not aten.is_non_overlapping_and_dense(wye.ones(3).expand(2, 3))
    assert (aten.size(x), aten.stride(last), aten.storage_offset(x[1])) == ([2, 3, 4, 5], [60, 1, 15, 3], 60)
