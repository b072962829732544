"""Dtypes and devices of modules."""

import pytest

import wye
from wye import nn


def test_conversions_keep_the_parameters_objects():
    model = nn.BatchNorm1d(2)
    weight = model.weight
    weight.grad = wye.ones(2)
    for convert, dtype in (("double", wye.float64), ("half", wye.float16), ("bfloat16", wye.bfloat16)):
        assert getattr(model, convert)() is model
        assert model.weight is weight
        assert weight.dtype is weight.grad.dtype is model.running_mean.dtype is dtype
        assert model.num_batches_tracked.dtype is wye.int64
    assert model.float().weight.dtype is wye.float32


def test_to_takes_what_tensors_take():
    model = nn.Linear(1, 1)
    assert model.to(wye.float64).weight.dtype is wye.float64
    assert model.to("cpu", wye.float32).weight.dtype is wye.float32
    assert model.to(other := wye.ones(1, dtype=wye.float64)).weight.dtype is other.dtype
    assert nn.Conv2d(2, 2, 2).to(memory_format=wye.channels_last).weight.is_contiguous(memory_format=wye.channels_last)
    with pytest.raises(TypeError, match="only accepts floating point or complex dtypes"):
        model.to(wye.int32)
    with pytest.warns(UserWarning, match="Complex modules"):
        assert model.to(wye.complex64).weight.dtype is wye.complex64


def test_another_device_takes_new_parameters():
    model = nn.Linear(1, 1)
    weight = model.weight
    model.to("meta")
    assert model.weight is not weight
    assert model.weight.is_meta
    with pytest.raises(NotImplementedError, match=r"Please use wye.nn.Module.to_empty\(\)"):
        model.to("cpu")
    assert model.to_empty(device="cpu").weight.shape == (1, 1)
    assert model.cpu().weight.device.type == "cpu"


def test_type_converts_everything():
    assert nn.BatchNorm1d(1).type(wye.float64).num_batches_tracked.dtype is wye.float64
