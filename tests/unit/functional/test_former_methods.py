"""Methods of tensors that no operator has."""

import pytest

import wye
from wye.tensors.layout import internal_overlap


@pytest.fixture
def x():
    return wye.arange(6.0).view(2, 3)


def test_functions_of_elements_write_in_place(x):
    assert x.apply_(lambda value: value + 1) is x
    assert x.tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert x.map_(wye.tensor([1.0, 10.0, 100.0]), lambda a, b: a * b).tolist() == [
        [1.0, 20.0, 300.0],
        [4.0, 50.0, 600.0],
    ]
    assert x.map2_(x.clone(), x.clone(), lambda a, b, c: a - b + c).tolist() == x.tolist()


def test_functions_of_elements_need_data(x):
    with pytest.raises(TypeError, match="apply_ is only implemented on CPU"):
        x.to("meta").apply_(abs)


def test_dimensions_in_the_order_of_their_strides(x):
    assert x.dim_order() == (0, 1)
    assert x.t().dim_order() == (1, 0)
    assert wye.ones(1, 2, 3, 4).to(memory_format=wye.channels_last).dim_order() == (0, 2, 3, 1)


def test_a_tensor_is_set_to_another_that_sees_the_same_elements(x):
    assert x.is_set_to(x.view(2, 3))
    assert not x.is_set_to(x.t())
    assert not x.is_set_to(x.clone())


def test_resize_keeps_the_number_of_elements(x):
    assert x.resize(3, 2).shape == (3, 2)
    assert x.resize_as(wye.ones(6)).shape == (6,)
    with pytest.raises(RuntimeError, match="requested resize to 2x2"):
        x.resize(2, 2)


def test_new_takes_sizes_or_data(x):
    assert x.double().new(2, 3).dtype is wye.float64
    assert x.new([1, 2]).tolist() == [1.0, 2.0]
    assert x.new().shape == (0,)


def test_what_a_dense_tensor_says_of_itself(x):
    assert (x.dense_dim(), x.sparse_dim(), x.to_dense() is x) == (2, 0, True)
    assert (x.is_xpu, x.is_sparse_csr, x.name, x.is_shared()) == (False, False, None, False)
    with pytest.raises(RuntimeError, match="between processes"):
        x.share_memory_()


def test_streams_need_a_backend(x):
    with pytest.raises(TypeError, match="must be Stream"):
        x.record_stream(None)


def test_methods_that_pytorch_lacks_do_not_exist():
    for name in ("gelu", "linalg_norm", "fft_fft", "zeros_like", "special_erf", "max_pool2d", "alias", "rsub"):
        assert not hasattr(wye.Tensor, name), name
        assert callable(getattr(wye, name))
    assert (1 - wye.tensor([3.0])).tolist() == [-2.0]


def test_division_and_conversions_have_their_names_of_python_2():
    x = wye.tensor([2.0, 4.0])
    assert x.__div__(2).tolist() == [1.0, 2.0]
    assert x.__rdiv__(8).tolist() == [4.0, 2.0]
    assert x.clone().__idiv__(2).tolist() == [1.0, 2.0]
    assert wye.tensor(2.7).__long__() == 2
    assert wye.tensor(1).__nonzero__() is True


def test_elements_cannot_be_deleted():
    with pytest.raises(TypeError, match="does not support deleting items"):
        del wye.ones(2)[0]


def test_orders_of_dimensions_are_checked_against_memory_formats():
    formats = [wye.contiguous_format, wye.channels_last]
    x = wye.empty(2, 2, 1, 2)
    assert x.dim_order(ambiguity_check=formats) == (0, 1, 2, 3)
    last = x.to(memory_format=wye.channels_last)
    assert last.dim_order(ambiguity_check=[wye.channels_last]) == (0, 2, 3, 1)
    for refused, check in ((x, True), (x, [wye.channels_last]), (wye.empty(2, 1, 2, 1), [wye.contiguous_format])):
        with pytest.raises(RuntimeError, match="does not have unique dim order"):
            refused.dim_order(ambiguity_check=check)
    with pytest.raises(RuntimeError, match="does not have unique dim order"):
        wye.empty(2, 3).expand(4, 2, 3).dim_order(ambiguity_check=True)
    with pytest.raises(TypeError, match="must be a bool or a list of memory formats"):
        x.dim_order(ambiguity_check=[1])


def test_functions_of_elements_return_numbers_and_have_no_gradients():
    x, y = wye.ones(2), wye.ones(2, requires_grad=True)
    for call in (lambda: y.apply_(abs), lambda: x.map_(y, max), lambda: x.map2_(y, x, max)):
        with pytest.raises(RuntimeError, match=r"Can't call \w+\(\) on Variable that requires grad"):
            call()
    with pytest.raises(TypeError, match="must be real number, not str"):
        x.apply_(lambda _: "text")
    with pytest.raises(TypeError, match=r"expected wye\.FloatTensor for 'other'"):
        x.map_(wye.ones(2, dtype=wye.int64), max)


def test_new_takes_sizes_data_storages_and_tensors():
    x = wye.zeros(0)
    assert x.new(size=(3, 4)).shape == (3, 4)
    assert x.new([3, 4]).tolist() == [3, 4]
    y = wye.ones(2)
    for made in (x.new(y), x.new(y.untyped_storage())):
        assert made is not y
        assert made.data_ptr() == y.data_ptr()
    with pytest.raises(TypeError, match=r"received an invalid combination of arguments - got \(list, int\)"):
        x.new([1, 2], 3)


def test_memory_that_is_seen_twice_is_known():
    assert internal_overlap(wye.ones(3, 3)) == 0
    assert internal_overlap(wye.ones(1, 3).expand(4, 3)) == 1
    assert internal_overlap(wye.ones(2, 1, 10)[::2].as_strided((2, 1, 5), (10, 0, 2))) == 2
