"""FakeTensorMode: which calls it handles, and how."""

import copy
import threading

import pytest

import wye
from wye.fake import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    FakeTensor,
    FakeTensorMode,
    UnsupportedOperatorException,
)
from wye.modes import current_modes


@pytest.fixture
def mode():
    return FakeTensorMode()


def test_factories_make_fake_tensors_while_it_is_active(mode):
    with mode:
        made = [wye.zeros(2), wye.arange(5), wye.tensor([1, 2]), wye.rand(2), wye.eye(3)]
    assert [type(one) for one in made] == [FakeTensor] * 5
    assert [tuple(one.shape) for one in made] == [(2,), (5,), (2,), (2,), (3, 3)]
    assert type(wye.zeros(2)) is wye.Tensor


def test_operators_on_fake_tensors_need_no_active_mode(mode):
    x = mode.from_tensor(wye.ones(2, 3))
    made = x @ x.t() + 1
    assert (type(made), tuple(made.shape), made.fake_mode) == (FakeTensor, (2, 2), mode)


def test_a_second_mode_replaces_the_first_until_it_is_left(mode):
    other = FakeTensorMode()
    with mode:
        with other:
            assert current_modes() == (other,)
            inner = wye.ones(1)
        outer = wye.ones(1)
    assert (inner.fake_mode, outer.fake_mode) == (other, mode)
    assert current_modes() == ()


def test_tensors_of_two_modes_cannot_meet(mode):
    x, y = mode.from_tensor(wye.ones(2)), FakeTensorMode().from_tensor(wye.ones(2))
    with pytest.raises(AssertionError, match="Mixing fake modes"):
        x + y


def test_real_tensors_are_refused_or_converted():
    real = wye.ones(2)
    with pytest.raises(AssertionError, match=r"Please convert all Tensors .* Found in aten.add.Tensor\(FakeTensor"):
        FakeTensorMode().from_tensor(real) + wye.ones(2)
    with FakeTensorMode(allow_non_fake_inputs=True):
        assert type(real + 1) is FakeTensor
        real.add_(1)
    assert real.tolist() == [2.0, 2.0]


def test_numbers_of_fake_tensors_are_not_known(mode):
    x = mode.from_tensor(wye.tensor([3.0]))
    for question in (float, bool, lambda x: x.tolist(), lambda x: x.item()):
        with pytest.raises(DataDependentOutputException, match=r"aten\._local_scalar_dense\.default"):
            question(x)
    with pytest.raises(DynamicOutputShapeException) as caught:
        x.nonzero()
    assert caught.value.func is wye.ops.aten.nonzero.default


def test_single_numbers_that_a_program_writes_down_are_known(mode):
    with mode:
        three = wye.tensor(3)
        assert three.item() == 3
        assert (three + wye.tensor(2)).item() == 5
        three.add_(wye.tensor(2))
        assert three.item() == 5
        three.add_(wye.ones((), dtype=wye.int64))
        with pytest.raises(DataDependentOutputException):
            three.item()


def test_an_operator_without_fake_kernel_is_named(mode):
    with wye.library.Library("fake_mode_test", "DEF") as lib:
        lib.define("f(Tensor x) -> Tensor")
        lib.define("note(Tensor x) -> ()")
        lib.impl("f", lambda x: x, "CPU")
        with pytest.raises(UnsupportedOperatorException, match=r"fake_mode_test\.f\.default"):
            wye.ops.fake_mode_test.f(mode.from_tensor(wye.ones(2)))
        assert wye.ops.fake_mode_test.note(mode.from_tensor(wye.ones(2))) is None


def test_a_fake_kernel_registered_later_counts(mode):
    with wye.library.Library("fake_mode_test", "DEF") as lib:
        lib.define("g(Tensor x) -> Tensor")
        x = mode.from_tensor(wye.ones(2))
        with pytest.raises(UnsupportedOperatorException):
            wye.ops.fake_mode_test.g(x)
        wye.library.register_fake("fake_mode_test::g", lambda x: x.new_empty(x.shape[0] + 1), lib=lib)
        assert tuple(wye.ops.fake_mode_test.g(x).shape) == (3,)


def test_a_copy_belongs_to_a_copy_of_the_mode(mode):
    made = copy.deepcopy(mode.from_tensor(wye.ones(2)))
    assert type(made) is FakeTensor
    assert made.fake_mode is not mode


def test_threads_use_one_mode_at_the_same_time(mode):
    shapes, x = [], mode.from_tensor(wye.ones(2, 3))

    def work():
        with mode:
            shapes.extend(tuple((x @ x.t() + wye.ones(2)).shape) for _ in range(50))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shapes == [(2, 2)] * 200


def test_gradients_are_faked_too(mode):
    x = mode.from_tensor(wye.ones(2, 3, requires_grad=True))
    assert x.requires_grad
    assert x.is_leaf
    (x * x).sum().backward()
    assert type(x.grad) is FakeTensor
    assert tuple(x.grad.shape) == (2, 3)


def test_real_tensors_are_computed_beside_fakes_where_the_mode_is_asked_to():
    base = wye.tensor([[1, 2, 3], [4, 5, 6]])
    mode = FakeTensorMode(propagate_real_tensors=True)
    x, row = mode.from_tensor(base), mode.from_tensor(base[1])
    with mode:
        assert (x * 2).real_tensor.tolist() == [[2, 4, 6], [8, 10, 12]]
        assert (wye.ones(2) + 1).real_tensor.tolist() == [2, 2]
        x.add_(1)
    assert row.real_tensor.tolist() == [5, 6, 7]
    assert base.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert FakeTensorMode().from_tensor(base).real_tensor is None


def test_real_tensors_answer_questions_about_data():
    symbolic = pytest.importorskip("wye.symbolic")
    mode = FakeTensorMode(shape_env=symbolic.ShapeEnv(), propagate_real_tensors=True)
    x = mode.from_tensor(wye.tensor([1, 2, 3]), static_shapes=True)
    with mode:
        assert x.sum().item() > 5
        assert int(x.max()) == 3
        assert bool((x > 2).any())
        assert x[x > 1].real_tensor.tolist() == [2, 3]
        assert not (x > 1).nonzero().shape[0] > 2
    assert mode.shape_env.num_deferred_runtime_asserts >= 4


@pytest.mark.parametrize("transform", [wye.vmap, wye.grad])
def test_tensors_inside_of_transforms_have_fakes_inside_of_transforms(transform):
    mode, seen = FakeTensorMode(), []

    def function(x):
        seen.append(mode.from_tensor(x))
        return x.sum()

    transform(function)(wye.ones(2, 3))
    assert type(seen[0]) is wye.Tensor
    assert tuple(seen[0].shape) == ((3,) if transform is wye.vmap else (2, 3))


def test_the_class_tells_the_statistics_of_the_cache():
    with FakeTensorMode():
        x = wye.ones(3)
        FakeTensorMode.cache_clear()
        x.sin(), x.sin()
    assert (FakeTensorMode.cache_hits, FakeTensorMode.cache_misses) == (1, 1)
    assert not FakeTensorMode.cache_bypasses


def test_symbols_of_the_same_environment_are_kept():
    from wye.symbolic import ShapeEnv

    env = ShapeEnv()
    first = FakeTensorMode(shape_env=env).from_tensor(wye.ones(10, 3))
    second = FakeTensorMode(shape_env=env).from_tensor(first)
    assert str(second.shape) == str(first.shape)
    assert not env.guards
    other = FakeTensorMode(shape_env=ShapeEnv()).from_tensor(first)
    assert other.shape[0].node.shape_env is not env
    assert not env.guards


@pytest.mark.parametrize(
    "make",
    [
        lambda: wye.empty(2, device="meta"),
        lambda: wye.arange(3, device="meta"),
        lambda: wye.ones(2).to("meta"),
        lambda: wye.empty_like(wye.ones(2), device="meta"),
        lambda: wye.ones(2).new_zeros(3, device="meta"),
    ],
)
def test_a_mode_without_meta_makes_no_tensor_there(mode, make):
    with mode:
        assert make().device.type == "meta"  # and the cache remembers it
    mode = FakeTensorMode()
    mode.allow_meta = False
    with mode, pytest.raises(AssertionError, match="must not be 'meta'"):
        make()
    with pytest.raises(AssertionError, match="must not be 'meta'"):
        mode.from_tensor(wye.ones(2, device="meta"))
    assert mode.from_tensor(wye.ones(2)).device.type == "cpu"


def test_copies_of_real_tensors_are_made_inside_of_the_mode_too():
    mode = FakeTensorMode(propagate_real_tensors=True)
    x = wye.arange(3.0)
    with mode:
        fake = mode.from_tensor(x)
        assert fake.sum().real_tensor.tolist() == 3
    other = FakeTensorMode(propagate_real_tensors=True)
    assert other.from_tensor(fake).real_tensor is fake.real_tensor
