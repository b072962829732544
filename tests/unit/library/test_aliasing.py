"""A custom operator returns fresh tensors, or exactly what its tag promises; the error names the pair."""

from typing import List, Tuple  # noqa: UP035 - users write them

import pytest

import wye
from wye import ones
from wye.errors import AliasError
from wye.library import custom_op

T = wye.Tensor
EVERYWHERE = wye.DispatchKey.CompositeExplicitAutograd


def test_returning_an_argument_names_it():
    @custom_op("al::f", mutates_args=())
    def f(a: T, b: T) -> T:
        return b

    with pytest.raises(AliasError, match=r"^f: .*output 0 is argument 'b'"):
        f(ones(1), ones(1))
    with pytest.raises(AliasError):
        wye.ops.al.f(ones(1), b=ones(1))


def test_an_element_of_a_list_counts():
    @custom_op("al::f", mutates_args=())
    def f(xs: List[T], y: T) -> T:  # noqa: UP006
        return xs[-1]

    with pytest.raises(AliasError, match="output 0 is argument 'xs'"):
        f([ones(1), ones(1)], ones(1))


def test_outputs_are_compared_with_each_other():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> Tuple[T, T, T]:  # noqa: UP006
        y = x.clone()
        return x.clone(), y, y

    with pytest.raises(AliasError, match="output 2 is output 1"):
        f(ones(1))


def test_a_list_of_tensors_that_repeats_one():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> List[T]:  # noqa: UP006
        return [x.clone(), x]

    with pytest.raises(AliasError, match="argument 'x'"):
        f(ones(1))


@pytest.mark.parametrize("schema", ["(Tensor x, Tensor y) -> Tensor", "(Tensor[] x, Tensor y) -> Tensor"])
def test_a_view_of_an_argument_is_found_on_every_call(schema):
    returned = [ones(2)]
    f = custom_op("al::f", lambda x, y: returned[0], mutates_args=(), schema=schema)
    x = [ones(2)] if "[]" in schema else ones(2)
    y = ones(2)
    for _ in range(3):
        returned[0] = ones(2)
        assert f(x, y) is returned[0]
        for returned[0] in (y[1:], y.view(1, 2), y.t(), y.data, y.detach()):
            with pytest.raises(AliasError, match="output 0 shares memory with argument 'y'"):
                f(x, y)
            with pytest.raises(AliasError, match="output 0 shares memory with argument 'y'"):
                f(x, y=y)


def test_two_views_of_one_tensor_share_memory():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> T:
        return x._base_of_both[1:]

    base = ones(3)
    x = base[:1]
    x._base_of_both = base
    with pytest.raises(AliasError, match="output 0 shares memory with argument 'x'"):
        f(x)


def test_memory_of_numpy_is_memory():
    import numpy as np

    array = np.ones(3, np.float32)
    f = custom_op("al::f", lambda x: wye.from_numpy(array[1:]), mutates_args=(), schema="(Tensor x) -> Tensor")
    assert f(ones(1)).tolist() == [1, 1]
    with pytest.raises(AliasError, match="shares memory"):
        f(wye.from_numpy(array))


def test_outputs_that_are_views_of_each_other():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> Tuple[T, T]:  # noqa: UP006
        y = x.clone()
        return y, y[:1]

    with pytest.raises(AliasError, match=r"f \(with implementation in .*\).*output 1 shares memory with output 0"):
        f(ones(2))


def test_numbers_may_be_the_same_object():
    @custom_op("al::f", mutates_args=())
    def f(x: T, n: int) -> Tuple[int, int, T]:  # noqa: UP006
        return n, n, x.clone()

    assert f(ones(1), 1)[:2] == (1, 1)


def test_what_the_schema_says_is_allowed():
    @custom_op("al::f", mutates_args=("x",), schema="(Tensor(a!) x) -> Tensor(a!)")
    def f(x):
        return x

    x = ones(1)
    assert f(x) is x


def test_a_kernel_of_a_device_is_watched_too():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> T:
        return x.clone()

    @f.register_kernel("cpu")
    def _(x):
        return x

    with pytest.raises(AliasError):
        f(ones(1))


def test_a_kernel_with_one_fresh_result_is_registered_bare():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> T:
        return x.clone()

    (kernel,) = f._opoverload._entry.kernels[EVERYWHERE]
    assert kernel.fn is f.__wrapped__
    assert kernel.result == wye._engine.engine.RESULT_FRESH


def test_a_custom_operator_without_tensor_results_is_never_wrapped():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> int:
        return 1

    assert f._opoverload._entry.kernels[EVERYWHERE][0].fn is f.__wrapped__


@pytest.mark.parametrize("schema", ["(Tensor x) -> (Tensor, Tensor)", "(Tensor x) -> Tensor[]"])
def test_several_outputs_are_checked_on_every_call(schema):
    returned = [ones(1), ones(1)]
    kind = list if "[]" in schema else tuple
    f = custom_op("al::f", lambda x: kind(returned), mutates_args=(), schema=schema)
    for _ in range(3):
        returned[1] = ones(1)
        f(ones(1))
        returned[1] = returned[0]
        with pytest.raises(AliasError, match="is output 0"):
            f(ones(1))
