"""A custom operator returns fresh tensors, or exactly what its tag promises; the error names the pair."""

import os
import subprocess
import sys
import textwrap
import threading
from typing import List, Tuple  # noqa: UP035 - users write them

import pytest
from tests.unit.library.arrays import Array, ones, share_storage

import wye
from wye.errors import AliasError
from wye.library import Library, custom_op, set_storage_test
from wye.library.aliasing import WATCHED_CALLS

T = wye.Tensor


@pytest.fixture
def _storage():
    before = set_storage_test(share_storage)
    yield
    set_storage_test(before)


def test_returning_an_argument_names_it():
    @custom_op("al::f", mutates_args=())
    def f(a: T, b: T) -> T:
        return b

    with pytest.raises(AliasError, match=r"f \(with implementation in .*\).*output 0 is argument 'b'"):
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


@pytest.mark.usefixtures("_storage")
def test_tensors_may_say_that_they_share_storage():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> T:
        return x.view()

    with pytest.raises(AliasError, match="output 0 shares memory with argument 'x'"):
        f(ones(1))


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


def test_after_enough_good_calls_the_bare_kernel_takes_over():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> T:
        return x.clone()

    op, key, x = f._opoverload, wye.DispatchKey.CompositeExplicitAutograd, ones(1)
    for _ in range(WATCHED_CALLS - 1):
        f(x)
    assert op._entry.kernels[key][0].fn is not f.__wrapped__
    assert isinstance(f(x), Array)
    assert op._entry.kernels[key][0].fn is f.__wrapped__
    wye.dispatch.check_invariants("al::f")
    assert isinstance(f(x), Array)
    f._destroy()
    assert op._entry.kernels == {}


def test_a_kernel_that_was_overridden_retires_in_its_place():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> T:
        return x.clone()

    lib, key = Library("al", "IMPL"), wye.DispatchKey.CompositeExplicitAutograd
    handle = lib.impl("f", lambda x: handle.call_overridden(x), key)  # noqa: PLW0108 - it is not there yet
    above = f._opoverload._entry.kernels[key][0]
    for _ in range(WATCHED_CALLS):
        f(ones(1))
    assert f._opoverload._entry.kernels[key][0] is above
    assert f._opoverload._entry.kernels[key][1].fn is f.__wrapped__
    lib._destroy()


def test_threads_that_call_at_once_retire_the_check_once():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> T:
        return x.clone()

    def work():
        for _ in range(WATCHED_CALLS):
            f(ones(1))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (kernel,) = f._opoverload._entry.kernels[wye.DispatchKey.CompositeExplicitAutograd]
    assert kernel.fn is f.__wrapped__
    wye.dispatch.check_invariants("al::f")


def test_an_argument_returned_after_the_watched_calls_is_still_found():
    program = """
        import wye
        from wye.library import custom_op
        from wye.library.aliasing import WATCHED_CALLS
        one = wye.tensor([1.0])
        returned = [one]
        f = custom_op("al::f", lambda x: returned[0], mutates_args=(), schema="(Tensor x) -> Tensor")
        x = wye.tensor([2.0])
        for _ in range(WATCHED_CALLS + 5):
            f(x)
        returned[0] = x
        try:
            f(x)
        except RuntimeError:
            print("found")
    """
    for check in ("1", ""):  # in Python on every call, or by the engine
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program)],
            capture_output=True,
            text=True,
            timeout=60,
            env={**os.environ, "WYE_CHECK": check},
            check=True,
        )
        assert done.stdout.strip() == "found"


def test_a_custom_operator_without_tensor_results_is_never_wrapped():
    @custom_op("al::f", mutates_args=())
    def f(x: T) -> int:
        return 1

    assert f._opoverload._entry.kernels[wye.DispatchKey.CompositeExplicitAutograd][0].fn is f.__wrapped__


def test_the_engines_error_names_the_pair():
    returned = [ones(1)]
    f = custom_op("al::f", lambda x, y: returned[0], mutates_args=(), schema="(Tensor x, Tensor y) -> Tensor")
    x = ones(1)
    for _ in range(WATCHED_CALLS):
        f(ones(1), x)
    returned[0] = x
    with pytest.raises(AliasError, match="output 0 is argument 'y'"):
        f(ones(1), x)
    with pytest.raises(AliasError, match="output 0 is argument 'y'"):
        f(ones(1), y=x)
    returned[0] = ones(1)
    assert f(ones(1), x) is returned[0]


def test_kernels_with_several_outputs_stay_watched():
    returned = [ones(1), ones(1)]
    f = custom_op("al::f", lambda x: tuple(returned), mutates_args=(), schema="(Tensor x) -> (Tensor, Tensor)")
    for _ in range(WATCHED_CALLS + 1):
        f(ones(1))
    returned[1] = returned[0]
    with pytest.raises(AliasError, match="output 1 is output 0"):
        f(ones(1))
