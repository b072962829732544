"""Descriptions of tensors: numbers, bases, gradients, wrapped tensors, as data and as JSON."""

import gc

import wye
from wye.fake import FakeTensorMode
from wye.inspection.descriptions import MetaTensorDescriber
from wye.testing.two_tensor import TwoTensor


def test_views_name_their_base_and_share_its_storage():
    describer, x = MetaTensorDescriber(), wye.ones(2, 3)
    view = describer.describe_tensor(x.t())
    assert (view.id, view.base.id, view.is_view, view.shape, view.stride) == (0, 1, True, (3, 2), (1, 3))
    assert view.storage == view.base.storage
    assert describer.get_tensor_id(x) == 1
    assert describer.describe_tensor(x.t(), recurse=False).base is None


def test_json_says_what_is_special():
    describer = MetaTensorDescriber()
    x = wye.nn.Parameter(wye.ones(2))
    (x * 2).sum().backward()
    assert describer.describe_tensor(x).as_json("here") == {
        "id": 0, "ndim": 1, "dtype": "wye.float32", "device": "device(type='cpu')", "size": [2], "is_leaf": True,
        "requires_grad": True, "is_parameter": True, "stride": [1], "storage": 0, "grad": 1, "describer_id": "here",
    }  # fmt: skip
    assert describer.describe_storage(x.untyped_storage()).as_json(0) == {"id": 0, "describer_id": 0, "size": 8}


def test_wrappers_come_after_what_they_wrap():
    describer, found = MetaTensorDescriber(), []

    def f(x):
        found.append(describer.describe_tensor(x))
        return x.sum()

    wye.vmap(f)(wye.ones(2, 3))
    wye.grad(f)(wye.ones(3))
    batched, tracked = found
    assert (batched.is_batchedtensor, batched.bdim, batched.level, batched.unwrapped.shape) == (True, 0, 1, (2, 3))
    assert (tracked.is_gradtrackingtensor, tracked.unwrapped.id < tracked.id, tracked.storage) == (True, True, None)
    two = describer.describe_tensor(TwoTensor(wye.ones(2), wye.zeros(2)))
    assert (two.type, [*two.attrs], two.attrs["b"].id) == (TwoTensor, ["a", "b"], two.id - 1)


def test_fakes_name_their_mode_and_copies_hold_data():
    mode = FakeTensorMode()
    fake = MetaTensorDescriber().describe_tensor(mode.from_tensor(wye.ones(2)))
    assert (fake.fake_mode is mode, fake.data) == (True, None)
    copied = MetaTensorDescriber(copy_data=True).describe_tensor(wye.ones(2))
    assert (copied.data.tolist(), copied.storage.data.nbytes()) == ([1, 1], 8)


def test_freed_tensors_and_storages_are_forgotten():
    describer = MetaTensorDescriber()
    for _ in range(3):
        describer.describe_tensor(wye.ones(2))
    gc.collect()
    describer.describe_tensor(wye.ones(2))
    assert len(describer.lookup_storage) <= 2
    assert describer.next_storage_id == 4
