"""From real tensors to fakes: what is kept of them."""

import gc
import threading
import time
import weakref

import pytest

import wye
from wye.fake import FakeTensor, FakeTensorMode
from wye.fake.converter import MetaConverter
from wye.nn import Parameter


@pytest.fixture
def mode():
    return FakeTensorMode()


def test_the_same_tensor_has_the_same_fake(mode):
    x = wye.ones(2)
    assert mode.from_tensor(x) is mode.from_tensor(x)
    assert mode.from_tensor(x) is not mode.from_tensor(wye.ones(2))
    assert FakeTensorMode().from_tensor(x) is not mode.from_tensor(x)


def test_geometry_dtype_and_lazy_bits_are_kept(mode):
    x = wye.arange(24.0).view(2, 3, 4).transpose(0, 2)[1:]
    fake = mode.from_tensor(x)
    assert (tuple(fake.shape), fake.stride(), fake.storage_offset()) == ((3, 3, 2), (1, 4, 12), 1)
    assert mode.from_tensor(wye.ones(2, dtype=wye.complex64).conj()).is_conj()


def test_views_and_aliases_share_a_storage(mode):
    x = wye.arange(6.0)
    base, part, other = mode.from_tensor(x), mode.from_tensor(x[2:]), mode.from_tensor(x.detach())
    assert part._base is base
    assert part.untyped_storage() is base.untyped_storage() is other.untyped_storage()
    assert base.untyped_storage().nbytes() == 24
    assert base.untyped_storage().device == wye.device("meta")


def test_gradients_and_parameters_are_kept(mode):
    x = wye.ones(2, requires_grad=True)
    x.sum().backward()
    fake = mode.from_tensor(x)
    assert type(fake.grad) is FakeTensor
    assert not mode.from_tensor(x * 2).is_leaf
    assert mode.from_tensor(x.view(2, 1)).grad_fn is not None
    assert isinstance(mode.from_tensor(Parameter(wye.ones(2))), Parameter)


def test_what_is_no_tensor_is_refused(mode):
    with pytest.raises(TypeError, match="weak reference"):
        mode.from_tensor(3)


def test_fakes_with_known_values_are_freed(mode):
    with mode:
        for _ in range(20):
            number = wye.tensor(3)
            assert (number + wye.tensor(1)).item() == 4
        del number
    gc.collect()
    converter = mode.fake_tensor_converter
    assert (len(converter.tensor_memo), len(converter.constant_storage_mapping)) == (0, 0)


def test_views_of_known_values_are_views_of_the_fake(mode):
    with mode:
        number = wye.tensor([3])
        part = number[:]
    assert part._base is number
    assert part.item() == 3


def test_threads_that_convert_one_tensor_get_one_fake(monkeypatch):
    mode, real, start = FakeTensorMode(), wye.ones(2), threading.Barrier(4)
    found = []
    convert = MetaConverter._converted

    def slowly(self, *args):
        time.sleep(0.02)  # the others ask meanwhile
        return convert(self, *args)

    def run():
        start.wait()
        found.append(mode.from_tensor(real))

    monkeypatch.setattr(MetaConverter, "_converted", slowly)
    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(one is found[0] for one in found)


def test_a_mode_keeps_no_fakes_and_fakes_keep_no_mode_alive():
    x = wye.ones(4)
    mode = FakeTensorMode()
    fake = mode.from_tensor(x)
    assert mode.from_tensor(x) is fake
    assert len(mode.fake_tensor_converter.tensor_memo) == 1
    known = weakref.ref(fake), weakref.ref(mode)
    del fake
    assert (known[0](), len(mode.fake_tensor_converter.tensor_memo)) == (None, 0)
    fake = mode.from_tensor(x)
    del mode, fake
    assert known[1]() is None  # while the tensor lives, and without a collection


def test_what_is_no_tensor_is_its_own_counterpart():
    convert = MetaConverter()
    assert convert(5) == 5
    assert convert("text") == "text"
    assert convert(None) is None


@pytest.mark.parametrize("inside", [True, False])
def test_fakes_are_inference_tensors_exactly_where_the_tensor_is_one(inside):
    with wye.inference_mode():
        given = wye.ones(2, 3)
    plain, mode = wye.ones(2, 3), FakeTensorMode()
    with wye.inference_mode(inside):
        assert mode.from_tensor(given).is_inference()
        assert not mode.from_tensor(plain).is_inference()
