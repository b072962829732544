"""Indexing: elements by position, and Python's brackets."""

from __future__ import annotations

import numpy as np
import pytest

import wye
import wye.aten.methods
from wye.aten.fake.index import FAKES
from wye.aten.kernels.index import KERNELS
from wye.aten.kernels.index_join import KERNELS as JOIN
from wye.aten.kernels.index_scatter import KERNELS as SCATTER
from wye.tensors.meta_array import describe

ops = wye.ops.aten


@pytest.fixture
def cube():
    return np.arange(24, dtype=np.float32).reshape(2, 3, 4)


def elements(array):
    return tuple(stride // array.dtype.itemsize for stride in array.strides)


def test_indices_side_by_side_stay_in_their_place(cube):
    at = np.array([0, 1, 1])
    assert KERNELS["index.Tensor"](cube, [None, at, at]).shape == (2, 3)
    assert KERNELS["index.Tensor"](cube, [None, at]).shape == (2, 3, 4)


def test_indices_with_a_gap_come_first(cube):
    at = np.array([0, 1, 1])
    found = KERNELS["index.Tensor"](cube, [at, None, at])
    assert found.tolist() == cube[at, :, at].tolist()
    assert found.shape == (3, 3)


def test_the_result_lies_as_the_source_does(cube):
    found = KERNELS["index.Tensor"](cube.transpose(2, 1, 0), [None, np.array([0, 2])])
    assert elements(found) == (1, 4, 8)
    assert FAKES["index.Tensor"](describe(cube.transpose(2, 1, 0)), [None, np.array([0, 2])]).strides == found.strides


def test_masks_cover_as_many_dimensions_as_they_have(cube):
    mask = cube[:, :, 0] > 7
    assert KERNELS["index.Tensor"](cube, [mask]).tolist() == cube[mask].tolist()
    with pytest.raises(IndexError, match=r"mask \[3\] at index 0 does not match the shape .* \[2, 3, 4\] at index 0"):
        KERNELS["index.Tensor"](cube, [np.ones(3, bool)])
    with pytest.raises(NotImplementedError, match="depends on the elements"):
        FAKES["index.Tensor"](describe(cube), [describe(mask)])


@pytest.mark.parametrize(
    ("indices", "words"),
    [
        ([np.array([5])], "index 5 is out of bounds for dimension 0 with size 2"),
        ([np.array([0])] * 4, "too many indices for tensor of dimension 3"),
        ([np.array([0.5])], "must be long, int, byte or bool"),
        ([np.array([0, 1]), np.array([0, 1, 2])], r"could not be broadcast together with shapes \[2\], \[3\]"),
    ],
)
def test_wrong_indices_say_what_is_wrong(cube, indices, words):
    with pytest.raises(IndexError, match=words):
        KERNELS["index.Tensor"](cube, indices)


def test_index_put_writes_or_adds_up():
    x = np.zeros(3, np.float32)
    at = np.array([0, 0, 2])
    assert KERNELS["index_put"](x, [at], np.ones(3, np.float32), True).tolist() == [2, 0, 1]
    assert x.tolist() == [0, 0, 0]
    KERNELS["index_put_"](x, [at], np.float32([5])[:1])
    assert x.tolist() == [5, 0, 5]
    with pytest.raises(RuntimeError, match="source and destination dtypes match"):
        KERNELS["index_put_"](x, [at], np.zeros(3))


def test_gather_and_scatter_are_along_one_dimension():
    x = np.array([[1, 2], [3, 4]])
    at = np.array([[1, 0], [0, 0]])
    assert SCATTER["gather"](x, 1, at).tolist() == [[2, 1], [3, 3]]
    assert SCATTER["scatter.src"](x, 0, np.array([[1, 0]]), np.array([[8, 9]])).tolist() == [[1, 9], [8, 4]]
    assert SCATTER["scatter_add"](x, 0, np.array([[1, 1], [1, 1]]), x).tolist() == [[1, 2], [7, 10]]
    with pytest.raises(RuntimeError, match="index 2 is out of bounds for dimension 1 with size 2"):
        SCATTER["gather"](x, 1, at + 1)


@pytest.mark.parametrize(
    ("reduce", "include_self", "expected"),
    [
        ("sum", True, [15, 5]), ("sum", False, [10, 5]), ("prod", False, [24, 5]), ("mean", True, [3, 5]),
        ("mean", False, [3, 5]), ("amax", True, [6, 5]), ("amin", False, [2, 5]),
    ],
)  # fmt: skip
def test_scatter_reduce_takes_the_old_element_or_not(reduce, include_self, expected):
    x, at, src = np.array([5, 5]), np.array([0, 0, 0]), np.array([2, 2, 6])
    made = SCATTER["scatter_reduce.two"](x, 0, at, src, reduce, include_self=include_self)
    assert made.tolist() == expected


def test_halves_are_added_up_in_single_precision():
    x = np.zeros(1, np.float16)
    many = np.full(3000, 1, np.float16)
    assert SCATTER["scatter_add"](x, 0, np.zeros(3000, np.int64), many).tolist() == [3000]
    assert SCATTER["index_add"](x[None], 1, np.zeros(3000, np.int64), many[None]).tolist() == [[3000]]


def test_slices_of_vectors_of_halves_are_added_in_rounded_steps():
    many = np.full(3000, 1, np.float16)
    made = SCATTER["index_add"](np.zeros(1, np.float16), 0, np.zeros(3000, np.int64), many)
    assert made.tolist() == [2048]  # as in PyTorch


def test_cat_skips_empty_vectors_and_promotes():
    made = JOIN["cat"]([np.zeros(0, np.float32), np.ones((1, 2), np.int32), np.ones((1, 2), np.int64)], 0)
    assert (made.shape, made.dtype.name) == ((2, 2), "float32")
    with pytest.raises(RuntimeError, match="Expected size 2 but got size 3 for tensor number 1"):
        JOIN["cat"]([np.zeros((1, 2)), np.zeros((1, 3))], 0)
    with pytest.raises(RuntimeError, match="zero-dimensional tensor"):
        JOIN["cat"]([np.zeros(())], 0)


def test_repeat_flip_and_roll():
    x = np.array([[1, 2], [3, 4]])
    assert JOIN["repeat"](x, [2, 1, 2]).shape == (2, 2, 4)
    assert JOIN["flip"](x, [0]).tolist() == [[3, 4], [1, 2]]
    assert JOIN["roll"](x, [1]).tolist() == [[4, 1], [2, 3]]
    assert JOIN["roll"](x, [1, 1], [0, 1]).tolist() == [[4, 3], [2, 1]]


def test_nonzero_has_one_row_for_each_element():
    made = KERNELS["nonzero"](np.array([[0, 1], [2, 0]]))
    assert made.tolist() == [[0, 1], [1, 0]]
    assert elements(made) == (1, 2)
    assert KERNELS["nonzero_static"](np.array([0, 1]), size=2).tolist() == [[1], [-1]]


def test_embedding_and_its_gradient():
    weight = np.arange(6, dtype=np.float32).reshape(3, 2)
    assert KERNELS["embedding"](weight, np.array([[2], [0]])).tolist() == [[[4, 5]], [[0, 1]]]
    grad = KERNELS["embedding_dense_backward"](np.ones((3, 2), np.float32), np.array([0, 0, 1]), 3, 1, True)
    assert grad.tolist() == [[1, 1], [0, 0], [0, 0]]
    with pytest.raises(IndexError, match="index out of range in self"):
        KERNELS["embedding"](weight, np.array([3]))


# ---- Python's brackets ----


class Recorded(wye.DispatchMode):
    """Notes the operators of a block and what follows the tensor in their calls."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def __wye_dispatch__(self, func, types, args=(), kwargs=None):
        self.calls.append((str(func), *args[1:]))
        return func(*args, **(kwargs or {}))


def test_an_index_runs_one_operator_for_each_part():
    x = ops.zeros([4, 5, 6])
    with Recorded() as seen:
        x[..., -1, 1::2]
        x[None, :]
    assert seen.calls == [
        ("aten.select.int", 1, -1),
        ("aten.slice.Tensor", 1, 1, 2**63 - 1, 2),
        ("aten.unsqueeze.default", 0),
    ]


def test_a_mask_of_two_dimensions_moves_the_next_index_on():
    mask = wye.tensor([[True, False, True], [False, True, False]])
    x = ops.zeros([2, 3, 4])
    with Recorded() as seen:
        assert x[mask, 1:].shape == (3, 3)
    assert [name for name, *_ in seen.calls] == ["aten.slice.Tensor", "aten.index.Tensor"]
    assert seen.calls[0][1] == 2


@pytest.mark.parametrize(
    ("index", "error", "words"),
    [
        (4, IndexError, "index 4 is out of bounds for dimension 0 with size 4"),
        ((0, 0, 0), IndexError, "too many indices for tensor of dimension 2"),
        (slice(None, None, -1), ValueError, "step must be greater than zero"),
        (1.5, IndexError, r"only integers, slices .* are valid indices \(got float\)"),
    ],
)
def test_what_is_no_index_is_refused(index, error, words):
    with pytest.raises(error, match=words):
        ops.zeros([4, 5])[index]


def test_plain_indices_give_views_and_tensors_give_copies():
    x = ops.zeros([3, 4])
    x[1, 1:3].fill_(1)
    x[[0]].fill_(9)
    assert x.tolist() == [[0, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]]
    assert x[...].data_ptr() == x.data_ptr()


def test_truth_values_are_new_dimensions():
    x = ops.zeros([2, 3])
    assert x[True].shape == (1, 2, 3)
    assert x[False].shape == (0, 2, 3)
    assert x[0, None, True].shape == (1, 1, 3)


def test_lists_with_more_than_numbers_are_tuples():
    x = ops.arange(6).reshape(2, 3)
    assert x[[1, slice(1, None)]].tolist() == [4, 5]
    assert x[[1, 0]].tolist() == [[3, 4, 5], [0, 1, 2]]


def test_assignment_broadcasts_and_converts():
    x = ops.zeros([2, 3])
    x[:, 0] = 1
    x[0, 1:] = wye.tensor([[2, 3]])
    x[x == 0] = 7
    x[wye.tensor([1]), wye.tensor([2])] = 8
    assert x.tolist() == [[1, 2, 3], [1, 7, 8]]
    x[False] = 100
    x[True] = wye.tensor([4.0, 5.0, 6.0])
    assert x.tolist() == [[4, 5, 6], [4, 5, 6]]
    with pytest.raises(TypeError, match="can't assign a list"):
        x[0] = [1, 2, 3]


def test_numpy_arrays_and_numbers_are_indices():
    x = ops.arange(6).reshape(2, 3)
    assert x[np.int64(1)].tolist() == [3, 4, 5]
    assert x[np.array([1, 0]), 0].tolist() == [3, 0]


def test_composites_join_and_repeat():
    x = wye.tensor([1, 2])
    assert ops.hstack([x, x]).tolist() == [1, 2, 1, 2]
    assert ops.column_stack([x, x]).tolist() == [[1, 1], [2, 2]]
    assert ops.tile(x, [2]).tolist() == [1, 2, 1, 2]
    assert ops.repeat_interleave(x, wye.tensor([2, 1])).tolist() == [1, 1, 2]
    assert ops.rot90(wye.tensor([[1, 2], [3, 4]])).tolist() == [[2, 4], [1, 3]]
    assert ops.combinations(wye.tensor([1, 2, 3])).tolist() == [[1, 2], [1, 3], [2, 3]]
    assert ops.take_along_dim(wye.tensor([[3, 1]]), wye.tensor([[1, 0]]), 1).tolist() == [[1, 3]]


def test_values_are_added_as_often_as_an_index_of_two_dimensions_names_a_place():
    x, at = np.zeros(3), np.array([[0, 2], [1, -2]])
    assert KERNELS["index_put"](x, [at], np.array([1.0, 5.0]), True).tolist() == [1, 6, 5]


def test_one_value_under_a_mask_is_converted():
    x = np.zeros(3, np.int64)
    KERNELS["index_put_"](x, [np.array([True, False, True])], np.array(2.5))
    assert x.tolist() == [2, 0, 2]


def test_masks_of_bytes_warn():
    x = wye.arange(3)
    with pytest.warns(UserWarning, match="indexing with dtype wye.uint8 is now deprecated"):
        assert x[wye.tensor([1, 0, 1], dtype=wye.uint8)].tolist() == [0, 2]
    with pytest.warns(UserWarning, match="please use a dtype wye.bool instead"):
        x[wye.tensor([1, 0, 1], dtype=wye.uint8)] = wye.tensor([7, 8])
    assert x.tolist() == [7, 1, 8]
    with pytest.warns(UserWarning, match="indexing with dtype wye.uint8 is now deprecated"):
        x.index_put_((wye.tensor([1, 0, 1], dtype=wye.uint8),), wye.tensor([1, 1]), accumulate=True)
    assert x.tolist() == [8, 1, 9]


@pytest.mark.filterwarnings("ignore:indexing with dtype")
def test_masks_of_bytes_for_one_number_are_refused_where_they_fit():
    x = wye.zeros(2, 3)
    with pytest.raises(RuntimeError, match="masked_fill_ only supports boolean masks"):
        x[:, wye.tensor([1, 0, 1], dtype=wye.uint8)] = 1
    with pytest.raises(IndexError, match=r"The shape of the mask \[1\] at index 0 does not match"):
        x[:, wye.tensor([1], dtype=wye.uint8)] = 1
    assert not x.any()


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: wye.arange(3)[:"a"], TypeError, "slice indices must be integers or None"),
        (lambda: wye.arange(3)[0:1.0], TypeError, "slice indices must be integers or None"),
        (
            lambda: wye.zeros(3, 4).scatter_(0, wye.tensor([[0, 1]]), wye.ones(1, 1)),
            RuntimeError,
            r"no larger than self \[3, 4\] apart from dimension 0 and to be no larger size than src \[1, 1\]",
        ),
    ],
)
def test_what_is_wrong_with_an_index(call, error, words):
    with pytest.raises(error, match=words):
        call()


INDICES = wye.tensor([1, 2, 3])


@pytest.mark.parametrize(
    "call",
    [
        lambda x, i: x[i],
        lambda x, i: x.index_select(0, i),
        lambda x, i: x.gather(0, i.view(1, 3)),
        lambda x, i: x.take(i),
        lambda x, i: x.index_put((i,), x[:3]),
        lambda x, i: x.scatter(0, i.view(1, 3), 1.0),
        lambda x, i: x.scatter_add(0, i.view(1, 3), x[:1]),
        lambda x, i: wye.nn.functional.embedding(i, x),
        lambda x, i: wye.nn.functional.embedding_bag(i, x, wye.tensor([0, 2])),
    ],
)
def test_a_tensor_without_data_takes_indices_from_elsewhere(call):
    real, without = wye.ones(5, 3), wye.ones(5, 3, device="meta")
    assert (call(without, INDICES).device.type, call(without, INDICES).shape) == ("meta", call(real, INDICES).shape)


def test_a_tensor_without_data_takes_no_other_tensors_from_elsewhere():
    without = wye.ones(5, 3, device="meta")
    assert without.copy_(wye.ones(5, 3)) is without
    for call in (
        lambda: without + wye.ones(5, 3),
        lambda: without.index_put((INDICES,), wye.ones(3, 3)),
        lambda: wye.ones(5, 3)[INDICES.to("meta")],
        lambda: without.index_add(0, INDICES, without[:3]),
    ):
        with pytest.raises(RuntimeError, match="not on the expected device meta"):
            call()


def test_writes_by_index_refuse_operands_in_the_same_memory():
    x, places = wye.arange(6.0), wye.tensor([2, 1, 0])
    for write in (
        lambda: x.index_put_((places,), x[0]),
        lambda: x.index_put_((places,), x[:3]),
        lambda: x.index_put_((places,), x[:3], accumulate=True),
        lambda: x.__setitem__(places, x[:3]),
        lambda: places.index_put_((places,), places.clone()),
        lambda: places.index_put_((places.clone(),), places),
    ):
        with pytest.raises(RuntimeError, match="unsupported operation: some elements of the input tensor"):
            write()
    x[x > 3] = x[0]  # one element under a mask is read first
    assert x.tolist() == [0.0, 1.0, 2.0, 3.0, 0.0, 0.0]


def test_elements_of_all_dimensions_are_taken_by_short_indices_too():
    places = wye.tensor([2, 0], dtype=wye.int32)
    assert wye.take_along_dim(wye.arange(3.0), places).tolist() == [2.0, 0.0]
    with pytest.raises(RuntimeError, match="should be Long"):
        wye.take_along_dim(wye.arange(3.0), places, 0)
