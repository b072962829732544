"""Facts about random operators: streams that seeds determine, their bounds and their errors.

The expected numbers are PyTorch's for the same seeds.
"""

import pickle
import threading

import numpy as np
import pytest

import wye
from wye import ops
from wye.aten.kernels.random import KERNELS
from wye.schema.values import DTYPES
from wye.tensors import from_numpy
from wye.tensors.generator import (
    Generator,
    default_generator,
    fork_rng,
    get_rng_state,
    initial_seed,
    manual_seed,
    set_rng_state,
)


def seeded(seed=123):
    return Generator().manual_seed(seed)


def test_uniform_numbers_are_pytorchs():
    found = KERNELS["rand"]([4], generator=seeded())
    assert found.tolist() == [0.29611194133758545, 0.516562283039093, 0.2516707181930542, 0.6885567903518677]
    found = KERNELS["rand"]([2], generator=seeded(), dtype=DTYPES["float64"])
    assert found.tolist() == [0.368895870664273, 0.013365949855291825]


def test_short_and_long_arrays_of_normal_numbers_are_pytorchs():
    short = KERNELS["randn"]([3], generator=seeded())
    assert short.tolist() == [-0.11146711558103561, 0.12036294490098953, -0.3696345090866089]
    source = seeded()
    long = KERNELS["randn"]([40], generator=source)
    assert long[:3].tolist() == [0.3373701870441437, -0.1777772158384323, -0.3035275936126709]
    after = KERNELS["randn"]([3], generator=source)
    assert after.tolist() == [-0.7291396856307983, -0.12184654176235199, -0.4796106219291687]


def test_one_normal_number_is_kept_for_the_next_call():
    source, whole = seeded(), KERNELS["randn"]([4], generator=seeded())
    parts = [KERNELS["randn"]([1], generator=source)[0] for _ in range(4)]
    assert parts == whole.tolist()


def test_normal_numbers_have_mean_and_deviation():
    for dtype in ("float32", "float64", "float16"):
        found = KERNELS["normal.float_float"](3.0, 2.0, [20011], generator=seeded(), dtype=DTYPES[dtype]).astype(
            "float64"
        )
        assert found.mean() == pytest.approx(3, abs=0.05)
        assert found.std() == pytest.approx(2, abs=0.05)


def test_permutations_and_integers_are_pytorchs():
    assert KERNELS["randperm"](8, generator=seeded()).tolist() == [6, 2, 1, 3, 4, 7, 0, 5]
    draws = seeded().draw(5)
    assert KERNELS["randint"](10, [5], generator=seeded()).tolist() == (draws % np.uint64(10)).tolist()
    wide = KERNELS["randint"](1 << 40, [100], generator=seeded())
    assert wide.max() > 1 << 38


def test_integers_stay_in_their_range():
    found = KERNELS["randint.low"](-3, 4, [1000], generator=seeded())
    assert set(found.tolist()) == set(range(-3, 4))
    with pytest.raises(RuntimeError, match="random_ expects 'from' to be less than 'to'"):
        KERNELS["randint"](0, [3])
    with pytest.raises(RuntimeError, match="out of bounds for Byte"):
        KERNELS["randint"](300, [3], dtype=DTYPES["uint8"])


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_uniform_numbers_never_reach_the_end(dtype):
    found = KERNELS["rand"]([100_000], generator=seeded(), dtype=DTYPES[dtype])
    assert float(found.min()) >= 0
    assert float(found.max()) < 1


def test_arrays_are_filled_in_the_order_of_their_memory():
    straight, turned = np.empty((3, 4)), np.empty((4, 3)).T
    KERNELS["uniform_"](straight, generator=seeded())
    KERNELS["uniform_"](turned, generator=seeded())
    assert turned.T.reshape(-1).tolist() == straight.reshape(-1).tolist()
    gaps = np.zeros((3, 8))[:, ::2]
    KERNELS["uniform_"](gaps, generator=seeded())
    assert gaps.tolist() == straight.tolist()


def test_expanded_arrays_are_not_filled():
    with pytest.raises(RuntimeError, match="single memory location"):
        KERNELS["uniform_"](np.broadcast_to(np.zeros(1), (3,)))


def test_bernoulli_numbers_are_ones_as_often_as_they_should():
    found = KERNELS["bernoulli_.float"](np.empty(10_000, "float32"), 0.3, generator=seeded())
    assert set(found.tolist()) == {0, 1}
    assert found.mean() == pytest.approx(0.3, abs=0.02)
    given = np.array([0, 1, 0, 1], "float32")
    assert KERNELS["bernoulli"](given).tolist() == given.tolist()
    with pytest.raises(RuntimeError, match=r"expects p to be in \[0, 1\], but got p=1.5"):
        KERNELS["bernoulli_.float"](given, 1.5)


def test_parameters_that_make_no_distribution_are_errors():
    x = np.empty(3, "float32")
    with pytest.raises(RuntimeError, match=r"uniform_ expects to return a \[from, to\) range"):
        KERNELS["uniform_"](x, 3.0, 1.0)
    with pytest.raises(RuntimeError, match=r"normal expects std >= 0\.0"):
        KERNELS["normal_"](x, 0.0, -1.0)
    with pytest.raises(RuntimeError, match=r"lambda > 0\.0"):
        KERNELS["exponential_"](x, -1.0)
    with pytest.raises(NotImplementedError, match="'Long'"):
        KERNELS["rand"]([3], dtype=DTYPES["int64"])


def test_samples_come_from_places_with_weight():
    weights = np.array([[0, 1, 1], [1, 0, 0]], "float32")
    found = KERNELS["multinomial"](weights, 50, True, generator=seeded())
    assert set(found[0].tolist()) == {1, 2}
    assert set(found[1].tolist()) == {0}
    assert sorted(KERNELS["multinomial"](weights[0], 2, generator=seeded()).tolist()) == [1, 2]
    with pytest.raises(RuntimeError, match="without replacement"):
        KERNELS["multinomial"](weights, 4)
    with pytest.raises(RuntimeError, match="contains either `inf`, `nan` or element < 0"):
        KERNELS["multinomial"](-weights, 1)


def test_dropout_scales_what_it_keeps():
    x = np.ones(1000, "float32")
    kept, mask = KERNELS["native_dropout"](x, 0.5, True)
    assert set(kept.tolist()) == {0, 2}
    assert (kept > 0).tolist() == mask.tolist()
    same, all_kept = KERNELS["native_dropout"](x, 0.5, False)
    assert same.tolist() == x.tolist()
    assert all_kept.all()


def test_dropout_operators_on_tensors():
    x = from_numpy(np.ones((4, 5, 6), "float32"))
    assert ops.aten.dropout(x, 0.5, False) is x
    assert set(ops.aten.dropout(x, 0.5, True).numpy().reshape(-1).tolist()) == {0, 2}
    channels = ops.aten.feature_dropout(x, 0.5, True).numpy()
    assert all(len(set(channel.tolist())) == 1 for channel in channels.reshape(20, 6))
    with pytest.raises(RuntimeError, match="between 0 and 1"):
        ops.aten.dropout(x, 2.0, True)
    assert ops.aten.dropout_(x, 1.0, True) is x
    assert not x.numpy().any()


def test_the_default_generator_is_seeded_for_everybody():
    manual_seed(5)
    assert initial_seed() == 5
    first = ops.aten.rand([3]).tolist()
    default_generator.manual_seed(5)
    assert ops.aten.rand([3]).tolist() == first


def test_states_bring_a_stream_back():
    source = seeded()
    KERNELS["randn"]([3], generator=source)
    state, copy = source.get_state(), source.clone_state()
    numbers = source.draw(1000).tolist()
    assert source.set_state(state).draw(1000).tolist() == numbers
    assert copy.normal == source.normal
    assert copy.draw(1000).tolist() == numbers
    saved = get_rng_state()
    first = ops.aten.rand([3]).tolist()
    set_rng_state(saved)
    assert ops.aten.rand([3]).tolist() == first


def test_what_is_no_state_is_refused():
    with pytest.raises(RuntimeError, match="5056 elements"):
        seeded().set_state(np.zeros(3, "uint8"))


def test_generators_pickle_with_their_place_in_the_stream():
    source = seeded()
    source.draw(10)
    again = pickle.loads(pickle.dumps(source))
    assert again.initial_seed() == 123
    assert again.draw(5).tolist() == source.draw(5).tolist()


def test_seeds_have_64_bits_and_negative_ones_wrap():
    assert Generator().manual_seed(-1).initial_seed() == (1 << 64) - 1
    with pytest.raises(ValueError, match="64 bits"):
        Generator().manual_seed(1 << 64)
    assert Generator().seed() != Generator().seed()


def test_generators_elsewhere_are_refused():
    with pytest.raises(RuntimeError, match="device='cpu'"):
        Generator("meta")


def test_threads_share_a_generator_without_losing_numbers():
    source, found = seeded(), []

    def draw():
        found.extend(KERNELS["rand"]([1000], generator=source).tolist())

    threads = [threading.Thread(target=draw) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(KERNELS["rand"]([8000], generator=seeded()).tolist())


def test_counts_have_the_mean_of_their_distribution():
    wye.manual_seed(0)
    assert abs(wye.poisson(wye.full((4000,), 3.0)).mean().item() - 3) < 0.2
    assert abs(wye.poisson(wye.full((4000,), 50.0)).mean().item() - 50) < 1
    assert abs(wye.binomial(wye.full((4000,), 40.0), wye.tensor(0.75)).mean().item() - 30) < 0.5
    with pytest.raises(RuntimeError, match="non-negative"):
        wye.poisson(wye.tensor([-1.0]))


def test_a_block_can_draw_without_moving_the_stream():
    wye.manual_seed(3)
    with fork_rng():
        inside = wye.rand(2)
    assert wye.rand(2).tolist() == inside.tolist()


@pytest.mark.parametrize(("dtype", "digits"), [(wye.float16, 11), (wye.bfloat16, 8), (wye.float32, 24)])
def test_integers_that_a_float_does_not_have_are_not_drawn_past_the_end(dtype, digits):
    end = (1 << (digits + 3)) - 1 if digits < 24 else (1 << 27) - 1
    with pytest.warns(UserWarning, match=rf"to - 1 is out of bounds \[-\(2\^{digits}\), 2\^{digits}\]"):
        drawn = wye.empty(2000, dtype=dtype).random_(0, end)
    assert float(drawn.max()) < end
    with pytest.warns(UserWarning, match="from is out of bounds"):
        drawn = wye.empty(2000, dtype=dtype).random_(-end, 0)
    assert float(drawn.min()) >= -end


def test_a_range_wider_than_the_dtype_is_refused():
    with pytest.raises(RuntimeError, match="uniform_ expects to-from"):
        wye.empty(2).uniform_(-3e38, 3e38)
    with pytest.raises(RuntimeError, match="cannot be converted to type uint8_t without overflow"):
        wye.randperm(257, dtype=wye.uint8)
    assert wye.randperm(256, dtype=wye.uint8).to(wye.int64).sum() == 255 * 128
