"""The cache of fake calls: what it remembers, and what it counts."""

import pytest

import wye
from wye.fake import FakeTensorMode
from wye.fake.cache import CacheKeyState


@pytest.fixture
def mode():
    FakeTensorMode.cache_clear()
    return FakeTensorMode()


def counts():
    info = FakeTensorMode.cache_info()
    return info.hits, info.misses, info.bypasses, info.size


def test_calls_with_the_same_metadata_are_computed_once(mode):
    x, y = mode.from_tensor(wye.ones(2, 3)), FakeTensorMode().from_tensor(wye.ones(2, 3))
    assert (x + x).shape == (y + y).shape
    assert counts() == (1, 1, {}, 1)


@pytest.mark.parametrize(
    "other",
    [
        wye.ones(3, 2),
        wye.ones(3, 2).t(),
        wye.ones(2, 3, dtype=wye.float64),
        wye.ones(2, 3, requires_grad=True),
        wye.ones(2, 3, device="meta"),
    ],
)
def test_other_metadata_are_another_call(mode, other):
    for x in (wye.ones(2, 3), other):
        made = mode.from_tensor(x).sin()
        assert (made.shape, made.dtype, made.device) == (x.shape, x.dtype, x.device)
    assert counts() == (0, 2, {}, 2)


def test_numbers_of_another_type_are_another_call(mode):
    x = mode.from_tensor(wye.ones(3, dtype=wye.int32))
    assert [(x + number).dtype for number in (1, 1.0, True)] == [wye.int32, wye.float32, wye.int32]
    assert counts()[:2] == (0, 3)


def test_remembered_views_are_views_of_their_argument(mode):
    x = mode.from_tensor(wye.ones(2, 3))
    first, second = x.t(), x.t()
    assert second is not first
    assert second._base is x
    assert (second.stride(), second.untyped_storage()) == ((1, 3), x.untyped_storage())
    assert all(part._base is x for part in [*x.split(1), *x.split(1)])
    assert counts()[:2] == (2, 2)


def test_remembered_writes_return_their_argument(mode):
    x = mode.from_tensor(wye.ones(2))
    assert x.add_(1) is x
    assert x.add_(1) is x
    assert x._version == 2
    assert counts() == (1, 1, {}, 1)


def test_what_cannot_be_remembered_has_a_reason(mode):
    x = mode.from_tensor(wye.ones(3))
    with mode:
        wye.tensor([1, 2])
        wye.empty(3).resize_(2)
        wye.add(x, 1, out=wye.empty(3))
    assert counts()[2] == {"non-fake tensor": 1, "inplace view": 1, "kwarg aliases output": 1}


def test_it_can_be_turned_off(mode):
    mode.cache_enabled = False
    x = mode.from_tensor(wye.ones(2))
    assert (x + 1).shape == (x + 1).shape
    assert counts() == (0, 0, {}, 0)


def test_a_new_kernel_is_not_hidden_by_old_results(mode):
    x = mode.from_tensor(wye.ones(2))
    assert tuple(wye.ops.aten.frac.default(x).shape) == (2,)
    with wye.library.Library("aten", "IMPL") as lib:
        lib.impl("frac", lambda x: wye.empty(7, device=x.device), "Meta")
        assert tuple(wye.ops.aten.frac.default(x).shape) == (7,)
    assert tuple(wye.ops.aten.frac.default(x).shape) == (2,)


def test_what_a_view_may_see_of_the_storage_counts(mode):
    part, whole = mode.from_tensor(wye.ones(10)[:3]), mode.from_tensor(wye.ones(3))
    assert tuple(part.as_strided((5,), (1,)).shape) == (5,)
    with pytest.raises(RuntimeError, match="out of bounds for storage"):
        whole.as_strided((5,), (1,))


def test_keys_of_calls_tell_metadata_apart(mode):
    add, state = wye.ops.aten.add.Tensor, CacheKeyState()
    first, same, other = (mode.from_tensor(wye.ones(*shape)) for shape in ((2, 3), (2, 3), (3, 2)))
    key = mode._cache_key(state, add, [first], {})
    assert key == mode._cache_key(state, add, [same], {})
    assert key != mode._cache_key(state, add, [other], {})
    with pytest.raises(ValueError, match="non-fake tensor"):
        mode._cache_key(state, add, [wye.ones(2)], {})


def test_calls_in_inference_mode_are_other_calls(mode):
    x = mode.from_tensor(wye.ones(3))
    assert not (x + x).is_inference()
    with wye.inference_mode():
        assert (x + x).is_inference()
    assert counts()[:2] == (0, 2)


def test_results_with_other_keys_are_not_remembered(mode):
    with mode:
        assert wye.ops.aten._efficientzerotensor([3])._is_zerotensor()
    assert counts()[2] == {"dispatch_key_set mismatch": 1}
