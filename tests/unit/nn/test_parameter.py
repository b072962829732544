"""Parameters and buffers: tensors that a module takes in."""

import copy
import pickle

import pytest

import wye
from wye import nn
from wye.nn.parameter import Buffer, Parameter, empty_parameter


class Kept(wye.Tensor):
    """A class of its own, which stays."""


class Lost(wye.Tensor):
    """A class whose handler returns plain tensors."""

    @classmethod
    def __wye_dispatch__(cls, func, types, args=(), kwargs=None):
        return wye.ones(2)


def test_a_parameter_shares_memory_and_requires_gradients():
    x = wye.zeros(2)
    p = Parameter(x)
    x.add_(1)
    assert p.tolist() == [1, 1]
    assert p.requires_grad
    assert not Parameter(x, requires_grad=False).requires_grad
    assert Parameter().shape == (0,)


def test_results_of_parameters_are_plain_tensors():
    p = Parameter(wye.ones(2))
    assert type(p + p) is wye.Tensor
    assert type(p.detach()) is wye.Tensor
    assert type(p.data) is wye.Tensor


def test_a_parameter_prints_what_it_is():
    assert repr(Parameter(wye.ones(1))) == "Parameter containing:\ntensor([1.], requires_grad=True)"


def test_a_tensor_of_another_class_is_marked():
    p = Parameter(wye.ones(2).as_subclass(Kept))
    assert type(p) is Kept
    assert isinstance(p, Parameter)
    assert not isinstance(wye.ones(2).as_subclass(Kept), Parameter)
    assert not isinstance(p, Buffer)


def test_a_class_that_detach_does_not_keep_is_refused():
    lost = wye.Tensor._make_subclass(Lost, wye.ones(2))
    with pytest.raises(RuntimeError, match="requires that detach"):
        Parameter(lost)


def test_integers_cannot_require_gradients():
    with pytest.raises(RuntimeError, match="Only Tensors of floating point"):
        Parameter(wye.ones(2, dtype=wye.int64))
    assert Parameter(wye.ones(2, dtype=wye.int64), requires_grad=False).dtype is wye.int64


def test_copies_and_pickles_are_parameters():
    p = Parameter(wye.ones(2))
    for copied in (copy.deepcopy(p), pickle.loads(pickle.dumps(p)), copy.deepcopy([p, p])[1]):
        assert type(copied) is Parameter
        assert copied.requires_grad
        assert copied.data_ptr() != p.data_ptr()
    first, second = copy.deepcopy([p, p])
    assert first is second


def test_a_buffer_is_a_marked_tensor():
    b = Buffer(wye.ones(2), persistent=False)
    assert type(b) is wye.Tensor
    assert isinstance(b, Buffer)
    assert not isinstance(wye.ones(2), Buffer)
    module = nn.Module()
    module.b = b
    assert [name for name, _ in module.named_buffers()] == ["b"]
    assert not module.state_dict()


def test_an_empty_parameter_has_a_size_and_a_dtype():
    p = empty_parameter(2, 3, dtype=wye.float64)
    assert (tuple(p.shape), p.dtype, type(p)) == ((2, 3), wye.float64, Parameter)
