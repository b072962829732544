"""The device of tensors for which none is named."""

import pytest

import wye
from wye.default_device import DeviceContext, get_default_device, is_factory, on_device, set_default_device
from wye.functional.windows import hann


@pytest.fixture(autouse=True)
def _cpu_again():
    yield
    set_default_device(None)
    assert get_default_device() == wye.device("cpu")


def test_factories_take_the_device_of_the_context():
    with DeviceContext("meta"):
        assert wye.ones(2).device.type == "meta"
        assert wye.arange(3).device.type == "meta"
        assert wye.zeros(2, device="cpu").device.type == "cpu"
        assert (wye.ones(2, device="cpu") + 1).device.type == "cpu"
        assert get_default_device().type == "meta"
    assert wye.ones(2).device.type == "cpu"


def test_a_default_stands_under_contexts_and_can_be_set_again():
    set_default_device("meta")
    assert wye.empty(1).device.type == "meta"
    with DeviceContext("cpu"):
        assert wye.empty(1).device.type == "cpu"
    set_default_device("cpu")
    assert wye.empty(1).device.type == "cpu"


def test_a_function_runs_on_a_device():
    assert on_device("meta")(lambda: wye.ones(1))().device.type == "meta"


def test_which_functions_make_tensors():
    assert all(map(is_factory, (wye.ones, wye.full, wye.rand, wye.eye)))
    assert not any(map(is_factory, (wye.sin, wye.ones_like, wye.add)))


def test_factories_whose_numbers_may_be_tensors_take_the_device_of_the_context():
    with wye.device("meta"):
        for made in (wye.linspace(0, 1, 3), wye.logspace(wye.tensor(0.0), 1, 3), hann(5)):
            assert made.device.type == "meta"
    assert is_factory(wye.linspace)


def test_what_pytorch_leaves_alone_stays_on_the_cpu_in_a_context():
    mean = wye.zeros(2)
    with wye.device("meta"):
        assert wye.normal(mean, 1.0).device.type == "cpu"
        assert wye.normal(0.0, 1.0, (2,)).device.type == "cpu"
    assert not is_factory(wye.normal)


def test_a_device_is_a_context():
    meta = wye.device("meta")
    with meta as entered:
        assert entered is meta
        assert {f(2).device.type for f in (wye.ones, wye.empty, wye.arange)} == {"meta"}
        assert {f([1.0]).device.type for f in (wye.tensor, wye.as_tensor, wye.asarray)} == {"meta"}
        with wye.device("cpu"):
            assert wye.ones(2).device.type == "cpu"
        assert wye.ones(2, device="cpu").device.type == "cpu"
    assert wye.ones(2).device.type == "cpu"


def test_a_device_is_a_decorator():
    @wye.device("meta")
    def make(n):
        return wye.zeros(n)

    assert make(2).device.type == "meta"
    assert wye.zeros(2).device.type == "cpu"


def test_a_decorated_generator_has_the_device_while_it_runs():
    @wye.device("meta")
    def make():
        yield wye.zeros(1)
        yield wye.zeros(2)

    for made in make():
        assert made.device.type == "meta"
        assert wye.zeros(1).device.type == "cpu"
