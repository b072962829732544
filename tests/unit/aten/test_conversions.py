"""``x.to(...)``, ``x.type()`` and their kind take what PyTorch's take."""

import pytest

import wye

X = wye.ones(2)


@pytest.mark.parametrize(
    ("args", "kwargs", "wanted"),
    [
        ((wye.float64,), {}, wye.float64),
        ((float,), {}, wye.float64),
        (("cpu", wye.int64), {}, wye.int64),
        ((None, wye.int64), {}, wye.int64),
        ((wye.tensor(1),), {}, wye.int64),
        ((), {"tensor": wye.tensor(True)}, wye.bool),
        ((False,), {}, wye.bool),
        ((2.5,), {}, wye.float64),
        ((), {"dtype": wye.float16, "copy": True}, wye.float16),
    ],
)
def test_to_takes_dtypes_devices_and_tensors(args, kwargs, wanted):
    assert X.to(*args, **kwargs).dtype is wanted


@pytest.mark.parametrize("args", [(None,), (), ("cpu",), (X,), (wye.float32, True), (wye.device("cpu"), wye.float32)])
def test_a_tensor_that_is_so_already_is_itself(args):
    assert X.to(*args) is X


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        (([1],), {}),
        ((wye.float64, "cpu"), {}),
        (("cpu",), {"non_blocking": 1}),
        ((), {"other": X}),
        ((X,), {"dtype": float}),
    ],
)
def test_what_pytorch_refuses_is_refused(args, kwargs):
    with pytest.raises(TypeError, match="invalid combination"):
        X.to(*args, **kwargs)


def test_a_number_that_is_a_device_has_no_accelerator():
    with pytest.raises(RuntimeError, match="accelerator"):
        X.to(1)


def test_type_gives_a_name_or_converts():
    assert X.type() == "wye.FloatTensor"
    assert X.type("torch.LongTensor").dtype is wye.int64
    assert X.type(wye.float64).dtype is wye.float64
    with pytest.raises(ValueError, match="invalid type"):
        X.type("foo")
    with pytest.raises(TypeError, match="must be a type"):
        X.type(1)
