"""The array-API standard over wye's arrays."""

import numpy as np
import pytest

import wye
import wye.array_api as xp
from wye.numpy import Array


def test_every_name_of_the_standard_is_there():
    assert not [name for name in xp.__all__ if not hasattr(xp, name)]
    assert all(callable(getattr(module, name)) for module in (xp.linalg, xp.fft) for name in module.__all__)


def test_an_array_knows_its_namespace():
    x = xp.ones(3)
    assert x.__array_namespace__() is xp
    assert x.__array_namespace__(api_version="2023.12") is xp
    with pytest.raises(ValueError, match=r"1999.12"):
        x.__array_namespace__(api_version="1999.12")


@pytest.mark.parametrize(
    "made",
    [
        xp.asarray([1, 2]), xp.arange(3), xp.arange(1, 7, 2, dtype=xp.float32), xp.empty((2, 0)), xp.eye(2, 3, k=1),
        xp.full((2,), 5), xp.full((2, 2), xp.asarray(1.5)), xp.linspace(0, 1, 5), xp.ones(2), xp.zeros((1, 2)),
        xp.from_dlpack(np.arange(3.0)), xp.from_dlpack(xp.ones(2)), xp.sum(xp.ones(3)), xp.astype(xp.ones(2), xp.int32),
    ],
)  # fmt: skip
def test_functions_give_arrays(made):
    assert type(made) is Array


def test_devices_that_are_not_there_are_refused():
    for make in (lambda: xp.ones(2, device="cuda"), lambda: xp.ones(2).to_device("tpu")):
        with pytest.raises(ValueError, match="cpu"):
            make()
    assert xp.ones(2, device="cpu").device == "cpu"


def test_sorting_goes_down_too_and_is_stable():
    x = xp.asarray([1.0, 3.0, 2.0, 3.0])
    np.testing.assert_array_equal(xp.sort(x, descending=True), [3, 3, 2, 1])
    np.testing.assert_array_equal(xp.argsort(x, descending=True), [1, 3, 2, 0])


def test_the_namespace_says_what_it_has():
    info = xp.__array_namespace_info__()
    assert info.default_device() in info.devices()
    assert info.dtypes(kind="integral").keys() == {f"{sign}int{n}" for sign in ("", "u") for n in (8, 16, 32, 64)}
    assert len(info.dtypes()) == 13
    with pytest.raises(ValueError, match="unsupported kind"):
        info.dtypes(kind="text")
    assert xp.isdtype(xp.float32, "real floating")
    assert xp.result_type(xp.ones(2, dtype=xp.float32), 1.5) == xp.float32
    assert xp.__version__ == wye.__version__


def test_functions_of_the_standard_have_gradients():
    found = wye.grad(lambda x: x.__array_namespace__().sum(x.__array_namespace__().square(x)))(np.ones(3))
    np.testing.assert_array_equal(found, [2.0, 2.0, 2.0])
