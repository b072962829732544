"""Devices of fake tensors: any, and the same one in a call."""

import pytest

import wye
from wye.fake import FakeTensorDeviceMismatchError, FakeTensorMode


@pytest.fixture
def on():
    mode = FakeTensorMode()

    def make(device, *shape):
        with mode:
            return wye.ones(*shape, device=device)

    return make


@pytest.mark.parametrize("name", ["cuda", "xpu", "mps", "xla", "privateuseone"])
def test_a_device_need_not_be_there(on, name):
    x = on(name, 2, 2)
    assert str((x @ x + 1).device) == f"{name}:0"
    assert str(x.to("cpu").device) == "cpu"


def test_tensors_without_dimensions_on_the_cpu_join_any_device(on):
    x, number = on("cuda:1", 2), on("cpu", ())
    assert str((x + number).device) == str((number + x).device) == "cuda:1"


@pytest.mark.parametrize(("a", "b"), [("cuda", "cpu"), ("cuda:0", "cuda:1"), ("cpu", "meta"), ("meta", "cpu")])
def test_tensors_on_two_devices_are_refused(on, a, b):
    with pytest.raises(FakeTensorDeviceMismatchError, match="Expected all tensors to be on the same device"):
        on(a, 2) + on(b, 2)


def test_copies_and_indices_may_be_elsewhere(on):
    x, y = on("cuda", 3), on("cpu", 3)
    assert str(x.copy_(y).device) == "cuda:0"
    assert str(x[y.long()].device) == "cuda:0"


def test_results_are_where_a_factory_says(on):
    x = on("cuda", 2)
    assert str(x.new_zeros(3).device) == "cuda:0"
    assert str(wye.zeros_like(x, device="cpu").device) == "cpu"
    assert x.to("cuda") is x


def test_indices_of_bags_may_be_elsewhere():
    with FakeTensorMode():
        bags = wye.nn.EmbeddingBag(10, 3, mode="sum", device="meta")
        made = bags(wye.tensor([1, 2, 4, 5]), wye.tensor([0, 2]))
    assert (made.device.type, made.shape) == ("meta", (2, 3))
