"""Lists that contain themselves, long chains and late arguments: C answers as Python does, and never crashes."""

import numpy as np
import pytest
from tests.parity import test_arrays
from tests.parity.test_arrays import operator, over
from tests.parity.twins import N_SLOTS, TWINS, Twin

from wye import _pure as e

twin, plain = test_arrays.twin, test_arrays.plain  # fixtures
ANY, TENSOR, TENSORS = bytes([e.KIND_ANY]), bytes([e.KIND_TENSOR]), bytes([e.KIND_TENSOR | e.LIST])


def endless() -> list:
    made: list = []
    made.append(made)
    return made


def test_a_list_in_itself_as_an_argument_of_arrays_is_a_recursion_error(twin, plain):
    op = operator(twin, lambda a: 1, bytes([e.RETURNS_VALUE]), ANY, ANY)
    with pytest.raises(RecursionError):
        op(endless())
    assert op([1, [2]]) == 1


def test_a_list_in_itself_as_a_result_is_a_recursion_error(twin, plain):
    op = operator(twin, lambda a: endless(), bytes([e.RETURNS_FRESH]), TENSOR, TENSORS)
    with pytest.raises(RecursionError):
        op(over(twin, plain, np.zeros(1)))
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    op = operator(twin, lambda a: deep, bytes([e.RETURNS_FRESH]), TENSOR, TENSORS)
    with pytest.raises(RecursionError):
        op(over(twin, plain, np.zeros(1)))


def counting(twin: Twin, fn, kinds: bytes, writes: int):
    """An operator of which a kernel that is passed by counts writes."""
    module, high = twin.module, 1 << 40
    layout = twin.layout(dict.fromkeys(range(N_SLOTS), 1) | {twin.keys(high).slot(): 2})
    passing = module.Kernel(module.PASS, None, module.Pass(high - 1, writes))
    return twin.op(twin.signature(kinds), layout, module.Kernel(module.PLAIN, fn), passing), twin.keys(high | 1 << 16)


def test_a_kernel_that_puts_a_written_list_into_itself_is_a_recursion_error(twin, plain):
    op, keys = counting(twin, lambda xs: xs.append(xs), TENSORS, 1)
    with pytest.raises(RecursionError):
        op.redispatch(keys, [over(twin, plain, np.zeros(1))])


def test_a_kernel_may_empty_a_written_list(twin, plain):
    op, keys = counting(twin, lambda xs: xs.clear(), TENSORS, 1)
    x = over(twin, plain, np.zeros(1))
    assert op.redispatch(keys, [x]) is None
    assert x._version_counter is None


@pytest.mark.parametrize("n", [63, 64, 65, 66, 130])
def test_writes_to_late_arguments_are_counted(twin, plain, n):
    writes = sum(1 << i for i in range(0, n, 3))
    op, keys = counting(twin, lambda *args, **kwargs: None, TENSOR * n, writes)
    values = [over(twin, plain, np.zeros(1)) for _ in range(n)]
    twin.asks_bind = False  # which engines ask for more than 64 arguments
    try:
        for _ in range(2):
            op.redispatch(keys, *values)
        op.redispatch(keys, *values[: n - 3], **{f"a{i}": values[i] for i in range(n - 3, n)})
    finally:
        twin.asks_bind = True
    counts = [x._version_counter.count if x._version_counter is not None else 0 for x in values]
    assert counts == [3 if writes >> i & 1 else 0 for i in range(n)]


@pytest.mark.parametrize("each", TWINS, ids=repr)
def test_a_long_chain_of_forwards_is_freed_without_recursion(each: Twin) -> None:
    last = each.module.Forward()
    for _ in range(100_000):
        made = each.module.Forward()
        made.forward_to(last)
        last = made
    del made, last
