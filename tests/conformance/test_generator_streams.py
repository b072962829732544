"""The same seed gives the same numbers here and in PyTorch, and states can be exchanged."""

import numpy as np
import pytest

import wye

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.torch

# float64 values go through logarithms and sines of different libraries, which differ in the last bit.
FACTORIES = {
    "rand": lambda lib: lib.rand([1000]),
    "rand float64": lambda lib: lib.rand([1000], dtype=lib.float64),
    "rand float16": lambda lib: lib.rand([4000], dtype=lib.float16),
    "rand complex": lambda lib: lib.rand([100], dtype=lib.complex64),
    "randn short": lambda lib: lib.randn([15]),
    "randn float64 short": lambda lib: lib.randn([7], dtype=lib.float64),
    "randn float16": lambda lib: lib.randn([333], dtype=lib.float16),
    "randint": lambda lib: lib.randint(10, [1000]),
    "randint wide": lambda lib: lib.randint(-5, 1 << 40, [1000]),
    "randperm": lambda lib: lib.randperm(1000),
    "bernoulli": lambda lib: lib.bernoulli(lib.full([1000], 0.3)),
    "uniform_": lambda lib: lib.empty([100]).uniform_(-0.1, 0.3),
    "uniform_ float64": lambda lib: lib.empty([100], dtype=lib.float64).uniform_(-0.1, 0.3),
    "random_": lambda lib: lib.empty([100], dtype=lib.int8).random_(),
    "multinomial": lambda lib: lib.multinomial(lib.full([50], 0.5), 20),
    "multinomial again": lambda lib: lib.multinomial(lib.full([50], 0.5), 20, True),
    "turned": lambda lib: lib.empty([30, 20]).t().uniform_(),
}


def both(make, seed=2024):
    torch.manual_seed(seed)
    wye.manual_seed(seed)
    return np.asarray(make(wye).numpy()), make(torch).numpy()


@pytest.mark.parametrize("name", FACTORIES)
def test_seeds_give_the_same_numbers(name):
    ours, theirs = both(FACTORIES[name])
    np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("size", [16, 17, 100, 70_001])
@pytest.mark.parametrize("dtype", ["float32", "complex64", "float16"])
def test_long_normal_streams_are_the_same(dtype, size):
    np.testing.assert_array_equal(*both(lambda lib: lib.randn([size], dtype=getattr(lib, dtype))))
    np.testing.assert_array_equal(*both(lambda lib: lib.empty([size]).normal_(0.1, 0.7)))


def test_long_normal_streams_of_doubles_agree_up_to_the_last_bit():
    ours, theirs = both(lambda lib: lib.empty([1001], dtype=lib.float64).normal_(0.1, 0.7))
    np.testing.assert_allclose(ours, theirs, rtol=1e-12)


@pytest.mark.parametrize("name", ["exponential_", "cauchy_", "log_normal_"])
def test_distributions_agree_up_to_the_last_bit(name):
    ours, theirs = both(lambda lib: getattr(lib.empty([1000]), name)())
    np.testing.assert_allclose(ours, theirs, rtol=1e-5)


def test_streams_stay_together_over_many_calls():
    torch.manual_seed(9)
    wye.manual_seed(9)
    for size in (3, 16, 1, 40, 5):
        for make in (lambda lib, n=size: lib.randn([n]), lambda lib, n=size: lib.rand([n], dtype=lib.float64)):
            np.testing.assert_allclose(make(wye).numpy(), make(torch).numpy(), rtol=1e-5, atol=1e-6)


def test_states_can_be_exchanged():
    theirs = torch.Generator().manual_seed(7)
    torch.randn(3, generator=theirs)  # leaves a number for the next call
    ours = wye.Generator().set_state(theirs.get_state().numpy())
    np.testing.assert_array_equal(wye.randn([2], generator=ours).numpy(), torch.randn(2, generator=theirs).numpy())
    again = torch.Generator()
    again.set_state(torch.from_numpy(np.array(ours.get_state().numpy())))
    np.testing.assert_array_equal(torch.rand(700, generator=again).numpy(), wye.rand([700], generator=ours).numpy())
