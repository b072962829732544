"""Factories: sizes, dtypes and strides of new tensors."""

from __future__ import annotations

import numpy as np
import pytest

import wye
import wye.aten.methods
from wye.aten.arrays.allocation import allocate, cast_number, suggest_memory_format
from wye.aten.composites.factory import EXPLICIT
from wye.aten.fake.factory import FAKES
from wye.aten.kernels.factory import KERNELS
from wye.schema.values import MEMORY_FORMATS
from wye.tensors.meta_array import MetaArray

ops = wye.ops.aten
CHANNELS_LAST = MEMORY_FORMATS["channels_last"]


def elements(array):
    return tuple(stride // array.dtype.itemsize for stride in array.strides)


def test_channels_last_puts_channels_next_to_each_other():
    made = KERNELS["empty.memory_format"]([2, 3, 4, 5], memory_format=CHANNELS_LAST)
    assert elements(made) == (60, 1, 15, 3)
    assert suggest_memory_format(made) == "channels_last"
    with pytest.raises(RuntimeError, match="required rank 4 tensor to use channels_last format"):
        KERNELS["empty.memory_format"]([2, 3], memory_format=CHANNELS_LAST)


def test_empty_arrays_have_row_major_strides():
    assert elements(allocate(None, (2, 0, 3), np.dtype("float32"))) == (3, 3, 1)


def test_sizes_are_not_negative():
    with pytest.raises(RuntimeError, match="negative dimension -1"):
        KERNELS["zeros"]([2, -1])


@pytest.mark.parametrize(("value", "dtype"), [(True, "bool"), (2, "int64"), (2.5, "float32"), (1j, "complex64")])
def test_full_infers_its_dtype_from_the_value(value, dtype):
    made = KERNELS["full"]([2], value)
    assert (made.dtype.name, made.tolist()) == (dtype, [value, value])


def test_numbers_must_fit_into_their_dtype():
    assert cast_number(-1, np.dtype("uint8")) == 255
    assert cast_number(2.9, np.dtype("int8")) == 2
    for number, dtype in ((300, "uint8"), (float("nan"), "int32"), (1e300, "float32"), (1j, "float64")):
        with pytest.raises(RuntimeError, match="without overflow"):
            cast_number(number, np.dtype(dtype))


@pytest.mark.parametrize(
    ("args", "expected"),
    [((0, 5, 2), [0, 2, 4]), ((5, 0, -2), [5, 3, 1]), ((0, 1, 0.25), [0, 0.25, 0.5, 0.75]), ((3, 3, 1), [])],
)
def test_arange_counts_from_start_to_end(args, expected):
    made = KERNELS["arange.start_step"](*args)
    assert made.tolist() == expected
    assert FAKES["arange.start_step"](*args).shape == made.shape


def test_arange_refuses_steps_that_never_arrive():
    with pytest.raises(RuntimeError, match="step must be nonzero"):
        KERNELS["arange.start_step"](0, 5, 0)
    with pytest.raises(RuntimeError, match="inconsistent with step sign"):
        KERNELS["arange.start_step"](0, 5, -1)


def test_linspace_is_exact_at_both_ends():
    made = KERNELS["linspace"](0.1, 0.7, 7)
    assert made[0] == np.float32(0.1)
    assert made[-1] == np.float32(0.7)
    assert KERNELS["linspace"](0, 5, 1).tolist() == [0]


def test_triangles_have_the_positions_of_numpy():
    for row, column, offset in ((3, 3, 0), (2, 4, 1), (4, 2, -2), (3, 0, 0), (2, 2, 5)):
        expected = np.stack(np.tril_indices(row, offset, column))
        assert KERNELS["tril_indices"](row, column, offset).tolist() == expected.tolist()
        expected = np.stack(np.triu_indices(row, offset, column))
        assert KERNELS["triu_indices"](row, column, offset).tolist() == expected.tolist()


def test_a_clone_keeps_the_order_of_dimensions():
    turned = np.zeros((2, 3, 4), np.int16).transpose(2, 0, 1)
    assert elements(KERNELS["clone"](turned)) == (1, 12, 4)
    assert elements(KERNELS["clone"](turned, memory_format=MEMORY_FORMATS["contiguous_format"])) == (6, 3, 1)


def test_a_clone_fills_gaps_and_repeats():
    assert elements(KERNELS["clone"](np.zeros((4, 6))[:, ::2])) == (3, 1)
    assert elements(KERNELS["clone"](np.broadcast_to(np.zeros(3), (2, 3)))) == (3, 1)


def test_fakes_have_no_memory():
    for name, args in (("zeros", ([2, 3],)), ("eye", (3,)), ("linspace", (0, 1, 5)), ("scalar_tensor", (1,))):
        made = FAKES[name](*args)
        assert type(made) is MetaArray
        assert made.shape == KERNELS[name](*args).shape


def test_likes_take_dtype_and_order_from_a_tensor():
    x = ops.zeros([2, 3], dtype=wye.int8).transpose(0, 1)
    made = ops.ones_like(x)
    assert (made.dtype, made.stride(), made.tolist()) == (wye.int8, (1, 3), [[1, 1]] * 3)
    assert ops.empty_like(x, device="meta").device.type == "meta"
    assert ops.new_full(x, [2], 7).tolist() == [7, 7]


def test_contiguous_is_the_tensor_itself_where_nothing_is_to_do():
    x = ops.zeros([2, 3])
    assert ops.contiguous(x) is x
    assert ops.contiguous(x.transpose(0, 1)).stride() == (2, 1)


def test_one_hot_makes_a_class_of_each_number():
    assert ops.one_hot(wye.tensor([1, 0])).tolist() == [[0, 1], [1, 0]]
    with pytest.raises(RuntimeError, match="smaller than num_classes"):
        ops.one_hot(wye.tensor([3]), 3)


def test_triangles_of_matrices_are_cut_out_in_place_too():
    x = wye.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert ops.triu(x).tolist() == [[1, 2], [0, 4]]
    assert ops.tril_(x).tolist() == [[1, 0], [3, 4]]
    with pytest.raises(RuntimeError, match="at least 2 dimensions"):
        ops.tril(wye.tensor([1.0]))


def test_backends_that_can_make_and_fill_memory_have_the_factories():
    assert EXPLICIT["full"]([2], True).tolist() == [True, True]
    assert EXPLICIT["zeros"]([2], dtype=wye.int8).dtype is wye.int8
    assert EXPLICIT["scalar_tensor"](2.5).tolist() == 2.5


def test_a_tensor_over_a_shared_file_writes_to_it(tmp_path):
    path = str(tmp_path / "numbers")
    wye.from_file(path, shared=True, size=4, dtype=wye.int32).fill_(7)
    again = wye.from_file(path, size=4, dtype=wye.int32)
    assert again.tolist() == [7, 7, 7, 7]
    again.fill_(1)  # a copy: the file stays
    assert wye.from_file(path, size=4, dtype=wye.int32).tolist() == [7, 7, 7, 7]
    with pytest.raises(RuntimeError, match="smaller than the required"):
        wye.from_file(path, size=5, dtype=wye.int32)


@pytest.mark.parametrize(
    "fill",
    [
        lambda out: wye.linspace(0, 3, 4, out=out),
        lambda out: wye.arange(4, out=out),
        lambda out: wye.arange(0, 4, 1, out=out),
        lambda out: wye.range(0, 3, out=out),
    ],
)
def test_an_output_of_as_many_elements_is_filled_as_it_is(fill):
    x = wye.zeros(2, 3)
    part = x.narrow(1, 1, 2)
    assert fill(part).shape == (2, 2)
    assert x.tolist() == [[0, 0, 1], [0, 2, 3]]
    assert fill(wye.empty(0)).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"dtype": wye.int64}, r"dtype Long does not match dtype of out parameter \(Float\)"),
        ({"layout": wye.sparse_coo}, r"layout Sparse does not match layout of out parameter \(Strided\)"),
        ({"device": "meta"}, r"device type meta does not match device type of out parameter \(cpu\)"),
    ],
)
def test_factories_store_in_outputs_of_what_is_requested(options, words):
    out = wye.ones(3)
    for make in (wye.zeros, wye.empty, wye.rand):
        with pytest.raises(RuntimeError, match=words):
            make(3, out=out, **options)
    assert wye.zeros(3, out=out, dtype=wye.float32, layout=wye.strided, device="cpu") is out
    assert out.tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: wye.empty(2**40, 2**40), r"Storage size calculation overflowed with sizes=\[1099511627776, 109"),
        (lambda: wye.empty_strided((2**40, 2), (2**40, 1)), "and strides="),
    ],
)
def test_sizes_beyond_all_memory_are_named(make, words):
    with pytest.raises(RuntimeError, match=words):
        make()


def test_numbers_of_a_permutation_must_be_different_in_its_dtype():
    assert wye.randperm(2049, dtype=wye.float16).shape == (2049,)
    with pytest.raises(RuntimeError, match="n cannot be greater than 2049 for Half type"):
        wye.randperm(2050, dtype=wye.float16)
    with pytest.raises(RuntimeError, match=r"n cannot be greater than 2\^24\+1 for Float type"):
        wye.randperm(2**24 + 2, out=wye.empty(0))
    with pytest.raises(RuntimeError, match="value cannot be converted to type uint8_t without overflow"):
        wye.randperm(257, dtype=wye.uint8)


def test_memory_of_a_file_knows_its_name(tmp_path):
    path = str(tmp_path / "numbers")
    np.arange(3.0).tofile(path)
    assert wye.from_file(path, shared=True, size=3, dtype=wye.float64).untyped_storage().filename == path
    assert wye.from_file(path, shared=False, size=3, dtype=wye.float64).untyped_storage().filename is None
    assert wye.ones(3).untyped_storage().filename is None
